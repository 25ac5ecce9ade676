/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of a checkpoint: made, checked, read back. A record is
 *   kind (uint32)  length of the payload (uint32)  number (uint64)  payload  CRC-32 of all that
 *   (uint32)
 * little-endian. The first is the head, whose payload is JSON; the number of the others is the
 * chunk's. */
#include "checkpoint.h"

#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define KIND_HEAD 0x44414548u   /* "HEAD" */
#define KIND_CHUNK 0x4b4e4843u  /* "CHNK" */
#define KIND_WISDOM 0x4d445357u /* "WSDM" */
#define KIND_DEVICE 0x43564544u /* "DEVC" */
#define FORMAT 1

#define FRAME 16   /* bytes before the payload */
#define MOMENTS 48 /* bytes of one OndMoments */
#define MAX_PAYLOAD (16u << 20)

struct _OndCheckpoint
{
  char *path;
  int fd;
  char *wisdom;
  char *backend, *kernels; /* of the head */
  GPtrArray *devices;      /* char *, NULL-terminated */
};

typedef struct
{
  guint32 kind;
  guint64 number;
  GByteArray *payload;
} Record;

static gboolean
fail (const OndCheckpoint *self, int code, const char *what, int number, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, OND_ERROR, code, "%s: cannot %s: %s", name, what, g_strerror (number));
  return FALSE;
}

char *
ond_checkpoint_path (const char *output)
{
  g_autofree char *folder = g_path_get_dirname (output);
  g_autofree char *base = g_path_get_basename (output);
  g_autofree char *name = g_strdup_printf (".%s.part", base);

  return g_build_filename (folder, name, NULL);
}

/* A record being made */

static void
put32 (GByteArray *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
put64 (GByteArray *bytes, guint64 value)
{
  value = GUINT64_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static void
put_double (GByteArray *bytes, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  put64 (bytes, bits);
}

/* One write a record: a kill leaves it whole or torn at the end, never between two others. */
static gboolean
append (OndCheckpoint *self, guint32 kind, guint64 number, GByteArray *payload, GError **error)
{
  g_autoptr (GByteArray) record = g_byte_array_new ();
  const guint8 *bytes;
  gsize left;

  put32 (record, kind);
  put32 (record, payload->len);
  put64 (record, number);
  g_byte_array_append (record, payload->data, payload->len);
  put32 (record, (guint32) crc32 (0, record->data, record->len));
  for (bytes = record->data, left = record->len; left > 0;)
    {
      gssize n = write (self->fd, bytes, left);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return fail (self, OND_ERROR_WRITE, "write", n == 0 ? ENOSPC : errno, error);
      bytes += n;
      left -= (gsize) n;
    }
  return TRUE;
}

gboolean
ond_checkpoint_append (OndCheckpoint *self, gsize chunk, const OndMoments *moments, gsize n,
                       GError **error)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  for (gsize i = 0; i < n; i++)
    {
      put64 (payload, moments[i].n);
      put_double (payload, moments[i].sum);
      put_double (payload, moments[i].sum2);
      put_double (payload, moments[i].min);
      put_double (payload, moments[i].max);
      put64 (payload, moments[i].at_max);
    }
  return append (self, KIND_CHUNK, chunk, payload, error);
}

static void
add_device (OndCheckpoint *self, char *device)
{
  g_ptr_array_insert (self->devices, (int) self->devices->len - 1, device);
}

gboolean
ond_checkpoint_append_wisdom (OndCheckpoint *self, const char *wisdom, GError **error)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  if (wisdom == NULL || g_strcmp0 (wisdom, self->wisdom) == 0 || strlen (wisdom) > MAX_PAYLOAD)
    return TRUE;
  g_free (self->wisdom);
  self->wisdom = g_strdup (wisdom);
  g_byte_array_append (payload, (const guint8 *) wisdom, (guint) strlen (wisdom));
  return append (self, KIND_WISDOM, 0, payload, error);
}

