/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-layer.h"

#include <math.h>

struct _OndBestLayer
{
  GObject parent;
  OndBest *best;
  OndBestColors *colors;
  guint64 serial;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndBestLayer, ond_best_layer, G_TYPE_OBJECT)

static void
drop (OndBestLayer *self)
{
  g_clear_pointer (&self->best, ond_best_unref);
  g_clear_pointer (&self->colors, ond_best_colors_free);
}

static void
ond_best_layer_finalize (GObject *object)
{
  drop (OND_BEST_LAYER (object));
  G_OBJECT_CLASS (ond_best_layer_parent_class)->finalize (object);
}

static void
ond_best_layer_class_init (OndBestLayerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ond_best_layer_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_best_layer_init (G_GNUC_UNUSED OndBestLayer *self)
{
}

OndBestLayer *
ond_best_layer_new (void)
{
  return g_object_new (OND_TYPE_BEST_LAYER, NULL);
}

OndBest *
ond_best_layer_get (OndBestLayer *self)
{
  g_return_val_if_fail (OND_IS_BEST_LAYER (self), NULL);
  return self->best;
}

void
ond_best_layer_set (OndBestLayer *self, OndBest *best)
{
  g_return_if_fail (OND_IS_BEST_LAYER (self));
  if (best == NULL && self->best == NULL)
    return;
  if (best != self->best)
    {
      drop (self);
      self->colors = best != NULL ? ond_best_colors_new (ond_best_get_plan (best)) : NULL;
      self->best = self->colors != NULL ? ond_best_ref (best) : NULL;
    }
  self->serial++;
  g_signal_emit (self, changed_signal, 0);
}

const char *
ond_best_layer_get_why_not (OndBestLayer *self)
{
  g_return_val_if_fail (OND_IS_BEST_LAYER (self), NULL);
  return self->best != NULL ? NULL : "A sweep makes it, with “Best map” ticked";
}

guint64
ond_best_layer_get_serial (OndBestLayer *self)
{
  g_return_val_if_fail (OND_IS_BEST_LAYER (self), 0);
  return self->serial;
}

const OndBestColors *
ond_best_layer_get_colors (OndBestLayer *self)
{
  g_return_val_if_fail (OND_IS_BEST_LAYER (self), NULL);
  return self->colors;
}

gboolean
ond_best_layer_look_up (OndBestLayer *self, const gint32 at[OND_N_AXES], OndWavelet *wavelet,
                        float *w)
{
  const OndGeometry *geometry;
  guint32 cell;

  g_return_val_if_fail (OND_IS_BEST_LAYER (self), FALSE);
  if (self->best == NULL)
    return FALSE;
  geometry = ond_volume_get_geometry (ond_best_get_volume (self->best));
  for (int i = 0; i < OND_N_AXES; i++)
    if (at[i] < 0 || at[i] >= geometry->n[i])
      return FALSE;
  ond_best_get (self->best, ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z]), 1, 1, w,
                &cell);
  if (cell == OND_BEST_NONE)
    return FALSE;
  *wavelet = ond_sweep_plan_get_wavelet (ond_best_get_plan (self->best), cell);
  return TRUE;
}

char *
ond_best_layer_describe (OndBestLayer *self, const gint32 at[OND_N_AXES])
{
  GString *text = g_string_new ("best ");
  OndWavelet wavelet;
  gboolean flat;
  float w;

  if (!ond_best_layer_look_up (self, at, &wavelet, &w))
    return g_string_free (g_string_append (text, "—"), FALSE);
  flat = ond_geometry_rank (ond_volume_get_geometry (ond_best_get_volume (self->best))) == 2;
  g_string_append_printf (text, "%.4g at", (double) w);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (!(flat && p == OND_PARAMETER_PHI))
      g_string_append_printf (text, " %s %.4g%s", ond_parameters[p].symbol,
                              ond_wavelet_get (&wavelet, (OndParameter) p),
                              ond_parameters[p].is_angle ? "°" : "");
  return g_string_free (text, FALSE);
}

/* By a rule from one slice; FALSE without memory for it. */
static gboolean
fit_slice (OndBest *best, int normal, gint32 at, OndLimits rule, double *lower, double *upper)
{
  const OndGeometry *geometry = ond_volume_get_geometry (ond_best_get_volume (best));
  const gsize n = ond_geometry_slice_size (geometry, normal);
  g_autofree float *w = g_try_new (float, n);
  g_autofree guint32 *cells = g_try_new (guint32, n);

  if (w == NULL || cells == NULL)
    return FALSE;
  ond_best_get_slice (best, normal, at, w, cells);
  ond_color_limits_fit (rule, w, (gsize) geometry->n[ond_slice_horizontal (normal)],
                        (gsize) geometry->n[ond_slice_vertical (normal)], lower, upper);
  return TRUE;
}

gboolean
ond_best_layer_fit (OndBestLayer *self, const gint32 at[OND_N_AXES], OndLimits rule, double *lower,
                    double *upper)
{
  OndBest *best = ond_best_layer_get (self);
  int rank =
      best != NULL ? ond_geometry_rank (ond_volume_get_geometry (ond_best_get_volume (best))) : 0;

  *lower = INFINITY;
  *upper = -INFINITY;
  for (int i = rank == 3 ? OND_X : OND_Z; i < OND_N_AXES && rank > 0; i++)
    {
      double low, high;

      if (!fit_slice (best, i, at[i], rule, &low, &high))
        return FALSE;
      *lower = MIN (*lower, low);
      *upper = MAX (*upper, high);
    }
  return *lower < *upper;
}
