// SPDX-License-Identifier: MIT

#include "radix_sort_unstable/settings.h"

enum {
    CPU_GROUP = 16,
    GPU_GROUP = 256,
    MAX_ITEMS = 19,    // odd: neighbours use different memory banks
    KEY_BITS = 32,
    LEAST_FIRST_BITS = 12,    // of the first two levels together: the others have at most 10 each
    MOST_FIRST_BITS = 16
};

static const char *const VARIANTS[] = { "booked", NULL };

unstable_settings unstable_parse(int argc, char **argv)
{
    unstable_settings s = { .group = 0 };
    ocl_option own[KEYS_OPTIONS + 1];
    keys_add_options(own, &s.keys);
    own[KEYS_OPTIONS - 1] =
        (ocl_option){ // instead of --pairs
                      .usage = "-g, --group N: work-items per work-group, a power of two",
                      .count = &s.group
        };
    own[KEYS_OPTIONS] = (ocl_option){ .usage = NULL };
    const ocl_about about = { .name = "radix_sort_unstable",
                              .summary = "A radix sort of keys alone, for GPUs.",
                              .accepts = "dnrVks",
                              .size_help = "keys",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 10, .seed = 1 };    // a prime
    s.options = ocl_parse(argc, argv, &about, defaults);
    keys_require_places(&s.options);
    if (s.group & (s.group - 1))
        ocl_exit(OCL_EXIT_USAGE, "--group %zu: give a power of two, such as 64", s.group);
    return s;
}

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

unstable_plan unstable_make_plan(const unstable_settings *settings, cl_device_id device)
{
    const size_t n = settings->options.n[0];
    const size_t room = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    const size_t limit =
        ocl_smaller((size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                    ocl_local_limit(device, 0));
    unstable_plan p = { .group = ocl_is_cpu(device) ? CPU_GROUP : GPU_GROUP, .items = MAX_ITEMS };
    if (settings->group > 0) p.group = settings->group;
    while (p.group > limit)
        p.group /= 2;
    if (p.group < settings->group)
        ocl_exit(OCL_EXIT_USAGE, "--group %zu: this device has at most %zu", settings->group,
                 p.group);
    while (p.items > 2 && local_bytes(&p) > room)
        p.items -= 2;
    while (p.group > 1 && local_bytes(&p) > room)
        p.group /= 2;
    p.tile = p.group * p.items;
    p.small_bits = small_bits_of(p.tile);
    // A label has LEAST_FIRST_BITS bits or more for a key's place in its digit.
    p.most_alike = ocl_smaller(p.tile / 4, (size_t)1 << LEAST_FIRST_BITS);

    // So many bits that a bucket of random keys fills at most 7 / 8 of a tile.
    cl_uint first = LEAST_FIRST_BITS;
    while (first < MOST_FIRST_BITS && n >> first > p.tile * 7 / 8)
        first++;
    // All tiles of level 0 add to the same counts.  There a few digits less are faster.
    const cl_uint upper = first / 2 - (first == LEAST_FIRST_BITS), rest = KEY_BITS - first;
    const cl_uint bits[] = { upper, first - upper, (rest + 1) / 2, rest / 2 };
    memcpy(p.bits, bits, sizeof bits);
    for (cl_uint l = 0, below = KEY_BITS; l < LEVELS; l++) {
        below -= bits[l];
        p.shift[l] = below;
    }

    // From level 2 on a parent has more keys than a tile.
    p.max_parents = n / (p.tile + 1) + ((size_t)1 << bits[0]);
    for (int l = 0; l < LEVELS; l++) {
        p.parents[l] = l == 0 ? 1 : l == 1 ? (size_t)1 << bits[0] : p.max_parents;
        p.parents[l] = ocl_smaller(p.parents[l], p.max_parents);
        const size_t children = p.parents[l] << bits[l];
        if (children > p.max_children) p.max_children = children;
    }
    p.max_small = ocl_smaller(n, p.max_children);
    const size_t numbers[] = { [CURSORS] = (size_t)COPIES << bits[0],
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
