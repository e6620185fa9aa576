// SPDX-License-Identifier: MIT

#include "cases.h"

const char *const FENCES_VARIANTS[] = { "local",
                                        "global",
                                        "both",
                                        "scan",
                                        "two_kernels",
                                        "last",
                                        "broken_no_barrier",
                                        "broken_mem_fence",
                                        "broken_local_fence",
                                        "broken_global_fence",
                                        "broken_half_fence",
                                        "broken_one_barrier",
                                        "broken_other_group",
                                        "broken_last",
                                        NULL };

// What the variants compute from the values of a group, or of all groups.
typedef enum { DIFFERENCE, BOTH_SIDES, SCAN, DIFFERENCE_OF_ALL, TOTAL } output;
static const output OUTPUTS[] = { DIFFERENCE,        DIFFERENCE, BOTH_SIDES, SCAN,
                                  DIFFERENCE_OF_ALL, TOTAL,      DIFFERENCE, DIFFERENCE,
                                  DIFFERENCE,        DIFFERENCE, BOTH_SIDES, SCAN,
                                  DIFFERENCE_OF_ALL, TOTAL };

size_t fences_count(size_t v, size_t n)
{
    return OUTPUTS[v] == TOTAL ? 1 : n;
}

// Value i as the kernels compute it; 0 past the end.
static uint32_t value(const fences_input *input, size_t i)
{
    return i < input->n ? input->x[i] * input->x[i] + 1 : 0;
}

uint32_t fences_ref(const fences_input *input, size_t v, size_t i)
{
    const size_t first = i - i % input->local, end = first + input->local;    // of the group
    uint32_t sum = 0;
    switch (OUTPUTS[v]) {
    case DIFFERENCE:
        return value(input, i) - (i > first ? value(input, i - 1) : 0);
    case BOTH_SIDES:
        return (i > first ? value(input, i - 1) : 0) - (i + 1 < end ? value(input, i + 1) : 0);
    case DIFFERENCE_OF_ALL:
        return value(input, i) - (i > 0 ? value(input, i - 1) : 0);
    case SCAN:
        for (size_t k = first; k <= i; k++)
            sum += value(input, k);
        return sum;
    case TOTAL:
        for (size_t k = 0; k < input->n; k++)
            sum += value(input, k);
        return sum;
    }
    return 0;
}
