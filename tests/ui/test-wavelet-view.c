/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the wavelet beside the sliders: where it is red, that it follows, what it says. */
#include "model-harness.h"
#include "ui-harness.h"

#include "ui/wavelet-view.h"

#define SIZE 130

typedef struct
{
  OndSession *session;
  GtkWidget *view, *window;
} Fixture;

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndEngine *engine = model_engine ();

  self->session = ond_session_new (engine);
  ond_engine_unref (engine);
  self->view = ond_wavelet_view_new ();
  ond_wavelet_view_set_session (OND_WAVELET_VIEW (self->view), self->session);
  self->window = ui_show (self->view, SIZE, SIZE);
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gpointer view = self->view, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (view), &view);
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  ui_close (self->window);
  UI_ASSERT_GONE (view);
  g_object_unref (self->session);
  UI_ASSERT_GONE (session);
}

static gboolean
get_area (Fixture *self, int normal, graphene_rect_t *area)
{
  return ond_wavelet_view_get_area (OND_WAVELET_VIEW (self->view), normal, area);
}

static gboolean
is_red (guint32 color)
{
  return (color >> 16 & 255) > 2 * (color & 255);
}

static gboolean
is_blue (guint32 color)
{
  return (color & 255) > (color >> 16 & 255) + 16;
}

/* The colour at a place of the slice: right and up from its middle voxel, pixels. (Of an even
 * number of pixels it has the one before the middle.) */
static guint32
color_at (Fixture *self, const UiPicture *picture, int normal, double right, double up)
{
  graphene_rect_t area;

  g_assert_true (get_area (self, normal, &area));
  return ui_pixel (picture, area.origin.x + area.size.width / 2 - 0.5 + right,
                   area.origin.y + area.size.height / 2 - 0.5 - up);
}

/* Along x: a bar in XY and XZ, a dot in YZ. */
static void
test_needle (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_object_set (self->session, "theta", 0.0, "phi", 0.0, "xi", 5.0, "scale", 2.0, NULL);
  g_autoptr (UiPicture) picture = ui_picture (self->view, "wavelet-x");
  for (int normal = 0; normal < OND_N_AXES; normal++)
    g_assert_true (is_red (color_at (self, picture, normal, 0, 0)));
  g_assert_true (is_red (color_at (self, picture, OND_Z, 12, 0)));
  g_assert_true (is_red (color_at (self, picture, OND_Y, -12, 0)));
  g_assert_false (is_red (color_at (self, picture, OND_X, 12, 0)));
  g_assert_false (is_red (color_at (self, picture, OND_Z, 0, 12)));
  /* The ring around it: psi is least at 2.2 a. */
  g_assert_true (is_blue (color_at (self, picture, OND_Z, 0, 4.5)));

  /* theta turns towards -y. */
  g_object_set (self->session, "theta", 45.0, NULL);
  g_autoptr (UiPicture) turned = ui_picture (self->view, NULL);
  g_assert_true (is_red (color_at (self, turned, OND_Z, 9, -9)));
  g_assert_false (is_red (color_at (self, turned, OND_Z, 9, 9)));
  g_assert_cmpuint (ui_picture_compare (picture, turned), >, 0);
}

/* At 8 pixels an edge each voxel is one colour, and neighbours differ. */
static void
test_voxels (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_object_set (self->session, "xi", 1.0, "scale", 1.2, NULL);
  g_autoptr (UiPicture) picture = ui_picture (self->view, "wavelet-voxels");
  for (int i = 0; i < 3; i++)
    {
      guint32 left = color_at (self, picture, OND_Z, 8 * i - 2.5, 0),
              right = color_at (self, picture, OND_Z, 8 * i + 2.5, 0);

      g_assert_cmphex (left, ==, right);
      g_assert_true (i < 2 || left != color_at (self, picture, OND_Z, 8 * i - 5.5, 0));
    }
}

static void
test_says_when_wider (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_object_set (self->session, "theta", 0.0, "phi", 0.0, "xi", 5.0, "scale", 2.0, NULL);
  g_autoptr (UiPicture) whole = ui_picture (self->view, NULL);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "The wavelet");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Drawn are 65 × 65 × 65 voxels");
  g_object_set (self->session, "xi", 50.0, "scale", 8.0, NULL);
  g_autoptr (UiPicture) cut = ui_picture (self->view, "wavelet-wider");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->view),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Drawn are 257 × 257 × 257 voxels; the wavelet is wider");
  /* A dark mark at the right end, where a whole wavelet leaves white. */
  g_assert_cmphex (color_at (self, whole, OND_Z, 28, 0) & 255, >, 0xe0);
  g_assert_cmphex (color_at (self, cut, OND_Z, 28, 0), ==, 0x333333);
}

static void
test_image (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndVolume *volume = model_volume (16, 16, 1);
  graphene_rect_t area;

  g_assert_true (get_area (self, OND_X, &area));
  ond_session_set_volume (self->session, volume);
  ond_volume_unref (volume);
  g_object_set (self->session, "theta", 45.0, "xi", 5.0, "scale", 2.0, NULL);
  g_assert_false (get_area (self, OND_X, &area));
  g_assert_true (get_area (self, OND_Z, &area));
  g_assert_cmpfloat (area.size.width, >, SIZE * 0.75);
  g_autoptr (UiPicture) picture = ui_picture (self->view, "wavelet-image");
  g_assert_true (is_red (color_at (self, picture, OND_Z, 8, -8)));
  g_assert_false (is_red (color_at (self, picture, OND_Z, 8, 8)));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "a-needle-is-along-its-direction", test_needle },
    { "a-voxel-is-a-square", test_voxels },
    { "says-when-it-is-wider-than-what-is-drawn", test_says_when_wider },
    { "of-an-image-it-is-one-slice", test_image },
  };

  ui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/wavelet-view/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, fixture_begin, tests[i].test, fixture_end);
    }
  return g_test_run ();
}
