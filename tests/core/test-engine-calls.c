/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the engine beside each other: cancelled ones, two lanes, memory that lies idle. */
#include "core/backend-fftw.h"
#include "core/fftw-private.h"
#include "reference.h"

static OndEngine *
engine_with (int threads, guint64 memory)
{
  OndEngineOptions options = { threads, memory, "fftw" };
  g_autoptr (GError) error = NULL;
  OndEngine *engine = ond_engine_new (&options, &error);

  g_assert_no_error (error);
  return engine;
}

static OndMethod
method_of (OndBoundary boundary)
{
  OndMethod method = ond_method_default ();

  method.boundary = boundary;
  return method;
}

static const OndWavelet needle = { G_PI / 6, G_PI / 4, 5, 1, OND_NORM_L2 };

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_a_running_pass_can_be_cancelled (void)
{
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 64, 64, 64 }, NULL, 1);
  OndMethod method = method_of (OND_BOUNDARY_PERIODIC);
  OndWavelet wavelets[1000];
  g_autofree OndMoments *moments = g_new (OndMoments, G_N_ELEMENTS (wavelets));
  g_autoptr (OndTransform) transform = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;

  for (gsize i = 0; i < G_N_ELEMENTS (wavelets); i++)
    wavelets[i] = needle;
  transform =
      ond_engine_get_transform (engine, volume, &method, wavelets, 1, OND_LANE_SWEEP, NULL, NULL);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_false (ond_transform_stats (transform, wavelets, G_N_ELEMENTS (wavelets), moments,
                                       OND_LANE_SWEEP, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
}

/* What a pass keeps for the next one makes way for a transform that needs the room, and goes when
 * the engine is cleared. */
static void
test_idle_memory_makes_way (void)
{
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 64, 64, 64 }, NULL, 1);
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  const OndMethod periodic = method_of (OND_BOUNDARY_PERIODIC),
                  zero = method_of (OND_BOUNDARY_ZERO);
  const OndWavelet wavelet = { 0.3, 0.4, 1, 1, OND_NORM_L2 };
  g_autoptr (OndEngine) asked = engine_with (1, 0);
  g_autoptr (OndEngine) engine = NULL;
  g_autoptr (OndTransform) first = NULL, second = NULL;
  g_autoptr (GError) error = NULL;
  OndMoments moments;
  guint64 small, large;

  g_assert_true (
      ond_engine_estimate (asked, geometry, &periodic, &wavelet, 1, OND_PASS_STATS, &small, NULL));
  g_assert_true (
      ond_engine_estimate (asked, geometry, &zero, &wavelet, 1, OND_PASS_STATS, &large, NULL));
  /* Room for one transform that is held, without the memory of its passes, and for another one. */
  engine = engine_with (1, large + small / 2 + small / 10);
  first = ond_engine_get_transform (engine, volume, &periodic, &wavelet, 1, OND_LANE_INTERACTIVE,
                                    NULL, &error);
  g_assert_no_error (error);
  g_assert_true (
      ond_transform_stats (first, &wavelet, 1, &moments, OND_LANE_INTERACTIVE, NULL, NULL));
  g_assert_cmpuint (ond_backend_fftw_idle_bytes (), >, 64 * 64 * 64 * 4);
  second =
      ond_engine_get_transform (engine, volume, &zero, &wavelet, 1, OND_LANE_SWEEP, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ond_transform_stats (second, &wavelet, 1, &moments, OND_LANE_SWEEP, NULL, NULL));
  ond_engine_clear (engine);
  g_assert_cmpuint (ond_backend_fftw_idle_bytes (), ==, 0);
}

