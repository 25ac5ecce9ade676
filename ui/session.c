/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the window. Image slices are cut at once in the main thread (they are copies of
 * voxels); response slices come from recompute.c when they are ready, and the old ones stay until
 * then. */
#include "notice.h"
#include "session-private.h"

#include "map-model.h"

#include <math.h>

enum
{
  VOLUME_CHANGED,
  PIXELS_CHANGED,
  DISPLAY_CHANGED,
  RESPONSE_READY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

const OndChoice ond_modes[] = {
  [OND_MODE_IMAGE] = { "image", "Image", NULL },
  [OND_MODE_RESPONSE] = { "response", "Response", NULL },
  [OND_MODE_BOTH] = { "both", "Both", NULL },
  [OND_MODE_BEST] = { "best", "Best", NULL },
  [OND_N_MODES] = { NULL, NULL, NULL },
};

G_DEFINE_FINAL_TYPE (OndSession, ond_session, G_TYPE_OBJECT)

static gsize
slice_size (OndSession *self, int normal)
{
  return ond_geometry_slice_size (ond_volume_get_geometry (self->volume), normal);
}

/* An image has the slice across z alone. */
static gboolean
has_slice (OndSession *self, int normal)
{
  return normal == OND_Z || ond_geometry_rank (ond_volume_get_geometry (self->volume)) == 3;
}

void
ond_session_set_message (OndSession *self, const char *message)
{
  if (g_strcmp0 (self->message, message) == 0)
    return;
  g_free (self->message);
  self->message = g_strdup (message);
  g_object_notify_by_pspec (G_OBJECT (self), ond_session_properties[OND_SESSION_PROP_MESSAGE]);
}

static void
set_busy (OndSession *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), ond_session_properties[OND_SESSION_PROP_BUSY]);
}

/* Takes `samples`, NULL to clear. */
static void
take_slice (OndSession *self, OndShow show, int normal, float *samples)
{
  OndSessionSlice *slice = &self->slices[show][normal];

  g_free (slice->samples);
  slice->samples = samples;
  slice->serial++;
}

static void
cut_image_slice (OndSession *self, int normal)
{
  float *samples = NULL;

  if (self->volume != NULL && has_slice (self, normal))
    {
      samples = g_try_malloc_n (slice_size (self, normal), sizeof (float));
      if (samples != NULL)
        ond_volume_get_slice (self->volume, normal, self->cross_hair[normal], samples);
      else
        ond_session_set_message (self, "There is no memory for a slice of the image");
    }
  take_slice (self, OND_SHOW_IMAGE, normal, samples);
}

/* `first` of this volume. */
static void
tell_response (OndSession *self, gboolean first)
{
  const OndSessionSlice *slices = self->slices[OND_SHOW_RESPONSE];
  const float *const samples[OND_N_AXES] = { slices[OND_X].samples, slices[OND_Y].samples,
                                             slices[OND_Z].samples };

  ond_display_set_response (self->display, samples, first);
}

static void
response_published (OndRecomputeResult *result, gpointer data)
{
  OndSession *self = data;
  const OndWavelet *wavelet = &result->request.wavelet;

  if (result->request.volume != self->volume)
    return;
  g_object_ref (self);
  if (result->error == NULL)
    {
      OndWavelet before = self->shown.wavelet;
      gboolean first = !self->has_response;

      self->shown.wavelet = *wavelet;
      self->shown.method = result->request.method;
      memcpy (self->shown.at, result->request.at, sizeof self->shown.at);
      self->has_response = TRUE;
      self->n_responses++;
      self->milliseconds = result->milliseconds;
      for (int i = 0; i < OND_N_AXES; i++)
        take_slice (self, OND_SHOW_RESPONSE, i, g_steal_pointer (&result->slices[i]));
      if (!first && before.norm != wavelet->norm)
        ond_display_change_norm (self->display, wavelet, before.norm, wavelet->norm);
      tell_response (self, first);
      g_object_notify_by_pspec (G_OBJECT (self),
                                ond_session_properties[OND_SESSION_PROP_MILLISECONDS]);
      g_signal_emit (self, signals[PIXELS_CHANGED], 0);
      if (first || before.norm != wavelet->norm)
        g_signal_emit (self, signals[DISPLAY_CHANGED], 0);
    }
  ond_notice_end (self, "response", result->error != NULL ? result->error->message : NULL);
  if (result->request.revision == self->revision)
    set_busy (self, FALSE);
  if (result->error == NULL)
    g_signal_emit (self, signals[RESPONSE_READY], 0);
  g_object_unref (self);
}

