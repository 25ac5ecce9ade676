/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device.cuh"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace ond {
namespace {

/* Of the device's free memory: the rest is for what cuFFT and the driver take unasked. */
constexpr double USABLE = 0.9;

Lane lanes[OND_N_LANES] = {
  { PTHREAD_MUTEX_INITIALIZER, nullptr, {}, nullptr, 0, nullptr, 0, nullptr },
  { PTHREAD_MUTEX_INITIALIZER, nullptr, {}, nullptr, 0, nullptr, 0, nullptr },
};
pthread_mutex_t images_lock = PTHREAD_MUTEX_INITIALIZER;
int n_images;
int lost; /* atomic */

OndStatus
status_of (cudaError_t error)
{
  switch (error)
    {
    case cudaSuccess:
      return OND_OK;
    case cudaErrorMemoryAllocation:
      return OND_NO_MEMORY;
    case cudaErrorInsufficientDriver:
    case cudaErrorNoDevice:
    case cudaErrorStubLibrary:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorSystemNotReady:
    case cudaErrorCompatNotSupportedOnDevice:
    case cudaErrorInitializationError:
    case cudaErrorDevicesUnavailable:
    case cudaErrorCallRequiresNewerDriver:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return OND_UNAVAILABLE;
    case cudaErrorContained:
    case cudaErrorECCUncorrectable:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorContextIsDestroyed:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorMpsClientTerminated:
    case cudaErrorExternalDevice:
    case cudaErrorUnknown:
      return OND_LOST;
    default:
      return OND_FAILED;
    }
}

const char *
name_of (cufftResult result)
{
  switch (result)
    {
    case CUFFT_INVALID_PLAN:
      return "invalid plan";
    case CUFFT_ALLOC_FAILED:
      return "out of memory";
    case CUFFT_INVALID_VALUE:
      return "invalid value";
    case CUFFT_INTERNAL_ERROR:
      return "internal error";
    case CUFFT_EXEC_FAILED:
      return "execution failed";
    case CUFFT_SETUP_FAILED:
      return "initialisation failed";
    case CUFFT_INVALID_SIZE:
      return "size not supported";
    case CUFFT_NO_WORKSPACE:
      return "no work area";
    default:
      return "error";
    }
}

/* Leaves nothing half made. */
OndStatus
lane_start (Lane *lane, OndCall *call)
{
  int least = 0, greatest = 0;

  OND_TRY_CUDA ("cudaDeviceGetStreamPriorityRange",
                cudaDeviceGetStreamPriorityRange (&least, &greatest));
  for (int i = 0; i < MOST_PENDING; i++)
    if (lane->events[i] == nullptr)
      OND_TRY_CUDA ("cudaEventCreate",
                    cudaEventCreateWithFlags (&lane->events[i], cudaEventDisableTiming));
  if (lane->results == nullptr)
    OND_TRY_CUDA ("cudaMallocHost",
                  cudaMallocHost (&lane->results, MOST_PENDING * sizeof *lane->results));
  if (lane->stream == nullptr)
    OND_TRY_CUDA ("cudaStreamCreate", cudaStreamCreateWithPriority (
                                          &lane->stream, cudaStreamNonBlocking,
                                          lane == &lanes[OND_LANE_INTERACTIVE] ? greatest : least));
  return OND_OK;
}

/* Errors here leave nothing to be done. */
void
lane_stop (Lane *lane)
{
  if (lane->stream != nullptr)
    (void) cudaStreamSynchronize (lane->stream);
  (void) cudaFree (lane->arena);
  (void) cudaFreeHost (lane->staging);
  (void) cudaFreeHost (lane->results);
  for (int i = 0; i < MOST_PENDING; i++)
    if (lane->events[i] != nullptr)
      (void) cudaEventDestroy (lane->events[i]);
  if (lane->stream != nullptr)
    (void) cudaStreamDestroy (lane->stream);
  (void) cudaGetLastError ();
  lane->stream = nullptr;
  memset (lane->events, 0, sizeof lane->events);
  lane->arena = lane->staging = nullptr;
  lane->arena_size = lane->half_size = 0;
  lane->results = nullptr;
}

void
lane_free_arena (Lane *lane)
{
  (void) cudaFree (lane->arena);
  lane->arena = nullptr;
  lane->arena_size = 0;
}

} /* namespace */

OndStatus
fail (OndCall *call, OndStatus status, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  vsnprintf (call->why, sizeof call->why, format, list);
  va_end (list);
  return status;
}

OndStatus
check_cuda (OndCall *call, const char *what, cudaError_t error)
{
  const OndStatus status = status_of (error);

  if (status == OND_OK)
    return OND_OK;
  if (status == OND_LOST)
    __atomic_store_n (&lost, 1, __ATOMIC_RELAXED);
  (void) cudaGetLastError (); /* a recoverable error is not to be met again */
  return fail (call, status, "%s: %s (%s, %d)", what, cudaGetErrorString (error),
               cudaGetErrorName (error), (int) error);
}

