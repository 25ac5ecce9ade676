/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display-panel.h"

#include "choice-row.h"
#include "limits-panel.h"

struct _OndDisplayPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *show_row, *show[OND_N_SHOWS];
  GtkDropDown *map, *stretch;
  GtkWidget *invert;
  gboolean syncing; /* the widgets are being set from the session */
};

G_DEFINE_FINAL_TYPE (OndDisplayPanel, ond_display_panel, GTK_TYPE_BOX)

static const char *const show_titles[OND_N_SHOWS] = { "Image", "Response" };

static void
sync_widgets (OndDisplayPanel *self)
{
  OndShow show = ond_session_get_show (self->session);
  const OndColorScale *colors = ond_session_get_colors (self->session, show);

  self->syncing = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->show[show]), TRUE);
  gtk_drop_down_set_selected (self->map, colors->map);
  gtk_drop_down_set_selected (self->stretch, colors->stretch);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->invert), colors->invert);
  self->syncing = FALSE;
}

static void
show_toggled (GtkToggleButton *button, OndDisplayPanel *self)
{
  if (self->syncing || self->session == NULL || !gtk_toggle_button_get_active (button))
    return;
  ond_session_set_mode (self->session, GTK_WIDGET (button) == self->show[OND_SHOW_RESPONSE]
                                           ? OND_MODE_RESPONSE
                                           : OND_MODE_IMAGE);
}

static void
colors_chosen (OndDisplayPanel *self)
{
  OndColorScale colors;
  OndShow show;

  if (self->syncing || self->session == NULL)
    return;
  show = ond_session_get_show (self->session);
  colors = *ond_session_get_colors (self->session, show);
  colors.map = gtk_drop_down_get_selected (self->map);
  colors.stretch = gtk_drop_down_get_selected (self->stretch);
  colors.invert = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->invert));
  ond_session_set_colors (self->session, show, &colors);
}

void
ond_display_panel_set_session (OndDisplayPanel *self, OndSession *session)
{
  g_return_if_fail (OND_IS_DISPLAY_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  gtk_box_insert_child_after (GTK_BOX (self), ond_limits_panel_new (session), self->show_row);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  sync_widgets (self);
}

static void
ond_display_panel_dispose (GObject *object)
{
  OndDisplayPanel *self = OND_DISPLAY_PANEL (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_display_panel_parent_class)->dispose (object);
}

static void
ond_display_panel_class_init (OndDisplayPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_display_panel_dispose;
}

static GtkWidget *
make_show_row (OndDisplayPanel *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (row, "linked");
  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  for (int i = 0; i < OND_N_SHOWS; i++)
    {
      self->show[i] = gtk_toggle_button_new_with_label (show_titles[i]);
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->show[i]),
                                     GTK_TOGGLE_BUTTON (self->show[0]));
      g_signal_connect (self->show[i], "toggled", G_CALLBACK (show_toggled), self);
      gtk_box_append (GTK_BOX (row), self->show[i]);
    }
  return row;
}

static void
ond_display_panel_init (OndDisplayPanel *self)
{
  GtkWidget *map_row = ond_choice_row_new ("Colour map", ond_colormaps, &self->map);
  GtkWidget *stretch_row = ond_choice_row_new ("Stretch", ond_stretches, &self->stretch);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->invert = gtk_check_button_new_with_label ("Invert the colours");

  self->show_row = make_show_row (self);
  gtk_box_append (GTK_BOX (self), self->show_row);
  gtk_box_append (GTK_BOX (self), map_row);
  gtk_box_append (GTK_BOX (self), stretch_row);
  gtk_box_append (GTK_BOX (self), self->invert);
  g_signal_connect_swapped (self->map, "notify::selected", G_CALLBACK (colors_chosen), self);
  g_signal_connect_swapped (self->stretch, "notify::selected", G_CALLBACK (colors_chosen), self);
  g_signal_connect_swapped (self->invert, "toggled", G_CALLBACK (colors_chosen), self);
}
