/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of the best map: what there is at a voxel, what takes it, and its pictures. */
#include "best-harness.h"
#include "model-harness.h"

#include "ui/best-actions.h"
#include "ui/best-picture.h"

typedef struct
{
  OndSession *session;
  OndVolume *volume;
  OndBest *best;
  OndBestLayer *layer;
} Fixture;

static void
fixture_init (Fixture *self, gint32 nz)
{
  g_autoptr (OndEngine) engine = model_engine ();

  self->session = ond_session_new (engine);
  self->volume = model_volume (9, 7, nz);
  self->best = best_by_hand (self->volume);
  self->layer = ond_session_get_best (self->session);
  ond_session_set_volume (self->session, self->volume);
}

static void
fixture_clear (Fixture *self)
{
  g_object_unref (self->session);
  ond_best_unref (self->best);
  ond_volume_unref (self->volume);
}

static void
count (gpointer data)
{
  ++*(int *) data;
}

static void
test_a_voxel_s_wavelet_is_known_where_there_is_one (void)
{
  Fixture f;
  OndWavelet wavelet;
  int n_changed = 0;
  guint64 serial;
  float w;

  fixture_init (&f, 5);
  g_signal_connect_swapped (f.layer, "changed", G_CALLBACK (count), &n_changed);
  g_assert_nonnull (ond_best_layer_get_why_not (f.layer));
  g_assert_false (ond_best_layer_look_up (f.layer, (gint32[]){ 5, 0, 0 }, &wavelet, &w));
  ond_best_layer_set (f.layer, NULL);
  g_assert_cmpint (n_changed, ==, 0);
  ond_best_layer_set (f.layer, f.best);
  serial = ond_best_layer_get_serial (f.layer);
  ond_best_layer_set (f.layer, f.best); /* it has grown */
  g_assert_cmpint (n_changed, ==, 2);
  g_assert_cmpuint (ond_best_layer_get_serial (f.layer), ==, serial + 1);
  g_assert_null (ond_best_layer_get_why_not (f.layer));

  /* Voxel 14: cell 2, response -2. */
  g_assert_true (ond_best_layer_look_up (f.layer, (gint32[]){ 5, 1, 0 }, &wavelet, &w));
  g_assert_cmpfloat (w, ==, -2);
  g_assert_cmpfloat_with_epsilon (ond_wavelet_get (&wavelet, OND_PARAMETER_THETA), 90, 1e-9);
  g_assert_cmpfloat (wavelet.xi, ==, 5);
  g_assert_false (ond_best_layer_look_up (f.layer, (gint32[]){ 2, 1, 0 }, &wavelet, &w)); /* 11 */
  g_assert_false (ond_best_layer_look_up (f.layer, (gint32[]){ 9, 0, 0 }, &wavelet, &w));
  g_assert_false (ond_best_layer_look_up (f.layer, (gint32[]){ 0, -1, 0 }, &wavelet, &w));
  fixture_clear (&f);
}

static void
test_it_is_described_for_people (void)
{
  Fixture f;
  g_autofree char *known = NULL, *unknown = NULL, *flat = NULL;

  fixture_init (&f, 5);
  ond_best_layer_set (f.layer, f.best);
  known = ond_best_layer_describe (f.layer, (gint32[]){ 1, 2, 0 }); /* 19: cell 7, 3 */
  g_assert_cmpstr (known, ==, "best 3 at θ 135° φ 60° ξ 5 a 2");
  unknown = ond_best_layer_describe (f.layer, (gint32[]){ 0, 0, 0 });
  g_assert_cmpstr (unknown, ==, "best —");
  fixture_clear (&f);
  fixture_init (&f, 1);
  ond_best_layer_set (f.layer, f.best);
  flat = ond_best_layer_describe (f.layer, (gint32[]){ 1, 2, 0 });
  g_assert_cmpstr (flat, ==, "best 3 at θ 135° ξ 5 a 2");
  fixture_clear (&f);
}

/* The norm stays, and all four parameters are set at once. */
static void
test_an_action_takes_the_wavelet_at_the_cross_hair (void)
{
  Fixture f;
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  GActionGroup *actions = G_ACTION_GROUP (group);
  g_autofree char *message = NULL;
  double theta, phi;
  OndWavelet wavelet;

  fixture_init (&f, 5);
  ond_best_actions_add (G_ACTION_MAP (group), f.session);
  g_assert_false (g_action_group_get_action_enabled (actions, "take-best"));
  ond_best_layer_set (f.layer, f.best);
  g_assert_true (g_action_group_get_action_enabled (actions, "take-best"));
  ond_session_set_cross_hair (f.session, (gint32[]){ 1, 2, 0 });
  g_action_group_activate_action (actions, "take-best", NULL);
  g_object_get (f.session, "theta", &theta, "phi", &phi, NULL);
  wavelet = ond_session_get_wavelet (f.session);
  g_assert_cmpfloat_with_epsilon (theta, 135, 1e-9);
  g_assert_cmpfloat_with_epsilon (phi, 60, 1e-9);
  g_assert_cmpfloat (wavelet.xi, ==, 5);
  g_assert_cmpfloat (wavelet.scale, ==, 2);
  g_assert_cmpint (wavelet.norm, ==, ond_wavelet_default ().norm);

  ond_session_set_cross_hair (f.session, (gint32[]){ 0, 0, 0 });
  g_action_group_activate_action (actions, "take-best", NULL);
  g_object_get (f.session, "message", &message, NULL);
  g_assert_nonnull (message);
  ond_best_layer_set (f.layer, NULL);
  g_assert_false (g_action_group_get_action_enabled (actions, "take-best"));
  fixture_clear (&f);
}