gboolean
ond_checkpoint_append_device (OndCheckpoint *self, const char *device, GError **error)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  if (g_strv_contains (ond_checkpoint_get_devices (self), device))
    return TRUE;
  add_device (self, g_strdup (device));
  g_byte_array_append (payload, (const guint8 *) device, (guint) strlen (device));
  return append (self, KIND_DEVICE, 0, payload, error);
}

/* A record being read */

static gboolean
read_exactly (int fd, void *bytes, gsize n)
{
  for (guint8 *to = bytes; n > 0;)
    {
      gssize done = read (fd, to, n);
      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        return FALSE;
      to += done;
      n -= (gsize) done;
    }
  return TRUE;
}

static guint32
get32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

static guint64
get64 (const guint8 *bytes)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT64_FROM_LE (value);
}

static double
get_double (const guint8 *bytes)
{
  guint64 bits = get64 (bytes);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* The record at the file's position; FALSE at the end, and where it is torn or damaged. */
static gboolean
read_record (OndCheckpoint *self, Record *record)
{
  guint8 frame[FRAME], crc[4];
  guint32 length;
  uLong sum;

  if (!read_exactly (self->fd, frame, sizeof frame))
    return FALSE;
  record->kind = get32 (frame);
  length = get32 (frame + 4);
  record->number = get64 (frame + 8);
  if (length > MAX_PAYLOAD)
    return FALSE;
  g_byte_array_set_size (record->payload, length);
  if (!read_exactly (self->fd, record->payload->data, length)
      || !read_exactly (self->fd, crc, sizeof crc))
    return FALSE;
  sum = crc32 (0, frame, sizeof frame);
  if (length > 0)
    sum = crc32 (sum, record->payload->data, length);
  return get32 (crc) == (guint32) sum;
}

static gboolean
take_chunk (const Record *record, OndCheckpointFunc func, gpointer data)
{
  OndMoments moments[OND_SWEEP_CHUNK];
  gsize n = record->payload->len / MOMENTS;
  const guint8 *bytes = record->payload->data;

  if (record->payload->len % MOMENTS != 0 || n < 1 || n > OND_SWEEP_CHUNK)
    return FALSE;
  for (gsize i = 0; i < n; i++, bytes += MOMENTS)
    moments[i] = (OndMoments){
      .n = get64 (bytes),
      .sum = get_double (bytes + 8),
      .sum2 = get_double (bytes + 16),
      .min = get_double (bytes + 24),
      .max = get_double (bytes + 32),
      .at_max = get64 (bytes + 40),
    };
  return func (record->number, moments, n, data);
}

static gboolean
take_record (OndCheckpoint *self, const Record *record, OndCheckpointFunc func, gpointer data)
{
  char *text;

  if (record->kind == KIND_CHUNK)
    return take_chunk (record, func, data);
  if (record->kind != KIND_WISDOM && record->kind != KIND_DEVICE)
    return FALSE;
  text = g_strndup ((const char *) record->payload->data, record->payload->len);
  if (record->kind == KIND_DEVICE)
    add_device (self, text);
  else
    {
      g_free (self->wisdom);
      self->wisdom = text;
    }
  return TRUE;
}

gboolean
ond_checkpoint_replay (OndCheckpoint *self, OndCheckpointFunc func, gpointer data, GError **error)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  Record record = { .payload = payload };
  off_t good = lseek (self->fd, 0, SEEK_CUR);

  while (good >= 0 && read_record (self, &record) && take_record (self, &record, func, data))
    good = lseek (self->fd, 0, SEEK_CUR);
  if (good < 0)
    return fail (self, OND_ERROR_FILE, "read", errno, error);
  if (ftruncate (self->fd, good) != 0 || lseek (self->fd, good, SEEK_SET) < 0)
    return fail (self, OND_ERROR_WRITE, "cut off a torn record", errno, error);
  return TRUE;
}

