/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line prints: results on stdout, complaints and progress on stderr. */
#include "cli.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void
ond_cli_complain (const char *kind, const char *message)
{
  g_autofree char *line = g_strdup (message);

  /* Names of files and extensions may hold anything, also what a terminal obeys. */
  for (char *c = line; *c != '\0'; c++)
    if ((guchar) *c < ' ' || *c == 127)
      *c = ' ';
  fprintf (stderr, "ondelette-cli: %s%s\n", kind, line);
}

char *
ond_cli_describe_wavelet (const OndWavelet *wavelet, int rank)
{
  g_autofree char *phi =
      g_strdup_printf ("phi %g deg, ", ond_wavelet_get (wavelet, OND_PARAMETER_PHI));

  return g_strdup_printf ("theta %g deg, %sxi %g, scale %g",
                          ond_wavelet_get (wavelet, OND_PARAMETER_THETA), rank == 2 ? "" : phi,
                          wavelet->xi, wavelet->scale);
}

void
ond_cli_print (const char *label, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  for (char *c = text; *c != '\0'; c++)
    if ((guchar) *c < ' ' || *c == 127)
      *c = ' ';
  printf ("%-12s %s\n", label, g_strchomp (text)); /* a unit may be empty */
}

char *
ond_cli_format_bytes (guint64 bytes)
{
  return g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
}

void
ond_cli_json_number (JsonBuilder *builder, const char *member, double value)
{
  json_builder_set_member_name (builder, member);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

/* Text that is not UTF-8, such as some file names, keeps what can be shown. */
void
ond_cli_json_text (JsonBuilder *builder, const char *member, const char *value)
{
  g_autofree char *valid = value ? g_utf8_make_valid (value, -1) : NULL;

  json_builder_set_member_name (builder, member);
  if (valid != NULL)
    json_builder_add_string_value (builder, valid);
  else
    json_builder_add_null_value (builder);
}

void
ond_cli_json_integer (JsonBuilder *builder, const char *member, gint64 value)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_int_value (builder, value);
}

void
ond_cli_json_print (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  printf ("%s\n", text);
}

void
ond_cli_progress_begin (OndCliProgress *self, const OndCli *cli, gsize first, gsize total)
{
  self->terminal = isatty (STDERR_FILENO);
  self->shown = self->terminal || cli->progress;
  self->drawn = FALSE;
  self->first = first;
  self->total = total;
  self->begun = self->last = g_get_monotonic_time ();
}

void
ond_cli_progress_update (OndCliProgress *self, gsize done)
{
  gint64 now = g_get_monotonic_time (),
         pause = self->terminal ? G_USEC_PER_SEC / 10 : G_USEC_PER_SEC;
  double seconds = (double) (now - self->begun) / G_USEC_PER_SEC, rate, left;

  if (!self->shown || (now - self->last < pause && done < self->total))
    return;
  rate = (double) (done - self->first) / fmax (seconds, 1e-6);
  left = ceil ((double) (self->total - done) / fmax (rate, 1e-6));
  self->last = now;
  self->drawn = TRUE;
  fprintf (stderr,
           "%s%" G_GSIZE_FORMAT "/%" G_GSIZE_FORMAT " points, %.3g/s, %.0f:%02d:%02d left%s",
           self->terminal ? "\r" : "", done, self->total, rate, floor (left / 3600),
           (int) fmod (left / 60, 60), (int) fmod (left, 60), self->terminal ? "\033[K" : "\n");
}

void
ond_cli_progress_end (OndCliProgress *self)
{
  if (self->drawn && self->terminal)
    fputc ('\n', stderr);
}
