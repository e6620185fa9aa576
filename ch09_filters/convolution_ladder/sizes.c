// SPDX-License-Identifier: MIT

#include "sizes.h"

const char *const CONVOLUTION_RUNGS[RUNG_COUNT + 1] = {
    "plain",     "unroll4",      "unroll_branches", "four_sums",
    "float4",    "fixed_width",  "local_tile",      "register_block",
    "row_block", "vector_block", "separable",       "separable_strip",
    NULL
};

const char *convolution_kernel_name(size_t kernel)
{
    return kernel == SEPARABLE_ROWS ? "separable_rows" : CONVOLUTION_RUNGS[kernel];
}

bool convolution_needs_factors(size_t rung)
{
    return rung == SEPARABLE || rung == SEPARABLE_STRIP;
}

int convolution_file_of(size_t kernel)
{
    if (kernel == ROW_BLOCK) return ROWS_FILE;
    return kernel == SEPARABLE_STRIP || kernel == VECTOR_BLOCK ? CPU_FILE : LADDER_FILE;
}

void convolution_without_factors(ocl_report *report, const ocl_options *options)
{
    if (ocl_wants(options, "all"))
        ocl_report_note(report, "separable and separable_strip are left out: the filter is not a "
                                "column times a row");
    else if (strncmp(options->variant, "separable", 9) == 0)
        ocl_exit(OCL_EXIT_USAGE,
                 "--variant %s: the filter is not a column times a row; try --filter gaussian",
                 options->variant);
}

static bool fits(cl_device_id device, size_t columns, size_t rows, size_t pixels)
{
    const size_t items = (size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t bytes = (size_t)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    return columns * rows <= items && columns <= ocl_local_limit(device, 0) &&
           rows <= ocl_local_limit(device, 1) && pixels * sizeof(float) <= bytes;
}

// The sums of vector_block and what they are made of should fit the vector registers: 32 registers
// of 16 floats, or 16 registers of 8 or 4.
static size_t choose_lanes(size_t native)
{
    return native >= 16 ? 16 : native >= 8 ? 8 : 4;
}

// The tile of row_block, as its kernel has it: each EACH floats are followed by a gap of four.
static size_t row_tile(const convolution_sizes *s, size_t n)
{
    const size_t vectors = ocl_divide_up(s->row_across * s->row_each + n - 1, 4);
    return 4 * (vectors + vectors / (s->row_each / 4)) * (2 * s->row_down + n - 1);
}

static bool fits_row_block(cl_device_id device, const convolution_sizes *s, size_t n)
{
    return fits(device, s->row_across, s->row_down, row_tile(s, n));
}

convolution_sizes convolution_choose(cl_device_id device, size_t n)
{
    enum { OTHER_ARGUMENTS = 64 };    // bytes
    const size_t native = (size_t)ocl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const size_t lanes = choose_lanes(native);
    const bool cpu = ocl_is_cpu(device);
    convolution_sizes s = { .tile = 16,
                            .across = 32,
                            .down = 4,
                            .each = cpu ? 4 : 16,    // PoCL takes long to compile 16
                            .lanes = lanes,
                            .rows = lanes == 16 ? 12 : 6,
                            .strip = 72,
                            .spread = 16,
                            .ahead =
                                native > 1 ? 4 : 0,    // a device without vectors has no prefetch
                            .row_across = 16,
                            .row_down = 16,
                            .row_each = cpu ? 4 : 8,
                            .cpu = cpu };
    const size_t arguments = (size_t)ocl_device_number(device, CL_DEVICE_MAX_PARAMETER_SIZE);
    s.by_value = n * n * sizeof(float) + OTHER_ARGUMENTS <= arguments;
    while (s.row_down > 4 && !fits_row_block(device, &s, n))
        s.row_down /= 2;
    while (s.row_across > 1 && !fits_row_block(device, &s, n))
        s.row_across /= 2;
    while (s.row_down > 1 && !fits_row_block(device, &s, n))
        s.row_down /= 2;
    while (s.tile > 1 && !fits(device, s.tile, s.tile, (s.tile + n - 1) * (s.tile + n - 1)))
        s.tile /= 2;
    while (s.down > 1 &&
           !fits(device, s.across, s.down, (s.across + n - 1) * (s.down * s.each + n - 1)))
        s.down /= 2;
    while (s.across > 1 &&
           !fits(device, s.across, s.down, (s.across + n - 1) * (s.down * s.each + n - 1)))
        s.across /= 2;
    return s;
}

cl_program convolution_build(const ocl_env *env, const convolution_sizes *s, size_t n, int file)
{
    switch (file) {
    case ROWS_FILE:
        return ocl_build(env, "convolution_ladder_rows.cl",
                         "-DWIDTH=%zu -DACROSS=%zu -DDOWN=%zu -DEACH=%zu -DBY_VALUE=%d", n,
                         s->row_across, s->row_down, s->row_each, s->by_value);
    case CPU_FILE:
        return ocl_build(env, "convolution_ladder_cpu.cl",
                         "-DWIDTH=%zu -DLANES=%zu -DSTRIP=%zu -DSPREAD=%zu -DAHEAD=%zu -DROWS=%zu",
                         n, s->lanes, s->strip, s->spread, s->ahead, s->rows);
    default:
        return ocl_build(env, "convolution_ladder.cl",
                         "-DWIDTH=%zu -DTILE=%zu -DACROSS=%zu -DDOWN=%zu -DEACH=%zu", n, s->tile,
                         s->across, s->down, s->each);
    }
}

convolution_shape convolution_shape_of(const convolution_sizes *s, size_t kernel)
{
    const size_t lone = s->cpu ? 1 : 64;
    switch (kernel) {
    case LOCAL_TILE:
        return (convolution_shape){ { 1, 1 }, { s->tile, s->tile }, .exact = true };
    case REGISTER_BLOCK:
        return (convolution_shape){ { 1, s->each }, { s->across, s->down }, .exact = true };
    case ROW_BLOCK:
        return (
            convolution_shape){ { s->row_each, 2 }, { s->row_across, s->row_down }, .exact = true };
    case SEPARABLE_STRIP:
        return (
            convolution_shape){ { s->spread * s->lanes, s->strip }, { lone, 1 }, .exact = false };
    case VECTOR_BLOCK:
        return (convolution_shape){ { 2 * s->lanes, s->rows }, { lone, 1 }, .exact = false };
    default:
        return (convolution_shape){ { 1, 1 }, { 64, 4 }, .exact = false };
    }
}
