/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A best map kept beside the checkpoint of its sweep: `.NAME.best.part` for the output NAME,
 * written whole every now and then, since all of it changes with every chunk. It says how many
 * chunks, in their order, are in it: a sweep that goes on drops later ones from its checkpoint and
 * computes them again, which changes nothing (best.h). For the thread that runs the chunks. */
#pragma once

#include "best.h"
#include "maps.h"

typedef struct _OndBestPart OndBestPart;

/* For the maps of the same sweep, which tell sweeps apart. Holds the map. */
OndBestPart *ond_best_part_new (OndBest *best, const char *output, const OndMaps *maps);
void ond_best_part_free (OndBestPart *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndBestPart, ond_best_part_free)

/* Free with g_free. */
char *ond_best_part_path (const char *output);

/* Once the checkpoint is open and locked: fills the map from what is there when `resume`, else
 * removes it. OND_ERROR_FILE when it is damaged or of another sweep. */
gboolean ond_best_part_open (OndBestPart *self, gboolean resume, GError **error);

/* Chunks that are in the file; later ones must be computed. */
gsize ond_best_part_get_n_chunks (const OndBestPart *self);

/* After n_chunks chunks, none of which runs: writes the file when it is time, or `now`. Not where
 * the checkpoint has gone, whose sweep nobody wants any more. OND_ERROR_WRITE. */
gboolean ond_best_part_keep (OndBestPart *self, gsize n_chunks, gboolean now, GError **error);

/* The sweep is done: removes the file after its checkpoint. */
void ond_best_part_remove (const char *output);
