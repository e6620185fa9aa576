// SPDX-License-Identifier: MIT
//
// names - extensions of the language, and programs that ask for macros.

#ifndef EXTENSION_MACROS_NAMES_H
#define EXTENSION_MACROS_NAMES_H

#include "ocl.h"

#include "shared/words.h"

// Names of Khronos' extensions that change OpenCL C, with blanks between them.
extern const char LANGUAGE_EXTENSIONS[];

// A program, malloc'ed, whose kernel extension_macros_ask sets out[i] to 1 where the compiler has a
// macro of the name number i, and to 0 where it has none.
char *macro_program(const words *names);

#endif
