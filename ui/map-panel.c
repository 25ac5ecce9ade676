/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plane shown is the one nearest to the sliders' xi and scale; choosing another looks at it
 * without moving them. */
#include "map-panel.h"

#include <math.h>

#define STRIP_PROFILES 200 /* width of the profiles beside a strip, pixels */

struct _OndMapPanel
{
  GtkBox parent;
  OndSession *session;
  OndSweepJob *job;
  GtkWidget *statistic, *xi, *scale; /* drop-downs */
  GtkWidget *tools, *stack;
  GtkWidget *plots; /* map and profiles */
  GtkWidget *view;
  OndProfiles *profiles;
  GtkWidget *note; /* the value under the pointer; else how the maps differ from the window; else
                      the plane */
  float *plane;    /* as shown, float[nphi][ntheta] */
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (OndMapPanel, ond_map_panel, GTK_TYPE_BOX)

/* The statistics worth a map, in the order of the drop-down. */
static const OndStatistic statistics[] = { OND_STATISTIC_ENERGY, OND_STATISTIC_STD,
                                           OND_STATISTIC_MAX };

static const OndGrid *
get_grid (OndMapPanel *self, OndParameter parameter)
{
  return ond_sweep_plan_get_grid (ond_sweep_job_get_plan (self->job), parameter);
}

static char *
dup_unit (OndMapPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  OndStatistic statistic = ond_map_panel_get_statistic (self);
  char *unit =
      ond_statistic_unit (statistic, volume != NULL ? ond_volume_get_info (volume)->unit : NULL);

  if (statistic == OND_STATISTIC_ENERGY && g_str_has_suffix (unit, "2"))
    {
      /* "K2", as files have it, is K² for people. */
      g_autofree char *plain = unit;

      plain[strlen (plain) - 1] = '\0';
      unit = g_strconcat (plain, "²", NULL);
    }
  return unit;
}

/* In words, what of the window's method the maps were not made with; NULL when all is the same. */
static char *
describe_difference (OndMapPanel *self)
{
  OndSweepPlan *plan = ond_sweep_job_get_plan (self->job);
  const OndMethod *made = ond_sweep_plan_get_method (plan);
  OndMethod method = ond_session_get_method (self->session);
  OndNorm norm = ond_sweep_plan_get_norm (plan);

  if (ond_method_equal (made, &method) && norm == ond_session_get_wavelet (self->session).norm)
    return NULL;
  return g_strdup_printf ("Made with %s, %s, %s, %s: sweep again for the present method",
                          ond_norms[norm].title, ond_boundaries[made->boundary].title,
                          ond_samplings[made->sampling].title, ond_fills[made->fill].title);
}

/* "Plane of ξ 5, a 3", and where the sliders are when it is not there. */
static char *
describe_plane (OndMapPanel *self)
{
  double xi, scale, slider_xi, slider_scale;
  gsize i, k;

  ond_map_panel_get_indices (self, &i, &k);
  xi = get_grid (self, OND_PARAMETER_XI)->values[i];
  scale = get_grid (self, OND_PARAMETER_SCALE)->values[k];
  g_object_get (self->session, "xi", &slider_xi, "scale", &slider_scale, NULL);
  if (xi == slider_xi && scale == slider_scale)
    return g_strdup_printf ("Plane of ξ %.4g, a %.4g", xi, scale);
  return g_strdup_printf ("Plane of ξ %.4g, a %.4g · sliders at ξ %.4g, a %.4g", xi, scale,
                          slider_xi, slider_scale);
}

static void
show_note (OndMapPanel *self)
{
  g_autofree char *difference = self->job != NULL ? describe_difference (self) : NULL;
  g_autofree char *plane = self->job != NULL ? describe_plane (self) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->note), difference != NULL ? difference : plane);
  if (difference != NULL)
    gtk_widget_add_css_class (self->note, "warning");
  else
    gtk_widget_remove_css_class (self->note, "warning");
}

static void
show_profiles (OndMapPanel *self)
{
  gsize xi, scale;

  ond_map_panel_get_indices (self, &xi, &scale);
  ond_profiles_show (self->profiles, self->session, self->job, ond_map_panel_get_statistic (self),
                     xi, scale);
}

