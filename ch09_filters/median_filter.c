// SPDX-License-Identifier: MIT
//
// median_filter - each pixel becomes the median of a window around it: specks vanish, edges stay.
//
// Shows   how to find the middle one of many numbers without sorting them all: bit by bit, in any
//         window; by exchanges without a branch, in registers; with sorted columns, which three
//         windows share; by an instruction of the GPU that OpenCL C does not have; what to do
//         about NaN
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel; select, fmin, fmax, as_uint
// Try     median_filter --noise 10 --before specks.png -o clean.png
//         median_filter --noise 40 --window 5 -o clean.png
//         median_filter --format float --noise 10 -o clean.png

#include "shared/memory.h"

// Rows that a work-item makes.
enum { STRIP_ROWS = 6, BAND_ROWS = 16 };

// `buffer` takes every window, so it is the last one: it runs also where the others are left out.
enum { IMAGE, NETWORK, STRIPS, PACKED, BANDS, BUFFER };
static const char *const VARIANTS[] = { "image", "network", "strips", "packed",
                                        "bands", "buffer",  NULL };

// The number that would be in the middle if v were sorted.  Numbers less than a pivot go to the
// left, others to the right; then the same in the part that has the middle (Hoare's FIND).
static float middle_of(float *v, ptrdiff_t count)
{
    const ptrdiff_t middle = count / 2;
    for (ptrdiff_t low = 0, high = count - 1; low < high;) {
        const float pivot = v[middle];
        ptrdiff_t i = low, j = high;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (pivot < v[j])
                j--;
            if (i > j) break;
            const float left = v[i];
            v[i++] = v[j];
            v[j--] = left;
        }
        if (j < middle) low = i;
        if (middle < i) high = j;
    }
    return v[middle];
}

static void median_filter_ref(plane *out, const plane *in, const filter_settings *settings)
{
    const size_t window = settings->window, pitch = in->width + window - 1;
    float *v = ocl_alloc(window * window * sizeof *v);
    for (size_t c = 0; c < in->channels; c++) {
        float *padded = plane_padded(in, c, window / 2, (plane_border)settings->border);
        for (size_t y = 0; y < in->height; y++)
            for (size_t x = 0; x < in->width; x++) {
                size_t count = 0;
                for (size_t j = 0; j < window; j++)
                    for (size_t i = 0; i < window; i++) {
                        const float p = padded[(y + j) * pitch + x + i];
                        v[count++] = isnan(p) ? INFINITY : p;
                    }
                plane_set(out, x, y, c, (double)middle_of(v, (ptrdiff_t)count));
            }
        free(padded);
    }
    free(v);
}

// Rows of a strip.  With AVX-512 Intel's compiler crashes on more than two (docs/portability.md).
static int strip_rows(const ocl_env *env)
{
    return ocl_known_platform(env->device) & OCL_INTEL ? 2 : STRIP_ROWS;
}

// image, buffer, network: one work-item per pixel.  strips, packed: one per 16 bytes of some rows.
// bands: one per BAND_ROWS rows.
static void run(filter_job *j, cl_program program, int variant)
{
    filter_memory m;
    if (!filter_memory_open(&m, j, VARIANTS[variant], variant == IMAGE)) return;
    cl_int err;
    char name[32];
    snprintf(name, sizeof name, "median_filter_%s", VARIANTS[variant]);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof m.d_out, &m.d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof m.d_in, &m.d_in));
    if (variant != IMAGE) OCL_CHECK(clSetKernelArg(kernel, 2, sizeof m.shape, &m.shape));

    const size_t strip[2] = { 16 / j->in.pixel_bytes, (size_t)strip_rows(j->env) };
    const size_t each[][2] = { [IMAGE] = { 1, 1 },
                               [BUFFER] = { 1, 1 },
                               [NETWORK] = { 1, 1 },
                               [STRIPS] = { strip[0], strip[1] },
                               [PACKED] = { strip[0], strip[1] },
                               [BANDS] = { j->in.width, BAND_ROWS } };
    const ocl_range_2d range = filter_range(j, kernel, each[variant]);
    const double least_ns = ocl_pace_estimate(&j->pace, kernel, &range);
    if (ocl_pace_allows(&j->pace, j->report, VARIANTS[variant], least_ns)) {
        ocl_times times = { .runs = 0 };
        for (size_t i = 0; ocl_pace_again(&j->pace, i); i++) {
            filter_memory_poison(&m, i);
            cl_event done;
            OCL_CHECK(clEnqueueNDRangeKernel(j->env->queue, kernel, 2, NULL, range.global,
                                             range.local, 0, NULL, &done));
            ocl_times_take(&times, i, done);
            filter_memory_answer(&m, &times.answers);
        }
        filter_memory_read(&m);
        filter_report_row(j, VARIANTS[variant], &times);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    filter_memory_close(&m);
}

