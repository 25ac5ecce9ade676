/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-harness.h"
#include "session-file-damaged.h"
#include "session-file-maps.h"

#include "core/error.h"
#include "core/fits.h"
#include "core/maps.h"
#include "ui/session-file.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndSessionView view;
  char *folder, *input, *path; /* temporary; a FITS file and a session in it */
} Fixture;

static void
write_input (Fixture *self)
{
  const OndFitsMeta meta = { 0 };
  g_autoptr (OndVolume) volume = model_volume (23, 18, 14);
  g_autoptr (GError) error = NULL;

  ond_fits_write (self->input, ond_volume_get_geometry (volume), ond_volume_get_samples (volume),
                  &meta, TRUE, &error);
  g_assert_no_error (error);
}

static OndVolume *
read_input (const char *path)
{
  g_autoptr (GError) error = NULL;
  OndVolume *volume = ond_source_read (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return volume;
}

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = NULL;

  self->engine = model_engine ();
  self->session = ond_session_new (self->engine);
  self->folder = g_dir_make_tmp ("session-file-XXXXXX", NULL);
  self->input = g_build_filename (self->folder, "input.fits", NULL);
  self->path = g_build_filename (self->folder, "a" OND_SESSION_SUFFIX, NULL);
  self->view = (OndSessionView){
    .ranges = { g_strdup ("0:180:7"), g_strdup ("10,20"), g_strdup ("log:1:9:3"), g_strdup ("2") },
    .map_room = TRUE,
    .sweep_bar = TRUE,
    .maximized = OND_Y,
  };
  write_input (self);
  volume = read_input (self->input);
  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_finalize_object (self->session);
  ond_engine_unref (self->engine);
  ond_session_view_clear (&self->view);
  g_remove (self->input);
  g_remove (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0); /* nothing else was left there */
  g_free (self->folder);
  g_free (self->input);
  g_free (self->path);
}

static void
save (Fixture *self)
{
  g_autoptr (OndSessionFile) file = ond_session_file_new (self->session, &self->view);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (file);
  ond_session_file_save (file, self->path, &error);
  g_assert_no_error (error);
}

static OndSessionFile *
load (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  OndSessionFile *file = ond_session_file_load (self->path, &error);

  g_assert_no_error (error);
  return file;
}

/* Another session with what the file says. */
static OndSession *
restore (Fixture *self)
{
  g_autoptr (OndSessionFile) file = load (self);
  g_autoptr (OndVolume) volume = read_input (ond_session_file_get_input (file));
  OndSession *session = ond_session_new (self->engine);

  g_assert_true (ond_session_file_matches (file, volume));
  ond_session_file_apply (file, session, volume);
  MODEL_WAIT (!ond_session_get_busy (session));
  return session;
}

/* What a session does not consist of. */
static gboolean
is_passing (const char *property)
{
  static const char *const names[] = { "busy", "milliseconds", "message", NULL };

  return g_strv_contains (names, property);
}

/* Another valid value than the one there is. */
static void
change (OndSession *session, GParamSpec *pspec)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (session), pspec->name, g_value_init (&value, pspec->value_type));
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    g_value_set_double (&value, g_value_get_double (&value) + 1.0 / 3);
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (&value, !g_value_get_boolean (&value));
  else if (G_IS_PARAM_SPEC_INT (pspec) && g_value_get_int (&value) > 0)
    g_value_set_int (&value, g_value_get_int (&value) - 1);
  else if (G_IS_PARAM_SPEC_INT (pspec))
    g_value_set_int (&value, 1);
  else if (G_IS_PARAM_SPEC_STRING (pspec))
    g_value_set_string (&value, "something");
  else
    g_error ("%s is a property that this test cannot change", pspec->name);
  g_object_set_property (G_OBJECT (session), pspec->name, &value);
}

static char *
text_of (OndSession *session, GParamSpec *pspec)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (session), pspec->name, g_value_init (&value, pspec->value_type));
  if (G_IS_PARAM_SPEC_DOUBLE (pspec)) /* to the last bit */
    return g_strdup_printf ("%.17g", g_value_get_double (&value));
  return g_strdup_value_contents (&value);
}

