/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "histogram-view.h"

#include "../core/draw/histogram.h"

#include <math.h>

#define HEIGHT 76

/* Of the strip of colours at the bottom, and the space over it. */
#define BAR_HEIGHT 10
#define BAR_GAP 2

/* Beyond each limit there is as much of what is between them. */
#define MARGIN 0.3
#define FARTHEST ((double) G_MAXFLOAT)

/* Half of the width of a limit's grip. */
#define GRIP 4

struct _OndHistogramView
{
  GtkWidget parent;
  OndSession *session;
  double lower, upper; /* the values at the left and the right end */
  OndHistogram histogram;
  gboolean counted;

  int dragged;       /* 0 lower, 1 upper, -1 none */
  gboolean mirrored; /* the other limit moves, too */
  double start;      /* where the drag began */
};

G_DEFINE_FINAL_TYPE (OndHistogramView, ond_histogram_view, GTK_TYPE_WIDGET)

static OndShow
get_show (OndHistogramView *self)
{
  return ond_session_get_show (self->session);
}

static const OndColorScale *
get_colors (OndHistogramView *self)
{
  return ond_session_get_colors (self->session, get_show (self));
}

/* The limits and a margin; kept while a limit is dragged, or it would run away. */
static void
update_range (OndHistogramView *self)
{
  const OndColorScale *colors = get_colors (self);
  /* Samples are floats: limits beyond them, however far, look like theirs. */
  double lower = CLAMP (MIN (colors->lower, colors->upper), -FARTHEST, FARTHEST),
         upper = CLAMP (MAX (colors->lower, colors->upper), -FARTHEST, FARTHEST);
  double span = upper - lower;

  if (self->dragged >= 0)
    return;
  if (!(span > 0))
    span = MAX (fabs (upper) * 1e-6, 1e-30);
  self->lower = lower - MARGIN * span;
  self->upper = upper + MARGIN * span;
}

