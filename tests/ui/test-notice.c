/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backend that fails becomes a message of the session, once each time that it is worse. */
#include "model-harness.h"
#include "tests/core/faulty-backend.h"
#include "ui/notice.h"

#include <string.h>

static void
respond (OndSession *session)
{
  guint64 before = ond_session_get_n_responses (session);
  OndWavelet wavelet = ond_session_get_wavelet (session);

  wavelet.xi += 0.125;
  ond_session_set_wavelet (session, &wavelet);
  MODEL_WAIT (ond_session_get_n_responses (session) > before && !ond_session_get_busy (session));
  ond_notice_show (session);
}

static char *
take_message (OndSession *session)
{
  char *message = NULL;

  g_object_get (session, "message", &message, NULL);
  g_object_set (session, "message", NULL, NULL);
  return message;
}

static void
test_a_failure_is_shown_once (void)
{
  g_autoptr (OndEngine) engine = NULL;
  g_autoptr (OndSession) session = NULL;
  g_autoptr (OndVolume) volume = model_volume (12, 10, 8);

  ond_engine_provide ("cuda", faulty_load);
  faulty_reset ();
  engine = ond_engine_new (NULL, NULL);
  session = ond_session_new (engine);
  ond_session_set_volume (session, volume);
  MODEL_WAIT (ond_session_get_n_responses (session) > 0 && !ond_session_get_busy (session));
  for (int i = 0; i < 6; i++)
    {
      g_autofree char *message = NULL;

      /* The second is left to the CPU. */
      faulty_plan (FAULTY_SLICES, faulty_count (FAULTY_SLICES) + 1, 1,
                   i == 1 ? OND_NO_MEMORY : OND_LOST);
      if (i == 0)
        faulty_plan (FAULTY_SLICES, 0, 0, OND_OK);
      respond (session);
      message = take_message (session);
      if (i == 1)
        g_assert_nonnull (message != NULL ? strstr (message, "memory") : NULL);
      else if (i == 3)
        g_assert_nonnull (message != NULL ? strstr (message, "lost") : NULL);
      else
        g_assert_null (message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("ONDELETTE_BACKEND");
  g_test_add_func ("/notice/a-failure-is-shown-once", test_a_failure_is_shown_once);
  return g_test_run ();
}
