/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "backends.h"

#include "backend-fftw.h"
#include "error.h"
#include "memory.h"

/* A backend that this program knows of. */
typedef struct
{
  const char *name;
  const OndBackend *backend; /* NULL when it must be loaded */
  const char *missing;       /* why it cannot be loaded unless somebody provides it */
  OndBackendLoad load;
  int lost; /* atomic */
  char why_lost[256];
} Known;

/* The most wanted first. */
static Known known[] = {
  { .name = "cuda", .missing = "this program was built without the CUDA module" },
  { .name = "fftw", .backend = &ond_backend_fftw },
};
static GMutex known_lock; /* of load and why_lost */

/* What a failure means for the user, the worse the later. */
typedef enum
{
  NOTICE_NO_MEMORY,
  NOTICE_FAILED,
  NOTICE_LOST,
  N_NOTICES
} Notice;

struct _OndBackends
{
  gatomicrefcount refs;
  Known *row;
  const OndBackend *chosen;
  gboolean by_name; /* and nothing else will do */
  guint64 memory;
  OndDevice device, cpu;
  GMutex lock; /* of the notices */
  char *notices[N_NOTICES];
};

void
ond_backends_provide (const char *name, OndBackendLoad load)
{
  Known *row = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].name, name) && known[i].backend == NULL)
      row = &known[i];
  g_return_if_fail (row != NULL);
  g_mutex_lock (&known_lock);
  row->load = load;
  g_atomic_int_set (&row->lost, FALSE);
  g_mutex_unlock (&known_lock);
}

static void
lose (Known *row, const char *why)
{
  g_mutex_lock (&known_lock);
  if (!g_atomic_int_get (&row->lost))
    g_snprintf (row->why_lost, sizeof row->why_lost, "its device was lost: %s", why);
  g_atomic_int_set (&row->lost, TRUE);
  g_mutex_unlock (&known_lock);
}

/* The table of a row and its device; NULL with why when it cannot compute. */
static const OndBackend *
find (Known *row, int threads, OndDevice *device, char why[256])
{
  OndCall call = { .threads = threads };
  const OndBackend *backend = row->backend;
  OndBackendLoad load;
  OndStatus status;

  g_mutex_lock (&known_lock);
  load = row->load;
  if (g_atomic_int_get (&row->lost))
    g_strlcpy (why, row->why_lost, 256);
  else if (backend == NULL && load == NULL)
    g_strlcpy (why, row->missing, 256);
  g_mutex_unlock (&known_lock);
  if (g_atomic_int_get (&row->lost))
    return NULL;
  if (backend == NULL)
    backend = load != NULL ? load (why) : NULL;
  if (backend == NULL)
    return NULL;
  status = backend->probe (device, &call);
  if (status == OND_OK)
    return backend;
  if (status == OND_LOST)
    lose (row, call.why);
  g_strlcpy (why, call.why, 256);
  return NULL;
}

static gboolean
choose (OndBackends *self, const char *wanted, int threads, GError **error)
{
  char why[256] = "";
  gboolean there = FALSE;

  if (wanted == NULL || g_str_equal (wanted, "auto"))
    wanted = g_getenv ("ONDELETTE_BACKEND");
  self->by_name = wanted != NULL && *wanted != '\0' && !g_str_equal (wanted, "auto");
  for (gsize i = 0; i < G_N_ELEMENTS (known) && self->chosen == NULL; i++)
    {
      if (self->by_name && !g_str_equal (wanted, known[i].name))
        continue;
      there = TRUE;
      self->row = &known[i];
      self->chosen = find (self->row, threads, &self->device, why);
    }
  if (self->chosen != NULL)
    return TRUE;
  if (there)
    g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "The backend %s is not available: %s", wanted,
                 why);
  else
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "There is no backend \"%s\"; choose one of auto, fftw, cuda", wanted);
  return FALSE;
}

OndBackends *
ond_backends_new (const char *wanted, int threads, guint64 memory, GError **error)
{
  g_autoptr (OndBackends) self = g_new0 (OndBackends, 1);
  OndCall call = { .threads = threads };

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->memory = memory;
  ond_backend_fftw.probe (&self->cpu, &call);
  return choose (self, wanted, threads, error) ? g_steal_pointer (&self) : NULL;
}

