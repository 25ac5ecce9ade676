/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are built from the table of parameters. Slider and spin button have an adjustment each: the
 * slider's is linear or log10, and ends just below 180 degrees; the spin button's is in the outside
 * unit, and for angles so wide that stepping beyond 180 degrees is possible: the session folds it
 * back. */
#include "parameter-panel.h"

#include "method-panel.h"
#include "orientation-ball.h"
#include "wavelet-view.h"
#include "wheel.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OndParameterPanel *panel;
  OndParameter parameter;
  GtkWidget *scale, *spin, *reset;
} Row;

struct _OndParameterPanel
{
  GtkBox parent;
  OndSession *session;
  GtkWidget *ball, *wavelet;
  Row rows[OND_N_PARAMETERS];
  GtkWidget *physical; /* the scale in the volume's unit of length */
  GtkWidget *warning;
  gboolean syncing; /* the widgets are being set from the session */
};

G_DEFINE_FINAL_TYPE (OndParameterPanel, ond_parameter_panel, GTK_TYPE_BOX)

#define ANGLE_STEP 0.1 /* of the sliders, degrees */

/* "30°", "5", "2.25": four decimals at most, no trailing zeros. */
static char *
format_value (OndParameter parameter, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (text, sizeof text, "%.4f", value);
  for (end = text + strlen (text); end[-1] == '0'; end--)
    ;
  end[end[-1] == '.' ? -1 : 0] = '\0';
  return g_strconcat (text, ond_parameters[parameter].is_angle ? "°" : "", NULL);
}

static double
to_slider (OndParameter parameter, double value)
{
  return ond_parameters[parameter].logarithmic ? log10 (value) : value;
}

/* Three digits are what a slider of 200 pixels can set. */
static double
from_slider (OndParameter parameter, double position)
{
  double value, unit;

  if (!ond_parameters[parameter].logarithmic)
    return round (position / ANGLE_STEP) * ANGLE_STEP;
  value = pow (10, position);
  unit = pow (10, floor (position) - 2);
  value = round (value / unit) * unit;
  return CLAMP (value, ond_parameters[parameter].lower, ond_parameters[parameter].upper);
}

static double
get_value (const Row *row)
{
  double value;

  g_object_get (row->panel->session, ond_parameters[row->parameter].name, &value, NULL);
  return value;
}

static void
sync_row (Row *row)
{
  double value = get_value (row);
  g_autofree char *text = format_value (row->parameter, value);
  g_autofree char *spoken = g_strconcat (
      text,
      ond_parameters[row->parameter].is_angle || !*ond_parameters[row->parameter].unit ? "" : " ",
      ond_parameters[row->parameter].is_angle ? "" : ond_parameters[row->parameter].unit, NULL);

  row->panel->syncing = TRUE;
  gtk_range_set_value (GTK_RANGE (row->scale), to_slider (row->parameter, value));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (row->spin), value);
  row->panel->syncing = FALSE;
  /* Its room stays: the row must not move under the pointer. */
  gtk_widget_set_opacity (row->reset, value != ond_parameters[row->parameter].initial ? 1 : 0);
  gtk_widget_set_sensitive (row->reset, value != ond_parameters[row->parameter].initial);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  spoken, -1);
}

static void
set_value (Row *row, double value)
{
  g_object_set (row->panel->session, ond_parameters[row->parameter].name, value, NULL);
  sync_row (row); /* also when folding or clamping left the session as it was */
}

static void
reset (Row *row)
{
  set_value (row, ond_parameters[row->parameter].initial);
}

static void
slider_moved (GtkRange *range, Row *row)
{
  if (!row->panel->syncing && row->panel->session != NULL)
    set_value (row, from_slider (row->parameter, gtk_range_get_value (range)));
}

static void
spin_changed (GtkSpinButton *spin, Row *row)
{
  if (!row->panel->syncing && row->panel->session != NULL)
    set_value (row, gtk_spin_button_get_value (spin));
}