const char *
ond_checkpoint_get_wisdom (const OndCheckpoint *self)
{
  return self->wisdom;
}

const char *
ond_checkpoint_get_backend (const OndCheckpoint *self)
{
  return self->backend;
}

const char *const *
ond_checkpoint_get_devices (const OndCheckpoint *self)
{
  return (const char *const *) self->devices->pdata;
}

const char *
ond_checkpoint_get_kernels (const OndCheckpoint *self)
{
  return self->kernels;
}

/* The head */

static char *
head_to_json (const OndCheckpointHead *head)
{
  g_autofree char *settings = ond_settings_to_json (head->settings);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_node_take_object (root, object);
  json_object_set_member (object, "settings", json_from_string (settings, NULL));
  json_object_set_string_member (object, "checksum", head->checksum);
  json_object_set_string_member (object, "backend", head->backend);
  json_object_set_string_member (object, "kernels", head->kernels);
  json_object_set_boolean_member (object, "best", head->best);
  json_object_set_int_member (object, "chunks", (gint64) head->n_chunks);
  json_object_set_int_member (object, "chunk_size", OND_SWEEP_CHUNK);
  json_object_set_string_member (object, "program", "Ondelette " OND_VERSION);
  return json_to_string (root, FALSE);
}

static void
append_difference (GString *list, JsonObject *there, JsonObject *here, const char *member,
                   const char *what)
{
  JsonNode *a = json_object_get_member (there, member), *b = json_object_get_member (here, member);

  if (a != NULL && json_node_equal (a, b))
    return;
  g_autofree char *a_text = a ? json_to_string (a, FALSE) : g_strdup ("unset");
  g_autofree char *b_text = json_to_string (b, FALSE);
  g_string_append_printf (list, "%s%s (%s there, %s here)", list->len > 0 ? ", " : "", what, a_text,
                          b_text);
}

/* What differs between the head on file and `here`; "" when nothing does; NULL when the head cannot
 * be read. */
static char *
head_difference (const char *json, const OndCheckpointHead *here)
{
  static const char *const members[][2] = {
    { "checksum", "input samples" }, { "chunks", "chunks" }, { "chunk_size", "chunk size" },
    { "program", "program" },        { "best", "best map" },
  };
  g_autofree char *here_json = head_to_json (here);
  g_autoptr (JsonNode) there_node = json_from_string (json, NULL),
                       here_node = json_from_string (here_json, NULL);
  g_autoptr (OndSettings) settings = NULL;
  g_autofree char *settings_json = NULL, *difference = NULL;
  GString *list;
  JsonObject *object;

  if (there_node == NULL || !JSON_NODE_HOLDS_OBJECT (there_node))
    return NULL;
  object = json_node_get_object (there_node);
  if (!json_object_has_member (object, "settings"))
    return NULL;
  if (!json_object_has_member (object, "best")) /* older than best maps */
    json_object_set_boolean_member (object, "best", FALSE);
  settings_json = json_to_string (json_object_get_member (object, "settings"), FALSE);
  settings = ond_settings_from_json (settings_json, NULL);
  if (settings == NULL)
    return NULL;
  difference = ond_settings_difference (settings, here->settings, OND_SETTINGS_ALL);
  list = g_string_new (difference);
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    append_difference (list, object, json_node_get_object (here_node), members[i][0],
                       members[i][1]);
  return g_string_free (list, FALSE);
}

/* A text that a head holds, or NULL. */
static char *
head_text (const char *json, const char *member)
{
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? g_strdup (
             json_object_get_string_member_with_default (json_node_get_object (node), member, NULL))
                                                       : NULL;
}

