// SPDX-License-Identifier: MIT
//
// unseen_source - a program text that no compiler's cache has seen.

#ifndef UNSEEN_SOURCE_H
#define UNSEEN_SOURCE_H

#include <stddef.h>

// `base` and generated kernels after it, at least one and as many as make that many bytes, malloc'ed.
// Their constants are new with each call: not comments, which a cache behind the preprocessor would
// not see.
char *unseen_source(const char *base, size_t bytes);

#endif
