/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display-panel.h"

#include "blend-controls.h"
#include "choice-row.h"
#include "limits-panel.h"
#include "line-profiles.h"

/* Widths: of the lists, that of the colour map with its button. */
#define LISTS 178
#define INVERT 34
#define SPACING 6

struct _OndDisplayPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *modes_row, *modes[OND_N_MODES];
  GtkDropDown *map, *stretch, *polarity, *invalid;
  GtkWidget *invert, *note, *polarity_row, *invalid_row;
  gboolean syncing; /* the widgets are being set from the session */
};

G_DEFINE_FINAL_TYPE (OndDisplayPanel, ond_display_panel, GTK_TYPE_BOX)

static const char *const mode_tips[OND_N_MODES] = {
  [OND_MODE_IMAGE] = "The samples of the volume (b: blink)",
  [OND_MODE_RESPONSE] = "The response to the wavelet (b: blink)",
  [OND_MODE_BOTH] = "The response over the image",
  [OND_MODE_BEST] = ("Colour: the direction that answered most in a sweep; x is red, y green, z "
                     "blue. Brightness: how much"),
};

/* A stretch that begins elsewhere than at 0 shows one sign of a response and hides the other. */
static void
update_note (OndDisplayPanel *self, const OndColorScale *colors)
{
  gboolean mixed = colors->lower < 0 && colors->upper > 0;
  g_autofree char *text =
      g_strdup_printf ("Stretched from %.3g, not from 0", MIN (colors->lower, colors->upper));

  gtk_label_set_text (GTK_LABEL (self->note), text);
  gtk_widget_set_visible (self->note, ond_session_get_show (self->session) == OND_SHOW_RESPONSE
                                          && colors->stretch != OND_STRETCH_LINEAR
                                          && colors->stretch != OND_STRETCH_HISTOGRAM && mixed
                                          && !ond_color_scale_is_signed (colors));
}

static void
sync_widgets (OndDisplayPanel *self)
{
  OndShow show = ond_session_get_show (self->session);
  OndVolume *volume = ond_session_get_volume (self->session);
  const OndColorScale *colors = ond_session_get_colors (self->session, show);

  self->syncing = TRUE;
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (self->modes[ond_session_get_mode (self->session)]), TRUE);
  gtk_drop_down_set_selected (self->map, colors->map);
  gtk_drop_down_set_selected (self->stretch, colors->stretch);
  gtk_drop_down_set_selected (self->polarity, colors->polarity);
  gtk_drop_down_set_selected (self->invalid, colors->invalid);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->invert), colors->invert);
  gtk_widget_set_visible (self->polarity_row, show == OND_SHOW_RESPONSE);
  gtk_widget_set_visible (self->invalid_row,
                          volume != NULL && ond_volume_get_n_invalid (volume) > 0);
  update_note (self, colors);
  self->syncing = FALSE;
}

static void
mode_toggled (GtkToggleButton *button, OndDisplayPanel *self)
{
  if (self->syncing || self->session == NULL || !gtk_toggle_button_get_active (button))
    return;
  for (int mode = 0; mode < OND_N_MODES; mode++)
    if (GTK_WIDGET (button) == self->modes[mode])
      ond_session_set_mode (self->session, mode);
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
  colors.polarity = gtk_drop_down_get_selected (self->polarity);
  colors.invalid = gtk_drop_down_get_selected (self->invalid);
  colors.invert = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->invert));
  ond_session_set_colors (self->session, show, &colors);
}

static void
set_tip (GtkWidget *button, const char *tip)
{
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip,
                                  -1);
}

static void
update_best (OndDisplayPanel *self)
{
  const char *why = ond_best_layer_get_why_not (ond_session_get_best (self->session));

  gtk_widget_set_sensitive (self->modes[OND_MODE_BEST], why == NULL);
  set_tip (self->modes[OND_MODE_BEST], why != NULL ? why : mode_tips[OND_MODE_BEST]);
}

void
ond_display_panel_set_session (OndDisplayPanel *self, OndSession *session)
{
  GtkWidget *blend;

  g_return_if_fail (OND_IS_DISPLAY_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  blend = ond_blend_controls_new (session);
  gtk_box_insert_child_after (GTK_BOX (self), blend, self->modes_row);
  gtk_box_insert_child_after (GTK_BOX (self), ond_limits_panel_new (session), blend);
  gtk_box_append (GTK_BOX (self), ond_line_profiles_new (session));
  g_signal_connect_object (session, "display-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_best (session), "changed", G_CALLBACK (update_best),
                           self, G_CONNECT_SWAPPED);
  update_best (self);
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
make_modes_row (OndDisplayPanel *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (row, "linked");
  for (int i = 0; i < OND_N_MODES; i++)
    {
      GtkWidget *button = self->modes[i] = gtk_toggle_button_new_with_label (ond_modes[i].title);

      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                   i > 0 ? GTK_TOGGLE_BUTTON (self->modes[0]) : NULL);
      gtk_widget_add_css_class (button, "mode");
      gtk_widget_set_hexpand (button, TRUE);
      set_tip (button, mode_tips[i]);
      g_signal_connect (button, "toggled", G_CALLBACK (mode_toggled), self);
      gtk_box_append (GTK_BOX (row), button);
    }
  return row;
}

/* The row of the colour map ends with a button that turns it round. */
static GtkWidget *
make_map_row (OndDisplayPanel *self)
{
  GtkWidget *row = ond_choice_row_new ("Colour map", ond_colormaps, &self->map),
            *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);

  self->invert = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->invert), "object-flip-horizontal-symbolic");
  gtk_widget_set_size_request (self->invert, INVERT, -1);
  gtk_widget_set_tooltip_text (self->invert, "Invert the colours");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->invert), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Invert the colours", -1);
  gtk_widget_set_hexpand (row, TRUE);
  gtk_box_append (GTK_BOX (box), row);
  gtk_box_append (GTK_BOX (box), self->invert);
  return box;
}

static void
ond_display_panel_init (OndDisplayPanel *self)
{
  GtkWidget *stretch_row = ond_choice_row_new ("Stretch", ond_stretches, &self->stretch);
  GtkWidget *map_row = make_map_row (self);
  GtkDropDown *lists[4];

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), SPACING);
  self->modes_row = make_modes_row (self);
  self->polarity_row = ond_choice_row_new ("Polarity", ond_polarities, &self->polarity);
  self->invalid_row = ond_choice_row_new ("Gaps", ond_invalids, &self->invalid);
  self->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->note), 0);
  gtk_widget_add_css_class (self->note, "dim-label");
  gtk_widget_add_css_class (self->note, "caption");
  gtk_widget_set_tooltip_text (self->note, "Symmetric limits and the diverging map are stretched "
                                           "from 0 to either side");
  gtk_box_append (GTK_BOX (self), self->modes_row);
  gtk_box_append (GTK_BOX (self), map_row);
  gtk_box_append (GTK_BOX (self), stretch_row);
  gtk_box_append (GTK_BOX (self), self->note);
  gtk_box_append (GTK_BOX (self), self->polarity_row);
  gtk_box_append (GTK_BOX (self), self->invalid_row);
  lists[0] = self->map;
  lists[1] = self->stretch;
  lists[2] = self->polarity;
  lists[3] = self->invalid;
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      gtk_widget_set_size_request (GTK_WIDGET (lists[i]), i > 0 ? LISTS : LISTS - INVERT - SPACING,
                                   -1);
      g_signal_connect_swapped (lists[i], "notify::selected", G_CALLBACK (colors_chosen), self);
    }
  g_signal_connect_swapped (self->invert, "toggled", G_CALLBACK (colors_chosen), self);
}
