// SPDX-License-Identifier: MIT
//
// sobel_buffer - edges of a colour picture in a plain buffer.
//
// Shows   a filter on uchar4, four channels at once; five places for its weights, and then none;
//         the same filter in two passes, rows and columns, which is not always less work
// Uses    clCreateBuffer, clSetKernelArg, ocl_enqueue_2d, clEnqueueReadBuffer; convert_float4, sqrt
// Try     sobel_buffer -o edges.png
//         sobel_buffer --size 3840x2160 --pattern photo

#include "ocl.h"

static const char *const VARIANTS[] = { "matrices", "global",      "transpose", "program",
                                        "private",  "differences", "separable", NULL };

static const cl_int MATRIX_X[9] = { -1, 0, 1, -2, 0, 2, -1, 0, 1 };
static const cl_int MATRIX_Y[9] = { -1, -2, -1, 0, 0, 0, 1, 2, 1 };

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    ocl_picture in, out, ref;
    size_t pixels;
    cl_mem d_out, d_in, d_halves;
    cl_int2 size;
} lesson;

static ocl_picture new_picture(const ocl_picture *like)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, like->width, like->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return picture;
}

static ptrdiff_t nearest(ptrdiff_t i, uint32_t n)
{
    return i < 0 ? 0 : i >= (ptrdiff_t)n ? (ptrdiff_t)n - 1 : i;
}

// The root of an integer is never halfway between two integers, so the nearest one is clear.
static void sobel_buffer_ref(uint8_t *out, const ocl_picture *in)
{
    for (ptrdiff_t y = 0; y < (ptrdiff_t)in->height; y++)
        for (ptrdiff_t x = 0; x < (ptrdiff_t)in->width; x++)
            for (ptrdiff_t c = 0; c < 4; c++) {
                double gx = 0.0, gy = 0.0;
                for (ptrdiff_t k = 0; k < 9; k++) {
                    const ptrdiff_t column = nearest(x + k % 3 - 1, in->width);
                    const ptrdiff_t row = nearest(y + k / 3 - 1, in->height);
                    const double p = in->rgba[4 * (row * (ptrdiff_t)in->width + column) + c];
                    gx += MATRIX_X[k] * p;
                    gy += MATRIX_Y[k] * p;
                }
                const ptrdiff_t at = 4 * (y * (ptrdiff_t)in->width + x) + c;
                const double magnitude = floor(sqrt(gx * gx + gy * gy) + 0.5);
                out[at] = c == 3 ? in->rgba[at] : (uint8_t)fmin(magnitude, 255.0);
            }
}

// A kernel whose first three arguments are two buffers and the size.
static cl_kernel make_kernel(const lesson *l, cl_program program, const char *name,
                             const cl_mem buffers[2])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1]));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->size, &l->size));
    return kernel;
}

// Launches one kernel, or two in a row, over all pixels.  With more rows than a GPU takes at once,
// ocl_enqueue_2d makes several launches.
static void time_kernels(lesson *l, const char *variant, const cl_kernel *kernels, size_t count)
{
    const size_t pixels[2] = { l->in.width, l->in.height }, wanted[2] = { 32, 8 };
    cl_command_queue queue = l->env->queue;
    ocl_range_2d range[2];
    double least_ns = 0.0;
    for (size_t k = 0; k < count; k++) {
        ocl_local_size_2d(kernels[k], l->env->device, wanted, range[k].local);
        ocl_global_size_2d(pixels, range[k].local, SIZE_MAX, range[k].global);
        least_ns += ocl_pace_estimate(&l->pace, kernels[k], &range[k]);
    }
    if (!ocl_pace_allows(&l->pace, l->report, variant, least_ns)) return;

    const size_t bytes = 4 * l->pixels;
    ocl_trial t = ocl_trial_open(l->env, variant, l->d_out, bytes);
    if (count == 2) ocl_trial_scratch(&t, l->d_halves, 4 * bytes);    // between both
    while (ocl_trial_next(&t))
        for (size_t k = 0; k < count; k++)
            ocl_enqueue_2d(queue, kernels[k], &range[k], k == 0 ? &t.first : NULL,
                           k == count - 1 ? &t.done : NULL);
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_out, CL_TRUE, 0, bytes, l->out.rgba, 0, NULL, NULL));
    const ocl_work work = { .amount = 2.0 * (double)bytes,
                            .unit = "GB/s",
                            .limit = l->env->limits.copy_gbs };
    ocl_trial_report(&t, l->report, &work, ocl_verify_picture(variant, &l->out, &l->ref, 0));
}

