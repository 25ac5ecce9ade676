/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of cuFFT that the backend uses, over FFTW: see cuda_runtime.h beside it. */
#pragma once

#include "cuda_runtime.h"

enum cufftResult
{
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_NO_WORKSPACE = 13
};
enum cufftType
{
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c
};
typedef int cufftHandle;
typedef float cufftReal;
typedef float2 cufftComplex;

cufftResult cufftCreate (cufftHandle *handle);
cufftResult cufftDestroy (cufftHandle handle);
cufftResult cufftSetAutoAllocation (cufftHandle handle, int automatic);
cufftResult cufftSetStream (cufftHandle handle, cudaStream_t stream);
cufftResult cufftSetWorkArea (cufftHandle handle, void *work);
cufftResult cufftMakePlanMany64 (cufftHandle handle, int rank, long long *n, long long *in_embed,
                                 long long in_stride, long long in_distance, long long *out_embed,
                                 long long out_stride, long long out_distance, cufftType type,
                                 long long batch, size_t *work);
cufftResult cufftExecR2C (cufftHandle handle, cufftReal *in, cufftComplex *out);
cufftResult cufftExecC2R (cufftHandle handle, cufftComplex *in, cufftReal *out);