// So many percent of the pixels become specks: black or white; in a picture of floats -1, 2 or NaN,
// which no pixel should be.
static void add_noise(plane *p, double percent, uint64_t seed)
{
    static const double SPECKS[2] = { 0.0, 255.0 }, FLOAT_SPECKS[3] = { -1.0, 2.0, (double)NAN };
    for (size_t i = 0; i < p->width * p->height; i++) {
        const uint64_t random = ocl_random(seed, i);
        if ((double)(random >> 32) >= percent / 100.0 * 0x1p32) continue;
        const double speck =
            p->format == PLANE_FLOAT ? FLOAT_SPECKS[random % 3] : SPECKS[random % 2];
        for (size_t c = 0; c < p->channels && c < 3; c++)
            plane_set(p, i % p->width, i / p->width, c, speck);
    }
}

int main(int argc, char **argv)
{
    double noise = 0.0;
    const char *before = NULL;
    const ocl_option own[] = {
        { .usage = "-N, --noise PERCENT: of the pixels become black or white specks",
          .real = &noise },
        { .usage = "-B, --before FILE: write the picture with its specks there", .text = &before },
        { .usage = NULL },
    };
    ocl_about about = { .name = "median_filter",
                        .summary = "Removes specks: each pixel becomes the median of a window.",
                        .variants = VARIANTS,
                        .own = own };
    const filter_settings settings = filter_parse(argc, argv, &about, true);
    const ocl_options *opt = &settings.options;
    if (!(noise >= 0.0 && noise <= 100.0))
        ocl_exit(OCL_EXIT_USAGE, "--noise %g: give 0 to 100", noise);
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    add_noise(&job.in, noise, opt->seed);
    if (before) plane_output(&job.in, before);
    OCL_TIME_REFERENCE(job.report, median_filter_ref(&job.ref, &job.in, &settings));

    char macros[256];
    filter_build_options(macros, &settings);
    cl_program program = ocl_build(&env, "median_filter.cl", "%s -DROWS=%d -DVECTORS=0 -DPACKED=0",
                                   macros, strip_rows(&env));
    if (ocl_wants(opt, "image")) run(&job, program, IMAGE);
    if (ocl_wants(opt, "network")) {
        if (settings.window <= 5)
            run(&job, program, NETWORK);
        else
            filter_leave_out(&job, "network", OCL_EXIT_USAGE, "its window is 3 x 3 or 5 x 5");
    }
    if (filter_wants_3x3(&job, "strips")) run(&job, program, STRIPS);
    if (job.in.format == PLANE_FLOAT && ocl_wants(opt, "packed"))
        filter_leave_out(&job, "packed", OCL_EXIT_USAGE, "its channels have 8 bits");
    else if (filter_wants_3x3(&job, "packed")) {
        cl_program with_halves =
            ocl_build(&env, "median_filter.cl", "%s -DROWS=%d -DVECTORS=0 -DPACKED=%d", macros,
                      strip_rows(&env), filter_packed(&job));
        run(&job, with_halves, PACKED);
        OCL_CHECK(clReleaseProgram(with_halves));
    }
    if (filter_wants_3x3(&job, "bands")) {
        cl_program with_vectors =
            ocl_build(&env, "median_filter.cl", "%s -DROWS=%d -DAHEAD=%d -DVECTORS=1 -DPACKED=0",
                      macros, BAND_ROWS, filter_rows_ahead(&job));
        run(&job, with_vectors, BANDS);
        OCL_CHECK(clReleaseProgram(with_vectors));
    }
    if (ocl_wants(opt, "buffer")) run(&job, program, BUFFER);

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
