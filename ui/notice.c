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
