/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep-ranges.h"

struct _OndSweepRanges
{
  GtkBox parent;
  GtkWidget *entries[OND_N_PARAMETERS], *problems[OND_N_PARAMETERS];
  GtkWidget *help; /* gives way to a problem: a popover has little room */
  OndGrid *grids[OND_N_PARAMETERS];
  gboolean flat;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (OndSweepRanges, ond_sweep_ranges, GTK_TYPE_BOX)

/* Every direction at 10 degrees, a few stretches and scales: a map within a minute or so. */
static const char *const default_ranges[OND_N_PARAMETERS] = { "0:180:18", "0:180:18", "2,5,10",
                                                              "1.5,3" };

static void
show_problem (OndSweepRanges *self, OndParameter p, const GError *error)
{
  gtk_label_set_text (GTK_LABEL (self->problems[p]), error != NULL ? error->message : "");
  gtk_widget_set_visible (self->problems[p], error != NULL);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entries[p]), GTK_ACCESSIBLE_STATE_INVALID,
      error != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entries[p]),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  error != NULL ? error->message : "", -1);
  if (error != NULL)
    gtk_widget_add_css_class (self->entries[p], "error");
  else
    gtk_widget_remove_css_class (self->entries[p], "error");
}

static void
parse (OndSweepRanges *self, OndParameter p)
{
  g_autoptr (GError) error = NULL;
  gboolean unused = p == OND_PARAMETER_PHI && self->flat;
  const char *text = unused ? "0" : gtk_editable_get_text (GTK_EDITABLE (self->entries[p]));

  g_clear_pointer (&self->grids[p], ond_grid_free);
  self->grids[p] = ond_grid_parse (p, text, &error);
  show_problem (self, p, error);
  gtk_widget_set_visible (self->help, ond_sweep_ranges_get_problem (self) == NULL);
}

static void
text_changed (GtkEditable *entry, OndSweepRanges *self)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (self->entries[p] == GTK_WIDGET (entry))
      parse (self, p);
  g_signal_emit (self, changed_signal, 0);
}

void
ond_sweep_ranges_set_flat (OndSweepRanges *self, gboolean flat)
{
  g_return_if_fail (OND_IS_SWEEP_RANGES (self));
  self->flat = flat;
  gtk_widget_set_sensitive (self->entries[OND_PARAMETER_PHI], !flat);
  parse (self, OND_PARAMETER_PHI);
}

void
ond_sweep_ranges_set_text (OndSweepRanges *self, OndParameter parameter, const char *text)
{
  g_return_if_fail (OND_IS_SWEEP_RANGES (self));
  gtk_editable_set_text (GTK_EDITABLE (self->entries[parameter]), text);
}

const char *
ond_sweep_ranges_get_text (OndSweepRanges *self, OndParameter parameter)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entries[parameter]));
}

OndGrid *const *
ond_sweep_ranges_get_grids (OndSweepRanges *self)
{
  return self->grids;
}

const char *
ond_sweep_ranges_get_problem (OndSweepRanges *self)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (self->grids[p] == NULL)
      return gtk_label_get_text (GTK_LABEL (self->problems[p]));
  return NULL;
}

static void
ond_sweep_ranges_finalize (GObject *object)
{
  OndSweepRanges *self = OND_SWEEP_RANGES (object);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_clear_pointer (&self->grids[p], ond_grid_free);
  G_OBJECT_CLASS (ond_sweep_ranges_parent_class)->finalize (object);
}

static void
ond_sweep_ranges_class_init (OndSweepRangesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ond_sweep_ranges_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_range (OndSweepRanges *self, OndParameter p)
{
  const OndParameterInfo *info = &ond_parameters[p];
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *symbol = gtk_label_new (info->symbol), *problem = gtk_label_new (NULL);
  GtkWidget *entry = self->entries[p] = gtk_entry_new ();
  g_autofree char *name = g_strconcat (info->name, " range", NULL);

  gtk_widget_add_css_class (symbol, "symbol");
  gtk_label_set_width_chars (GTK_LABEL (symbol), 2);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 24);
  gtk_editable_set_text (GTK_EDITABLE (entry), default_ranges[p]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_label_set_xalign (GTK_LABEL (problem), 0);
  gtk_label_set_wrap (GTK_LABEL (problem), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (problem), 36);
  gtk_widget_add_css_class (problem, "caption");
  gtk_widget_add_css_class (problem, "error");
  gtk_box_append (GTK_BOX (row), symbol);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), problem);
  self->problems[p] = problem;
  g_signal_connect (entry, "changed", G_CALLBACK (text_changed), self);
}

static void
ond_sweep_ranges_init (OndSweepRanges *self)
{
  self->help = gtk_label_new ("5  ·  2,5,10  ·  LOWER:UPPER:COUNT  ·  log:LOWER:UPPER:COUNT\n"
                              "Both ends are included; a full turn of 180° counts its end once.");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    add_range (self, p);
  gtk_label_set_wrap (GTK_LABEL (self->help), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->help), 40);
  gtk_label_set_xalign (GTK_LABEL (self->help), 0);
  gtk_widget_add_css_class (self->help, "caption");
  gtk_widget_add_css_class (self->help, "dim-label");
  gtk_box_append (GTK_BOX (self), self->help);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    parse (self, p);
}

GtkWidget *
ond_sweep_ranges_new (void)
{
  return g_object_new (OND_TYPE_SWEEP_RANGES, NULL);
}
