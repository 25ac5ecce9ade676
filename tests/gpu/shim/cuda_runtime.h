/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of the CUDA runtime that the backend uses, over the memory and processor of the host,
 * for tests: the backend's own sources are compiled against it by the host's C++ compiler. What it
 * is strict about is in shim.h. */
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static /* blocks run one after another: one copy is enough */

struct float2
{
  float x, y;
};
struct uint3
{
  unsigned x, y, z;
};
struct dim3
{
  unsigned x, y, z;
  dim3 (unsigned a = 1, unsigned b = 1, unsigned c = 1) : x (a), y (b), z (c)
  {
  }
};

inline float2
make_float2 (float x, float y)
{
  return { x, y };
}

enum cudaError_t
{
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorStubLibrary = 34,
  cudaErrorInsufficientDriver = 35,
  cudaErrorCallRequiresNewerDriver = 36,
  cudaErrorDevicesUnavailable = 46,
  cudaErrorNoDevice = 100,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorECCUncorrectable = 214,
  cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorContained = 226,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchTimeout = 702,
  cudaErrorContextIsDestroyed = 709,
  cudaErrorAssert = 710,
  cudaErrorHardwareStackError = 714,
  cudaErrorIllegalInstruction = 715,
  cudaErrorMisalignedAddress = 716,
  cudaErrorInvalidAddressSpace = 717,
  cudaErrorInvalidPc = 718,
  cudaErrorLaunchFailure = 719,
  cudaErrorTensorMemoryLeak = 721,
  cudaErrorSystemNotReady = 802,
  cudaErrorSystemDriverMismatch = 803,
  cudaErrorCompatNotSupportedOnDevice = 804,
  cudaErrorMpsClientTerminated = 810,
  cudaErrorExternalDevice = 911,
  cudaErrorUnknown = 999
};
enum cudaMemcpyKind
{
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2
};
enum
{
  cudaStreamNonBlocking = 1,
  cudaEventDisableTiming = 2
};
typedef struct ShimStream *cudaStream_t;
typedef struct ShimEvent *cudaEvent_t;
struct cudaDeviceProp
{
  char name[256];
  int major, minor;
};
struct cudaFuncAttributes
{
  int ptxVersion;
};

cudaError_t cudaDriverGetVersion (int *version);
cudaError_t cudaRuntimeGetVersion (int *version);
cudaError_t cudaGetDeviceCount (int *n);
cudaError_t cudaGetDeviceProperties (cudaDeviceProp *properties, int device);
cudaError_t cudaSetDevice (int device);
cudaError_t cudaMemGetInfo (size_t *unused, size_t *total);
cudaError_t cudaDeviceGetStreamPriorityRange (int *least, int *greatest);
cudaError_t cudaFree (void *memory);
cudaError_t cudaFreeHost (void *memory);
cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t n, cudaMemcpyKind kind,
                             cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch,
                               size_t width, size_t height, cudaMemcpyKind kind,
                               cudaStream_t stream);
cudaError_t cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamSynchronize (cudaStream_t stream);
cudaError_t cudaStreamDestroy (cudaStream_t stream);
cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize (cudaEvent_t event);
cudaError_t cudaEventDestroy (cudaEvent_t event);
cudaError_t cudaDeviceSynchronize ();
cudaError_t cudaGetLastError ();
const char *cudaGetErrorString (cudaError_t error);
const char *cudaGetErrorName (cudaError_t error);

namespace shim {
cudaError_t device_alloc (void **memory, size_t n);
cudaError_t pinned_alloc (void **memory, size_t n);
cudaError_t attributes (cudaFuncAttributes *attributes);

/* Puts a kernel into a stream. */
void launch (const char *name, dim3 grid, dim3 block, cudaStream_t stream,
             std::function<void ()> thread);

template <class... P, class... A>
void
launch_kernel (const char *name, void (*kernel) (P...), dim3 grid, dim3 block, cudaStream_t stream,
               A... a)
{
  std::tuple<P...> arguments (a...);
  launch (name, grid, block, stream, [=] { std::apply (kernel, arguments); });
}

/* Within kernels. */
void barrier (int line);
void exchange (unsigned mask, const void *own, void *others, size_t n, unsigned distance);

template <class T>
T
shuffle_down (unsigned mask, T value, unsigned distance)
{
  T other;
  exchange (mask, &value, &other, sizeof value, distance);
  return other;
}
} /* namespace shim */

template <class T>
cudaError_t
cudaMalloc (T **memory, size_t n)
{
  return shim::device_alloc (reinterpret_cast<void **> (memory), n);
}

template <class T>
cudaError_t
cudaMallocHost (T **memory, size_t n)
{
  return shim::pinned_alloc (reinterpret_cast<void **> (memory), n);
}

template <class T>
cudaError_t
cudaFuncGetAttributes (cudaFuncAttributes *attributes, T *)
{
  return shim::attributes (attributes);
}

extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;

#define __syncthreads() shim::barrier (__LINE__)
#define __shfl_down_sync(mask, value, distance)                                                    \
  shim::shuffle_down (mask, value, (unsigned) (distance))

#define OND_LAUNCH(kernel, grid, block, stream, ...)                                               \
  shim::launch_kernel (#kernel, kernel, grid, block, stream, __VA_ARGS__)
