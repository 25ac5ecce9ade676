// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, streams, events and faults of the shim.
#include "shim-private.h"

#include "shim.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <set>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

struct ShimStream
{
  std::deque<std::function<void ()> > work;
  size_t n_enqueued = 0, n_done = 0;
};

struct ShimEvent
{
  cudaStream_t stream = nullptr;
  size_t after = 0; // so much of the stream's work comes before it
};

namespace shim {
std::recursive_mutex lock;
unsigned seed;
int n_objects;
} // namespace shim

namespace {

struct Fault
{
  int nth, code;
};

std::map<std::string, Fault> faults;
std::map<const char *, size_t> device, pinned; // where -> bytes
std::set<ShimStream *> streams;
std::string complaint;
unsigned n_calls;
size_t total = (size_t) 64 << 20, in_use;
int sticky, last, on_device, capability[2] = { 9, 0 };

bool
is_lost (int code)
{
  return code == cudaErrorContained || code >= cudaErrorIllegalAddress;
}

// What a call returns: the error that sticks comes before its own.
cudaError_t
done (int code)
{
  if (sticky != 0)
    code = sticky;
  if (code != 0)
    last = code;
  return (cudaError_t) code;
}

bool
within (const std::map<const char *, size_t> &memory, const void *at, size_t n)
{
  const char *from = static_cast<const char *> (at);
  auto found = memory.upper_bound (from);

  return found != memory.begin () && (--found, from + n <= found->first + found->second);
}

void
veil (const char *at, size_t n, bool hidden)
{
#ifdef __SANITIZE_ADDRESS__
  if (hidden)
    __asan_poison_memory_region (at, n);
  else
    __asan_unpoison_memory_region (at, n);
#else
  (void) at, (void) n, (void) hidden;
#endif
}

void
drain (ShimStream *stream, size_t until)
{
  while (stream->n_done < until)
    {
      auto work = std::move (stream->work.front ());

      stream->work.pop_front ();
      stream->n_done++;
      if (sticky == 0)
        work ();
    }
}

bool
check_copy (const void *to, const void *from, size_t to_size, size_t from_size, cudaMemcpyKind kind)
{
  const bool up = kind == cudaMemcpyHostToDevice;

  if (!within (up ? device : pinned, to, to_size) && !up)
    shim::complain ("a copy to memory that is not pinned, or beyond its end");
  else if (!within (up ? pinned : device, from, from_size))
    shim::complain (up ? "a copy from memory that is not pinned, or beyond its end"
                       : "a copy from memory that is not the device's, or beyond its end");
  else if (!within (up ? device : pinned, to, to_size))
    shim::complain ("a copy to memory that is not the device's, or beyond its end");
  else
    return true;
  return false;
}

} // namespace

#define BEGIN(name)                                                                                \
  shim::Guard guard (shim::lock);                                                                  \
  int code = 0;                                                                                    \
  if (!shim::may_run (name, &code))                                                                \
  return done (code)

