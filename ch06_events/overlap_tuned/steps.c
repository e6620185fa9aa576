// SPDX-License-Identifier: MIT

#include "steps.h"

// Two linear steps are one: m * v + c becomes M * (m * v + c) + C.  So any number of steps is one
// step.
void overlap_steps_ref(uint32_t *ref, const uint32_t *x, size_t n, size_t steps)
{
    uint32_t m = 1, c = 0;
    for (size_t s = 0; s < steps; s++) {
        m = MULTIPLIER * m;
        c = MULTIPLIER * c + INCREMENT;
    }
    for (size_t i = 0; i < n; i++)
        ref[i] = m * x[i] + c;
}
