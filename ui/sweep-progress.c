/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep-progress.h"

#include "duration.h"

struct _OndSweepProgress
{
  GtkBox parent;
  OndSweepJob *job; /* NULL: none */
  GtkWidget *bar, *status, *buttons, *pause;
};

G_DEFINE_FINAL_TYPE (OndSweepProgress, ond_sweep_progress, GTK_TYPE_BOX)

/* "0.52", "461", "1160": points a second. */
static char *
rate_text (double rate)
{
  return g_strdup_printf (rate >= 100 ? "%.0f" : "%.3g", rate);
}

/* "412 / 36000 · 461/s · 1 min 17 s left". */
static char *
running_text (OndSweepJob *job)
{
  gsize done = ond_sweep_job_get_n_done (job), total = ond_sweep_job_get_n_total (job);
  double left = ond_sweep_job_get_seconds_left (job);
  g_autofree char *time_left = ond_duration_format (left);
  g_autofree char *rate = rate_text (ond_sweep_job_get_rate (job));
  const char *paused = ond_sweep_job_get_paused (job) ? "Paused at " : "";

  if (left < 0)
    return g_strdup_printf ("%s%" G_GSIZE_FORMAT " / %" G_GSIZE_FORMAT, paused, done, total);
  if (*paused != '\0')
    return g_strdup_printf ("%s%" G_GSIZE_FORMAT " / %" G_GSIZE_FORMAT " · %s left", paused, done,
                            total, time_left);
  return g_strdup_printf ("%" G_GSIZE_FORMAT " / %" G_GSIZE_FORMAT " · %s/s · %s left", done, total,
                          rate, time_left);
}

static char *
status_text (OndSweepJob *job)
{
  gsize done = ond_sweep_job_get_n_done (job), total = ond_sweep_job_get_n_total (job);
  double rate = ond_sweep_job_get_rate (job);
  g_autofree char *rate_words = rate_text (rate);

  switch (ond_sweep_job_get_state (job))
    {
    case OND_SWEEP_DONE:
      return rate > 0 ? g_strdup_printf ("%" G_GSIZE_FORMAT " points done · %s/s", done, rate_words)
                      : g_strdup_printf ("%" G_GSIZE_FORMAT " points done", done);
    case OND_SWEEP_CANCELLED:
      return g_strdup_printf ("Cancelled after %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " points",
                              done, total);
    case OND_SWEEP_FAILED:
      return g_strdup (ond_sweep_job_get_message (job));
    default:
      return running_text (job);
    }
}

static void
update (OndSweepProgress *self)
{
  gsize done = ond_sweep_job_get_n_done (self->job), total = ond_sweep_job_get_n_total (self->job);
  g_autofree char *text = status_text (self->job);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar),
                                 total > 0 ? (double) done / (double) total : 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  text, -1);
  gtk_label_set_text (GTK_LABEL (self->status), text);
  gtk_widget_set_visible (self->buttons, ond_sweep_job_get_state (self->job) == OND_SWEEP_RUNNING);
  gtk_button_set_label (GTK_BUTTON (self->pause),
                        ond_sweep_job_get_paused (self->job) ? "_Resume" : "_Pause");
}

static void
drop_job (OndSweepProgress *self)
{
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
}

void
ond_sweep_progress_set_job (OndSweepProgress *self, OndSweepJob *job)
{
  g_return_if_fail (OND_IS_SWEEP_PROGRESS (self));
  drop_job (self);
  gtk_widget_set_visible (GTK_WIDGET (self), job != NULL);
  if (job == NULL)
    return;
  self->job = g_object_ref (job);
  g_signal_connect_swapped (job, "changed", G_CALLBACK (update), self);
  update (self);
}

static void
ond_sweep_progress_dispose (GObject *object)
{
  drop_job (OND_SWEEP_PROGRESS (object));
  G_OBJECT_CLASS (ond_sweep_progress_parent_class)->dispose (object);
}

static void
ond_sweep_progress_class_init (OndSweepProgressClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_sweep_progress_dispose;
}

static GtkWidget *
make_button (OndSweepProgress *self, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (self->buttons), button);
  return button;
}

static void
ond_sweep_progress_init (OndSweepProgress *self)
{
  GtkWidget *cancel;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_set_homogeneous (GTK_BOX (self->buttons), TRUE);
  self->pause =
      make_button (self, "_Pause", "Give the processor back, and go on later", "win.pause-sweep");
  cancel =
      make_button (self, "_Cancel", "Stop, and keep the points that are done", "win.cancel-sweep");
  gtk_widget_add_css_class (cancel, "destructive-action");
  self->bar = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Progress of the sweep", -1);
  self->status = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_label_set_wrap (GTK_LABEL (self->status), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->status), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (self->status, "caption");
  gtk_widget_add_css_class (self->status, "numeric");
  gtk_box_append (GTK_BOX (self), self->buttons);
  gtk_box_append (GTK_BOX (self), self->bar);
  gtk_box_append (GTK_BOX (self), self->status);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ond_sweep_progress_new (void)
{
  return g_object_new (OND_TYPE_SWEEP_PROGRESS, NULL);
}
