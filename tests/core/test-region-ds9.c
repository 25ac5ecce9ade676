/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DS9's region files: what is in them, what is written into them, and text that is none. */
#include "core/region-ds9.h"

#include "core/error.h"
#include "core/world-sky.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static OndVolume *
make_volume (const char *const *cards)
{
  OndGeometry geometry = { { 100, 80, 5 }, { 1, 1, 1 } };
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  OndVolumeInfo info = { .axis = { 1, 2, 3 } };

  memset (samples, 0, ond_geometry_n_voxels (&geometry) * sizeof *samples);
  for (int i = 0; cards[i] != NULL; i++)
    g_string_append_printf (text, "%-80s", cards[i]);
  info.cards = text->str;
  return ond_volume_new_take (&geometry, samples, &info);
}

/* North up and east to the left, 36 arcsec a pixel; the equator, so that a degree is a degree. */
#define SKY(cdelt1)                                                                                \
  "CTYPE1  = 'RA---TAN'", "CRVAL1  = 185.0", "CDELT1  = " cdelt1, "CRPIX1  = 51.0",                \
      "CTYPE2  = 'DEC--TAN'", "CRVAL2  = 0.0", "CDELT2  = 0.01", "CRPIX2  = 41.0",                 \
      "RADESYS = 'ICRS'"

static const char *const plain[] = { "OBJECT  = 'x'", NULL };
static const char *const sky[] = { SKY ("-0.01"), NULL };
static const char *const mirrored[] = { SKY ("0.01"), NULL };
static const char *const section[] = { "LTV1    = -100.0", "LTV2    = -200.0", "LTM1_1  = 0.5",
                                       "LTM2_2  = 0.5", NULL };

static GArray *
parse (const char *text, const char *const *cards, char **note)
{
  g_autoptr (OndVolume) volume = make_volume (cards);
  g_autoptr (GError) error = NULL;
  GArray *regions = ond_region_ds9_parse (text, volume, note, &error);

  if (regions == NULL)
    g_error ("%s: %s", text, error->message);
  return regions;
}

static OndRegion
parse_one (const char *text, const char *const *cards)
{
  g_autofree char *note = NULL;
  g_autoptr (GArray) regions = parse (text, cards, &note);

  g_assert_null (note);
  g_assert_cmpuint (regions->len, ==, 1);
  return g_array_index (regions, OndRegion, 0);
}

static void
assert_region (const OndRegion *r, OndRegionShape shape, double x, double y, double a, double b,
               double angle)
{
  g_assert_cmpint (r->shape, ==, shape);
  g_assert_cmpfloat_with_epsilon (r->centre[0], x, 1e-5);
  g_assert_cmpfloat_with_epsilon (r->centre[1], y, 1e-5);
  g_assert_cmpfloat_with_epsilon (r->half[0], a, 1e-5);
  g_assert_cmpfloat_with_epsilon (r->half[1], b, 1e-5);
  g_assert_cmpfloat_with_epsilon (remainder (r->angle - angle, 360), 0, 1e-5);
}

