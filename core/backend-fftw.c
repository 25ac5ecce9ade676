/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "backend-fftw.h"

#include "fftw-private.h"

#include <unistd.h>

static OndStatus
probe (OndDevice *device, OndCall *call)
{
  guint64 page = (guint64) sysconf (_SC_PAGESIZE);

  g_snprintf (device->name, sizeof device->name, "CPU, %d thread%s", call->threads,
              call->threads == 1 ? "" : "s");
  device->memory_total = page * (guint64) sysconf (_SC_PHYS_PAGES);
  device->memory_free = 0; /* the engine asks the system */
  return OND_OK;
}

static OndStatus
estimate (const OndDomain *domain, OndPass pass, OndNeed *need, OndCall *call)
{
  OndLayout layout;
  guint64 worker;

  ond_layout_init (&layout, domain);
  worker = ((guint64) layout.block * (guint64) layout.size[OUTER] + (guint64) layout.size[MIDDLE])
               * sizeof (OndBins)
           + (guint64) layout.size[INNER] * 2 * OND_ROW_GROUP * sizeof (float);
  need->open_bytes = ond_layout_spectrum_size (&layout);
  need->pass_bytes = worker * (guint64) call->threads;
  if (pass == OND_PASS_STATS || pass == OND_PASS_VOLUME
      || (pass == OND_PASS_SLICES && domain->rank == 2))
    need->pass_bytes += ond_layout_scratch_size (&layout);
  else if (pass == OND_PASS_SLICES)
    need->pass_bytes += ond_fftw_slices_bytes (&layout);
  return OND_OK;
}

const OndBackend ond_backend_fftw = {
  .abi = OND_BACKEND_ABI,
  .name = "fftw",
  .probe = probe,
  .estimate = estimate,
  .open = ond_fftw_open,
  .slices = ond_fftw_slices,
  .stats = ond_fftw_stats,
  .energy = ond_fftw_energy,
  .volume = ond_fftw_volume,
  .visit = ond_fftw_visit,
  .close = ond_fftw_close,
};
