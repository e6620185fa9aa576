// SPDX-License-Identifier: MIT
//
// histogram - how many pixels of a picture have each value of red, of green and of blue.
//
// Shows   write a buffer, give a kernel local memory, launch it, read a buffer back; two ways to
//         let many work-items count into the same few counters
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer
// Try     histogram -i photo.bmp -o chart.png --csv counts.csv
//         histogram -n 3840x2160 --pattern constant
//         histogram -V per_item --local-memory 1024
//         histogram -d cpu, and then histogram -d gpu

#include "ocl.h"
#include "sample/output_chart.h"

static const char PHOTO[] = "astronaut.bmp";    // of data/

enum { PER_ITEM, LOCAL_ATOMIC, VARIANT_COUNT };
static const char *const VARIANTS[] = { "per_item", "local_atomic", NULL };
static const char *const KERNELS[VARIANT_COUNT] = { "histogram_per_item",
                                                    "histogram_local_atomic" };

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

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    ocl_pace pace;
    sizes most;    // what the user allows; of `groups` nothing
    cl_uint n;     // pixels
    cl_mem d_pixels;
    uint32_t counts[BINS], ref[BINS];
} lesson;

// No counter can wrap: the picture has less than 2^32 pixels.
static void histogram_ref(uint32_t counts[BINS], const uint8_t *rgba, size_t n)
{
    memset(counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++)
            counts[256 * c + rgba[4 * i + c]]++;
}

// --- how many work-items, and how much local memory for them

// The bytes of local memory that a work-group may use; at least `least`, or the program ends.
static size_t local_room(const lesson *l, cl_kernel kernel, const char *variant, size_t least)
{
    if (l->most.local_bytes < least)
        ocl_exit(OCL_EXIT_USAGE, "--local-memory: %s needs at least %zu bytes, not %zu", variant,
                 least, l->most.local_bytes);

    // A driver may need a part of the local memory for itself.
    const size_t left = ocl_local_left(kernel, l->env->device);
    const size_t room = ocl_smaller(l->most.local_bytes, left);
    if (room < least)
        ocl_exit(OCL_EXIT_SKIP, "%s needs %zu bytes of local memory per work-group, and has %zu",
                 variant, least, room);
    return room;
}

// At most so many work-items per work-group, as many as device, kernel and user allow.
static size_t choose_local(const lesson *l, cl_kernel kernel, size_t wanted)
{
    const size_t by_kernel = ocl_kernel_limit(kernel, l->env->device);
    const size_t by_device = ocl_local_limit(l->env->device, 0);
    const size_t allowed = ocl_smaller(ocl_smaller(by_kernel, by_device), l->most.local);
    return ocl_smaller(wanted, allowed);
}

// A few work-groups per compute unit; fewer, if each would get less than so many pixels.
static size_t choose_groups(const lesson *l, size_t pixels)
{
    const size_t units = (size_t)ocl_device_number(l->env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    return ocl_smaller(GROUPS_PER_UNIT * units, ocl_divide_up(l->n, pixels));
}

// per_item: as many work-items as have room for counters of their own.
static sizes choose_per_item(const lesson *l, cl_kernel kernel)
{
    const size_t room = local_room(l, kernel, "per_item", ITEM_BYTES);
    const size_t local = choose_local(l, kernel, room / ITEM_BYTES);
    return (sizes){ .local_bytes = local * ITEM_BYTES,
                    .local = local,
                    .groups = choose_groups(l, local * BATCH) };
}

// local_atomic: one set of counters, for any number of work-items.
static sizes choose_local_atomic(const lesson *l, cl_kernel kernel)
{
    local_room(l, kernel, "local_atomic", HISTOGRAM_BYTES);
    const size_t local = choose_local(l, kernel, ATOMIC_LOCAL);
    return (
        sizes){ .local_bytes = HISTOGRAM_BYTES, .local = local, .groups = choose_groups(l, local) };
}

// --- launch and read

// Reads the histograms of all work-groups and adds them up.
static void read_counts(lesson *l, cl_mem d_histograms, size_t groups)
{
    const size_t bytes = groups * HISTOGRAM_BYTES;
    uint32_t *histograms = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_histograms, CL_TRUE, 0, bytes, histograms, 0,
                                  NULL, NULL));
    memset(l->counts, 0, HISTOGRAM_BYTES);
    for (size_t i = 0; i < groups * BINS; i++)
        l->counts[i % BINS] += histograms[i];
    free(histograms);
}

