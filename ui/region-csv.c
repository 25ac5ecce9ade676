/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-csv.h"

#include "../core/error.h"
#include "../core/region-statistics.h"

#include <math.h>
#include <string.h>

static const char *const layers[OND_N_SHOWS] = { "image", "response" };

typedef struct
{
  GArray *regions;
  int first;
  float *samples[OND_N_SHOWS][OND_N_AXES]; /* NULL: no such slice, or no region on it */
  gint32 at[OND_N_SHOWS][OND_N_AXES];
  int width[OND_N_AXES], height[OND_N_AXES];
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (int show = 0; show < OND_N_SHOWS; show++)
    for (int i = 0; i < OND_N_AXES; i++)
      g_free (job->samples[show][i]);
  g_array_unref (job->regions);
  g_free (job);
}

static void
append_number (GString *to, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (to, ',');
  if (isfinite (value))
    g_string_append (to, g_ascii_formatd (text, sizeof text, "%.9g", value));
}

/* Quoted; a spreadsheet must not take a name for a formula. */
static void
append_text (GString *to, const char *text)
{
  g_autoptr (GString) quoted = g_string_new (text);

  g_string_replace (quoted, "\"", "\"\"", 0);
  g_string_append_printf (to, ",\"%s%s\"", strchr ("=+-@", text[0]) && text[0] ? "'" : "",
                          quoted->str);
}

static void
append_line (GString *to, const Job *job, guint i, int show, const OndRegionStatistics *statistics)
{
  const OndRegion *region = &g_array_index (job->regions, OndRegion, i);
  const double numbers[] = { region->centre[0] + job->first, region->centre[1] + job->first,
                             2 * region->half[0], 2 * region->half[1], region->angle };

  g_string_append_printf (to, "%u", i + 1);
  append_text (to, region->text);
  g_string_append_printf (to, ",%s,%s,%d", ond_region_shapes[region->shape].name,
                          ond_slice_name (region->normal),
                          job->at[show][region->normal] + job->first);
  for (gsize k = 0; k < G_N_ELEMENTS (numbers); k++)
    append_number (to, numbers[k]);
  g_string_append_printf (to, ",%s,%" G_GSIZE_FORMAT ",%" G_GSIZE_FORMAT, layers[show],
                          statistics->n, statistics->n_invalid);
  for (int k = 0; k < OND_N_REGION_STATISTICS; k++)
    append_number (to, ond_region_statistics_get (statistics, k));
  g_string_append_c (to, '\n');
}

static void
measure_all (GTask *task, G_GNUC_UNUSED gpointer source, gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  const Job *job = data;
  GString *text =
      g_string_new ("region,name,shape,slice,index,x,y,width,height,angle,layer,n,invalid");
  GError *error = NULL;

  for (int k = 0; k < OND_N_REGION_STATISTICS; k++)
    g_string_append_printf (text, ",%s", ond_region_statistic_infos[k].name);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < job->regions->len && error == NULL; i++)
    for (int show = 0; show < OND_N_SHOWS && error == NULL; show++)
      {
        const OndRegion *region = &g_array_index (job->regions, OndRegion, i);
        int normal = region->normal;
        OndRegionStatistics statistics;

        if (job->samples[show][normal] != NULL
            && ond_region_measure (region, job->samples[show][normal], job->width[normal],
                                   job->height[normal], &statistics, &error))
          append_line (text, job, i, show, &statistics);
      }
  if (error == NULL)
    g_task_return_pointer (task, g_string_free (text, FALSE), g_free);
  else
    {
      g_string_free (text, TRUE);
      g_task_return_error (task, error);
    }
}

/* FALSE where there is no memory for it. */
static gboolean
copy_slice (Job *job, OndSession *session, OndShow show, int normal)
{
  const float *samples =
      ond_session_get_slice (session, show, normal, &job->width[normal], &job->height[normal]);
  gsize n = samples != NULL ? (gsize) job->width[normal] * (gsize) job->height[normal] : 0;

  if (samples == NULL || job->samples[show][normal] != NULL)
    return TRUE;
  job->samples[show][normal] = g_try_malloc_n (n, sizeof *samples);
  if (job->samples[show][normal] == NULL)
    return FALSE;
  memcpy (job->samples[show][normal], samples, n * sizeof *samples);
  return TRUE;
}

void
ond_region_csv_async (OndSession *session, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);
  OndRegions *regions = ond_session_get_regions (session);
  Job *job = g_new0 (Job, 1);
  gboolean ok = TRUE;

  g_task_set_task_data (task, job, job_free);
  job->regions = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  job->first = ond_coordinates_get_first (ond_session_get_coordinates (session));
  for (guint i = 0; i < ond_regions_get_n (regions); i++)
    {
      const OndRegion *region = ond_regions_get (regions, i);

      g_array_append_vals (job->regions, region, 1);
      for (int show = 0; show < OND_N_SHOWS && ok; show++)
        ok = copy_slice (job, session, show, region->normal);
    }
  for (int show = 0; show < OND_N_SHOWS; show++)
    ond_session_get_slices_at (session, show, job->at[show]);
  if (ok)
    g_task_run_in_thread (task, measure_all);
  else
    g_task_return_new_error (task, OND_ERROR, OND_ERROR_MEMORY,
                             "There is no memory for copies of the slices");
}

char *
ond_region_csv_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
