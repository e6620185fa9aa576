// SPDX-License-Identifier: MIT
//
// bench_bilateral - the kernel of bilateral beside OpenMP and OpenCV's bilateralFilter.
//
// Times are the wall clock's, with the launch and the wait.  `openmp` has its sums as floats.
// OpenCV takes and gives bytes, three to a pixel, and its window is round: it adds 49 pixels where
// ours adds 81.  It is compared with plain C of that window.

// The lesson itself, of which main alone is not called.
#define main bilateral_main
#include "../ch16_applications/bilateral.c"
#undef main

#include "contest.h"
#include "one_launch.h"
#ifdef OCL_HAVE_OPENCV
#include "bilateral_opencv.h"
#endif

static const double SPACE = 2, COLOUR = 100, NOISE = 20;

typedef struct {
    one_launch launch;
    size_t width, height;
    const ocl_picture *noisy;
    const float *by_place, *by_colour;
    float *out, *ref, *ref_round;
    uint8_t *rgb, *rgb_out;    // for OpenCV
    double bound;
} bench;

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return ocl_verify_f32(name, b->out, b->ref, 4 * b->width * b->height, b->bound);
}

static void run_openmp(void *what)
{
    const bench *b = what;
    const ptrdiff_t width = (ptrdiff_t)b->width, height = (ptrdiff_t)b->height;
#pragma omp parallel for
    for (ptrdiff_t y = 0; y < height; y++)
        for (ptrdiff_t x = 0; x < width; x++) {
            const uint8_t *here = &b->noisy->rgba[4 * (y * width + x)];
            float sum[4] = { 0 }, weights = 0;
            for (ptrdiff_t j = 0; j < SIDE; j++) {
                const uint8_t *row = &b->noisy->rgba[4 * clamp(y + j - RADIUS, height) * width];
                for (ptrdiff_t i = 0; i < SIDE; i++) {
                    const uint8_t *other = row + 4 * clamp(x + i - RADIUS, width);
                    const int difference =
                        abs(here[0] - other[0]) + abs(here[1] - other[1]) + abs(here[2] - other[2]);
                    const float weight = b->by_place[j * SIDE + i] * b->by_colour[difference];
                    for (int c = 0; c < 4; c++)
                        sum[c] += weight * (float)other[c];
                    weights += weight;
                }
            }
            for (int c = 0; c < 4; c++)
                b->out[4 * (y * width + x) + c] = sum[c] / weights;
        }
}

#ifdef OCL_HAVE_OPENCV
static void run_opencv(void *what)
{
    const bench *b = what;
    bilateral_opencv(b->rgb_out, b->rgb, (int)b->width, (int)b->height, SIDE, COLOUR, SPACE);
}

static void forget_opencv(void *what, size_t round)
{
    const bench *b = what;
    memset(b->rgb_out, ocl_poison_byte(round), 3 * b->width * b->height);
}

// A byte is off by half a step and by the rounding of floats.
static ocl_result check_opencv(void *what, const char *name)
{
    const bench *b = what;
    for (size_t i = 0; i < 3 * b->width * b->height; i++)
        b->out[i / 3 * 4 + i % 3] = (float)b->rgb_out[i];
    for (size_t i = 0; i < b->width * b->height; i++)    // it has no fourth channel
        b->out[4 * i + 3] = b->ref_round[4 * i + 3];
    return ocl_verify_f32(name, b->out, b->ref_round, 4 * b->width * b->height, 0.5 + b->bound);
}
#endif