/* Whatever property the session has, now and later, comes back. */
static void
test_every_property (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSession) fresh = ond_session_new (self->engine);
  g_autoptr (OndSession) restored = NULL;
  g_autofree GParamSpec **specs = NULL;
  guint n, compared = 0;

  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (self->session), &n);
  for (guint i = 0; i < n; i++)
    if (!is_passing (specs[i]->name))
      change (self->session, specs[i]);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  save (self);
  restored = restore (self);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *before = NULL, *after = NULL, *usual = NULL;

      if (is_passing (specs[i]->name))
        continue;
      before = text_of (self->session, specs[i]);
      after = text_of (restored, specs[i]);
      usual = text_of (fresh, specs[i]);
      g_test_message ("%s: %s", specs[i]->name, after);
      g_assert_cmpstr (after, ==, before);
      g_assert_cmpstr (after, !=, usual);
      compared++;
    }
  g_assert_cmpuint (compared, >=, 12);
}

static void
assert_colors (const OndColorScale *a, const OndColorScale *b)
{
  g_assert_cmpint (a->map, ==, b->map);
  g_assert_cmpint (a->stretch, ==, b->stretch);
  g_assert_cmpint (a->invert, ==, b->invert);
  g_assert_cmpfloat (a->lower, ==, b->lower);
  g_assert_cmpfloat (a->upper, ==, b->upper);
  g_assert_cmpfloat_with_epsilon (a->contrast_log2, b->contrast_log2, 1e-12);
  g_assert_cmpfloat_with_epsilon (a->bias_offset, b->bias_offset, 1e-12);
  g_assert_cmpint (a->invalid, ==, b->invalid);
  g_assert_cmpint (a->polarity, ==, b->polarity);
}

/* The first response of a volume fits limits, but not over those of the file. */
static void
test_colors (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndColorScale image = { .map = OND_COLORMAP_HEAT,
                                .stretch = OND_STRETCH_ASINH,
                                .lower = -0.1,
                                .upper = 1.0 / 3,
                                .invert = TRUE,
                                .contrast_log2 = 1.25,
                                .bias_offset = -0.125,
                                .invalid = OND_INVALID_MAGENTA };
  const OndColorScale response = { .map = OND_COLORMAP_MAGMA,
                                   .stretch = OND_STRETCH_LOG,
                                   .lower = -2.5,
                                   .upper = 7e-5,
                                   .invalid = OND_INVALID_BLACK,
                                   .polarity = OND_POLARITY_DARK };
  g_autoptr (OndSession) restored = NULL;

  ond_session_set_colors (self->session, OND_SHOW_IMAGE, &image);
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &response);
  save (self);
  restored = restore (self);
  assert_colors (ond_session_get_colors (restored, OND_SHOW_IMAGE), &image);
  assert_colors (ond_session_get_colors (restored, OND_SHOW_RESPONSE), &response);

  g_assert_cmpint (ond_display_get_rule (ond_session_get_display (restored), OND_SHOW_RESPONSE), ==,
                   OND_LIMITS_MANUAL);

  /* They are not kept for another volume. */
  ond_session_set_volume (restored, ond_session_get_volume (self->session));
  MODEL_WAIT (!ond_session_get_busy (restored));
  g_assert_cmpfloat (ond_session_get_colors (restored, OND_SHOW_RESPONSE)->upper, !=, 7e-5);
}

/* A rule comes back with the limits that it made then: of another wavelet than now. */
static void
test_rules (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndDisplay *display = ond_session_get_display (self->session), *other;
  g_autoptr (OndSession) restored = NULL;
  double upper;

  ond_display_set_rule (display, OND_SHOW_IMAGE, OND_LIMITS_ZSCALE);
  ond_display_set_rule (display, OND_SHOW_RESPONSE, OND_LIMITS_90);
  g_object_set (self->session, "theta", 120.0, "scale", 4.0, NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  upper = ond_display_get_colors (display, OND_SHOW_RESPONSE)->upper;
  save (self);
  restored = restore (self);
  other = ond_session_get_display (restored);
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      assert_colors (ond_display_get_colors (other, show), ond_display_get_colors (display, show));
      g_assert_cmpint (ond_display_get_rule (other, show), ==,
                       ond_display_get_rule (display, show));
    }
  g_assert_cmpint (ond_display_is_clipping (other, OND_SHOW_IMAGE), ==,
                   ond_display_is_clipping (display, OND_SHOW_IMAGE));
  g_assert_true (ond_display_get_locked (other));
  ond_display_fit (other, OND_SHOW_RESPONSE);
  g_assert_cmpfloat (ond_display_get_colors (other, OND_SHOW_RESPONSE)->upper, !=, upper);

  ond_display_set_locked (display, FALSE);
  save (self);
  g_clear_object (&restored);
  restored = restore (self);
  g_assert_false (ond_display_get_locked (ond_session_get_display (restored)));
}

