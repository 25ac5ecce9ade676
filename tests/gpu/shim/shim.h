/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test asks of the shim, which is as lazy and as strict as a device may be:
 *
 *   - Streams do nothing until something waits for them: a missing synchronisation shows.
 *   - The threads of a block run warp by warp in a seeded order, and switch at barriers and
 *     shuffles only: a missing barrier shows.
 *   - Device memory is full of NaN, host code that touches it is stopped by AddressSanitizer, and
 *     so are kernels that leave it.
 *   - cuFFT's work area is overwritten, and plans without one, copies with a wrong direction or
 *     from memory that is not pinned, and barriers that not all threads reach are complained of.
 *   - Any call or kernel can be made to fail. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Forgets faults, complaints and the error that sticks; 64 MiB of memory. */
void shim_reset (void);
void shim_set_memory (size_t total);
void shim_set_compute_capability (int major, int minor);
void shim_set_seed (unsigned seed); /* 0: natural order */

/* The nth call from now of a function or kernel fails with `code`, of cudaError_t or cufftResult.
 * Lost devices (226, 700 and more) stay lost. A kernel's name is without template arguments. */
void shim_fail (const char *name, int nth, int code);
int shim_fail_is_due (void); /* has a fault not happened yet? */

/* Calls so far that could have failed. */
unsigned shim_get_n_calls (void);

/* The first complaint, or NULL. */
const char *shim_get_complaint (void);

/* Bytes on the device; everything that was made and not freed: memory, streams, events, plans. */
size_t shim_get_in_use (void);
int shim_get_n_objects (void);

#ifdef __cplusplus
}
#endif
