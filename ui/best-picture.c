/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-picture.h"

/* What a picture was made from. */
typedef struct
{
  guint64 serial;
  gint32 at;
  OndSliceArea area, visible;
  OndColorScale colors;
} Origin;

struct _OndBestPicture
{
  int normal;
  GdkTexture *texture;
  Origin origin;
};

OndBestPicture *
ond_best_picture_new (int normal)
{
  OndBestPicture *self = g_new0 (OndBestPicture, 1);

  self->normal = normal;
  return self;
}

void
ond_best_picture_free (OndBestPicture *self)
{
  g_clear_object (&self->texture);
  g_free (self);
}

gboolean
ond_best_picture_is_shown (OndSession *session)
{
  OndBest *best = ond_best_layer_get (ond_session_get_best (session));
  OndShow blinking;

  return !ond_layers_get_blink (ond_session_get_layers (session), &blinking)
         && ond_session_get_mode (session) == OND_MODE_BEST && best != NULL
         && ond_best_get_volume (best) == ond_session_get_volume (session);
}

static gboolean
origin_equal (const Origin *a, const Origin *b)
{
  return a->serial == b->serial && a->at == b->at
         && memcmp (&a->area, &b->area, sizeof a->area) == 0
         && memcmp (&a->visible, &b->visible, sizeof a->visible) == 0
         && ond_color_scale_equal (&a->colors, &b->colors);
}

/* Where a slice's voxels lie in the volume: of column i and row j at first + i right + j up. */
typedef struct
{
  gsize first, right, up;
  int width, height;
} Lattice;

static Lattice
lattice_of (const OndGeometry *geometry, int normal, gint32 at)
{
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const gsize nx = (gsize) geometry->n[OND_X],
              strides[OND_N_AXES] = { 1, nx, nx * (gsize) geometry->n[OND_Y] };

  return (Lattice){ (gsize) at * strides[normal], strides[h], strides[v], geometry->n[h],
                    geometry->n[v] };
}

/* Memory for a line of pixels: what is under it. */
typedef struct
{
  int *columns, *rows;
  float *w;
  guint32 *cells;
} Line;

static void
line_clear (Line *self)
{
  g_free (self->columns);
  g_free (self->rows);
  g_free (self->w);
  g_free (self->cells);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Line, line_clear)

static gboolean
line_init (Line *self, const Lattice *lattice, const OndSliceArea *area,
           const OndSliceArea *visible)
{
  const gsize width = (gsize) visible->width;
  const int below = area->y + area->height - visible->y - visible->height;

  self->columns = g_try_new (int, width);
  self->rows = g_try_new (int, (gsize) visible->height);
  self->w = g_try_new (float, width);
  self->cells = g_try_new (guint32, width);
  if (!self->columns || !self->rows || !self->w || !self->cells)
    return FALSE;
  ond_slice_samples_under (lattice->width, area->width, visible->x - area->x, visible->width,
                           self->columns);
  ond_slice_samples_under (lattice->height, area->height, below, visible->height, self->rows);
  return TRUE;
}

static GdkTexture *
make_texture (OndSession *session, int normal, const Origin *origin)
{
  OndBestLayer *layer = ond_session_get_best (session);
  OndBest *best = ond_best_layer_get (layer);
  const OndSliceArea *visible = &origin->visible;
  const Lattice lattice =
      lattice_of (ond_volume_get_geometry (ond_best_get_volume (best)), normal, origin->at);
  const gsize width = (gsize) visible->width, stride = width * 4;
  g_auto (Line) line = { NULL, NULL, NULL, NULL };
  guint8 *pixels = g_try_malloc_n ((gsize) visible->height, stride);
  g_autoptr (GBytes) bytes = NULL;
  int drawn = -1; /* the row of voxels in the last line: enlarged ones are copied */

  if (pixels == NULL || !line_init (&line, &lattice, &origin->area, visible))
    {
      g_free (pixels);
      return NULL;
    }
  for (int i = 0; i < visible->height; i++)
    {
      guint8 *to = pixels + (gsize) i * stride;
      const int j = line.rows[visible->height - 1 - i];

      if (j == drawn)
        {
          memcpy (to, to - stride, stride);
          continue;
        }
      ond_best_pick (best, lattice.first + (gsize) j * lattice.up, lattice.right, line.columns,
                     width, line.w, line.cells);
      ond_best_colors_map_row (ond_best_layer_get_colors (layer), &origin->colors, line.w,
                               line.cells, width, to);
      drawn = j;
    }
  bytes = g_bytes_new_take (pixels, stride * (gsize) visible->height);
  return gdk_memory_texture_new (visible->width, visible->height, GDK_MEMORY_R8G8B8A8, bytes,
                                 stride);
}

GdkTexture *
ond_best_picture_get (OndBestPicture *self, OndSession *session, const OndSliceArea *area,
                      const OndSliceArea *visible)
{
  gint32 at[OND_N_AXES];
  Origin wanted = {
    .serial = ond_best_layer_get_serial (ond_session_get_best (session)),
    .area = *area,
    .visible = *visible,
    .colors = *ond_session_get_colors (session, OND_SHOW_RESPONSE),
  };

  g_return_val_if_fail (ond_best_picture_is_shown (session), NULL);
  ond_session_get_cross_hair (session, at);
  wanted.at = at[self->normal];
  if (self->texture == NULL || !origin_equal (&wanted, &self->origin))
    {
      g_clear_object (&self->texture);
      self->texture = make_texture (session, self->normal, &wanted);
      self->origin = wanted;
    }
  return self->texture;
}
