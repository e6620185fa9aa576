// SPDX-License-Identifier: MIT
//
// histogram - how often a picture holds each value of red, green and blue, counted in buffers.
//
// Shows   a buffer written, a kernel's local and private memory, a buffer read back; three ways to let
//         many work-items count into few counters (shared/histogram_launch.c drives them)
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clEnqueueReadBuffer, clSetKernelArg for local memory
// Try     histogram -i photo.bmp -o chart.bmp --csv counts.csv; -n 3840x2160 --pattern constant;
//         --local-memory 1024 -V per_item; histogram -d cpu beside histogram -d gpu

#include "shared/histogram_launch.h"

static const char PHOTO[] = "astronaut.bmp";    // of data/

// The picture has less than 2^32 pixels: no counter can wrap.
static void histogram_ref(uint32_t counts[HISTOGRAM_BINS], const uint8_t *rgba, size_t n)
{
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + rgba[4 * i + c]]++;
}

static const char *picture_name(const ocl_options *options, size_t pattern)
{
    if (options->size_given) return OCL_PATTERNS[pattern];
    return options->input ? options->input : PHOTO;
}

// For --json: pixels a second, and the launch.
static void add_details(ocl_report *report, const char *variant, const histogram_launch *launch,
                        double mpixel_s)
{
    json_object_set_new(ocl_report_details(report), variant,
                        json_pack("{s:f, s:I, s:I, s:I}", "mpixel_s", mpixel_s, "work_items",
                                  (json_int_t)launch->global, "local_size",
                                  (json_int_t)launch->local, "histograms_to_host",
                                  (json_int_t)launch->histograms));
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const char *csv = NULL;
    histogram_job job = histogram_defaults();
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { 'c', "csv", OCL_TEXT, &csv, "FILE", "write the counts as bin,red,green,blue", NULL },
        { 0, "local-memory", OCL_COUNT, &job.local_memory, "N", "bytes a work-group at most",
          NULL },
        { 0, "local-size", OCL_COUNT, &job.local_size, "N", "work-items a work-group at most",
          NULL },
        { 0 },
    };
    const ocl_about about = { .name = "histogram",
                              .summary = "Counts the values of red, green and blue in a picture.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .variants = HISTOGRAM_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 0, 0 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // The picture, and the answer in plain C.
    ocl_picture image = ocl_input_picture(&env, pattern, PHOTO);
    const size_t n = (size_t)image.width * image.height, bytes = 4 * n;
    uint32_t counts[HISTOGRAM_BINS], ref[HISTOGRAM_BINS];
    const double begin = ocl_wall_ns();
    histogram_ref(ref, image.rgba, n);
    const double reference_ns = ocl_wall_ns() - begin;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", image.width);
    ocl_report_count(report, "height", image.height);
    ocl_report_text(report, "picture", picture_name(&opt, pattern));
    ocl_report_reference(report, reference_ns);

    // The picture goes to the device once; all variants read it there.
    cl_int err;
    job.env = &env;
    job.n = (cl_uint)n;
    job.d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(clEnqueueWriteBuffer(env.queue, job.d_pixels, CL_TRUE, 0, bytes, image.rgba, 0, NULL,
                                   NULL));
    job.program = histogram_build(&job, "histogram.cl");
    const double limit = ocl_device_limits(&env).read_gbs;

    for (int v = 0; HISTOGRAM_VARIANTS[v]; v++) {
        const char *variant = HISTOGRAM_VARIANTS[v];
        if (!ocl_wants(&opt, variant)) continue;

        histogram_launch launch = histogram_prepare(&job, variant);
        const size_t result_bytes = launch.histograms * HISTOGRAM_BYTES;
        void *poison = ocl_alloc(result_bytes);    // no old answer is taken for a new one
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            cl_event first, last;
            OCL_CHECK(clEnqueueWriteBuffer(env.queue, launch.d_histograms, CL_TRUE, 0, result_bytes,
                                           poison, 0, NULL, NULL));
            histogram_enqueue(&launch, env.queue, &first, &last);
            if (run > 0) ocl_times_add(&times, ocl_event_ns(first, last));
            OCL_CHECK(clReleaseEvent(last));
            OCL_CHECK(clReleaseEvent(first));
        }

        histogram_read(&launch, env.queue, counts);
        const ocl_result check = ocl_verify_u32(variant, counts, ref, HISTOGRAM_BINS);
        ocl_report_row(report, &(ocl_row){ variant, &times, (double)bytes, "GB/s", limit, check });
        add_details(report, variant, &launch, (double)n / ocl_median_ns(&times) * 1e3);
        histogram_release(&launch);
        free(poison);
    }
    if (csv) ocl_output_counts_csv(counts, csv);
    if (opt.output) ocl_output_counts(counts, opt.output);

    OCL_CHECK(clReleaseProgram(job.program));
    OCL_CHECK(clReleaseMemObject(job.d_pixels));
    ocl_close(&env);
    ocl_picture_free(&image);
    return ocl_report_close(report);
}
