/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "best-panel.h"

typedef struct
{
  OndBestPanel *panel;
  OndStatistic statistic;
  GtkWidget *button, *place; /* its label */
  gsize cell;
} Row;

/* In the order of the map's drop-down. */
static const OndStatistic statistics[] = { OND_STATISTIC_ENERGY, OND_STATISTIC_STD,
                                           OND_STATISTIC_MAX };

struct _OndBestPanel
{
  GtkBox parent;
  OndSession *session;
  OndSweepJob *job;
  Row rows[G_N_ELEMENTS (statistics)];
};

G_DEFINE_FINAL_TYPE (OndBestPanel, ond_best_panel, GTK_TYPE_BOX)

static gboolean
show_row (Row *row, const OndMaps *maps)
{
  g_autofree char *text = NULL, *name = NULL;
  OndWavelet wavelet;
  gboolean found = ond_maps_best (maps, row->statistic, &row->cell);

  gtk_widget_set_visible (row->button, found);
  if (!found)
    return FALSE;
  wavelet = ond_maps_get_wavelet (maps, row->cell);
  text = g_strdup_printf ("θ %.4g°  φ %.4g°  ξ %.3g  a %.3g",
                          ond_wavelet_get (&wavelet, OND_PARAMETER_THETA),
                          ond_wavelet_get (&wavelet, OND_PARAMETER_PHI), wavelet.xi, wavelet.scale);
  name = g_strdup_printf ("Go to the largest %s: %s", ond_statistics[row->statistic].title, text);
  gtk_label_set_text (GTK_LABEL (row->place), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  return TRUE;
}

static void
show_rows (OndBestPanel *self)
{
  const OndMaps *maps = self->job != NULL ? ond_sweep_job_get_maps (self->job) : NULL;
  gboolean any = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (statistics) && maps != NULL; i++)
    any = show_row (&self->rows[i], maps) || any;
  gtk_widget_set_visible (GTK_WIDGET (self), any);
}

static void
go_there (Row *row)
{
  OndBestPanel *self = row->panel;
  const OndMaps *maps = ond_sweep_job_get_maps (self->job);
  OndWavelet wavelet = ond_maps_get_wavelet (maps, row->cell);
  gint32 at[OND_N_AXES];

  ond_session_set_wavelet (self->session, &wavelet);
  ond_maps_get_max_voxel (maps, row->cell, at);
  if (row->statistic == OND_STATISTIC_MAX && at[OND_X] >= 0)
    ond_session_set_cross_hair (self->session, at);
}

void
ond_best_panel_set_session (OndBestPanel *self, OndSession *session)
{
  g_return_if_fail (OND_IS_BEST_PANEL (self));
  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
}

static void
drop_job (OndBestPanel *self)
{
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
}

void
ond_best_panel_set_job (OndBestPanel *self, OndSweepJob *job)
{
  g_return_if_fail (OND_IS_BEST_PANEL (self));
  drop_job (self);
  if (job != NULL)
    {
      self->job = g_object_ref (job);
      g_signal_connect_swapped (job, "changed", G_CALLBACK (show_rows), self);
    }
  show_rows (self);
}

static void
ond_best_panel_dispose (GObject *object)
{
  OndBestPanel *self = OND_BEST_PANEL (object);

  drop_job (self);
  g_clear_object (&self->session);
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

  row->place = make_label (NULL, "caption");
  gtk_widget_add_css_class (row->place, "numeric");
  gtk_box_append (GTK_BOX (box), make_label (choice->title, "body"));
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
