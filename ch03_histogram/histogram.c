// SPDX-License-Identifier: MIT
//
// histogram - how many pixels of a picture have each value of red, of green and of blue.
//
// Shows   write a buffer, give a kernel local memory, launch it, read a buffer back; two ways to
//         let many work-items count into the same few counters
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clSetKernelArg, clGetKernelWorkGroupInfo,
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     histogram -i photo.bmp -o chart.png --csv counts.csv
//         histogram -n 3840x2160 --pattern constant
//         histogram -V per_item --local-memory 1024
//         histogram -d cpu, and then histogram -d gpu

#include "ocl.h"

static const char PHOTO[] = "astronaut.bmp";    // of data/
static const char *const VARIANTS[] = { "per_item", "local_atomic", NULL };
enum { PER_ITEM, LOCAL_ATOMIC, VARIANT_COUNT };

enum {
    BINS = OCL_RGB_COUNTS,                       // 256 of red, 256 of green, 256 of blue
    HISTOGRAM_BYTES = BINS * sizeof(cl_uint),    // also what a work-group of local_atomic needs
    ITEM_BYTES = BINS * sizeof(cl_uchar),        // the counters of a work-item of per_item
    BATCH = CL_UCHAR_MAX,                        // pixels that it counts before they are emptied
    ATOMIC_LOCAL = 256,                          // work-items per work-group of local_atomic
    GROUPS_PER_UNIT = 8                          // work-groups per compute unit, at most
};

// A work-group's bytes of local memory and its work-items, and the number of work-groups.
typedef struct {
    size_t local_bytes, local, groups;
} sizes;

// No counter can wrap: the picture has less than 2^32 pixels.
static void histogram_ref(uint32_t counts[BINS], const uint8_t *rgba, size_t n)
{
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + rgba[4 * i + c]]++;
}

// What the device and the kernel allow, at most what the user allows (`most`), for n pixels.
static sizes choose_sizes(const ocl_env *env, cl_kernel kernel, int variant, sizes most, size_t n)
{
    // A driver may need a part of the local memory for itself.
    cl_ulong taken, all = ocl_device_number(env->device, CL_DEVICE_LOCAL_MEM_SIZE);
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof taken,
                                       &taken, NULL));
    const size_t room = ocl_smaller(most.local_bytes, taken < all ? (size_t)(all - taken) : 0);
    const size_t least = variant == PER_ITEM ? ITEM_BYTES : HISTOGRAM_BYTES;
    if (most.local_bytes < least)
        ocl_exit(OCL_EXIT_USAGE, "--local-memory: %s needs at least %zu bytes, not %zu",
                 VARIANTS[variant], least, most.local_bytes);
    if (room < least)
        ocl_exit(OCL_EXIT_SKIP, "%s needs %zu bytes of local memory per work-group, and has %zu",
                 VARIANTS[variant], least, room);

    const size_t allowed =
        ocl_smaller(ocl_kernel_limit(kernel, env->device), ocl_local_limit(env->device, 0));
    const size_t wanted = variant == PER_ITEM ? room / ITEM_BYTES : ATOMIC_LOCAL;
    const size_t local = ocl_smaller(ocl_smaller(wanted, most.local), allowed);
    const size_t pixels = variant == PER_ITEM ? local * BATCH : local;    // of a group, at least
    const size_t units = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    return (sizes){ .local_bytes = variant == PER_ITEM ? local * ITEM_BYTES : HISTOGRAM_BYTES,
                    .local = local,
                    .groups = ocl_smaller(GROUPS_PER_UNIT * units, ocl_divide_up(n, pixels)) };
}

