/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readout.h"

#include "view-status.h"

#include "../core/world.h"

#include <math.h>

typedef enum
{
  FIELD_PLACE, /* "Pointer" or "Cross-hair" */
  FIELD_VOXEL,
  FIELD_IMAGE,
  FIELD_RESPONSE,
  FIELD_WORLD,
  N_FIELDS
} Field;

struct _OndReadout
{
  GtkBox parent;
  OndSession *session;
  OndWorld *world;
  GtkWidget *fields[N_FIELDS];
  gboolean at_pointer;
  int normal;
  double pointer[OND_N_AXES];
};

G_DEFINE_FINAL_TYPE (OndReadout, ond_readout, GTK_TYPE_BOX)

/* The response is known in the slices only; a voxel under the pointer lies in one of them, unless
 * they are still those of another plane. */
static double
response_at (OndReadout *self, int normal, const gint32 at[OND_N_AXES])
{
  int width, height, h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const float *slice =
      ond_session_get_slice (self->session, OND_SHOW_RESPONSE, normal, &width, &height);
  gint32 through[OND_N_AXES];

  ond_session_get_slices_at (self->session, OND_SHOW_RESPONSE, through);
  return slice != NULL && through[normal] == at[normal]
             ? (double) slice[(gsize) at[v] * (gsize) width + (gsize) at[h]]
             : NAN;
}

static char *
format_sample (const char *title, double value, const char *unit)
{
  if (!isfinite (value))
    return g_strdup_printf ("%s —", title);
  return g_strdup_printf ("%s %.5g%s%s", title, value, unit != NULL && *unit != '\0' ? " " : "",
                          unit != NULL ? unit : "");
}

static void
set_field (OndReadout *self, Field field, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->fields[field]), text);
}

static void
update (OndReadout *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  double place[OND_N_AXES];
  gint32 at[OND_N_AXES];
  const OndGeometry *geometry;
  const char *unit;
  gsize index;
  g_autofree char *voxel = NULL, *image = NULL, *response = NULL, *world = NULL;

  if (volume == NULL)
    {
      for (int i = 0; i < N_FIELDS; i++)
        set_field (self, i, "");
      return;
    }
  geometry = ond_volume_get_geometry (volume);
  unit = ond_volume_get_info (volume)->unit;
  ond_session_get_cross_hair (self->session, at);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      if (self->at_pointer)
        at[i] = (gint32) CLAMP (lround (self->pointer[i]), 0, geometry->n[i] - 1);
      place[i] = self->at_pointer ? self->pointer[i] : at[i];
    }
  voxel = g_strdup_printf ("x %d  y %d  z %d", at[OND_X] + 1, at[OND_Y] + 1, at[OND_Z] + 1);
  index = ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z]);
  image = format_sample ("image", (double) ond_volume_get_samples (volume)[index], unit);
  response = format_sample ("response",
                            response_at (self, self->at_pointer ? self->normal : OND_Z, at), unit);
  world = self->world != NULL ? ond_world_format (self->world, place) : NULL;
  set_field (self, FIELD_PLACE, self->at_pointer ? "Pointer" : "Cross-hair");
  set_field (self, FIELD_VOXEL, voxel);
  set_field (self, FIELD_IMAGE, image);
  set_field (self, FIELD_RESPONSE, response);
  set_field (self, FIELD_WORLD, world != NULL ? world : "");
}

static void
volume_changed (OndReadout *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);

  g_clear_pointer (&self->world, ond_world_free);
  self->world = volume != NULL ? ond_world_new (volume) : NULL;
  self->at_pointer = FALSE;
  update (self);
}

void
ond_readout_set_session (OndReadout *self, OndSession *session)
{
  g_return_if_fail (OND_IS_READOUT (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "pixels-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), ond_view_status_new (session));
  volume_changed (self);
}

void
ond_readout_set_pointer (OndReadout *self, int normal, const double at[OND_N_AXES])
{
  g_return_if_fail (OND_IS_READOUT (self));
  self->at_pointer = at != NULL;
  self->normal = normal;
  if (at != NULL)
    memcpy (self->pointer, at, sizeof self->pointer);
  update (self);
}

char *
ond_readout_get_text (OndReadout *self)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < N_FIELDS; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "  " : "",
                            gtk_label_get_text (GTK_LABEL (self->fields[i])));
  return g_string_free (text, FALSE);
}

static void
ond_readout_dispose (GObject *object)
{
  OndReadout *self = OND_READOUT (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->world, ond_world_free);
  G_OBJECT_CLASS (ond_readout_parent_class)->dispose (object);
}

static void
ond_readout_class_init (OndReadoutClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_readout_dispose;
}

static void
ond_readout_init (OndReadout *self)
{
  /* Fixed widths: the line must not dance under the pointer. */
  static const int widths[N_FIELDS] = { 10, 20, 22, 25, -1 };

  gtk_box_set_spacing (GTK_BOX (self), 18);
  gtk_widget_add_css_class (GTK_WIDGET (self), "readout");
  for (int i = 0; i < N_FIELDS; i++)
    {
      self->fields[i] = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (self->fields[i]), 0);
      gtk_label_set_width_chars (GTK_LABEL (self->fields[i]), widths[i]);
      gtk_label_set_ellipsize (GTK_LABEL (self->fields[i]),
                               i == FIELD_WORLD ? PANGO_ELLIPSIZE_END : 0);
      gtk_widget_add_css_class (self->fields[i], "numeric");
      gtk_box_append (GTK_BOX (self), self->fields[i]);
    }
  gtk_widget_add_css_class (self->fields[FIELD_PLACE], "dim-label");
  gtk_widget_set_hexpand (self->fields[FIELD_WORLD], TRUE);
  gtk_widget_set_tooltip_text (self->fields[FIELD_VOXEL], "Voxel, counted from 1 as FITS does");
}
