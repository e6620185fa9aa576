// SPDX-License-Identifier: MIT
//
// Statistical tests of the random numbers of the option samples: Philox, and normal numbers by Box
// and Muller, as the device draws them.
//
// Chance alone breaks the bound of a test with a probability below 1e-6.  The seeds are
// fixed: what passes once passes always.  Then generators with a mistake are tried.  Each must be
// noticed by the tests that are made for it, and each test must notice one.

#include "ocl.h"
#include "test_child.h"

enum { COUNTERS = 1 << 16, NUMBERS = 4 * COUNTERS, BUCKETS = 1024, SEEDS = 3 };

// Beyond this many standard deviations a normal number is with a probability of 1.0e-7.
static const double FAR = 5.33;

// The kernel that draws: its text comes after option_price.cl.  MISTAKE is set below.
static const char DRAW[] =
    "kernel void draw(global uint4 *restrict numbers, global float4 *restrict normals, uint2 key)\n"
    "{\n"
    "    uint i = get_global_id(0), counter = i;\n"
    "    if (MISTAKE == REPEATED_COUNTER) counter = i >> 1;\n"
    "    if (MISTAKE == SHORT_PERIOD) counter = i & 4095;\n"
    "    uint4 r = philox((uint4)(counter, 0, 0, 0), key);\n"
    "    if (MISTAKE == STUCK_TOP_BIT) r |= 1u << 31;\n"
    "    if (MISTAKE == STUCK_LOW_BIT) r |= 1u << 9;\n"
    "    if (MISTAKE == SAME_TWICE) r.yw = r.xz;\n"
    "    if (MISTAKE == TOO_EVEN) r = i * 65536u + (uint4)(0, 1, 2, 3) * 16384u;\n"
    "    numbers[i] = r;\n"
    "    float4 z = (float4)(normal(r.x, r.y), normal(r.z, r.w));\n"
    "    if (MISTAKE == NARROW) z *= 0.95f;\n"
    "    if (MISTAKE == ONE_PAIR) z.zw = z.xy;\n"
    "    normals[i] = z;\n"
    "}\n";

typedef enum {
    NONE,
    REPEATED_COUNTER,
    SHORT_PERIOD,
    STUCK_TOP_BIT,
    STUCK_LOW_BIT,
    SAME_TWICE,
    TOO_EVEN,
    NARROW,
    ONE_PAIR,
    MISTAKES
} mistake;

static const char *const NAMES[MISTAKES] = {
    "NONE",       "REPEATED_COUNTER", "SHORT_PERIOD", "STUCK_TOP_BIT", "STUCK_LOW_BIT",
    "SAME_TWICE", "TOO_EVEN",         "NARROW",       "ONE_PAIR",
};

typedef struct {
    ocl_options options;
    ocl_env env;
    uint32_t numbers[NUMBERS];
    float normals[NUMBERS];
    double sorted[NUMBERS];
} fixture;

static int set_up(void **state)
{
    fixture *f = ocl_alloc(sizeof *f);
    f->options =
        (ocl_options){ .about = { .name = "test_random_points", .accepts = "d", .extents = 1 },
                       .quiet = true };
    f->env = ocl_open(&f->options);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    ocl_close(&f->env);
    free(f);
    return 0;
}

