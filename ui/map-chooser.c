/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map-chooser.h"

struct _OndMapChooser
{
  GtkBox parent;
  OndMapModel *model;
  guint map;
  GtkDropDown *statistic, *xi, *scale;
  OndStatistic statistics[OND_N_STATISTICS]; /* those in the list */
  guint n;
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (OndMapChooser, ond_map_chooser, GTK_TYPE_BOX)

/* A row is narrow. */
static const char *const short_titles[OND_N_STATISTICS] = {
  [OND_STATISTIC_ENERGY] = "Energy", [OND_STATISTIC_MEAN] = "Mean",
  [OND_STATISTIC_STD] = "Std. dev.", [OND_STATISTIC_MIN] = "Minimum",
  [OND_STATISTIC_MAX] = "Maximum",
};

static void
sync_widgets (OndMapChooser *self)
{
  gsize xi, scale;

  self->syncing = TRUE;
  for (guint i = 0; i < self->n; i++)
    if (self->statistics[i] == ond_map_model_get_statistic (self->model, self->map))
      gtk_drop_down_set_selected (self->statistic, i);
  if (ond_map_model_get_job (self->model) != NULL)
    {
      ond_map_model_get_plane (self->model, self->map, &xi, &scale);
      gtk_drop_down_set_selected (self->xi, (guint) xi);
      gtk_drop_down_set_selected (self->scale, (guint) scale);
    }
  self->syncing = FALSE;
}

static void
list_values (GtkDropDown *drop_down, const OndGrid *grid)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (gsize i = 0; i < grid->n; i++)
    gtk_string_list_take (
        list, g_strdup_printf ("%s %.4g", ond_parameters[grid->parameter].symbol, grid->values[i]));
  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
  gtk_widget_set_sensitive (GTK_WIDGET (drop_down), grid->n > 1);
}

static void
list_statistics (OndMapChooser *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  self->n = 0;
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (ond_statistic_set_has (ond_map_model_get_statistics (self->model), s))
      {
        gtk_string_list_append (list, short_titles[s]);
        self->statistics[self->n++] = s;
      }
  gtk_drop_down_set_model (self->statistic, G_LIST_MODEL (list));
  gtk_widget_set_sensitive (GTK_WIDGET (self->statistic), self->n > 1);
}

static void
list_all (OndMapChooser *self)
{
  self->syncing = TRUE;
  list_statistics (self);
  if (ond_map_model_get_job (self->model) != NULL)
    {
      list_values (self->xi, ond_map_model_get_grid (self->model, OND_PARAMETER_XI));
      list_values (self->scale, ond_map_model_get_grid (self->model, OND_PARAMETER_SCALE));
    }
  self->syncing = FALSE;
  sync_widgets (self);
}

static void
statistic_chosen (OndMapChooser *self)
{
  guint i = gtk_drop_down_get_selected (self->statistic);

  if (!self->syncing && i < self->n)
    ond_map_model_set_statistic (self->model, self->map, self->statistics[i]);
}

static void
plane_chosen (OndMapChooser *self)
{
  if (!self->syncing && ond_map_model_get_job (self->model) != NULL)
    ond_map_model_set_plane (self->model, self->map, gtk_drop_down_get_selected (self->xi),
                             gtk_drop_down_get_selected (self->scale));
}

static void
ond_map_chooser_dispose (GObject *object)
{
  g_clear_object (&OND_MAP_CHOOSER (object)->model);
  G_OBJECT_CLASS (ond_map_chooser_parent_class)->dispose (object);
}

static void
ond_map_chooser_class_init (OndMapChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_map_chooser_dispose;
}

static void
ond_map_chooser_init (OndMapChooser *self G_GNUC_UNUSED)
{
}

static void
set_up_item (G_GNUC_UNUSED GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_item (G_GNUC_UNUSED GtkListItemFactory *factory, GtkListItem *item)
{
  GtkStringObject *text = gtk_list_item_get_item (item);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (text));
}

/* On the button a long word gives way: the sidebar must not grow with what is chosen. */
static void
let_shrink (GtkDropDown *drop_down)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_item), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_item), NULL);
  gtk_drop_down_set_list_factory (drop_down, gtk_drop_down_get_factory (drop_down));
  gtk_drop_down_set_factory (drop_down, factory);
  g_object_unref (factory);
}

static GtkDropDown *
add_drop_down (OndMapChooser *self, const char *name, const char *help, GCallback chosen)
{
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  g_autofree char *second = g_strconcat ("Second map: ", name, NULL);

  let_shrink (GTK_DROP_DOWN (drop_down));
  gtk_widget_add_css_class (drop_down, "flat");
  gtk_widget_set_tooltip_text (drop_down, help);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->map == 0 ? name : second, -1);
  g_signal_connect_swapped (drop_down, "notify::selected", chosen, self);
  gtk_box_append (GTK_BOX (self), drop_down);
  return GTK_DROP_DOWN (drop_down);
}

GtkWidget *
ond_map_chooser_new (OndMapModel *model, guint map)
{
  OndMapChooser *self = g_object_new (OND_TYPE_MAP_CHOOSER, NULL);

  self->model = g_object_ref (model);
  self->map = map;
  self->statistic = add_drop_down (self, "Statistic", "What of the response the cells show",
                                   G_CALLBACK (statistic_chosen));
  self->xi = add_drop_down (self, "Plane of the stretch",
                            "The stretch ξ whose plane is shown; the sliders stay",
                            G_CALLBACK (plane_chosen));
  self->scale = add_drop_down (self, "Plane of the scale",
                               "The scale a whose plane is shown; the sliders stay",
                               G_CALLBACK (plane_chosen));
  g_signal_connect_object (model, "job-changed", G_CALLBACK (list_all), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (sync_widgets), self, G_CONNECT_SWAPPED);
  list_all (self);
  return GTK_WIDGET (self);
}
