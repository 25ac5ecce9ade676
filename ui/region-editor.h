/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Name, place, size and angle of the selected region, typed. A part of region-panel.h. */
#pragma once

#include "session.h"

#include <gtk/gtk.h>

#define OND_TYPE_REGION_EDITOR (ond_region_editor_get_type ())
G_DECLARE_FINAL_TYPE (OndRegionEditor, ond_region_editor, OND, REGION_EDITOR, GtkGrid)

GtkWidget *ond_region_editor_new (OndSession *session);
