/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of samples in equal bins. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define OND_HISTOGRAM_BINS 256

/* Bin i holds from lower + i width to below lower + (i + 1) width; the last one its end, too. */
typedef struct
{
  double lower, upper;
  size_t counts[OND_HISTOGRAM_BINS];
  size_t below, above; /* outside */
} OndHistogram;

/* Counts n values between two limits, lower < upper. What is not finite counts nowhere. */
void ond_histogram_count (OndHistogram *self, const float *values, size_t n, double lower,
                          double upper);

/* How many of all are below and above two limits; 0 when no value is finite. */
double ond_histogram_share_outside (const float *values, size_t n, double lower, double upper);
