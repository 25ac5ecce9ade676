/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wavelet-view.h"

#include "../core/draw/cells.h"
#include "../core/draw/pen.h"
#include "tones.h"
#include "wavelet-picture.h"

#include <math.h>

#define SIZE 130
#define GAP 2        /* between panels */
#define STRIP 28     /* under the panel of an image: the legend */
#define STRIP_BAR 10 /* of the scale bar from its top */
#define FONT_SIZE 9
#define BAR_TICK 3 /* half height of the ends of the scale bar */
#define ARROW 4.0  /* of the marks at the edges of a panel */

/* The colours end at this part of the largest value, so that the negative rings show: they are
 * 0.055 of it (0.135 of an image's). */
#define SATURATED 0.3

/* Marks on the panels: near 0 they are white in light and dark. */
#define PANEL_INK 0x333333

struct _OndWaveletView
{
  GtkWidget parent;
  OndSession *session;
  OndWaveletPicture *picture; /* NULL: to be made when next drawn */
  gboolean flat;
};

G_DEFINE_FINAL_TYPE (OndWaveletView, ond_wavelet_view, GTK_TYPE_WIDGET)

/* ---- Where things are ---- */

static double
get_side (OndWaveletView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)),
      height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->flat)
    return MAX (MIN (width, height - STRIP), 1);
  return MAX ((MIN (width, height) - GAP) / 2, 1);
}

gboolean
ond_wavelet_view_get_area (OndWaveletView *self, int normal, graphene_rect_t *area)
{
  g_return_val_if_fail (OND_IS_WAVELET_VIEW (self), FALSE);

  double side = get_side (self), step = side + GAP;
  double all = self->flat ? side : 2 * side + GAP;
  double left = floor ((gtk_widget_get_width (GTK_WIDGET (self)) - all) / 2);
  double top =
      floor ((gtk_widget_get_height (GTK_WIDGET (self)) - all - (self->flat ? STRIP : 0)) / 2);

  if (self->flat && normal != OND_Z)
    return FALSE;
  *area =
      GRAPHENE_RECT_INIT ((float) (left + (normal == OND_X ? step : 0)),
                          (float) (top + (normal == OND_Y ? step : 0)), (float) side, (float) side);
  return TRUE;
}

/* What the scale bar and its words have for themselves. */
static graphene_rect_t
get_legend (OndWaveletView *self)
{
  graphene_rect_t x, y;

  if (self->flat)
    {
      ond_wavelet_view_get_area (self, OND_Z, &x);
      return GRAPHENE_RECT_INIT (x.origin.x, x.origin.y + x.size.height, x.size.width, STRIP);
    }
  ond_wavelet_view_get_area (self, OND_X, &x);
  ond_wavelet_view_get_area (self, OND_Y, &y);
  return GRAPHENE_RECT_INIT (x.origin.x, y.origin.y, x.size.width, y.size.height);
}

/* ---- The picture ---- */

/* A cube of equal edges until there is a volume. */
static OndGeometry
get_geometry (OndWaveletView *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);

  if (volume != NULL)
    return *ond_volume_get_geometry (volume);
  return (OndGeometry){ { 2, 2, 2 }, { 1, 1, 1 } };
}

/* What is drawn, in words; the wavelet's numbers are at the sliders. */
static void
describe (OndWaveletView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append (text, "Drawn are ");
  for (int i = 0; i < (self->flat ? 2 : OND_N_AXES); i++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT, i > 0 ? " × " : "", self->picture->n[i]);
  g_string_append (text, " voxels");
  if (ond_wavelet_picture_is_wider (self->picture))
    g_string_append (text, "; the wavelet is wider");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
}

