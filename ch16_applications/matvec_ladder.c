// SPDX-License-Identifier: MIT
//
// matvec_ladder - a matrix times a vector, as fast as the matrix can be read.
//
// Shows   neighbouring work-items that read neighbouring numbers; a work-group per row and a tree;
//         columns of 0, so that vectors fit; sums that do not wait for each other
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     matvec_ladder -n 16383x16385, -n 100x100K, -n 100Kx100

#include "ocl.h"

enum { LANES = 16, ROWS = 4 };    // of `vectors`: numbers of a vector, and rows of a work-item
enum { MOST_ITEMS = 128 };        // of `group`: work-items of a work-group

// Whole numbers from -8 to 8.  A product is at most 64, so up to 2^18 of them have a sum that a
// float holds exactly: nothing is rounded, in no order.
enum { LARGEST = 8, MOST_COLUMNS = 1 << 18 };

enum { ROW, GROUP, VECTORS };
static const char *const VARIANTS[] = { "row", "group", "vectors", NULL };

// Rows of `columns` numbers, and zeros up to the number of padded columns.
static void fill(float *x, size_t rows, size_t columns, size_t padded, uint64_t seed)
{
    memset(x, 0, rows * padded * sizeof *x);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            x[row * padded + i] =
                (float)(ocl_random(seed, row * columns + i) % (2 * LARGEST + 1)) - LARGEST;
}

// The answer in plain C.  The four sums do not wait for each other.
static void matvec_ref(float *y, const float *a, const float *x, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        const float *row_of_a = a + row * columns;
        float sums[4] = { 0.0f };
        for (size_t i = 0; i < columns; i += 4)
            for (size_t k = 0; k < 4; k++)
                sums[k] += row_of_a[i + k] * x[i + k];
        y[row] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
}

// The work-items of a launch and of a work-group.
static void choose_sizes(int variant, cl_kernel kernel, cl_device_id device, size_t rows,
                         size_t group, size_t *global, size_t *local)
{
    if (variant == ROW) {
        *local = ocl_local_size(kernel, device, 64);
        *global = ocl_round_up(rows, *local);
    } else if (variant == GROUP) {
        *local = group;
        *global = rows * group;
    } else {
        *local = 1;
        *global = ocl_divide_up(rows, ROWS);
    }
}

static void launch(const ocl_env *env, int variant, cl_kernel kernel, size_t rows, size_t group,
                   cl_event *done)
{
    size_t global, local;
    choose_sizes(variant, kernel, env->device, rows, group, &global, &local);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, done));
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "matvec_ladder",
                              .summary = "A matrix times a vector, by three kernels.",
                              .accepts = "dnrVks",
                              .size_help = "rows x columns of the matrix",
                              .extents = 2,
                              .most = UINT32_MAX / 1024,    // work-items of all rows' work-groups
                              .variants = VARIANTS };
    const ocl_options opt = ocl_parse(
        argc, argv, &about, (ocl_options){ .n = { 2003, 1009 }, .repeat = 20, .seed = 1 });
    const size_t rows = opt.n[0], columns = opt.n[1];
    const size_t padded = ocl_round_up(columns, LANES);    // columns, and some of 0
    if (columns > MOST_COLUMNS)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d columns", MOST_COLUMNS);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double a_room = (double)rows * (double)padded * sizeof(float);
    const double y_room = (double)rows * sizeof(float), x_room = (double)padded * sizeof(float);
    ocl_require_memory(env.device, a_room, a_room + y_room + x_room, a_room + 2 * y_room + x_room);
    const size_t a_bytes = rows * padded * sizeof(float);
    const size_t y_bytes = rows * sizeof(float), x_bytes = padded * sizeof(float);
    float *a = ocl_alloc(a_bytes), *x = ocl_alloc(x_bytes);
    float *y = ocl_alloc(y_bytes), *ref = ocl_alloc(y_bytes);
    fill(a, rows, columns, padded, opt.seed);
    fill(x, 1, columns, padded, opt.seed + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", rows);
    ocl_report_count(report, "columns", columns);
    OCL_TIME_REFERENCE(report, matvec_ref(ref, a, x, rows, padded));

    // Program and buffers.
    const size_t group = ocl_group_size(env.device, MOST_ITEMS);    // a power of two
    cl_program program = ocl_build(&env, "matvec_ladder.cl", "-cl-std=CL1.2 -DGROUP=%zu", group);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, y_bytes, NULL);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, a_bytes, a);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, x_bytes, x);

    // The rungs.  Each number of the matrix and of both vectors moves once.
    const double numbers = (double)rows * (double)columns + (double)rows + (double)columns;
    const ocl_work work = { .amount = numbers * sizeof(float),
                            .unit = "GB/s",
                            .limit = env.limits.read_gbs };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "matvec_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ rows }));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ padded }));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], d_y, y_bytes);
        while (ocl_trial_next(&t))
            launch(&env, v, kernel, rows, group, &t.done);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, y_bytes, y, 0, NULL, NULL));
        ocl_trial_report(&t, report, &work, ocl_verify_f32(VARIANTS[v], y, ref, rows, 0.0));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    free(a);
    return ocl_report_close(report);
}
