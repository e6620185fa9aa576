// SPDX-License-Identifier: MIT
//
// image_equalize - the contrast of a picture stretched by histogram equalisation, from image to image.
//
// Shows   four kernels in a row, with nothing for the host to do between them (image_equalize/pipeline.c drives
//         them); a prefix sum in local memory; a kernel that writes an image
// Uses    clEnqueueWriteImage, clEnqueueFillImage, clEnqueueReadImage; read_imageui, write_imageui
// Try     image_equalize -i dark.bmp -o bright.png, then image_histogram of both; --pattern constant

#include "image_equalize/pipeline.h"

enum { VALUES = EQUALIZE_VALUES, STAGES = EQUALIZE_STAGES };

static const char PHOTO[] = "rocket.bmp";    // of data/
static const char *const VARIANTS[] = { "channels", "luminance", NULL };
static const size_t CHANNELS[] = { 3, 1 };

static unsigned luma_ref(const uint8_t *pixel)
{
    return (299u * pixel[0] + 587u * pixel[1] + 114u * pixel[2] + 500) / 1000;
}

// What takes the place of each value that some of the n pixels have.
static void table_ref(uint8_t table[VALUES], const uint32_t counts[VALUES], uint64_t n)
{
    uint64_t least = 0, cdf = 0;
    for (unsigned value = 0; value < VALUES; value++) {
        cdf += counts[value];
        if (least == 0) least = cdf;
        const uint64_t span = n - least, rank = cdf - least;
        table[value] = (uint8_t)(span == 0 ? value : (2 * 255 * rank + span) / (2 * span));
    }
}

static void channels_ref(uint8_t *out, const uint8_t *rgba, size_t n)
{
    memcpy(out, rgba, 4 * n);
    for (size_t c = 0; c < 3; c++) {
        uint32_t counts[VALUES] = { 0 };
        uint8_t table[VALUES];
        for (size_t i = c; i < 4 * n; i += 4)
            counts[rgba[i]]++;
        table_ref(table, counts, n);
        for (size_t i = c; i < 4 * n; i += 4)
            out[i] = table[rgba[i]];
    }
}

static void luminance_ref(uint8_t *out, const uint8_t *rgba, size_t n)
{
    uint32_t counts[VALUES] = { 0 };
    uint8_t table[VALUES];
    for (size_t i = 0; i < n; i++)
        counts[luma_ref(rgba + 4 * i)]++;
    table_ref(table, counts, n);

    memcpy(out, rgba, 4 * n);
    for (size_t i = 0; i < n; i++) {
        const unsigned luma = luma_ref(rgba + 4 * i);
        for (size_t c = 0; c < 3; c++) {
            const int value = rgba[4 * i + c] + table[luma] - (int)luma;
            out[4 * i + c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

// How long the reference took, in nanoseconds.
static double image_equalize_ref(ocl_picture *out, const ocl_picture *image, size_t channels)
{
    const size_t n = (size_t)image->width * image->height;
    const double begin = ocl_wall_ns();
    if (channels == 1)
        luminance_ref(out->rgba, image->rgba, n);
    else
        channels_ref(out->rgba, image->rgba, n);
    return ocl_wall_ns() - begin;
}

// The medians of the stages, as a line of text and for --json.
static void report_stages(ocl_report *report, const char *variant, const ocl_times times[STAGES],
                          double reference_ns)
{
    json_t *object = json_pack("{s:f}", "reference_ms", reference_ns / 1e6);
    ocl_report_print(report, "%-24s", "  of these, median ms");
    for (int stage = 0; stage < STAGES; stage++) {
        const double ms = ocl_median_ns(&times[stage]) / 1e6;
        ocl_report_print(report, "  %s %.4f", EQUALIZE_STAGE[stage], ms);
        char key[16];
        snprintf(key, sizeof key, "%s_ms", EQUALIZE_STAGE[stage]);
        json_object_set_new(object, key, json_real(ms));
    }
    ocl_report_print(report, "\n");
    json_object_set_new(ocl_report_details(report), variant, object);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { 0 } };
    const ocl_about about = { .name = "image_equalize",
                              .summary = "Equalises the histogram of a picture.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 0, 0 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    const size_t local_bytes = 3 * VALUES * sizeof(cl_uint);
    if (ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE) < local_bytes)
        ocl_exit(OCL_EXIT_SKIP, "the counters need %zu bytes of local memory", local_bytes);

    ocl_picture image = ocl_input_picture(&env, pattern, PHOTO), got, ref;
    const size_t width = image.width, height = image.height, bytes = 4 * width * height;
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    ocl_message why;
    if (!ocl_picture_alloc(&got, width, height, &why) ||
        !ocl_picture_alloc(&ref, width, height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    const size_t origin[3] = { 0, 0, 0 }, region[3] = { width, height, 1 };
    cl_mem d_image =
        ocl_image_2d(&env, CL_MEM_READ_ONLY, (cl_image_format){ CL_RGBA, CL_UNSIGNED_INT8 },
                     (size_t[]){ width, height }, NULL);
    cl_mem d_out =
        ocl_image_2d(&env, CL_MEM_WRITE_ONLY, (cl_image_format){ CL_RGBA, CL_UNSIGNED_INT8 },
                     (size_t[]){ width, height }, NULL);
    OCL_CHECK(clEnqueueWriteImage(env.queue, d_image, CL_TRUE, origin, region, 0, 0, image.rgba, 0,
                                  NULL, NULL));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    const double limit = ocl_device_limits(&env).copy_gbs;

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        const double reference_ns = image_equalize_ref(&ref, &image, CHANNELS[v]);
        ocl_report_reference(report, reference_ns);
        equalize_pipeline pipeline =
            equalize_prepare(&env, d_out, d_image, width, height, CHANNELS[v]);
        ocl_times whole = { .runs = 0 }, stages[STAGES] = { { .runs = 0 } };
        for (size_t run = 0; run <= opt.repeat; run++) {
            static const cl_uint poison[4] = { 1, 2, 3, 4 };
            cl_event done[STAGES];
            OCL_CHECK(clEnqueueFillImage(env.queue, d_out, poison, origin, region, 0, NULL, NULL));
            equalize_enqueue(&pipeline, env.queue, done);
            const double ns = ocl_event_ns(done[0], done[STAGES - 1]);
            if (run > 0) ocl_times_add(&whole, ns);
            for (int stage = 0; stage < STAGES; stage++) {
                if (run > 0) ocl_times_add(&stages[stage], ocl_event_ns(done[stage], done[stage]));
                OCL_CHECK(clReleaseEvent(done[stage]));
            }
        }

        // A picture is read twice and written once.
        OCL_CHECK(clEnqueueReadImage(env.queue, d_out, CL_TRUE, origin, region, 0, 0, got.rgba, 0,
                                     NULL, NULL));
        const ocl_result check = ocl_verify_picture(VARIANTS[v], &got, &ref, 0);
        ocl_report_row(
            report, &(ocl_row){ VARIANTS[v], &whole, 3.0 * (double)bytes, "GB/s", limit, check });
        report_stages(report, VARIANTS[v], stages, reference_ns);
        equalize_release(&pipeline);
    }
    if (opt.output) ocl_output_picture(&got, opt.output);

    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseMemObject(d_image));
    ocl_close(&env);
    ocl_picture_free(&ref);
    ocl_picture_free(&got);
    ocl_picture_free(&image);
    return ocl_report_close(report);
}