OndStatus
check_fft (OndCall *call, const char *what, cufftResult result)
{
  OndStatus status;

  if (result == CUFFT_SUCCESS)
    return OND_OK;
  /* cuFFT hides causes: is the device itself lost? */
  status = check_cuda (call, what, cudaDeviceSynchronize ());
  if (status == OND_LOST)
    return status;
  (void) cudaGetLastError ();
  return fail (call,
               result == CUFFT_ALLOC_FAILED || result == CUFFT_NO_WORKSPACE ? OND_NO_MEMORY
                                                                            : OND_FAILED,
               "%s: %s (%d)", what, name_of (result), (int) result);
}

OndStatus
lane_lock (OndCall *call, Lane **lane)
{
  Lane *wanted = &lanes[call->lane];
  OndStatus status;

  if (__atomic_load_n (&lost, __ATOMIC_RELAXED))
    return fail (call, OND_LOST, "the GPU was lost earlier in this process");
  pthread_mutex_lock (&wanted->lock);
  status = check_cuda (call, "cudaSetDevice", cudaSetDevice (0));
  if (status == OND_OK)
    status = lane_start (wanted, call);
  if (status == OND_OK)
    *lane = wanted;
  else
    pthread_mutex_unlock (&wanted->lock);
  return status;
}

void
lane_unlock (Lane *lane)
{
  pthread_mutex_unlock (&lane->lock);
}

OndStatus
lane_budget (Lane *lane, size_t bytes, OndCall *call)
{
  size_t unused = 0, total = 0;

  OND_TRY_CUDA ("cudaMemGetInfo", cudaMemGetInfo (&unused, &total));
  if ((double) bytes <= USABLE * (double) (unused + lane->arena_size))
    return OND_OK;
  return fail (call, OND_NO_MEMORY, "%.0f MiB of GPU memory are needed, %.0f MiB are free",
               (double) bytes / 1048576, (double) (unused + lane->arena_size) / 1048576);
}

OndStatus
lane_reserve (Lane *lane, size_t bytes, OndCall *call)
{
  if (lane->arena_size >= bytes)
    return OND_OK;
  OND_TRY (lane_budget (lane, bytes, call));
  lane_free_arena (lane);
  OND_TRY_CUDA ("cudaMalloc", cudaMalloc (&lane->arena, bytes));
  lane->arena_size = bytes;
  return OND_OK;
}

OndStatus
lane_stage (Lane *lane, size_t bytes, OndCall *call)
{
  const size_t half = bytes > STAGING_BYTES ? aligned (bytes) : STAGING_BYTES;

  if (lane->half_size >= half)
    return OND_OK;
  (void) cudaFreeHost (lane->staging);
  lane->staging = nullptr;
  lane->half_size = 0;
  OND_TRY_CUDA ("cudaMallocHost", cudaMallocHost (&lane->staging, 2 * half));
  lane->half_size = half;
  return OND_OK;
}

void
lane_trim_other (Lane *lane)
{
  Lane *other =
      &lanes[lane == &lanes[OND_LANE_INTERACTIVE] ? OND_LANE_SWEEP : OND_LANE_INTERACTIVE];

  if (pthread_mutex_trylock (&other->lock) != 0)
    return;
  lane_free_arena (other);
  pthread_mutex_unlock (&other->lock);
}

void
lanes_ref ()
{
  pthread_mutex_lock (&images_lock);
  n_images++;
  pthread_mutex_unlock (&images_lock);
}

void
lanes_unref ()
{
  pthread_mutex_lock (&images_lock);
  if (--n_images == 0)
    for (int i = 0; i < OND_N_LANES; i++)
      {
        pthread_mutex_lock (&lanes[i].lock);
        lane_stop (&lanes[i]);
        pthread_mutex_unlock (&lanes[i].lock);
      }
  pthread_mutex_unlock (&images_lock);
}

OndStatus
plan_make (Plan *plan, cufftType type, int rank, const int32_t *n, int batch, size_t distance,
           cudaStream_t stream, OndCall *call)
{
  long long size[OND_N_AXES], real[OND_N_AXES], half[OND_N_AXES];
  const bool forward = type == CUFFT_R2C;

  for (int i = 0; i < rank; i++)
    size[i] = real[i] = half[i] = n[i];
  half[rank - 1] = n[rank - 1] / 2 + 1;
  real[rank - 1] = 2 * half[rank - 1];
  plan_free (plan);
  OND_TRY_FFT ("cufftCreate", cufftCreate (&plan->handle));
  plan->made = true;
  plan->batch = batch;
  OND_TRY_FFT ("cufftSetAutoAllocation", cufftSetAutoAllocation (plan->handle, 0));
  OND_TRY_FFT ("cufftMakePlanMany64",
               cufftMakePlanMany64 (
                   plan->handle, rank, size, forward ? real : half, 1,
                   (long long) (forward ? 2 * distance : distance), forward ? half : real, 1,
                   (long long) (forward ? distance : 2 * distance), type, batch, &plan->work));
  OND_TRY_FFT ("cufftSetStream", cufftSetStream (plan->handle, stream));
  return OND_OK;
}

