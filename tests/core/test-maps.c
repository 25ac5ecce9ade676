/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps: filling, the best cell, and that files bring back exactly what was saved. */
#include "core/error.h"
#include "core/maps.h"
#include "core/sample.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static const OndGeometry geometry = { .n = { 12, 11, 10 }, .edge = { 1, 1, 2.5 } };

typedef struct
{
  char *folder, *path;
  OndSweepPlan *plan;
  OndMaps *maps;
} Fixture;

static const OndMapsOrigin origin = {
  .input = "a b'c\\d \xc3\xa9.fits",
  .input_hdu = "HDU 1 (SCI)",
  .checksum = "0123456789abcdef",
  .unit = "K",
  .backend = "CPU, 2 threads",
  .command = "ondelette-cli sweep 'a b' --theta 0:180:5 and so on, beyond the sixty-eight "
             "characters that a card has",
  .edge = { 1, 1, 2.5 },
  .edge_length = 0.1,
  .length_unit = "um",
};

#define ENERGY_AND_STD                                                                             \
  (OND_STATISTIC_BIT (OND_STATISTIC_ENERGY) | OND_STATISTIC_BIT (OND_STATISTIC_STD))

/* By Parseval's theorem where `statistics` allow it. */
static OndSweepPlan *
make_plan (const char *const texts[OND_N_PARAMETERS], OndStatisticSet statistics)
{
  OndGrid *grids[OND_N_PARAMETERS];
  OndSweepRequest request = { .grids = grids,
                              .geometry = geometry,
                              .method = ond_method_default (),
                              .norm = OND_NORM_RAW,
                              .statistics = statistics };
  g_autoptr (GError) error = NULL;
  OndSweepPlan *plan;

  request.method.boundary = OND_BOUNDARY_PERIODIC;
  request.method.fill = OND_FILL_MEAN;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    grids[p] = ond_grid_parse (p, texts[p], &error);
  g_assert_no_error (error);
  plan = ond_sweep_plan_new (&request, &error);
  g_assert_no_error (error);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  return plan;
}

static void
fixture_init (Fixture *self, OndStatisticSet statistics)
{
  static const char *const texts[] = { "0:180:5", "0:180:4", "log:1:10:3", "1,2.5" };
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("ondelette-maps-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "maps [1].fits", NULL);
  self->plan = make_plan (texts, statistics);
  self->maps = ond_maps_new (self->plan, &origin, &error);
  g_assert_no_error (error);
}

static void
fixture_clear (Fixture *self)
{
  ond_maps_unref (self->maps);
  ond_sweep_plan_unref (self->plan);
  g_remove (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0); /* nothing else was left there */
  g_free (self->path);
  g_free (self->folder);
}

/* Moments that differ in every cell and are no round numbers. */
static OndMoments
moments_of (gsize cell)
{
  double c = (double) cell;

  return (OndMoments){ .n = 1000,
                       .sum = 10 / (c + 3),
                       .sum2 = 50 + c / 7,
                       .min = -1 / (c + 1),
                       .max = sin (c),
                       .at_max = cell % ond_geometry_n_voxels (&geometry) };
}

static void
take (Fixture *self, gsize chunk)
{
  OndMoments moments[OND_SWEEP_CHUNK];
  g_autoptr (GError) error = NULL;
  gsize n;
  const guint32 *cells = ond_sweep_plan_get_chunk (self->plan, chunk, &n);

  for (gsize k = 0; k < n; k++)
    {
      moments[k] = moments_of (cells[k]);
      if (ond_sweep_plan_get_pass (self->plan) == OND_PASS_ENERGY)
        moments[k].min = moments[k].max = NAN;
    }
  g_assert_true (ond_maps_take_chunk (self->maps, self->plan, chunk, moments, &geometry, &error));
  g_assert_no_error (error);
}

static void
take_all (Fixture *self)
{
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (self->plan); c++)
    take (self, c);
}

