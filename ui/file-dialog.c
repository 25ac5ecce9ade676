/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file-dialog.h"

typedef struct
{
  OndFileFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Choice;

static void
responded (GtkNativeDialog *dialog, int response, gpointer data)
{
  Choice *choice = data;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    choice->func (file, choice->data);
  if (choice->destroy != NULL)
    choice->destroy (choice->data);
  g_free (choice);
  g_object_unref (dialog);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *const *suffixes)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (int i = 0; suffixes[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, suffixes[i]);
  if (suffixes[0] == NULL)
    gtk_file_filter_add_pattern (filter, "*");
  gtk_file_chooser_add_filter (chooser, filter);
}

/* Takes the dialog. */
static void
show_dialog (GtkFileChooserNative *dialog, OndFileFunc func, gpointer data, GDestroyNotify destroy)
{
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice){ func, data, destroy };
  g_signal_connect (dialog, "response", G_CALLBACK (responded), choice);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
ond_file_dialog_open (GtkWindow *parent, OndFileFunc func, gpointer data, GDestroyNotify destroy)
{
  static const char *const volumes[] = { "fits", "fit", "fts", "fz", "gz", NULL };
  static const char *const sessions[] = { "ondelette-session", "json", NULL };
  static const char *const both[] = { "fits", "fit", "fts", "fz", "gz", "ondelette-session", NULL };
  static const char *const all[] = { NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      "Open", parent, GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");

  add_filter (GTK_FILE_CHOOSER (dialog), "FITS Files and Sessions", both);
  add_filter (GTK_FILE_CHOOSER (dialog), "FITS Files", volumes);
  add_filter (GTK_FILE_CHOOSER (dialog), "Sessions", sessions);
  add_filter (GTK_FILE_CHOOSER (dialog), "All Files", all);
  show_dialog (dialog, func, data, destroy);
}

void
ond_file_dialog_open_regions (GtkWindow *parent, OndFileFunc func, gpointer data,
                              GDestroyNotify destroy)
{
  static const char *const regions[] = { "reg", NULL };
  static const char *const all[] = { NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      "Open Regions", parent, GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");

  add_filter (GTK_FILE_CHOOSER (dialog), "Region Files", regions);
  add_filter (GTK_FILE_CHOOSER (dialog), "All Files", all);
  show_dialog (dialog, func, data, destroy);
}

void
ond_file_dialog_save (GtkWindow *parent, const char *verb, const char *name, OndFileFunc func,
                      gpointer data, GDestroyNotify destroy)
{
  g_autofree char *button = g_strconcat ("_", verb, NULL);
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (verb, parent, GTK_FILE_CHOOSER_ACTION_SAVE, button, "_Cancel");

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  show_dialog (dialog, func, data, destroy);
}
