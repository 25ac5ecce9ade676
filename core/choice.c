/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "choice.h"

#include "error.h"

gboolean
ond_choice_parse (const OndChoice *choices, const char *what, const char *text, int *value,
                  GError **error)
{
  g_autofree char *list = NULL;

  for (int i = 0; choices[i].name != NULL; i++)
    if (g_strcmp0 (choices[i].name, text) == 0)
      {
        *value = i;
        return TRUE;
      }
  list = ond_choice_list (choices);
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER, "There is no %s \"%s\"; choose one of %s",
               what, text ? text : "", list);
  return FALSE;
}

char *
ond_choice_list (const OndChoice *choices)
{
  GString *list = g_string_new (NULL);

  for (int i = 0; choices[i].name != NULL; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", choices[i].name);
  return g_string_free (list, FALSE);
}
