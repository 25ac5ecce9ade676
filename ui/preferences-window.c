/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preferences-window.h"

#include <adwaita.h>

/* A row of the window: a choice, or a number. */
typedef struct
{
  OndPreference preference;
  const char *title, *subtitle;
  int step; /* of a number */
} Row;

static const Row places[] = {
  { OND_PREFERENCE_FIRST_VOXEL, "First voxel", "1 as in FITS and DS9, 0 as in NumPy", 1 },
  { OND_PREFERENCE_COORDINATES, "Sky coordinates", "Right ascension and declination", 0 },
};

static const Row colours[] = {
  { OND_PREFERENCE_IMAGE_MAP, "Image", NULL, 0 },
  { OND_PREFERENCE_RESPONSE_MAP, "Response", NULL, 0 },
  { OND_PREFERENCE_MAPS_MAP, "Maps of sweeps", NULL, 0 },
};

static const Row computing[] = {
  { OND_PREFERENCE_BOUNDARY, "Boundary", "What lies beyond the faces, in new windows", 0 },
  { OND_PREFERENCE_THREADS, "Threads", "0: one a processor. From the next start on", 1 },
  { OND_PREFERENCE_MEMORY, "Memory in MiB",
    "0: four fifths of what is free. From the next start on", 1024 },
};

#define PREFERENCE "ond-preference" /* of a control: OndPreference + 1 */

static OndPreference
get_preference (gpointer control)
{
  return (OndPreference) (GPOINTER_TO_INT (g_object_get_data (control, PREFERENCE)) - 1);
}

static void
choice_made (AdwComboRow *row, G_GNUC_UNUSED GParamSpec *pspec, OndPreferences *preferences)
{
  guint selected = adw_combo_row_get_selected (row);

  if (selected != GTK_INVALID_LIST_POSITION)
    ond_preferences_set (preferences, get_preference (row), (int) selected);
}

static void
number_typed (GtkSpinButton *spin, OndPreferences *preferences)
{
  ond_preferences_set (preferences, get_preference (spin), gtk_spin_button_get_value_as_int (spin));
}

static GtkWidget *
make_choice (OndPreferences *preferences, const Row *row)
{
  const OndChoice *choices = ond_preferences_get_choices (row->preference);
  GtkStringList *titles = gtk_string_list_new (NULL);
  GtkWidget *widget = adw_combo_row_new ();

  for (int i = 0; choices[i].name != NULL; i++)
    gtk_string_list_append (titles, choices[i].title);
  adw_combo_row_set_model (ADW_COMBO_ROW (widget), G_LIST_MODEL (titles));
  g_object_unref (titles);
  adw_combo_row_set_selected (ADW_COMBO_ROW (widget),
                              (guint) ond_preferences_get (preferences, row->preference));
  g_object_set_data (G_OBJECT (widget), PREFERENCE, GINT_TO_POINTER (row->preference + 1));
  g_signal_connect_object (widget, "notify::selected", G_CALLBACK (choice_made), preferences, 0);
  return widget;
}

static GtkWidget *
make_number (OndPreferences *preferences, const Row *row)
{
  GtkWidget *widget = adw_action_row_new (), *spin;
  int lower, upper;

  ond_preferences_get_range (row->preference, &lower, &upper);
  spin = gtk_spin_button_new_with_range (lower, upper, row->step);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin),
                             ond_preferences_get (preferences, row->preference));
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, row->title,
                                  -1);
  g_object_set_data (G_OBJECT (spin), PREFERENCE, GINT_TO_POINTER (row->preference + 1));
  g_signal_connect_object (spin, "value-changed", G_CALLBACK (number_typed), preferences, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (widget), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (widget), spin);
  return widget;
}

static void
add_group (AdwPreferencesPage *page, OndPreferences *preferences, const char *title,
           const char *description, const Row *rows, gsize n)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  for (gsize i = 0; i < n; i++)
    {
      gboolean choice = ond_preferences_get_choices (rows[i].preference) != NULL;
      GtkWidget *row =
          choice ? make_choice (preferences, &rows[i]) : make_number (preferences, &rows[i]);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), rows[i].title);
      if (rows[i].subtitle != NULL)
        adw_action_row_set_subtitle (ADW_ACTION_ROW (row), rows[i].subtitle);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
}

GtkWidget *
ond_preferences_window_show (OndPreferences *preferences, GtkWindow *parent)
{
  GtkWidget *window = adw_preferences_window_new (), *page = adw_preferences_page_new ();
  const char *kept = ond_preferences_is_kept (preferences)
                         ? NULL
                         : "Not kept: the program's settings are not installed here";

  add_group (ADW_PREFERENCES_PAGE (page), preferences, "Places", kept, places,
             G_N_ELEMENTS (places));
  add_group (ADW_PREFERENCES_PAGE (page), preferences, "Colour Maps", "Of new windows", colours,
             G_N_ELEMENTS (colours));
  add_group (ADW_PREFERENCES_PAGE (page), preferences, "Computing", NULL, computing,
             G_N_ELEMENTS (computing));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  gtk_window_set_title (GTK_WINDOW (window), "Preferences");
  gtk_window_set_default_size (GTK_WINDOW (window), 520, 720);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), parent != NULL);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}
