/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the child that decodes (fits-decoder.h) and takes its samples from a pipe. */
#include "fits-tiles.h"

#include "error.h"
#include "fits-decoder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGEST_SLAB ((guint64) 1 << 28) /* bytes that are decoded at a time */
#define STEP ((gsize) 1 << 22)           /* bytes between two looks at the cancellable */

static int
failed (const char *what, GError **error)
{
  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: %s", what, g_strerror (errno));
  return -1;
}

/* A descriptor for the child: of the file, or of what gzip held, which is in memory and needs a
 * file. -1 on error. */
static int
child_file (const OndFitsInput *input, GError **error)
{
  int fd =
      input->fd >= 0 ? fcntl (input->fd, F_DUPFD_CLOEXEC, 0) : memfd_create ("fits", MFD_CLOEXEC);

  if (fd < 0)
    return failed ("the decoder cannot be given the file", error);
  if (input->fd >= 0)
    return fd;
  for (guint64 done = 0; done < input->size;)
    {
      gssize n = pwrite (fd, input->bytes + done, MIN (input->size - done, STEP), (off_t) done);

      if (n <= 0)
        {
          failed ("no memory for the inflated bytes", error);
          close (fd);
          return -1;
        }
      done += (guint64) n;
    }
  return fd;
}

static GSubprocess *
start_child (int fd, const guint64 numbers[OND_FITS_DECODER_N_NUMBERS], GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  const char *argv[3 + OND_FITS_DECODER_N_NUMBERS] = { "/proc/self/exe", OND_FITS_DECODER_OPTION };
  char text[OND_FITS_DECODER_N_NUMBERS][24];

  for (int i = 0; i < OND_FITS_DECODER_N_NUMBERS; i++)
    {
      g_snprintf (text[i], sizeof text[i], "%" G_GUINT64_FORMAT, numbers[i]);
      argv[2 + i] = text[i];
    }
  g_subprocess_launcher_setenv (launcher, OND_FITS_DECODER_VARIABLE, "1", TRUE);
  g_subprocess_launcher_take_fd (launcher, fd, OND_FITS_DECODER_FD);
  return g_subprocess_launcher_spawnv (launcher, argv, error);
}

/* Why the child gave fewer samples than it should: its own line, or how it ended. */
static void
set_child_error (GSubprocess *child, GError **error)
{
  char line[256] = "";
  gsize n = 0;

  g_input_stream_read_all (g_subprocess_get_stderr_pipe (child), line, sizeof line - 1, &n, NULL,
                           NULL);
  line[strcspn (line, "\n")] = '\0';
  g_subprocess_wait (child, NULL, NULL);
  if (g_subprocess_get_if_signaled (child))
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "the compressed image is damaged: its decoder was stopped (%s)",
                 g_strsignal (g_subprocess_get_term_sig (child)));
  else
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "the compressed image cannot be decoded: %s",
                 line[0] != '\0' ? line : "it ends early");
}

static gboolean
read_samples (GSubprocess *child, guint8 *out, gsize bytes, GCancellable *cancellable,
              GError **error)
{
  GInputStream *pipe = g_subprocess_get_stdout_pipe (child);

  while (bytes > 0)
    {
      gsize n = 0;

      if (!g_input_stream_read_all (pipe, out, MIN (bytes, STEP), &n, cancellable, error))
        return FALSE;
      if (n == 0)
        {
          set_child_error (child, error);
          return FALSE;
        }
      out += n;
      bytes -= n;
    }
  return TRUE;
}

/* Nothing may follow the samples. */
static gboolean
read_end (GSubprocess *child, GCancellable *cancellable, GError **error)
{
  char more;
  gssize n =
      g_input_stream_read (g_subprocess_get_stdout_pipe (child), &more, 1, cancellable, error);

  if (n > 0)
    g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE,
                         "the compressed image is damaged: it holds more than its header says");
  if (n != 0)
    return FALSE;
  if (g_subprocess_wait (child, cancellable, error) && g_subprocess_get_successful (child))
    return TRUE;
  if (error == NULL || *error == NULL)
    set_child_error (child, error);
  return FALSE;
}

gboolean
ond_fits_tiles_read (const OndFitsInput *input, const OndFitsHdu *hdu, const OndFitsAxes *axes,
                     guint64 memory, float *out, GCancellable *cancellable, GError **error)
{
  const gsize bytes = ond_geometry_n_voxels (&axes->geometry) * sizeof *out;
  const guint64 slab = MIN (MIN (memory, bytes), LARGEST_SLAB);
  const guint64 numbers[OND_FITS_DECODER_N_NUMBERS] = {
    [OND_FITS_DECODER_HDU] = (guint64) hdu->number,
    [OND_FITS_DECODER_PLANE_AXIS] = (guint64) axes->plane_axis,
    [OND_FITS_DECODER_PLANE] = (guint64) axes->plane,
    [OND_FITS_DECODER_SAMPLES] = bytes / sizeof *out,
    [OND_FITS_DECODER_BYTES] = 2 * (guint64) bytes + input->size + slab,
    [OND_FITS_DECODER_SLAB] = slab,
  };
  g_autoptr (GSubprocess) child = NULL;
  gboolean ok;
  int fd;

  if (g_getenv (OND_FITS_DECODER_VARIABLE) != NULL)
    {
      g_set_error_literal (error, OND_ERROR, OND_ERROR_FILE,
                           "this program cannot decode compressed images");
      return FALSE;
    }
  fd = child_file (input, error);
  child = fd >= 0 ? start_child (fd, numbers, error) : NULL;
  if (child == NULL)
    return FALSE;
  ok = read_samples (child, (guint8 *) out, bytes, cancellable, error)
       && read_end (child, cancellable, error);
  g_subprocess_force_exit (child); /* one that still writes would be waited for in vain */
  g_subprocess_wait (child, NULL, NULL);
  return ok;
}
