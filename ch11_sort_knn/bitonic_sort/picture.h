// SPDX-License-Identifier: MIT
//
// picture - which keys are compared in which pass.

#ifndef BITONIC_SORT_PICTURE_H
#define BITONIC_SORT_PICTURE_H

#include "ocl.h"

// A row per pass, which is a launch of one_pass, when there are at most 32 keys:
//
//     pass stage stride  compared
//        4     3   flip  a b c d d c b a
//
// Keys with the same letter are compared.
void bitonic_draw(ocl_report *report, size_t n);

#endif
