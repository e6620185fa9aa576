// SPDX-License-Identifier: MIT
//
// mistakes - options that must be refused, and what becomes of warnings.

#ifndef MISTAKES_H
#define MISTAKES_H

#include "build.h"

// Tries each mistake, and a source with a warning.
void report_mistakes(const build_env *b);

#endif
