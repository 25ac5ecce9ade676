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
static GMutex known_lock;  /* of load and why_lost */
static GCond search_ended; /* an engine has its choice; with known_lock */

/* What a failure means for the user, the worse the later. */
typedef enum
{
  NOTICE_NO_MEMORY,
  NOTICE_FAILED,
  NOTICE_LOST,
  N_NOTICES
} Notice;

typedef struct
{
  Known *row;
  const OndBackend *backend; /* NULL: none of those asked for is there */
  OndDevice device;
  char why_not[256]; /* why not the most wanted one */
} Choice;

struct _OndBackends
{
  gatomicrefcount refs;
  Choice choice;    /* see get_choice() */
  GThread *search;  /* makes the choice; NULL: it was made at once */
  int settled;      /* atomic: the choice is made */
  gboolean by_name; /* and nothing else will do */
  int threads;
  guint64 memory;
  OndDevice cpu;
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

/* Takes the first one that is there, of all or (`wanted` not NULL) of those of this name. */
static void
choose (OndBackends *self, const char *wanted)
{
  Choice *choice = &self->choice;

  for (gsize i = 0; i < G_N_ELEMENTS (known) && choice->backend == NULL; i++)
    {
      char why[256] = "";

      if (wanted != NULL && !g_str_equal (wanted, known[i].name))
        continue;
      choice->row = &known[i];
      choice->backend = find (choice->row, self->threads, &choice->device, why);
      if (*choice->why_not == '\0')
        g_strlcpy (choice->why_not, why, sizeof choice->why_not);
    }
  g_mutex_lock (&known_lock);
  g_atomic_int_set (&self->settled, TRUE);
  g_cond_broadcast (&search_ended);
  g_mutex_unlock (&known_lock);
}

static gpointer
search (gpointer self)
{
  choose (self, NULL);
  return NULL;
}

/* The choice, which is waited for. */
static const Choice *
get_choice (const OndBackends *self)
{
  if (!g_atomic_int_get (&self->settled))
    {
      g_mutex_lock (&known_lock);
      while (!g_atomic_int_get (&self->settled))
        g_cond_wait (&search_ended, &known_lock);
      g_mutex_unlock (&known_lock);
    }
  return &self->choice;
}

/* Is there a backend whose loading may take its time? */
static gboolean
must_search (void)
{
  gboolean found = FALSE;

  g_mutex_lock (&known_lock);
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    found = found || known[i].load != NULL;
  g_mutex_unlock (&known_lock);
  return found;
}

static gboolean
choose_by_name (OndBackends *self, const char *wanted, GError **error)
{
  choose (self, wanted);
  if (self->choice.backend != NULL)
    return TRUE;
  if (self->choice.row != NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_BACKEND, "The backend %s is not available: %s", wanted,
                 self->choice.why_not);
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
  self->threads = threads;
  self->memory = memory;
  ond_backend_fftw.probe (&self->cpu, &call);
  if (wanted == NULL || g_str_equal (wanted, "auto"))
    wanted = g_getenv ("ONDELETTE_BACKEND");
  self->by_name = wanted != NULL && *wanted != '\0' && !g_str_equal (wanted, "auto");
  if (self->by_name)
    return choose_by_name (self, wanted, error) ? g_steal_pointer (&self) : NULL;
  if (must_search ())
    self->search = g_thread_try_new ("backends", search, self, NULL);
  if (self->search == NULL)
    choose (self, NULL);
  return g_steal_pointer (&self);
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
  g_clear_pointer (&self->search, g_thread_join);
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
  return get_choice (self)->backend;
}

gboolean
ond_backends_is_settled (const OndBackends *self)
{
  return g_atomic_int_get (&self->settled);
}

const char *
ond_backends_get_why_not (const OndBackends *self)
{
  const Choice *choice = get_choice (self);

  return *choice->why_not != '\0' ? choice->why_not : NULL;
}

gboolean
ond_backends_is_usable (const OndBackends *self)
{
  return !g_atomic_int_get (&get_choice (self)->row->lost);
}

gboolean
ond_backends_has_stand_in (const OndBackends *self)
{
  return !self->by_name && get_choice (self)->backend != &ond_backend_fftw;
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
    lose (get_choice (self)->row, why);
  if (!ond_backends_has_stand_in (self))
    return;
  g_mutex_lock (&self->lock);
  if (self->notices[notice] == NULL)
    self->notices[notice] = g_strdup_printf (texts[notice], self->choice.device.name, why);
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
  return ond_backends_is_usable (self) || self->by_name ? get_choice (self)->backend
                                                        : &ond_backend_fftw;
}

const char *
ond_backends_get_device (const OndBackends *self, const OndBackend *backend)
{
  const Choice *choice = get_choice (self);

  return backend == choice->backend ? choice->device.name : self->cpu.name;
}

guint64
ond_backends_get_device_memory (const OndBackends *self)
{
  if (!ond_backends_is_settled (self))
    return 0;
  return ond_backends_get_backend (self) != &ond_backend_fftw ? self->choice.device.memory_total
                                                              : 0;
}

/* Of device memory; OND_NO_MEMORY when there is less even where nothing else is held. */
static OndStatus
estimate_device (OndBackends *self, const OndDomain *domain, OndPass pass, OndCall *call)
{
  const Choice *choice = get_choice (self);
  const guint64 total = choice->device.memory_total;
  OndNeed need;
  OndStatus status = choice->backend->estimate (domain, pass, &need, call);

  if (status != OND_OK || total == 0 || need.open_bytes + need.pass_bytes <= total)
    return status;
  g_snprintf (call->why, sizeof call->why, "%.3g GB are needed on %s, which has %.3g GB",
              (double) (need.open_bytes + need.pass_bytes) / 1e9, choice->device.name,
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
