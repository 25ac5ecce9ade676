/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widgets are in window.ui; each panel follows the session by itself, so that what is left here is
 * the traffic between the window and files, messages, and the actions. */
#include "window.h"

#include "badge.h"
#include "best-actions.h"
#include "best-panel.h"
#include "command-text.h"
#include "display-panel.h"
#include "export-actions.h"
#include "file-dialog.h"
#include "focus.h"
#include "gl-choice.h"
#include "map-model.h"
#include "map-room.h"
#include "opener.h"
#include "parameter-panel.h"
#include "projection-view.h"
#include "quarters.h"
#include "readout-actions.h"
#include "recent.h"
#include "region-actions.h"
#include "slice-view.h"
#include "sweep-actions.h"
#include "undo-actions.h"
#include "view-actions.h"
#include "volume-popover.h"
#include "volume-text.h"

struct _OndWindow
{
  AdwApplicationWindow parent;
  OndSession *session;
  OndOpener *opener;

  AdwWindowTitle *title;
  GtkMenuButton *title_button;
  GtkMenuButton *export_button;
  GtkWidget *sidebar_button, *sweep_button;
  OndBadge *badge;
  GtkLabel *message;
  GtkBox *tasks;
  GtkRevealer *message_revealer;
  AdwToastOverlay *toasts;
  GtkStack *stack;
  GtkWidget *start_page, *volume_page, *sidebar, *sweep_bar, *quarters;
  GtkBox *quarter_x, *quarter_y, *quarter_z, *quarter_projection;
  OndParameterPanel *parameter_panel;
  OndDisplayPanel *display_panel;
  OndRegionPanel *region_panel;
  OndSweepPanel *sweep_panel;
  OndMapPanel *map_panel;
  OndBestPanel *best_panel;
  OndReadout *readout;
  GMenu *undo_menu, *recent_menu;
  GtkListBox *recent_list, *kept_list;
  GtkWidget *recent_box, *kept_box;

  GtkWidget *views[OND_N_AXES + 1]; /* the slices, and the projection */
  gboolean told_no_gl;
  gboolean maps_alone; /* of a file, and nothing else is open */
};

/* Whether the sidebars are shown, and the map in the middle: properties so that actions can toggle
 * them. */
enum
{
  PROP_SIDEBAR = 1,
  PROP_SWEEP_BAR,
  PROP_MAP_ROOM,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OndWindow, ond_window, ADW_TYPE_APPLICATION_WINDOW)

#define RESOURCES "/io/github/ondelette/Ondelette/"

/* ---- What is shown about the session ---- */

void
ond_window_toast (OndWindow *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1); /* toasts read markup */

  ond_window_add_toast (self, adw_toast_new (markup));
}

void
ond_window_add_toast (OndWindow *self, AdwToast *toast)
{
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
show_message (OndWindow *self)
{
  g_autofree char *text = NULL;

  g_object_get (self->session, "message", &text, NULL);
  if (text != NULL)
    gtk_label_set_text (self->message, text);
  gtk_revealer_set_reveal_child (self->message_revealer, text != NULL);
}

static void
enable_actions (OndWindow *self)
{
  static const char *const actions[] = { "win.refit", "win.copy-command" };
  gboolean open = ond_session_get_volume (self->session) != NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], open);
  gtk_widget_set_sensitive (GTK_WIDGET (self->title_button), open);
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), open);
  gtk_widget_set_visible (self->sidebar_button, open);
  gtk_widget_set_visible (self->sweep_button, open);
}

static void
volume_changed (OndWindow *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);

  gtk_stack_set_visible_child (self->stack, volume != NULL ? self->volume_page : self->start_page);
  enable_actions (self);
  if (volume != NULL)
    {
      const OndVolumeInfo *info = ond_volume_get_info (volume);
      g_autofree char *subtitle = ond_volume_text (volume);

      if (self->maps_alone)
        g_object_set (self, "map-room", FALSE, NULL);
      self->maps_alone = FALSE;
      adw_window_title_set_title (self->title, info->name != NULL ? info->name : "Sample volume");
      adw_window_title_set_subtitle (self->title, subtitle);
      gtk_window_set_title (GTK_WINDOW (self), info->name != NULL ? info->name : "Ondelette");
      ond_quarters_set_flat (self->quarters,
                             ond_geometry_rank (ond_volume_get_geometry (volume)) == 2);
      if (info->note != NULL)
        ond_window_toast (self, info->note);
    }
}

