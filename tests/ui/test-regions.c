/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of regions, and what is measured of the selected one, without a display. */
#include "model-harness.h"

#include "ui/region-csv.h"
#include "ui/region-measure.h"

#include <string.h>

static OndRegion
make (double x, double y, double a, double b)
{
  return (OndRegion){ .normal = OND_Z, .centre = { x, y }, .half = { a, b } };
}

static void
count (int *n)
{
  ++*n;
}

typedef struct
{
  OndRegions *regions;
  int n_changed, n_selected;
} List;

static void
list_begin (List *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndGeometry geometry = { { 20, 20, 20 }, { 1, 1, 1 } };

  self->regions = ond_regions_new ();
  ond_regions_set_geometry (self->regions, &geometry);
  for (int i = 0; i < 4; i++)
    {
      OndRegion region = make (i, i, 1, 1);

      g_assert_true (ond_regions_append (self->regions, &region, 1));
    }
  g_signal_connect_swapped (self->regions, "changed", G_CALLBACK (count), &self->n_changed);
  g_signal_connect_swapped (self->regions, "notify::selected", G_CALLBACK (count),
                            &self->n_selected);
}

static void
list_end (List *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_finalize_object (self->regions);
}

static double
x_of (List *self, guint i)
{
  return ond_regions_get (self->regions, i)->centre[0];
}

static void
test_new_ones_are_selected (List *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRegion region = make (1 / 3., 9, 1, 1);

  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 3);
  g_assert_true (ond_regions_append (self->regions, &region, 1));
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 4);
  g_assert_true (ond_regions_get_current (self->regions) == ond_regions_get (self->regions, 4));
  g_assert_cmpint (self->n_changed, ==, 1);
  g_assert_cmpint (self->n_selected, ==, 1);
  g_assert_cmpfloat (x_of (self, 4) * 1048576, ==, round (1048576 / 3.)); /* normalized */
}

/* The selection stays with its region, or goes with it. */
static void
test_remove (List *self, G_GNUC_UNUSED gconstpointer data)
{
  ond_regions_set_selected (self->regions, 2);
  ond_regions_remove (self->regions, 0);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 1);
  g_assert_cmpfloat (x_of (self, 1), ==, 2);
  ond_regions_remove (self->regions, 2);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, 1);
  ond_regions_remove (self->regions, 1);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, -1);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 1);
}

static void
test_restore (List *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_false (ond_regions_can_restore (self->regions));
  ond_regions_remove (self->regions, 1);
  g_assert_true (ond_regions_can_restore (self->regions));
  ond_regions_restore (self->regions);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (x_of (self, i), ==, i);
  ond_regions_remove_all (self->regions);
  g_assert_cmpint (ond_regions_get_selected (self->regions), ==, -1);
  ond_regions_restore (self->regions);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 4);
  g_assert_false (ond_regions_can_restore (self->regions));
}

static void
test_same_is_no_change (List *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRegion region = *ond_regions_get (self->regions, 1);

  g_assert_true (ond_regions_set (self->regions, 1, &region));
  g_assert_cmpint (self->n_changed, ==, 0);
  region.angle = 390;
  g_assert_true (ond_regions_set (self->regions, 1, &region));
  g_assert_cmpint (self->n_changed, ==, 1);
  g_assert_cmpfloat (ond_regions_get (self->regions, 1)->angle, ==, 30);
  region.half[0] = NAN;
  g_assert_false (ond_regions_set (self->regions, 1, &region));
  g_assert_false (ond_regions_append (self->regions, &region, 1));
  g_assert_cmpint (self->n_changed, ==, 1);
}

static void
test_no_more_than (List *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree OndRegion *many = g_new (OndRegion, OND_REGION_MAX);

  for (int i = 0; i < OND_REGION_MAX; i++)
    many[i] = make (i, 0, 1, 1);
  g_assert_false (ond_regions_append (self->regions, many, OND_REGION_MAX));
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 4);
  g_assert_true (ond_regions_replace (self->regions, many, OND_REGION_MAX));
  g_assert_false (ond_regions_append (self->regions, many, 1));
}

