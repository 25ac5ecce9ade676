/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks at round numbers. A label has the digits that its step needs and no more; very large and
 * small values share a power of ten, a multiple of three. */
#include "ticks.h"

#include <math.h>
#include <string.h>

#define MINUS "\u2212"
#define EXPONENT_LARGE 5  /* 100000 and above are written in powers of ten */
#define EXPONENT_SMALL -3 /* and what is below 0.01 */
#define DIGITS_MAX 15     /* a step finer than 1e-15 of the values is not representable */
#define DIGITS_SINGLE 6   /* of a lone value, as many as a float has */
#define DIGITS_CENTRE 3   /* of unevenly spaced values, which stand close together */
#define FINEST 2000       /* steps in the span of a stretched bar */
#define SPACING 0.9       /* of even ticks, that those of a stretched bar keep at least */

/* "-1.5" to "−1.5". */
static void
set_label (OndTick *tick, const char *text)
{
  g_snprintf (tick->label, sizeof tick->label, "%s%s", *text == '-' ? MINUS : "",
              *text == '-' ? text + 1 : text);
}

static void
append_superscript (GString *text, int number)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *decimal = g_strdup_printf ("%d", number);

  for (const char *c = decimal; *c != '\0'; c++)
    g_string_append (text, *c == '-' ? "⁻" : digits[*c - '0']);
}

/* 1, 2 or 5 times a power of ten, the least that is not below `least`. */
static double
nice_step (double least)
{
  static const double factors[] = { 1, 2, 5 };
  double power = pow (10, floor (log10 (least)));

  for (gsize i = 0; i < G_N_ELEMENTS (factors); i++)
    if (factors[i] * power >= least * (1 - 1e-12))
      return factors[i] * power;
  return 10 * power;
}

/* Parts of a turn in place of 10, 20, 50 ...; finer and coarser steps are decimal. */
static double
nice_step_degrees (double least)
{
  static const double steps[] = { 10, 15, 30, 45, 90, 180, 360 };

  if (least <= 5 || least > 360)
    return nice_step (least);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] >= least * (1 - 1e-12))
      return steps[i];
  g_assert_not_reached ();
}

/* The power of ten that labels leave out, from the largest magnitude. */
static int
common_exponent (double largest)
{
  int exponent = largest > 0 ? (int) floor (log10 (largest) + 1e-9) : 0;

  if (exponent < EXPONENT_LARGE && exponent > EXPONENT_SMALL)
    return 0;
  return 3 * (int) floor (exponent / 3.0);
}

/* `value` in units of 10^exponent with the digits of `step`. */
static void
label_step (OndTick *tick, double step, int exponent)
{
  int digits = CLAMP ((int) ceil (exponent - log10 (step) - 1e-9), 0, DIGITS_MAX);
  char text[G_ASCII_DTOSTR_BUF_SIZE], format[16];
  double value = fabs (tick->value) < step * 1e-6 ? 0 : tick->value;

  g_snprintf (format, sizeof format, "%%.%df", digits);
  set_label (tick, g_ascii_formatd (text, sizeof text, format, value / pow (10, exponent)));
}

/* A value on its own: whole numbers as they are, others with `digits` significant ones, trailing
 * zeros dropped. */
static void
label_general (OndTick *tick, int digits)
{
  gboolean whole = tick->value == floor (tick->value) && fabs (tick->value) < 1e5;
  char text[G_ASCII_DTOSTR_BUF_SIZE], format[16];
  char *mark;

  g_snprintf (format, sizeof format, "%%.%dg", whole ? 6 : digits);
  g_ascii_formatd (text, sizeof text, format, tick->value);
  mark = strchr (text, 'e');
  if (mark != NULL)
    {
      g_autoptr (GString) power = g_string_new (NULL);
      int exponent = (int) g_ascii_strtoll (mark + 1, NULL, 10);

      *mark = '\0';
      g_string_append_printf (power, "%s×10", text);
      append_superscript (power, exponent);
      set_label (tick, power->str);
    }
  else
    set_label (tick, text);
}

static void
single_tick (OndTicks *self, double value)
{
  self->n = 1;
  self->exponent = 0;
  self->ticks[0] = (OndTick){ .value = value, .position = 0.5 };
  label_general (&self->ticks[0], DIGITS_SINGLE);
}

