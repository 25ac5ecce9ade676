/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window keeps up: drags theta over its whole range, alone and while a sweep runs, and
 * prints what a person would notice. */
#pragma once

#include "ui/window.h"

/* error is NULL when everything was measured. */
typedef void (*OndMeasureFunc) (const GError *error, gpointer data);

/* Waits until a window that opens something shows a response, then drags theta for that many
 * seconds, as often as frames come, and again while a sweep runs. Prints lines of a name and a
 * number to stdout, for both: updates-per-second (the median of the seconds), latency-median,
 * latency-p95, latency-max (milliseconds from an input to the end of the frame that shows it) and
 * longest-iteration (milliseconds that the main loop was busy with one); then a line for people. */
void ond_measure_run (OndWindow *window, int seconds, OndMeasureFunc done, gpointer data);
