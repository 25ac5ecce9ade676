/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tones.h"

#include <adwaita.h>

static const OndTones tones[2][2] = {
  /* normal contrast                 high contrast */
  { { 0x333333, 0xffffff, 0x1c71d8 }, { 0x000000, 0xffffff, 0x0f4c9c } }, /* light */
  { { 0xe6e6e6, 0x1e1e1e, 0x78aeed }, { 0xffffff, 0x000000, 0xa8ceff } }, /* dark */
};

static AdwStyleManager *
get_style (GtkWidget *widget)
{
  return adw_style_manager_get_for_display (gtk_widget_get_display (widget));
}

OndTones
ond_tones_get (GtkWidget *widget)
{
  AdwStyleManager *style = get_style (widget);

  return tones[adw_style_manager_get_dark (style) ? 1 : 0]
              [adw_style_manager_get_high_contrast (style) ? 1 : 0];
}

void
ond_tones_follow (GtkWidget *widget)
{
  AdwStyleManager *style = get_style (widget);

  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           widget, G_CONNECT_SWAPPED);
}

void
ond_tones_set_source (cairo_t *cr, guint32 tone, double alpha)
{
  cairo_set_source_rgba (cr, (tone >> 16 & 255) / 255.0, (tone >> 8 & 255) / 255.0,
                         (tone & 255) / 255.0, alpha);
}
