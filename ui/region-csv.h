/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics of all regions as comma-separated values, on the slices that are shown: a line a
 * region and layer, with a heading. */
#pragma once

#include "session.h"

#include <gio/gio.h>

/* Copies the slices that are needed and measures on a thread. */
void ond_region_csv_async (OndSession *session, GAsyncReadyCallback callback, gpointer data);

/* NULL and an error where there is no memory; free with g_free. */
char *ond_region_csv_finish (GAsyncResult *result, GError **error);
