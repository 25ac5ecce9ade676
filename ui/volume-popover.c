/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "volume-popover.h"

#include "maps-question.h"
#include "volume-text.h"

#include "../core/error.h"
#include "../core/settings.h"

/* Of two edges; more is a slip, and no wavelet is on such a grid. */
#define MAX_RATIO 1e4

typedef enum
{
  FACT_FILE,
  FACT_HDU,
  FACT_GRID,
  FACT_VALUES,
  FACT_MEAN,
  FACT_INVALID,
  N_FACTS
} Fact;

typedef struct
{
  OndWindow *window; /* which has the popover */
  GtkWidget *titles[N_FACTS], *facts[N_FACTS], *edges[OND_N_AXES], *unit, *problem, *original;
} Popover;

static const char *const axis_names[OND_N_AXES] = { "x", "y", "z" };

/* ---- Other edges ---- */

typedef struct
{
  OndWindow *window;
  OndVolume *before, *volume; /* without and with them */
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_object_unref (change->window);
  ond_volume_unref (change->before);
  ond_volume_unref (change->volume);
  g_free (change);
}

/* The same voxels: the cross-hair stays at its own. Another file may have been opened since. */
static void
change_agreed (gpointer data)
{
  Change *change = data;
  OndSession *session = ond_window_get_session (change->window);
  gint32 at[OND_N_AXES];

  if (session == NULL || ond_session_get_volume (session) != change->before)
    return;
  ond_session_get_cross_hair (session, at);
  ond_session_set_volume (session, change->volume);
  ond_session_set_cross_hair (session, at);
}

/* Takes `volume`. */
static void
show_volume (OndWindow *window, OndVolume *volume)
{
  OndVolume *before = ond_session_get_volume (ond_window_get_session (window));
  Change *change = g_new (Change, 1);

  *change = (Change){ g_object_ref (window), ond_volume_ref (before), volume };
  ond_maps_question_ask (GTK_WINDOW (window), ond_window_get_sweep_panel (window), change_agreed,
                         change, change_free);
}

gboolean
ond_volume_popover_set_edges (OndWindow *window, const char *edges, const char *unit,
                              GError **error)
{
  OndVolume *volume = ond_session_get_volume (ond_window_get_session (window));
  g_autoptr (OndSettings) settings = ond_settings_new ();

  if (volume == NULL)
    return TRUE;
  if (!ond_settings_set_text (settings, OND_SETTING_VOXEL, edges, NULL))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "Edges are three numbers above 0");
      return FALSE;
    }
  for (int i = 0; i < OND_N_AXES; i++)
    for (int k = 0; k < OND_N_AXES; k++)
      if (settings->voxel[i] > MAX_RATIO * settings->voxel[k])
        {
          g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                       "No edge is more than %g times another", MAX_RATIO);
          return FALSE;
        }
  show_volume (window, ond_volume_with_edges (volume, settings->voxel,
                                              unit != NULL && *unit != '\0' ? unit : NULL));
  return TRUE;
}

static void
apply_clicked (Popover *self)
{
  g_autofree char *edges =
      g_strdup_printf ("%s,%s,%s", gtk_editable_get_text (GTK_EDITABLE (self->edges[OND_X])),
                       gtk_editable_get_text (GTK_EDITABLE (self->edges[OND_Y])),
                       gtk_editable_get_text (GTK_EDITABLE (self->edges[OND_Z])));
  g_autoptr (GError) error = NULL;
  gboolean ok = ond_volume_popover_set_edges (
      self->window, edges, gtk_editable_get_text (GTK_EDITABLE (self->unit)), &error);

  gtk_widget_set_visible (self->problem, !ok);
  if (!ok)
    gtk_label_set_text (GTK_LABEL (self->problem), error->message);
}

static void
original_clicked (Popover *self)
{
  OndVolume *volume = ond_session_get_volume (ond_window_get_session (self->window));

  if (volume != NULL && ond_volume_get_original (volume) != volume)
    show_volume (self->window, ond_volume_ref (ond_volume_get_original (volume)));
}

/* ---- What is shown ---- */

static void
set_fact (Popover *self, Fact fact, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->facts[fact]), text != NULL ? text : "");
  gtk_widget_set_visible (self->facts[fact], text != NULL);
  gtk_widget_set_visible (self->titles[fact], text != NULL);
}

static void
show_facts (Popover *self, OndVolume *volume)
{
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  gsize n = ond_volume_get_n_voxels (volume), n_invalid = ond_volume_get_n_invalid (volume);
  const char *unit = info->unit != NULL ? info->unit : "";
  g_autofree char *grid = ond_volume_text (volume), *invalid = NULL;
  g_autofree char *values = g_strdup_printf ("%.5g … %.5g %s", ond_volume_get_min (volume),
                                             ond_volume_get_max (volume), unit);
  g_autofree char *mean = g_strdup_printf ("%.5g ± %.5g %s", ond_volume_get_mean (volume),
                                           ond_volume_get_std (volume), unit);

  if (n_invalid > 0)
    invalid = g_strdup_printf ("%" G_GSIZE_FORMAT " (%.3g %%)", n_invalid,
                               100. * (double) n_invalid / (double) n);
  set_fact (self, FACT_FILE, info->path != NULL ? info->path : "The built-in sample volume");
  set_fact (self, FACT_HDU, info->hdu);
  set_fact (self, FACT_GRID, grid);
  set_fact (self, FACT_VALUES, values);
  set_fact (self, FACT_MEAN, mean);
  set_fact (self, FACT_INVALID, invalid);
}