/* Manual limits remember the rule before them. */
static void
test_last_rule (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndDisplay *display = ond_session_get_display (self->session);
  OndColorScale colors = *ond_display_get_colors (display, OND_SHOW_IMAGE);
  g_autoptr (OndSession) restored = NULL;

  ond_display_set_rule (display, OND_SHOW_IMAGE, OND_LIMITS_MINMAX);
  colors.upper += 1;
  ond_display_set_colors (display, OND_SHOW_IMAGE, &colors);
  save (self);
  restored = restore (self);
  g_assert_cmpint (ond_display_get_rule (ond_session_get_display (restored), OND_SHOW_IMAGE), ==,
                   OND_LIMITS_MANUAL);
  g_assert_cmpint (ond_display_get_last_rule (ond_session_get_display (restored), OND_SHOW_IMAGE),
                   ==, OND_LIMITS_MINMAX);
}

static void
test_the_response_is_the_same (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSession) restored = NULL;
  const float *a, *b;
  int width, height;

  g_object_set (self->session, "theta", 75.0, "scale", 2.5, "cross-hair-z", 3, NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  save (self);
  restored = restore (self);
  a = ond_session_get_slice (self->session, OND_SHOW_RESPONSE, OND_Z, &width, &height);
  b = ond_session_get_slice (restored, OND_SHOW_RESPONSE, OND_Z, &width, &height);
  model_assert_near (b, a, (gsize) (width * height));
}

static void
test_view (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSessionFile) file = NULL;
  const OndSessionView *view;

  save (self);
  file = load (self);
  view = ond_session_file_get_view (file);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_assert_cmpstr (view->ranges[p], ==, self->view.ranges[p]);
  g_assert_true (view->map_room);
  g_assert_false (view->sidebar);
  g_assert_true (view->sweep_bar);
  g_assert_cmpint (view->maximized, ==, OND_Y);
}

static void
test_maps (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndMapOptions maps = other_maps (), start = ond_map_options_default ();
  g_autoptr (OndSession) restored = NULL, plain = NULL;

  save (self);
  plain = restore (self);
  g_assert_true (same_maps (ond_map_model_get_options (ond_session_get_maps (plain)), &start));
  ond_map_model_set_options (ond_session_get_maps (self->session), &maps);
  save (self);
  restored = restore (self);
  g_assert_true (same_maps (ond_map_model_get_options (ond_session_get_maps (restored)), &maps));
}

static void
test_projection (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const OndPose pose = {
    .azimuth = -70.5, .elevation = 33.25, .zoom = 2.5, .x = 0.125, .y = -0.25
  };
  g_autoptr (OndSession) restored = NULL;

  ond_projection_set_pose (ond_session_get_projection (self->session), &pose);
  save (self);
  restored = restore (self);
  const OndPose again = ond_projection_get_pose (ond_session_get_projection (restored));
  g_assert_true (ond_pose_equal (&again, &pose));
}

static void
size_views (OndSession *session)
{
  for (int normal = 0; normal < OND_N_AXES; normal++)
    ond_zoom_set_view_size (ond_session_get_zoom (session), normal, 300, 200);
}

static void
test_zoom (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const double centre[OND_N_AXES] = { 3.5, 10.25, 4 };
  g_autoptr (OndSessionFile) file = NULL;
  g_autoptr (OndSession) other = ond_session_new (self->engine);
  OndVolume *volume = ond_session_get_volume (self->session);
  OndZoom *zoom = ond_session_get_zoom (other);
  double restored[OND_N_AXES];

  size_views (self->session);
  size_views (other);
  ond_zoom_set (ond_session_get_zoom (self->session), 31, centre);
  save (self);
  file = load (self);
  ond_session_file_apply (file, other, volume);
  g_assert_false (ond_zoom_get_fits (zoom));
  g_assert_cmpfloat (ond_zoom_get_factor (zoom), ==, 31);
  ond_zoom_get_centre (zoom, restored);
  for (int i = 0; i < OND_N_AXES; i++)
    g_assert_cmpfloat (restored[i], ==, centre[i]);

  ond_zoom_fit (ond_session_get_zoom (self->session));
  save (self);
  ond_session_file_free (file);
  file = load (self);
  ond_session_file_apply (file, other, volume);
  g_assert_true (ond_zoom_get_fits (zoom));
}

