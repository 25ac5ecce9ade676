/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing an image, a plane and the voxel edges, and what is not opened at all. */
#include "core/source.h"

#include "core/error.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static char *folder, *path;

/* Appends an image of bytes 0, 1, 2 ... whose header is the given cards (after BITPIX) ended by
 * NULL. */
static void
add_hdu (GString *file, gboolean primary, const int *axes, const char *const *cards)
{
  gsize n = 1, start = file->len;
  int n_axes = 0;

  g_string_append_printf (file, "%-80s",
                          primary ? "SIMPLE  =                    T" : "XTENSION= 'IMAGE   '");
  g_string_append_printf (file, "%-80s", "BITPIX  =                    8");
  for (; axes[n_axes] > 0; n_axes++)
    n *= (gsize) axes[n_axes];
  g_string_append_printf (file, "NAXIS   = %20d%50s", n_axes, "");
  for (int i = 0; i < n_axes; i++)
    g_string_append_printf (file, "NAXIS%d  = %20d%50s", i + 1, axes[i], "");
  for (; *cards != NULL; cards++)
    g_string_append_printf (file, "%-80s", *cards);
  g_string_append_printf (file, "%-80s", "END");
  while ((file->len - start) % 2880 != 0)
    g_string_append_c (file, ' ');
  for (gsize i = 0; i < n && n_axes > 0; i++)
    g_string_append_c (file, (char) i);
  while ((file->len - start) % 2880 != 0)
    g_string_append_c (file, '\0');
}

#define AXES(...) ((const int[]){ __VA_ARGS__, 0 })
#define CARDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define NO_CARDS ((const char *const[]){ NULL })

static void
save (GString *file)
{
  g_assert_true (g_file_set_contents (path, file->str, (gssize) file->len, NULL));
  g_string_free (file, TRUE);
}

static void
save_one (const int *axes, const char *const *cards)
{
  GString *file = g_string_new (NULL);

  add_hdu (file, TRUE, axes, cards);
  save (file);
}

static OndVolume *
read_with (const char *hdu, int plane)
{
  g_autoptr (GError) error = NULL;
  OndVolume *volume =
      ond_source_read (path, &(OndSourceOptions){ .hdu = hdu, .plane = plane }, NULL, &error);

  g_assert_no_error (error);
  return volume;
}

static void
assert_refused (const char *file, const OndSourceOptions *options, OndError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (file);

  g_assert_null (ond_source_read (file, options, NULL, &error));
  g_assert_error (error, OND_ERROR, (int) code);
  if (strstr (error->message, name) == NULL || strstr (error->message, words) == NULL)
    g_error ("neither \"%s\" nor \"%s\" is said: %s", name, words, error->message);
}

static void
assert_size (const OndVolume *volume, int nx, int ny, int nz)
{
  const OndGeometry *geometry = ond_volume_get_geometry (volume);

  g_assert_cmpint (geometry->n[OND_X], ==, nx);
  g_assert_cmpint (geometry->n[OND_Y], ==, ny);
  g_assert_cmpint (geometry->n[OND_Z], ==, nz);
}

static void
test_short_axes_go (void)
{
  static const struct
  {
    int axes[6], size[3], kept[3];
  } table[] = { { { 4, 3, 2 }, { 4, 3, 2 }, { 1, 2, 3 } },
                { { 1, 4, 3 }, { 4, 3, 1 }, { 2, 3, 0 } },
                { { 4, 1, 3, 1, 2 }, { 4, 3, 2 }, { 1, 3, 5 } },
                { { 4, 3, 1, 1 }, { 4, 3, 1 }, { 1, 2, 0 } } };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (OndVolume) volume = NULL;

      save_one (table[i].axes, NO_CARDS);
      volume = read_with (NULL, 0);
      assert_size (volume, table[i].size[0], table[i].size[1], table[i].size[2]);
      g_assert_cmpmem (ond_volume_get_info (volume)->axis, sizeof table[i].kept, table[i].kept,
                       sizeof table[i].kept);
      g_assert_cmpfloat (ond_volume_get_samples (volume)[5], ==, 5);
    }
}

