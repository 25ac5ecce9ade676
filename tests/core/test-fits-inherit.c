/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a written image inherits and how its own cards look. Whole files are checked by
 * test-export.py. */
#include "core/fits-inherit.h"

#include "core/error.h"
#include "core/fits-card.h"
#include "core/fits-header.h"
#include "core/fits.h"

#include <fitsio.h>
#include <glib/gstdio.h>
#include <string.h>

static char *
join (const char *const *cards)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (; *cards != NULL; cards++)
    g_string_append_printf (text, "%-80s", *cards);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The cards, without their trailing blanks, one a line. */
static char *
inherited (const char *const *cards, const int axis[OND_N_AXES])
{
  g_autofree char *text = join (cards);
  OndVolumeInfo info = { .cards = text, .axis = { axis[0], axis[1], axis[2] } };
  g_autoptr (GString) got = ond_fits_inherit (&info), lines = g_string_new (NULL);

  for (gsize i = 0; i < got->len; i += OND_FITS_CARD)
    {
      g_autofree char *line = g_strndup (got->str + i, OND_FITS_CARD);
      g_string_append_printf (lines, "%s\n", g_strchomp (line));
    }
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

#define INHERITED(axes, ...)                                                                       \
  inherited ((const char *const[]){ __VA_ARGS__, NULL }, (const int[]) axes)
#define AXES(x, y, z)                                                                              \
  {                                                                                                \
    x, y, z                                                                                        \
  }

static void
assert_inherited (char *got, const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

static void
test_storage_is_gone (void)
{
  assert_inherited (INHERITED (AXES (1, 2, 3), "SIMPLE  =                    T", "BSCALE  = 2.0",
                               "BLANK   = -1", "NAXIS12 = 3", "ZTILE1  = 5", "TFORM1  = '1PB(9)'",
                               "CHECKSUM= 'a'", "OBJECT  = 'M 1'", "COMMENT BSCALE  = 2.0",
                               "NAXISX  = 1"),
                    "OBJECT  = 'M 1'\nCOMMENT BSCALE  = 2.0\nNAXISX  = 1\n");
}

static void
test_axes_are_renumbered (void)
{
  assert_inherited (
      INHERITED (AXES (1, 3, 0), "WCSAXES = 3", "CTYPE1  = 'X'", "CTYPE2  = 'STOKES'",
                 "CTYPE3  = 'Y'", "CRVAL3A = 7.0", "PC1_3   = 0.5", "PC2_2   = 1.0",
                 "PC003001= 0.25", "PV3_2   = 4.0", "CD3_3B  = 2.0", "CTYPEX  = 'no axis'"),
      "CTYPE1  = 'X'\nCTYPE2  = 'Y'\nCRVAL2A = 7.0\nPC1_2   = 0.5\nPC2_1   = 0.25\nPV2_2   = 4.0\n"
      "CD2_2B  = 2.0\nCTYPEX  = 'no axis'\n");
}

/* A dropped axis that a kept one is turned into follows as the last. */
static void
test_coupled_axes_follow (void)
{
  assert_inherited (INHERITED (AXES (1, 3, 0), "CTYPE1  = 'X'", "CTYPE2  = 'Y'", "CTYPE3  = 'Z'",
                               "PC2_1   = 0.5"),
                    "WCSAXES =                    3\nCTYPE1  = 'X'\nCTYPE3  = 'Y'\nCTYPE2  = "
                    "'Z'\nPC3_1   = 0.5\n");
}

static void
test_illegal_cards_are_mended_or_gone (void)
{
  assert_inherited (
      INHERITED (AXES (1, 2, 3), "OBJECT  ='close'", "object  = 'lower'", "TELESCOP= 'no end",
                 "OBSERVER= 'it''s'  / fine", "FOO     = NaN", "BAR     = 1.5E3 / fine",
                 "EMPTY   =", "CPLX    = (1.0, 2.0)", "HISTORY = anything 'goes"),
      "OBJECT  = 'close'\nOBSERVER= 'it''s'  / fine\nBAR     = 1.5E3 / fine\nEMPTY   =\n"
      "CPLX    = (1.0, 2.0)\nHISTORY = anything 'goes\n");
}

static void
test_continued_strings (void)
{
  assert_inherited (INHERITED (AXES (1, 2, 3), "EXTNAME = 'long&'", "CONTINUE  'gone'",
                               "OBJECT  = 'long&'", "CONTINUE  'kept'"),
                    "OBJECT  = 'long&'\nCONTINUE  'kept'\n");
}

static void
test_cards (void)
{
  g_autoptr (GString) header = g_string_new (NULL);
  g_autofree char *string = NULL;
  double value;

  ond_fits_put_string (header, "QUOTED", "it's", NULL);
  ond_fits_put_double (header, "THIRD", 1.0 / 3, "a comment");
  ond_fits_put_double (header, "WHOLE", 2, NULL);
  ond_fits_put_history (
      header, "0123456789012345678901234567890123456789012345678901234567890123456789 \xc3\x9f");
  g_assert_cmpuint (header->len, ==, 5 * OND_FITS_CARD);
  string = ond_fits_get_string (header->str, "QUOTED");
  g_assert_cmpstr (string, ==, "it's");
  g_assert_cmpint (ond_fits_get_double (header->str, "THIRD", &value), ==, OND_FITS_GOOD);
  g_assert_cmpfloat (value, ==, 1.0 / 3);
  g_assert_nonnull (strstr (header->str, "WHOLE   =                  2.0"));
  g_assert_true (g_str_has_prefix (header->str + 4 * OND_FITS_CARD, "HISTORY 303\\237"));
}

/* CFITSIO finds both checksums right, and each keyword once although the input had it too. */
static void
test_written_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ondelette-XXXXXX", NULL),
                  *path = g_build_filename (folder, "w.fits", NULL);
  g_autofree char *cards =
      join ((const char *const[]){ "THETA   = 1.0", "EDGE1   = 9", "BUNIT   = 'K'", NULL });
  const OndGeometry geometry = { { 3, 2, 2 }, { 1, 1, 2.5 } };
  OndWavelet wavelet = ond_wavelet_default ();
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) volume = NULL;
  g_autoptr (GError) error = NULL;
  fitsfile *file = NULL;
  int status = 0, data_ok = 0, header_ok = 0, n_cards;
  double theta, edge;

  for (int i = 0; i < 12; i++)
    samples[i] = (float) (i - 5);
  volume = ond_volume_new_take (&geometry, samples,
                                &(OndVolumeInfo){ .cards = cards, .axis = { 1, 2, 3 } });
  g_assert_true (ond_fits_write (path, &geometry, samples,
                                 &(OndFitsMeta){ .like = volume, .wavelet = &wavelet }, FALSE,
                                 &error));
  g_assert_false (ond_fits_write (path, &geometry, samples, NULL, FALSE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_EXISTS);
  fits_open_diskfile (&file, path, READONLY, &status);
  fits_verify_chksum (file, &data_ok, &header_ok, &status);
  fits_read_key_dbl (file, "THETA", &theta, NULL, &status);
  fits_read_key_dbl (file, "EDGE3", &edge, NULL, &status);
  fits_get_hdrspace (file, &n_cards, NULL, &status);
  g_assert_cmpint (status, ==, 0);
  g_assert_cmpint (data_ok, ==, 1);
  g_assert_cmpint (header_ok, ==, 1);
  g_assert_cmpfloat (theta, ==, 30);
  g_assert_cmpfloat (edge, ==, 2.5);
  for (int i = 1, n_theta = 0; i <= n_cards; i++)
    {
      char card[FLEN_CARD];

      fits_read_record (file, i, card, &status);
      n_theta += strncmp (card, "THETA   ", 8) == 0;
      g_assert_cmpint (n_theta, <=, 1);
    }
  fits_close_file (file, &status);
  g_remove (path);
  g_rmdir (folder);
}

static char *
written (const char *const *cards)
{
  g_autofree char *folder = g_dir_make_tmp ("ondelette-XXXXXX", NULL),
                  *path = g_build_filename (folder, "w.fits", NULL), *text = join (cards);
  const OndGeometry geometry = { { 2, 1, 1 }, { 1, 1, 1 } };
  OndWavelet wavelet = ond_wavelet_default ();
  float *samples = ond_volume_alloc (&geometry, NULL);
  g_autoptr (OndVolume) volume = NULL;
  char *bytes = NULL;

  samples[0] = samples[1] = 1;
  volume = ond_volume_new_take (&geometry, samples,
                                &(OndVolumeInfo){ .cards = text, .axis = { 1, 2, 0 } });
  g_assert_true (ond_fits_write (path, &geometry, samples,
                                 &(OndFitsMeta){ .like = volume, .wavelet = &wavelet }, FALSE,
                                 NULL));
  g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
  g_remove (path);
  g_rmdir (folder);
  return bytes;
}

/* How an image of ours was made says nothing of what is made of it; the same words of others may
 * mean anything. A long string that gives way does so as a whole. */
static void
test_words_about_results (void)
{
  static const char *const creators[] = { "CREATOR = 'Ondelette 0.1'", "CREATOR = 'Another'" };

  for (int others = 0; others < 2; others++)
    {
      g_autofree char *header = written ((const char *const[]){
          creators[others], "CONTENT = 'ONDELETTE BEST MAP'", "XIS     = 3", "NORM    = 'long&'",
          "CONTINUE  'gone'", "BUNIT   = 'K&'", "CONTINUE  ' there'", NULL });

      g_assert_true ((strstr (header, "BEST MAP") != NULL) == others);
      g_assert_nonnull (strstr (header, "XIS     = 3"));
      g_assert_nonnull (strstr (header, "' there'"));
      g_assert_null (strstr (header, "'gone'"));
    }
}

static void
test_gzip_is_refused (void)
{
  const OndGeometry geometry = { { 1, 1, 1 }, { 1, 1, 1 } };
  g_autoptr (GError) error = NULL;
  float sample = 0;

  g_assert_false (ond_fits_write ("nowhere/x.fits.gz", &geometry, &sample, NULL, FALSE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "gzip"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fits-inherit/storage-is-gone", test_storage_is_gone);
  g_test_add_func ("/fits-inherit/axes-are-renumbered", test_axes_are_renumbered);
  g_test_add_func ("/fits-inherit/coupled-axes-follow", test_coupled_axes_follow);
  g_test_add_func ("/fits-inherit/illegal-cards-are-mended-or-gone",
                   test_illegal_cards_are_mended_or_gone);
  g_test_add_func ("/fits-inherit/continued-strings", test_continued_strings);
  g_test_add_func ("/fits-inherit/cards", test_cards);
  g_test_add_func ("/fits-inherit/written-file", test_written_file);
  g_test_add_func ("/fits-inherit/words-about-results", test_words_about_results);
  g_test_add_func ("/fits-inherit/gzip-is-refused", test_gzip_is_refused);
  return g_test_run ();
}
