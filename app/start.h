/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What both programs do before anything else. */
#pragma once

/* Decodes a compressed image and exits when that is what this process was started for. Otherwise
 * takes away what changes CFITSIO's behaviour from outside, and makes a reader that went away and a
 * full quota errors of write() instead of the end of the process. Tells the engine where the GPU's
 * backend comes from. Before any thread starts. */
void ond_start (int argc, char **argv);
