// SPDX-License-Identifier: MIT

#include "cases.h"

const char *const FENCES_VARIANTS[] = { "local",
                                        "global",
                                        "both",
                                        "scan",
                                        "two_kernels",
                                        "last_in_group",
                                        "last",
                                        "broken_no_barrier",
                                        "broken_mem_fence",
                                        "broken_local_fence",
                                        "broken_global_fence",
                                        "broken_half_fence",
                                        "broken_one_barrier",
                                        "broken_other_group",
                                        "broken_last",
                                        "broken_last_fences",
                                        NULL };

// What the variants compute from the values of a group, or of all groups.
typedef enum { DIFFERENCE, BOTH_SIDES, SCAN, DIFFERENCE_OF_ALL, GROUP_TOTAL, TOTAL } output;
static const output OUTPUTS[] = {
    DIFFERENCE, DIFFERENCE,        BOTH_SIDES, SCAN,       DIFFERENCE_OF_ALL, GROUP_TOTAL,
    TOTAL,      DIFFERENCE,        DIFFERENCE, DIFFERENCE, DIFFERENCE,        BOTH_SIDES,
    SCAN,       DIFFERENCE_OF_ALL, TOTAL,      TOTAL
};

bool fences_is_total(size_t v)
{
    return OUTPUTS[v] == TOTAL;
}

size_t fences_count(const fences_input *input, size_t v)
{
    switch (OUTPUTS[v]) {
    case TOTAL:
        return 1;
    case GROUP_TOTAL:
        return (input->n + input->local - 1) / input->local;
    case DIFFERENCE:
    case BOTH_SIDES:
    case SCAN:
    case DIFFERENCE_OF_ALL:
        break;
    }
    return input->n;
}

// Value i as the kernels compute it; 0 past the end.
static uint32_t value(const fences_input *input, size_t i)
{
    return i < input->n ? input->x[i] * input->x[i] + 1 : 0;
}

static uint32_t sum_of(const fences_input *input, size_t first, size_t end)
{
    uint32_t sum = 0;
    for (size_t k = first; k < end; k++)
        sum += value(input, k);
    return sum;
}

uint32_t fences_ref(const fences_input *input, size_t v, size_t i)
{
    const size_t first = i - i % input->local, end = first + input->local;    // of the group
    switch (OUTPUTS[v]) {
    case DIFFERENCE:
        return value(input, i) - (i > first ? value(input, i - 1) : 0);
    case BOTH_SIDES:
        return (i > first ? value(input, i - 1) : 0) - (i + 1 < end ? value(input, i + 1) : 0);
    case DIFFERENCE_OF_ALL:
        return value(input, i) - (i > 0 ? value(input, i - 1) : 0);
    case SCAN:
        return sum_of(input, first, i + 1);
    case GROUP_TOTAL:
        return sum_of(input, i * input->local, (i + 1) * input->local);
    case TOTAL:
        return sum_of(input, 0, input->n);
    }
    return 0;
}