/* Of a file whose input is not open: `job` NULL is the start page. */
static void
show_maps_alone (OndWindow *self, OndSweepJob *job)
{
  g_autofree char *subtitle =
      job != NULL ? g_strdup_printf ("made from %s", ond_sweep_job_get_made_from (job)) : NULL;

  self->maps_alone = job != NULL;
  gtk_stack_set_visible_child (self->stack, job != NULL ? self->volume_page : self->start_page);
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), job != NULL);
  adw_window_title_set_title (self->title, job != NULL ? "Maps" : "Ondelette");
  adw_window_title_set_subtitle (self->title, subtitle);
  g_object_set (self, "map-room", job != NULL, NULL);
}

static void
job_changed (OndWindow *self)
{
  OndSweepJob *job = ond_sweep_panel_get_job (self->sweep_panel);

  if (self->session == NULL)
    return;
  ond_map_model_set_job (ond_session_get_maps (self->session), job);
  if (ond_session_get_volume (self->session) == NULL)
    show_maps_alone (self, job);
}

static void
hovered (OndWindow *self, double x, double y, double z, OndSliceView *view)
{
  const double at[OND_N_AXES] = { x, y, z };
  int normal;

  g_object_get (view, "normal", &normal, NULL);
  ond_readout_set_pointer (self->readout, normal, at);
}

static void
left (OndWindow *self)
{
  ond_readout_set_pointer (self->readout, OND_Z, NULL);
}

static void
tell_no_gl (OndWindow *self)
{
  const char *why = NULL;
  g_autofree char *text = NULL;

  /* Where the processor computes OpenGL nothing is lost. */
  if (self->told_no_gl || ond_gl_is_software (gtk_widget_get_display (GTK_WIDGET (self)), NULL)
      || ond_slice_view_uses_gl (OND_SLICE_VIEW (self->views[OND_Z]), &why))
    return;
  self->told_no_gl = TRUE;
  text = g_strdup_printf ("The slices are drawn without OpenGL: %s",
                          why != NULL ? why : "not available");
  ond_window_toast (self, text);
}

/* ---- Files ---- */

void
ond_window_export (OndWindow *self, OndExport kind, const char *path)
{
  g_return_if_fail (OND_IS_WINDOW (self));
  ond_export_actions_run (self, kind, path);
}

void
ond_window_open (OndWindow *self, GFile *file, const OndSourceOptions *options)
{
  g_return_if_fail (OND_IS_WINDOW (self));
  ond_opener_open (self->opener, file, options);
}

void
ond_window_save (OndWindow *self, const char *path)
{
  g_return_if_fail (OND_IS_WINDOW (self));
  ond_opener_save (self->opener, path);
}

void
ond_window_set_recent (OndWindow *self, GtkRecentManager *manager)
{
  g_return_if_fail (OND_IS_WINDOW (self));
  ond_opener_set_recent (self->opener, manager);
  ond_recent_show (manager, self->recent_menu, self->recent_list, self->recent_box);
}

void
ond_window_set_unfinished (OndWindow *self, const char *folder)
{
  g_return_if_fail (OND_IS_WINDOW (self));
  ond_sweep_actions_set_store (self, folder, self->kept_list, self->kept_box);
}

void
ond_window_choose_input (OndWindow *self, const char *path)
{
  g_return_if_fail (OND_IS_WINDOW (self));
  ond_opener_choose_input (self->opener, path);
}

/* ---- Actions ---- */

static void
file_chosen (GFile *file, gpointer data)
{
  ond_window_open (data, file, NULL);
}

static void
open_action (GtkWidget *widget, G_GNUC_UNUSED const char *name, G_GNUC_UNUSED GVariant *parameter)
{
  ond_file_dialog_open (GTK_WINDOW (widget), file_chosen, g_object_ref (widget), g_object_unref);
}

