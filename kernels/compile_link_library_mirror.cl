// SPDX-License-Identifier: MIT
//
// The second object of compile_link_library: it has no kernel, but a function that other
// programs call.

#include "edges/mirror.h"

int2 mirror(int2 at, int2 size)
{
    int2 last = size - 1;
    int2 period = max(2 * last, 1);    // 1 for a single row or column
    int2 in_period = convert_int2(abs(at)) % period;
    return min(in_period, 2 * last - in_period);
}
