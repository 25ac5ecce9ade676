/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints: what is on file comes back bit for bit, what is torn or damaged is dropped, what
 * differs is named. */
#include "core/checkpoint.h"
#include "core/error.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_CHUNKS 5

typedef struct
{
  char *folder, *output, *path;
  OndSettings *settings;
  OndCheckpointHead head;
} Fixture;

static void
fixture_init (Fixture *self)
{
  self->folder = g_dir_make_tmp ("ondelette-checkpoint-XXXXXX", NULL);
  self->output = g_build_filename (self->folder, "maps.fits", NULL);
  self->path = ond_checkpoint_path (self->output);
  self->settings = ond_settings_new ();
  self->head = (OndCheckpointHead){ self->settings, "abc", "fftw", N_CHUNKS, "AVX2", FALSE };
}

static void
fixture_clear (Fixture *self)
{
  g_remove (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  ond_settings_free (self->settings);
  g_free (self->path);
  g_free (self->output);
  g_free (self->folder);
}

static OndMoments
moments_of (gsize chunk, gsize i)
{
  return (OndMoments){ .n = 100 + chunk,
                       .sum = 1.0 / 3 + (double) chunk,
                       .sum2 = (double) i / 7,
                       .min = -0.1,
                       .max = i == 1 ? NAN : 1e300,
                       .at_max = G_MAXUINT64 - i };
}

/* Chunks have 1 ... 5 points here. */
static gsize
points_of (gsize chunk)
{
  return chunk + 1;
}

static OndCheckpoint *
open_or_fail (Fixture *self, OndCheckpointPolicy policy)
{
  g_autoptr (GError) error = NULL;
  OndCheckpoint *checkpoint = ond_checkpoint_open (self->output, &self->head, policy, &error);

  g_assert_no_error (error);
  g_assert_nonnull (checkpoint);
  return checkpoint;
}

/* A checkpoint with chunks 0 ... n - 1, wisdom before the second. */
static void
write_chunks (Fixture *self, gsize n)
{
  g_autoptr (OndCheckpoint) checkpoint = open_or_fail (self, OND_CHECKPOINT_REPLACE);
  g_autoptr (GError) error = NULL;

  for (gsize c = 0; c < n; c++)
    {
      OndMoments moments[N_CHUNKS];
      for (gsize i = 0; i < points_of (c); i++)
        moments[i] = moments_of (c, i);
      if (c == 1)
        g_assert_true (ond_checkpoint_append_wisdom (checkpoint, "(wisdom)", &error));
      g_assert_true (ond_checkpoint_append (checkpoint, c, moments, points_of (c), &error));
      g_assert_no_error (error);
    }
}

typedef struct
{
  gsize n, refuse; /* chunks seen; the one to refuse */
} Seen;

static gboolean
see (gsize chunk, const OndMoments *moments, gsize n, gpointer data)
{
  Seen *seen = data;

  if (chunk == seen->refuse)
    return FALSE;
  g_assert_cmpuint (chunk, ==, seen->n);
  g_assert_cmpuint (n, ==, points_of (chunk));
  for (gsize i = 0; i < n; i++)
    {
      const OndMoments expected = moments_of (chunk, i);
      g_assert_cmpuint (moments[i].n, ==, expected.n);
      g_assert_cmpmem (&moments[i].sum, 4 * sizeof (double), &expected.sum, 4 * sizeof (double));
      g_assert_cmpuint (moments[i].at_max, ==, expected.at_max);
    }
  seen->n++;
  return TRUE;
}

static gsize
count_chunks (Fixture *self)
{
  g_autoptr (OndCheckpoint) checkpoint = open_or_fail (self, OND_CHECKPOINT_CONTINUE);
  g_autoptr (GError) error = NULL;
  Seen seen = { 0, G_MAXSIZE };

  g_assert_true (ond_checkpoint_replay (checkpoint, see, &seen, &error));
  g_assert_no_error (error);
  return seen.n;
}

static void
test_it_lies_beside_the_output (void)
{
  g_autofree char *plain = ond_checkpoint_path ("maps.fits");
  g_autofree char *nested = ond_checkpoint_path ("/a/b c/m[1].fits");

  g_assert_cmpstr (plain, ==, "./.maps.fits.part");
  g_assert_cmpstr (nested, ==, "/a/b c/.m[1].fits.part");
}

static void
test_chunks_and_wisdom_come_back (void)
{
  Fixture f;
  Seen seen = { 0, G_MAXSIZE };

  fixture_init (&f);
  write_chunks (&f, N_CHUNKS);
  g_autoptr (OndCheckpoint) checkpoint = open_or_fail (&f, OND_CHECKPOINT_CONTINUE);
  g_assert_true (ond_checkpoint_replay (checkpoint, see, &seen, NULL));
  g_assert_cmpuint (seen.n, ==, N_CHUNKS);
  g_assert_cmpstr (ond_checkpoint_get_wisdom (checkpoint), ==, "(wisdom)");
  ond_checkpoint_remove (g_steal_pointer (&checkpoint));
  g_assert_false (g_file_test (f.path, G_FILE_TEST_EXISTS));
  fixture_clear (&f);
}

static void
test_known_wisdom_is_not_written_again (void)
{
  Fixture f;
  GStatBuf before, after;

  fixture_init (&f);
  g_autoptr (OndCheckpoint) checkpoint = open_or_fail (&f, OND_CHECKPOINT_REFUSE);
  g_assert_true (ond_checkpoint_append_wisdom (checkpoint, "(a)", NULL));
  g_assert_cmpint (g_stat (f.path, &before), ==, 0);
  g_assert_true (ond_checkpoint_append_wisdom (checkpoint, "(a)", NULL));
  g_assert_true (ond_checkpoint_append_wisdom (checkpoint, NULL, NULL));
  g_assert_cmpint (g_stat (f.path, &after), ==, 0);
  g_assert_cmpint (before.st_size, ==, after.st_size);
  fixture_clear (&f);
}

static void
test_one_that_is_there_is_refused_or_replaced (void)
{
  Fixture f;
  g_autoptr (GError) error = NULL;

  fixture_init (&f);
  write_chunks (&f, 2);
  g_assert_null (ond_checkpoint_open (f.output, &f.head, OND_CHECKPOINT_REFUSE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_EXISTS);
  g_assert_nonnull (strstr (error->message, "--resume"));
  g_assert_cmpuint (count_chunks (&f), ==, 2);
  ond_checkpoint_close (open_or_fail (&f, OND_CHECKPOINT_REPLACE));
  g_assert_cmpuint (count_chunks (&f), ==, 0);
  fixture_clear (&f);
}

/* Cut after every byte beyond the head: as many whole chunks come back as there are, and one more
 * can be appended. */
static void
test_a_torn_end_is_dropped_wherever_it_is_torn (void)
{
  Fixture f;
  g_autofree char *bytes = NULL;
  gsize n, head, last = 0;

  fixture_init (&f);
  write_chunks (&f, 0);
  g_assert_true (g_file_get_contents (f.path, &bytes, &head, NULL));
  g_free (bytes);
  write_chunks (&f, 3);
  g_assert_true (g_file_get_contents (f.path, &bytes, &n, NULL));
  for (gsize cut = head; cut <= n; cut++)
    {
      GStatBuf st;
      gsize chunks;

      g_assert_true (g_file_set_contents (f.path, bytes, (gssize) cut, NULL));
      chunks = count_chunks (&f);
      g_assert_cmpuint (chunks, >=, last);
      last = chunks;
      g_assert_cmpint (g_stat (f.path, &st), ==, 0);
      g_assert_cmpuint ((gsize) st.st_size, <=, cut);
      g_assert_cmpuint (count_chunks (&f), ==, chunks); /* what was cut off stays off */
    }
  g_assert_cmpuint (last, ==, 3);
  fixture_clear (&f);
}

/* Any flipped byte: the chunks before it come back, nothing wrong does (see() compares every
 * value). */
static void
test_a_damaged_record_ends_what_is_believed (void)
{
  Fixture f;
  g_autofree char *bytes = NULL;
  gsize n, head;

  fixture_init (&f);
  write_chunks (&f, 0);
  g_assert_true (g_file_get_contents (f.path, &bytes, &head, NULL));
  g_free (bytes);
  write_chunks (&f, 3);
  g_assert_true (g_file_get_contents (f.path, &bytes, &n, NULL));
  for (gsize at = head; at < n; at++)
    {
      bytes[at] ^= 0x40;
      g_assert_true (g_file_set_contents (f.path, bytes, (gssize) n, NULL));
      g_assert_cmpuint (count_chunks (&f), <, 3);
      bytes[at] ^= 0x40;
    }
  fixture_clear (&f);
}

static void
test_a_damaged_head_is_an_error (void)
{
  Fixture f;
  g_autofree char *bytes = NULL;
  gsize head;

  fixture_init (&f);
  write_chunks (&f, 0);
  g_assert_true (g_file_get_contents (f.path, &bytes, &head, NULL));
  for (gsize at = 0; at < head; at += 3)
    {
      g_autoptr (GError) error = NULL;
      bytes[at] ^= 0x40;
      g_assert_true (g_file_set_contents (f.path, bytes, (gssize) head, NULL));
      bytes[at] ^= 0x40;
      g_assert_null (ond_checkpoint_open (f.output, &f.head, OND_CHECKPOINT_CONTINUE, &error));
      g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
      g_assert_nonnull (strstr (error->message, "damaged"));
    }
  fixture_clear (&f);
}

/* A program that was killed before it wrote the head leaves an empty file. */
static void
test_an_empty_file_is_begun (void)
{
  Fixture f;

  fixture_init (&f);
  g_assert_true (g_file_set_contents (f.path, "", 0, NULL));
  g_assert_cmpuint (count_chunks (&f), ==, 0);
  g_assert_cmpuint (count_chunks (&f), ==, 0);
  fixture_clear (&f);
}

static void
test_a_refused_chunk_is_cut_off (void)
{
  Fixture f;
  Seen seen = { 0, 1 };

  fixture_init (&f);
  write_chunks (&f, 3);
  {
    g_autoptr (OndCheckpoint) checkpoint = open_or_fail (&f, OND_CHECKPOINT_CONTINUE);
    g_assert_true (ond_checkpoint_replay (checkpoint, see, &seen, NULL));
  }
  g_assert_cmpuint (seen.n, ==, 1);
  g_assert_cmpuint (count_chunks (&f), ==, 1);
  fixture_clear (&f);
}

static void
test_each_difference_is_named (void)
{
  Fixture f;
  g_autoptr (GError) error = NULL;
  g_autoptr (OndSettings) other = ond_settings_new ();

  fixture_init (&f);
  write_chunks (&f, 1);
  g_assert_true (ond_settings_set_text (other, OND_SETTING_THETA, "0:180:9", NULL));
  g_assert_true (ond_settings_set_text (other, OND_SETTING_NORM, "l1", NULL));
  f.head = (OndCheckpointHead){ other, "xyz", "cuda", N_CHUNKS + 1, "AVX2", TRUE };
  g_assert_null (ond_checkpoint_open (f.output, &f.head, OND_CHECKPOINT_CONTINUE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_FILE);
  for (const char *const *word =
           (const char *const[]){ "theta (30 there, 0:180:9 here)", "norm (l2 there, l1 here)",
                                  "input samples", "chunks", "best map (false there, true here)",
                                  NULL };
       *word != NULL; word++)
    g_assert_nonnull (strstr (error->message, *word));
  g_assert_null (strstr (error->message, "phi"));
  g_assert_null (strchr (error->message, '\n'));
  fixture_clear (&f);
}

static void
test_another_backend_and_other_kernels_continue_and_are_named (void)
{
  Fixture f;

  fixture_init (&f);
  write_chunks (&f, 2);
  f.head.backend = "cuda";
  f.head.kernels = "baseline";
  for (int i = 0; i < 2; i++) /* the head stays what it was */
    {
      g_autoptr (OndCheckpoint) checkpoint = open_or_fail (&f, OND_CHECKPOINT_CONTINUE);
      g_assert_cmpstr (ond_checkpoint_get_backend (checkpoint), ==, "fftw");
      g_assert_cmpstr (ond_checkpoint_get_kernels (checkpoint), ==, "AVX2");
    }
  g_autoptr (OndCheckpoint) fresh = open_or_fail (&f, OND_CHECKPOINT_REPLACE);
  g_assert_cmpstr (ond_checkpoint_get_backend (fresh), ==, "cuda");
  g_assert_cmpstr (ond_checkpoint_get_kernels (fresh), ==, "baseline");
  fixture_clear (&f);
}

static void
test_devices_come_back_once_each (void)
{
  static const char *const appended[] = { "GPU", "CPU, 2 threads", "GPU", "CPU, 2 threads" };
  static const char *const expected[] = { "GPU", "CPU, 2 threads", NULL };
  Fixture f;
  Seen seen = { 0, G_MAXSIZE };
  off_t length = 0;

  fixture_init (&f);
  write_chunks (&f, 2);
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (OndCheckpoint) checkpoint = open_or_fail (&f, OND_CHECKPOINT_CONTINUE);
      GStatBuf st;

      seen.n = 0;
      g_assert_null (ond_checkpoint_get_devices (checkpoint)[0]);
      g_assert_true (ond_checkpoint_replay (checkpoint, see, &seen, NULL));
      g_assert_cmpuint (seen.n, ==, 2);
      for (gsize k = 0; k < G_N_ELEMENTS (appended); k++)
        g_assert_true (ond_checkpoint_append_device (checkpoint, appended[k], NULL));
      g_assert_true (g_strv_equal (ond_checkpoint_get_devices (checkpoint), expected));
      g_assert_cmpint (g_stat (f.path, &st), ==, 0);
      g_assert_true (i == 0 || st.st_size == length);
      length = st.st_size;
    }
  fixture_clear (&f);
}

static void
test_a_second_process_is_locked_out (void)
{
  Fixture f;
  int status;
  pid_t child;

  fixture_init (&f);
  g_autoptr (OndCheckpoint) checkpoint G_GNUC_UNUSED = open_or_fail (&f, OND_CHECKPOINT_REFUSE);
  child = fork ();
  if (child == 0)
    {
      g_autoptr (GError) error = NULL;
      OndCheckpoint *second =
          ond_checkpoint_open (f.output, &f.head, OND_CHECKPOINT_CONTINUE, &error);
      _exit (second == NULL && g_error_matches (error, OND_ERROR, OND_ERROR_FILE)
                     && strstr (error->message, "another") != NULL
                 ? 0
                 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  fixture_clear (&f);
}

static void
test_a_folder_that_cannot_be_written_is_an_error (void)
{
  Fixture f;
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;

  fixture_init (&f);
  output = g_build_filename (f.folder, "missing", "maps.fits", NULL);
  g_assert_null (ond_checkpoint_open (output, &f.head, OND_CHECKPOINT_REFUSE, &error));
  g_assert_error (error, OND_ERROR, OND_ERROR_WRITE);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/checkpoint/it-lies-beside-the-output", test_it_lies_beside_the_output);
  g_test_add_func ("/checkpoint/chunks-and-wisdom-come-back", test_chunks_and_wisdom_come_back);
  g_test_add_func ("/checkpoint/known-wisdom-is-not-written-again",
                   test_known_wisdom_is_not_written_again);
  g_test_add_func ("/checkpoint/one-that-is-there-is-refused-or-replaced",
                   test_one_that_is_there_is_refused_or_replaced);
  g_test_add_func ("/checkpoint/a-torn-end-is-dropped-wherever-it-is-torn",
                   test_a_torn_end_is_dropped_wherever_it_is_torn);
  g_test_add_func ("/checkpoint/a-damaged-record-ends-what-is-believed",
                   test_a_damaged_record_ends_what_is_believed);
  g_test_add_func ("/checkpoint/a-damaged-head-is-an-error", test_a_damaged_head_is_an_error);
  g_test_add_func ("/checkpoint/an-empty-file-is-begun", test_an_empty_file_is_begun);
  g_test_add_func ("/checkpoint/a-refused-chunk-is-cut-off", test_a_refused_chunk_is_cut_off);
  g_test_add_func ("/checkpoint/each-difference-is-named", test_each_difference_is_named);
  g_test_add_func ("/checkpoint/another-backend-and-other-kernels-continue-and-are-named",
                   test_another_backend_and_other_kernels_continue_and_are_named);
  g_test_add_func ("/checkpoint/devices-come-back-once-each", test_devices_come_back_once_each);
  g_test_add_func ("/checkpoint/a-second-process-is-locked-out",
                   test_a_second_process_is_locked_out);
  g_test_add_func ("/checkpoint/a-folder-that-cannot-be-written-is-an-error",
                   test_a_folder_that_cannot_be_written_is_an_error);
  return g_test_run ();
}
