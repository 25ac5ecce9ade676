/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU backend: FFTW's one-dimensional transforms, our own passes around them. */
#pragma once

#include "backend.h"

#include <glib.h>

extern const OndBackend ond_backend_fftw;

/* Memory that passes keep for the next one: what of it lies idle now, and giving that back. Any
 * thread. */
guint64 ond_backend_fftw_idle_bytes (void);
void ond_backend_fftw_trim (void);
