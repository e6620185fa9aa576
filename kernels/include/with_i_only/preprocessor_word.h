// SPDX-License-Identifier: MIT
//
// preprocessor.cl finds this file only with -I.

#define WORD plain
