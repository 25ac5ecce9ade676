/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-panel.h"

#include "region-editor.h"

#define MAX_ROWS 4      /* of the list in sight */
#define REVEAL_AFTER 60 /* ms: a frame or two, in which sizes become known */
#define ROW_HEIGHT 26   /* as style.css has it */

struct _OndRegionPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *tools[OND_N_REGION_SHAPES], *list, *scroller, *expander, *hint, *trash;
  GtkWidget *table;
  GtkStringList *names;
  GtkSingleSelection *selection;
  gboolean syncing; /* the widgets are being set from the session */
  guint reveal;     /* scrolls to what has become visible, 0: not wanted */
};

G_DEFINE_FINAL_TYPE (OndRegionPanel, ond_region_panel, GTK_TYPE_BOX)

static OndRegions *
get_regions (OndRegionPanel *self)
{
  return ond_session_get_regions (self->session);
}

/* ---- From the session ---- */

static void
selection_changed (OndRegionPanel *self)
{
  int selected = ond_regions_get_selected (get_regions (self));

  self->syncing = TRUE;
  gtk_single_selection_set_selected (self->selection,
                                     selected >= 0 ? (guint) selected : GTK_INVALID_LIST_POSITION);
  self->syncing = FALSE;
  gtk_widget_set_visible (self->expander, selected >= 0);
  gtk_widget_set_sensitive (self->trash, selected >= 0);
  if (selected >= 0)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", (guint) selected);
}

/* A region that was just drawn is measured: its statistics come into sight, once they have their
 * place. */
static gboolean
reveal (gpointer data)
{
  OndRegionPanel *self = data;
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;
  double below, above;

  self->reveal = 0;
  if (scrolled == NULL || !gtk_widget_compute_bounds (GTK_WIDGET (self), scrolled, &bounds))
    return G_SOURCE_REMOVE;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  above = (double) bounds.origin.y;
  below = above + (double) bounds.size.height - gtk_adjustment_get_page_size (adjustment);
  if (below > 0)
    gtk_adjustment_set_value (adjustment,
                              gtk_adjustment_get_value (adjustment) + MIN (below, above));
  return G_SOURCE_REMOVE;
}

/* No more of the list than is new, so that a drag does not make it anew. */
static void
regions_changed (OndRegionPanel *self)
{
  OndRegions *regions = get_regions (self);
  guint n = ond_regions_get_n (regions);
  guint had = g_list_model_get_n_items (G_LIST_MODEL (self->names));

  self->syncing = TRUE;
  if (had > n)
    gtk_string_list_splice (self->names, n, had - n, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = ond_region_dup_name (ond_regions_get (regions, i));
      g_autofree char *text = g_strdup_printf ("%u  %s", i + 1, name);
      const char *const strings[] = { text, NULL };

      if (i >= had || strcmp (gtk_string_list_get_string (self->names, i), text) != 0)
        gtk_string_list_splice (self->names, i, i < had ? 1 : 0, strings);
    }
  self->syncing = FALSE;
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller),
                                              (int) MIN (n, MAX_ROWS) * ROW_HEIGHT);
  gtk_widget_set_visible (self->scroller, n > 0);
  gtk_widget_set_visible (self->hint, n == 0);
  selection_changed (self);
  if (n == had + 1 && self->reveal == 0)
    self->reveal = g_timeout_add (REVEAL_AFTER, reveal, self);
}

static void
tool_changed (OndRegionPanel *self)
{
  int tool = ond_regions_get_tool (get_regions (self));

  self->syncing = TRUE;
  for (int i = 0; i < OND_N_REGION_SHAPES; i++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->tools[i]), i == tool);
  self->syncing = FALSE;
}

/* ---- From a person ---- */

static void
tool_toggled (GtkToggleButton *button, OndRegionPanel *self)
{
  int shape =
      GTK_WIDGET (button) == self->tools[OND_REGION_BOX] ? OND_REGION_BOX : OND_REGION_ELLIPSE;

  if (self->syncing || self->session == NULL)
    return;
  ond_regions_set_tool (get_regions (self), gtk_toggle_button_get_active (button) ? shape : -1);
  tool_changed (self);
}

static void
row_selected (OndRegionPanel *self)
{
  guint i = gtk_single_selection_get_selected (self->selection);

  if (!self->syncing && self->session != NULL)
    ond_regions_set_selected (get_regions (self), i == GTK_INVALID_LIST_POSITION ? -1 : (int) i);
}

/* To its middle, on the slice that it was drawn on. */
static void
row_activated (GtkListView *list G_GNUC_UNUSED, guint i, OndRegionPanel *self)
{
  const OndRegion *region = ond_regions_get (get_regions (self), i);
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, at);
  at[ond_slice_horizontal (region->normal)] = (gint32) (region->centre[0] + 0.5);
  at[ond_slice_vertical (region->normal)] = (gint32) (region->centre[1] + 0.5);
  if (region->index >= 0)
    at[region->normal] = region->index;
  ond_session_set_cross_hair (self->session, at);
}

