// SPDX-License-Identifier: MIT

#include "occupancy/steps.h"

enum { MAX_ACCUMULATORS = 128 };

const char *const VARIANTS[VARIANT_COUNT + 1] = { "accumulators_1", "accumulators_8",
                                                  "accumulators_32", "accumulators_128", NULL };

const uint32_t ACCUMULATORS[VARIANT_COUNT] = { 1, 8, 32, MAX_ACCUMULATORS };

const size_t LOCAL_SIZES[SIZE_COUNT] = { 1, 16, 32, 64, 100, 256, 1024 };

void occupancy_ref(uint32_t *ref, const uint32_t *in, uint32_t accumulators, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t sums[MAX_ACCUMULATORS];
        for (uint32_t a = 0; a < accumulators; a++)
            sums[a] = in[i] + a * 0x9e3779b1U;
        for (uint32_t round = 0; round < STEPS / accumulators; round++)
            for (uint32_t a = 0; a < accumulators; a++)
                sums[a] = (sums[a] ^ sums[a] >> 15) * 0x2c1b3c6dU + sums[(a + 1) % accumulators];
        ref[i] = in[i];
        for (uint32_t a = 0; a < accumulators; a++)
            ref[i] = (ref[i] << 5 | ref[i] >> 27) + sums[a];
    }
}
