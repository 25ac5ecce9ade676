/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-menu.h"

#include "best-actions.h"
#include "contrast.h"
#include "view-menu.h"

#include <math.h>

/* What the menu is about. */
typedef struct
{
  OndSliceView *view; /* whose it is */
  double at[OND_N_AXES];
} About;

static const OndViewMenuItem items[] = {
  { 0, "Set the _Cross-hair Here", "slice.cross-hair" },
  { 0, "_Take the Best Wavelet Here", "slice.take-best" },
  { 0, "_Fit the Colours", "slice.fit" },
  { 0, "_Reset Contrast and Bias", "slice.neutral" },
  { 1, "Copy the Rea_dout", "win.copy-readout" },
  { 2, "Draw a Bo_x", "win.region-box" },
  { 2, "Draw an E_llipse", "win.region-ellipse" },
  { 3, "_Whole Slice", "view.zoom-fit" },
  { 3, "One Pixel a _Voxel", "view.zoom-one" },
  { 4, "_Blink Image and Response", "view.blink" },
  { 4, "_Maximise, or Share the Room", "slice.maximize" },
  { 5, "_Export the Slices…", "win.export::view" },
};

static OndSession *
get_session (const About *about)
{
  return ond_slice_view_get_session (about->view);
}

static void
get_voxel (const About *about, gint32 voxel[OND_N_AXES])
{
  for (int i = 0; i < OND_N_AXES; i++)
    voxel[i] = (gint32) floor (about->at[i] + 0.5);
}

static void
set_cross_hair (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  gint32 voxel[OND_N_AXES];

  get_voxel (data, voxel);
  ond_session_set_cross_hair (get_session (data), voxel);
}

static void
take_best (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  gint32 voxel[OND_N_AXES];

  get_voxel (data, voxel);
  ond_best_take_at (get_session (data), voxel);
}

static void
fit (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  OndSession *session = get_session (data);

  ond_session_refit (session, ond_session_get_show (session));
}

static void
make_neutral (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  ond_contrast_reset (get_session (data));
}

static void
maximize (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  g_signal_emit_by_name (((About *) data)->view, "maximize");
}

static const GActionEntry actions[] = {
  { .name = "cross-hair", .activate = set_cross_hair },
  { .name = "take-best", .activate = take_best },
  { .name = "fit", .activate = fit },
  { .name = "neutral", .activate = make_neutral },
  { .name = "maximize", .activate = maximize },
};

static const OndViewMenu menu = { "slice", items, G_N_ELEMENTS (items), actions,
                                  G_N_ELEMENTS (actions) };

void
ond_slice_menu_popup (OndSliceView *view, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET (view);
  OndSession *session = ond_slice_view_get_session (view);
  gboolean picked;
  About *about;

  if (session == NULL || ond_session_get_volume (session) == NULL
      || !gtk_widget_get_mapped (widget)) /* hidden while it waited */
    return;
  about = ond_view_menu_ensure (widget, &menu, sizeof *about);
  about->view = view;
  picked = ond_slice_view_pick (view, x, y, about->at);
  ond_view_menu_enable (widget, "cross-hair", picked);
  ond_view_menu_enable (widget, "take-best",
                        picked && ond_best_layer_get (ond_session_get_best (session)) != NULL);
  ond_view_menu_enable (widget, "neutral", !ond_contrast_is_neutral (session));
  ond_view_menu_popup (widget, x, y);
}
