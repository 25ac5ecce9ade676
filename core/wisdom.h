/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What FFTW's planner has learnt. The same wisdom gives the same plans, and so the same bits: a
 * checkpoint keeps it. It also stays in the user's cache, in ondelette/fftw-wisdom-VERSION-ID for
 * each version of FFTW and processor, which is read before the first plan is made: searching for a
 * plan takes up to a second. A file that is missing, damaged or cannot be written is as good
 * as none and costs no message. */
#pragma once

#include <glib.h>

/* All wisdom of this process as text; NULL when there is none. Free with g_free. Any thread. */
char *ond_wisdom_export (void);

/* Adds wisdom, which wins over what was known before; FALSE when the text is not wisdom of this
 * FFTW. Plans made before stay as they are. Any thread. */
gboolean ond_wisdom_import (const char *text);

/* Adds what was learnt since the last call to the file, if anything was. Waits for the disk: not
 * for a thread that must answer at once. Any thread. */
void ond_wisdom_save (void);
