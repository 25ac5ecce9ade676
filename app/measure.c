/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An input is a value of theta, which no other input of the drag has, so that what a frame shows
 * tells when it was asked for. */
#include "measure.h"

#include "core/error.h"

#include <math.h>
#include <stdio.h>

#define INTERVAL 50  /* milliseconds between looks while it is waited */
#define DEGREES 170. /* over which theta goes */

typedef struct
{
  double theta; /* degrees */
  gint64 time;
} Input;

/* One drag. */
typedef struct
{
  const char *name;
  gint64 start;
  GArray *inputs;    /* Input */
  GArray *latencies; /* double, milliseconds, of each frame with a new picture */
  GArray *counts;    /* guint, such frames in each second */
  gint64 longest;    /* microseconds */
} Drag;

typedef struct
{
  OndWindow *window;
  OndSession *session;
  int seconds;
  OndMeasureFunc done;
  gpointer data;

  Drag drags[2]; /* alone, with a sweep */
  Drag *drag;    /* that goes on, or NULL */
  int next;
  guint tick;
  gulong painted;
  guint64 serial; /* of the picture that was painted last */
  GSource *watch;
  gint64 woken; /* when the main loop began to dispatch; 0: not yet */
} Measure;

/* ---- The main loop ---- */

typedef struct
{
  GSource source;
  Measure *measure;
} Watch;

/* Before it waits again: what was dispatched since it woke is done. */
static gboolean
watch_prepare (GSource *source, int *timeout)
{
  Measure *self = ((Watch *) source)->measure;

  if (self->drag != NULL && self->woken != 0)
    self->drag->longest = MAX (self->drag->longest, g_get_monotonic_time () - self->woken);
  self->woken = 0;
  *timeout = -1;
  return FALSE;
}

static gboolean
watch_check (GSource *source)
{
  ((Watch *) source)->measure->woken = g_get_monotonic_time ();
  return FALSE;
}

static gboolean
watch_dispatch (G_GNUC_UNUSED GSource *source, G_GNUC_UNUSED GSourceFunc callback,
                G_GNUC_UNUSED gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Before all other sources: the rest are not asked when one of a higher priority is ready. */
static void
watch_main_loop (Measure *self)
{
  static GSourceFuncs functions = { .prepare = watch_prepare,
                                    .check = watch_check,
                                    .dispatch = watch_dispatch };

  self->watch = g_source_new (&functions, sizeof (Watch));
  ((Watch *) self->watch)->measure = self;
  g_source_set_priority (self->watch, G_MININT);
  g_source_attach (self->watch, NULL);
}

/* ---- Results ---- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  guint one = *(const guint *) a, other = *(const guint *) b;

  return (one > other) - (one < other);
}

/* Of a sorted array that is not empty. */
static double
quantile (const GArray *sorted, double part)
{
  return g_array_index (sorted, double, (guint) floor (part * (sorted->len - 1) + 0.5));
}

/* The median of the seconds' counts, the lower one of two. */
static guint
median_count (GArray *counts)
{
  g_array_sort (counts, compare_counts);
  return counts->len > 0 ? g_array_index (counts, guint, (counts->len - 1) / 2) : 0;
}

static gboolean
print_drag (Drag *drag, GError **error)
{
  guint updates = median_count (drag->counts);
  double longest = (double) drag->longest / 1000;

  if (drag->latencies->len == 0)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "No picture followed the slider (%s)",
                   drag->name);
      return FALSE;
    }
  g_array_sort (drag->latencies, compare_doubles);
  printf ("%s.updates-per-second %u\n", drag->name, updates);
  printf ("%s.latency-median %.1f\n", drag->name, quantile (drag->latencies, 0.5));
  printf ("%s.latency-p95 %.1f\n", drag->name, quantile (drag->latencies, 0.95));
  printf ("%s.latency-max %.1f\n", drag->name, quantile (drag->latencies, 1));
  printf ("%s.longest-iteration %.1f\n", drag->name, longest);
  printf ("%s: %u pictures a second, 95 in 100 within %.0f ms, the main loop busy for at most "
          "%.0f ms\n",
          drag->name, updates, quantile (drag->latencies, 0.95), longest);
  return TRUE;
}

static void
finish (Measure *self, const GError *error)
{
  self->done (error, self->data);
  g_source_destroy (self->watch);
  g_source_unref (self->watch);
  for (guint i = 0; i < G_N_ELEMENTS (self->drags); i++)
    {
      g_array_unref (self->drags[i].inputs);
      g_array_unref (self->drags[i].latencies);
      g_array_unref (self->drags[i].counts);
    }
  g_object_unref (self->window);
  g_free (self);
}

/* ---- Dragging ---- */

static gboolean look (gpointer data);

