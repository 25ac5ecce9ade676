/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles along the axes: the samples on the lines through the cross-hair, read under the pointer,
 * moved through by click and keys, copied as a table. */
#include "model-harness.h"
#include "ui-harness.h"

#include "ui/line-profile-view.h"
#include "ui/line-profile.h"
#include "ui/line-profiles.h"

#define WIDTH 266

typedef struct
{
  OndSession *session;
  GtkWidget *panel, *window;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 at[] = { 20, 7, 3 };
  g_autoptr (OndEngine) engine = model_engine ();
  g_autoptr (OndVolume) volume = model_volume (31, 17, 11);

  self->session = ond_session_new (engine);
  ond_session_set_volume (self->session, volume);
  ond_session_set_cross_hair (self->session, at);
  MODEL_WAIT (!ond_session_get_busy (self->session));
  self->panel = ond_line_profiles_new (self->session);
  self->window = ui_show (self->panel, WIDTH, 300);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gpointer panel = self->panel, session = self->session;

  g_object_add_weak_pointer (panel, &panel);
  g_object_add_weak_pointer (session, &session);
  ui_close (self->window);
  g_object_unref (self->session);
  UI_ASSERT_GONE (panel);
  UI_ASSERT_GONE (session);
}

static void
unfold (Fixture *self)
{
  GtkWidget *button = ui_find (self->panel, GTK_TYPE_TOGGLE_BUTTON, NULL);
  GtkWidget *revealer = ui_find (self->panel, GTK_TYPE_REVEALER, NULL);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  UI_WAIT (gtk_revealer_get_child_revealed (GTK_REVEALER (revealer)));
  ui_wait_frame (self->panel);
}

static GtkWidget *
get_view (Fixture *self, int axis)
{
  GtkWidget *view = ui_find (self->panel, OND_TYPE_LINE_PROFILE_VIEW, NULL);

  while (axis-- > 0)
    view = gtk_widget_get_next_sibling (view);
  return view;
}

/* Every sample of all three, against the volume and the slices. */
static void
test_samples (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  const OndGeometry *geometry = ond_volume_get_geometry (volume);
  gint32 cross[OND_N_AXES];
  int width, height;

  ond_session_get_cross_hair (self->session, cross);
  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      OndLineProfile profile;

      ond_line_profile_init (&profile, self->session, axis);
      g_assert_cmpuint (profile.n, ==, geometry->n[axis]);
      g_assert_cmpint (profile.at, ==, cross[axis]);
      for (int normal = 0; normal < OND_N_AXES; normal++)
        {
          const float *image =
              ond_session_get_slice (self->session, OND_SHOW_IMAGE, normal, &width, &height);
          const float *response =
              ond_session_get_slice (self->session, OND_SHOW_RESPONSE, normal, &width, &height);

          for (gsize i = 0; i < profile.n && normal != axis; i++)
            {
              gint32 at[] = { cross[OND_X], cross[OND_Y], cross[OND_Z] };
              int k;

              at[axis] = (gint32) i;
              k = at[ond_slice_vertical (normal)] * width + at[ond_slice_horizontal (normal)];
              g_assert_cmpfloat (profile.image[i], ==, image[k]);
              /* Two slices have the same voxel, from different passes. */
              g_assert_cmpfloat_with_epsilon (profile.response[i], response[k], 1e-4);
            }
        }
      ond_line_profile_clear (&profile);
    }
}

/* The response is that of the place that was computed, not of where the cross-hair is meanwhile. */
static void
test_lag (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 next[] = { 2, 3, 9 };
  OndLineProfile before, after;

  ond_line_profile_init (&before, self->session, OND_X);
  ond_session_set_cross_hair (self->session, next);
  g_assert_true (ond_session_get_busy (self->session));
  ond_line_profile_init (&after, self->session, OND_X);
  g_assert_cmpint (after.at, ==, 2);
  g_assert_cmpmem (after.response, after.n * sizeof (float), before.response,
                   before.n * sizeof (float));
  g_assert_true (memcmp (after.image, before.image, before.n * sizeof (float)) != 0);
  ond_line_profile_clear (&before);
  ond_line_profile_clear (&after);
}

static void
test_csv (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autofree char *text = ond_line_profile_dup_csv (self->session);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  OndLineProfile profile;
  char axis;
  int voxel;
  float image, response;

  g_assert_cmpstr (lines[0], ==, "axis,voxel,image,response");
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 31 + 17 + 11 + 1);
  ond_line_profile_init (&profile, self->session, OND_Y);
  g_assert_cmpint (sscanf (lines[1 + 31 + 4], "%c,%d,%g,%g", &axis, &voxel, &image, &response), ==,
                   4);
  g_assert_cmpint (axis, ==, 'y');
  g_assert_cmpint (voxel, ==, 5);
  g_assert_cmpfloat (image, ==, profile.image[4]);
  g_assert_cmpfloat (response, ==, profile.response[4]);
  ond_line_profile_clear (&profile);
}

/* As the readout beside them does. */
static void
test_numbering (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  OndLineProfileView *view = OND_LINE_PROFILE_VIEW (get_view (self, OND_X));
  g_autofree char *text = NULL;

  unfold (self);
  g_assert_true (g_str_has_prefix (ond_line_profile_view_get_text (view), "x 21: "));
  ond_coordinates_set_first (ond_session_get_coordinates (self->session), 0);
  g_assert_true (g_str_has_prefix (ond_line_profile_view_get_text (view), "x 20: "));
  text = ond_line_profile_dup_csv (self->session);
  g_assert_true (g_str_has_prefix (text, "axis,voxel,image,response\nx,0,"));
}

