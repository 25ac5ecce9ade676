/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-volume.h"

#include "../core/error.h"

#include <string.h>

#define SIGN 0x80000000u
#define EXPONENT 0x7f800000u /* all of it is set in NaN and Inf */

typedef struct
{
  OndProjectionVolume public;
  gatomicrefcount refs;
  guint32 *keys;
  guint32 *largest;   /* which of its block, x fastest; NULL where blocks are voxels */
  guint32 keep, flip; /* bits of a sample that its polarity keeps, and then turns */
} Volume;

static guint64
count (const gint32 n[OND_N_AXES])
{
  return (guint64) n[OND_X] * (guint64) n[OND_Y] * (guint64) n[OND_Z];
}

void
ond_projection_blocks (const OndGeometry *geometry, const OndProjectionRoom *room,
                       gint32 block[OND_N_AXES], gint32 n[OND_N_AXES])
{
  for (int i = 0; i < OND_N_AXES; i++)
    {
      block[i] = (geometry->n[i] + room->edge - 1) / room->edge;
      n[i] = (geometry->n[i] + block[i] - 1) / block[i];
    }
  while (count (n) > MAX (room->voxels, 1))
    {
      int shortest = -1;

      /* Edges that tie grow together, the last axis first: x is the quickest to read. */
      for (int i = OND_N_AXES - 1; i >= 0; i--)
        if (n[i] > 1
            && (shortest < 0
                || block[i] * geometry->edge[i] < block[shortest] * geometry->edge[shortest]))
          shortest = i;
      block[shortest]++;
      n[shortest] = (geometry->n[shortest] + block[shortest] - 1) / block[shortest];
    }
  /* Equal edges that did not all grow would be reduced unequally for the sake of a few voxels. */
  for (int i = 0; i < OND_N_AXES; i++)
    for (int j = 0; j < OND_N_AXES; j++)
      if (geometry->edge[i] == geometry->edge[j] && block[i] < block[j])
        block[i] = MIN (block[j], geometry->n[i]);
  for (int i = 0; i < OND_N_AXES; i++)
    n[i] = (geometry->n[i] + block[i] - 1) / block[i];
}

guint64
ond_projection_bytes (const OndGeometry *geometry, const OndProjectionRoom *room)
{
  gint32 block[OND_N_AXES], n[OND_N_AXES];

  ond_projection_blocks (geometry, room, block, n);
  return count (n) * sizeof (guint32) * (count (block) > 1 ? 2 : 1);
}

/* ond_gl_colors_key() of a sample with its polarity. */
static inline guint32
key_of (const Volume *self, float sample)
{
  guint32 bits;

  memcpy (&bits, &sample, sizeof bits);
  if ((bits & EXPONENT) == EXPONENT)
    return OND_PROJECTION_NOTHING;
  bits = (bits & self->keep) ^ self->flip;
  return bits & SIGN ? ~bits : bits | SIGN;
}

/* Takes a row of samples into a row of blocks; `first` is the place in its block of what is at the
 * beginning of one. */
static void
take_row (Volume *self, const float *row, guint32 *keys, guint32 *largest, guint32 first)
{
  const gint32 width = self->public.geometry.n[OND_X], block = self->public.block[OND_X];

  for (gint32 x = 0, i = 0; x < width; i++)
    {
      const gint32 end = MIN (x + block, width), start = x;

      for (; x < end; x++)
        {
          guint32 key = key_of (self, row[x]);

          if (key <= keys[i])
            continue;
          keys[i] = key;
          if (largest != NULL)
            largest[i] = first + (guint32) (x - start);
        }
    }
}

static gboolean
reduce (Volume *self, const float *samples, GCancellable *cancellable, GError **error)
{
  const OndGeometry *geometry = &self->public.geometry;
  const gint32 *block = self->public.block, *n = self->public.n;

  for (gint32 z = 0; z < geometry->n[OND_Z]; z++)
    for (gint32 y = 0; y < geometry->n[OND_Y]; y++)
      {
        gsize row = ((gsize) (z / block[OND_Z]) * (gsize) n[OND_Y] + (gsize) (y / block[OND_Y]))
                    * (gsize) n[OND_X];
        guint32 first =
            ((guint32) (z % block[OND_Z]) * (guint32) block[OND_Y] + (guint32) (y % block[OND_Y]))
            * (guint32) block[OND_X];

        if (y % 64 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
          return FALSE;
        take_row (self, samples + ond_geometry_index (geometry, 0, y, z), self->keys + row,
                  self->largest != NULL ? self->largest + row : NULL, first);
      }
  return TRUE;
}

OndProjectionVolume *
ond_projection_volume_new (const OndGeometry *geometry, const float *samples, OndPolarity polarity,
                           const OndProjectionRoom *room, GCancellable *cancellable, GError **error)
{
  Volume *self = g_new0 (Volume, 1);
  g_autoptr (OndProjectionVolume) public = &self->public;
  gsize n;

  g_atomic_ref_count_init (&self->refs);
  self->keep = polarity == OND_POLARITY_BOTH ? ~SIGN : ~0u;
  self->flip = polarity == OND_POLARITY_DARK ? SIGN : 0;
  public->geometry = *geometry;
  ond_projection_blocks (geometry, room, public->block, public->n);
  n = (gsize) count (public->n);
  self->keys = g_try_new0 (guint32, n);
  public->keys = self->keys;
  if (ond_projection_volume_is_reduced (public))
    self->largest = g_try_new0 (guint32, n);
  if (self->keys == NULL || (ond_projection_volume_is_reduced (public) && self->largest == NULL))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for a projection of %" G_GSIZE_FORMAT " voxels", n);
      return NULL;
    }
  return reduce (self, samples, cancellable, error) ? g_steal_pointer (&public) : NULL;
}

OndProjectionVolume *
ond_projection_volume_ref (OndProjectionVolume *self)
{
  g_atomic_ref_count_inc (&((Volume *) self)->refs);
  return self;
}

void
ond_projection_volume_unref (OndProjectionVolume *self)
{
  Volume *private = (Volume *) self;

  if (!g_atomic_ref_count_dec (&private->refs))
    return;
  g_free (private->keys);
  g_free (private->largest);
  g_free (private);
}

gboolean
ond_projection_volume_is_reduced (const OndProjectionVolume *self)
{
  return count (self->block) > 1;
}

void
ond_projection_volume_locate (const OndProjectionVolume *self, gsize index, gint32 at[OND_N_AXES])
{
  const Volume *private = (const Volume *) self;
  const OndGeometry blocks = { { self->n[OND_X], self->n[OND_Y], self->n[OND_Z] }, { 1, 1, 1 } };
  guint32 within = private->largest != NULL ? private->largest[index] : 0;
  gint32 first[OND_N_AXES];

  ond_geometry_position (&blocks, index, first);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      at[i] = first[i] * self->block[i] + (gint32) (within % (guint32) self->block[i]);
      within /= (guint32) self->block[i];
    }
}

char *
ond_projection_volume_text (const OndProjectionVolume *self)
{
  const gint32 *n = self->n, *block = self->block;

  if (!ond_projection_volume_is_reduced (self))
    return NULL;
  if (block[OND_X] == block[OND_Y] && block[OND_Y] == block[OND_Z])
    return g_strdup_printf ("reduced to %d × %d × %d (1/%d)", n[OND_X], n[OND_Y], n[OND_Z],
                            block[OND_X]);
  return g_strdup_printf ("reduced to %d × %d × %d (1/%d × 1/%d × 1/%d)", n[OND_X], n[OND_Y],
                          n[OND_Z], block[OND_X], block[OND_Y], block[OND_Z]);
}