static void
ensure_picture (OndWaveletView *self)
{
  OndWavelet wavelet;
  OndGeometry geometry;

  if (self->picture != NULL || self->session == NULL
      || gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    return;
  wavelet = ond_session_get_wavelet (self->session);
  geometry = get_geometry (self);
  self->picture = ond_wavelet_picture_new (&wavelet, &geometry, get_side (self));
  if (self->picture != NULL)
    describe (self);
}

/* ---- Drawing ---- */

/* A triangle that points out of the panel. */
static void
draw_arrow (cairo_t *cr, double x, double y, int dx, int dy)
{
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - dx * ARROW - dy * ARROW, y - dy * ARROW - dx * ARROW);
  cairo_line_to (cr, x - dx * ARROW + dy * ARROW, y - dy * ARROW + dx * ARROW);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_arrows (OndWaveletView *self, cairo_t *cr, int normal, const graphene_rect_t *area)
{
  double left = area->origin.x + 2, right = area->origin.x + area->size.width - 2;
  double top = area->origin.y + 2, bottom = area->origin.y + area->size.height - 2;
  double x = (left + right) / 2, y = (top + bottom) / 2;

  ond_tones_set_source (cr, PANEL_INK, 1);
  if (self->picture->wider[normal][ond_slice_horizontal (normal)])
    {
      draw_arrow (cr, left, y, -1, 0);
      draw_arrow (cr, right, y, 1, 0);
    }
  if (self->picture->wider[normal][ond_slice_vertical (normal)])
    {
      draw_arrow (cr, x, top, 0, -1);
      draw_arrow (cr, x, bottom, 0, 1);
    }
}

static void
draw_panel (OndWaveletView *self, cairo_t *cr, OndPen *pen, int normal)
{
  static const OndColorScale colors = { .map = OND_COLORMAP_DIVERGING,
                                        .lower = -SATURATED,
                                        .upper = SATURATED };
  const int h = ond_slice_horizontal (normal), v = ond_slice_vertical (normal);
  const OndPanel panel = { .nx = self->picture->n[h],
                           .ny = self->picture->n[v],
                           .values = self->picture->slices[normal] };
  double width = (double) panel.nx * self->picture->cell[h],
         height = (double) panel.ny * self->picture->cell[v];
  graphene_rect_t area;
  OndPanelArea cells;

  if (!ond_wavelet_view_get_area (self, normal, &area))
    return;
  cells = (OndPanelArea){ floor (area.origin.x + (area.size.width - width) / 2),
                          floor (area.origin.y + (area.size.height - height) / 2), width, height };
  cairo_save (cr);
  cairo_rectangle (cr, area.origin.x, area.origin.y, area.size.width, area.size.height);
  cairo_clip (cr);
  ond_cells_draw (&panel, &colors, cr, &cells);
  cairo_rectangle (cr, area.origin.x + 0.5, area.origin.y + 0.5, area.size.width - 1,
                   area.size.height - 1);
  cairo_set_line_width (cr, 1);
  ond_tones_set_source (cr, PANEL_INK, 0.2);
  cairo_stroke (cr);
  draw_arrows (self, cr, normal, &area);
  ond_tones_set_source (cr, PANEL_INK, 0.8);
  if (!self->flat)
    ond_pen_put (pen, ond_slice_name (normal),
                 &(OndPlace){ .x = area.origin.x + 3, .y = area.origin.y + 1 });
  cairo_restore (cr);
}

static void
draw_bar (cairo_t *cr, double x, double y, double length)
{
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x, y - BAR_TICK);
  cairo_line_to (cr, x, y + BAR_TICK);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + length, y);
  cairo_move_to (cr, x + length, y - BAR_TICK);
  cairo_line_to (cr, x + length, y + BAR_TICK);
  cairo_stroke (cr);
}

/* A bar of so many voxels with its length in words, and what is not drawn. */
static void
draw_legend (OndWaveletView *self, cairo_t *cr, OndPen *pen, const OndTones *tones)
{
  const OndGeometry geometry = get_geometry (self);
  const graphene_rect_t legend = get_legend (self);
  const gboolean equal = geometry.edge[OND_X] == geometry.edge[OND_Y]
                         && (self->flat || geometry.edge[OND_Y] == geometry.edge[OND_Z]);
  int n = ond_wavelet_picture_scale_bar (self->picture,
                                         (legend.size.width - 8) * (self->flat ? 0.4 : 1));
  g_autofree char *text =
      g_strdup_printf ("%d %s%s", n, equal ? "voxel" : "edge", n == 1 ? "" : "s");
  double length = n * self->picture->magnification, x, y;
  gboolean wider = ond_wavelet_picture_is_wider (self->picture);

  x = floor (legend.origin.x + (self->flat ? 2 : (legend.size.width - length) / 2)) + 0.5;
  y = floor (legend.origin.y + (self->flat ? STRIP_BAR : legend.size.height * (wider ? 0.2 : 0.45)))
      + 0.5;
  ond_tones_set_source (cr, tones->ink, 1);
  draw_bar (cr, x, y, length);
  if (self->flat)
    {
      ond_pen_put (pen, text, &(OndPlace){ .x = x + length + 6, .y = y, .down = 0.5 });
      if (wider)
        ond_pen_put (pen, "wider than drawn", &(OndPlace){ .x = x, .y = y + BAR_TICK + 2 });
      return;
    }
  x = legend.origin.x + legend.size.width / 2;
  ond_pen_put (pen, text, &(OndPlace){ .x = x, .y = y + BAR_TICK + 2, .across = 0.5 });
  if (wider)
    {
      ond_pen_put (pen, "wider than", &(OndPlace){ .x = x, .y = y + 20, .across = 0.5 });
      ond_pen_put (pen, "drawn", &(OndPlace){ .x = x, .y = y + 20 + pen->line, .across = 0.5 });
    }
}

