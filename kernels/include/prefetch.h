// SPDX-License-Identifier: MIT
//
// PREFETCH(address) - asks for a cache line before it is used, if AHEAD > 0 and the compiler can do
// it; else it is nothing.  The address may lie outside of the buffer.  OpenCL C's own prefetch()
// does nothing on PoCL 3.1; Clang's builtin does.

#if AHEAD > 0 && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define PREFETCH(address) __builtin_prefetch(address)
#endif
#endif
#ifndef PREFETCH
#define PREFETCH(address)
#endif