// One or both matrices are arguments: in constant memory or, for the variant "global", in global
// memory.  The buffers are the same; the kernel says what its argument is.
static void run_matrices(lesson *l, cl_program program, const char *variant, cl_uint matrices)
{
    cl_int err;
    cl_context context = l->env->context;
    const cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_matrices[2] = {
        OCL_CREATE(clCreateBuffer(context, flags, sizeof MATRIX_X, (void *)MATRIX_X, &err)),
        OCL_CREATE(clCreateBuffer(context, flags, sizeof MATRIX_Y, (void *)MATRIX_Y, &err))
    };
    char name[32];
    snprintf(name, sizeof name, "sobel_buffer_%s", variant);
    cl_kernel kernel = make_kernel(l, program, name, (cl_mem[]){ l->d_out, l->d_in });
    for (cl_uint i = 0; i < matrices; i++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + i, sizeof d_matrices[i], &d_matrices[i]));
    time_kernels(l, variant, &kernel, 1);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_matrices[1]));
    OCL_CHECK(clReleaseMemObject(d_matrices[0]));
}

static void run_separable(lesson *l, cl_program program)
{
    cl_kernel kernels[2] = {
        make_kernel(l, program, "sobel_buffer_rows", (cl_mem[]){ l->d_halves, l->d_in }),
        make_kernel(l, program, "sobel_buffer_columns", (cl_mem[]){ l->d_out, l->d_halves })
    };
    OCL_CHECK(clSetKernelArg(kernels[1], 3, sizeof l->d_in, &l->d_in));
    time_kernels(l, "separable", kernels, 2);
    OCL_CHECK(clReleaseKernel(kernels[1]));
    OCL_CHECK(clReleaseKernel(kernels[0]));
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "sobel_buffer",
                              .summary = "Finds edges of a colour picture in a buffer.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    lesson l = { .env = &env, .pace = ocl_pace_open(&env) };
    l.in = ocl_input_picture(&env, pattern, "astronaut.bmp");
    l.pixels = (size_t)l.in.width * l.in.height;
    l.size = (cl_int2){ { (cl_int)l.in.width, (cl_int)l.in.height } };
    const size_t bytes = 4 * l.pixels;
    const double halves = (double)(l.pixels * sizeof(cl_short4[2]));
    ocl_require_memory(env.device, halves, 2.0 * (double)bytes + halves, 3.0 * (double)bytes);
    l.out = new_picture(&l.in);
    l.ref = new_picture(&l.in);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.in.width);
    ocl_report_count(l.report, "height", l.in.height);
    OCL_TIME_REFERENCE(l.report, sobel_buffer_ref(l.ref.rgba, &l.in));

    cl_int err;
    cl_program program = ocl_build(&env, "sobel_buffer.cl", "-cl-std=CL1.2");
    l.d_out = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    l.d_in = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                                       l.in.rgba, &err));
    l.d_halves =
        OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, (size_t)halves, NULL, &err));
    if (ocl_wants(&opt, "matrices")) run_matrices(&l, program, "matrices", 2);
    if (ocl_wants(&opt, "global")) run_matrices(&l, program, "global", 2);
    if (ocl_wants(&opt, "transpose")) run_matrices(&l, program, "transpose", 1);
    if (ocl_wants(&opt, "program")) run_matrices(&l, program, "program", 0);
    if (ocl_wants(&opt, "private")) run_matrices(&l, program, "private", 0);
    if (ocl_wants(&opt, "differences")) run_matrices(&l, program, "differences", 0);
    if (ocl_wants(&opt, "separable")) run_separable(&l, program);
    if (opt.output) ocl_output_picture(&l.out, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_halves));
    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&l.ref);
    ocl_picture_free(&l.out);
    ocl_picture_free(&l.in);
    return ocl_report_close(l.report);
}
