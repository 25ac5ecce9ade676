/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best map of `ondelette-cli sweep --best FILE`: kept beside the checkpoint while the sweep
 * runs, so that an interrupted one goes on with it, and written at the end. cli-sweep.c uses it. */
#pragma once

#include "cli.h"

#include "../core/best-part.h"

typedef struct
{
  char *path;        /* --best, or NULL: then the calls do nothing and succeed */
  OndBest *map;      /* NULL likewise */
  OndBestPart *part; /* NULL likewise */
} OndCliBest;

/* Early refusals: the path, also one that is that of another output. */
gboolean ond_cli_best_check (const OndCliBest *self, const OndCli *cli, const char *csv,
                             GError **error);

/* Allocates the map, beside the maps of the same sweep. */
gboolean ond_cli_best_begin (OndCliBest *self, const OndCli *cli, const OndSweepPlan *plan,
                             OndVolume *volume, const OndMaps *maps, GError **error);

/* Writes the result. */
gboolean ond_cli_best_save (const OndCliBest *self, OndCli *cli, const char *backend, gsize n_done,
                            GError **error);

void ond_cli_best_clear (OndCliBest *self);
