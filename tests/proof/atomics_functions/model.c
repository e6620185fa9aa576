// SPDX-License-Identifier: MIT

#include "model.h"

static const char *const FUNCTION_NAMES[FUNCTIONS] = { "xchg", "add",     "sub", "inc",
                                                       "dec",  "cmpxchg", "min", "max",
                                                       "and",  "or",      "xor" };

static float float_of(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

static uint64_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

uint64_t operand_bits(size_t type, uint64_t seed, size_t i)
{
    const uint64_t random = ocl_random(seed, i);
    if (type == FLOAT) {
        const float size = (float)(1 + random % 8);
        return bits_of(random & 8 ? size : -size);
    }
    const uint64_t bits = random & bits_mask(&SCALAR_TYPE[type]);
    return bits ? bits : 1;
}

// Half of the bits are 1, the highest one among them: no function has an easy start.
uint64_t first_bits(size_t type, size_t function)
{
    if (type == FLOAT) return bits_of(100.0f);
    if (function == CMPXCHG) return 0;    // the kernel compares with 0: the first operation wins
    return 0xa5c3a5c3a5c3a5c3u & bits_mask(&SCALAR_TYPE[type]);
}

static bool is_less(const scalar_type *type, uint64_t a, uint64_t b)
{
    const uint64_t sign = type->is_signed ? UINT64_C(1) << (8 * type->bytes - 1) : 0;
    return (a ^ sign) < (b ^ sign);
}

// What the function leaves in a cell where it found `old`.
static uint64_t model(size_t type, size_t function, uint64_t old, uint64_t x)
{
    switch (function) {
    case XCHG:
        return x;
    case ADD:
        return type == FLOAT ? bits_of(float_of(old) + float_of(x)) : old + x;
    case SUB:
        return old - x;
    case INC:
        return old + 1;
    case DEC:
        return old - 1;
    case CMPXCHG:
        return old == 0 ? x : old;
    case MIN:
        return is_less(&SCALAR_TYPE[type], x, old) ? x : old;
    case MAX:
        return is_less(&SCALAR_TYPE[type], old, x) ? x : old;
    case AND:
        return old & x;
    case OR:
        return old | x;
    default:
        return old ^ x;
    }
}

static int compare_bits(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// The numbers that the operations first to end - 1 found, and what the cell holds at the end: got.
// What the cell held first, and the numbers that the operations left: want.  Sorted, these are the
// same numbers.
static void collect(const atomic_run *run, size_t function, size_t first, uint64_t *got,
                    uint64_t *want)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t count = ocl_smaller(run->group, run->n - first);
    const uint64_t begin = first_bits(run->type, function);
    got[count] = read_bits(type, run->cells, first / run->group * run->functions + function);
    want[count] = begin;
    for (size_t k = 0; k < count; k++) {
        const uint64_t found = read_bits(type, run->old, function * run->n + first + k);
        got[k] = found;
        if (function == CMPXCHG && found != begin)    // all but one find what that one left
            want[k] = got[count];
        else
            want[k] = model(run->type, function, found, read_bits(type, run->x, first + k)) &
                      bits_mask(type);
    }
    qsort(got, count + 1, sizeof *got, compare_bits);
    qsort(want, count + 1, sizeof *want, compare_bits);
}

// The cell after the operations from `first` on, in any order.
static uint64_t last_bits(const atomic_run *run, size_t function, size_t first)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t end = first + ocl_smaller(run->group, run->n - first);
    uint64_t cell = first_bits(run->type, function);
    for (size_t i = first; i < end; i++)
        cell = model(run->type, function, cell, read_bits(type, run->x, i)) & bits_mask(type);
    return cell;
}

ocl_result verify_run(const atomic_run *run)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const size_t groups = ocl_divide_up(run->n, run->group), numbers = run->n + groups;
    uint64_t *got = ocl_alloc(numbers * sizeof *got), *want = ocl_alloc(numbers * sizeof *want);
    ocl_result result = { .pass = true };
    for (size_t f = 0; f < run->functions; f++) {
        for (size_t g = 0; g < groups; g++)    // each group has one number more than operations
            collect(run, f, g * run->group, got + g * (run->group + 1),
                    want + g * (run->group + 1));
        char what[48];
        snprintf(what, sizeof what, "%s: found", FUNCTION_NAMES[f]);
        result = ocl_result_both(result, ocl_verify_u64(what, got, want, numbers));
        if (f == XCHG || f == CMPXCHG) continue;    // the last one wins, or the first one

        for (size_t g = 0; g < groups; g++) {
            got[g] = read_bits(type, run->cells, g * run->functions + f);
            want[g] = last_bits(run, f, g * run->group);
        }
        snprintf(what, sizeof what, "%s: at the end", FUNCTION_NAMES[f]);
        result = ocl_result_both(result, ocl_verify_u64(what, got, want, groups));
    }
    free(want);
    free(got);
    return result;
}
