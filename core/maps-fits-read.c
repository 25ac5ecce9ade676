/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps from a FITS file that maps-fits.c wrote. The bytes are read first and CFITSIO sees them in
 * memory only: it opens nothing, and every size is checked against the bytes there are before
 * memory is asked for. */
#include "maps-fits.h"

#include "error.h"

#include <fitsio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  const char *path;
  fitsfile *file;
  gsize n_bytes;
  int status; /* CFITSIO's: once it is not 0, further calls do nothing */
} Reader;

static gboolean
damaged (const Reader *self, const char *what, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: is not a complete file of maps: %s", name,
               what);
  return FALSE;
}

/* A text keyword, or NULL when it is not there. */
static char *
get_text (Reader *self, const char *key)
{
  char *escaped = NULL, *text = NULL;

  if (self->status != 0)
    return NULL;
  if (fits_read_key_longstr (self->file, key, &escaped, NULL, &self->status) == 0
      && escaped != NULL)
    text = g_strcompress (escaped);
  if (self->status == KEY_NO_EXIST)
    self->status = 0;
  if (escaped != NULL)
    {
      int status = 0;
      fits_free_memory (escaped, &status);
    }
  return text;
}

/* The values of a column of GRID as a grid; the text, when the header has it, must agree with
 * them. */
static OndGrid *
get_grid (Reader *self, OndParameter parameter, const char *text, GError **error)
{
  const OndMapsGridKey *names = &ond_maps_grid_keys[parameter];
  g_autoptr (OndGrid) grid = NULL;
  g_autofree double *values = NULL;
  g_autoptr (GString) list = g_string_new (NULL);
  int column = 0, type = 0;
  LONGLONG n = 0, width;

  fits_get_colnum (self->file, CASEINSEN, (char *) names->column, &column, &self->status);
  fits_get_coltypell (self->file, column, &type, &n, &width, &self->status);
  if (self->status != 0 || type != TDOUBLE || n < 1 || n > OND_GRID_MAX)
    return damaged (self, "GRID lacks an axis", error), NULL;
  values = g_new (double, n);
  fits_read_col (self->file, TDOUBLE, column, 1, 1, n, NULL, values, NULL, &self->status);
  for (LONGLONG i = 0; text == NULL && i < n; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      g_string_append_printf (list, "%s%s", i > 0 ? "," : "",
                              g_ascii_dtostr (number, sizeof number, values[i]));
    }
  grid = self->status == 0 ? ond_grid_parse (parameter, text ? text : list->str, NULL) : NULL;
  if (grid == NULL || grid->n != (gsize) n
      || memcmp (grid->values, values, (gsize) n * sizeof *values) != 0)
    return damaged (self, "the values of GRID are not what the header says", error), NULL;
  return g_steal_pointer (&grid);
}

static gboolean
get_grids (Reader *self, OndGrid *grids[OND_N_PARAMETERS], GError **error)
{
  char *texts[OND_N_PARAMETERS] = { NULL };
  double n_cells = 1;
  gboolean ok = TRUE;

  for (int p = 0; p < OND_N_PARAMETERS; p++)
    texts[p] = get_text (self, ond_maps_grid_keys[p].key);
  if (fits_movnam_hdu (self->file, BINARY_TBL, (char *) "GRID", 0, &self->status) != 0)
    ok = damaged (self, "there is no table GRID", error);
  for (int p = 0; ok && p < OND_N_PARAMETERS; p++)
    {
      grids[p] = get_grid (self, p, texts[p], error);
      ok = grids[p] != NULL;
      n_cells *= ok ? (double) grids[p]->n : 1;
    }
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    g_free (texts[p]);
  if (ok && n_cells * sizeof (double) > (double) self->n_bytes)
    ok = damaged (self, "it is too short for its grid", error);
  return ok;
}

/* Does the data agree with DATASUM? Also when there is none. */
static gboolean
is_intact (Reader *self)
{
  int data = 0, header = 0;

  fits_verify_chksum (self->file, &data, &header, &self->status);
  return self->status == 0 && data != -1;
}

