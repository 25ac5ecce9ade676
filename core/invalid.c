/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "invalid.h"

#include "blocks.h"
#include "invalid-local.h"
#include "parallel.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OndBlocks blocks;
  const float *samples;
  float *out;
  guint8 *mask;
  float value;  /* of a gap */
  OndBox *gaps; /* where they are, a box a block; or NULL */
} Copy;

static gboolean
is_valid (const float *samples, gsize n)
{
  gboolean valid = TRUE;

  for (gsize i = 0; i < n; i++)
    valid &= isfinite (samples[i]) != 0;
  return valid;
}

/* Copies a row of n voxels at index `at`; FALSE when it has no gap, otherwise *first ... *last hold
 * them. */
static gboolean
copy_row (const Copy *self, gsize at, gint32 n, gint32 *first, gint32 *last)
{
  const float *samples = self->samples + at;

  *first = n;
  *last = -1;
  memcpy (self->out + at, samples, (gsize) n * sizeof *samples);
  memset (self->mask + at, 0, (gsize) n);
  if (is_valid (samples, (gsize) n))
    return FALSE;
  for (gint32 i = 0; i < n; i++)
    {
      if (isfinite (samples[i]))
        continue;
      self->out[at + (gsize) i] = self->value;
      self->mask[at + (gsize) i] = 1;
      *first = MIN (*first, i);
      *last = i;
    }
  return TRUE;
}

static void
copy_block (gsize item, int worker, gpointer data)
{
  const Copy *self = data;
  OndBox box = ond_blocks_get (&self->blocks, item), gaps = ond_box_empty ();
  const gint32 lo = box.lo[OND_X], n = box.hi[OND_X] - lo;
  gint32 first, last;

  (void) worker;
  for (gint32 z = box.lo[OND_Z]; z < box.hi[OND_Z]; z++)
    for (gint32 y = box.lo[OND_Y]; y < box.hi[OND_Y]; y++)
      if (copy_row (self, ond_blocks_voxel (&self->blocks, lo, y, z), n, &first, &last))
        ond_box_add (&gaps, &(OndBox){ { lo + first, y, z }, { lo + last + 1, y + 1, z + 1 } });
  if (self->gaps != NULL)
    self->gaps[item] = gaps;
}

/* Copies with `value` in the gaps; for a local fill, whose value is NaN, notes where they are. */
static OndStatus
copy (Copy *self, const OndVolume *volume, OndFill fill, OndCall *call)
{
  if (!ond_parallel_for (self->blocks.n_blocks, call, copy_block, self))
    return OND_CANCELLED;
  if (fill != OND_FILL_LOCAL)
    return OND_OK;
  return ond_invalid_fill_local (volume, &self->blocks, self->gaps, self->out, call);
}

OndStatus
ond_invalid_fill (const OndVolume *volume, OndFill fill, float *out, guint8 *mask, OndCall *call)
{
  const float values[OND_N_FILLS] = { [OND_FILL_LOCAL] = NAN,
                                      [OND_FILL_MEAN] = (float) ond_volume_get_mean (volume),
                                      [OND_FILL_ZERO] = 0 };
  Copy self = {
    .samples = ond_volume_get_samples (volume), .out = out, .mask = mask, .value = values[fill]
  };
  OndStatus status = OND_NO_MEMORY;

  ond_blocks_init (&self.blocks, ond_volume_get_geometry (volume)->n);
  if (fill == OND_FILL_LOCAL)
    self.gaps = g_try_new (OndBox, self.blocks.n_blocks);
  if (fill != OND_FILL_LOCAL || self.gaps != NULL)
    status = copy (&self, volume, fill, call);
  if (status == OND_NO_MEMORY)
    g_snprintf (call->why, sizeof call->why, "no memory to fill %" G_GSIZE_FORMAT " invalid voxels",
                ond_volume_get_n_invalid (volume));
  g_free (self.gaps);
  return status;
}

guint64
ond_invalid_fill_bytes (const OndGeometry *geometry)
{
  OndBlocks blocks;

  ond_blocks_init (&blocks, geometry->n);
  return ond_invalid_local_bytes (geometry) + blocks.n_blocks * sizeof (OndBox);
}
