/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of a session file: objects with named members of one type each, refused when they hold
 * anything else. Used by session-file.c. */
#pragma once

#include "session.h"

#include <json-glib/json-glib.h>

/* The words of OndShow. */
extern const OndChoice ond_session_json_shows[];

/* Every property of the session that is its state: readable, writable, and no passing message.
 * Free with g_free, not the specs. */
GParamSpec **ond_session_json_properties (guint *n);

/* The value of a property as JSON: the word of a choice, a number, a truth value. NULL when its
 * type is not known here. */
JsonNode *ond_session_json_write (GParamSpec *pspec, const GValue *value);

/* The other way; `value` is unset before and initialised by success. */
gboolean ond_session_json_read (GParamSpec *pspec, JsonNode *node, GValue *value, GError **error);

/* Refuses members of `object` that are not in `names`, NULL-terminated. `where` is for the message:
 * "input". */
gboolean ond_session_json_check (JsonObject *object, const char *where, const char *const *names,
                                 GError **error);

/* One member each; an absent one leaves *value as it is. Errors name the member. */
gboolean ond_session_json_get_object (JsonObject *object, const char *name, JsonObject **value,
                                      GError **error);
gboolean ond_session_json_get_string (JsonObject *object, const char *name, const char **value,
                                      GError **error);
gboolean ond_session_json_get_number (JsonObject *object, const char *name, double *value,
                                      GError **error);
gboolean ond_session_json_get_boolean (JsonObject *object, const char *name, gboolean *value,
                                       GError **error);
gboolean ond_session_json_get_choice (JsonObject *object, const char *name,
                                      const OndChoice *choices, int *value, GError **error);