static gboolean
write_head (OndCheckpoint *self, const OndCheckpointHead *head, GError **error)
{
  g_autofree char *json = head_to_json (head);
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  g_byte_array_append (payload, (const guint8 *) json, (guint) strlen (json));
  if (ftruncate (self->fd, 0) != 0 || lseek (self->fd, 0, SEEK_SET) != 0)
    return fail (self, OND_ERROR_WRITE, "write", errno, error);
  if (!append (self, KIND_HEAD, FORMAT, payload, error))
    return FALSE;
  self->backend = g_strdup (head->backend);
  self->kernels = g_strdup (head->kernels);
  return fdatasync (self->fd) == 0
         || fail (self, OND_ERROR_WRITE, "write to the disk", errno, error);
}

static gboolean
check_head (OndCheckpoint *self, const OndCheckpointHead *head, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);
  g_autoptr (GByteArray) payload = g_byte_array_new ();
  g_autofree char *difference = NULL;
  Record record = { .payload = payload };

  if (read_record (self, &record) && record.kind == KIND_HEAD && record.number == FORMAT)
    {
      g_autofree char *json = g_strndup ((const char *) payload->data, payload->len);
      difference = head_difference (json, head);
      self->backend = head_text (json, "backend");
      self->kernels = head_text (json, "kernels");
    }
  if (difference == NULL)
    g_set_error (error, OND_ERROR, OND_ERROR_FILE,
                 "%s: is damaged and cannot be continued; remove it to start again", name);
  else if (*difference != '\0')
    g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: belongs to another sweep: %s", name,
                 difference);
  return difference != NULL && *difference == '\0';
}

/* Opens the file under its lock. The program that held the lock may have removed the file
 * meanwhile: then the name leads to another file or to none, and it is tried again. */
static gboolean
open_locked (OndCheckpoint *self, struct stat *st, GError **error)
{
  g_autofree char *display = g_filename_display_name (self->path);

  for (int i = 0; i < 100; i++)
    {
      struct stat named;

      self->fd = open (self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
      if (self->fd < 0 || fstat (self->fd, st) != 0)
        return fail (self, OND_ERROR_WRITE, "open the checkpoint", errno, error);
      if (!S_ISREG (st->st_mode))
        return fail (self, OND_ERROR_WRITE, "open the checkpoint", EINVAL, error);
      if (flock (self->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        {
          g_set_error (error, OND_ERROR, OND_ERROR_FILE, "%s: another sweep is writing this output",
                       display);
          return FALSE;
        }
      if (stat (self->path, &named) == 0 && named.st_dev == st->st_dev
          && named.st_ino == st->st_ino)
        return fstat (self->fd, st) == 0 || fail (self, OND_ERROR_FILE, "read", errno, error);
      close (self->fd);
      self->fd = -1;
    }
  return fail (self, OND_ERROR_WRITE, "lock the checkpoint", EAGAIN, error);
}

OndCheckpoint *
ond_checkpoint_open (const char *output, const OndCheckpointHead *head, OndCheckpointPolicy policy,
                     GError **error)
{
  g_autoptr (OndCheckpoint) self = g_new0 (OndCheckpoint, 1);
  struct stat st;

  self->fd = -1;
  self->devices = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->devices, NULL);
  self->path = ond_checkpoint_path (output);
  if (!open_locked (self, &st, error))
    return NULL;
  if (st.st_size == 0 || policy == OND_CHECKPOINT_REPLACE)
    return write_head (self, head, error) ? g_steal_pointer (&self) : NULL;
  if (policy == OND_CHECKPOINT_REFUSE)
    {
      g_autofree char *name = g_filename_display_name (self->path);
      g_set_error (error, OND_ERROR, OND_ERROR_EXISTS,
                   "%s: an unfinished sweep is there; continue it with --resume, or remove it",
                   name);
      return NULL;
    }
  return check_head (self, head, error) ? g_steal_pointer (&self) : NULL;
}

void
ond_checkpoint_close (OndCheckpoint *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->wisdom);
  g_free (self->backend);
  g_free (self->kernels);
  g_ptr_array_unref (self->devices);
  g_free (self);
}

void
ond_checkpoint_remove (OndCheckpoint *self)
{
  unlink (self->path);
  ond_checkpoint_close (self);
}
