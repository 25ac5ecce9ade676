/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "region-editor.h"

#include "wheel.h"

typedef enum
{
  FIELD_X,
  FIELD_Y,
  FIELD_WIDTH,
  FIELD_HEIGHT,
  FIELD_ANGLE,
  N_FIELDS
} Field;

struct _OndRegionEditor
{
  GtkGrid parent;
  OndSession *session;
  GtkWidget *name, *titles[N_FIELDS], *spins[N_FIELDS];
  gboolean syncing; /* the widgets are being set from the region */
};

G_DEFINE_FINAL_TYPE (OndRegionEditor, ond_region_editor, GTK_TYPE_GRID)

static const char *const axis_names[OND_N_AXES] = { "x", "y", "z" };

static OndRegions *
get_regions (OndRegionEditor *self)
{
  return ond_session_get_regions (self->session);
}

static int
get_first (OndRegionEditor *self)
{
  return ond_coordinates_get_first (ond_session_get_coordinates (self->session));
}

/* The title and the name for who cannot see it. */
static void
set_title (OndRegionEditor *self, Field field, const char *title, const char *name)
{
  gtk_label_set_text (GTK_LABEL (self->titles[field]), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spins[field]),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_tooltip_text (self->spins[field], name);
}

static void
set_titles (OndRegionEditor *self, const OndRegion *region)
{
  gboolean box = region->shape == OND_REGION_BOX;
  int axes[2] = { ond_slice_horizontal (region->normal), ond_slice_vertical (region->normal) };

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("Centre along %s in voxels, the first is %d",
                                               axis_names[axes[i]], get_first (self));

      set_title (self, FIELD_X + i, axis_names[axes[i]], name);
    }
  set_title (self, FIELD_WIDTH, "width",
             box ? "Width of the box in voxels" : "Width of the ellipse in voxels");
  set_title (self, FIELD_HEIGHT, "height",
             box ? "Height of the box in voxels" : "Height of the ellipse in voxels");
  set_title (self, FIELD_ANGLE, "angle", "Angle in degrees against the clock");
}

static void
sync_widgets (OndRegionEditor *self)
{
  const OndRegion *region = ond_regions_get_current (get_regions (self));
  double values[N_FIELDS];

  gtk_widget_set_sensitive (GTK_WIDGET (self), region != NULL);
  if (region == NULL)
    return;
  values[FIELD_X] = region->centre[0] + get_first (self);
  values[FIELD_Y] = region->centre[1] + get_first (self);
  values[FIELD_WIDTH] = 2 * region->half[0];
  values[FIELD_HEIGHT] = 2 * region->half[1];
  values[FIELD_ANGLE] = region->angle;
  self->syncing = TRUE;
  set_titles (self, region);
  for (int i = 0; i < N_FIELDS; i++)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->spins[i]), values[i]);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->name)), region->text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->name), region->text);
  self->syncing = FALSE;
}

/* One field alone: the others show no more digits than they have room for. */
static void
value_changed (GtkWidget *spin, OndRegionEditor *self)
{
  OndRegions *regions = get_regions (self);
  const OndRegion *current = ond_regions_get_current (regions);
  double value = gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin));
  OndRegion region;

  if (self->syncing || current == NULL)
    return;
  region = *current;
  if (spin == self->spins[FIELD_X] || spin == self->spins[FIELD_Y])
    region.centre[spin == self->spins[FIELD_Y]] = value - get_first (self);
  else if (spin == self->spins[FIELD_ANGLE])
    region.angle = value;
  else
    region.half[spin == self->spins[FIELD_HEIGHT]] = value / 2;
  ond_regions_set (regions, (guint) ond_regions_get_selected (regions), &region);
}

static void
name_changed (OndRegionEditor *self)
{
  OndRegions *regions = get_regions (self);
  const OndRegion *current = ond_regions_get_current (regions);
  OndRegion region;

  if (self->syncing || current == NULL)
    return;
  region = *current;
  ond_region_set_text (&region, gtk_editable_get_text (GTK_EDITABLE (self->name)));
  self->syncing = TRUE; /* what is typed is not set again below the cursor */
  ond_regions_set (regions, (guint) ond_regions_get_selected (regions), &region);
  self->syncing = FALSE;
}

static void
region_changed (OndRegionEditor *self)
{
  if (!self->syncing)
    sync_widgets (self);
}

static void
ond_region_editor_dispose (GObject *object)
{
  g_clear_object (&OND_REGION_EDITOR (object)->session);
  G_OBJECT_CLASS (ond_region_editor_parent_class)->dispose (object);
}

static void
ond_region_editor_class_init (OndRegionEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ond_region_editor_dispose;
}

static GtkWidget *
add_title (OndRegionEditor *self, const char *text, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_grid_attach (GTK_GRID (self), label, 0, row, 1, 1);
  return label;
}

static void
ond_region_editor_init (OndRegionEditor *self)
{
  gtk_grid_set_column_spacing (GTK_GRID (self), 12);
  gtk_grid_set_row_spacing (GTK_GRID (self), 4);
  self->name = gtk_entry_new ();
  gtk_entry_set_max_length (GTK_ENTRY (self->name), OND_REGION_N_TEXT - 1);
  gtk_widget_set_hexpand (self->name, TRUE);
  gtk_widget_set_tooltip_text (self->name, "Written beside the outline and into region files");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Name of the region", -1);
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (name_changed), self);
  add_title (self, "name", 0);
  gtk_grid_attach (GTK_GRID (self), self->name, 1, 0, 1, 1);
  for (int i = 0; i < N_FIELDS; i++)
    {
      double lower = i < FIELD_WIDTH ? -OND_REGION_LIMIT : i == FIELD_ANGLE ? 0 : 0.01;
      double upper = i == FIELD_ANGLE ? 360 : OND_REGION_LIMIT;

      self->titles[i] = add_title (self, "", i + 1);
      self->spins[i] = gtk_spin_button_new_with_range (lower, upper, 1);
      gtk_spin_button_set_digits (GTK_SPIN_BUTTON (self->spins[i]), i == FIELD_ANGLE ? 1 : 2);
      gtk_spin_button_set_wrap (GTK_SPIN_BUTTON (self->spins[i]), i == FIELD_ANGLE);
      gtk_editable_set_width_chars (GTK_EDITABLE (self->spins[i]), 6);
      ond_wheel_needs_focus (self->spins[i]);
      g_signal_connect (self->spins[i], "value-changed", G_CALLBACK (value_changed), self);
      gtk_grid_attach (GTK_GRID (self), self->spins[i], 1, i + 1, 1, 1);
    }
}

GtkWidget *
ond_region_editor_new (OndSession *session)
{
  OndRegionEditor *self = g_object_new (OND_TYPE_REGION_EDITOR, NULL);
  OndRegions *regions = ond_session_get_regions (session);

  self->session = g_object_ref (session);
  g_signal_connect_object (regions, "changed", G_CALLBACK (region_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (regions, "notify::selected", G_CALLBACK (region_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ond_session_get_coordinates (session), "changed",
                           G_CALLBACK (region_changed), self, G_CONNECT_SWAPPED);
  sync_widgets (self);
  return GTK_WIDGET (self);
}
