/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export.h"

#include "../core/draw/map-figure.h"
#include "../core/error.h"
#include "../core/file-write.h"
#include "../core/fits.h"
#include "best-picture.h"
#include "command-text.h"
#include "export-best.h"
#include "map-model.h"

#include <string.h>

const OndChoice ond_exports[] = {
  [OND_EXPORT_MAPS] = { "maps", "_Maps as FITS…", "maps.fits" },
  [OND_EXPORT_TABLE] = { "table", "Maps as a _Table (CSV)…", "maps.csv" },
  [OND_EXPORT_MAP] = { "map", "Map as a _Figure…", "map.pdf" },
  [OND_EXPORT_VIEW] = { "view", "_Slices as a Figure…", "slices.pdf" },
  [OND_EXPORT_RESPONSE] = { "response", "_Response as FITS…", "response.fits" },
  [OND_EXPORT_BEST] = { "best", "_Best Map as FITS…", "best.fits" },
  { NULL, NULL, NULL },
};

/* Everything one export needs, owned. */
typedef struct
{
  OndExport kind;
  char *path, *command;
  OndVolume *volume;
  OndMaps *maps;
  OndBestExport best;

  OndPanel panels[OND_N_AXES];
  OndFigure figure;
  GPtrArray *owned;     /* what panels and figure point to */
  OndSphere *sphere;    /* of the panel, or NULL */
  double width, height; /* millimetres */

  OndEngine *engine;
  OndMethod method;
  OndWavelet wavelet;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_free (job->command);
  g_clear_pointer (&job->volume, ond_volume_unref);
  g_clear_pointer (&job->maps, ond_maps_unref);
  ond_best_export_clear (&job->best);
  g_clear_pointer (&job->engine, ond_engine_unref);
  g_ptr_array_unref (job->owned);
  ond_sphere_free (job->sphere);
  g_free (job);
}

static gpointer
own (Job *job, gpointer memory)
{
  g_ptr_array_add (job->owned, memory);
  return memory;
}

static char *
describe_wavelet (const OndWavelet *wavelet, int rank)
{
  g_autofree char *phi =
      rank == 3 ? g_strdup_printf ("  φ %.4g°", ond_wavelet_get (wavelet, OND_PARAMETER_PHI))
                : g_strdup ("");

  return g_strdup_printf ("θ %.4g°%s  ξ %.4g  a %.4g  %s",
                          ond_wavelet_get (wavelet, OND_PARAMETER_THETA), phi, wavelet->xi,
                          wavelet->scale, ond_norms[wavelet->norm].title);
}

/* The layer that is seen above all. */
static OndShow
top_layer (OndSession *session)
{
  OndDrawn drawn = ond_session_get_drawn (session);

  return drawn.opacity > 0 ? OND_SHOW_RESPONSE : drawn.first;
}

/* The samples of a slice, with the sign that they are shown with. */
static float *
copy_slice (Job *job, OndSession *session, OndShow show, int normal, GError **error)
{
  gsize n = ond_geometry_slice_size (ond_volume_get_geometry (job->volume), normal);
  int width, height;
  const float *samples = ond_session_get_slice (session, show, normal, &width, &height);
  float *values = samples != NULL ? g_try_malloc_n (n, sizeof (float)) : NULL;

  if (values == NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                 "There is no memory for a slice of %" G_GSIZE_FORMAT " voxels", n);
  else
    ond_polarity_apply_row (ond_session_get_colors (session, show)->polarity, samples, n,
                            own (job, values));
  return values;
}

/* The image under a response, if the slices are a blend. */
static gboolean
fill_under (Job *job, OndSession *session, int normal, OndPanel *panel, GError **error)
{
  OndDrawn drawn = ond_session_get_drawn (session);
  OndUnder *under;

  if (drawn.opacity == 0)
    return TRUE;
  under = own (job, g_new0 (OndUnder, 1));
  under->values = copy_slice (job, session, drawn.first, normal, error);
  under->colors = *ond_session_get_colors (session, drawn.first);
  under->opacity = drawn.opacity;
  panel->under = under;
  return under->values != NULL;
}

