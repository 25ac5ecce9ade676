/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading against CFITSIO, and reading what was damaged. */
#include "core/fits-decoder.h"
#include "core/fits.h"

#include "core/error.h"
#include "fits-seeds.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <zlib.h>

#define N_MUTATIONS 200  /* of each seed */
#define MAX_SECONDS 10.0 /* for one damaged file of some kilobytes, on a busy machine */

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static OndVolume *
read_seed (const FitsSeed *seed, const char *path, int plane)
{
  g_autoptr (GError) error = NULL;
  OndVolume *volume = ond_fits_read (path, &(OndSourceOptions){ .plane = plane }, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ond_volume_get_n_voxels (volume), ==,
                    fits_seed_n (seed) / (seed->n_axes == 4 ? (gsize) seed->axes[3] : 1));
  return volume;
}

/* Every voxel, bit for bit, of every plane. */
static void
compare (const FitsSeed *seed, const char *path, const float *expected)
{
  int n_planes = seed->n_axes == 4 ? (int) seed->axes[3] : 1;

  for (int plane = 0; plane < n_planes; plane++)
    {
      g_autoptr (OndVolume) volume = read_seed (seed, path, seed->n_axes == 4 ? plane + 1 : 0);
      gsize n = ond_volume_get_n_voxels (volume);
      const float *got = ond_volume_get_samples (volume), *wanted = expected + (gsize) plane * n;

      for (gsize i = 0; i < n; i++)
        if (got[i] != wanted[i] && !(isnan (got[i]) && isnan (wanted[i])))
          g_error ("%s: voxel %" G_GSIZE_FORMAT " of plane %d is %.9g, not %.9g", seed->name, i,
                   plane + 1, got[i], wanted[i]);
    }
}

static void
test_equals_cfitsio (void)
{
  for (gsize i = 0; i < fits_n_seeds; i++)
    {
      g_autofree char *path = in_folder ("seed.fits");
      g_autofree float *expected = NULL;

      fits_seed_write (&fits_seeds[i], path);
      expected = fits_seed_read (&fits_seeds[i], path);
      compare (&fits_seeds[i], path, expected);
      g_remove (path);
    }
}

/* Replaces the card that begins with `key`. */
static void
set_card (char *bytes, gsize n, const char *key, const char *card)
{
  for (gsize i = 0; i < n; i += 80)
    if (strncmp (bytes + i, key, strlen (key)) == 0)
      {
        g_autofree char *padded = g_strdup_printf ("%-80s", card);
        memcpy (bytes + i, padded, 80);
        return;
      }
  g_error ("there is no %s", key);
}

/* Puts a card at the end of the last header, which must have room. */
static void
append_card (char *bytes, gsize n, const char *card)
{
  gsize end = 0;

  for (gsize i = 0; i + 160 <= n; i += 80)
    if (strncmp (bytes + i, "END     ", 8) == 0)
      end = i;
  g_assert_cmpmem (bytes + end + 80, 3, "   ", 3);
  memcpy (bytes + end + 80, bytes + end, 80);
  memcpy (bytes + end, card, strlen (card));
}

static const FitsSeed *
find_seed (const char *name)
{
  for (gsize i = 0; i < fits_n_seeds; i++)
    if (strcmp (fits_seeds[i].name, name) == 0)
      return &fits_seeds[i];
  g_error ("there is no seed %s", name);
}

/* CFITSIO does not write compressed images of four axes: the third of three is told to be n3 by
 * n4. */
static void
check_planes (const char *name, int n3, int n4, int tile4)
{
  const FitsSeed *seed = find_seed (name);
  g_autofree char *path = in_folder ("seed.fits"), *bytes = NULL;
  g_autofree char *axis3 = g_strdup_printf ("ZNAXIS3 = %20d", n3),
                  *axis4 = g_strdup_printf ("ZNAXIS4 = %20d", n4);
  g_autofree char *tile = g_strdup_printf ("ZTILE4  = %20d", tile4);
  g_autofree float *expected = NULL;
  gsize n, n_plane = fits_seed_n (seed) / (gsize) n4;

  fits_seed_write (seed, path);
  expected = fits_seed_read (seed, path);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  set_card (bytes, n, "ZNAXIS  =", "ZNAXIS  =                    4");
  set_card (bytes, n, "ZNAXIS3 =", axis3);
  set_card (bytes, n, "ZSIMPLE =", axis4);
  append_card (bytes, n, tile);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
  for (int plane = 0; plane < n4; plane++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OndVolume) volume =
          ond_fits_read (path, &(OndSourceOptions){ .plane = plane + 1 }, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpmem (ond_volume_get_samples (volume), n_plane * sizeof (float),
                       expected + n_plane * (gsize) plane, n_plane * sizeof (float));
    }
  g_remove (path);
}

/* One plane a tile, and two planes a tile. */
static void
test_compressed_planes (void)
{
  check_planes ("gzip2-float-dither2", 5, 3, 1);
  check_planes ("gzip2-16", 3, 2, 2);
}

