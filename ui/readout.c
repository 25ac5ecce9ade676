/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readout.h"

#include "best-picture.h"
#include "readout-actions.h"
#include "view-status.h"

#include "../core/world.h"

#include <math.h>

typedef enum
{
  FIELD_PLACE, /* "Pointer", "Cross-hair" or "Frozen" */
  FIELD_VOXEL,
  FIELD_IMAGE,
  FIELD_RESPONSE,
  FIELD_WORLD,
  N_FIELDS
} Field;

/* Characters. */
#define RESPONSE_WIDTH 23
#define BEST_WIDTH 38

struct _OndReadout
{
  GtkBox parent;
  OndSession *session;
  OndWorld *world;
  GtkWidget *fields[N_FIELDS], *options;
  gboolean at_pointer, frozen;
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

/* The present wavelet's response, or what answers most where that is shown. */
static char *
describe_response (OndReadout *self, const gint32 at[OND_N_AXES], const char *unit)
{
  const gboolean best = ond_best_picture_is_shown (self->session);

  gtk_label_set_width_chars (GTK_LABEL (self->fields[FIELD_RESPONSE]),
                             best ? BEST_WIDTH : RESPONSE_WIDTH);
  if (best)
    return ond_best_layer_describe (ond_session_get_best (self->session), at);
  return format_sample ("response", response_at (self, self->at_pointer ? self->normal : OND_Z, at),
                        unit);
}

static void
set_field (OndReadout *self, Field field, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->fields[field]), text);
}

/* Lengths from the first voxel's middle where the header has no coordinates; NULL where it has no
 * lengths, either. */
static char *
format_lengths (OndVolume *volume, const double place[OND_N_AXES])
{
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  GString *text;

  if (!(info->edge_length > 0) || info->length_unit == NULL)
    return NULL;
  text = g_string_new (NULL);
  for (int i = 0; i < ond_geometry_rank (geometry); i++)
    g_string_append_printf (text, "%s%.5g", i > 0 ? "  " : "",
                            place[i] * geometry->edge[i] * info->edge_length);
  g_string_append_printf (text, " %s", info->length_unit);
  return g_string_free (text, FALSE);
}

static char *
format_world (OndReadout *self, const double place[OND_N_AXES])
{
  OndCoordinates *coordinates = ond_session_get_coordinates (self->session);

  if (self->world == NULL)
    return format_lengths (ond_session_get_volume (self->session), place);
  ond_world_set_style (self->world, ond_coordinates_get_style (coordinates));
  return ond_world_format (self->world, place);
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
  int first = ond_coordinates_get_first (ond_session_get_coordinates (self->session));
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
  voxel =
      g_strdup_printf ("x %d  y %d  z %d", at[OND_X] + first, at[OND_Y] + first, at[OND_Z] + first);
  index = ond_geometry_index (geometry, at[OND_X], at[OND_Y], at[OND_Z]);
  image = format_sample ("image", (double) ond_volume_get_samples (volume)[index], unit);
  response = describe_response (self, at, unit);
  world = format_world (self, place);
  set_field (self, FIELD_PLACE,
             self->frozen       ? "Frozen"
             : self->at_pointer ? "Pointer"
                                : "Cross-hair");
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
  self->at_pointer = self->frozen = FALSE;
  update (self);
}

/* The button says from where voxels count: a number without that would be half a place. */
static void
coordinates_changed (OndReadout *self)
{
  OndCoordinates *coordinates = ond_session_get_coordinates (self->session);
  int first = ond_coordinates_get_first (coordinates);
  g_autofree char *name =
      g_strdup_printf ("Voxels count from %d; sky coordinates: %s", first,
                       ond_world_styles[ond_coordinates_get_style (coordinates)].title);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->options), first == 0 ? "0-based" : "1-based");
  gtk_widget_set_tooltip_text (self->options, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->options), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
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
  g_signal_connect_object (ond_session_get_coordinates (session), "changed",
                           G_CALLBACK (coordinates_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::mode", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_best (session), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), ond_view_status_new (session));
  volume_changed (self);
  coordinates_changed (self);
}

void
ond_readout_set_pointer (OndReadout *self, int normal, const double at[OND_N_AXES])
{
  g_return_if_fail (OND_IS_READOUT (self));
  if (self->frozen)
    return;
  self->at_pointer = at != NULL;
  self->normal = normal;
  if (at != NULL)
    memcpy (self->pointer, at, sizeof self->pointer);
  update (self);
}

gboolean
ond_readout_get_frozen (OndReadout *self)
{
  g_return_val_if_fail (OND_IS_READOUT (self), FALSE);
  return self->frozen;
}

/* At the cross-hair's voxel, too, so that the cross-hair may then move. */
void
ond_readout_set_frozen (OndReadout *self, gboolean frozen)
{
  gint32 at[OND_N_AXES];

  g_return_if_fail (OND_IS_READOUT (self));
  if (frozen == self->frozen || ond_session_get_volume (self->session) == NULL)
    return;
  self->frozen = frozen;
  if (frozen && !self->at_pointer)
    {
      ond_session_get_cross_hair (self->session, at);
      for (int i = 0; i < OND_N_AXES; i++)
        self->pointer[i] = at[i];
      self->normal = OND_Z;
    }
  self->at_pointer = frozen;
  update (self);
}

char *
ond_readout_get_text (OndReadout *self)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < N_FIELDS; i++)
    {
      g_string_append_printf (text, "%s%s", i > 0 ? "  " : "",
                              gtk_label_get_text (GTK_LABEL (self->fields[i])));
      if (i == FIELD_VOXEL)
        g_string_append_printf (text, "  (%s)",
                                gtk_menu_button_get_label (GTK_MENU_BUTTON (self->options)));
    }
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

static GtkWidget *
make_options (void)
{
  g_autoptr (GMenuModel) menu = ond_readout_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_UP);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "zoom");
  return button;
}

static void
ond_readout_init (OndReadout *self)
{
  /* Fixed widths: the line must not dance under the pointer. */
  static const int widths[N_FIELDS] = { 10, 18, 20, RESPONSE_WIDTH, -1 };

  gtk_box_set_spacing (GTK_BOX (self), 14);
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
      if (i == FIELD_VOXEL)
        {
          self->options = make_options ();
          gtk_box_append (GTK_BOX (self), self->options);
        }
    }
  gtk_widget_add_css_class (self->fields[FIELD_PLACE], "dim-label");
  gtk_widget_set_hexpand (self->fields[FIELD_WORLD], TRUE);
}
