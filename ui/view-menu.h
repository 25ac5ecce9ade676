/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of a view: a popover at a point of it, and the actions that it has of its own. What is
 * in it say slice-menu.c and projection-menu.c. */
#pragma once

#include <gtk/gtk.h>

typedef struct
{
  int section;
  const char *label, *action;
} OndViewMenuItem;

typedef struct
{
  const char *group; /* of the actions: "slice" */
  const OndViewMenuItem *items;
  gsize n_items;
  const GActionEntry *actions;
  gsize n_actions;
} OndViewMenu;

/* What the menu of `view` is about, which the actions' callbacks get: `size` bytes of 0 when it is
 * made, which is at the first call. It goes with the menu. */
gpointer ond_view_menu_ensure (GtkWidget *view, const OndViewMenu *menu, gsize size);

void ond_view_menu_enable (GtkWidget *view, const char *action, gboolean enabled);
void ond_view_menu_popup (GtkWidget *view, double x, double y);

/* Calls `show` once no second click can follow a first one: a menu would swallow it. Returns the
 * source. */
guint ond_view_menu_delay (GtkWidget *view, GSourceFunc show, gpointer data);

/* Lets go of it, if there is one; for the view's dispose. */
void ond_view_menu_remove (GtkWidget *view);
