/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "projection-source.h"

#include "../core/error.h"

/* Parameters are at rest when they have not moved for so long: longer than from one step of a
 * dragged slider to the next. */
#define REST_MS 150

/* Everything a reduced volume follows from. */
typedef struct
{
  OndVolume *volume; /* a reference */
  OndShow show;
  OndPolarity polarity;
  OndMethod method; /* these two of a response */
  OndWavelet wavelet;
  OndProjectionRoom room;
} Input;

typedef struct
{
  OndProjectionVolume *volume; /* NULL: failed, or none yet */
  Input input;                 /* what it was made of; its volume NULL when there is none */
  char *message;
} Layer;

struct _OndProjectionSource
{
  GObject parent;
  OndSession *session; /* NULL once stopped */
  OndProjectionRoom room;
  gboolean active;
  Layer layers[OND_N_SHOWS];
  guint timer;               /* until the parameters are at rest */
  gboolean rests;            /* they are */
  GCancellable *cancellable; /* of what runs, or NULL */
  Input running;
  guint n_made;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndProjectionSource, ond_projection_source, G_TYPE_OBJECT)

static void
input_clear (Input *self)
{
  g_clear_pointer (&self->volume, ond_volume_unref);
}

static Input
input_copy (const Input *self)
{
  Input copy = *self;

  ond_volume_ref (copy.volume);
  return copy;
}

static gboolean
wavelet_equal (const OndWavelet *a, const OndWavelet *b)
{
  return a->theta == b->theta && a->phi == b->phi && a->xi == b->xi && a->scale == b->scale
         && a->norm == b->norm;
}

static gboolean
input_equal (const Input *a, const Input *b)
{
  return a->volume == b->volume && a->show == b->show && a->polarity == b->polarity
         && a->room.voxels == b->room.voxels && a->room.edge == b->room.edge
         && (a->show == OND_SHOW_IMAGE
             || (ond_method_equal (&a->method, &b->method)
                 && wavelet_equal (&a->wavelet, &b->wavelet)));
}

/* What the session shows now; its volume is borrowed, and NULL when there is nothing to project. */
static Input
get_wanted (OndProjectionSource *self)
{
  OndVolume *volume = self->session != NULL ? ond_session_get_volume (self->session) : NULL;
  Input wanted = { .room = self->room };

  if (volume == NULL || ond_geometry_rank (ond_volume_get_geometry (volume)) == 2)
    return wanted;
  wanted.volume = volume;
  wanted.show = ond_session_get_show (self->session);
  wanted.polarity = ond_session_get_colors (self->session, wanted.show)->polarity;
  wanted.method = ond_session_get_method (self->session);
  wanted.wavelet = ond_session_get_wavelet (self->session);
  return wanted;
}

/* ---- In a thread ---- */

typedef struct
{
  OndEngine *engine;
  Input input;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ond_engine_unref (job->engine);
  input_clear (&job->input);
  g_free (job);
}

/* The response takes as much as the volume beside what its transform does: asked before, as
 * running out of memory would end other work, too. */
static gboolean
check_memory (const Job *job, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (job->input.volume);
  guint64 bytes, left = ond_engine_get_memory (job->engine);

  if (!ond_engine_estimate (job->engine, geometry, &job->input.method, &job->input.wavelet, 1,
                            OND_PASS_VOLUME, &bytes, error))
    return FALSE;
  bytes += ond_volume_get_n_voxels (job->input.volume) * sizeof (float)
           + ond_projection_bytes (geometry, &job->input.room);
  if (bytes <= left)
    return TRUE;
  g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
               "The whole response takes %.3g GB of memory, and %.3g GB may be used: the slices "
               "alone are shown",
               (double) bytes / 1e9, (double) left / 1e9);
  return FALSE;
}

static OndProjectionVolume *
make_of_response (const Job *job, GCancellable *cancellable, GError **error)
{
  const Input *input = &job->input;
  const OndGeometry *geometry = ond_volume_get_geometry (input->volume);
  OndProjectionVolume *made = NULL;
  g_autoptr (OndTransform) transform = NULL;
  float *samples;

  if (!check_memory (job, error))
    return NULL;
  transform = ond_engine_get_transform (job->engine, input->volume, &input->method, &input->wavelet,
                                        1, OND_LANE_INTERACTIVE, cancellable, error);
  samples = transform != NULL ? ond_volume_alloc (geometry, error) : NULL;
  if (samples == NULL)
    return NULL;
  if (ond_transform_volume (transform, &input->wavelet, samples, NULL, OND_LANE_INTERACTIVE,
                            cancellable, error))
    made = ond_projection_volume_new (geometry, samples, input->polarity, &input->room, cancellable,
                                      error);
  ond_volume_free_samples (samples);
  return made;
}

static void
work (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  const Input *input = &job->input;
  GError *error = NULL;
  OndProjectionVolume *made =
      input->show == OND_SHOW_RESPONSE
          ? make_of_response (job, cancellable, &error)
          : ond_projection_volume_new (ond_volume_get_geometry (input->volume),
                                       ond_volume_get_samples (input->volume), input->polarity,
                                       &input->room, cancellable, &error);

  if (made != NULL)
    g_task_return_pointer (task, made, (GDestroyNotify) ond_projection_volume_unref);
  else
    g_task_return_error (task, error);
}

/* ---- In the main thread ---- */

static void look (OndProjectionSource *self);

