/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "method-panel.h"

#include "choice-row.h"

struct _OndMethodPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *button, *arrow, *summary, *revealer;
};

G_DEFINE_FINAL_TYPE (OndMethodPanel, ond_method_panel, GTK_TYPE_BOX)

static const struct
{
  const char *property, *title;
  const OndChoice *choices;
} rows[] = {
  { "norm", "Norm", ond_norms },
  { "boundary", "Boundary", ond_boundaries },
  { "sampling", "Sampling", ond_samplings },
  { "border", "Border", ond_borders },
  { "fill", "Invalid voxels", ond_fills },
};

/* "L2 · Mirror · Continuous", that statistics leave the border out where they do, and what is done
 * about invalid voxels where there are some. */
static void
summarize (OndMethodPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  gboolean gaps = volume != NULL && ond_volume_get_n_invalid (volume) > 0;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      int value;

      g_object_get (self->session, rows[i].property, &value, NULL);
      if (rows[i].choices == ond_fills && !gaps)
        continue;
      if (rows[i].choices != ond_borders)
        g_string_append_printf (text, "%s%s", i > 0 ? " · " : "", rows[i].choices[value].title);
      else if (value != 0)
        g_string_append (text, " · No border");
    }
  name = g_strdup_printf ("Method: %s", text->str);
  gtk_label_set_text (GTK_LABEL (self->summary), text->str);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
}

static void
toggled (GtkToggleButton *button, OndMethodPanel *self)
{
  gboolean open = gtk_toggle_button_get_active (button);

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), open);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
}

static void
add_rows (OndMethodPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_margin_top (box, 6);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *signal = g_strconcat ("notify::", rows[i].property, NULL);
      GtkDropDown *drop_down;

      gtk_box_append (GTK_BOX (box),
                      ond_choice_row_new (rows[i].title, rows[i].choices, &drop_down));
      g_object_bind_property (self->session, rows[i].property, drop_down, "selected",
                              G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
      g_signal_connect_object (self->session, signal, G_CALLBACK (summarize), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
}

GtkWidget *
ond_method_panel_new (OndSession *session)
{
  OndMethodPanel *self = g_object_new (OND_TYPE_METHOD_PANEL, NULL);

  self->session = g_object_ref (session);
  add_rows (self);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (summarize), self,
                           G_CONNECT_SWAPPED);
  summarize (self);
  return GTK_WIDGET (self);
}

static void
ond_method_panel_dispose (GObject *object)
{
  g_clear_object (&OND_METHOD_PANEL (object)->session);
  G_OBJECT_CLASS (ond_method_panel_parent_class)->dispose (object);
}

static void
ond_method_panel_class_init (OndMethodPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_method_panel_dispose;
}

static void
ond_method_panel_init (OndMethodPanel *self)
{
  GtkWidget *title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->arrow = gtk_image_new_from_icon_name ("pan-end-symbolic");
  self->summary = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->summary), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (title), self->arrow);
  gtk_box_append (GTK_BOX (title), self->summary);
  self->button = gtk_toggle_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->button), title);
  gtk_widget_set_tooltip_text (
      self->button, "Norm, boundary, sampling, the border of statistics, and what invalid "
                    "voxels become");
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_add_css_class (self->button, "fold");
  self->revealer = gtk_revealer_new ();
  gtk_box_append (GTK_BOX (self), self->button);
  gtk_box_append (GTK_BOX (self), self->revealer);
  g_signal_connect (self->button, "toggled", G_CALLBACK (toggled), self);
  toggled (GTK_TOGGLE_BUTTON (self->button), self);
}
