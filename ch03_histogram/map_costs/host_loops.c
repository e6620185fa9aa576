// SPDX-License-Identifier: MIT

#include "map_costs/host_loops.h"

#include "system/clock.h"

void make_numbers(uint32_t *x, size_t n, uint64_t seed, double *ns)
{
    const double begin = ocl_wall_ns();
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)seed + 3 * (uint32_t)i;
    *ns += ocl_wall_ns() - begin;
}

uint64_t add_up(const uint32_t *x, size_t n, double *ns)
{
    const double begin = ocl_wall_ns();
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *ns += ocl_wall_ns() - begin;
    return sum;
}