// Reads the histograms of all work-groups and adds them up.
static void read_counts(cl_command_queue queue, cl_mem d_histograms, size_t groups,
                        uint32_t counts[BINS])
{
    const size_t bytes = groups * HISTOGRAM_BYTES;
    uint32_t *histograms = ocl_alloc(bytes);
    OCL_CHECK(
        clEnqueueReadBuffer(queue, d_histograms, CL_TRUE, 0, bytes, histograms, 0, NULL, NULL));
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < groups * BINS; i++)
        counts[i % BINS] += histograms[i];
    free(histograms);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_NOISE;
    const char *csv = NULL;
    sizes most = { .local_bytes = 48 << 10, .local = 1024 };
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-c, --csv FILE: write the counts as bin,red,green,blue", .text = &csv },
        { .usage = "--local-memory N: bytes of counters per work-group, at most",
          .count = &most.local_bytes },
        { .usage = "--local-size N: work-items per work-group, at most", .count = &most.local },
        { 0 },
    };
    const ocl_about about = { .name = "histogram",
                              .summary = "Counts the values of red, green and blue in a picture.",
                              .accepts = "dniorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "pixels: makes a picture instead of reading one",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_pace pace = ocl_pace_open(&env);

    // The picture, and the answer in plain C.
    ocl_picture image = ocl_input_picture(&env, pattern, PHOTO);
    const cl_uint n = image.width * image.height;
    const size_t bytes = 4 * (size_t)n;
    uint32_t counts[BINS], ref[BINS];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", image.width);
    ocl_report_count(report, "height", image.height);
    const char *photo = opt.input ? opt.input : PHOTO;
    ocl_report_text(report, "picture", opt.size_given ? OCL_PATTERNS[pattern] : photo);
    OCL_TIME_REFERENCE(report, histogram_ref(ref, image.rgba, n));

    // The picture goes to the device once.  Both kernels read it there.
    cl_int err;
    cl_mem d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(
        clEnqueueWriteBuffer(env.queue, d_pixels, CL_TRUE, 0, bytes, image.rgba, 0, NULL, NULL));

    cl_program program = ocl_build(&env, "histogram.cl", "-cl-std=CL1.2");
    cl_kernel kernels[VARIANT_COUNT] = { NULL };
    sizes chosen[VARIANT_COUNT];
    ocl_table table = ocl_table_open(report, "launches",
                                     "variant, work-groups, work-items each, local bytes each");
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        const char *name = v == PER_ITEM ? "histogram_per_item" : "histogram_local_atomic";
        kernels[v] = OCL_CREATE(clCreateKernel(program, name, &err));
        chosen[v] = choose_sizes(&env, kernels[v], v, most, n);
        ocl_table_row(&table, "%-24s %zu %zu %zu", VARIANTS[v], chosen[v].groups, chosen[v].local,
                      chosen[v].local_bytes);
    }

    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!kernels[v]) continue;
        const ocl_range_2d range = { .global = { chosen[v].groups * chosen[v].local, 1 },
                                     .local = { chosen[v].local, 1 } };
        const size_t result_bytes = chosen[v].groups * HISTOGRAM_BYTES;
        cl_mem d_histograms =
            OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_WRITE, result_bytes, NULL, &err));
        // Local memory is an argument with a size and no value: it belongs to the work-groups.
        OCL_CHECK(clSetKernelArg(kernels[v], 0, sizeof d_histograms, &d_histograms));
        OCL_CHECK(clSetKernelArg(kernels[v], 1, chosen[v].local_bytes, NULL));
        OCL_CHECK(clSetKernelArg(kernels[v], 2, sizeof d_pixels, &d_pixels));
        OCL_CHECK(clSetKernelArg(kernels[v], 3, sizeof n, &n));

        const double ns = ocl_pace_estimate_share(&pace, kernels[v], &range, 3, n);
        if (!ocl_pace_allows(&pace, report, VARIANTS[v], ns)) {
            OCL_CHECK(clReleaseMemObject(d_histograms));
            OCL_CHECK(clReleaseKernel(kernels[v]));
            continue;
        }

        // Before each run the results are poisoned: no old result is taken for a new one.  They are
        // written: Oclgrind takes a filled buffer for one that was never written.
        void *poison = ocl_alloc(result_bytes);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&pace, run); run++) {
            cl_event done;
            memset(poison, ocl_poison_byte(run), result_bytes);
            OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_histograms, CL_FALSE, 0, result_bytes,
                                           poison, 0, NULL, NULL));
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernels[v], 1, NULL, range.global,
                                             range.local, 0, NULL, &done));
            ocl_times_take(&times, run, done);
            ocl_answers_add(&times.answers, env.queue, d_histograms, result_bytes);
        }
        read_counts(env.queue, d_histograms, chosen[v].groups, counts);
        ocl_report_row(report,
                       &(ocl_row){ .name = VARIANTS[v],
                                   .times = &times,
                                   .work = (double)bytes,
                                   .unit = "GB/s",
                                   .limit = ocl_device_limits(&env).read_gbs,
                                   .result = ocl_verify_u32(VARIANTS[v], counts, ref, BINS) });
        free(poison);
        OCL_CHECK(clReleaseMemObject(d_histograms));
        OCL_CHECK(clReleaseKernel(kernels[v]));
    }
    if (csv) ocl_output_counts_csv(counts, csv);
    if (opt.output) ocl_output_counts(report, counts, opt.output);

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    ocl_close(&env);
    ocl_picture_free(&image);
    return ocl_report_close(report);
}
