/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits: which rule makes them, when they follow and when they stay, and what they clip. Without a
 * display. */
#include "model-harness.h"

#include "ui/display.h"

#define N 100

/* 0 ... N - 1, and a response that is `factor` times that in each of its slices. */
typedef struct
{
  OndDisplay *display;
  OndVolume *volume;
  float *slices[OND_N_AXES];
  int changes;
} Fixture;

static void
count (OndDisplay *display G_GNUC_UNUSED, int *n)
{
  ++*n;
}

static void
respond (Fixture *self, float offset, float factor, gboolean first)
{
  const OndGeometry *geometry = ond_volume_get_geometry (self->volume);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      gsize n = ond_geometry_slice_size (geometry, i);

      for (gsize k = 0; k < n; k++)
        self->slices[i][k] = offset + factor * (float) k / (float) (n - 1);
    }
  ond_display_set_response (self->display, (const float *const *) self->slices, first);
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndGeometry geometry = { { 5, 5, 4 }, { 1, 1, 1 } };
  const OndVolumeInfo info = { .name = "ramp" };
  float *samples = ond_volume_alloc (&geometry, NULL);

  for (int i = 0; i < N; i++)
    samples[i] = (float) i;
  self->volume = ond_volume_new_take (&geometry, samples, &info);
  for (int i = 0; i < OND_N_AXES; i++)
    self->slices[i] = g_new (float, ond_geometry_slice_size (&geometry, i));
  self->display = ond_display_new ();
  g_signal_connect (self->display, "changed", G_CALLBACK (count), &self->changes);
  ond_display_set_volume (self->display, self->volume);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ond_display_set_volume (self->display, NULL);
  for (int i = 0; i < OND_N_AXES; i++)
    g_free (self->slices[i]);
  ond_volume_unref (self->volume);
  g_object_unref (self->display);
}

static void
assert_limits (Fixture *self, OndShow show, double lower, double upper)
{
  const OndColorScale *colors = ond_display_get_colors (self->display, show);

  g_assert_cmpfloat_with_epsilon (colors->lower, lower, 1e-6);
  g_assert_cmpfloat_with_epsilon (colors->upper, upper, 1e-6);
}

static void
set_limits (Fixture *self, OndShow show, double lower, double upper)
{
  OndColorScale colors = *ond_display_get_colors (self->display, show);

  colors.lower = lower;
  colors.upper = upper;
  ond_display_set_colors (self->display, show, &colors);
}

static void
test_rules_of_image (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const struct
  {
    OndLimits rule;
    double lower, upper;
  } rules[] = {
    { OND_LIMITS_MINMAX, 0, 99 }, { OND_LIMITS_90, 4, 95 },          { OND_LIMITS_95, 2, 97 },
    { OND_LIMITS_ZSCALE, 0, 99 }, { OND_LIMITS_SYMMETRIC, -99, 99 }, { OND_LIMITS_995, 0, 99 },
  };

  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_IMAGE), ==, OND_LIMITS_995);
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      self->changes = 0;
      ond_display_set_rule (self->display, OND_SHOW_IMAGE, rules[i].rule);
      g_assert_cmpint (self->changes, ==, 1);
      assert_limits (self, OND_SHOW_IMAGE, rules[i].lower, rules[i].upper);
    }
  ond_display_set_rule (self->display, OND_SHOW_IMAGE, OND_LIMITS_995); /* as it is */
  g_assert_cmpint (self->changes, ==, 1);
}

/* A person's own limits are manual; fitting goes back to the rule before. */
static void
test_manual (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors;

  ond_display_set_rule (self->display, OND_SHOW_IMAGE, OND_LIMITS_90);
  colors = *ond_display_get_colors (self->display, OND_SHOW_IMAGE);
  colors.invert = TRUE; /* which is no limit */
  ond_display_set_colors (self->display, OND_SHOW_IMAGE, &colors);
  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_IMAGE), ==, OND_LIMITS_90);
  set_limits (self, OND_SHOW_IMAGE, 10, 20);
  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_IMAGE), ==, OND_LIMITS_MANUAL);
  ond_display_fit (self->display, OND_SHOW_IMAGE);
  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_IMAGE), ==, OND_LIMITS_90);
  assert_limits (self, OND_SHOW_IMAGE, 4, 95);
  ond_display_set_rule (self->display, OND_SHOW_IMAGE, OND_LIMITS_MANUAL);
  assert_limits (self, OND_SHOW_IMAGE, 4, 95);
}

