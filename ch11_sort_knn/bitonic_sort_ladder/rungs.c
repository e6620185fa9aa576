// SPDX-License-Identifier: MIT

#include "rungs.h"

// A tile of 2^13 keys has 32 KiB.  On a GPU several of them have room beside each other; on a CPU
// it stays in the L1 cache.
enum {
    MAX_TILE_BITS = 13,
    MIN_TILE = 256,    // a work-item of `vectors` holds so many keys
    MAX_GROUP = 256,
    VECTOR_LANE_BITS = 4,
    ROW_BITS = 4,
    PASSES = 6,
    CPU_PASSES = 4    // 2^6 rows take a compiler for CPUs long, and have no registers there
};

const char *const BITONIC_VARIANTS[] = { "one_pass",       "tiles",   "registers",
                                         "register_tiles", "vectors", NULL };

bitonic_settings bitonic_parse(int argc, char **argv)
{
    bitonic_settings s = { .tile = 0 };
    const ocl_option own[] = {
        { .usage = "-T, --tile N: keys of a tile, at most (a power of two is taken)",
          .count = &s.tile },
        { .usage = NULL },
    };
    const sort_program program = { .name = "bitonic_sort_ladder",
                                   .summary =
                                       "Sorts keys, alone or with values, by a bitonic network.",
                                   .variants = BITONIC_VARIANTS,
                                   .own = own,
                                   .repeat = 5 };
    s.options = sort_parse(argc, argv, &program, &s.keys);
    if (s.options.n[0] > (size_t)1 << 31)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: places have 32 bits; give at most 2G",
                 s.options.n[0]);
    if (s.tile > 0 && s.tile < MIN_TILE)
        ocl_exit(OCL_EXIT_USAGE, "--tile %zu: give at least %d", s.tile, MIN_TILE);
    for (int rung = 0; rung <= TILES; rung++)
        if (s.keys.pairs && !ocl_wants(&s.options, "all") &&
            ocl_wants(&s.options, BITONIC_VARIANTS[rung]))
            ocl_exit(OCL_EXIT_USAGE, "--pairs: %s sorts keys alone; %s sorts pairs",
                     BITONIC_VARIANTS[rung], BITONIC_VARIANTS[REGISTERS]);
    return s;
}

bitonic_sizes bitonic_choose_sizes(const bitonic_settings *settings, cl_device_id device, int rung)
{
    const bool vectors = rung == VECTORS;
    bitonic_sizes s = { .lane_bits = vectors ? VECTOR_LANE_BITS : 0,
                        .row_bits = rung >= REGISTER_TILES ? ROW_BITS : 1,
                        .passes = ocl_is_cpu(device) ? CPU_PASSES : PASSES,
                        .tile_bits = MAX_TILE_BITS,
                        .group = vectors ? 1 : MAX_GROUP };
    size_t element_bytes = sizeof(cl_uint);
    if (settings->keys.pairs) {    // elements are twice as wide
        element_bytes = sizeof(cl_ulong);
        s.row_bits -= vectors;
        s.passes--;
    }
    // A place after every 32 elements stays empty.
    const cl_ulong local_bytes = ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    while ((element_bytes << s.tile_bits) / 32 * 33 > local_bytes)
        s.tile_bits--;
    while (settings->tile > 0 && (size_t)1 << s.tile_bits > settings->tile)
        s.tile_bits--;
    const size_t least = (s.passes > s.row_bits ? s.passes : s.row_bits) + s.lane_bits;
    if (s.tile_bits < least)
        ocl_exit(OCL_EXIT_SKIP, "a tile needs room for %d keys in local memory", 1 << least);
    // A work-item holds at least one set of a register tile.
    const size_t sets = (size_t)1 << (s.tile_bits - s.row_bits - s.lane_bits);
    while (s.group > sets || s.group > ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE) ||
           s.group > ocl_local_limit(device, 0))
        s.group /= 2;
    return s;
}

bitonic_macros bitonic_build_options(const bitonic_settings *settings, const bitonic_sizes *sizes)
{
    const keys_macros keys = keys_build_options(&settings->keys);
    bitonic_macros macros;
    snprintf(macros.text, sizeof macros.text,
             "%s -DTILE=%zuu -DTILE_BITS=%zu -DGROUP=%zu -DROW_BITS=%zu -DPASSES=%zu -DLANES=%d",
             keys.text, (size_t)1 << sizes->tile_bits, sizes->tile_bits, sizes->group,
             sizes->row_bits, sizes->passes, 1 << sizes->lane_bits);
    return macros;
}