/* Regions are about voxels: they stay with a volume of the same grid alone. */
static void
test_another_volume (List *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndGeometry stretched = { { 20, 20, 20 }, { 1, 1, 2 } };
  const OndGeometry other = { { 20, 20, 21 }, { 1, 1, 1 } };

  ond_regions_set_tool (self->regions, OND_REGION_BOX);
  ond_regions_set_geometry (self->regions, &stretched);
  g_assert_cmpint (ond_regions_get_tool (self->regions), ==, -1);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 4);
  ond_regions_remove (self->regions, 0);
  ond_regions_set_geometry (self->regions, &other);
  g_assert_cmpuint (ond_regions_get_n (self->regions), ==, 0);
  g_assert_false (ond_regions_can_restore (self->regions));
  ond_regions_set_geometry (self->regions, NULL);
  ond_regions_set_tool (self->regions, OND_REGION_BOX);
  g_assert_cmpint (ond_regions_get_tool (self->regions), ==, -1);
}

/* ---- What is measured ---- */

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndRegions *regions;
  OndRegionMeasure *measure;
} Fixture;

static void
open_volume (Fixture *self, gint32 nx, gint32 ny, gint32 nz)
{
  g_autoptr (OndVolume) volume = model_volume (nx, ny, nz);

  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  self->engine = model_engine ();
  self->session = ond_session_new (self->engine);
  self->regions = ond_session_get_regions (self->session);
  self->measure = ond_region_measure_new (self->session);
  open_volume (self, 24, 20, 16);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_finalize_object (self->measure);
  g_assert_finalize_object (self->session);
  ond_engine_unref (self->engine);
}

/* Those of the slices that the session shows now, from the library. */
static void
assert_measured (Fixture *self)
{
  const OndRegion *region = ond_regions_get_current (self->regions);

  MODEL_WAIT (!ond_region_measure_is_busy (self->measure));
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      const OndRegionStatistics *is = ond_region_measure_get (self->measure, show);
      OndRegionStatistics should;
      int width, height;
      const float *slice =
          ond_session_get_slice (self->session, show, region->normal, &width, &height);

      g_assert_nonnull (is);
      g_assert_true (ond_region_measure (region, slice, width, height, &should, NULL));
      g_assert_cmpuint (is->n, ==, should.n);
      for (int k = 0; k < OND_N_REGION_STATISTICS; k++)
        g_assert_cmpfloat (ond_region_statistics_get (is, k), ==,
                           ond_region_statistics_get (&should, k));
    }
}

static void
append (Fixture *self, int normal, double x, double y, double a, double b)
{
  OndRegion region = make (x, y, a, b);

  region.normal = normal;
  g_assert_true (ond_regions_append (self->regions, &region, 1));
}

/* As the region moves, as the slice does, and as the wavelet does. */
static void
test_follows (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 3, 4, 5 };
  OndRegion region;

  g_assert_null (ond_region_measure_get (self->measure, OND_SHOW_IMAGE));
  append (self, OND_Y, 8, 7, 4, 3);
  assert_measured (self);
  region = *ond_regions_get_current (self->regions);
  region.centre[0] = 2;
  ond_regions_set (self->regions, 0, &region);
  assert_measured (self);
  ond_session_set_cross_hair (self->session, at);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  assert_measured (self);
  g_object_set (self->session, "theta", 75., NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  assert_measured (self);
}

static void
test_selected_alone (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  append (self, OND_Z, 8, 7, 4, 3);
  append (self, OND_X, 5, 5, 2, 2);
  assert_measured (self);
  ond_regions_set_selected (self->regions, 0);
  g_assert_null (ond_region_measure_get (self->measure, OND_SHOW_IMAGE)); /* of the other */
  assert_measured (self);
  ond_regions_set_selected (self->regions, -1);
  g_assert_null (ond_region_measure_get (self->measure, OND_SHOW_IMAGE));
  g_assert_false (ond_region_measure_is_busy (self->measure));
}

