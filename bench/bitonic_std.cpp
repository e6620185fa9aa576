// SPDX-License-Identifier: MIT

#include "bitonic_std.h"

#include <algorithm>

void bitonic_std_sort(int32_t *keys, size_t n)
{
    std::sort(keys, keys + n);
}
