/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectra.h"

#include "backend-fftw.h"
#include "boundary.h"

#include <fftw3.h>

/* Calls left to the CPU after the first, second ... failure in a row: 2^n - 1. */
#define MOST_FAILURES 6

/* An image on one backend. */
typedef struct
{
  const OndBackend *backend;
  OndImage *image; /* atomic; never closed before the end */
  gsize bytes;     /* atomic */
} Side;

typedef enum
{
  CHOSEN,
  STAND_IN, /* the CPU; its backend is NULL where nothing stands in */
  N_SIDES
} WhichSide;

struct _OndSpectra
{
  OndBackends *backends;
  OndTransformKey key;
  OndPrepared *prepared;
  Side sides[N_SIDES];
  gboolean shared;                       /* other threads may use it */
  const OndBackend *latest[OND_N_LANES]; /* atomic */

  GMutex lock; /* of the others */
  GCond idle;
  gboolean opening; /* somebody opens an image, outside the lock */
  int failures;     /* in a row */
  int wait;         /* calls until the chosen one is tried again */
};

OndSpectra *
ond_spectra_new (OndBackends *backends, const OndTransformKey *key, OndPrepared *prepared)
{
  OndSpectra *self = g_new0 (OndSpectra, 1);

  self->backends = ond_backends_ref (backends);
  self->key = *key;
  self->prepared = ond_prepared_ref (prepared);
  self->sides[CHOSEN].backend = ond_backends_get_chosen (backends);
  if (ond_backends_has_stand_in (backends))
    self->sides[STAND_IN].backend = &ond_backend_fftw;
  g_mutex_init (&self->lock);
  g_cond_init (&self->idle);
  return self;
}

void
ond_spectra_free (OndSpectra *self)
{
  for (int i = 0; i < N_SIDES; i++)
    if (self->sides[i].image != NULL)
      self->sides[i].backend->close (self->sides[i].image);
  ond_prepared_unref (self->prepared);
  ond_backends_unref (self->backends);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->idle);
  g_free (self);
}

void
ond_transform_domain (const OndTransformKey *key, const OndGeometry *geometry, OndDomain *domain)
{
  *domain = (OndDomain){ .rank = ond_geometry_rank (geometry),
                         .sampling = key->method.sampling,
                         .exclude_border = key->method.exclude_border };
  for (int i = 0; i < OND_N_AXES; i++)
    {
      domain->size[i] = key->size[i];
      domain->crop[i] = geometry->n[i];
      domain->edge[i] = geometry->edge[i];
    }
}

static OndStatus
open_padded (OndSpectra *self, Side *side, OndDomain *domain, OndPadded *padded, OndCall *call)
{
  const OndPrepared *prepared = self->prepared;
  const OndGeometry *geometry = ond_volume_get_geometry (prepared->volume);
  OndPadding padding = { self->key.method.boundary, prepared->mean, prepared->unit };
  OndImage *image = NULL;
  OndNeed need;
  OndStatus status;

  if (!ond_boundary_pad (&padding, geometry, ond_prepared_get_samples (prepared), padded, call))
    return OND_CANCELLED;
  domain->dc = padded->dc;
  status = side->backend->estimate (domain, OND_PASS_STATS, &need, call);
  if (status == OND_OK)
    status = side->backend->open (domain, padded->samples, prepared->mask, &image, call);
  if (status == OND_OK)
    {
      g_atomic_pointer_set (&side->bytes, (gsize) need.open_bytes);
      g_atomic_pointer_set (&side->image, image);
    }
  return status;
}

static OndStatus
open_side (OndSpectra *self, Side *side, OndCall *call)
{
  OndPadded padded = { .size = { self->key.size[OND_X], self->key.size[OND_Y],
                                 self->key.size[OND_Z] } };
  OndStatus status = OND_OK;
  OndDomain domain;

  ond_transform_domain (&self->key, ond_volume_get_geometry (self->prepared->volume), &domain);
  if (side == &self->sides[STAND_IN])
    status = ond_backends_check_room (self->backends, &domain, call);
  if (status != OND_OK)
    return status;
  padded.samples = fftwf_malloc ((gsize) padded.size[OND_X] * (gsize) padded.size[OND_Y]
                                 * (gsize) padded.size[OND_Z] * sizeof (float));
  if (padded.samples == NULL)
    {
      g_strlcpy (call->why, "no memory for the padded samples", sizeof call->why);
      return OND_NO_MEMORY;
    }
  status = open_padded (self, side, &domain, &padded, call);
  fftwf_free (padded.samples);
  return status;
}

/* Waits under the lock, and asks outside it, until nobody opens an image. FALSE when cancelled. */
static gboolean
wait_until_idle (OndSpectra *self, const OndCall *call)
{
  gboolean cancelled = FALSE;

  while (self->opening && !cancelled)
    {
      g_cond_wait_until (&self->idle, &self->lock,
                         g_get_monotonic_time () + 20 * G_TIME_SPAN_MILLISECOND);
      g_mutex_unlock (&self->lock);
      cancelled = call->cancelled (call->data);
      g_mutex_lock (&self->lock);
    }
  return !cancelled;
}

