/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A best map into a FITS file, image after image in small pieces: each is made twice, once for its
 * checksum, which stands before the data. */
#include "best-fits.h"

#include "error.h"
#include "fits-compose.h"

#include <math.h>
#include <string.h>

#define PIECE 16384 /* voxels */
#define MAX_TEXT 68 /* characters of a card's string: a longer list of values is in HISTORY alone */

typedef struct
{
  OndBest *best;
  const OndBestMeta *meta;
  GCancellable *cancellable;
  OndFileWrite *file;
  guint64 size;
  gsize strides[OND_N_PARAMETERS]; /* of a parameter's index within the cell's number */
} Writer;

/* An image of the file: a parameter, or the response itself. */
typedef struct
{
  const char *name; /* NULL: the primary image */
  int parameter;    /* -1: the response */
  const char *unit; /* NULL: the volume's */
  const char *comment;
} Plane;

static const Plane planes[] = {
  { NULL, -1, NULL, NULL },
  { "THETA", OND_PARAMETER_THETA, "deg", "direction that answers most" },
  { "PHI", OND_PARAMETER_PHI, "deg", "direction that answers most" },
  { "XI", OND_PARAMETER_XI, "", "stretch that answers most" },
  { "SCALE", OND_PARAMETER_SCALE, "", "in units of the smallest voxel edge" },
};

static const char *const grid_keys[OND_N_PARAMETERS] = { "GRIDTHET", "GRIDPHI", "GRIDXI",
                                                         "GRIDSCAL" };

static void
put_sweep (GString *cards, const Writer *self)
{
  const OndSweepPlan *plan = ond_best_get_plan (self->best);
  const gsize n = ond_sweep_plan_get_n_points (plan);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      const char *text = ond_sweep_plan_get_grid (plan, (OndParameter) p)->text;

      if (strlen (text) <= MAX_TEXT)
        ond_fits_put_string (cards, grid_keys[p], text,
                             p == OND_PARAMETER_THETA ? "what was swept" : NULL);
    }
  ond_fits_put_int (cards, "NPOINTS", (gint64) n, "points of the sweep");
  ond_fits_put_int (cards, "NFILLED", (gint64) self->meta->n_done, "points computed");
  ond_fits_put_logical (cards, "COMPLETE", self->meta->n_done == n, "every point was computed");
}

static GString *
make_cards (const Writer *self, const Plane *plane)
{
  const OndNorm norm = ond_sweep_plan_get_norm (ond_best_get_plan (self->best));
  GString *cards = g_string_new (NULL);

  ond_fits_put_string (cards, "CONTENT", "ONDELETTE BEST MAP", "largest response of each voxel");
  ond_fits_put_string (cards, "NORM", ond_norms[norm].name, "responses are compared under it");
  if (plane->parameter < 0)
    put_sweep (cards, self);
  if (plane->unit != NULL)
    ond_fits_put_string (cards, "BUNIT", plane->unit, plane->comment);
  return cards;
}

/* Voxels first ... first + n - 1 of a plane. */
static void
make_piece (const Writer *self, const Plane *plane, gsize first, gsize n, float *out,
            guint32 *cells)
{
  const OndGrid *grid;

  ond_best_get (self->best, first, 1, n, out, cells);
  if (plane->parameter < 0)
    return;
  grid = ond_sweep_plan_get_grid (ond_best_get_plan (self->best), (OndParameter) plane->parameter);
  for (gsize i = 0; i < n; i++)
    out[i] = cells[i] == OND_BEST_NONE
                 ? NAN
                 : (float) grid->values[cells[i] / self->strides[plane->parameter] % grid->n];
}

/* Calls for each piece of a plane: adds to the checksum, or writes. FALSE when it shall end. */
static gboolean
go_through (Writer *self, const Plane *plane, guint32 *sum, GError **error)
{
  const gsize n = ond_volume_get_n_voxels (ond_best_get_volume (self->best));
  g_autofree float *piece = g_new (float, PIECE);
  g_autofree guint32 *cells = g_new (guint32, PIECE);

  for (gsize first = 0; first < n; first += PIECE)
    {
      const gsize here = MIN (PIECE, n - first);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      make_piece (self, plane, first, here, piece, cells);
      if (sum != NULL)
        *sum = ond_fits_sum_floats (piece, here, *sum);
      else if (!ond_fits_write_floats (self->file, piece, here))
        break; /* told when the file is finished */
    }
  return TRUE;
}

static gboolean
write_plane (Writer *self, const Plane *plane, GError **error)
{
  OndVolume *volume = ond_best_get_volume (self->best);
  const OndFitsMeta meta = {
    .like = volume,
    .method = ond_sweep_plan_get_method (ond_best_get_plan (self->best)),
    .backend = self->meta->backend,
    .command = self->meta->command,
  };
  g_autoptr (GString) cards = make_cards (self, plane);
  const OndFitsPart part = { plane->name, cards };
  g_autoptr (GString) header =
      ond_fits_compose_header (ond_volume_get_geometry (volume), &meta, &part);
  guint32 sum = 0;

  if (!go_through (self, plane, &sum, error))
    return FALSE;
  ond_fits_finish_header (header, sum);
  ond_file_write_bytes (self->file, header->str, header->len, NULL);
  if (!go_through (self, plane, NULL, error))
    return FALSE;
  self->size += header->len + ond_fits_write_padding (self->file, ond_volume_get_n_voxels (volume));
  return TRUE;
}

gboolean
ond_best_save (OndBest *self, const OndBestMeta *meta, const char *path, gboolean overwrite,
               GCancellable *cancellable, GError **error)
{
  const OndSweepPlan *plan = ond_best_get_plan (self);
  const gboolean flat =
      ond_geometry_rank (ond_volume_get_geometry (ond_best_get_volume (self))) == 2;
  g_autoptr (OndFileWrite) file = NULL;
  Writer writer = { .best = self, .meta = meta, .cancellable = cancellable };

  if (!ond_fits_check_name (path, error))
    return FALSE;
  file = ond_file_write_begin (path, overwrite, error);
  if (file == NULL)
    return FALSE;
  writer.file = file;
  for (gsize p = 0, stride = 1; p < OND_N_PARAMETERS; p++)
    {
      writer.strides[p] = stride;
      stride *= ond_sweep_plan_get_grid (plan, (OndParameter) p)->n;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (planes); i++)
    if (!(flat && planes[i].parameter == OND_PARAMETER_PHI)
        && !write_plane (&writer, &planes[i], error))
      return FALSE;
  return ond_file_write_finish (g_steal_pointer (&file), writer.size, error);
}
