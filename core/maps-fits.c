/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps into a FITS file (Pence et al. 2010, A&A 524, A42). CFITSIO may report a full disk as
 * success, so it composes the file in memory and file-write.c writes it. Reading is
 * maps-fits-read.c. */
#include "maps-fits.h"

#include "error.h"
#include "file-write.h"

#include <fitsio.h>
#include <math.h>
#include <string.h>

#define BLOCK 2880
#define LATER_KEYS 4 /* room for CHECKSUM and DATASUM, so that no data have to move for them */

/* A file being composed. `status` is CFITSIO's: once it is not 0, further calls do nothing. */
typedef struct
{
  fitsfile *file;
  void *bytes;
  size_t n_bytes;
  int status;
} Composer;

const OndMapsGridKey ond_maps_grid_keys[OND_N_PARAMETERS] = {
  [OND_PARAMETER_THETA] = { "GRIDTHET", "THETA", "deg", "against the x-z plane, towards -y" },
  [OND_PARAMETER_PHI] = { "GRIDPHI", "PHI", "deg", "in the x-z plane, from x towards z" },
  [OND_PARAMETER_XI] = { "GRIDXI", "XI", "", "stretch along the long axis" },
  [OND_PARAMETER_SCALE] = { "GRIDSCAL", "SCALE", "", "in smallest voxel edges" },
};

const OndMapsChoiceKey ond_maps_choice_keys[] = {
  { "NORM", "norm", ond_norms, "normalisation of the wavelet" },
  { "BOUNDARY", "boundary", ond_boundaries, "what lies beyond the faces" },
  { "SAMPLING", "sampling", ond_samplings, "how the wavelet meets the grid" },
  { "INVALID", "treatment of invalid voxels", ond_fills, "what stands in for invalid voxels" },
};

const OndMapsTextKey ond_maps_text_keys[] = {
  { "INPUT", G_STRUCT_OFFSET (OndMapsOrigin, input), "file that was swept" },
  { "INPUTHDU", G_STRUCT_OFFSET (OndMapsOrigin, input_hdu), "image of that file" },
  { "INPUTSUM", G_STRUCT_OFFSET (OndMapsOrigin, checksum), "SHA-256" },
  { "INUNIT", G_STRUCT_OFFSET (OndMapsOrigin, unit), "unit of the samples" },
  { "BACKEND", G_STRUCT_OFFSET (OndMapsOrigin, backend), "what computed" },
  { "COMMAND", G_STRUCT_OFFSET (OndMapsOrigin, command), "makes these maps again" },
  { "EDGEUNIT", G_STRUCT_OFFSET (OndMapsOrigin, length_unit), "unit of EDGELEN" },
};

const char *const ond_maps_edge_keys[OND_N_AXES] = { "EDGE1", "EDGE2", "EDGE3" };
const char *const ond_maps_dim_keys[OND_N_AXES] = { "DIM1", "DIM2", "DIM3" };

int *
ond_maps_choice (OndMaps *maps, gsize key)
{
  int *const choices[] = { (int *) &maps->norm, (int *) &maps->method.boundary,
                           (int *) &maps->method.sampling, (int *) &maps->method.fill };

  return choices[key];
}

/* 15 digits where they suffice, else 17. */
static int
digits (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.15g", value);
  return g_ascii_strtod (text, NULL) == value ? 15 : 17;
}

static void
put_double (Composer *self, const char *key, double value, const char *comment)
{
  fits_write_key_dbl (self->file, key, value, -digits (value), comment, &self->status);
}

/* Headers are ASCII: other bytes are written as \ooo, which ond_maps_load undoes. */
static void
put_text (Composer *self, const char *key, const char *text, const char *comment)
{
  g_autofree char *escaped = g_strescape (text, "\"");

  fits_write_key_longstr (self->file, key, escaped, comment, &self->status);
}

