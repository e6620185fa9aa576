// SPDX-License-Identifier: MIT
//
// preprocessor.cl finds this file only with -I, and the name of this folder has blanks in it.

#define WORD blank
