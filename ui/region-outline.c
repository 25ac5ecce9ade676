/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-outline.h"

#include <math.h>

/* In pixels of the widget. */
#define HANDLE 7.     /* edge of a handle */
#define REACH 8.      /* from its middle */
#define TURN_AWAY 22. /* the handle that turns, from the edge */
#define LINE 1.5
#define HALO 3.5

/* More names than that hide the slice. */
#define MAX_NAMES 100

/* Green as in DS9, light enough for dark slices; the halo makes it out on light ones. */
static const GdkRGBA usual = { 0.32f, 0.92f, 0.36f, 1 };
static const GdkRGBA dark = { 0, 0, 0, 0.5f };
static const GdkRGBA ground = { 0, 0, 0, 0.65f }; /* of names */
static const GdkRGBA light = { 1, 1, 1, 1 };

void
ond_region_screen_from_voxel (const OndRegionScreen *self, const double at[2], double *x, double *y)
{
  *x = self->x + (at[0] + 0.5) / self->n[0] * self->width;
  *y = self->y + self->height - (at[1] + 0.5) / self->n[1] * self->height;
}

void
ond_region_screen_to_voxel (const OndRegionScreen *self, double x, double y, double at[2])
{
  at[0] = (x - self->x) / self->width * self->n[0] - 0.5;
  at[1] = (self->y + self->height - y) / self->height * self->n[1] - 0.5;
}

void
ond_region_corner_signs (int corner, int signs[2])
{
  signs[0] = corner == 1 || corner == 2 ? 1 : -1;
  signs[1] = corner >= 2 ? 1 : -1;
}

static void
locate (const OndRegion *region, const OndRegionScreen *screen, double u, double v, double *x,
        double *y)
{
  double at[2];

  ond_region_from_frame (region, (const double[]){ u * region->half[0], v * region->half[1] }, at);
  ond_region_screen_from_voxel (screen, at, x, y);
}

void
ond_region_get_handle (const OndRegion *region, const OndRegionScreen *screen, OndRegionPart part,
                       double *x, double *y)
{
  double middle_x, middle_y, length;
  int signs[2];

  if (part != OND_REGION_PART_TURN)
    {
      ond_region_corner_signs (part - OND_REGION_PART_CORNER, signs);
      locate (region, screen, signs[0], signs[1], x, y);
      return;
    }
  locate (region, screen, 0, 0, &middle_x, &middle_y);
  locate (region, screen, 0, 1, x, y);
  length = hypot (*x - middle_x, *y - middle_y);
  if (length < 1e-6)
    return;
  *x += (*x - middle_x) / length * TURN_AWAY;
  *y += (*y - middle_y) / length * TURN_AWAY;
}

OndRegionPart
ond_region_pick (const OndRegion *region, const OndRegionScreen *screen, gboolean selected,
                 double x, double y)
{
  double at[2];

  for (int part = OND_REGION_PART_TURN; selected && part >= OND_REGION_PART_CORNER; part--)
    {
      double handle_x, handle_y;

      ond_region_get_handle (region, screen, part, &handle_x, &handle_y);
      if (fabs (x - handle_x) <= REACH && fabs (y - handle_y) <= REACH)
        return part;
    }
  ond_region_screen_to_voxel (screen, x, y, at);
  return ond_region_contains (region, at) ? OND_REGION_PART_BODY : OND_REGION_PART_NONE;
}

/* ---- Drawing ---- */

/* DS9's words are X11's, as GDK's. */
static GdkRGBA
color_of (const OndRegion *region)
{
  GdkRGBA color;

  return region->color[0] != '\0' && gdk_rgba_parse (&color, region->color) ? color : usual;
}

/* A path for cairo, whose origin is the widget's. */
static void
trace (const OndRegion *region, const OndRegionScreen *screen, cairo_t *cr)
{
  double x, y,
      size = MAX (region->half[0] / screen->n[0] * screen->width,
                  region->half[1] / screen->n[1] * screen->height);
  int signs[2], n = (int) CLAMP (size, 12, 96);

  if (region->shape == OND_REGION_ELLIPSE)
    {
      for (int i = 0; i < n; i++)
        {
          locate (region, screen, cos (2 * G_PI * i / n), sin (2 * G_PI * i / n), &x, &y);
          cairo_line_to (cr, x, y);
        }
      cairo_close_path (cr);
      return;
    }
  for (int corner = 0; corner < 4; corner++)
    {
      ond_region_corner_signs (corner, signs);
      locate (region, screen, signs[0], signs[1], &x, &y);
      cairo_line_to (cr, x, y);
    }
  cairo_close_path (cr);
}

static void
stroke (cairo_t *cr, const GdkRGBA *color, double width)
{
  gdk_cairo_set_source_rgba (cr, color);
  cairo_set_line_width (cr, width);
  cairo_stroke_preserve (cr);
}

static void
draw_handles (const OndRegion *region, const OndRegionScreen *screen, cairo_t *cr)
{
  double x, y, top_x, top_y;

  ond_region_get_handle (region, screen, OND_REGION_PART_TURN, &x, &y);
  locate (region, screen, 0, 1, &top_x, &top_y);
  cairo_move_to (cr, top_x, top_y);
  cairo_line_to (cr, x, y);
  stroke (cr, &dark, HALO);
  stroke (cr, &light, 1);
  cairo_new_path (cr);
  for (int part = OND_REGION_PART_CORNER; part <= OND_REGION_PART_TURN; part++)
    {
      ond_region_get_handle (region, screen, part, &x, &y);
      if (part == OND_REGION_PART_TURN)
        cairo_arc (cr, x, y, HANDLE / 2 + 0.5, 0, 2 * G_PI);
      else
        cairo_rectangle (cr, round (x - HANDLE / 2), round (y - HANDLE / 2), HANDLE, HANDLE);
      stroke (cr, &dark, 2);
      gdk_cairo_set_source_rgba (cr, &light);
      cairo_fill (cr);
    }
}

