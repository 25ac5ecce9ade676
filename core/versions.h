/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The versions of the libraries that compute, for reports. */
#pragma once

/* "fftw-3.3.10-sse2-avx, CFITSIO 4.2.0, WCSLIB 7.12"; free with g_free. */
char *ond_versions_dup_text (void);