static gboolean
send_request (gpointer data)
{
  OndSession *self = data;
  OndRecomputeRequest request = { .volume = self->volume,
                                  .method = self->method,
                                  .wavelet = ond_session_get_wavelet (self),
                                  .at = { self->cross_hair[OND_X], self->cross_hair[OND_Y],
                                          self->cross_hair[OND_Z] },
                                  .revision = self->revision };

  self->request_source = 0;
  ond_recompute_ask (self->recompute, &request);
  return G_SOURCE_REMOVE;
}

/* One request a turn of the main loop, however much changes in it: the worker is quick enough to
 * start on the first value of many. */
void
ond_session_ask (OndSession *self)
{
  if (self->volume == NULL)
    return;
  self->revision++;
  if (self->request_source == 0)
    self->request_source = g_idle_add_full (G_PRIORITY_DEFAULT, send_request, self, NULL);
  set_busy (self, TRUE);
}

/* Sets the four at once, folded and clamped; TRUE when something changed. Values that are not
 * finite are ignored. */
static gboolean
set_parameters (OndSession *self, const double values[OND_N_PARAMETERS])
{
  double next[OND_N_PARAMETERS];
  gboolean changed = FALSE;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      next[p] = isfinite (values[p]) ? values[p] : self->parameters[p];
      if (!ond_parameters[p].is_angle)
        next[p] = CLAMP (next[p], ond_parameters[p].lower, ond_parameters[p].upper);
    }
  ond_wavelet_fold (&next[OND_PARAMETER_THETA], &next[OND_PARAMETER_PHI]);

  g_object_freeze_notify (G_OBJECT (self));
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (next[p] != self->parameters[p])
      {
        self->parameters[p] = next[p];
        g_object_notify_by_pspec (G_OBJECT (self),
                                  ond_session_properties[OND_SESSION_PROP_THETA + p]);
        changed = TRUE;
      }
  g_object_thaw_notify (G_OBJECT (self));
  return changed;
}

void
ond_session_set_parameter (OndSession *self, OndParameter parameter, double value)
{
  double values[OND_N_PARAMETERS];

  memcpy (values, self->parameters, sizeof values);
  values[parameter] = value;
  if (set_parameters (self, values))
    ond_session_ask (self);
}

static void
ond_session_dispose (GObject *object)
{
  OndSession *self = OND_SESSION (object);

  g_clear_handle_id (&self->request_source, g_source_remove);
  g_clear_pointer (&self->recompute, ond_recompute_free);
  g_clear_pointer (&self->volume, ond_volume_unref);
  g_clear_pointer (&self->engine, ond_engine_unref);
  G_OBJECT_CLASS (ond_session_parent_class)->dispose (object);
}

static void
ond_session_finalize (GObject *object)
{
  OndSession *self = OND_SESSION (object);

  for (int show = 0; show < OND_N_SHOWS; show++)
    for (int i = 0; i < OND_N_AXES; i++)
      g_free (self->slices[show][i].samples);
  g_signal_handlers_disconnect_by_data (self->display, self);
  g_object_unref (self->display);
  g_signal_handlers_disconnect_by_data (self->layers, self);
  g_object_unref (self->layers);
  g_object_unref (self->best);
  g_object_unref (self->zoom);
  g_object_unref (self->projection);
  g_object_unref (self->regions);
  g_object_unref (self->coordinates);
  g_object_unref (self->maps);
  g_free (self->message);
  G_OBJECT_CLASS (ond_session_parent_class)->finalize (object);
}

