/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/world-sky.h"

#include <math.h>
#include <string.h>

#define SKY(lon, lat, rotation)                                                                    \
  "CTYPE1  = '" lon "-TAN'", "CRVAL1  = 185.7289", "CRPIX1  = 30.0", "CTYPE2  = '" lat "-TAN'",    \
      "CRVAL2  = 15.8223", "CRPIX2  = 21.0", "CUNIT1  = 'deg'", "CUNIT2  = 'deg'",                 \
      "CDELT1  = -0.01", "CDELT2  = 0.01", "CROTA2  = " rotation

static OndVolume *
make (const char *const *cards)
{
  OndGeometry geometry = { { 60, 50, 4 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  OndVolumeInfo info = { .axis = { 1, 2, 3 } };

  memset (samples, 0, ond_geometry_n_voxels (&geometry) * sizeof *samples);
  for (int i = 0; cards[i] != NULL; i++)
    g_string_append_printf (text, "%-80s", cards[i]);
  info.cards = text->str;
  return ond_volume_new_take (&geometry, samples, &info);
}

/* The inverse of what the readout shows, everywhere in the volume, in either frame. */
static void
assert_finds (const char *const *cards, OndSkyFrame own)
{
  g_autoptr (OndVolume) volume = make (cards);
  g_autoptr (OndWorld) world = ond_world_new (volume);
  int lng, lat;

  g_assert_true (ond_world_get_sky_axes (world, &lng, &lat));
  g_assert_cmpint (ond_world_get_sky_frame (world), ==, own);
  for (int frame = OND_SKY_EQUATORIAL; frame <= OND_SKY_GALACTIC; frame++)
    for (int i = 0; i < 20; i++)
      {
        const double at[] = { 3.1 * i, 49 - 2.3 * i, 2 };
        double found[] = { 0, 0, 2 }, longitude, latitude;
        const char *unit;

        g_assert_true (ond_world_get (world, at, lng, &longitude, &unit));
        g_assert_true (ond_world_get (world, at, lat, &latitude, &unit));
        ond_sky_convert (own, frame, &longitude, &latitude);
        g_assert_true (ond_world_find_sky (world, frame, longitude, latitude, found));
        for (int k = 0; k < 3; k++)
          g_assert_cmpfloat_with_epsilon (found[k], at[k], 1e-7);
      }
}

static void
test_finds (void)
{
  static const char *const equatorial[] = { SKY ("RA--", "DEC-", "25"), "RADESYS = 'FK5'", NULL };
  static const char *const galactic[] = { SKY ("GLON", "GLAT", "-70"), NULL };

  assert_finds (equatorial, OND_SKY_EQUATORIAL);
  assert_finds (galactic, OND_SKY_GALACTIC);
}

/* The galactic centre and pole, as SIMBAD has them, and back. */
static void
test_frames (void)
{
  static const double pairs[][4] = {
    { 266.404996, -28.936172, 0, 0 },          /* l = b = 0 */
    { 192.859481, 27.128251, 122.932, 90 },    /* the pole: longitude says nothing there */
    { 83.633083, 22.0145, 184.5575, -5.7844 }, /* the Crab */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      double l = pairs[i][0], b = pairs[i][1];

      ond_sky_convert (OND_SKY_EQUATORIAL, OND_SKY_GALACTIC, &l, &b);
      g_assert_cmpfloat_with_epsilon (b, pairs[i][3], 1e-4);
      if (i != 1)
        g_assert_cmpfloat_with_epsilon (remainder (l - pairs[i][2], 360), 0, 1e-4);
      ond_sky_convert (OND_SKY_GALACTIC, OND_SKY_EQUATORIAL, &l, &b);
      g_assert_cmpfloat_with_epsilon (l, pairs[i][0], 1e-9);
      g_assert_cmpfloat_with_epsilon (b, pairs[i][1], 1e-9);
    }
}

/* Other skies are refused rather than taken for ours, and so is what the projection has not. */
static void
test_refusals (void)
{
  static const char *const fk4[] = { SKY ("RA--", "DEC-", "0"), "RADESYS = 'FK4'",
                                     "EQUINOX = 1950.0", NULL };
  static const char *const solar[] = { SKY ("HPLN", "HPLT", "0"), NULL };
  static const char *const good[] = { SKY ("RA--", "DEC-", "0"), NULL };
  g_autoptr (OndVolume) old = make (fk4), sun = make (solar), sky = make (good);
  g_autoptr (OndWorld) old_world = ond_world_new (old), sun_world = ond_world_new (sun);
  OndWorld *worlds[] = { old_world, sun_world };
  g_autoptr (OndWorld) world = ond_world_new (sky);
  double at[] = { 0, 0, 0 };
  int lng, lat;

  for (int i = 0; i < 2; i++)
    {
      g_assert_nonnull (worlds[i]);
      g_assert_false (ond_world_get_sky_axes (worlds[i], &lng, &lat));
      g_assert_false (ond_world_find_sky (worlds[i], OND_SKY_EQUATORIAL, 185, 15, at));
    }
  g_assert_false (ond_world_find_sky (world, OND_SKY_EQUATORIAL, 5.7, -15, at)); /* behind us */
}

static void
test_physical (void)
{
  static const char *const cards[] = { "LTV1    = -100.0", "LTM1_1  = 0.5", "LTM2_2  = 0", NULL };
  g_autoptr (OndVolume) volume = make (cards);
  double scale[OND_N_AXES], offset[OND_N_AXES];

  ond_world_get_physical (volume, scale, offset);
  g_assert_cmpfloat (scale[0], ==, 0.5);
  g_assert_cmpfloat (offset[0], ==, -100);
  g_assert_cmpfloat (scale[1], ==, 1);
  g_assert_cmpfloat (offset[1], ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/world-sky/finds-what-the-readout-shows", test_finds);
  g_test_add_func ("/world-sky/frames", test_frames);
  g_test_add_func ("/world-sky/other-skies-are-refused", test_refusals);
  g_test_add_func ("/world-sky/physical", test_physical);
  return g_test_run ();
}
