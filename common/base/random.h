// SPDX-License-Identifier: MIT
//
// random - seeded input that is the same on every machine.
//
// Element i depends on the seed and on i only, so any part of an array can be made in any order.
// The function is the output function of SplitMix64, applied to seed and index (Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).

#ifndef OCL_RANDOM_H
#define OCL_RANDOM_H

#include <stddef.h>
#include <stdint.h>

// 64 random bits for element `index`.
uint64_t ocl_random(uint64_t seed, uint64_t index);

// Uniform from low to high, with 24 random bits: element `index`, and elements 0 to count - 1.
float ocl_random_f32(float low, float high, uint64_t seed, uint64_t index);
void ocl_fill_f32(float *x, size_t count, float low, float high, uint64_t seed);

// All 32 bits random.
void ocl_fill_u32(uint32_t *x, size_t count, uint64_t seed);
void ocl_fill_bytes(void *x, size_t bytes, uint64_t seed);

#endif
