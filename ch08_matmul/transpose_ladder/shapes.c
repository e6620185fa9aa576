// SPDX-License-Identifier: MIT

#include "shapes.h"

// A work-item of strips moves wide strips: it reads long runs of memory, 16 rows at a time.  Each
// column becomes a row of the result, which lies in a page of its own.  Parts take 28 KiB of local
// memory; the full profile promises 32.
enum { STRIP_COLS = 512, STRIP_ROWS = 112, PART_COLS = 64 };

enum { PREFETCHED_ROWS = 16, DEFAULT_ITEMS = 256 };

const char *const TRANSPOSE_VARIANTS[] = { "coalesced_reads", "coalesced_writes", "tiled",
                                           "padded",          "blocked",          "vector",
                                           "ordered",         "strips",           NULL };
static const char *const ORDERS[] = { "diagonal", "bands", NULL };
static const char *const TILES[] = { "16", "32", "64", NULL };
enum { SMALLEST_TILE = 16 };

transpose_settings transpose_parse(int argc, char **argv)
{
    transpose_settings s = { .band = 8 };
    size_t tile = 2;
    const ocl_option own[] = {
        { .usage = "-t, --tile SIDE: side of the tile of blocked, vector and ordered",
          .choice = &tile,
          .choices = TILES },
        { .usage = "-w, --work-items N: per work-group of these, at most (default: up to 256)",
          .count = &s.work_items },
        { .usage = "--order ORDER: in which the work-groups of ordered take the tiles",
          .choice = &s.order,
          .choices = ORDERS },
        { .usage = "--band N: rows of tiles per band (--order bands)", .count = &s.band },
        { 0 },
    };
    const ocl_options defaults = { .n = { 4099, 2053 }, .repeat = 10, .seed = 1 };
    const ocl_about about = { .name = "transpose_ladder",
                              .summary = "B = A^T, up to the rate of a copy.",
                              .accepts = "dnrVks",
                              .size_help = "rows x columns of A",
                              .extents = 2,
                              .variants = TRANSPOSE_VARIANTS,
                              .own = own };
    s.options = ocl_parse(argc, argv, &about, defaults);
    s.tile = (size_t)SMALLEST_TILE << tile;
    s.order_name = ORDERS[s.order];
    if (s.options.kernel && ocl_wants(&s.options, "all"))
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    return s;
}

// The largest power of two that is at most a and at most b.
static size_t power_of_two(size_t a, size_t b)
{
    size_t power = 1;
    while (power <= a / 2 && power <= b / 2)
        power *= 2;
    return power;
}

transpose_shapes transpose_choose(const transpose_settings *settings, cl_device_id device)
{
    const size_t limit = (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t tile = settings->tile;
    size_t items = settings->work_items;
    if (items > limit) ocl_exit(OCL_EXIT_USAGE, "--work-items: at most %zu on this device", limit);
    if (items && items < tile)
        ocl_exit(OCL_EXIT_USAGE, "--work-items: at least %zu, a row of the tile", tile);
    if (!items) items = limit < DEFAULT_ITEMS ? limit : DEFAULT_ITEMS;

    size_t side = 32;
    while (side * side > limit)
        side /= 2;
    const size_t blocked = power_of_two(tile, items / tile);
    const size_t vector = power_of_two(tile / 4, items / (tile / 4));

    // The kernels count tiles in 32 bits: a band has at most all of them.
    const size_t tile_rows = ocl_divide_up(settings->options.n[0], tile);
    return (transpose_shapes){
        .side = side,
        .blocked_rows = blocked,
        .vector_rows = vector,
        .band = settings->band < tile_rows ? settings->band : tile_rows,
        .of = { [COALESCED_READS] = { .each = { 1, 1 }, .items = { 32, 8 } },
                [COALESCED_WRITES] = { .each = { 1, 1 }, .items = { 32, 8 } },
                [TILED] = { .each = { 1, 1 }, .items = { side, side } },
                [PADDED] = { .each = { 1, 1 }, .items = { side, side } },
                [BLOCKED] = { .each = { 1, tile / blocked }, .items = { tile, blocked } },
                [VECTOR] = { .each = { 4, tile / vector }, .items = { tile / 4, vector } },
                [ORDERED] = { .each = { 4, tile / vector }, .items = { tile / 4, vector } },
                [STRIPS] = { .each = { STRIP_COLS, STRIP_ROWS }, .items = { 1, 1 } } },
    };
}

cl_program transpose_build(const ocl_env *env, const transpose_settings *settings,
                           const transpose_shapes *shapes)
{
    return ocl_build(env, "transpose_ladder.cl",
                     "-DSIDE=%zu -DTILE=%zu -DROWS=%zu -DVECTOR_ROWS=%zu -DORDER=%zu -DBAND=%zu",
                     shapes->side, settings->tile, shapes->blocked_rows, shapes->vector_rows,
                     settings->order + 1, shapes->band);
}

cl_program transpose_build_cpu(const ocl_env *env)
{
    // A device without vectors has no prefetch, either.
    const bool has_vectors =
        ocl_device_number(env->device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) > 1;
    return ocl_build(env, "transpose_ladder_cpu.cl",
                     "-DSTRIP_COLS=%d -DSTRIP_ROWS=%d -DPART_COLS=%d -DAHEAD=%d", STRIP_COLS,
                     STRIP_ROWS, PART_COLS, has_vectors ? PREFETCHED_ROWS : 0);
}
