// SPDX-License-Identifier: MIT

#include "regression_rung.h"

enum {
    GROUP = 64,    // the book's
    CPU_LANES = 16,
    CPU_ROWS = 256,
    CPU_DOUBLE_ROWS = 1024,    // fewer work-groups, and fewer sums for the host
    GPU_LANES = 128,
    GPU_ROWS = 32,
    PLANE_MULTIPLE = 32
};

const char *const REGRESSION_VARIANTS[] = { "book", "centred", "tree", "pairs", "doubles", NULL };

regression_shape regression_choose(size_t kind, cl_device_id device)
{
    const bool cpu = kind == 0 ? ocl_is_cpu(device) : kind == 1;
    const size_t most =
        ocl_smaller((size_t)ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                    ocl_local_limit(device, 0));
    const double room = (double)ocl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE);
    regression_shape s = { .group = GROUP,
                           .lanes = cpu ? CPU_LANES : GPU_LANES,
                           .width = cpu ? CPU_LANES : 1,
                           .rows = cpu ? CPU_ROWS : GPU_ROWS,
                           .double_rows = cpu ? CPU_DOUBLE_ROWS : GPU_ROWS,
                           .fp64 = ocl_has_extension(device, "cl_khr_fp64"),
                           .rounds = !ocl_known_fault(device, "arithmetic of the x87 unit") };
    while (s.group > most)
        s.group /= 2;
    while (s.lanes > s.width && 8.0 * MAX_SUMS * (double)s.lanes > room)
        s.lanes /= 2;
    s.local = s.lanes / s.width;
    while (s.local > most)
        s.local /= 2;
    return s;
}

cl_program regression_build(const ocl_env *env, const char *file, const regression_shape *shape)
{
    return ocl_build(
        env, file, "-DGROUP=%zu -DLANES=%zu -DROWS=%zu -DDOUBLE_ROWS=%zu -DWIDTH=%zu -DFP64=%d",
        shape->group, shape->lanes, shape->rows, shape->double_rows, shape->width, shape->fp64);
}

static size_t steps_of_tree(size_t lanes)
{
    size_t steps = 0;
    for (; lanes > 1; lanes /= 2)
        steps++;
    return steps;
}

regression_rung regression_rung_of(int variant, const regression_shape *shape,
                                   const xy_points *points)
{
    const bool blocks = variant >= TREE;
    const size_t rows = variant == DOUBLES ? shape->double_rows : shape->rows;
    const size_t per_group = blocks ? shape->lanes * rows : shape->group;
    const size_t filled_rows = ocl_smaller(rows, ocl_divide_up(points->n, shape->lanes));
    regression_rung r = { .groups = ocl_divide_up(points->n, per_group),
                          .local = blocks ? shape->local : shape->group,
                          .any_local = blocks,
                          .sum_bytes = variant < PAIRS ? sizeof(cl_float) : sizeof(cl_double),
                          .point_bytes =
                              variant == BOOK ? 2 * sizeof(cl_float) : 2 * sizeof(cl_double),
                          .frame = { .scale_x = 1.0L, .scale_y = 1.0L } };
    r.additions = blocks ? filled_rows + steps_of_tree(shape->lanes) : steps_of_tree(shape->group);
    if (variant != BOOK) r.frame = ls_sample_frame(points);
    return r;
}

// --- what the numbers of a rung can hold

static double largest(const double range[2])
{
    return fmax(fabs(range[0]), fabs(range[1]));
}

// A product below 2^-126 may become 0, and each of n points may lose so much in some products.
// That is less than the rounding of a sum, 2^-24 of it, if the largest term is above n * 2^-98.
static const char *too_much_for_book(int degree, const regression_rung *rung, const ls_range *r,
                                     size_t n)
{
    const double x = pow(largest(r->x), 2.0 * degree), y = largest(r->y) * largest(r->y);
    const double least = (double)n * 0x1p-98;
    if (!(fmax(x, y) * (double)rung->local < 0x1p127))
        return "floats cannot hold the powers of such large numbers";
    if (x < least || (y > 0.0 && y < least))
        return "floats cannot hold the powers of such small numbers";
    return NULL;
}

// With 1e-20 the scale is at most 2^67, and what floats lose below 2^-126 is less than 2^-59.
static bool fit_pairs(const double range[2])
{
    const double spread = range[1] - range[0];
    return largest(range) < 1e37 && (!(spread > 0.0) || spread > 1e-20);
}

const char *regression_too_much(int variant, int degree, const regression_rung *rung,
                                const xy_points *points)
{
    const ls_range r = ls_find_range(points);
    if (variant == BOOK) return too_much_for_book(degree, rung, &r, points->n);
    if (variant == DOUBLES || (fit_pairs(r.x) && fit_pairs(r.y))) return NULL;
    return "floats cannot hold the points: these are too large or too close to each other";
}

// --- buffers and sums

size_t regression_plane(size_t n)
{
    return ocl_round_up(n, PLANE_MULTIPLE);
}

void *regression_pack(int variant, const double *values, size_t n, size_t *bytes)
{
    const size_t plane = regression_plane(n);
    *bytes = variant == DOUBLES ? n * sizeof(cl_double) : 2 * plane * sizeof(cl_float);
    void *packed = ocl_alloc(*bytes);
    if (variant == DOUBLES) {
        memcpy(packed, values, *bytes);
        return packed;
    }
    cl_float *high = packed, *low = high + plane;
    memset(packed, 0, *bytes);
    for (size_t i = 0; i < n; i++) {
        high[i] = (cl_float)values[i];
        low[i] = (cl_float)(values[i] - (double)high[i]);
    }
    return packed;
}

cl_mem regression_upload(const ocl_env *env, int variant, const double *values, size_t n)
{
    size_t bytes;
    void *packed = regression_pack(variant, values, n, &bytes);
    cl_mem buffer = ocl_buffer(env, CL_MEM_READ_ONLY, bytes, packed);
    free(packed);
    return buffer;
}

void regression_set_frame(cl_kernel kernel, int variant, const ls_frame *frame, size_t n)
{
    if (variant == DOUBLES) {
        const cl_double centre[] = { (cl_double)frame->x0, (cl_double)frame->y0 };
        const cl_double scale[] = { (cl_double)frame->scale_x, (cl_double)frame->scale_y };
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof centre, centre));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof scale, scale));
        return;
    }
    const cl_float x = (cl_float)frame->x0, y = (cl_float)frame->y0;
    const cl_float centre[] = { x, (cl_float)(frame->x0 - x), y, (cl_float)(frame->y0 - y) };
    const cl_float scale[] = { (cl_float)frame->scale_x, (cl_float)frame->scale_y };
    const cl_ulong plane = regression_plane(n);
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof centre, centre));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof scale, scale));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof plane, &plane));
}

static long double sum_at(int variant, const void *sums, size_t i)
{
    if (variant == DOUBLES) return ((const cl_double *)sums)[i];
    if (variant < PAIRS) return ((const cl_float *)sums)[i];
    return (long double)((const cl_float *)sums)[2 * i] + ((const cl_float *)sums)[2 * i + 1];
}

ls_fit regression_add(int variant, int degree, const regression_rung *rung, const void *sums,
                      size_t n)
{
    const size_t count = ls_sum_count(degree);
    long double total[MAX_SUMS] = { 0.0L };
    for (size_t g = 0; g < rung->groups; g++)
        for (size_t s = 0; s < count; s++)
            total[s] += sum_at(variant, sums, g * count + s);
    const ls_sums unpacked = ls_unpack(degree, n, total);
    return ls_solve(degree, &rung->frame, &unpacked);
}
