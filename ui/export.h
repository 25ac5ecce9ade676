/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window shows, into files. Everything an export needs is copied when it begins; the
 * writing is done in a thread. Knows no widget. */
#pragma once

#include "../core/choice.h"
#include "session.h"
#include "sweep-job.h"

typedef enum
{
  OND_EXPORT_MAPS,     /* all maps, FITS */
  OND_EXPORT_TABLE,    /* all maps, CSV */
  OND_EXPORT_MAP,      /* the map shown, the first of two, a figure */
  OND_EXPORT_VIEW,     /* the slices shown, a figure */
  OND_EXPORT_RESPONSE, /* the response of the present wavelet, FITS */
  OND_EXPORT_BEST,     /* the best map, FITS */
  OND_N_EXPORTS
} OndExport;

/* name for actions, title for the menu, help: the end of a suggested file name. */
extern const OndChoice ond_exports[];

/* Where the things to export are. The job is for the maps alone; it may be NULL otherwise. */
typedef struct
{
  OndSession *session;
  OndSweepJob *job;
} OndExportInput;

/* An item a kind, each with the action "win.export" and the kind's name. */
GMenuModel *ond_export_menu_new (void);

/* "ngc4321-maps.fits"; free with g_free. */
char *ond_export_suggest_name (OndExport kind, OndSession *session);

/* Writes `path`, overwriting it: whoever chose the name has been asked. A figure's format follows
 * its name. */
void ond_export_async (OndExport kind, const OndExportInput *input, const char *path,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* Errors: OND_ERROR_PARAMETER when there is nothing to export or the name has no known ending, or
 * would overwrite the input; OND_ERROR_WRITE; OND_ERROR_MEMORY; G_IO_ERROR_CANCELLED. */
gboolean ond_export_finish (GAsyncResult *result, GError **error);
