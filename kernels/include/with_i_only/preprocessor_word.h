// SPDX-License-Identifier: MIT
//
// preprocessor_macros.cl finds this file only with -I.

#define WORD plain
