/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-harness.h"

typedef struct
{
  OndEngine *engine;
  OndVolume *volume;
  OndSession *session;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  self->engine = model_engine ();
  self->volume = model_volume (23, 18, 14);
  self->session = ond_session_new (self->engine);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_finalize_object (self->session);
  ond_volume_unref (self->volume);
  ond_engine_unref (self->engine);
}

static void
open_volume (Fixture *self)
{
  ond_session_set_volume (self->session, self->volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
}

static double
get (Fixture *self, const char *property)
{
  double value;

  g_object_get (self->session, property, &value, NULL);
  return value;
}

static void
count (int *n)
{
  ++*n;
}

static void
watch (Fixture *self, const char *signal, int *n)
{
  g_signal_connect_swapped (self->session, signal, G_CALLBACK (count), n);
}

static void
test_defaults (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndMethod method = ond_session_get_method (self->session), usual = ond_method_default ();

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_assert_cmpfloat (get (self, ond_parameters[p].name), ==, ond_parameters[p].initial);
  g_assert_true (ond_method_equal (&method, &usual));
  g_assert_cmpint (ond_session_get_wavelet (self->session).norm, ==, OND_NORM_L2);
  g_assert_null (ond_session_get_volume (self->session));
  g_assert_false (ond_session_get_busy (self->session));
}

static void
test_phi_folds (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_set (self->session, "theta", 30.0, "phi", 190.0, NULL);
  g_assert_cmpfloat (get (self, "phi"), ==, 10);
  g_assert_cmpfloat (get (self, "theta"), ==, 150);
  g_object_set (self->session, "theta", -10.0, NULL);
  g_assert_cmpfloat (get (self, "theta"), ==, 170);
  g_assert_cmpfloat (get (self, "phi"), ==, 10);
}

static void
test_lengths_clamp (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_set (self->session, "xi", 0.0, "scale", 1e9, NULL);
  g_assert_cmpfloat (get (self, "xi"), ==, ond_parameters[OND_PARAMETER_XI].lower);
  g_assert_cmpfloat (get (self, "scale"), ==, ond_parameters[OND_PARAMETER_SCALE].upper);
}

static void
test_not_finite_is_ignored (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndWavelet wavelet = { NAN, INFINITY, NAN, NAN, OND_NORM_L1 };

  ond_session_set_wavelet (self->session, &wavelet);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_assert_cmpfloat (get (self, ond_parameters[p].name), ==, ond_parameters[p].initial);
  g_assert_cmpint (ond_session_get_wavelet (self->session).norm, ==, OND_NORM_L1);
}

static void
test_degrees_survive (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (int degrees = 0; degrees < 180; degrees++)
    {
      OndWavelet wavelet = ond_wavelet_default ();

      ond_wavelet_set (&wavelet, OND_PARAMETER_THETA, degrees);
      ond_session_set_wavelet (self->session, &wavelet);
      g_assert_cmpfloat (get (self, "theta"), ==, degrees);
    }
}

static void
test_notify_once_and_only_on_change (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  int theta = 0, phi = 0, xi = 0;

  watch (self, "notify::theta", &theta);
  watch (self, "notify::phi", &phi);
  watch (self, "notify::xi", &xi);
  g_object_set (self->session, "theta", 30.0, NULL); /* as it is */
  g_assert_cmpint (theta, ==, 0);
  g_object_set (self->session, "phi", 190.0, NULL); /* moves both */
  g_assert_cmpint (theta, ==, 1);
  g_assert_cmpint (phi, ==, 1);
  g_assert_cmpint (xi, ==, 0);
}

static void
test_opening_centres_and_shows (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  int volumes = 0, responses = 0, width, height;
  gint32 at[OND_N_AXES];

  watch (self, "volume-changed", &volumes);
  watch (self, "response-ready", &responses);
  open_volume (self);
  g_assert_cmpint (volumes, ==, 1);
  g_assert_cmpint (responses, ==, 1);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 11);
  g_assert_cmpint (at[OND_Y], ==, 9);
  g_assert_cmpint (at[OND_Z], ==, 7);
  for (int show = 0; show < OND_N_SHOWS; show++)
    for (int i = 0; i < OND_N_AXES; i++)
      {
        g_assert_nonnull (ond_session_get_slice (self->session, show, i, &width, &height));
        g_assert_cmpint (width, ==,
                         ond_volume_get_geometry (self->volume)->n[ond_slice_horizontal (i)]);
        g_assert_cmpint (height, ==,
                         ond_volume_get_geometry (self->volume)->n[ond_slice_vertical (i)]);
      }
}

