/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text into regions. Numbers and places are region-ds9-number.c's, text out of regions is
 * region-ds9-write.c's. A statement ends with its line or a semicolon; what follows a # is the
 * region's properties, or a comment where nothing precedes it. */
#include "region-ds9.h"

#include "error.h"
#include "file-read.h"
#include "region-ds9-private.h"

#include <string.h>
#include <unistd.h>

#define MAX_BYTES (4 * 1024 * 1024)
#define MAX_WORD 64
#define MAX_KINDS 3 /* of what was left out, by name */

/* Coordinate systems by DS9's words. */
static const struct
{
  const char *word;
  OndDs9System system;
} systems[] = {
  { "image", OND_DS9_IMAGE },     { "physical", OND_DS9_PHYSICAL },
  { "fk5", OND_DS9_EQUATORIAL },  { "j2000", OND_DS9_EQUATORIAL },
  { "icrs", OND_DS9_EQUATORIAL }, { "galactic", OND_DS9_GALACTIC },
  { "fk4", OND_DS9_OTHER },       { "b1950", OND_DS9_OTHER },
  { "ecliptic", OND_DS9_OTHER },  { "wcs", OND_DS9_OTHER },
  { "linear", OND_DS9_OTHER },    { "amplifier", OND_DS9_OTHER },
  { "detector", OND_DS9_OTHER },
};

/* The shapes that are read. An annulus has the same word and more numbers. */
static const struct
{
  const char *word;
  OndRegionShape shape;
  int n_lengths;
  gboolean whole; /* lengths are sides */
} shapes[] = {
  { "box", OND_REGION_BOX, 2, TRUE },
  { "rotbox", OND_REGION_BOX, 2, TRUE },
  { "ellipse", OND_REGION_ELLIPSE, 2, FALSE },
  { "circle", OND_REGION_ELLIPSE, 1, FALSE },
};

typedef struct
{
  const char *at; /* what is not read yet */
  OndDs9Target target;
  OndDs9System system;
  OndRegion global; /* has the colour of regions that name none */
  GArray *regions;
  guint n_left_out;
  char kinds[MAX_KINDS][MAX_WORD];
  int n_kinds;
} Reader;

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static gboolean
is_line_end (char c)
{
  return c == '\0' || c == '\n' || c == '\r';
}

static gboolean
is_statement_end (char c)
{
  return is_line_end (c) || c == ';' || c == '#';
}

static void
skip_blanks (Reader *self)
{
  while (is_blank (*self->at))
    self->at++;
}

static void
leave_out (Reader *self, const char *kind)
{
  self->n_left_out++;
  for (int i = 0; i < self->n_kinds; i++)
    if (strcmp (self->kinds[i], kind) == 0)
      return;
  if (self->n_kinds < MAX_KINDS)
    g_strlcpy (self->kinds[self->n_kinds++], kind, MAX_WORD);
}

/* A word of letters and digits in lower case, cut where it is too long. */
static void
read_word (Reader *self, char word[MAX_WORD])
{
  gsize n = 0;

  while (g_ascii_isalnum (*self->at) || *self->at == '_')
    {
      if (n + 1 < MAX_WORD)
        word[n++] = g_ascii_tolower (*self->at);
      self->at++;
    }
  word[n] = '\0';
}

/* The words of a shape between its parentheses, or without. Returns how many there are, of which
 * the first OND_DS9_MAX_NUMBERS are kept; -1 where one is too long or a parenthesis is missing. */
static int
read_arguments (Reader *self, char words[OND_DS9_MAX_NUMBERS][MAX_WORD])
{
  gboolean open = *self->at == '(';
  int n = 0;

  self->at += open;
  for (;;)
    {
      gsize length = 0;

      while (is_blank (*self->at) || *self->at == ',')
        self->at++;
      if (is_statement_end (*self->at) || *self->at == ')')
        break;
      while (!is_blank (*self->at) && *self->at != ',' && *self->at != ')' && *self->at != '('
             && !is_statement_end (*self->at))
        {
          if (length + 1 == MAX_WORD)
            return -1;
          if (n < OND_DS9_MAX_NUMBERS)
            words[n][length] = *self->at;
          length++;
          self->at++;
        }
      if (length == 0) /* a second parenthesis */
        return -1;
      if (n < OND_DS9_MAX_NUMBERS)
        words[n][length] = '\0';
      n++;
    }
  if (open && *self->at != ')')
    return -1;
  self->at += open;
  return n;
}

