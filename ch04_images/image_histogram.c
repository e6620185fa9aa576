// SPDX-License-Identifier: MIT
//
// image_histogram - counts how many pixels have each value of red, green and blue, through an
// image.
//
// Shows   an image that the host fills and kernels read through a sampler; an NDRange that covers a
//         picture of any size; the time of image reads compared with buffer reads
// Uses    clCreateImage, clEnqueueWriteImage; image2d_t, sampler_t, read_imageui, get_image_dim
// Try     image_histogram -i data/chelsea.bmp -o chart.png
//         image_histogram -n 1x1031

#include "ocl.h"
#include "sample/output_chart.h"

enum {
    BYTES = OCL_RGB_COUNTS * sizeof(cl_uint),
    BLOCK = 16,            // blocks: a work-item counts BLOCK by BLOCK pixels
    GROUPS_PER_UNIT = 8    // strides, buffer: work-groups per compute unit, at most
};

static const char PHOTO[] = "astronaut.bmp";    // in data/
static const size_t LOCAL[2] = { 32, 8 };       // the work-group size that we want

enum { PIXELS, BLOCKS, STRIDES, BUFFER };
static const char *const VARIANTS[] = { "pixels", "blocks", "strides", "buffer", NULL };

// A picture has less than 2^32 pixels, so that no counter can wrap.
static void image_histogram_ref(cl_uint counts[OCL_RGB_COUNTS], const ocl_picture *picture)
{
    const size_t n = (size_t)picture->width * picture->height;
    memset(counts, 0, BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + picture->rgba[4 * i + c]]++;
}

// pixels and blocks: whole work-groups that cover the picture.  strides and buffer: only enough to
// keep the device busy.
static ocl_range_2d choose_range(cl_kernel kernel, cl_device_id device, int variant,
                                 const size_t extents[2])
{
    const size_t side = variant == BLOCKS ? BLOCK : 1;
    const size_t items[2] = { ocl_divide_up(extents[0], side), ocl_divide_up(extents[1], side) };
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const bool covers = variant == PIXELS || variant == BLOCKS;
    ocl_range_2d range;
    ocl_local_size_2d(kernel, device, LOCAL, range.local);
    ocl_global_size_2d(items, range.local, covers ? SIZE_MAX : GROUPS_PER_UNIT * units,
                       range.global);
    return range;
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const char *csv = NULL;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-c, --csv FILE: write the counts as bin,red,green,blue", .text = &csv },
        { 0 },
    };
    const ocl_about about = { .name = "image_histogram",
                              .summary = "Counts red, green and blue through an image.",
                              .accepts = "dniorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });

    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < BYTES)
        ocl_exit(OCL_EXIT_SKIP, "the counters need %zu bytes of local memory", (size_t)BYTES);

    ocl_picture picture = ocl_input_picture(&env, pattern, PHOTO);
    const cl_uint width = picture.width, height = picture.height;
    const size_t extents[2] = { width, height };
    const size_t bytes = 4 * (size_t)width * height;
    ocl_require_image_2d(env.device, extents);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, (double)bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    cl_uint counts[OCL_RGB_COUNTS], ref[OCL_RGB_COUNTS];
    OCL_TIME_REFERENCE(report, image_histogram_ref(ref, &picture));

    // The format decides what a kernel reads: read_imageui gives 0 to 255 from CL_UNSIGNED_INT8,
    // read_imagef would give 0.0 to 1.0 from CL_UNORM_INT8.  The kernels count whole numbers.
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = width,
                                 .image_height = height };
    cl_int err;
    cl_mem d_image =
        OCL_CREATE(clCreateImage(env.context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err));
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { width, height, 1 };
    OCL_CHECK(clEnqueueWriteImage(env.queue, d_image, CL_TRUE, origin, region, 0, 0, picture.rgba,
                                  0, NULL, NULL));

    // A buffer with the pixels of the image, for the comparison.
    cl_mem d_pixels = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, picture.rgba);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, BYTES, NULL);
    cl_program program = ocl_build(&env, "image_histogram.cl", "-DBLOCK=%d", BLOCK);

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        char name[32];
        snprintf(name, sizeof name, "image_histogram_%s", VARIANTS[v]);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_counts, &d_counts));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), v == BUFFER ? &d_pixels : &d_image));
        if (v == BUFFER) {    // an image knows its size, a buffer does not
            OCL_CHECK(clSetKernelArg(kernel, 2, sizeof width, &width));
            OCL_CHECK(clSetKernelArg(kernel, 3, sizeof height, &height));
        }

        // The kernels add to the counts, so each run begins with zeros.
        static const cl_uint zeros[OCL_RGB_COUNTS];
        const ocl_range_2d range = choose_range(kernel, env.device, v, extents);
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], d_counts, BYTES);
        while (ocl_trial_next(&t)) {
            OCL_CHECK(
                clEnqueueWriteBuffer(env.queue, d_counts, CL_TRUE, 0, BYTES, zeros, 0, NULL, NULL));
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, range.global, range.local,
                                             0, NULL, &t.done));
        }
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, BYTES, counts, 0, NULL, NULL));
        OCL_CHECK(clReleaseKernel(kernel));

        const ocl_work work = { .amount = (double)bytes,
                                .unit = "GB/s",
                                .limit = env.limits.read_gbs };
        ocl_trial_report(&t, report, &work,
                         ocl_verify_u32(VARIANTS[v], counts, ref, OCL_RGB_COUNTS));
    }
    if (csv) ocl_output_counts_csv(counts, csv);
    if (opt.output) ocl_output_counts(report, counts, opt.output);

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseMemObject(d_image));
    ocl_close(&env);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
