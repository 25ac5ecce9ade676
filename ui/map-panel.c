/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown is the map model's; here are the widgets round it, and the line that says what is
 * under the pointer. */
#include "map-panel.h"

#include "map-chooser.h"
#include "map-options.h"
#include "map-origin.h"

#include <math.h>

/* One of the maps with its chooser. */
typedef struct
{
  OndMapPanel *panel;
  guint map;
  GtkWidget *box, *view;
} Slot;

struct _OndMapPanel
{
  GtkBox parent;
  OndSession *session;
  OndMapModel *model;
  GtkWidget *tools, *layouts[2]; /* theta x phi, sphere */
  GtkWidget *second, *options;
  GtkWidget *stack, *content, *maps;
  Slot slots[OND_MAPS_SHOWN];
  OndProfiles *profiles;
  GtkWidget *note; /* the value under the pointer, else the plane */
  gboolean syncing, hovering;
};

G_DEFINE_FINAL_TYPE (OndMapPanel, ond_map_panel, GTK_TYPE_BOX)

static const OndGrid *
get_grid (OndMapPanel *self, OndParameter parameter)
{
  return ond_map_model_get_grid (self->model, parameter);
}

static gboolean
has_job (OndMapPanel *self)
{
  return self->model != NULL && ond_map_model_get_job (self->model) != NULL;
}

/* ---- The line ---- */

/* "Plane of ξ 5, a 3", and where the sliders are when it is not there. */
static char *
describe_plane (OndMapPanel *self)
{
  double xi, scale, slider_xi, slider_scale;
  gsize i, k;

  ond_map_model_get_plane (self->model, 0, &i, &k);
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
  g_autofree char *plane = has_job (self) ? describe_plane (self) : g_strdup ("");

  self->hovering = FALSE;
  gtk_label_set_text (GTK_LABEL (self->note), plane);
}

/* A value with its place in words. */
static void
show_value (OndMapPanel *self, guint map, const gsize at[OND_N_PARAMETERS], double value)
{
  g_autofree char *unit = ond_map_model_dup_unit (self->model, map), *text = NULL;
  g_autofree char *number =
      isfinite (value) ? g_strdup_printf ("%.5g %s", value, unit) : g_strdup ("not computed");

  text = g_strdup_printf ("θ %.4g°  φ %.4g°  ξ %.4g  a %.4g  %s",
                          get_grid (self, OND_PARAMETER_THETA)->values[at[OND_PARAMETER_THETA]],
                          get_grid (self, OND_PARAMETER_PHI)->values[at[OND_PARAMETER_PHI]],
                          get_grid (self, OND_PARAMETER_XI)->values[at[OND_PARAMETER_XI]],
                          get_grid (self, OND_PARAMETER_SCALE)->values[at[OND_PARAMETER_SCALE]],
                          number);
  self->hovering = TRUE;
  gtk_label_set_text (GTK_LABEL (self->note), text);
}

/* ---- What is shown ---- */

static void
show_map (Slot *slot)
{
  OndMapPanel *self = slot->panel;
  OndMapView *view = OND_MAP_VIEW (slot->view);
  OndColorScale colors = ond_map_model_get_colors (self->model, slot->map);
  g_autofree char *label = ond_map_model_dup_label (self->model, slot->map),
                  *unit = ond_map_model_dup_unit (self->model, slot->map);

  ond_map_view_set_unit (view, unit);
  ond_map_view_set_sphere (view, ond_map_model_get_options (self->model)->sphere
                                     && !ond_map_model_is_flat (self->model));
  ond_map_view_set_plane (view, get_grid (self, OND_PARAMETER_THETA),
                          get_grid (self, OND_PARAMETER_PHI),
                          ond_map_model_get_values (self->model, slot->map), label);
  ond_map_view_set_colors (view, &colors);
}

static void
sync_tools (OndMapPanel *self)
{
  const OndMapOptions *options = ond_map_model_get_options (self->model);
  gboolean flat = ond_map_model_is_flat (self->model);

  self->syncing = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->layouts[options->sphere && !flat]), TRUE);
  gtk_widget_set_sensitive (self->layouts[1], !flat);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->second), options->second);
  gtk_widget_set_visible (self->slots[1].box, options->second);
  gtk_widget_set_visible (self->tools, has_job (self));
  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               has_job (self) ? self->content
                                              : gtk_widget_get_first_child (self->stack));
  self->syncing = FALSE;
}

static void
model_changed (OndMapPanel *self)
{
  sync_tools (self);
  for (guint map = 0; has_job (self) && map < ond_map_model_get_n (self->model); map++)
    show_map (&self->slots[map]);
  ond_profiles_show (self->profiles, self->session);
  if (!self->hovering)
    show_note (self);
}

static void
mark_direction (OndMapPanel *self)
{
  double theta, phi;

  g_object_get (self->session, "theta", &theta, "phi", &phi, NULL);
  /* Of an image phi has no meaning. */
  if (has_job (self) && ond_map_model_is_flat (self->model))
    phi = get_grid (self, OND_PARAMETER_PHI)->values[0];
  for (guint map = 0; map < OND_MAPS_SHOWN; map++)
    ond_map_view_set_mark (OND_MAP_VIEW (self->slots[map].view), theta, phi);
  ond_profiles_show (self->profiles, self->session);
}

