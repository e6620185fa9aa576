// SPDX-License-Identifier: MIT

#include "merge_sort_std.h"

#include <algorithm>

void merge_sort_std(uint32_t *keys, size_t n)
{
    std::stable_sort(keys, keys + n);
}