static gboolean
spin_output (GtkSpinButton *spin, Row *row)
{
  g_autofree char *text = format_value (row->parameter, gtk_spin_button_get_value (spin));

  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (spin)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

/* The text that is shown stands for the exact value behind it; losing the focus must not round
 * it. */
static int
spin_input (GtkSpinButton *spin, double *value, Row *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  g_autofree char *shown = format_value (row->parameter, gtk_spin_button_get_value (spin));
  double typed;
  char *end;

  /* Stays unless a number and nothing but its unit was typed: "2,5" is no 2. GTK takes the value
   * even of an error. */
  *value = gtk_spin_button_get_value (spin);
  if (strcmp (text, shown) == 0)
    return TRUE;
  typed = g_ascii_strtod (text, &end);
  if (end == text || !isfinite (typed))
    return GTK_INPUT_ERROR;
  end += strspn (end, " ");
  if (ond_parameters[row->parameter].is_angle && g_str_has_prefix (end, "°"))
    end += strlen ("°");
  if (*end != '\0')
    return GTK_INPUT_ERROR;
  /* Whole turns change nothing; the session folds the rest. */
  if (ond_parameters[row->parameter].is_angle)
    typed -= 360 * floor (typed / 360);
  *value = typed;
  return TRUE;
}

static GtkAdjustment *
slider_adjustment (OndParameter parameter)
{
  const OndParameterInfo *info = &ond_parameters[parameter];

  if (info->logarithmic)
    return gtk_adjustment_new (log10 (info->initial), log10 (info->lower), log10 (info->upper),
                               log10 (info->step), log10 (info->page), 0);
  return gtk_adjustment_new (info->initial, info->lower, info->upper - ANGLE_STEP, info->step,
                             info->page, 0);
}

static GtkAdjustment *
spin_adjustment (OndParameter parameter)
{
  const OndParameterInfo *info = &ond_parameters[parameter];

  if (info->is_angle)
    return gtk_adjustment_new (info->initial, info->lower - 180, info->upper + 180, info->step,
                               info->page, 0);
  return gtk_adjustment_new (info->initial, info->lower, info->upper, 0.1, 1, 0);
}

static GtkWidget *
make_heading (Row *row)
{
  const OndParameterInfo *info = &ond_parameters[row->parameter];
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6),
            *symbol = gtk_label_new (info->symbol);
  GtkWidget *name = gtk_label_new (info->name);

  gtk_widget_add_css_class (symbol, "symbol");
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_box_append (GTK_BOX (heading), symbol);
  gtk_box_append (GTK_BOX (heading), name);
  gtk_box_append (GTK_BOX (heading), row->reset);
  gtk_box_append (GTK_BOX (heading), row->spin);
  return heading;
}

static void
make_reset (Row *row)
{
  const OndParameterInfo *info = &ond_parameters[row->parameter];
  g_autofree char *value = format_value (row->parameter, info->initial);
  g_autofree char *text = g_strdup_printf ("Back to %s %s", info->symbol, value);
  g_autofree char *name = g_strdup_printf ("Reset %s to %s", info->name, value);

  row->reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");
  gtk_widget_add_css_class (row->reset, "flat");
  gtk_widget_add_css_class (row->reset, "reset");
  gtk_widget_set_tooltip_text (row->reset, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->reset), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  g_signal_connect_swapped (row->reset, "clicked", G_CALLBACK (reset), row);
}

static GtkWidget *
make_row (Row *row)
{
  const OndParameterInfo *info = &ond_parameters[row->parameter];
  g_autofree char *spin_name = g_strconcat (info->name, " value", NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  row->scale = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, slider_adjustment (row->parameter));
  row->spin = gtk_spin_button_new (spin_adjustment (row->parameter), 0, info->is_angle ? 1 : 2);
  gtk_range_set_round_digits (GTK_RANGE (row->scale), -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (row->spin), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (row->spin), 7);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->scale), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  info->name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->spin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spin_name, -1);
  gtk_widget_set_tooltip_text (box, info->help);
  ond_wheel_needs_focus (row->scale);
  ond_wheel_needs_focus (row->spin);
  g_signal_connect (row->scale, "value-changed", G_CALLBACK (slider_moved), row);
  g_signal_connect (row->spin, "value-changed", G_CALLBACK (spin_changed), row);
  g_signal_connect (row->spin, "output", G_CALLBACK (spin_output), row);
  g_signal_connect (row->spin, "input", G_CALLBACK (spin_input), row);
  gtk_spin_button_update (GTK_SPIN_BUTTON (row->spin));

  make_reset (row);
  gtk_box_append (GTK_BOX (box), make_heading (row));
  gtk_box_append (GTK_BOX (box), row->scale);
  return box;
}

/* The width of a long fibre that answers most, over the scale; 0 where none is claimed. A Gaussian
 * cylinder of width s answers most at a = s under L1 (full width at half maximum 2.355 s). */
static double
fibre_width (const OndWavelet *wavelet, int rank)
{
  if (rank != 3)
    return 0;
  return wavelet->norm == OND_NORM_L1 ? 2.355 : wavelet->norm == OND_NORM_L2 ? 0.89 : 0;
}

