/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step is the two settings it lies between. The session notifies after all of a change is in
 * place, so that the first of its notifications sees the whole of it. */
#include "history.h"

#include <string.h>

/* Changes of one parameter that follow each other within this time are one step: longer than a
 * key's repetition and its delay, shorter than a thought. */
#define PAUSE (800 * G_TIME_SPAN_MILLISECOND)

/* Older steps are forgotten. */
#define MAX_STEPS 500

/* The properties of the session in the order of the values: ond_parameters, then choices. */
static const struct
{
  const char *property, *title;
  const OndChoice *choices; /* NULL: a number */
} tracked[] = {
  { "theta", "theta", NULL },
  { "phi", "phi", NULL },
  { "xi", "xi", NULL },
  { "scale", "scale", NULL },
  { "norm", "norm", ond_norms },
  { "boundary", "boundary", ond_boundaries },
  { "sampling", "sampling", ond_samplings },
  { "fill", "invalid voxels", ond_fills },
  { "border", "border", ond_borders },
};

#define N_TRACKED G_N_ELEMENTS (tracked)

typedef struct
{
  double values[N_TRACKED];
} Setting;

typedef struct
{
  Setting before, after;
  guint touched; /* bits: what changed on the way */
} Step;

struct _OndHistory
{
  GObject parent;
  OndSession *session;
  gboolean seen; /* there has been something to look at */
  Setting now;
  GArray *steps;    /* of Step */
  guint position;   /* steps[0 ... position - 1] can be undone, the others redone */
  gboolean open;    /* the last step may still take in more */
  gboolean held;    /* between begin and end */
  gint64 last_time; /* of the last change, monotonic */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndHistory, ond_history, G_TYPE_OBJECT)

static Setting
read_setting (OndSession *session)
{
  Setting setting;
  int choice;

  for (gsize i = 0; i < N_TRACKED; i++)
    if (tracked[i].choices == NULL)
      g_object_get (session, tracked[i].property, &setting.values[i], NULL);
    else
      {
        g_object_get (session, tracked[i].property, &choice, NULL);
        setting.values[i] = choice;
      }
  return setting;
}

/* All at once: one request for a response. */
static void
apply (OndHistory *self, const Setting *setting)
{
  self->now = *setting; /* what comes of it is not news */
  self->open = FALSE;
  g_object_freeze_notify (G_OBJECT (self->session));
  for (gsize i = 0; i < N_TRACKED; i++)
    if (tracked[i].choices == NULL)
      g_object_set (self->session, tracked[i].property, setting->values[i], NULL);
    else
      g_object_set (self->session, tracked[i].property, (int) setting->values[i], NULL);
  g_object_thaw_notify (G_OBJECT (self->session));
  g_signal_emit (self, changed_signal, 0);
}

static guint
difference (const Setting *a, const Setting *b)
{
  guint bits = 0;

  for (gsize i = 0; i < N_TRACKED; i++)
    if (a->values[i] != b->values[i])
      bits |= 1u << i;
  return bits;
}

static Step *
last_step (OndHistory *self)
{
  return self->position > 0 ? &g_array_index (self->steps, Step, self->position - 1) : NULL;
}

/* Does a change of `touched` belong to the last step? Folding phi takes theta along, so that one of
 * the two sets may hold an angle more than the other. */
static gboolean
joins (OndHistory *self, guint touched, gint64 time)
{
  const Step *step = last_step (self);
  const guint angles = 1u << OND_PARAMETER_THETA | 1u << OND_PARAMETER_PHI;

  if (step == NULL || !self->open)
    return FALSE;
  if (self->held)
    return TRUE;
  return time - self->last_time < PAUSE && (step->touched & touched) != 0
         && ((step->touched ^ touched) & ~angles) == 0;
}

static void
drop_after_position (OndHistory *self)
{
  g_array_set_size (self->steps, self->position);
}

static void
push (OndHistory *self, const Setting *next, guint touched)
{
  const Step step = { self->now, *next, touched };

  if (self->position == MAX_STEPS)
    {
      g_array_remove_index (self->steps, 0);
      self->position--;
    }
  g_array_append_val (self->steps, step);
  self->position++;
  self->open = TRUE;
}

