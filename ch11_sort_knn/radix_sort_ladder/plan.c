// SPDX-License-Identifier: MIT

#include "plan.h"

#include <stdlib.h>
#include <string.h>

enum {
    CPU_PLAIN_GROUP = 64,
    CPU_TILE = 4096,
    CPU_GROUPS_PER_UNIT = 2,
    CPU_LARGE_GROUPS = 256,    // with --group, to try there what is for other devices
    GPU_GROUP = 256,
    GPU_MAX_ITEMS = 15,
    GPU_BUCKET_ITEMS = 9,
    GPU_PAIRS_BUCKET_ITEMS = 7,
    MAX_TILE = (1 << 16) - 1,    // keys
    GPU_GROUPS_PER_UNIT = 1024,
    BLOCK = 64,      // more would not fit the registers of radix_sort_fast_scan
    CPU_BLOCK = 8    // a CPU has few groups, and its compilers take long to unroll more
};

const char *const RADIX_VARIANTS[] = { "plain", "tiled", "bits_8", "hybrid", NULL };

// Bytes of local memory of radix_sort_tiled: the tile, counters, and tables of digits.
static size_t local_bytes(const radix_plan *p, bool pairs)
{
    const size_t digits = (size_t)1 << p->digit_bits, tile = p->group * p->items;
    const size_t left_out = p->group < 32 ? 0 : p->group < 1024 ? 32 : p->group / 32;
    const size_t row = p->group + left_out;
    const size_t rows = p->group == 1 ? digits / 2 : 8;
    return 4 * (tile * (pairs ? 2 : 1) + rows * row + 2 * p->group + 1 + 3 * digits + 1);
}

// Of radix_sort_buckets: 2.5 numbers per key and half a one for its old place, and the value.
static size_t bucket_bytes(const radix_plan *p, bool pairs)
{
    return 4 * (p->group * p->bucket_items * (pairs ? 4 : 3) + 2 * p->group + 3);
}

// A place in the tile has 16 bits.
static bool tile_fits(const radix_plan *p, size_t room, bool pairs)
{
    return p->group * p->items <= MAX_TILE && local_bytes(p, pairs) <= room;
}

static bool bucket_fits(const radix_plan *p, size_t room, bool pairs)
{
    return p->group * p->bucket_items <= MAX_TILE && bucket_bytes(p, pairs) <= room;
}

static void fit_items(radix_plan *p, size_t room, bool pairs)
{
    while (p->items > 2 && !tile_fits(p, room, pairs))
        p->items -= 2;
    while (p->group > 1 && !tile_fits(p, room, pairs))
        p->group /= 2;
    while (p->bucket_items > 2 && !bucket_fits(p, room, pairs))
        p->bucket_items -= 2;
}

// A larger tile takes longer per key.  Where its buckets may be larger, it may save a pass.
static void enlarge_buckets(radix_plan *p, size_t n, size_t room, bool pairs)
{
    radix_plan large = *p;
    large.bucket_items = GPU_MAX_ITEMS;
    if (n >> 16 > p->group * p->bucket_items / 3 && n >> 16 <= p->group * GPU_MAX_ITEMS / 3 &&
        bucket_fits(&large, room, pairs))
        *p = large;
}

// So many passes that the buckets of random keys are a third of a tile or less.  The tile has room
// for one and a half of them more than the window.
static void divide_buckets(radix_plan *p, size_t n)
{
    const size_t tile = p->group * p->bucket_items;
    p->low_bits = n >> 16 <= tile / 3 ? 16 : 8;
    const size_t bucket = n >> (32 - p->low_bits);
    p->window = tile - ocl_smaller(tile / 2, bucket + bucket / 2 + 64);
}

radix_plan radix_make_plan(const radix_settings *settings, cl_device_id device, size_t variant)
{
    const bool cpu = ocl_is_cpu(device);
    const size_t n = settings->options.n[0];
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t room = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    size_t group = GPU_GROUP;
    if (cpu) group = variant == PLAIN ? CPU_PLAIN_GROUP : 1;

    radix_plan p = { .digit_bits = variant >= BITS_8 ? 8 : 4 };
    p.group = sort_choose_group(settings->group, group, device);
    p.share = p.group;
    p.groups = ocl_divide_up(n, p.group);
    if (variant == PLAIN) return p;

    p.block = cpu ? CPU_BLOCK : BLOCK;
    p.items = p.group == 1 ? CPU_TILE : GPU_MAX_ITEMS;
    p.bucket_items = p.group == 1           ? CPU_TILE
                     : settings->keys.pairs ? GPU_PAIRS_BUCKET_ITEMS
                                            : GPU_BUCKET_ITEMS;
    fit_items(&p, room, settings->keys.pairs);
    if (p.group > 1) enlarge_buckets(&p, n, room, settings->keys.pairs);
    sort_require_room(settings->group, p.group);
    const size_t tile = p.group * p.items;
    size_t groups = units * (cpu ? CPU_GROUPS_PER_UNIT : GPU_GROUPS_PER_UNIT);
    if (cpu && p.group > 1) groups = CPU_LARGE_GROUPS;
    p.share = ocl_round_up(ocl_divide_up(n, groups), tile);
    p.groups = ocl_divide_up(n, p.share);
    if (variant == HYBRID) divide_buckets(&p, n);
    return p;
}