/* Opens an image unless it is open. A sweep does not pause here once others may wait for it: it
 * would keep the slider waiting for which it paused. */
static OndStatus
ensure_open (OndSpectra *self, Side *side, OndWork *work)
{
  OndCall unpaused = ond_work_unpaused (work), *call = self->shared ? &unpaused : &work->call;
  OndStatus status = OND_OK;

  if (g_atomic_pointer_get (&side->image) != NULL)
    return OND_OK;
  g_mutex_lock (&self->lock);
  if (!wait_until_idle (self, &work->call))
    status = OND_CANCELLED;
  else if (side->image == NULL)
    {
      self->opening = TRUE;
      g_mutex_unlock (&self->lock);
      status = open_side (self, side, call);
      g_mutex_lock (&self->lock);
      self->opening = FALSE;
      g_cond_broadcast (&self->idle);
    }
  g_mutex_unlock (&self->lock);
  if (status != OND_OK && call != &work->call)
    g_strlcpy (work->call.why, call->why, sizeof work->call.why);
  return status;
}

static OndStatus
run_side (OndSpectra *self, Side *side, OndSpectraFunc func, gpointer data, OndWork *work)
{
  OndStatus status = ensure_open (self, side, work);

  if (status == OND_OK && func != NULL)
    status = func (side->backend, g_atomic_pointer_get (&side->image), &work->call, data);
  if (status == OND_OK)
    g_atomic_pointer_set (&self->latest[work->call.lane], side->backend);
  return status;
}

/* Is it the chosen backend's turn? */
static gboolean
is_due (OndSpectra *self)
{
  gboolean due;

  g_mutex_lock (&self->lock);
  due = self->wait == 0;
  self->wait -= !due;
  g_mutex_unlock (&self->lock);
  return due && ond_backends_is_usable (self->backends);
}

static void
count_outcome (OndSpectra *self, OndStatus status)
{
  g_mutex_lock (&self->lock);
  self->failures = status == OND_OK ? 0 : MIN (self->failures + 1, MOST_FAILURES);
  self->wait = (1 << self->failures) - 1;
  g_mutex_unlock (&self->lock);
}

/* Where nothing stands in, it is asked every time. */
static OndStatus
run_chosen (OndSpectra *self, OndSpectraFunc func, gpointer data, OndWork *work)
{
  Side *side = &self->sides[CHOSEN];
  OndStatus status;

  if (!is_due (self))
    {
      g_snprintf (work->call.why, sizeof work->call.why, "%s was lost",
                  ond_backends_get_device (self->backends, side->backend));
      return OND_LOST;
    }
  status = run_side (self, side, func, data, work);
  if (status == OND_CANCELLED)
    return status;
  if (self->sides[STAND_IN].backend != NULL)
    count_outcome (self, status);
  if (status != OND_OK)
    ond_backends_take_failure (self->backends, status, work->call.why);
  return status;
}

OndStatus
ond_spectra_run (OndSpectra *self, OndSpectraFunc func, gpointer data, OndWork *work)
{
  Side *stand_in = &self->sides[STAND_IN];
  g_autofree char *why = NULL, *both = NULL;
  OndStatus status = run_chosen (self, func, data, work);

  if (status == OND_OK || status == OND_CANCELLED || stand_in->backend == NULL)
    return status;
  why = g_strdup (work->call.why);
  status = run_side (self, stand_in, func, data, work);
  if (status == OND_OK || status == OND_CANCELLED)
    return status;
  both = g_strdup_printf ("%.100s; then %.140s", why, work->call.why);
  g_strlcpy (work->call.why, both, sizeof work->call.why);
  return status;
}

OndStatus
ond_spectra_open (OndSpectra *self, OndWork *work)
{
  OndStatus status = ond_spectra_run (self, NULL, NULL, work);

  self->shared = TRUE;
  return status;
}

const char *
ond_spectra_get_device (OndSpectra *self, OndLane lane)
{
  const OndBackend *latest = g_atomic_pointer_get (&self->latest[lane]);

  return ond_backends_get_device (self->backends,
                                  latest != NULL ? latest : self->sides[CHOSEN].backend);
}

guint64
ond_spectra_get_bytes (OndSpectra *self)
{
  guint64 bytes = 0;

  for (int i = 0; i < N_SIDES; i++)
    if (self->sides[i].backend == &ond_backend_fftw)
      bytes += (gsize) g_atomic_pointer_get (&self->sides[i].bytes);
  return bytes;
}

guint64
ond_spectra_get_device_bytes (OndSpectra *self)
{
  Side *side = &self->sides[CHOSEN];

  return side->backend != &ond_backend_fftw ? (gsize) g_atomic_pointer_get (&side->bytes) : 0;
}
