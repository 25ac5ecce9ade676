/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-rays.h"

#include "../core/parallel.h"

#include <math.h>
#include <string.h>

/* Pixels round the volume at zoom 1. */
#define MARGIN 10

/* Fractional bits where positions leave room for them: a pixel is then right to 0.02 voxels after
 * 2000 steps. */
#define MOST_SHIFT 16
#define LARGEST 536870912. /* 2^29: differences of two, and sums with a third, stay in range */

/* ---- The view ---- */

static double
diagonal_of (const OndGeometry *geometry)
{
  double sum = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    sum += pow (geometry->n[i] * geometry->edge[i], 2);
  return sqrt (sum);
}

double
ond_projection_diagonal (double width, double height)
{
  return fmax (fmin (width, height) - 2 * MARGIN, 1);
}

OndProjectionFrame
ond_projection_frame (const OndGeometry *geometry, const OndPose *pose, double width, double height)
{
  double diagonal = diagonal_of (geometry);

  return (OndProjectionFrame){
    .camera = ond_camera_at (pose->azimuth, pose->elevation),
    .middle = { pose->x * diagonal, pose->y * diagonal },
    .scale = pose->zoom * ond_projection_diagonal (width, height) / diagonal,
    .width = width,
    .height = height,
  };
}

void
ond_projection_place (const OndProjectionFrame *frame, const OndGeometry *geometry,
                      const double at[OND_N_AXES], double *x, double *y, double *depth)
{
  double right = 0, up = 0, towards = 0;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      double from_middle = (at[i] + 0.5 - geometry->n[i] / 2.) * geometry->edge[i];

      right += from_middle * frame->camera.right[i];
      up += from_middle * frame->camera.up[i];
      towards += from_middle * frame->camera.towards[i];
    }
  *x = frame->width / 2 + (right - frame->middle[0]) * frame->scale;
  *y = frame->height / 2 - (up - frame->middle[1]) * frame->scale;
  *depth = towards;
}

/* ---- Rays ---- */

/* What positions along the minor axes follow from. */
typedef struct
{
  const OndProjectionFrame *frame;
  double cell[OND_N_AXES];   /* edges of a block */
  double middle[OND_N_AXES]; /* of the volume, from its corner */
  int divisor, major;
} View;

/* Where the ray of a pixel (rows from the bottom) is in the middle of a layer, in blocks along
 * `axis`. */
static double
position (const View *view, int axis, double column, double row, double layer)
{
  const OndCamera *camera = &view->frame->camera;
  const int m = view->major;
  double right = view->frame->middle[0]
                 + ((column + 0.5) * view->divisor - view->frame->width / 2) / view->frame->scale,
         up = view->frame->middle[1]
              + ((row + 0.5) * view->divisor - view->frame->height / 2) / view->frame->scale;
  double on_major = view->middle[m] + right * camera->right[m] + up * camera->up[m],
         towards = ((layer + 0.5) * view->cell[m] - on_major) / camera->towards[m];

  return (view->middle[axis] + right * camera->right[axis] + up * camera->up[axis]
          + towards * camera->towards[axis])
         / view->cell[axis];
}

/* The largest position that can come up, or be on the way to one. */
static double
farthest (const View *view, int axis, double columns, double rows, double layers)
{
  double largest = 0;

  for (int corner = 0; corner < 8; corner++)
    largest = fmax (largest, fabs (position (view, axis, corner & 1 ? columns : 0,
                                             corner & 2 ? rows : 0, corner & 4 ? layers : 0)));
  return largest;
}

static gint32
to_fixed (double value, int shift)
{
  return (gint32) floor (ldexp (value, shift) + 0.5);
}

OndRays
ond_rays_new (const OndProjectionVolume *volume, const OndProjectionFrame *frame, int divisor)
{
  OndRays self = { .shift = MOST_SHIFT };
  View view = { .frame = frame, .divisor = divisor };
  const double *towards = frame->camera.towards;
  double columns = frame->width / divisor + 1, rows = frame->height / divisor + 1;

  for (int i = 0; i < OND_N_AXES; i++)
    {
      const OndGeometry *geometry = &volume->geometry;

      self.n[i] = volume->n[i];
      view.cell[i] = geometry->edge[i] * volume->block[i];
      view.middle[i] = geometry->n[i] * geometry->edge[i] / 2;
      if (fabs (towards[i]) / view.cell[i] > fabs (towards[view.major]) / view.cell[view.major])
        view.major = i;
    }
  self.major = view.major;
  self.minor[0] = view.major == OND_X ? OND_Y : OND_X;
  self.minor[1] = view.major == OND_Z ? OND_Y : OND_Z;
  self.nearest_last = towards[view.major] > 0;
  for (int i = 0; i < 2; i++)
    while (self.shift > 0
           && ldexp (farthest (&view, self.minor[i], columns, rows, self.n[view.major]), self.shift)
                  > LARGEST)
      self.shift--;
  for (int i = 0; i < 2; i++)
    {
      double at = position (&view, self.minor[i], 0, 0, 0);

      self.axes[i] = (OndRayAxis){
        .base = to_fixed (at, self.shift),
        .column = to_fixed (position (&view, self.minor[i], 1, 0, 0) - at, self.shift),
        .row = to_fixed (position (&view, self.minor[i], 0, 1, 0) - at, self.shift),
        .layer = to_fixed (position (&view, self.minor[i], 0, 0, 1) - at, self.shift),
      };
    }
  return self;
}

