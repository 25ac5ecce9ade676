/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fits-decoder.h"

#include "fits.h"

#include <fitsio.h>
#include <glib.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Room for the program itself beside what the image needs. */
#define PROGRAM_BYTES (512ull << 20)
#define SECONDS 5
#define SAMPLES_A_SECOND 1000000

static void
limit (int resource, guint64 most)
{
  struct rlimit limit;

  if (getrlimit (resource, &limit) == 0)
    {
      limit.rlim_cur = limit.rlim_max = MIN (most, limit.rlim_max);
      setrlimit (resource, &limit);
    }
}

/* Limits memory and time, forbids files to grow and new privileges, and cuts off the network where
 * the system lets it. No sandbox: files can still be read and removed. */
static void
confine (const guint64 numbers[OND_FITS_DECODER_N_NUMBERS])
{
#ifndef __SANITIZE_ADDRESS__ /* which reserves terabytes */
  limit (RLIMIT_AS, numbers[OND_FITS_DECODER_BYTES] + PROGRAM_BYTES);
#endif
  limit (RLIMIT_CPU, SECONDS + numbers[OND_FITS_DECODER_SAMPLES] / SAMPLES_A_SECOND);
  limit (RLIMIT_CORE, 0);
  limit (RLIMIT_FSIZE, 0);
  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  unshare (CLONE_NEWUSER | CLONE_NEWNET); /* where the system allows it */
}

static gboolean
parse (int argc, char **argv, guint64 numbers[OND_FITS_DECODER_N_NUMBERS])
{
  if (argc != 2 + OND_FITS_DECODER_N_NUMBERS)
    return FALSE;
  for (int i = 0; i < OND_FITS_DECODER_N_NUMBERS; i++)
    if (!g_ascii_string_to_unsigned (argv[2 + i], 10, 0, G_MAXINT64, &numbers[i], NULL))
      return FALSE;
  return TRUE;
}

/* What is read at a time: everything at some indices of the slowest axis. CFITSIO decodes a tile
 * anew for every read that touches it, so that a slab is as thick as the tiles if it may be. */
typedef struct
{
  int n_axes;
  long axes[MAX_COMPRESS_DIM], first[MAX_COMPRESS_DIM], last[MAX_COMPRESS_DIM];
  long tile[MAX_COMPRESS_DIM];
  int slow;   /* the axis, from 0 */
  gsize n;    /* samples at one index */
  long thick; /* indices of a slab at most */
} Slab;

static void
slab_init (Slab *slab, const guint64 numbers[OND_FITS_DECODER_N_NUMBERS])
{
  int plane_axis = (int) numbers[OND_FITS_DECODER_PLANE_AXIS] - 1;

  slab->n = 1;
  slab->slow = 0;
  for (int i = 0; i < slab->n_axes; i++)
    {
      slab->first[i] = i == plane_axis ? (long) numbers[OND_FITS_DECODER_PLANE] : 1;
      slab->last[i] = i == plane_axis ? slab->first[i] : slab->axes[i];
      slab->n *= (gsize) (slab->last[i] - slab->first[i] + 1);
      slab->slow = slab->last[i] > slab->first[i] ? i : slab->slow;
    }
  slab->n /= (gsize) (slab->last[slab->slow] - slab->first[slab->slow] + 1);
  slab->thick = (long) MIN (numbers[OND_FITS_DECODER_SLAB] / sizeof (float) / MAX (slab->n, 1),
                            (guint64) MIN (slab->tile[slab->slow], slab->last[slab->slow]));
  slab->thick = MAX (slab->thick, 1);
}

/* HCOMPRESS streams say their size themselves, and CFITSIO believes them: one that says more than
 * its tile holds would be written beyond it. */
static void
check_hcompress (fitsfile *file, const Slab *slab, int *status)
{
  long n_tiles = 1, position[MAX_COMPRESS_DIM] = { 0 };
  int column, any;

  fits_get_colnum (file, CASEINSEN, "COMPRESSED_DATA", &column, status);
  for (int i = 0; i < slab->n_axes; i++)
    n_tiles *= (slab->axes[i] - 1) / slab->tile[i] + 1;
  for (long row = 1; row <= n_tiles && *status == 0; row++)
    {
      guint8 head[10];
      guint64 samples = 1;
      guint32 said[2]; /* nx, ny, big-endian */
      LONGLONG length, offset;

      for (int i = 0; i < slab->n_axes; i++)
        samples *= (guint64) MIN (slab->tile[i], slab->axes[i] - position[i]);
      for (int i = 0; i < slab->n_axes && (position[i] += slab->tile[i]) >= slab->axes[i]; i++)
        position[i] = 0;
      fits_read_descriptll (file, column, row, &length, &offset, status);
      if (*status != 0 || length == 0) /* stored otherwise */
        continue;
      fits_read_col (file, TBYTE, column, row, 1, MIN (length, (LONGLONG) sizeof head), NULL, head,
                     &any, status);
      memcpy (said, head + 2, sizeof said);
      if (length < (LONGLONG) sizeof head
          || (guint64) GUINT32_FROM_BE (said[0]) * GUINT32_FROM_BE (said[1]) != samples)
        *status = DATA_DECOMPRESSION_ERR;
    }
}

