/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-menu.h"

#include "contrast.h"
#include "view-menu.h"

/* What the menu is about. */
typedef struct
{
  OndProjectionView *view; /* whose it is */
  gint32 at[OND_N_AXES];
} About;

static const OndViewMenuItem items[] = {
  { 0, "Set the _Cross-hair Here", "projection.cross-hair" },
  { 0, "_Fit the Colours", "projection.fit" },
  { 0, "_Reset Contrast and Bias", "projection.neutral" },
  { 1, "Look along _X", "projection.along(0)" },
  { 1, "Look along _Y", "projection.along(1)" },
  { 1, "Look along _Z", "projection.along(2)" },
  { 1, "_First View", "projection.reset" },
  { 2, "_Maximise, or Share the Room", "projection.maximize" },
};

static OndSession *
get_session (const About *about)
{
  return ond_projection_view_get_session (about->view);
}

static OndProjection *
get_projection (const About *about)
{
  return ond_session_get_projection (get_session (about));
}

static void
set_cross_hair (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  ond_session_set_cross_hair (get_session (data), ((About *) data)->at);
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
look_along (G_GNUC_UNUSED GSimpleAction *action, GVariant *value, gpointer data)
{
  ond_projection_look_along (get_projection (data), CLAMP (g_variant_get_int32 (value), 0, 2));
}

static void
reset (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  ond_projection_reset (get_projection (data));
}

static void
maximize (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *value, gpointer data)
{
  g_signal_emit_by_name (((About *) data)->view, "maximize");
}

static const GActionEntry actions[] = {
  { .name = "cross-hair", .activate = set_cross_hair },
  { .name = "fit", .activate = fit },
  { .name = "neutral", .activate = make_neutral },
  { .name = "along", .activate = look_along, .parameter_type = "i" },
  { .name = "reset", .activate = reset },
  { .name = "maximize", .activate = maximize },
};

static const OndViewMenu menu = { "projection", items, G_N_ELEMENTS (items), actions,
                                  G_N_ELEMENTS (actions) };

void
ond_projection_menu_popup (OndProjectionView *view, double x, double y)
{
  GtkWidget *widget = GTK_WIDGET (view);
  OndSession *session = ond_projection_view_get_session (view);
  About *about;

  if (session == NULL || ond_session_get_volume (session) == NULL
      || !gtk_widget_get_mapped (widget))
    return;
  about = ond_view_menu_ensure (widget, &menu, sizeof *about);
  about->view = view;
  ond_view_menu_enable (widget, "cross-hair", ond_projection_view_pick (view, x, y, about->at));
  ond_view_menu_enable (widget, "neutral", !ond_contrast_is_neutral (session));
  ond_view_menu_popup (widget, x, y);
}