/* Also where the plane stays, the slider has another place. */
static void
slider_moved (OndMapPanel *self)
{
  ond_profiles_show (self->profiles, self->session);
  show_note (self);
}

static void
job_changed (OndMapPanel *self)
{
  show_note (self);
  mark_direction (self);
}

/* ---- What pointer and keys do ---- */

static void
get_cell (Slot *slot, gsize theta, gsize phi, gsize at[OND_N_PARAMETERS])
{
  at[OND_PARAMETER_THETA] = theta;
  at[OND_PARAMETER_PHI] = phi;
  ond_map_model_get_plane (slot->panel->model, slot->map, &at[OND_PARAMETER_XI],
                           &at[OND_PARAMETER_SCALE]);
}

static void
cell_activated (Slot *slot, guint theta, guint phi)
{
  gsize at[OND_N_PARAMETERS];

  get_cell (slot, theta, phi, at);
  ond_map_model_go (slot->panel->model, slot->map, at, FALSE);
}

static void
cell_entered (Slot *slot, guint theta, guint phi)
{
  gsize at[OND_N_PARAMETERS];

  get_cell (slot, theta, phi, at);
  ond_map_model_go (slot->panel->model, slot->map, at, TRUE);
}

static void
cell_hovered (Slot *slot, int theta, int phi)
{
  OndMapPanel *self = slot->panel;
  const float *values;
  gsize at[OND_N_PARAMETERS];

  if (theta < 0 || !has_job (self))
    {
      show_note (self);
      return;
    }
  get_cell (slot, (gsize) theta, (gsize) phi, at);
  values = ond_map_model_get_values (self->model, slot->map);
  show_value (
      self, slot->map, at,
      (double) values[(gsize) phi * get_grid (self, OND_PARAMETER_THETA)->n + (gsize) theta]);
}

static void
profile_hovered (OndMapPanel *self, int parameter, int index, double value)
{
  gsize at[OND_N_PARAMETERS];

  if (index < 0 || !has_job (self))
    {
      show_note (self);
      return;
    }
  ond_profiles_get_cell (self->profiles, &at[OND_PARAMETER_THETA], &at[OND_PARAMETER_PHI]);
  ond_map_model_get_plane (self->model, 0, &at[OND_PARAMETER_XI], &at[OND_PARAMETER_SCALE]);
  at[parameter] = (gsize) index;
  show_value (self, 0, at, value);
}

/* The slider goes to the value, and the map to its plane even when the slider was there. */
static void
profile_activated (OndMapPanel *self, int parameter, guint index)
{
  gsize at[OND_N_PARAMETERS];

  g_object_set (self->session, ond_parameters[parameter].name,
                get_grid (self, (OndParameter) parameter)->values[index], NULL);
  ond_map_model_get_plane (self->model, 0, &at[OND_PARAMETER_XI], &at[OND_PARAMETER_SCALE]);
  at[parameter] = index;
  ond_map_model_set_plane (self->model, 0, at[OND_PARAMETER_XI], at[OND_PARAMETER_SCALE]);
}

static void
tool_toggled (OndMapPanel *self)
{
  OndMapOptions options;

  if (self->syncing || self->model == NULL)
    return;
  options = *ond_map_model_get_options (self->model);
  options.sphere = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->layouts[1]));
  options.second = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->second));
  ond_map_model_set_options (self->model, &options);
}

static void
title_pressed (OndMapPanel *self, int n)
{
  if (n == 2)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.map-room", NULL);
}

/* ---- Public ---- */

static void
fill_slot (OndMapPanel *self, guint map)
{
  Slot *slot = &self->slots[map];

  slot->panel = self;
  slot->map = map;
  gtk_box_prepend (GTK_BOX (slot->box), ond_map_chooser_new (self->model, map));
  g_signal_connect_swapped (slot->view, "cell-activated", G_CALLBACK (cell_activated), slot);
  g_signal_connect_swapped (slot->view, "cell-entered", G_CALLBACK (cell_entered), slot);
  g_signal_connect_swapped (slot->view, "cell-hovered", G_CALLBACK (cell_hovered), slot);
}

void
ond_map_panel_set_session (OndMapPanel *self, OndSession *session)
{
  static const struct
  {
    const char *signal;
    void (*follow) (OndMapPanel *);
  } inputs[] = { { "notify::theta", mark_direction },
                 { "notify::phi", mark_direction },
                 { "notify::xi", slider_moved },
                 { "notify::scale", slider_moved } };
  GtkWidget *popover = gtk_popover_new ();

  g_return_if_fail (OND_IS_MAP_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->model = g_object_ref (ond_session_get_maps (session));
  for (guint map = 0; map < OND_MAPS_SHOWN; map++)
    fill_slot (self, map);
  gtk_box_append (GTK_BOX (self), ond_map_origin_new (session));
  gtk_popover_set_child (GTK_POPOVER (popover), ond_map_options_box_new (self->model));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->options), popover);
  g_signal_connect_object (self->model, "job-changed", G_CALLBACK (job_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (model_changed), self,
                           G_CONNECT_SWAPPED);
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_signal_connect_object (session, inputs[i].signal, G_CALLBACK (inputs[i].follow), self,
                             G_CONNECT_SWAPPED);
  mark_direction (self);
  model_changed (self);
}

