// SPDX-License-Identifier: MIT
//
// image_equalize - stretches the contrast of a picture by histogram equalisation, image to image.
//
// Shows   four kernels in a row on one in-order queue, with no work for the host between them; a
//         kernel that writes an image; a prefix sum in local memory
// Uses    clCreateImage, clEnqueueWriteImage, clEnqueueNDRangeKernel, clEnqueueReadImage;
//         read_imageui, write_imageui
// Try     image_equalize -i data/rocket.bmp -o bright.png
//         image_histogram -i bright.png -o chart.png

#include "ocl.h"

#include "image_equalize/ref.h"

enum {
    VALUES = 256,          // of a channel
    GROUPS_PER_UNIT = 8    // count: work-groups per compute unit, at most
};

// The four kernels.  Each leaves something in the device's memory that the next one needs.
enum { COUNT, SCAN, TABLE, APPLY, STAGES };
static const char *const STAGE[STAGES] = { "count", "scan", "table", "apply" };
static const size_t LOCAL[STAGES][2] = { { 32, 8 }, { VALUES, 1 }, { VALUES, 1 }, { 32, 8 } };

enum { BY_CHANNELS, BY_LUMINANCE, VARIANT_COUNT };
static const char *const VARIANTS[] = { "channels", "luminance", NULL };
static const size_t CHANNELS[VARIANT_COUNT] = { 3, 1 };

static const char PHOTO[] = "rocket.bmp";    // in data/
static const size_t ORIGIN[3] = { 0, 0, 0 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_picture picture, out, ref;
    size_t extents[3];    // of the picture; the third is 1
    size_t bytes;         // of its pixels

    cl_mem d_out, d_picture;    // images
    cl_mem d_counts, d_cdf, d_least,
        d_table;    // the output of one kernel is the input of the next
    cl_uint n;      // pixels

    double median_ms[VARIANT_COUNT][STAGES];
} lesson;

static cl_mem create_image(const lesson *l, cl_mem_flags flags)
{
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = l->extents[0],
                                 .image_height = l->extents[1] };
    cl_int err;
    return OCL_CREATE(clCreateImage(l->env->context, flags, &format, &desc, NULL, &err));
}

static void create_memory(lesson *l)
{
    static const cl_uint zeros[3 * VALUES];    // only the counts need a first value
    l->d_out = create_image(l, CL_MEM_WRITE_ONLY);
    l->d_picture = create_image(l, CL_MEM_READ_ONLY);
    l->d_counts = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof zeros, zeros);
    l->d_cdf = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof zeros, NULL);
    l->d_least = ocl_buffer(l->env, CL_MEM_READ_WRITE, 3 * sizeof(cl_uint), NULL);
    l->d_table = ocl_buffer(l->env, CL_MEM_READ_WRITE, 3 * VALUES, NULL);
    OCL_CHECK(clEnqueueWriteImage(l->env->queue, l->d_picture, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                  l->picture.rgba, 0, NULL, NULL));
}

static void release_memory(lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_table));
    OCL_CHECK(clReleaseMemObject(l->d_least));
    OCL_CHECK(clReleaseMemObject(l->d_cdf));
    OCL_CHECK(clReleaseMemObject(l->d_counts));
    OCL_CHECK(clReleaseMemObject(l->d_picture));
    OCL_CHECK(clReleaseMemObject(l->d_out));
}

static void set_arguments(cl_kernel kernel[STAGES], const lesson *l)
{
    OCL_CHECK(clSetKernelArg(kernel[COUNT], 0, sizeof l->d_counts, &l->d_counts));
    OCL_CHECK(clSetKernelArg(kernel[COUNT], 1, sizeof l->d_picture, &l->d_picture));

    OCL_CHECK(clSetKernelArg(kernel[SCAN], 0, sizeof l->d_cdf, &l->d_cdf));
    OCL_CHECK(clSetKernelArg(kernel[SCAN], 1, sizeof l->d_least, &l->d_least));
    OCL_CHECK(clSetKernelArg(kernel[SCAN], 2, sizeof l->d_counts, &l->d_counts));

    OCL_CHECK(clSetKernelArg(kernel[TABLE], 0, sizeof l->d_table, &l->d_table));
    OCL_CHECK(clSetKernelArg(kernel[TABLE], 1, sizeof l->d_cdf, &l->d_cdf));
    OCL_CHECK(clSetKernelArg(kernel[TABLE], 2, sizeof l->d_least, &l->d_least));
    OCL_CHECK(clSetKernelArg(kernel[TABLE], 3, sizeof l->n, &l->n));

    OCL_CHECK(clSetKernelArg(kernel[APPLY], 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel[APPLY], 1, sizeof l->d_picture, &l->d_picture));
    OCL_CHECK(clSetKernelArg(kernel[APPLY], 2, sizeof l->d_table, &l->d_table));
}