/* Also while the sweep runs: what is not computed yet is left open. */
static void
show_plane (OndMapPanel *self)
{
  g_autofree char *label = NULL;
  gsize xi, scale;

  if (self->job == NULL || self->syncing)
    return;
  ond_map_panel_get_indices (self, &xi, &scale);
  label = ond_map_panel_dup_label (self);
  ond_sweep_job_get_plane (self->job, ond_map_panel_get_statistic (self), xi, scale, self->plane);
  ond_map_view_set_plane (OND_MAP_VIEW (self->view), get_grid (self, OND_PARAMETER_THETA),
                          get_grid (self, OND_PARAMETER_PHI), self->plane, label);
  show_profiles (self);
}

static void
choose_plane (OndMapPanel *self)
{
  show_plane (self);
  if (!self->syncing)
    show_note (self);
}

static gboolean
is_flat (OndMapPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);

  return volume != NULL && ond_geometry_rank (ond_volume_get_geometry (volume)) == 2;
}

static void
mark_direction (OndMapPanel *self)
{
  double theta, phi;

  g_object_get (self->session, "theta", &theta, "phi", &phi, NULL);
  /* Of an image phi has no meaning. */
  if (self->job != NULL && is_flat (self))
    phi = get_grid (self, OND_PARAMETER_PHI)->values[0];
  ond_map_view_set_mark (OND_MAP_VIEW (self->view), theta, phi);
  if (self->job != NULL && !self->syncing)
    show_profiles (self);
}

static void
follow (OndMapPanel *self, GtkWidget *drop_down, OndParameter parameter)
{
  double value;

  if (self->job == NULL)
    return;
  g_object_get (self->session, ond_parameters[parameter].name, &value, NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down),
                              (guint) ond_grid_nearest (get_grid (self, parameter), value));
  if (!self->syncing)
    {
      show_profiles (self); /* also when the plane is the same, the slider's place has changed */
      show_note (self);
    }
}

/* Each drop-down follows its own slider alone: a turn of the wavelet must not change the plane that
 * somebody looks at. */
static void
follow_xi (OndMapPanel *self)
{
  follow (self, self->xi, OND_PARAMETER_XI);
}

static void
follow_scale (OndMapPanel *self)
{
  follow (self, self->scale, OND_PARAMETER_SCALE);
}

static void
list_values (GtkWidget *drop_down, const OndGrid *grid)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (gsize i = 0; i < grid->n; i++)
    gtk_string_list_take (
        list, g_strdup_printf ("%s %.4g", ond_parameters[grid->parameter].symbol, grid->values[i]));
  gtk_drop_down_set_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (list));
  gtk_widget_set_sensitive (drop_down, grid->n > 1);
}

static void
cell_activated (OndMapPanel *self, guint theta, guint phi)
{
  OndWavelet wavelet = ond_session_get_wavelet (self->session);
  gsize xi, scale;

  ond_map_panel_get_indices (self, &xi, &scale);
  ond_wavelet_set (&wavelet, OND_PARAMETER_THETA,
                   get_grid (self, OND_PARAMETER_THETA)->values[theta]);
  ond_wavelet_set (&wavelet, OND_PARAMETER_PHI, get_grid (self, OND_PARAMETER_PHI)->values[phi]);
  ond_wavelet_set (&wavelet, OND_PARAMETER_XI, get_grid (self, OND_PARAMETER_XI)->values[xi]);
  ond_wavelet_set (&wavelet, OND_PARAMETER_SCALE,
                   get_grid (self, OND_PARAMETER_SCALE)->values[scale]);
  ond_session_set_wavelet (self->session, &wavelet);
}

/* A value with its place in words. */
static void
show_value (OndMapPanel *self, const gsize at[OND_N_PARAMETERS], double value)
{
  g_autofree char *unit = dup_unit (self), *text = NULL;
  g_autofree char *number =
      isfinite (value) ? g_strdup_printf ("%.5g %s", value, unit) : g_strdup ("not computed");

  text = g_strdup_printf ("θ %.4g°  φ %.4g°  ξ %.4g  a %.4g  %s",
                          get_grid (self, OND_PARAMETER_THETA)->values[at[OND_PARAMETER_THETA]],
                          get_grid (self, OND_PARAMETER_PHI)->values[at[OND_PARAMETER_PHI]],
                          get_grid (self, OND_PARAMETER_XI)->values[at[OND_PARAMETER_XI]],
                          get_grid (self, OND_PARAMETER_SCALE)->values[at[OND_PARAMETER_SCALE]],
                          number);
  gtk_label_set_text (GTK_LABEL (self->note), text);
  gtk_widget_remove_css_class (self->note, "warning");
}

