/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command-text.h"

/* The reader's label begins "HDU 1": the number is what the option takes. */
static char *
dup_hdu_number (const char *label)
{
  guint64 number;
  char *end;

  if (label == NULL || !g_str_has_prefix (label, "HDU "))
    return NULL;
  number = g_ascii_strtoull (label + 4, &end, 10);
  return end > label + 4 ? g_strdup_printf ("%" G_GUINT64_FORMAT, number) : NULL;
}

static OndSettings *
settings_of (OndSession *session, const OndSweepPlan *plan)
{
  const OndVolumeInfo *info = ond_volume_get_info (ond_session_get_volume (session));
  OndSettings *settings = ond_settings_new ();
  OndWavelet wavelet = ond_session_get_wavelet (session);

  settings->hdu = dup_hdu_number (info->hdu);
  settings->plane = info->plane;
  settings->norm = wavelet.norm;
  settings->method = ond_session_get_method (session);
  ond_settings_set_wavelet (settings, &wavelet);
  if (plan == NULL)
    return settings;
  settings->norm = ond_sweep_plan_get_norm (plan);
  settings->method = *ond_sweep_plan_get_method (plan);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_clear_pointer (&settings->grids[p], ond_grid_free);
      settings->grids[p] = ond_grid_copy (ond_sweep_plan_get_grid (plan, p));
    }
  return settings;
}

char *
ond_command_text (OndSession *session, const char *verb, const OndSweepPlan *plan)
{
  OndVolume *volume = ond_session_get_volume (session);
  const char *path = volume != NULL ? ond_volume_get_info (volume)->path : NULL;
  g_autoptr (OndSettings) settings = NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (GStrv) options = NULL;

  if (path == NULL)
    return NULL;
  settings = settings_of (session, plan);
  options = ond_settings_to_argv (settings,
                                  OND_SETTINGS_VOLUME | OND_SETTINGS_WAVELET | OND_SETTINGS_METHOD);
  g_ptr_array_add (words, "ondelette-cli");
  g_ptr_array_add (words, (gpointer) verb);
  g_ptr_array_add (words, (gpointer) path);
  for (int i = 0; options[i] != NULL; i++)
    g_ptr_array_add (words, options[i]);
  g_ptr_array_add (words, NULL);
  return ond_settings_quote ((const char *const *) words->pdata);
}
