/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pixels of a slice, made on the CPU for exactly the pixels that a view has: the work depends
 * on the screen, not on the data, and nothing is scaled (and blurred) afterwards. */
#include "slice-picture.h"

#include "../core/draw/blend.h"

/* The columns and rows of samples under the columns and rows of pixels, rows from the bottom. */
typedef struct
{
  int *columns, *rows;
} Under;

static void
under_clear (Under *self)
{
  g_free (self->columns);
  g_free (self->rows);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Under, under_clear)

/* FALSE when memory is short. */
static gboolean
under_init (Under *self, int width, int height, const OndSliceArea *area,
            const OndSliceArea *visible)
{
  int below = area->y + area->height - visible->y - visible->height;

  self->columns = g_try_new (int, (gsize) visible->width);
  self->rows = g_try_new (int, (gsize) visible->height);
  if (self->columns == NULL || self->rows == NULL)
    return FALSE;
  ond_slice_samples_under (width, area->width, visible->x - area->x, visible->width, self->columns);
  ond_slice_samples_under (height, area->height, below, visible->height, self->rows);
  return TRUE;
}

static void
reduce_row (const float *row, const int *columns, float *out, int n)
{
  for (int i = 0; i < n; i++)
    out[i] = row[columns[i]];
}

float *
ond_slice_reduce (const float *samples, int width, int height, const OndSliceArea *area,
                  const OndSliceArea *visible)
{
  g_auto (Under) under = { NULL, NULL };
  gsize new_width = (gsize) visible->width;
  float *out = g_try_malloc_n (new_width * (gsize) visible->height, sizeof *out);
  if (out == NULL || !under_init (&under, width, height, area, visible))
    {
      g_free (out);
      return NULL;
    }
  for (int j = 0; j < visible->height; j++)
    reduce_row (samples + (gsize) under.rows[j] * (gsize) width, under.columns,
                out + (gsize) j * new_width, visible->width);
  return out;
}

/* A row of samples becomes a line of pixels. Enlarged, each sample is mapped once and its pixels
 * are copies. */
typedef struct
{
  const int *columns; /* under the pixels, not falling */
  int n_pixels;
  gboolean enlarged;
  float *samples;
  guint8 *colors; /* of the samples, where they are enlarged */
} Painter;

/* The samples that are mapped, and how many. */
static int
gather (const Painter *self, const float *row)
{
  int first = self->columns[0], n = self->columns[self->n_pixels - 1] - first + 1;

  if (!self->enlarged)
    {
      reduce_row (row, self->columns, self->samples, self->n_pixels);
      return self->n_pixels;
    }
  memcpy (self->samples, row + first, (gsize) n * sizeof *row);
  return n;
}

static void
paint (const Painter *self, const float *row, const OndColorScale *colors, const float *over_row,
       const OndSliceOver *over, guint8 *line)
{
  guint8 *out = self->enlarged ? self->colors : line;
  gsize n = (gsize) gather (self, row);

  ond_color_scale_map_row (colors, self->samples, n, out);
  if (over_row != NULL)
    {
      gather (self, over_row);
      ond_blend_row (over->colors, self->samples, n, over->opacity, out);
    }
  for (int i = 0; i < self->n_pixels && self->enlarged; i++)
    memcpy (line + 4 * i, out + 4 * (self->columns[i] - self->columns[0]), 4);
}

GdkTexture *
ond_slice_picture_new (const float *samples, int width, int height, const OndColorScale *colors,
                       const OndSliceOver *over, const OndSliceArea *area,
                       const OndSliceArea *visible)
{
  gsize stride = (gsize) visible->width * 4;
  g_auto (Under) under = { NULL, NULL };
  guint8 *pixels = g_try_malloc_n ((gsize) visible->height, stride);
  g_autofree float *row = g_try_malloc_n ((gsize) visible->width, sizeof *row);
  g_autofree guint8 *row_colors = g_try_malloc_n ((gsize) visible->width, 4);
  if (pixels == NULL || row == NULL || row_colors == NULL
      || !under_init (&under, width, height, area, visible))
    {
      g_free (pixels);
      return NULL;
    }

  const int *columns = under.columns;
  const Painter painter = { columns, visible->width,
                            columns[visible->width - 1] - columns[0] + 1 < visible->width, row,
                            row_colors };
  int drawn = -1; /* the row of samples in the picture's last row: enlarged voxels are copied */
  for (int i = 0; i < visible->height; i++)
    {
      guint8 *line = pixels + (gsize) i * stride;
      int j = under.rows[visible->height - 1 - i];
      gsize offset = (gsize) j * (gsize) width;
      if (j == drawn)
        {
          memcpy (line, line - stride, stride);
          continue;
        }
      paint (&painter, samples + offset, colors, over != NULL ? over->samples + offset : NULL, over,
             line);
      drawn = j;
    }

  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, stride * (gsize) visible->height);
  return gdk_memory_texture_new (visible->width, visible->height, GDK_MEMORY_R8G8B8A8, bytes,
                                 stride);
}
