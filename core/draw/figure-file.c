/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures into PDF, SVG and PNG. The command line that makes the figure again is kept in each, and
 * nothing in the file depends on the clock where SOURCE_DATE_EPOCH is set. cairo can name its maker
 * in a PDF only; in the other two the metadata is spliced into what cairo writes. */
#include "figure.h"

#include "../error.h"
#include "../file-write.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

#define CREATOR "Ondelette"
#define POINTS_PER_MM (72 / 25.4)
#define DPI 300
#define SIDE_MAX_MM 5000
#define PIXELS_MAX 32767 /* cairo's limit */

/* Where metadata goes: how many of the first n bytes come before it, 0 when more are needed to
 * tell. */
typedef gsize (*FindSplice) (const guint8 *bytes, gsize n);

/* What cairo writes to. */
typedef struct
{
  OndFileWrite *file;
  FindSplice find_splice;
  GByteArray *splice; /* NULL when there is none, or none any more */
  GByteArray *head;   /* held back until the place is found */
} Sink;

static cairo_status_t
sink_write (void *data, const unsigned char *bytes, unsigned int n)
{
  Sink *self = data;
  gsize at;
  gboolean written;

  if (self->splice == NULL)
    return ond_file_write_bytes (self->file, bytes, n, NULL) ? CAIRO_STATUS_SUCCESS
                                                             : CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (self->head, bytes, n);
  at = self->find_splice (self->head->data, self->head->len);
  if (at == 0)
    return CAIRO_STATUS_SUCCESS;
  written = ond_file_write_bytes (self->file, self->head->data, at, NULL)
            && ond_file_write_bytes (self->file, self->splice->data, self->splice->len, NULL)
            && ond_file_write_bytes (self->file, self->head->data + at, self->head->len - at, NULL);
  g_clear_pointer (&self->splice, g_byte_array_unref);
  return written ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void
append_string (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

/* After the signature and IHDR (PNG specification, section 5). */
static gsize
find_png_splice (const guint8 *bytes, gsize n)
{
  const gsize after_header = 8 + 12 + 13;

  (void) bytes;
  return n >= after_header ? after_header : 0;
}

static void
append_png_chunk (GByteArray *bytes, const char type[4], const GByteArray *data)
{
  guint32 length = GUINT32_TO_BE (data->len), crc = (guint32) crc32 (0, (const guint8 *) type, 4);

  crc = GUINT32_TO_BE ((guint32) crc32 (crc, data->data, data->len));
  g_byte_array_append (bytes, (const guint8 *) &length, 4);
  g_byte_array_append (bytes, (const guint8 *) type, 4);
  g_byte_array_append (bytes, data->data, data->len);
  g_byte_array_append (bytes, (const guint8 *) &crc, 4);
}

/* tEXt holds Latin-1 only; iTXt (uncompressed, no language) holds UTF-8. */
static void
append_png_text (GByteArray *bytes, const char *keyword, const char *text)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();
  gboolean ascii = g_str_is_ascii (text);

  g_byte_array_append (data, (const guint8 *) keyword, (guint) strlen (keyword) + 1);
  if (!ascii)
    g_byte_array_append (data, (const guint8 *) "\0\0\0\0", 4);
  append_string (data, text);
  append_png_chunk (bytes, ascii ? "tEXt" : "iTXt", data);
}

static GByteArray *
png_metadata (const char *title, const char *command, double dpi)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GByteArray) resolution = g_byte_array_new ();
  guint32 per_metre = GUINT32_TO_BE ((guint32) lround (dpi / 0.0254));

  g_byte_array_append (resolution, (const guint8 *) &per_metre, 4);
  g_byte_array_append (resolution, (const guint8 *) &per_metre, 4);
  g_byte_array_append (resolution, (const guint8 *) "\1", 1); /* metres */
  append_png_chunk (bytes, "pHYs", resolution);
  append_png_text (bytes, "Software", CREATOR);
  if (title != NULL)
    append_png_text (bytes, "Title", title);
  if (command != NULL)
    append_png_text (bytes, "Comment", command);
  return bytes;
}

/* After the opening tag of the root element. */
static gsize
find_svg_splice (const guint8 *bytes, gsize n)
{
  const char *tag = g_strstr_len ((const char *) bytes, (gssize) n, "<svg");
  const char *end = tag ? memchr (tag, '>', n - (gsize) (tag - (const char *) bytes)) : NULL;

  return end ? (gsize) (end + 1 - (const char *) bytes) : 0;
}

static GByteArray *
svg_metadata (const char *title, const char *command)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree char *name = g_markup_printf_escaped ("\n<title>%s</title>", title ? title : "");
  g_autofree char *words = g_markup_printf_escaped ("\n<desc>%s%s%s</desc>", CREATOR,
                                                    command ? ": " : "", command ? command : "");

  if (title != NULL)
    append_string (bytes, name);
  append_string (bytes, words);
  return bytes;
}

static void
set_pdf_metadata (cairo_surface_t *surface, const char *title, const char *command)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  g_autoptr (GDateTime) date =
      epoch ? g_date_time_new_from_unix_utc (g_ascii_strtoll (epoch, NULL, 10))
            : g_date_time_new_now_utc ();
  /* cairo takes whole seconds only. */
  g_autofree char *text = date ? g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ") : NULL;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, CREATOR);
  if (title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  if (command != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, command);
  if (text != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, text);
}