static void
put_parameters (Composer *self, const OndMaps *maps)
{
  g_autofree char *statistics = ond_statistic_set_to_text (maps->statistics);
  int border = maps->method.exclude_border;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (strlen (maps->grids[p]->text)
        <= OND_MAPS_MAX_GRID_TEXT) /* a long list is in the table alone */
      put_text (self, ond_maps_grid_keys[p].key, maps->grids[p]->text,
                ond_maps_grid_keys[p].comment);
  for (gsize i = 0; i < OND_MAPS_N_CHOICE_KEYS; i++)
    {
      const OndMapsChoiceKey *row = &ond_maps_choice_keys[i];
      put_text (self, row->key, row->choices[*ond_maps_choice ((OndMaps *) maps, i)].name,
                row->comment);
    }
  fits_write_key_log (self->file, "BORDER", border, "voxels near a face are left out",
                      &self->status);
  put_text (self, "STATS", statistics, "statistics that were asked for");
  put_text (self, "PASS", maps->pass == OND_PASS_ENERGY ? "energy" : "stats",
            "energy: by Parseval's theorem");
}

static void
put_origin (Composer *self, const OndMaps *maps)
{
  const OndMapsOrigin *origin = &maps->origin;

  for (gsize i = 0; i < OND_MAPS_N_TEXT_KEYS; i++)
    {
      const OndMapsTextKey *row = &ond_maps_text_keys[i];
      const char *text = G_STRUCT_MEMBER (const char *, origin, row->offset);
      if (text != NULL)
        put_text (self, row->key, text, row->comment);
    }
  for (int i = 0; i < OND_N_AXES; i++)
    {
      put_double (self, ond_maps_edge_keys[i], origin->edge[i],
                  "voxel edge over the smallest edge");
      fits_write_key_lng (self->file, ond_maps_dim_keys[i], maps->n[i],
                          "voxels of the input along this axis", &self->status);
    }
  put_double (self, "EDGELEN", origin->edge_length, "the smallest edge, 0 when not known");
}

static void
put_primary (Composer *self, const OndMaps *maps)
{
  int complete = maps->n_filled == maps->n_cells;
  g_autofree char *command = g_strescape (maps->origin.command ? maps->origin.command : "", "\"");

  fits_create_img (self->file, BYTE_IMG, 0, NULL, &self->status);
  fits_write_key_str (self->file, OND_MAPS_KEY, OND_MAPS_CONTENT, "maps of a sweep of wavelets",
                      &self->status);
  fits_write_key_str (self->file, "CREATOR", "Ondelette " OND_VERSION, NULL, &self->status);
  fits_write_key_log (self->file, "COMPLETE", complete, "every point was computed", &self->status);
  fits_write_key_lng (self->file, "NPOINTS", (LONGLONG) maps->n_cells, "points of the sweep",
                      &self->status);
  fits_write_key_lng (self->file, "NFILLED", (LONGLONG) maps->n_filled,
                      "points computed; the others are NaN", &self->status);
  fits_write_key_longwarn (self->file, &self->status);
  put_parameters (self, maps);
  put_origin (self, maps);
  fits_write_history (self->file, "Ondelette " OND_VERSION " made these maps by the command",
                      &self->status);
  if (*command != '\0')
    fits_write_history (self->file, command, &self->status);
  fits_write_chksum (self->file, &self->status);
}

/* The step of evenly spaced values (after log10 when `logarithmic`); 1 for one value; 0 when
 * uneven. */
static double
even_step (const OndGrid *grid, gboolean logarithmic, double *first)
{
  double step;

  *first = logarithmic ? log10 (grid->values[0]) : grid->values[0];
  if (grid->n == 1)
    return 1;
  step = ((logarithmic ? log10 (grid->values[grid->n - 1]) : grid->values[grid->n - 1]) - *first)
         / (double) (grid->n - 1);
  for (gsize i = 0; i < grid->n; i++)
    {
      double value = logarithmic ? log10 (grid->values[i]) : grid->values[i];
      if (!(fabs (value - *first - (double) i * step) <= 1e-9 * fabs (step)))
        return 0;
    }
  return step;
}

/* World coordinates of an axis: `first` at pixel 1, then in steps. */
static void
put_linear (Composer *self, int axis, double first, double step)
{
  const struct
  {
    const char *root;
    double value;
  } keys[] = { { "CRPIX", 1 }, { "CRVAL", first }, { "CDELT", step } };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      char key[FLEN_KEYWORD];
      fits_make_keyn (keys[i].root, axis, key, &self->status);
      put_double (self, key, keys[i].value, NULL);
    }
}

/* Linear world coordinates where the values, or their logarithms, are evenly spaced; elsewhere the
 * axis counts, and says so. GRID has the values in every case. */
