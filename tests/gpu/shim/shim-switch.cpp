// SPDX-License-Identifier: GPL-3.0-or-later
// From one stack to another. In a file of its own: a compiler that saw what is here would think
// that nothing changes while a fibre waits.
#include "shim-private.h"

// The compiler's own jumps make no system call, and AddressSanitizer, which is told of fibres, does
// not clear a whole stack's shadow at each.
#define SWITCHES __attribute__ ((noinline, no_sanitize ("address", "undefined")))

// Not where a jump may come to: the compiler would see the end of that function.
SWITCHES static void
jump (void **to)
{
  __builtin_longjmp (to, 1);
}

SWITCHES void
shim::switch_stack (Stack *from, Stack *to)
{
  if (__builtin_setjmp (from->at) != 0)
    return;
  if (to->entered)
    jump (to->at);
  to->entered = true;
  setcontext (&to->start);
}
