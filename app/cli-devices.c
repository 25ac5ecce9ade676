/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ondelette-cli devices`: what can compute here, and why something cannot. */
#include "cli.h"

#define MAX_BACKENDS 8

static void
print_json (const OndBackendReport *reports, int n)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "backends");
  json_builder_begin_array (builder);
  for (int i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      ond_cli_json_text (builder, "name", reports[i].name);
      json_builder_set_member_name (builder, "available");
      json_builder_add_boolean_value (builder, reports[i].available);
      ond_cli_json_text (builder, "device", reports[i].available ? reports[i].device : NULL);
      ond_cli_json_text (builder, "why_not", reports[i].available ? NULL : reports[i].why);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  ond_cli_json_print (builder);
}

gboolean
ond_cli_devices (OndCli *cli, GError **error)
{
  OndBackendReport reports[MAX_BACKENDS] = { 0 };
  int n;

  if (!ond_cli_parse (cli, NULL, error))
    return FALSE;
  n = ond_engine_list_backends (reports, MAX_BACKENDS);
  if (cli->json)
    print_json (reports, n);
  else
    for (int i = 0; i < n; i++)
      ond_cli_print (reports[i].name, "%s%s", reports[i].available ? "" : "missing: ",
                     reports[i].available ? reports[i].device : reports[i].why);
  return TRUE;
}