/* Two calls in one lane: the second one is cancelled while the first has the lane's memory. */
static void
test_waiting_for_the_lane_can_be_cancelled (void)
{
  g_autoptr (OndEngine) engine = engine_with (1, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ 16, 16, 16 }, NULL, 1);
  const OndMethod method = method_of (OND_BOUNDARY_PERIODIC);
  const OndWavelet wavelet = needle;
  g_autoptr (OndTransform) transform = ond_engine_get_transform (
      engine, volume, &method, &wavelet, 1, OND_LANE_INTERACTIVE, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  OndCall first = { .lane = OND_LANE_INTERACTIVE, .threads = 1 };
  g_autoptr (GError) error = NULL;
  OndMoments moments;
  void *memory;
  GThread *thread;

  g_assert_cmpint (ond_scratch_lock (&first, 1000, &memory), ==, OND_OK);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_false (ond_transform_stats (transform, &wavelet, 1, &moments, OND_LANE_INTERACTIVE,
                                       cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  ond_scratch_unlock (&first);
  g_assert_true (
      ond_transform_stats (transform, &wavelet, 1, &moments, OND_LANE_INTERACTIVE, NULL, NULL));
}

/* A sweep without an end, as a thread of the window runs it. */
typedef struct
{
  OndTransform *transform;
  GCancellable *cancellable;
  int points; /* atomic */
} Background;

static gpointer
sweep_on (gpointer data)
{
  Background *self = data;
  const OndWavelet wavelet = needle;
  OndMoments moments;

  while (ond_transform_stats (self->transform, &wavelet, 1, &moments, OND_LANE_SWEEP,
                              self->cancellable, NULL))
    g_atomic_int_inc (&self->points);
  return NULL;
}

/* Under a running sweep the sliders get every picture, to the bit what they get alone, and the
 * sweep goes on between them. */
static void
test_sliders_and_a_sweep_go_on_together (void)
{
  enum
  {
    N_UPDATES = 100,
    SIDE = 48
  };
  g_autoptr (OndEngine) engine = engine_with (2, 0);
  g_autoptr (OndVolume) volume = reference_random_volume ((gint32[]){ SIDE, SIDE, SIDE }, NULL, 4);
  const OndMethod method = method_of (OND_BOUNDARY_PERIODIC);
  const gint32 at[] = { 3, 30, 17 };
  OndWavelet wavelet = needle;
  g_autoptr (OndTransform) transform =
      ond_engine_get_transform (engine, volume, &method, &wavelet, 1, OND_LANE_SWEEP, NULL, NULL);
  Background background = { transform, g_cancellable_new (), 0 };
  g_autofree float *alone = g_new (float, N_UPDATES *SIDE *SIDE);
  g_autofree float *slice = g_new (float, SIDE *SIDE);
  GThread *thread = NULL;
  int points = 0, last = 0, paused = 0;

  for (int sweeping = 0; sweeping <= 1; sweeping++)
    {
      if (sweeping)
        thread = g_thread_new ("sweep", sweep_on, &background);
      for (int i = 0; i < N_UPDATES; i++)
        {
          float *out[] = { NULL, sweeping ? slice : alone + i * SIDE * SIDE, NULL };

          wavelet.theta = 0.01 * i;
          g_assert_true (ond_transform_slices (transform, &wavelet, at, out, OND_LANE_INTERACTIVE,
                                               NULL, NULL));
          if (!sweeping)
            continue;
          g_assert_cmpmem (slice, SIDE * SIDE * sizeof *slice, alone + i * SIDE * SIDE,
                           SIDE * SIDE * sizeof *slice);
          for (int wait = 0; wait < 2000 && g_atomic_int_get (&background.points) == last; wait++)
            g_usleep (1000);
          points = g_atomic_int_get (&background.points);
          paused += points == last;
          last = points;
        }
    }
  g_cancellable_cancel (background.cancellable);
  g_thread_join (thread);
  g_object_unref (background.cancellable);
  g_test_message ("%d points of the sweep during %d updates", points, N_UPDATES);
  g_assert_cmpint (points, >=, N_UPDATES);
  g_assert_cmpint (paused, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-calls/a-running-pass-can-be-cancelled",
                   test_a_running_pass_can_be_cancelled);
  g_test_add_func ("/engine-calls/idle-memory-makes-way", test_idle_memory_makes_way);
  g_test_add_func ("/engine-calls/waiting-for-the-lane-can-be-cancelled",
                   test_waiting_for_the_lane_can_be_cancelled);
  g_test_add_func ("/engine-calls/sliders-and-a-sweep-go-on-together",
                   test_sliders_and_a_sweep_go_on_together);
  return g_test_run ();
}
