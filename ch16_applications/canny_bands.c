// SPDX-License-Identifier: MIT
//
// canny_bands - Canny's edges on a CPU: all steps of a band of rows in one work-item.
//
// Shows   kernels in a row that become one, row by row, so that nothing but the answer goes to
//         memory; vectors of 16 pixels; a question that most of them answer with no
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueFillBuffer,
//         clWaitForEvents, clEnqueueReadBuffer, reqd_work_group_size
// Try     canny_bands, canny_bands -n 4000x4000, canny_bands -w 1 -S 1

#include "ocl.h"

#include "shared/canny_reference.h"

enum { PAD = 16, ROWS = 3, LANES = 16 };    // as in canny_bands.cl

enum { KERNELS, BANDS };
static const char *const VARIANTS[] = { "kernels", "bands", NULL };

typedef struct {
    const ocl_env *env;
    canny_extent e;
    size_t n;
    int weak, strong;
    size_t band, bands;      // rows of a work-item; work-items
    size_t group;            // work-items of spread
    size_t shorts, steep;    // bytes of what the bands keep
    cl_program canny, flood, program;
    cl_kernel blur, gradient, thin, seeds, spread;           // of canny and canny_flood
    cl_kernel edges_of_band, flood_lists;                    // of canny_bands
    cl_mem d_edges, d_changed, d_grey;                       // the answer, and the picture
    cl_mem d_smooth, d_slopes, d_taken;                      // kernels
    cl_mem d_queue, d_lists, d_counts, d_shorts, d_steep;    // the first of both, then bands
} lesson;

// Waits for commands, and notices one that failed.
static void finish(cl_event *done, cl_uint count)
{
    OCL_CHECK(clWaitForEvents(count, done));
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
}

// A work-item per pixel, as in canny.
static void launch_pixels(const lesson *l, cl_kernel kernel, cl_event *done)
{
    size_t local[2];
    ocl_local_size_2d(kernel, l->env->device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up((size_t)l->e.width, local[0]),
                               ocl_round_up((size_t)l->e.height, local[1]) };
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, done));
}

static void set_step(const lesson *l, cl_kernel kernel, cl_mem d_out, cl_mem d_in)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_int), &l->e.width));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_int), &l->e.height));
}

// The three kernels of canny, then the two of canny_flood.
static void run_kernels(const lesson *l)
{
    const cl_uint zero = 0;
    cl_event done[5];
    cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_taken, &zero, sizeof zero, 0, l->n * sizeof zero, 0,
                                  NULL, &done[0]));
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_changed, &zero, sizeof zero, 0, sizeof zero, 0, NULL,
                                  &done[1]));
    finish(done, 2);    // a queue that does not begin with 0 would have no end
    set_step(l, l->blur, l->d_smooth, l->d_grey);
    set_step(l, l->gradient, l->d_slopes, l->d_smooth);
    set_step(l, l->thin, l->d_edges, l->d_slopes);
    OCL_CHECK(clSetKernelArg(l->thin, 4, sizeof l->weak, &l->weak));
    OCL_CHECK(clSetKernelArg(l->thin, 5, sizeof l->strong, &l->strong));
    const cl_kernel flood[] = { l->seeds, l->spread };
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clSetKernelArg(flood[k], 0, sizeof l->d_queue, &l->d_queue));
        OCL_CHECK(clSetKernelArg(flood[k], 1, sizeof l->d_changed, &l->d_changed));
        OCL_CHECK(clSetKernelArg(flood[k], 2, sizeof l->d_taken, &l->d_taken));
        OCL_CHECK(clSetKernelArg(flood[k], 3, sizeof l->d_edges, &l->d_edges));
        OCL_CHECK(clSetKernelArg(flood[k], 4, sizeof(cl_int), &l->e.width));
        OCL_CHECK(clSetKernelArg(flood[k], 5, sizeof(cl_int), &l->e.height));
    }
    launch_pixels(l, l->blur, &done[0]);
    launch_pixels(l, l->gradient, &done[1]);
    launch_pixels(l, l->thin, &done[2]);
    launch_pixels(l, l->seeds, &done[3]);
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, l->spread, 1, NULL, &l->group, &l->group, 0, NULL, &done[4]));
    finish(done, 5);
}

