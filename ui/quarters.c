/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "quarters.h"

#include "focus.h"

/* Marks what was hidden for another's sake, and must come back. */
#define HIDDEN "ond-hidden"

static void
hide (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget))
    return;
  ond_focus_hide (widget);
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
  GtkWidget *const others[] = { gtk_widget_get_last_child (gtk_widget_get_first_child (quarters)),
                                gtk_widget_get_last_child (quarters) };

  share (quarters);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (flat)
      ond_focus_hide (others[i]);
    else
      gtk_widget_set_visible (others[i], TRUE);
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