static void
describe (OndHistogramView *self)
{
  static const char *const names[OND_N_SHOWS] = { "Histogram of the image",
                                                  "Histogram of the response" };
  const OndColorScale *colors = get_colors (self);
  double clipped =
      ond_display_get_clipped (ond_session_get_display (self->session), get_show (self));
  g_autofree char *text = g_strdup_printf ("Limits %.4g and %.4g, %.2g %% outside", colors->lower,
                                           colors->upper, 100 * clipped);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  names[get_show (self)], GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
changed (OndHistogramView *self)
{
  update_range (self);
  self->counted = FALSE;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pixels_changed (OndHistogramView *self)
{
  self->counted = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
count (OndHistogramView *self)
{
  gsize n;
  const float *samples =
      ond_display_get_samples (ond_session_get_display (self->session), get_show (self), &n);

  ond_histogram_count (&self->histogram, samples, n, self->lower, self->upper);
  self->counted = TRUE;
}

/* The colours of the values from end to end, by the function that the slices are drawn with. */
static void
append_colors (OndHistogramView *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  OndColorScale colors = *get_colors (self);
  float values[OND_HISTOGRAM_BINS];
  guint8 pixels[4 * OND_HISTOGRAM_BINS];
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  for (int i = 0; i < OND_HISTOGRAM_BINS; i++)
    values[i] =
        (float) (self->lower + (self->upper - self->lower) * (i + 0.5) / OND_HISTOGRAM_BINS);
  colors.polarity = OND_POLARITY_BRIGHT; /* the axis is of what is shown */
  ond_color_scale_map_row (&colors, values, OND_HISTOGRAM_BINS, pixels);
  bytes = g_bytes_new (pixels, sizeof pixels);
  texture =
      gdk_memory_texture_new (OND_HISTOGRAM_BINS, 1, GDK_MEMORY_R8G8B8A8, bytes, sizeof pixels);
  gtk_snapshot_append_texture (snapshot, texture, bounds);
}

/* One bar a bin on whole pixels, paler outside the limits. */
static void
append_bars (OndHistogramView *self, GtkSnapshot *snapshot, float width, float height)
{
  const OndColorScale *colors = get_colors (self);
  double low = MIN (colors->lower, colors->upper), high = MAX (colors->lower, colors->upper);
  float bar = width / OND_HISTOGRAM_BINS;
  GdkRGBA inside, outside;
  gsize most = 1;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &inside);
  outside = inside;
  inside.alpha *= 0.7f;
  outside.alpha *= 0.25f;
  for (int i = 0; i < OND_HISTOGRAM_BINS; i++)
    most = MAX (most, self->histogram.counts[i]);
  for (int i = 0; i < OND_HISTOGRAM_BINS; i++)
    {
      double value = self->lower + (self->upper - self->lower) * (i + 0.5) / OND_HISTOGRAM_BINS;
      float left = floorf ((float) i * bar), right = floorf ((float) (i + 1) * bar);
      float tall =
          height * (float) (log1p ((double) self->histogram.counts[i]) / log1p ((double) most));

      if (self->histogram.counts[i] > 0)
        gtk_snapshot_append_color (
            snapshot, value >= low && value <= high ? &inside : &outside,
            &GRAPHENE_RECT_INIT (left, height - tall, MAX (right - left, 1), tall));
    }
}

/* A line from top to bottom with a grip at the top. */
static void
append_limit (OndHistogramView *self, GtkSnapshot *snapshot, double value, float height)
{
  float x = floorf ((float) ond_histogram_view_locate (self, value));
  GdkRGBA color;
  GskRoundedRect grip;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (x, 0, 1, height));
  gsk_rounded_rect_init_from_rect (
      &grip, &GRAPHENE_RECT_INIT (x - GRIP + 0.5f, 0, 2 * GRIP, 3 * GRIP), GRIP);
  gtk_snapshot_push_rounded_clip (snapshot, &grip);
  gtk_snapshot_append_color (snapshot, &color, &grip.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
ond_histogram_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  OndHistogramView *self = OND_HISTOGRAM_VIEW (widget);
  float width = (float) gtk_widget_get_width (widget),
        height = (float) gtk_widget_get_height (widget);

  if (ond_session_get_volume (self->session) == NULL)
    return;
  if (!self->counted)
    count (self);
  append_bars (self, snapshot, width, height - BAR_HEIGHT - BAR_GAP);
  append_colors (self, snapshot, &GRAPHENE_RECT_INIT (0, height - BAR_HEIGHT, width, BAR_HEIGHT));
  append_limit (self, snapshot, get_colors (self)->lower, height);
  append_limit (self, snapshot, get_colors (self)->upper, height);
}

static void
ond_histogram_view_measure (G_GNUC_UNUSED GtkWidget *widget, GtkOrientation orientation,
                            G_GNUC_UNUSED int for_size, int *minimum, int *natural,
                            G_GNUC_UNUSED int *minimum_baseline,
                            G_GNUC_UNUSED int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 64;
}

static void
move_limit (OndHistogramView *self, double x)
{
  OndColorScale colors = *get_colors (self);
  double *limits[] = { &colors.lower, &colors.upper };
  double value = ond_histogram_view_value_at (self, x);

  if (self->mirrored)
    {
      double magnitude = self->dragged == 0 ? -value : value;

      colors.upper = MAX (magnitude, self->upper * 1e-3);
      colors.lower = -colors.upper;
    }
  else
    *limits[self->dragged] = value;
  /* They do not pass each other under the pointer. */
  if (colors.lower <= colors.upper)
    ond_session_set_colors (self->session, get_show (self), &colors);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y G_GNUC_UNUSED, OndHistogramView *self)
{
  const OndColorScale *colors = get_colors (self);
  double to_lower = fabs (x - ond_histogram_view_locate (self, colors->lower)),
         to_upper = fabs (x - ond_histogram_view_locate (self, colors->upper));

  if (ond_session_get_volume (self->session) == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragged = to_upper < to_lower;
  self->mirrored = colors->upper > 0 && colors->lower == -colors->upper;
  self->start = x;
}

static void
drag_update (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx, double dy G_GNUC_UNUSED,
             OndHistogramView *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->dragged >= 0)
    move_limit (self, CLAMP (self->start + dx, 0, width));
}

static void
drag_end (GtkGestureDrag *gesture G_GNUC_UNUSED, double dx G_GNUC_UNUSED, double dy G_GNUC_UNUSED,
          OndHistogramView *self)
{
  self->dragged = -1;
  changed (self);
}

static void
ond_histogram_view_dispose (GObject *object)
{
  g_clear_object (&OND_HISTOGRAM_VIEW (object)->session);
  G_OBJECT_CLASS (ond_histogram_view_parent_class)->dispose (object);
}

static void
ond_histogram_view_class_init (OndHistogramViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ond_histogram_view_dispose;
  widget_class->snapshot = ond_histogram_view_snapshot;
  widget_class->measure = ond_histogram_view_measure;
  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ond_histogram_view_init (OndHistogramView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->dragged = -1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "col-resize");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), "Drag a limit; symmetric ones move together");
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

GtkWidget *
ond_histogram_view_new (OndSession *session)
{
  OndHistogramView *self = g_object_new (OND_TYPE_HISTOGRAM_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "display-changed", G_CALLBACK (changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "pixels-changed", G_CALLBACK (pixels_changed), self,
                           G_CONNECT_SWAPPED);
  changed (self);
  return GTK_WIDGET (self);
}

double
ond_histogram_view_value_at (OndHistogramView *self, double x)
{
  g_return_val_if_fail (OND_IS_HISTOGRAM_VIEW (self), 0);
  return self->lower
         + (self->upper - self->lower) * x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
}

double
ond_histogram_view_locate (OndHistogramView *self, double value)
{
  g_return_val_if_fail (OND_IS_HISTOGRAM_VIEW (self), 0);
  return (value - self->lower) / (self->upper - self->lower)
         * gtk_widget_get_width (GTK_WIDGET (self));
}
