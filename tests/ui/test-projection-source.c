/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is projected follows the session, and never in the sliders' way. */
#include "model-harness.h"

#include "ui/gl-colors.h"
#include "ui/projection-source.h"

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndProjectionSource *source;
} Fixture;

static const OndProjectionRoom plenty = { .voxels = 1 << 20, .edge = 512 };

static void
begin (Fixture *self, OndEngine *engine)
{
  g_autoptr (OndVolume) volume = model_volume (26, 20, 17);

  self->engine = engine;
  self->session = ond_session_new (self->engine);
  self->source = ond_projection_source_new (self->session);
  ond_session_set_volume (self->session, volume);
  ond_projection_source_set_room (self->source, &plenty);
  ond_projection_source_set_active (self->source, TRUE);
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  begin (self, model_engine ());
  MODEL_WAIT (ond_projection_source_is_current (self->source));
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer source = self->source, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (source), &source);
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  ond_projection_source_stop (self->source);
  g_object_unref (self->source);
  g_object_unref (self->session);
  MODEL_WAIT (source == NULL && session == NULL);
  ond_engine_unref (self->engine);
}

/* The keys are those of `samples`, with some polarity. */
static void
assert_is_of (OndProjectionSource *source, OndVolume *volume, const float *samples,
              OndPolarity polarity)
{
  OndProjectionVolume *made = ond_projection_source_get_volume (source);

  g_assert_nonnull (made);
  for (gsize i = 0; i < ond_volume_get_n_voxels (volume); i++)
    g_assert_cmpuint (
        made->keys[i], ==,
        ond_gl_colors_key ((float) ond_polarity_apply (polarity, (double) samples[i])));
}

static void
assert_is_of_response (Fixture *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  OndMethod method = ond_session_get_method (self->session);
  OndWavelet wavelet = ond_session_get_wavelet (self->session);
  g_autofree float *samples = g_new (float, ond_volume_get_n_voxels (volume));
  g_autoptr (GError) error = NULL;
  g_autoptr (OndTransform) transform = ond_engine_get_transform (
      self->engine, volume, &method, &wavelet, 1, OND_LANE_INTERACTIVE, NULL, &error);

  g_assert_no_error (error);
  ond_transform_volume (transform, &wavelet, samples, NULL, OND_LANE_INTERACTIVE, NULL, &error);
  g_assert_no_error (error);
  assert_is_of (self->source, volume, samples,
                ond_session_get_colors (self->session, OND_SHOW_RESPONSE)->polarity);
}

static void
test_follows_parameters (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const parameters[] = { "theta", "phi", "xi", "scale" };
  static const char *const choices[] = { "norm", "boundary", "sampling", "border" };
  guint n_made = ond_projection_source_get_n_made (self->source);

  assert_is_of_response (self);
  for (gsize i = 0; i < G_N_ELEMENTS (parameters) + G_N_ELEMENTS (choices); i++)
    {
      OndProjectionVolume *before = ond_projection_source_get_volume (self->source);

      if (i < G_N_ELEMENTS (parameters))
        g_object_set (self->session, parameters[i], 1.5 + (double) i, NULL);
      else
        g_object_set (self->session, choices[i - G_N_ELEMENTS (parameters)], 1, NULL);
      g_assert_false (ond_projection_source_is_current (self->source));
      g_assert_true (ond_projection_source_get_volume (self->source) == before);
      MODEL_WAIT (ond_projection_source_is_current (self->source));
      assert_is_of_response (self);
    }
  g_assert_cmpuint (ond_projection_source_get_n_made (self->source), ==, n_made + 8);
}

static void
test_polarity (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *ond_session_get_colors (self->session, OND_SHOW_RESPONSE);

  colors.polarity = OND_POLARITY_DARK;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  g_assert_false (ond_projection_source_is_current (self->source));
  MODEL_WAIT (ond_projection_source_is_current (self->source));
  assert_is_of_response (self);
}

/* Drags theta in steps of 30 ms, long enough for a volume of this size. Returns the longest step:
 * a busy machine may make more of one. */
static gint64
drag (Fixture *self)
{
  gint64 last = g_get_monotonic_time (), longest = 0;

  for (int i = 0; i < 12; i++)
    {
      double theta = 31 + (double) (last % 1000) / 10 + i;
      gboolean up = FALSE;
      gint64 now;

      g_object_set (self->session, "theta", theta, NULL);
      g_timeout_add (30, model_time_is_up, &up);
      MODEL_WAIT (up && !ond_session_get_busy (self->session));
      now = g_get_monotonic_time ();
      longest = MAX (longest, now - last);
      last = now;
    }
  return longest;
}

/* While they move there is none, and one after. */
static void
test_waits_for_rest (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  guint n_made = 0;
  gint64 longest = G_MAXINT64;

  for (int attempt = 0; attempt < 50 && longest > 100 * G_TIME_SPAN_MILLISECOND; attempt++)
    {
      MODEL_WAIT (ond_projection_source_is_current (self->source));
      n_made = ond_projection_source_get_n_made (self->source);
      longest = drag (self);
    }
  g_assert_cmpint (longest, <=, 100 * G_TIME_SPAN_MILLISECOND);
  g_assert_cmpuint (ond_projection_source_get_n_made (self->source), ==, n_made);
  MODEL_WAIT (ond_projection_source_is_current (self->source));
  g_assert_cmpuint (ond_projection_source_get_n_made (self->source), ==, n_made + 1);
}