static void run_variant(lesson *l, int variant, cl_kernel kernel, sizes chosen)
{
    const ocl_env *env = l->env;
    const ocl_range_2d range = { .global = { chosen.groups * chosen.local, 1 },
                                 .local = { chosen.local, 1 } };
    const size_t bytes = chosen.groups * HISTOGRAM_BYTES;
    cl_int err;
    cl_mem d_histograms =
        OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, bytes, NULL, &err));

    // Local memory is an argument with a size and no value: it belongs to the work-groups.
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_histograms, &d_histograms));
    OCL_CHECK(clSetKernelArg(kernel, 1, chosen.local_bytes, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_pixels, &l->d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->n, &l->n));

    const double least_ns = ocl_pace_estimate_share(&l->pace, kernel, &range, 3, l->n);
    if (ocl_pace_allows(&l->pace, l->report, VARIANTS[variant], least_ns)) {
        ocl_trial t = ocl_trial_open(env, VARIANTS[variant], d_histograms, bytes);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, range.global, range.local,
                                             0, NULL, &t.done));
        read_counts(l, d_histograms, chosen.groups);

        const ocl_work work = { .amount = 4.0 * l->n,
                                .unit = "GB/s",
                                .limit = env->limits.read_gbs };
        ocl_trial_report(&t, l->report, &work,
                         ocl_verify_u32(VARIANTS[variant], l->counts, l->ref, BINS));
    }
    OCL_CHECK(clReleaseMemObject(d_histograms));
}

int main(int argc, char **argv)
{
    // Options.
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
    lesson l = { .env = &env, .pace = ocl_pace_open(&env), .most = most };

    // The picture, and the answer in plain C.
    ocl_picture picture = ocl_input_picture(&env, pattern, PHOTO);
    l.n = picture.width * picture.height;
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", picture.width);
    ocl_report_count(l.report, "height", picture.height);
    const char *photo = opt.input ? opt.input : PHOTO;
    ocl_report_text(l.report, "picture", opt.size_given ? OCL_PATTERNS[pattern] : photo);
    OCL_TIME_REFERENCE(l.report, histogram_ref(l.ref, picture.rgba, l.n));

    // The picture goes to the device once.  Both kernels read it there.
    const size_t bytes = 4 * (size_t)l.n;
    cl_int err;
    l.d_pixels = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_READ_ONLY, bytes, NULL, &err));
    OCL_CHECK(clEnqueueWriteBuffer(env.queue, l.d_pixels, CL_TRUE, 0, bytes, picture.rgba, 0, NULL,
                                   NULL));

    // The kernels, and how they are launched.
    cl_program program = ocl_build(&env, "histogram.cl", "-cl-std=CL1.2");
    cl_kernel kernels[VARIANT_COUNT] = { NULL };
    sizes chosen[VARIANT_COUNT];
    ocl_table table = ocl_table_open(l.report, "launches",
                                     "variant, work-groups, work-items each, local bytes each");
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        kernels[v] = OCL_CREATE(clCreateKernel(program, KERNELS[v], &err));
        chosen[v] =
            v == PER_ITEM ? choose_per_item(&l, kernels[v]) : choose_local_atomic(&l, kernels[v]);
        ocl_table_row(&table, "%-24s %zu %zu %zu", VARIANTS[v], chosen[v].groups, chosen[v].local,
                      chosen[v].local_bytes);
    }
    for (int v = 0; v < VARIANT_COUNT; v++) {
        if (!kernels[v]) continue;
        run_variant(&l, v, kernels[v], chosen[v]);
        OCL_CHECK(clReleaseKernel(kernels[v]));
    }
    if (csv) ocl_output_counts_csv(l.counts, csv);
    if (opt.output) ocl_output_counts(l.report, l.counts, opt.output);

    // Release.
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(l.d_pixels));
    ocl_close(&env);
    ocl_picture_free(&picture);
    return ocl_report_close(l.report);
}
