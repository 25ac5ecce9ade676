/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A head of one block, then pieces of PIECE voxels: their responses, their cells, little-endian.
 * The head holds the CRC-32 of the pieces and ends with its own. */
#include "best-part.h"

#include "checkpoint.h"
#include "error.h"
#include "file-write.h"
#include "settings.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define MAGIC "ONDBEST1"
#define PIECE ((gsize) 65536)
#define CHECKSUM 80

typedef struct
{
  char magic[8];
  guint64 n_voxels, n_chunks;
  char checksum[CHECKSUM];
  guint32 crc, head_crc;
} Head;

G_STATIC_ASSERT (sizeof (Head) == 112);

/* The file is as large as the map: written every minute, and more seldom where that would take more
 * than a twentieth of the time. */
#define INTERVAL (60 * G_TIME_SPAN_SECOND)
#define SHARE 20

struct _OndBestPart
{
  OndBest *best;
  char *output, *tag; /* of sweep and input */
  gsize n_chunks;     /* on file */
  gint64 next;        /* monotonic: when to write it again */
};

OndBestPart *
ond_best_part_new (OndBest *best, const char *output, const OndMaps *maps)
{
  OndBestPart *self = g_new0 (OndBestPart, 1);
  g_autoptr (OndSettings) settings = ond_settings_new_from_maps (maps);
  g_autofree char *json = ond_settings_to_json (settings),
                  *text = g_strconcat (json, ond_maps_get_origin (maps)->checksum, NULL);

  self->best = ond_best_ref (best);
  self->output = g_strdup (output);
  self->tag = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  self->next = g_get_monotonic_time () + INTERVAL;
  return self;
}

void
ond_best_part_free (OndBestPart *self)
{
  ond_best_unref (self->best);
  g_free (self->output);
  g_free (self->tag);
  g_free (self);
}

gsize
ond_best_part_get_n_chunks (const OndBestPart *self)
{
  return self->n_chunks;
}

char *
ond_best_part_path (const char *output)
{
  g_autofree char *folder = g_path_get_dirname (output);
  g_autofree char *base = g_path_get_basename (output);
  g_autofree char *name = g_strdup_printf (".%s.best.part", base);

  return g_build_filename (folder, name, NULL);
}

static Head
make_head (const OndBestPart *self, gsize n_chunks, guint32 crc)
{
  const gsize n = ond_volume_get_n_voxels (ond_best_get_volume (self->best));
  Head head = { .magic = MAGIC,
                .n_voxels = GUINT64_TO_LE (n),
                .n_chunks = GUINT64_TO_LE (n_chunks),
                .crc = GUINT32_TO_LE (crc) };

  g_strlcpy (head.checksum, self->tag, sizeof head.checksum);
  head.head_crc =
      GUINT32_TO_LE ((guint32) crc32 (0, (const guint8 *) &head, G_STRUCT_OFFSET (Head, head_crc)));
  return head;
}

/* 32-bit words to little-endian and back. */
static void
swap (void *words, gsize n)
{
  guint32 *word = words;

  for (gsize i = 0; i < n; i++)
    word[i] = GUINT32_TO_LE (word[i]);
}

/* n voxels from `first` on, as they lie in the file: n responses, n cells. */
static void
make_piece (OndBest *best, gsize first, gsize n, guint32 *words)
{
  ond_best_get (best, first, 1, n, (float *) (void *) words, words + n);
  swap (words, 2 * n);
}

