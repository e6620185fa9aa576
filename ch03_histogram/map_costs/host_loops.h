// SPDX-License-Identifier: MIT
//
// host_loops - what the host does with the numbers itself, and how long that takes.

#ifndef MAP_BUFFER_HOST_LOOPS_H
#define MAP_BUFFER_HOST_LOOPS_H

#include <stddef.h>
#include <stdint.h>

// Makes n numbers that all differ.  Adds the nanoseconds to *ns.
void make_numbers(uint32_t *x, size_t n, uint64_t seed, double *ns);

// The sum of n numbers.  Adds the nanoseconds to *ns.
uint64_t add_up(const uint32_t *x, size_t n, double *ns);

#endif
