/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of faults in the CUDA backend, on the processor (shim/). A fault is planted at each
 * call and kernel in turn: at the first time it is made, at the second, until a pass gets by
 * without meeting it. */
#include "cuda-fixture.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Everything that can fail. */
static const char *const fallible[] = {
  "cudaSetDevice",
  "cudaMemGetInfo",
  "cudaDeviceGetStreamPriorityRange",
  "cudaMalloc",
  "cudaMallocHost",
  "cudaMemcpyAsync",
  "cudaMemcpy2DAsync",
  "cudaStreamCreateWithPriority",
  "cudaStreamSynchronize",
  "cudaEventCreateWithFlags",
  "cudaEventRecord",
  "cudaEventSynchronize",
  "cufftCreate",
  "cufftSetAutoAllocation",
  "cufftMakePlanMany64",
  "cufftSetStream",
  "cufftSetWorkArea",
  "cufftExecR2C",
  "cufftExecC2R",
  "multiply_rows",
  "energy_rows",
  "energy_finish",
  "reduce_rows",
  "reduce_finish",
  "phase_table",
  "sum_columns",
  "add_parts",
  "sum_rows",
  "fold_rows",
};

typedef enum
{
  NOT_MET, /* there was no nth call */
  IN_OPEN,
  IN_PASS,
  NOT_LOST /* a device that was lost is used again */
} Met;

/* Opens an image, runs a pass and closes it with the nth call of `name` failing. */
static Met
run_with_fault (const char *name, int nth, int code, Pass pass)
{
  const OndStatus expected = code == 2 ? OND_NO_MEMORY : code < 200 ? OND_FAILED : OND_LOST;
  Met met = NOT_MET;
  unsigned n_calls;
  Fixture self;
  OndStatus status;

  shim_reset ();
  fixture_prepare (&self, &fixture_case);
  shim_fail (name, nth, code);
  status = fixture_open (&self);
  met = shim_fail_is_due () ? NOT_MET : IN_OPEN;
  if (status == OND_OK)
    {
      status = pass (&self);
      met = met == NOT_MET && !shim_fail_is_due () ? IN_PASS : met;
    }
  /* Where memory is short, less is asked for. */
  g_assert_true (status == expected || (status == OND_OK && (met == NOT_MET || code == 2)));
  g_assert_true (status == OND_OK || self.call.why[0] != '\0');
  n_calls = shim_get_n_calls ();
  if (status == OND_LOST)
    status = self.cuda ? pass (&self) : fixture_open (&self);
  else if (status != OND_OK && self.cuda)
    g_assert_cmpint (pass (&self), ==, OND_OK);
  if (expected == OND_LOST && met != NOT_MET
      && (status != OND_LOST || n_calls != shim_get_n_calls ()))
    met = NOT_LOST;
  fixture_close (&self);
  return met;
}

/* In a process of its own. */
static Met
run_in_child (const char *name, int nth, int code, Pass pass)
{
  int state;
  pid_t child = fork ();

  if (child == 0)
    _exit ((int) run_with_fault (name, nth, code, pass));
  g_assert_cmpint (waitpid (child, &state, 0), ==, child);
  g_assert_true (WIFEXITED (state));
  return (Met) WEXITSTATUS (state);
}

/* A fault wherever one can be. After a recoverable one the same image works again at once; a lost
 * device is never touched again, and that for the whole process. Nothing leaks. */
static void
test_fault (gconstpointer data)
{
  const int code = GPOINTER_TO_INT (data);
  int n_faults = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (fallible); i++)
    for (int p = 0, n_open = 0; p < N_FIXTURE_PASSES; p++)
      for (int nth = n_open + 1;; nth++)
        {
          Met met = (code < 200 ? run_with_fault : run_in_child) (fallible[i], nth, code,
                                                                  fixture_passes[p]);

          if (met == NOT_MET)
            break;
          if (met == NOT_LOST)
            g_error ("the device is used again after call %d of %s", nth, fallible[i]);
          n_open += met == IN_OPEN; /* opening is the same for every pass: once is enough */
          n_faults++;
        }
  g_assert_cmpint (n_faults, >, 100);
}

