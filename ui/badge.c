/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "badge.h"

#include "notice.h"

struct _OndBadge
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *label;
};

G_DEFINE_FINAL_TYPE (OndBadge, ond_badge, GTK_TYPE_BOX)

/* What computes, and on hover why that is no GPU. While one is looked for this must not wait. */
static const char *
show_device (OndBadge *self)
{
  OndEngine *engine = ond_session_get_engine (self->session);
  g_autoptr (GString) tooltip = g_string_new (NULL);
  const char *device, *why_not, *notice;

  if (!ond_engine_is_settled (engine))
    return "Looking for a GPU";
  device = ond_engine_get_device (engine);
  why_not = ond_engine_get_why_not (engine);
  notice = ond_engine_get_notice (engine);
  g_string_printf (tooltip, "%s: what computed the response that is shown, and how long it took",
                   device);
  if (why_not != NULL)
    g_string_append_printf (tooltip, "\n\nNot on a GPU: %s", why_not);
  if (notice != NULL)
    g_string_append_printf (tooltip, "\n\n%s", notice);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip->str);
  return device;
}

static void
show_time (OndBadge *self)
{
  const char *device = show_device (self);
  double milliseconds = ond_session_get_milliseconds (self->session);
  g_autofree char *text = milliseconds <= 0 ? g_strdup (device)
                          : milliseconds < 1000
                              ? g_strdup_printf ("%s · %.1f ms", device, milliseconds)
                              : g_strdup_printf ("%s · %.1f s", device, milliseconds / 1000);

  ond_notice_show (self->session);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_visible (GTK_WIDGET (self), ond_session_get_volume (self->session) != NULL);
}

static void
show_busy (OndBadge *self)
{
  if (ond_session_get_busy (self->session))
    gtk_widget_add_css_class (GTK_WIDGET (self), "busy");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "busy");
}

void
ond_badge_set_session (OndBadge *self, OndSession *session)
{
  g_return_if_fail (OND_IS_BADGE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::busy", G_CALLBACK (show_busy), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::milliseconds", G_CALLBACK (show_time), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (show_time), self,
                           G_CONNECT_SWAPPED);
  show_time (self);
}

static void
ond_badge_dispose (GObject *object)
{
  g_clear_object (&OND_BADGE (object)->session);
  G_OBJECT_CLASS (ond_badge_parent_class)->dispose (object);
}

static void
ond_badge_class_init (OndBadgeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_badge_dispose;
}

static void
ond_badge_init (OndBadge *self)
{
  static const char *const classes[] = { "badge", "numeric", "caption", NULL };

  self->label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_MIDDLE); /* names can be long */
  gtk_box_append (GTK_BOX (self), self->label);
  gtk_widget_set_css_classes (GTK_WIDGET (self), (const char **) classes);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}
