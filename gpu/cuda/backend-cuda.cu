/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The backend's table, which is all that the module exports; devices, and images on them. */
#include "device.cuh"

#include <cstdio>
#include <cstdlib>

extern "C" __attribute__ ((visibility ("default"))) const OndBackend *ond_backend_cuda (void);

namespace {

/* The oldest compute capability that the toolkit makes code for. */
constexpr int OLDEST = 75;

OndStatus
probe (OndDevice *device, OndCall *call)
{
  int driver = 0, runtime = 0, n = 0, major = 0, minor = 0;
  size_t unused = 0, total = 0;
  cudaDeviceProp properties;
  cudaError_t error;

  *device = OndDevice{};
  (void) cudaDriverGetVersion (&driver); /* 0 without a driver */
  (void) cudaRuntimeGetVersion (&runtime);
  /* Within a major version, older drivers serve newer runtimes. */
  error = driver < runtime / 1000 * 1000 ? cudaErrorInsufficientDriver : cudaGetDeviceCount (&n);
  (void) cudaGetLastError ();
  if (error == cudaErrorInsufficientDriver)
    return ond::fail (call, OND_UNAVAILABLE,
                      "the NVIDIA driver is too old (it has CUDA %d.%d, %d.%d is needed)",
                      driver / 1000, driver % 1000 / 10, runtime / 1000, runtime % 1000 / 10);
  if (error == cudaErrorNoDevice || (error == cudaSuccess && n < 1))
    return ond::fail (call, OND_UNAVAILABLE, "no NVIDIA GPU was found");
  OND_TRY_CUDA ("cudaGetDeviceCount", error);
  OND_TRY_CUDA ("cudaGetDeviceProperties", cudaGetDeviceProperties (&properties, 0));
  major = properties.major;
  minor = properties.minor;
  snprintf (device->name, sizeof device->name, "%.127s", properties.name);
  if (10 * major + minor < OLDEST)
    return ond::fail (call, OND_UNAVAILABLE,
                      "%.127s is too old: it has compute capability %d.%d, and %d.%d is needed",
                      properties.name, major, minor, OLDEST / 10, OLDEST % 10);
  OND_TRY_CUDA ("cudaSetDevice", cudaSetDevice (0));
  OND_TRY_CUDA ("cudaMemGetInfo", cudaMemGetInfo (&unused, &total));
  device->memory_free = unused;
  device->memory_total = total;
  OND_TRY_CUDA ("the module's code", ond::kernels_check ());
  return OND_OK;
}

OndStatus
check_domain (const OndDomain *domain, OndCall *call)
{
  const int32_t *n = domain->size;
  const double n_voxels = 1.0 * n[OND_X] * n[OND_Y] * n[OND_Z];

  if (n_voxels + 2.0 * n[OND_Y] * n[OND_Z] >= 4294967296.0)
    return ond::fail (call, OND_FAILED,
                      "%d x %d x %d voxels are more than the 2^32 that the GPU's code counts",
                      n[OND_X], n[OND_Y], n[OND_Z]);
  for (int i = 0; i < domain->rank; i++)
    if (n[i] < 2)
      return ond::fail (call, OND_FAILED, "the GPU's code wants two voxels along each axis");
  return OND_OK;
}

OndStatus
estimate (const OndDomain *domain, OndPass pass, OndNeed *need, OndCall *call)
{
  OND_TRY (check_domain (domain, call));
  need->open_bytes = ond::grid_bins (ond::grid_of (domain)) * sizeof (float2)
                     + (uint64_t) domain->crop[OND_X] * (uint64_t) domain->crop[OND_Y]
                           * (uint64_t) domain->crop[OND_Z];
  need->pass_bytes = ond::pass_bytes (domain, pass);
  return OND_OK;
}

size_t
n_crop (const OndDomain *domain)
{
  return (size_t) domain->crop[OND_X] * (size_t) domain->crop[OND_Y] * (size_t) domain->crop[OND_Z];
}

/* Memory for the spectrum and the transform; the plan is for once. */
OndStatus
reserve (OndImage *image, ond::Lane *lane, ond::Plan *plan, bool mask, OndCall *call)
{
  const ond::Grid &grid = image->grid;
  const int32_t n[] = { grid.size[OND_Z], grid.size[OND_Y], grid.size[OND_X] };
  const size_t bins = ond::grid_bins (grid), bytes = bins * sizeof (float2);

  OND_TRY (ond::lane_stage (lane, (size_t) grid.size[OND_X] * sizeof (float), call));
  OND_TRY (ond::lane_budget (lane, bytes + (mask ? n_crop (&image->domain) : 0), call));
  if (image->spectrum == nullptr)
    OND_TRY_CUDA ("cudaMalloc", cudaMalloc (&image->spectrum, bytes));
  if (mask && image->invalid == nullptr)
    OND_TRY_CUDA ("cudaMalloc", cudaMalloc (&image->invalid, n_crop (&image->domain)));
  OND_TRY (ond::plan_make (plan, CUFFT_R2C, image->domain.rank, image->domain.rank == 2 ? n + 1 : n,
                           1, bins, lane->stream, call));
  return ond::lane_reserve (lane, plan->work, call);
}

OndStatus
transform (OndImage *image, ond::Lane *lane, const float *padded, const uint8_t *invalid,
           ond::Plan *plan, OndCall *call)
{
  const ond::Grid &grid = image->grid;
  const float dc[2] = { (float) image->domain.dc, 0 };
  OndStatus status = reserve (image, lane, plan, invalid != nullptr, call);

  if (status == OND_NO_MEMORY)
    {
      ond::lane_trim_other (lane);
      status = reserve (image, lane, plan, invalid != nullptr, call);
    }
  OND_TRY (status);
  OND_TRY (ond::rows_to_device (lane, padded, (size_t) grid.size[OND_X], ond::grid_rows (grid),
                                reinterpret_cast<float *> (image->spectrum), 2 * (size_t) grid.bins,
                                call));
  if (invalid != nullptr)
    OND_TRY (ond::bytes_to_device (lane, invalid, n_crop (&image->domain), image->invalid, call));
  OND_TRY (ond::plan_forward (plan, image->spectrum, lane->arena, call));
  return ond::bytes_to_device (lane, dc, sizeof dc, image->spectrum, call);
}

void
close (OndImage *image)
{
  for (int lane = 0; lane < OND_N_LANES; lane++)
    {
      ond::plan_free (&image->inverse[lane]);
      for (int i = 0; i < OND_N_AXES; i++)
        ond::plan_free (&image->planes[lane][i]);
    }
  (void) cudaFree (image->spectrum);
  (void) cudaFree (image->invalid);
  (void) cudaGetLastError ();
  ond::lanes_unref ();
  free (image);
}

OndStatus
open (const OndDomain *domain, const float *padded, const uint8_t *invalid, OndImage **image,
      OndCall *call)
{
  ond::Lane *lane;
  ond::Plan plan = {};
  OndImage *self;
  OndStatus status = check_domain (domain, call);

  if (status != OND_OK)
    return status;
  self = static_cast<OndImage *> (calloc (1, sizeof *self));
  if (self == nullptr)
    return ond::fail (call, OND_NO_MEMORY, "no memory for the image");
  self->domain = *domain;
  self->grid = ond::grid_of (domain);
  ond::lanes_ref ();
  status = ond::lane_lock (call, &lane);
  if (status == OND_OK)
    {
      status = transform (self, lane, padded, invalid, &plan, call);
      if (status != OND_OK)
        (void) cudaStreamSynchronize (lane->stream);
      ond::plan_free (&plan);
      ond::lane_unlock (lane);
    }
  if (status == OND_OK)
    *image = self;
  else
    close (self);
  return status;
}

const OndBackend backend = {
  OND_BACKEND_ABI, "cuda",     probe,       estimate,    open,
  ond::slices,     ond::stats, ond::energy, ond::volume, nullptr, /* visit: by way of volume */
  close,
};

} /* namespace */

const OndBackend *
ond_backend_cuda (void)
{
  return &backend;
}