static void
sync_notes (OndParameterPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  OndWavelet wavelet = ond_session_get_wavelet (self->session);
  const OndVolumeInfo *info = volume != NULL ? ond_volume_get_info (volume) : NULL;
  int rank = volume != NULL ? ond_geometry_rank (ond_volume_get_geometry (volume)) : 3;
  gboolean has_length = info != NULL && info->edge_length > 0 && info->length_unit != NULL;
  double unit = has_length ? info->edge_length : 1,
         width = fibre_width (&wavelet, rank) * wavelet.scale * unit;
  const char *unit_name = has_length ? info->length_unit : "voxel edges";
  g_autofree char *fibre =
      width > 0 ? g_strdup_printf (" · fibres %.3g wide", width) : g_strdup ("");
  g_autofree char *physical = g_strdup_printf ("%.4g %s%s", wavelet.scale * unit, unit_name, fibre);
  g_autofree char *warning =
      volume != NULL ? ond_wavelet_warning (&wavelet, ond_volume_get_geometry (volume)) : NULL;

  gtk_label_set_text (GTK_LABEL (self->physical), physical);
  gtk_label_set_text (GTK_LABEL (self->warning), warning != NULL ? warning : "");
  gtk_widget_set_visible (self->warning, warning != NULL);
}

static void
parameter_notified (OndParameterPanel *self, GParamSpec *pspec)
{
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (strcmp (pspec->name, ond_parameters[p].name) == 0)
      sync_row (&self->rows[p]);
  sync_notes (self);
}

/* An image has no z axis for the needle to lean towards. */
static void
volume_changed (OndParameterPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  gboolean flat = volume != NULL && ond_geometry_rank (ond_volume_get_geometry (volume)) == 2;
  Row *phi = &self->rows[OND_PARAMETER_PHI];
  GtkWidget *box = gtk_widget_get_parent (phi->scale);

  gtk_widget_set_sensitive (phi->scale, !flat);
  gtk_widget_set_sensitive (phi->spin, !flat);
  gtk_widget_set_tooltip_text (
      box, flat ? "An image of one plane has no direction phi: the needle lies in the plane"
                : ond_parameters[OND_PARAMETER_PHI].help);
  sync_notes (self);
}

void
ond_parameter_panel_set_session (OndParameterPanel *self, OndSession *session)
{
  g_return_if_fail (OND_IS_PARAMETER_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  ond_orientation_ball_set_session (OND_ORIENTATION_BALL (self->ball), session);
  ond_wavelet_view_set_session (OND_WAVELET_VIEW (self->wavelet), session);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_autofree char *signal = g_strconcat ("notify::", ond_parameters[p].name, NULL);

      g_signal_connect_object (session, signal, G_CALLBACK (parameter_notified), self,
                               G_CONNECT_SWAPPED);
      sync_row (&self->rows[p]);
    }
  g_signal_connect_object (session, "notify::norm", G_CALLBACK (sync_notes), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), ond_method_panel_new (session));
  volume_changed (self);
}

static void
ond_parameter_panel_dispose (GObject *object)
{
  OndParameterPanel *self = OND_PARAMETER_PANEL (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_parameter_panel_parent_class)->dispose (object);
}

static void
ond_parameter_panel_class_init (OndParameterPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_parameter_panel_dispose;
}

static GtkWidget *
make_note (const char *css_class)
{
  GtkWidget *note = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_widget_add_css_class (note, "caption");
  gtk_widget_add_css_class (note, css_class);
  return note;
}

/* The wavelet as a picture: its direction, and its shape. */
static GtkWidget *
make_pictures (OndParameterPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->ball = ond_orientation_ball_new ();
  self->wavelet = ond_wavelet_view_new ();
  gtk_widget_set_hexpand (self->ball, TRUE);
  gtk_box_append (GTK_BOX (box), self->ball);
  gtk_box_append (GTK_BOX (box), self->wavelet);
  return box;
}

static void
ond_parameter_panel_init (OndParameterPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_box_append (GTK_BOX (self), make_pictures (self));
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      self->rows[p].panel = self;
      self->rows[p].parameter = p;
      gtk_box_append (GTK_BOX (self), make_row (&self->rows[p]));
    }
  self->physical = make_note ("dim-label");
  self->warning = make_note ("warning");
  gtk_box_append (GTK_BOX (self), self->physical);
  gtk_box_append (GTK_BOX (self), self->warning);
}
