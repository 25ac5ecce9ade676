/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display.h"

#include "../core/draw/histogram.h"

/* Limits and histograms are made from at most this many samples, evenly spread: exact up to 262144,
 * and beyond that off by 1e-4 in the fraction, for a few milliseconds whatever the size. */
#define MAX_SAMPLES ((gsize) 1 << 18)

/* What may be clipped without a word. */
#define TOLERATED 0.01

/* Colours of one kind of samples. */
typedef struct
{
  OndColorScale colors;
  OndLimits rule, last_rule; /* the last is never manual */
  gboolean restored;         /* the first response keeps the limits */
  float *samples;            /* NULL until asked for */
  gsize n_samples;
  double clipped;         /* share, negative until asked for */
  double clipped_by_rule; /* when the limits were fitted, 0 for manual ones */
} Scale;

struct _OndDisplay
{
  GObject parent;
  OndVolume *volume;
  const float *slices[OND_N_AXES]; /* of the response, the session's */
  Scale scales[OND_N_SHOWS];
  gboolean locked;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndDisplay, ond_display, G_TYPE_OBJECT)

static void
emit_changed (OndDisplay *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static gsize
slice_size (OndDisplay *self, int normal)
{
  return ond_geometry_slice_size (ond_volume_get_geometry (self->volume), normal);
}

static void
drop_samples (OndDisplay *self, OndShow show)
{
  Scale *scale = &self->scales[show];

  g_clear_pointer (&scale->samples, g_free);
  scale->n_samples = 0;
  scale->clipped = -1;
}

/* Every step-th of n values is appended, as it is shown. */
static void
append_samples (Scale *scale, const float *values, gsize n, gsize step)
{
  for (gsize i = 0; i < n; i += step)
    scale->samples[scale->n_samples++] =
        (float) ond_polarity_apply (scale->colors.polarity, (double) values[i]);
}

static void
make_samples (OndDisplay *self, OndShow show)
{
  Scale *scale = &self->scales[show];
  const float *image = self->volume != NULL ? ond_volume_get_samples (self->volume) : NULL;
  gsize n = 0, step;

  if (image == NULL)
    return;
  for (int i = 0; i < OND_N_AXES && show == OND_SHOW_RESPONSE; i++)
    n += self->slices[i] != NULL ? slice_size (self, i) : 0;
  if (show == OND_SHOW_IMAGE)
    n = ond_volume_get_n_voxels (self->volume);
  if (n == 0)
    return;
  step = (n - 1) / MAX_SAMPLES + 1;
  scale->samples = g_try_new (float, n / step + OND_N_AXES);
  if (scale->samples == NULL)
    return;
  if (show == OND_SHOW_IMAGE)
    append_samples (scale, image, n, step);
  else
    for (int i = 0; i < OND_N_AXES; i++)
      if (self->slices[i] != NULL)
        append_samples (scale, self->slices[i], slice_size (self, i), step);
}

/* By a rule from one slice of the response as it is shown. FALSE when memory is short. */
static gboolean
fit_slice (OndDisplay *self, OndLimits rule, int normal, double *lower, double *upper)
{
  const gint32 *n = ond_volume_get_geometry (self->volume)->n;
  OndPolarity polarity = self->scales[OND_SHOW_RESPONSE].colors.polarity;
  const float *samples = self->slices[normal];
  g_autofree float *copy = NULL;

  if (polarity != OND_POLARITY_BRIGHT)
    {
      copy = g_try_new (float, slice_size (self, normal));
      if (copy == NULL)
        return FALSE;
      ond_polarity_apply_row (polarity, samples, slice_size (self, normal), copy);
      samples = copy;
    }
  ond_color_limits_fit (rule, samples, (gsize) n[ond_slice_horizontal (normal)],
                        (gsize) n[ond_slice_vertical (normal)], lower, upper);
  return TRUE;
}

/* The limits that suit each of the slices. */
static gboolean
fit_response (OndDisplay *self, OndLimits rule, double *lower, double *upper)
{
  gboolean found = FALSE;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      double low, high;

      if (self->slices[i] == NULL || !fit_slice (self, rule, i, &low, &high))
        continue;
      *lower = found ? MIN (*lower, low) : low;
      *upper = found ? MAX (*upper, high) : high;
      found = TRUE;
    }
  if (found && rule == OND_LIMITS_SYMMETRIC && *upper <= 0)
    {
      *upper = 1;
      *lower = -1;
    }
  return found;
}