/* Moves to an image extension and checks that it has one value (or `per_cell` of them) a cell. */
static gboolean
find_image (Reader *self, const OndMaps *maps, const char *name, int bitpix, gsize per_cell)
{
  LONGLONG dims[OND_N_PARAMETERS + 1] = { 0 };
  int type = 0, n_axes = 0, first = per_cell > 1 ? 1 : 0;

  fits_movnam_hdu (self->file, IMAGE_HDU, (char *) name, 0, &self->status);
  if (self->status != 0 || fits_is_compressed_image (self->file, &self->status))
    return FALSE;
  fits_get_img_paramll (self->file, OND_N_PARAMETERS + 1, &type, &n_axes, dims, &self->status);
  if (self->status != 0 || type != bitpix || n_axes != OND_N_PARAMETERS + first)
    return FALSE;
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    if (dims[p + first] != (LONGLONG) maps->grids[p]->n)
      return FALSE;
  return first == 0 || dims[0] == (LONGLONG) per_cell;
}

static gboolean
get_max_voxel (Reader *self, OndMaps *maps, GError **error)
{
  gsize n = maps->n_cells * OND_N_AXES;

  if (!find_image (self, maps, "MAXVOXEL", LONG_IMG, OND_N_AXES)
      || fits_read_img (self->file, TINT, 1, (LONGLONG) n, NULL, maps->max_voxel, NULL,
                        &self->status)
             != 0
      || !is_intact (self))
    return damaged (self, "MAXVOXEL", error);
  for (gsize i = 0; i < n; i++)
    if (maps->max_voxel[i]-- < -1)
      return damaged (self, "MAXVOXEL is out of range", error);
  return TRUE;
}

static gboolean
get_values (Reader *self, OndMaps *maps, GError **error)
{
  for (int s = 0; s < OND_N_STATISTICS; s++)
    {
      g_autofree char *name = g_ascii_strup (ond_statistics[s].name, -1);
      if (maps->values[s] != NULL
          && (!find_image (self, maps, name, DOUBLE_IMG, 1)
              || fits_read_img (self->file, TDOUBLE, 1, (LONGLONG) maps->n_cells, NULL,
                                maps->values[s], NULL, &self->status)
                     != 0
              || !is_intact (self)))
        return damaged (self, name, error);
    }
  return maps->max_voxel == NULL || get_max_voxel (self, maps, error);
}

/* Which cells were computed: MAXVOXEL says so; without it all of complete maps, otherwise those
 * with a number. */
static void
mark_filled (OndMaps *maps, gboolean complete)
{
  for (gsize cell = 0; cell < maps->n_cells; cell++)
    {
      gboolean filled = complete;

      if (maps->max_voxel != NULL)
        filled = maps->max_voxel[cell * OND_N_AXES] != OND_MAPS_NOT_COMPUTED;
      for (int s = 0; maps->max_voxel == NULL && s < OND_N_STATISTICS; s++)
        filled = filled || (maps->values[s] != NULL && !isnan (maps->values[s][cell]));
      maps->filled[cell] = filled;
      maps->n_filled += filled;
    }
}

static gboolean
get_parameters (Reader *self, OndMaps *maps, GError **error)
{
  g_autofree char *pass = get_text (self, "PASS");
  int border = 0;

  for (gsize i = 0; i < OND_MAPS_N_CHOICE_KEYS; i++)
    {
      const OndMapsChoiceKey *row = &ond_maps_choice_keys[i];
      g_autofree char *name = get_text (self, row->key);
      if (!ond_choice_parse (row->choices, row->what, name, ond_maps_choice (maps, i), NULL))
        return damaged (self, row->key, error);
    }
  fits_read_key_log (self->file, "BORDER", &border, NULL, &self->status);
  maps->method.exclude_border = border;
  maps->pass = g_strcmp0 (pass, "energy") == 0 ? OND_PASS_ENERGY : OND_PASS_STATS;
  return self->status == 0 || damaged (self, "BORDER", error);
}