/* A dashed line for the selected one, so that it is not told by its handles alone, which may be out
 * of sight. */
static void
draw (const OndRegion *region, const OndRegionScreen *screen, gboolean selected, cairo_t *cr)
{
  static const double dashes[] = { 7, 4 };
  GdkRGBA color = color_of (region);

  trace (region, screen, cr);
  stroke (cr, &dark, selected ? HALO + 0.5 : HALO);
  if (selected)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  stroke (cr, &color, selected ? LINE + 0.5 : LINE);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_new_path (cr);
  if (selected)
    draw_handles (region, screen, cr);
}

/* Its number in the list and its name, right of its upper edge, or above it where the view
 * ends. */
static void
append_name (const OndRegion *region, guint number, const OndRegionScreen *screen,
             GtkWidget *widget, GtkSnapshot *snapshot)
{
  g_autofree char *text = region->text[0] != '\0' ? g_strdup_printf ("%u  %s", number, region->text)
                                                  : g_strdup_printf ("%u", number);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  GdkRGBA color = color_of (region);
  double extent[2], x, y;
  int width, height;

  ond_region_get_extent (region, extent);
  ond_region_screen_from_voxel (
      screen, (const double[]){ region->centre[0] + extent[0], region->centre[1] + extent[1] }, &x,
      &y);
  pango_layout_get_pixel_size (layout, &width, &height);
  x = round (x) + 6;
  y = round (y) - 2;
  if (x + width > gtk_widget_get_width (widget))
    {
      x = gtk_widget_get_width (widget) - width - 6;
      y -= height + 2;
    }
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_color (snapshot, &ground,
                             &GRAPHENE_RECT_INIT (-3, -1, (float) width + 6, (float) height + 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

/* Drawn on no more of the widget than it touches; FALSE where that is nothing. */
static gboolean
get_bounds (const OndRegion *region, const OndRegionScreen *screen, GtkWidget *widget,
            graphene_rect_t *bounds)
{
  double extent[2], left, right, top, bottom, margin = TURN_AWAY + HANDLE;

  ond_region_get_extent (region, extent);
  if (region->shape == OND_REGION_ELLIPSE) /* handles are at the corners of its box */
    for (int i = 0; i < 2; i++)
      extent[i] = hypot (region->half[0], region->half[1]);
  ond_region_screen_from_voxel (
      screen, (const double[]){ region->centre[0] - extent[0], region->centre[1] - extent[1] },
      &left, &bottom);
  ond_region_screen_from_voxel (
      screen, (const double[]){ region->centre[0] + extent[0], region->centre[1] + extent[1] },
      &right, &top);
  left = floor (MAX (left - margin, 0));
  top = floor (MAX (top - margin, 0));
  right = ceil (MIN (right + margin, gtk_widget_get_width (widget)));
  bottom = ceil (MIN (bottom + margin, gtk_widget_get_height (widget)));
  if (left >= right || top >= bottom)
    return FALSE;
  graphene_rect_init (bounds, (float) left, (float) top, (float) (right - left),
                      (float) (bottom - top));
  return TRUE;
}

/* One picture for all of them: a picture is a texture for OpenGL. */
static void
snapshot_outlines (OndRegions *regions, const OndRegion *drawn, int normal,
                   const OndRegionScreen *screen, GtkWidget *widget, GtkSnapshot *snapshot)
{
  guint n = ond_regions_get_n (regions);
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, 0, 0), bounds;
  cairo_t *cr;

  for (guint i = 0; i <= n; i++)
    {
      const OndRegion *region = i < n ? ond_regions_get (regions, i) : drawn;

      if (region == NULL || region->normal != normal
          || !get_bounds (region, screen, widget, &bounds))
        continue;
      if (all.size.width > 0)
        graphene_rect_union (&all, &bounds, &all);
      else
        all = bounds;
    }
  if (all.size.width <= 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &all);
  for (guint i = 0; i <= n; i++)
    {
      const OndRegion *region = i < n ? ond_regions_get (regions, i) : drawn;

      if (region != NULL && region->normal == normal
          && get_bounds (region, screen, widget, &bounds))
        draw (region, screen, (int) i == ond_regions_get_selected (regions), cr);
    }
  cairo_destroy (cr);
}

void
ond_region_outlines_snapshot (OndRegions *regions, const OndRegion *drawn, int normal,
                              const OndRegionScreen *screen, GtkWidget *widget,
                              GtkSnapshot *snapshot)
{
  guint n = ond_regions_get_n (regions), n_names = 0;
  graphene_rect_t bounds;

  snapshot_outlines (regions, drawn, normal, screen, widget, snapshot);
  for (guint i = 0; i < n && n_names < MAX_NAMES; i++)
    {
      const OndRegion *region = ond_regions_get (regions, i);

      if (region->normal != normal || !get_bounds (region, screen, widget, &bounds))
        continue;
      append_name (region, i + 1, screen, widget, snapshot);
      n_names++;
    }
}