static void
test_new_maps_are_empty (void)
{
  Fixture f;
  gint32 at[OND_N_AXES];
  gsize cell;

  fixture_init (&f, OND_STATISTICS_ALL);
  g_assert_cmpuint (ond_maps_get_n_cells (f.maps), ==, 120);
  g_assert_cmpuint (ond_maps_get_n_filled (f.maps), ==, 0);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    {
      for (gsize i = 0; i < 120; i++)
        g_assert_true (isnan (ond_maps_get_values (f.maps, s)[i]));
      g_assert_false (ond_maps_best (f.maps, s, &cell));
    }
  ond_maps_get_max_voxel (f.maps, 7, at);
  g_assert_cmpint (at[OND_X], ==, -1);
  g_assert_false (ond_maps_is_filled (f.maps, 7));
  fixture_clear (&f);
}

static void
test_a_chunk_fills_its_cells (void)
{
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  take_all (&f);
  g_assert_cmpuint (ond_maps_get_n_filled (f.maps), ==, 120);
  for (gsize cell = 0; cell < 120; cell++)
    {
      const OndMoments moments = moments_of (cell);
      gint32 at[OND_N_AXES];

      for (int s = 0; s < OND_N_STATISTICS; s++)
        g_assert_cmpfloat (ond_maps_get_values (f.maps, s)[cell], ==,
                           ond_statistic_value (s, &moments));
      ond_maps_get_max_voxel (f.maps, cell, at);
      g_assert_cmpuint (ond_geometry_index (&geometry, at[OND_X], at[OND_Y], at[OND_Z]), ==,
                        moments.at_max);
    }
  fixture_clear (&f);
}

static void
test_a_chunk_is_taken_once (void)
{
  OndMoments moments[OND_SWEEP_CHUNK] = { 0 };
  g_autoptr (GError) error = NULL;
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  take (&f, 1);
  gsize before = ond_maps_get_n_filled (f.maps);
  g_assert_false (ond_maps_take_chunk (f.maps, f.plan, 1, moments, &geometry, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
  g_assert_cmpuint (ond_maps_get_n_filled (f.maps), ==, before);
  fixture_clear (&f);
}

static void
test_the_best_cell_is_the_largest_and_the_lowest_of_equals (void)
{
  static const char *const texts[] = { "0:90:4", "0", "2", "2" };
  OndMoments moments[OND_SWEEP_CHUNK];
  g_autoptr (OndSweepPlan) plan = make_plan (texts, OND_STATISTICS_ALL);
  g_autoptr (OndMaps) maps = ond_maps_new (plan, &origin, NULL);
  gsize best = 99;

  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (plan); c++)
    {
      gsize n;
      const guint32 *cells = ond_sweep_plan_get_chunk (plan, c, &n);
      for (gsize k = 0; k < n; k++)
        moments[k] = (OndMoments){ .n = 1, .sum2 = cells[k] % 2, .max = -5 };
      g_assert_true (ond_maps_take_chunk (maps, plan, c, moments, &geometry, NULL));
    }
  g_assert_true (ond_maps_best (maps, OND_STATISTIC_ENERGY, &best));
  g_assert_cmpuint (best, ==, 1);
  g_assert_true (ond_maps_best (maps, OND_STATISTIC_MAX, &best));
  g_assert_cmpuint (best, ==, 0);
}

static void
test_planes_and_wavelets_follow_the_cell_order (void)
{
  Fixture f;
  const gsize index[] = { 3, 2, 1, 1 };
  gsize cell;
  OndWavelet wavelet;

  fixture_init (&f, OND_STATISTICS_ALL);
  cell = ond_maps_cell (f.maps, index);
  g_assert_cmpuint (cell, ==, ((1 * 3 + 1) * 4 + 2) * 5 + 3);
  g_assert_true (ond_maps_get_plane (f.maps, OND_STATISTIC_STD, 1, 1) + 2 * 5 + 3
                 == ond_maps_get_values (f.maps, OND_STATISTIC_STD) + cell);
  wavelet = ond_maps_get_wavelet (f.maps, cell);
  g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&wavelet, OND_PARAMETER_THETA), 108, 1e-12);
  g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&wavelet, OND_PARAMETER_PHI), 90, 1e-12);
  g_assert_cmpfloat_with_epsilon (wavelet.xi, sqrt (10), 1e-14);
  g_assert_cmpfloat (wavelet.scale, ==, 2.5);
  g_assert_cmpint (wavelet.norm, ==, OND_NORM_RAW);
  fixture_clear (&f);
}