static void
open_sample_action (GtkWidget *widget, G_GNUC_UNUSED const char *name,
                    G_GNUC_UNUSED GVariant *parameter)
{
  ond_window_open (OND_WINDOW (widget), NULL, NULL);
}

static void
open_recent_action (GtkWidget *widget, G_GNUC_UNUSED const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  ond_window_open (OND_WINDOW (widget), file, NULL);
}

static void
copy_command_action (GtkWidget *widget, G_GNUC_UNUSED const char *name,
                     G_GNUC_UNUSED GVariant *parameter)
{
  OndWindow *self = OND_WINDOW (widget);
  g_autofree char *text = ond_command_text_of_response (self->session);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  ond_window_toast (self, text != NULL ? "Copied the command line"
                                       : "The sample volume has no file that a command could read");
}

static void
export_menu_action (GtkWidget *widget, G_GNUC_UNUSED const char *name,
                    G_GNUC_UNUSED GVariant *parameter)
{
  gtk_menu_button_popup (OND_WINDOW (widget)->export_button);
}

static void
refit_action (GtkWidget *widget, G_GNUC_UNUSED const char *name, G_GNUC_UNUSED GVariant *parameter)
{
  OndSession *session = OND_WINDOW (widget)->session;

  ond_session_refit (session, ond_session_get_show (session));
}

static void
dismiss_action (GtkWidget *widget, G_GNUC_UNUSED const char *name,
                G_GNUC_UNUSED GVariant *parameter)
{
  g_object_set (OND_WINDOW (widget)->session, "message", NULL, NULL);
}

static gboolean
ond_window_close_request (GtkWindow *window)
{
  return !ond_sweep_actions_may_close (OND_WINDOW (window))
         || GTK_WINDOW_CLASS (ond_window_parent_class)->close_request (window);
}

static gboolean
dropped (OndWindow *self, const GValue *value)
{
  GdkFileList *list = g_value_get_boxed (value);
  g_autoptr (GSList) files = list != NULL ? gdk_file_list_get_files (list) : NULL;

  if (files == NULL)
    return FALSE;
  ond_window_open (self, files->data, NULL);
  return TRUE;
}

/* ---- Construction ---- */

static void
make_quarter (OndWindow *self, int normal, GtkBox *quarter)
{
  GtkWidget *view = ond_slice_view_new (self->session, normal);

  gtk_widget_set_vexpand (view, TRUE);
  gtk_widget_set_hexpand (view, TRUE);
  g_signal_connect_swapped (view, "hover", G_CALLBACK (hovered), self);
  g_signal_connect_swapped (view, "leave", G_CALLBACK (left), self);
  g_signal_connect (view, "maximize", G_CALLBACK (ond_quarters_toggle), self->quarters);
  gtk_box_append (quarter, view);
  self->views[normal] = view;
}

static void
make_projection (OndWindow *self)
{
  GtkWidget *view = ond_projection_view_new (self->session);

  g_signal_connect (view, "maximize", G_CALLBACK (ond_quarters_toggle), self->quarters);
  gtk_box_append (self->quarter_projection, view);
  self->views[OND_N_AXES] = view;
}