static void
ond_session_class_init (OndSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ond_session_dispose;
  object_class->finalize = ond_session_finalize;
  ond_session_install_properties (object_class);
  for (int i = 0; i < N_SIGNALS; i++)
    {
      const char *names[] = { "volume-changed", "pixels-changed", "display-changed",
                              "response-ready" };

      signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
    }
}

static void
display_changed (OndSession *self)
{
  g_signal_emit (self, signals[DISPLAY_CHANGED], 0);
}

static void
ond_session_init (OndSession *self)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    self->parameters[p] = ond_parameters[p].initial;
  self->norm = ond_wavelet_default ().norm;
  self->method = ond_method_default ();
  self->zoom = ond_zoom_new ();
  self->projection = ond_projection_new ();
  self->regions = ond_regions_new ();
  self->coordinates = ond_coordinates_new ();
  self->maps = ond_map_model_new (self);
  self->mode = OND_MODE_RESPONSE;
  self->best = ond_best_layer_new ();
  self->display = ond_display_new ();
  g_signal_connect_swapped (self->display, "changed", G_CALLBACK (display_changed), self);
  self->layers = ond_layers_new ();
  g_signal_connect_swapped (self->layers, "changed", G_CALLBACK (display_changed), self);
}

OndSession *
ond_session_new (OndEngine *engine)
{
  OndSession *self;

  g_return_val_if_fail (engine != NULL, NULL);
  self = g_object_new (OND_TYPE_SESSION, NULL);
  self->engine = ond_engine_ref (engine);
  self->recompute = ond_recompute_new (engine, response_published, self);
  return self;
}

OndEngine *
ond_session_get_engine (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->engine;
}

OndZoom *
ond_session_get_zoom (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->zoom;
}

OndProjection *
ond_session_get_projection (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->projection;
}

OndRegions *
ond_session_get_regions (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->regions;
}

OndCoordinates *
ond_session_get_coordinates (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->coordinates;
}

OndMapModel *
ond_session_get_maps (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->maps;
}

OndVolume *
ond_session_get_volume (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->volume;
}

void
ond_session_set_volume (OndSession *self, OndVolume *volume)
{
  g_return_if_fail (OND_IS_SESSION (self));
  if (volume == self->volume)
    return;

  ond_best_layer_set (self->best, NULL);
  g_clear_handle_id (&self->request_source, g_source_remove);
  ond_recompute_forget (self->recompute);
  ond_engine_clear (self->engine); /* transforms of the old volume would keep it in memory */
  g_clear_pointer (&self->volume, ond_volume_unref);
  self->volume = volume != NULL ? ond_volume_ref (volume) : NULL;
  self->has_response = FALSE;

  g_object_freeze_notify (G_OBJECT (self));
  ond_session_set_message (self, NULL);
  set_busy (self, FALSE);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      self->cross_hair[i] = volume != NULL ? ond_volume_get_geometry (volume)->n[i] / 2 : 0;
      take_slice (self, OND_SHOW_RESPONSE, i, NULL);
      cut_image_slice (self, i);
      g_object_notify_by_pspec (G_OBJECT (self),
                                ond_session_properties[OND_SESSION_PROP_CROSS_HAIR_X + i]);
    }
  ond_projection_fit (self->projection);
  ond_zoom_set_geometry (self->zoom, volume != NULL ? ond_volume_get_geometry (volume) : NULL);
  ond_regions_set_geometry (self->regions,
                            volume != NULL ? ond_volume_get_geometry (volume) : NULL);
  ond_display_set_volume (self->display, volume);
  ond_session_ask (self);
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, signals[VOLUME_CHANGED], 0);
}

