/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that say what to compute come from the table of settings, so that they are those of the
 * command-line program; the rest is about windows. */
#include "application.h"

#include "about.h"

#include "core/error.h"
#include "core/file-write.h"
#include "core/settings.h"
#include "measure.h"
#include "screenshot.h"
#include "ui/accelerators.h"
#include "ui/gl-choice.h"
#include "ui/preferences-window.h"
#include "ui/session-file.h"
#include "ui/window.h"

#include <stdio.h>

struct _OndApplication
{
  AdwApplication parent;
  OndEngine *engine;
  OndPreferences *preferences;
  int exit_status;
};

G_DEFINE_FINAL_TYPE (OndApplication, ond_application, ADW_TYPE_APPLICATION)

#define APP_ID "io.github.ondelette.Ondelette"

enum
{
  EXIT_ERROR = 1,
  EXIT_USAGE = 2
};

/* The settings that the window has a control or a reader for. */
static const OndSetting settings_taken[] = {
  OND_SETTING_HDU,      OND_SETTING_PLANE,   OND_SETTING_THETA, OND_SETTING_PHI,
  OND_SETTING_XI,       OND_SETTING_SCALE,   OND_SETTING_NORM,  OND_SETTING_BOUNDARY,
  OND_SETTING_SAMPLING, OND_SETTING_INVALID, OND_SETTING_BORDER
};

/* What one command line asks for. */
typedef struct
{
  OndSettings *settings;
  gboolean sample, sweep;
  gboolean has_boundary;  /* on the command line */
  const char *given;      /* a setting on the command line, static; NULL: none */
  const char *screenshot; /* borrowed */
  int width, height;      /* 0: the usual size */
  int measure;            /* seconds; 0: nothing is measured */
} Request;

static gboolean
parse_settings (GVariantDict *options, OndSettings *settings, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (settings_taken); i++)
    {
      const char *text;

      if (g_variant_dict_lookup (options, ond_setting_infos[settings_taken[i]].name, "&s", &text)
          && !ond_settings_set_text (settings, settings_taken[i], text, error))
        return FALSE;
    }
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (settings->grids[p]->n != 1)
      {
        g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                     "--%s takes one value in the window, not \"%s\"", ond_parameters[p].name,
                     settings->grids[p]->text);
        return FALSE;
      }
  return TRUE;
}

static gboolean
parse_size (const char *text, int *width, int *height, GError **error)
{
  char end;

  if (sscanf (text, "%dx%d%c", width, height, &end) == 2 && *width >= 1 && *height >= 1
      && *width <= 16384 && *height <= 16384)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--size \"%s\" is not WIDTHxHEIGHT, each between 1 and 16384", text);
  return FALSE;
}

static gboolean
parse_seconds (const char *text, Request *request, GError **error)
{
  char end;

  if (sscanf (text, "%d%c", &request->measure, &end) == 1 && request->measure >= 1
      && request->measure <= 3600 && request->screenshot == NULL)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "--measure \"%s\" is not a number of seconds, 1 to 3600, or meets --screenshot",
               text);
  return FALSE;
}

static gboolean
parse_request (GVariantDict *options, Request *request, GError **error)
{
  const char *size, *measure;

  g_variant_dict_lookup (options, "sample", "b", &request->sample);
  g_variant_dict_lookup (options, "run-sweep", "b", &request->sweep);
  g_variant_dict_lookup (options, "screenshot", "^&ay", &request->screenshot);
  if (request->screenshot != NULL && !g_str_has_suffix (request->screenshot, ".png"))
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "--screenshot \"%s\": a picture's name ends in .png", request->screenshot);
      return FALSE;
    }
  if (g_variant_dict_lookup (options, "measure", "&s", &measure)
      && !parse_seconds (measure, request, error))
    return FALSE;
  if (g_variant_dict_lookup (options, "size", "&s", &size)
      && !parse_size (size, &request->width, &request->height, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (settings_taken) && request->given == NULL; i++)
    if (g_variant_dict_contains (options, ond_setting_infos[settings_taken[i]].name))
      request->given = ond_setting_infos[settings_taken[i]].name;
  request->has_boundary =
      g_variant_dict_contains (options, ond_setting_infos[OND_SETTING_BOUNDARY].name);
  return parse_settings (options, request->settings, error);
}

