// SPDX-License-Identifier: GPL-3.0-or-later
// cuFFT over FFTW. Plans keep the layout; FFTW plans when they are executed.
#include "shim-private.h"

#include <fftw3.h>
#include <map>

namespace {

struct Plan
{
  bool made = false, has_work = true;
  cufftType type = CUFFT_C2R;
  int rank = 0, n[3], real_embed[3], half_embed[3], real_distance = 0, half_distance = 0, batch = 0;
  size_t work_size = 0;
  void *work = nullptr;
  cudaStream_t stream = nullptr;
};

std::map<int, Plan> plans;
int n_plans;

// Codes of cuFFT go through; an error of the device shows as a failed execution.
cufftResult
result_of (int code)
{
  return code > CUFFT_NO_WORKSPACE ? CUFFT_EXEC_FAILED : (cufftResult) code;
}

size_t
layer (const Plan &plan, const int *embed)
{
  size_t n = 1;

  for (int i = 0; i < plan.rank; i++)
    n *= (size_t) (i == 0 ? plan.n[0] : embed[i]);
  return n;
}

void
transform (const Plan &plan, float *real, float2 *half)
{
  auto *bins = reinterpret_cast<fftwf_complex *> (half);
  fftwf_plan made;

  if (plan.work != nullptr)
    memset (plan.work, 0xff, plan.work_size);
  made = plan.type == CUFFT_R2C
             ? fftwf_plan_many_dft_r2c (plan.rank, plan.n, plan.batch, real, plan.real_embed, 1,
                                        plan.real_distance, bins, plan.half_embed, 1,
                                        plan.half_distance, FFTW_ESTIMATE)
             : fftwf_plan_many_dft_c2r (plan.rank, plan.n, plan.batch, bins, plan.half_embed, 1,
                                        plan.half_distance, real, plan.real_embed, 1,
                                        plan.real_distance, FFTW_ESTIMATE);
  fftwf_execute (made);
  fftwf_destroy_plan (made);
}

cufftResult
execute (const char *name, cufftHandle handle, float *real, float2 *half)
{
  shim::Guard guard (shim::lock);
  int code;

  if (!shim::may_run (name, &code))
    return result_of (code);
  auto found = plans.find (handle);
  if (found == plans.end () || !found->second.made)
    return CUFFT_INVALID_PLAN;
  const Plan plan = found->second;
  if (!plan.has_work)
    {
      shim::complain ("a transform without a work area");
      return CUFFT_NO_WORKSPACE;
    }
  const size_t before = (size_t) plan.batch - 1,
               n_real = before * (size_t) plan.real_distance + layer (plan, plan.real_embed),
               n_half = before * (size_t) plan.half_distance + layer (plan, plan.half_embed);
  if (!shim::is_device (real, n_real * sizeof *real)
      || !shim::is_device (half, n_half * sizeof *half))
    {
      shim::complain ("a transform of memory that is not the device's, or beyond its end");
      return CUFFT_INVALID_VALUE;
    }
  shim::enqueue (plan.stream, [=] {
    shim::OnDevice on;
    transform (plan, real, half);
  });
  return CUFFT_SUCCESS;
}

} // namespace

#define BEGIN(name)                                                                                \
  shim::Guard guard (shim::lock);                                                                  \
  int code;                                                                                        \
  if (!shim::may_run (name, &code))                                                                \
    return result_of (code);                                                                       \
  if (plans.find (handle) == plans.end ())                                                         \
    return CUFFT_INVALID_PLAN;                                                                     \
  Plan &plan = plans[handle]

cufftResult
cufftCreate (cufftHandle *handle)
{
  shim::Guard guard (shim::lock);
  int code;

  if (!shim::may_run ("cufftCreate", &code))
    return result_of (code);
  *handle = ++n_plans;
  plans[*handle] = Plan ();
  shim::n_objects++;
  return CUFFT_SUCCESS;
}

cufftResult
cufftDestroy (cufftHandle handle)
{
  shim::Guard guard (shim::lock);

  shim::drain_all ();
  if (plans.erase (handle) == 0)
    return CUFFT_INVALID_PLAN;
  shim::n_objects--;
  return CUFFT_SUCCESS;
}

cufftResult
cufftSetAutoAllocation (cufftHandle handle, int automatic)
{
  BEGIN ("cufftSetAutoAllocation");
  plan.has_work = automatic != 0;
  return CUFFT_SUCCESS;
}

cufftResult
cufftSetStream (cufftHandle handle, cudaStream_t stream)
{
  BEGIN ("cufftSetStream");
  plan.stream = stream;
  return CUFFT_SUCCESS;
}

cufftResult
cufftSetWorkArea (cufftHandle handle, void *work)
{
  BEGIN ("cufftSetWorkArea");
  if (!shim::is_device (work, plan.work_size))
    {
      shim::complain ("a work area that is too small");
      return CUFFT_INVALID_VALUE;
    }
  plan.has_work = true;
  plan.work = work;
  return CUFFT_SUCCESS;
}

cufftResult
cufftMakePlanMany64 (cufftHandle handle, int rank, long long *n, long long *in_embed,
                     long long in_stride, long long in_distance, long long *out_embed,
                     long long out_stride, long long out_distance, cufftType type, long long batch,
                     size_t *work)
{
  BEGIN ("cufftMakePlanMany64");
  const bool forward = type == CUFFT_R2C;
  const long long *real = forward ? in_embed : out_embed, *half = forward ? out_embed : in_embed;

  if (rank < 1 || rank > 3 || in_stride != 1 || out_stride != 1 || batch < 1
      || real[rank - 1] < n[rank - 1] || half[rank - 1] < n[rank - 1] / 2 + 1)
    return CUFFT_INVALID_SIZE;
  plan.rank = rank;
  for (int i = 0; i < rank; i++)
    {
      plan.n[i] = (int) n[i];
      plan.real_embed[i] = (int) real[i];
      plan.half_embed[i] = (int) half[i];
    }
  plan.real_distance = (int) (forward ? in_distance : out_distance);
  plan.half_distance = (int) (forward ? out_distance : in_distance);
  plan.batch = (int) batch;
  plan.type = type;
  plan.made = true;
  plan.work_size = layer (plan, plan.half_embed) * (size_t) batch * sizeof (float2);
  *work = plan.work_size;
  return CUFFT_SUCCESS;
}

cufftResult
cufftExecR2C (cufftHandle handle, cufftReal *in, cufftComplex *out)
{
  return execute ("cufftExecR2C", handle, in, out);
}

cufftResult
cufftExecC2R (cufftHandle handle, cufftComplex *in, cufftReal *out)
{
  return execute ("cufftExecC2R", handle, out, in);
}
