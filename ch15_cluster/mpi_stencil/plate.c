// SPDX-License-Identifier: MIT

#include "plate.h"

#include "shared/cluster/cluster.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SQUARE = 32,
    GAP = 4
};    // cells of a square, of the line between two plates in the picture

static double uniform(uint64_t seed, uint64_t index)
{
    return (double)(ocl_random(seed, index) >> 40) / (1 << 24);
}

void plate_row(const plate *p, size_t y, float *row)
{
    const size_t squares = ocl_divide_up(p->width, SQUARE);
    for (size_t x = 0; x < p->width; x++) {
        const double square = uniform(p->seed, y / SQUARE * squares + x / SQUARE);
        const double noise = uniform(p->seed + 1, y * p->width + x);
        row[x] = (float)(0.75 * square + 0.25 * noise);
    }
}

void plate_ref(const plate *p, float *ref)
{
    const size_t w = p->width, h = p->height, n = w * h;
    double *in = ocl_alloc(n * sizeof *in), *out = ocl_alloc(n * sizeof *out);
    for (size_t y = 0; y < h; y++)
        plate_row(p, y, ref + y * w);
    for (size_t i = 0; i < n; i++)
        in[i] = out[i] = ref[i];
    for (size_t step = 0; step < p->steps; step++) {
        for (size_t y = 1; y + 1 < h; y++)
            for (size_t x = 1; x + 1 < w; x++) {
                const size_t i = y * w + x;
                out[i] = 0.25 * (in[i - w] + in[i + w] + in[i - 1] + in[i + 1]);
            }
        double *last = in;
        in = out;
        out = last;
    }
    for (size_t i = 0; i < n; i++)
        ref[i] = (float)in[i];
    free(in);
    free(out);
}

// How many steps a walk takes on average, at most, from a cell between two borders that are
// `extent` - 1 apart until it meets one of them, if each step goes along this line with probability
// 1/2.  It is (extent - 1)^2 / 2 from the middle.
static double walk(size_t extent)
{
    const double apart = (double)(extent > 0 ? extent - 1 : 0);
    return 0.5 * apart * apart;
}

// Three additions round, by half a unit in the last place of a sum of at most 4; the factor is
// exact.  That is at most 0.25 * (0.5 * 2 + 0.5 * 2 + 0.5 * 4) = 1 times FLT_EPSILON per step.
//
// In the next step each of four neighbours gets a fourth of this error, and so on.  So its parts
// walk through the plate, and end at the border, which never changes.  The error of a cell is at
// most as many times FLT_EPSILON as there were steps, and as such a walk is long on average.  One
// more for the reference, which is rounded at the end.
double plate_bound(const plate *p)
{
    const double longest = fmin(walk(p->height), walk(p->width));
    return (fmin((double)p->steps, longest) + 1.0) * FLT_EPSILON;
}

void plate_require_bound(const plate *p)
{
    static const double MOST = 1e-2;    // temperatures are up to 1, and neighbours differ by 0.25
    const double bound = plate_bound(p);
    if (bound > MOST)
        ocl_exit(OCL_EXIT_USAGE,
                 "--steps: rounding may add up to %.2g in %zu steps, and a wrong answer could pass",
                 bound, p->steps);
}

static void colour(uint8_t *rgba, float t)
{
    const float warm = fminf(fmaxf(t, 0.0f), 1.0f);
    rgba[0] = (uint8_t)(255.0f * sqrtf(warm));
    rgba[1] = (uint8_t)(255.0f * warm * warm);
    rgba[2] = (uint8_t)(160.0f * (1.0f - warm) + 40.0f);
    rgba[3] = 255;
}

void plate_picture(const plate *p, const float *after, const char *path)
{
    ocl_picture picture;
    ocl_message why;
    const size_t width = 2 * p->width + GAP;
    if (!ocl_picture_alloc(&picture, width, p->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    memset(picture.rgba, 255, 4 * width * p->height);
    float *before = ocl_alloc(p->width * sizeof *before);
    for (size_t y = 0; y < p->height; y++) {
        uint8_t *row = picture.rgba + 4 * width * y;
        plate_row(p, y, before);
        for (size_t x = 0; x < p->width; x++) {
            colour(row + 4 * x, before[x]);
            colour(row + 4 * (p->width + GAP + x), after[y * p->width + x]);
        }
    }
    free(before);
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

// --- what all ranks are given

const char *const STENCIL_VARIANTS[] = { "wait", "overlap", "deep", NULL };

ocl_options stencil_parse(int argc, char **argv, stencil_settings *settings)
{
    *settings =
        (stencil_settings){ .plate = { .steps = 100 }, .halo = 16, .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-t, --steps N: steps of time", .count = &settings->plate.steps },
        { .usage = "--halo N: rows of a halo of deep, which is exchanged every N steps",
          .count = &settings->halo },
        { .usage = "--network N: an exchange takes N microseconds at least, as on a slow network",
          .count = &settings->network_us },
        CLUSTER_OPTION(&settings->deadline),
        { 0 },
    };
    const ocl_about about = { .name = "mpi_stencil",
                              .summary = "Heat spreads in a plate, whose rows are shared out.",
                              .accepts = "dnorVks",
                              .writes = OCL_PICTURE_FILE,
                              .size_help = "rows x columns of the plate",
                              .extents = 2,
                              .variants = STENCIL_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 509, 521 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (opt.n[0] > INT32_MAX || opt.n[1] > INT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d rows and columns", INT32_MAX);
    settings->plate.seed = opt.seed;
    return opt;
}

void stencil_fit(ocl_options *options, const ocl_env *env, plate *p)
{
    static const double MOST = 16.0;    // the answer in plain C should not take seconds
    cluster_grow_default(options, fmin(env->limits.read_gbs / CLUSTER_SLOW_GBS, MOST));
    p->height = options->n[0];
    p->width = options->n[1];
    plate_require_bound(p);
}

uint64_t stencil_same(const ocl_options *options, const stencil_settings *settings)
{
    const plate *p = &settings->plate;
    const uint64_t numbers[] = { p->height,
                                 p->width,
                                 p->steps,
                                 p->seed,
                                 options->repeat,
                                 settings->halo,
                                 settings->network_us,
                                 ocl_wants(options, STENCIL_VARIANTS[DEEP]),
                                 ocl_wants(options, STENCIL_VARIANTS[WAIT]),
                                 ocl_wants(options, STENCIL_VARIANTS[OVERLAP]) };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}
