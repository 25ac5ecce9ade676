/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backend that fails and the CPU that stands in: what comes out, what is said, who is asked. */
#include "core/error.h"
#include "core/sweep.h"
#include "core/wavelet.h"
#include "faulty-backend.h"
#include "reference.h"

#include <string.h>

static const gint32 size[] = { 12, 10, 9 }, centre[] = { 6, 5, 4 };
#define N_VOXELS (12 * 10 * 9)
#define N_WAVELETS 3

static const OndWavelet wavelets[N_WAVELETS] = {
  { 0.5, 0.7, 3, 1, OND_NORM_L1 },
  { 1.2, 2, 0.5, 1.1, OND_NORM_L1 },
  { 0.1, 0.4, 1, 0.8, OND_NORM_L1 },
};

/* What the passes give. */
typedef struct
{
  float slices[OND_N_AXES][12 * 10], volume[N_VOXELS];
  OndMoments stats[N_WAVELETS], volume_moments;
  double energy[N_WAVELETS];
} Results;

/* Everything afresh: an engine whose first choice is the faulty backend. */
static OndEngine *
begin (const char *backend)
{
  OndEngineOptions options = { 2, 0, backend };
  g_autoptr (GError) error = NULL;
  OndEngine *engine;

  faulty_reset ();
  ond_engine_provide ("cuda", faulty_load);
  engine = ond_engine_new (&options, &error);
  g_assert_no_error (error);
  return engine;
}

static OndTransform *
open_transform (OndEngine *engine, OndVolume *volume, GError **error)
{
  OndMethod method = ond_method_default ();

  method.boundary = OND_BOUNDARY_PERIODIC;
  return ond_engine_get_transform (engine, volume, &method, wavelets, N_WAVELETS, OND_LANE_SWEEP,
                                   NULL, error);
}

static gboolean
run_pass (OndTransform *transform, OndPass pass, OndLane lane, Results *results, GError **error)
{
  float *out[] = { results->slices[0], results->slices[1], results->slices[2] };

  switch (pass)
    {
    case OND_PASS_SLICES:
      return ond_transform_slices (transform, wavelets, centre, out, lane, NULL, error);
    case OND_PASS_STATS:
      return ond_transform_stats (transform, wavelets, N_WAVELETS, results->stats, lane, NULL,
                                  error);
    case OND_PASS_ENERGY:
      return ond_transform_energy (transform, wavelets, N_WAVELETS, results->energy, lane, NULL,
                                   error);
    case OND_PASS_VOLUME:
      return ond_transform_volume (transform, wavelets, results->volume, &results->volume_moments,
                                   lane, NULL, error);
    case OND_N_PASSES:
      break;
    }
  g_assert_not_reached ();
}

/* All passes on FFTW; free with g_free. */
static Results *
expected_results (OndVolume *volume)
{
  g_autoptr (OndEngine) engine = begin ("fftw");
  g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL);
  Results *results = g_new0 (Results, 1);

  for (int pass = 0; pass < OND_N_PASSES; pass++)
    g_assert_true (run_pass (transform, pass, OND_LANE_SWEEP, results, NULL));
  return results;
}

static void
check_results (OndTransform *transform, const Results *expected)
{
  g_autofree Results *results = g_new0 (Results, 1);
  g_autoptr (GError) error = NULL;

  for (int pass = 0; pass < OND_N_PASSES; pass++)
    {
      run_pass (transform, pass, OND_LANE_SWEEP, results, &error);
      g_assert_no_error (error);
    }
  g_assert_cmpmem (results, sizeof *results, expected, sizeof *expected);
}

static const FaultyCall call_of_pass[] = {
  [OND_PASS_SLICES] = FAULTY_SLICES,
  [OND_PASS_STATS] = FAULTY_STATS,
  [OND_PASS_VOLUME] = FAULTY_VOLUME,
  [OND_PASS_ENERGY] = FAULTY_ENERGY,
};

static const OndStatus failures[] = { OND_NO_MEMORY, OND_LOST, OND_FAILED, OND_UNAVAILABLE };

