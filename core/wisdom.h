/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What FFTW's planner has learnt. The same wisdom gives the same plans, and so the same bits: a
 * checkpoint keeps it. */
#pragma once

#include <glib.h>

/* All wisdom of this process as text; NULL when there is none. Free with g_free. Any thread. */
char *ond_wisdom_export (void);

/* Adds wisdom; FALSE when the text is not wisdom of this FFTW. Plans made before stay as they
 * are. */
gboolean ond_wisdom_import (const char *text);
