/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "view-status.h"

struct _OndViewStatus
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *chip, *zoom;
};

G_DEFINE_FINAL_TYPE (OndViewStatus, ond_view_status, GTK_TYPE_BOX)

static void
zoom_changed (OndViewStatus *self)
{
  OndZoom *zoom = ond_session_get_zoom (self->session);
  gboolean fits = ond_zoom_get_fits (zoom);
  g_autofree char *factor = g_strdup_printf ("%.3g", ond_zoom_get_factor (zoom));
  g_autofree char *text = g_strdup_printf ("%s%s×", fits ? "Fit  " : "", factor);
  g_autofree char *name =
      g_strdup_printf ("Zoom: %s%s device pixels a voxel", fits ? "fits, " : "", factor);
  g_autofree char *tip = g_strdup_printf ("%s\nThe wheel zooms at the pointer, a drag pans", name);

  gtk_widget_set_visible (self->zoom, ond_zoom_get_factor (zoom) > 0); /* 0: no slice in sight */
  if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (self->zoom)), text) == 0)
    return;
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->zoom), text);
  gtk_widget_set_tooltip_text (self->zoom, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zoom), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

/* What locked limits hide. */
static void
update_chip (OndViewStatus *self)
{
  OndDisplay *display = ond_session_get_display (self->session);
  OndShow show = ond_session_get_show (self->session);
  gboolean clipping = ond_display_is_clipping (display, show);
  g_autofree char *text = NULL, *tip = NULL;

  gtk_widget_set_visible (self->chip, clipping);
  if (!clipping)
    return;
  text = g_strdup_printf ("%.2g %% clipped", 100 * ond_display_get_clipped (display, show));
  if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (self->chip)), text) == 0)
    return;
  tip = g_strdup_printf ("%s by the limits, which stay as they are. Click to fit them (Ctrl+R)",
                         text);
  gtk_button_set_label (GTK_BUTTON (self->chip), text);
  gtk_widget_set_tooltip_text (self->chip, tip);
}

static void
chip_clicked (OndViewStatus *self)
{
  ond_session_refit (self->session, ond_session_get_show (self->session));
}

static void
volume_changed (OndViewStatus *self)
{
  zoom_changed (self);
  update_chip (self);
}

static GMenuModel *
make_menu (void)
{
  static const char *const items[][3] = {
    { "Zoom _In", "view.zoom-in", "<Control>plus" },
    { "Zoom _Out", "view.zoom-out", "<Control>minus" },
    { "_Fit", "view.zoom-fit", "<Control>0" },
    { "One _Pixel a Voxel", "view.zoom-one", "<Control>1" },
  };
  GMenu *menu = g_menu_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (items[i][0], items[i][1]);

      g_menu_item_set_attribute (item, "accel", "s", items[i][2]);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
ond_view_status_dispose (GObject *object)
{
  OndViewStatus *self = OND_VIEW_STATUS (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_view_status_parent_class)->dispose (object);
}

static void
ond_view_status_class_init (OndViewStatusClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_view_status_dispose;
}

static void
ond_view_status_init (OndViewStatus *self)
{
  g_autoptr (GMenuModel) menu = make_menu ();

  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->chip = gtk_button_new ();
  gtk_widget_add_css_class (self->chip, "chip");
  gtk_widget_set_visible (self->chip, FALSE);
  g_signal_connect_swapped (self->chip, "clicked", G_CALLBACK (chip_clicked), self);
  gtk_box_append (GTK_BOX (self), self->chip);
  self->zoom = gtk_menu_button_new ();
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->zoom), menu);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (self->zoom), GTK_ARROW_UP);
  gtk_widget_add_css_class (self->zoom, "flat");
  gtk_widget_add_css_class (self->zoom, "numeric");
  gtk_widget_add_css_class (self->zoom, "zoom");
  gtk_box_append (GTK_BOX (self), self->zoom);
}

GtkWidget *
ond_view_status_new (OndSession *session)
{
  OndViewStatus *self = g_object_new (OND_TYPE_VIEW_STATUS, NULL);
  OndZoom *zoom = ond_session_get_zoom (session);

  self->session = g_object_ref (session);
  g_signal_connect_object (zoom, "changed", G_CALLBACK (zoom_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (update_chip), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "pixels-changed", G_CALLBACK (update_chip), self,
                           G_CONNECT_SWAPPED);
  zoom_changed (self);
  volume_changed (self);
  return GTK_WIDGET (self);
}
