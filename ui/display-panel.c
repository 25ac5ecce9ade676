/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display-panel.h"

#include "choice-row.h"

#include <math.h>

struct _OndDisplayPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *show[OND_N_SHOWS];
  GtkWidget *bar;
  GtkWidget *limits[2]; /* entries: lower, upper */
  GtkDropDown *map, *stretch;
  GtkWidget *invert;
  gboolean syncing; /* the widgets are being set from the session */
};

G_DEFINE_FINAL_TYPE (OndDisplayPanel, ond_display_panel, GTK_TYPE_BOX)

static const char *const show_titles[OND_N_SHOWS] = { "Image", "Response" };

/* The colour bar: one row of the very bytes that the slices are drawn with. */
static void
draw_bar (OndDisplayPanel *self, const OndColorScale *colors)
{
  float values[OND_COLORMAP_SIZE];
  guint8 pixels[4 * OND_COLORMAP_SIZE];
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  for (int i = 0; i < OND_COLORMAP_SIZE; i++)
    values[i] =
        (float) (colors->lower + (colors->upper - colors->lower) * i / (OND_COLORMAP_SIZE - 1));
  ond_color_scale_map_row (colors, values, OND_COLORMAP_SIZE, pixels);
  bytes = g_bytes_new (pixels, sizeof pixels);
  texture =
      gdk_memory_texture_new (OND_COLORMAP_SIZE, 1, GDK_MEMORY_R8G8B8A8, bytes, sizeof pixels);
  gtk_picture_set_paintable (GTK_PICTURE (self->bar), GDK_PAINTABLE (texture));
}

static void
sync_widgets (OndDisplayPanel *self)
{
  OndShow show = ond_session_get_show (self->session);
  const OndColorScale *colors = ond_session_get_colors (self->session, show);
  const double limits[] = { colors->lower, colors->upper };

  self->syncing = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->show[show]), TRUE);
  gtk_drop_down_set_selected (self->map, colors->map);
  gtk_drop_down_set_selected (self->stretch, colors->stretch);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->invert), colors->invert);
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *text = g_strdup_printf ("%.4g", limits[i]);

      gtk_editable_set_text (GTK_EDITABLE (self->limits[i]), text);
      gtk_widget_remove_css_class (self->limits[i], "error");
    }
  draw_bar (self, colors);
  self->syncing = FALSE;
}

static void
show_toggled (GtkToggleButton *button, OndDisplayPanel *self)
{
  if (self->syncing || self->session == NULL || !gtk_toggle_button_get_active (button))
    return;
  ond_session_set_show (self->session, GTK_WIDGET (button) == self->show[OND_SHOW_RESPONSE]
                                           ? OND_SHOW_RESPONSE
                                           : OND_SHOW_IMAGE);
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

/* A limit typed and confirmed. What cannot be read as a number is marked and changes nothing. */
static void
limit_entered (OndDisplayPanel *self)
{
  OndShow show;
  OndColorScale colors;
  double *limits[] = { &colors.lower, &colors.upper };
  gboolean valid = TRUE;

  if (self->session == NULL)
    return;
  show = ond_session_get_show (self->session);
  colors = *ond_session_get_colors (self->session, show);
  for (int i = 0; i < 2; i++)
    {
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->limits[i]));
      g_autofree char *shown = g_strdup_printf ("%.4g", *limits[i]);
      char *end;
      double value = g_ascii_strtod (text, &end);

      if (strcmp (text, shown) == 0)
        continue;
      if (end == text || *g_strchug (end) != '\0' || !isfinite (value))
        {
          gtk_widget_add_css_class (self->limits[i], "error");
          valid = FALSE;
        }
      *limits[i] = value;
    }
  if (!valid)
    return;
  ond_session_set_colors (self->session, show, &colors);
  sync_widgets (self);
}

static void
refit (OndDisplayPanel *self)
{
  ond_session_refit (self->session, ond_session_get_show (self->session));
}

void
ond_display_panel_set_session (OndDisplayPanel *self, OndSession *session)
{
  g_return_if_fail (OND_IS_DISPLAY_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
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

static GtkWidget *
make_limits_row (OndDisplayPanel *self)
{
  static const char *const names[] = { "Lower limit", "Upper limit" };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *fit = gtk_button_new_with_label ("Fit");

  for (int i = 0; i < 2; i++)
    {
      GtkWidget *entry = self->limits[i] = gtk_entry_new ();
      GtkEventController *focus = gtk_event_controller_focus_new ();

      gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
      gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 8);
      gtk_editable_set_alignment (GTK_EDITABLE (entry), (float) i);
      gtk_widget_set_hexpand (entry, TRUE);
      gtk_widget_set_tooltip_text (entry, names[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      names[i], -1);
      g_signal_connect_swapped (entry, "activate", G_CALLBACK (limit_entered), self);
      g_signal_connect_swapped (focus, "leave", G_CALLBACK (limit_entered), self);
      gtk_widget_add_controller (entry, focus);
    }
  gtk_widget_set_tooltip_text (fit,
                               "Fit the limits to what is shown; they stay as they are otherwise");
  g_signal_connect_swapped (fit, "clicked", G_CALLBACK (refit), self);
  gtk_box_append (GTK_BOX (row), self->limits[0]);
  gtk_box_append (GTK_BOX (row), fit);
  gtk_box_append (GTK_BOX (row), self->limits[1]);
  return row;
}

static void
ond_display_panel_init (OndDisplayPanel *self)
{
  GtkWidget *map_row = ond_choice_row_new ("Colour map", ond_colormaps, &self->map);
  GtkWidget *stretch_row = ond_choice_row_new ("Stretch", ond_stretches, &self->stretch);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->bar = gtk_picture_new ();
  gtk_picture_set_content_fit (GTK_PICTURE (self->bar), GTK_CONTENT_FIT_FILL);
  gtk_widget_set_size_request (self->bar, -1, 14);
  gtk_widget_add_css_class (self->bar, "color-bar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Colour bar", -1);
  self->invert = gtk_check_button_new_with_label ("Invert the colours");

  gtk_box_append (GTK_BOX (self), make_show_row (self));
  gtk_box_append (GTK_BOX (self), self->bar);
  gtk_box_append (GTK_BOX (self), make_limits_row (self));
  gtk_box_append (GTK_BOX (self), map_row);
  gtk_box_append (GTK_BOX (self), stretch_row);
  gtk_box_append (GTK_BOX (self), self->invert);
  g_signal_connect_swapped (self->map, "notify::selected", G_CALLBACK (colors_chosen), self);
  g_signal_connect_swapped (self->stretch, "notify::selected", G_CALLBACK (colors_chosen), self);
  g_signal_connect_swapped (self->invert, "toggled", G_CALLBACK (colors_chosen), self);
}