/* A session says everything itself: what would be overridden is refused. */
static gboolean
check_session (const Request *request, GFile *file, GError **error)
{
  g_autofree char *name = g_file_get_basename (file), *shown = NULL;

  if (request->given == NULL || !ond_session_file_has_name (name))
    return TRUE;
  shown = g_filename_display_name (name);
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "%s is a session and has its own %s; open it without --%s", shown, request->given,
               request->given);
  return FALSE;
}

static void
quit_with (const GError *error, gpointer data)
{
  OndApplication *self = data;

  if (error != NULL)
    {
      fprintf (stderr, "ondelette: %s\n", error->message);
      self->exit_status = EXIT_ERROR;
    }
  g_application_quit (G_APPLICATION (self));
}

static void
remember_size (GtkWindow *window, OndPreferences *preferences)
{
  int width, height;

  ond_preferences_set (preferences, OND_PREFERENCE_MAXIMIZED, gtk_window_is_maximized (window));
  gtk_window_get_default_size (window, &width, &height);
  if (width <= 0 || height <= 0)
    return;
  ond_preferences_set (preferences, OND_PREFERENCE_WIDTH, width);
  ond_preferences_set (preferences, OND_PREFERENCE_HEIGHT, height);
}

static gboolean
closing (GtkWindow *window, OndPreferences *preferences)
{
  remember_size (window, preferences);
  return GDK_EVENT_PROPAGATE;
}

/* How places are read is changed in the windows there are, too; the rest is about new ones. */
static void
preference_changed (OndPreferences *preferences, guint preference, OndWindow *window)
{
  OndSession *session = ond_window_get_session (window);
  OndCoordinates *coordinates;

  if (session == NULL)
    return;
  coordinates = ond_session_get_coordinates (session);
  if (preference == OND_PREFERENCE_FIRST_VOXEL)
    ond_coordinates_set_first (coordinates,
                               ond_preferences_get (preferences, OND_PREFERENCE_FIRST_VOXEL));
  else if (preference == OND_PREFERENCE_COORDINATES)
    ond_coordinates_set_style (coordinates,
                               ond_preferences_get (preferences, OND_PREFERENCE_COORDINATES));
}

static OndWindow *
make_window (OndApplication *self, gboolean is_picture, GError **error)
{
  OndEngineOptions options = { 0 };
  OndWindow *window;

  if (self->preferences == NULL) /* what is measured or pictured is always the same */
    self->preferences = ond_preferences_new (!is_picture);
  options.threads = ond_preferences_get (self->preferences, OND_PREFERENCE_THREADS);
  options.memory =
      (guint64) ond_preferences_get (self->preferences, OND_PREFERENCE_MEMORY) * 1024 * 1024;
  if (self->engine == NULL)
    self->engine = ond_engine_new (&options, error);
  if (self->engine == NULL)
    return NULL;
  window = ond_window_new (GTK_APPLICATION (self), self->engine);
  ond_preferences_apply (self->preferences, ond_window_get_session (window));
  gtk_window_set_default_size (GTK_WINDOW (window),
                               ond_preferences_get (self->preferences, OND_PREFERENCE_WIDTH),
                               ond_preferences_get (self->preferences, OND_PREFERENCE_HEIGHT));
  if (ond_preferences_get (self->preferences, OND_PREFERENCE_MAXIMIZED))
    gtk_window_maximize (GTK_WINDOW (window));
  g_signal_connect_object (window, "close-request", G_CALLBACK (closing), self->preferences, 0);
  g_signal_connect_object (self->preferences, "changed", G_CALLBACK (preference_changed), window,
                           0);
  return window;
}

/* A picture never takes the place of what it is of. */
static gboolean
check_screenshot (const char *picture, GFile *file, GError **error)
{
  g_autofree char *input = file != NULL ? g_file_get_path (file) : NULL;

  if (input == NULL || !ond_file_same (input, picture))
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_WRITE, "%s: is the input; write to another file",
               picture);
  return FALSE;
}