/* So many that a thread measures; what changes meanwhile comes after it. */
static void
test_many_samples (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRegion region;

  open_volume (self, 400, 300, 1);
  append (self, OND_Z, 200, 150, 190, 140);
  MODEL_WAIT (ond_region_measure_get (self->measure, OND_SHOW_IMAGE) != NULL);
  for (int i = 0; i < 20; i++)
    {
      region = *ond_regions_get_current (self->regions);
      region.half[0] = 190 - i;
      ond_regions_set (self->regions, 0, &region);
      g_main_context_iteration (NULL, FALSE);
      g_main_context_iteration (NULL, FALSE);
      g_main_context_iteration (NULL, FALSE);
    }
  assert_measured (self);
  region.half[0] = 180;
  ond_regions_set (self->regions, 0, &region);
  while (g_main_context_iteration (NULL, FALSE) && ond_region_measure_is_busy (self->measure))
    ;
  ond_regions_remove (self->regions, 0);
  MODEL_WAIT (!ond_region_measure_is_busy (self->measure));
  g_assert_null (ond_region_measure_get (self->measure, OND_SHOW_IMAGE));
}

/* An image has no other slices: no statistics rather than somebody else's. */
static void
test_no_such_slice (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  open_volume (self, 30, 20, 1);
  append (self, OND_X, 5, 0, 2, 2);
  MODEL_WAIT (!ond_region_measure_is_busy (self->measure));
  g_assert_null (ond_region_measure_get (self->measure, OND_SHOW_IMAGE));
  g_assert_null (ond_region_measure_get (self->measure, OND_SHOW_RESPONSE));
}

static void
keep_result (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
test_csv (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL, cells = NULL;
  const OndRegionStatistics *statistics;
  OndRegion region = make (8, 7, 4, 3);

  ond_region_set_text (&region, "=1+\"2\"");
  g_assert_true (ond_regions_append (self->regions, &region, 1));
  append (self, OND_Y, 5, 5, 2, 2);
  assert_measured (self);
  ond_coordinates_set_first (ond_session_get_coordinates (self->session), 0);
  ond_region_csv_async (self->session, keep_result, &result);
  MODEL_WAIT (result != NULL);
  text = ond_region_csv_finish (result, NULL);
  g_test_message ("%s", text);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  g_assert_true (g_str_has_prefix (lines[1], "1,\"'=1+\"\"2\"\"\",box,XY,8,8,7,8,6,0,image,63,0,"));
  g_assert_true (g_str_has_prefix (lines[4], "2,\"\",box,XZ,10,5,5,4,4,0,response,25,0,"));
  cells = g_strsplit (lines[4], ",", -1);
  statistics = ond_region_measure_get (self->measure, OND_SHOW_RESPONSE);
  g_assert_cmpuint (g_strv_length (cells), ==, 19);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[14], NULL), statistics->mean,
                                  1e-8 * fabs (statistics->mean));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD_LIST(path, function)                                                                   \
  g_test_add ("/regions/" path, List, NULL, list_begin, function, list_end)
  ADD_LIST ("new-ones-are-selected", test_new_ones_are_selected);
  ADD_LIST ("remove", test_remove);
  ADD_LIST ("restore", test_restore);
  ADD_LIST ("the-same-is-no-change", test_same_is_no_change);
  ADD_LIST ("no-more-than-there-may-be", test_no_more_than);
  ADD_LIST ("another-volume", test_another_volume);
#define ADD(path, function)                                                                        \
  g_test_add ("/regions/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("statistics-follow", test_follows);
  ADD ("the-selected-one-alone", test_selected_alone);
  ADD ("many-samples", test_many_samples);
  ADD ("no-such-slice", test_no_such_slice);
  ADD ("csv", test_csv);
  return g_test_run ();
}