/* A value: {text}, "text", 'text' or a word, as it is between its delimiters; it ends with the line
 * at the latest. */
static char *
read_value (Reader *self)
{
  char close = *self->at == '{' ? '}' : *self->at == '"' || *self->at == '\'' ? *self->at : '\0';
  const char *begin = self->at + (close != '\0');
  const char *end = begin;

  while (!is_line_end (*end) && (close != '\0' ? *end != close : !is_blank (*end) && *end != ';'))
    end++;
  self->at = end + (close != '\0' && *end == close);
  return g_strndup (begin, (gsize) (end - begin));
}

/* "Ondelette XZ 24". */
static void
read_tag (const char *tag, OndRegion *region)
{
  for (int i = 0; i < OND_N_AXES; i++)
    {
      g_autofree char *prefix = g_strdup_printf ("Ondelette %s ", ond_slice_name (i));
      guint64 number;

      if (g_str_has_prefix (tag, prefix)
          && g_ascii_string_to_unsigned (tag + strlen (prefix), 10, 1, G_MAXINT32, &number, NULL))
        {
          region->normal = i;
          region->index = (gint32) number - 1;
        }
    }
}

/* "key = value ..." up to the end of the statement. */
static void
read_properties (Reader *self, OndRegion *region)
{
  for (;;)
    {
      char key[MAX_WORD];
      g_autofree char *value = NULL;

      skip_blanks (self);
      if (is_line_end (*self->at) || *self->at == ';')
        return;
      read_word (self, key);
      skip_blanks (self);
      if (*self->at != '=')
        {
          if (key[0] == '\0')
            g_free (read_value (self)); /* at least a character */
          continue;
        }
      self->at++;
      skip_blanks (self);
      value = read_value (self);
      if (strcmp (key, "color") == 0)
        ond_region_set_color (region, value);
      else if (strcmp (key, "text") == 0)
        ond_region_set_text (region, value);
      else if (strcmp (key, "tag") == 0)
        read_tag (value, region);
    }
}

/* What a tag says must be known before its numbers are, so that these wait. */
static void
read_shape (Reader *self, const char *word, gboolean excluded)
{
  char words[OND_DS9_MAX_NUMBERS][MAX_WORD];
  const char *numbers[OND_DS9_MAX_NUMBERS];
  OndRegion region = { .normal = OND_Z, .index = -1 };
  int n = read_arguments (self, words);
  gsize s = 0;

  while (!is_statement_end (*self->at))
    self->at++;
  ond_region_set_color (&region, self->global.color);
  if (*self->at == '#')
    {
      self->at++;
      read_properties (self, &region);
    }
  for (int i = 0; i < OND_DS9_MAX_NUMBERS; i++)
    numbers[i] = words[i];
  while (s < G_N_ELEMENTS (shapes) && strcmp (shapes[s].word, word) != 0)
    s++;
  if (s == G_N_ELEMENTS (shapes) && n == 0)
    {
      self->system = OND_DS9_OTHER; /* a word alone: coordinates that we do not know */
      return;
    }
  if (s == G_N_ELEMENTS (shapes) || excluded)
    {
      leave_out (self, excluded ? "excluded ones" : word);
      return;
    }
  region.shape = shapes[s].shape;
  if (self->regions->len >= OND_REGION_MAX)
    leave_out (self, "more than " G_STRINGIFY (OND_REGION_MAX));
  else if (n < 0 || n > OND_DS9_MAX_NUMBERS
           || !ond_ds9_place (&self->target, self->system, numbers, n, shapes[s].n_lengths,
                              shapes[s].whole, &region))
    leave_out (self, self->system == OND_DS9_OTHER ? "other coordinates" : word);
  else
    {
      ond_region_normalize (&region);
      g_array_append_val (self->regions, region);
    }
}