/* The frame is on its way to the screen. */
static void
painted (G_GNUC_UNUSED GdkFrameClock *clock, Measure *self)
{
  guint64 serial = ond_session_get_serial (self->session, OND_SHOW_RESPONSE, OND_Z);
  gint64 now = g_get_monotonic_time ();
  guint second = (guint) ((now - self->drag->start) / G_USEC_PER_SEC);
  OndShown shown;
  double theta;

  if (serial == self->serial || !ond_session_get_shown (self->session, &shown))
    return;
  self->serial = serial;
  theta = ond_wavelet_get (&shown.wavelet, OND_PARAMETER_THETA);
  for (guint i = self->drag->inputs->len; i-- > 0;)
    {
      const Input *input = &g_array_index (self->drag->inputs, Input, i);
      double milliseconds = (double) (now - input->time) / 1000;

      if (fabs (input->theta - theta) > 1e-9)
        continue;
      g_array_append_val (self->drag->latencies, milliseconds);
      if (second < self->drag->counts->len)
        g_array_index (self->drag->counts, guint, second)++;
      return;
    }
}

static void
end_drag (Measure *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));

  g_signal_handler_disconnect (clock, self->painted);
  self->drag = NULL;
  self->next++;
  ond_sweep_panel_cancel (ond_window_get_sweep_panel (self->window));
  g_timeout_add (INTERVAL, look, self);
}

static gboolean
move_on (G_GNUC_UNUSED GtkWidget *widget, G_GNUC_UNUSED GdkFrameClock *clock, gpointer data)
{
  Measure *self = data;
  gint64 now = g_get_monotonic_time (), length = self->seconds * G_USEC_PER_SEC;
  double part = (double) (now - self->drag->start) / (double) length;
  Input input = { DEGREES * part, now };

  if (part >= 1)
    {
      end_drag (self);
      return G_SOURCE_REMOVE;
    }
  g_array_append_val (self->drag->inputs, input);
  g_object_set (self->session, "theta", input.theta, NULL);
  return G_SOURCE_CONTINUE;
}

static void
begin_drag (Measure *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->window));

  self->drag = &self->drags[self->next];
  self->drag->start = g_get_monotonic_time ();
  self->serial = ond_session_get_serial (self->session, OND_SHOW_RESPONSE, OND_Z);
  self->painted = g_signal_connect_after (clock, "after-paint", G_CALLBACK (painted), self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->window), move_on, self, NULL);
}

/* ---- Waiting ---- */

/* TRUE once the sweep of the second drag runs. */
static gboolean
sweep_runs (Measure *self, GError **error)
{
  static const char *const ranges[OND_N_PARAMETERS] = { "0:180:180", "0:180:180", "2,5,10",
                                                        "1.5,3" };
  OndSweepPanel *panel = ond_window_get_sweep_panel (self->window);
  OndSweepJob *job = ond_sweep_panel_get_job (panel);

  if (job != NULL)
    return ond_sweep_job_get_n_done (job) > 0;
  if (ond_sweep_panel_get_refusal (panel) != NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "The sweep cannot start: %s",
                   ond_sweep_panel_get_refusal (panel));
      return FALSE;
    }
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (!g_str_equal (ond_sweep_panel_get_range (panel, p), ranges[p]))
      ond_sweep_panel_set_range (panel, p, ranges[p]);
  ond_sweep_panel_start (panel);
  return FALSE;
}

static gboolean
look (gpointer data)
{
  Measure *self = data;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  OndShown shown;

  g_object_get (self->session, "message", &message, NULL);
  if (message != NULL)
    error = g_error_new_literal (OND_ERROR, OND_ERROR_FILE, message);
  else if (ond_window_is_busy (self->window) || !ond_session_get_shown (self->session, &shown)
           || (self->next == 1 && !sweep_runs (self, &error) && error == NULL))
    return G_SOURCE_CONTINUE;
  else if (error == NULL && self->next < (int) G_N_ELEMENTS (self->drags))
    {
      begin_drag (self);
      return G_SOURCE_REMOVE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->drags) && error == NULL; i++)
    print_drag (&self->drags[i], &error);
  finish (self, error);
  return G_SOURCE_REMOVE;
}

void
ond_measure_run (OndWindow *window, int seconds, OndMeasureFunc done, gpointer data)
{
  static const char *const names[] = { "drag", "drag-with-sweep" };
  Measure *self = g_new0 (Measure, 1);

  self->window = g_object_ref (window);
  self->session = ond_window_get_session (window);
  self->seconds = seconds;
  self->done = done;
  self->data = data;
  for (guint i = 0; i < G_N_ELEMENTS (self->drags); i++)
    {
      self->drags[i].name = names[i];
      self->drags[i].inputs = g_array_new (FALSE, FALSE, sizeof (Input));
      self->drags[i].latencies = g_array_new (FALSE, FALSE, sizeof (double));
      self->drags[i].counts = g_array_new (FALSE, TRUE, sizeof (guint));
      g_array_set_size (self->drags[i].counts, (guint) seconds);
    }
  watch_main_loop (self);
  g_timeout_add (INTERVAL, look, self);
}