/* Whatever there is room for: a plane, two of them, whole tiles. */
static void
test_memory_changes_no_sample (void)
{
  g_autofree char *path = in_folder ("seed.fits");

  for (gsize i = 0; i < fits_n_seeds; i++)
    {
      const FitsSeed *seed = &fits_seeds[i];
      gsize bytes = fits_seed_n (seed) * sizeof (float),
            plane = bytes / (gsize) seed->axes[seed->n_axes - 1];
      g_autofree float *expected = NULL;

      if (seed->compression == 0)
        continue;
      fits_seed_write (seed, path);
      expected = fits_seed_read (seed, path);
      for (gsize n = 0; n < 6; n += 2)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (OndVolume) volume = ond_fits_read (
              path, &(OndSourceOptions){ .memory = bytes + n * plane }, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpmem (ond_volume_get_samples (volume), bytes, expected, bytes);
        }
      g_remove (path);
    }
}

/* Seconds of processor time that the child takes to read a file with that much memory. */
static double
decoding_time (const char *path, guint64 memory)
{
  struct rusage before, after;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndVolume) volume = NULL;

  getrusage (RUSAGE_CHILDREN, &before);
  volume = ond_fits_read (path, &(OndSourceOptions){ .memory = memory }, NULL, &error);
  g_assert_no_error (error);
  getrusage (RUSAGE_CHILDREN, &after);
  return (double) (after.ru_utime.tv_sec - before.ru_utime.tv_sec)
         + 1e-6 * (double) (after.ru_utime.tv_usec - before.ru_utime.tv_usec);
}

/* Sixty planes a tile: decoded once, not sixty times. */
static void
test_deep_tiles_are_decoded_once (void)
{
  g_autofree char *path = in_folder ("deep.fits");
  FitsSeed seed = *find_seed ("rice16-deep");
  double by_planes, by_tiles;
  gsize bytes;

  memcpy (seed.axes, (const long[]){ 120, 120, 60 }, 3 * sizeof (long));
  memcpy (seed.tile, (const long[]){ 60, 60, 60 }, 3 * sizeof (long));
  bytes = fits_seed_n (&seed) * sizeof (float);
  fits_seed_write (&seed, path);
  by_planes = decoding_time (path, bytes);
  by_tiles = decoding_time (path, 2 * bytes);
  g_test_message ("%.4f s by planes, %.4f s by tiles", by_planes, by_tiles);
  g_assert_cmpfloat (by_planes, >, 4 * by_tiles);
  g_remove (path);
}

/* An HCOMPRESS stream that says it is larger than its tile would be written beyond it. */
static void
test_hcompress_size (void)
{
  g_autofree char *path = in_folder ("seed.fits"), *bytes = NULL;
  gsize n, at = 0;

  fits_seed_write (find_seed ("hcompress16"), path);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  while (at + 10 < n && memcmp (bytes + at, "\xdd\x99\0\0\0", 5) != 0)
    at++;
  for (gsize byte = 5; byte <= 9; byte += 4) /* the last of either size */
    {
      g_autoptr (GError) error = NULL;

      bytes[at + byte]++;
      g_assert_true (g_file_set_contents (path, bytes, (gssize) n, NULL));
      g_assert_null (ond_fits_read (path, NULL, NULL, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "compressed image"));
      bytes[at + byte]--;
    }
  g_remove (path);
}

static void
write_gzip (const char *path, const char *bytes, gsize n, int n_members)
{
  g_remove (path);
  for (int i = 0; i < n_members; i++)
    {
      gzFile file = gzopen (path, "ab");
      gsize from = n * (gsize) i / (gsize) n_members, to = n * (gsize) (i + 1) / (gsize) n_members;

      g_assert_cmpint (gzwrite (file, bytes + from, (unsigned) (to - from)), ==, (int) (to - from));
      g_assert_cmpint (gzclose (file), ==, Z_OK);
    }
}

/* Plain and compressed images inside gzip, in one member and in several. */
static void
test_gzip (void)
{
  g_autofree char *path = in_folder ("seed.fits"), *zipped = in_folder ("seed.fits.gz");

  for (gsize i = 0; i < fits_n_seeds; i++)
    {
      g_autofree float *expected = NULL;
      g_autofree char *bytes = NULL;
      gsize n;

      fits_seed_write (&fits_seeds[i], path);
      expected = fits_seed_read (&fits_seeds[i], path);
      g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
      g_remove (path);
      write_gzip (zipped, bytes, n, 1 + (int) i % 3);
      compare (&fits_seeds[i], zipped, expected);
    }
  g_remove (zipped);
}