/* The volume knows its extremes: looking for them would hold the main loop. Zscale takes its own
 * few samples from all of it. */
static gboolean
fit_image (OndDisplay *self, OndLimits rule, double *lower, double *upper)
{
  gsize n;
  const float *samples;

  if (self->volume == NULL)
    return FALSE;
  if (rule == OND_LIMITS_MINMAX)
    {
      const float ends[] = { (float) ond_volume_get_min (self->volume),
                             (float) ond_volume_get_max (self->volume) };

      ond_color_limits_fit (rule, ends, G_N_ELEMENTS (ends), 1, lower, upper);
      return TRUE;
    }
  if (rule == OND_LIMITS_ZSCALE)
    {
      gsize columns = (gsize) ond_volume_get_geometry (self->volume)->n[OND_X];

      ond_color_limits_fit (rule, ond_volume_get_samples (self->volume), columns,
                            ond_volume_get_n_voxels (self->volume) / columns, lower, upper);
      return TRUE;
    }
  samples = ond_display_get_samples (self, OND_SHOW_IMAGE, &n);
  if (samples == NULL)
    return FALSE;
  ond_color_limits_fit (rule, samples, n, 1, lower, upper);
  return TRUE;
}

/* Manual limits have no rule to follow. */
static gboolean
follows (OndDisplay *self)
{
  return !self->locked && self->scales[OND_SHOW_RESPONSE].rule != OND_LIMITS_MANUAL;
}

/* The table of histogram equalization is of the samples that there are when limits or colours are
 * set: as the limits it stays while parameters move, unless those follow. */
static void
equalize (OndDisplay *self, OndShow show)
{
  OndColorScale *colors = &self->scales[show].colors, plain = *colors;
  const float *samples;
  gsize n;

  if (colors->stretch != OND_STRETCH_HISTOGRAM)
    return;
  samples = ond_display_get_samples (self, show, &n);
  plain.polarity = OND_POLARITY_BRIGHT; /* the samples have theirs */
  ond_color_scale_equalize (&plain, samples, n);
  colors->equalization = plain.equalization;
}

/* TRUE when the limits, or the table that goes with them, are others now. */
static gboolean
fit (OndDisplay *self, OndShow show, OndLimits rule)
{
  Scale *scale = &self->scales[show];
  const OndColorScale before = scale->colors;
  double lower, upper;

  if (show == OND_SHOW_IMAGE ? !fit_image (self, rule, &lower, &upper)
                             : !fit_response (self, rule, &lower, &upper))
    return FALSE;
  scale->colors.lower = lower;
  scale->colors.upper = upper;
  scale->rule = scale->last_rule = rule;
  scale->clipped = -1;
  scale->clipped_by_rule = ond_display_get_clipped (self, show);
  equalize (self, show);
  return !ond_color_scale_equal (&before, &scale->colors);
}

/* What the rule itself leaves out, where the limits are not those that it makes now. */
static void
measure_rule (OndDisplay *self, OndShow show)
{
  Scale *scale = &self->scales[show];
  const OndColorScale kept = scale->colors;

  if (scale->rule != OND_LIMITS_MANUAL)
    fit (self, show, scale->rule);
  scale->colors = kept;
  scale->clipped = -1;
  equalize (self, show);
}

static void
ond_display_finalize (GObject *object)
{
  OndDisplay *self = OND_DISPLAY (object);

  for (int show = 0; show < OND_N_SHOWS; show++)
    drop_samples (self, show);
  g_clear_pointer (&self->volume, ond_volume_unref);
  G_OBJECT_CLASS (ond_display_parent_class)->finalize (object);
}

