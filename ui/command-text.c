/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command-text.h"

#include "best-picture.h"
#include "volume-text.h"

#include <math.h>

#define RESPONSE_SETTINGS (OND_SETTINGS_VOLUME | OND_SETTINGS_WAVELET | OND_SETTINGS_METHOD)

/* The wavelet and the method of `shown`, or those of the sliders when it is NULL. */
static OndSettings *
settings_of (OndSession *session, const OndSweepPlan *plan, const OndShown *shown)
{
  OndVolume *volume = ond_session_get_volume (session);
  OndSettings *settings = ond_settings_new ();
  OndWavelet wavelet = shown != NULL ? shown->wavelet : ond_session_get_wavelet (session);

  if (ond_geometry_rank (ond_volume_get_geometry (volume)) == 2)
    wavelet.phi = 0; /* an image has none */
  settings->hdu = ond_volume_dup_hdu (volume);
  settings->plane = ond_volume_get_info (volume)->plane;
  for (int i = 0; i < OND_N_AXES && ond_volume_get_original (volume) != volume; i++)
    settings->voxel[i] = ond_volume_get_geometry (volume)->edge[i];
  settings->norm = wavelet.norm;
  settings->method = shown != NULL ? shown->method : ond_session_get_method (session);
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

/* Takes the settings, of which those of `groups` are written; NULL for a volume without a file. */
static char *
compose (OndSession *session, const char *verb, OndSettings *settings, OndSettingsGroup groups,
         const char *const *more)
{
  g_autoptr (OndSettings) owned = settings;
  const char *path = ond_volume_get_info (ond_session_get_volume (session))->path;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_auto (GStrv) options = NULL;

  if (path == NULL)
    return NULL;
  options = ond_settings_to_argv (owned, groups);
  g_ptr_array_add (words, "ondelette-cli");
  g_ptr_array_add (words, (gpointer) verb);
  g_ptr_array_add (words, (gpointer) path);
  for (int i = 0; options[i] != NULL; i++)
    g_ptr_array_add (words, options[i]);
  for (int i = 0; more != NULL && more[i] != NULL; i++)
    g_ptr_array_add (words, (gpointer) more[i]);
  g_ptr_array_add (words, NULL);
  return ond_settings_quote ((const char *const *) words->pdata);
}

char *
ond_command_text (OndSession *session, const char *verb, const OndSweepPlan *plan)
{
  if (ond_session_get_volume (session) == NULL)
    return NULL;
  return compose (session, verb, settings_of (session, plan, NULL), RESPONSE_SETTINGS, NULL);
}

/* "A,B"; takes nothing, free with g_free. */
static char *
format_pair (double a, double b)
{
  char first[G_ASCII_DTOSTR_BUF_SIZE], second[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (first, sizeof first, "%.9g", a);
  g_ascii_formatd (second, sizeof second, "%.9g", b);
  return g_strdup_printf ("%s,%s", first, second);
}

/* What is as the command has it anyway is left out. `words` frees its strings. */
static void
add_colors (GPtrArray *words, const OndColorScale *colors)
{
  const struct
  {
    const char *option;
    char *value; /* NULL: not needed */
  } rows[] = {
    { "--colormap", g_strdup (ond_colormaps[colors->map].name) },
    { "--stretch", g_strdup (ond_stretches[colors->stretch].name) },
    { "--polarity", colors->polarity != OND_POLARITY_BRIGHT
                        ? g_strdup (ond_polarities[colors->polarity].name)
                        : NULL },
    { "--contrast", ond_color_scale_is_neutral (colors)
                        ? NULL
                        : format_pair (exp2 (colors->contrast_log2), 0.5 + colors->bias_offset) },
    { "--nan",
      colors->invalid != OND_INVALID_GREY ? g_strdup (ond_invalids[colors->invalid].name) : NULL },
    { "--limits", colors->lower < colors->upper /* others are refused */
                      ? format_pair (colors->lower, colors->upper)
                      : NULL },
  };

  if (colors->invert)
    g_ptr_array_add (words, g_strdup ("--invert"));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].value != NULL)
      {
        g_ptr_array_add (words, g_strdup (rows[i].option));
        g_ptr_array_add (words, rows[i].value);
      }
}

/* Of a blend, the response; of a best map none, which is no slice of either. */
char *
ond_command_text_of_slices (OndSession *session)
{
  OndDrawn drawn = ond_session_get_drawn (session);
  OndShow show = drawn.opacity > 0 ? OND_SHOW_RESPONSE : drawn.first;
  OndShown shown;
  gboolean has_shown = ond_session_get_shown (session, &shown);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  gint32 at[OND_N_AXES];

  if (ond_session_get_volume (session) == NULL || ond_best_picture_is_shown (session))
    return NULL;
  ond_session_get_slices_at (session, show, at);
  g_ptr_array_add (words, g_strdup ("--show"));
  g_ptr_array_add (words, g_strdup (show == OND_SHOW_IMAGE ? "image" : "response"));
  g_ptr_array_add (words, g_strdup ("--at"));
  g_ptr_array_add (words,
                   g_strdup_printf ("%d,%d,%d", at[OND_X] + 1, at[OND_Y] + 1, at[OND_Z] + 1));
  add_colors (words, ond_session_get_colors (session, show));
  g_ptr_array_add (words, NULL);
  /* The figure of an image takes no wavelet. */
  return compose (session, "figure", settings_of (session, NULL, has_shown ? &shown : NULL),
                  show == OND_SHOW_IMAGE ? OND_SETTINGS_VOLUME : RESPONSE_SETTINGS,
                  (const char *const *) words->pdata);
}

char *
ond_command_text_of_response (OndSession *session)
{
  OndShown shown;
  gboolean has_shown = ond_session_get_shown (session, &shown);

  if (ond_session_get_volume (session) == NULL)
    return NULL;
  return compose (session, "respond", settings_of (session, NULL, has_shown ? &shown : NULL),
                  RESPONSE_SETTINGS, NULL);
}