OndBackends *
ond_backends_ref (OndBackends *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ond_backends_unref (OndBackends *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (int i = 0; i < N_NOTICES; i++)
    g_free (self->notices[i]);
  g_mutex_clear (&self->lock);
  g_free (self);
}

int
ond_backends_list (OndBackendReport *reports, int max, int threads)
{
  int n = MIN (max, (int) G_N_ELEMENTS (known));

  for (int i = 0; i < n; i++)
    {
      OndDevice device = { 0 };

      reports[i] = (OndBackendReport){ .name = known[i].name };
      reports[i].available = find (&known[i], threads, &device, reports[i].why) != NULL;
      g_strlcpy (reports[i].device, device.name, sizeof reports[i].device);
    }
  return n;
}

const OndBackend *
ond_backends_get_chosen (const OndBackends *self)
{
  return self->chosen;
}

gboolean
ond_backends_is_usable (const OndBackends *self)
{
  return !g_atomic_int_get (&self->row->lost);
}

gboolean
ond_backends_has_stand_in (const OndBackends *self)
{
  return !self->by_name && self->chosen != &ond_backend_fftw;
}

void
ond_backends_take_failure (OndBackends *self, OndStatus status, const char *why)
{
  static const char *const texts[] = {
    "%s has too little memory for this (%s); the CPU stands in, and it is tried again later",
    "%s failed (%s); the CPU stands in, and it is tried again later",
    "%s was lost (%s); the CPU takes over until the program is started again",
  };
  Notice notice = status == OND_NO_MEMORY                           ? NOTICE_NO_MEMORY
                  : status == OND_LOST || status == OND_UNAVAILABLE ? NOTICE_LOST
                                                                    : NOTICE_FAILED;

  if (notice == NOTICE_LOST)
    lose (self->row, why);
  if (!ond_backends_has_stand_in (self))
    return;
  g_mutex_lock (&self->lock);
  if (self->notices[notice] == NULL)
    {
      self->notices[notice] = g_strdup_printf (texts[notice], self->device.name, why);
    }
  g_mutex_unlock (&self->lock);
}

const char *
ond_backends_get_notice (OndBackends *self)
{
  const char *notice = NULL;

  g_mutex_lock (&self->lock);
  for (int i = 0; i < N_NOTICES; i++)
    notice = self->notices[i] != NULL ? self->notices[i] : notice;
  g_mutex_unlock (&self->lock);
  return notice;
}

const OndBackend *
ond_backends_get_backend (const OndBackends *self)
{
  return ond_backends_is_usable (self) || self->by_name ? self->chosen : &ond_backend_fftw;
}

const char *
ond_backends_get_device (const OndBackends *self, const OndBackend *backend)
{
  return backend == self->chosen ? self->device.name : self->cpu.name;
}

guint64
ond_backends_get_device_memory (const OndBackends *self)
{
  return ond_backends_get_backend (self) != &ond_backend_fftw ? self->device.memory_total : 0;
}

/* Of device memory; OND_NO_MEMORY when there is less even where nothing else is held. */
static OndStatus
estimate_device (OndBackends *self, const OndDomain *domain, OndPass pass, OndCall *call)
{
  const guint64 total = self->device.memory_total;
  OndNeed need;
  OndStatus status = self->chosen->estimate (domain, pass, &need, call);

  if (status != OND_OK || total == 0 || need.open_bytes + need.pass_bytes <= total)
    return status;
  g_snprintf (call->why, sizeof call->why, "%.3g GB are needed on %s, which has %.3g GB",
              (double) (need.open_bytes + need.pass_bytes) / 1e9, self->device.name,
              (double) total / 1e9);
  return OND_NO_MEMORY;
}

OndStatus
ond_backends_estimate (OndBackends *self, const OndDomain *domain, OndPass pass, OndNeed *need,
                       OndCall *call)
{
  OndStatus status;

  if (ond_backends_get_backend (self) == &ond_backend_fftw)
    return ond_backend_fftw.estimate (domain, pass, need, call);
  status = estimate_device (self, domain, pass, call);
  if (status == OND_LOST)
    ond_backends_take_failure (self, status, call->why);
  *need = (OndNeed){ 0, 0 };
  if (status == OND_OK || status == OND_CANCELLED || !ond_backends_has_stand_in (self))
    return status;
  return ond_backend_fftw.estimate (domain, pass, need, call);
}

OndStatus
ond_backends_check_room (OndBackends *self, const OndDomain *domain, OndCall *call)
{
  const guint64 left = self->memory > 0 ? self->memory : ond_memory_budget (),
                padded = (guint64) domain->size[OND_X] * (guint64) domain->size[OND_Y]
                         * (guint64) domain->size[OND_Z] * sizeof (float);
  OndNeed need;
  OndStatus status = ond_backend_fftw.estimate (domain, OND_PASS_STATS, &need, call);

  need.open_bytes += MAX (need.pass_bytes, padded);
  if (status != OND_OK || need.open_bytes <= left)
    return status;
  g_snprintf (call->why, sizeof call->why, "the CPU needs %.3g GB of memory, of %.3g GB",
              (double) need.open_bytes / 1e9, (double) left / 1e9);
  return OND_NO_MEMORY;
}
