/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "line-profiles.h"

#include "line-profile-view.h"
#include "line-profile.h"

struct _OndLineProfiles
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *button, *arrow, *copy, *revealer;
};

G_DEFINE_FINAL_TYPE (OndLineProfiles, ond_line_profiles, GTK_TYPE_BOX)

static void
toggled (GtkToggleButton *button, OndLineProfiles *self)
{
  gboolean open = gtk_toggle_button_get_active (button);

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), open);
  gtk_widget_set_visible (self->copy, open);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
}

static void
copy_clicked (OndLineProfiles *self)
{
  g_autofree char *text = ond_line_profile_dup_csv (self->session);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
ond_line_profiles_dispose (GObject *object)
{
  g_clear_object (&OND_LINE_PROFILES (object)->session);
  G_OBJECT_CLASS (ond_line_profiles_parent_class)->dispose (object);
}

static void
ond_line_profiles_class_init (OndLineProfilesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_line_profiles_dispose;
}

static GtkWidget *
make_heading (OndLineProfiles *self)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->arrow = gtk_image_new_from_icon_name ("pan-end-symbolic");
  gtk_box_append (GTK_BOX (title), self->arrow);
  gtk_box_append (GTK_BOX (title), gtk_label_new ("Profiles"));
  self->button = gtk_toggle_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->button), title);
  gtk_widget_set_hexpand (self->button, TRUE);
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_add_css_class (self->button, "fold");
  gtk_widget_set_tooltip_text (self->button,
                               "Image and response along the axes through the cross-hair");
  self->copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");
  gtk_widget_add_css_class (self->copy, "flat");
  gtk_widget_set_tooltip_text (self->copy, "Copy the profiles as a table (CSV)");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Copy the profiles", -1);
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (copy_clicked), self);
  gtk_box_append (GTK_BOX (heading), self->button);
  gtk_box_append (GTK_BOX (heading), self->copy);
  return heading;
}

static void
ond_line_profiles_init (OndLineProfiles *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append (GTK_BOX (self), make_heading (self));
  self->revealer = gtk_revealer_new ();
  gtk_box_append (GTK_BOX (self), self->revealer);
  g_signal_connect (self->button, "toggled", G_CALLBACK (toggled), self);
  toggled (GTK_TOGGLE_BUTTON (self->button), self);
}

GtkWidget *
ond_line_profiles_new (OndSession *session)
{
  OndLineProfiles *self = g_object_new (OND_TYPE_LINE_PROFILES, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  self->session = g_object_ref (session);
  for (int axis = 0; axis < OND_N_AXES; axis++)
    gtk_box_append (GTK_BOX (box), ond_line_profile_view_new (session, axis));
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  return GTK_WIDGET (self);
}