/* With less memory batches become smaller, and at last there is too little. */
static void
test_memory (void)
{
  Fixture self;
  OndMoments plenty[N_WAVELETS], scarce[N_WAVELETS];
  gboolean refused = FALSE;

  fixture_set_up (&self, &fixture_case);
  g_assert_cmpint (
      ond_backend_cuda ()->stats (self.cuda, fixture_wavelets, N_WAVELETS, plenty, &self.call), ==,
      OND_OK);
  ond_backend_cuda ()->close (self.cuda);
  for (gsize memory = 300000; memory > 4000; memory = memory * 9 / 10)
    {
      OndStatus status;

      self.cuda = NULL;
      shim_set_memory (memory);
      status = fixture_open (&self);
      if (status == OND_OK)
        status = ond_backend_cuda ()->stats (self.cuda, fixture_wavelets, N_WAVELETS, scarce,
                                             &self.call);
      if (status == OND_OK)
        for (int i = 0; i < N_WAVELETS; i++)
          assert_within (scarce[i].sum2, plenty[i].sum2, 1e-5 * plenty[i].sum2);
      else
        g_assert_cmpint (status, ==, OND_NO_MEMORY);
      g_assert_false (refused && status == OND_OK);
      refused = status != OND_OK;
      if (self.cuda && refused)
        {
          shim_set_memory (64 << 20);
          g_assert_cmpint (pass_stats (&self), ==, OND_OK);
        }
      if (self.cuda)
        ond_backend_cuda ()->close (self.cuda);
    }
  self.cuda = NULL;
  g_assert_true (refused);
  fixture_close (&self);
}

/* What the sweep holds but does not use makes way for a slider. */
static void
test_other_lane_makes_way (void)
{
  Fixture self;

  fixture_set_up (&self, &fixture_case);
  self.call.lane = OND_LANE_SWEEP;
  g_assert_cmpint (pass_stats (&self), ==, OND_OK);
  shim_set_memory (shim_get_in_use () + 4096);
  self.call.lane = OND_LANE_INTERACTIVE;
  g_assert_cmpint (pass_slices (&self), ==, OND_OK);
  self.call.lane = OND_LANE_SWEEP;
  g_assert_cmpint (pass_volume (&self), ==, OND_OK);
  fixture_close (&self);
}

/* At every time that a pass asks. */
static void
test_cancelled (void)
{
  Fixture self;

  fixture_set_up (&self, &fixture_case);
  for (gsize p = 0; p < N_FIXTURE_PASSES; p++)
    {
      OndStatus status = OND_CANCELLED;
      int at = 0;

      while (status == OND_CANCELLED)
        {
          self.n_polls = 0;
          self.cancel_at = ++at;
          status = fixture_passes[p](&self);
        }
      g_assert_cmpint (status, ==, OND_OK);
      g_assert_cmpint (at, >, 1);
    }
  ond_backend_cuda ()->close (self.cuda);
  self.cuda = NULL;
  self.n_polls = 0;
  self.cancel_at = 1;
  g_assert_cmpint (fixture_open (&self), ==, OND_CANCELLED);
  fixture_close (&self);
}

static void
test_refusals (void)
{
  OndCall call = { .threads = 1 };
  OndImage *image;
  OndNeed need;
  OndDomain domain = { { 65536, 65536, 1 }, { 65536, 65536, 1 }, { 1, 1, 1 }, 2, 0, 0, 0 };
  Case sampled = fixture_case;
  Fixture self;
  OndMoments moments;

  sampled.sampling = OND_SAMPLING_SAMPLED;
  shim_reset ();
  g_assert_cmpint (ond_backend_cuda ()->open (&domain, NULL, NULL, &image, &call), ==, OND_FAILED);
  g_assert_nonnull (strstr (call.why, "65536 x 65536 x 1"));
  g_assert_cmpint (ond_backend_cuda ()->estimate (&domain, OND_PASS_STATS, &need, &call), ==,
                   OND_FAILED);
  domain.size[0] = 1;
  g_assert_cmpint (ond_backend_cuda ()->open (&domain, NULL, NULL, &image, &call), ==, OND_FAILED);

  /* So narrow that its aliases cannot be counted. */
  fixture_set_up (&self, &sampled);
  g_assert_cmpint (ond_backend_cuda ()->stats (self.cuda,
                                               &(OndWavelet){ 0, 0, 1, 1e-8, OND_NORM_RAW }, 1,
                                               &moments, &self.call),
                   ==, OND_FAILED);
  g_assert_cmpint (pass_energy (&self), ==, OND_OK);
  fixture_close (&self);
}