static void
connect_session (OndWindow *self)
{
  static const struct
  {
    const char *signal;
    void (*callback) (OndWindow *self);
  } connections[] = {
    { "volume-changed", volume_changed },
    { "notify::message", show_message },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_connect_object (self->session, connections[i].signal,
                             G_CALLBACK (connections[i].callback), self, G_CONNECT_SWAPPED);
  ond_badge_set_session (self->badge, self->session);
  ond_parameter_panel_set_session (self->parameter_panel, self->session);
  ond_display_panel_set_session (self->display_panel, self->session);
  ond_region_panel_set_session (self->region_panel, self->session);
  ond_sweep_panel_set_session (self->sweep_panel, self->session);
  ond_map_panel_set_session (self->map_panel, self->session);
  ond_best_panel_set_session (self->best_panel, self->session);
  ond_readout_set_session (self->readout, self->session);
}

OndWindow *
ond_window_new (GtkApplication *application, OndEngine *engine)
{
  OndWindow *self = g_object_new (OND_TYPE_WINDOW, "application", application, NULL);
  g_autoptr (OndHistory) history = NULL;

  self->session = ond_session_new (engine);
  ond_view_actions_add (GTK_WIDGET (self), self->session);
  history = ond_history_new (self->session);
  ond_undo_actions_install (GTK_APPLICATION_WINDOW (self), history, self->undo_menu);
  ond_export_actions_add (self);
  ond_best_actions_add (G_ACTION_MAP (self), self->session);
  self->opener = ond_opener_new (self, self->tasks);
  g_signal_connect_object (self->opener, "notice", G_CALLBACK (ond_window_toast), self,
                           G_CONNECT_SWAPPED);
  ond_sweep_actions_add (self, self->opener);
  connect_session (self);
  ond_region_actions_add (self);
  ond_readout_actions_add (self);
  gtk_menu_button_set_popover (self->title_button, ond_volume_popover_new (self));
  make_quarter (self, OND_X, self->quarter_x);
  make_quarter (self, OND_Y, self->quarter_y);
  make_quarter (self, OND_Z, self->quarter_z);
  make_projection (self);
  g_signal_connect_object (self->views[OND_Z], "map", G_CALLBACK (tell_no_gl), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  volume_changed (self);
  return self;
}

OndSession *
ond_window_get_session (OndWindow *self)
{
  return self->session;
}

OndSweepPanel *
ond_window_get_sweep_panel (OndWindow *self)
{
  return self->sweep_panel;
}

OndReadout *
ond_window_get_readout (OndWindow *self)
{
  return self->readout;
}

OndRegionPanel *
ond_window_get_region_panel (OndWindow *self)
{
  return self->region_panel;
}

OndMapPanel *
ond_window_get_map_panel (OndWindow *self)
{
  return self->map_panel;
}

GtkBox *
ond_window_get_tasks (OndWindow *self)
{
  return self->tasks;
}

GtkWidget *
ond_window_get_view (OndWindow *self, int normal)
{
  return self->views[normal];
}

int
ond_window_get_maximized (OndWindow *self)
{
  GtkBox *const quarters[] = { self->quarter_x, self->quarter_y, self->quarter_z,
                               self->quarter_projection };

  if (ond_quarters_is_maximized (self->quarters))
    for (int i = 0; i <= OND_N_AXES; i++)
      {
        GtkWidget *quarter = GTK_WIDGET (quarters[i]);

        if (gtk_widget_get_visible (quarter)
            && gtk_widget_get_visible (gtk_widget_get_parent (quarter)))
          return i;
      }
  return -1;
}

void
ond_window_set_maximized (OndWindow *self, int normal)
{
  int now = ond_window_get_maximized (self);

  if (now == normal)
    return;
  if (now >= 0)
    ond_quarters_toggle (self->views[now], self->quarters);
  if (normal >= 0)
    ond_quarters_toggle (self->views[normal], self->quarters);
}

gboolean
ond_window_is_busy (OndWindow *self)
{
  return gtk_widget_get_first_child (GTK_WIDGET (self->tasks)) != NULL
         || ond_session_get_busy (self->session);
}

static GtkWidget *
get_bar (OndWindow *self, guint property)
{
  return property == PROP_SIDEBAR ? self->sidebar : self->sweep_bar;
}

static void
ond_window_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  /* The header bar's buttons ask while the template is being built, before there are sidebars. */
  GtkWidget *bar = get_bar (OND_WINDOW (object), property),
            *quarters = OND_WINDOW (object)->quarters;

  if (property == PROP_MAP_ROOM)
    g_value_set_boolean (value, quarters != NULL && ond_map_room_get (quarters));
  else if (property < N_PROPERTIES)
    g_value_set_boolean (value, bar == NULL || gtk_widget_get_visible (bar));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_window_set_property (GObject *object, guint property, const GValue *value, GParamSpec *pspec)
{
  OndWindow *self = OND_WINDOW (object);

  if (property == PROP_MAP_ROOM)
    ond_map_room_set (self->map_panel, self->quarters, g_value_get_boolean (value));
  else if (property < N_PROPERTIES && g_value_get_boolean (value))
    gtk_widget_set_visible (get_bar (self, property), TRUE);
  else if (property < N_PROPERTIES)
    ond_focus_hide (get_bar (self, property));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_window_dispose (GObject *object)
{
  OndWindow *self = OND_WINDOW (object);

  if (self->opener != NULL)
    ond_opener_close (self->opener);
  g_clear_object (&self->opener);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_window_parent_class)->dispose (object);
}

/* The properties, and the actions that turn them. */
static void
install_properties (OndWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  properties[PROP_SIDEBAR] = g_param_spec_boolean ("sidebar", NULL, NULL, TRUE,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SWEEP_BAR] = g_param_spec_boolean ("sweep-bar", NULL, NULL, TRUE,
                                                     G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_MAP_ROOM] = g_param_spec_boolean ("map-room", NULL, NULL, FALSE,
                                                    G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
  gtk_widget_class_install_property_action (widget_class, "win.map-room", "map-room");
  gtk_widget_class_install_property_action (widget_class, "win.sidebar", "sidebar");
  gtk_widget_class_install_property_action (widget_class, "win.sweep-bar", "sweep-bar");
  gtk_widget_class_install_property_action (widget_class, "win.fullscreen", "fullscreened");
}

/* The template's, in the order of the fields. */
#define CHILD(name)                                                                                \
  {                                                                                                \
#name, G_STRUCT_OFFSET(OndWindow, name)                                                        \
  }
/* clang-format off */
static const struct
{
  const char *name;
  gssize offset;
} children[] = {
  CHILD (title), CHILD (title_button),
  CHILD (export_button),
  CHILD (sidebar_button),
  CHILD (sweep_button),
  CHILD (badge),
  CHILD (message),
  CHILD (tasks),
  CHILD (message_revealer),
  CHILD (toasts),
  CHILD (stack),
  CHILD (start_page),
  CHILD (volume_page),
  CHILD (sidebar),
  CHILD (sweep_bar),
  CHILD (quarters),
  CHILD (quarter_x),
  CHILD (quarter_y),
  CHILD (quarter_z),
  CHILD (quarter_projection),
  CHILD (parameter_panel),
  CHILD (display_panel), CHILD (region_panel),
  CHILD (sweep_panel),
  CHILD (map_panel),
  CHILD (best_panel),
  CHILD (readout),
  CHILD (undo_menu),
  CHILD (recent_menu),
  CHILD (recent_list),
  CHILD (kept_list),
  CHILD (kept_box),
  CHILD (recent_box),
};
/* clang-format on */
#undef CHILD

static void
ond_window_class_init (OndWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    const char *name, *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.open", NULL, open_action },
    { "win.open-sample", NULL, open_sample_action },
    { "win.export-menu", NULL, export_menu_action },
    { "win.refit", NULL, refit_action },
    { "win.dismiss", NULL, dismiss_action },
    { "win.open-recent", "s", open_recent_action },
    { "win.copy-command", NULL, copy_command_action },
  };

  G_OBJECT_CLASS (klass)->get_property = ond_window_get_property;
  G_OBJECT_CLASS (klass)->set_property = ond_window_set_property;
  G_OBJECT_CLASS (klass)->dispose = ond_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ond_window_close_request;
  g_type_ensure (OND_TYPE_BADGE);
  g_type_ensure (OND_TYPE_PARAMETER_PANEL);
  g_type_ensure (OND_TYPE_DISPLAY_PANEL);
  g_type_ensure (OND_TYPE_REGION_PANEL);
  g_type_ensure (OND_TYPE_SWEEP_PANEL);
  g_type_ensure (OND_TYPE_MAP_PANEL);
  g_type_ensure (OND_TYPE_BEST_PANEL);
  g_type_ensure (OND_TYPE_READOUT);
  gtk_widget_class_set_template_from_resource (widget_class, RESOURCES "window.ui");
  for (gsize i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i].name, FALSE,
                                               children[i].offset);
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  install_properties (klass);
}

static void
ond_window_init (OndWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_autoptr (GMenuModel) menu = ond_export_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->export_button, menu);
  g_signal_connect_object (self->sweep_panel, "notify::job", G_CALLBACK (job_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (drop, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
