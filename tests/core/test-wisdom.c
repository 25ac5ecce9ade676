/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of FFTW's wisdom in the user's cache. A process reads it once, so the tests run this
 * program again, with commands for run_commands() below, in a cache of their own. */
#include "core/engine.h"
#include "core/fftw-private.h"
#include "core/sample.h"
#include "core/wisdom.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program;

static void
open_transform (OndLane lane, const char *size)
{
  g_autoptr (OndEngine) engine = ond_engine_new (NULL, NULL);
  g_autoptr (OndVolume) volume = ond_sample_new (atoi (size), 3, 0, NULL);
  const OndWavelet wavelet = { 0, 0, 2, 1, OND_NORM_L2 };
  const OndMethod method = { .boundary = OND_BOUNDARY_PERIODIC };
  g_autoptr (OndTransform) transform =
      ond_engine_get_transform (engine, volume, &method, &wavelet, 1, lane, NULL, NULL);

  g_assert_nonnull (transform);
  if (lane == OND_LANE_SWEEP)
    _Exit (0); /* killed: nothing is released */
}

static void
copy (const char *from, const char *to)
{
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &text, &length, NULL));
  g_assert_true (g_file_set_contents (to, text, (gssize) length, NULL));
}

static void
import (const char *path)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (ond_wisdom_import (text));
}

/* What this process does, a command an argument: NAME, NAME=ARGUMENT or NAME=ARGUMENT=ARGUMENT.
 * Prints how many plans it searched for, then its wisdom. */
static int
run_commands (char **commands)
{
  g_autofree char *wisdom = NULL;

  for (; *commands != NULL; commands++)
    {
      g_auto (GStrv) words = g_strsplit (*commands, "=", 3);

      if (g_str_equal (words[0], "plan"))
        {
          fftwf_plan plan;
          g_assert_cmpint (ond_plan_columns (atoi (words[1]), &plan, NULL), ==, OND_OK);
        }
      else if (g_str_equal (words[0], "copy"))
        copy (words[1], words[2]);
      else if (g_str_equal (words[0], "move"))
        g_assert_cmpint (g_rename (words[1], words[2]), ==, 0);
      else if (g_str_equal (words[0], "import"))
        import (words[1]);
      else if (g_str_equal (words[0], "respond"))
        open_transform (OND_LANE_INTERACTIVE, words[1]);
      else if (g_str_equal (words[0], "sweep"))
        open_transform (OND_LANE_SWEEP, words[1]);
      else
        ond_wisdom_save ();
    }
  wisdom = ond_wisdom_export ();
  g_print ("%u\n%s", ond_plans_searched (), wisdom);
  return 0;
}

/* Runs commands up to NULL; how many searches there were and, unless NULL, the wisdom. The cache
 * may be as it will, nothing is said. */
static guint G_GNUC_NULL_TERMINATED
run (const char *cache, char **wisdom, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "XDG_CACHE_HOME", cache, TRUE);
  g_autofree char *out = NULL, *err = NULL;
  char *command, *text = NULL;
  guint searched;
  int status;
  va_list commands;

  g_ptr_array_add (argv, (gpointer) program);
  va_start (commands, wisdom);
  do
    g_ptr_array_add (argv, command = va_arg (commands, char *));
  while (command != NULL);
  va_end (commands);
  g_assert_true (g_spawn_sync (NULL, (char **) argv->pdata, environment, G_SPAWN_DEFAULT, NULL,
                               NULL, &out, &err, &status, NULL));
  g_assert_cmpstr (err, ==, "");
  g_assert_cmpint (status, ==, 0);
  searched = (guint) strtoul (out, &text, 10);
  if (wisdom != NULL)
    *wisdom = g_strdup (*text == '\n' ? text + 1 : text);
  return searched;
}

typedef struct
{
  char *cache; /* empty at first */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  (void) unused;
  self->cache = g_dir_make_tmp ("wisdom-XXXXXX", NULL);
  g_assert_nonnull (self->cache);
}

static void
remove_all (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);
      remove_all (inside);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_remove (path);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  (void) unused;
  remove_all (self->cache);
  g_free (self->cache);
}

