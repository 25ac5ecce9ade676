/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "notice.h"

#define SHOWN "ondelette-notice"

void
ond_notice_show (OndSession *session)
{
  const char *notice = ond_engine_get_notice (ond_session_get_engine (session));

  if (notice == NULL || notice == g_object_get_data (G_OBJECT (session), SHOWN))
    return;
  g_object_set_data (G_OBJECT (session), SHOWN, (gpointer) notice);
  g_object_set (session, "message", notice, NULL);
}

void
ond_notice_end (OndSession *session, const char *work, const char *problem)
{
  g_autofree char *key = g_strconcat ("ondelette-problem-", work, NULL), *message = NULL;
  const char *before = g_object_get_data (G_OBJECT (session), key);

  if (problem != NULL)
    g_object_set (session, "message", problem, NULL);
  else if (before != NULL)
    {
      g_object_get (session, "message", &message, NULL);
      if (g_strcmp0 (message, before) == 0)
        g_object_set (session, "message", NULL, NULL);
    }
  if (problem != NULL || before != NULL)
    g_object_set_data_full (G_OBJECT (session), key, g_strdup (problem), g_free);
}
