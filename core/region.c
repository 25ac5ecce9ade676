/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region.h"

#include <math.h>
#include <string.h>

#define GRAIN 1048576. /* 2^20 */

/* Outlines through sample centres are given to a rounding error or so. */
#define SLACK 1e-9

const OndChoice ond_region_shapes[] = {
  [OND_REGION_BOX] = { "box", "Box", NULL },
  [OND_REGION_ELLIPSE] = { "ellipse", "Ellipse", NULL },
  [OND_N_REGION_SHAPES] = { NULL, NULL, NULL },
};

gboolean
ond_region_is_valid (const OndRegion *self)
{
  for (int i = 0; i < 2; i++)
    if (!(fabs (self->centre[i]) <= OND_REGION_LIMIT && self->half[i] >= 1 / GRAIN
          && self->half[i] <= OND_REGION_LIMIT))
      return FALSE;
  return isfinite (self->angle) && self->normal >= 0 && self->normal < OND_N_AXES
         && (unsigned) self->shape < OND_N_REGION_SHAPES;
}

void
ond_region_normalize (OndRegion *self)
{
  for (int i = 0; i < 2; i++)
    {
      self->centre[i] = round (self->centre[i] * GRAIN) / GRAIN;
      self->half[i] = round (self->half[i] * GRAIN) / GRAIN;
    }
  self->angle = fmod (self->angle, 360);
  if (self->angle < 0)
    self->angle += 360;
  self->angle = round (self->angle * 1e9) / 1e9;
  if (self->angle >= 360 || self->angle == 0) /* no minus, either */
    self->angle = 0;
}

void
ond_region_set_text (OndRegion *self, const char *text)
{
  gsize n = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gsize width = (gsize) (g_utf8_next_char (c) - c);

      if (n + width >= sizeof self->text)
        break;
      if (g_unichar_iscntrl (g_utf8_get_char (c)))
        continue;
      memcpy (self->text + n, c, width);
      n += width;
    }
  memset (self->text + n, 0, sizeof self->text - n);
}

void
ond_region_set_color (OndRegion *self, const char *color)
{
  gsize n = strspn (color, "#" G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS);

  if (color[n] == '\0' && n < sizeof self->color)
    g_strlcpy (self->color, color, sizeof self->color);
}

gboolean
ond_region_equal (const OndRegion *a, const OndRegion *b)
{
  return a->shape == b->shape && a->normal == b->normal && a->index == b->index
         && a->centre[0] == b->centre[0] && a->centre[1] == b->centre[1] && a->half[0] == b->half[0]
         && a->half[1] == b->half[1] && a->angle == b->angle && strcmp (a->text, b->text) == 0
         && strcmp (a->color, b->color) == 0;
}

void
ond_region_get_direction (const OndRegion *self, double *cosine, double *sine)
{
  static const double cosines[] = { 1, 0, -1, 0 }, sines[] = { 0, 1, 0, -1 };
  double turns = self->angle / 90;

  if (turns == floor (turns) && fabs (turns) < 1e9)
    {
      int quarter = (int) (((gint64) turns % 4 + 4) % 4);

      *cosine = cosines[quarter];
      *sine = sines[quarter];
      return;
    }
  *cosine = cos (self->angle * G_PI / 180);
  *sine = sin (self->angle * G_PI / 180);
}

void
ond_region_to_frame (const OndRegion *self, const double at[2], double own[2])
{
  double c, s, dx = at[0] - self->centre[0], dy = at[1] - self->centre[1];

  ond_region_get_direction (self, &c, &s);
  own[0] = c * dx + s * dy;
  own[1] = c * dy - s * dx;
}

void
ond_region_from_frame (const OndRegion *self, const double own[2], double at[2])
{
  double c, s, u = own[0], v = own[1];

  ond_region_get_direction (self, &c, &s);
  at[0] = self->centre[0] + c * u - s * v;
  at[1] = self->centre[1] + s * u + c * v;
}