static gboolean
get_origin (Reader *self, OndMaps *maps, GError **error)
{
  OndMapsOrigin *origin = &maps->origin;

  for (gsize i = 0; i < OND_MAPS_N_TEXT_KEYS; i++)
    G_STRUCT_MEMBER (char *, origin, ond_maps_text_keys[i].offset) =
        get_text (self, ond_maps_text_keys[i].key);
  for (int i = 0; i < OND_N_AXES; i++)
    {
      LONGLONG n = 0;
      fits_read_key_dbl (self->file, ond_maps_edge_keys[i], &origin->edge[i], NULL, &self->status);
      if (self->status == 0
          && fits_read_key_lnglng (self->file, ond_maps_dim_keys[i], &n, NULL, &self->status)
                 == KEY_NO_EXIST)
        self->status = 0; /* earlier files */
      maps->n[i] = (gint32) CLAMP (n, 0, G_MAXINT32);
    }
  fits_read_key_dbl (self->file, "EDGELEN", &origin->edge_length, NULL, &self->status);
  return self->status == 0 || damaged (self, "the voxel edges", error);
}

/* STATS and COMPLETE of the primary header. */
static gboolean
get_contents (Reader *self, OndStatisticSet *statistics, gboolean *complete, GError **error)
{
  g_autofree char *names = NULL;

  fits_movabs_hdu (self->file, 1, NULL, &self->status);
  names = get_text (self, "STATS");
  fits_read_key_log (self->file, "COMPLETE", complete, NULL, &self->status);
  if (self->status != 0)
    return damaged (self, "the primary header", error);
  return (names != NULL && ond_statistic_set_parse (names, statistics, NULL))
         || damaged (self, "STATS", error);
}

static OndMaps *
read_maps (Reader *self, GError **error)
{
  static const OndMapsOrigin nothing;
  OndGrid *grids[OND_N_PARAMETERS] = { NULL };
  g_autoptr (OndMaps) maps = NULL;
  OndStatisticSet statistics = 0;
  gboolean complete = FALSE;

  if (get_contents (self, &statistics, &complete, error) && get_grids (self, grids, error))
    maps = ond_maps_new_take_grids (grids, statistics, &nothing, error);
  for (int p = 0; p < OND_N_PARAMETERS; p++)
    ond_grid_free (grids[p]);
  if (maps == NULL)
    return NULL;
  if (fits_movabs_hdu (self->file, 1, NULL, &self->status) != 0)
    return damaged (self, "the primary header", error), NULL;
  if (!get_parameters (self, maps, error) || !get_origin (self, maps, error)
      || !get_values (self, maps, error))
    return NULL;
  mark_filled (maps, complete);
  return g_steal_pointer (&maps);
}

/* Opens without waiting on what is not a regular file. */
static FILE *
open_regular (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? fopen (path, "rbe") : NULL;
}

gboolean
ond_maps_probe (const char *path)
{
  char block[2881] = "";
  FILE *file = open_regular (path);
  gsize n;

  if (file == NULL)
    return FALSE;
  n = fread (block, 1, 2880, file);
  fclose (file);
  for (gsize card = 0; card + 80 <= n; card += 80)
    if (memcmp (block + card, OND_MAPS_KEY " = '" OND_MAPS_CONTENT "'",
                strlen (OND_MAPS_KEY " = '" OND_MAPS_CONTENT "'"))
        == 0)
      return TRUE;
  return FALSE;
}

OndMaps *
ond_maps_load (const char *path, GError **error)
{
  Reader reader = { .path = path };
  g_autofree char *bytes = NULL;
  void *buffer;
  size_t n_bytes = 0;
  OndMaps *maps = NULL;

  if (!ond_maps_probe (path))
    return damaged (&reader, "the header does not say so", error), NULL;
  if (!g_file_get_contents (path, &bytes, &n_bytes, error))
    {
      g_autofree char *name = g_filename_display_name (path);
      g_clear_error (error);
      g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: cannot be read", name);
      return NULL;
    }
  reader.n_bytes = n_bytes;
  buffer = bytes;
  if (fits_open_memfile (&reader.file, "maps", READONLY, &buffer, &n_bytes, 0, NULL, &reader.status)
      == 0)
    maps = read_maps (&reader, error);
  else
    ond_maps_fits_error (path, "read the maps", reader.status, error);
  if (reader.file != NULL)
    {
      int status = 0;
      fits_close_file (reader.file, &status);
    }
  fits_clear_errmsg ();
  return maps;
}
