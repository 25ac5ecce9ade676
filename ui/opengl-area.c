/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "opengl-area.h"

#include "gl-choice.h"
#include "gl-program.h"

/* GtkGLArea's own handler refuses OpenGL ES in GTK 4.8. It runs after this one and explains a
 * failure. */
static GdkGLContext *
create_context (GtkGLArea *area, gpointer data G_GNUC_UNUSED)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (area)));
  g_autoptr (GdkGLContext) context = gdk_surface_create_gl_context (surface, NULL);
  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return NULL;
  gdk_gl_context_make_current (context);
  return ond_gl_check_version (NULL) ? g_steal_pointer (&context) : NULL;
}

GtkWidget *
ond_opengl_area_new (void)
{
  GtkWidget *self = gtk_gl_area_new ();

  gtk_gl_area_set_required_version (GTK_GL_AREA (self), 3, 2);
  g_signal_connect (self, "create-context", G_CALLBACK (create_context), NULL);
  return self;
}

gboolean
ond_opengl_area_start (GtkWidget *self, const char **why)
{
  if (ond_gl_is_software (gtk_widget_get_display (self), why))
    return FALSE;
  gtk_widget_set_visible (self, TRUE);
  gtk_widget_realize (self);
  return TRUE;
}