static void
show_volume_facts (GtkWidget *popover)
{
  Popover *self = g_object_get_data (G_OBJECT (popover), "ond-volume");
  OndSession *session = ond_window_get_session (self->window);
  OndVolume *volume = session != NULL ? ond_session_get_volume (session) : NULL;
  const OndVolumeInfo *info;
  const OndGeometry *geometry;

  if (volume == NULL)
    return;
  info = ond_volume_get_info (volume);
  geometry = ond_volume_get_geometry (volume);
  show_facts (self, volume);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      double length = info->edge_length > 0 ? info->edge_length : 1;
      g_autofree char *text = g_strdup_printf ("%.6g", geometry->edge[i] * length);

      gtk_editable_set_text (GTK_EDITABLE (self->edges[i]), text);
      gtk_widget_set_sensitive (self->edges[i], i < ond_geometry_rank (geometry));
    }
  gtk_editable_set_text (GTK_EDITABLE (self->unit),
                         info->length_unit != NULL ? info->length_unit : "");
  gtk_widget_set_sensitive (self->original, ond_volume_get_original (volume) != volume);
  gtk_widget_set_visible (self->problem, FALSE);
}

/* ---- Construction ---- */

static GtkWidget *
make_facts (Popover *self)
{
  static const char *const titles[] = {
    "File", "Part", "Voxels", "Range", "Mean ± std", "Invalid"
  };
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (int i = 0; i < N_FACTS; i++)
    {
      self->titles[i] = gtk_label_new (titles[i]);
      gtk_label_set_xalign (GTK_LABEL (self->titles[i]), 0);
      gtk_widget_add_css_class (self->titles[i], "dim-label");
      self->facts[i] = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (self->facts[i]), 0);
      gtk_label_set_selectable (GTK_LABEL (self->facts[i]), TRUE);
      gtk_widget_set_focusable (self->facts[i], FALSE);
      gtk_label_set_ellipsize (GTK_LABEL (self->facts[i]), PANGO_ELLIPSIZE_START);
      gtk_label_set_max_width_chars (GTK_LABEL (self->facts[i]), 44);
      gtk_widget_add_css_class (self->facts[i], "numeric");
      gtk_grid_attach (GTK_GRID (grid), self->titles[i], 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), self->facts[i], 1, i, 1, 1);
    }
  return grid;
}

static GtkWidget *
make_entry (Popover *self, const char *name, int chars)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), chars);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), chars);
  gtk_widget_set_tooltip_text (entry, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (apply_clicked), self);
  return entry;
}

static GtkWidget *
make_edges (Popover *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  for (int i = 0; i < OND_N_AXES; i++)
    {
      g_autofree char *name = g_strdup_printf ("Edge of a voxel along %s", axis_names[i]);

      self->edges[i] = make_entry (self, name, 8);
      gtk_box_append (GTK_BOX (row), gtk_label_new (axis_names[i]));
      gtk_box_append (GTK_BOX (row), self->edges[i]);
    }
  self->unit = make_entry (self, "Unit of the edges", 6);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->unit), "unit");
  gtk_box_append (GTK_BOX (row), self->unit);
  return row;
}

static GtkWidget *
make_buttons (Popover *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *apply = gtk_button_new_with_label ("Apply");

  self->original = gtk_button_new_with_label ("As in the File");
  gtk_widget_set_tooltip_text (self->original, "The edges that the file gives its voxels");
  gtk_widget_set_tooltip_text (apply, "The wavelet follows: its scale is in the smallest edge");
  gtk_widget_add_css_class (apply, "suggested-action");
  g_signal_connect_swapped (self->original, "clicked", G_CALLBACK (original_clicked), self);
  g_signal_connect_swapped (apply, "clicked", G_CALLBACK (apply_clicked), self);
  gtk_widget_set_halign (row, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (row), self->original);
  gtk_box_append (GTK_BOX (row), apply);
  return row;
}

GtkWidget *
ond_volume_popover_new (OndWindow *window)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *heading = gtk_label_new ("Voxel Edges");
  Popover *self = g_new0 (Popover, 1);

  self->window = window;
  self->problem = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->problem), 0);
  gtk_widget_add_css_class (self->problem, "error");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_widget_add_css_class (box, "sidebar-content");
  gtk_box_append (GTK_BOX (box), make_facts (self));
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), make_edges (self));
  gtk_box_append (GTK_BOX (box), self->problem);
  gtk_box_append (GTK_BOX (box), make_buttons (self));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_object_set_data_full (G_OBJECT (popover), "ond-volume", self, g_free);
  g_signal_connect (popover, "map", G_CALLBACK (show_volume_facts), NULL);
  g_signal_connect_object (ond_window_get_session (window), "volume-changed",
                           G_CALLBACK (show_volume_facts), popover, G_CONNECT_SWAPPED);
  return popover;
}