static ocl_result check_kernel(void *what, const char *name)
{
    const bench *b = what;
    one_launch_read(&b->launch);
    return check(what, name);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "bench_bilateral",
                              .summary = "bilateral's kernel beside OpenMP and OpenCV.",
                              .accepts = "dnirks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 14,
                              .own = own,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 11, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_picture clean = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)clean.width * clean.height, bytes = n * sizeof(cl_float4);
    ocl_require_memory(env.device, (double)bytes, 2.25 * (double)bytes, 6.0 * (double)bytes);
    ocl_picture noisy = add_noise(&clean, NOISE, opt.seed);
    float by_place[SIDE * SIDE], by_colour[DIFFERENCES];
    for (int k = 0; k < SIDE * SIDE; k++) {
        const int i = k % SIDE - RADIUS, j = k / SIDE - RADIUS;
        by_place[k] = (float)exp(-(i * i + j * j) / (2 * SPACE * SPACE));
    }
    for (int k = 0; k < DIFFERENCES; k++)
        by_colour[k] = (float)exp(-k * k / (2 * COLOUR * COLOUR));
    bench b = { .width = clean.width,
                .height = clean.height,
                .noisy = &noisy,
                .by_place = by_place,
                .by_colour = by_colour,
                .bound = (2.0 * SIDE * SIDE + 8) * ldexp(255, -24) };    // as in bilateral.c
    b.out = ocl_alloc(bytes);
    b.ref = ocl_alloc(bytes);
    b.ref_round = ocl_alloc(bytes);
    b.rgb = ocl_alloc(3 * n);
    b.rgb_out = ocl_alloc(3 * n);
    for (size_t i = 0; i < 3 * n; i++)
        b.rgb[i] = noisy.rgba[i / 3 * 4 + i % 3];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", clean.width);
    ocl_report_count(report, "height", clean.height);
    OCL_TIME_REFERENCE(report, bilateral_ref(b.ref, &noisy, by_place, by_colour));
#ifdef OCL_HAVE_OPENCV
    float round[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; k++) {
        const int i = k % SIDE - RADIUS, j = k / SIDE - RADIUS;
        round[k] = i * i + j * j <= RADIUS * RADIUS ? by_place[k] : 0.0f;
    }
    bilateral_ref(b.ref_round, &noisy, round, by_colour);
#endif

    cl_program program = ocl_build(&env, "bilateral.cl", "-cl-std=CL1.2 -DRADIUS=%d", RADIUS);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, 4 * n, noisy.rgba);
    cl_mem d_by_place = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof by_place, by_place);
    cl_mem d_by_colour = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof by_colour, by_colour);
    const size_t extents[2] = { clean.width, clean.height };
    b.launch = one_launch_open(&env, program, "bilateral", extents, b.out, bytes);
    const cl_mem inputs[] = { d_in, d_by_place, d_by_colour };
    for (cl_uint k = 0; k < 3; k++)
        OCL_CHECK(clSetKernelArg(b.launch.kernel, 1 + k, sizeof(cl_mem), &inputs[k]));
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 4, sizeof(cl_int), &(cl_int){ (cl_int)b.width }));
    OCL_CHECK(clSetKernelArg(b.launch.kernel, 5, sizeof(cl_int), &(cl_int){ (cl_int)b.height }));

    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat };
    contest_add(&c, (contest_entry){ .name = "openmp",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = one_launch_forget,
                                     .run = run_openmp,
                                     .check = check,
                                     .work = (double)n });
#ifdef OCL_HAVE_OPENCV
    contest_add(&c, (contest_entry){ .name = "opencv",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = forget_opencv,
                                     .run = run_opencv,
                                     .check = check_opencv,
                                     .work = (double)n });
#endif
    contest_add(&c, (contest_entry){ .name = "bilateral",
                                     .what = &b,
                                     .prepare = one_launch_poison,
                                     .run = one_launch_run,
                                     .check = check_kernel,
                                     .work = (double)n });
    contest_hold(&c, report);

    one_launch_close(&b.launch);
    OCL_CHECK(clReleaseMemObject(d_by_colour));
    OCL_CHECK(clReleaseMemObject(d_by_place));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(b.rgb_out);
    free(b.rgb);
    free(b.ref_round);
    free(b.ref);
    free(b.out);
    ocl_picture_free(&noisy);
    ocl_picture_free(&clean);
    return ocl_report_close(report);
}