/* What is said to be needed at least is enough, and not far from it. */
static void
test_estimate (void)
{
  static const OndPass pass_of[] = { OND_PASS_STATS, OND_PASS_ENERGY, OND_PASS_VOLUME,
                                     OND_PASS_SLICES };
  Fixture self;

  for (gsize p = 0; p < N_FIXTURE_PASSES; p++)
    {
      OndNeed need;
      gsize used;

      fixture_set_up (&self, &fixture_case);
      g_assert_cmpint (ond_backend_cuda ()->estimate (&self.domain, pass_of[p], &need, &self.call),
                       ==, OND_OK);
      shim_set_memory ((gsize) ((double) (need.open_bytes + need.pass_bytes) / 0.85));
      g_assert_cmpint (fixture_passes[p](&self), ==, OND_OK);
      used = shim_get_in_use ();
      g_assert_cmpuint (used, <=, (need.open_bytes + need.pass_bytes) * 5 / 4);
      fixture_close (&self);
    }
}

static void
test_probe (void)
{
  OndCall call = { .threads = 1 };
  OndDevice device;
  const OndBackend *cuda = ond_backend_cuda ();

  shim_reset ();
  g_assert_cmpuint (cuda->abi, ==, OND_BACKEND_ABI);
  g_assert_cmpstr (cuda->name, ==, "cuda");
  g_assert_cmpint (cuda->probe (&device, &call), ==, OND_OK);
  g_assert_cmpstr (device.name, ==, "shim");
  g_assert_cmpuint (device.memory_total, ==, 64 << 20);
  shim_set_compute_capability (7, 0);
  g_assert_cmpint (cuda->probe (&device, &call), ==, OND_UNAVAILABLE);
  g_assert_cmpstr (call.why, ==,
                   "shim is too old: it has compute capability 7.0, and 7.5 is needed");
  shim_reset ();
  shim_fail ("cudaGetDeviceCount", 1, 35);
  g_assert_cmpint (cuda->probe (&device, &call), ==, OND_UNAVAILABLE);
  g_assert_nonnull (strstr (call.why, "driver is too old (it has CUDA 13.0, 13.0 is needed)"));
  shim_fail ("cudaGetDeviceCount", 1, 100);
  g_assert_cmpint (cuda->probe (&device, &call), ==, OND_UNAVAILABLE);
  g_assert_cmpstr (call.why, ==, "no NVIDIA GPU was found");
  shim_fail ("cudaFuncGetAttributes", 1, 209);
  g_assert_cmpint (cuda->probe (&device, &call), ==, OND_UNAVAILABLE);
  shim_fail ("cudaMemGetInfo", 1, 2);
  g_assert_cmpint (cuda->probe (&device, &call), ==, OND_NO_MEMORY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/probe", test_probe);
  g_test_add_func ("/cuda/refusals", test_refusals);
  g_test_add_func ("/cuda/estimate", test_estimate);
  g_test_add_func ("/cuda/memory", test_memory);
  g_test_add_func ("/cuda/other-lane-makes-way", test_other_lane_makes_way);
  g_test_add_func ("/cuda/cancelled", test_cancelled);
  g_test_add_data_func ("/cuda/fault/out-of-memory", GINT_TO_POINTER (2), test_fault);
  g_test_add_data_func ("/cuda/fault/invalid-value", GINT_TO_POINTER (1), test_fault);
  g_test_add_data_func ("/cuda/fault/lost", GINT_TO_POINTER (719), test_fault);
  return g_test_run ();
}