static void
test_it_computes_while_it_can (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autofree Results *expected = expected_results (volume);
  g_autoptr (OndEngine) engine = begin (NULL);
  g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL);

  g_assert_cmpstr (ond_engine_get_backend (engine), ==, "cuda");
  check_results (transform, expected);
  g_assert_cmpint (faulty_count (FAULTY_OPEN), ==, 1);
  for (int pass = 0; pass < OND_N_PASSES; pass++)
    g_assert_cmpint (faulty_count (call_of_pass[pass]), ==, 1);
  g_assert_cmpstr (ond_transform_get_device (transform, OND_LANE_SWEEP), ==, FAULTY_DEVICE);
  g_assert_null (ond_engine_get_notice (engine));
}

/* Each pass, and opening, with each kind of failure: the same results, and a word about it. */
static void
check_failure (OndVolume *volume, const Results *expected, FaultyCall call, OndStatus status)
{
  g_autoptr (OndEngine) engine = begin (NULL);
  g_autoptr (OndTransform) transform = NULL;
  g_autoptr (GError) error = NULL;
  const char *notice;

  faulty_plan (call, 1, 1000, status);
  transform = open_transform (engine, volume, &error);
  g_assert_no_error (error);
  check_results (transform, expected);
  notice = ond_engine_get_notice (engine);
  g_assert_nonnull (strstr (notice, FAULTY_DEVICE));
  g_assert_nonnull (strstr (notice, FAULTY_WHY));
  g_assert_true (notice == ond_engine_get_notice (engine));
  g_assert_cmpint (faulty_count (call), >=, 1);
}

static void
test_what_fails_is_repeated_by_the_cpu (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autofree Results *expected = expected_results (volume);

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    for (FaultyCall call = FAULTY_OPEN; call < FAULTY_CLOSE; call++)
      check_failure (volume, expected, call, failures[i]);
}

static void
test_an_estimate_that_fails_is_made_for_the_cpu (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autofree Results *expected = expected_results (volume);

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    check_failure (volume, expected, FAULTY_ESTIMATE, failures[i]);
}

static void
test_a_probe_that_fails_chooses_the_cpu (void)
{
  g_autoptr (OndEngine) first G_GNUC_UNUSED = begin (NULL);
  g_autoptr (OndEngine) engine = NULL;
  OndBackendReport reports[8];

  faulty_reset ();
  faulty_plan (FAULTY_PROBE, 1, 1000, OND_FAILED);
  engine = ond_engine_new (NULL, NULL);
  g_assert_cmpstr (ond_engine_get_backend (engine), ==, "fftw");
  g_assert_cmpint (ond_engine_list_backends (reports, 8), ==, 2);
  g_assert_false (reports[0].available);
  g_assert_cmpstr (reports[0].why, ==, FAULTY_WHY);
  g_assert_true (reports[1].available);
}

static void
test_a_lost_device_is_left_alone (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1),
                        other = reference_random_volume (size, NULL, 2);
  g_autofree Results *expected = expected_results (volume);
  g_autoptr (OndEngine) engine = begin (NULL), later = NULL;
  g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL), second = NULL;
  OndBackendReport reports[8];
  int asked;

  faulty_plan (FAULTY_STATS, 1, 1, OND_LOST);
  check_results (transform, expected); /* slices come before */
  asked = faulty_count_all ();
  g_assert_cmpint (faulty_count (FAULTY_SLICES), ==, 1);
  g_assert_cmpint (faulty_count (FAULTY_VOLUME), ==, 0);
  for (int i = 0; i < 100; i++)
    check_results (transform, expected);
  second = open_transform (engine, other, NULL);
  later = ond_engine_new (NULL, NULL);
  g_assert_nonnull (second);
  g_assert_cmpstr (ond_engine_get_backend (later), ==, "fftw");
  g_assert_cmpstr (ond_engine_get_backend (engine), ==, "fftw");
  g_assert_cmpstr (ond_engine_get_device (engine), ==, "CPU, 2 threads");
  ond_engine_list_backends (reports, 8);
  g_assert_false (reports[0].available);
  g_assert_nonnull (strstr (reports[0].why, FAULTY_WHY));
  g_assert_cmpint (faulty_count_all (), ==, asked);
  g_assert_nonnull (strstr (ond_engine_get_notice (engine), "lost"));
}