/* "Response −W (K)" */
static char *
label_colors (OndSession *session, OndShow show, const char *unit)
{
  OndPolarity polarity = ond_session_get_colors (session, show)->polarity;
  const char *name = show == OND_SHOW_IMAGE ? "Image" : "Response";
  const char *symbol = polarity != OND_POLARITY_BRIGHT ? ond_polarity_get_symbol (polarity) : NULL;

  return g_strconcat (name, symbol != NULL ? " " : "", symbol != NULL ? symbol : "",
                      unit != NULL && *unit != '\0' ? " (" : "",
                      unit != NULL && *unit != '\0' ? unit : "",
                      unit != NULL && *unit != '\0' ? ")" : "", NULL);
}

/* The same slice of the best map, which goes through the cross-hair. */
static gboolean
paint_best (Job *job, OndSession *session, int normal, OndPanel *panel, GError **error)
{
  static const char names[] = "xyz";
  gint32 at[OND_N_AXES];
  guint8 *rgba;
  float *values;

  if (!ond_best_export_slice (session, normal, panel, &values, &rgba, error))
    return FALSE;
  own (job, values);
  own (job, rgba);
  ond_session_get_cross_hair (session, at);
  panel->title = own (job, g_strdup_printf ("%c = %d", names[normal], at[normal] + 1));
  panel->mark_x = at[ond_slice_horizontal (normal)] + 0.5;
  panel->mark_y = at[ond_slice_vertical (normal)] + 0.5;
  return TRUE;
}

/* What the colours of the best map mean. */
static void
describe_best (Job *job, OndSession *session)
{
  const OndSweepPlan *plan =
      ond_best_get_plan (ond_best_layer_get (ond_session_get_best (session)));
  const gboolean flat = ond_geometry_rank (ond_volume_get_geometry (job->volume)) == 2;

  const char *unit = ond_volume_get_info (job->volume)->unit;

  job->figure.colors = ond_best_brightness (&job->figure.colors);
  job->figure.colors_label =
      own (job, unit != NULL && *unit != '\0' ? g_strdup_printf ("Best response (%s)", unit)
                                              : g_strdup ("Best response"));
  job->figure.title = own (job, g_strdup_printf ("Direction of the best: x red, y green%s  %s",
                                                 flat ? "" : ", z blue",
                                                 ond_norms[ond_sweep_plan_get_norm (plan)].title));
}

/* One slice as a panel: axes count voxels from 1 as FITS does, from the edge of the first to the
 * edge of the last. */
static gboolean
fill_slice_panel (Job *job, OndSession *session, int normal, OndPanel *panel, GError **error)
{
  static const char *const labels[OND_N_AXES] = { "x (voxel)", "y (voxel)", "z (voxel)" };
  static const char names[] = "xyz";
  const double *edge = ond_volume_get_geometry (job->volume)->edge;
  int rank = ond_geometry_rank (ond_volume_get_geometry (job->volume));
  int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  gint32 width = ond_volume_get_geometry (job->volume)->n[h],
         height = ond_volume_get_geometry (job->volume)->n[v];
  gint32 at[OND_N_AXES];
  float *values = copy_slice (job, session, top_layer (session), normal, error);

  if (values == NULL)
    return FALSE;
  ond_session_get_slices_at (session, top_layer (session), at);
  *panel = (OndPanel){
    .nx = (gsize) width,
    .ny = (gsize) height,
    .values = values,
    .x = { labels[h], 0.5, width + 0.5, NULL },
    .y = { labels[v], 0.5, height + 0.5, NULL },
    .aspect = edge[v] / edge[h],
    .cell_width = edge[h],
    .title = rank == 2 ? NULL /* an image is one plane of one */
                       : own (job, g_strdup_printf ("%c = %d", names[normal], at[normal] + 1)),
    .has_mark = TRUE,
    .mark_x = at[h] + 0.5,
    .mark_y = at[v] + 0.5,
  };
  return ond_best_picture_is_shown (session) ? paint_best (job, session, normal, panel, error)
                                             : fill_under (job, session, normal, panel, error);
}

