/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts become grids at every keystroke; a moment later the grids become a plan, and the plan is
 * measured. A change on the way cancels what runs and begins again. */
#include "sweep-panel.h"

#include "command-text.h"
#include "duration.h"
#include "notice.h"
#include "sweep-prepare.h"
#include "sweep-progress.h"
#include "sweep-ranges.h"

struct _OndSweepPanel
{
  GtkBox parent;
  OndSession *session;
  OndSweepRanges *ranges;
  GtkWidget *size, *cost; /* labels: points and memory, or what is wrong; time */
  GtkWidget *best, *buttons, *start;
  OndSweepProgress *progress;

  OndSweepPlan *plan;        /* of the ranges, NULL while it is not made yet */
  char *refusal;             /* why there is no plan */
  char *checksum;            /* of the volume, once a plan has been made */
  GCancellable *cancellable; /* of making and measuring it */
  guint delay;               /* source that begins making it */
  gboolean start_wanted;

  OndSweepJob *job;
  gboolean saved;
  char *kept;    /* the session file of the job's checkpoint (sweep-store.h), or NULL */
  gboolean left; /* it stays for another time */
  char *resumed; /* that of the sweep to go on with, until it starts */
  OndSweepKeepFunc keep;
  gpointer keep_data;
};

enum
{
  PROP_JOB = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OndSweepPanel, ond_sweep_panel, GTK_TYPE_BOX)

#define DELAY 250 /* milliseconds between a keystroke and making the plan */

static void start_job (OndSweepPanel *self);

static gboolean
is_flat (OndSweepPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);

  return volume != NULL && ond_geometry_rank (ond_volume_get_geometry (volume)) == 2;
}

static gboolean
is_running (OndSweepPanel *self)
{
  return self->job != NULL && ond_sweep_job_get_state (self->job) == OND_SWEEP_RUNNING;
}

static void
set_label (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && *text != '\0');
}

static void
update_buttons (OndSweepPanel *self)
{
  gboolean running = is_running (self);

  gtk_widget_set_visible (self->buttons, !running);
  /* The progress has a better one. */
  gtk_widget_set_visible (self->cost,
                          !running && *gtk_label_get_text (GTK_LABEL (self->cost)) != '\0');
  gtk_widget_set_sensitive (self->start, self->plan != NULL);
}

/* What runs in a thread must not keep a closed window's panel: the callbacks hold it weakly. */
static GWeakRef *
weak_ref_new (OndSweepPanel *self)
{
  GWeakRef *reference = g_new (GWeakRef, 1);

  g_weak_ref_init (reference, self);
  return reference;
}

/* The panel, or NULL when it has gone. Frees the reference. */
static OndSweepPanel *
weak_ref_take (GWeakRef *reference)
{
  OndSweepPanel *self = g_weak_ref_get (reference);

  g_weak_ref_clear (reference);
  g_free (reference);
  return self;
}

static void
measured (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndSweepPanel) self = weak_ref_take (data);
  g_autoptr (GError) error = NULL;
  double seconds = ond_sweep_measure_finish (result, &error);
  g_autofree char *duration = ond_duration_format (seconds);
  g_autofree char *text = g_strdup_printf ("about %s", duration);

  if (self == NULL)
    return;
  if (error == NULL)
    set_label (self->cost, text);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    set_label (self->cost, error->message);
}

/* "18 × 18 × 3 × 2 = 1944 points · 15.7 MiB". */
static void
show_size (OndSweepPanel *self, guint64 bytes)
{
  g_autofree char *memory = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT, p > 0 ? " × " : "",
                            ond_sweep_plan_get_grid (self->plan, p)->n);
  g_string_append_printf (text, " = %" G_GSIZE_FORMAT " points · %s",
                          ond_sweep_plan_get_n_points (self->plan), memory);
  set_label (self->size, text->str);
}

static void
refuse (OndSweepPanel *self, const char *why)
{
  self->refusal = g_strdup (why);
  set_label (self->size, why);
  gtk_widget_add_css_class (self->size, "error");
  gtk_widget_remove_css_class (self->size, "dim-label");
}

static gboolean
wants_best (OndSession *session)
{
  gboolean best;

  g_object_get (session, "best-map", &best, NULL);
  return best;
}