/* Counted from 1, sides whole, semi-axes half; with and without parentheses and commas. */
static void
test_pixels (void)
{
  static const struct
  {
    const char *text;
    OndRegionShape shape;
    double numbers[5];
  } rows[] = {
    { "image\nbox(10,20,4,6,30)\n", OND_REGION_BOX, { 9, 19, 2, 3, 30 } },
    { "image;box 10 20 4 6", OND_REGION_BOX, { 9, 19, 2, 3, 0 } },
    { "ellipse( 10.5 , 20.25 , 4 , 6 , -30 )", OND_REGION_ELLIPSE, { 9.5, 19.25, 4, 6, 330 } },
    { "IMAGE\r\nCIRCLE(10,20,3)\r\n", OND_REGION_ELLIPSE, { 9, 19, 3, 3, 0 } },
    { "+circle 1e1 20 3 # color=red", OND_REGION_ELLIPSE, { 9, 19, 3, 3, 0 } },
    { "box(10,20,4,6,0.5r)", OND_REGION_BOX, { 9, 19, 2, 3, 28.64788976 } },
    { "global color=red\nphysical\ncircle(10,20,3)", OND_REGION_ELLIPSE, { 9, 19, 3, 3, 0 } },
    { "tile 1\nimage;  circle(10,20,3); # circle(1,1,1)", OND_REGION_ELLIPSE, { 9, 19, 3, 3, 0 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const double *n = rows[i].numbers;
      OndRegion region = parse_one (rows[i].text, plain);

      assert_region (&region, rows[i].shape, n[0], n[1], n[2], n[3], n[4]);
      g_assert_cmpint (region.normal, ==, OND_Z);
      g_assert_cmpint (region.index, ==, -1);
    }
}

/* Of an image that was cut and binned, places are those of what it was cut from, also where no
 * system is named, and p is its pixel. */
static void
test_physical (void)
{
  static const char *const texts[] = {
    "physical;box(240,440,8,12,15)", "box(240,440,8,12,15)",    "physical;box(240,440,4i,6i,15)",
    "image;box(20,20,8p,12p,15)",    "image;box(20,20,4,6,15)", "image;box(20,20,4i,6i,15)",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      OndRegion region = parse_one (texts[i], section);

      assert_region (&region, OND_REGION_BOX, 19, 19, 2, 3, 15);
    }
}

static void
test_sky (void)
{
  static const char *const texts[] = {
    "fk5;box(184.9,0.1,72\",144\",30)",
    "icrs\nbox 184.9d 0.1d 0.02 0.04 30",
    "j2000; box(12:19:36,+0:06:00,1.2',2.4',30)",
    "fk5;box(12h19m36s,0d6m0s,0.02d,0.04d,30d)",
    "ICRS;box(3.227113787r,0.001745329252r,72\",144\",30)",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      OndRegion region = parse_one (texts[i], sky);

      /* Ten pixels to the right and ten up. A tenth of a degree off the middle of the projection,
       * lengths are 3e-6 of themselves longer. */
      g_assert_cmpfloat_with_epsilon (region.centre[0], 60, 1e-3);
      g_assert_cmpfloat_with_epsilon (region.centre[1], 50, 1e-3);
      g_assert_cmpfloat_with_epsilon (region.half[0], 1, 1e-4);
      g_assert_cmpfloat_with_epsilon (region.half[1], 2, 1e-4);
      g_assert_cmpfloat_with_epsilon (region.angle, 30, 1e-3);
    }
}

/* Where east is to the right, the same sky is under the region: it is mirrored with the image. */
static void
test_mirrored_sky (void)
{
  OndRegion region = parse_one ("fk5;ellipse(185,0,72\",36\",30)", mirrored);

  g_assert_cmpfloat_with_epsilon (remainder (region.angle - 150, 180), 0, 1e-3);
  g_assert_cmpfloat_with_epsilon (region.half[0], 2, 1e-4);
}

static void
test_galactic (void)
{
  g_autofree char *text = NULL;
  double longitude = 185, latitude = 0;
  OndRegion region;

  ond_sky_convert (OND_SKY_EQUATORIAL, OND_SKY_GALACTIC, &longitude, &latitude);
  text = g_strdup_printf ("galactic;circle(%.9f,%.9f,36\")", longitude, latitude);
  region = parse_one (text, sky);
  g_assert_cmpfloat_with_epsilon (region.centre[0], 50, 1e-3);
  g_assert_cmpfloat_with_epsilon (region.centre[1], 40, 1e-3);
  g_assert_cmpfloat_with_epsilon (region.half[0], 1, 1e-4);
  g_assert_cmpfloat_with_epsilon (region.half[1], 1, 1e-4);
}

/* A radius in seconds of arc at a place in pixels. */
static void
test_mixed_units (void)
{
  OndRegion region = parse_one ("image;circle(51,41,72\")", sky);

  g_assert_cmpfloat_with_epsilon (region.half[0], 2, 1e-4);
}

static void
test_properties (void)
{
  OndRegion region = parse_one ("global font=\"helvetica 10 normal\" color=cyan dash=0 line=1 1\n"
                                "circle(3,4,5) # text={a; b # c} tag={group 1} "
                                "color = \"red\" width=2 tag={Ondelette XZ 24} font='x'\n",
                                plain);

  g_assert_cmpstr (region.text, ==, "a; b # c");
  g_assert_cmpstr (region.color, ==, "red");
  g_assert_cmpint (region.normal, ==, OND_Y);
  g_assert_cmpint (region.index, ==, 23);
  region = parse_one ("global color=cyan\ncircle(3,4,5) # tag={Ondelette XZ 0}", plain);
  g_assert_cmpstr (region.color, ==, "cyan");
  g_assert_cmpint (region.normal, ==, OND_Z);
}

static void
test_left_out (void)
{
  g_autofree char *note = NULL;
  g_autoptr (GArray) regions =
      parse ("# Region file format: DS9 version 4.1\n"
             "# Filename: it's {odd\n"
             "image\ncircle(1,2,3)\npolygon(1,2,3,4,5,6)\nbox(1,2,3,4,5,6,7)\n-circle(9,9,9)\n"
             "# vector(1,2,3,4)\nellipse(1,2,3)\nline 1 2 3 4\nwcsa;circle(4,4,4)\n"
             "image;circle(7,8,9)\n",
             plain, &note);

  g_assert_cmpuint (regions->len, ==, 2);
  g_assert_nonnull (strstr (note, "Read 2 regions, left out 6"));
  g_assert_nonnull (strstr (note, "polygon"));
  g_assert_null (strchr (note, '\n'));
}

/* No sky, no image of it: said, and nothing placed somewhere else. */
static void
test_refused (void)
{
  static const char *const texts[] = {
    "",
    "\n\n",
    "# Region file format: DS9 version 4.1\n",
    "image\n",
    "fk5;circle(185,0,3\")",
    "galactic;circle(1,2,3)",
    "circle(nan,2,3)",
    "circle(1,inf,3)",
    "circle(1,2,0)",
    "circle(1,2,-3)",
    "circle(1e300,2,3)",
    "circle(1,2,1e7)",
    "circle(0x10,2,3)",
    "circle(1,2,3",
    "circle((1,2,3))",
    "circle(1,2,3q)",
    "box(1,2,3,4,5q)",
    "circle(1d,2d,3)",
    "circle",
    "circle(1,2)",
    "GIF89a",
    "\xff\xfe\x01",
    "box(1 2 3 4 5 6 7 8 9 10)",
    "-",
    "+",
    "(1,2,3)",
    "fk5;circle(1:61:00,2,3)",
    "fk5;circle(1:2:3:4,2,3)",
    "fk4;circle(185,0,3\")",
  };
  g_autoptr (OndVolume) volume = make_volume (plain);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *note = NULL;

      if (ond_region_ds9_parse (texts[i], i % 2 ? volume : NULL, &note, &error) != NULL)
        g_error ("was read: %s", texts[i]);
      g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_null (note);
    }
}

static void
test_bad_places_on_the_sky (void)
{
  static const char *const texts[] = {
    "fk5;circle(5,0,3\")",        "fk5;circle(185,91,3\")",      "fk5;circle(185,90,3\")",
    "fk5;circle(12:60:00,0,3\")", "fk5;circle(12:19:36x,0,3\")", "fk5;circle(185,0,1e9)",
    "fk5;circle(1h2d,0,3\"x)",
  };
  g_autoptr (OndVolume) volume = make_volume (sky);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *note = NULL;

      if (ond_region_ds9_parse (texts[i], volume, &note, NULL) != NULL)
        g_error ("was read: %s", texts[i]);
    }
}