static void
test_another_volume_has_none (void)
{
  Fixture f;

  fixture_init (&f, 5);
  g_autoptr (OndVolume) other = model_volume (5, 5, 5);
  ond_best_layer_set (f.layer, f.best);
  ond_session_set_mode (f.session, OND_MODE_BEST);
  g_assert_true (ond_best_picture_is_shown (f.session));
  ond_session_set_mode (f.session, OND_MODE_RESPONSE);
  g_assert_false (ond_best_picture_is_shown (f.session));
  ond_session_set_mode (f.session, OND_MODE_BEST);
  ond_session_set_volume (f.session, other);
  g_assert_null (ond_best_layer_get (f.layer));
  g_assert_false (ond_best_picture_is_shown (f.session));
  ond_best_layer_set (f.layer, f.best); /* of the volume before */
  g_assert_false (ond_best_picture_is_shown (f.session));
  fixture_clear (&f);
}

/* Each voxel is `zoom` pixels wide and as high; some of the slice is out of sight. */
static void
assert_picture (Fixture *f, OndBestPicture *picture, int normal, int zoom)
{
  const OndGeometry *geometry = ond_volume_get_geometry (f->volume);
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const OndSliceArea area = { -2, 3, geometry->n[h] * zoom, geometry->n[v] * zoom },
                     visible = { 1, 4, area.width - 5, area.height - 2 };
  GdkTexture *texture = ond_best_picture_get (picture, f->session, &area, &visible);
  const gsize stride = (gsize) visible.width * 4;
  g_autofree guint8 *pixels = g_malloc ((gsize) visible.height * stride);

  g_assert_nonnull (texture);
  g_assert_true (texture == ond_best_picture_get (picture, f->session, &area, &visible));
  gdk_texture_download (texture, pixels, stride);
  for (int y = 0; y < visible.height; y++)
    for (int x = 0; x < visible.width; x++)
      {
        const guint8 *bgra = pixels + (gsize) y * stride + 4 * (gsize) x;
        gint32 at[OND_N_AXES];

        ond_session_get_cross_hair (f->session, at);
        at[h] = (x + visible.x - area.x) / zoom;
        at[v] = geometry->n[v] - 1 - (y + visible.y - area.y) / zoom;
        g_assert_cmphex ((guint32) bgra[2] << 16 | (guint32) bgra[1] << 8 | bgra[0], ==,
                         best_color (f->session, at));
      }
}

static void
test_a_picture_has_the_colour_of_each_voxel_in_sight (void)
{
  static const gint32 places[][OND_N_AXES] = { { 4, 3, 2 }, { 1, 6, 4 } };
  OndColorScale colors;
  Fixture f;

  fixture_init (&f, 5);
  ond_best_layer_set (f.layer, f.best);
  ond_session_set_mode (f.session, OND_MODE_BEST);
  colors = *ond_session_get_colors (f.session, OND_SHOW_RESPONSE);
  for (int normal = 0; normal < OND_N_AXES; normal++)
    {
      g_autoptr (OndBestPicture) picture = ond_best_picture_new (normal);

      for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
        {
          ond_session_set_cross_hair (f.session, places[i]);
          colors.upper = 3 + (double) i;
          colors.lower = -colors.upper;
          ond_session_set_colors (f.session, OND_SHOW_RESPONSE, &colors);
          assert_picture (&f, picture, normal, 3);
        }
      assert_picture (&f, picture, normal, 1);
    }
  fixture_clear (&f);
}

static void
test_a_picture_follows_a_map_that_grows (void)
{
  const OndSliceArea area = { 0, 0, 9, 7 };
  g_autoptr (OndBestPicture) picture = ond_best_picture_new (OND_Z);
  guint8 before[7][9][4], after[7][9][4];
  Fixture f;

  fixture_init (&f, 5);
  ond_best_layer_set (f.layer, f.best);
  ond_session_set_mode (f.session, OND_MODE_BEST);
  gdk_texture_download (ond_best_picture_get (picture, f.session, &area, &area), before[0][0], 36);
  ond_best_take (f.best, 0, 2 * 63, &(float){ 90 }, 1); /* x 0, y 0, z 2 */
  ond_best_layer_set (f.layer, f.best);
  gdk_texture_download (ond_best_picture_get (picture, f.session, &area, &area), after[0][0], 36);
  g_assert_cmpint (after[6][0][2], ==, 255); /* theta 0, phi 0 is x: red */
  g_assert_cmpint (after[6][0][1], ==, 0);
  memcpy (after[6][0], before[6][0], 4);
  g_assert_cmpmem (after, sizeof after, before, sizeof before);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestFunc func;
  } tests[] = {
    { "a-voxel-s-wavelet-is-known-where-there-is-one",
      test_a_voxel_s_wavelet_is_known_where_there_is_one },
    { "it-is-described-for-people", test_it_is_described_for_people },
    { "an-action-takes-the-wavelet-at-the-cross-hair",
      test_an_action_takes_the_wavelet_at_the_cross_hair },
    { "another-volume-has-none", test_another_volume_has_none },
    { "a-picture-has-the-colour-of-each-voxel-in-sight",
      test_a_picture_has_the_colour_of_each_voxel_in_sight },
    { "a-picture-follows-a-map-that-grows", test_a_picture_follows_a_map_that_grows },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/best-layer/", tests[i].name, NULL);
      g_test_add_func (path, tests[i].func);
    }
  return g_test_run ();
}
