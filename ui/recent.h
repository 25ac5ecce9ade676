/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that were opened last, out of the desktop's list of recent files, in menus and on the
 * start page. Entries activate "win.open-recent" with the file's URI. */
#pragma once

#include <gtk/gtk.h>

/* Puts a volume or a session file first. */
void ond_recent_add (GtkRecentManager *manager, GFile *file);

/* Fills the section of a menu, and the list with its box, from the manager's files that still
 * exist, now and whenever they change; the box is hidden when there are none. NULL `manager`: none.
 * Once a list, which it follows as long as that lives. */
void ond_recent_show (GtkRecentManager *manager, GMenu *menu, GtkListBox *list, GtkWidget *box);