/* The one file that is there, or NULL. */
static char *
file_of (const char *cache)
{
  g_autofree char *folder = g_build_filename (cache, "ondelette", NULL);
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name = dir != NULL ? g_dir_read_name (dir) : NULL;
  char *path = name != NULL ? g_build_filename (folder, name, NULL) : NULL;

  if (path != NULL)
    {
      g_assert_true (g_str_has_prefix (name, "fftw-wisdom-3."));
      g_assert_null (g_dir_read_name (dir));
    }
  g_clear_pointer (&dir, g_dir_close);
  return path;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* In which order FFTW writes its wisdom depends on how it came by it. */
static void
assert_same_lines (const char *a, const char *b)
{
  g_auto (GStrv) lines_a = g_strsplit (a, "\n", -1), lines_b = g_strsplit (b, "\n", -1);

  qsort (lines_a, g_strv_length (lines_a), sizeof *lines_a, compare_lines);
  qsort (lines_b, g_strv_length (lines_b), sizeof *lines_b, compare_lines);
  g_assert_cmpstrv (lines_a, lines_b);
}

static void
test_a_second_run_searches_for_nothing (Fixture *self, gconstpointer unused)
{
  g_autofree char *first = NULL, *second = NULL, *none = NULL;

  (void) unused;
  g_assert_cmpuint (run (self->cache, NULL, "plan=48", NULL), ==, 1);
  none = file_of (self->cache);
  g_assert_null (none); /* planning alone writes nothing */
  g_assert_cmpuint (run (self->cache, &first, "plan=48", "plan=48", "save", NULL), ==, 1);
  g_assert_cmpuint (run (self->cache, &second, "plan=48", NULL), ==, 0);
  assert_same_lines (first, second); /* the same plan */
  g_assert_cmpuint (run (self->cache, NULL, "plan=48", "plan=50", NULL), ==, 1);
}

static void
test_nothing_learnt_writes_nothing (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = NULL, *kept = g_build_filename (self->cache, "kept", NULL), *take = NULL,
                  *none = NULL;

  (void) unused;
  run (self->cache, NULL, "plan=48", "save", NULL);
  path = file_of (self->cache);
  g_assert_nonnull (path);
  take = g_strdup_printf ("move=%s=%s", path, kept);
  run (self->cache, NULL, "plan=48", take, "save", NULL);
  none = file_of (self->cache);
  g_assert_null (none);
}

/* Two processes that began without a file: the last writer keeps what the first one wrote. */
static void
test_processes_add_up (Fixture *self, gconstpointer unused)
{
  g_autofree char *other = g_build_filename (self->cache, "other", NULL), *path = NULL,
                  *take = NULL;

  (void) unused;
  run (self->cache, NULL, "plan=48", "save", NULL);
  path = file_of (self->cache);
  g_assert_cmpint (g_rename (path, other), ==, 0);
  take = g_strdup_printf ("copy=%s=%s", other, path);
  g_assert_cmpuint (run (self->cache, NULL, "plan=50", take, "save", NULL), ==, 1);
  g_assert_cmpuint (run (self->cache, NULL, "plan=48", "plan=50", NULL), ==, 0);
}

/* As the engine writes it: a first line with the checksum of the rest. */
static char *
with_head (const char *wisdom)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, wisdom, -1);

  return g_strdup_printf ("Ondelette FFTW wisdom 1 %s\n%s", sum, wisdom);
}

static void
test_a_bad_file_is_replaced (Fixture *self, gconstpointer unused)
{
  g_autofree char *good = NULL, *path = NULL, *bare = NULL;
  gsize length;

  (void) unused;
  run (self->cache, &bare, "plan=48", "save", NULL);
  path = file_of (self->cache);
  g_assert_true (g_file_get_contents (path, &good, &length, NULL));
  g_assert_true (g_str_has_suffix (good, bare));
  for (int i = 0; i < 8; i++)
    {
      g_autofree char *bad = g_strdup (good);
      gsize n = length;

      if (i == 0)
        n = 0;
      else if (i == 1)
        n = 40; /* within the first line */
      else if (i == 2)
        n = length - 5;
      else if (i == 3)
        {
          const char *entry = strchr (bare, '\n');

          /* FFTW would take an entry twice, but it is not what was written. */
          g_free (bad);
          bad = g_strdup_printf ("%.*s%s", (int) (length - strlen (")\n") - 1), good, entry);
          n = strlen (bad);
        }
      else if (i == 4)
        bad[length - 3] = '\0';
      else
        {
          g_autofree char *foreign = g_strdup (bare);

          g_free (bad);
          if (i == 5)
            memcpy (strstr (foreign, "3."), "2.", 2); /* of another FFTW */
          if (i == 6)
            *strrchr (foreign, '(') = '['; /* whole, but no wisdom from somewhere on */
          bad = i == 7 ? g_strdup (foreign) : with_head (foreign); /* 7: FFTW's alone */
          n = strlen (bad);
        }
      g_assert_true (g_file_set_contents (path, bad, (gssize) n, NULL));
      g_assert_cmpuint (run (self->cache, NULL, "plan=48", "save", NULL), ==, 1);
      g_assert_cmpuint (run (self->cache, NULL, "plan=48", NULL), ==, 0);
    }
}

