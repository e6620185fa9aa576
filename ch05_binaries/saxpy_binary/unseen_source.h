// SPDX-License-Identifier: MIT
//
// unseen_source - a program text that no compiler's cache has seen.

#ifndef UNSEEN_SOURCE_H
#define UNSEEN_SOURCE_H

#include <stddef.h>

// `base` and generated kernels after it, malloc'ed: at least one kernel, and as many as it takes to
// reach `bytes`. The kernels have other constants at each call.  A comment would not do: a cache
// that looks at the preprocessed text does not see it.
char *unseen_source(const char *base, size_t bytes);

#endif
