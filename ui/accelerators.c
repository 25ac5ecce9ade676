/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accelerators.h"

void
ond_accelerators_install (GtkApplication *application)
{
  static const struct
  {
    const char *action;
    const char *keys[4];
  } keys[] = {
    { "app.quit", { "<Control>q", NULL } },
    { "app.preferences", { "<Control>comma", NULL } },
    { "win.open", { "<Control>o", NULL } },
    { "win.save", { "<Control>s", NULL } },
    { "win.save-as", { "<Control><Shift>s", NULL } },
    { "win.undo", { "<Control>z", NULL } },
    { "win.redo", { "<Control><Shift>z", NULL } },
    { "win.copy-command", { "<Control><Shift>c", NULL } },
    { "window.close", { "<Control>w", NULL } },
    { "win.export-menu", { "<Control>e", NULL } },
    { "win.refit", { "<Control>r", NULL } },
    { "win.take-best", { "<Control>t", NULL } },
    { "win.sidebar", { "F9", NULL } },
    { "win.sweep-bar", { "<Shift>F9", NULL } },
    { "win.fullscreen", { "F11", NULL } },
    { "win.map-room", { "<Shift>F11", NULL } },
    { "view.zoom-in", { "<Control>plus", "<Control>equal", "<Control>KP_Add", NULL } },
    { "view.zoom-out", { "<Control>minus", "<Control>KP_Subtract", NULL } },
    { "view.zoom-fit", { "<Control>0", "<Control>KP_0", NULL } },
    { "view.zoom-one", { "<Control>1", "<Control>KP_1", NULL } },
    { "win.show-help-overlay", { "<Control>question", "F1", NULL } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, keys[i].keys);
}