namespace shim {

void
complain (const std::string &what)
{
  if (!complaint.empty ())
    return;
  complaint = what;
  fprintf (stderr, "# shim: %s\n", what.c_str ());
}

// The code that a call of `name` is to fail with, or 0.
static int
take_fault (const char *name)
{
  auto fault = faults.find (name);
  int code = 0;

  if (fault == faults.end () || --fault->second.nth > 0)
    return 0;
  code = fault->second.code;
  faults.erase (fault);
  return code;
}

bool
may_run (const char *name, int *code)
{
  n_calls++;
  *code = take_fault (name);
  if (is_lost (*code))
    sticky = *code;
  if (sticky != 0)
    *code = sticky;
  return *code == 0;
}

bool
is_device (const void *memory, size_t n)
{
  return within (device, memory, n);
}

OnDevice::OnDevice ()
{
  if (on_device++ == 0)
    for (auto &block : device)
      veil (block.first, block.second, false);
}

OnDevice::~OnDevice ()
{
  if (--on_device == 0)
    for (auto &block : device)
      veil (block.first, block.second, true);
}

void
enqueue (cudaStream_t stream, std::function<void ()> work)
{
  stream->work.push_back (std::move (work));
  stream->n_enqueued++;
}

void
drain_all ()
{
  for (auto stream : streams)
    drain (stream, stream->n_enqueued);
}

void
launch (const char *name, dim3 grid, dim3 block, cudaStream_t stream, std::function<void ()> thread)
{
  Guard guard (lock);
  const std::string plain = std::string (name).substr (0, std::string (name).find ('<'));

  if (block.x * block.y * block.z - 1 > 1023 || grid.x - 1 > 0x7ffffffe || grid.y - 1 > 65534
      || grid.z - 1 > 65534)
    {
      done (cudaErrorInvalidConfiguration);
      return;
    }
  // What stops a launch is known at once, what a kernel does wrong when something waits for it.
  const int code = take_fault (plain.c_str ());
  if (code != 0 && !is_lost (code))
    done (code);
  else if (code != 0)
    enqueue (stream, [=] { sticky = code; });
  else
    enqueue (stream, [=] { run_grid (plain.c_str (), grid, block, thread); });
}

cudaError_t
device_alloc (void **memory, size_t n)
{
  BEGIN ("cudaMalloc");
  if (n == 0 || in_use + n > total || posix_memalign (memory, 256, n) != 0)
    {
      *memory = nullptr;
      return done (n == 0 ? cudaSuccess : cudaErrorMemoryAllocation);
    }
  memset (*memory, 0xff, n);
  device[static_cast<char *> (*memory)] = n;
  in_use += n;
  n_objects++;
  veil (static_cast<char *> (*memory), n, on_device == 0);
  return done (cudaSuccess);
}

cudaError_t
pinned_alloc (void **memory, size_t n)
{
  BEGIN ("cudaMallocHost");
  *memory = malloc (n);
  memset (*memory, 0xff, n);
  pinned[static_cast<char *> (*memory)] = n;
  n_objects++;
  return done (cudaSuccess);
}

cudaError_t
attributes (cudaFuncAttributes *attributes)
{
  BEGIN ("cudaFuncGetAttributes");
  attributes->ptxVersion = 75;
  return done (cudaSuccess);
}

} // namespace shim

cudaError_t
cudaDriverGetVersion (int *version)
{
  *version = 13000;
  return cudaSuccess;
}

cudaError_t
cudaRuntimeGetVersion (int *version)
{
  *version = 13000;
  return cudaSuccess;
}

cudaError_t
cudaGetDeviceCount (int *n)
{
  BEGIN ("cudaGetDeviceCount");
  *n = 1;
  return done (cudaSuccess);
}

cudaError_t
cudaGetDeviceProperties (cudaDeviceProp *properties, int)
{
  BEGIN ("cudaGetDeviceProperties");
  *properties = cudaDeviceProp{ "shim", capability[0], capability[1] };
  return done (cudaSuccess);
}

cudaError_t
cudaSetDevice (int)
{
  BEGIN ("cudaSetDevice");
  return done (cudaSuccess);
}

cudaError_t
cudaMemGetInfo (size_t *unused, size_t *all)
{
  BEGIN ("cudaMemGetInfo");
  *unused = total > in_use ? total - in_use : 0;
  *all = total;
  return done (cudaSuccess);
}

cudaError_t
cudaDeviceGetStreamPriorityRange (int *least, int *greatest)
{
  BEGIN ("cudaDeviceGetStreamPriorityRange");
  *least = 0;
  *greatest = -5;
  return done (cudaSuccess);
}

// Frees whatever happened before, as a test of leaks needs it, and waits as the runtime does.
static cudaError_t
release (std::map<const char *, size_t> *from, void *memory)
{
  shim::Guard guard (shim::lock);
  auto found = from->find (static_cast<char *> (memory));

  shim::drain_all ();
  if (memory == nullptr)
    return done (cudaSuccess);
  if (found == from->end ())
    {
      shim::complain ("something is freed that was not allocated");
      return done (cudaErrorInvalidValue);
    }
  if (from == &device)
    {
      in_use -= found->second;
      veil (found->first, found->second, false);
    }
  from->erase (found);
  shim::n_objects--;
  free (memory);
  return done (cudaSuccess);
}

cudaError_t
cudaFree (void *memory)
{
  return release (&device, memory);
}

cudaError_t
cudaFreeHost (void *memory)
{
  return release (&pinned, memory);
}

cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t n, cudaMemcpyKind kind, cudaStream_t stream)
{
  BEGIN ("cudaMemcpyAsync");
  if (!check_copy (to, from, n, n, kind))
    return done (cudaErrorInvalidValue);
  shim::enqueue (stream, [=] {
    shim::OnDevice on;
    memcpy (to, from, n);
  });
  return done (cudaSuccess);
}

cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                   size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
  BEGIN ("cudaMemcpy2DAsync");
  if (height == 0 || to_pitch < width || from_pitch < width
      || !check_copy (to, from, (height - 1) * to_pitch + width, (height - 1) * from_pitch + width,
                      kind))
    return done (cudaErrorInvalidValue);
  shim::enqueue (stream, [=] {
    shim::OnDevice on;

    for (size_t i = 0; i < height; i++)
      memcpy (static_cast<char *> (to) + i * to_pitch,
              static_cast<const char *> (from) + i * from_pitch, width);
  });
  return done (cudaSuccess);
}

cudaError_t
cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned, int)
{
  BEGIN ("cudaStreamCreateWithPriority");
  *stream = new ShimStream;
  streams.insert (*stream);
  shim::n_objects++;
  return done (cudaSuccess);
}

cudaError_t
cudaStreamSynchronize (cudaStream_t stream)
{
  BEGIN ("cudaStreamSynchronize");
  drain (stream, stream->n_enqueued);
  return done (cudaSuccess);
}

cudaError_t
cudaStreamDestroy (cudaStream_t stream)
{
  shim::Guard guard (shim::lock);

  drain (stream, stream->n_enqueued);
  streams.erase (stream);
  delete stream;
  shim::n_objects--;
  return done (cudaSuccess);
}

cudaError_t
cudaEventCreateWithFlags (cudaEvent_t *event, unsigned)
{
  BEGIN ("cudaEventCreateWithFlags");
  *event = new ShimEvent;
  shim::n_objects++;
  return done (cudaSuccess);
}

cudaError_t
cudaEventRecord (cudaEvent_t event, cudaStream_t stream)
{
  BEGIN ("cudaEventRecord");
  *event = ShimEvent{ stream, stream->n_enqueued };
  return done (cudaSuccess);
}

cudaError_t
cudaEventSynchronize (cudaEvent_t event)
{
  BEGIN ("cudaEventSynchronize");
  if (event->stream != nullptr)
    drain (event->stream, event->after);
  return done (cudaSuccess);
}

cudaError_t
cudaEventDestroy (cudaEvent_t event)
{
  shim::Guard guard (shim::lock);

  delete event;
  shim::n_objects--;
  return done (cudaSuccess);
}

cudaError_t
cudaDeviceSynchronize ()
{
  BEGIN ("cudaDeviceSynchronize");
  shim::drain_all ();
  return done (cudaSuccess);
}

cudaError_t
cudaGetLastError ()
{
  shim::Guard guard (shim::lock);
  const int error = sticky != 0 ? sticky : last;

  last = 0;
  return (cudaError_t) error;
}

const char *
cudaGetErrorString (cudaError_t error)
{
  return error == cudaErrorMemoryAllocation ? "out of memory" : "a planted fault";
}

const char *
cudaGetErrorName (cudaError_t)
{
  return "shim";
}

void
shim_reset (void)
{
  shim::Guard guard (shim::lock);

  faults.clear ();
  complaint.clear ();
  sticky = last = 0;
  total = (size_t) 64 << 20;
  capability[0] = 9;
  capability[1] = 0;
}

void
shim_set_memory (size_t bytes)
{
  total = bytes;
}

void
shim_set_compute_capability (int major, int minor)
{
  capability[0] = major;
  capability[1] = minor;
}

void
shim_set_seed (unsigned seed)
{
  shim::seed = seed;
}

void
shim_fail (const char *name, int nth, int code)
{
  shim::Guard guard (shim::lock);

  faults[name] = Fault{ nth, code };
}

int
shim_fail_is_due (void)
{
  return !faults.empty ();
}

unsigned
shim_get_n_calls (void)
{
  return n_calls;
}

const char *
shim_get_complaint (void)
{
  return complaint.empty () ? nullptr : complaint.c_str ();
}

size_t
shim_get_in_use (void)
{
  return in_use;
}

int
shim_get_n_objects (void)
{
  return shim::n_objects;
}
