/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A label and a drop-down over one table of choices, as the sidebars use them for norm, boundary,
 * colour map ... */
#pragma once

#include "../core/choice.h"

#include <gtk/gtk.h>

/* A row for a sidebar. *drop_down is the drop-down in it, named `title` for assistive technology;
 * its tooltip follows the choice. */
GtkWidget *ond_choice_row_new (const char *title, const OndChoice *choices,
                               GtkDropDown **drop_down);
