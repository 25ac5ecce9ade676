/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profiles.h"

#include "orientation.h"
#include "profile-view.h"

/* One a parameter that has a profile. */
static const struct
{
  OndParameter parameter;
  const char *title, *name, *tooltip;
} rows[] = {
  { OND_PARAMETER_XI, "along ξ", "Profile along the stretch",
    "The statistic along the stretch, in the direction of the sliders and at the plane's scale: "
    "click a value to set it. Dashed: the slider" },
  { OND_PARAMETER_SCALE, "along a", "Profile along the scale",
    "The statistic along the scale, in the direction of the sliders and at the plane's stretch: "
    "click a value to set it. Dashed: the slider" },
};

typedef struct
{
  OndProfiles *profiles;
  OndParameter parameter;
  GtkWidget *view;
  float *values; /* as shown, one a value of the grid */
} Profile;

struct _OndProfiles
{
  GtkBox parent;
  Profile profiles[G_N_ELEMENTS (rows)];
  gsize theta, phi; /* the cell */
};

enum
{
  VALUE_ACTIVATED,
  VALUE_HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OndProfiles, ond_profiles, GTK_TYPE_BOX)

static void
show_profile (Profile *profile, OndSession *session, const gsize at[OND_N_PARAMETERS])
{
  OndMapModel *model = ond_session_get_maps (session);
  const OndGrid *grid = ond_map_model_get_grid (model, profile->parameter);
  double slider;

  gtk_widget_set_visible (profile->view, grid->n > 1);
  if (grid->n < 2)
    return;
  g_free (profile->values);
  profile->values = g_new (float, grid->n);
  ond_map_model_get_profile (model, profile->parameter, at, profile->values);
  g_object_get (session, ond_parameters[profile->parameter].name, &slider, NULL);
  ond_profile_view_set_values (OND_PROFILE_VIEW (profile->view), grid, profile->values);
  ond_profile_view_set_mark (OND_PROFILE_VIEW (profile->view), at[profile->parameter], slider);
}

/* The cell nearest to the sliders. */
static void
find_cell (OndProfiles *self, OndSession *session)
{
  OndMapModel *model = ond_session_get_maps (session);
  const OndGrid *phis = ond_map_model_get_grid (model, OND_PARAMETER_PHI);
  double theta, phi;

  g_object_get (session, "theta", &theta, "phi", &phi, NULL);
  if (ond_map_model_is_flat (model)) /* phi has no meaning */
    phi = phis->values[0];
  ond_direction_nearest (ond_map_model_get_grid (model, OND_PARAMETER_THETA), phis, theta, phi,
                         &self->theta, &self->phi);
}

void
ond_profiles_show (OndProfiles *self, OndSession *session)
{
  OndMapModel *model = ond_session_get_maps (session);
  gboolean swept = ond_map_model_get_job (model) != NULL, any = FALSE;
  gsize at[OND_N_PARAMETERS];

  g_return_if_fail (OND_IS_PROFILES (self));

  if (swept)
    {
      find_cell (self, session);
      at[OND_PARAMETER_THETA] = self->theta;
      at[OND_PARAMETER_PHI] = self->phi;
      ond_map_model_get_plane (model, 0, &at[OND_PARAMETER_XI], &at[OND_PARAMETER_SCALE]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Profile *profile = &self->profiles[i];

      if (swept)
        show_profile (profile, session, at);
      else
        ond_profile_view_set_values (OND_PROFILE_VIEW (profile->view), NULL, NULL);
      any = any || (swept && gtk_widget_get_visible (profile->view));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), any);
}

void
ond_profiles_get_cell (OndProfiles *self, gsize *theta, gsize *phi)
{
  g_return_if_fail (OND_IS_PROFILES (self));
  *theta = self->theta;
  *phi = self->phi;
}

GtkWidget *
ond_profiles_get_view (OndProfiles *self, OndParameter parameter)
{
  g_return_val_if_fail (OND_IS_PROFILES (self), NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].parameter == parameter)
      return self->profiles[i].view;
  return NULL;
}

static void
value_activated (Profile *profile, guint index)
{
  g_signal_emit (profile->profiles, signals[VALUE_ACTIVATED], 0, (int) profile->parameter, index);
}

static void
value_hovered (Profile *profile, int index)
{
  g_signal_emit (profile->profiles, signals[VALUE_HOVERED], 0, (int) profile->parameter, index,
                 index >= 0 ? (double) profile->values[index] : 0.0);
}

static void
ond_profiles_finalize (GObject *object)
{
  OndProfiles *self = OND_PROFILES (object);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_free (self->profiles[i].values);
  G_OBJECT_CLASS (ond_profiles_parent_class)->finalize (object);
}

static void
ond_profiles_class_init (OndProfilesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ond_profiles_finalize;
  signals[VALUE_ACTIVATED] =
      g_signal_new ("value-activated", OND_TYPE_PROFILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_UINT);
  signals[VALUE_HOVERED] =
      g_signal_new ("value-hovered", OND_TYPE_PROFILES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, G_TYPE_INT, G_TYPE_INT, G_TYPE_DOUBLE);
}

static void
ond_profiles_init (OndProfiles *self)
{
  gtk_box_set_homogeneous (GTK_BOX (self), TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Profile *profile = &self->profiles[i];

      profile->profiles = self;
      profile->parameter = rows[i].parameter;
      profile->view = ond_profile_view_new (rows[i].title, rows[i].name);
      gtk_widget_set_tooltip_text (profile->view, rows[i].tooltip);
      g_signal_connect_swapped (profile->view, "value-activated", G_CALLBACK (value_activated),
                                profile);
      g_signal_connect_swapped (profile->view, "value-hovered", G_CALLBACK (value_hovered),
                                profile);
      gtk_box_append (GTK_BOX (self), profile->view);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
