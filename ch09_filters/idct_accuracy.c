// SPDX-License-Identifier: MIT
//
// idct_accuracy - how accurate the inverse DCTs of jpeg_decode are: the test of IEEE Std 1180-1990.
//
//     random samples -> DCT in double -> whole coefficients -+-> inverse DCT in double -> samples
//                                                            +-> inverse DCT on the device -> ...
//
// The errors of 10,000 blocks have limits: the largest one, and means.  An error of one sample is
// not seen.  A small one that always has the same sign is a change of colour.
//
// Shows   a kernel's accuracy as a standard measures it, in figures that fit its use
// Uses    clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Rates   none.  The error is the largest share of a limit that a figure takes up; its bound is 1.
// Try     idct_accuracy -V fast; -k with your own copy of jpeg_decode.cl or jpeg_decode_fast.cl

#include "ocl.h"

#include "idct_accuracy/standard.h"
#include "shared/jpeg_rungs.h"

enum { LEVELS = 3 };

// What the kernels add to the samples, whose 8 bits do not hold -256 to 255.
static const int SHIFTS[LEVELS] = { 0, 128, 256 };

static const char *const RUNGS[] = { "direct", "separable", "fast", "vector", NULL };

// For each of the levels: the kernels with many small work-items, and those for a CPU.
typedef struct {
    cl_program items[LEVELS], rows[LEVELS];
} level_programs;

static level_programs build(const ocl_env *env)
{
    level_programs p;
    for (size_t i = 0; i < LEVELS; i++) {
        p.items[i] = jpeg_rung_build(env, &JPEG_RUNGS[JPEG_FAST], SHIFTS[i], JPEG_GREY);
        p.rows[i] = jpeg_rung_build(env, &JPEG_RUNGS[JPEG_VECTOR], SHIFTS[i], JPEG_GREY);
    }
    return p;
}

// A picture of `rows` rows of blocks, IDCT_SETS blocks in a row: some kernels take two blocks at a
// time, and IDCT_SETS is odd.  Its samples block after block, from the shifted ones.
static void join(int16_t *samples, uint8_t *const shifted[LEVELS], size_t rows)
{
    const size_t width = 8 * IDCT_SETS;
    for (size_t i = 0; i < rows * IDCT_SETS * JPEG_BLOCK; i++) {
        const size_t block = i / JPEG_BLOCK, place = i % JPEG_BLOCK;
        const size_t at =
            (block / IDCT_SETS * 8 + place / 8) * width + block % IDCT_SETS * 8 + place % 8;
        if (shifted[1][at] == 255)
            samples[i] = shifted[0][at];
        else if (shifted[1][at] == 0)
            samples[i] = (int16_t)(shifted[2][at] - SHIFTS[2]);
        else
            samples[i] = (int16_t)(shifted[1][at] - SHIFTS[1]);
    }
}

static void run(const ocl_env *env, cl_program program, const jpeg_rung *rung, const cl_mem d[3],
                cl_uint rows)
{
    cl_int err;
    const cl_uint band[] = { 0, rows };
    const jpeg_file file = { .count = 1, .components = { { .v = 1, .blocks_x = IDCT_SETS } } };
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, rung->idct, &err));
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof d[i], &d[i]));
    for (cl_uint i = 0; i < 2; i++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + i, sizeof band[i], &band[i]));
    const ocl_range_2d range = jpeg_idct_range(env, kernel, rung, &file, rows);
    ocl_poison_run(env->queue, d[0], JPEG_BLOCK * IDCT_SETS * (size_t)rows, 0);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, range.global, range.local, 0,
                                     NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
}

// A figure as a share of its limit, which must not be more than 1.  Zeros give zeros.
static ocl_result judge_figure(const char *rung, idct_range r, size_t figure, double value)
{
    const bool is_zero = r.low == r.high;
    const double limit = is_zero ? 0.0 : IDCT_LIMITS[figure];
    const float share = (float)(is_zero ? 2.0 * ceil(value) : value / limit), wanted = 0.0f;
    char what[128];
    snprintf(what, sizeof what, "%s, samples %d to %d, sign %+d: share of the limit %g of %s", rung,
             r.low, r.high, r.sign, limit, IDCT_NAMES[figure]);
    return ocl_verify_f32(what, &share, &wanted, 1, 1.0);
}

