/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map-options.h"

#include "choice-row.h"

#include <math.h>

struct _OndMapOptionsBox
{
  GtkBox parent;
  OndMapModel *model;
  GtkDropDown *norm, *colormap, *stretch, *limits;
  GtkWidget *entries[2]; /* lower, upper */
  GtkWidget *painted;
  OndChoice *norms, *colormaps; /* those of core after one of our own */
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (OndMapOptionsBox, ond_map_options_box, GTK_TYPE_BOX)

static const char *const names[2] = { "Lower limit of the maps", "Upper limit of the maps" };

static char *
limit_text (OndMapOptionsBox *self, int which)
{
  OndColorScale colors = ond_map_model_get_colors (self->model, 0);

  if (ond_map_model_get_job (self->model) == NULL)
    return g_strdup ("");
  return g_strdup_printf ("%.5g", which == 0 ? colors.lower : colors.upper);
}

static void
sync_widgets (OndMapOptionsBox *self)
{
  const OndMapOptions *options = ond_map_model_get_options (self->model);

  self->syncing = TRUE;
  gtk_drop_down_set_selected (self->norm, (guint) (options->norm + 1));
  gtk_drop_down_set_selected (self->colormap, (guint) (options->colormap + 1));
  gtk_drop_down_set_selected (self->stretch, options->stretch);
  gtk_drop_down_set_selected (self->limits, options->limits);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->painted), options->painted);
  gtk_widget_set_sensitive (self->painted, !ond_map_model_is_flat (self->model));
  gtk_widget_set_sensitive (GTK_WIDGET (self->norm), ond_map_model_can_rescale (self->model));
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *text = limit_text (self, i);

      gtk_widget_set_sensitive (self->entries[i], *text != '\0');
      if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (
              GTK_EDITABLE (self->entries[i]))))) /* somebody is typing */
        gtk_editable_set_text (GTK_EDITABLE (self->entries[i]), text);
    }
  self->syncing = FALSE;
}

static void
option_chosen (OndMapOptionsBox *self)
{
  OndMapOptions options = *ond_map_model_get_options (self->model);
  OndColorScale colors = ond_map_model_get_colors (self->model, 0);
  OndMapLimits limits = gtk_drop_down_get_selected (self->limits);

  if (self->syncing)
    return;
  options.colormap = (int) gtk_drop_down_get_selected (self->colormap) - 1;
  options.stretch = gtk_drop_down_get_selected (self->stretch);
  options.painted = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->painted));
  if (limits == OND_MAP_LIMITS_LOCKED && options.limits != limits
      && ond_map_model_get_job (self->model) != NULL)
    {
      /* Those that are shown, of which a person says: keep them. */
      OndStatistic statistic = ond_map_model_get_statistic (self->model, 0);

      for (int s = 0; s < OND_N_STATISTICS; s++)
        options.lower[s] = options.upper[s] = NAN;
      options.lower[statistic] = colors.lower;
      options.upper[statistic] = colors.upper;
    }
  options.limits = limits;
  ond_map_model_set_options (self->model, &options);
}

static void
norm_chosen (OndMapOptionsBox *self)
{
  if (!self->syncing)
    ond_map_model_set_norm (self->model, (int) gtk_drop_down_get_selected (self->norm) - 1);
}

/* What cannot be read changes nothing, and neither does what was shown, which has fewer digits. */
static void
limit_typed (OndMapOptionsBox *self, GtkWidget *entry)
{
  int which = entry == self->entries[1];
  OndColorScale colors = ond_map_model_get_colors (self->model, 0);
  g_autofree char *shown = limit_text (self, which);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (ond_map_model_get_job (self->model) == NULL || g_str_equal (text, shown))
    return;
  if (end == text || strspn (end, " ") != strlen (end) || !isfinite (number))
    gtk_editable_set_text (GTK_EDITABLE (entry), shown);
  else
    ond_map_model_lock (self->model, 0, which == 0 ? number : colors.lower,
                        which == 1 ? number : colors.upper);
}

static void
entry_activated (GtkWidget *entry, OndMapOptionsBox *self)
{
  limit_typed (self, entry);
}

static void
entry_left (GtkEventController *controller, OndMapOptionsBox *self)
{
  if (self->model != NULL)
    limit_typed (self, gtk_event_controller_get_widget (controller));
}

static void
fit_clicked (OndMapOptionsBox *self)
{
  ond_map_model_fit (self->model);
}