static void
ond_wavelet_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndWaveletView *self = OND_WAVELET_VIEW (widget);
  OndTones tones = ond_tones_get (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));
  cairo_t *cr;
  OndPen pen;

  ensure_picture (self);
  if (self->picture == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ond_pen_init (&pen, cr, FONT_SIZE);
  for (int normal = 0; normal < OND_N_AXES; normal++)
    draw_panel (self, cr, &pen, normal);
  draw_legend (self, cr, &pen, &tones);
  ond_pen_clear (&pen);
  cairo_destroy (cr);
}

static void
ond_wavelet_view_measure (GtkWidget *widget G_GNUC_UNUSED, GtkOrientation orientation G_GNUC_UNUSED,
                          int for_size G_GNUC_UNUSED, int *minimum, int *natural,
                          int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = SIZE;
  *minimum_baseline = *natural_baseline = -1;
}

static void
ond_wavelet_view_size_allocate (GtkWidget *widget, int width G_GNUC_UNUSED,
                                int height G_GNUC_UNUSED, int baseline G_GNUC_UNUSED)
{
  g_clear_pointer (&OND_WAVELET_VIEW (widget)->picture, ond_wavelet_picture_free);
}

/* ---- Session ---- */

static void
wavelet_changed (OndWaveletView *self)
{
  g_clear_pointer (&self->picture, ond_wavelet_picture_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
volume_changed (OndWaveletView *self)
{
  const OndGeometry geometry = get_geometry (self);

  self->flat = ond_geometry_rank (&geometry) == 2;
  wavelet_changed (self);
}

static gboolean
ond_wavelet_view_query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
                                gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip)
{
  OndWaveletView *self = OND_WAVELET_VIEW (widget);
  gboolean wider;

  ensure_picture (self);
  if (self->picture == NULL)
    return FALSE;
  wider = ond_wavelet_picture_is_wider (self->picture);
  g_autofree char *text =
      g_strconcat ("The wavelet, a square a voxel: red is positive, blue negative; colours end at "
                   "0.3 of its largest value",
                   wider ? ". Where a mark points it is wider than what is drawn" : "", NULL);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- The widget ---- */

static void
ond_wavelet_view_dispose (GObject *object)
{
  OndWaveletView *self = OND_WAVELET_VIEW (object);

  g_clear_pointer (&self->picture, ond_wavelet_picture_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_wavelet_view_parent_class)->dispose (object);
}

static void
ond_wavelet_view_class_init (OndWaveletViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_wavelet_view_dispose;
  widget_class->snapshot = ond_wavelet_view_snapshot;
  widget_class->measure = ond_wavelet_view_measure;
  widget_class->size_allocate = ond_wavelet_view_size_allocate;
  widget_class->query_tooltip = ond_wavelet_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "waveletview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_wavelet_view_init (OndWaveletView *self)
{
  ond_tones_follow (GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "The wavelet", -1);
}

GtkWidget *
ond_wavelet_view_new (void)
{
  return g_object_new (OND_TYPE_WAVELET_VIEW, NULL);
}

void
ond_wavelet_view_set_session (OndWaveletView *self, OndSession *session)
{
  g_return_if_fail (OND_IS_WAVELET_VIEW (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_autofree char *signal = g_strconcat ("notify::", ond_parameters[p].name, NULL);

      g_signal_connect_object (session, signal, G_CALLBACK (wavelet_changed), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  volume_changed (self);
}
