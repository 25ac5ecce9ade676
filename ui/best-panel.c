/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-panel.h"

#include "map-model.h"

typedef struct
{
  OndBestPanel *panel;
  OndStatistic statistic;
  GtkWidget *button, *place, *value; /* labels in it */
  gsize at[OND_N_PARAMETERS];
} Row;

static const OndStatistic statistics[] = { OND_STATISTIC_ENERGY, OND_STATISTIC_STD,
                                           OND_STATISTIC_MAX };

struct _OndBestPanel
{
  GtkBox parent;
  OndMapModel *model;
  int state, norm; /* that the rows were made for */
  Row rows[G_N_ELEMENTS (statistics)];
};

G_DEFINE_FINAL_TYPE (OndBestPanel, ond_best_panel, GTK_TYPE_BOX)

static gboolean
show_row (Row *row, OndMapModel *model)
{
  g_autofree char *text = NULL, *name = NULL, *number = NULL, *unit = NULL;
  double values[OND_N_PARAMETERS], value;
  gboolean found = ond_map_model_find_best (model, row->statistic, row->at, &value);

  gtk_widget_set_visible (row->button, found);
  if (!found)
    return FALSE;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    values[p] = ond_map_model_get_grid (model, p)->values[row->at[p]];
  text = g_strdup_printf ("θ %.4g°  φ %.4g°  ξ %.3g  a %.3g", values[OND_PARAMETER_THETA],
                          values[OND_PARAMETER_PHI], values[OND_PARAMETER_XI],
                          values[OND_PARAMETER_SCALE]);
  gtk_label_set_text (GTK_LABEL (row->place), text);
  unit = ond_map_model_dup_unit_of (model, row->statistic);
  number = g_strdup_printf ("%.4g %s", value, unit);
  gtk_label_set_text (GTK_LABEL (row->value), number);
  name = g_strdup_printf ("Go to the largest %s: %s", ond_statistics[row->statistic].title, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, number, -1);
  return TRUE;
}

static void
show_rows (OndBestPanel *self)
{
  gboolean any = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (statistics); i++)
    any = show_row (&self->rows[i], self->model) || any;
  gtk_widget_set_visible (GTK_WIDGET (self), any);
}

/* Looking through all cells is worth it only when they or their norm are others. */
static void
maps_changed (OndBestPanel *self)
{
  OndSweepJob *job = ond_map_model_get_job (self->model);
  int state = job != NULL ? (int) ond_sweep_job_get_state (job) : -1;
  int norm = (int) ond_map_model_get_norm (self->model);

  if (state == self->state && norm == self->norm)
    return;
  self->state = state;
  self->norm = norm;
  show_rows (self);
}

static void
job_changed (OndBestPanel *self)
{
  self->state = -1;
  show_rows (self);
}

static void
go_there (Row *row)
{
  ond_map_model_go (row->panel->model, 0, row->at, row->statistic == OND_STATISTIC_MAX);
}

void
ond_best_panel_set_session (OndBestPanel *self, OndSession *session)
{
  g_return_if_fail (OND_IS_BEST_PANEL (self));
  g_return_if_fail (self->model == NULL);
  self->model = g_object_ref (ond_session_get_maps (session));
  g_signal_connect_object (self->model, "job-changed", G_CALLBACK (job_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (maps_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
ond_best_panel_dispose (GObject *object)
{
  g_clear_object (&OND_BEST_PANEL (object)->model);
  G_OBJECT_CLASS (ond_best_panel_parent_class)->dispose (object);
}

static void
ond_best_panel_class_init (OndBestPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_best_panel_dispose;
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_row (Row *row)
{
  const OndChoice *choice = &ond_statistics[row->statistic];
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  row->place = make_label (NULL, "caption");
  row->value = make_label (NULL, "body");
  gtk_widget_set_hexpand (row->value, TRUE);
  gtk_widget_set_halign (row->value, GTK_ALIGN_END);
  gtk_widget_add_css_class (row->place, "numeric");
  gtk_widget_add_css_class (row->value, "numeric");
  gtk_box_append (GTK_BOX (title), make_label (choice->title, "body"));
  gtk_box_append (GTK_BOX (title), row->value);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), row->place);
  row->button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (row->button), box);
  gtk_widget_add_css_class (row->button, "flat");
  gtk_widget_set_tooltip_text (row->button,
                               row->statistic == OND_STATISTIC_MAX
                                   ? "Send the sliders there, and the cross-hair to the voxel"
                                   : "Send the sliders there");
  g_signal_connect_swapped (row->button, "clicked", G_CALLBACK (go_there), row);
  return row->button;
}

static void
ond_best_panel_init (OndBestPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (self), make_label ("Largest", "heading"));
  for (gsize i = 0; i < G_N_ELEMENTS (statistics); i++)
    {
      self->rows[i].panel = self;
      self->rows[i].statistic = statistics[i];
      gtk_box_append (GTK_BOX (self), make_row (&self->rows[i]));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