// A rung's figures as rows of the table, and whether they are within their limits.
static ocl_result judge(ocl_table *table, const char *rung, const int16_t *samples,
                        const int16_t *ref, size_t blocks)
{
    // The limits of the means are those of IDCT_BLOCKS blocks.
    const size_t judged = blocks < IDCT_BLOCKS ? 1 : IDCT_FIGURES;
    ocl_result result = { .pass = true, .bound = 1.0 };
    for (size_t s = 0; s < IDCT_SETS; s++) {
        const size_t first = s * blocks * JPEG_BLOCK;
        const idct_range r = IDCT_RANGES[s];
        double f[IDCT_FIGURES];
        idct_find_figures(f, samples + first, ref + first, blocks);
        ocl_table_row(table, "%-9s %4d %4d  %+d %4.0f %12.6f %9.6f %13.6f %9.6f", rung, r.low,
                      r.high, r.sign, f[0], f[1], f[2], f[3], f[4]);
        for (size_t i = 0; i < judged; i++)
            result = ocl_result_both(result, judge_figure(rung, r, i, f[i]));
    }
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "idct_accuracy",
                              .summary = "Tests the inverse DCTs as IEEE Std 1180-1990 says.",
                              .accepts = "dnVk",
                              .size_help = "blocks of each set; means are judged from 10000 on",
                              .extents = 1,
                              .variants = RUNGS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { IDCT_BLOCKS }, .repeat = 1 });

    ocl_env env = ocl_open(&opt);
    const double all = (double)IDCT_SETS * JPEG_BLOCK * (double)opt.n[0];
    ocl_require_memory(env.device, 2.0 * all, 3.0 * all, 10.0 * all);
    const size_t rows = opt.n[0], values = IDCT_SETS * JPEG_BLOCK * rows;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "blocks", rows * IDCT_SETS);
    int16_t *coefficients = ocl_alloc(values * sizeof *coefficients);
    int16_t *samples = ocl_alloc(values * sizeof *samples);
    int16_t *ref = ocl_alloc(values * sizeof *ref);
    ocl_doing("making the blocks");
    for (size_t s = 0; s < IDCT_SETS; s++) {
        const size_t first = s * rows * JPEG_BLOCK;
        idct_make_set(coefficients + first, ref + first, IDCT_RANGES[s], rows);
    }

    // The blocks are a picture of one component, whose quantisation steps are 1.
    jpeg_device_component component = { .blocks_x = IDCT_SETS, .h = 1, .v = 1 };
    for (size_t i = 0; i < JPEG_BLOCK; i++)
        component.quantisation[i] = 1;
    const cl_mem d[] = { ocl_buffer(&env, CL_MEM_READ_WRITE, values, NULL),
                         ocl_buffer(&env, CL_MEM_READ_ONLY, values * sizeof(int16_t), coefficients),
                         ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof component, &component) };
    const level_programs programs = build(&env);
    uint8_t *shifted[LEVELS];
    for (size_t i = 0; i < LEVELS; i++)
        shifted[i] = ocl_alloc(values);

    ocl_table table = ocl_table_open(report, "figures",
                                     "rung, low, high, sign, peak, worst square,"
                                     " squares, worst mean, mean");
    ocl_result results[sizeof RUNGS / sizeof *RUNGS];
    for (size_t i = 0; RUNGS[i]; i++) {
        if (!ocl_wants(&opt, RUNGS[i])) continue;
        const jpeg_rung *rung = &JPEG_RUNGS[i];
        for (size_t level = 0; level < LEVELS; level++) {
            run(&env, rung->rows ? programs.rows[level] : programs.items[level], rung, d,
                (cl_uint)rows);
            OCL_CHECK(clEnqueueReadBuffer(env.queue, d[0], CL_TRUE, 0, values, shifted[level], 0,
                                          NULL, NULL));
        }
        join(samples, shifted, rows);
        results[i] = judge(&table, RUNGS[i], samples, ref, rows);
    }
    ocl_report_note(report,
                    "limits: peak %.0f, worst square %.2f, squares %.2f, worst mean %.3f, "
                    "mean %.4f",
                    IDCT_LIMITS[0], IDCT_LIMITS[1], IDCT_LIMITS[2], IDCT_LIMITS[3], IDCT_LIMITS[4]);
    for (size_t i = 0; RUNGS[i]; i++)
        if (ocl_wants(&opt, RUNGS[i])) ocl_report_result(report, RUNGS[i], results[i]);

    for (size_t i = 0; i < LEVELS; i++) {
        OCL_CHECK(clReleaseProgram(programs.rows[i]));
        OCL_CHECK(clReleaseProgram(programs.items[i]));
        free(shifted[i]);
    }
    for (size_t i = 0; i < 3; i++)
        OCL_CHECK(clReleaseMemObject(d[i]));
    ocl_close(&env);
    free(ref);
    free(samples);
    free(coefficients);
    return ocl_report_close(report);
}
