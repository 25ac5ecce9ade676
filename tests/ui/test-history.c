/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-harness.h"

#include "ui/history.h"

typedef struct
{
  OndEngine *engine;
  OndSession *session;
  OndHistory *history;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  self->engine = model_engine ();
  self->session = ond_session_new (self->engine);
  self->history = ond_history_new (self->session);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_assert_finalize_object (self->history);
  g_assert_finalize_object (self->session);
  ond_engine_unref (self->engine);
}

static double
get (Fixture *self, const char *property)
{
  double value;

  g_object_get (self->session, property, &value, NULL);
  return value;
}

static int
get_choice (Fixture *self, const char *property)
{
  int value;

  g_object_get (self->session, property, &value, NULL);
  return value;
}

static void
set (Fixture *self, const char *property, double value)
{
  g_object_set (self->session, property, value, NULL);
}

static void
assert_texts (Fixture *self, const char *undo, const char *redo)
{
  g_autofree char *back = ond_history_dup_undo_text (self->history);
  g_autofree char *forth = ond_history_dup_redo_text (self->history);

  g_assert_cmpstr (back, ==, undo);
  g_assert_cmpstr (forth, ==, redo);
}

static void
test_nothing_at_first (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  assert_texts (self, NULL, NULL);
  g_assert_false (ond_history_undo (self->history));
  g_assert_false (ond_history_redo (self->history));
}

static void
test_back_and_forth (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double theta = get (self, "theta"), xi = get (self, "xi");
  g_autofree char *text = g_strdup_printf ("theta %.4g° → 75°", theta);

  set (self, "theta", 75);
  assert_texts (self, text, NULL);
  set (self, "xi", 9.25);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "xi"), ==, xi);
  g_assert_cmpfloat (get (self, "theta"), ==, 75);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, theta);
  g_assert_false (ond_history_undo (self->history));
  assert_texts (self, NULL, text);
  g_assert_true (ond_history_redo (self->history));
  g_assert_true (ond_history_redo (self->history));
  g_assert_false (ond_history_redo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, 75);
  g_assert_cmpfloat (get (self, "xi"), ==, 9.25);
}

/* Every parameter and every choice: none may be forgotten. */
static void
test_all_are_undone (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const char *const choices[] = { "norm", "boundary", "sampling", "fill", "border" };

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      double before = get (self, ond_parameters[p].name);

      set (self, ond_parameters[p].name, before + 1.5);
      g_assert_cmpfloat (get (self, ond_parameters[p].name), ==, before + 1.5);
      g_assert_true (ond_history_undo (self->history));
      g_assert_cmpfloat (get (self, ond_parameters[p].name), ==, before);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      int before = get_choice (self, choices[i]);

      g_object_set (self->session, choices[i], before == 0 ? 1 : 0, NULL);
      g_assert_true (ond_history_undo (self->history));
      g_assert_cmpint (get_choice (self, choices[i]), ==, before);
    }
  g_object_set (self->session, "boundary", (int) OND_BOUNDARY_PERIODIC, NULL);
  assert_texts (self, "boundary Mirror → Periodic", NULL);
}

static void
test_quick_changes_are_one (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double theta = get (self, "theta");

  for (int i = 1; i <= 20; i++)
    set (self, "theta", theta + i);
  set (self, "scale", 7);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, theta + 20);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, theta);
  g_assert_false (ond_history_undo (self->history));
}

/* A spin button that goes on beyond 180 degrees takes the other angle along. */
static void
test_folding_is_one_run (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_set (self->session, "theta", 30.0, "phi", 170.0, NULL);
  ond_history_begin (self->history); /* apart from what follows */
  ond_history_end (self->history);
  for (double phi = 175; phi <= 195; phi += 5)
    set (self, "phi", phi >= 180 ? phi - 180 : phi);
  ond_history_begin (self->history);
  ond_history_end (self->history);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "phi"), ==, 170);
  g_assert_cmpfloat (get (self, "theta"), ==, 30);

  set (self, "phi", 179);
  set (self, "phi", 181);
  g_assert_cmpfloat (get (self, "theta"), ==, 150);
  set (self, "phi", 2);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "phi"), ==, 170);
  g_assert_cmpfloat (get (self, "theta"), ==, 30);
}

static void
test_a_pause_separates (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  set (self, "theta", 40);
  g_usleep (900 * G_TIME_SPAN_MILLISECOND);
  set (self, "theta", 50);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, 40);
}

static void
test_a_drag_is_one (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_object_set (self->session, "theta", 10.0, "phi", 10.0, NULL);
  ond_history_begin (self->history);
  set (self, "theta", 20);
  g_usleep (900 * G_TIME_SPAN_MILLISECOND); /* a hand may rest */
  set (self, "phi", 30);
  set (self, "theta", 25);
  ond_history_end (self->history);
  assert_texts (self, "theta, phi", NULL);
  set (self, "theta", 26); /* at once, but after the drag */
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, 25);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, 10);
  g_assert_cmpfloat (get (self, "phi"), ==, 10);
}

