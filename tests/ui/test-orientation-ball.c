/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The orientation ball over a session: it follows, and pointer and keys set theta and phi. */
#include "best-harness.h"
#include "model-harness.h"
#include "maps-harness.h"
#include "ui-harness.h"

#include "ui/map-model.h"
#include "ui/orientation-ball.h"

#define SIZE 130

typedef struct
{
  OndSession *session;
  GtkWidget *ball, *window;
} Fixture;

static void
fixture_begin (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  OndEngine *engine = model_engine ();

  self->session = ond_session_new (engine);
  ond_engine_unref (engine);
  self->ball = ond_orientation_ball_new ();
  ond_orientation_ball_set_session (OND_ORIENTATION_BALL (self->ball), self->session);
  self->window = ui_show (self->ball, SIZE, SIZE);
}

static void
fixture_end (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gpointer ball = self->ball, session = self->session;

  g_object_add_weak_pointer (G_OBJECT (ball), &ball);
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  ui_close (self->window);
  UI_ASSERT_GONE (ball);
  g_object_unref (self->session);
  UI_ASSERT_GONE (session);
}

static void
open_image (Fixture *self)
{
  OndVolume *volume = model_volume (16, 16, 1);

  ond_session_set_volume (self->session, volume);
  ond_volume_unref (volume);
}

static void
locate (Fixture *self, double theta, double phi, double *x, double *y)
{
  ond_orientation_ball_locate (OND_ORIENTATION_BALL (self->ball), theta, phi, x, y);
}

static void
assert_angles (Fixture *self, double theta, double phi, double within)
{
  double is_theta, is_phi;

  g_object_get (self->session, "theta", &is_theta, "phi", &is_phi, NULL);
  g_assert_cmpfloat_with_epsilon (is_theta, theta, within);
  g_assert_cmpfloat_with_epsilon (is_phi, phi, within);
}

/* A tenth of a degree is what the pointer sets. */
static void
test_drag (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double x0, y0, x1, y1;

  locate (self, 40, 60, &x0, &y0);
  locate (self, 140, 20, &x1, &y1);
  ui_drag (self->ball, x0, y0, 0, 0);
  assert_angles (self, 40, 60, 0.0501);
  ui_drag (self->ball, x0, y0, x1 - x0, y1 - y0);
  assert_angles (self, 140, 20, 0.0501);
  /* phi 170 has its near end where phi is -10. */
  locate (self, 20, 170, &x1, &y1);
  ui_drag (self->ball, x1, y1, 0, 0);
  assert_angles (self, 20, 170, 0.0501);
}

static void
test_drawn (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const double directions[][2] = { { 30, 45 }, { 150, 100 }, { 90, 0 }, { 10, 170 } };

  for (gsize i = 0; i < G_N_ELEMENTS (directions); i++)
    {
      g_autofree char *shot = g_strdup_printf ("ball-%" G_GSIZE_FORMAT, i);
      g_autoptr (UiPicture) picture = NULL;
      double x, y;

      g_object_set (self->session, "theta", directions[i][0], "phi", directions[i][1], NULL);
      picture = ui_picture (self->ball, shot);
      locate (self, directions[i][0], directions[i][1], &x, &y);
      g_assert_cmphex (ui_pixel (picture, x, y), ==, 0x1c71d8);
      /* The far end is an open circle. */
      g_assert_cmphex (ui_pixel (picture, SIZE - x, SIZE - y), !=, 0x1c71d8);
    }
}

static void
test_keys (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_object_set (self->session, "theta", 30.0, "phi", 45.0, NULL);
  g_assert_true (ui_key (self->ball, GDK_KEY_Right, 0));
  assert_angles (self, 30, 44, 1e-9);
  g_assert_true (ui_key (self->ball, GDK_KEY_Up, GDK_SHIFT_MASK));
  assert_angles (self, 20, 44, 1e-9);
  g_assert_true (ui_key (self->ball, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_true (ui_key (self->ball, GDK_KEY_Down, 0));
  assert_angles (self, 21, 54, 1e-9);
  g_assert_false (ui_key (self->ball, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_false (ui_key (self->ball, GDK_KEY_a, 0));

  /* Over the seam of phi the needle is the same with theta flipped. */
  g_object_set (self->session, "theta", 30.0, "phi", 1.0, NULL);
  g_assert_true (ui_key (self->ball, GDK_KEY_Right, GDK_SHIFT_MASK));
  assert_angles (self, 150, 171, 1e-9);
}

static void
test_spoken (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (self->ball), GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->ball), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Direction of the long axis");
  g_object_set (self->session, "theta", 30.0, "phi", 45.5, NULL);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->ball),
                                       GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "theta 30 degrees, phi 45.5 degrees");
  open_image (self);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (self->ball),
                                       GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "theta 30 degrees");
  g_assert_true (gtk_widget_grab_focus (self->ball));
}