/* After one call, three, seven ... 63 that are left to the CPU; a success begins anew. */
static void
test_memory_is_asked_for_again_later (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autoptr (OndEngine) engine = begin (NULL);
  g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL);
  g_autofree Results *results = g_new0 (Results, 1);
  const int asked_at[] = { 1, 3, 7, 15 };

  faulty_plan (FAULTY_STATS, 1, 4, OND_NO_MEMORY);
  for (int n = 1, asked = 0; n <= 40; n++)
    {
      if (n > 30 || (asked < 4 && n == asked_at[asked]))
        asked++;
      else if (n == 30)
        asked = 4; /* 31 = 15 + 16: it has memory again, and keeps it */
      g_assert_true (run_pass (transform, OND_PASS_STATS, OND_LANE_SWEEP, results, NULL));
      g_assert_cmpint (faulty_count (FAULTY_STATS), ==, asked);
      g_assert_cmpstr (ond_transform_get_device (transform, OND_LANE_SWEEP), ==,
                       n > 30 ? FAULTY_DEVICE : "CPU, 2 threads");
    }
  g_assert_cmpstr (ond_engine_get_backend (engine), ==, "cuda");
}

/* An image that could not be opened is opened later, and used. */
static void
test_an_image_is_opened_again_later (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autofree Results *expected = expected_results (volume);
  g_autoptr (OndEngine) engine = begin (NULL);
  g_autoptr (OndTransform) transform = NULL;

  faulty_plan (FAULTY_OPEN, 1, 1, OND_NO_MEMORY);
  transform = open_transform (engine, volume, NULL);
  g_assert_cmpstr (ond_transform_get_device (transform, OND_LANE_SWEEP), ==, "CPU, 2 threads");
  check_results (transform, expected);
  g_assert_cmpstr (ond_transform_get_device (transform, OND_LANE_SWEEP), ==, FAULTY_DEVICE);
  g_assert_cmpint (faulty_count (FAULTY_OPEN), ==, 2);
}

/* Asked for by name, nothing stands in. */
static void
check_by_name (const char *backend, OndVolume *volume)
{
  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    for (int pass = 0; pass < OND_N_PASSES; pass++)
      {
        g_autoptr (OndEngine) engine = begin (backend);
        g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL);
        g_autofree Results *results = g_new0 (Results, 1);
        g_autoptr (GError) error = NULL;
        OndError code = failures[i] == OND_NO_MEMORY ? OND_ERROR_MEMORY : OND_ERROR_BACKEND;
        gboolean again = failures[i] == OND_NO_MEMORY || failures[i] == OND_FAILED;

        faulty_plan (call_of_pass[pass], 1, 1, failures[i]);
        g_assert_false (run_pass (transform, pass, OND_LANE_SWEEP, results, &error));
        g_assert_error (error, OND_ERROR, (int) code);
        g_assert_nonnull (strstr (error->message, FAULTY_WHY));
        g_assert_cmpint (run_pass (transform, pass, OND_LANE_SWEEP, results, NULL), ==, again);
        g_assert_cmpint (faulty_count (call_of_pass[pass]), ==, again ? 2 : 1);
        g_assert_cmpstr (ond_engine_get_backend (engine), ==, "cuda");
        g_assert_null (ond_engine_get_notice (engine));
      }
}

static void
test_by_name_nothing_stands_in (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);

  check_by_name ("cuda", volume);
  g_setenv ("ONDELETTE_BACKEND", "cuda", TRUE);
  check_by_name ("auto", volume);
  g_unsetenv ("ONDELETTE_BACKEND");
}