static void
assert_same_origin (const OndMapsOrigin *a, const OndMapsOrigin *b)
{
  g_assert_cmpstr (a->input, ==, b->input);
  g_assert_cmpstr (a->input_hdu, ==, b->input_hdu);
  g_assert_cmpstr (a->checksum, ==, b->checksum);
  g_assert_cmpstr (a->unit, ==, b->unit);
  g_assert_cmpstr (a->backend, ==, b->backend);
  g_assert_cmpstr (a->command, ==, b->command);
  g_assert_cmpstr (a->length_unit, ==, b->length_unit);
  g_assert_cmpmem (a->edge, sizeof a->edge, b->edge, sizeof b->edge);
  g_assert_cmpfloat (a->edge_length, ==, b->edge_length);
}

static void
assert_same_maps (const OndMaps *a, const OndMaps *b)
{
  gsize n = ond_maps_get_n_cells (a);

  g_assert_cmpuint (ond_maps_get_n_cells (b), ==, n);
  g_assert_cmpuint (ond_maps_get_n_filled (b), ==, ond_maps_get_n_filled (a));
  g_assert_true (ond_method_equal (ond_maps_get_method (a), ond_maps_get_method (b)));
  g_assert_cmpint (ond_maps_get_norm (a), ==, ond_maps_get_norm (b));
  g_assert_cmpint (ond_maps_get_pass (a), ==, ond_maps_get_pass (b));
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      const OndGrid *x = ond_maps_get_grid (a, p), *y = ond_maps_get_grid (b, p);
      g_assert_cmpint (x->spacing, ==, y->spacing);
      g_assert_cmpmem (x->values, x->n * sizeof *x->values, y->values, y->n * sizeof *y->values);
      g_assert_cmpstr (x->text, ==, y->text);
    }
  g_assert_cmpuint (ond_maps_get_statistics (a), ==, ond_maps_get_statistics (b));
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (ond_statistic_set_has (ond_maps_get_statistics (a), s))
      g_assert_cmpmem (ond_maps_get_values (a, s), n * sizeof (double), ond_maps_get_values (b, s),
                       n * sizeof (double));
    else
      g_assert_null (ond_maps_get_values (b, s));
  for (gsize cell = 0; cell < n; cell++)
    {
      gint32 x[OND_N_AXES], y[OND_N_AXES];
      ond_maps_get_max_voxel (a, cell, x);
      ond_maps_get_max_voxel (b, cell, y);
      g_assert_cmpmem (x, sizeof x, y, sizeof y);
      g_assert_cmpint (ond_maps_is_filled (a, cell), ==, ond_maps_is_filled (b, cell));
    }
  assert_same_origin (ond_maps_get_origin (a), ond_maps_get_origin (b));
  g_assert_cmpmem (ond_maps_get_dims (a), sizeof geometry.n, ond_maps_get_dims (b),
                   sizeof geometry.n);
  g_assert_cmpint (ond_maps_get_dims (a)[OND_Y], ==, geometry.n[OND_Y]);
}

static void
save_and_load (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndMaps) loaded = NULL;

  g_assert_true (ond_maps_save (f->maps, f->path, FALSE, &error));
  g_assert_no_error (error);
  g_assert_true (ond_maps_probe (f->path));
  loaded = ond_maps_load (f->path, &error);
  g_assert_no_error (error);
  assert_same_maps (f->maps, loaded);
}

static void
test_a_file_brings_back_the_maps (void)
{
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  take_all (&f);
  save_and_load (&f);
  fixture_clear (&f);
}

static void
test_a_file_brings_back_unfinished_maps (void)
{
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  take (&f, 0);
  take (&f, 2);
  save_and_load (&f);
  fixture_clear (&f);
}

static void
test_maps_hold_what_was_asked_for (void)
{
  gint32 at[OND_N_AXES];
  gsize cell;
  Fixture f;

  fixture_init (&f, ENERGY_AND_STD);
  take_all (&f);
  g_assert_cmpuint (ond_maps_get_statistics (f.maps), ==, ENERGY_AND_STD);
  g_assert_cmpint (ond_maps_get_pass (f.maps), ==, OND_PASS_ENERGY);
  for (int s = 0; s < OND_N_STATISTICS; s++)
    {
      gboolean there = s == OND_STATISTIC_ENERGY || s == OND_STATISTIC_STD;
      g_assert_cmpint (ond_maps_get_values (f.maps, s) != NULL, ==, there);
      g_assert_cmpint (ond_maps_get_plane (f.maps, s, 1, 1) != NULL, ==, there);
      g_assert_cmpint (ond_maps_best (f.maps, s, &cell), ==, there);
    }
  ond_maps_get_max_voxel (f.maps, 0, at);
  g_assert_cmpint (at[OND_X], ==, -1);
  g_assert_true (ond_maps_is_filled (f.maps, 0));
  g_assert_cmpuint (ond_maps_cell_bytes (ENERGY_AND_STD), ==, 17);
  g_assert_cmpuint (ond_maps_cell_bytes (OND_STATISTICS_ALL), ==, 53);
  fixture_clear (&f);
}

