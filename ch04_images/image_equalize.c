// SPDX-License-Identifier: MIT
//
// image_equalize - stretches the contrast of a picture by histogram equalisation, image to image.
//
// Shows   four kernels in a row on one in-order queue, with no work for the host between them; a
//         kernel that writes an image; a prefix sum in local memory
// Uses    clCreateImage, clEnqueueWriteImage, clEnqueueFillImage, clEnqueueReadImage; read_imageui,
//         write_imageui
// Try     image_equalize -i data/rocket.bmp -o bright.png
//         image_histogram -i bright.png -o chart.png

#include "ocl.h"

#include "image_equalize/reference.h"

enum {
    VALUES = 256,          // of a channel
    GROUPS_PER_UNIT = 8    // count: work-groups per compute unit, at most
};

// The four kernels.  Each leaves something in the device's memory that the next one needs.
enum { COUNT, SCAN, TABLE, APPLY, STAGES };
static const char *const STAGE[STAGES] = { "count", "scan", "table", "apply" };
static const size_t LOCAL[STAGES][2] = { { 32, 8 }, { VALUES, 1 }, { VALUES, 1 }, { 32, 8 } };

static const char *const VARIANTS[] = { "channels", "luminance", NULL };
static const size_t CHANNELS[] = { 3, 1 };

static const char PHOTO[] = "rocket.bmp";    // in data/

static cl_mem create_image(const ocl_env *env, cl_mem_flags flags, const size_t extents[2])
{
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = extents[0],
                                 .image_height = extents[1] };
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, flags, &format, &desc, NULL, &err));
}

// count: a few work-groups per compute unit.  scan: one work-group per channel.  table: one
// work-item per entry. apply: one work-item per pixel.
static ocl_range_2d choose_range(cl_kernel kernel, cl_device_id device, int stage, size_t channels,
                                 const size_t extents[2])
{
    ocl_range_2d range;
    ocl_local_size_2d(kernel, device, LOCAL[stage], range.local);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t max_groups = stage == COUNT ? GROUPS_PER_UNIT * units : SIZE_MAX;
    const size_t items[STAGES][2] = { [COUNT] = { extents[0], extents[1] },
                                      [SCAN] = { channels * range.local[0], 1 },
                                      [TABLE] = { channels * VALUES, 1 },
                                      [APPLY] = { extents[0], extents[1] } };
    ocl_global_size_2d(items[stage], range.local, max_groups, range.global);
    return range;
}

// The device's memory.  Each buffer is the output of one kernel and the input of the next one.
typedef struct {
    cl_mem out, image;
    cl_mem counts, cdf, least, table;
    cl_uint n;    // pixels
} device_data;

