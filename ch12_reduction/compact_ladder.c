// SPDX-License-Identifier: MIT
//
// compact_ladder - the bright pixels of a picture, side by side: places from a counter, or a scan.
//
// Shows   places from a counter, in any order; places from a scan, in the order of the picture; the
//         way back; what a scan is for
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueWriteBuffer, clEnqueueFillBuffer;
//         reqd_work_group_size, barrier, atomic_inc
// Try     compact_ladder --threshold 600 -o bright.png; compact_ladder --size 5000x3000

#include "ocl.h"

enum { MOST_ITEMS = 256, TILES = 16, LONG = 4096 };

enum { ATOMIC, SCAN, LONG_ITEMS };
static const char *const VARIANTS[] = { "atomic", "scan", "long_items", NULL };

typedef struct {
    uint8_t rgba[4];
} pixel;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t group;         // work-items of a work-group
    cl_uint n, count;     // pixels of the picture, and those that stay
    cl_uint threshold;    // of brightness
    const pixel *x;
    pixel *ref, *masked;    // what stays, side by side and where it was
    cl_uint *ref_places;
    size_t counts_bytes;
    cl_mem d_kept, d_places, d_count, d_counts, d_x, d_y;
} lesson;

static void compact_ref(lesson *l)
{
    l->count = 0;
    for (cl_uint i = 0; i < l->n; i++) {
        const uint8_t *c = l->x[i].rgba;
        if ((cl_uint)c[0] + 2u * c[1] + c[2] < l->threshold) continue;
        l->ref[l->count] = l->masked[i] = l->x[i];
        l->ref_places[l->count++] = i;
    }
}

// Arguments of the kernels that read the picture, after their outputs.
static void set_inputs(const lesson *l, cl_kernel kernel, cl_uint first)
{
    OCL_CHECK(clSetKernelArg(kernel, first, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, first + 1, sizeof l->n, &l->n));
    OCL_CHECK(clSetKernelArg(kernel, first + 2, sizeof l->threshold, &l->threshold));
}

static void launch_atomic(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    const cl_command_queue queue = l->env->queue;
    const cl_uint zero = 0;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_kept, &l->d_kept));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_places, &l->d_places));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_count, &l->d_count));
    set_inputs(l, kernel, 3);
    // With a wrong counter the kernel would write anywhere: the host waits for it.
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, l->d_count, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
    const size_t local = ocl_local_size(kernel, l->env->device, MOST_ITEMS);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &t->done));
}

// How many stay in each share; how many stay before each share; the pixels.
static void launch_scan(const lesson *l, int variant, const cl_kernel kernels[3], ocl_trial *t)
{
    const cl_command_queue queue = l->env->queue;
    const size_t local = variant == SCAN ? l->group : 1;
    const cl_uint groups = (cl_uint)ocl_divide_up(l->n, variant == SCAN ? TILES * l->group : LONG);
    const size_t items = groups * local;
    OCL_CHECK(clSetKernelArg(kernels[0], 0, sizeof l->d_counts, &l->d_counts));
    set_inputs(l, kernels[0], 1);
    OCL_CHECK(clSetKernelArg(kernels[1], 0, sizeof l->d_count, &l->d_count));
    OCL_CHECK(clSetKernelArg(kernels[1], 1, sizeof l->d_counts, &l->d_counts));
    OCL_CHECK(clSetKernelArg(kernels[1], 2, sizeof groups, &groups));
    OCL_CHECK(clSetKernelArg(kernels[2], 0, sizeof l->d_kept, &l->d_kept));
    OCL_CHECK(clSetKernelArg(kernels[2], 1, sizeof l->d_places, &l->d_places));
    OCL_CHECK(clSetKernelArg(kernels[2], 2, sizeof l->d_counts, &l->d_counts));
    set_inputs(l, kernels[2], 3);
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &items, &local, 0, NULL, &t->first));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[1], 1, NULL, &l->group, &l->group, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueNDRangeKernel(queue, kernels[2], 1, NULL, &items, &local, 0, NULL, &t->done));
}

// The number of pixels; unless a counter gave out the places, also the pixels, in order.
static ocl_result compare(const lesson *l, int variant)
{
    ocl_result result =
        ocl_verify_buffer(l->env, "number of pixels", l->d_count, &l->count, sizeof l->count);
    if (variant == ATOMIC || l->count == 0) return result;
    result = ocl_result_both(result, ocl_verify_buffer(l->env, "places", l->d_places, l->ref_places,
                                                       l->count * sizeof(cl_uint)));
    return ocl_result_both(
        result, ocl_verify_buffer(l->env, "pixels", l->d_kept, l->ref, l->count * sizeof(pixel)));
}

// The way back: an empty picture gets each pixel where it was.  This is right for any order.
static ocl_result expand(const lesson *l)
{
    const cl_uint zero = 0;
    const cl_command_queue queue = l->env->queue;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "compact_expand", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_kept, &l->d_kept));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_places, &l->d_places));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->count, &l->count));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof l->n, &l->n));
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_y, &zero, sizeof zero, 0, l->n * sizeof(pixel), 0,
                                  NULL, NULL));
    const size_t local = ocl_local_size(kernel, l->env->device, MOST_ITEMS);
    const size_t global = ocl_round_up(l->count, local);
    if (l->count > 0)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    return ocl_verify_buffer(l->env, "expanded", l->d_y, l->masked, l->n * sizeof(pixel));
}