static void
test_a_file_brings_back_some_statistics (void)
{
  for (int s = 0; s < OND_N_STATISTICS; s++)
    for (int whole = 0; whole < 2; whole++)
      {
        OndStatisticSet one = OND_STATISTIC_BIT (s);
        Fixture f;

        fixture_init (&f, whole ? one : OND_STATISTICS_ALL & ~one);
        if (whole)
          take_all (&f);
        else
          take (&f, 1);
        save_and_load (&f);
        fixture_clear (&f);
      }
}

/* Without MAXVOXEL nothing in a map tells a cell that has no valid voxel from one that is missing;
 * COMPLETE does. */
static void
test_complete_maps_without_a_valid_voxel_stay_complete (void)
{
  OndMoments moments[OND_SWEEP_CHUNK] = { 0 };
  g_autoptr (OndMaps) loaded = NULL;
  Fixture f;

  fixture_init (&f, ENERGY_AND_STD);
  for (gsize c = 0; c < ond_sweep_plan_get_n_chunks (f.plan); c++)
    g_assert_true (ond_maps_take_chunk (f.maps, f.plan, c, moments, &geometry, NULL));
  g_assert_true (ond_maps_save (f.maps, f.path, FALSE, NULL));
  loaded = ond_maps_load (f.path, NULL);
  g_assert_nonnull (loaded);
  g_assert_cmpuint (ond_maps_get_n_filled (loaded), ==, 120);
  g_assert_true (isnan (ond_maps_get_values (loaded, OND_STATISTIC_STD)[7]));
  fixture_clear (&f);
}

static void
test_a_file_brings_back_a_long_list_and_no_texts (void)
{
  g_autoptr (GString) list = g_string_new ("0.1");
  const OndMapsOrigin nothing = { .edge = { 1, 1, 1 } };
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  for (int i = 1; i < 300; i++)
    g_string_append_printf (list, ",%d.1", i % 180);
  ond_maps_unref (f.maps);
  ond_sweep_plan_unref (f.plan);
  f.plan = make_plan ((const char *const[]){ list->str, "0", "1", "2" }, OND_STATISTICS_ALL);
  f.maps = ond_maps_new (f.plan, &nothing, NULL);
  g_assert_true (ond_maps_save (f.maps, f.path, FALSE, NULL));
  g_autoptr (OndMaps) loaded = ond_maps_load (f.path, NULL);
  g_assert_nonnull (loaded);
  g_assert_cmpuint (ond_maps_get_grid (loaded, OND_PARAMETER_THETA)->n, ==, 300);
  g_assert_cmpmem (ond_maps_get_grid (loaded, OND_PARAMETER_THETA)->values, 300 * sizeof (double),
                   ond_maps_get_grid (f.maps, OND_PARAMETER_THETA)->values, 300 * sizeof (double));
  assert_same_origin (ond_maps_get_origin (loaded), &nothing);
  fixture_clear (&f);
}

