// SPDX-License-Identifier: MIT

#include "functions.h"

const char *const GROUP_FUNCTION_NAMES[GROUP_FUNCTIONS] = { "work_group_all",
                                                            "work_group_any",
                                                            "work_group_broadcast",
                                                            "work_group_reduce_add",
                                                            "work_group_reduce_min",
                                                            "work_group_reduce_max",
                                                            "work_group_scan_inclusive_add",
                                                            "work_group_scan_inclusive_min",
                                                            "work_group_scan_inclusive_max",
                                                            "work_group_scan_exclusive_add",
                                                            "work_group_scan_exclusive_min",
                                                            "work_group_scan_exclusive_max" };

const char *const UNIFORM_FUNCTION_NAMES[UNIFORM_FUNCTIONS] = {
    "work_group_reduce_mul", "work_group_reduce_and", "work_group_reduce_or",
    "work_group_scan_inclusive_xor", "work_group_reduce_logical_xor"
};

enum { ALL, ANY, BROADCAST, REDUCE, INCLUSIVE = REDUCE + 3, EXCLUSIVE = INCLUSIVE + 3 };
enum { ADD, MIN, MAX };

static cl_int merge(int operation, cl_int a, cl_int b)
{
    if (operation == ADD) return a + b;
    if (operation == MIN) return a < b ? a : b;
    return a > b ? a : b;
}

// All values before `end`.  Of none: what changes no other value.
static cl_int merge_first(int operation, const cl_int *values, size_t end)
{
    cl_int merged = operation == ADD ? 0 : operation == MIN ? INT32_MAX : INT32_MIN;
    for (size_t i = 0; i < end; i++)
        merged = merge(operation, merged, values[i]);
    return merged;
}

// How many values are above a limit.
static size_t count_above(const group_values *group, cl_int limit)
{
    size_t count = 0;
    for (size_t i = 0; i < group->items; i++)
        count += group->values[i] > limit;
    return count;
}

cl_int group_function_ref(int f, const group_values *group, size_t item)
{
    if (f == ALL) return count_above(group, -group->rare) == group->items;
    if (f == ANY) return count_above(group, group->rare) > 0;
    if (f == BROADCAST) return group->values[group->number % group->items];
    if (f < INCLUSIVE) return merge_first(f - REDUCE, group->values, group->items);
    if (f < EXCLUSIVE) return merge_first(f - INCLUSIVE, group->values, item + 1);
    return merge_first(f - EXCLUSIVE, group->values, item);
}

cl_int uniform_function_ref(int f, const group_values *group, size_t item)
{
    cl_uint product = 1, all = UINT32_MAX, any = 0, odd = 0, odd_bits = 0;
    for (size_t i = 0; i < group->items; i++) {
        const cl_uint v = (cl_uint)group->values[i];
        product *= v | 1;
        all &= v;
        any |= v;
        odd ^= v & 1;
        if (i <= item) odd_bits ^= v;
    }
    const cl_uint answers[UNIFORM_FUNCTIONS] = { product, all, any, odd_bits, odd };
    return (cl_int)answers[f];
}
