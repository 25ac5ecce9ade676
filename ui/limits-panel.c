/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "limits-panel.h"

#include "histogram-view.h"
#include "wheel.h"

#include <math.h>

/* Parts of the distance between the limits that a step of a spin button is. */
#define STEP 0.01
#define PAGE 0.1

struct _OndLimitsPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *limits[2]; /* spin buttons: lower, upper */
  GtkDropDown *rule;
  GtkWidget *lock;
  GtkWidget *tuning, *tuning_text; /* contrast and bias, where they are not neutral */
  double unit; /* of the spin buttons: theirs tell values apart that differ by 1e-10 */
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (OndLimitsPanel, ond_limits_panel, GTK_TYPE_BOX)

static const char *const names[2] = { "Lower limit", "Upper limit" };

static OndDisplay *
get_display (OndLimitsPanel *self)
{
  return ond_session_get_display (self->session);
}

static OndShow
get_show (OndLimitsPanel *self)
{
  return ond_session_get_show (self->session);
}

/* The power of ten of the distance of the limits, or else of the larger of them. */
static double
choose_unit (const OndColorScale *colors)
{
  double size = fabs (colors->upper - colors->lower);

  if (!(size > 0))
    size = MAX (fabs (colors->upper), fabs (colors->lower));
  return size > 0 && isfinite (size) ? pow (10, floor (log10 (size))) : 1;
}

/* "Contrast 1.41, bias 0.55", in DS9's terms. */
static void
sync_tuning (OndLimitsPanel *self, const OndColorScale *colors)
{
  g_autofree char *text = g_strdup_printf ("Contrast %.2f, bias %.2f", exp2 (colors->contrast_log2),
                                           0.5 + colors->bias_offset);
  g_autofree char *name = g_strconcat ("Reset: ", text, NULL);

  gtk_label_set_text (GTK_LABEL (self->tuning_text), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->tuning), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_widget_set_visible (self->tuning, !ond_color_scale_is_neutral (colors));
}

static void
sync_widgets (OndLimitsPanel *self)
{
  const OndColorScale *colors = ond_display_get_colors (get_display (self), get_show (self));
  const double limits[] = { colors->lower, colors->upper };

  self->syncing = TRUE;
  self->unit = choose_unit (colors);
  for (int i = 0; i < 2; i++)
    {
      GtkSpinButton *spin = GTK_SPIN_BUTTON (self->limits[i]);
      double step = fabs (colors->upper - colors->lower) / self->unit * STEP;
      g_autofree char *text = g_strdup_printf ("%.4g", limits[i]);

      gtk_spin_button_set_increments (spin, step > 0 ? step : STEP,
                                      step > 0 ? step * PAGE / STEP : PAGE);
      gtk_spin_button_set_value (spin, limits[i] / self->unit);
      gtk_editable_set_text (GTK_EDITABLE (spin), text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                      text, -1);
    }
  gtk_drop_down_set_selected (self->rule,
                              ond_display_get_rule (get_display (self), get_show (self)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->lock),
                                ond_display_get_locked (get_display (self)));
  gtk_widget_set_sensitive (self->lock, get_show (self) == OND_SHOW_RESPONSE);
  gtk_widget_set_tooltip_text (self->lock, get_show (self) == OND_SHOW_RESPONSE
                                               ? "Keep the limits while parameters move"
                                               : "No parameter moves the limits of the image");
  sync_tuning (self, colors);
  self->syncing = FALSE;
}

/* The text as a number. What cannot be read changes nothing, and neither does what was shown, which
 * has fewer digits than the limit. */
static int
read_text (GtkSpinButton *spin, double *value, OndLimitsPanel *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  const OndColorScale *colors = ond_display_get_colors (get_display (self), get_show (self));
  double limit = GTK_WIDGET (spin) == self->limits[0] ? colors->lower : colors->upper;
  g_autofree char *shown = g_strdup_printf ("%.4g", limit);
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (strcmp (text, shown) == 0 || end == text || strspn (end, " ") != strlen (end)
      || !isfinite (number))
    number = limit;
  *value = number / self->unit;
  return TRUE;
}