/* `file` NULL: the sample volume when that was asked for, else the start page. */
static gboolean
show_window (OndApplication *self, GFile *file, const Request *request, GError **error)
{
  OndWindow *window;
  OndSourceOptions source = { .hdu = request->settings->hdu, .plane = request->settings->plane };
  OndWavelet wavelet = ond_settings_get_wavelet (request->settings);
  OndSession *session;

  if (request->screenshot != NULL && !check_screenshot (request->screenshot, file, error))
    return FALSE;
  if ((request->sweep || request->measure > 0) && file == NULL && !request->sample)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "--%s needs a file or --sample",
                   request->sweep ? "run-sweep" : "measure");
      return FALSE;
    }
  window = make_window (self, request->screenshot != NULL || request->measure > 0, error);
  if (window == NULL)
    return FALSE;
  /* A picture of the start page is always the same. */
  if (request->screenshot == NULL && request->measure == 0)
    {
      g_autofree char *unfinished = ond_sweep_store_folder ();

      ond_window_set_recent (window, gtk_recent_manager_get_default ());
      ond_window_set_unfinished (window, unfinished);
    }
  session = ond_window_get_session (window);
  ond_session_set_wavelet (session, &wavelet);
  if (request->has_boundary)
    g_object_set (session, "boundary", (int) request->settings->method.boundary, NULL);
  g_object_set (session, "sampling", (int) request->settings->method.sampling, "fill",
                (int) request->settings->method.fill, "border",
                (int) request->settings->method.exclude_border, NULL);
  if (request->width > 0)
    {
      gtk_window_unmaximize (GTK_WINDOW (window));
      gtk_window_set_default_size (GTK_WINDOW (window), request->width, request->height);
    }
  if (file != NULL || request->sample)
    ond_window_open (window, file, &source);
  gtk_window_present (GTK_WINDOW (window));
  if (request->screenshot != NULL)
    ond_screenshot_take (window, request->screenshot, request->sweep, quit_with, self);
  if (request->measure > 0)
    ond_measure_run (window, request->measure, quit_with, self);
  return TRUE;
}

static int
refuse (GApplicationCommandLine *line, const GError *error, int status)
{
  g_application_command_line_printerr (line, "ondelette: %s\n", error->message);
  return status;
}

static int
ond_application_command_line (GApplication *application, GApplicationCommandLine *line)
{
  OndApplication *self = OND_APPLICATION (application);
  g_autoptr (OndSettings) settings = ond_settings_new ();
  g_autoptr (GError) error = NULL;
  Request request = { .settings = settings };
  const char **names = NULL;
  GVariantDict *options = g_application_command_line_get_options_dict (line);
  gboolean shown = TRUE;

  if (!parse_request (options, &request, &error))
    return refuse (line, error, EXIT_USAGE);

  g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &names);
  if (names == NULL)
    shown = show_window (self, NULL, &request, &error);
  for (int i = 0; names != NULL && names[i] != NULL && shown; i++)
    {
      g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (line, names[i]);

      if (!check_session (&request, file, &error))
        {
          g_free (names);
          return refuse (line, error, EXIT_USAGE);
        }
      shown = show_window (self, file, &request, &error);
    }
  g_free (names);
  return shown ? 0 : refuse (line, error, EXIT_ERROR);
}

/* From the desktop: files without options. */
static void
ond_application_open (GApplication *application, GFile **files, int n_files,
                      G_GNUC_UNUSED const char *hint)
{
  g_autoptr (OndSettings) settings = ond_settings_new ();
  g_autoptr (GError) error = NULL;
  Request request = { .settings = settings };

  for (int i = 0; i < n_files; i++)
    if (!show_window (OND_APPLICATION (application), files[i], &request, &error))
      {
        g_warning ("%s", error->message);
        return;
      }
}

static void
ond_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));
  g_autoptr (OndSettings) settings = ond_settings_new ();
  g_autoptr (GError) error = NULL;
  Request request = { .settings = settings };

  if (window != NULL)
    gtk_window_present (window);
  else if (!show_window (OND_APPLICATION (application), NULL, &request, &error))
    g_warning ("%s", error->message);
}

