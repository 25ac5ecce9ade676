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

GdkTexture *
ond_slice_picture_new (const float *samples, int width, int height, const OndColorScale *colors,
                       const OndSliceOver *over, const OndSliceArea *area,
                       const OndSliceArea *visible)
{
  gsize stride = (gsize) visible->width * 4;
  g_auto (Under) under = { NULL, NULL };
  guint8 *pixels = g_try_malloc_n ((gsize) visible->height, stride);
  g_autofree float *row = g_try_malloc_n ((gsize) visible->width, sizeof *row);
  if (pixels == NULL || row == NULL || !under_init (&under, width, height, area, visible))
    {
      g_free (pixels);
      return NULL;
    }

  int drawn = -1; /* the row of samples in the picture's last row: enlarged voxels are copied */
  for (int i = 0; i < visible->height; i++)
    {
      guint8 *line = pixels + (gsize) i * stride;
      int j = under.rows[visible->height - 1 - i];
      if (j == drawn)
        {
          memcpy (line, line - stride, stride);
          continue;
        }
      reduce_row (samples + (gsize) j * (gsize) width, under.columns, row, visible->width);
      ond_color_scale_map_row (colors, row, (gsize) visible->width, line);
      if (over != NULL)
        {
          reduce_row (over->samples + (gsize) j * (gsize) width, under.columns, row,
                      visible->width);
          ond_blend_row (over->colors, row, (gsize) visible->width, over->opacity, line);
        }
      drawn = j;
    }

  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, stride * (gsize) visible->height);
  return gdk_memory_texture_new (visible->width, visible->height, GDK_MEMORY_R8G8B8A8, bytes,
                                 stride);
}