static gboolean
write_text (GtkSpinButton *spin, OndLimitsPanel *self)
{
  g_autofree char *text = g_strdup_printf ("%.4g", gtk_spin_button_get_value (spin) * self->unit);

  if (strcmp (text, gtk_editable_get_text (GTK_EDITABLE (spin))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static void
limit_set (GtkSpinButton *spin, OndLimitsPanel *self)
{
  OndColorScale colors;
  double *limit;

  if (self->syncing)
    return;
  colors = *ond_display_get_colors (get_display (self), get_show (self));
  limit = GTK_WIDGET (spin) == self->limits[0] ? &colors.lower : &colors.upper;
  *limit = gtk_spin_button_get_value (spin) * self->unit;
  ond_display_set_colors (get_display (self), get_show (self), &colors);
}

static void
rule_chosen (OndLimitsPanel *self)
{
  if (!self->syncing)
    ond_display_set_rule (get_display (self), get_show (self),
                          gtk_drop_down_get_selected (self->rule));
}

static void
lock_toggled (OndLimitsPanel *self)
{
  gboolean locked = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->lock));

  gtk_button_set_icon_name (GTK_BUTTON (self->lock),
                            locked ? "changes-prevent-symbolic" : "changes-allow-symbolic");
  if (!self->syncing)
    ond_display_set_locked (get_display (self), locked);
}

static void
fit_clicked (OndLimitsPanel *self)
{
  ond_session_refit (self->session, get_show (self));
}

static void
make_neutral (OndLimitsPanel *self)
{
  ond_display_set_contrast (get_display (self), get_show (self), 0, 0);
}

static void
ond_limits_panel_dispose (GObject *object)
{
  OndLimitsPanel *self = OND_LIMITS_PANEL (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_limits_panel_parent_class)->dispose (object);
}

static void
ond_limits_panel_class_init (OndLimitsPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_limits_panel_dispose;
}

static GtkWidget *
make_values (OndLimitsPanel *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_set_homogeneous (GTK_BOX (row), TRUE);
  for (int i = 0; i < 2; i++)
    {
      GtkWidget *spin = self->limits[i] =
          gtk_spin_button_new_with_range (-G_MAXDOUBLE, G_MAXDOUBLE, 1);

      gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), FALSE); /* 1e-20 has a letter */
      gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), 12);
      gtk_editable_set_width_chars (GTK_EDITABLE (spin), 6);
      gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 6);
      gtk_widget_set_tooltip_text (spin, names[i]);
      gtk_widget_add_css_class (spin, "limit");
      gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      names[i], -1);
      ond_wheel_needs_focus (spin);
      g_signal_connect (spin, "input", G_CALLBACK (read_text), self);
      g_signal_connect (spin, "output", G_CALLBACK (write_text), self);
      g_signal_connect (spin, "value-changed", G_CALLBACK (limit_set), self);
      gtk_box_append (GTK_BOX (row), spin);
    }
  return row;
}

static GtkWidget *
make_rule_row (OndLimitsPanel *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *fit = gtk_button_new_with_label ("Fit");
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (int i = 0; i < OND_N_LIMITS; i++)
    gtk_string_list_append (titles, ond_limits[i].title);
  self->rule = GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (titles), NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->rule), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->rule), "How the limits are made from the samples");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rule), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Rule of the limits", -1);
  self->lock = gtk_toggle_button_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->lock), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Lock the limits", -1);
  gtk_widget_set_tooltip_text (fit, "Fit the limits to what is shown (Ctrl+R, or a in a slice)");
  g_signal_connect_swapped (self->rule, "notify::selected", G_CALLBACK (rule_chosen), self);
  g_signal_connect_swapped (self->lock, "toggled", G_CALLBACK (lock_toggled), self);
  g_signal_connect_swapped (fit, "clicked", G_CALLBACK (fit_clicked), self);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->rule));
  gtk_box_append (GTK_BOX (row), self->lock);
  gtk_box_append (GTK_BOX (row), fit);
  return row;
}

static GtkWidget *
make_tuning (OndLimitsPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->tuning = gtk_button_new ();
  self->tuning_text = gtk_label_new (NULL);
  gtk_widget_set_hexpand (self->tuning_text, TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->tuning_text), 0);
  gtk_widget_add_css_class (self->tuning_text, "numeric");
  gtk_box_append (GTK_BOX (box), self->tuning_text);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("edit-undo-symbolic"));
  gtk_button_set_child (GTK_BUTTON (self->tuning), box);
  gtk_widget_add_css_class (self->tuning, "flat");
  gtk_widget_add_css_class (self->tuning, "tuning");
  gtk_widget_set_tooltip_text (
      self->tuning, "Set by a right drag in a view, or Alt and the arrows; a click here, "
                    "or a double right click there, resets both");
  g_signal_connect_swapped (self->tuning, "clicked", G_CALLBACK (make_neutral), self);
  return self->tuning;
}

static void
ond_limits_panel_init (OndLimitsPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->unit = 1;
}

GtkWidget *
ond_limits_panel_new (OndSession *session)
{
  OndLimitsPanel *self = g_object_new (OND_TYPE_LIMITS_PANEL, NULL);

  self->session = g_object_ref (session);
  self->syncing = TRUE;
  gtk_box_append (GTK_BOX (self), ond_histogram_view_new (session));
  gtk_box_append (GTK_BOX (self), make_values (self));
  gtk_box_append (GTK_BOX (self), make_rule_row (self));
  gtk_box_append (GTK_BOX (self), make_tuning (self));
  g_signal_connect_object (session, "display-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (sync_widgets), self,
                           G_CONNECT_SWAPPED);
  sync_widgets (self);
  return GTK_WIDGET (self);
}