gboolean
ond_region_contains (const OndRegion *self, const double at[2])
{
  double own[2];

  ond_region_to_frame (self, at, own);
  if (self->shape == OND_REGION_BOX)
    return fabs (own[0]) <= self->half[0] + SLACK && fabs (own[1]) <= self->half[1] + SLACK;
  own[0] /= self->half[0];
  own[1] /= self->half[1];
  return own[0] * own[0] + own[1] * own[1] <= 1 + SLACK;
}

void
ond_region_get_extent (const OndRegion *self, double extent[2])
{
  double c, s;

  ond_region_get_direction (self, &c, &s);
  c = fabs (c);
  s = fabs (s);
  if (self->shape == OND_REGION_BOX)
    {
      extent[0] = c * self->half[0] + s * self->half[1];
      extent[1] = s * self->half[0] + c * self->half[1];
      return;
    }
  extent[0] = hypot (c * self->half[0], s * self->half[1]);
  extent[1] = hypot (s * self->half[0], c * self->half[1]);
}

/* The integers of 0 ... n - 1 in [lower, upper]. */
static int
clip (double lower, double upper, int n, int *first)
{
  double from = MAX (ceil (lower), 0), to = MIN (floor (upper), n - 1.);

  *first = from <= to ? (int) from : 0;
  return from <= to ? (int) (to - from) + 1 : 0;
}

int
ond_region_get_rows (const OndRegion *self, int height, int *first)
{
  double extent[2];

  ond_region_get_extent (self, extent);
  extent[1] += (extent[1] + 2) * SLACK; /* of an ellipse the slack is relative */
  return clip (self->centre[1] - extent[1], self->centre[1] + extent[1], height, first);
}

/* Where |a + b t| <= half, the slack included: narrows [*lower, *upper]; FALSE where that is
 * nowhere. */
static gboolean
narrow (double a, double b, double half, double *lower, double *upper)
{
  double from, to;

  half += SLACK;
  if (b == 0)
    return fabs (a) <= half;
  from = (-half - a) / b;
  to = (half - a) / b;
  *lower = MAX (*lower, MIN (from, to));
  *upper = MIN (*upper, MAX (from, to));
  return TRUE;
}

/* Where the row t = x - centre crosses the outline, the slack of ond_region_contains() included;
 * FALSE where it does not. */
static gboolean
cross (const OndRegion *self, double dy, double *lower, double *upper)
{
  double c, s, a, b, half;

  ond_region_get_direction (self, &c, &s);
  if (self->shape == OND_REGION_BOX)
    {
      *lower = -4 * OND_REGION_LIMIT;
      *upper = 4 * OND_REGION_LIMIT;
      return narrow (s * dy, c, self->half[0], lower, upper)
             && narrow (c * dy, -s, self->half[1], lower, upper);
    }
  /* (c t + s dy)^2 / p^2 + (c dy - s t)^2 / q^2 = 1, a quadratic in t. */
  double p = 1 / (self->half[0] * self->half[0]), q = 1 / (self->half[1] * self->half[1]);
  a = c * c * p + s * s * q;
  b = c * s * dy * (p - q) / a;
  half = (1 + SLACK - p * q / a * dy * dy) / a; /* squared; the discriminant has no cancellation */
  if (half < 0)
    return FALSE;
  half = sqrt (half);
  *lower = -b - half;
  *upper = -b + half;
  return TRUE;
}

/* Close to the outline the rule decides, not the crossing's rounding. */
int
ond_region_get_run (const OndRegion *self, int width, int row, int *first)
{
  double lower, upper;
  int n, last;

  if (!cross (self, row - self->centre[1], &lower, &upper))
    return 0;
  n = clip (self->centre[0] + lower - 1e-3, self->centre[0] + upper + 1e-3, width, first);
  last = *first + n - 1;
  while (*first <= last && !ond_region_contains (self, (const double[]){ *first, row }))
    ++*first;
  while (last >= *first && !ond_region_contains (self, (const double[]){ last, row }))
    last--;
  return last - *first + 1;
}

char *
ond_region_dup_name (const OndRegion *self)
{
  return g_strdup_printf ("%s %s%s%s", ond_region_shapes[self->shape].title,
                          ond_slice_name (self->normal), self->text[0] != '\0' ? ": " : "",
                          self->text);
}