/* A gzip file may hold a thousand times its size: the budget counts, not the file. */
static void
test_gzip_budget (void)
{
  g_autofree char *path = in_folder ("bomb.fits.gz"), *zeros = g_malloc0 (50000000);
  g_autoptr (GError) error = NULL;

  write_gzip (path, zeros, 50000000, 1);
  g_assert_null (ond_fits_read (path, &(OndSourceOptions){ .memory = 1000000 }, NULL, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
  g_remove (path);
}

static void
test_memory_need_is_stated (void)
{
  g_autofree char *path = in_folder ("seed.fits");
  g_autoptr (GError) error = NULL;

  fits_seed_write (&fits_seeds[0], path);
  g_assert_null (ond_fits_read (path, &(OndSourceOptions){ .memory = 419 }, NULL, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "7 × 5 × 3 voxels need 4.2e-07 GB"));
  g_remove (path);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path = in_folder ("seed.fits");

  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < fits_n_seeds; i++)
    {
      g_autoptr (GError) error = NULL;

      fits_seed_write (&fits_seeds[i], path);
      g_assert_null (ond_fits_read (path, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_remove (path);
    }
}

/* Changes a few bytes: anywhere, in the text of the header, or the value of a card; or cuts the
 * file. */
static gsize
mutate (GRand *random, char *bytes, gsize n)
{
  static const char digits[] = "0123456789-.' TFE\xff";
  int n_changes = g_rand_int_range (random, 1, 6);

  for (int i = 0; i < n_changes; i++)
    {
      gsize at = (gsize) g_rand_int_range (random, 0, (gint32) n);
      char digit = digits[g_rand_int_range (random, 0, sizeof digits - 1)];

      switch (g_rand_int_range (random, 0, 8))
        {
        case 0:
        case 1:
          bytes[at] = (char) g_rand_int_range (random, 0, 256);
          break;
        case 2:
          bytes[at] ^= (char) (1 << g_rand_int_range (random, 0, 8));
          break;
        case 3:
          return MAX (at, 1);
        default: /* the digits of a value in one of the first cards of either header */
          at = (gsize) g_rand_int_range (random, 0, 72) * 80
               + (gsize) g_rand_int_range (random, 10, 31);
          if (at < n)
            bytes[at] = digit;
        }
    }
  return n;
}

static void
read_mutant (const char *path, const FitsSeed *seed, int number)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTimer) timer = g_timer_new ();
  g_autoptr (OndVolume) volume =
      ond_fits_read (path, &(OndSourceOptions){ .memory = 100000000 }, NULL, &error);
  GPtrArray *list = ond_fits_list (path, NULL);

  g_assert_true ((volume == NULL) == (error != NULL));
  if (error != NULL)
    g_assert_true (error->domain == OND_ERROR && g_utf8_validate (error->message, -1, NULL)
                   && strchr (error->message, '\n') == NULL);
  if (g_timer_elapsed (timer, NULL) > MAX_SECONDS)
    g_error ("%s, mutation %d: %.1f s", seed->name, number, g_timer_elapsed (timer, NULL));
  g_clear_pointer (&list, g_ptr_array_unref);
}

/* An error or a volume, never a crash or a hang. More with -m slow. */
static void
test_mutations (void)
{
  int n_mutations = g_test_slow () ? 50 * N_MUTATIONS : N_MUTATIONS;
  g_autofree char *path = in_folder ("mutant.fits");

  for (gsize i = 0; i < fits_n_seeds; i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) i);
      g_autofree char *original = NULL, *bytes = NULL;
      gsize n;

      g_remove (path);
      fits_seed_write (&fits_seeds[i], path);
      g_assert_true (g_file_get_contents (path, &original, &n, NULL));
      bytes = g_malloc (n);
      for (int k = 0; k < n_mutations; k++)
        {
          FILE *file = fopen (path, "wb");
          gsize here;

          memcpy (bytes, original, n);
          here = mutate (random, bytes, n);
          g_assert_cmpuint (fwrite (bytes, 1, here, file), ==, here);
          fclose (file);
          read_mutant (path, &fits_seeds[i], k);
        }
    }
  g_remove (path);
}

int
main (int argc, char **argv)
{
  int status;

  ond_fits_decoder_main (argc, argv);
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("ondelette-XXXXXX", NULL);
  g_test_add_func ("/fits-read/equals-cfitsio", test_equals_cfitsio);
  g_test_add_func ("/fits-read/compressed-planes", test_compressed_planes);
  g_test_add_func ("/fits-read/memory-changes-no-sample", test_memory_changes_no_sample);
  g_test_add_func ("/fits-read/deep-tiles-are-decoded-once", test_deep_tiles_are_decoded_once);
  g_test_add_func ("/fits-read/hcompress-size", test_hcompress_size);
  g_test_add_func ("/fits-read/gzip", test_gzip);
  g_test_add_func ("/fits-read/gzip-stays-in-its-budget", test_gzip_budget);
  g_test_add_func ("/fits-read/memory-need-is-stated", test_memory_need_is_stated);
  g_test_add_func ("/fits-read/cancelled", test_cancelled);
  g_test_add_func ("/fits-read/damaged-files-neither-crash-nor-hang", test_mutations);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