static gboolean
read_system (Reader *self, const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (systems); i++)
    if (strcmp (systems[i].word, word) == 0)
      {
        self->system = systems[i].system;
        return TRUE;
      }
  return FALSE;
}

static void
read_statement (Reader *self)
{
  gboolean excluded = *self->at == '-';
  char word[MAX_WORD];

  if (*self->at == '+' || *self->at == '-')
    self->at++;
  skip_blanks (self);
  read_word (self, word);
  skip_blanks (self);
  if (word[0] == '\0')
    {
      leave_out (self, "what is no region");
      while (!is_line_end (*self->at))
        self->at++;
    }
  else if (strcmp (word, "global") == 0)
    read_properties (self, &self->global);
  else if (strcmp (word, "tile") == 0 || read_system (self, word))
    while (!is_statement_end (*self->at))
      self->at++;
  else
    read_shape (self, word, excluded);
}

static void
read_all (Reader *self)
{
  while (*self->at != '\0')
    {
      while (is_blank (*self->at) || *self->at == ';' || *self->at == '\n' || *self->at == '\r')
        self->at++;
      if (*self->at == '#')
        while (!is_line_end (*self->at))
          self->at++;
      else if (*self->at != '\0')
        read_statement (self);
    }
}

/* "polygon, line, text ..." */
static char *
list_kinds (const Reader *self)
{
  GString *list = g_string_new (NULL);

  for (int i = 0; i < self->n_kinds; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", self->kinds[i]);
  if (self->n_kinds == MAX_KINDS)
    g_string_append (list, " …");
  return g_string_free (list, FALSE);
}

GArray *
ond_region_ds9_parse (const char *text, const OndVolume *volume, char **note, GError **error)
{
  g_autofree char *utf8 = g_utf8_validate (text, -1, NULL)
                              ? NULL
                              : g_convert (text, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
  Reader reader = { .at = utf8 != NULL ? utf8 : text, .system = OND_DS9_PHYSICAL };
  g_autofree char *kinds = NULL;

  reader.regions = g_array_new (FALSE, FALSE, sizeof (OndRegion));
  ond_ds9_target_init (&reader.target, volume);
  read_all (&reader);
  ond_ds9_target_clear (&reader.target);
  kinds = list_kinds (&reader);
  *note = NULL;
  if (reader.regions->len == 0)
    {
      if (reader.n_left_out > 0)
        g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                     "it has no box, ellipse or circle that can be placed here; left out %u: %s",
                     reader.n_left_out, kinds);
      else
        g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it has no regions");
      g_array_unref (reader.regions);
      return NULL;
    }
  if (reader.n_left_out > 0)
    *note = g_strdup_printf ("Read %u regions, left out %u: %s", reader.regions->len,
                             reader.n_left_out, kinds);
  return reader.regions;
}

static char *
read_text (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  guint64 size;
  int fd = ond_file_open (path, &size, error);
  gboolean ok = FALSE;

  if (fd < 0)
    return NULL;
  if (size > MAX_BYTES)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "it has %" G_GUINT64_FORMAT " bytes, and a region file at most %d", size,
                 MAX_BYTES);
  else
    {
      text = g_malloc0 (size + 1);
      ok = ond_file_pread (fd, text, size, 0, error);
    }
  close (fd);
  if (ok && memchr (text, '\0', size) != NULL)
    {
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "it is no text");
      ok = FALSE;
    }
  return ok ? g_steal_pointer (&text) : NULL;
}

GArray *
ond_region_ds9_load (const char *path, const OndVolume *volume, char **note, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path), *text = read_text (path, error);
  GArray *regions = text != NULL ? ond_region_ds9_parse (text, volume, note, error) : NULL;

  if (regions == NULL)
    g_prefix_error (error, "%s cannot be read as regions: ", name);
  return regions;
}
