/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colour scale as thresholds, each found by bisection over the floats with
 * ond_color_scale_position() as the only judge, so a new stretch needs nothing here. About 8000
 * evaluations, well under a millisecond. */
#include "gl-colors.h"

#include "../core/draw/blend.h"

#include <float.h>
#include <string.h>

#define SIGN_BIT 0x80000000u

/* Beyond every finite sample: an entry that no sample reaches. */
#define NEVER G_MAXUINT32

guint32
ond_gl_colors_key (float value)
{
  guint32 bits;
  memcpy (&bits, &value, sizeof bits);
  return bits & SIGN_BIT ? ~bits : bits | SIGN_BIT;
}

static float
value_of_key (guint32 key)
{
  guint32 bits = key & SIGN_BIT ? key & ~SIGN_BIT : ~key;
  float value;
  memcpy (&value, &bits, sizeof value);
  return value;
}

static int
entry_of_value (const OndColorScale *scale, float value)
{
  return ond_color_scale_entry (scale, (double) value);
}

static int
rank_of_key (const OndColorScale *scale, guint32 key, gboolean descending)
{
  int entry = entry_of_value (scale, value_of_key (key));
  return descending ? OND_COLORMAP_SIZE - 1 - entry : entry;
}

/* The first key in [from, largest finite] whose rank is at least `rank`. */
static guint32
first_key (const OndColorScale *scale, int rank, guint32 from, gboolean descending)
{
  guint32 low = from, high = ond_gl_colors_key (FLT_MAX);
  if (rank_of_key (scale, high, descending) < rank)
    return NEVER;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      if (rank_of_key (scale, middle, descending) >= rank)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

void
ond_gl_colors_fill (OndGlColors *self, const OndColorScale *scale)
{
  const guint8 *table = ond_colormap_get_table (scale->map);
  /* Inverted colours and reversed limits both run from the last entry to the first. */
  gboolean descending = entry_of_value (scale, FLT_MAX) < entry_of_value (scale, -FLT_MAX);
  guint32 from = ond_gl_colors_key (-FLT_MAX);

  self->thresholds[0] = 0;
  for (int rank = 0; rank < OND_COLORMAP_SIZE; rank++)
    {
      int entry = descending ? OND_COLORMAP_SIZE - 1 - rank : rank;
      memcpy (self->table + 4 * rank, table + 4 * entry, 4);
      self->weights[rank] = (guint8) ond_blend_weight (scale->map, entry);
      if (rank > 0 && from != NEVER)
        from = first_key (scale, rank, from, descending);
      if (rank > 0)
        self->thresholds[rank] = from;
    }
}