static void
test_by_name_a_missing_one_is_an_error (void)
{
  OndEngineOptions options = { 2, 0, "cuda" };
  g_autoptr (OndEngine) engine G_GNUC_UNUSED = begin ("cuda");
  g_autoptr (OndEngine) none = NULL;
  g_autoptr (GError) error = NULL;

  faulty_plan (FAULTY_PROBE, faulty_count (FAULTY_PROBE) + 1, 1, OND_UNAVAILABLE);
  none = ond_engine_new (&options, &error);
  g_assert_null (none);
  g_assert_error (error, OND_ERROR, OND_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, FAULTY_WHY));
}

static void
test_cancelling_is_no_failure (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autoptr (OndEngine) engine = begin (NULL);
  g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL);
  g_autofree Results *results = g_new0 (Results, 1);

  for (int pass = 0; pass < OND_N_PASSES; pass++)
    {
      g_autoptr (GError) error = NULL;

      faulty_plan (call_of_pass[pass], 1, 1, OND_CANCELLED);
      g_assert_false (run_pass (transform, pass, OND_LANE_SWEEP, results, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_true (run_pass (transform, pass, OND_LANE_SWEEP, results, NULL));
      g_assert_cmpint (faulty_count (call_of_pass[pass]), ==, 2);
    }
  g_assert_null (ond_engine_get_notice (engine));
  g_assert_cmpstr (ond_transform_get_device (transform, OND_LANE_SWEEP), ==, FAULTY_DEVICE);
}

/* A sweep's chunk waits inside the backend until a slider has begun; both then fail and both open
 * the CPU's image, of which there is one. */
typedef struct
{
  OndTransform *transform;
  OndLane lane;
  Results *results;
  gboolean ok;
} Lane;

static int arrived; /* atomic */

static void
wait_for_the_other (gpointer data)
{
  (void) data;
  g_atomic_int_inc (&arrived);
  while (g_atomic_int_get (&arrived) < 2)
    g_usleep (100);
}

static gpointer
run_lane (gpointer data)
{
  Lane *self = data;

  self->ok = run_pass (self->transform, OND_PASS_STATS, self->lane, self->results, NULL);
  return NULL;
}

static void
test_two_lanes_fail_at_once (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autofree Results *expected = expected_results (volume);

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autoptr (OndEngine) engine = begin (NULL);
      g_autoptr (OndTransform) transform = open_transform (engine, volume, NULL);
      g_autofree Results *a = g_new0 (Results, 1), *b = g_new0 (Results, 1);
      Lane sweep = { transform, OND_LANE_SWEEP, a, FALSE },
           slider = { transform, OND_LANE_INTERACTIVE, b, FALSE };
      GThread *thread;

      arrived = 0;
      faulty_plan (FAULTY_STATS, 1, 2, failures[i]);
      faulty_set_hook (FAULTY_STATS, wait_for_the_other, NULL);
      thread = g_thread_new ("sweep", run_lane, &sweep);
      run_lane (&slider);
      g_thread_join (thread);
      g_assert_true (sweep.ok && slider.ok);
      g_assert_cmpmem (a->stats, sizeof a->stats, expected->stats, sizeof a->stats);
      g_assert_cmpmem (b->stats, sizeof b->stats, expected->stats, sizeof b->stats);
    }
}

/* Where the device has the image, the host needs memory for the padded samples alone; where the
 * device is too small, what the CPU needs. */