static OndRegion
random_region (GRand *rand)
{
  static const char *const names[] = {
    "", "arm", "a; b # c", "{brace}", "\"quoted\" {x}", "it's \"{all}\"", "é ψ", "color=red"
  };
  OndRegion region = {
    .shape = g_rand_int_range (rand, 0, OND_N_REGION_SHAPES),
    .normal = g_rand_int_range (rand, 0, OND_N_AXES),
    .index = g_rand_int_range (rand, 0, 500),
    .centre = { g_rand_double_range (rand, -9, 900), g_rand_double_range (rand, -9, 900) },
    .half = { exp (g_rand_double_range (rand, -9, 9)), exp (g_rand_double_range (rand, -9, 9)) },
    .angle = g_rand_double_range (rand, 0, 360),
  };

  ond_region_set_text (&region, names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))]);
  if (g_rand_boolean (rand))
    ond_region_set_color (&region, "#ff00ee");
  ond_region_normalize (&region);
  return region;
}

/* To the last bit. The one text that no delimiter can hold changes its braces. */
static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autofree char *text = NULL, *note = NULL;
  g_autoptr (GArray) again = NULL;
  OndRegion regions[300];

  for (gsize i = 0; i < G_N_ELEMENTS (regions); i++)
    regions[i] = random_region (rand);
  text = ond_region_ds9_format (regions, G_N_ELEMENTS (regions));
  again = parse (text, section, &note);
  g_assert_null (note);
  g_assert_cmpuint (again->len, ==, G_N_ELEMENTS (regions));
  for (gsize i = 0; i < G_N_ELEMENTS (regions); i++)
    {
      if (strchr (regions[i].text, '\'') != NULL)
        ond_region_set_text (&regions[i], "it's \"|all|\"");
      g_assert_true (ond_region_equal (&regions[i], &g_array_index (again, OndRegion, i)));
    }
}

