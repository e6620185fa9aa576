// SPDX-License-Identifier: MIT
//
// image_histogram - how often a picture holds each value of red, green and blue, counted through an image.
//
// Shows   an image filled and read in kernels through a sampler; how an NDRange covers a picture that no
//         work-group divides; what reading an image costs beside reading a buffer
// Uses    clEnqueueWriteImage; image2d_t, sampler_t, read_imageui, get_image_dim
// Try     image_histogram -i photo.bmp -o chart.bmp; -n 1x1031; CLK_ADDRESS_CLAMP_TO_EDGE in the kernel, with
//         and without its comparison with the image's size

#include "ocl.h"

enum { BYTES = OCL_RGB_COUNTS * sizeof(cl_uint) };
enum { BLOCK = 16 };    // blocks: the side of the square that a work-item counts
enum { GROUPS = 8 };    // strides, buffer: work-groups a compute unit

static const char PHOTO[] = "astronaut.bmp";    // of data/
static const size_t LOCAL[2] = { 32, 8 };       // the work-group that is wanted

enum { PIXELS, BLOCKS, STRIDES, BUFFER };
static const char *const VARIANTS[] = { "pixels", "blocks", "strides", "buffer", NULL };

// The picture has less than 2^32 pixels: no counter can wrap.
static void image_histogram_ref(uint32_t counts[OCL_RGB_COUNTS], const ocl_picture *image)
{
    const size_t n = (size_t)image->width * image->height;
    memset(counts, 0, BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + image->rgba[4 * i + c]]++;
}

// Work-groups that cover the picture; for strides and buffer no more than keep the device busy.
static void image_histogram_ndrange(cl_kernel kernel, cl_device_id device, int variant,
                                    const ocl_picture *image, size_t global[2], size_t local[2])
{
    const size_t side = variant == BLOCKS ? BLOCK : 1;
    const size_t items[2] = { (image->width + side - 1) / side, (image->height + side - 1) / side };
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    ocl_local_size_2d(kernel, device, LOCAL, local);
    ocl_global_size_2d(items, local, variant < STRIDES ? SIZE_MAX : GROUPS * units, global);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const char *csv = NULL;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { 'c', "csv", OCL_TEXT, &csv, "FILE", "write the counts as bin,red,green,blue", NULL },
        { 0 },
    };
    const ocl_about about = { .name = "image_histogram",
                              .summary = "Counts red, green and blue through an image.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 0, 0 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < BYTES)
        ocl_exit(OCL_EXIT_SKIP, "the counters need %zu bytes of local memory", (size_t)BYTES);

    // The same picture as an image and as a buffer.  Whole numbers are counted: from CL_UNSIGNED_INT8
    // read_imageui gives 0 to 255, where from CL_UNORM_INT8 read_imagef would give 0.0 to 1.0.
    ocl_picture image = ocl_input_picture(&env, pattern, PHOTO);
    const cl_uint width = image.width, height = image.height;
    const size_t bytes = 4 * (size_t)width * height;
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, (double)bytes);
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { width, height, 1 };
    cl_mem d_image =
        ocl_image_2d(&env, CL_MEM_READ_ONLY, (cl_image_format){ CL_RGBA, CL_UNSIGNED_INT8 },
                     (size_t[]){ width, height }, NULL);
    OCL_CHECK(clEnqueueWriteImage(env.queue, d_image, CL_TRUE, origin, region, 0, 0, image.rgba, 0,
                                  NULL, NULL));
    cl_mem d_pixels = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, image.rgba);

    uint32_t counts[OCL_RGB_COUNTS], ref[OCL_RGB_COUNTS];
    const double begin = ocl_wall_ns();
    image_histogram_ref(ref, &image);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    ocl_report_reference(report, reference_ns);

    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, BYTES, NULL);
    cl_program program = ocl_build(&env, "image_histogram.cl", "-DBLOCK=%d", BLOCK);
    const double limit = ocl_device_limits(&env).read_gbs;

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        char name[32];
        snprintf(name, sizeof name, "image_histogram_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_counts, &d_counts));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), v == BUFFER ? &d_pixels : &d_image));
        if (v == BUFFER) {    // an image knows its size
            OCL_CHECK(clSetKernelArg(kernel, 2, sizeof width, &width));
            OCL_CHECK(clSetKernelArg(kernel, 3, sizeof height, &height));
        }

        static const cl_uint zeros[OCL_RGB_COUNTS];
        size_t global[2], local[2];
        image_histogram_ndrange(kernel, env.device, v, &image, global, local);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            cl_event done;
            OCL_CHECK(
                clEnqueueWriteBuffer(env.queue, d_counts, CL_TRUE, 0, BYTES, zeros, 0, NULL, NULL));
            OCL_CHECK(
                clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
            if (run > 0) ocl_times_add(&times, ocl_event_ns(done, done));
            OCL_CHECK(clReleaseEvent(done));
        }

        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_counts, CL_TRUE, 0, BYTES, counts, 0, NULL, NULL));
        const ocl_result check = ocl_verify_u32(VARIANTS[v], counts, ref, OCL_RGB_COUNTS);
        ocl_report_row(report,
                       &(ocl_row){ VARIANTS[v], &times, (double)bytes, "GB/s", limit, check });
        OCL_CHECK(clReleaseKernel(kernel));
    }
    if (csv) ocl_output_counts_csv(counts, csv);
    if (opt.output) ocl_output_counts(counts, opt.output);

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseMemObject(d_image));
    ocl_close(&env);
    ocl_picture_free(&image);
    return ocl_report_close(report);
}