static gboolean
fill_view (Job *job, const OndExportInput *input, GError **error)
{
  OndShow show = top_layer (input->session);
  const OndVolumeInfo *info = ond_volume_get_info (job->volume);
  static const int order[OND_N_AXES] = { OND_Z, OND_Y, OND_X };
  OndShown shown;
  int width, height;

  for (int i = 0; i < OND_N_AXES; i++)
    if (ond_session_get_slice (input->session, show, order[i], &width, &height) != NULL
        && !fill_slice_panel (job, input->session, order[i], &job->panels[job->figure.n_panels++],
                              error))
      return FALSE;
  if (job->figure.n_panels == 0)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "There is no response to export yet");
      return FALSE;
    }
  job->figure.colors = *ond_session_get_colors (input->session, show);
  job->figure.colors.polarity = OND_POLARITY_BRIGHT; /* the values have theirs */
  job->figure.colors_label = own (job, label_colors (input->session, show, info->unit));
  if (show == OND_SHOW_RESPONSE && ond_session_get_shown (input->session, &shown))
    job->figure.title =
        own (job, describe_wavelet (&shown.wavelet,
                                    ond_geometry_rank (ond_volume_get_geometry (job->volume))));
  if (ond_best_picture_is_shown (input->session))
    describe_best (job, input->session);
  job->width = job->figure.n_panels > 1 ? 180 : 90;
  job->height = job->figure.n_panels > 1 ? 70 : 85;
  return TRUE;
}

static OndAxis
map_axis (Job *job, const OndGrid *grid)
{
  const OndParameterInfo *info = &ond_parameters[grid->parameter];
  OndAxis axis =
      ond_map_axis (grid, own (job, g_strdup_printf ("%s (%s)", info->symbol, info->unit)));

  if (axis.centres != NULL)
    axis.centres = own (job, g_memdup2 (axis.centres, grid->n * sizeof *axis.centres));
  return axis;
}

/* As it is on the screen: norm, colours, limits, sphere. */
static gboolean
fill_map (Job *job, const OndExportInput *input, GError **error)
{
  OndMapModel *model = ond_session_get_maps (input->session);
  const OndGrid *theta = ond_map_model_get_grid (model, OND_PARAMETER_THETA);
  const OndGrid *phi = ond_map_model_get_grid (model, OND_PARAMETER_PHI);
  gsize n = theta->n * phi->n, xi, scale;
  float *values = g_try_malloc_n (n, sizeof (float));

  if (values == NULL || ond_map_model_get_values (model, 0) == NULL)
    {
      g_free (values);
      g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                   "There is no memory for a map of %" G_GSIZE_FORMAT " cells", n);
      return FALSE;
    }
  memcpy (own (job, values), ond_map_model_get_values (model, 0), n * sizeof *values);
  job->panels[0] = (OndPanel){ .nx = theta->n, .ny = phi->n, .values = values };
  if (ond_map_model_get_options (model)->sphere && !ond_map_model_is_flat (model))
    job->panels[0].sphere = job->sphere = ond_sphere_new (theta, phi);
  else
    {
      job->panels[0].x = map_axis (job, theta);
      job->panels[0].y = map_axis (job, phi);
    }
  ond_map_model_get_plane (model, 0, &xi, &scale);
  job->figure.n_panels = 1;
  job->figure.colors = ond_map_model_get_colors (model, 0);
  job->figure.colors_label = own (job, ond_map_model_dup_label (model, 0));
  job->figure.title =
      own (job, g_strdup_printf ("ξ %.4g  a %.4g  %s",
                                 ond_map_model_get_grid (model, OND_PARAMETER_XI)->values[xi],
                                 ond_map_model_get_grid (model, OND_PARAMETER_SCALE)->values[scale],
                                 ond_norms[ond_map_model_get_norm (model)].title));
  job->width = 90;
  job->height = 80;
  return TRUE;
}

static gboolean
fill_maps (Job *job, const OndExportInput *input, GError **error)
{
  OndMaps *maps = ond_sweep_job_get_maps (input->job);

  if (maps == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                   "The sweep is still running: wait for its end, or cancel it");
      return FALSE;
    }
  job->maps = ond_maps_ref (maps);
  return TRUE;
}

/* Copies what the export needs, in the main thread. */
static gboolean
fill (Job *job, const OndExportInput *input, GError **error)
{
  gboolean of_maps = job->kind <= OND_EXPORT_MAP;

  if (of_maps ? input->job == NULL : job->volume == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "There is nothing to export yet");
      return FALSE;
    }
  if (of_maps)
    job->command = g_strdup (ond_sweep_job_get_origin (input->job)->command);
  else
    job->command = job->kind == OND_EXPORT_VIEW
                       ? ond_command_text_of_slices (input->session)
                       : ond_command_text (input->session, "respond", NULL);
  switch (job->kind)
    {
    case OND_EXPORT_MAPS:
    case OND_EXPORT_TABLE:
      return fill_maps (job, input, error);
    case OND_EXPORT_MAP:
      return fill_map (job, input, error);
    case OND_EXPORT_VIEW:
      return fill_view (job, input, error);
    case OND_EXPORT_BEST:
      return ond_best_export_fill (&job->best, input->job, job->path, error);
    default:
      job->engine = ond_engine_ref (ond_session_get_engine (input->session));
      job->method = ond_session_get_method (input->session);
      job->wavelet = ond_session_get_wavelet (input->session);
      return TRUE;
    }
}

