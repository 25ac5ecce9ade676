/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The four ranges of a sweep as texts (grid.h has their grammar), and what is wrong with them in
 * words. Signal "changed" when one of them is another. */
#pragma once

#include "../core/grid.h"

#include <gtk/gtk.h>

#define OND_TYPE_SWEEP_RANGES (ond_sweep_ranges_get_type ())
G_DECLARE_FINAL_TYPE (OndSweepRanges, ond_sweep_ranges, OND, SWEEP_RANGES, GtkBox)

GtkWidget *ond_sweep_ranges_new (void);

/* An image has no phi: its range is 0 whatever the text says, and cannot be typed. */
void ond_sweep_ranges_set_flat (OndSweepRanges *self, gboolean flat);

void ond_sweep_ranges_set_text (OndSweepRanges *self, OndParameter parameter, const char *text);
const char *ond_sweep_ranges_get_text (OndSweepRanges *self, OndParameter parameter);

/* OND_N_PARAMETERS grids, NULL where the text is invalid; borrowed until the next change. */
OndGrid *const *ond_sweep_ranges_get_grids (OndSweepRanges *self);

/* What is wrong with the first invalid one, borrowed; NULL when none is. */
const char *ond_sweep_ranges_get_problem (OndSweepRanges *self);