/* A picture is taken, and times are, by a process of its own, whatever else runs. */
static int
ond_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "screenshot")
      || g_variant_dict_contains (options, "measure"))
    g_application_set_flags (application,
                             g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

static void
about (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
  ond_about_show (gtk_application_get_active_window (data), OND_APPLICATION (data)->engine);
}

static void
preferences (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
  ond_preferences_window_show (OND_APPLICATION (data)->preferences,
                               gtk_application_get_active_window (data));
}

/* A notification was clicked. Its window may have been closed since. */
static void
show_one_window (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window =
      gtk_application_get_window_by_id (GTK_APPLICATION (data), g_variant_get_uint32 (parameter));

  if (window != NULL)
    gtk_window_present (window);
  else
    g_application_activate (G_APPLICATION (data));
}

static void
quit (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  /* Each may ask about its maps; the program ends with the last of them. */
  for (GList *i = windows; i != NULL; i = i->next)
    gtk_window_close (i->data);
}

static void
ond_application_startup (GApplication *application)
{
  static const GActionEntry actions[] = {
    { .name = "about", .activate = about },
    { .name = "preferences", .activate = preferences },
    { .name = "quit", .activate = quit },
    { .name = "show-window", .activate = show_one_window, .parameter_type = "u" },
  };

  G_APPLICATION_CLASS (ond_application_parent_class)->startup (application);
  ond_gl_choose_renderer (gdk_display_get_default ());
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions),
                                   application);
  ond_accelerators_install (GTK_APPLICATION (application));
}

static void
ond_application_finalize (GObject *object)
{
  g_clear_pointer (&OND_APPLICATION (object)->engine, ond_engine_unref);
  g_clear_object (&OND_APPLICATION (object)->preferences);
  G_OBJECT_CLASS (ond_application_parent_class)->finalize (object);
}

static void
ond_application_class_init (OndApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ond_application_finalize;
  application_class->command_line = ond_application_command_line;
  application_class->open = ond_application_open;
  application_class->activate = ond_application_activate;
  application_class->startup = ond_application_startup;
  application_class->handle_local_options = ond_application_handle_local_options;
}

static void
ond_application_init (OndApplication *self)
{
  static const GOptionEntry entries[] = {
    { "sample", 0, 0, G_OPTION_ARG_NONE, NULL, "Open the built-in sample volume", NULL },
    { "screenshot", 0, 0, G_OPTION_ARG_FILENAME, NULL, "Write a picture of the window and quit",
      "FILE.png" },
    { "run-sweep", 0, 0, G_OPTION_ARG_NONE, NULL, "Run a sweep before the picture", NULL },
    { "measure", 0, 0, G_OPTION_ARG_STRING, NULL,
      "Drag theta for N seconds, alone and during a sweep, print how the window keeps up, and quit",
      "N" },
    { "size", 0, 0, G_OPTION_ARG_STRING, NULL, "Size of the window", "WxH" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, "[FILE…]" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  GOptionEntry settings[G_N_ELEMENTS (settings_taken) + 1] = { 0 };
  g_autoptr (OndSettings) defaults = ond_settings_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (settings_taken); i++)
    {
      const OndSettingInfo *info = &ond_setting_infos[settings_taken[i]];
      const char *help = ond_setting_get_help (settings_taken[i], defaults);

      settings[i] = (GOptionEntry){ .long_name = info->name,
                                    .arg = G_OPTION_ARG_STRING,
                                    .description = help,
                                    .arg_description = info->argument };
    }
  g_application_add_main_option_entries (G_APPLICATION (self), entries);
  g_application_add_main_option_entries (G_APPLICATION (self), settings);
}

OndApplication *
ond_application_new (void)
{
  return g_object_new (OND_TYPE_APPLICATION, "application-id", APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_HANDLES_COMMAND_LINE, NULL);
}

int
ond_application_get_exit_status (OndApplication *self)
{
  return self->exit_status;
}