static void
emit_changed (OndProjectionSource *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
cancel (OndProjectionSource *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  input_clear (&self->running);
}

static void
layer_clear (Layer *layer)
{
  g_clear_pointer (&layer->volume, ond_projection_volume_unref);
  g_clear_pointer (&layer->message, g_free);
  input_clear (&layer->input);
}

/* A failure is kept, too, so that it is not tried again and again. */
static void
made (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndProjectionSource) self = data;
  const Job *job = g_task_get_task_data (G_TASK (result));
  Layer *layer = &self->layers[job->input.show];
  g_autoptr (GError) error = NULL;
  OndProjectionVolume *volume = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    {
      g_clear_pointer (&volume, ond_projection_volume_unref);
      return; /* what is wanted now is on its way or comes later */
    }
  g_clear_object (&self->cancellable);
  input_clear (&self->running);
  layer_clear (layer);
  layer->input = input_copy (&job->input);
  layer->volume = volume;
  layer->message = error != NULL ? g_strdup (error->message) : NULL;
  self->n_made += volume != NULL;
  emit_changed (self);
  look (self);
}

static void
start (OndProjectionSource *self, const Input *wanted)
{
  Job *job = g_new0 (Job, 1);
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  self->running = input_copy (wanted);
  job->engine = ond_engine_ref (ond_session_get_engine (self->session));
  job->input = input_copy (wanted);
  /* Not the task's own source: its last reference may be dropped by the thread. */
  task = g_task_new (NULL, self->cancellable, made, g_object_ref (self));
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, work);
}

/* Starts what is wanted and not there, once its time has come. */
static void
look (OndProjectionSource *self)
{
  const Input wanted = get_wanted (self);

  if (self->cancellable != NULL
      && (wanted.volume == NULL || !input_equal (&wanted, &self->running)))
    cancel (self);
  if (!self->active || self->cancellable != NULL || wanted.volume == NULL || wanted.room.edge == 0
      || ond_projection_source_is_current (self))
    return;
  if (wanted.show == OND_SHOW_RESPONSE && (!self->rests || ond_session_get_busy (self->session)))
    return;
  start (self, &wanted);
}

static gboolean
at_rest (gpointer data)
{
  OndProjectionSource *self = data;

  self->timer = 0;
  self->rests = TRUE;
  look (self);
  return G_SOURCE_REMOVE;
}

static void
parameters_moved (OndProjectionSource *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  self->rests = FALSE;
  self->timer = g_timeout_add (REST_MS, at_rest, self);
  look (self);
  emit_changed (self);
}

/* Volumes of another file would keep it in memory. */
static void
volume_changed (OndProjectionSource *self)
{
  cancel (self);
  for (int show = 0; show < OND_N_SHOWS; show++)
    layer_clear (&self->layers[show]);
  look (self);
  emit_changed (self);
}

static void
display_changed (OndProjectionSource *self)
{
  look (self);
  emit_changed (self);
}

static void
ond_projection_source_finalize (GObject *object)
{
  ond_projection_source_stop (OND_PROJECTION_SOURCE (object));
  G_OBJECT_CLASS (ond_projection_source_parent_class)->finalize (object);
}

static void
ond_projection_source_class_init (OndProjectionSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ond_projection_source_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_projection_source_init (OndProjectionSource *self)
{
  self->rests = TRUE;
}

OndProjectionSource *
ond_projection_source_new (OndSession *session)
{
  static const char *const parameters[] = {
    "notify::theta", "notify::phi", "notify::xi", "notify::scale", "notify::norm",
  };
  OndProjectionSource *self = g_object_new (OND_TYPE_PROJECTION_SOURCE, NULL);

  self->session = g_object_ref (session);
  for (gsize i = 0; i < G_N_ELEMENTS (parameters); i++)
    g_signal_connect_swapped (session, parameters[i], G_CALLBACK (parameters_moved), self);
  ond_session_follow_method (session, G_CALLBACK (parameters_moved), self);
  g_signal_connect_swapped (session, "notify::busy", G_CALLBACK (look), self);
  g_signal_connect_swapped (session, "volume-changed", G_CALLBACK (volume_changed), self);
  g_signal_connect_swapped (session, "display-changed", G_CALLBACK (display_changed), self);
  return self;
}

void
ond_projection_source_stop (OndProjectionSource *self)
{
  g_return_if_fail (OND_IS_PROJECTION_SOURCE (self));
  cancel (self);
  g_clear_handle_id (&self->timer, g_source_remove);
  for (int show = 0; show < OND_N_SHOWS; show++)
    layer_clear (&self->layers[show]);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
}

void
ond_projection_source_set_active (OndProjectionSource *self, gboolean active)
{
  g_return_if_fail (OND_IS_PROJECTION_SOURCE (self));
  if (self->active == active)
    return;
  self->active = active;
  if (!active)
    cancel (self);
  look (self);
}

void
ond_projection_source_set_room (OndProjectionSource *self, const OndProjectionRoom *room)
{
  g_return_if_fail (OND_IS_PROJECTION_SOURCE (self));
  g_return_if_fail (room->edge > 0);
  self->room = *room;
  look (self);
}

OndProjectionVolume *
ond_projection_source_get_volume (OndProjectionSource *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION_SOURCE (self), NULL);
  return self->session != NULL ? self->layers[ond_session_get_show (self->session)].volume : NULL;
}

gboolean
ond_projection_source_is_current (OndProjectionSource *self)
{
  const Input wanted = get_wanted (self);
  const Layer *layer = &self->layers[wanted.show];

  g_return_val_if_fail (OND_IS_PROJECTION_SOURCE (self), FALSE);
  return layer->input.volume != NULL && input_equal (&wanted, &layer->input);
}

const char *
ond_projection_source_get_message (OndProjectionSource *self)
{
  g_return_val_if_fail (OND_IS_PROJECTION_SOURCE (self), NULL);
  return self->session != NULL ? self->layers[ond_session_get_show (self->session)].message : NULL;
}

guint
ond_projection_source_get_n_made (OndProjectionSource *self)
{
  return self->n_made;
}
