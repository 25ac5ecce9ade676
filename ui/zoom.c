/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "zoom.h"

#include <math.h>

/* A voxel of the smallest edge is never larger than this many device pixels, unless what fits is
 * larger still. */
#define MAX_FACTOR 64

/* How far beyond the factors that fit a person may go, out and in. */
#define MARGIN_OUT 2
#define MARGIN_IN 4

typedef struct
{
  int width, height;
} Size;

struct _OndZoom
{
  GObject parent;
  OndGeometry geometry;
  gboolean has_geometry;
  Size views[OND_N_AXES];
  gboolean fits;
  double factor;
  double centre[OND_N_AXES];
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndZoom, ond_zoom, G_TYPE_OBJECT)

static void
emit_changed (OndZoom *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
has_view (OndZoom *self, int normal)
{
  return self->has_geometry && self->views[normal].width > 0 && self->views[normal].height > 0;
}

/* 0 where there is no view. */
static double
fit_factor (OndZoom *self, int normal)
{
  const Size *view = &self->views[normal];

  return has_view (self, normal)
             ? ond_slice_fit_factor (&self->geometry, normal, view->width, view->height)
             : 0;
}

static void
get_bounds (OndZoom *self, double *lower, double *upper)
{
  *lower = 1;
  *upper = MAX_FACTOR;
  for (int normal = 0; normal < OND_N_AXES; normal++)
    if (has_view (self, normal))
      {
        *lower = MIN (*lower, fit_factor (self, normal) / MARGIN_OUT);
        *upper = MAX (*upper, fit_factor (self, normal) * MARGIN_IN);
      }
}

/* The factor in the view across `normal` and the centre, whether it fits or not. */
static double
get_place (OndZoom *self, int normal, double centre[OND_N_AXES])
{
  ond_zoom_get_centre (self, centre);
  return self->fits ? fit_factor (self, normal) : self->factor;
}

static void
ond_zoom_class_init (OndZoomClass *klass)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_zoom_init (OndZoom *self)
{
  self->fits = TRUE;
}

OndZoom *
ond_zoom_new (void)
{
  return g_object_new (OND_TYPE_ZOOM, NULL);
}

void
ond_zoom_set_geometry (OndZoom *self, const OndGeometry *geometry)
{
  g_return_if_fail (OND_IS_ZOOM (self));
  self->has_geometry = geometry != NULL;
  if (geometry != NULL)
    self->geometry = *geometry;
  self->fits = TRUE;
  emit_changed (self);
}

void
ond_zoom_set_view_size (OndZoom *self, int normal, int width, int height)
{
  Size *view = &self->views[normal];

  g_return_if_fail (OND_IS_ZOOM (self));
  if (view->width == width && view->height == height)
    return;
  *view = (Size){ width, height };
  emit_changed (self);
}

gboolean
ond_zoom_get_area (OndZoom *self, int normal, OndSliceArea *area)
{
  const Size *view = &self->views[normal];

  g_return_val_if_fail (OND_IS_ZOOM (self), FALSE);
  if (!has_view (self, normal))
    return FALSE;
  *area = self->fits ? ond_slice_fit (&self->geometry, normal, view->width, view->height)
                     : ond_slice_zoom (&self->geometry, normal, self->factor, self->centre,
                                       view->width, view->height);
  return TRUE;
}

gboolean
ond_zoom_get_fits (OndZoom *self)
{
  g_return_val_if_fail (OND_IS_ZOOM (self), TRUE);
  return self->fits;
}

double
ond_zoom_get_factor (OndZoom *self)
{
  g_return_val_if_fail (OND_IS_ZOOM (self), 0);
  if (!self->fits)
    return self->factor;
  for (int normal = OND_Z; normal >= OND_X; normal--)
    if (has_view (self, normal))
      return fit_factor (self, normal);
  return 0;
}

void
ond_zoom_get_centre (OndZoom *self, double centre[OND_N_AXES])
{
  g_return_if_fail (OND_IS_ZOOM (self));
  for (int i = 0; i < OND_N_AXES; i++)
    centre[i] = !self->has_geometry ? 0
                : self->fits        ? (self->geometry.n[i] - 1) / 2.
                                    : self->centre[i];
}

void
ond_zoom_fit (OndZoom *self)
{
  g_return_if_fail (OND_IS_ZOOM (self));
  if (self->fits)
    return;
  self->fits = TRUE;
  emit_changed (self);
}

void
ond_zoom_set (OndZoom *self, double factor, const double centre[OND_N_AXES])
{
  double lower, upper;

  g_return_if_fail (OND_IS_ZOOM (self));
  if (!self->has_geometry || !isfinite (factor) || factor <= 0)
    return;
  get_bounds (self, &lower, &upper);
  self->fits = FALSE;
  self->factor = CLAMP (factor, lower, upper);
  for (int i = 0; i < OND_N_AXES; i++)
    self->centre[i] = CLAMP (centre[i], -0.5, self->geometry.n[i] - 0.5);
  emit_changed (self);
}

void
ond_zoom_at (OndZoom *self, int normal, double by, const double at[OND_N_AXES])
{
  double centre[OND_N_AXES], lower, upper, before, after;
  const int axes[] = { ond_slice_horizontal (normal), ond_slice_vertical (normal) };

  g_return_if_fail (OND_IS_ZOOM (self));
  before = get_place (self, normal, centre);
  if (before <= 0)
    return;
  get_bounds (self, &lower, &upper);
  after = CLAMP (before * by, lower, upper);
  for (gsize i = 0; i < G_N_ELEMENTS (axes); i++)
    centre[axes[i]] = at[axes[i]] + (centre[axes[i]] - at[axes[i]]) * before / after;
  ond_zoom_set (self, after, centre);
}

void
ond_zoom_pan (OndZoom *self, int normal, double dx, double dy)
{
  double centre[OND_N_AXES], factor;
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);

  g_return_if_fail (OND_IS_ZOOM (self));
  factor = get_place (self, normal, centre);
  if (factor <= 0)
    return;
  centre[h] -= dx / (factor * self->geometry.edge[h]);
  centre[v] += dy / (factor * self->geometry.edge[v]);
  ond_zoom_set (self, factor, centre);
}

/* How far the middle of a voxel must move for all of it to lie in 0 ... size; 0 when the middle
 * does. */
static double
shift_into (double middle, double half, int size)
{
  if (middle >= 0 && middle <= size)
    return 0;
  half = MIN (half, size / 2.);
  return middle < 0 ? half - middle : size - half - middle;
}

gboolean
ond_zoom_reveal (OndZoom *self, int normal, const gint32 at[OND_N_AXES])
{
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const Size *view = &self->views[normal];
  OndSliceArea area;
  double wide, tall, dx, dy;

  g_return_val_if_fail (OND_IS_ZOOM (self), FALSE);
  if (self->fits || !ond_zoom_get_area (self, normal, &area))
    return FALSE;
  wide = (double) area.width / self->geometry.n[h];
  tall = (double) area.height / self->geometry.n[v];
  dx = shift_into (area.x + (at[h] + 0.5) * wide, wide / 2, view->width);
  dy = shift_into (area.y + area.height - (at[v] + 0.5) * tall, tall / 2, view->height);
  if (dx == 0 && dy == 0)
    return FALSE;
  ond_zoom_pan (self, normal, dx, dy);
  return TRUE;
}