static void
cell_hovered (OndMapPanel *self, int theta, int phi)
{
  gsize at[OND_N_PARAMETERS];

  if (theta < 0 || self->job == NULL)
    {
      show_note (self);
      return;
    }
  at[OND_PARAMETER_THETA] = (gsize) theta;
  at[OND_PARAMETER_PHI] = (gsize) phi;
  ond_map_panel_get_indices (self, &at[OND_PARAMETER_XI], &at[OND_PARAMETER_SCALE]);
  show_value (self, at,
              (double) self->plane[at[OND_PARAMETER_PHI] * get_grid (self, OND_PARAMETER_THETA)->n
                                   + at[OND_PARAMETER_THETA]]);
}

static void
profile_hovered (OndMapPanel *self, int parameter, int index, double value)
{
  gsize at[OND_N_PARAMETERS];

  if (index < 0 || self->job == NULL)
    {
      show_note (self);
      return;
    }
  ond_profiles_get_cell (self->profiles, &at[OND_PARAMETER_THETA], &at[OND_PARAMETER_PHI]);
  ond_map_panel_get_indices (self, &at[OND_PARAMETER_XI], &at[OND_PARAMETER_SCALE]);
  at[parameter] = (gsize) index;
  show_value (self, at, value);
}

/* The slider goes to the value, and the map to its plane even when the slider was there. */
static void
profile_activated (OndMapPanel *self, int parameter, guint index)
{
  GtkWidget *drop_down = parameter == OND_PARAMETER_XI ? self->xi : self->scale;

  g_object_set (self->session, ond_parameters[parameter].name,
                get_grid (self, (OndParameter) parameter)->values[index], NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), index);
}

/* Under the map; of an image, whose map is a strip, beside it. */
static void
arrange_plots (OndMapPanel *self)
{
  gboolean flat = is_flat (self);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->plots),
                                  flat ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->profiles),
                                  flat ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_size_request (GTK_WIDGET (self->profiles), flat ? STRIP_PROFILES : -1, -1);
}

void
ond_map_panel_set_session (OndMapPanel *self, OndSession *session)
{
  static const char *const inputs[] = { "notify::norm", "notify::boundary", "notify::sampling",
                                        "notify::fill" };

  g_return_if_fail (OND_IS_MAP_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      void (*const followers[OND_N_PARAMETERS]) (OndMapPanel *) = { mark_direction, mark_direction,
                                                                    follow_xi, follow_scale };
      g_autofree char *signal = g_strconcat ("notify::", ond_parameters[p].name, NULL);

      g_signal_connect_object (session, signal, G_CALLBACK (followers[p]), self, G_CONNECT_SWAPPED);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_signal_connect_object (session, inputs[i], G_CALLBACK (show_note), self, G_CONNECT_SWAPPED);
  ond_map_panel_set_job (self, NULL);
}

void
ond_map_panel_set_job (OndMapPanel *self, OndSweepJob *job)
{
  g_return_if_fail (OND_IS_MAP_PANEL (self));

  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_pointer (&self->plane, g_free);
  gtk_widget_set_visible (self->tools, job != NULL);
  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               job != NULL ? self->plots
                                           : gtk_widget_get_first_child (self->stack));
  if (job != NULL)
    {
      self->job = g_object_ref (job);
      self->plane = g_new (
          float, get_grid (self, OND_PARAMETER_THETA)->n *get_grid (self, OND_PARAMETER_PHI)->n);
      self->syncing = TRUE;
      list_values (self->xi, get_grid (self, OND_PARAMETER_XI));
      list_values (self->scale, get_grid (self, OND_PARAMETER_SCALE));
      follow_xi (self);
      follow_scale (self);
      mark_direction (self);
      arrange_plots (self);
      self->syncing = FALSE;
      g_signal_connect_swapped (job, "changed", G_CALLBACK (show_plane), self);
      show_plane (self);
    }
  else
    show_profiles (self);
  show_note (self);
}

OndMapView *
ond_map_panel_get_view (OndMapPanel *self)
{
  return OND_MAP_VIEW (self->view);
}

OndProfiles *
ond_map_panel_get_profiles (OndMapPanel *self)
{
  return self->profiles;
}

