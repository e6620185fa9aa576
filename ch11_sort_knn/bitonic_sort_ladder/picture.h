// SPDX-License-Identifier: MIT
//
// picture - which keys are compared in which pass.

#ifndef BITONIC_SORT_PICTURE_H
#define BITONIC_SORT_PICTURE_H

#include "ocl.h"

enum { MOST_DRAWN = 32 };

// For 2 to MOST_DRAWN keys.  If one_pass is wanted, a row per pass, which is one of its launches:
//
//     pass stage stride  compared
//        4     3   flip  a b c d d c b a
//
// Keys with the same letter are compared.  With --output a chart: a line per key, and two dots for
// each comparison.
void bitonic_draw(ocl_report *report, const ocl_options *options);

#endif
