/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-measure.h"

/* Samples that a turn of the main loop copies: a millisecond or so. */
#define SAMPLES_A_TURN (1 << 20)

/* So few are measured at once. */
#define FEW 16384

/* What is measured: copies, so that the slices may change meanwhile. */
typedef struct
{
  OndRegion region;
  int selected;                /* which one it is */
  float *samples[OND_N_SHOWS]; /* NULL: there is no such slice */
  gsize n[OND_N_SHOWS];
  OndRegionStatistics statistics[OND_N_SHOWS];
} Job;

struct _OndRegionMeasure
{
  GObject parent;
  OndSession *session;
  guint source; /* gathers, 0: nothing to gather */
  Job *job;     /* being gathered */
  int show, row, end;
  gboolean running; /* on a thread */
  gboolean wanted;  /* again, once that is done */
  int selected;     /* that the results are of */
  gboolean known[OND_N_SHOWS];
  OndRegionStatistics statistics[OND_N_SHOWS];
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndRegionMeasure, ond_region_measure, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  Job *job = data;

  if (job == NULL)
    return;
  for (int show = 0; show < OND_N_SHOWS; show++)
    g_free (job->samples[show]);
  g_free (job);
}

static OndRegions *
get_regions (OndRegionMeasure *self)
{
  return ond_session_get_regions (self->session);
}

static void
measure (Job *job)
{
  for (int show = 0; show < OND_N_SHOWS; show++)
    if (job->samples[show] != NULL)
      ond_region_statistics_of (job->samples[show], job->n[show], &job->statistics[show]);
}

static void
publish (OndRegionMeasure *self, const Job *job)
{
  self->selected = job->selected;
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      self->known[show] = job->samples[show] != NULL;
      self->statistics[show] = job->statistics[show];
    }
  g_signal_emit (self, changed_signal, 0);
}

static void
forget (OndRegionMeasure *self)
{
  gboolean known = FALSE;

  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      known = known || self->known[show];
      self->known[show] = FALSE;
    }
  if (known)
    g_signal_emit (self, changed_signal, 0);
}

static void
measure_in_thread (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data,
                   G_GNUC_UNUSED GCancellable *cancellable)
{
  measure (data);
  g_task_return_boolean (task, TRUE);
}

static void start (OndRegionMeasure *self);

/* What came meanwhile is measured next; a region that was let go of is not published. */
static void
measured (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndRegionMeasure) self = data;
  const Job *job = g_task_get_task_data (G_TASK (result));

  self->running = FALSE;
  if (self->session == NULL)
    return;
  if (ond_regions_get_selected (get_regions (self)) == job->selected)
    publish (self, job);
  if (self->wanted)
    start (self);
}

static void
finish_job (OndRegionMeasure *self)
{
  Job *job = g_steal_pointer (&self->job);
  gsize n = 0;

  for (int show = 0; show < OND_N_SHOWS; show++)
    n += job->n[show];
  if (n <= FEW)
    {
      measure (job);
      publish (self, job);
      job_free (job);
    }
  else
    {
      /* The task itself may go last on its thread: what it held would be let go of there. */
      g_autoptr (GTask) task = g_task_new (NULL, NULL, measured, g_object_ref (self));

      self->running = TRUE;
      g_task_set_task_data (task, job, job_free);
      g_task_run_in_thread (task, measure_in_thread);
    }
}

/* Room for a slice's samples; without it, the slice counts as not there and the message says so. */
static void
begin_slice (OndRegionMeasure *self)
{
  Job *job = self->job;
  int width, height;
  gsize n;

  self->row = self->end = 0;
  if (ond_session_get_slice (self->session, self->show, job->region.normal, &width, &height)
      == NULL)
    return;
  n = ond_region_count (&job->region, width, height);
  job->samples[self->show] = g_try_malloc_n (MAX (n, 1), sizeof (float));
  if (job->samples[self->show] == NULL)
    {
      g_object_set (self->session, "message", "There is no memory for the samples of the region",
                    NULL);
      return;
    }
  self->end = ond_region_get_rows (&job->region, height, &self->row) + self->row;
}

/* As many rows as a turn may take; TRUE when there are more. */
static gboolean
gather_some (OndRegionMeasure *self)
{
  Job *job = self->job;
  int width, height, n_rows;
  const float *slice =
      ond_session_get_slice (self->session, self->show, job->region.normal, &width, &height);

  if (self->row >= self->end)
    return FALSE;
  n_rows = MIN (MAX (SAMPLES_A_TURN / width, 1), self->end - self->row);
  job->n[self->show] += ond_region_gather (&job->region, slice, width, self->row, n_rows,
                                           job->samples[self->show] + job->n[self->show]);
  self->row += n_rows;
  return self->row < self->end;
}

static gboolean
gather (gpointer data)
{
  OndRegionMeasure *self = data;

  if (gather_some (self))
    return G_SOURCE_CONTINUE;
  if (++self->show < OND_N_SHOWS)
    {
      begin_slice (self);
      return G_SOURCE_CONTINUE;
    }
  self->source = 0;
  finish_job (self);
  return G_SOURCE_REMOVE;
}

/* What is being gathered is out of date: slices must be of one moment. */
static void
start (OndRegionMeasure *self)
{
  const OndRegion *region = ond_regions_get_current (get_regions (self));

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->job, job_free);
  self->wanted = region != NULL && self->running;
  if (region == NULL || self->selected != ond_regions_get_selected (get_regions (self)))
    forget (self);
  if (region == NULL || self->running)
    return;
  self->job = g_new0 (Job, 1);
  self->job->region = *region;
  self->job->selected = ond_regions_get_selected (get_regions (self));
  self->show = 0;
  begin_slice (self);
  self->source = g_idle_add (gather, self);
}

static void
ond_region_measure_dispose (GObject *object)
{
  OndRegionMeasure *self = OND_REGION_MEASURE (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->job, job_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_region_measure_parent_class)->dispose (object);
}

static void
ond_region_measure_class_init (OndRegionMeasureClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_region_measure_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_region_measure_init (OndRegionMeasure *self)
{
  self->selected = -1;
}

OndRegionMeasure *
ond_region_measure_new (OndSession *session)
{
  OndRegionMeasure *self = g_object_new (OND_TYPE_REGION_MEASURE, NULL);
  OndRegions *regions = ond_session_get_regions (session);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "pixels-changed", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "changed", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "notify::selected", G_CALLBACK (start), self,
                           G_CONNECT_SWAPPED);
  start (self);
  return self;
}

const OndRegionStatistics *
ond_region_measure_get (OndRegionMeasure *self, OndShow show)
{
  g_return_val_if_fail (OND_IS_REGION_MEASURE (self) && show < OND_N_SHOWS, NULL);
  return self->known[show] ? &self->statistics[show] : NULL;
}

gboolean
ond_region_measure_is_busy (OndRegionMeasure *self)
{
  g_return_val_if_fail (OND_IS_REGION_MEASURE (self), FALSE);
  return self->running || self->source != 0;
}