// Fills numbers and normals.
static void draw(fixture *f, mistake m, uint64_t seed)
{
    ocl_growing text = { 0 };
    for (int i = 0; i < MISTAKES; i++)
        ocl_append_format(&text, "#define %s %d\n", NAMES[i], i);
    ocl_append_format(&text, "#define MISTAKE %d\n#define COUNTERS 1\n", m);
    char *sample = ocl_load_source(&f->options, "option_price.cl");
    ocl_append_text(&text, sample);
    ocl_append_text(&text, DRAW);
    cl_int err;
    cl_program program = OCL_CREATE(
        clCreateProgramWithSource(f->env.context, 1, (const char **)&text.text, NULL, &err));
    const cl_int built = clBuildProgram(program, 1, &f->env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "option_price.cl", "clBuildProgram", built);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "draw", &err));
    cl_mem d_numbers = ocl_buffer(&f->env, CL_MEM_WRITE_ONLY, sizeof f->numbers, NULL);
    cl_mem d_normals = ocl_buffer(&f->env, CL_MEM_WRITE_ONLY, sizeof f->normals, NULL);
    const cl_uint2 key = { .s = { (cl_uint)seed, (cl_uint)(seed >> 32) } };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_numbers, &d_numbers));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_normals, &d_normals));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof key, &key));
    const size_t global = COUNTERS;
    OCL_CHECK(clEnqueueNDRangeKernel(f->env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(f->env.queue, d_numbers, CL_TRUE, 0, sizeof f->numbers,
                                  f->numbers, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(f->env.queue, d_normals, CL_TRUE, 0, sizeof f->normals,
                                  f->normals, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_normals));
    OCL_CHECK(clReleaseMemObject(d_numbers));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(sample);
    free(text.text);
}

// --- the tests: each is true for numbers that look random

// Chi-square over BUCKETS, as a normal number (Wilson and Hilferty): large if the counts differ too
// much, and far below 0 if they are too even.
static bool is_even(const uint32_t counts[BUCKETS], double total)
{
    const double expected = total / BUCKETS, degrees = BUCKETS - 1;
    double sum = 0.0;
    for (int i = 0; i < BUCKETS; i++) {
        const double difference = counts[i] - expected;
        sum += difference * difference / expected;
    }
    const double width = 2.0 / (9.0 * degrees);
    return fabs((cbrt(sum / degrees) - (1.0 - width)) / sqrt(width)) < FAR;
}

static bool buckets_are_even(fixture *f)
{
    uint32_t counts[BUCKETS] = { 0 };
    for (size_t i = 0; i < NUMBERS; i++)
        counts[f->numbers[i] >> 22]++;
    return is_even(counts, NUMBERS);
}

// The upper 5 bits of two numbers that are `distance` apart, in 32 x 32 buckets.
static bool pairs_are_even(const fixture *f, size_t distance)
{
    uint32_t counts[BUCKETS] = { 0 };
    for (size_t i = 0; i < NUMBERS; i++)
        if (i / distance % 2 == 0)
            counts[f->numbers[i] >> 27 << 5 | f->numbers[i + distance] >> 27]++;
    return is_even(counts, NUMBERS / 2.0);
}

static bool neighbours_are_even(fixture *f)
{
    return pairs_are_even(f, 1);
}

static bool counters_are_even(fixture *f)
{
    return pairs_are_even(f, 4);
}

// Each of the 32 bits is 1 in half of the numbers.  One of 32 is more often far off: 6 standard
// deviations leave 32 * 2.0e-9.
static bool bits_are_even(fixture *f)
{
    for (int bit = 0; bit < 32; bit++) {
        double ones = 0.0;
        for (size_t i = 0; i < NUMBERS; i++)
            ones += f->numbers[i] >> bit & 1;
        if (fabs(ones - 0.5 * NUMBERS) > 6.0 * 0.5 * sqrt(NUMBERS)) return false;
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Kolmogorov and Smirnov: `sorted` has numbers that should be uniform from 0 to 1.  Chance makes
// sqrt(NUMBERS) times the largest distance larger than 2.9 with a probability of
// 2 exp(-2 * 2.9^2) = 1.0e-7, and smaller than 0.26 with 1.1e-7.
static bool is_uniform(fixture *f)
{
    qsort(f->sorted, NUMBERS, sizeof f->sorted[0], ascending);
    double distance = 0.0;
    for (size_t i = 0; i < NUMBERS; i++) {
        const double below = (double)i / NUMBERS, above = (double)(i + 1) / NUMBERS;
        distance = fmax(distance, fmax(f->sorted[i] - below, above - f->sorted[i]));
    }
    return distance * sqrt(NUMBERS) < 2.9 && distance * sqrt(NUMBERS) > 0.26;
}

static bool numbers_are_uniform(fixture *f)
{
    for (size_t i = 0; i < NUMBERS; i++)
        f->sorted[i] = (f->numbers[i] + 0.5) * 0x1p-32;
    return is_uniform(f);
}

static bool normals_are_normal(fixture *f)
{
    for (size_t i = 0; i < NUMBERS; i++)
        f->sorted[i] = 0.5 * erfc(-(double)f->normals[i] / sqrt(2.0));
    return is_uniform(f);
}

// Mean 0 and variance 1; the mean of z^2 has the variance 2 / NUMBERS.
static bool moments_are_right(fixture *f)
{
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < NUMBERS; i++) {
        const double z = (double)f->normals[i];
        sum += z;
        squares += z * z;
    }
    return fabs(sum / sqrt(NUMBERS)) < FAR && fabs(squares - NUMBERS) / sqrt(2.0 * NUMBERS) < FAR;
}

// Numbers that are 1, 2 or 3 apart in a counter's four have products with the mean 0 and the
// variance 1.  Their squares have nothing in common either: (z^2 - 1) has the variance 2.
static bool normals_are_independent(fixture *f)
{
    for (size_t other = 1; other < 4; other++) {
        double products = 0.0, of_squares = 0.0;
        for (size_t i = 0; i < NUMBERS; i += 4) {
            const double a = (double)f->normals[i], b = (double)f->normals[i + other];
            products += a * b;
            of_squares += 0.5 * (a * a - 1.0) * (b * b - 1.0);
        }
        // The square of a normal number has a long tail; 6 standard deviations of 65536 products
        // leave less than 1e-6.
        if (fabs(products) / sqrt(COUNTERS) > 6.0 || fabs(of_squares) / sqrt(COUNTERS) > 6.5)
            return false;
    }
    return true;
}

enum { TESTS = 8 };
static const struct {
    const char *name;
    bool (*passes)(fixture *f);
    mistake notices[3];    // it must; 0: no more
} TEST[TESTS] = {
    { "buckets_are_even", buckets_are_even, { SHORT_PERIOD, STUCK_TOP_BIT, TOO_EVEN } },
    { "neighbours_are_even", neighbours_are_even, { SAME_TWICE, SHORT_PERIOD } },
    { "counters_are_even", counters_are_even, { REPEATED_COUNTER, SHORT_PERIOD } },
    { "bits_are_even", bits_are_even, { STUCK_TOP_BIT, STUCK_LOW_BIT } },
    { "numbers_are_uniform", numbers_are_uniform, { STUCK_TOP_BIT, TOO_EVEN } },
    { "normals_are_normal", normals_are_normal, { NARROW, STUCK_TOP_BIT } },
    { "moments_are_right", moments_are_right, { NARROW, STUCK_TOP_BIT } },
    { "normals_are_independent", normals_are_independent, { SAME_TWICE, ONE_PAIR } },
};

static void test_sound_numbers(void **state)
{
    fixture *f = *state;
    const uint64_t seeds[SEEDS] = { 0, 1, UINT64_C(0x9e3779b97f4a7c15) };
    for (int s = 0; s < SEEDS; s++) {
        draw(f, NONE, seeds[s]);
        for (int t = 0; t < TESTS; t++)
            if (!TEST[t].passes(f)) fail_msg("%s: not for seed %d", TEST[t].name, s);
    }
}

static void test_mistakes_are_noticed(void **state)
{
    fixture *f = *state;
    for (int m = NONE + 1; m < MISTAKES; m++) {
        draw(f, (mistake)m, 1);
        for (int t = 0; t < TESTS; t++)
            for (int i = 0; i < 3; i++)
                if ((int)TEST[t].notices[i] == m && TEST[t].passes(f))
                    fail_msg("%s: does not notice %s", TEST[t].name, NAMES[m]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_numbers),
        cmocka_unit_test(test_mistakes_are_noticed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
