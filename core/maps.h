/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sweep found: one double a cell for each statistic that was asked for,
 * double[scale][xi][phi][theta] with theta fastest, NaN where not computed yet, and with the
 * maximum its voxel. Written by one thread; a
 * reader on another thread copies under its own lock (ui/sweep-job does). */
#pragma once

#include "statistic.h"
#include "sweep.h"

#include <stdio.h>

typedef struct _OndMaps OndMaps;

/* Where maps came from, kept in the file. Strings are copied, may be NULL. */
typedef struct
{
  const char *input; /* the input's base name */
  const char *input_hdu;
  const char *checksum; /* of the input's samples, sha256 in hexadecimal */
  const char *unit;     /* of the samples */
  const char *backend;  /* ond_engine_get_device(); see ond_maps_add_device() */
  const char *command;  /* the command line that makes them again */
  double edge[OND_N_AXES];
  double edge_length;
  const char *length_unit;
} OndMapsOrigin;

/* The checksum of a volume's samples: SHA-256, in hexadecimal, of nx, ny, nz (int32) and the
 * samples (float), all little-endian. Free with g_free. */
char *ond_maps_checksum (const OndVolume *volume);

/* Empty maps for a plan. OND_ERROR_MEMORY when they do not fit. */
OndMaps *ond_maps_new (const OndSweepPlan *plan, const OndMapsOrigin *origin, GError **error);

/* Bytes that maps take for a cell. */
gsize ond_maps_cell_bytes (OndStatisticSet statistics);
OndMaps *ond_maps_ref (OndMaps *self);
void ond_maps_unref (OndMaps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndMaps, ond_maps_unref)

const OndGrid *ond_maps_get_grid (const OndMaps *self, OndParameter parameter);
const OndMethod *ond_maps_get_method (const OndMaps *self);
OndNorm ond_maps_get_norm (const OndMaps *self);
OndStatisticSet ond_maps_get_statistics (const OndMaps *self); /* those that were asked for */
OndPass ond_maps_get_pass (const OndMaps *self);               /* what made them: STATS or ENERGY */
const OndMapsOrigin *ond_maps_get_origin (const OndMaps *self);

/* Voxels of the volume that was swept along x, y, z, of the plan; 0 in files that do not say so. */
const gint32 *ond_maps_get_dims (const OndMaps *self);

/* Dimensions that the wavelets extend over: 2 when it was an image, which has no phi, else 3. */
int ond_maps_get_rank (const OndMaps *self);

gsize ond_maps_get_n_cells (const OndMaps *self);
gsize ond_maps_get_n_filled (const OndMaps *self);
gboolean ond_maps_is_filled (const OndMaps *self, gsize cell);

/* cell = ((is nxi + ix) nphi + ip) ntheta + it. */
gsize ond_maps_cell (const OndMaps *self, const gsize index[OND_N_PARAMETERS]);

/* double[n_cells], borrowed; NULL when the statistic was not asked for. */
const double *ond_maps_get_values (const OndMaps *self, OndStatistic statistic);

/* The theta x phi plane at one xi and scale, double[nphi][ntheta], borrowed; NULL likewise. */
const double *ond_maps_get_plane (const OndMaps *self, OndStatistic statistic, gsize xi,
                                  gsize scale);

/* The voxel of a cell's maximum, 0-based x, y, z; -1 where not computed or not known, and when
 * the maximum was not asked for. */
void ond_maps_get_max_voxel (const OndMaps *self, gsize cell, gint32 at[OND_N_AXES]);

/* Takes the moments of one chunk of the plan the maps were made for. FALSE when the chunk has cells
 * already taken. */
gboolean ond_maps_take_chunk (OndMaps *self, const OndSweepPlan *plan, gsize chunk,
                              const OndMoments *moments, const OndGeometry *geometry,
                              GError **error);

/* Says in the origin that `device` computed cells, too: its backend becomes "GPU, partly CPU, 2
 * threads". Nothing when it is named there. */
void ond_maps_add_device (OndMaps *self, const char *device);

/* The filled cell with the largest value of a statistic (lowest index on a tie); FALSE when there
 * is none, or when the statistic was not asked for. */
gboolean ond_maps_best (const OndMaps *self, OndStatistic statistic, gsize *cell);
OndWavelet ond_maps_get_wavelet (const OndMaps *self, gsize cell);

/* One FITS file: of the image extensions ENERGY, MEAN, STD, MIN, MAX [scale][xi][phi][theta] those
 * that were asked for, with MAX also MAXVOXEL int32 [scale][xi][phi][theta][3] 1-based (0: not
 * computed, -1: not known), and a binary table GRID of the axis values: one row, one column an
 * axis, each an array. Keywords of the primary header hold all that made the maps, STATS what was
 * asked for; COMPLETE is F when cells are missing. Whole or not at all (file-write.h). */
gboolean ond_maps_save (const OndMaps *self, const char *path, gboolean overwrite, GError **error);

/* Does the file begin as maps do? FALSE also when it cannot be read. */
gboolean ond_maps_probe (const char *path);

/* OND_ERROR_FILE when it is not a file of maps. What was saved comes back exactly; only
 * in incomplete maps without MAX a cell without any valid voxel comes back as not computed. */
OndMaps *ond_maps_load (const char *path, GError **error);

/* A line a cell: theta,phi,xi,scale,energy,mean,std,min,max,x,y,z (voxels 1-based as in FITS, empty
 * where not known), header line first; nan where not computed. Columns of statistics that were not
 * asked for are left out, and x, y, z with max. */
gboolean ond_maps_save_csv (const OndMaps *self, const char *path, gboolean overwrite,
                            GError **error);

/* The same table on a stream, which is not flushed. */
gboolean ond_maps_print_csv (const OndMaps *self, FILE *stream, GError **error);