static void
test_too_few_and_too_many (void)
{
  save_one (AXES (9, 1), NO_CARDS);
  assert_refused (path, NULL, OND_ERROR_FILE, "only one axis");
  save_one (AXES (1, 1), NO_CARDS);
  assert_refused (path, NULL, OND_ERROR_FILE, "no axis");
  save_one (AXES (2, 2, 2, 2, 2), NO_CARDS);
  assert_refused (path, NULL, OND_ERROR_FILE, "5 axes are longer than 1");
}

/* Plane p of the last axis begins at sample p nx ny nz; along STOKES the third axis, the planes lie
 * interleaved. */
static void
test_planes (void)
{
  g_autoptr (OndVolume) last = NULL, stokes = NULL;

  save_one (AXES (2, 3, 4, 5), NO_CARDS);
  last = read_with (NULL, 3);
  assert_size (last, 2, 3, 4);
  g_assert_cmpfloat (ond_volume_get_samples (last)[1], ==, 2 * 24 + 1);
  g_assert_cmpstr (ond_volume_get_info (last)->note, ==, "plane 3 of 5 along axis 4");
  g_assert_cmpint (ond_volume_get_info (last)->plane, ==, 3);
  save_one (AXES (2, 3, 4, 5), CARDS ("CTYPE3  = 'STOKES'"));
  stokes = read_with (NULL, 2);
  assert_size (stokes, 2, 3, 5);
  g_assert_cmpfloat (ond_volume_get_samples (stokes)[6], ==, 24 + 6);
  g_assert_cmpfloat (ond_volume_get_samples (stokes)[0], ==, 6);
  assert_refused (path, &(OndSourceOptions){ .plane = 5 }, OND_ERROR_PARAMETER, "planes 1 to 4");
  save_one (AXES (2, 3, 4), NO_CARDS);
  assert_refused (path, &(OndSourceOptions){ .plane = 2 }, OND_ERROR_PARAMETER, "no fourth axis");
}

static void
test_images_of_a_file (void)
{
  GString *file = g_string_new (NULL);
  g_autoptr (OndVolume) first = NULL, named = NULL, numbered = NULL;
  g_autoptr (GPtrArray) list = NULL;
  const OndImageEntry *entry;

  add_hdu (file, TRUE, AXES (0), NO_CARDS);
  add_hdu (file, FALSE, AXES (7), CARDS ("EXTNAME = 'LIST'"));
  add_hdu (file, FALSE, AXES (2, 3, 4), CARDS ("EXTNAME = 'SCI'", "BUNIT   = 'K'"));
  add_hdu (file, FALSE, AXES (3, 3), CARDS ("EXTNAME = 'SCI[1]'"));
  save (file);
  first = read_with (NULL, 0);
  assert_size (first, 2, 3, 4);
  g_assert_cmpstr (ond_volume_get_info (first)->hdu, ==, "HDU 2 (SCI)");
  g_assert_cmpstr (ond_volume_get_info (first)->unit, ==, "K");
  named = read_with ("SCI[1]", 0);
  assert_size (named, 3, 3, 1);
  numbered = read_with ("3", 0);
  assert_size (numbered, 3, 3, 1);
  assert_refused (path, &(OndSourceOptions){ .hdu = "ERR" }, OND_ERROR_PARAMETER,
                  "HDU 1 (LIST), HDU 2 (SCI)");
  assert_refused (path, &(OndSourceOptions){ .hdu = "0" }, OND_ERROR_FILE, "NAXIS = 0");
  list = ond_source_list (path, NULL);
  g_assert_cmpuint (list->len, ==, 4);
  entry = list->pdata[2];
  g_assert_cmpstr (entry->name, ==, "SCI");
  g_assert_null (entry->why_not);
  g_assert_cmpint (entry->axes[2], ==, 4);
  entry = list->pdata[1];
  g_assert_nonnull (strstr (entry->why_not, "only one axis"));
}