static void
session_changed (OndHistory *self)
{
  Setting next = read_setting (self->session);
  guint touched = difference (&self->now, &next);
  gint64 time = g_get_monotonic_time ();

  if (touched == 0)
    return;
  drop_after_position (self);
  if (joins (self, touched, time))
    {
      Step *step = last_step (self);

      step->after = next;
      step->touched |= touched;
      if (difference (&step->before, &step->after) == 0)
        { /* back where it began */
          self->position--;
          drop_after_position (self);
          self->open = FALSE;
        }
    }
  else
    push (self, &next, touched);
  self->now = next;
  self->last_time = time;
  g_signal_emit (self, changed_signal, 0);
}

/* What preferences and the command line say before there is anything to see is no step. */
static void
volume_changed (OndHistory *self)
{
  if (self->seen || ond_session_get_volume (self->session) == NULL)
    return;
  self->seen = TRUE;
  g_array_set_size (self->steps, 0);
  self->position = 0;
  self->open = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

static char *
format (gsize i, double value)
{
  if (tracked[i].choices != NULL)
    return g_strdup (tracked[i].choices[(int) value].title);
  return g_strdup_printf ("%.4g%s", value, ond_parameters[i].is_angle ? "°" : "");
}

/* NULL when there is no such step. */
static char *
describe (OndHistory *self, guint index)
{
  GString *text;
  const Step *step;
  guint changed;

  if (index >= self->steps->len)
    return NULL;
  step = &g_array_index (self->steps, Step, index);
  changed = difference (&step->before, &step->after);
  text = g_string_new (NULL);
  for (gsize i = 0; i < N_TRACKED; i++)
    if (changed & (1u << i))
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", tracked[i].title);
  for (gsize i = 0; i < N_TRACKED; i++)
    if (changed == 1u << i)
      {
        g_autofree char *before = format (i, step->before.values[i]);
        g_autofree char *after = format (i, step->after.values[i]);

        g_string_append_printf (text, " %s → %s", before, after);
      }
  return g_string_free (text, FALSE);
}

static void
ond_history_dispose (GObject *object)
{
  g_clear_object (&OND_HISTORY (object)->session);
  G_OBJECT_CLASS (ond_history_parent_class)->dispose (object);
}

static void
ond_history_finalize (GObject *object)
{
  g_array_unref (OND_HISTORY (object)->steps);
  G_OBJECT_CLASS (ond_history_parent_class)->finalize (object);
}

static void
ond_history_class_init (OndHistoryClass *klass)
{
  G_STATIC_ASSERT (N_TRACKED <= 8 * sizeof (guint));
  G_OBJECT_CLASS (klass)->dispose = ond_history_dispose;
  G_OBJECT_CLASS (klass)->finalize = ond_history_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ond_history_init (OndHistory *self)
{
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
}

OndHistory *
ond_history_new (OndSession *session)
{
  OndHistory *self;

  g_return_val_if_fail (OND_IS_SESSION (session), NULL);
  self = g_object_new (OND_TYPE_HISTORY, NULL);
  self->session = g_object_ref (session);
  self->now = read_setting (session);
  for (gsize i = 0; i < N_TRACKED; i++)
    {
      g_autofree char *signal = g_strconcat ("notify::", tracked[i].property, NULL);

      g_signal_connect_object (session, signal, G_CALLBACK (session_changed), self,
                               G_CONNECT_SWAPPED);
    }
  self->seen = ond_session_get_volume (session) != NULL;
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
ond_history_begin (OndHistory *self)
{
  g_return_if_fail (OND_IS_HISTORY (self));
  self->held = TRUE;
  self->open = FALSE;
}

void
ond_history_end (OndHistory *self)
{
  g_return_if_fail (OND_IS_HISTORY (self));
  if (!self->held)
    return;
  self->held = FALSE;
  self->open = FALSE;
}

gboolean
ond_history_undo (OndHistory *self)
{
  Step *step;

  g_return_val_if_fail (OND_IS_HISTORY (self), FALSE);
  step = last_step (self);
  if (step == NULL)
    return FALSE;
  self->position--;
  apply (self, &step->before);
  return TRUE;
}

gboolean
ond_history_redo (OndHistory *self)
{
  g_return_val_if_fail (OND_IS_HISTORY (self), FALSE);
  if (self->position == self->steps->len)
    return FALSE;
  self->position++;
  apply (self, &last_step (self)->after);
  return TRUE;
}

char *
ond_history_dup_undo_text (OndHistory *self)
{
  g_return_val_if_fail (OND_IS_HISTORY (self), NULL);
  return self->position > 0 ? describe (self, self->position - 1) : NULL;
}

char *
ond_history_dup_redo_text (OndHistory *self)
{
  g_return_val_if_fail (OND_IS_HISTORY (self), NULL);
  return describe (self, self->position);
}
