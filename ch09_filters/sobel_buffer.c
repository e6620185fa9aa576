// SPDX-License-Identifier: MIT
//
// sobel_buffer - edges of a colour picture in a plain buffer, in three ways.
//
// Shows   a filter on uchar4, four channels at once; weights as arguments, and then without them;
//         the same filter in two passes, rows and columns, which is not always less work
// Uses    clCreateBuffer, clSetKernelArg, ocl_enqueue_2d, clEnqueueReadBuffer; convert_float4, sqrt
// Try     sobel_buffer -o edges.png
//         sobel_buffer --size 3840x2160 --pattern photo

#include "ocl.h"

static const char *const VARIANTS[] = { "matrices", "differences", "separable", NULL };

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
} sobel_job;

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
static cl_kernel make_kernel(const sobel_job *j, cl_program program, const char *name,
                             const cl_mem buffers[2])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1]));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof j->size, &j->size));
    return kernel;
}

// Launches one kernel, or two in a row, over all pixels.  With more rows than a GPU takes at once,
// ocl_enqueue_2d makes several launches.
static void time_kernels(sobel_job *j, const char *variant, const cl_kernel *kernels, size_t count)
{
    const size_t pixels[2] = { j->in.width, j->in.height }, wanted[2] = { 32, 8 };
    cl_command_queue queue = j->env->queue;
    ocl_range_2d range[2];
    double least_ns = 0.0;
    for (size_t k = 0; k < count; k++) {
        ocl_local_size_2d(kernels[k], j->env->device, wanted, range[k].local);
        ocl_global_size_2d(pixels, range[k].local, SIZE_MAX, range[k].global);
        least_ns += ocl_pace_estimate(&j->pace, kernels[k], &range[k]);
    }
    if (!ocl_pace_allows(&j->pace, j->report, variant, least_ns)) return;

    const size_t bytes = 4 * j->pixels;
    ocl_times times = { .runs = 0 };
    for (size_t run = 0; ocl_pace_again(&j->pace, run); run++) {
        cl_event begin, end;
        if (count == 2) ocl_poison_write(queue, j->d_halves, 4 * bytes, run);    // between both
        ocl_poison_run(queue, j->d_out, bytes, run);
        for (size_t k = 0; k < count; k++)
            ocl_enqueue_2d(queue, kernels[k], &range[k], k == 0 ? &begin : NULL,
                           k == count - 1 ? &end : NULL);
        ocl_times_take_span(&times, run, begin, end);
        ocl_answers_add(&times.answers, queue, j->d_out, bytes);
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, j->d_out, CL_TRUE, 0, bytes, j->out.rgba, 0, NULL, NULL));
    ocl_report_row(j->report,
                   &(ocl_row){ .name = variant,
                               .times = &times,
                               .work = 2.0 * (double)bytes,
                               .unit = "GB/s",
                               .limit = ocl_device_limits(j->env).copy_gbs,
                               .result = ocl_verify_picture(variant, &j->out, &j->ref, 0) });
}

static void run_matrices(sobel_job *j, cl_program program)
{
    cl_int err;
    cl_context context = j->env->context;
    const cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_x =
        OCL_CREATE(clCreateBuffer(context, flags, sizeof MATRIX_X, (void *)MATRIX_X, &err));
    cl_mem d_y =
        OCL_CREATE(clCreateBuffer(context, flags, sizeof MATRIX_Y, (void *)MATRIX_Y, &err));
    cl_kernel kernel =
        make_kernel(j, program, "sobel_buffer_matrices", (cl_mem[]){ j->d_out, j->d_in });
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_y, &d_y));
    time_kernels(j, "matrices", &kernel, 1);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
}

static void run_differences(sobel_job *j, cl_program program)
{
    cl_kernel kernel =
        make_kernel(j, program, "sobel_buffer_differences", (cl_mem[]){ j->d_out, j->d_in });
    time_kernels(j, "differences", &kernel, 1);
    OCL_CHECK(clReleaseKernel(kernel));
}

static void run_separable(sobel_job *j, cl_program program)
{
    cl_kernel kernels[2] = {
        make_kernel(j, program, "sobel_buffer_rows", (cl_mem[]){ j->d_halves, j->d_in }),
        make_kernel(j, program, "sobel_buffer_columns", (cl_mem[]){ j->d_out, j->d_halves })
    };
    OCL_CHECK(clSetKernelArg(kernels[1], 3, sizeof j->d_in, &j->d_in));
    time_kernels(j, "separable", kernels, 2);
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
    sobel_job job = { .env = &env, .pace = ocl_pace_open(&env) };
    job.in = ocl_input_picture(&env, pattern, "astronaut.bmp");
    job.pixels = (size_t)job.in.width * job.in.height;
    job.size = (cl_int2){ { (cl_int)job.in.width, (cl_int)job.in.height } };
    const size_t bytes = 4 * job.pixels;
    const double halves = (double)(job.pixels * sizeof(cl_short4[2]));
    ocl_require_memory(env.device, halves, 2.0 * (double)bytes + halves, 3.0 * (double)bytes);
    job.out = new_picture(&job.in);
    job.ref = new_picture(&job.in);
    job.report = ocl_report_open(&opt, env.device);
    ocl_report_count(job.report, "width", job.in.width);
    ocl_report_count(job.report, "height", job.in.height);
    OCL_TIME_REFERENCE(job.report, sobel_buffer_ref(job.ref.rgba, &job.in));

    cl_int err;
    cl_program program = ocl_build(&env, "sobel_buffer.cl", "-cl-std=CL1.2");
    job.d_out = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    job.d_in = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                         bytes, job.in.rgba, &err));
    job.d_halves =
        OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, (size_t)halves, NULL, &err));
    if (ocl_wants(&opt, "matrices")) run_matrices(&job, program);
    if (ocl_wants(&opt, "differences")) run_differences(&job, program);
    if (ocl_wants(&opt, "separable")) run_separable(&job, program);
    if (opt.output) ocl_output_picture(&job.out, opt.output);

    OCL_CHECK(clReleaseMemObject(job.d_halves));
    OCL_CHECK(clReleaseMemObject(job.d_in));
    OCL_CHECK(clReleaseMemObject(job.d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&job.ref);
    ocl_picture_free(&job.out);
    ocl_picture_free(&job.in);
    return ocl_report_close(job.report);
}