static OndSweepInput
get_input (OndSweepPanel *self)
{
  return (OndSweepInput){ .engine = ond_session_get_engine (self->session),
                          .volume = ond_session_get_volume (self->session),
                          .grids = ond_sweep_ranges_get_grids (self->ranges),
                          .method = ond_session_get_method (self->session),
                          .norm = ond_session_get_wavelet (self->session).norm,
                          .best = wants_best (self->session),
                          .wants_checksum = self->checksum == NULL };
}

static void
prepared (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (OndSweepPanel) self = weak_ref_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OndSweepPrepared) done = ond_sweep_prepare_finish (result, &error);
  OndSweepInput input;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self == NULL
      || self->session == NULL)
    return;
  if (done == NULL)
    {
      self->start_wanted = FALSE;
      refuse (self, error->message);
      return;
    }
  self->plan = g_steal_pointer (&done->plan);
  if (self->checksum == NULL)
    self->checksum = g_steal_pointer (&done->checksum);
  show_size (self, done->bytes);
  update_buttons (self);
  input = get_input (self);
  if (self->start_wanted)
    start_job (self);
  else
    ond_sweep_measure_async (&input, self->plan, self->cancellable, measured, weak_ref_new (self));
}

static gboolean
prepare (gpointer data)
{
  OndSweepPanel *self = data;
  OndSweepInput input = get_input (self);

  self->delay = 0;
  ond_sweep_prepare_async (&input, self->cancellable, prepared, weak_ref_new (self));
  return G_SOURCE_REMOVE;
}

static void
drop_plan (OndSweepPanel *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->plan, ond_sweep_plan_unref);
  g_clear_pointer (&self->refusal, g_free);
}

/* The ranges, the method or the volume changed. */
static void
renew_plan (OndSweepPanel *self)
{
  const char *problem = ond_sweep_ranges_get_problem (self->ranges);

  drop_plan (self);
  set_label (self->size, NULL);
  set_label (self->cost, NULL);
  gtk_widget_remove_css_class (self->size, "error");
  gtk_widget_add_css_class (self->size, "dim-label");
  if (problem != NULL)
    refuse (self, problem);
  else if (ond_session_get_volume (self->session) != NULL)
    {
      self->cancellable = g_cancellable_new ();
      self->delay = g_timeout_add (DELAY, prepare, self);
    }
  update_buttons (self);
}

static void
ranges_changed (OndSweepPanel *self)
{
  if (self->session == NULL)
    return;
  g_clear_pointer (&self->resumed, g_free);
  renew_plan (self);
}

static void
job_changed (OndSweepPanel *self)
{
  update_buttons (self);
  ond_best_layer_set (ond_session_get_best (self->session), ond_sweep_job_get_best (self->job));
  ond_notice_show (self->session);
  if (ond_sweep_job_get_state (self->job) == OND_SWEEP_FAILED)
    {
      self->left = TRUE; /* what was computed may still be of use */
      ond_notice_end (self->session, "sweep", ond_sweep_job_get_message (self->job));
    }
}

static void
drop_job (OndSweepPanel *self)
{
  if (self->job == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  ond_sweep_job_cancel (self->job);
  g_clear_object (&self->job);
  if (self->kept != NULL && !self->left)
    ond_sweep_store_remove (self->kept);
  g_clear_pointer (&self->kept, g_free);
  self->left = FALSE;
}

/* `job` and `kept` are taken; NULL clears. */
static void
take_job (OndSweepPanel *self, OndSweepJob *job, char *kept)
{
  drop_job (self);
  self->job = job;
  self->kept = kept;
  self->saved = FALSE;
  ond_sweep_progress_set_job (self->progress, job);
  if (job != NULL)
    g_signal_connect_swapped (job, "changed", G_CALLBACK (job_changed), self);
  ond_best_layer_set (ond_session_get_best (self->session),
                      job != NULL ? ond_sweep_job_get_best (job) : NULL);
  update_buttons (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JOB]);
}