void
ond_map_panel_set_wide (OndMapPanel *self, gboolean wide)
{
  g_return_if_fail (OND_IS_MAP_PANEL (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->maps),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  for (guint map = 0; map < OND_MAPS_SHOWN; map++)
    gtk_widget_set_vexpand (self->slots[map].view, wide);
}

OndMapView *
ond_map_panel_get_view (OndMapPanel *self, guint map)
{
  return OND_MAP_VIEW (self->slots[map].view);
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

/* ---- Construction ---- */

static void
ond_map_panel_dispose (GObject *object)
{
  OndMapPanel *self = OND_MAP_PANEL (object);

  g_clear_object (&self->model);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_map_panel_parent_class)->dispose (object);
}

static void
ond_map_panel_class_init (OndMapPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_map_panel_dispose;
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
add_tool (OndMapPanel *self, GtkWidget *tool, const char *name, const char *help)
{
  gtk_widget_add_css_class (tool, "flat");
  gtk_widget_set_tooltip_text (tool, help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (tool), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_box_append (GTK_BOX (self->tools), tool);
}

/* θ × φ | Sphere */
static GtkWidget *
make_layouts (OndMapPanel *self)
{
  static const char *const titles[] = { "θ × φ", "Sphere" };
  static const char *const help[] = { "One column a theta, one row a phi",
                                      "Half of the sphere of directions, seen along z, in equal "
                                      "areas" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  for (int i = 0; i < 2; i++)
    {
      self->layouts[i] = gtk_toggle_button_new_with_label (titles[i]);
      gtk_widget_add_css_class (self->layouts[i], "map-layout");
      gtk_widget_set_tooltip_text (self->layouts[i], help[i]);
      gtk_box_append (GTK_BOX (box), self->layouts[i]);
    }
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->layouts[1]),
                               GTK_TOGGLE_BUTTON (self->layouts[0]));
  g_signal_connect_swapped (self->layouts[1], "toggled", G_CALLBACK (tool_toggled), self);
  return box;
}

static void
make_tools (OndMapPanel *self)
{
  GtkWidget *title = gtk_label_new ("Map"), *room = gtk_toggle_button_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_set_tooltip_text (title, "Double click: all the room, and back");
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (title_pressed), self);
  gtk_widget_add_controller (title, GTK_EVENT_CONTROLLER (click));
  gtk_box_append (GTK_BOX (self->tools), title);
  gtk_box_append (GTK_BOX (self->tools), make_layouts (self));
  self->second = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->second), "view-dual-symbolic");
  add_tool (self, self->second, "Second map",
            "A second map to compare with, of another statistic or plane");
  g_signal_connect_swapped (self->second, "toggled", G_CALLBACK (tool_toggled), self);
  self->options = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->options), "view-more-symbolic");
  add_tool (self, self->options, "How maps are shown", "Norm, colours and limits of the maps");
  gtk_button_set_icon_name (GTK_BUTTON (room), "view-fullscreen-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (room), "win.map-room");
  add_tool (self, room, "All the room for the map",
            "All the room for the map, and back (Shift+F11)");
}

static void
make_slot (OndMapPanel *self, guint map)
{
  Slot *slot = &self->slots[map];

  slot->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  slot->view = ond_map_view_new ();
  gtk_widget_set_hexpand (slot->view, TRUE);
  gtk_box_append (GTK_BOX (slot->box), slot->view);
  gtk_box_append (GTK_BOX (self->maps), slot->box);
  if (map == 1)
    gtk_accessible_update_property (GTK_ACCESSIBLE (slot->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    "Second map of directions", -1);
}

static void
ond_map_panel_init (OndMapPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  make_tools (self);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), make_placeholder ());
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->maps = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_set_homogeneous (GTK_BOX (self->maps), TRUE);
  for (guint map = 0; map < OND_MAPS_SHOWN; map++)
    make_slot (self, map);
  self->profiles = g_object_new (OND_TYPE_PROFILES, NULL);
  g_signal_connect_swapped (self->profiles, "value-activated", G_CALLBACK (profile_activated),
                            self);
  g_signal_connect_swapped (self->profiles, "value-hovered", G_CALLBACK (profile_hovered), self);
  gtk_box_append (GTK_BOX (self->content), self->maps);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->profiles));
  gtk_stack_add_child (GTK_STACK (self->stack), self->content);

  self->note = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->note), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->note, "caption");
  gtk_widget_add_css_class (self->note, "numeric");

  gtk_box_append (GTK_BOX (self), self->tools);
  gtk_box_append (GTK_BOX (self), self->stack);
  gtk_box_append (GTK_BOX (self), self->note);
}