static void
ond_display_class_init (OndDisplayClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ond_display_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_display_init (OndDisplay *self)
{
  self->scales[OND_SHOW_IMAGE] =
      (Scale){ .colors = { .map = OND_COLORMAP_GREY, .lower = 0, .upper = 1 },
               .rule = OND_LIMITS_995,
               .last_rule = OND_LIMITS_995,
               .clipped = -1 };
  self->scales[OND_SHOW_RESPONSE] =
      (Scale){ .colors = { .map = OND_COLORMAP_DIVERGING, .lower = -1, .upper = 1 },
               .rule = OND_LIMITS_SYMMETRIC,
               .last_rule = OND_LIMITS_SYMMETRIC,
               .clipped = -1 };
  self->locked = TRUE;
}

OndDisplay *
ond_display_new (void)
{
  return g_object_new (OND_TYPE_DISPLAY, NULL);
}

const OndColorScale *
ond_display_get_colors (OndDisplay *self, OndShow show)
{
  g_return_val_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS, NULL);
  return &self->scales[show].colors;
}

void
ond_display_set_colors (OndDisplay *self, OndShow show, const OndColorScale *colors)
{
  Scale *scale = &self->scales[show];
  gboolean turned;

  g_return_if_fail (OND_IS_DISPLAY (self));
  g_return_if_fail (show < OND_N_SHOWS);
  if (ond_color_scale_equal (colors, &scale->colors))
    return;
  turned = colors->polarity != scale->colors.polarity;
  if (colors->lower != scale->colors.lower || colors->upper != scale->colors.upper)
    {
      scale->rule = OND_LIMITS_MANUAL;
      scale->clipped_by_rule = 0;
      scale->clipped = -1;
    }
  scale->colors = *colors;
  if (turned)
    {
      drop_samples (self, show);
      /* Limits about 0 suit either sign. */
      if (scale->rule != OND_LIMITS_MANUAL && scale->rule != OND_LIMITS_SYMMETRIC)
        fit (self, show, scale->rule);
    }
  equalize (self, show);
  emit_changed (self);
}

void
ond_display_set_contrast (OndDisplay *self, OndShow show, double contrast_log2, double bias_offset)
{
  OndColorScale colors;

  g_return_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS);
  colors = self->scales[show].colors;
  colors.contrast_log2 = CLAMP (contrast_log2, -OND_CONTRAST_MAX, OND_CONTRAST_MAX);
  colors.bias_offset = CLAMP (bias_offset, -OND_BIAS_MAX, OND_BIAS_MAX);
  ond_display_set_colors (self, show, &colors);
}

OndLimits
ond_display_get_rule (OndDisplay *self, OndShow show)
{
  g_return_val_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS, OND_LIMITS_MANUAL);
  return self->scales[show].rule;
}

void
ond_display_set_rule (OndDisplay *self, OndShow show, OndLimits rule)
{
  Scale *scale = &self->scales[show];

  g_return_if_fail (OND_IS_DISPLAY (self));
  g_return_if_fail (show < OND_N_SHOWS && rule < OND_N_LIMITS);
  if (rule == scale->rule)
    return;
  scale->rule = rule;
  scale->clipped_by_rule = 0;
  if (rule != OND_LIMITS_MANUAL)
    {
      scale->last_rule = rule;
      fit (self, show, rule);
    }
  emit_changed (self);
}

OndLimits
ond_display_get_last_rule (OndDisplay *self, OndShow show)
{
  g_return_val_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS, OND_LIMITS_MINMAX);
  return self->scales[show].last_rule;
}

void
ond_display_restore (OndDisplay *self, OndShow show, const OndColorScale *colors, OndLimits rule,
                     OndLimits last)
{
  Scale *scale = &self->scales[show];

  g_return_if_fail (OND_IS_DISPLAY (self));
  g_return_if_fail (show < OND_N_SHOWS && rule < OND_N_LIMITS && last < OND_LIMITS_MANUAL);
  if (colors->polarity != scale->colors.polarity)
    drop_samples (self, show);
  scale->colors = *colors;
  scale->rule = rule;
  scale->last_rule = last;
  scale->clipped_by_rule = 0;
  scale->restored = show == OND_SHOW_RESPONSE && self->slices[OND_Z] == NULL;
  measure_rule (self, show);
  emit_changed (self);
}

gboolean
ond_display_get_locked (OndDisplay *self)
{
  g_return_val_if_fail (OND_IS_DISPLAY (self), TRUE);
  return self->locked;
}

