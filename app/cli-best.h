/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best map of `ondelette-cli sweep --best FILE`: kept beside the checkpoint while the sweep
 * runs, so that an interrupted one goes on with it, and written at the end. cli-sweep.c uses it. */
#pragma once

#include "cli.h"

#include "../core/best.h"
#include "../core/maps.h"

typedef struct
{
  char *path;    /* --best, or NULL: then the calls do nothing and succeed */
  char *output;  /* of the sweep */
  char *tag;     /* of sweep and input */
  OndBest *map;  /* NULL likewise */
  gsize on_file; /* chunks that the file beside the checkpoint holds */
  gint64 next;   /* monotonic: when to write it again */
} OndCliBest;

/* Early refusals: the path, also one that is that of another output. */
gboolean ond_cli_best_check (const OndCliBest *self, const OndCli *cli, const char *csv,
                             GError **error);

/* Allocates the map, beside the maps of the same sweep. */
gboolean ond_cli_best_begin (OndCliBest *self, const OndCli *cli, const OndSweepPlan *plan,
                             OndVolume *volume, const OndMaps *maps, GError **error);

/* Once the checkpoint is open and locked: reads what belongs to it when `resume`, else removes what
 * was there. Chunks from self->on_file on must be computed. */
gboolean ond_cli_best_open (OndCliBest *self, gboolean resume, GError **error);

/* After chunk n_chunks - 1: writes it when it is time, or `now`. */
gboolean ond_cli_best_keep (OndCliBest *self, gsize n_chunks, gboolean now, GError **error);

/* Writes the result. */
gboolean ond_cli_best_save (const OndCliBest *self, OndCli *cli, const char *backend, gsize n_done,
                            GError **error);

/* The sweep is done. */
void ond_cli_best_remove (const OndCli *cli);
void ond_cli_best_clear (OndCliBest *self);
