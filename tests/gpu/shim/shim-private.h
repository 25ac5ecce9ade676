/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the files of the shim. All of it runs under one lock. */
#pragma once

#include "cufft.h"

#include <mutex>
#include <string>
#include <ucontext.h>

namespace shim {

typedef std::lock_guard<std::recursive_mutex> Guard;
extern std::recursive_mutex lock;
extern unsigned seed;
extern int n_objects;

void complain (const std::string &what);

/* Is this call of `name` to succeed? Else *code says how it fails. */
bool may_run (const char *name, int *code);

/* `n` bytes of device memory? */
bool is_device (const void *memory, size_t n);

/* Device memory may be touched while one of these lives. */
struct OnDevice
{
  OnDevice ();
  ~OnDevice ();
};

void enqueue (cudaStream_t stream, std::function<void ()> work);
void drain_all ();

/* Where a stack is left. The first time it is entered by its context, which calls a function. */
struct Stack
{
  ucontext_t start;
  bool entered = false;
  void *at[5];
};

/* Returns when somebody switches back to `from`. */
void switch_stack (Stack *from, Stack *to);

/* Runs all blocks of a kernel. */
void run_grid (const char *name, dim3 grid, dim3 block, const std::function<void ()> &thread);

} /* namespace shim */