/* The needle lies in the plane, y up, and phi stays as it was. */
static void
test_image (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  double radius, x, y;

  open_image (self);
  g_object_set (self->session, "phi", 45.0, NULL);
  locate (self, 0, 45, &x, &y);
  radius = x - SIZE / 2.0;
  g_assert_cmpfloat (radius, >, SIZE / 3.0);
  g_assert_cmpfloat_with_epsilon (y, SIZE / 2.0, 1e-9);
  ui_drag (self->ball, SIZE / 2.0 + 30, SIZE / 2.0 + 30, 0, 0);
  assert_angles (self, 45, 45, 1e-9);
  ui_drag (self->ball, SIZE / 2.0 + 30, SIZE / 2.0 - 30, 0, 0);
  assert_angles (self, 135, 45, 1e-9);
  g_assert_true (ui_key (self->ball, GDK_KEY_Right, 0));
  assert_angles (self, 136, 45, 1e-9);
  g_autoptr (UiPicture) picture = ui_picture (self->ball, "ball-image");
  locate (self, 136, 45, &x, &y);
  g_assert_cmphex (ui_pixel (picture, x, y), ==, 0x1c71d8);
  g_assert_cmphex (ui_pixel (picture, SIZE - x, SIZE - y), ==, 0x1c71d8);
}

static void
test_dark (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  double x, y;

  g_object_set (self->session, "theta", 30.0, "phi", 45.0, NULL);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  g_autoptr (UiPicture) dark = ui_picture (self->ball, "ball-dark");
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  locate (self, 30, 45, &x, &y);
  g_assert_cmphex (ui_pixel (dark, x, y), ==, 0x78aeed);
}

/* Where the near end of each direction is, the ball has the colour of its cell. */
static void
test_painted (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const char *const ranges[OND_N_PARAMETERS] = { "0:180:6", "0:180:4", "5", "2" };
  OndMapModel *maps = ond_session_get_maps (self->session);
  OndMapOptions options = ond_map_options_default ();
  g_autoptr (OndVolume) volume = model_volume (20, 16, 12);
  g_autoptr (OndSweepJob) job = NULL;
  g_autoptr (UiPicture) plain = NULL, painted = NULL;
  OndColorScale colors;
  int compared = 0;

  ond_session_set_volume (self->session, volume);
  job = sweep_start (self->session, ranges);
  UI_WAIT (ond_sweep_job_get_state (job) == OND_SWEEP_DONE);
  ond_map_model_set_job (maps, job);
  g_object_set (self->session, "theta", 90.0, NULL);
  plain = ui_picture (self->ball, NULL);
  options.painted = TRUE;
  options.colormap = OND_COLORMAP_HEAT;
  ond_map_model_set_options (maps, &options);
  painted = ui_picture (self->ball, "ball-painted");
  g_assert_cmpuint (ui_picture_compare (plain, painted), >, 1000);
  colors = ond_map_model_get_colors (maps, 0);
  for (gsize j = 0; j < 4; j++)
    for (gsize i = 0; i < 6; i++)
      {
        double x, y;

        /* Off the graticule, and not at the limb. */
        locate (self, 30.0 * (double) i + 11, 45.0 * (double) j + 12, &x, &y);
        if (hypot (x - SIZE / 2, y - SIZE / 2) > 40 || i == 3)
          continue;
        compared++;
        g_assert_cmphex (
            ui_pixel (painted, x, y), ==,
            ond_color_scale_map (&colors, ond_map_model_get_values (maps, 0)[j * 6 + i]));
      }
  g_assert_cmpint (compared, >=, 6);
}

/* In the mode of the best map each place has the colour of its direction. */
static void
test_legend (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (OndVolume) volume = model_volume (9, 7, 5);
  g_autoptr (OndBest) best = best_by_hand (volume);
  g_autoptr (UiPicture) plain = NULL, legend = NULL;
  int compared = 0;

  ond_session_set_volume (self->session, volume);
  ond_best_layer_set (ond_session_get_best (self->session), best);
  plain = ui_picture (self->ball, NULL);
  ond_session_set_mode (self->session, OND_MODE_BEST);
  legend = ui_picture (self->ball, "ball-legend");
  g_assert_cmpuint (ui_picture_compare (plain, legend), >, 1000);
  for (int theta = 11; theta < 180; theta += 30)
    for (int phi = 12; phi < 180; phi += 45)
      {
        const OndWavelet wavelet = { .theta = theta * G_PI / 180, .phi = phi * G_PI / 180 };
        double n[OND_N_AXES], x, y;
        guint8 rgb[3];
        guint32 found;

        locate (self, theta, phi, &x, &y); /* off the graticule, and not at the limb */
        if (hypot (x - SIZE / 2, y - SIZE / 2) > 40 || theta < 40)
          continue;
        ond_wavelet_direction (&wavelet, 3, n);
        ond_direction_color (n, rgb);
        found = ui_pixel (legend, x, y);
        for (int c = 0; c < 3; c++)
          g_assert_cmpint (ABS ((int) (found >> (16 - 8 * c) & 255) - rgb[c]), <=, 16);
        compared++;
      }
  g_assert_cmpint (compared, >=, 6);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "a-map-is-painted-on-it", test_painted },
    { "it-is-the-legend-of-the-best-map", test_legend },
    { "the-needle-follows-the-pointer", test_drag },
    { "the-needle-is-drawn-at-its-direction", test_drawn },
    { "keys-turn-it", test_keys },
    { "it-says-its-angles", test_spoken },
    { "of-an-image-it-is-a-circle", test_image },
    { "follows-the-dark-style", test_dark },
  };

  ui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/orientation-ball/", tests[i].name, NULL);
      g_test_add (path, Fixture, NULL, fixture_begin, tests[i].test, fixture_end);
    }
  return g_test_run ();
}