static void
test_locked (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_true (ond_display_get_locked (self->display));
  respond (self, -1, 4, TRUE);
  assert_limits (self, OND_SHOW_RESPONSE, -3, 3);
  self->changes = 0;
  respond (self, -1, 9, FALSE);
  assert_limits (self, OND_SHOW_RESPONSE, -3, 3);
  g_assert_cmpint (self->changes, ==, 0);

  ond_display_set_locked (self->display, FALSE);
  assert_limits (self, OND_SHOW_RESPONSE, -8, 8);
  respond (self, -1, 5, FALSE);
  assert_limits (self, OND_SHOW_RESPONSE, -4, 4);
  ond_display_set_rule (self->display, OND_SHOW_RESPONSE, OND_LIMITS_MINMAX);
  respond (self, -2, 5, FALSE);
  assert_limits (self, OND_SHOW_RESPONSE, -2, 3);
  set_limits (self, OND_SHOW_RESPONSE, -1, 1); /* one's own have no rule to follow */
  respond (self, -1, 5, FALSE);
  assert_limits (self, OND_SHOW_RESPONSE, -1, 1);
  ond_display_fit (self->display, OND_SHOW_RESPONSE);
  ond_display_set_locked (self->display, TRUE);
  respond (self, -1, 7, FALSE);
  assert_limits (self, OND_SHOW_RESPONSE, -1, 4);
}

/* Saved limits stand above the first response, which may have outgrown them. */
static void
test_restored (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndColorScale saved = { .map = OND_COLORMAP_DIVERGING, .lower = -1, .upper = 2 };

  ond_display_restore (self->display, OND_SHOW_RESPONSE, &saved, OND_LIMITS_90, OND_LIMITS_90);
  respond (self, -1, 4, TRUE);
  assert_limits (self, OND_SHOW_RESPONSE, -1, 2);
  g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_RESPONSE), ==, OND_LIMITS_90);
  g_assert_cmpfloat (ond_display_get_clipped (self->display, OND_SHOW_RESPONSE), >, 0.2);
  g_assert_true (ond_display_is_clipping (self->display, OND_SHOW_RESPONSE));
  ond_display_fit (self->display, OND_SHOW_RESPONSE);
  assert_limits (self, OND_SHOW_RESPONSE, -1, 3);

  /* Not for another volume. */
  ond_display_restore (self->display, OND_SHOW_RESPONSE, &saved, OND_LIMITS_MINMAX,
                       OND_LIMITS_MINMAX);
  ond_display_set_volume (self->display, self->volume);
  respond (self, -3, 6, TRUE);
  assert_limits (self, OND_SHOW_RESPONSE, -3, 3);
}

/* Another volume is fitted by the rules that are set. */
static void
test_another_volume (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ond_display_set_rule (self->display, OND_SHOW_IMAGE, OND_LIMITS_90);
  set_limits (self, OND_SHOW_IMAGE, 10, 20);
  ond_display_set_volume (self->display, self->volume);
  assert_limits (self, OND_SHOW_IMAGE, 4, 95);
}

/* Over 1 % without having been told to, or 1 % over what the rule left out. */
static void
test_clipping (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  respond (self, -1, 4, TRUE);
  g_assert_false (ond_display_is_clipping (self->display, OND_SHOW_RESPONSE));
  respond (self, -1, 8, FALSE); /* locked at -3 ... 3, half is above */
  g_assert_true (ond_display_is_clipping (self->display, OND_SHOW_RESPONSE));
  g_assert_cmpfloat_with_epsilon (ond_display_get_clipped (self->display, OND_SHOW_RESPONSE), 0.5,
                                  0.03);
  ond_display_fit (self->display, OND_SHOW_RESPONSE);
  g_assert_false (ond_display_is_clipping (self->display, OND_SHOW_RESPONSE));

  g_assert_false (ond_display_is_clipping (self->display, OND_SHOW_IMAGE));
  ond_display_set_rule (self->display, OND_SHOW_IMAGE, OND_LIMITS_90);
  g_assert_cmpfloat (ond_display_get_clipped (self->display, OND_SHOW_IMAGE), ==, 0.08);
  g_assert_false (ond_display_is_clipping (self->display, OND_SHOW_IMAGE)); /* it was asked for */
  set_limits (self, OND_SHOW_IMAGE, 2, 99);
  g_assert_cmpfloat (ond_display_get_clipped (self->display, OND_SHOW_IMAGE), ==, 0.02);
  g_assert_true (ond_display_is_clipping (self->display, OND_SHOW_IMAGE));
  set_limits (self, OND_SHOW_IMAGE, 99, 1); /* reversed */
  g_assert_cmpfloat (ond_display_get_clipped (self->display, OND_SHOW_IMAGE), ==, 0.01);
  g_assert_false (ond_display_is_clipping (self->display, OND_SHOW_IMAGE));
}