/* PCOUNT and GCOUNT count as well, and their product may not wrap round to something small. */
static void
test_sizes_do_not_wrap (void)
{
  static const struct
  {
    const char *card, *why;
  } table[] = { { "GCOUNT  = 4611686018427387904", "too large" },
                { "GCOUNT  = 2000", "truncated: 48000 bytes" },
                { "PCOUNT  = 9223372036854775800", "too large" },
                { "PCOUNT  = 9976", "truncated: 10000 bytes" } };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      GString *file = g_string_new (NULL);

      add_hdu (file, TRUE, AXES (0), NO_CARDS);
      add_hdu (file, FALSE, AXES (2, 3, 4), CARDS (table[i].card));
      save (file);
      assert_refused (path, NULL, OND_ERROR_FILE, table[i].why);
    }
}

static void
assert_edges (const int *axes, const char *const *cards, const double edge[3], double length,
              const char *unit)
{
  g_autoptr (OndVolume) volume = NULL;
  const OndVolumeInfo *info;

  save_one (axes, cards);
  volume = read_with (NULL, 0);
  info = ond_volume_get_info (volume);
  for (int i = 0; i < OND_N_AXES; i++)
    g_assert_cmpfloat_with_epsilon (ond_volume_get_geometry (volume)->edge[i], edge[i], 1e-12);
  g_assert_cmpfloat_with_epsilon (info->edge_length, length, 1e-12);
  g_assert_cmpstr (info->length_unit, ==, unit);
}

#define CUBE AXES (2, 3, 4)
#define EDGES(...) ((const double[]){ __VA_ARGS__ })

static void
test_edges (void)
{
  assert_edges (CUBE,
                CARDS ("CDELT1  = 0.5", "CDELT2  = -0.5", "CDELT3  = 2.0", "CUNIT1  = 'um'",
                       "CUNIT2  = 'um'", "CUNIT3  = 'um'"),
                EDGES (1, 1, 4), 0.5, "um");
  assert_edges (CUBE,
                CARDS ("CDELT1  = 500.0", "CDELT2  = 500.0", "CDELT3  = 0.001", "CUNIT1  = 'nm'",
                       "CUNIT2  = 'nm'", "CUNIT3  = 'mm'"),
                EDGES (1, 1, 2), 500, "nm");
  assert_edges (CUBE,
                CARDS ("CDELT1  = 0.5", "CDELT2  = 0.5", "CDELT3  = 2.0", "CUNIT1  = '\xc2\xb5m'",
                       "CUNIT2  = '\xc2\xb5m'", "CUNIT3  = '\xb5m'"),
                EDGES (1, 1, 4), 0.5, "um");
  /* A rotation by 90 degrees in x and y: the length of a column counts. */
  assert_edges (CUBE,
                CARDS ("CD1_2   = 3.0", "CD2_1   = -1.0", "CD3_3   = 1.0", "CUNIT1  = 'pc'",
                       "CUNIT2  = 'pc'", "CUNIT3  = 'pc'"),
                EDGES (1, 3, 1), 1, "pc");
  assert_edges (CUBE,
                CARDS ("CDELT1  = 1.0", "CDELT2  = 1.0", "CDELT3  = 2.0", "PC3_3   = 1.5",
                       "CUNIT1  = 'm'", "CUNIT2  = 'm'", "CUNIT3  = 'm'"),
                EDGES (1, 1, 3), 1, "m");
}