/* Without ZTILEn a tile is a row. */
static void
check_tiles (fitsfile *file, Slab *slab, int *status)
{
  long *tile = slab->tile;
  char method[FLEN_VALUE];

  for (int i = 0; i < slab->n_axes && *status == 0; i++)
    {
      char key[FLEN_KEYWORD];

      g_snprintf (key, sizeof key, "ZTILE%d", i + 1);
      if (fits_read_key (file, TLONG, key, &tile[i], NULL, status) == KEY_NO_EXIST)
        {
          *status = 0;
          fits_clear_errmsg ();
          tile[i] = i == 0 ? slab->axes[0] : 1;
        }
      if (*status == 0 && tile[i] < 1)
        *status = BAD_DIMEN;
    }
  fits_read_key (file, TSTRING, "ZCMPTYPE", method, NULL, status);
  if (*status == 0 && strcmp (method, "HCOMPRESS_1") == 0)
    check_hcompress (file, slab, status);
}

/* Slab by slab, none across the border of two tiles. */
static int
write_slabs (fitsfile *file, Slab *slab)
{
  long step[MAX_COMPRESS_DIM] = { 1, 1, 1, 1, 1, 1 }, tile = slab->tile[slab->slow];
  long end = slab->last[slab->slow];
  g_autofree float *samples = g_try_malloc_n (slab->n * (gsize) slab->thick, sizeof *samples);
  float invalid = NAN;
  int any, status = samples != NULL ? 0 : MEMORY_ALLOCATION;

  for (long i = slab->first[slab->slow]; i <= end && status == 0; i = slab->last[slab->slow] + 1)
    {
      long last = MIN (i + slab->thick - 1, end), border = last - last % tile;
      gsize n;

      slab->first[slab->slow] = i;
      slab->last[slab->slow] = border >= i ? border : last;
      n = slab->n * (gsize) (slab->last[slab->slow] - i + 1);
      fits_read_subset (file, TFLOAT, slab->first, slab->last, step, &invalid, samples, &any,
                        &status);
      if (status == 0 && fwrite (samples, sizeof *samples, n, stdout) != n)
        status = WRITE_ERROR;
    }
  if (fflush (stdout) != 0 && status == 0)
    status = WRITE_ERROR;
  return status;
}

static int
decode (const guint64 numbers[OND_FITS_DECODER_N_NUMBERS])
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", OND_FITS_DECODER_FD);
  int bitpix, status = 0;
  fitsfile *file = NULL;
  Slab slab = { 0 };

  fits_open_diskfile (&file, path, READONLY, &status);
  fits_movabs_hdu (file, (int) numbers[OND_FITS_DECODER_HDU] + 1, NULL, &status);
  fits_get_img_param (file, MAX_COMPRESS_DIM, &bitpix, &slab.n_axes, slab.axes, &status);
  if (status == 0 && slab.n_axes > MAX_COMPRESS_DIM)
    status = BAD_NAXIS;
  if (status != 0)
    return status;
  check_tiles (file, &slab, &status);
  slab_init (&slab, numbers);
  /* A header that says two sizes: the program read one, CFITSIO the other. */
  if (slab.n * (gsize) (slab.last[slab.slow] - slab.first[slab.slow] + 1)
      != numbers[OND_FITS_DECODER_SAMPLES])
    return BAD_DIMEN;
  if (status != 0)
    return status;
  return write_slabs (file, &slab);
}

void
ond_fits_decoder_main (int argc, char **argv)
{
  guint64 numbers[OND_FITS_DECODER_N_NUMBERS];
  char why[FLEN_STATUS] = "";
  int status;

  if (argc < 2 || strcmp (argv[1], OND_FITS_DECODER_OPTION) != 0)
    return;
  if (!parse (argc, argv, numbers))
    _exit (2);
  confine (numbers);
  status = decode (numbers);
  if (status != 0)
    {
      fits_get_errstatus (status, why);
      fprintf (stderr, "%s (CFITSIO %d)\n", why, status);
    }
  _exit (status != 0);
}

char *
ond_fits_dup_version (void)
{
#ifdef CFITSIO_MICRO
  return g_strdup_printf ("%d.%d.%d", CFITSIO_MAJOR, CFITSIO_MINOR, CFITSIO_MICRO);
#else
  return g_strdup_printf ("%d.%d", CFITSIO_MAJOR, CFITSIO_MINOR);
#endif
}