/* Both moved together find each other. */
static OndRegion
make_region (int i)
{
  OndRegion region = { .shape = i % 2,
                       .normal = i % 3,
                       .index = i - 1,
                       .centre = { i / 3., 2.1 * i },
                       .half = { 1 + i / 7., 3 },
                       .angle = 100 / 3. * i };

  ond_region_set_text (&region, i == 2 ? "arm \"é\"" : "");
  ond_region_set_color (&region, i == 1 ? "#ff0000" : "");
  return region;
}

static void
test_regions (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRegions *regions = ond_session_get_regions (self->session), *again;
  g_autoptr (OndSession) restored = NULL;

  for (int i = 0; i < 5; i++)
    {
      OndRegion region = make_region (i);

      g_assert_true (ond_regions_append (regions, &region, 1));
    }
  ond_regions_set_selected (regions, 3);
  save (self);
  restored = restore (self);
  again = ond_session_get_regions (restored);
  g_assert_cmpuint (ond_regions_get_n (again), ==, 5);
  g_assert_cmpint (ond_regions_get_selected (again), ==, 3);
  for (guint i = 0; i < 5; i++)
    g_assert_true (ond_region_equal (ond_regions_get (regions, i), ond_regions_get (again, i)));
}

/* A session without regions leaves none of what was there. */
static void
test_no_regions (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndRegions *regions = ond_session_get_regions (self->session);
  g_autoptr (OndSessionFile) file = NULL;
  OndRegion region = make_region (1);

  save (self);
  file = load (self);
  ond_regions_append (regions, &region, 1);
  ond_session_file_apply (file, self->session, ond_session_get_volume (self->session));
  g_assert_cmpuint (ond_regions_get_n (regions), ==, 0);
}

static void
test_coordinates (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndCoordinates *coordinates = ond_session_get_coordinates (self->session);
  g_autoptr (OndSession) restored = NULL;

  ond_coordinates_set_first (coordinates, 0);
  ond_coordinates_set_style (coordinates, OND_WORLD_DEGREES);
  save (self);
  restored = restore (self);
  coordinates = ond_session_get_coordinates (restored);
  g_assert_cmpint (ond_coordinates_get_first (coordinates), ==, 0);
  g_assert_cmpint (ond_coordinates_get_style (coordinates), ==, OND_WORLD_DEGREES);
}

static void
test_input_is_relative (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *text = NULL, *inner = g_build_filename (self->folder, "inner", NULL);
  g_autofree char *other = g_build_filename (inner, "b.json", NULL);
  g_autoptr (OndSessionFile) file = ond_session_file_new (self->session, &self->view);
  g_autoptr (OndSessionFile) loaded = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  ond_session_file_save (file, other, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (other, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"../input.fits\""));
  g_assert_null (strstr (text, self->folder));
  loaded = ond_session_file_load (other, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (ond_session_file_get_input (loaded), ==, self->input);
  g_remove (other);
  g_rmdir (inner);
}

static void
test_changed_input_is_noticed (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) other = model_volume (23, 18, 13);
  g_autoptr (OndSessionFile) file = NULL;

  save (self);
  file = load (self);
  g_assert_true (ond_session_file_matches (file, ond_session_get_volume (self->session)));
  g_assert_false (ond_session_file_matches (file, other));
}

static void
test_voxels_are_kept (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const double edges[OND_N_AXES] = { 2, 2, 5 };
  OndVolume *volume = ond_session_get_volume (self->session);
  g_autoptr (OndVolume) stretched = ond_volume_with_edges (volume, edges, "um");
  g_autoptr (OndVolume) same = NULL;
  g_autoptr (OndVolume) again = NULL;
  g_autoptr (OndSessionFile) file = NULL;

  ond_session_set_volume (self->session, stretched);
  save (self);
  file = load (self);
  same = ond_session_file_apply_voxels (file, stretched);
  g_assert_true (same == stretched);
  again = ond_session_file_apply_voxels (file, volume);
  g_assert_cmpfloat (ond_volume_get_geometry (again)->edge[OND_Z], ==, 2.5);
  g_assert_cmpfloat (ond_volume_get_info (again)->edge_length, ==, 2);
}