OndWavelet
ond_session_get_wavelet (OndSession *self)
{
  OndWavelet wavelet = { .norm = self->norm };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_wavelet_set (&wavelet, p, self->parameters[p]);
  return wavelet;
}

void
ond_session_set_wavelet (OndSession *self, const OndWavelet *wavelet)
{
  double values[OND_N_PARAMETERS];
  gboolean changed;

  g_return_if_fail (OND_IS_SESSION (self));
  g_return_if_fail (wavelet->norm < OND_N_NORMS);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      /* 30 degrees come back from radians as 30 and a bit. */
      values[p] = ond_wavelet_get (wavelet, p);
      if (ond_parameters[p].is_angle)
        values[p] = round (values[p] * 1e9) / 1e9;
    }
  g_object_freeze_notify (G_OBJECT (self));
  changed = set_parameters (self, values);
  if (wavelet->norm != self->norm)
    {
      self->norm = wavelet->norm;
      g_object_notify_by_pspec (G_OBJECT (self), ond_session_properties[OND_SESSION_PROP_NORM]);
      changed = TRUE;
    }
  if (changed)
    ond_session_ask (self);
  g_object_thaw_notify (G_OBJECT (self));
}

OndMethod
ond_session_get_method (OndSession *self)
{
  return self->method;
}

void
ond_session_get_cross_hair (OndSession *self, gint32 at[OND_N_AXES])
{
  memcpy (at, self->cross_hair, sizeof self->cross_hair);
}

void
ond_session_set_cross_hair (OndSession *self, const gint32 at[OND_N_AXES])
{
  gboolean moved = FALSE;

  g_return_if_fail (OND_IS_SESSION (self));
  if (self->volume == NULL)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  for (int i = 0; i < OND_N_AXES; i++)
    {
      gint32 next = CLAMP (at[i], 0, ond_volume_get_geometry (self->volume)->n[i] - 1);

      if (next == self->cross_hair[i])
        continue;
      self->cross_hair[i] = next;
      cut_image_slice (self, i);
      g_object_notify_by_pspec (G_OBJECT (self),
                                ond_session_properties[OND_SESSION_PROP_CROSS_HAIR_X + i]);
      moved = TRUE;
    }
  if (moved)
    ond_session_ask (self);
  g_object_thaw_notify (G_OBJECT (self));
  if (moved)
    g_signal_emit (self, signals[PIXELS_CHANGED], 0);
}

void
ond_session_step (OndSession *self, int axis, gint64 by)
{
  gint32 at[OND_N_AXES];

  if (self->volume == NULL)
    return;
  ond_session_get_cross_hair (self, at);
  at[axis] = (gint32) CLAMP (at[axis] + by, 0, ond_volume_get_geometry (self->volume)->n[axis] - 1);
  ond_session_set_cross_hair (self, at);
}

OndMode
ond_session_get_mode (OndSession *self)
{
  return self->mode;
}

void
ond_session_set_mode (OndSession *self, OndMode mode)
{
  g_return_if_fail (OND_IS_SESSION (self));
  g_return_if_fail (mode < OND_N_MODES);
  if (mode == self->mode)
    return;
  self->mode = mode;
  ond_layers_stop_blink (self->layers);
  g_object_notify_by_pspec (G_OBJECT (self), ond_session_properties[OND_SESSION_PROP_MODE]);
  g_signal_emit (self, signals[DISPLAY_CHANGED], 0);
}

OndShow
ond_session_get_show (OndSession *self)
{
  return self->mode == OND_MODE_IMAGE  ? OND_SHOW_IMAGE
         : self->mode == OND_MODE_BOTH ? ond_layers_get_subject (self->layers)
                                       : OND_SHOW_RESPONSE;
}

OndLayers *
ond_session_get_layers (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->layers;
}

