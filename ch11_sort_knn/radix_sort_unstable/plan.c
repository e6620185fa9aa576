// SPDX-License-Identifier: MIT

#include "plan.h"

enum {
    CPU_GROUP = 16,
    GPU_GROUP = 256,
    MAX_ITEMS = 19,    // odd: neighbours use different memory banks
    KEY_BITS = 32,
    LEAST_FIRST_BITS = 12,    // of the first two levels together: the others have at most 10 each
    MOST_FIRST_BITS = 16
};

// Of a digit with one or two keys in a full tile.
static cl_uint small_bits_of(size_t tile)
{
    cl_uint bits = 0;
    while ((size_t)2 << bits <= tile)
        bits++;
    return bits;
}

// Bytes of local memory of radix_partition and of radix_small: the larger.
static size_t local_bytes(const unstable_plan *p)
{
    const size_t partition = 4 * (p->group * p->items + 2 * ((size_t)1 << MAX_BITS) + 2 * p->group);
    const size_t digits = ((size_t)1 << small_bits_of(p->group * p->items)) + 1;
    const size_t small = 4 * (p->group * p->items + 2 * p->group + 1 + digits);
    return partition > small ? partition : small;
}

// How a work-group and its tile fit the device.
static void choose_tile(unstable_plan *p, const unstable_settings *settings, cl_device_id device)
{
    const size_t room = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    const size_t usual = ocl_is_cpu(device) ? CPU_GROUP : GPU_GROUP;
    p->group = sort_choose_group(settings->group, usual, device);
    p->items = MAX_ITEMS;
    while (p->items > 2 && local_bytes(p) > room)
        p->items -= 2;
    while (p->group > 1 && local_bytes(p) > room)
        p->group /= 2;
    sort_require_room(settings->group, p->group);

    p->tile = p->group * p->items;
    p->small_bits = small_bits_of(p->tile);
    // A label has LEAST_FIRST_BITS bits or more for a key's place in its digit.
    p->most_alike = ocl_smaller(p->tile / 4, (size_t)1 << LEAST_FIRST_BITS);
}

// The first two levels together get so many bits that a bucket of random keys fills at most 7 / 8
// of a tile.
static void choose_digits(unstable_plan *p, size_t n)
{
    cl_uint first = LEAST_FIRST_BITS;
    while (first < MOST_FIRST_BITS && n >> first > p->tile * 7 / 8)
        first++;
    const cl_uint rest = KEY_BITS - first;

    // All tiles of level 0 add to the same counts.  There a few digits less are faster.
    p->bits[0] = first / 2 - (first == LEAST_FIRST_BITS);
    p->bits[1] = first - p->bits[0];
    p->bits[2] = (rest + 1) / 2;
    p->bits[3] = rest / 2;

    cl_uint below = KEY_BITS;
    for (int level = 0; level < LEVELS; level++) {
        below -= p->bits[level];
        p->shift[level] = below;
    }
}

// How many buckets there can be, whatever the keys are.
static void count_buckets(unstable_plan *p, size_t n)
{
    const size_t digits = (size_t)1 << p->bits[0];
    // From level 2 on a parent has more keys than a tile.
    p->max_parents = n / (p->tile + 1) + digits;
    p->parents[0] = 1;
    p->parents[1] = digits;
    for (int level = 2; level < LEVELS; level++)
        p->parents[level] = p->max_parents;

    for (int level = 0; level < LEVELS; level++) {
        const size_t children = p->parents[level] << p->bits[level];
        if (children > p->max_children) p->max_children = children;
    }
    p->max_small = ocl_smaller(n, p->max_children);
}

unstable_plan unstable_make_plan(const unstable_settings *settings, cl_device_id device)
{
    const size_t n = settings->options.n[0];
    unstable_plan p = { .group = 0 };
    choose_tile(&p, settings, device);
    choose_digits(&p, n);
    count_buckets(&p, n);

    const size_t numbers[LISTS] = { [CURSORS] = (size_t)COPIES << p.bits[0],
                                    [CURSORS + 1] = p.max_children,
                                    [TILE_STARTS] = 2,
                                    [TILE_STARTS + 1] = p.max_parents + 1,
                                    [LARGE] = 2 * p.max_parents,
                                    [LARGE + 1] = 2 * p.max_parents,
                                    [SMALL_BUCKETS] = 3 * p.max_small,
                                    [STATE] = (size_t)2 * (LEVELS + 1) };
    for (int k = 0; k < LISTS; k++)
        p.list_bytes[k] = numbers[k] * sizeof(cl_uint);
    return p;
}

unstable_macros unstable_build_options(const unstable_settings *settings, const unstable_plan *plan)
{
    const keys_macros keys = keys_build_options(&settings->keys);
    unstable_macros macros;
    snprintf(macros.text, sizeof macros.text,
             "%s -DGROUP=%zu -DITEMS=%zu -DMAX_BITS=%d -DSMALL_BITS=%u -DMOST_ALIKE=%zu "
             "-DCOPIES=%d -DAPART=%d -DLEVELS=%d",
             keys.text, plan->group, plan->items, MAX_BITS, plan->small_bits, plan->most_alike,
             COPIES, APART, LEVELS);
    return macros;
}

double unstable_buffer_bytes(const unstable_plan *plan, size_t n)
{
    double bytes = 12.0 * (double)n;    // output, scratch, input
    for (int k = 0; k < LISTS; k++)
        bytes += (double)plan->list_bytes[k];
    return bytes;
}
