// SPDX-License-Identifier: MIT
//
// preprocessor_macros.cl finds this file only with -I, and this folder has blanks in its name.

#define WORD blank