static void
put_axis (Composer *self, int axis, const OndGrid *grid)
{
  const OndMapsGridKey *names = &ond_maps_grid_keys[grid->parameter];
  double first, step = even_step (grid, FALSE, &first);
  const char *prefix = "", *suffix = "", *unit = names->unit;
  char type[24], key[FLEN_KEYWORD];

  if (step == 0 && grid->spacing == OND_SPACING_LOG && (step = even_step (grid, TRUE, &first)) != 0)
    prefix = "LOG10_";
  else if (step == 0)
    {
      first = step = 1;
      suffix = "_INDEX";
    }
  if (*prefix != '\0' || *suffix != '\0')
    unit = "";
  g_snprintf (type, sizeof type, "%s%s%s", prefix, names->column, suffix);
  fits_make_keyn ("CTYPE", axis, key, &self->status);
  fits_write_key_str (self->file, key, type, names->comment, &self->status);
  fits_make_keyn ("CUNIT", axis, key, &self->status);
  if (*unit != '\0')
    fits_write_key_str (self->file, key, unit, NULL, &self->status);
  put_linear (self, axis, first, step);
}

static void
put_statistic (Composer *self, const OndMaps *maps, OndStatistic statistic)
{
  LONGLONG dims[OND_N_PARAMETERS];
  g_autofree char *name = g_ascii_strup (ond_statistics[statistic].name, -1);
  g_autofree char *unit = ond_statistic_unit (statistic, maps->origin.unit);

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    dims[p] = (LONGLONG) maps->grids[p]->n;
  fits_create_imgll (self->file, DOUBLE_IMG, OND_N_PARAMETERS, dims, &self->status);
  fits_write_key_str (self->file, "EXTNAME", name, ond_statistics[statistic].help, &self->status);
  if (*unit != '\0')
    put_text (self, "BUNIT", unit, NULL);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    put_axis (self, p + 1, maps->grids[p]);
  fits_set_hdrsize (self->file, LATER_KEYS, &self->status);
  fits_write_img (self->file, TDOUBLE, 1, (LONGLONG) maps->n_cells, maps->values[statistic],
                  &self->status);
  fits_write_chksum (self->file, &self->status);
}

static void
put_max_voxel (Composer *self, const OndMaps *maps)
{
  LONGLONG dims[OND_N_PARAMETERS + 1] = { OND_N_AXES };
  gsize n = maps->n_cells * OND_N_AXES;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    dims[p + 1] = (LONGLONG) maps->grids[p]->n;
  fits_create_imgll (self->file, LONG_IMG, OND_N_PARAMETERS + 1, dims, &self->status);
  fits_write_key_str (self->file, "EXTNAME", "MAXVOXEL", "x, y, z of the maximum, 1-based",
                      &self->status);
  fits_write_comment (self->file, "0: not computed. -1: computed, but the maximum is not known.",
                      &self->status);
  fits_write_key_str (self->file, "CTYPE1", "AXIS", "x, y, z", &self->status);
  put_linear (self, 1, 1, 1);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    put_axis (self, p + 2, maps->grids[p]);
  fits_set_hdrsize (self->file, LATER_KEYS, &self->status);
  for (gsize done = 0; done < n; done += OND_N_AXES * 1024)
    {
      int block[OND_N_AXES * 1024];
      gsize count = MIN (n - done, G_N_ELEMENTS (block));
      for (gsize i = 0; i < count; i++)
        block[i] = maps->max_voxel[done + i] + 1;
      fits_write_img (self->file, TINT, (LONGLONG) done + 1, (LONGLONG) count, block,
                      &self->status);
    }
  fits_write_chksum (self->file, &self->status);
}

/* One row; each column holds all values of an axis, so that data["theta"][0] is the array. */
static void
put_grid (Composer *self, const OndMaps *maps)
{
  char forms[OND_N_PARAMETERS][24];
  char *types[OND_N_PARAMETERS], *units[OND_N_PARAMETERS], *form[OND_N_PARAMETERS];

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    {
      g_snprintf (forms[p], sizeof forms[p], "%" G_GSIZE_FORMAT "D", maps->grids[p]->n);
      types[p] = (char *) ond_maps_grid_keys[p].column;
      units[p] = (char *) ond_maps_grid_keys[p].unit;
      form[p] = forms[p];
    }
  fits_create_tbl (self->file, BINARY_TBL, 1, OND_N_PARAMETERS, types, form, units, "GRID",
                   &self->status);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    fits_write_col (self->file, TDOUBLE, p + 1, 1, 1, (LONGLONG) maps->grids[p]->n,
                    maps->grids[p]->values, &self->status);
  fits_write_comment (self->file,
                      "SCALE is in units of the smallest voxel edge (EDGELEN EDGEUNIT).",
                      &self->status);
  fits_write_chksum (self->file, &self->status);
}

