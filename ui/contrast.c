/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contrast.h"

/* Of Alt and the arrows. */
#define BIAS_STEP 0.02
#define CONTRAST_STEP 0.25

static const OndColorScale *
get_colors (OndSession *session)
{
  return ond_session_get_colors (session, ond_session_get_show (session));
}

static void
set (OndSession *session, double contrast, double bias)
{
  ond_display_set_contrast (ond_session_get_display (session), ond_session_get_show (session),
                            contrast, bias);
}

OndContrast
ond_contrast_get (OndSession *session)
{
  const OndColorScale *colors = get_colors (session);

  return (OndContrast){ colors->contrast_log2, colors->bias_offset };
}

void
ond_contrast_drag (OndSession *session, const OndContrast *from, GtkWidget *view, double dx,
                   double dy)
{
  set (session, from->contrast - 4 * dy / MAX (gtk_widget_get_height (view), 1),
       from->bias + dx / MAX (gtk_widget_get_width (view), 1));
}

gboolean
ond_contrast_key (OndSession *session, guint key)
{
  static const struct
  {
    guint key, keypad;
    double contrast, bias;
  } keys[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, 0, -BIAS_STEP },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 0, BIAS_STEP },
    { GDK_KEY_Up, GDK_KEY_KP_Up, CONTRAST_STEP, 0 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, -CONTRAST_STEP, 0 },
  };
  OndContrast now = ond_contrast_get (session);

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key || keys[i].keypad == key)
      {
        set (session, now.contrast + keys[i].contrast, now.bias + keys[i].bias);
        return TRUE;
      }
  return FALSE;
}

gboolean
ond_contrast_is_neutral (OndSession *session)
{
  return ond_color_scale_is_neutral (get_colors (session));
}

void
ond_contrast_reset (OndSession *session)
{
  set (session, 0, 0);
}
