/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error.h"

G_DEFINE_QUARK (ond - error - quark, ond_error)