void
ond_ticks_linear (OndTicks *self, double lower, double upper, int max, gboolean degrees)
{
  double low = fmin (lower, upper), high = fmax (lower, upper),
         largest = fmax (fabs (lower), fabs (upper));
  double step, first, last;

  g_return_if_fail (max >= 1 && max <= OND_TICKS_MAX);

  *self = (OndTicks){ 0 };
  if (!isfinite (lower) || !isfinite (upper) || !isfinite (high - low))
    return;
  if (high - low <= largest * 1e-13)
    {
      single_tick (self, lower);
      return;
    }
  step = (high - low) / max;
  do
    {
      step = degrees ? nice_step_degrees (step) : nice_step (step);
      first = ceil (low / step - 1e-9);
      last = floor (high / step + 1e-9);
      if (last - first < max)
        break;
      step *= 1.01; /* on to the next */
    }
  while (TRUE);
  self->exponent = common_exponent (largest);
  for (double k = first; k <= last; k++)
    {
      OndTick *tick = &self->ticks[self->n++];

      tick->value = k * step;
      tick->position = CLAMP ((tick->value - lower) / (upper - lower), 0, 1);
      label_step (tick, step, self->exponent);
    }
}

void
ond_ticks_centres (OndTicks *self, const double *centres, gsize n, int max)
{
  gsize every = (n + (gsize) max - 1) / (gsize) max;

  g_return_if_fail (max >= 1 && max <= OND_TICKS_MAX);

  *self = (OndTicks){ 0 };
  for (gsize i = 0; i < n; i += every)
    {
      OndTick *tick = &self->ticks[self->n++];

      tick->value = centres[i];
      tick->position = ((double) i + 0.5) / (double) n;
      label_general (tick, DIGITS_CENTRE);
    }
}

/* Is there room for one more tick at `position`, none nearer than `spacing`? */
static gboolean
has_room (const OndTicks *self, double position, double spacing)
{
  for (int i = 0; i < self->n; i++)
    if (fabs (self->ticks[i].position - position) < spacing * (1 - 1e-9))
      return FALSE;
  return self->n < OND_TICKS_MAX;
}

static void
insert_in_order (OndTicks *self, const OndTick *tick)
{
  int at = 0;

  while (at < self->n && self->ticks[at].position < tick->position)
    at++;
  memmove (&self->ticks[at + 1], &self->ticks[at], (size_t) (self->n - at) * sizeof *tick);
  self->ticks[at] = *tick;
  self->n++;
}

/* The roundest values first, then finer ones where a gap is left: 0, 1, 5, 20, 100 for a
 * logarithm. */
static void
stretched_ticks (OndTicks *self, const OndColorScale *colors, int max)
{
  double low = fmin (colors->lower, colors->upper), high = fmax (colors->lower, colors->upper),
         span = high - low;

  *self = (OndTicks){ .exponent = common_exponent (fmax (fabs (low), fabs (high))) };
  for (double step = nice_step (span); span / step < FINEST; step = nice_step (step * 0.4))
    for (double k = ceil (low / step - 1e-9); k <= floor (high / step + 1e-9); k++)
      {
        OndTick tick = { .value = k * step,
                         .position = ond_color_scale_position (colors, k * step) };

        if (!has_room (self, tick.position, SPACING / max))
          continue;
        label_step (&tick, step, self->exponent);
        insert_in_order (self, &tick);
      }
}

void
ond_ticks_colors (OndTicks *self, const OndColorScale *colors, int max)
{
  const OndColorScale upright = ond_color_scale_upright (colors);

  g_return_if_fail (max >= 1 && max <= OND_TICKS_MAX);

  ond_ticks_linear (self, colors->lower, colors->upper, max, FALSE);
  if (colors->stretch != OND_STRETCH_LINEAR && self->n > 0 && colors->lower != colors->upper)
    stretched_ticks (self, &upright, max);
}

char *
ond_ticks_label_axis (const OndTicks *self, const char *label)
{
  g_autoptr (GString) text = g_string_new (label);
  g_autoptr (GString) power = g_string_new ("10");
  const char *unit;

  if (self->exponent == 0)
    return label ? g_strdup (label) : NULL;
  append_superscript (power, self->exponent);
  unit = g_str_has_suffix (text->str, ")") ? strrchr (text->str, '(') : NULL;
  if (unit != NULL)
    {
      g_string_append_c (power, ' ');
      g_string_insert (text, unit - text->str + 1, power->str);
    }
  else
    g_string_append_printf (text, "%s(%s)", text->len > 0 ? " " : "", power->str);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