static void run_variant(const lesson *l, int variant)
{
    cl_int err;
    cl_kernel kernels[3] = { NULL };
    if (variant == ATOMIC) {
        kernels[0] = OCL_CREATE(clCreateKernel(l->program, "compact_atomic", &err));
    } else if (variant == SCAN) {
        kernels[0] = OCL_CREATE(clCreateKernel(l->program, "compact_count", &err));
        kernels[2] = OCL_CREATE(clCreateKernel(l->program, "compact_write", &err));
    } else {
        kernels[0] = OCL_CREATE(clCreateKernel(l->program, "compact_long_count", &err));
        kernels[2] = OCL_CREATE(clCreateKernel(l->program, "compact_long_write", &err));
    }
    if (variant != ATOMIC)
        kernels[1] = OCL_CREATE(clCreateKernel(l->program, "compact_sums", &err));
    // Each run of `atomic` may have another order.  So each run is compared here, and the trial
    // sees no answer.
    ocl_result result = { .pass = true };
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], NULL, 0);
    ocl_trial_scratch(&t, l->d_count, sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_kept, l->n * sizeof(pixel));
    ocl_trial_scratch(&t, l->d_places, l->n * sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_counts, l->counts_bytes);
    while (ocl_trial_next(&t)) {
        if (variant == ATOMIC)
            launch_atomic(l, kernels[0], &t);
        else
            launch_scan(l, variant, kernels, &t);
        result = ocl_result_both(result, compare(l, variant));
        if (result.pass) result = ocl_result_both(result, expand(l));
    }
    const ocl_work work = { .amount = (double)l->n, .unit = "Mpixel/s" };
    ocl_trial_report(&t, l->report, &work, result);
    for (int k = 2; k >= 0; k--)
        if (kernels[k]) OCL_CHECK(clReleaseKernel(kernels[k]));
}

// The device's last answer.  Above: what stays, where it was.  Below: the same side by side.
static void output_picture(const lesson *l, const ocl_picture *in, const char *path)
{
    const size_t rows = ocl_divide_up(l->count, in->width);
    ocl_picture out;
    ocl_message why;
    if (!ocl_picture_alloc(&out, in->width, in->height + rows, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    const size_t bytes = l->n * sizeof(pixel), kept_bytes = l->count * sizeof(pixel);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_y, CL_TRUE, 0, bytes, out.rgba, 0, NULL, NULL));
    if (l->count > 0)
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_kept, CL_TRUE, 0, kept_bytes,
                                      out.rgba + bytes, 0, NULL, NULL));
    for (size_t i = 0; i < (size_t)out.width * out.height; i++)
        out.rgba[4 * i + 3] = 255;
    ocl_output_picture(&out, path);
    ocl_picture_free(&out);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_PHOTO, threshold = 400;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern),
                               { .usage =
                                     "--threshold N: red + 2 green + blue of a pixel that stays",
                                 .count = &threshold },
                               { 0 } };
    const ocl_about about = { .name = "compact_ladder",
                              .summary = "The bright pixels of a picture, side by side.",
                              .accepts = "dnrioVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 10, .seed = 1 });
    if (threshold > 1021) ocl_exit(OCL_EXIT_USAGE, "--threshold %zu: at most 1021", threshold);
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "hubble_deep_field.bmp");

    lesson l = { .env = &env, .threshold = (cl_uint)threshold, .x = (const pixel *)picture.rgba };
    l.n = picture.width * picture.height;
    const size_t bytes = l.n * sizeof(pixel);
    ocl_require_memory(env.device, (double)bytes, 4.0 * (double)bytes, 4.0 * (double)bytes);
    l.group = ocl_group_size(env.device, MOST_ITEMS);
    l.ref = ocl_alloc(bytes);
    l.ref_places = ocl_alloc(l.n * sizeof *l.ref_places);
    l.masked = memset(ocl_alloc(bytes), 0, bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", picture.width);
    ocl_report_count(l.report, "height", picture.height);
    ocl_report_count(l.report, "threshold", threshold);
    OCL_TIME_REFERENCE(l.report, compact_ref(&l));
    ocl_report_fact(l.report, "pixels that stay", "%u", l.count);

    l.program = ocl_build(&env, "compact_ladder.cl", "-DGROUP=%zu -DTILES=%d -DLONG=%d", l.group,
                          TILES, LONG);
    l.counts_bytes = sizeof(cl_uint) * ocl_divide_up(l.n, ocl_smaller(LONG, TILES * l.group));
    l.d_kept = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_places = ocl_buffer(&env, CL_MEM_READ_WRITE, l.n * sizeof(cl_uint), NULL);
    l.d_count = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    l.d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, l.counts_bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, picture.rgba);
    l.d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    for (int v = ATOMIC; v <= LONG_ITEMS; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);
    if (opt.output) output_picture(&l, &picture, opt.output);

    OCL_CHECK(clReleaseMemObject(l.d_y));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_counts));
    OCL_CHECK(clReleaseMemObject(l.d_count));
    OCL_CHECK(clReleaseMemObject(l.d_places));
    OCL_CHECK(clReleaseMemObject(l.d_kept));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.masked);
    free(l.ref_places);
    free(l.ref);
    ocl_picture_free(&picture);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
