/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that a command line, a checkpoint or a session says about which image, which wavelets
 * and which method. One table names each setting once: options, JSON members and messages all come
 * from it. */
#pragma once

#include "grid.h"
#include "maps.h"
#include "method.h"

typedef enum
{
  OND_SETTING_HDU,
  OND_SETTING_PLANE,
  OND_SETTING_VOXEL,
  OND_SETTING_THETA, /* + OndParameter */
  OND_SETTING_PHI,
  OND_SETTING_XI,
  OND_SETTING_SCALE,
  OND_SETTING_NORM,
  OND_SETTING_BOUNDARY,
  OND_SETTING_SAMPLING,
  OND_SETTING_INVALID,
  OND_SETTING_BORDER,
  OND_SETTING_STATS,
  OND_N_SETTINGS
} OndSetting;

/* Which settings a command has: bits. */
typedef enum
{
  OND_SETTINGS_VOLUME = 1 << 0,  /* hdu, plane, voxel */
  OND_SETTINGS_WAVELET = 1 << 1, /* theta ... scale, norm */
  OND_SETTINGS_METHOD = 1 << 2,  /* boundary, sampling, invalid, border */
  OND_SETTINGS_SWEEP = 1 << 3,   /* stats */
  OND_SETTINGS_ALL = (1 << 4) - 1
} OndSettingsGroup;

typedef struct
{
  const char *name;     /* the option without its dashes and the member in JSON */
  const char *argument; /* "N|NAME" for --help */
  const char *help;     /* NULL: that of the parameter; ond_setting_get_help() has all of it */
  OndSettingsGroup group;
  const char *unset; /* what counts when it is not set; NULL when it always is */
} OndSettingInfo;

extern const OndSettingInfo ond_setting_infos[OND_N_SETTINGS];

/* A value struct with owned members. */
typedef struct
{
  char *hdu;                        /* NULL: the first image that can be opened */
  int plane;                        /* 1-based; 0: the first */
  double voxel[OND_N_AXES];         /* edges; 0: those of the file */
  OndGrid *grids[OND_N_PARAMETERS]; /* one value each outside a sweep */
  OndNorm norm;
  OndMethod method;
  OndStatisticSet statistics;
} OndSettings;

/* The defaults: ond_wavelet_default(), ond_method_default(), the file's own voxels. */
OndSettings *ond_settings_new (void);
void ond_settings_free (OndSettings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndSettings, ond_settings_free)

/* What --help says of a setting: what it is, its range or its choices, and in brackets what it is
 * in `defaults`. ASCII, kept for ever. */
const char *ond_setting_get_help (OndSetting setting, const OndSettings *defaults);

/* What made the maps; voxel holds their relative edges. */
OndSettings *ond_settings_new_from_maps (const OndMaps *maps);

/* The settings as text, as an option has it: NULL when it is not set (hdu, plane, voxel). Free with
 * g_free. */
char *ond_settings_get_text (const OndSettings *self, OndSetting setting);

/* Sets one from its text. OND_ERROR_PARAMETER names the option and what it may be; self is then
 * unchanged. */
gboolean ond_settings_set_text (OndSettings *self, OndSetting setting, const char *text,
                                GError **error);

/* The wavelet of the grids' first values. Setting makes grids of one value each. */
OndWavelet ond_settings_get_wavelet (const OndSettings *self);
void ond_settings_set_wavelet (OndSettings *self, const OndWavelet *wavelet);

/* "--theta", "30", ... of the settings in `groups`; free with g_strfreev. Every one that is set is
 * spelled out, so that the command means the same when a default changes. */
GStrv ond_settings_to_argv (const OndSettings *self, OndSettingsGroup groups);

/* argv as a line for a shell: quoted where it must be. */
char *ond_settings_quote (const char *const *argv);

/* {"theta": "30", ...}. Reading refuses members it does not know (OND_ERROR_FILE). */
char *ond_settings_to_json (const OndSettings *self);
OndSettings *ond_settings_from_json (const char *json, GError **error);

/* "theta (0:180:9 there, 0:180:18 here), norm (...)" for the settings in `groups` that differ, or
 * NULL. Grids are equal when their values are. */
char *ond_settings_difference (const OndSettings *there, const OndSettings *here,
                               OndSettingsGroup groups);
