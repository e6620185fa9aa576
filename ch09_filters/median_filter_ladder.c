// SPDX-License-Identifier: MIT
//
// median_filter_ladder - the median of a window of any size, with fewer comparisons than a sort.
//
// Shows   how to find the middle one of many numbers without sorting them all: bit by bit, in any
//         window; by exchanges without a branch, in registers; with sorted columns, which three
//         windows share; by an instruction of the GPU that OpenCL C does not have; what to do
//         about NaN
// Uses    select, fmin, fmax, as_uint; shared/runs.c makes the images and the buffers, and launches
// Try     median_filter_ladder --noise 10 --before specks.png -o clean.png
//         median_filter_ladder --noise 40 --window 5 -o clean.png
//         median_filter_ladder --format float --noise 10 -o clean.png

#include "ocl.h"

#include "shared/runs.h"

// `buffer` takes every window, so it is the last one: it runs also where the others are left out.
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

static void median_filter_ladder_ref(plane *out, const plane *in, const filter_settings *settings)
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

static bool wants_network(filter_job *j)
{
    if (!ocl_wants(j->env->options, "network")) return false;
    if (j->settings->window <= 5) return true;
    filter_leave_out(j, "network", OCL_EXIT_USAGE, "its window is 3 x 3 or 5 x 5");
    return false;
}

static bool wants_packed(filter_job *j)
{
    if (!ocl_wants_for_gpus(j->env, j->report, "packed")) return false;
    if (j->in.format != PLANE_FLOAT) return filter_wants_3x3(j, "packed");
    filter_leave_out(j, "packed", OCL_EXIT_USAGE, "its channels have 8 bits");
    return false;
}

// The forms that make many pixels per work-item.
static void run_fast(filter_job *j, const char *macros)
{
    const size_t rows = filter_median_rows(j);
    char plain[288], packed[288];
    snprintf(plain, sizeof plain, "%s -DPACKED=0", macros);
    snprintf(packed, sizeof packed, "%s -DPACKED=%d", macros, filter_packed(j));
    if (filter_wants_3x3(j, "strips")) filter_run_fast(j, "strips", rows, plain);
    if (wants_packed(j)) filter_run_fast(j, "packed", rows, packed);
    if (filter_wants_3x3(j, "bands")) filter_run_fast(j, "bands", BAND_ROWS, plain);
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
    ocl_about about = { .name = "median_filter_ladder",
                        .summary = "Removes specks: each pixel becomes the median of a window.",
                        .variants = VARIANTS,
                        .own = own,
                        .seeds_more = true };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_WINDOWS);
    const ocl_options *opt = &settings.options;
    if (!(noise >= 0.0 && noise <= 100.0))
        ocl_exit(OCL_EXIT_USAGE, "--noise %.15g: give 0 to 100", noise);
    ocl_env env = ocl_open(opt);
    filter_job job = filter_open(&env, &settings);
    add_noise(&job.in, noise, opt->seed);
    if (before) plane_output(&job.in, before);
    OCL_TIME_REFERENCE(job.report, median_filter_ladder_ref(&job.ref, &job.in, &settings));

    char macros[256];
    filter_build_options(macros, &settings);
    cl_program program = ocl_build(&env, "median_filter_ladder.cl", "%s", macros);
    // One work-item per pixel.  The sampler takes care of the border, or the kernel.
    if (ocl_wants(opt, "image")) filter_run_image(&job, program, "median_filter_ladder_image");
    if (wants_network(&job))
        filter_run_buffer(&job, program, "median_filter_ladder_network", "network", 1);
    run_fast(&job, macros);
    if (ocl_wants(opt, "buffer"))
        filter_run_buffer(&job, program, "median_filter_ladder_buffer", "buffer", 1);

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