static void
test_an_existing_file_is_kept_unless_overwriting (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  g_assert_true (g_file_set_contents (f.path, "precious", -1, NULL));
  g_assert_false (ond_maps_save (f.maps, f.path, FALSE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_EXISTS);
  g_assert_true (g_file_get_contents (f.path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "precious");
  g_assert_true (ond_maps_save (f.maps, f.path, TRUE, NULL));
  g_assert_true (ond_maps_probe (f.path));
  fixture_clear (&f);
}

static void
assert_not_maps (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OndMaps) maps = ond_maps_load (path, &error);

  g_assert_null (maps);
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_other_files_are_refused (void)
{
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  assert_not_maps (f.path);
  assert_not_maps (f.folder);
  g_assert_false (ond_maps_probe (f.folder));
  g_assert_true (g_file_set_contents (f.path, "SIMPLE", -1, NULL));
  assert_not_maps (f.path);
  fixture_clear (&f);
}

/* Every cut in steps of 997 bytes, and a flipped byte in steps of 611. A flip in a comment may pass
 * unnoticed; one in the values may not. */
static void
test_damaged_files_are_refused (void)
{
  g_autofree char *bytes = NULL;
  gsize n, refused = 0, read = 0;
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  take_all (&f);
  g_assert_true (ond_maps_save (f.maps, f.path, FALSE, NULL));
  g_assert_true (g_file_get_contents (f.path, &bytes, &n, NULL));
  for (gsize cut = 0; cut + 2880 < n; cut += 997)
    {
      g_assert_true (g_file_set_contents (f.path, bytes, (gssize) cut, NULL));
      assert_not_maps (f.path);
    }
  for (gsize at = 0; at < n; at += 611)
    {
      g_autoptr (OndMaps) maps = NULL;

      bytes[at] ^= 0x15;
      g_assert_true (g_file_set_contents (f.path, bytes, (gssize) n, NULL));
      bytes[at] ^= 0x15;
      maps = ond_maps_load (f.path, NULL);
      refused += maps == NULL;
      read += maps != NULL;
      if (maps != NULL)
        for (int s = 0; s < OND_N_STATISTICS; s++)
          g_assert_cmpmem (ond_maps_get_values (maps, s), 120 * sizeof (double),
                           ond_maps_get_values (f.maps, s), 120 * sizeof (double));
    }
  g_assert_cmpuint (refused, >, 0);
  g_assert_cmpuint (read, >, 0);
  fixture_clear (&f);
}

static void
test_the_table_has_a_line_a_cell (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) words = NULL;
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  take_all (&f);
  g_assert_true (ond_maps_save_csv (f.maps, f.path, FALSE, NULL));
  g_assert_true (g_file_get_contents (f.path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==,
                    120 + 2); /* header, cells, nothing after the last newline */
  g_assert_cmpstr (lines[0], ==, "theta,phi,xi,scale,energy,mean,std,min,max,x,y,z");
  words = g_strsplit (lines[1 + 7], ",", -1); /* cell 7: theta 2, phi 1 */
  g_assert_cmpuint (g_strv_length (words), ==, 12);
  g_assert_cmpstr (words[0], ==, "72");
  g_assert_cmpstr (words[1], ==, "45");
  g_assert_cmpfloat (g_ascii_strtod (words[4], NULL), ==, 50 + 7.0 / 7);
  g_assert_cmpstr (words[9], ==, "8");
  g_assert_cmpstr (words[10], ==, "1");
  g_assert_cmpstr (words[11], ==, "1");
  fixture_clear (&f);
}

static void
test_the_table_has_the_columns_asked_for (void)
{
  Fixture f;

  fixture_init (&f, ENERGY_AND_STD);
  for (int max = 0; max < 2; max++)
    {
      g_autofree char *text = NULL;

      take_all (&f);
      g_assert_true (ond_maps_save_csv (f.maps, f.path, FALSE, NULL));
      g_assert_true (g_file_get_contents (f.path, &text, NULL, NULL));
      g_assert_true (g_str_has_prefix (text, max ? "theta,phi,xi,scale,max,x,y,z\n0,0,1,1,0,1,1,1\n"
                                                 : "theta,phi,xi,scale,energy,std\n0,0,1,1,50,"));
      fixture_clear (&f);
      fixture_init (&f, OND_STATISTIC_BIT (OND_STATISTIC_MAX));
    }
  fixture_clear (&f);
}

static void
test_the_table_says_nan_and_nothing_where_nothing_is_known (void)
{
  g_autofree char *text = NULL;
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  g_assert_true (ond_maps_save_csv (f.maps, f.path, FALSE, NULL));
  g_assert_true (g_file_get_contents (f.path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\n0,0,1,1,nan,nan,nan,nan,nan,,,\n"));
  fixture_clear (&f);
}

static void
test_the_checksum_is_of_samples_and_dimensions (void)
{
  g_autoptr (OndVolume) a = ond_sample_new (8, 3, 0.2, NULL);
  g_autoptr (OndVolume) b = ond_sample_new (8, 3, 0.2, NULL);
  g_autoptr (OndVolume) c = ond_sample_new (8, 3, 0.3, NULL);
  const OndGeometry flat = { .n = { 8, 64, 1 }, .edge = { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&flat, NULL);
  g_autofree char *sum_a = ond_maps_checksum (a), *sum_b = ond_maps_checksum (b),
                  *sum_c = ond_maps_checksum (c);
  g_autofree char *sum_d = NULL;
  g_autoptr (OndVolume) d = NULL;

  memcpy (samples, ond_volume_get_samples (a), 512 * sizeof *samples);
  d = ond_volume_new_take (&flat, samples, NULL);
  sum_d = ond_maps_checksum (d);
  g_assert_cmpuint (strlen (sum_a), ==, 64);
  g_assert_cmpstr (sum_a, ==, sum_b);
  g_assert_cmpstr (sum_a, !=, sum_c);
  g_assert_cmpstr (sum_a, !=, sum_d);
}

static void
test_each_device_is_named_once (void)
{
  const char *gpu =
      "NVIDIA H200 with a name that is longer than the sixty-eight characters of a card";
  g_autofree char *expected = g_strdup_printf ("CPU, 2 threads, partly %s, partly CPU", gpu);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndMaps) loaded = NULL;
  Fixture f;

  fixture_init (&f, OND_STATISTICS_ALL);
  for (int i = 0; i < 2; i++)
    {
      ond_maps_add_device (f.maps, "CPU, 2 threads");
      ond_maps_add_device (f.maps, gpu);
      ond_maps_add_device (f.maps, "CPU"); /* part of a name is not that name */
    }
  g_assert_cmpstr (ond_maps_get_origin (f.maps)->backend, ==, expected);
  g_assert_true (ond_maps_save (f.maps, f.path, FALSE, &error));
  loaded = ond_maps_load (f.path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ond_maps_get_origin (loaded)->backend, ==, expected);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/maps/new-maps-are-empty", test_new_maps_are_empty);
  g_test_add_func ("/maps/a-chunk-fills-its-cells", test_a_chunk_fills_its_cells);
  g_test_add_func ("/maps/a-chunk-is-taken-once", test_a_chunk_is_taken_once);
  g_test_add_func ("/maps/each-device-is-named-once", test_each_device_is_named_once);
  g_test_add_func ("/maps/the-best-cell-is-the-largest-and-the-lowest-of-equals",
                   test_the_best_cell_is_the_largest_and_the_lowest_of_equals);
  g_test_add_func ("/maps/planes-and-wavelets-follow-the-cell-order",
                   test_planes_and_wavelets_follow_the_cell_order);
  g_test_add_func ("/maps/a-file-brings-back-the-maps", test_a_file_brings_back_the_maps);
  g_test_add_func ("/maps/a-file-brings-back-unfinished-maps",
                   test_a_file_brings_back_unfinished_maps);
  g_test_add_func ("/maps/maps-hold-what-was-asked-for", test_maps_hold_what_was_asked_for);
  g_test_add_func ("/maps/a-file-brings-back-some-statistics",
                   test_a_file_brings_back_some_statistics);
  g_test_add_func ("/maps/complete-maps-without-a-valid-voxel-stay-complete",
                   test_complete_maps_without_a_valid_voxel_stay_complete);
  g_test_add_func ("/maps/a-file-brings-back-a-long-list-and-no-texts",
                   test_a_file_brings_back_a_long_list_and_no_texts);
  g_test_add_func ("/maps/an-existing-file-is-kept-unless-overwriting",
                   test_an_existing_file_is_kept_unless_overwriting);
  g_test_add_func ("/maps/other-files-are-refused", test_other_files_are_refused);
  g_test_add_func ("/maps/damaged-files-are-refused", test_damaged_files_are_refused);
  g_test_add_func ("/maps/the-table-has-a-line-a-cell", test_the_table_has_a_line_a_cell);
  g_test_add_func ("/maps/the-table-has-the-columns-asked-for",
                   test_the_table_has_the_columns_asked_for);
  g_test_add_func ("/maps/the-table-says-nan-and-nothing-where-nothing-is-known",
                   test_the_table_says_nan_and_nothing_where_nothing_is_known);
  g_test_add_func ("/maps/the-checksum-is-of-samples-and-dimensions",
                   test_the_checksum_is_of_samples_and_dimensions);
  return g_test_run ();
}
