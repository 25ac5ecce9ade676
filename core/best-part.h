/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A best map beside the checkpoint of its sweep: `.NAME.best.part` for the output NAME, written
 * whole every now and then, since all of it changes with every chunk. It says how many chunks, in
 * their order, are in it: a sweep that goes on drops later ones from its checkpoint and computes
 * them again, which changes nothing (best.h). The command line uses it. */
#pragma once

#include "best.h"

/* Free with g_free. */
char *ond_best_part_path (const char *output);

/* `checksum`: ond_maps_checksum() of the volume, or any text that tells sweeps apart. Replaces what
 * is there; not while other threads fill the map. OND_ERROR_WRITE. */
gboolean ond_best_part_save (OndBest *best, const char *output, const char *checksum,
                             gsize n_chunks, GError **error);

/* Fills `best` and sets *n_chunks. OND_ERROR_FILE when it is missing, damaged, or of another
 * volume. */
gboolean ond_best_part_load (OndBest *best, const char *output, const char *checksum,
                             gsize *n_chunks, GError **error);

void ond_best_part_remove (const char *output);
