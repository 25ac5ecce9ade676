/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks at round numbers. A label has the digits that its step needs and no more; very large and small values share a
 * power of ten, a multiple of three. */
#include "ticks.h"

#include <math.h>
#include <string.h>

#define MINUS "\u2212"
#define EXPONENT_LARGE 5   /* 100000 and above are written in powers of ten */
#define EXPONENT_SMALL -3  /* and what is below 0.01 */
#define DIGITS_MAX 15      /* a step finer than 1e-15 of the values is not representable */

/* "-1.5" to "−1.5". */
static void
set_label (OndTick *tick, const char *text)
{
  g_snprintf (tick->label, sizeof tick->label, "%s%s", *text == '-' ? MINUS : "", *text == '-' ? text + 1 : text);
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

/* A value on its own: four significant digits, trailing zeros dropped. */
static void
label_general (OndTick *tick)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *mark;

  g_ascii_formatd (text, sizeof text, "%.4g", tick->value);
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
  label_general (&self->ticks[0]);
}

void
ond_ticks_linear (OndTicks *self, double lower, double upper, int max, gboolean degrees)
{
  double low = fmin (lower, upper), high = fmax (lower, upper), largest = fmax (fabs (lower), fabs (upper));
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
      label_general (tick);
    }
}

/* The value at a position of the bar, by bisection: stretches have no common inverse. */
static double
value_at (const OndColorScale *colors, double position)
{
  double span = colors->upper - colors->lower, low = 0, high = 1;

  for (int i = 0; i < 60; i++)
    {
      double middle = (low + high) / 2;

      if (ond_color_scale_position (colors, colors->lower + middle * span) < position)
        low = middle;
      else
        high = middle;
    }
  return colors->lower + (low + high) / 2 * span;
}

/* Ticks near even positions, each rounded as coarsely as its neighbourhood allows. */
static void
stretched_ticks (OndTicks *self, const OndColorScale *colors, int max)
{
  double spacing = 1.0 / MAX (max - 1, 1), previous = -1;
  double low = fmin (colors->lower, colors->upper), high = fmax (colors->lower, colors->upper);

  self->exponent = common_exponent (fmax (fabs (low), fabs (high)));
  for (int i = 0; i < max; i++)
    {
      double from = value_at (colors, fmax ((i - 0.5) * spacing, 0)), to = value_at (colors, fmin ((i + 0.5) * spacing, 1));
      double step = nice_step (fabs (to - from) / 2), value = round (value_at (colors, i * spacing) / step) * step;
      OndTick *tick = &self->ticks[self->n];

      value = value < low ? value + step : value > high ? value - step : value;
      tick->value = value;
      tick->position = ond_color_scale_position (colors, value);
      if (value < low || value > high || tick->position < previous + 0.6 * spacing)
        continue;
      label_step (tick, step, self->exponent);
      previous = tick->position;
      self->n++;
    }
}

void
ond_ticks_colors (OndTicks *self, const OndColorScale *colors, int max)
{
  OndColorScale upright = *colors;

  g_return_if_fail (max >= 1 && max <= OND_TICKS_MAX);

  upright.invert = FALSE;
  ond_ticks_linear (self, colors->lower, colors->upper, max, FALSE);
  if (colors->stretch == OND_STRETCH_LINEAR || self->n < 2 || max < 2)
    return;
  self->n = 0;
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