static gboolean
save (OndBestPart *self, gsize n_chunks, GError **error)
{
  const gsize n = ond_volume_get_n_voxels (ond_best_get_volume (self->best));
  g_autofree char *path = ond_best_part_path (self->output);
  g_autofree guint32 *words = g_new (guint32, 2 * PIECE);
  OndFileWrite *file = ond_file_write_begin (path, TRUE, error);
  guint32 crc = 0;
  Head head;

  if (file == NULL)
    return FALSE;
  for (gsize first = 0; first < n; first += PIECE)
    {
      const gsize here = MIN (PIECE, n - first);

      make_piece (self->best, first, here, words);
      crc = (guint32) crc32 (crc, (const guint8 *) words, (uInt) (here * 2 * sizeof *words));
    }
  head = make_head (self, n_chunks, crc);
  ond_file_write_bytes (file, &head, sizeof head, NULL);
  for (gsize first = 0; first < n; first += PIECE)
    {
      const gsize here = MIN (PIECE, n - first);

      make_piece (self->best, first, here, words);
      if (!ond_file_write_bytes (file, words, here * 2 * sizeof *words, NULL))
        break; /* told when it is finished */
    }
  return ond_file_write_finish (file, sizeof head + ond_best_bytes (n), error);
}

static gboolean
is_wanted (const OndBestPart *self)
{
  g_autofree char *checkpoint = ond_checkpoint_path (self->output);

  return g_file_test (checkpoint, G_FILE_TEST_EXISTS);
}

gboolean
ond_best_part_keep (OndBestPart *self, gsize n_chunks, gboolean now, GError **error)
{
  const gint64 begun = g_get_monotonic_time ();

  if ((begun < self->next && !now) || !is_wanted (self))
    return TRUE;
  if (!save (self, n_chunks, error))
    return FALSE;
  self->n_chunks = n_chunks;
  self->next = g_get_monotonic_time ();
  self->next += MAX (INTERVAL, SHARE * (self->next - begun));
  if (!is_wanted (self)) /* it has gone meanwhile */
    ond_best_part_remove (self->output);
  return TRUE;
}

static gboolean
read_head (FILE *file, const OndBestPart *self, Head *head)
{
  Head expected;

  if (fread (head, sizeof *head, 1, file) != 1)
    return FALSE;
  expected =
      make_head (self, (gsize) GUINT64_FROM_LE (head->n_chunks), GUINT32_FROM_LE (head->crc));
  return memcmp (head, &expected, sizeof expected) == 0;
}

/* All pieces; into `best` in a second round, once the checksum was right. */
static gboolean
read_pieces (FILE *file, OndBest *best, gboolean take, guint32 *crc)
{
  const gsize n = ond_volume_get_n_voxels (ond_best_get_volume (best));
  g_autofree guint32 *words = g_new (guint32, 2 * PIECE);
  gboolean ok = TRUE;

  for (gsize first = 0; first < n && ok; first += PIECE)
    {
      const gsize here = MIN (PIECE, n - first);

      ok = fread (words, 2 * sizeof *words, here, file) == here;
      if (!ok)
        break;
      *crc = (guint32) crc32 (*crc, (const guint8 *) words, (uInt) (here * 2 * sizeof *words));
      swap (words, 2 * here);
      if (take)
        ok = ond_best_restore (best, first, here, (const float *) (const void *) words,
                               words + here);
    }
  return ok;
}

static gboolean
load (OndBestPart *self, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  FILE *file = g_fopen (path, "rb");
  guint32 crc[2] = { 0, 0 };
  gboolean ok;
  Head head;

  if (file == NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: cannot open: %s", name,
                   g_strerror (errno));
      return FALSE;
    }
  ok = read_head (file, self, &head) && read_pieces (file, self->best, FALSE, &crc[0])
       && crc[0] == GUINT32_FROM_LE (head.crc) && fseek (file, sizeof head, SEEK_SET) == 0
       && read_pieces (file, self->best, TRUE, &crc[1]);
  fclose (file);
  if (ok)
    self->n_chunks = (gsize) GUINT64_FROM_LE (head.n_chunks);
  else
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "%s: is damaged, or of another sweep; remove it and the checkpoint to start again",
                 name);
  return ok;
}

gboolean
ond_best_part_open (OndBestPart *self, gboolean resume, GError **error)
{
  g_autofree char *path = ond_best_part_path (self->output);

  if (!resume)
    ond_best_part_remove (self->output);
  return !g_file_test (path, G_FILE_TEST_EXISTS) || load (self, path, error);
}

void
ond_best_part_remove (const char *output)
{
  g_autofree char *path = ond_best_part_path (output);

  g_unlink (path);
}
