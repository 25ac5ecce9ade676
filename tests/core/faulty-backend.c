/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "faulty-backend.h"

#include "core/backend-fftw.h"

#include <string.h>

typedef struct
{
  int count; /* atomic */
  int nth, times;
  OndStatus status;
  void (*hook) (gpointer data);
  gpointer data;
} Plan;

static Plan plans[N_FAULTY];
static guint64 memory;

void
faulty_reset (void)
{
  memset (plans, 0, sizeof plans);
  memory = 0;
}

void
faulty_plan (FaultyCall call, int nth, int times, OndStatus status)
{
  plans[call].nth = nth;
  plans[call].times = times;
  plans[call].status = status;
}

void
faulty_set_memory (guint64 bytes)
{
  memory = bytes;
}

void
faulty_set_hook (FaultyCall call, void (*hook) (gpointer data), gpointer data)
{
  plans[call].hook = hook;
  plans[call].data = data;
}

int
faulty_count (FaultyCall call)
{
  return g_atomic_int_get (&plans[call].count);
}

int
faulty_count_all (void)
{
  int n = 0;

  for (int i = 0; i < FAULTY_CLOSE; i++)
    n += faulty_count (i);
  return n;
}

static OndStatus
begin (FaultyCall which, OndCall *call)
{
  const Plan *plan = &plans[which];
  int n = g_atomic_int_add (&plans[which].count, 1) + 1;

  if (plan->hook != NULL)
    plan->hook (plan->data);
  if (plan->nth == 0 || n < plan->nth || n >= plan->nth + plan->times)
    return OND_OK;
  g_strlcpy (call->why, FAULTY_WHY, sizeof call->why);
  return plan->status;
}

static OndStatus
probe (OndDevice *device, OndCall *call)
{
  OndStatus status = begin (FAULTY_PROBE, call);

  *device = (OndDevice){ .name = FAULTY_DEVICE, .memory_total = memory, .memory_free = memory };
  return status;
}

static OndStatus
estimate (const OndDomain *domain, OndPass pass, OndNeed *need, OndCall *call)
{
  OndStatus status = begin (FAULTY_ESTIMATE, call);

  return status != OND_OK ? status : ond_backend_fftw.estimate (domain, pass, need, call);
}

static OndStatus
open_image (const OndDomain *domain, const float *padded, const uint8_t *invalid, OndImage **image,
            OndCall *call)
{
  OndStatus status = begin (FAULTY_OPEN, call);

  return status != OND_OK ? status : ond_backend_fftw.open (domain, padded, invalid, image, call);
}

static OndStatus
slices (OndImage *image, const OndWavelet *wavelet, const int32_t at[OND_N_AXES],
        float *out[OND_N_AXES], OndCall *call)
{
  OndStatus status = begin (FAULTY_SLICES, call);

  return status != OND_OK ? status : ond_backend_fftw.slices (image, wavelet, at, out, call);
}

static OndStatus
stats (OndImage *image, const OndWavelet *wavelets, int n, OndMoments *moments, OndCall *call)
{
  OndStatus status = begin (FAULTY_STATS, call);

  if (status == OND_OK)
    return ond_backend_fftw.stats (image, wavelets, n, moments, call);
  memset (moments, 0x55, (gsize) n * sizeof *moments);
  return status;
}

static OndStatus
energy (OndImage *image, const OndWavelet *wavelets, int n, double *out, OndCall *call)
{
  OndStatus status = begin (FAULTY_ENERGY, call);

  return status != OND_OK ? status : ond_backend_fftw.energy (image, wavelets, n, out, call);
}

static OndStatus
volume (OndImage *image, const OndWavelet *wavelet, float *out, OndMoments *moments, OndCall *call)
{
  OndStatus status = begin (FAULTY_VOLUME, call);

  return status != OND_OK ? status : ond_backend_fftw.volume (image, wavelet, out, moments, call);
}

static void
close_image (OndImage *image)
{
  g_atomic_int_inc (&plans[FAULTY_CLOSE].count);
  ond_backend_fftw.close (image);
}

const OndBackend *
faulty_load (char why[256])
{
  static const OndBackend backend = { OND_BACKEND_ABI, "cuda", probe,  estimate, open_image, slices,
                                      stats,           energy, volume, NULL,     close_image };

  *why = '\0';
  return &backend;
}
