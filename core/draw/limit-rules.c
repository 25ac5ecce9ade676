/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zscale: the sorted samples are a line with outliers at its ends; the limits are where that line,
 * made steeper by the contrast, ends, but never beyond the samples. After D. Tody's program in
 * IRAF (images/tv/display/zscale.x), in the form that astropy.visualization.ZScaleInterval gave
 * it. */
#include "limit-rules.h"

#include "colormap.h"

#include <math.h>
#include <stdlib.h>

const OndChoice ond_limits[] = {
  [OND_LIMITS_999] = { "99.9%", "99.9 %", "Hold 99.9 % of the samples" },
  [OND_LIMITS_995] = { "99.5%", "99.5 %", "Hold 99.5 % of the samples" },
  [OND_LIMITS_99] = { "99%", "99 %", "Hold 99 % of the samples" },
  [OND_LIMITS_95] = { "95%", "95 %", "Hold 95 % of the samples" },
  [OND_LIMITS_90] = { "90%", "90 %", "Hold 90 % of the samples" },
  [OND_LIMITS_MINMAX] = { "minmax", "Min, max", "The smallest and the largest sample" },
  [OND_LIMITS_ZSCALE] = { "zscale", "Zscale", "IRAF's zscale: contrast for faint structure" },
  [OND_LIMITS_SYMMETRIC] = { "symmetric", "Symmetric", "Symmetric about 0, hold 99.5 %" },
  [OND_LIMITS_MANUAL] = { "manual", "Manual", "As they were typed or dragged" },
  [OND_N_LIMITS] = { NULL, NULL, NULL },
};

#define CONTRAST 0.25
#define N_SAMPLES 600
#define N_OF_LINE 120

/* Of the rejection of outliers. */
#define N_STANDARD_DEVIATIONS 2.5
#define MAX_ITERATIONS 5
#define MIN_SAMPLES 5
#define MAX_REJECTED 0.5
#define GROWTH 0.01

void
ond_color_limits_minmax (const float *values, size_t n, double *lower, double *upper)
{
  float least = INFINITY, most = -INFINITY;

  for (size_t i = 0; i < n; i++)
    if (isfinite (values[i]))
      {
        least = MIN (least, values[i]);
        most = MAX (most, values[i]);
      }
  *lower = least <= most ? (double) least : 0;
  *upper = least <= most ? (double) most : 1;
}

/* The samples of a few lines, evenly spread; returns how many are finite, N_SAMPLES at most. */
static int
take_samples (const float *values, size_t columns, size_t rows, float samples[N_SAMPLES])
{
  size_t step = (columns + N_OF_LINE - 1) / N_OF_LINE, of_line = (columns + step - 1) / step;
  size_t n_lines = MIN (rows, (N_SAMPLES + of_line - 1) / of_line);
  size_t line_step = MAX (1, rows / n_lines);
  int n = 0;

  for (size_t row = (line_step + 1) / 2 - 1; row < rows && n < N_SAMPLES; row += line_step)
    for (size_t column = 0; column < columns && n < N_SAMPLES; column += step)
      if (isfinite (values[row * columns + column]))
        samples[n++] = values[row * columns + column];
  return n;
}

static int
compare (const void *a, const void *b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* The line of least squares through the samples that are not bad. */
static void
fit_line (const float *samples, const gboolean *bad, int n, double *offset, double *slope)
{
  double count = 0, x_mean = 0, y_mean = 0, xx = 0, xy = 0;

  for (int i = 0; i < n; i++)
    if (!bad[i])
      {
        count++;
        x_mean += i;
        y_mean += (double) samples[i];
      }
  x_mean /= count;
  y_mean /= count;
  for (int i = 0; i < n; i++)
    if (!bad[i])
      {
        xx += (i - x_mean) * (i - x_mean);
        xy += (i - x_mean) * ((double) samples[i] - y_mean);
      }
  *slope = xx > 0 ? xy / xx : 0;
  *offset = y_mean - *slope * x_mean;
}

/* Marks samples far from the line and their neighbours; returns how many are left. */
static int
reject (const float *samples, gboolean *bad, int n, double offset, double slope)
{
  gboolean far[N_SAMPLES];
  double count = 0, mean = 0, variance = 0, threshold;
  int growth = MAX (1, (int) (n * GROWTH)), after = (growth - 1) / 2, left = 0;

  for (int pass = 0; pass < 2; pass++)
    {
      for (int i = 0; i < n; i++)
        {
          double flat = (double) samples[i] - offset - slope * i;

          if (bad[i])
            continue;
          count += pass == 0;
          mean += pass == 0 ? flat : 0;
          variance += pass == 1 ? (flat - mean) * (flat - mean) : 0;
        }
      mean /= pass == 0 ? count : 1;
    }
  threshold = N_STANDARD_DEVIATIONS * sqrt (variance / count);
  for (int i = 0; i < n; i++)
    far[i] = bad[i] || fabs ((double) samples[i] - offset - slope * i) > threshold;
  for (int i = 0; i < n; i++)
    {
      bad[i] = FALSE;
      for (int j = MAX (0, i + after - growth + 1); j <= MIN (n - 1, i + after); j++)
        bad[i] |= far[j];
      left += !bad[i];
    }
  return left;
}

void
ond_color_limits_zscale (const float *values, size_t columns, size_t rows, double *lower,
                         double *upper)
{
  float samples[N_SAMPLES];
  gboolean bad[N_SAMPLES] = { FALSE };
  int n = columns > 0 && rows > 0 ? take_samples (values, columns, rows, samples) : 0;
  int least = MAX (MIN_SAMPLES, (int) (n * MAX_REJECTED)), left = n, last = n + 1,
      centre = (n - 1) / 2;
  double offset = 0, slope = 0, median;

  *lower = 0;
  *upper = 1;
  if (n == 0)
    return;
  qsort (samples, (size_t) n, sizeof *samples, compare);
  *lower = (double) samples[0];
  *upper = (double) samples[n - 1];
  for (int i = 0; i < MAX_ITERATIONS && left < last && left >= least; i++)
    {
      fit_line (samples, bad, n, &offset, &slope);
      last = left;
      left = reject (samples, bad, n, offset, slope);
    }
  if (left < least)
    return;
  median = ((double) samples[centre] + (double) samples[n / 2]) / 2;
  slope /= CONTRAST;
  *lower = MAX (*lower, median - (centre - 1) * slope);
  *upper = MIN (*upper, median + (n - centre) * slope);
}

void
ond_color_limits_fit (OndLimits rule, const float *values, size_t columns, size_t rows,
                      double *lower, double *upper)
{
  static const double fractions[OND_N_LIMITS] = {
    [OND_LIMITS_999] = 0.999, [OND_LIMITS_995] = 0.995,       [OND_LIMITS_99] = 0.99,
    [OND_LIMITS_95] = 0.95,   [OND_LIMITS_90] = 0.9,          [OND_LIMITS_MINMAX] = 1,
    [OND_LIMITS_ZSCALE] = 1,  [OND_LIMITS_SYMMETRIC] = 0.995,
  };

  if (rule == OND_LIMITS_MINMAX)
    ond_color_limits_minmax (values, columns * rows, lower, upper);
  else if (rule == OND_LIMITS_ZSCALE)
    ond_color_limits_zscale (values, columns, rows, lower, upper);
  else
    ond_color_limits_percentile (values, columns * rows, fractions[rule],
                                 rule == OND_LIMITS_SYMMETRIC, lower, upper);
}