/* An upper bound of the file's size: values, table, and 64 blocks for headers and padding. A
 * byte of text takes four when it is escaped, some more for CONTINUE cards, and the command
 * comes twice. */
static gsize
upper_bound (const OndMaps *maps)
{
  gsize bytes = maps->n_cells * ond_maps_cell_bytes (maps->statistics) + 64 * BLOCK;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    bytes += maps->grids[p]->n * sizeof (double);
  for (gsize i = 0; i < OND_MAPS_N_TEXT_KEYS; i++)
    {
      const char *text =
          G_STRUCT_MEMBER (const char *, &maps->origin, ond_maps_text_keys[i].offset);
      bytes += text ? 12 * strlen (text) : 0;
    }
  return bytes;
}

/* CFITSIO looks for extensions in whatever lies in its memory, so it gets all of it at once,
 * cleared: this is the exception, and too little memory is an error there, not the end of the
 * program. */
static void *
grow (void *bytes, size_t n)
{
  return g_try_realloc (bytes, n);
}

/* Bytes of the file composed so far. */
static gsize
composed_size (Composer *self)
{
  LONGLONG head, data, end = 0;

  fits_flush_file (self->file, &self->status);
  fits_get_hduaddrll (self->file, &head, &data, &end, &self->status);
  return (gsize) end;
}

static gboolean
compose (Composer *self, const OndMaps *maps, gsize *size)
{
  self->n_bytes = upper_bound (maps);
  self->bytes = g_try_malloc0 (self->n_bytes);
  if (self->bytes == NULL)
    return FALSE;
  fits_create_memfile (&self->file, &self->bytes, &self->n_bytes, 0, grow, &self->status);
  put_primary (self, maps);
  /* Who is cancelled (file-write.h) will not write it: what is composed need not be whole. */
  for (int s = 0; s < OND_N_STATISTICS; s++)
    if (maps->values[s] != NULL && !g_cancellable_is_cancelled (g_cancellable_get_current ()))
      put_statistic (self, maps, s);
  if (maps->max_voxel != NULL && !g_cancellable_is_cancelled (g_cancellable_get_current ()))
    put_max_voxel (self, maps);
  put_grid (self, maps);
  *size = composed_size (self);
  return self->status == 0;
}

void
ond_maps_fits_error (const char *path, const char *what, int status, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  char reason[FLEN_STATUS] = "";

  fits_get_errstatus (status, reason);
  fits_clear_errmsg ();
  g_set_error (error, OND_ERROR,
               g_str_has_prefix (what, "write") ? OND_ERROR_WRITE : OND_ERROR_FILE,
               "%s: cannot %s: %s (CFITSIO %d)", name, what, reason, status);
}

gboolean
ond_maps_save (const OndMaps *self, const char *path, gboolean overwrite, GError **error)
{
  g_autoptr (OndFileWrite) file = ond_file_write_begin (path, overwrite, error);
  Composer composer = { 0 };
  gsize size = 0;
  gboolean ok = FALSE;

  if (file == NULL)
    return FALSE;
  if (compose (&composer, self, &size))
    ok = ond_file_write_bytes (file, composer.bytes, size, error);
  else if (composer.bytes == NULL || composer.status == MEMORY_ALLOCATION)
    g_set_error (error, OND_ERROR, OND_ERROR_MEMORY,
                 "%s: there is no memory to compose maps of %" G_GSIZE_FORMAT " points", path,
                 self->n_cells);
  else
    ond_maps_fits_error (path, "write the maps", composer.status, error);
  if (composer.file != NULL)
    {
      composer.status = 0;
      fits_close_file (composer.file, &composer.status);
    }
  g_free (composer.bytes);
  return ok && ond_file_write_finish (g_steal_pointer (&file), size, error);
}