/* Both are kept: to and fro takes no work. */
static void
test_image_and_response (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  OndProjectionVolume *response = ond_projection_source_get_volume (self->source);
  guint n_made;

  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  MODEL_WAIT (ond_projection_source_is_current (self->source));
  assert_is_of (self->source, volume, ond_volume_get_samples (volume), OND_POLARITY_BRIGHT);
  n_made = ond_projection_source_get_n_made (self->source);
  ond_session_set_mode (self->session, OND_MODE_BOTH);
  g_assert_true (ond_projection_source_is_current (self->source));
  g_assert_true (ond_projection_source_get_volume (self->source) == response);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_true (ond_projection_source_is_current (self->source));

  /* Parameters do not touch the image. */
  g_object_set (self->session, "theta", 77., NULL);
  g_assert_true (ond_projection_source_is_current (self->source));
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpuint (ond_projection_source_get_n_made (self->source), ==, n_made);
}

static void
test_hidden (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  guint n_made = ond_projection_source_get_n_made (self->source);
  gboolean up = FALSE;

  ond_projection_source_set_active (self->source, FALSE);
  g_object_set (self->session, "theta", 50., NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_timeout_add (300, model_time_is_up, &up); /* twice the rest that it waits for */
  MODEL_WAIT (up);
  g_assert_cmpuint (ond_projection_source_get_n_made (self->source), ==, n_made);
  ond_projection_source_set_active (self->source, TRUE);
  MODEL_WAIT (ond_projection_source_is_current (self->source));
}

static void
test_another_volume (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) cube = model_volume (12, 14, 16), image = model_volume (12, 14, 1);
  OndProjection *projection = ond_session_get_projection (self->session);
  OndPose pose = { .azimuth = 77, .zoom = 3, .x = 0.1 };

  ond_projection_set_pose (projection, &pose);
  ond_session_set_volume (self->session, cube);
  g_assert_null (ond_projection_source_get_volume (self->source));
  pose = ond_projection_get_pose (projection);
  g_assert_true (pose.azimuth == 77 && pose.zoom == 1 && pose.x == 0); /* it fits */
  MODEL_WAIT (ond_projection_source_is_current (self->source));
  assert_is_of_response (self);
  ond_session_set_volume (self->session, image);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_null (ond_projection_source_get_volume (self->source));
  g_assert_null (ond_projection_source_get_message (self->source));
}

/* Nothing waits for what runs, and nothing comes of it. */
static void
test_stopped_at_work (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (int i = 0; i < 3; i++)
    {
      OndProjectionSource *source = ond_projection_source_new (self->session);
      gpointer weak = source;

      g_object_add_weak_pointer (G_OBJECT (source), &weak);
      ond_projection_source_set_room (source, &plenty);
      ond_projection_source_set_active (source, TRUE); /* works from here on */
      g_assert_false (ond_projection_source_is_current (source));
      ond_projection_source_stop (source);
      g_assert_null (ond_projection_source_get_volume (source));
      g_object_unref (source);
      MODEL_WAIT (weak == NULL);
    }
}

/* Memory for the slices and not for the whole response: the slices are there, and it is said. */
static void
test_no_memory (void)
{
  g_autoptr (OndVolume) volume = model_volume (26, 20, 17);
  const OndMethod method = ond_method_default ();
  const OndWavelet wavelet = ond_wavelet_default ();
  OndEngineOptions options = { .threads = 2, .backend = "fftw" };
  g_autoptr (OndEngine) asked = model_engine ();
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  g_assert_true (ond_engine_estimate (asked, ond_volume_get_geometry (volume), &method, &wavelet, 1,
                                      OND_PASS_VOLUME, &options.memory, &error));
  options.memory += ond_volume_get_n_voxels (volume) * sizeof (float) / 2;
  begin (&fixture, ond_engine_new (&options, &error));
  g_assert_no_error (error);
  MODEL_WAIT (ond_projection_source_is_current (fixture.source));
  g_assert_null (ond_projection_source_get_volume (fixture.source));
  g_assert_nonnull (strstr (ond_projection_source_get_message (fixture.source), "memory"));
  g_assert_cmpuint (ond_session_get_n_responses (fixture.session), >, 0);

  /* The image needs no such thing. */
  ond_session_set_mode (fixture.session, OND_MODE_IMAGE);
  MODEL_WAIT (ond_projection_source_is_current (fixture.source));
  g_assert_nonnull (ond_projection_source_get_volume (fixture.source));
  tear_down (&fixture, NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/projection-source/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("the-response-follows-the-parameters", test_follows_parameters);
  ADD ("nothing-is-computed-while-they-move", test_waits_for_rest);
  ADD ("another-sign-is-another-volume", test_polarity);
  ADD ("image-and-response-are-kept-side-by-side", test_image_and_response);
  ADD ("nothing-is-computed-for-a-hidden-view", test_hidden);
  ADD ("another-volume-leaves-nothing", test_another_volume);
  ADD ("can-be-stopped-at-work", test_stopped_at_work);
#undef ADD
  g_test_add_func ("/projection-source/says-when-memory-is-short", test_no_memory);
  return g_test_run ();
}