static void
test_pointer (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gint32 at[OND_N_AXES];

  unfold (self);
  for (int axis = 0; axis < OND_N_AXES; axis++)
    {
      GtkWidget *widget = get_view (self, axis);
      OndLineProfileView *view = OND_LINE_PROFILE_VIEW (widget);
      g_autofree char *before = g_strdup (ond_line_profile_view_get_text (view));
      g_autofree char *expected = NULL;
      OndLineProfile profile;

      ond_line_profile_init (&profile, self->session, axis);
      expected = g_strdup_printf ("%c 6: image %.4g K, response %.4g K", "xyz"[axis],
                                  (double) profile.image[5], (double) profile.response[5]);
      ui_hover (widget, ond_line_profile_view_locate (view, 5), 30);
      g_assert_cmpstr (ond_line_profile_view_get_text (view), ==, expected);
      ui_leave (widget);
      g_assert_cmpstr (ond_line_profile_view_get_text (view), ==, before);
      ui_click (widget, ond_line_profile_view_locate (view, 5), 30);
      ond_session_get_cross_hair (self->session, at);
      g_assert_cmpint (at[axis], ==, 5);
      ond_line_profile_clear (&profile);
      UI_WAIT (!ond_session_get_busy (self->session));
    }
}

static void
test_keys (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    int x;
  } keys[] = {
    { GDK_KEY_Left, 0, 19 },
    { GDK_KEY_Right, GDK_SHIFT_MASK, 29 },
    { GDK_KEY_Right, GDK_SHIFT_MASK, 30 },
    { GDK_KEY_Home, 0, 0 },
    { GDK_KEY_End, 0, 30 },
  };
  gint32 at[OND_N_AXES];

  unfold (self);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_assert_true (ui_key (get_view (self, OND_X), keys[i].key, keys[i].modifiers));
      ond_session_get_cross_hair (self->session, at);
      g_assert_cmpint (at[OND_X], ==, keys[i].x);
    }
  g_assert_false (ui_key (get_view (self, OND_X), GDK_KEY_Up, 0));
}

static gsize
count_difference (const UiPicture *a, GtkWidget *widget)
{
  g_autoptr (UiPicture) b = ui_picture (widget, NULL);

  return ui_picture_compare (a, b);
}

/* Another cross-hair, response, layer: each is another picture, and the same is the same. */
static void
test_drawn (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const gint32 next[] = { 20, 2, 3 };
  g_autoptr (UiPicture) response = NULL, image = NULL, moved = NULL;
  GtkWidget *view;

  unfold (self);
  view = get_view (self, OND_X);
  response = ui_picture (self->panel, "line-profiles");
  g_clear_pointer (&response, ui_picture_free);
  response = ui_picture (view, NULL);
  g_assert_cmpuint (count_difference (response, view), ==, 0);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_cmpuint (count_difference (response, view), >, 50);
  image = ui_picture (view, NULL);
  ond_session_set_cross_hair (self->session, next); /* off the line along x */
  UI_WAIT (!ond_session_get_busy (self->session));
  g_assert_cmpuint (count_difference (image, view), >, 50);
  moved = ui_picture (view, NULL);
  /* The same line with the area of the other behind it. */
  ond_session_set_mode (self->session, OND_MODE_BOTH);
  ond_layers_set_subject (ond_session_get_layers (self->session), OND_SHOW_IMAGE);
  g_assert_cmpuint (count_difference (moved, view), >, 500);
  ond_session_set_mode (self->session, OND_MODE_IMAGE);
  g_assert_cmpuint (count_difference (moved, view), ==, 0);
}

/* Nothing, one voxel, gaps and constants are drawn; an image has no profile along z. */
static void
test_degenerate (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  static const gint32 sizes[][2] = { { 1, 1 }, { 5, 3 }, { 2000, 2 } };
  const OndVolumeInfo info = { .name = "plane" };

  unfold (self);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const OndGeometry geometry = { { sizes[i][0], sizes[i][1], 1 }, { 1, 1, 1 } };
      float *samples = ond_volume_alloc (&geometry, NULL);
      g_autoptr (OndVolume) volume = NULL;

      for (int k = 0; k < sizes[i][0] * sizes[i][1]; k++)
        samples[k] = k % 3 == 1 ? NAN : 7;
      volume = ond_volume_new_take (&geometry, samples, &info);
      ond_session_set_volume (self->session, volume);
      ui_wait_frame (self->panel);
      UI_WAIT (!ond_session_get_busy (self->session));
      ui_wait_frame (self->panel);
      g_assert_false (gtk_widget_get_visible (get_view (self, OND_Z)));
    }
  ond_session_set_volume (self->session, NULL);
  ui_wait_frame (self->panel);
  g_assert_null (ond_line_profile_view_get_text (OND_LINE_PROFILE_VIEW (get_view (self, OND_X))));
  ui_hover (get_view (self, OND_X), 100, 30);
  ui_click (get_view (self, OND_X), 100, 30);
}

int
main (int argc, char **argv)
{
  ui_init (&argc, &argv);
#define ADD(path, function)                                                                        \
  g_test_add ("/line-profiles/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("samples-are-those-on-the-lines", test_samples);
  ADD ("the-response-is-of-its-own-place", test_lag);
  ADD ("a-table-has-all-of-them", test_csv);
  ADD ("voxels-count-from-where-they-do-elsewhere", test_numbering);
  ADD ("the-pointer-reads-and-moves", test_pointer);
  ADD ("keys-move-the-cross-hair", test_keys);
  ADD ("what-changes-is-drawn", test_drawn);
  ADD ("degenerate-volumes-are-drawn", test_degenerate);
  return g_test_run ();
}
