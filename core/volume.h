/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A volume of samples with its grid and where it came from. Reference counted, immutable once made,
 * usable from any thread. Geometry and axis order: geometry.h. */
#pragma once

#include "geometry.h"

#include <gio/gio.h>

typedef struct _OndVolume OndVolume;

/* What a reader knows beside the samples. All strings may be NULL and are copied. */
typedef struct
{
  const char *name; /* for people: the file's base name */
  const char *path; /* absolute; NULL for a generated volume */
  const char *hdu;  /* which image of the file: "HDU 1 (SCI)" */
  const char
      *note; /* what the reader decided and a person should know: "plane 1 of 4 along axis 4" */
  const char *unit;        /* of the samples, BUNIT */
  double edge_length;      /* the smallest voxel edge in `length_unit`; 0 when there is none */
  const char *length_unit; /* "um", "deg", "pc" ... */
  const char
      *cards; /* the FITS header as read, 80 bytes a card without END; NULL when not from FITS */
  int axis[OND_N_AXES]; /* FITS axis (1-based) behind x, y, z; 0 where there is none */
  int plane;            /* 1-based plane taken along the fourth axis; 0 when there is none */
} OndVolumeInfo;

/* Takes `samples`, float[nz][ny][nx] from ond_volume_alloc(). Counts the invalid ones (NaN, Inf)
 * and finds the range, so it reads every sample once. */
OndVolume *ond_volume_new_take (const OndGeometry *geometry, float *samples,
                                const OndVolumeInfo *info);

/* Memory for a volume's samples, or NULL and OND_ERROR_MEMORY. Free with ond_volume_free_samples()
 * when not taken. */
float *ond_volume_alloc (const OndGeometry *geometry, GError **error);
void ond_volume_free_samples (float *samples);

OndVolume *ond_volume_ref (OndVolume *self);
void ond_volume_unref (OndVolume *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndVolume, ond_volume_unref)

const OndGeometry *ond_volume_get_geometry (const OndVolume *self);
const OndVolumeInfo *ond_volume_get_info (const OndVolume *self);
gsize ond_volume_get_n_voxels (const OndVolume *self);

/* float[nz][ny][nx]; invalid voxels are NaN or Inf as they were read. */
const float *ond_volume_get_samples (const OndVolume *self);

/* The same samples with other voxel edges (any positive lengths; divided by the smallest here). The
 * samples are shared, not copied. edge_length and length_unit become the smallest edge and `unit`
 * (NULL: unknown). */
OndVolume *ond_volume_with_edges (OndVolume *self, const double edges[OND_N_AXES],
                                  const char *unit);

/* The volume that these samples came in, with its own edges: `self` unless it was made by
 * ond_volume_with_edges(). Borrowed. */
OndVolume *ond_volume_get_original (OndVolume *self);

/* The slice across axis `normal` at `index` into out, float[vertical][horizontal]. */
void ond_volume_get_slice (const OndVolume *self, int normal, int32_t index, float *out);

gsize ond_volume_get_n_invalid (const OndVolume *self);

/* Range, mean and population standard deviation of the valid voxels; NaN when there are none. */
double ond_volume_get_min (const OndVolume *self);
double ond_volume_get_max (const OndVolume *self);
double ond_volume_get_mean (const OndVolume *self);
double ond_volume_get_std (const OndVolume *self);
