// SPDX-License-Identifier: MIT

#include "radix_sort_std.h"

#include <algorithm>

void radix_sort_std(int32_t *keys, size_t n)
{
    std::sort(keys, keys + n);
}