static void set_arguments(cl_kernel kernel[STAGES], const device_data *d)
{
    OCL_CHECK(clSetKernelArg(kernel[COUNT], 0, sizeof d->counts, &d->counts));
    OCL_CHECK(clSetKernelArg(kernel[COUNT], 1, sizeof d->image, &d->image));

    OCL_CHECK(clSetKernelArg(kernel[SCAN], 0, sizeof d->cdf, &d->cdf));
    OCL_CHECK(clSetKernelArg(kernel[SCAN], 1, sizeof d->least, &d->least));
    OCL_CHECK(clSetKernelArg(kernel[SCAN], 2, sizeof d->counts, &d->counts));

    OCL_CHECK(clSetKernelArg(kernel[TABLE], 0, sizeof d->table, &d->table));
    OCL_CHECK(clSetKernelArg(kernel[TABLE], 1, sizeof d->cdf, &d->cdf));
    OCL_CHECK(clSetKernelArg(kernel[TABLE], 2, sizeof d->least, &d->least));
    OCL_CHECK(clSetKernelArg(kernel[TABLE], 3, sizeof d->n, &d->n));

    OCL_CHECK(clSetKernelArg(kernel[APPLY], 0, sizeof d->out, &d->out));
    OCL_CHECK(clSetKernelArg(kernel[APPLY], 1, sizeof d->image, &d->image));
    OCL_CHECK(clSetKernelArg(kernel[APPLY], 2, sizeof d->table, &d->table));
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

    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    const size_t local_bytes = 3 * VALUES * sizeof(cl_uint);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < local_bytes)
        ocl_exit(OCL_EXIT_SKIP, "the counters need %zu bytes of local memory", local_bytes);

    ocl_picture picture = ocl_input_picture(&env, pattern, PHOTO), out, ref;
    const size_t extents[2] = { picture.width, picture.height };
    const size_t bytes = 4 * extents[0] * extents[1];
    ocl_require_image_2d(env.device, extents);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    ocl_message why;
    if (!ocl_picture_alloc(&out, extents[0], extents[1], &why) ||
        !ocl_picture_alloc(&ref, extents[0], extents[1], &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    const size_t origin[3] = { 0, 0, 0 }, region[3] = { extents[0], extents[1], 1 };
    static const cl_uint zeros[3 * VALUES];    // only the counts need a first value
    const device_data d = { .out = create_image(&env, CL_MEM_WRITE_ONLY, extents),
                            .image = create_image(&env, CL_MEM_READ_ONLY, extents),
                            .counts = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof zeros, zeros),
                            .cdf = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof zeros, NULL),
                            .least = ocl_buffer(&env, CL_MEM_READ_WRITE, 3 * sizeof(cl_uint), NULL),
                            .table = ocl_buffer(&env, CL_MEM_READ_WRITE, 3 * VALUES, NULL),
                            .n = (cl_uint)(bytes / 4) };
    OCL_CHECK(clEnqueueWriteImage(env.queue, d.image, CL_TRUE, origin, region, 0, 0, picture.rgba,
                                  0, NULL, NULL));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", extents[0]);
    ocl_report_count(report, "height", extents[1]);
    const double limit = ocl_device_limits(&env).copy_gbs;
    double median_ms[sizeof CHANNELS / sizeof CHANNELS[0]][STAGES];

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        OCL_TIME_REFERENCE(report, image_equalize_ref(&ref, &picture, CHANNELS[v]));
        cl_program program = ocl_build(&env, "image_equalize.cl", "-DCHANNELS=%zu", CHANNELS[v]);
        cl_kernel kernel[STAGES];
        ocl_range_2d range[STAGES];
        for (int stage = 0; stage < STAGES; stage++) {
            char name[32];
            snprintf(name, sizeof name, "image_equalize_%s", STAGE[stage]);
            cl_int err;
            kernel[stage] = OCL_CREATE(clCreateKernel(program, name, &err));
            range[stage] = choose_range(kernel[stage], env.device, stage, CHANNELS[v], extents);
        }
        set_arguments(kernel, &d);

        ocl_times whole = { .runs = 0 }, times[STAGES] = { { .runs = 0 } };
        for (size_t run = 0; run <= opt.repeat; run++) {
            // A pixel that no kernel writes keeps this colour: four cl_uint in an unsigned format.
            const cl_uint one = run % 256, poison[4] = { one, one ^ 1, one ^ 2, one ^ 4 };
            cl_event done[STAGES];
            OCL_CHECK(clEnqueueFillImage(env.queue, d.out, poison, origin, region, 0, NULL, NULL));
            for (int stage = 0; stage < STAGES; stage++)
                OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel[stage], 2, NULL,
                                                 range[stage].global, range[stage].local, 0, NULL,
                                                 &done[stage]));
            if (run > 0) ocl_times_add(&whole, ocl_event_ns(done[COUNT], done[APPLY]));
            for (int stage = 0; stage < STAGES; stage++)
                ocl_times_take(&times[stage], run, done[stage]);
            OCL_CHECK(clEnqueueReadImage(env.queue, d.out, CL_TRUE, origin, region, 0, 0, out.rgba,
                                         0, NULL, NULL));
            ocl_answers_add_host(&whole.answers, out.rgba, bytes);
        }
        for (int stage = 0; stage < STAGES; stage++) {
            median_ms[v][stage] = ocl_median_ns(&times[stage]) / 1e6;
            OCL_CHECK(clReleaseKernel(kernel[stage]));
        }
        OCL_CHECK(clReleaseProgram(program));

        // The kernels read the picture twice and write it once.
        const ocl_result result = ocl_verify_picture(VARIANTS[v], &out, &ref, 0);
        ocl_report_row(report, &(ocl_row){ .name = VARIANTS[v],
                                           .times = &whole,
                                           .work = 3.0 * (double)bytes,
                                           .unit = "GB/s",
                                           .limit = limit,
                                           .result = result });
    }
    ocl_table table =
        ocl_table_open(report, "medians", "variant, count ms, scan ms, table ms, apply ms");
    for (int v = 0; VARIANTS[v]; v++)
        if (ocl_wants(&opt, VARIANTS[v]))
            ocl_table_row(&table, "%-12s %9.4f %9.4f %9.4f %9.4f", VARIANTS[v], median_ms[v][COUNT],
                          median_ms[v][SCAN], median_ms[v][TABLE], median_ms[v][APPLY]);
    if (opt.output) ocl_output_picture(&out, opt.output);

    OCL_CHECK(clReleaseMemObject(d.table));
    OCL_CHECK(clReleaseMemObject(d.least));
    OCL_CHECK(clReleaseMemObject(d.cdf));
    OCL_CHECK(clReleaseMemObject(d.counts));
    OCL_CHECK(clReleaseMemObject(d.image));
    OCL_CHECK(clReleaseMemObject(d.out));
    ocl_close(&env);
    ocl_picture_free(&ref);
    ocl_picture_free(&out);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