void
plan_free (Plan *plan)
{
  if (plan->made)
    (void) cufftDestroy (plan->handle);
  *plan = Plan{};
}

OndStatus
plan_backward (const Plan *plan, float2 *data, char *work, OndCall *call)
{
  if (plan->work > 0)
    OND_TRY_FFT ("cufftSetWorkArea", cufftSetWorkArea (plan->handle, work));
  OND_TRY_FFT ("cufftExecC2R",
               cufftExecC2R (plan->handle, data, reinterpret_cast<cufftReal *> (data)));
  return OND_OK;
}

OndStatus
plan_forward (const Plan *plan, float2 *data, char *work, OndCall *call)
{
  if (plan->work > 0)
    OND_TRY_FFT ("cufftSetWorkArea", cufftSetWorkArea (plan->handle, work));
  OND_TRY_FFT ("cufftExecR2C",
               cufftExecR2C (plan->handle, reinterpret_cast<cufftReal *> (data), data));
  return OND_OK;
}

/* Half i of the staging memory is free again once its event has come. */
OndStatus
rows_to_device (Lane *lane, const float *from, size_t width, size_t rows, float *device,
                size_t pitch, OndCall *call)
{
  const size_t at_once = lane->half_size / (width * sizeof *from);

  for (size_t first = 0, chunk = 0; first < rows; first += at_once, chunk++)
    {
      const size_t n = rows - first < at_once ? rows - first : at_once;
      const int half = (int) (chunk % 2);
      char *staging = lane->staging + (size_t) half * lane->half_size;

      if (call->cancelled != nullptr && call->cancelled (call->data))
        {
          (void) cudaStreamSynchronize (lane->stream);
          return fail (call, OND_CANCELLED, "cancelled");
        }
      if (chunk >= 2)
        OND_TRY_CUDA ("copy to the GPU", cudaEventSynchronize (lane->events[half]));
      memcpy (staging, from + first * width, n * width * sizeof *from);
      OND_TRY_CUDA ("copy to the GPU",
                    cudaMemcpy2DAsync (device + first * pitch, pitch * sizeof *device, staging,
                                       width * sizeof *from, width * sizeof *from, n,
                                       cudaMemcpyHostToDevice, lane->stream));
      OND_TRY_CUDA ("copy to the GPU", cudaEventRecord (lane->events[half], lane->stream));
    }
  OND_TRY_CUDA ("copy to the GPU", cudaStreamSynchronize (lane->stream));
  return OND_OK;
}

OndStatus
bytes_to_device (Lane *lane, const void *from, size_t n, void *device, OndCall *call)
{
  for (size_t first = 0; first < n; first += lane->half_size)
    {
      const size_t part = n - first < lane->half_size ? n - first : lane->half_size;

      memcpy (lane->staging, static_cast<const char *> (from) + first, part);
      OND_TRY_CUDA ("copy to the GPU",
                    cudaMemcpyAsync (static_cast<char *> (device) + first, lane->staging, part,
                                     cudaMemcpyHostToDevice, lane->stream));
      OND_TRY_CUDA ("copy to the GPU", cudaStreamSynchronize (lane->stream));
    }
  return OND_OK;
}

/* One chunk is on its way while the one before is taken out of the staging memory. */
OndStatus
rows_to_host (Lane *lane, const float *device, size_t pitch, size_t width, size_t rows, float *out,
              OndCall *call)
{
  const size_t at_once = lane->half_size / (width * sizeof *out),
               n_chunks = (rows + at_once - 1) / at_once;

  for (size_t chunk = 0; chunk <= n_chunks; chunk++)
    {
      const size_t first = chunk * at_once, before = first - at_once;

      if (chunk < n_chunks)
        {
          const size_t n = rows - first < at_once ? rows - first : at_once;

          OND_TRY_CUDA ("copy from the GPU",
                        cudaMemcpy2DAsync (lane->staging + chunk % 2 * lane->half_size,
                                           width * sizeof *out, device + first * pitch,
                                           pitch * sizeof *device, width * sizeof *out, n,
                                           cudaMemcpyDeviceToHost, lane->stream));
          OND_TRY_CUDA ("copy from the GPU",
                        cudaEventRecord (lane->events[chunk % 2], lane->stream));
        }
      if (chunk == 0)
        continue;
      OND_TRY_CUDA ("copy from the GPU", cudaEventSynchronize (lane->events[(chunk - 1) % 2]));
      memcpy (out + before * width, lane->staging + (chunk - 1) % 2 * lane->half_size,
              (rows - before < at_once ? rows - before : at_once) * width * sizeof *out);
    }
  return OND_OK;
}

} /* namespace ond */
