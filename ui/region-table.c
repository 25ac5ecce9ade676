/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-table.h"

#include <math.h>

/* The rows: counts, then the statistics in their order. */
enum
{
  ROW_N,
  ROW_INVALID,
  ROW_FIRST,
  N_ROWS = ROW_FIRST + OND_N_REGION_STATISTICS
};

struct _OndRegionTable
{
  GtkGrid parent;
  OndSession *session;
  OndRegionMeasure *measure;
  GtkWidget *place;
  GtkWidget *titles[N_ROWS], *values[N_ROWS][OND_N_SHOWS];
};

G_DEFINE_FINAL_TYPE (OndRegionTable, ond_region_table, GTK_TYPE_GRID)

static const char *const axis_names[OND_N_AXES] = { "x", "y", "z" };
static const char *const layers[OND_N_SHOWS] = { "Image", "Response" };

static const char *
row_title (int row)
{
  return row == ROW_N         ? "n"
         : row == ROW_INVALID ? "invalid"
                              : ond_region_statistic_infos[row - ROW_FIRST].name;
}

static char *
row_text (const OndRegionStatistics *statistics, int row)
{
  double value;

  if (statistics == NULL)
    return g_strdup ("—");
  if (row < ROW_FIRST)
    return g_strdup_printf ("%" G_GSIZE_FORMAT,
                            row == ROW_N ? statistics->n : statistics->n_invalid);
  value = ond_region_statistics_get (statistics, row - ROW_FIRST);
  return isfinite (value) ? g_strdup_printf ("%.6g", value) : g_strdup ("—");
}

/* "XY slice, z 26; K": where and in what. */
static char *
place_text (OndRegionTable *self, const OndRegion *region)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  const char *unit = ond_volume_get_info (volume)->unit;
  int first = ond_coordinates_get_first (ond_session_get_coordinates (self->session));
  GString *text = g_string_new (NULL);
  gint32 at[OND_N_AXES];

  ond_session_get_cross_hair (self->session, at);
  g_string_append_printf (text, "%s slice", ond_slice_name (region->normal));
  if (ond_volume_get_geometry (volume)->n[region->normal] > 1)
    g_string_append_printf (text, ", %s %d", axis_names[region->normal],
                            at[region->normal] + first);
  if (unit != NULL && *unit != '\0')
    g_string_append_printf (text, "; in %s", unit);
  return g_string_free (text, FALSE);
}

static void
update (OndRegionTable *self)
{
  const OndRegion *region = ond_regions_get_current (ond_session_get_regions (self->session));
  const OndRegionStatistics *statistics[OND_N_SHOWS];
  gboolean gaps = FALSE;
  g_autofree char *place = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), region != NULL);
  if (region == NULL || ond_session_get_volume (self->session) == NULL)
    return;
  for (int show = 0; show < OND_N_SHOWS; show++)
    {
      statistics[show] = ond_region_measure_get (self->measure, show);
      gaps = gaps || (statistics[show] != NULL && statistics[show]->n_invalid > 0);
    }
  for (int row = 0; row < N_ROWS; row++)
    for (int show = 0; show < OND_N_SHOWS; show++)
      {
        g_autofree char *text = row_text (statistics[show], row);

        gtk_label_set_text (GTK_LABEL (self->values[row][show]), text);
        if (row != ROW_INVALID)
          continue;
        gtk_widget_set_visible (self->titles[row], gaps);
        gtk_widget_set_visible (self->values[row][show], gaps);
      }
  place = place_text (self, region);
  gtk_label_set_text (GTK_LABEL (self->place), place);
}

char *
ond_region_table_dup_text (OndRegionTable *self)
{
  GString *text = g_string_new (gtk_label_get_text (GTK_LABEL (self->place)));

  g_string_append_printf (text, "\n\t%s\t%s\n", layers[0], layers[1]);
  for (int row = 0; row < N_ROWS; row++)
    if (gtk_widget_get_visible (self->titles[row]))
      g_string_append_printf (text, "%s\t%s\t%s\n", row_title (row),
                              gtk_label_get_text (GTK_LABEL (self->values[row][0])),
                              gtk_label_get_text (GTK_LABEL (self->values[row][1])));
  return g_string_free (text, FALSE);
}

static void
ond_region_table_dispose (GObject *object)
{
  OndRegionTable *self = OND_REGION_TABLE (object);

  g_clear_object (&self->measure);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_region_table_parent_class)->dispose (object);
}

static void
ond_region_table_class_init (OndRegionTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_region_table_dispose;
}

static GtkWidget *
add_label (OndRegionTable *self, const char *text, int column, int row, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column > 0);
  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (GTK_GRID (self), label, column, row, 1, 1);
  return label;
}

static void
ond_region_table_init (OndRegionTable *self)
{
  static const char *const tips[] = {
    "Valid samples whose centre is in the region",
    "Samples without a value: in no statistic",
    "Sum of the samples",
    "Mean of the samples",
    "Median; of an even number, the mean of the middle two",
    "Population standard deviation",
    "Smallest sample",
    "Largest sample",
  };

  gtk_grid_set_column_spacing (GTK_GRID (self), 12);
  gtk_grid_set_row_spacing (GTK_GRID (self), 2);
  gtk_grid_set_column_homogeneous (GTK_GRID (self), FALSE);
  for (int show = 0; show < OND_N_SHOWS; show++)
    add_label (self, layers[show], show + 1, 0, "dim-label");
  for (int row = 0; row < N_ROWS; row++)
    {
      self->titles[row] = add_label (self, row_title (row), 0, row + 1, "dim-label");
      gtk_widget_set_tooltip_text (self->titles[row], tips[row]);
      for (int show = 0; show < OND_N_SHOWS; show++)
        {
          GtkWidget *value = add_label (self, "", show + 1, row + 1, "numeric");

          gtk_label_set_selectable (GTK_LABEL (value), TRUE);
          gtk_widget_set_focusable (value, FALSE);
          self->values[row][show] = value;
        }
    }
  self->place = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->place), 0);
  gtk_widget_add_css_class (self->place, "caption");
  gtk_widget_add_css_class (self->place, "dim-label");
  gtk_label_set_ellipsize (GTK_LABEL (self->place), PANGO_ELLIPSIZE_END);
  gtk_grid_attach (GTK_GRID (self), self->place, 0, N_ROWS + 1, 3, 1);
}

GtkWidget *
ond_region_table_new (OndSession *session)
{
  OndRegionTable *self = g_object_new (OND_TYPE_REGION_TABLE, NULL);
  OndRegions *regions = ond_session_get_regions (session);

  self->session = g_object_ref (session);
  self->measure = ond_region_measure_new (session);
  g_signal_connect_object (self->measure, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "notify::selected", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "pixels-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_coordinates (session), "changed", G_CALLBACK (update),
                           self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

OndRegionMeasure *
ond_region_table_get_measure (OndRegionTable *self)
{
  g_return_val_if_fail (OND_IS_REGION_TABLE (self), NULL);
  return self->measure;
}
