/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prepared.h"

#include "error.h"
#include "invalid.h"
#include "lanes.h"

#include <math.h>

/* Between these the samples keep their unit. */
#define SMALL 1e-6
#define LARGE 1e6

static double
choose_unit (const OndVolume *volume)
{
  double mean = ond_volume_get_mean (volume);
  double largest = fmax (fabs (ond_volume_get_max (volume)), fabs (ond_volume_get_min (volume)));

  largest = fmax (largest, fabs (mean));
  if (largest == 0 || (largest >= SMALL && largest <= LARGE))
    return 1;
  return ldexp (1, -ilogb (largest));
}

static gboolean
prepare_gaps (OndPrepared *self, OndCall *call, GError **error)
{
  self->filled = ond_volume_alloc (ond_volume_get_geometry (self->volume), error);
  if (self->filled == NULL)
    return FALSE;
  self->mask = g_try_malloc (ond_volume_get_n_voxels (self->volume));
  if (self->mask == NULL)
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_MEMORY,
                           "Not enough memory for the mask of invalid voxels");
      return FALSE;
    }
  return ond_call_check (
      call, ond_invalid_fill (self->volume, self->fill, self->filled, self->mask, call), error);
}

OndPrepared *
ond_prepared_new (OndVolume *volume, OndFill fill, OndCall *call, GError **error)
{
  g_autoptr (OndPrepared) self = NULL;
  gsize n_invalid = ond_volume_get_n_invalid (volume);

  if (n_invalid == ond_volume_get_n_voxels (volume))
    {
      const char *name = ond_volume_get_info (volume)->name;

      g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                   "%s: no voxel is valid, all %" G_GSIZE_FORMAT " are NaN or Inf",
                   name ? name : "The volume", n_invalid);
      return NULL;
    }
  self = g_new0 (OndPrepared, 1);
  g_atomic_ref_count_init (&self->refs);
  self->volume = ond_volume_ref (volume);
  self->fill = fill;
  self->mean = ond_volume_get_mean (volume);
  self->unit = choose_unit (volume);
  if (n_invalid > 0 && !prepare_gaps (self, call, error))
    return NULL;
  return g_steal_pointer (&self);
}

OndPrepared *
ond_prepared_ref (OndPrepared *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_prepared_unref (OndPrepared *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  ond_volume_unref (self->volume);
  ond_volume_free_samples (self->filled);
  g_free (self->mask);
  g_free (self);
}

const float *
ond_prepared_get_samples (const OndPrepared *self)
{
  return self->filled ? self->filled : ond_volume_get_samples (self->volume);
}

#define TRANSFORM_BYTES 8 /* a voxel, at least */

/* The samples and the mask. What filling takes beside them, two to four bytes a voxel, is given
 * back before the transform takes its own. */
guint64
ond_prepared_bytes (const OndVolume *volume)
{
  guint64 n = ond_volume_get_n_voxels (volume),
          filling = ond_invalid_fill_bytes (ond_volume_get_geometry (volume));

  if (ond_volume_get_n_invalid (volume) == 0)
    return 0;
  return n * (sizeof (float) + 1) + MAX (filling, n * TRANSFORM_BYTES) - n * TRANSFORM_BYTES;
}
