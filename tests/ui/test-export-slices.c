/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure of the slices has the colours that the window has: of either layer, of a blend, of
 * either sign. Without a display. */
#include "model-harness.h"

#include "core/draw/blend.h"
#include "ui/export.h"

#include <cairo.h>
#include <glib/gstdio.h>

#define N 9

typedef struct
{
  OndSession *session;
  char *path;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (N, N, N);
  int fd;

  self->path = g_build_filename (g_get_tmp_dir (), "ondelette-slices-XXXXXX.png", NULL);
  fd = g_mkstemp (self->path);
  g_close (fd, NULL);
  self->session = ond_session_new (engine);
  ond_session_set_volume (self->session, volume);
  MODEL_WAIT (!ond_session_get_busy (self->session));
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_unlink (self->path);
  g_free (self->path);
  g_object_unref (self->session);
}

static void
exported (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ond_export_finish (result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

/* The colours that a voxel has in the window. */
static guint32
expected (Fixture *self, int i)
{
  OndDrawn drawn = ond_session_get_drawn (self->session);
  int width, height;
  const float *first = ond_session_get_slice (self->session, drawn.first, OND_Z, &width, &height),
              *over =
                  ond_session_get_slice (self->session, OND_SHOW_RESPONSE, OND_Z, &width, &height);
  guint32 color =
      ond_color_scale_map (ond_session_get_colors (self->session, drawn.first), (double) first[i]);

  return drawn.opacity == 0
             ? color
             : ond_blend_color (ond_session_get_colors (self->session, OND_SHOW_RESPONSE),
                                (double) over[i], drawn.opacity, color);
}

/* Cells are crisp: every colour of the XY slice is in the left third of the picture, far from the
 * colour bar, which has them all. */
static void
assert_exported (Fixture *self)
{
  const OndExportInput input = { .session = self->session };
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);
  gboolean done = FALSE;
  cairo_surface_t *picture;
  int width, height;

  ond_export_async (OND_EXPORT_VIEW, &input, self->path, NULL, exported, &done);
  MODEL_WAIT (done);
  picture = cairo_image_surface_create_from_png (self->path);
  g_assert_cmpint (cairo_surface_status (picture), ==, CAIRO_STATUS_SUCCESS);
  width = cairo_image_surface_get_width (picture);
  height = cairo_image_surface_get_height (picture);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width / 3; x++)
      {
        const guint8 *row = cairo_image_surface_get_data (picture)
                            + (gsize) y * (gsize) cairo_image_surface_get_stride (picture);

        g_hash_table_add (colors,
                          GUINT_TO_POINTER (((const guint32 *) (gconstpointer) row)[x] & 0xffffff));
      }
  cairo_surface_destroy (picture);
  for (int i = 0; i < N * N; i++)
    g_assert_true (g_hash_table_contains (colors, GUINT_TO_POINTER (expected (self, i))));
}

static void
test_colors (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndColorScale colors = *ond_session_get_colors (self->session, OND_SHOW_RESPONSE);

  assert_exported (self);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  assert_exported (self);
  ond_session_set_mode (self->session, OND_MODE_BOTH);
  assert_exported (self);
  colors.map = OND_COLORMAP_PLASMA;
  colors.stretch = OND_STRETCH_HISTOGRAM;
  colors.polarity = OND_POLARITY_DARK;
  colors.contrast_log2 = 0.5;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  ond_layers_set_opacity (ond_session_get_layers (self->session), 0.4);
  assert_exported (self);
  ond_session_set_mode (self->session, OND_MODE_RESPONSE);
  colors.polarity = OND_POLARITY_BOTH;
  ond_session_set_colors (self->session, OND_SHOW_RESPONSE, &colors);
  assert_exported (self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/export-slices/colours-are-those-of-the-window", Fixture, NULL, set_up, test_colors,
              tear_down);
  return g_test_run ();
}
