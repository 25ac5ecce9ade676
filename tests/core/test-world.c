/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/world-axis.h"

#include "core/error.h"
#include "core/source.h"

#include <math.h>
#include <string.h>

typedef struct
{
  int32_t n[OND_N_AXES];
  int axis[OND_N_AXES];
  int plane;
  const char *cards[24];
} Header;

static const double origin[OND_N_AXES] = { 0, 0, 0 };

static OndVolume *
make (const Header *header)
{
  OndGeometry geometry = { { header->n[0], header->n[1], header->n[2] }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (GString) cards = g_string_new (NULL);
  OndVolumeInfo info = { .plane = header->plane };

  memset (samples, 0, ond_geometry_n_voxels (&geometry) * sizeof *samples);
  memcpy (info.axis, header->axis, sizeof info.axis);
  for (int i = 0; header->cards[i] != NULL; i++)
    g_string_append_printf (cards, "%-80s", header->cards[i]);
  info.cards = cards->str;
  return ond_volume_new_take (&geometry, samples, &info);
}

static OndWorld *
world_of (const Header *header)
{
  g_autoptr (OndVolume) volume = make (header);

  return ond_world_new (volume);
}

static void
assert_text (OndWorld *world, double x, double y, double z, const char *expected)
{
  g_autofree char *text = ond_world_format (world, (const double[]){ x, y, z });

  g_assert_cmpstr (text, ==, expected);
}

#define SKY                                                                                        \
  "CTYPE1  = 'RA---TAN'", "CRVAL1  = 15.0", "CDELT1  = -0.001", "CRPIX1  = 1.0",                   \
      "CUNIT1  = 'deg'", "CTYPE2  = 'DEC--TAN'", "CRVAL2  = -0.5", "CDELT2  = 0.001",              \
      "CRPIX2  = 1.0", "CUNIT2  = 'deg'"

static const Header cube = { { 9, 8, 7 },
                             { 1, 2, 3 },
                             0,
                             { SKY, "CTYPE3  = 'VRAD'", "CRVAL3  = 2.5", "CDELT3  = 0.25",
                               "CRPIX3  = 1.0", "CUNIT3  = 'km/s'" } };

static void
test_sky_and_spectrum (void)
{
  g_autoptr (OndWorld) world = world_of (&cube);

  g_assert_nonnull (world);
  assert_text (world, 0, 0, 0, "01:00:00.0 -00:30:00  2.50 km/s");
  assert_text (world, 0, 500, 2, "01:00:00.0 +00:00:00  3.00 km/s");
}

/* A hair before a full turn or minute reads as that, not as 24 hours or 60 seconds. */
static void
test_rounding_carries (void)
{
  static const Header turn = { { 4, 4, 1 },
                               { 1, 2, 0 },
                               0,
                               { "CTYPE1  = 'RA---CAR'", "CRVAL1  = 359.99999999",
                                 "CDELT1  = -0.001", "CRPIX1  = 1", "CTYPE2  = 'DEC--CAR'",
                                 "CRVAL2  = 0.0", "CDELT2  = 0.001", "CRPIX2  = 1" } };
  g_autoptr (OndWorld) world = world_of (&cube), turned = world_of (&turn);

  assert_text (world, 1e-9, -1e-9, 0, "01:00:00.0 -00:30:00  2.50 km/s");
  assert_text (turned, 0, 0, 0, "00:00:00.0 +00:00:00");
}

/* As many digits as tell a tenth of a voxel; other axes do not change. */
static void
test_degrees (void)
{
  g_autoptr (OndWorld) world = world_of (&cube);

  ond_world_set_style (world, OND_WORLD_DEGREES);
  assert_text (world, 0, 0, 0, "15.0000° -0.5000°  2.50 km/s");
  assert_text (world, 15500, 0, 0, "359.8618° -0.4827°  2.50 km/s");
  ond_world_set_style (world, OND_WORLD_SEXAGESIMAL);
  assert_text (world, 0, 0, 0, "01:00:00.0 -00:30:00  2.50 km/s");
}

static void
test_a_straight_axis (void)
{
  static const Header turned = { { 9, 8, 7 },
                                 { 1, 2, 3 },
                                 0,
                                 { SKY, "PC1_2   = 0.1", "CTYPE3  = 'VRAD'", "CRVAL3  = 2500",
                                   "CDELT3  = 250", "CRPIX3  = 1.0", "CUNIT3  = 'm/s'" } };
  static const Header full_circle = { { 9, 8, 1 },
                                      { 1, 2, 0 },
                                      0,
                                      { "CTYPE1  = 'GLON-CAR'", "CRVAL1  = 1", "CDELT1  = -0.5",
                                        "CRPIX1  = 1", "CTYPE2  = 'GLAT-CAR'", "CRVAL2  = 0.0",
                                        "CDELT2  = 0.5", "CRPIX2  = 1" } };
  static const Header small_steps = {
    { 4, 8, 1 },
    { 1, 2, 0 },
    0,
    { "CTYPE1  = 'FREQ'", "CRVAL1  = 230.538E9", "CDELT1  = 1E5", "CRPIX1  = 2.5", "CUNIT1  = 'Hz'",
      "CTYPE2  = 'GLAT-CAR'", "CRVAL2  = -30.0", "CDELT2  = 0.03", "CRPIX2  = 4.5",
      "CTYPE3  = 'GLON-CAR'", "CRVAL3  = 0", "CDELT3  = 1", "CRPIX3  = 1" }
  };
  const gint32 at[OND_N_AXES] = { 4, 4, 3 };
  g_autoptr (OndVolume) volume = make (&cube), bent = make (&turned), round = make (&full_circle),
                        hertz = make (&small_steps);
  g_autoptr (OndWorld) world = ond_world_new (volume), turned_world = ond_world_new (bent),
                       round_world = ond_world_new (round), hertz_world = ond_world_new (hertz);
  g_autoptr (GError) error = NULL;
  OndWorldAxis axis;

  g_assert_true (ond_world_axis (world, volume, OND_Y, at, OND_Z, &axis, NULL));
  g_assert_cmpstr (axis.label, ==, "Velocity (km/s)");
  g_assert_cmpfloat_with_epsilon (axis.lower, 2.5 - 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon (axis.upper, 2.5 + 6.5 * 0.25, 1e-9);
  g_assert_true (ond_world_axis (world, volume, OND_Z, at, OND_X, &axis, NULL));
  g_assert_cmpstr (axis.label, ==, "RA − 14.996° (″)");
  g_assert_cmpfloat_with_epsilon (axis.lower, 3600 * (15.0005 - 14.996), 1e-3);
  g_assert_cmpfloat_with_epsilon (axis.upper, 3600 * (15.0005 - 0.009 - 14.996), 1e-2);
  g_assert_true (ond_world_axis (world, volume, OND_Z, at, OND_Y, &axis, NULL));
  g_assert_cmpstr (axis.label, ==, "Dec (°)"); /* -0.5 has no long numbers */
  g_assert_true (ond_world_axis (hertz_world, hertz, OND_Z, at, OND_X, &axis, NULL));
  g_assert_cmpstr (axis.label, ==, "Frequency − 230.5380 (GHz)");
  g_assert_cmpfloat_with_epsilon (axis.lower, -0.0002, 1e-9);
  g_assert_cmpfloat_with_epsilon (axis.upper, 0.0002, 1e-9);
  g_assert_true (ond_world_axis (hertz_world, hertz, OND_Z, at, OND_Y, &axis, NULL));
  g_assert_cmpstr (axis.label, ==, "b + 30.0° (′)");

  g_assert_false (ond_world_axis (turned_world, bent, OND_Z, at, OND_X, &axis, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_PARAMETER);
  g_assert_nonnull (strstr (error->message, "RA"));
  g_assert_nonnull (strstr (error->message, "0.35 voxels off")); /* 3.5 rows from the middle */
  g_assert_true (ond_world_axis (turned_world, bent, OND_X, at, OND_Z, &axis, NULL));
  g_assert_cmpfloat_with_epsilon (axis.upper, 2.5 + 6.5 * 0.25, 1e-9);

  g_assert_true (ond_world_axis (round_world, round, OND_Z, at, OND_X, &axis, NULL));
  g_assert_cmpstr (axis.label, ==, "l (°)");
  g_assert_cmpfloat_with_epsilon (axis.lower - axis.upper, 4.5, 1e-9); /* by way of 0 */
}

static void
test_header_unit (void)
{
  g_autoptr (OndWorld) world = world_of (&cube);
  const char *unit;
  double value;

  g_assert_true (ond_world_get (world, (const double[]){ 0, 0, 4 }, OND_Z, &value, &unit));
  g_assert_cmpstr (unit, ==, "km/s");
  g_assert_cmpfloat_with_epsilon (value, 3.5, 1e-12);
  g_assert_true (ond_world_get (world, origin, OND_X, &value, &unit));
  g_assert_cmpstr (unit, ==, "deg");
  g_assert_cmpfloat_with_epsilon (value, 15, 1e-12);
}

static void
test_plain_lengths (void)
{
  static const Header header = { { 4, 4, 4 },
                                 { 1, 2, 3 },
                                 0,
                                 { "CDELT1  = 0.5", "CUNIT1  = 'um'", "CDELT2  = 0.5",
                                   "CUNIT2  = 'um'", "CDELT3  = 2.0", "CUNIT3  = 'um'" } };
  g_autoptr (OndWorld) world = world_of (&header);
  const char *unit;
  double value;

  g_assert_nonnull (world);
  assert_text (world, 1, 2, 3, "1.00 um  1.50 um  8.0 um");
  g_assert_true (ond_world_get (world, (const double[]){ 0, 0, 1 }, OND_Z, &value, &unit));
  g_assert_cmpfloat (value, ==, 4);
}

static void
test_galactic_in_degrees (void)
{
  static const Header header = { { 4, 4, 1 },
                                 { 1, 2, 0 },
                                 0,
                                 { "CTYPE1  = 'GLON-CAR'", "CRVAL1  = 120.0", "CDELT1  = -0.01",
                                   "CRPIX1  = 1", "CTYPE2  = 'GLAT-CAR'", "CRVAL2  = 0.0",
                                   "CDELT2  = 0.01", "CRPIX2  = 1" } };
  g_autoptr (OndWorld) world = world_of (&header);
  const char *unit;
  double value;

  g_assert_nonnull (world);
  assert_text (world, 0, 1, 0, "120.000°  0.010°");
  g_assert_false (ond_world_get (world, origin, OND_Z, &value, &unit));
}

/* What the header says in arcsec and angstrom is shown so, though WCSLIB computes in degrees and
 * metres. */
static void
test_header_units_are_shown (void)
{
  static const Header header = { { 4, 4, 3 },
                                 { 1, 2, 3 },
                                 0,
                                 { "CTYPE1  = 'HPLN-TAN'", "CRVAL1  = 0.0", "CDELT1  = 20.0",
                                   "CUNIT1  = 'arcsec'", "CRPIX1  = 1", "CTYPE2  = 'HPLT-TAN'",
                                   "CRVAL2  = 0.0", "CDELT2  = 20.0", "CUNIT2  = 'arcsec'",
                                   "CRPIX2  = 1", "CTYPE3  = 'WAVE'", "CRVAL3  = 5000.0",
                                   "CDELT3  = 1.25", "CRPIX3  = 1", "CUNIT3  = 'Angstrom'" } };
  g_autoptr (OndWorld) world = world_of (&header);

  g_assert_nonnull (world);
  assert_text (world, 0, 1, 2, "0 arcsec  20 arcsec  5002.5 Angstrom");
}

/* The declination of one voxel was dropped; the right ascension needs it all the same. */
static void
test_dropped_half_of_the_sky (void)
{
  static const Header header = { { 9, 7, 1 },
                                 { 1, 3, 0 },
                                 0,
                                 { SKY, "CTYPE3  = 'VRAD'", "CRVAL3  = 1000.0", "CDELT3  = 100.0",
                                   "CRPIX3  = 1", "CUNIT3  = 'm/s'" } };
  g_autoptr (OndWorld) world = world_of (&header);

  g_assert_nonnull (world);
  assert_text (world, 0, 3, 0, "01:00:00.0  1.30 km/s");
}

/* The velocity is the second axis of the volume once STOKES, of one plane, is gone. */
static void
test_more_axes_than_the_volume (void)
{
  static const Header header = { { 3, 5, 1 },
                                 { 1, 3, 0 },
                                 0,
                                 { "WCSAXES = 4", "CTYPE1  = 'LINEAR'", "CDELT1  = 2.0",
                                   "CRPIX1  = 1", "CTYPE2  = 'STOKES'", "CRVAL2  = 1",
                                   "CTYPE3  = 'FREQ'", "CRVAL3  = 1.4E9", "CDELT3  = 1.0E6",
                                   "CRPIX3  = 1", "CUNIT3  = 'Hz'", "CTYPE4  = 'STOKES'" } };
  g_autoptr (OndWorld) world = world_of (&header);

  g_assert_nonnull (world);
  assert_text (world, 1, 1, 0, "2.0  1.4010 GHz");
}

/* Beyond the horizon of an orthographic projection there is no sky. */
static void
test_undefined_is_null (void)
{
  static const Header header = { { 4, 4, 1 },
                                 { 1, 2, 0 },
                                 0,
                                 { "CTYPE1  = 'RA---SIN'", "CRVAL1  = 0.0", "CDELT1  = -1.0",
                                   "CRPIX1  = 1", "CTYPE2  = 'DEC--SIN'", "CRVAL2  = 0.0",
                                   "CDELT2  = 1.0", "CRPIX2  = 1" } };
  g_autoptr (OndWorld) world = world_of (&header);
  const char *unit;
  double value;

  g_assert_nonnull (world);
  g_assert_null (ond_world_format (world, (const double[]){ 100, 100, 0 }));
  g_assert_false (ond_world_get (world, (const double[]){ 100, 100, 0 }, OND_X, &value, &unit));
}

static void
test_nothing_to_say (void)
{
  static const Header plain = { { 4, 4, 4 }, { 1, 2, 3 }, 0, { "OBJECT  = 'none'" } };
  static const Header broken = {
    { 4, 4, 1 }, { 1, 2, 0 }, 0, { "CTYPE1  = 'RA---TAN'", "CTYPE2  = 'RA---TAN'" }
  };

  g_assert_null (world_of (&plain));
  g_assert_null (world_of (&broken));
}

/* Real headers: newlines, SIP, CASA. */
static void
test_real_headers (void)
{
  static const struct
  {
    const char *file;
    gboolean has_world;
  } files[] = {
    { "filfinder_ngc4321_subset.fits", TRUE }, { "glue_casalike.fits", TRUE },
    { "pyspeckit_n2hp_cube.fits", TRUE },      { "spectralcube_example_cube.fits", TRUE },
    { "reproject_aia_171.fits", TRUE },        { "skeleton3d_testvol.fits", FALSE }
  };
  const char *shared = g_getenv ("ONDELETTE_SHARED");

  if (shared == NULL || !g_file_test (shared, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the shared data are not there");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (shared, "data", "real", files[i].file, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (OndVolume) volume = ond_source_read (path, NULL, NULL, &error);
      g_autoptr (OndWorld) world = volume ? ond_world_new (volume) : NULL;
      g_autofree char *text = world ? ond_world_format (world, origin) : NULL;

      g_assert_no_error (error);
      g_test_message ("%s: %s", files[i].file, text ? text : "none");
      g_assert_cmpint (text != NULL, ==, files[i].has_world);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/world/sky-and-spectrum", test_sky_and_spectrum);
  g_test_add_func ("/world/rounding-carries", test_rounding_carries);
  g_test_add_func ("/world/an-axis-is-straight-or-refused", test_a_straight_axis);
  g_test_add_func ("/world/degrees", test_degrees);
  g_test_add_func ("/world/values-are-in-the-header-s-unit", test_header_unit);
  g_test_add_func ("/world/plain-lengths", test_plain_lengths);
  g_test_add_func ("/world/galactic-in-degrees", test_galactic_in_degrees);
  g_test_add_func ("/world/header-units-are-shown", test_header_units_are_shown);
  g_test_add_func ("/world/dropped-half-of-the-sky-still-counts", test_dropped_half_of_the_sky);
  g_test_add_func ("/world/more-axes-than-the-volume", test_more_axes_than_the_volume);
  g_test_add_func ("/world/undefined-is-null", test_undefined_is_null);
  g_test_add_func ("/world/nothing-to-say", test_nothing_to_say);
  g_test_add_func ("/world/real-headers", test_real_headers);
  return g_test_run ();
}
