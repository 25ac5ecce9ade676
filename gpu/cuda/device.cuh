/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the host side of the backend shares: statuses, the two lanes with what each holds on the
 * device, an open image, its plans. No kernels here. */
#pragma once

#include "kernels.cuh"

#include <cufft.h>
#include <pthread.h>

namespace ond {

/* Pinned memory that samples pass through, twice this: one half is copied while the other fills. */
constexpr size_t STAGING_BYTES = (size_t) 4 << 20;

/* Results of a batch, moments or energies, in pinned memory, and how many batches are under way. */
constexpr int MOST_PENDING = 2;
union Results
{
  Moments moments[MOST_WAVELETS];
  double energies[MOST_WAVELETS];
};

/* Whoever computes holds the lane's lock. Its memory grows to what was asked for and is kept until
 * no image is open: allocations make the whole device wait. */
struct Lane
{
  pthread_mutex_t lock;
  cudaStream_t stream; /* of the lane's priority; NULL before the first use */
  cudaEvent_t events[MOST_PENDING];
  char *arena; /* on the device */
  size_t arena_size;
  char *staging; /* pinned, two halves of half_size */
  size_t half_size;
  Results *results; /* pinned, [MOST_PENDING] */
};

/* Without work area: that is in the arena. */
struct Plan
{
  cufftHandle handle;
  bool made;
  int batch;
  size_t work; /* bytes */
};

/* Fills call->why and says what an error means for the engine; OND_OK for success. A lost device
 * is remembered. */
OndStatus check_cuda (OndCall *call, const char *what, cudaError_t error);
OndStatus check_fft (OndCall *call, const char *what, cufftResult result);
OndStatus fail (OndCall *call, OndStatus status, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#define OND_TRY(status)                                                                            \
  do                                                                                               \
    {                                                                                              \
      OndStatus tried = (status);                                                                  \
      if (tried != OND_OK)                                                                         \
        return tried;                                                                              \
    }                                                                                              \
  while (0)
#define OND_TRY_CUDA(what, error) OND_TRY (ond::check_cuda (call, what, error))
#define OND_TRY_FFT(what, result) OND_TRY (ond::check_fft (call, what, result))

/* The call's lane, locked and ready; OND_LOST without touching a device that is lost. Nothing is
 * locked unless OND_OK comes back. */
OndStatus lane_lock (OndCall *call, Lane **lane);
void lane_unlock (Lane *lane);

/* Is there room on the device for this many bytes more than what the lane holds already? Asked
 * before anything is planned: cuFFT itself would take what is there. */
OndStatus lane_budget (Lane *lane, size_t bytes, OndCall *call);

/* Makes the arena this large. What was in it is lost. */
OndStatus lane_reserve (Lane *lane, size_t bytes, OndCall *call);

/* Makes each half of the staging memory this large, STAGING_BYTES at least. */
OndStatus lane_stage (Lane *lane, size_t bytes, OndCall *call);

/* Frees what the other lane holds on the device but does not use at the moment. */
void lane_trim_other (Lane *lane);

/* An image more, or one less: the last one takes what the lanes hold with it. */
void lanes_ref ();
void lanes_unref ();

/* A plan for rank-dimensional transforms of n (slowest axis first) in place: rows of reals are
 * padded to the bins of the half spectrum. `distance` lies between members, in bins. */
OndStatus plan_make (Plan *plan, cufftType type, int rank, const int32_t *n, int batch,
                     size_t distance, cudaStream_t stream, OndCall *call);
void plan_free (Plan *plan);

/* `data`: the spectrum, and the samples once it is done. work: plan->work bytes. */
OndStatus plan_backward (const Plan *plan, float2 *data, char *work, OndCall *call);
OndStatus plan_forward (const Plan *plan, float2 *data, char *work, OndCall *call);

/* Rows of floats to or from pinned memory: `rows` of `width`, `pitch` apart on the device. */
OndStatus rows_to_device (Lane *lane, const float *from, size_t width, size_t rows, float *device,
                          size_t pitch, OndCall *call);
OndStatus rows_to_host (Lane *lane, const float *device, size_t pitch, size_t width, size_t rows,
                        float *out, OndCall *call);
OndStatus bytes_to_device (Lane *lane, const void *from, size_t n, void *device, OndCall *call);

/* Sizes in the arena: each piece starts where any type may lie. */
inline size_t
aligned (size_t bytes)
{
  return (bytes + 255) / 256 * 256;
}

/* The passes. */
OndStatus stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments,
                 OndCall *call);
OndStatus energy (OndImage *image, const OndWavelet *wavelets, int n, double *energy,
                  OndCall *call);
OndStatus slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
                  float *out[OND_N_AXES], OndCall *call);
OndStatus volume (OndImage *image, const OndWavelet *wavelet, float *out, OndMoments *moments,
                  OndCall *call);

/* Device bytes that a pass needs at least, cuFFT's work area taken as large as its data. */
size_t pass_bytes (const OndDomain *domain, OndPass pass);

} /* namespace ond */

struct OndImage
{
  OndDomain domain;
  ond::Grid grid;
  float2 *spectrum;
  uint8_t *invalid;
  ond::Plan inverse[OND_N_LANES];            /* of responses */
  ond::Plan planes[OND_N_LANES][OND_N_AXES]; /* of slices */
};
