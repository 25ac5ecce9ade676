/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU backend: FFTW's one-dimensional transforms, our own passes around them. */
#pragma once

#include "backend.h"

extern const OndBackend ond_backend_fftw;
