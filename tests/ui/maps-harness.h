/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep of the session's volume, for tests of what shows maps. */
#pragma once

#include "ui/session.h"
#include "ui/sweep-job.h"

/* With all statistics; the texts are those of grids. Running. */
static inline OndSweepJob *
sweep_start (OndSession *session, const char *const texts[OND_N_PARAMETERS])
{
  OndVolume *volume = ond_session_get_volume (session);
  OndGrid *grids[OND_N_PARAMETERS];
  const OndSweepRequest request = {
    .grids = grids,
    .geometry = *ond_volume_get_geometry (volume),
    .method = ond_session_get_method (session),
    .norm = ond_session_get_wavelet (session).norm,
    .statistics = OND_STATISTICS_ALL,
  };
  const OndMapsOrigin origin = { .input = "model", .unit = "K" };
  g_autoptr (OndSweepPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  OndSweepJob *job;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], NULL);
  plan = ond_sweep_plan_new (&request, &error);
  g_assert_no_error (error);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  job = ond_sweep_job_new (ond_session_get_engine (session), volume, plan, &origin, &error);
  g_assert_no_error (error);
  return job;
}