static void
test_never_over_the_input (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSessionFile) file = ond_session_file_new (self->session, &self->view);
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (ond_session_file_save (file, self->input, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
  volume = read_input (self->input);
}

static void
test_nothing_open_is_no_session (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSession) empty = ond_session_new (self->engine);

  g_assert_null (ond_session_file_new (empty, &self->view));
}

static void
test_sample_has_no_path (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (9, 8, 7);
  g_autoptr (OndSessionFile) file = NULL;

  ond_session_set_volume (self->session, volume);
  save (self);
  file = load (self);
  g_assert_null (ond_session_file_get_input (file));
  g_assert_true (ond_session_file_matches (file, volume));
}

/* Many times over, without waiting for the disk. */
static void
put (Fixture *self, const char *text, gsize n)
{
  FILE *file = fopen (self->path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (text, 1, n, file), ==, n);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
test_damaged_files_are_refused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GError) error = NULL;

      put (self, damaged[i].text, strlen (damaged[i].text));
      if (ond_session_file_load (self->path, &error) != NULL)
        g_error ("was read: %s", damaged[i].text);
      g_test_message ("%s", error->message);
      g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "a" OND_SESSION_SUFFIX));
      g_assert_nonnull (strstr (error->message, damaged[i].says));
      g_assert_null (strchr (error->message, '\n'));
    }
}

/* Every truncation of a good file is refused or is the whole, and none ends the program. */
static void
test_truncated_files_are_refused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *text = NULL;
  gsize n;

  save (self);
  g_assert_true (g_file_get_contents (self->path, &text, &n, NULL));
  g_assert_cmpint (text[n - 2], ==, '}');
  for (gsize length = 0; length < n - 1; length++)
    {
      g_autoptr (GError) error = NULL;

      put (self, text, length);
      g_assert_null (ond_session_file_load (self->path, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
    }
}

static void
test_large_and_deep_files_are_refused (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *large = g_strnfill (3 * 1024 * 1024, ' '), *deep = g_strnfill (500000, '[');
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (self->path, large, -1, NULL));
  g_assert_null (ond_session_file_load (self->path, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (self->path, deep, -1, NULL));
  g_assert_null (ond_session_file_load (self->path, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (ond_session_file_load (self->folder, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  g_clear_error (&error);
  g_remove (self->path);
  g_assert_null (ond_session_file_load (self->path, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
}

/* A short file by hand is a session, too; what it does not say stays. */
static void
test_short_file (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndSessionFile) file = NULL;
  OndVolume *volume = ond_session_get_volume (self->session);
  double theta, xi;

  g_assert_true (
      g_file_set_contents (self->path, HEAD INPUT ", \"session\": {\"theta\": 75}}", -1, NULL));
  file = load (self);
  g_object_set (self->session, "xi", 9.0, NULL);
  ond_session_file_apply (file, self->session, volume);
  g_object_get (self->session, "theta", &theta, "xi", &xi, NULL);
  g_assert_cmpfloat (theta, ==, 75);
  g_assert_cmpfloat (xi, ==, 9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/session-file/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("every-property-comes-back", test_every_property);
  ADD ("colours-come-back", test_colors);
  ADD ("rules-come-back", test_rules);
  ADD ("manual-limits-remember-their-rule", test_last_rule);
  ADD ("the-response-is-the-same", test_the_response_is_the_same);
  ADD ("the-view-comes-back", test_view);
  ADD ("maps-come-back-as-they-were-shown", test_maps);
  ADD ("the-zoom-comes-back", test_zoom);
  ADD ("the-projection-comes-back", test_projection);
  ADD ("regions-come-back", test_regions);
  ADD ("no-regions-come-back-either", test_no_regions);
  ADD ("coordinates-come-back", test_coordinates);
  ADD ("the-input-is-named-relative-to-the-file", test_input_is_relative);
  ADD ("another-input-is-noticed", test_changed_input_is_noticed);
  ADD ("voxels-are-kept", test_voxels_are_kept);
  ADD ("never-over-the-input", test_never_over_the_input);
  ADD ("nothing-open-is-no-session", test_nothing_open_is_no_session);
  ADD ("the-sample-has-no-path", test_sample_has_no_path);
  ADD ("damaged-files-are-refused-in-one-line", test_damaged_files_are_refused);
  ADD ("truncated-files-are-refused", test_truncated_files_are_refused);
  ADD ("large-and-deep-files-are-refused", test_large_and_deep_files_are_refused);
  ADD ("what-a-file-does-not-say-stays", test_short_file);
  return g_test_run ();
}