OndDrawn
ond_session_get_drawn (OndSession *self)
{
  OndDrawn drawn = { .first = self->mode == OND_MODE_IMAGE || self->mode == OND_MODE_BOTH
                                  ? OND_SHOW_IMAGE
                                  : OND_SHOW_RESPONSE };

  if (!ond_layers_get_blink (self->layers, &drawn.first) && self->mode == OND_MODE_BOTH
      && self->has_response)
    drawn.opacity = (int) round (255 * ond_layers_get_opacity (self->layers));
  return drawn;
}

void
ond_session_set_blinking (OndSession *self, gboolean blinking)
{
  OndShow now;

  g_return_if_fail (OND_IS_SESSION (self));
  if (!blinking)
    ond_layers_stop_blink (self->layers);
  else if (!ond_layers_get_blink (self->layers, &now))
    ond_layers_start_blink (self->layers,
                            self->mode == OND_MODE_IMAGE ? OND_SHOW_RESPONSE : OND_SHOW_IMAGE);
}

OndBestLayer *
ond_session_get_best (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->best;
}

OndDisplay *
ond_session_get_display (OndSession *self)
{
  g_return_val_if_fail (OND_IS_SESSION (self), NULL);
  return self->display;
}

const OndColorScale *
ond_session_get_colors (OndSession *self, OndShow show)
{
  return ond_display_get_colors (self->display, show);
}

void
ond_session_set_colors (OndSession *self, OndShow show, const OndColorScale *colors)
{
  ond_display_set_colors (self->display, show, colors);
}

/* The response's limits are the best map's as well: where that is what is shown, they are to suit
 * it. */
static gboolean
fit_best (OndSession *self)
{
  OndBest *best = ond_best_layer_get (self->best);
  OndColorScale colors = *ond_display_get_colors (self->display, OND_SHOW_RESPONSE);

  if (best == NULL || ond_best_get_volume (best) != self->volume
      || !ond_best_layer_fit (self->best, self->cross_hair,
                              ond_display_get_last_rule (self->display, OND_SHOW_RESPONSE),
                              &colors.lower, &colors.upper))
    return FALSE;
  ond_display_set_colors (self->display, OND_SHOW_RESPONSE, &colors);
  return TRUE;
}

void
ond_session_refit (OndSession *self, OndShow show)
{
  if (show == OND_SHOW_RESPONSE && self->mode == OND_MODE_BEST && fit_best (self))
    return;
  ond_display_fit (self->display, show);
}

const float *
ond_session_get_slice (OndSession *self, OndShow show, int normal, int *width, int *height)
{
  const OndGeometry *geometry;

  g_return_val_if_fail (show < OND_N_SHOWS && normal >= 0 && normal < OND_N_AXES, NULL);
  if (self->slices[show][normal].samples == NULL)
    return NULL;
  geometry = ond_volume_get_geometry (self->volume);
  *width = geometry->n[ond_slice_horizontal (normal)];
  *height = geometry->n[ond_slice_vertical (normal)];
  return self->slices[show][normal].samples;
}

guint64
ond_session_get_serial (OndSession *self, OndShow show, int normal)
{
  g_return_val_if_fail (show < OND_N_SHOWS && normal >= 0 && normal < OND_N_AXES, 0);
  return self->slices[show][normal].serial;
}

gboolean
ond_session_get_shown (OndSession *self, OndShown *shown)
{
  if (self->has_response)
    *shown = self->shown;
  return self->has_response;
}

void
ond_session_get_slices_at (OndSession *self, OndShow show, gint32 at[OND_N_AXES])
{
  gboolean behind = show == OND_SHOW_RESPONSE && self->has_response;

  memcpy (at, behind ? self->shown.at : self->cross_hair, sizeof self->cross_hair);
}

gboolean
ond_session_get_busy (OndSession *self)
{
  return self->busy;
}

double
ond_session_get_milliseconds (OndSession *self)
{
  return self->milliseconds;
}

guint64
ond_session_get_n_responses (OndSession *self)
{
  return self->n_responses;
}
