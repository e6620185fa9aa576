// SPDX-License-Identifier: MIT
//
// mandelbrot_ladder - the Mandelbrot set, faster: fewer questions, and many points at a time.
//
// Shows   a loop that asks only after some steps; vectors whose lanes end at different steps
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel
// Try     mandelbrot_ladder, mandelbrot_ladder -n 4000x4000
//         mandelbrot_ladder -x -0.745 -y 0.113 -w 0.01 -m 1000

#include "ocl.h"

enum { LINES = 4, LANES = 16 };    // as in the kernels

enum { PLAIN, BLOCKS, VECTORS };
static const char *const VARIANTS[] = { "plain", "blocks", "vectors", NULL };

// What the picture shows.  The pixels are `step` apart, and the first one is (left, top).
typedef struct {
    size_t width, height;    // pixels
    float left, top, step;
    uint32_t most;    // steps
} view;

// The answer in plain C.  Each product has a variable of its own.  So a compiler in its ISO C mode,
// which CMakeLists.txt asks for, does not fuse a product and a sum.  The device does not, either.
static void mandelbrot_ref(uint32_t *counts, const view *v)
{
    for (size_t i = 0; i < v->width * v->height; i++) {
        const float across = (float)(i % v->width) * v->step;
        const float down = (float)(i / v->width) * v->step;
        const float cx = v->left + across, cy = v->top - down;
        uint32_t n = 0;
        float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
        while (n < v->most && xx + yy <= 4.0f) {
            const float xy = x * y;
            x = xx - yy + cx;
            y = 2.0f * xy + cy;
            xx = x * x;
            yy = y * y;
            n++;
        }
        counts[i] = n;
    }
}

// How many steps of all points, together.
static double all_steps(const uint32_t *counts, const view *v)
{
    double sum = 0.0;
    for (size_t i = 0; i < v->width * v->height; i++)
        sum += counts[i];
    return sum;
}

// How many steps blocks and vectors make before they ask: as measured.
static int steps_of_block(const ocl_env *env)
{
    return ocl_is_cpu(env->device) ? 8 : 12;
}

// The three kernels have the same arguments.  A work-item of vectors has LINES lines of 16 pixels.
static void launch(const ocl_env *env, cl_kernel kernel, int variant, cl_mem d_counts,
                   const view *v, cl_event *done)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_float), &v->left));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_float), &v->top));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float), &v->step));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ v->width }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_ulong), &(cl_ulong){ v->height }));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &v->most));

    // Neighbours need about as many steps: so a work-group is compact, and a work-group of vectors
    // is small.
    const size_t across = variant == VECTORS ? LANES : 1, down = variant == VECTORS ? LINES : 1;
    const size_t wide = variant == VECTORS ? 1 : 8, high = variant == VECTORS ? 1 : 32;
    size_t local[2];
    ocl_local_size_2d(kernel, env->device, (const size_t[]){ wide, high }, local);
    const size_t global[2] = { ocl_round_up(ocl_divide_up(v->width, across), local[0]),
                               ocl_round_up(ocl_divide_up(v->height, down), local[1]) };
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, local, 0, NULL, done));
}

int main(int argc, char **argv)
{
    // Options.
    double x = -0.75, y = 0.0, width = 3.2;
    size_t most = 256;
    const ocl_option own[] = {
        { .usage = "-x, --x X: the centre of the picture, across", .real = &x },
        { .usage = "-y, --y Y: the centre of the picture, upwards", .real = &y },
        { .usage = "-w, --width W: of the picture, in the plane", .real = &width },
        { .usage = "-m, --most N: steps until a point counts as one that stays", .count = &most },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "mandelbrot_ladder",
                              .summary = "The Mandelbrot set, by three kernels.",
                              .accepts = "dnrVk",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 16,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 799, 601 }, .repeat = 5 });
    if (!(width >= 1e-9 && width <= 1e9)) ocl_exit(OCL_EXIT_USAGE, "--width: from 1e-9 to 1e9");
    if (fabs(x) > 1e9 || fabs(y) > 1e9) ocl_exit(OCL_EXIT_USAGE, "--x, --y: from -1e9 to 1e9");
    if (most > INT32_MAX / 2) ocl_exit(OCL_EXIT_USAGE, "--most: at most %d", INT32_MAX / 2);

    // Device, view, reference.
    ocl_env env = ocl_open(&opt);
    const double pixels = (double)opt.n[0] * (double)opt.n[1], room = pixels * sizeof(cl_uint);
    ocl_require_memory(env.device, room, room, 3.0 * room);
    const double step = width / (double)opt.n[0];
    const view v = { .width = opt.n[0],
                     .height = opt.n[1],
                     .left = (float)(x - step * (double)(opt.n[0] - 1) / 2.0),
                     .top = (float)(y + step * (double)(opt.n[1] - 1) / 2.0),
                     .step = (float)step,
                     .most = (uint32_t)most };
    const size_t n = v.width * v.height, bytes = n * sizeof(cl_uint);
    uint32_t *counts = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", v.width);
    ocl_report_count(report, "height", v.height);
    ocl_report_count(report, "most", most);
    OCL_TIME_REFERENCE(report, mandelbrot_ref(ref, &v));

    // Program and buffer.
    cl_program program =
        ocl_build(&env, "mandelbrot_ladder.cl", "-cl-std=CL1.2 -DBLOCK=%d -DLINES=%d",
                  steps_of_block(&env), LINES);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);

    // The rungs.  A step has eight operations: x x, y y, their sum and difference, + c, 2 x y, + c.
    // An instruction for each is plain's limit: half of the rate of fma, which counts as two.
    const ocl_work work = { .amount = 8.0 * all_steps(ref, &v),
                            .unit = "GFLOP/s",
                            .limit = env.limits.fma_gflops / 2.0 };
    for (int variant = 0; VARIANTS[variant]; variant++) {
        if (!ocl_wants(&opt, VARIANTS[variant])) continue;
        char name[32];
        snprintf(name, sizeof name, "mandelbrot_%s", VARIANTS[variant]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        ocl_trial t = ocl_trial_open(&env, VARIANTS[variant], d_counts, bytes);
        while (ocl_trial_next(&t))
            launch(&env, kernel, variant, d_counts, &v, &t.done);
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, bytes, counts, 0, NULL, NULL));
        ocl_trial_report(&t, report, &work, ocl_verify_u32(VARIANTS[variant], counts, ref, n));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release.
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(counts);
    return ocl_report_close(report);
}
