/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory may be taken. Readers and the engine ask before they allocate anything of a
 * volume's size. */
#pragma once

#include <glib.h>

/* 80 % of the memory that is free now, or of the process's own limit when that is less. */
guint64 ond_memory_budget (void);
