/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli info` of a file of maps: what was swept, over which grid, by what, and what was
 * found. */
#include "cli.h"

#include <math.h>
#include <string.h>

/* The least and the largest of a statistic, and where. */
typedef struct
{
  double lower, upper; /* NaN when nothing is known */
  gsize best;          /* the cell of the largest */
} Found;

static Found
find_extremes (const OndMaps *maps, OndStatistic statistic)
{
  const double *values = ond_maps_get_values (maps, statistic);
  Found found = { NAN, NAN, 0 };

  if (!ond_maps_best (maps, statistic, &found.best))
    return found;
  found.lower = found.upper = values[found.best];
  for (gsize cell = 0; cell < ond_maps_get_n_cells (maps); cell++)
    if (ond_maps_is_filled (maps, cell) && values[cell] < found.lower)
      found.lower = values[cell];
  return found;
}

/* "0:180:36: 36 values, 0 ... 175 deg" */
static char *
describe_grid (const OndGrid *grid)
{
  double lower = grid->values[0], upper = lower;
  const char *unit = ond_parameters[grid->parameter].is_angle ? " deg" : "";

  if (grid->n == 1)
    return g_strdup_printf ("%g%s", lower, unit);
  for (gsize i = 0; i < grid->n; i++)
    {
      lower = fmin (lower, grid->values[i]);
      upper = fmax (upper, grid->values[i]);
    }
  return g_strdup_printf ("%.60s%s: %" G_GSIZE_FORMAT " values, %g ... %g%s", grid->text,
                          strlen (grid->text) > 60 ? "..." : "", grid->n, lower, upper, unit);
}

static void
print_input (const OndMaps *maps)
{
  const OndMapsOrigin *origin = ond_maps_get_origin (maps);
  const gint32 *n = ond_maps_get_dims (maps);
  g_autofree char *grid = g_strdup_printf (", %d x %d x %d voxels", n[OND_X], n[OND_Y], n[OND_Z]);

  ond_cli_print ("swept", "%s%s%s%s", origin->input ? origin->input : "an unknown input",
                 origin->input_hdu ? ", " : "", origin->input_hdu ? origin->input_hdu : "",
                 n[OND_X] > 0 ? grid : "");
  ond_cli_print ("voxel", "%g x %g x %g", origin->edge[OND_X], origin->edge[OND_Y],
                 origin->edge[OND_Z]);
  if (origin->edge_length > 0)
    ond_cli_print ("edge", "%g %s is the smallest", origin->edge_length,
                   origin->length_unit ? origin->length_unit : "");
  ond_cli_print ("unit", "%s", origin->unit && *origin->unit ? origin->unit : "none");
  ond_cli_print ("checksum", "%s", origin->checksum ? origin->checksum : "none");
}

static void
print_grids (const OndMaps *maps)
{
  g_autoptr (OndSettings) settings = ond_settings_new_from_maps (maps);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_autofree char *text = describe_grid (ond_maps_get_grid (maps, p));
      if (p != OND_PARAMETER_PHI || ond_maps_get_rank (maps) == 3)
        ond_cli_print (ond_parameters[p].name, "%s", text);
    }
  for (int s = OND_SETTING_NORM; s <= OND_SETTING_BORDER; s++)
    {
      g_autofree char *text = ond_settings_get_text (settings, s);
      ond_cli_print (ond_setting_infos[s].name, "%s", text);
    }
}

static void
print_found (const OndMaps *maps, OndStatistic statistic)
{
  Found found = find_extremes (maps, statistic);
  const OndWavelet wavelet = ond_maps_get_wavelet (maps, found.best);
  g_autofree char *place = ond_cli_describe_wavelet (&wavelet, ond_maps_get_rank (maps));
  g_autofree char *unit = ond_statistic_unit (statistic, ond_maps_get_origin (maps)->unit);

  if (isnan (found.upper))
    ond_cli_print (ond_statistics[statistic].name, "nowhere known");
  else
    ond_cli_print (ond_statistics[statistic].name, "%.9g ... %.9g%s%s; largest at %s", found.lower,
                   found.upper, *unit ? " " : "", unit, place);
}

static void
print_text (const OndCli *cli, const OndMaps *maps)
{
  const OndMapsOrigin *origin = ond_maps_get_origin (maps);
  OndStatisticSet statistics = ond_maps_get_statistics (maps);
  g_autofree char *names = ond_statistic_set_to_prose (statistics);

  ond_cli_print ("file", "%s", cli->files[0]);
  ond_cli_print ("holds", "the maps of a sweep: %s", names);
  print_input (maps);
  print_grids (maps);
  ond_cli_print ("points", "%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " computed%s",
                 ond_maps_get_n_filled (maps), ond_maps_get_n_cells (maps),
                 ond_maps_get_pass (maps) == OND_PASS_ENERGY ? ", by Parseval's theorem" : "");
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (ond_statistic_set_has (statistics, s))
      print_found (maps, s);
  ond_cli_print ("computed by", "%s", origin->backend ? origin->backend : "unknown");
  if (origin->command != NULL)
    ond_cli_print ("command", "%s", origin->command);
}

static void
json_grids (const OndMaps *maps, JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "grids");
  json_builder_begin_object (builder);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      const OndGrid *grid = ond_maps_get_grid (maps, p);

      json_builder_set_member_name (builder, ond_parameters[p].name);
      json_builder_begin_array (builder);
      for (gsize i = 0; i < grid->n; i++)
        json_builder_add_double_value (builder, grid->values[i]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

static void
json_found (const OndMaps *maps, OndStatistic statistic, JsonBuilder *builder)
{
  Found found = find_extremes (maps, statistic);
  const OndWavelet wavelet = ond_maps_get_wavelet (maps, found.best);

  json_builder_set_member_name (builder, ond_statistics[statistic].name);
  json_builder_begin_object (builder);
  ond_cli_json_number (builder, "least", found.lower);
  ond_cli_json_number (builder, "largest", found.upper);
  for (int p = 0; p < OND_N_PARAMETERS && !isnan (found.upper); p++)
    ond_cli_json_number (builder, ond_parameters[p].name,
                         p == OND_PARAMETER_PHI && ond_maps_get_rank (maps) == 2
                             ? NAN
                             : ond_wavelet_get (&wavelet, p));
  json_builder_end_object (builder);
}

static void
json_origin (const OndMaps *maps, JsonBuilder *builder)
{
  const OndMapsOrigin *origin = ond_maps_get_origin (maps);

  ond_cli_json_text (builder, "input", origin->input);
  ond_cli_json_text (builder, "input_hdu", origin->input_hdu);
  ond_cli_json_text (builder, "checksum", origin->checksum);
  json_builder_set_member_name (builder, "dims");
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_int_value (builder, ond_maps_get_dims (maps)[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "edges");
  json_builder_begin_array (builder);
  for (int i = 0; i < OND_N_AXES; i++)
    json_builder_add_double_value (builder, origin->edge[i]);
  json_builder_end_array (builder);
  ond_cli_json_number (builder, "edge_length", origin->edge_length > 0 ? origin->edge_length : NAN);
  ond_cli_json_text (builder, "length_unit", origin->length_unit);
  ond_cli_json_text (builder, "unit", origin->unit);
  ond_cli_json_text (builder, "backend", origin->backend);
  ond_cli_json_text (builder, "command", origin->command);
}

static void
print_json (const OndCli *cli, const OndMaps *maps)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (OndSettings) settings = ond_settings_new_from_maps (maps);

  json_builder_begin_object (builder);
  ond_cli_json_text (builder, "file", cli->files[0]);
  ond_cli_json_text (builder, "holds", "maps");
  json_origin (maps, builder);
  json_grids (maps, builder);
  for (int s = OND_SETTING_NORM; s <= OND_SETTING_BORDER; s++)
    {
      g_autofree char *text = ond_settings_get_text (settings, s);
      ond_cli_json_text (builder, ond_setting_infos[s].name, text);
    }
  ond_cli_json_integer (builder, "points", (gint64) ond_maps_get_n_cells (maps));
  ond_cli_json_integer (builder, "computed", (gint64) ond_maps_get_n_filled (maps));
  json_builder_set_member_name (builder, "statistics");
  json_builder_begin_object (builder);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (ond_statistic_set_has (ond_maps_get_statistics (maps), s))
      json_found (maps, s, builder);
  json_builder_end_object (builder);
  ond_cli_json_print (builder);
}

gboolean
ond_cli_info_maps (OndCli *cli, GError **error)
{
  g_autoptr (OndMaps) maps = NULL;

  if (!ond_cli_check_used (cli, 0, NULL, "info of the maps of a sweep", error))
    return FALSE;
  maps = ond_maps_load (cli->files[0], error);
  if (maps == NULL)
    return FALSE;
  if (cli->json)
    print_json (cli, maps);
  else
    print_text (cli, maps);
  return TRUE;
}
