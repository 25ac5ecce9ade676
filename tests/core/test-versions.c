/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/versions.h"

#include <glib.h>

/* What a report needs: each library with a number. */
static void
test_versions (void)
{
  g_autofree char *text = ond_versions_dup_text ();

  g_test_message ("%s", text);
  g_assert_true (g_regex_match_simple ("^fftw-[0-9]+\\.[0-9.]+.*, CFITSIO [0-9]+\\.[0-9.]+, "
                                       "WCSLIB [0-9]+\\.[0-9.]+$",
                                       text, 0, 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/versions/every-library-has-one", test_versions);
  return g_test_run ();
}
