// SPDX-License-Identifier: GPL-3.0-or-later
// The threads of a block as fibres. A thread that never waits leaves its fibre to the next one.
#include "shim-private.h"

#include <memory>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace {

enum State
{
  READY,
  AT_BARRIER,
  AT_SHUFFLE,
  DONE
};

struct Thread
{
  State state = READY;
  int fibre = -1, line = 0;
  unsigned mask = 0, n_shuffles = 0;
  alignas (8) char shown[2][8]; // to other lanes; in turn, so that a fast lane spoils nothing
};

struct Fibre
{
  shim::Stack stack;
  std::unique_ptr<char[]> memory;
  void *fake = nullptr; // AddressSanitizer's
};

constexpr size_t STACK_SIZE = 128 * 1024;

std::vector<std::unique_ptr<Fibre> > fibres;
std::vector<int> idle;
std::vector<Thread> threads;
std::vector<unsigned> fresh; // threads that have not begun, the first one last
const std::function<void ()> *body;
unsigned current; // thread
int current_fibre;
shim::Stack scheduler;
#ifdef __SANITIZE_ADDRESS__
void *scheduler_fake;
const void *scheduler_stack;
size_t scheduler_size;
#endif

void
to_scheduler ()
{
  Fibre *fibre = fibres[(size_t) current_fibre].get ();

#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber (&fibre->fake, scheduler_stack, scheduler_size);
#endif
  shim::switch_stack (&fibre->stack, &scheduler);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber (fibre->fake, &scheduler_stack, &scheduler_size);
#endif
}

void
to_fibre (int index)
{
  Fibre *fibre = fibres[(size_t) index].get ();

  current_fibre = index;
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber (&scheduler_fake, fibre->memory.get (), STACK_SIZE);
#endif
  scheduler.entered = true;
  shim::switch_stack (&scheduler, &fibre->stack);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber (scheduler_fake, nullptr, nullptr);
#endif
}

void
set_current (unsigned thread)
{
  current = thread;
  threadIdx = { thread % blockDim.x, thread / blockDim.x % blockDim.y,
                thread / (blockDim.x * blockDim.y) };
}

void
fibre_main ()
{
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber (nullptr, &scheduler_stack, &scheduler_size);
#endif
  for (;;)
    {
      while (!fresh.empty ())
        {
          const unsigned thread = fresh.back ();

          fresh.pop_back ();
          threads[thread].fibre = current_fibre;
          set_current (thread);
          (*body) ();
          threads[thread].state = DONE;
        }
      idle.push_back (current_fibre);
      to_scheduler ();
    }
}

int
take_fibre ()
{
  if (!idle.empty ())
    {
      const int index = idle.back ();

      idle.pop_back ();
      return index;
    }
  auto fibre = std::make_unique<Fibre> ();
  ucontext_t *start = &fibre->stack.start;
  fibre->memory.reset (new char[STACK_SIZE]);
  getcontext (start);
  start->uc_stack.ss_sp = fibre->memory.get ();
  start->uc_stack.ss_size = STACK_SIZE;
  start->uc_link = nullptr;
  makecontext (start, fibre_main, 0);
  fibres.push_back (std::move (fibre));
  return (int) fibres.size () - 1;
}

void
wait_as (State state)
{
  const unsigned self = current;

  threads[self].state = state;
  to_scheduler ();
  set_current (self);
}

// 0 ... n-1 in a random order, or the natural one.
std::vector<unsigned>
order_of (unsigned n)
{
  std::vector<unsigned> order (n);

  for (unsigned i = 0; i < n; i++)
    order[i] = i;
  for (unsigned i = n; shim::seed != 0 && i > 1; i--)
    {
      shim::seed = shim::seed * 1664525u + 1013904223u;
      std::swap (order[i - 1], order[(shim::seed >> 8) % i]);
    }
  return order;
}

// Lets a warp go on whose lanes all wait for each other. True when one did.
bool
release_warp (const char *name, size_t first)
{
  unsigned waiting = 0, wanted = 0, gone = 0;

  for (unsigned lane = 0; lane < 32; lane++)
    {
      const Thread *thread = first + lane < threads.size () ? &threads[first + lane] : nullptr;

      if (thread == nullptr || thread->state == DONE || thread->state == AT_BARRIER)
        gone |= 1u << lane;
      else if (thread->state == AT_SHUFFLE)
        {
          waiting |= 1u << lane;
          wanted |= thread->mask;
        }
    }
  if (waiting == 0)
    return false;
  if (wanted & gone)
    shim::complain (std::string (name) + ": a shuffle names lanes that never come to it");
  else if (wanted & ~waiting)
    return false;
  for (unsigned lane = 0; lane < 32; lane++)
    if (waiting >> lane & 1u)
      threads[first + lane].state = READY;
  return true;
}

// Lets the block go on from a barrier. False when nobody waits: the block is done.
bool
release_barrier (const char *name)
{
  bool any = false, all = true;
  int line = 0;

  for (auto &thread : threads)
    {
      all = all && thread.state == AT_BARRIER;
      if (thread.state != AT_BARRIER)
        continue;
      if (any && thread.line != line)
        shim::complain (std::string (name) + ": threads wait at different barriers");
      any = true;
      line = thread.line;
      thread.state = READY;
    }
  if (any && !all)
    shim::complain (std::string (name) + ": a barrier is not reached by every thread");
  return any;
}

void
run_block (const char *name)
{
  const std::vector<unsigned> turn = order_of ((unsigned) threads.size ());
  bool going = true;

  fresh.assign (turn.rbegin (), turn.rend ());
  while (!fresh.empty ())
    to_fibre (take_fibre ());
  while (going)
    {
      going = false;
      for (unsigned thread : turn)
        if (threads[thread].state == READY)
          {
            set_current (thread);
            to_fibre (threads[thread].fibre);
            going = true;
          }
      for (size_t first = 0; first < threads.size (); first += 32)
        going = release_warp (name, first) || going;
      if (!going)
        going = release_barrier (name);
    }
}

} // namespace

namespace shim {

void
barrier (int line)
{
  threads[current].line = line;
  wait_as (AT_BARRIER);
}

void
exchange (unsigned mask, const void *own, void *others, size_t n, unsigned distance)
{
  Thread &thread = threads[current];
  const unsigned slot = thread.n_shuffles++ % 2, lane = current % 32, first = current - lane;

  memcpy (thread.shown[slot], own, n);
  thread.mask = mask;
  wait_as (AT_SHUFFLE);
  // Lanes beyond the warp's end give back one's own, as the hardware does.
  if (lane + distance < 32 && first + lane + distance < threads.size ())
    memcpy (others, threads[first + lane + distance].shown[slot], n);
  else
    memcpy (others, own, n);
}

void
run_grid (const char *name, dim3 grid, dim3 block, const std::function<void ()> &thread)
{
  OnDevice on;

  gridDim = grid;
  blockDim = block;
  body = &thread;
  for (unsigned b : order_of (grid.x * grid.y * grid.z))
    {
      blockIdx = { b % grid.x, b / grid.x % grid.y, b / (grid.x * grid.y) };
      threads.assign (block.x * block.y * block.z, Thread ());
      run_block (name);
    }
}

} // namespace shim