// A work-item per band; then one for the flood.
static void run_bands(const lesson *l)
{
    const cl_mem outputs[] = { l->d_edges,  l->d_lists, l->d_counts,
                               l->d_shorts, l->d_steep, l->d_grey };
    const cl_int numbers[] = { l->e.width, l->e.height, (cl_int)l->band, l->weak, l->strong };
    for (cl_uint k = 0; k < 6; k++)
        OCL_CHECK(clSetKernelArg(l->edges_of_band, k, sizeof(cl_mem), &outputs[k]));
    for (cl_uint k = 0; k < 5; k++)
        OCL_CHECK(clSetKernelArg(l->edges_of_band, 6 + k, sizeof(cl_int), &numbers[k]));
    const cl_mem of_flood[] = { l->d_edges, l->d_changed, l->d_queue, l->d_lists, l->d_counts };
    for (cl_uint k = 0; k < 5; k++)
        OCL_CHECK(clSetKernelArg(l->flood_lists, k, sizeof(cl_mem), &of_flood[k]));
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clSetKernelArg(l->flood_lists, 5 + k, sizeof(cl_int), &numbers[k]));

    const size_t one = 1;
    cl_event done[2];
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->edges_of_band, 1, NULL, &l->bands, &one, 0,
                                     NULL, &done[0]));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->flood_lists, 1, NULL, &one, &one, 0, NULL,
                                     &done[1]));
    finish(done, 2);
}

static cl_kernel kernel_of(cl_program program, const char *name)
{
    cl_int err;
    return OCL_CREATE(clCreateKernel(program, name, &err));
}

// What it needs.  A few bands for each core: one for each would wait for the slowest.
static lesson plan_lesson(const ocl_env *env, canny_extent e, size_t band)
{
    const size_t cores = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t width = (size_t)e.width, height = (size_t)e.height;
    lesson l = { .env = env, .e = e, .n = width * height };
    l.band = ocl_smaller(band > 0 ? band : ocl_divide_up(height, 4 * cores), height);
    l.bands = ocl_divide_up(height, l.band);
    const size_t length = ocl_round_up(width, LANES) + (size_t)2 * PAD;
    l.shorts = l.bands * (1 + 3 * ROWS) * length * sizeof(cl_short);
    l.steep = l.bands * ROWS * length * sizeof(cl_int);
    const double n = (double)l.n, shorts = (double)l.shorts;
    ocl_require_memory(env->device, 4.0 * n > shorts ? 4.0 * n : shorts,
                       19.0 * n + shorts + (double)l.steep, 20.0 * n);
    return l;
}

// Programs, buffers and kernels.  --kernel names another canny_bands.cl.
static void open_lesson(lesson *l, const uint8_t *grey)
{
    const ocl_env *env = l->env;
    const size_t n = l->n, words = n * sizeof(cl_uint);
    l->program = ocl_build(env, "canny_bands.cl", "-cl-std=CL1.2");
    ocl_options no_kernel = *env->options;
    no_kernel.kernel = NULL;
    ocl_env others = *env;
    others.options = &no_kernel;
    l->group = ocl_group_size(env->device, ocl_is_cpu(env->device) ? 1 : 1024);
    l->canny = ocl_build(&others, "canny.cl", "-cl-std=CL1.2");
    l->flood = ocl_build(&others, "canny_flood.cl", "-cl-std=CL1.2 -DLOCAL=%zu", l->group);
    l->d_edges = ocl_buffer(env, CL_MEM_READ_WRITE, n, NULL);
    l->d_changed = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    l->d_grey = ocl_buffer(env, CL_MEM_READ_ONLY, n, grey);
    l->d_smooth = ocl_buffer(env, CL_MEM_READ_WRITE, n, NULL);
    l->d_slopes = ocl_buffer(env, CL_MEM_READ_WRITE, 2 * n * sizeof(cl_short), NULL);
    l->d_taken = ocl_buffer(env, CL_MEM_READ_WRITE, words, NULL);
    l->d_queue = ocl_buffer(env, CL_MEM_READ_WRITE, words, NULL);
    l->d_lists = ocl_buffer(env, CL_MEM_READ_WRITE, words, NULL);
    l->d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, l->bands * sizeof(cl_uint), NULL);
    l->d_shorts = ocl_buffer(env, CL_MEM_READ_WRITE, l->shorts, NULL);
    l->d_steep = ocl_buffer(env, CL_MEM_READ_WRITE, l->steep, NULL);
    l->blur = kernel_of(l->canny, "blur");
    l->gradient = kernel_of(l->canny, "gradient");
    l->thin = kernel_of(l->canny, "thin");
    l->seeds = kernel_of(l->flood, "seeds");
    l->spread = kernel_of(l->flood, "spread");
    l->edges_of_band = kernel_of(l->program, "edges_of_band");
    l->flood_lists = kernel_of(l->program, "flood_lists");
}