double radix_buffer_bytes(const radix_settings *settings, cl_device_id device)
{
    double numbers = 0.0;
    for (size_t v = 0; v < RADIX_VARIANT_COUNT; v++) {
        if (!ocl_wants(&settings->options, RADIX_VARIANTS[v])) continue;
        const radix_plan p = radix_make_plan(settings, device, v);
        const size_t blocks = p.block > 0 ? ocl_divide_up(p.groups, p.block) : 0;
        numbers += (double)((p.groups + blocks) << p.digit_bits);
    }
    const double columns = settings->keys.pairs ? 6.0 : 3.0;
    return 4.0 * (numbers + columns * (double)settings->options.n[0]);
}

// --- programs and buffers

static cl_program build_fast(const ocl_env *env, const radix_plan *p, const char *file,
                             size_t items, const keys_settings *keys)
{
    return ocl_build(env, file, "-DDIGIT_BITS=%zu -DGROUP=%zu -DITEMS=%zu -DBLOCK=%zu %s",
                     p->digit_bits, p->group, items, p->block, keys_build_options(keys).text);
}

static cl_mem zero_buffer(const ocl_env *env, size_t bytes)
{
    void *zeros = memset(ocl_alloc(bytes), 0, bytes);
    const cl_mem buffer = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, zeros);
    free(zeros);
    return buffer;
}

static void open_plain(radix_rung *r, const ocl_env *env, const keys_settings *keys)
{
    r->program = ocl_build(env, "radix_sort_ladder.cl", "-DGROUP=%zu %s", r->plan.group,
                           keys_build_options(keys).text);
}

static void open_fast(radix_rung *r, const ocl_env *env, const keys_settings *keys)
{
    const radix_plan *p = &r->plan;
    r->program = build_fast(env, p, "radix_sort_ladder_fast.cl", p->items, keys);
    const size_t row_bytes = sizeof(cl_uint) << p->digit_bits;
    r->d_sums = zero_buffer(env, ocl_divide_up(p->groups, p->block) * row_bytes);
}

static void open_buckets(radix_rung *r, const ocl_env *env, const keys_settings *keys)
{
    const cl_uint none = 0;
    const radix_plan *p = &r->plan;
    r->bucket_program = build_fast(env, p, "radix_sort_ladder_buckets.cl", p->bucket_items, keys);
    r->d_failed = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof none, &none);
}

radix_rung radix_open(const ocl_env *env, const radix_settings *settings, size_t variant)
{
    radix_rung r = { .variant = variant };
    r.plan = radix_make_plan(settings, env->device, variant);
    if (variant == PLAIN)
        open_plain(&r, env, &settings->keys);
    else
        open_fast(&r, env, &settings->keys);
    if (variant == HYBRID) open_buckets(&r, env, &settings->keys);

    const size_t row_bytes = sizeof(cl_uint) << r.plan.digit_bits;
    r.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, r.plan.groups * row_bytes, NULL);
    r.d_totals = ocl_buffer(env, CL_MEM_READ_WRITE, row_bytes, NULL);
    return r;
}

void radix_close(const radix_rung *r)
{
    OCL_CHECK(clReleaseMemObject(r->d_totals));
    OCL_CHECK(clReleaseMemObject(r->d_counts));
    if (r->d_failed) OCL_CHECK(clReleaseMemObject(r->d_failed));
    if (r->d_sums) OCL_CHECK(clReleaseMemObject(r->d_sums));
    for (int k = RADIX_KERNELS - 1; k >= 0; k--)
        if (r->kernels[k]) OCL_CHECK(clReleaseKernel(r->kernels[k]));
    if (r->bucket_program) OCL_CHECK(clReleaseProgram(r->bucket_program));
    OCL_CHECK(clReleaseProgram(r->program));
}
