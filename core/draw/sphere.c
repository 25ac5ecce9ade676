/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture is a table of the cell under each pixel, which depends on its size alone: while a sweep
 * runs the same disc is painted again and again with other colours. */
#include "sphere.h"

#include <math.h>

#define DEGREE (OND_PI / 180)
#define LONE 10.0  /* degrees that a lone value of a grid stands for */
#define SLACK 1e-9 /* degrees that rounding may move an edge by */

/* Pixels of the picture to one of the user's, which smooths the edges of cells and is enough for
 * screens of two pixels to one; and at most in all. */
#define OVERSAMPLING 2
#define MAX_SIZE 768

/* Values in order and the edges between them. */
typedef struct
{
  gsize n;
  gsize *order;  /* [n]: the index in the grid */
  double *edges; /* [n + 1] */
} Axis;

struct _OndSphere
{
  Axis theta, phi;
  OndSphereView view;
  int size;
  gint32 *cells; /* [size][size], the uppermost row first; -1: none */
};

void
ond_sphere_project (const double n[OND_N_AXES], double *x, double *y)
{
  double sign = n[OND_Z] < 0 ? -1 : 1, scale = sign / sqrt (1 + fabs (n[OND_Z]));

  *x = n[OND_X] * scale;
  *y = n[OND_Y] * scale;
}

gboolean
ond_sphere_unproject (double x, double y, double n[OND_N_AXES])
{
  double square = x * x + y * y;

  if (!(square <= 1))
    return FALSE;
  n[OND_X] = x * sqrt (2 - square);
  n[OND_Y] = y * sqrt (2 - square);
  n[OND_Z] = 1 - square;
  return TRUE;
}

static int
compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *values = data;
  double x = values[*(const gsize *) a], y = values[*(const gsize *) b];

  return (x > y) - (x < y);
}

static void
axis_init (Axis *self, const OndGrid *grid)
{
  gsize n = self->n = grid->n;
  const double *values = grid->values;

  self->order = g_new (gsize, n);
  self->edges = g_new (double, n + 1);
  for (gsize i = 0; i < n; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (int) n, sizeof *self->order, compare_values, grid->values);
  for (gsize i = 1; i < n; i++)
    self->edges[i] = (values[self->order[i - 1]] + values[self->order[i]]) / 2;
  self->edges[0] = n > 1 ? 2 * values[self->order[0]] - self->edges[1] : values[0] - LONE / 2;
  self->edges[n] =
      n > 1 ? 2 * values[self->order[n - 1]] - self->edges[n - 1] : values[0] + LONE / 2;
}

static void
axis_clear (Axis *self)
{
  g_free (self->order);
  g_free (self->edges);
}

static gboolean
axis_find (const Axis *self, double value, gsize *index)
{
  gsize low = 0, high = self->n;

  if (!(value >= self->edges[0] - SLACK && value <= self->edges[self->n] + SLACK))
    return FALSE;
  while (high - low > 1)
    {
      gsize middle = (low + high) / 2;

      if (value < self->edges[middle])
        high = middle;
      else
        low = middle;
    }
  *index = self->order[low];
  return TRUE;
}

OndSphere *
ond_sphere_new (const OndGrid *theta, const OndGrid *phi)
{
  OndSphere *self = g_new0 (OndSphere, 1);

  axis_init (&self->theta, theta);
  axis_init (&self->phi, phi);
  return self;
}

void
ond_sphere_free (OndSphere *self)
{
  if (self == NULL)
    return;
  axis_clear (&self->theta);
  axis_clear (&self->phi);
  g_free (self->cells);
  g_free (self);
}

gboolean
ond_sphere_find (const OndSphere *self, const double n[OND_N_AXES], gsize *theta, gsize *phi)
{
  static const int turns[] = { 0, -1, 1 };
  double t = atan2 (-n[OND_Y], hypot (n[OND_X], n[OND_Z])) / DEGREE;
  double p = atan2 (n[OND_Z], n[OND_X]) / DEGREE;

  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++)
    if (axis_find (&self->phi, p + 180 * turns[i], phi))
      for (gsize j = 0; j < G_N_ELEMENTS (turns); j++)
        if (axis_find (&self->theta, (turns[i] == 0 ? t : -t) + 180 * turns[j], theta))
          return TRUE;
  return FALSE;
}

/* The cells under the middles of the pixels. */
static gboolean
find_cells (OndSphere *self, OndSphereView view, int size)
{
  if (self->cells != NULL && self->view == view && self->size == size)
    return TRUE;
  g_free (self->cells);
  self->cells = g_try_new (gint32, (gsize) size * (gsize) size);
  self->view = view;
  self->size = size;
  for (int row = 0; self->cells != NULL && row < size; row++)
    for (int column = 0; column < size; column++)
      {
        double x = (2 * column + 1.0) / size - 1, y = 1 - (2 * row + 1.0) / size, n[OND_N_AXES];
        gsize theta, phi;

        self->cells[row * size + column] = view (x, y, n) && ond_sphere_find (self, n, &theta, &phi)
                                               ? (gint32) (phi * self->theta.n + theta)
                                               : -1;
      }
  return self->cells != NULL;
}

/* NULL when memory is short. */
static cairo_surface_t *
make_picture (const OndSphere *self, const float *values, const OndColorScale *colors)
{
  gsize n = self->theta.n * self->phi.n;
  g_autofree guint32 *tones = g_try_new (guint32, n);
  cairo_surface_t *picture =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->size, self->size);
  gsize stride = (gsize) cairo_image_surface_get_stride (picture) / sizeof (guint32);
  guint32 *pixels;

  if (tones == NULL || cairo_surface_status (picture) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (picture);
      return NULL;
    }
  for (gsize i = 0; i < n; i++)
    tones[i] = 0xff000000u | ond_color_scale_map (colors, (double) values[i]);
  cairo_surface_flush (picture);
  pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (picture);
  for (int row = 0; row < self->size; row++)
    for (int column = 0; column < self->size; column++)
      {
        gint32 cell = self->cells[row * self->size + column];

        pixels[(gsize) row * stride + (gsize) column] = cell >= 0 ? tones[cell] : 0;
      }
  cairo_surface_mark_dirty (picture);
  return picture;
}

gboolean
ond_sphere_paint (OndSphere *self, OndSphereView view, const float *values,
                  const OndColorScale *colors, cairo_t *cr, double x, double y, double radius)
{
  double across = 2 * radius, unused = 0;
  cairo_surface_t *picture = NULL;
  int size;

  cairo_user_to_device_distance (cr, &across, &unused);
  size = (int) CLAMP (ceil (OVERSAMPLING * fabs (across)), 1, MAX_SIZE);
  if (find_cells (self, view, size))
    picture = make_picture (self, values, colors);
  if (picture == NULL)
    return FALSE;
  cairo_save (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * OND_PI);
  cairo_clip (cr);
  cairo_translate (cr, x - radius, y - radius);
  cairo_scale (cr, 2 * radius / size, 2 * radius / size);
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (picture);
  return TRUE;
}