void
ond_display_set_locked (OndDisplay *self, gboolean locked)
{
  g_return_if_fail (OND_IS_DISPLAY (self));
  if (!locked == !self->locked)
    return;
  self->locked = locked;
  if (follows (self))
    fit (self, OND_SHOW_RESPONSE, self->scales[OND_SHOW_RESPONSE].last_rule);
  emit_changed (self);
}

void
ond_display_fit (OndDisplay *self, OndShow show)
{
  g_return_if_fail (OND_IS_DISPLAY (self));
  g_return_if_fail (show < OND_N_SHOWS);
  fit (self, show, self->scales[show].last_rule);
  emit_changed (self);
}

const float *
ond_display_get_samples (OndDisplay *self, OndShow show, gsize *n)
{
  g_return_val_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS, NULL);
  if (self->scales[show].samples == NULL)
    make_samples (self, show);
  *n = self->scales[show].n_samples;
  return self->scales[show].samples;
}

double
ond_display_get_clipped (OndDisplay *self, OndShow show)
{
  Scale *scale = &self->scales[show];

  g_return_val_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS, 0);
  if (scale->clipped < 0)
    {
      gsize n;
      const float *samples = ond_display_get_samples (self, show, &n);
      double lower = MIN (scale->colors.lower, scale->colors.upper),
             upper = MAX (scale->colors.lower, scale->colors.upper);

      scale->clipped = ond_histogram_share_outside (samples, n, lower, upper);
    }
  return scale->clipped;
}

gboolean
ond_display_is_clipping (OndDisplay *self, OndShow show)
{
  double by_rule;

  g_return_val_if_fail (OND_IS_DISPLAY (self) && show < OND_N_SHOWS, FALSE);
  by_rule = self->scales[show].clipped_by_rule;
  return ond_display_get_clipped (self, show)
         > (by_rule > TOLERATED ? by_rule + TOLERATED : TOLERATED);
}

void
ond_display_set_volume (OndDisplay *self, OndVolume *volume)
{
  g_return_if_fail (OND_IS_DISPLAY (self));
  g_clear_pointer (&self->volume, ond_volume_unref);
  self->volume = volume != NULL ? ond_volume_ref (volume) : NULL;
  for (int i = 0; i < OND_N_AXES; i++)
    self->slices[i] = NULL;
  for (int show = 0; show < OND_N_SHOWS; show++)
    drop_samples (self, show);
  self->scales[OND_SHOW_RESPONSE].restored = FALSE;
  fit (self, OND_SHOW_IMAGE, self->scales[OND_SHOW_IMAGE].last_rule);
}

void
ond_display_set_response (OndDisplay *self, const float *const slices[OND_N_AXES], gboolean first)
{
  gboolean restored;

  g_return_if_fail (OND_IS_DISPLAY (self));
  restored = self->scales[OND_SHOW_RESPONSE].restored;
  for (int i = 0; i < OND_N_AXES; i++)
    self->slices[i] = slices[i];
  drop_samples (self, OND_SHOW_RESPONSE);
  self->scales[OND_SHOW_RESPONSE].restored = FALSE;
  if (restored)
    measure_rule (self, OND_SHOW_RESPONSE);
  if (((first && !restored) || follows (self))
      && fit (self, OND_SHOW_RESPONSE, self->scales[OND_SHOW_RESPONSE].last_rule))
    emit_changed (self);
}

void
ond_display_change_norm (OndDisplay *self, const OndWavelet *wavelet, OndNorm from, OndNorm to)
{
  OndWavelet before = *wavelet, after = *wavelet;
  OndColorScale *colors = &self->scales[OND_SHOW_RESPONSE].colors;
  double factor;
  int rank;

  g_return_if_fail (OND_IS_DISPLAY (self) && self->volume != NULL);
  rank = ond_geometry_rank (ond_volume_get_geometry (self->volume));
  before.norm = from;
  after.norm = to;
  factor = ond_wavelet_norm_factor (&after, rank) / ond_wavelet_norm_factor (&before, rank);
  colors->lower *= factor;
  colors->upper *= factor;
}