/* What is being written. Strings are valid UTF-8 or NULL. */
typedef struct
{
  const OndFigure *figure;
  double width, height; /* points */
  double dpi;
  const char *title, *command;
  Sink sink;
} Job;

static cairo_status_t
draw (const Job *job, cairo_surface_t *surface, double scale)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  ond_figure_draw (job->figure, cr, job->width, job->height, NULL);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

static cairo_status_t
close_surface (cairo_surface_t *surface, cairo_status_t status)
{
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static cairo_status_t
write_pdf (Job *job)
{
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream (sink_write, &job->sink, job->width, job->height);

  set_pdf_metadata (surface, job->title, job->command);
  return close_surface (surface, draw (job, surface, 1));
}

static cairo_status_t
write_svg (Job *job)
{
  cairo_surface_t *surface;

  job->sink.find_splice = find_svg_splice;
  job->sink.splice = svg_metadata (job->title, job->command);
  surface = cairo_svg_surface_create_for_stream (sink_write, &job->sink, job->width, job->height);
  return close_surface (surface, draw (job, surface, 1));
}

/* The page may end within the last row and column of pixels, which would show as a grey line. */
static void
fill_with_paper (const OndFigure *figure, cairo_surface_t *surface)
{
  guint32 paper = figure->ink == figure->paper ? 0xffffff : figure->paper;
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, (paper >> 16) / 255.0, (paper >> 8 & 255) / 255.0,
                        (paper & 255) / 255.0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static cairo_status_t
write_png (Job *job)
{
  double scale = job->dpi / 72;
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) lround (job->width * scale), (int) lround (job->height * scale));
  cairo_status_t status;

  fill_with_paper (job->figure, surface);
  status = draw (job, surface, scale);
  job->sink.find_splice = find_png_splice;
  job->sink.splice = png_metadata (job->title, job->command, job->dpi);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, sink_write, &job->sink);
  return close_surface (surface, status);
}

static const struct
{
  const char *suffix;
  cairo_status_t (*write) (Job *job);
  gboolean has_pixels;
} formats[] = {
  { ".pdf", write_pdf, FALSE },
  { ".svg", write_svg, FALSE },
  { ".png", write_png, TRUE },
};

static int
find_format (const char *path, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  g_autofree char *name = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      return (int) i;
  name = g_filename_display_name (path);
  g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
               "%s: a figure's name ends in .pdf, .svg or .png", name);
  return -1;
}

static gboolean
check_size (const OndFigureOutput *output, double dpi, gboolean has_pixels, GError **error)
{
  double longer = fmax (output->width, output->height) / 25.4 * dpi;

  if (!(output->width > 0 && output->width <= SIDE_MAX_MM && output->height > 0
        && output->height <= SIDE_MAX_MM))
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "a figure's sides are above 0 and at most %d mm, not %g x %g", SIDE_MAX_MM,
                 output->width, output->height);
  else if (has_pixels && !(dpi >= 1 && longer <= PIXELS_MAX))
    g_set_error (error, OND_ERROR, OND_ERROR_PARAMETER,
                 "%g x %g mm at %g dpi is %.0f pixels long; at least 1 dpi and at most %d pixels "
                 "are possible",
                 output->width, output->height, dpi, longer, PIXELS_MAX);
  else
    return TRUE;
  return FALSE;
}

static gboolean
finish (Job *job, cairo_status_t status, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  /* Without a place for the metadata the picture is still whole. */
  if (status == CAIRO_STATUS_SUCCESS && job->sink.splice != NULL)
    ond_file_write_bytes (job->sink.file, job->sink.head->data, job->sink.head->len, NULL);
  /* A failed write is told by its own reason when the file is finished. */
  if (status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR)
    return ond_file_write_finish (g_steal_pointer (&job->sink.file), 0, error);
  ond_file_write_abandon (g_steal_pointer (&job->sink.file));
  g_set_error (error, OND_ERROR,
               status == CAIRO_STATUS_NO_MEMORY ? OND_ERROR_MEMORY : OND_ERROR_WRITE, "%s: %s",
               name, cairo_status_to_string (status));
  return FALSE;
}

gboolean
ond_figure_save (const OndFigure *self, const char *path, const OndFigureOutput *output,
                 GError **error)
{
  int format = find_format (path, error);
  g_autofree char *title = self->title ? g_utf8_make_valid (self->title, -1) : NULL;
  g_autofree char *command = output->command ? g_utf8_make_valid (output->command, -1) : NULL;
  Job job = { .figure = self, .title = title, .command = command };
  gboolean saved;

  job.width = output->width * POINTS_PER_MM;
  job.height = output->height * POINTS_PER_MM;
  job.dpi = output->dpi > 0 ? output->dpi : DPI;
  if (format < 0 || !check_size (output, job.dpi, formats[format].has_pixels, error))
    return FALSE;
  job.sink.file = ond_file_write_begin (path, output->overwrite, error);
  if (job.sink.file == NULL)
    return FALSE;
  job.sink.head = g_byte_array_new ();
  saved = finish (&job, formats[format].write (&job), path, error);
  g_byte_array_unref (job.sink.head);
  g_clear_pointer (&job.sink.splice, g_byte_array_unref);
  return saved;
}