static gboolean
list_key_pressed (GtkEventControllerKey *controller G_GNUC_UNUSED, guint key,
                  guint code G_GNUC_UNUSED, GdkModifierType modifiers G_GNUC_UNUSED,
                  OndRegionPanel *self)
{
  if (key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.region-delete", NULL);
  return GDK_EVENT_STOP;
}

/* ---- Construction ---- */

static void
set_up_row (GtkListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_row (GtkListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item)
{
  GtkStringObject *string = GTK_STRING_OBJECT (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (string));
}

static GMenuModel *
make_menu (void)
{
  static const char *const sections[][6] = {
    { "_Open Regions…", "win.region-open", "_Save Regions…", "win.region-save", NULL },
    { "_Copy the Statistics", "win.region-copy", "Copy All as CS_V", "win.region-copy-csv", NULL },
    { "_Delete All", "win.region-delete-all", "Bring Back the De_leted", "win.region-restore",
      NULL },
  };
  GMenu *menu = g_menu_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autoptr (GMenu) section = g_menu_new ();

      for (int k = 0; sections[i][k] != NULL; k += 2)
        g_menu_append (section, sections[i][k], sections[i][k + 1]);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    }
  return G_MENU_MODEL (menu);
}

static void
set_name (GtkWidget *widget, const char *name, const char *tooltip)
{
  gtk_widget_add_css_class (widget, "flat");
  gtk_widget_set_tooltip_text (widget, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GtkWidget *
make_header (OndRegionPanel *self)
{
  static const char *const icons[] = { "region-box-symbolic", "region-ellipse-symbolic" };
  static const char *const names[] = { "Draw a box", "Draw an ellipse" };
  static const char *const tips[] = {
    "Draw a box (R): drag on a slice, or press Return for one at the cross-hair",
    "Draw an ellipse (E): drag on a slice, or press Return for one at the cross-hair"
  };
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *title = gtk_label_new ("Regions"), *more = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = make_menu ();

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "heading");
  gtk_box_append (GTK_BOX (header), title);
  for (int i = 0; i < OND_N_REGION_SHAPES; i++)
    {
      self->tools[i] = gtk_toggle_button_new ();
      gtk_button_set_icon_name (GTK_BUTTON (self->tools[i]), icons[i]);
      set_name (self->tools[i], names[i], tips[i]);
      g_signal_connect (self->tools[i], "toggled", G_CALLBACK (tool_toggled), self);
      gtk_box_append (GTK_BOX (header), self->tools[i]);
    }
  self->trash = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->trash), "win.region-delete");
  set_name (self->trash, "Delete the selected region", "Delete the selected region (Delete)");
  gtk_box_append (GTK_BOX (header), self->trash);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (more), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (more), menu);
  set_name (more, "More about regions", "Open, save, copy and delete regions");
  gtk_box_append (GTK_BOX (header), more);
  return header;
}

static GtkWidget *
make_list (OndRegionPanel *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->names = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->names)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (row_selected), self);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), NULL);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Regions", -1);
  gtk_widget_set_tooltip_text (self->list, "A double click goes to the region");
  gtk_widget_add_css_class (self->list, "regions");
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (list_key_pressed), self);
  gtk_widget_add_controller (self->list, key);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  return self->scroller;
}

static void
ond_region_panel_dispose (GObject *object)
{
  OndRegionPanel *self = OND_REGION_PANEL (object);

  g_clear_handle_id (&self->reveal, g_source_remove);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->names);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_region_panel_parent_class)->dispose (object);
}

static void
ond_region_panel_class_init (OndRegionPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_region_panel_dispose;
}

static void
ond_region_panel_init (OndRegionPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_box_append (GTK_BOX (self), make_header (self));
  self->hint = gtk_label_new ("Statistics of a box or an ellipse on a slice");
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_label_set_wrap (GTK_LABEL (self->hint), TRUE);
  gtk_widget_add_css_class (self->hint, "caption");
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_box_append (GTK_BOX (self), self->hint);
  gtk_box_append (GTK_BOX (self), make_list (self));
}

void
ond_region_panel_set_session (OndRegionPanel *self, OndSession *session)
{
  OndRegions *regions;

  g_return_if_fail (OND_IS_REGION_PANEL (self));
  g_return_if_fail (self->session == NULL);

  regions = ond_session_get_regions (session);
  self->session = g_object_ref (session);
  self->table = ond_region_table_new (session);
  self->expander = gtk_expander_new ("Place and Size");
  gtk_expander_set_child (GTK_EXPANDER (self->expander), ond_region_editor_new (session));
  gtk_box_append (GTK_BOX (self), self->table);
  gtk_box_append (GTK_BOX (self), self->expander);
  g_signal_connect_object (regions, "changed", G_CALLBACK (regions_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "notify::selected", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "notify::tool", G_CALLBACK (tool_changed), self,
                           G_CONNECT_SWAPPED);
  regions_changed (self);
}

OndRegionTable *
ond_region_panel_get_table (OndRegionPanel *self)
{
  g_return_val_if_fail (OND_IS_REGION_PANEL (self), NULL);
  return OND_REGION_TABLE (self->table);
}
