/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Named choices: the word for the command line and files, the title for people. One table an
 * enumeration, so that a new norm, boundary or statistic is one row. */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name;  /* "mirror" */
  const char *title; /* "Mirror" */
  const char *help;  /* one line for tooltips and --help */
} OndChoice;

/* A table is an array indexed by the enumeration, ended by a NULL name. `what` names it in
 * messages: "norm". */

/* Sets *value to the index of `text` in `choices`; otherwise OND_ERROR_PARAMETER that lists the
 * choices. */
gboolean ond_choice_parse (const OndChoice *choices, const char *what, const char *text, int *value,
                           GError **error);

/* "l2, raw, l1, frobenius"; free with g_free. */
char *ond_choice_list (const OndChoice *choices);
