/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of the program's log fails the monkey's test: every warning, as a crash does, but for what
 * an X server without a window manager brings about. */
#pragma once

#include <gtk/gtk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* GDK's complaints about an X server without a window manager, when a popover opens while its
 * window has just changed its size; and what GTK says of what is in a popover that has thereby
 * been fitted into no monitor at all. */
static gboolean
is_forgiven (const char *domain, const char *message)
{
  static gboolean monitor_lost;
  gboolean of_gdk = g_strcmp0 (domain, "Gdk") == 0,
           of_monitor = of_gdk && strstr (message, "gdk_monitor_get_geometry") != NULL;

  monitor_lost = monitor_lost || of_monitor;
  return g_strcmp0 (domain, "dconf") == 0 || of_monitor
         || (of_gdk && strstr (message, "gdk_surface_get_device_position") != NULL)
         || (monitor_lost && g_strcmp0 (domain, "Gtk") == 0
             && strstr (message, "attempt to allocate Gtk") != NULL);
}

static gboolean
is_fatal (const char *domain, G_GNUC_UNUSED GLogLevelFlags level, const char *message,
          G_GNUC_UNUSED gpointer data)
{
  return !is_forgiven (domain, message);
}

/* The default handler ends the program before the one above is asked. */
static void
handle_gdk (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if (is_forgiven (domain, message))
    fprintf (stderr, "%s: %s\n", domain, message);
  else
    g_log_default_handler (domain, level, message, data);
}

/* A warning is as bad as a crash here. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields,
           G_GNUC_UNUSED gpointer data)
{
  const char *message = "", *domain = "";

  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE"))
      message = fields[i].value;
    else if (g_str_equal (fields[i].key, "GLIB_DOMAIN"))
      domain = fields[i].value;
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    {
      fprintf (stderr, "%s: %s\n", domain, message);
      if (!is_forgiven (domain, message))
        abort ();
    }
  return G_LOG_WRITER_HANDLED;
}
