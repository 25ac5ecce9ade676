/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slice-keys.h"

#include "contrast.h"
#include "slice-menu.h"

/* The cross-hair, or the middle where that is out of sight. */
static void
show_menu_at_cross_hair (OndSliceView *view)
{
  GtkWidget *widget = GTK_WIDGET (view);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double x, y;

  if (!ond_slice_view_get_cross (view, &x, &y) || x < 0 || x > width || y < 0 || y > height)
    {
      x = width / 2;
      y = height / 2;
    }
  ond_slice_menu_popup (view, x, y);
}

/* Keys that step along an axis. */
static gboolean
step_key (OndSliceView *view, guint key, GdkModifierType modifiers)
{
  int n = ond_slice_view_get_normal (view);
  int h = ond_slice_horizontal (n), v = ond_slice_vertical (n);
  const struct
  {
    guint key;
    int axis, by;
  } keys[] = {
    { GDK_KEY_Left, h, -1 },      { GDK_KEY_Right, h, 1 },   { GDK_KEY_Down, v, -1 },
    { GDK_KEY_Up, v, 1 },         { GDK_KEY_comma, n, -1 },  { GDK_KEY_period, n, 1 },
    { GDK_KEY_less, n, -1 },      { GDK_KEY_greater, n, 1 }, /* comma and full stop with Shift */
    { GDK_KEY_Page_Down, n, -1 }, { GDK_KEY_Page_Up, n, 1 }, { GDK_KEY_Home, n, -G_MAXINT },
    { GDK_KEY_End, n, G_MAXINT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key)
      {
        gboolean fast = (modifiers & GDK_SHIFT_MASK) && ABS (keys[i].by) == 1;
        ond_session_step (ond_slice_view_get_session (view), keys[i].axis,
                          fast ? OND_SLICE_FAST_STEP * keys[i].by : keys[i].by);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

static gboolean
action_key (OndSliceView *view, guint key)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_b, "view.blink" },
    { GDK_KEY_f, "win.freeze-readout" },
    { GDK_KEY_c, "win.copy-readout" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key)
      return gtk_widget_activate_action (GTK_WIDGET (view), keys[i].action, NULL);
  return GDK_EVENT_PROPAGATE;
}

gboolean
ond_slice_keys_press (OndSliceView *view, OndSlicePlay *play, guint key, GdkModifierType modifiers)
{
  OndSession *session = ond_slice_view_get_session (view);
  gboolean playing = ond_slice_play_is_playing (play);

  ond_slice_play_stop (play);
  if (session == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == GDK_ALT_MASK)
    return ond_contrast_key (session, key);
  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_a)
    ond_session_refit (session, ond_session_get_show (session));
  else if (key == GDK_KEY_space && !playing)
    ond_slice_play_start (play, session, ond_slice_view_get_normal (view));
  else if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    g_signal_emit_by_name (view, "maximize");
  else if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (modifiers & GDK_SHIFT_MASK)))
    show_menu_at_cross_hair (view);
  else if (key != GDK_KEY_space)
    return step_key (view, key, modifiers) || action_key (view, key);
  return GDK_EVENT_STOP;
}
