/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks are two-tone, light on dark, so that they show on any colour map; lines lie on whole
 * pixels. */
#include "slice-marks.h"

#include <math.h>

/* Half of the gap around the voxel that the cross-hair is about, in pixels of the widget, at
 * least. */
#define MIN_GAP 7.f

#define LABEL_MARGIN 6.f
#define LABEL_PADDING 4.f

static const GdkRGBA light = { 1, 1, 1, 0.9f };
static const GdkRGBA dark = { 0, 0, 0, 0.45f };
static const GdkRGBA label_ground = { 0, 0, 0, 0.55f };

/* A light bar with a dark one of a pixel around it. */
static void
append_bar (GtkSnapshot *snapshot, const graphene_rect_t *bar)
{
  if (bar->size.width <= 0 || bar->size.height <= 0)
    return;
  graphene_rect_t halo = *bar;
  graphene_rect_inset (&halo, -1, -1);
  gtk_snapshot_append_color (snapshot, &dark, &halo);
  gtk_snapshot_append_color (snapshot, &light, bar);
}

static void
append_cross_hair (const OndSliceMarks *self, GtkSnapshot *snapshot)
{
  float left = self->area.origin.x, top = self->area.origin.y;
  float right = left + self->area.size.width, bottom = top + self->area.size.height;
  float x = floorf (self->cross.x), y = floorf (self->cross.y),
        gap = ceilf (MAX (MIN_GAP, self->voxel / 2));
  const graphene_rect_t bars[] = {
    GRAPHENE_RECT_INIT (left, y, x - gap - left, 1),
    GRAPHENE_RECT_INIT (x + gap + 1, y, right - x - gap - 1, 1),
    GRAPHENE_RECT_INIT (x, top, 1, y - gap - top),
    GRAPHENE_RECT_INIT (x, y + gap + 1, 1, bottom - y - gap - 1),
  };

  gtk_snapshot_push_clip (snapshot, &self->area);
  for (gsize i = 0; i < G_N_ELEMENTS (bars); i++)
    append_bar (snapshot, &bars[i]);
  gtk_snapshot_pop (snapshot);
}

void
ond_marks_append_label (GtkWidget *widget, GtkSnapshot *snapshot, const char *text, float across,
                        float down)
{
  const float chrome = 2 * LABEL_MARGIN + 4 * LABEL_PADDING;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  float room = MAX ((float) gtk_widget_get_width (widget) - chrome, 1);
  int width, height;

  pango_layout_set_width (layout, (int) room * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_get_pixel_size (layout, &width, &height);
  pango_layout_set_width (layout, width * PANGO_SCALE);

  float wide = (float) width + 4 * LABEL_PADDING, tall = (float) height + 2 * LABEL_PADDING;
  float x = LABEL_MARGIN
            + across * ((float) gtk_widget_get_width (widget) - 2 * LABEL_MARGIN - wide),
        y = LABEL_MARGIN
            + down * ((float) gtk_widget_get_height (widget) - 2 * LABEL_MARGIN - tall);
  GskRoundedRect ground;
  gsk_rounded_rect_init_from_rect (&ground, &GRAPHENE_RECT_INIT (x, y, wide, tall),
                                   2 * LABEL_PADDING);
  gtk_snapshot_push_rounded_clip (snapshot, &ground);
  gtk_snapshot_append_color (snapshot, &label_ground, &ground.bounds);
  gtk_snapshot_pop (snapshot);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (x + 2 * LABEL_PADDING, y + LABEL_PADDING));
  gtk_snapshot_append_layout (snapshot, layout, &light);
  gtk_snapshot_restore (snapshot);
}

void
ond_slice_marks_snapshot (const OndSliceMarks *self, GtkWidget *widget, GtkSnapshot *snapshot)
{
  append_cross_hair (self, snapshot);
  ond_marks_append_label (widget, snapshot, self->title, 0, 0);
  ond_marks_append_label (widget, snapshot, self->axes, 0, 1);
}

void
ond_slice_marks_snapshot_focus (GtkWidget *widget, GtkSnapshot *snapshot)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));
  for (int i = 0; i < 2; i++)
    {
      GskRoundedRect frame;
      gsk_rounded_rect_init_from_rect (&frame, &bounds, 0);
      const GdkRGBA *tone = i == 0 ? &light : &dark;
      gtk_snapshot_append_border (snapshot, &frame, (float[4]){ 2, 2, 2, 2 },
                                  (GdkRGBA[4]){ *tone, *tone, *tone, *tone });
      graphene_rect_inset (&bounds, 2, 2);
    }
}
