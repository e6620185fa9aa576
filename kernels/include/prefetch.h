// SPDX-License-Identifier: MIT
//
// PREFETCH(address) - asks for a cache line ahead of its use, with AHEAD > 0 and where the compiler can say so;
// nothing otherwise.  The address need not be one that may be read.  The language's own prefetch() does nothing in
// PoCL 3.1; Clang's builtin does.

#if AHEAD > 0 && defined(__has_builtin)
#if __has_builtin(__builtin_prefetch)
#define PREFETCH(address) __builtin_prefetch(address)
#endif
#endif
#ifndef PREFETCH
#define PREFETCH(address)
#endif
