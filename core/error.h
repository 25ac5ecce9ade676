/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain of the library. Cancellation is always G_IO_ERROR_CANCELLED instead. A message
 * is one line, says what is wrong with the numbers and the file's name, and can be shown to a
 * person as it is. */
#pragma once

#include <glib.h>

#define OND_ERROR (ond_error_quark ())

typedef enum
{
  OND_ERROR_PARAMETER, /* a parameter or option is out of range or cannot be parsed */
  OND_ERROR_FILE,      /* a file cannot be read, is damaged or is not what it should be */
  OND_ERROR_WRITE,     /* an output cannot be written */
  OND_ERROR_EXISTS,    /* an output exists already */
  OND_ERROR_MEMORY,    /* more memory is needed than there is */
  OND_ERROR_BACKEND,   /* the backend is missing or failed */
} OndError;

GQuark ond_error_quark (void);