/* Bytes of good files changed, cut, and put together anew: read or refused, never more. */
static void
test_damaged (void)
{
  static const char seed[] =
      "# Region file format: DS9 version 4.1\nglobal color=green font=\"helvetica 10\"\nfk5\n"
      "box(12:19:36.1,+0:06:00,72\",144\",30) # text={a} tag={Ondelette XY 3}\n"
      "galactic;ellipse(280.1,62.3,0.1d,3',2r)\nimage;circle 3 4 5;polygon(1,2,3)\n";
  static const char bytes[] = "(){}\"';#=,:+-.0123456789eEdhmsr\n\r\t boxcirle\xc3\xa9";
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autoptr (OndVolume) volume = make_volume (sky);

  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup (seed), *note = NULL;
      gsize n = strlen (text);
      g_autoptr (GArray) regions = NULL;

      for (int k = g_rand_int_range (rand, 1, 12); k > 0; k--)
        text[g_rand_int_range (rand, 0, (gint32) n)] =
            bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
      if (i % 3 == 0)
        text[g_rand_int_range (rand, 0, (gint32) n)] = '\0';
      regions = ond_region_ds9_parse (text, volume, &note, NULL);
      for (guint k = 0; regions != NULL && k < regions->len; k++)
        {
          const OndRegion *region = &g_array_index (regions, OndRegion, k);

          g_assert_true (ond_region_is_valid (region));
          g_assert_true (g_utf8_validate (region->text, -1, NULL));
        }
      g_assert_true (note == NULL || g_utf8_validate (note, -1, NULL));
    }
}

/* Long words and lines, and more regions than anybody draws. */
static void
test_long (void)
{
  g_autofree char *digits = g_strnfill (300000, '1'), *blanks = g_strnfill (300000, ' ');
  g_autofree char *one =
      g_strdup_printf ("circle(%s,2,3)\ncircle(1,2,3) # text={%s}%s\n", digits, digits, blanks);
  g_autofree char *note = NULL, *other = NULL;
  g_autoptr (GArray) regions = parse (one, plain, &note), many = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_cmpuint (regions->len, ==, 1);
  g_assert_nonnull (strstr (note, "left out 1"));
  for (int i = 0; i < OND_REGION_MAX + 5; i++)
    g_string_append (text, "circle(1,2,3)\n");
  many = parse (text->str, plain, &other);
  g_assert_cmpuint (many->len, ==, OND_REGION_MAX);
  g_assert_nonnull (strstr (other, "left out 5: more than 2000"));
}

static void
test_files (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  g_autofree char *folder = g_dir_make_tmp ("region-XXXXXX", NULL), *note = NULL;
  g_autofree char *path = g_build_filename (folder, "a.reg", NULL);
  g_autofree char *missing = g_build_filename (folder, "no", "b.reg", NULL);
  g_autofree char *large = g_strnfill (5 * 1024 * 1024, ' ');
  OndRegion region = random_region (rand);
  g_autoptr (GArray) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ond_region_ds9_save (&region, 1, path, &error));
  again = ond_region_ds9_load (path, NULL, &note, &error);
  g_assert_no_error (error);
  g_assert_true (ond_region_equal (&region, &g_array_index (again, OndRegion, 0)));
  g_assert_false (ond_region_ds9_save (&region, 1, missing, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
  g_clear_error (&error);
  for (int i = 0; i < 4; i++)
    {
      const char *const contents[] = { "a\0b", large, "polygon(1,2,3)", "" };
      const gsize sizes[] = { 3, strlen (large), 14, 0 };

      g_assert_true (g_file_set_contents (path, contents[i], (gssize) sizes[i], NULL));
      g_assert_null (ond_region_ds9_load (path, NULL, &note, &error));
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "a.reg cannot be read as regions: "));
      g_clear_error (&error);
    }
  g_assert_null (ond_region_ds9_load (folder, NULL, &note, NULL));
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/region-ds9/pixels-count-from-one", test_pixels);
  g_test_add_func ("/region-ds9/physical", test_physical);
  g_test_add_func ("/region-ds9/sky", test_sky);
  g_test_add_func ("/region-ds9/mirrored-sky", test_mirrored_sky);
  g_test_add_func ("/region-ds9/galactic", test_galactic);
  g_test_add_func ("/region-ds9/arcsec-around-a-pixel", test_mixed_units);
  g_test_add_func ("/region-ds9/properties", test_properties);
  g_test_add_func ("/region-ds9/what-is-left-out-is-said", test_left_out);
  g_test_add_func ("/region-ds9/no-regions-is-an-error", test_refused);
  g_test_add_func ("/region-ds9/bad-places-on-the-sky", test_bad_places_on_the_sky);
  g_test_add_func ("/region-ds9/round-trip-is-exact", test_round_trip);
  g_test_add_func ("/region-ds9/damaged-text", test_damaged);
  g_test_add_func ("/region-ds9/long-text", test_long);
  g_test_add_func ("/region-ds9/files", test_files);
  return g_test_run ();
}