static void
test_no_edges (void)
{
  assert_edges (CUBE,
                CARDS ("CDELT1  = 0.5", "CDELT2  = 0.5", "CDELT3  = 2.0", "CUNIT1  = 'deg'",
                       "CUNIT2  = 'deg'", "CUNIT3  = 'm/s'"),
                EDGES (1, 1, 1), 0, NULL);
  assert_edges (CUBE,
                CARDS ("CDELT1  = 0.5", "CDELT2  = 0.5", "CDELT3  = 2.0", "CUNIT1  = 'deg'",
                       "CUNIT2  = 'deg'", "CUNIT3  = 'deg'"),
                EDGES (1, 1, 1), 0, NULL);
  assert_edges (CUBE,
                CARDS ("CDELT1  = 0.5", "CDELT2  = 0.0", "CDELT3  = 2.0", "CUNIT1  = 'um'",
                       "CUNIT2  = 'um'", "CUNIT3  = 'um'"),
                EDGES (1, 1, 1), 0, NULL);
  assert_edges (CUBE,
                CARDS ("CDELT1  = 0.5", "CDELT2  = 1E9", "CDELT3  = 2.0", "CUNIT1  = 'um'",
                       "CUNIT2  = 'um'", "CUNIT3  = 'um'"),
                EDGES (1, 1, 1), 0, NULL);
  assert_edges (CUBE, CARDS ("CUNIT1  = 'um'", "CUNIT2  = 'um'", "CUNIT3  = 'um'"), EDGES (1, 1, 1),
                0, NULL);
}

/* A sky image has edges, in degrees where its header leaves the unit to the standard. */
static void
test_sky_edges (void)
{
  assert_edges (
      AXES (4, 3, 1),
      CARDS ("CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CDELT1  = -0.1", "CDELT2  = 0.3"),
      EDGES (1, 3, 1), 0.1, "deg");
}

static void
test_not_opened (void)
{
  g_autofree char *fifo = g_build_filename (folder, "fifo.fits", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing.fits", NULL);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_refused (fifo, NULL, OND_ERROR_FILE, "not a regular file");
  g_remove (fifo);
  assert_refused (missing, NULL, OND_ERROR_FILE, "no such file");
  assert_refused (folder, NULL, OND_ERROR_FILE, "directory");
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  assert_refused (path, NULL, OND_ERROR_FILE, "empty");
  g_assert_true (g_file_set_contents (path, "P5 1 1 255 a", -1, NULL));
  assert_refused (path, NULL, OND_ERROR_FILE, "not a FITS file");
  g_assert_null (ond_source_list (missing, NULL));
}

/* Final padding may be missing, samples may not. */
static void
test_padding (void)
{
  GString *file = g_string_new (NULL);
  g_autoptr (OndVolume) volume = NULL;

  add_hdu (file, TRUE, CUBE, NO_CARDS);
  g_assert_true (g_file_set_contents (path, file->str, 2880 + 24, NULL));
  volume = read_with (NULL, 0);
  g_assert_cmpfloat (ond_volume_get_samples (volume)[23], ==, 23);
  g_assert_true (g_file_set_contents (path, file->str, 2880 + 23, NULL));
  assert_refused (path, NULL, OND_ERROR_FILE, "24 bytes of data declared, 23 there");
  g_string_free (file, TRUE);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("ondelette-XXXXXX", NULL);
  path = g_build_filename (folder, "%s [1] σ.fits", NULL);
  g_test_add_func ("/source/axes-of-length-1-are-dropped", test_short_axes_go);
  g_test_add_func ("/source/too-few-and-too-many-axes", test_too_few_and_too_many);
  g_test_add_func ("/source/planes", test_planes);
  g_test_add_func ("/source/images-of-a-file", test_images_of_a_file);
  g_test_add_func ("/source/sizes-do-not-wrap", test_sizes_do_not_wrap);
  g_test_add_func ("/source/edges-share-a-unit-of-length", test_edges);
  g_test_add_func ("/source/otherwise-voxels-are-cubes", test_no_edges);
  g_test_add_func ("/source/sky-images-have-edges", test_sky_edges);
  g_test_add_func ("/source/what-is-not-opened", test_not_opened);
  g_test_add_func ("/source/padding-may-be-missing", test_padding);
  status = g_test_run ();
  g_remove (path);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
  return status;
}
