/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact value of single samples: what no other reader can be asked about, because it would
 * round otherwise. */
#include "core/fits-samples.h"

#include "core/error.h"
#include "core/fits-header.h"

#include <math.h>
#include <string.h>

/* The value of one big-endian sample of |bitpix| bits under the cards. */
static float
value_of (int bitpix, guint64 bits, const char *const *cards)
{
  g_autoptr (GString) header = g_string_new (NULL), note = g_string_new (NULL);
  guint8 raw[8];
  OndFitsScaling scaling;
  float value;
  int width = ABS (bitpix) / 8;

  for (; *cards != NULL; cards++)
    g_string_append_printf (header, "%-80s", *cards);
  for (int i = 0; i < width; i++)
    raw[i] = (guint8) (bits >> 8 * (width - 1 - i));
  g_assert_true (ond_fits_scaling_read (header->str, bitpix, &scaling, note, NULL));
  ond_fits_scaling_apply (&scaling, raw, 1, &value);
  return value;
}

#define VALUE(bitpix, bits, ...)                                                                   \
  value_of (bitpix, (guint64) (bits), (const char *const[]){ __VA_ARGS__ NULL })

static void
test_integers (void)
{
  g_assert_cmpfloat (VALUE (8, 0xff, ), ==, 255);
  g_assert_cmpfloat (VALUE (8, 0x05, "BZERO   = -128", ), ==, -123);
  g_assert_cmpfloat (VALUE (16, 0x8000, ), ==, -32768);
  g_assert_cmpfloat (VALUE (16, 0x8000, "BZERO   = 32768", ), ==, 0);
  g_assert_cmpfloat (VALUE (16, 0x7fff, "BZERO   = 32768", ), ==, 65535);
  g_assert_cmpfloat (VALUE (32, 0x80000000, "BZERO   = 2147483648", ), ==, 0);
  g_assert_cmpfloat (VALUE (16, 3, "BSCALE  = 0.5", "BZERO   = 1.25D0", ), ==, 2.75f);
}

/* 2^53 + 2^29 + 1 lies just above the middle of two floats, but a double cannot hold it: by way of
 * double it would be rounded to the middle and then to even, downwards. */
static void
test_rounded_once (void)
{
  const guint64 odd = (G_GUINT64_CONSTANT (1) << 53) + (1 << 29) + 1;

  g_assert_cmpfloat (VALUE (64, odd, ), ==, 0x1p53f + 0x1p30f);
  g_assert_cmpfloat ((float) (double) odd, ==, 0x1p53f);
  g_assert_cmpfloat (
      VALUE (64, odd ^ G_GUINT64_CONSTANT (0x8000000000000000), "BZERO   = 9223372036854775808", ),
      ==, 0x1p53f + 0x1p30f);
  g_assert_cmpfloat (VALUE (64, G_MAXUINT64, ), ==, -1);
}

static void
test_blank (void)
{
  g_assert_true (isnan (VALUE (16, 0xfc19, "BLANK   = -999", "BSCALE  = 2.0", )));
  g_assert_cmpfloat (VALUE (16, 0xfc18, "BLANK   = -999", "BSCALE  = 2.0", ), ==, -2000);
  g_assert_true (isnan (VALUE (64, 2, "BLANK   = 2", )));
  g_assert_cmpfloat (VALUE (8, 0xff, "BLANK   = -1", ), ==, 255);
  g_assert_cmpfloat (VALUE (-32, 0x3f800000, "BLANK   = 1065353216", ), ==, 1);
}

/* Infinities, subnormals and NaN stay what they are. */
static void
test_floats (void)
{
  g_assert_cmpfloat (VALUE (-32, 0x00000001, ), ==, 0x1p-149f);
  g_assert_cmpfloat (VALUE (-32, 0x7f800000, ), ==, INFINITY);
  g_assert_cmpfloat (VALUE (-32, 0xff800000, ), ==, -INFINITY);
  g_assert_true (isnan (VALUE (-32, 0x7fc00000, )));
  g_assert_cmpfloat (VALUE (-64, 0x3ff8000000000000, ), ==, 1.5f);
  g_assert_cmpfloat (VALUE (-64, 0x7e37e43c8800759c, ), ==, INFINITY); /* 1e300 */
  g_assert_cmpfloat (VALUE (-32, 0x3f800000, "BSCALE  = 3.0", "BZERO   = 1.0", ), ==, 4);
}

static void
test_beyond_float_is_counted (void)
{
  static const guint8 huge[16] = {
    0x7e, 0x37, 0xe4, 0x3c, 0x88, 0x00, 0x75, 0x9c, 0x7f, 0xf0
  }; /* 1e300, Inf */
  const OndFitsScaling scaling = { .bitpix = -64, .scale = 1 };
  float out[2];

  g_assert_cmpuint (ond_fits_scaling_apply (&scaling, huge, 2, out), ==, 1);
}

static void
assert_refused (const char *card, const char *named)
{
  g_autofree char *header = g_strdup_printf ("%-80s", card);
  g_autoptr (GString) note = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  OndFitsScaling scaling;

  g_assert_false (ond_fits_scaling_read (header, 16, &scaling, note, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, named));
}

static void
test_not_a_number (void)
{
  assert_refused ("BSCALE  = '1.0'", "BSCALE");
  assert_refused ("BZERO   = nan", "BZERO");
  assert_refused ("BZERO   = 0x10", "BZERO");
  assert_refused ("BSCALE  = 1.0E999", "BSCALE");
  assert_refused ("BSCALE  =", "BSCALE");
}

static void
test_header_text (void)
{
  g_autofree char *raw = g_strdup_printf (
      "%-80s%-80s", "CUNIT1  = '\xc2\xb5m      ' / micro\x01\x7f\n", "OBJECT  ='it''s  '");
  g_autofree char *cards = ond_fits_clean_cards ((const guint8 *) raw, 2);
  g_autofree char *unit = ond_fits_get_string (cards, "CUNIT1"),
                  *object = ond_fits_get_string (cards, "OBJECT");

  g_assert_cmpuint (strlen (cards), ==, 160);
  for (const char *c = cards; *c != '\0'; c++)
    g_assert_true (*c >= 0x20 && *c <= 0x7e);
  g_assert_cmpstr (unit, ==, "um");
  g_assert_cmpstr (object, ==, "it's");
  g_assert_null (ond_fits_find (cards, "CUNIT"));
  g_assert_cmpint (ond_fits_get_int (cards, "OBJECT", &(gint64){ 0 }), ==, OND_FITS_BAD);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fits-samples/integers", test_integers);
  g_test_add_func ("/fits-samples/64-bits-are-rounded-once", test_rounded_once);
  g_test_add_func ("/fits-samples/blank-is-the-stored-number", test_blank);
  g_test_add_func ("/fits-samples/floats-as-they-are", test_floats);
  g_test_add_func ("/fits-samples/beyond-float-is-counted", test_beyond_float_is_counted);
  g_test_add_func ("/fits-samples/scaling-must-be-numbers", test_not_a_number);
  g_test_add_func ("/fits-samples/header-text-is-clean", test_header_text);
  return g_test_run ();
}
