/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blend-controls.h"

#include "wheel.h"

#include <math.h>

struct _OndBlendControls
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *opacity, *percent, *subjects[OND_N_SHOWS];
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (OndBlendControls, ond_blend_controls, GTK_TYPE_BOX)

static void
sync_widgets (OndBlendControls *self)
{
  OndLayers *layers = ond_session_get_layers (self->session);
  double opacity = ond_layers_get_opacity (layers);
  g_autofree char *text = g_strdup_printf ("%.0f %%", 100 * opacity);

  self->syncing = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self), ond_session_get_mode (self->session) == OND_MODE_BOTH);
  gtk_range_set_value (GTK_RANGE (self->opacity), 100 * opacity);
  gtk_label_set_text (GTK_LABEL (self->percent), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->opacity),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->subjects[ond_layers_get_subject (layers)]),
                                TRUE);
  self->syncing = FALSE;
}

static void
opacity_set (OndBlendControls *self)
{
  if (!self->syncing)
    ond_layers_set_opacity (ond_session_get_layers (self->session),
                            round (gtk_range_get_value (GTK_RANGE (self->opacity))) / 100);
}

static void
subject_toggled (GtkToggleButton *button, OndBlendControls *self)
{
  if (!self->syncing && gtk_toggle_button_get_active (button))
    ond_layers_set_subject (
        ond_session_get_layers (self->session),
        GTK_WIDGET (button) == self->subjects[OND_SHOW_IMAGE] ? OND_SHOW_IMAGE : OND_SHOW_RESPONSE);
}

static void
ond_blend_controls_dispose (GObject *object)
{
  g_clear_object (&OND_BLEND_CONTROLS (object)->session);
  G_OBJECT_CLASS (ond_blend_controls_parent_class)->dispose (object);
}

static void
ond_blend_controls_class_init (OndBlendControlsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_blend_controls_dispose;
}

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

static GtkWidget *
make_opacity (OndBlendControls *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->opacity = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 100, 1);
  self->percent = gtk_label_new (NULL);
  gtk_range_set_increments (GTK_RANGE (self->opacity), 1, 10);
  gtk_widget_set_hexpand (self->opacity, TRUE);
  gtk_widget_set_tooltip_text (self->opacity,
                               "How much of the response lies over the image. Of a "
                               "diverging map the more, the farther from its middle");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->opacity), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Opacity of the response", -1);
  ond_wheel_needs_focus (self->opacity);
  gtk_label_set_width_chars (GTK_LABEL (self->percent), 5);
  gtk_label_set_xalign (GTK_LABEL (self->percent), 1);
  gtk_widget_add_css_class (self->percent, "numeric");
  g_signal_connect_swapped (self->opacity, "value-changed", G_CALLBACK (opacity_set), self);
  gtk_box_append (GTK_BOX (row), make_label ("Response"));
  gtk_box_append (GTK_BOX (row), self->opacity);
  gtk_box_append (GTK_BOX (row), self->percent);
  return row;
}

static GtkWidget *
make_subject (OndBlendControls *self)
{
  static const char *const titles[OND_N_SHOWS] = { "Image", "Response" };
  static const char *const tips[OND_N_SHOWS] = { "Colours and limits below are of the image",
                                                 "Colours and limits below are of the response" };
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12),
            *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *label = make_label ("Colours of");

  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), box);
  for (int i = 0; i < OND_N_SHOWS; i++)
    {
      self->subjects[i] = gtk_toggle_button_new_with_label (titles[i]);
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->subjects[i]),
                                   i > 0 ? GTK_TOGGLE_BUTTON (self->subjects[0]) : NULL);
      gtk_widget_add_css_class (self->subjects[i], "mode");
      gtk_widget_set_tooltip_text (self->subjects[i], tips[i]);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->subjects[i]),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tips[i], -1);
      g_signal_connect (self->subjects[i], "toggled", G_CALLBACK (subject_toggled), self);
      gtk_box_append (GTK_BOX (box), self->subjects[i]);
    }
  return row;
}

static void
ond_blend_controls_init (OndBlendControls *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_box_append (GTK_BOX (self), make_opacity (self));
  gtk_box_append (GTK_BOX (self), make_subject (self));
}

GtkWidget *
ond_blend_controls_new (OndSession *session)
{
  OndBlendControls *self = g_object_new (OND_TYPE_BLEND_CONTROLS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  sync_widgets (self);
  return GTK_WIDGET (self);
}
