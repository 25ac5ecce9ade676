/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The maps of a sweep as they are shown: which statistic and plane, in which norm and colours. A
 * model that knows no widget; the session has one. Main thread only.
 *
 * There is one map, and at will a second beside it with a statistic and plane of its own. The first
 * one's plane is the one nearest to the sliders' xi and scale until another is chosen, and again
 * when they move. Norm, colours and limits are common to both.
 *
 * A norm multiplies the response of each wavelet by a known factor, so that maps are shown in any
 * norm, whichever they were computed in.
 *
 * Signal "changed": whatever is shown. Signal "job-changed", before it: other maps. */
#pragma once

#include "../core/draw/colormap.h"
#include "session.h"
#include "sweep-job.h"

#define OND_MAPS_SHOWN 2 /* at most */

/* Where the limits of the colours come from. */
typedef enum
{
  OND_MAP_LIMITS_PLANE, /* the least and largest value of the plane shown */
  OND_MAP_LIMITS_ALL,   /* of all planes of the statistic */
  OND_MAP_LIMITS_LOCKED,
  OND_N_MAP_LIMITS
} OndMapLimits;

extern const OndChoice ond_map_limits[];

/* In place of an OndNorm: that of the sliders. */
#define OND_MAP_NORM_OF_SLIDERS (-1)

/* In place of an OndColormap: viridis, or the diverging one for values of both signs. */
#define OND_MAP_COLORS_BY_SIGN (-1)

typedef struct
{
  OndStatistic statistic[OND_MAPS_SHOWN];
  gboolean second;                /* is it shown? */
  double second_xi, second_scale; /* its plane is the nearest; NaN: the first map's */
  int norm;                       /* OndNorm, or of the sliders */
  int colormap;                   /* OndColormap, or by sign */
  OndStretch stretch;
  OndMapLimits limits;
  double lower[OND_N_STATISTICS], upper[OND_N_STATISTICS]; /* locked ones; NaN: none yet */
  gboolean sphere;  /* the disc of directions in place of theta x phi */
  gboolean painted; /* the first map on the orientation ball */
} OndMapOptions;

OndMapOptions ond_map_options_default (void);

#define OND_TYPE_MAP_MODEL (ond_map_model_get_type ())
G_DECLARE_FINAL_TYPE (OndMapModel, ond_map_model, OND, MAP_MODEL, GObject)

/* The session owns the model, which follows its sliders and norm. */
OndMapModel *ond_map_model_new (OndSession *session);

/* NULL: nothing swept yet. */
void ond_map_model_set_job (OndMapModel *self, OndSweepJob *job);
OndSweepJob *ond_map_model_get_job (OndMapModel *self);

/* The input's name where it is not the open volume, else NULL. */
const char *ond_map_model_get_made_from (OndMapModel *self);

/* All options as they are given, for a choice or a restored session: locked limits are those of the
 * norm given with them. */
const OndMapOptions *ond_map_model_get_options (OndMapModel *self);
void ond_map_model_set_options (OndMapModel *self, const OndMapOptions *options);

/* Another norm: maps and locked limits are rescaled, these by the factor of the first map's plane,
 * so that its picture stays. */
void ond_map_model_set_norm (OndMapModel *self, int norm);

/* The norm of what is shown. It is that of the maps, whatever was chosen, while it is not known
 * whether they are of a volume or an image (FALSE of the second). */
OndNorm ond_map_model_get_norm (OndMapModel *self);
gboolean ond_map_model_can_rescale (OndMapModel *self);

/* Keeps limits for the statistic of a map, locked from now on. */
void ond_map_model_lock (OndMapModel *self, guint map, double lower, double upper);

/* Locked limits from the planes that are shown now. */
void ond_map_model_fit (OndMapModel *self);

/* Of image maps phi has no meaning, and there is no sphere. */
gboolean ond_map_model_is_flat (OndMapModel *self);

/* ---- What is shown; `map` is 0 or 1. Without a job only the first two. ---- */

guint ond_map_model_get_n (OndMapModel *self);

/* The statistics that the maps have, all without a job; the one shown is the first of them when
 * they lack the one chosen. */
OndStatisticSet ond_map_model_get_statistics (OndMapModel *self);
OndStatistic ond_map_model_get_statistic (OndMapModel *self, guint map);
void ond_map_model_set_statistic (OndMapModel *self, guint map, OndStatistic statistic);

const OndGrid *ond_map_model_get_grid (OndMapModel *self, OndParameter parameter);
void ond_map_model_get_plane (OndMapModel *self, guint map, gsize *xi, gsize *scale);
void ond_map_model_set_plane (OndMapModel *self, guint map, gsize xi, gsize scale);

/* float[nphi][ntheta], NaN where not computed; borrowed until "changed". NULL when there is no
 * memory for it. */
const float *ond_map_model_get_values (OndMapModel *self, guint map);
OndColorScale ond_map_model_get_colors (OndMapModel *self, guint map);

/* "Energy, L2 (K²)"; and the unit alone, "" without one. Free with g_free. */
char *ond_map_model_dup_label (OndMapModel *self, guint map);
char *ond_map_model_dup_unit (OndMapModel *self, guint map);
char *ond_map_model_dup_unit_of (OndMapModel *self, OndStatistic statistic);

/* The first map's statistic along a parameter through the cell at[], float[n of its grid]. */
void ond_map_model_get_profile (OndMapModel *self, OndParameter along,
                                const gsize at[OND_N_PARAMETERS], float *out);

/* The cell where a statistic is largest, in the norm shown; FALSE when the sweep still runs or has
 * none. */
gboolean ond_map_model_find_best (OndMapModel *self, OndStatistic statistic,
                                  gsize at[OND_N_PARAMETERS], double *value);

/* Sends the sliders to a cell, and with `and_voxel` the cross-hair to the voxel of its maximum, if
 * that is known and of the open volume. */
void ond_map_model_go (OndMapModel *self, guint map, const gsize at[OND_N_PARAMETERS],
                       gboolean and_voxel);