static gint64
divide_up (gint64 a, gint64 b)
{
  return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

/* Narrows first ... end-1 to the columns where 0 <= at + column step < limit. */
static void
narrow (gint64 at, gint64 step, gint64 limit, int *first, int *end)
{
  gint64 from = *first, to = *end;

  if (step > 0)
    {
      from = divide_up (-at, step);
      to = divide_up (limit - at, step);
    }
  else if (step < 0)
    {
      from = divide_up (at - limit + 1, -step);
      to = divide_up (at + 1, -step);
    }
  else if (at < 0 || at >= limit)
    to = from;
  *first = (int) CLAMP (from, *first, *end);
  *end = (int) CLAMP (to, *first, *end);
}

static gsize
stride (const OndRays *self, int axis)
{
  return axis == OND_X   ? 1
         : axis == OND_Y ? (gsize) self->n[OND_X]
                         : (gsize) self->n[OND_X] * (gsize) self->n[OND_Y];
}

/* One layer behind one row. */
static void
cast_layer (const OndRays *self, const guint32 *keys, const gint32 at[2], int width, guint32 *out)
{
  const gsize strides[2] = { stride (self, self->minor[0]), stride (self, self->minor[1]) };
  const int shift = self->shift;
  const gint32 steps[2] = { self->axes[0].column, self->axes[1].column };
  gint32 a, b;
  int first = 0, end = width;

  for (int i = 0; i < 2; i++)
    narrow (at[i], steps[i], (gint64) self->n[self->minor[i]] << shift, &first, &end);
  a = at[0] + first * steps[0];
  b = at[1] + first * steps[1];
  for (int i = first; i < end; i++, a += steps[0], b += steps[1])
    {
      guint32 key = keys[(gsize) (a >> shift) * strides[0] + (gsize) (b >> shift) * strides[1]];

      out[i] = MAX (out[i], key);
    }
}

void
ond_rays_cast (const OndRays *self, const guint32 *keys, int row, int n_rows, int width,
               guint32 *out)
{
  const gsize step = stride (self, self->major);

  memset (out, 0, (gsize) n_rows * (gsize) width * sizeof *out);
  for (gint32 k = 0; k < self->n[self->major]; k++)
    for (int j = 0; j < n_rows; j++)
      {
        gint32 at[2];

        for (int i = 0; i < 2; i++)
          at[i] = self->axes[i].base + (row + j) * self->axes[i].row + k * self->axes[i].layer;
        cast_layer (self, keys + (gsize) k * step, at, width, out + (gsize) j * (gsize) width);
      }
}

/* ---- Pictures ---- */

/* Rows drawn together, layer by layer: they read the same voxels, and what is found of them so far
 * stays in the cache. */
#define ROWS_AN_ITEM 16

typedef struct
{
  const OndRays *rays;
  const OndProjectionVolume *volume;
  const OndGlColors *colors;
  int width, height;
  guint8 *rgba;
  guint32 *keys; /* ROWS_AN_ITEM rows a thread */
} Picture;

static void
color_row (const OndGlColors *colors, const guint32 *keys, int width, guint8 *out)
{
  for (int i = 0; i < width; i++, out += 4)
    {
      int entry = 0;

      if (keys[i] == OND_PROJECTION_NOTHING)
        {
          memset (out, 0, 4);
          continue;
        }
      for (int step = OND_COLORMAP_SIZE / 2; step > 0; step >>= 1)
        if (keys[i] >= colors->thresholds[entry + step])
          entry += step;
      memcpy (out, colors->table + 4 * entry, 4);
    }
}

static void
draw_rows (gsize item, int worker, gpointer data)
{
  const Picture *self = data;
  const gsize width = (gsize) self->width;
  guint32 *keys = self->keys + (gsize) worker * ROWS_AN_ITEM * width;
  int first = (int) item * ROWS_AN_ITEM, n = MIN (ROWS_AN_ITEM, self->height - first);

  ond_rays_cast (self->rays, self->volume->keys, first, n, self->width, keys);
  for (int j = 0; j < n; j++)
    color_row (self->colors, keys + (gsize) j * width, self->width,
               self->rgba + (gsize) (self->height - 1 - first - j) * width * 4);
}

gboolean
ond_rays_draw (const OndRays *self, const OndProjectionVolume *volume, const OndGlColors *colors,
               int width, int height, guint8 *rgba, OndCall *call)
{
  const gsize n_items = (gsize) (height + ROWS_AN_ITEM - 1) / ROWS_AN_ITEM;
  g_autofree guint32 *keys = g_new (guint32, ROWS_AN_ITEM * (gsize) width * (gsize) call->threads);
  Picture picture = { self, volume, colors, width, height, rgba, keys };

  return ond_parallel_for (n_items, call, draw_rows, &picture);
}

gboolean
ond_rays_pick (const OndRays *self, const OndProjectionVolume *volume, int column, int row,
               gsize *index)
{
  guint32 best = OND_PROJECTION_NOTHING;

  for (gint32 k = 0; k < self->n[self->major]; k++)
    {
      gsize at = (gsize) k * stride (self, self->major);
      gboolean inside = TRUE;

      for (int i = 0; i < 2 && inside; i++)
        {
          const OndRayAxis *axis = &self->axes[i];
          gint32 place = (axis->base + column * axis->column + row * axis->row + k * axis->layer)
                         >> self->shift;

          inside = place >= 0 && place < self->n[self->minor[i]];
          at += (gsize) place * stride (self, self->minor[i]);
        }
      if (!inside || volume->keys[at] == OND_PROJECTION_NOTHING)
        continue;
      if (volume->keys[at] > best || (self->nearest_last && volume->keys[at] == best))
        {
          best = volume->keys[at];
          *index = at;
        }
    }
  return best != OND_PROJECTION_NOTHING;
}