/* A cache below a file, and a folder where the file should be: worth no message. */
static void
test_a_cache_that_cannot_be_written (Fixture *self, gconstpointer unused)
{
  g_autofree char *file = g_build_filename (self->cache, "file", NULL),
                  *below = g_build_filename (file, "cache", NULL), *path = NULL;

  (void) unused;
  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  g_assert_cmpuint (run (below, NULL, "plan=48", "save", NULL), ==, 1);
  run (self->cache, NULL, "plan=48", "save", NULL);
  path = file_of (self->cache);
  g_remove (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_cmpuint (run (self->cache, NULL, "plan=48", "save", NULL), ==, 1);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_DIR));
}

/* Wisdom for columns of some length that knows one solver only, and the same with FFTW's scalar
 * codelet in its place: what a checkpoint from elsewhere could hold. */
static gint32
two_minds (const char *cache, char **ours, char **theirs)
{
  static const gint32 lengths[] = { 4, 2, 8, 3, 5 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *plan = g_strdup_printf ("plan=%d", lengths[i]);
      g_autofree char *codelet = g_strdup_printf ("(fftwf_codelet_n1_%d 0", lengths[i]);
      g_autoptr (GRegex) solver = g_regex_new ("\\(fftwf_codelet_n\\w+ 0", 0, 0, NULL);

      g_clear_pointer (ours, g_free);
      run (cache, ours, plan, NULL);
      *theirs = g_regex_replace_literal (solver, *ours, -1, 0, codelet, 0, NULL);
      if (!g_str_equal (*theirs, *ours) && strstr (*ours, ")\n  (") == NULL)
        return lengths[i];
      g_clear_pointer (theirs, g_free);
    }
  g_assert_not_reached ();
}

static void
test_a_checkpoint_wins (Fixture *self, gconstpointer unused)
{
  g_autofree char *ours = NULL, *theirs = NULL, *file = NULL, *path = NULL, *plan = NULL,
                  *import = NULL, *after = NULL, *entry = NULL;
  g_autofree char *checkpoint = g_build_filename (self->cache, "checkpoint", NULL);
  gint32 n = two_minds (self->cache, &ours, &theirs);

  (void) unused;
  run (self->cache, NULL, "plan=48", "save", NULL);
  path = file_of (self->cache);
  file = with_head (ours);
  g_assert_true (g_file_set_contents (path, file, -1, NULL));
  g_assert_true (g_file_set_contents (checkpoint, theirs, -1, NULL));
  plan = g_strdup_printf ("plan=%d", n);
  import = g_strdup_printf ("import=%s", checkpoint);
  entry = g_strdup (strchr (theirs, '\n'));
  *strrchr (entry, ')') = '\0'; /* that of the whole */

  g_assert_cmpuint (run (self->cache, &after, plan, NULL), ==, 0);
  g_assert_cmpstr (after, ==, ours);
  g_clear_pointer (&after, g_free);
  g_assert_cmpuint (run (self->cache, &after, import, plan, NULL), ==, 0);
  g_assert_cmpstr (after, ==, theirs);
  /* Over what was read before it, too. */
  g_clear_pointer (&after, g_free);
  run (self->cache, &after, "plan=48", import, plan, NULL);
  g_assert_nonnull (strstr (after, entry));
  /* And over what is on file by the time that this process writes. */
  g_clear_pointer (&after, g_free);
  g_assert_cmpuint (run (self->cache, &after, import, plan, "plan=50", "save", NULL), ==, 1);
  g_assert_nonnull (strstr (after, entry));
  g_clear_pointer (&after, g_free);
  g_assert_cmpuint (run (self->cache, &after, "plan=50", NULL), ==, 0);
  g_assert_nonnull (strstr (after, entry));
}

/* After the slider's lane nothing is written until the engine goes; a sweep writes at once. */
static void
test_the_engine_writes (Fixture *self, gconstpointer unused)
{
  g_autofree char *interactive = g_build_filename (self->cache, "a", NULL),
                  *sweep = g_build_filename (self->cache, "b", NULL);

  (void) unused;
  g_assert_cmpuint (run (interactive, NULL, "respond=12", NULL), >, 0);
  g_assert_cmpuint (run (interactive, NULL, "respond=12", NULL), ==, 0);
  run (sweep, NULL, "sweep=12", NULL);
  g_assert_cmpuint (run (sweep, NULL, "respond=12", NULL), ==, 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/wisdom/a-second-run-searches-for-nothing", test_a_second_run_searches_for_nothing },
    { "/wisdom/nothing-learnt-writes-nothing", test_nothing_learnt_writes_nothing },
    { "/wisdom/processes-add-up", test_processes_add_up },
    { "/wisdom/a-bad-file-is-replaced", test_a_bad_file_is_replaced },
    { "/wisdom/a-cache-that-cannot-be-written", test_a_cache_that_cannot_be_written },
    { "/wisdom/a-checkpoint-wins", test_a_checkpoint_wins },
    { "/wisdom/the-engine-writes", test_the_engine_writes },
  };

  if (argc > 1 && argv[1][0] != '-')
    return run_commands (argv + 1);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