static void
assert_image_slices (Fixture *self)
{
  gint32 at[OND_N_AXES];
  int width, height;

  ond_session_get_cross_hair (self->session, at);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      gsize n = ond_geometry_slice_size (ond_volume_get_geometry (self->volume), i);
      g_autofree float *expected = g_new (float, n);
      const float *slice =
          ond_session_get_slice (self->session, OND_SHOW_IMAGE, i, &width, &height);

      ond_volume_get_slice (self->volume, i, at[i], expected);
      g_assert_cmpmem (slice, n * sizeof (float), expected, n * sizeof (float));
    }
}

static void
assert_response_slices (Fixture *self)
{
  OndMethod method = ond_session_get_method (self->session);
  OndWavelet wavelet = ond_session_get_wavelet (self->session);
  gint32 at[OND_N_AXES];
  int width, height;

  ond_session_get_cross_hair (self->session, at);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      gsize n = ond_geometry_slice_size (ond_volume_get_geometry (self->volume), i);
      g_autofree float *expected =
          model_slice (self->engine, self->volume, &method, &wavelet, at, i);

      model_assert_near (
          ond_session_get_slice (self->session, OND_SHOW_RESPONSE, i, &width, &height), expected,
          n);
    }
}

static void
test_cross_hair_cuts_at_once (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 to[OND_N_AXES] = { 3, 9, 100 };
  guint64 serials[OND_N_AXES];
  gint32 at[OND_N_AXES];

  open_volume (self);
  for (int i = 0; i < OND_N_AXES; i++)
    serials[i] = ond_session_get_serial (self->session, OND_SHOW_IMAGE, i);
  ond_session_set_cross_hair (self->session, to);
  ond_session_get_cross_hair (self->session, at);
  g_assert_cmpint (at[OND_X], ==, 3);
  g_assert_cmpint (at[OND_Z], ==, 13); /* clamped */
  assert_image_slices (self);          /* without waiting */
  g_assert_cmpuint (ond_session_get_serial (self->session, OND_SHOW_IMAGE, OND_X), >,
                    serials[OND_X]);
  g_assert_cmpuint (ond_session_get_serial (self->session, OND_SHOW_IMAGE, OND_Y), ==,
                    serials[OND_Y]);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  assert_response_slices (self);
}

static void
test_latest_wins (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  guint64 before;
  OndShown shown;

  open_volume (self);
  before = ond_session_get_n_responses (self->session);
  for (int i = 1; i <= 100; i++)
    g_object_set (self->session, "theta", 1.5 * i, NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpuint (ond_session_get_n_responses (self->session) - before, <=, 2);
  g_assert_true (ond_session_get_shown (self->session, &shown));
  g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&shown.wavelet, OND_PARAMETER_THETA), 150, 1e-9);
  assert_response_slices (self);
}

/* Until the new response is there, the slices say which plane they are of. */
static void
test_slices_know_their_plane (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 to[OND_N_AXES] = { 3, 9, 2 };
  gint32 before[OND_N_AXES], at[OND_N_AXES];

  open_volume (self);
  ond_session_get_cross_hair (self->session, before);
  ond_session_set_cross_hair (self->session, to);
  ond_session_get_slices_at (self->session, OND_SHOW_IMAGE, at);
  g_assert_cmpmem (at, sizeof at, to, sizeof to);
  ond_session_get_slices_at (self->session, OND_SHOW_RESPONSE, at);
  g_assert_cmpmem (at, sizeof at, before, sizeof before);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  ond_session_get_slices_at (self->session, OND_SHOW_RESPONSE, at);
  g_assert_cmpmem (at, sizeof at, to, sizeof to);
}

static void
test_every_input_asks_anew (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const inputs[] = { "norm", "boundary", "sampling", "fill", "border" };

  open_volume (self);
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      guint64 before = ond_session_get_n_responses (self->session);

      g_object_set (self->session, inputs[i], 1, NULL);
      MODEL_WAIT (!ond_session_get_busy (self->session));
      g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, before + 1);
      assert_response_slices (self);
    }
}

static void
test_limits_stay_until_refit (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale fitted;
  int width, height;
  double lower, upper, largest = 0;

  open_volume (self);
  fitted = *ond_session_get_colors (self->session, OND_SHOW_RESPONSE);
  g_assert_cmpfloat (fitted.upper, >, 0);
  g_assert_cmpfloat (fitted.lower, ==, -fitted.upper);
  g_object_set (self->session, "xi", 1.0, NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpfloat (ond_session_get_colors (self->session, OND_SHOW_RESPONSE)->upper, ==,
                     fitted.upper);
  ond_session_refit (self->session, OND_SHOW_RESPONSE);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      const float *slice =
          ond_session_get_slice (self->session, OND_SHOW_RESPONSE, i, &width, &height);

      ond_color_limits_percentile (slice, (gsize) width * (gsize) height, 0.995, TRUE, &lower,
                                   &upper);
      largest = MAX (largest, upper);
    }
  g_assert_cmpfloat (ond_session_get_colors (self->session, OND_SHOW_RESPONSE)->upper, ==, largest);
  g_assert_cmpfloat (largest, !=, fitted.upper);
}

