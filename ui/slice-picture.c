/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pixels of a slice, made on the CPU for exactly the pixels that a view has: the work depends
 * on the screen, not on the data, and nothing is scaled (and blurred) afterwards. */
#include "slice-picture.h"

OndSliceArea
ond_slice_fit (const OndGeometry *geometry, int normal, int width, int height)
{
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  double wide = geometry->n[h] * geometry->edge[h], tall = geometry->n[v] * geometry->edge[v];
  double scale = MIN (width / wide, height / tall);

  OndSliceArea area = {
    .width = CLAMP ((int) (wide * scale + 0.5), 1, MAX (width, 1)),
    .height = CLAMP ((int) (tall * scale + 0.5), 1, MAX (height, 1)),
  };
  area.x = (width - area.width) / 2;
  area.y = (height - area.height) / 2;
  return area;
}

/* The samples of one row under `pixels` pixels. */
static void
reduce_row (const float *row, int n, float *out, int pixels)
{
  for (int i = 0; i < pixels; i++)
    out[i] = row[ond_slice_sample_under (i, n, pixels)];
}

float *
ond_slice_reduce (const float *samples, int width, int height, int new_width, int new_height)
{
  float *out = g_try_malloc_n ((gsize) new_width * (gsize) new_height, sizeof *out);
  if (out == NULL)
    return NULL;
  for (int j = 0; j < new_height; j++)
    {
      gsize row = (gsize) ond_slice_sample_under (j, height, new_height);
      reduce_row (samples + row * (gsize) width, width, out + (gsize) j * (gsize) new_width,
                  new_width);
    }
  return out;
}

GdkTexture *
ond_slice_picture_new (const float *samples, int width, int height, const OndColorScale *colors,
                       const OndSliceArea *area)
{
  gsize stride = (gsize) area->width * 4;
  guint8 *pixels = g_try_malloc_n ((gsize) area->height, stride);
  g_autofree float *row = g_try_malloc_n ((gsize) area->width, sizeof *row);
  if (pixels == NULL || row == NULL)
    {
      g_free (pixels);
      return NULL;
    }

  int drawn = -1; /* the row of samples in the picture's last row: enlarged voxels are copied */
  for (int i = 0; i < area->height; i++)
    {
      guint8 *line = pixels + (gsize) i * stride;
      int j = ond_slice_sample_under (area->height - 1 - i, height, area->height);
      if (j == drawn)
        {
          memcpy (line, line - stride, stride);
          continue;
        }
      reduce_row (samples + (gsize) j * (gsize) width, width, row, area->width);
      ond_color_scale_map_row (colors, row, (gsize) area->width, line);
      drawn = j;
    }

  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, stride * (gsize) area->height);
  return gdk_memory_texture_new (area->width, area->height, GDK_MEMORY_R8G8B8A8, bytes, stride);
}
