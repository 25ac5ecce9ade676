/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys lead to actions that exist, each to one, and the help lists them; files may be dropped. */
#include "window-harness.h"

#include "ui/accelerators.h"

static GtkApplication *application;

static void
set_up_application (Fixture *self, gconstpointer data)
{
  set_up (self, data);
  gtk_window_set_application (GTK_WINDOW (self->window), application);
}

/* The actions of a window are found by whoever has the focus in it; those of the program, and what
 * GTK itself gives to windows, are elsewhere. */
static gboolean
exists (Fixture *self, const char *name)
{
  static const char *const others[] = { "app.quit", "window.close", "app.preferences" };
  GtkWidget *view = ond_window_get_view (self->window, OND_Z);

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (name, others[i]))
      return TRUE;
  for (GtkWidget *widget = view; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      GtkWidgetClass *klass = GTK_WIDGET_GET_CLASS (widget);
      const char *known, *property;
      const GVariantType *type;
      GType owner;

      for (guint i = 0; gtk_widget_class_query_action (klass, i, &owner, &known, &type, &property);
           i++)
        if (g_str_equal (known, name))
          return TRUE;
    }
  if (g_str_has_prefix (name, "win."))
    return g_action_group_has_action (G_ACTION_GROUP (self->window), name + strlen ("win."));
  return g_str_has_prefix (name, "view."); /* tried by window's own test */
}

static void
test_keys_lead_somewhere (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_auto (GStrv) names = gtk_application_list_action_descriptions (application);
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpuint (g_strv_length (names), >, 10);
  for (int i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, names[i]);

      if (!exists (self, names[i]))
        g_error ("%s is no action", names[i]);
      g_assert_nonnull (keys[0]);
      for (int k = 0; keys[k] != NULL; k++)
        {
          const char *other = g_hash_table_lookup (owners, keys[k]);

          if (other != NULL)
            g_error ("%s means %s and %s", keys[k], names[i], other);
          g_hash_table_insert (owners, g_strdup (keys[k]), names[i]);
        }
    }
}

/* "KEY+MODIFIERS", as numbers: the same key may be written in many ways. */
static char *
dup_key (const char *accelerator)
{
  GdkModifierType modifiers;
  guint key;

  if (!gtk_accelerator_parse (accelerator, &key, &modifiers))
    g_error ("%s is no key", accelerator);
  return g_strdup_printf ("%u+%u", key, (guint) modifiers);
}

/* The keys of the help overlay, a set. */
static GHashTable *
read_help (void)
{
  static const char begin[] = "<property name=\"accelerator\">";
  g_autoptr (GBytes) bytes = g_resources_lookup_data (
      "/io/github/ondelette/Ondelette/gtk/help-overlay.ui", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = NULL;

  g_assert_nonnull (bytes);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  for (const char *at = strstr (text, begin); at != NULL; at = strstr (at + 1, begin))
    {
      const char *from = at + strlen (begin);
      g_autofree char *line = g_strndup (from, (gsize) (strstr (from, "</property>") - from));
      g_autoptr (GString) plain = g_string_new (line);
      g_auto (GStrv) words = NULL;

      g_string_replace (plain, "&lt;", "<", 0);
      g_string_replace (plain, "&gt;", ">", 0);
      words = g_strsplit (plain->str, " ", -1);
      for (int i = 0; words[i] != NULL; i++)
        g_hash_table_add (keys, dup_key (words[i]));
    }
  return keys;
}

/* Of each action one key, at least, is in the help overlay. */
static void
test_help_lists_keys (G_GNUC_UNUSED Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_auto (GStrv) names = gtk_application_list_action_descriptions (application);
  g_autoptr (GHashTable) help = read_help ();

  for (int i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, names[i]);
      gboolean listed = FALSE;

      for (int k = 0; keys[k] != NULL; k++)
        {
          g_autofree char *key = dup_key (keys[k]);

          listed = listed || g_hash_table_contains (help, key);
        }
      if (!listed)
        g_error ("the help does not know the key of %s", names[i]);
    }
}

/* TRUE when the window took what was dropped. */
static gboolean
drop (Fixture *self, const char *path)
{
  GtkDropTarget *target = ui_controller (GTK_WIDGET (self->window), GTK_TYPE_DROP_TARGET);
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;
  GdkFileList *list = gdk_file_list_new_from_array (&file, file != NULL ? 1 : 0);
  GValue value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_assert_nonnull (target);
  g_assert_true (
      gdk_content_formats_contain_gtype (gtk_drop_target_get_formats (target), GDK_TYPE_FILE_LIST));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, list);
  g_signal_emit_by_name (target, "drop", &value, 10., 10., &taken);
  g_value_unset (&value);
  return taken;
}

static void
test_drop (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *path = shared_file (CUBE), *nothing = in_folder (self, "nothing.fits");
  OndVolume *volume;
  g_autofree char *message = NULL;

  if (path == NULL)
    return;
  g_assert_false (drop (self, NULL));
  g_assert_true (drop (self, path));
  UI_WAIT (!ond_window_is_busy (self->window));
  volume = ond_session_get_volume (self->session);
  g_assert_nonnull (volume);

  /* What cannot be opened is said, and takes nothing away. */
  g_assert_true (drop (self, nothing));
  UI_WAIT (!ond_window_is_busy (self->window));
  g_object_get (self->session, "message", &message, NULL);
  g_assert_nonnull (strstr (message, "nothing.fits"));
  g_assert_true (ond_session_get_volume (self->session) == volume);
}

/* A wavelet that reaches beyond both faces from everywhere is said to. */
static void
test_large_wavelet (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndWavelet wavelet = ond_wavelet_default ();
  g_autofree char *warning = NULL;
  GtkWidget *panel = get_child (self, "parameter_panel"), *found = NULL;
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();

  if (!open_shared (self, CUBE))
    return;
  wavelet.xi = 40;
  wavelet.scale = 10;
  warning = ond_wavelet_warning (&wavelet,
                                 ond_volume_get_geometry (ond_session_get_volume (self->session)));
  g_assert_nonnull (strstr (warning, "larger than the volume"));
  ond_session_set_wavelet (self->session, &wavelet);
  for (GtkWidget *child = gtk_widget_get_first_child (panel); child;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child) && g_str_equal (gtk_label_get_text (GTK_LABEL (child)), warning))
      found = child;
  g_assert_nonnull (found);
  g_assert_true (gtk_widget_get_mapped (found));
  g_object_set (self->session, "xi", 2.0, "scale", 1.5, NULL);
  g_assert_false (gtk_widget_get_visible (found));
}

int
main (int argc, char **argv)
{
  int status;

  ui_init (&argc, &argv);
  application = gtk_application_new ("io.github.ondelette.Ondelette", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  ond_accelerators_install (application);
#define ADD(path, function)                                                                        \
  g_test_add ("/accelerators/" path, Fixture, NULL, set_up_application, function, tear_down)
  ADD ("keys-lead-to-actions-that-exist", test_keys_lead_somewhere);
  ADD ("the-help-lists-every-key", test_help_lists_keys);
  ADD ("files-may-be-dropped", test_drop);
  ADD ("a-wavelet-larger-than-the-volume-is-said", test_large_wavelet);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