static void
test_the_estimate_is_of_the_host (void)
{
  const OndGeometry geometry = { { 64, 64, 64 }, { 1, 1, 1 } };
  OndMethod method = ond_method_default ();
  g_autoptr (OndEngine) cpu = begin ("fftw"), roomy = NULL, small = NULL, alone = NULL;
  OndEngineOptions by_name = { 2, 0, "cuda" };
  g_autoptr (GError) error = NULL;
  gint32 padded[] = { 64, 64, 64 };
  guint64 need, bytes;

  ond_engine_estimate_size (cpu, &geometry, &method, padded, OND_PASS_STATS, &need, NULL);
  faulty_set_memory (1u << 30);
  roomy = ond_engine_new (&(OndEngineOptions){ 2, 0, NULL }, NULL);
  ond_engine_estimate_size (roomy, &geometry, &method, padded, OND_PASS_STATS, &bytes, NULL);
  g_assert_cmpuint (bytes, ==, 64 * 64 * 64 * sizeof (float));
  faulty_set_memory (1u << 20);
  small = ond_engine_new (&(OndEngineOptions){ 2, 0, NULL }, NULL);
  ond_engine_estimate_size (small, &geometry, &method, padded, OND_PASS_STATS, &bytes, NULL);
  g_assert_cmpuint (bytes, ==, need);
  alone = ond_engine_new (&by_name, NULL);
  g_assert_false (
      ond_engine_estimate_size (alone, &geometry, &method, padded, OND_PASS_STATS, &bytes, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
}

/* When the CPU has no room either, both reasons are told. */
static void
test_no_room_on_either_is_said (void)
{
  OndEngineOptions options = { 1, 9000, NULL };
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autoptr (OndEngine) first G_GNUC_UNUSED = begin (NULL);
  g_autoptr (OndEngine) engine = ond_engine_new (&options, NULL);
  g_autoptr (OndTransform) transform = NULL;
  g_autofree Results *results = g_new0 (Results, 1);
  g_autoptr (GError) error = NULL;

  transform = open_transform (engine, volume, &error);
  g_assert_no_error (error);
  faulty_plan (FAULTY_STATS, 1, 1, OND_FAILED);
  g_assert_false (run_pass (transform, OND_PASS_STATS, OND_LANE_SWEEP, results, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, FAULTY_WHY));
  g_assert_nonnull (strstr (error->message, "the CPU needs"));
}

/* A sweep goes on, and each chunk says who computed it. */
static void
test_chunks_of_a_sweep_name_the_device (void)
{
  static const char *const texts[] = { "0:180:8", "0:180:8", "2", "1" };
  g_autoptr (OndVolume) volume = reference_random_volume (size, NULL, 1);
  g_autoptr (OndEngine) engine = begin (NULL);
  g_autoptr (OndSweepPlan) plan = NULL;
  OndGrid *grids[OND_N_PARAMETERS];
  OndSweepRequest request = { .grids = grids,
                              .geometry = *ond_volume_get_geometry (volume),
                              .method = ond_method_default (),
                              .statistics = OND_STATISTICS_ALL };
  OndSweepResult result;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, NULL);
  g_assert_cmpuint (ond_sweep_plan_get_n_chunks (plan), >=, 3);
  faulty_plan (FAULTY_STATS, 2, 1, OND_LOST);
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      g_assert_true (ond_sweep_run_chunk (plan, c, engine, volume, &result, NULL, NULL));
      g_assert_cmpstr (result.device, ==, c < 1 ? FAULTY_DEVICE : "CPU, 2 threads");
    }
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (void);
  } tests[] = {
    { "computes-while-it-can", test_it_computes_while_it_can },
    { "what-fails-is-repeated-by-the-cpu", test_what_fails_is_repeated_by_the_cpu },
    { "an-estimate-that-fails-is-made-for-the-cpu",
      test_an_estimate_that_fails_is_made_for_the_cpu },
    { "a-probe-that-fails-chooses-the-cpu", test_a_probe_that_fails_chooses_the_cpu },
    { "a-lost-device-is-left-alone", test_a_lost_device_is_left_alone },
    { "memory-is-asked-for-again-later", test_memory_is_asked_for_again_later },
    { "an-image-is-opened-again-later", test_an_image_is_opened_again_later },
    { "by-name-nothing-stands-in", test_by_name_nothing_stands_in },
    { "by-name-a-missing-one-is-an-error", test_by_name_a_missing_one_is_an_error },
    { "cancelling-is-no-failure", test_cancelling_is_no_failure },
    { "two-lanes-fail-at-once", test_two_lanes_fail_at_once },
    { "the-estimate-is-of-the-host", test_the_estimate_is_of_the_host },
    { "chunks-of-a-sweep-name-the-device", test_chunks_of_a_sweep_name_the_device },
    { "no-room-on-either-is-said", test_no_room_on_either_is_said },
  };

  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDELETTE_BACKEND");
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/fallback/", tests[i].name, NULL);
      g_test_add_func (path, tests[i].test);
    }
  return g_test_run ();
}