static void
test_samples (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const float *samples;
  gsize n;

  g_assert_null (ond_display_get_samples (self->display, OND_SHOW_RESPONSE, &n));
  g_assert_cmpuint (n, ==, 0);
  samples = ond_display_get_samples (self->display, OND_SHOW_IMAGE, &n);
  g_assert_cmpmem (samples, n * sizeof *samples, ond_volume_get_samples (self->volume),
                   N * sizeof *samples);
  respond (self, 1, 0, TRUE);
  samples = ond_display_get_samples (self->display, OND_SHOW_RESPONSE, &n);
  g_assert_cmpuint (n, ==, 20 + 20 + 25);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (samples[i], ==, 1);
  ond_display_set_volume (self->display, NULL);
  g_assert_null (ond_display_get_samples (self->display, OND_SHOW_IMAGE, &n));
  g_assert_cmpfloat (ond_display_get_clipped (self->display, OND_SHOW_IMAGE), ==, 0);
}

/* The limits of a response are those of -W or |W| once that is shown; limits about 0 suit each. */
static void
test_polarity (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const double expected[OND_N_POLARITIES][2] = { { -3, 1 }, { -1, 3 }, { 0, 3 } };
  gsize n;

  respond (self, -3, 4, TRUE);
  for (int rule = OND_LIMITS_MINMAX; rule <= OND_LIMITS_SYMMETRIC;
       rule += OND_LIMITS_SYMMETRIC - OND_LIMITS_MINMAX)
    {
      ond_display_set_rule (self->display, OND_SHOW_RESPONSE, rule);
      for (int polarity = 0; polarity < OND_N_POLARITIES; polarity++)
        {
          OndColorScale colors = *ond_display_get_colors (self->display, OND_SHOW_RESPONSE);
          const float *samples;

          colors.polarity = polarity;
          ond_display_set_colors (self->display, OND_SHOW_RESPONSE, &colors);
          g_assert_cmpint (ond_display_get_rule (self->display, OND_SHOW_RESPONSE), ==, rule);
          if (rule == OND_LIMITS_SYMMETRIC)
            assert_limits (self, OND_SHOW_RESPONSE, -3, 3);
          else if (polarity != OND_POLARITY_BOTH) /* no sample is at 0 */
            assert_limits (self, OND_SHOW_RESPONSE, expected[polarity][0], expected[polarity][1]);
          else
            g_assert_cmpfloat (ond_display_get_colors (self->display, OND_SHOW_RESPONSE)->lower, >=,
                               0);
          samples = ond_display_get_samples (self->display, OND_SHOW_RESPONSE, &n);
          g_assert_cmpfloat (samples[0], ==, polarity == OND_POLARITY_BRIGHT ? -3 : 3);
        }
    }
}

/* The table is made with the limits and stays with them while they are locked. */
static void
test_equalization (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *ond_display_get_colors (self->display, OND_SHOW_IMAGE), before;

  colors.stretch = OND_STRETCH_HISTOGRAM;
  ond_display_set_colors (self->display, OND_SHOW_IMAGE, &colors);
  colors = *ond_display_get_colors (self->display, OND_SHOW_IMAGE);
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&colors, 49.5), 0.5, 0.01);
  set_limits (self, OND_SHOW_IMAGE, -300, 98);
  colors = *ond_display_get_colors (self->display, OND_SHOW_IMAGE);
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&colors, 49.5), 0.5, 0.01);

  respond (self, 0, 4, TRUE);
  colors = *ond_display_get_colors (self->display, OND_SHOW_RESPONSE);
  colors.stretch = OND_STRETCH_HISTOGRAM;
  colors.map = OND_COLORMAP_GREY;
  ond_display_set_colors (self->display, OND_SHOW_RESPONSE, &colors);
  before = *ond_display_get_colors (self->display, OND_SHOW_RESPONSE);
  respond (self, 3, 1, FALSE);
  g_assert_true (
      ond_color_scale_equal (&before, ond_display_get_colors (self->display, OND_SHOW_RESPONSE)));
  ond_display_set_locked (self->display, FALSE);
  colors = *ond_display_get_colors (self->display, OND_SHOW_RESPONSE);
  g_assert_false (ond_color_scale_equal (&before, &colors));
  g_assert_cmpfloat_with_epsilon (ond_color_scale_position (&colors, 3.5), 0.5, 0.05);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/display/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("a-rule-fits-at-once", test_rules_of_image);
  ADD ("own-limits-are-manual-until-fitted", test_manual);
  ADD ("locked-limits-stay-and-others-follow", test_locked);
  ADD ("saved-limits-stand-above-the-first-response", test_restored);
  ADD ("another-volume-is-fitted", test_another_volume);
  ADD ("clipping-is-over-one-percent-and-unasked", test_clipping);
  ADD ("samples-are-those-shown", test_samples);
  ADD ("limits-and-samples-have-the-polarity-shown", test_polarity);
  ADD ("equalization-goes-with-the-limits", test_equalization);
  return g_test_run ();
}
