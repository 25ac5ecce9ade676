/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map-origin.h"

#include "map-model.h"

struct _OndMapOrigin
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *text, *use, *again;
};

G_DEFINE_FINAL_TYPE (OndMapOrigin, ond_map_origin, GTK_TYPE_BOX)

static void
add_choice (GString *text, const char *what, const OndChoice *choices, int made, int now)
{
  if (made != now)
    g_string_append_printf (text, "%s%s%s", text->len > 0 ? ", " : "", what, choices[made].title);
}

/* "Mirror, Sampled": what of the method differs, as it was; "" for nothing. The norm does not
 * count: maps are shown in any. */
static char *
describe_method (const OndMethod *made, const OndMethod *now)
{
  GString *text = g_string_new (NULL);

  add_choice (text, "", ond_boundaries, (int) made->boundary, (int) now->boundary);
  add_choice (text, "", ond_samplings, (int) made->sampling, (int) now->sampling);
  add_choice (text, "invalid voxels: ", ond_fills, (int) made->fill, (int) now->fill);
  if (made->exclude_border != now->exclude_border)
    g_string_append_printf (text, "%sthe border %s", text->len > 0 ? ", " : "",
                            made->exclude_border ? "left out" : "kept");
  return g_string_free (text, FALSE);
}

/* In what the window can be set to. */
static gboolean
differs (OndSweepJob *job, const OndMethod *now)
{
  const OndMethod *made = job != NULL ? ond_sweep_job_get_method (job) : now;

  return made->boundary != now->boundary || made->sampling != now->sampling
         || made->fill != now->fill || made->exclude_border != now->exclude_border;
}

static void
sync_widgets (OndMapOrigin *self)
{
  OndMapModel *model = ond_session_get_maps (self->session);
  OndSweepJob *job = ond_map_model_get_job (model);
  const char *made_from = ond_map_model_get_made_from (model);
  OndMethod now = ond_session_get_method (self->session);
  gboolean open = ond_session_get_volume (self->session) != NULL;
  g_autofree char *method =
      job != NULL ? describe_method (ond_sweep_job_get_method (job), &now) : g_strdup ("");
  g_autofree char *text = NULL;

  if (made_from != NULL)
    text = open ? g_strdup_printf ("Made from %s, which is not what is open", made_from)
                : g_strdup_printf ("Made from %s", made_from);
  else
    text = *method != '\0' ? g_strdup_printf ("Made with %s", method) : g_strdup ("");
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_widget_set_visible (self->use, made_from == NULL && differs (job, &now));
  gtk_widget_set_visible (self->again, open && *text != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self), *text != '\0');
}

static void
use_clicked (OndMapOrigin *self)
{
  OndSweepJob *job = ond_map_model_get_job (ond_session_get_maps (self->session));
  const OndMethod *made;

  if (job == NULL)
    return;
  made = ond_sweep_job_get_method (job);
  g_object_freeze_notify (G_OBJECT (self->session));
  g_object_set (self->session, "boundary", (int) made->boundary, "sampling", (int) made->sampling,
                "fill", (int) made->fill, "border", (int) made->exclude_border, NULL);
  g_object_thaw_notify (G_OBJECT (self->session));
}

/* Not by an action name on the button: that would also decide when the button is sensitive. */
static void
again_clicked (OndMapOrigin *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.sweep-again", NULL);
}

const char *
ond_map_origin_get_text (OndMapOrigin *self)
{
  return gtk_label_get_text (GTK_LABEL (self->text));
}

static void
ond_map_origin_dispose (GObject *object)
{
  g_clear_object (&OND_MAP_ORIGIN (object)->session);
  G_OBJECT_CLASS (ond_map_origin_parent_class)->dispose (object);
}

static void
ond_map_origin_class_init (OndMapOriginClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_map_origin_dispose;
}

static GtkWidget *
add_button (GtkWidget *box, const char *label, const char *help, GCallback clicked, gpointer self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_tooltip_text (button, help);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
ond_map_origin_init (OndMapOrigin *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  gtk_widget_add_css_class (GTK_WIDGET (self), "map-origin");
  self->text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->text), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (self->text, "caption");
  gtk_box_append (GTK_BOX (self), self->text);
  self->use = add_button (buttons, "Use These", "Compute the response as the maps were made",
                          G_CALLBACK (use_clicked), self);
  self->again = add_button (buttons, "Sweep Again", "The same points with the window's method",
                            G_CALLBACK (again_clicked), self);
  gtk_box_append (GTK_BOX (self), buttons);
}

GtkWidget *
ond_map_origin_new (OndSession *session)
{
  OndMapOrigin *self = g_object_new (OND_TYPE_MAP_ORIGIN, NULL);

  self->session = g_object_ref (session);
  ond_session_follow_method (session, G_CALLBACK (sync_widgets), self);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_maps (session), "job-changed", G_CALLBACK (sync_widgets),
                           self, G_CONNECT_SWAPPED);
  sync_widgets (self);
  return GTK_WIDGET (self);
}