static void close_lesson(const lesson *l)
{
    const cl_kernel kernels[] = { l->flood_lists, l->edges_of_band, l->spread, l->seeds,
                                  l->thin,        l->gradient,      l->blur };
    const cl_mem buffers[] = { l->d_steep, l->d_shorts,  l->d_counts, l->d_lists,
                               l->d_queue, l->d_taken,   l->d_slopes, l->d_smooth,
                               l->d_grey,  l->d_changed, l->d_edges };
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++)
        OCL_CHECK(clReleaseKernel(kernels[k]));
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        OCL_CHECK(clReleaseMemObject(buffers[k]));
    OCL_CHECK(clReleaseProgram(l->flood));
    OCL_CHECK(clReleaseProgram(l->canny));
    OCL_CHECK(clReleaseProgram(l->program));
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO, weak = 50, strong = 200, band = 0;
    const ocl_option own[] = {
        { .usage = "-w, --weak N: the least slope of a weak edge", .count = &weak },
        { .usage = "-S, --strong N: the least slope of a strong edge", .count = &strong },
        { .usage = "-b, --band N: rows of a work-item of bands", .count = &band },
        OCL_PATTERN_OPTION(&pattern),
        { .usage = NULL }
    };
    const ocl_about about = { .name = "canny_bands",
                              .summary = "The edges of a photograph, in one pass over its rows.",
                              .accepts = "dnirVks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 15,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1, 1 }, .repeat = 10 });
    if (weak > strong || strong > 2000)
        ocl_exit(OCL_EXIT_USAGE, "--weak N, --strong M: N <= M <= 2000");

    // Device, grey picture, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const canny_extent e = { (int)picture.width, (int)picture.height };
    lesson l = plan_lesson(&env, e, band);
    l.weak = (int)weak;
    l.strong = (int)strong;
    const size_t n = l.n;
    uint8_t *grey = ocl_alloc(n), *edges = ocl_alloc(n), *ref = ocl_alloc(n);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *p = &picture.rgba[4 * i];
        grey[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2]) / 256);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", picture.width);
    ocl_report_count(report, "height", picture.height);
    ocl_report_count(report, "band", l.band);
    size_t changed_ref = 0;
    OCL_TIME_REFERENCE(report, changed_ref = canny_ref(ref, grey, e, l.weak, l.strong));
    open_lesson(&l, grey);

    // The rungs.  All numbers are whole, and every pixel is compared.
    const ocl_work work = { .amount = (double)n, .unit = "Mpixel/s" };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        cl_uint changed;
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_edges, n);
        ocl_trial_also(&t, l.d_changed, sizeof changed);
        const cl_mem scratch[] = { l.d_smooth, l.d_queue, l.d_lists };
        const size_t each[] = { 1, sizeof(cl_uint), sizeof(cl_uint) };
        for (int k = 0; k < 3; k++)
            ocl_trial_scratch(&t, scratch[k], n * each[k]);
        while (ocl_trial_next(&t)) {
            ocl_trial_start_clock(&t);
            if (v == BANDS)
                run_bands(&l);
            else
                run_kernels(&l);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_edges, CL_TRUE, 0, n, edges, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_changed, CL_TRUE, 0, sizeof changed, &changed,
                                      0, NULL, NULL));
        ocl_trial_report(
            &t, report, &work,
            ocl_result_both(ocl_verify_bytes(VARIANTS[v], edges, ref, n),
                            ocl_verify_equal("changed", changed, (long long)changed_ref)));
    }

    // Release.
    close_lesson(&l);
    ocl_close(&env);
    free(ref);
    free(edges);
    free(grey);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