double bitonic_comparisons(size_t n)
{
    const double stages = ceil(log2((double)n));
    return (double)n / 2.0 * stages * (stages + 1.0) / 2.0;
}

bool bitonic_wants(ocl_report *report, const bitonic_settings *settings, int rung)
{
    if (!ocl_wants(&settings->options, BITONIC_VARIANTS[rung])) return false;
    if (rung > TILES || !settings->keys.pairs) return true;
    ocl_report_note(report, "%s is left out: it sorts keys alone", BITONIC_VARIANTS[rung]);
    return false;
}

void bitonic_report_launches(ocl_report *report, const size_t launches[BITONIC_RUNGS])
{
    ocl_table table = ocl_table_open(report, "launches", "variant, launches");
    for (int rung = 0; rung < BITONIC_RUNGS; rung++)
        if (launches[rung] > 0)
            ocl_table_row(&table, "%-16s %zu", BITONIC_VARIANTS[rung], launches[rung]);
}

void bitonic_report_choice(ocl_report *report, cl_device_id device)
{
    ocl_report_fact(report, "meant for device", "%s",
                    BITONIC_VARIANTS[ocl_is_cpu(device) ? VECTORS : REGISTER_TILES]);
}

// --- the launches of the fast rungs

enum {
    PART_TILE_BITS = 10,            // 2^10 tiles are a part: 32 MiB with the largest tiles
    MOST_STEPS = 32 * 31 / 2 + 1    // of a part, or of all keys
};

// Keys from `first` to end - 1; `first` is a multiple of the largest block.
typedef struct {
    size_t first, end;
} range;

// Blocks of 2^bits keys that the range has or begins.
static size_t blocks_of(range keys, size_t bits)
{
    return ocl_divide_up(keys.end, (size_t)1 << bits) - (keys.first >> bits);
}

static bitonic_step tile_step(const bitonic_sizes *sizes, int kernel, range keys)
{
    return (bitonic_step){ .kernel = kernel,
                           .stride_bits = (cl_uint)sizes->tile_bits,
                           .offset = keys.first >> sizes->tile_bits,
                           .items = blocks_of(keys, sizes->tile_bits) };
}

// Stage s makes sorted blocks of 2^s keys.  Its first passes have strides that a tile does not
// hold.  The last of these launches may also do passes of smaller strides: the tiles get the rest.
static size_t plan_stage(bitonic_step *steps, const bitonic_sizes *sizes, range keys, size_t stage)
{
    size_t count = 0;
    cl_uint stride_bits = (cl_uint)stage;
    for (cl_uint flip = 1; stride_bits > sizes->tile_bits; flip = 0) {
        const size_t first = keys.first >> stride_bits, blocks = blocks_of(keys, stride_bits);
        stride_bits -= (cl_uint)sizes->passes;
        const size_t set_bits = stride_bits - sizes->lane_bits;    // 2^set_bits sets per block
        steps[count++] = (bitonic_step){ .kernel = BITONIC_MERGE,
                                         .stride_bits = stride_bits,
                                         .flip = flip,
                                         .offset = first << set_bits,
                                         .items = blocks << set_bits };
    }
    steps[count] = tile_step(sizes, BITONIC_MERGE_TILE, keys);
    steps[count++].stride_bits = stride_bits;
    return count;
}

// All stages that sort a part.
static size_t plan_part(bitonic_step *steps, const bitonic_sizes *sizes, range keys)
{
    size_t count = 0;
    steps[count] = tile_step(sizes, BITONIC_SORT_TILE, keys);
    steps[count++].reads_input = true;
    const size_t n = keys.end - keys.first, last = sizes->tile_bits + PART_TILE_BITS;
    for (size_t stage = sizes->tile_bits + 1; stage <= last && n > (size_t)1 << (stage - 1);
         stage++)
        count += plan_stage(steps + count, sizes, keys, stage);
    return count;
}

bitonic_plan bitonic_make_plan(const bitonic_sizes *sizes, size_t n)
{
    const size_t part_bits = sizes->tile_bits + PART_TILE_BITS, part = (size_t)1 << part_bits;
    const size_t parts = ocl_divide_up(n, part);
    bitonic_plan plan = { .steps = ocl_alloc((parts + 1) * MOST_STEPS * sizeof *plan.steps) };
    for (size_t first = 0; first < n; first += part) {
        const range keys = { first, ocl_smaller(first + part, n) };
        plan.count += plan_part(plan.steps + plan.count, sizes, keys);
    }

    const range all = { 0, n };
    for (size_t stage = part_bits + 1; n > (size_t)1 << (stage - 1); stage++)
        plan.count += plan_stage(plan.steps + plan.count, sizes, all, stage);
    return plan;
}