static gboolean
write_response (Job *job, GCancellable *cancellable, GError **error)
{
  const OndGeometry *geometry = ond_volume_get_geometry (job->volume);
  OndFitsMeta meta = {
    .like = job->volume, .wavelet = &job->wavelet, .method = &job->method, .command = job->command
  };
  g_autoptr (OndTransform) transform = NULL;
  float *samples = ond_volume_alloc (geometry, error);
  gboolean done;

  if (samples == NULL)
    return FALSE;
  transform = ond_engine_get_transform (job->engine, job->volume, &job->method, &job->wavelet, 1,
                                        OND_LANE_SWEEP, cancellable, error);
  done = transform != NULL
         && ond_transform_volume (transform, &job->wavelet, samples, NULL, OND_LANE_SWEEP,
                                  cancellable, error);
  if (done)
    {
      meta.backend = ond_transform_get_device (transform, OND_LANE_SWEEP);
      done = ond_fits_write (job->path, geometry, samples, &meta, TRUE, error);
    }
  ond_volume_free_samples (samples);
  return done;
}

static gboolean
write_figure (Job *job, GError **error)
{
  OndFigureOutput output = {
    .width = job->width, .height = job->height, .overwrite = TRUE, .command = job->command
  };

  job->figure.panels = job->panels;
  return ond_figure_save (&job->figure, job->path, &output, error);
}

static void
run_export (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  GError *error = NULL;
  gboolean done;

  if (cancellable != NULL)
    g_cancellable_push_current (cancellable); /* file-write.h looks at it */
  if (job->kind == OND_EXPORT_MAPS)
    done = ond_maps_save (job->maps, job->path, TRUE, &error);
  else if (job->kind == OND_EXPORT_TABLE)
    done = ond_maps_save_csv (job->maps, job->path, TRUE, &error);
  else if (job->kind == OND_EXPORT_BEST)
    done = ond_best_export_write (&job->best, job->path, cancellable, &error);
  else if (job->kind == OND_EXPORT_RESPONSE)
    done = write_response (job, cancellable, &error);
  else
    done = write_figure (job, &error);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

GMenuModel *
ond_export_menu_new (void)
{
  GMenu *menu = g_menu_new ();

  for (int i = 0; i < OND_N_EXPORTS; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.export::%s", ond_exports[i].name);

      g_menu_append (menu, ond_exports[i].title, action);
    }
  return G_MENU_MODEL (menu);
}

char *
ond_export_suggest_name (OndExport kind, OndSession *session)
{
  OndVolume *volume = ond_session_get_volume (session);
  const char *name = volume != NULL ? ond_volume_get_info (volume)->name : NULL;
  g_autofree char *stem = g_path_get_basename (name != NULL ? name : "volume");
  char *dot = strchr (stem + 1, '.');

  if (dot != NULL)
    *dot = '\0';
  return g_strconcat (stem, "-", ond_exports[kind].help, NULL);
}

void
ond_export_async (OndExport kind, const OndExportInput *input, const char *path,
                  GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  OndVolume *volume = ond_session_get_volume (input->session);
  const char *source = volume != NULL ? ond_volume_get_info (volume)->path : NULL;
  Job *job = g_new0 (Job, 1);
  GError *error = NULL;

  job->kind = kind;
  job->path = g_strdup (path);
  job->owned = g_ptr_array_new_with_free_func (g_free);
  job->volume = volume != NULL ? ond_volume_ref (volume) : NULL;
  g_task_set_task_data (task, job, job_free);
  if (source != NULL && ond_file_same (path, source))
    g_task_return_new_error (task, OND_ERROR, OND_ERROR_PARAMETER,
                             "%s is the file that is open: choose another name", path);
  else if (!fill (job, input, &error))
    g_task_return_error (task, error);
  else
    g_task_run_in_thread (task, run_export);
}

gboolean
ond_export_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