static ocl_range_2d choose_range(const lesson *l, cl_kernel kernel, int stage, size_t channels)
{
    cl_device_id device = l->env->device;
    ocl_range_2d range;
    ocl_local_size_2d(kernel, device, LOCAL[stage], range.local);

    size_t items[2] = { l->extents[0], l->extents[1] };    // one work-item per pixel
    size_t max_groups = SIZE_MAX;
    if (stage == COUNT) {    // a few work-groups per compute unit
        const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
        max_groups = GROUPS_PER_UNIT * units;
    } else if (stage == SCAN) {    // one work-group per channel
        items[0] = channels * range.local[0];
        items[1] = 1;
    } else if (stage == TABLE) {    // one work-item per entry
        items[0] = channels * VALUES;
        items[1] = 1;
    }
    ocl_global_size_2d(items, range.local, max_groups, range.global);
    return range;
}

static void run_variant(lesson *l, int variant)
{
    const ocl_env *env = l->env;
    const size_t channels = CHANNELS[variant];
    OCL_TIME_REFERENCE(l->report, image_equalize_ref(&l->ref, &l->picture, channels));
    cl_program program = ocl_build(env, "image_equalize.cl", "-DCHANNELS=%zu", channels);
    cl_kernel kernel[STAGES];
    ocl_range_2d range[STAGES];
    for (int stage = 0; stage < STAGES; stage++) {
        char name[32];
        snprintf(name, sizeof name, "image_equalize_%s", STAGE[stage]);
        cl_int err;
        kernel[stage] = OCL_CREATE(clCreateKernel(program, name, &err));
        range[stage] = choose_range(l, kernel[stage], stage, channels);
    }
    set_arguments(kernel, l);

    // The queue is in-order: each kernel begins when the one before has ended.
    ocl_times times[STAGES] = { { .runs = 0 } };
    ocl_trial t = ocl_trial_open(env, VARIANTS[variant], l->d_out, 0);
    ocl_trial_scratch(&t, l->d_cdf, 3 * VALUES * sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_least, 3 * sizeof(cl_uint));
    ocl_trial_scratch(&t, l->d_table, 3 * VALUES);
    while (ocl_trial_next(&t)) {
        cl_event done[STAGES];
        for (int stage = 0; stage < STAGES; stage++)
            OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel[stage], 2, NULL,
                                             range[stage].global, range[stage].local, 0, NULL,
                                             &done[stage]));

        // The time of all four together, and of each alone.
        OCL_CHECK(clRetainEvent(t.first = done[COUNT]));
        OCL_CHECK(clRetainEvent(t.done = done[APPLY]));
        for (int stage = 0; stage < STAGES; stage++)
            ocl_times_take(&times[stage], t.run, done[stage]);
    }
    OCL_CHECK(clEnqueueReadImage(env->queue, l->d_out, CL_TRUE, ORIGIN, l->extents, 0, 0,
                                 l->out.rgba, 0, NULL, NULL));

    // The kernels read the picture twice and write it once.
    const ocl_work work = { .amount = 3.0 * (double)l->bytes,
                            .unit = "GB/s",
                            .limit = env->limits.copy_gbs };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_picture(VARIANTS[variant], &l->out, &l->ref, 0));

    for (int stage = 0; stage < STAGES; stage++) {
        l->median_ms[variant][stage] = ocl_median_ns(&times[stage]) / 1e6;
        OCL_CHECK(clReleaseKernel(kernel[stage]));
    }
    OCL_CHECK(clReleaseProgram(program));
}

static void show_stages(const lesson *l)
{
    ocl_table table =
        ocl_table_open(l->report, "medians", "variant, count ms, scan ms, table ms, apply ms");
    for (int v = 0; v < VARIANT_COUNT; v++) {
        const double *ms = l->median_ms[v];
        if (!ocl_wants(l->env->options, VARIANTS[v])) continue;
        ocl_table_row(&table, "%-12s %9.4f %9.4f %9.4f %9.4f", VARIANTS[v], ms[COUNT], ms[SCAN],
                      ms[TABLE], ms[APPLY]);
    }
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { 0 } };
    const ocl_about about = { .name = "image_equalize",
                              .summary = "Equalises the histogram of a picture.",
                              .accepts = "dniorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });

    // Device and picture.
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    const size_t local_bytes = 3 * VALUES * sizeof(cl_uint);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < local_bytes)
        ocl_exit(OCL_EXIT_SKIP, "the counters need %zu bytes of local memory", local_bytes);

    lesson l = { .env = &env, .picture = ocl_input_picture(&env, pattern, PHOTO) };
    l.extents[0] = l.picture.width;
    l.extents[1] = l.picture.height;
    l.extents[2] = 1;
    l.n = l.picture.width * l.picture.height;
    l.bytes = 4 * (size_t)l.n;
    const double bytes = (double)l.bytes;
    ocl_require_image_2d(env.device, l.extents);
    ocl_require_memory(env.device, bytes, 2.0 * bytes, 3.0 * bytes);
    ocl_message why;
    if (!ocl_picture_alloc(&l.out, l.extents[0], l.extents[1], &why) ||
        !ocl_picture_alloc(&l.ref, l.extents[0], l.extents[1], &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.extents[0]);
    ocl_report_count(l.report, "height", l.extents[1]);
    create_memory(&l);
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);
    show_stages(&l);
    if (opt.output) ocl_output_picture(&l.out, opt.output);

    release_memory(&l);
    ocl_close(&env);
    ocl_picture_free(&l.ref);
    ocl_picture_free(&l.out);
    ocl_picture_free(&l.picture);
    return ocl_report_close(l.report);
}