/* Two clicks along a row of a map change theta alone, however quickly. */
static void
test_a_click_is_one (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  for (int i = 1; i <= 2; i++)
    {
      OndWavelet wavelet = ond_session_get_wavelet (self->session);

      ond_wavelet_set (&wavelet, OND_PARAMETER_THETA, 40 + 10 * i);
      ond_history_begin (self->history);
      ond_session_set_wavelet (self->session, &wavelet);
      ond_history_end (self->history);
    }
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, 50);
}

static void
test_nothing_moved_is_no_step (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double theta = get (self, "theta");

  ond_history_begin (self->history);
  ond_history_end (self->history);
  assert_texts (self, NULL, NULL);
  ond_history_begin (self->history);
  set (self, "theta", theta + 5);
  set (self, "theta", theta);
  ond_history_end (self->history);
  assert_texts (self, NULL, NULL);
}

static void
test_a_change_ends_redo (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  set (self, "theta", 75);
  set (self, "xi", 3);
  g_assert_true (ond_history_undo (self->history));
  set (self, "scale", 4);
  g_assert_false (ond_history_redo (self->history));
  g_assert_true (ond_history_undo (self->history));
  g_assert_true (ond_history_undo (self->history));
  g_assert_false (ond_history_undo (self->history));
}

static void
count (int *n)
{
  ++*n;
}

static void
test_one_response_a_step (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (12, 11, 10);
  int n = 0;
  guint64 before;

  ond_session_set_volume (self->session, volume);
  g_object_set (self->session, "theta", 75.0, "phi", 20.0, "norm", (int) OND_NORM_L1, NULL);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  before = ond_session_get_n_responses (self->session);
  g_signal_connect_swapped (self->history, "changed", G_CALLBACK (count), &n);
  g_assert_true (ond_history_undo (self->history));
  MODEL_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpuint (ond_session_get_n_responses (self->session), ==, before + 1);
  g_assert_cmpint (n, ==, 1);
}

/* Looking around is no change. */
static void
test_looking_is_no_step (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (12, 11, 10);

  ond_session_set_volume (self->session, volume);
  g_object_set (self->session, "cross-hair-x", 3, "mode", (int) OND_MODE_IMAGE, NULL);
  assert_texts (self, NULL, NULL);
}

static void
test_old_steps_are_forgotten (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  int n = 0;

  for (int i = 0; i < 600; i++)
    {
      ond_history_begin (self->history);
      set (self, "xi", 2 + 0.01 * i);
      ond_history_end (self->history);
    }
  while (ond_history_undo (self->history))
    n++;
  g_assert_cmpint (n, ==, 500);
  g_assert_cmpfloat (get (self, "xi"), ==, 2 + 0.01 * 99);
}

/* Preferences and the command line are not the person's steps; another volume takes none away. */
static void
test_begins_with_a_volume (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (9, 8, 7), other = model_volume (7, 8, 9);
  double theta;

  g_object_set (self->session, "boundary", (int) OND_BOUNDARY_PERIODIC, NULL);
  ond_session_set_volume (self->session, volume);
  assert_texts (self, NULL, NULL);
  theta = get (self, "theta");
  set (self, "theta", theta + 20);
  ond_session_set_volume (self->session, other);
  g_assert_true (ond_history_undo (self->history));
  g_assert_cmpfloat (get (self, "theta"), ==, theta);
  g_assert_cmpint (get_choice (self, "boundary"), ==, OND_BOUNDARY_PERIODIC);
  g_assert_false (ond_history_undo (self->history));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function)                                                                        \
  g_test_add ("/history/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("nothing-to-undo-at-first", test_nothing_at_first);
  ADD ("undo-and-redo-walk-back-and-forth", test_back_and_forth);
  ADD ("every-parameter-is-undone", test_all_are_undone);
  ADD ("quick-changes-of-one-parameter-are-one-step", test_quick_changes_are_one);
  ADD ("folding-is-one-run", test_folding_is_one_run);
  ADD ("a-pause-separates", test_a_pause_separates);
  ADD ("a-drag-is-one-step", test_a_drag_is_one);
  ADD ("a-click-is-one-step", test_a_click_is_one);
  ADD ("nothing-moved-is-no-step", test_nothing_moved_is_no_step);
  ADD ("a-change-ends-redo", test_a_change_ends_redo);
  ADD ("a-step-is-one-response", test_one_response_a_step);
  ADD ("looking-around-is-no-step", test_looking_is_no_step);
  ADD ("the-first-volume-is-the-beginning", test_begins_with_a_volume);
  ADD ("old-steps-are-forgotten", test_old_steps_are_forgotten);
  return g_test_run ();
}