static void
start_job (OndSweepPanel *self)
{
  OndEngine *engine = ond_session_get_engine (self->session);
  OndVolume *volume = ond_session_get_volume (self->session);
  const OndVolumeInfo *info = ond_volume_get_info (volume);
  OndMapsOrigin origin = { .input = info->name,
                           .input_hdu = info->hdu,
                           .checksum = self->checksum,
                           .unit = info->unit,
                           .backend = ond_engine_get_device (engine),
                           .edge_length = info->edge_length,
                           .length_unit = info->length_unit };
  g_autofree char *command = ond_command_text (self->session, "sweep", self->plan);
  g_autofree char *kept = g_steal_pointer (&self->resumed);
  g_autoptr (GError) error = NULL;
  OndSweepJob *job;

  origin.command = command;
  self->start_wanted = FALSE;
  memcpy (origin.edge, ond_volume_get_geometry (volume)->edge, sizeof origin.edge);
  if (kept == NULL && self->keep != NULL
      && ond_sweep_plan_get_n_points (self->plan) <= OND_SWEEP_STORE_MAX_POINTS
      && (!ond_sweep_plan_wants_best (self->plan)
          || ond_best_bytes (ond_volume_get_n_voxels (volume)) <= OND_SWEEP_STORE_MAX_BEST))
    kept = self->keep (self->keep_data);
  job = ond_sweep_job_new_kept (engine, volume, self->plan, &origin, kept, &error);
  if (job != NULL)
    take_job (self, job, g_steal_pointer (&kept));
  ond_notice_end (self->session, "sweep", error != NULL ? error->message : NULL);
}

void
ond_sweep_panel_start (OndSweepPanel *self)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  /* Without a plan one must be on its way: a sweep never begins by itself when, much later, a range
   * is mended. */
  self->start_wanted = self->plan == NULL && self->cancellable != NULL && self->refusal == NULL;
  if (self->plan == NULL)
    return;
  /* Measuring would compete with the sweep. */
  g_cancellable_cancel (self->cancellable);
  start_job (self);
}

void
ond_sweep_panel_cancel (OndSweepPanel *self)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  self->start_wanted = FALSE;
  if (self->job != NULL)
    ond_sweep_job_cancel (self->job);
}

void
ond_sweep_panel_toggle_pause (OndSweepPanel *self)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  if (self->job != NULL)
    ond_sweep_job_set_paused (self->job, !ond_sweep_job_get_paused (self->job));
}

void
ond_sweep_panel_set_range (OndSweepPanel *self, OndParameter parameter, const char *text)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  ond_sweep_ranges_set_text (self->ranges, parameter, text);
}

const char *
ond_sweep_panel_get_range (OndSweepPanel *self, OndParameter parameter)
{
  return ond_sweep_ranges_get_text (self->ranges, parameter);
}

const char *
ond_sweep_panel_get_refusal (OndSweepPanel *self)
{
  g_return_val_if_fail (OND_IS_SWEEP_PANEL (self), NULL);
  return self->refusal;
}

OndSweepJob *
ond_sweep_panel_get_job (OndSweepPanel *self)
{
  return self->job;
}

void
ond_sweep_panel_show_maps (OndSweepPanel *self, OndSweepJob *job)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  take_job (self, g_object_ref (job), NULL);
  self->saved = TRUE;
}

gboolean
ond_sweep_panel_has_unsaved (OndSweepPanel *self)
{
  return is_running (self)
         || (self->job != NULL && !self->saved && ond_sweep_job_get_n_done (self->job) > 0);
}

void
ond_sweep_panel_set_saved (OndSweepPanel *self, OndSweepJob *job)
{
  if (job != self->job)
    return;
  self->saved = TRUE;
  if (self->kept != NULL)
    ond_sweep_store_remove (self->kept);
  g_clear_pointer (&self->kept, g_free);
}

void
ond_sweep_panel_set_keeper (OndSweepPanel *self, OndSweepKeepFunc keep, gpointer data)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  self->keep = keep;
  self->keep_data = data;
}

gboolean
ond_sweep_panel_is_kept (OndSweepPanel *self)
{
  return self->kept != NULL;
}

void
ond_sweep_panel_leave (OndSweepPanel *self)
{
  self->left = TRUE;
}

void
ond_sweep_panel_resume (OndSweepPanel *self, const char *kept)
{
  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  g_free (self->resumed);
  self->resumed = g_strdup (kept);
  ond_sweep_panel_start (self);
}

/* What it takes is said where it is chosen. */
static void
describe_best (OndSweepPanel *self)
{
  OndVolume *volume = ond_session_get_volume (self->session);
  g_autofree char *memory =
      g_format_size_full (volume != NULL ? ond_best_bytes (ond_volume_get_n_voxels (volume)) : 0,
                          G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *label = g_strdup_printf ("_Best map, %s", memory);

  gtk_check_button_set_label (GTK_CHECK_BUTTON (self->best), volume != NULL ? label : "_Best map");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->best), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  volume != NULL ? label + 1 : "Best map", -1);
}