static void
ond_map_options_box_dispose (GObject *object)
{
  g_clear_object (&OND_MAP_OPTIONS_BOX (object)->model);
  G_OBJECT_CLASS (ond_map_options_box_parent_class)->dispose (object);
}

static void
ond_map_options_box_finalize (GObject *object)
{
  OndMapOptionsBox *self = OND_MAP_OPTIONS_BOX (object);

  g_free (self->norms);
  g_free (self->colormaps);
  G_OBJECT_CLASS (ond_map_options_box_parent_class)->finalize (object);
}

static void
ond_map_options_box_class_init (OndMapOptionsBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_map_options_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = ond_map_options_box_finalize;
}

static void
ond_map_options_box_init (OndMapOptionsBox *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
}

/* A table with a row of its own before those of another. */
static OndChoice *
prepend (OndChoice first, const OndChoice *rest)
{
  GArray *choices = g_array_new (FALSE, FALSE, sizeof (OndChoice));

  g_array_append_val (choices, first);
  for (int i = 0; i == 0 || rest[i - 1].name != NULL; i++)
    g_array_append_val (choices, rest[i]);
  return (OndChoice *) (gpointer) g_array_free (choices, FALSE);
}

static void
add_choice (OndMapOptionsBox *self, const char *title, const OndChoice *choices,
            GtkDropDown **drop_down, GCallback chosen)
{
  g_autofree char *name = g_strconcat (title, " of the maps", NULL);

  gtk_box_append (GTK_BOX (self), ond_choice_row_new (title, choices, drop_down));
  gtk_accessible_update_property (GTK_ACCESSIBLE (*drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  g_signal_connect_swapped (*drop_down, "notify::selected", chosen, self);
}

static GtkWidget *
make_limits (OndMapOptionsBox *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *fit = gtk_button_new_from_icon_name ("zoom-fit-best-symbolic");

  for (int i = 0; i < 2; i++)
    {
      GtkWidget *entry = self->entries[i] = gtk_entry_new ();
      GtkEventController *focus = gtk_event_controller_focus_new ();

      gtk_editable_set_width_chars (GTK_EDITABLE (entry), 9);
      gtk_widget_set_hexpand (entry, TRUE);
      gtk_widget_set_tooltip_text (entry, i == 0 ? "Lower limit of the first map's statistic"
                                                 : "Upper limit of the first map's statistic");
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      names[i], -1);
      g_signal_connect (entry, "activate", G_CALLBACK (entry_activated), self);
      g_signal_connect (focus, "leave", G_CALLBACK (entry_left), self);
      gtk_widget_add_controller (entry, focus);
      gtk_box_append (GTK_BOX (row), entry);
    }
  gtk_widget_set_tooltip_text (fit, "Fit locked limits to the planes that are shown");
  gtk_accessible_update_property (GTK_ACCESSIBLE (fit), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Fit the limits of the maps", -1);
  g_signal_connect_swapped (fit, "clicked", G_CALLBACK (fit_clicked), self);
  gtk_box_append (GTK_BOX (row), fit);
  return row;
}

GtkWidget *
ond_map_options_box_new (OndMapModel *model)
{
  OndMapOptionsBox *self = g_object_new (OND_TYPE_MAP_OPTIONS_BOX, NULL);

  self->model = g_object_ref (model);
  self->norms =
      prepend ((OndChoice){ "sliders", "As the sliders", "The norm of the response" }, ond_norms);
  self->colormaps =
      prepend ((OndChoice){ "sign", "By sign", "Viridis; diverging where values have both signs" },
               ond_colormaps);
  self->syncing = TRUE;
  add_choice (self, "Norm", self->norms, &self->norm, G_CALLBACK (norm_chosen));
  add_choice (self, "Colours", self->colormaps, &self->colormap, G_CALLBACK (option_chosen));
  add_choice (self, "Stretch", ond_stretches, &self->stretch, G_CALLBACK (option_chosen));
  add_choice (self, "Limits", ond_map_limits, &self->limits, G_CALLBACK (option_chosen));
  gtk_box_append (GTK_BOX (self), make_limits (self));
  self->painted = gtk_check_button_new_with_label ("Paint the orientation ball");
  gtk_widget_set_tooltip_text (self->painted, "The map's colours on the ball of the sliders");
  g_signal_connect_swapped (self->painted, "toggled", G_CALLBACK (option_chosen), self);
  gtk_box_append (GTK_BOX (self), self->painted);
  g_signal_connect_object (model, "changed", G_CALLBACK (sync_widgets), self, G_CONNECT_SWAPPED);
  sync_widgets (self);
  return GTK_WIDGET (self);
}