const char *
ond_map_panel_get_note (OndMapPanel *self)
{
  return gtk_label_get_text (GTK_LABEL (self->note));
}

OndStatistic
ond_map_panel_get_statistic (OndMapPanel *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->statistic));

  return statistics[i < G_N_ELEMENTS (statistics) ? i : 0];
}

void
ond_map_panel_set_statistic (OndMapPanel *self, OndStatistic statistic)
{
  g_return_if_fail (OND_IS_MAP_PANEL (self));
  for (guint i = 0; i < G_N_ELEMENTS (statistics); i++)
    if (statistics[i] == statistic)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->statistic), i);
}

void
ond_map_panel_get_indices (OndMapPanel *self, gsize *xi, gsize *scale)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->xi));
  guint k = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->scale));

  *xi = i != GTK_INVALID_LIST_POSITION ? i : 0;
  *scale = k != GTK_INVALID_LIST_POSITION ? k : 0;
}

char *
ond_map_panel_dup_label (OndMapPanel *self)
{
  const char *title = ond_statistics[ond_map_panel_get_statistic (self)].title;
  g_autofree char *unit = dup_unit (self);

  return *unit != '\0' ? g_strdup_printf ("%s (%s)", title, unit) : g_strdup (title);
}

static void
ond_map_panel_dispose (GObject *object)
{
  OndMapPanel *self = OND_MAP_PANEL (object);

  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  g_clear_pointer (&self->plane, g_free);
  G_OBJECT_CLASS (ond_map_panel_parent_class)->dispose (object);
}

static void
ond_map_panel_class_init (OndMapPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_map_panel_dispose;
}

static GtkWidget *
add_drop_down (OndMapPanel *self, const char *name)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);

  gtk_widget_add_css_class (drop_down, "flat");
  gtk_widget_set_tooltip_text (drop_down, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_box_append (GTK_BOX (self->tools), drop_down);
  return drop_down;
}

static GtkWidget *
make_placeholder (void)
{
  GtkWidget *label =
      gtk_label_new ("The map of a sweep appears here: one cell a direction, for every stretch and "
                     "scale.\nClick a cell to send the sliders there.");

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_width_chars (GTK_LABEL (label), 28);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_widget_add_css_class (label, "placeholder");
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static void
ond_map_panel_init (OndMapPanel *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->statistic = add_drop_down (self, "Statistic");
  self->xi = add_drop_down (self, "Plane of the stretch");
  self->scale = add_drop_down (self, "Plane of the scale");
  for (gsize i = 0; i < G_N_ELEMENTS (statistics); i++)
    gtk_string_list_append (titles, ond_statistics[statistics[i]].title);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->statistic), G_LIST_MODEL (titles));

  self->stack = gtk_stack_new ();
  self->view = ond_map_view_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_child (GTK_STACK (self->stack), make_placeholder ());
  self->plots = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->profiles = g_object_new (OND_TYPE_PROFILES, NULL);
  gtk_widget_set_hexpand (self->view, TRUE);
  gtk_widget_set_vexpand (self->view, TRUE);
  gtk_box_append (GTK_BOX (self->plots), self->view);
  gtk_box_append (GTK_BOX (self->plots), GTK_WIDGET (self->profiles));
  gtk_stack_add_child (GTK_STACK (self->stack), self->plots);

  self->note = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->note), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->note, "caption");
  gtk_widget_add_css_class (self->note, "numeric");

  gtk_box_append (GTK_BOX (self), self->tools);
  gtk_box_append (GTK_BOX (self), self->stack);
  gtk_box_append (GTK_BOX (self), self->note);
  g_signal_connect_swapped (self->statistic, "notify::selected", G_CALLBACK (choose_plane), self);
  g_signal_connect_swapped (self->xi, "notify::selected", G_CALLBACK (choose_plane), self);
  g_signal_connect_swapped (self->scale, "notify::selected", G_CALLBACK (choose_plane), self);
  g_signal_connect_swapped (self->view, "cell-activated", G_CALLBACK (cell_activated), self);
  g_signal_connect_swapped (self->view, "cell-hovered", G_CALLBACK (cell_hovered), self);
  g_signal_connect_swapped (self->profiles, "value-activated", G_CALLBACK (profile_activated),
                            self);
  g_signal_connect_swapped (self->profiles, "value-hovered", G_CALLBACK (profile_hovered), self);
}
