/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "quarters.h"

/* Marks what was hidden for another's sake, and must come back. */
#define HIDDEN "ond-hidden"

/* Pixels that the map has beside an image. */
#define STRIP 220

static GtkWidget *
get_quarter (GtkWidget *quarters, int row, int column)
{
  GtkWidget *box = gtk_widget_get_first_child (quarters), *quarter;

  if (row > 0)
    box = gtk_widget_get_next_sibling (box);
  quarter = gtk_widget_get_first_child (box);
  return column > 0 ? gtk_widget_get_next_sibling (quarter) : quarter;
}

static void
hide (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget))
    return;
  gtk_widget_set_visible (widget, FALSE);
  g_object_set_data (G_OBJECT (widget), HIDDEN, GINT_TO_POINTER (TRUE));
}

/* TRUE when it had been hidden. */
static gboolean
bring_back (GtkWidget *widget)
{
  if (g_object_get_data (G_OBJECT (widget), HIDDEN) == NULL)
    return FALSE;
  g_object_set_data (G_OBJECT (widget), HIDDEN, NULL);
  gtk_widget_set_visible (widget, TRUE);
  return TRUE;
}

static gboolean
share (GtkWidget *quarters)
{
  gboolean changed = FALSE;

  for (GtkWidget *row = gtk_widget_get_first_child (quarters); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      changed |= bring_back (row);
      for (GtkWidget *quarter = gtk_widget_get_first_child (row); quarter != NULL;
           quarter = gtk_widget_get_next_sibling (quarter))
        changed |= bring_back (quarter);
    }
  return changed;
}

void
ond_quarters_set_flat (GtkWidget *quarters, gboolean flat)
{
  GtkWidget *map = get_quarter (quarters, 1, 1);

  share (quarters);
  gtk_box_set_homogeneous (GTK_BOX (quarters), !flat);
  gtk_widget_set_visible (get_quarter (quarters, 0, 1), !flat);
  gtk_widget_set_visible (get_quarter (quarters, 1, 0), !flat);
  gtk_widget_set_size_request (map, -1, flat ? STRIP : -1);
  gtk_widget_set_vexpand (gtk_widget_get_parent (map), !flat);
}

void
ond_quarters_toggle (GtkWidget *inside, GtkWidget *quarters)
{
  if (share (quarters))
    return;
  for (GtkWidget *row = gtk_widget_get_first_child (quarters); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      if (!gtk_widget_is_ancestor (inside, row))
        {
          hide (row);
          continue;
        }
      for (GtkWidget *quarter = gtk_widget_get_first_child (row); quarter != NULL;
           quarter = gtk_widget_get_next_sibling (quarter))
        if (inside != quarter && !gtk_widget_is_ancestor (inside, quarter))
          hide (quarter);
    }
}

gboolean
ond_quarters_is_maximized (GtkWidget *quarters)
{
  for (GtkWidget *row = gtk_widget_get_first_child (quarters); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (g_object_get_data (G_OBJECT (row), HIDDEN) != NULL)
      return TRUE;
  return FALSE;
}