static void
test_norm_rescales_limits (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndWavelet l2, raw;
  double before;

  open_volume (self);
  before = ond_session_get_colors (self->session, OND_SHOW_RESPONSE)->upper;
  l2 = raw = ond_session_get_wavelet (self->session);
  raw.norm = OND_NORM_RAW;
  ond_session_set_wavelet (self->session, &raw);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpfloat_with_epsilon (ond_session_get_colors (self->session, OND_SHOW_RESPONSE)->upper,
                                  before / ond_wavelet_norm_factor (&l2, 3), 1e-9 * before);
}

static void
test_display_only (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors;
  int display = 0, pixels = 0;
  guint64 responses;

  open_volume (self);
  responses = ond_session_get_n_responses (self->session);
  watch (self, "display-changed", &display);
  watch (self, "pixels-changed", &pixels);
  colors = *ond_session_get_colors (self->session, OND_SHOW_IMAGE);
  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &colors); /* as they are */
  g_assert_cmpint (display, ==, 0);
  colors.invert = TRUE;
  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &colors);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_cmpint (display, ==, 2);
  g_assert_cmpint (pixels, ==, 0);
  g_assert_false (ond_session_get_busy (self->session));
  g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, responses);
}

static void
test_image_has_one_slice (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) image = model_volume (20, 15, 1);
  int width, height;

  ond_session_set_volume (self->session, image);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, 1);
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      g_assert_nonnull (ond_session_get_slice (self->session, show, OND_Z, &width, &height));
      g_assert_null (ond_session_get_slice (self->session, show, OND_X, &width, &height));
      g_assert_null (ond_session_get_slice (self->session, show, OND_Y, &width, &height));
    }
}

static void
test_error_is_a_message (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndGeometry geometry = { { 6, 5, 4 }, { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = "empty" };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) invalid = NULL;
  g_autofree char *message = NULL;

  for (gsize i = 0; i < ond_geometry_n_voxels (&geometry); i++)
    samples[i] = NAN;
  invalid = ond_volume_new_take (&geometry, samples, &info);
  ond_session_set_volume (self->session, invalid);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_object_get (self->session, "message", &message, NULL);
  g_assert_nonnull (message);
  g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, 0);

  /* The next volume is none the worse for it. */
  open_volume (self);
  g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, 1);
  g_clear_pointer (&message, g_free);
  g_object_get (self->session, "message", &message, NULL);
  g_assert_null (message);
}

static void
test_another_volume_overtakes (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) large = model_volume (90, 80, 70);

  ond_session_set_volume (self->session, large);
  open_volume (self);
  g_assert_true (ond_session_get_volume (self->session) == self->volume);
  g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, 1);
  assert_image_slices (self);
  assert_response_slices (self);
}

/* Ends with the fixture's g_assert_finalize_object(): the worker holds no reference on the
 * session. */
static void
test_closing_in_the_middle (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) large = model_volume (90, 80, 70);

  ond_session_set_volume (self->session, large);
  g_assert_true (ond_session_get_busy (self->session));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/session/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("defaults-are-those-of-the-library", test_defaults);
  ADD ("phi-beyond-180-flips-theta", test_phi_folds);
  ADD ("xi-and-scale-are-clamped", test_lengths_clamp);
  ADD ("what-is-not-finite-is-ignored", test_not_finite_is_ignored);
  ADD ("degrees-survive-radians", test_degrees_survive);
  ADD ("notifies-once-and-only-on-change", test_notify_once_and_only_on_change);
  ADD ("opening-centres-and-shows", test_opening_centres_and_shows);
  ADD ("cross-hair-cuts-the-image-at-once", test_cross_hair_cuts_at_once);
  ADD ("a-hundred-changes-make-two-responses-at-most", test_latest_wins);
  ADD ("slices-know-their-plane", test_slices_know_their_plane);
  ADD ("every-input-asks-for-a-response", test_every_input_asks_anew);
  ADD ("limits-stay-until-refit", test_limits_stay_until_refit);
  ADD ("norm-rescales-limits-exactly", test_norm_rescales_limits);
  ADD ("display-changes-compute-nothing", test_display_only);
  ADD ("an-image-has-one-slice", test_image_has_one_slice);
  ADD ("an-error-is-a-message", test_error_is_a_message);
  ADD ("another-volume-overtakes", test_another_volume_overtakes);
  ADD ("closing-in-the-middle-is-safe", test_closing_in_the_middle);
  return g_test_run ();
}