static void
volume_changed (OndSweepPanel *self)
{
  describe_best (self);
  self->start_wanted = FALSE;
  g_clear_pointer (&self->resumed, g_free);
  g_clear_pointer (&self->checksum, g_free);
  take_job (self, NULL, NULL);
  ond_sweep_ranges_set_flat (self->ranges, is_flat (self));
  renew_plan (self);
}

void
ond_sweep_panel_set_session (OndSweepPanel *self, OndSession *session)
{
  static const char *const inputs[] = { "notify::norm", "notify::best-map" };

  g_return_if_fail (OND_IS_SWEEP_PANEL (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    g_signal_connect_object (session, inputs[i], G_CALLBACK (renew_plan), self, G_CONNECT_SWAPPED);
  ond_session_follow_method (session, G_CALLBACK (renew_plan), self);
  g_signal_connect_object (session, "volume-changed", G_CALLBACK (volume_changed), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (session, "best-map", self->best, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  volume_changed (self);
}

static void
ond_sweep_panel_get_property (GObject *object, guint property, GValue *value, GParamSpec *pspec)
{
  if (property == PROP_JOB)
    g_value_set_object (value, OND_SWEEP_PANEL (object)->job);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ond_sweep_panel_dispose (GObject *object)
{
  OndSweepPanel *self = OND_SWEEP_PANEL (object);

  drop_plan (self);
  drop_job (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ond_sweep_panel_parent_class)->dispose (object);
}

static void
ond_sweep_panel_finalize (GObject *object)
{
  OndSweepPanel *self = OND_SWEEP_PANEL (object);

  g_free (self->checksum);
  g_free (self->resumed);
  G_OBJECT_CLASS (ond_sweep_panel_parent_class)->finalize (object);
}

static void
ond_sweep_panel_class_init (OndSweepPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ond_sweep_panel_get_property;
  object_class->dispose = ond_sweep_panel_dispose;
  object_class->finalize = ond_sweep_panel_finalize;
  properties[PROP_JOB] =
      g_param_spec_object ("job", NULL, NULL, OND_TYPE_SWEEP_JOB,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static GtkWidget *
make_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_visible (label, FALSE);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* Not by an action name on the button: that would also decide when the button is sensitive. */
static void
start_clicked (OndSweepPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.sweep", NULL);
}

static GtkWidget *
make_best (void)
{
  GtkWidget *best = gtk_check_button_new ();

  gtk_check_button_set_use_underline (GTK_CHECK_BUTTON (best), TRUE);
  gtk_widget_set_tooltip_text (best,
                               "For each voxel the direction, stretch and scale that answer most, "
                               "kept while sweeping: 8 bytes of memory a voxel");
  return best;
}

/* Ranges, folded into a popover, and Start. */
static GtkWidget *
make_buttons (OndSweepPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *ranges = gtk_menu_button_new (), *popover = gtk_popover_new ();

  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (self->ranges));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (ranges), "_Ranges");
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (ranges), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (ranges), popover);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (ranges), GTK_ARROW_UP);
  gtk_widget_set_tooltip_text (ranges, "Which directions, stretches and scales the sweep takes");
  self->start = gtk_button_new_with_mnemonic ("_Start the Sweep");
  gtk_widget_set_hexpand (self->start, TRUE);
  gtk_widget_add_css_class (self->start, "suggested-action");
  gtk_widget_set_tooltip_text (self->start, "Compute every point of the ranges");
  g_signal_connect_swapped (self->start, "clicked", G_CALLBACK (start_clicked), self);
  gtk_box_append (GTK_BOX (box), ranges);
  gtk_box_append (GTK_BOX (box), self->start);
  return box;
}

static void
ond_sweep_panel_init (OndSweepPanel *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->ranges = OND_SWEEP_RANGES (ond_sweep_ranges_new ());
  g_signal_connect_swapped (self->ranges, "changed", G_CALLBACK (ranges_changed), self);
  self->best = make_best ();
  gtk_box_append (GTK_BOX (self), self->best);
  self->size = make_label (GTK_WIDGET (self), "dim-label");
  self->cost = make_label (GTK_WIDGET (self), "dim-label");
  self->buttons = make_buttons (self);
  gtk_box_append (GTK_BOX (self), self->buttons);
  self->progress = OND_SWEEP_PROGRESS (ond_sweep_progress_new ());
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->progress));
}
