/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "about.h"

#include "core/versions.h"
#include "ui/slice-view.h"
#include "ui/window.h"

#include <adwaita.h>
#include <sys/utsname.h>

static void
append_engine (GString *text, OndEngine *engine)
{
  /* A GPU may still be looked for: what computes is not known, and is not waited for. */
  gboolean known = engine != NULL && ond_engine_is_settled (engine);
  const char *why_not = known ? ond_engine_get_why_not (engine) : NULL;

  g_string_append_printf (text, "Computes on: %s\n",
                          known ? ond_engine_get_device (engine) : "not known yet");
  if (why_not != NULL)
    g_string_append_printf (text, "Not on a GPU: %s\n", why_not);
}

static void
append_drawing (GString *text, GtkWindow *parent)
{
  OndSliceView *view = OND_IS_WINDOW (parent)
                           ? OND_SLICE_VIEW (ond_window_get_view (OND_WINDOW (parent), OND_Z))
                           : NULL;
  const char *gl = view != NULL ? ond_slice_view_get_gl_info (view) : "", *why = NULL;

  if (*gl != '\0')
    g_string_append_printf (text, "Draws slices with: %s\n", gl);
  else if (view != NULL && !ond_slice_view_uses_gl (view, &why) && why != NULL)
    g_string_append_printf (text, "Draws slices with: the CPU (%s)\n", why);
  else
    g_string_append (text, "Draws slices with: not known yet\n");
}

static void
append_system (GString *text)
{
  g_autofree char *name = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);
  struct utsname kernel;

  g_string_append_printf (text, "System: %s", name != NULL ? name : "unknown");
  if (uname (&kernel) == 0)
    g_string_append_printf (text, ", %s %s, %s", kernel.sysname, kernel.release, kernel.machine);
  g_string_append_printf (text, ", %u processors\nDisplay: %s\n", g_get_num_processors (),
                          G_OBJECT_TYPE_NAME (gdk_display_get_default ()));
}

static char *
dup_facts (GtkWindow *parent, OndEngine *engine)
{
  GString *text = g_string_new ("Ondelette " OND_VERSION "\n");
  g_autofree char *versions = ond_versions_dup_text ();

  append_engine (text, engine);
  append_drawing (text, parent);
  g_string_append_printf (text, "Libraries: %s\n", versions);
  g_string_append_printf (text, "GTK %u.%u.%u, libadwaita %u.%u.%u, GLib %u.%u.%u\n",
                          gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version (), adw_get_major_version (),
                          adw_get_minor_version (), adw_get_micro_version (), glib_major_version,
                          glib_minor_version, glib_micro_version);
  append_system (text);
  return g_string_free (text, FALSE);
}

void
ond_about_show (GtkWindow *parent, OndEngine *engine)
{
  g_autofree char *facts = dup_facts (parent, engine);

  adw_show_about_window (parent, "application-name", "Ondelette", "application-icon",
                         "io.github.ondelette.Ondelette", "version", OND_VERSION, "comments",
                         "See what a stretched wavelet sees in a volume", "license-type",
                         GTK_LICENSE_GPL_3_0, "debug-info", facts, "debug-info-filename",
                         "ondelette.txt", NULL);
}
