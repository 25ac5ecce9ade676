/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the CUDA module at run time, so that the programs run without CUDA. Called through the
 * engine's table of backends. */
#pragma once

#include "core/backend.h"

#include <glib.h>

/* The backend that computes on an NVIDIA GPU, or NULL and in `why` one line, fit to be shown, that
 * says what is missing. The first call may take seconds (a driver that sleeps, cuFFT from the
 * disk): not for the thread of a window. Its answer holds for the life of the process. Any thread;
 * callers at once wait for the one that looks. */
const OndBackend *ond_gpu_load (char why[256]);

/* Is the module in this process? It and the driver then have handlers for exit (), which must not
 * run while another thread still computes there. Any thread. */
gboolean ond_gpu_is_loaded (void);
