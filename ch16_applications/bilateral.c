// SPDX-License-Identifier: MIT
//
// bilateral - takes the noise out of a photograph, and leaves its edges sharp.
//
// Shows   a filter whose weights depend on the picture; tables instead of a costly function; the
//         same kernel with another table is a Gaussian filter
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     bilateral -o three.png, bilateral -i data/coffee.bmp -N 10 -c 40 -o coffee.png

#include "ocl.h"

enum { RADIUS = 4, SIDE = 2 * RADIUS + 1 };    // of the window, in pixels
enum { DIFFERENCES = 3 * 255 + 1 };            // of two colours: 0 to 765

static ptrdiff_t clamp(ptrdiff_t x, ptrdiff_t n)
{
    return x < 0 ? 0 : x < n ? x : n - 1;
}

// The answer in plain C.
static void bilateral_ref(float *out, const ocl_picture *in, const float *by_place,
                          const float *by_colour)
{
    const ptrdiff_t width = in->width, height = in->height;
    for (ptrdiff_t y = 0; y < height; y++)
        for (ptrdiff_t x = 0; x < width; x++) {
            const uint8_t *here = &in->rgba[4 * (y * width + x)];
            double sum[4] = { 0 }, weights = 0;
            for (ptrdiff_t k = 0; k < SIDE * SIDE; k++) {
                const ptrdiff_t i = clamp(x + k % SIDE - RADIUS, width);
                const ptrdiff_t j = clamp(y + k / SIDE - RADIUS, height);
                const uint8_t *other = &in->rgba[4 * (j * width + i)];
                const int difference =
                    abs(here[0] - other[0]) + abs(here[1] - other[1]) + abs(here[2] - other[2]);
                const double weight = (double)by_place[k] * by_colour[difference];
                for (int c = 0; c < 4; c++)
                    sum[c] += weight * other[c];
                weights += weight;
            }
            for (int c = 0; c < 4; c++)
                *out++ = (float)(sum[c] / weights);
        }
}

// --- pictures: noise, and how much of it is left

static ocl_picture picture_of(size_t width, size_t height)
{
    ocl_picture p;
    ocl_message why;
    if (!ocl_picture_alloc(&p, width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return p;
}

static size_t channels(const ocl_picture *p)
{
    return (size_t)4 * p->width * p->height;
}

// A copy of the picture, with nearly normal noise of this width in red, green and blue.  Free it
// with ocl_picture_free.
//
// The sum of four random numbers is nearly normal; each of 16 bits has the variance 65536^2 / 12.
static ocl_picture add_noise(const ocl_picture *clean, double width, uint64_t seed)
{
    ocl_picture noisy = picture_of(clean->width, clean->height);
    for (size_t i = 0; i < channels(clean); i++) {
        const uint64_t bits = ocl_random(seed, i);
        const double sum = (double)(bits & 65535) + (double)(bits >> 16 & 65535) +
                           (double)(bits >> 32 & 65535) + (double)(bits >> 48);
        const double value = clean->rgba[i] + width * (sum - 2 * 65535) / (65536 / sqrt(3.0));
        noisy.rgba[i] = i % 4 == 3 ? clean->rgba[i] : (uint8_t)fmin(fmax(value + 0.5, 0), 255);
    }
    return noisy;
}

// The picture of these pixels, RGBA: each number is rounded.  Free it with ocl_picture_free.
static ocl_picture round_pixels(const float *rgba, uint32_t width, uint32_t height)
{
    ocl_picture p = picture_of(width, height);
    for (size_t i = 0; i < channels(&p); i++)
        p.rgba[i] = (uint8_t)fminf(fmaxf(rgba[i] + 0.5f, 0), 255);    // a NaN becomes 0
    return p;
}

// How near red, green and blue are to those of the clean picture, in decibels: 20 log10(255 / e),
// where e is the root of the mean square of the differences.  NaN where there are none.
static double psnr(const ocl_picture *got, const ocl_picture *clean)
{
    double squares = 0;
    for (size_t i = 0; i < channels(clean); i++) {
        const double difference = got->rgba[i] - clean->rgba[i];
        squares += i % 4 == 3 ? 0 : difference * difference;
    }
    if (squares == 0) return NAN;
    return 10 * log10(255.0 * 255.0 * 0.75 * (double)channels(clean) / squares);
}

// Three pictures of the same size, side by side in a file.
static void output_three(const ocl_picture *const pictures[3], const char *path)
{
    const size_t row = (size_t)4 * pictures[0]->width;
    ocl_picture all = picture_of((size_t)3 * pictures[0]->width, pictures[0]->height);
    for (size_t y = 0; y < all.height; y++)
        for (size_t k = 0; k < 3; k++)
            memcpy(all.rgba + (3 * y + k) * row, pictures[k]->rgba + y * row, row);
    ocl_output_picture(&all, path);
    ocl_picture_free(&all);
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO;
    double noise = 20, space = 2, colour = 100;
    const ocl_option own[] = {
        { .usage = "-N, --noise X: how wide it is, of 255", .real = &noise },
        { .usage = "-w, --space X: how wide the weights of places are, in pixels", .real = &space },
        { .usage = "-c, --colour X: how wide those of differences are, of 765", .real = &colour },
        OCL_PATTERN_OPTION(&pattern),
        { .usage = NULL }
    };
    const ocl_about about = { .name = "bilateral",
                              .summary = "Takes the noise out of a photograph, not the edges.",
                              .accepts = "dnioks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    if (noise < 0 || noise > 1000 || space < 0.01 || colour < 0.01)
        ocl_exit(OCL_EXIT_USAGE, "--noise: 0 to 1000; --space and --colour: from 0.01");

    // Device, noisy picture, tables of weights: bells of these widths.
    ocl_env env = ocl_open(&opt);
    ocl_picture clean = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)clean.width * clean.height, bytes = n * sizeof(cl_float4);
    ocl_require_memory(env.device, (double)bytes, 2.25 * (double)bytes, 6.0 * (double)bytes);
    ocl_picture noisy = add_noise(&clean, noise, opt.seed);
    float by_place[SIDE * SIDE], by_colour[2][DIFFERENCES];
    for (int k = 0; k < SIDE * SIDE; k++) {
        const int i = k % SIDE - RADIUS, j = k / SIDE - RADIUS;
        by_place[k] = (float)exp(-(i * i + j * j) / (2 * space * space));
    }
    for (int k = 0; k < DIFFERENCES; k++) {
        by_colour[0][k] = 1;    // colours do not count: this is the Gaussian filter
        by_colour[1][k] = (float)exp(-k * k / (2 * colour * colour));
    }

    // Reference.
    static const char *const NAMES[2] = { "gaussian", "bilateral" };
    float *out[2] = { ocl_alloc(bytes), ocl_alloc(bytes) };
    float *ref[2] = { ocl_alloc(bytes), ocl_alloc(bytes) };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", clean.width);
    ocl_report_count(report, "height", clean.height);
    bilateral_ref(ref[0], &noisy, by_place, by_colour[0]);
    OCL_TIME_REFERENCE(report, bilateral_ref(ref[1], &noisy, by_place, by_colour[1]));

    // Program and buffers.
    cl_program program = ocl_build(&env, "bilateral.cl", "-cl-std=CL1.2 -DRADIUS=%d", RADIUS);
    cl_mem d_out[2], d_by_colour[2];
    for (int k = 0; k < 2; k++) {
        d_out[k] = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
        d_by_colour[k] = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof by_colour[k], by_colour[k]);
    }
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, 4 * n, noisy.rgba);
    cl_mem d_by_place = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof by_place, by_place);

    // Arguments that stay.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "bilateral", &err));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_by_place, &d_by_place));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_int), &(cl_int){ (cl_int)clean.width }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_int), &(cl_int){ (cl_int)clean.height }));

    // Launch with each table, and read.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 16, 8 }, local);
    const size_t global[2] = { ocl_round_up(clean.width, local[0]),
                               ocl_round_up(clean.height, local[1]) };
    cl_event done[2];
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out[k], &d_out[k]));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_by_colour[k], &d_by_colour[k]));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done[k]));
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_out[k], CL_TRUE, 0, bytes, out[k], 0, NULL, NULL));
        ocl_report_kernel(report, NAMES[k], &done[k], 1);
    }

    // How far from the clean picture?
    ocl_picture result[2];
    ocl_table table = ocl_table_open(report, "noise", "dB, picture");
    ocl_table_row(&table, "%6.2f  %s", psnr(&noisy, &clean), "noisy");
    for (int k = 0; k < 2; k++) {
        result[k] = round_pixels(out[k], clean.width, clean.height);
        ocl_table_row(&table, "%6.2f  %s", psnr(&result[k], &clean), NAMES[k]);
    }
    if (opt.output != NULL)
        output_three((const ocl_picture *const[]){ &noisy, &result[0], &result[1] }, opt.output);

    // Verify.  u = 2^-24 is the error of a rounding.  All numbers are positive.  With N = SIDE^2
    // weights, a sum of colours has N products of three factors and N - 1 additions: N + 1
    // roundings, one after the other.  A sum of weights has N.  The division has 5 u in OpenCL, and
    // the reference is rounded once.  So a channel, at most 255, may be off by (2 N + 7) u 255; one
    // more u is for products of errors, and for tiny weights that a device takes for 0.
    const double bound = (2.0 * SIDE * SIDE + 8) * ldexp(255, -24);
    for (int k = 0; k < 2; k++)
        ocl_report_result(report, NAMES[k], ocl_verify_f32(NAMES[k], out[k], ref[k], 4 * n, bound));

    // Release, in reverse order.
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clReleaseEvent(done[k]));
        ocl_picture_free(&result[k]);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_by_place));
    OCL_CHECK(clReleaseMemObject(d_in));
    for (int k = 0; k < 2; k++) {
        OCL_CHECK(clReleaseMemObject(d_by_colour[k]));
        OCL_CHECK(clReleaseMemObject(d_out[k]));
        free(ref[k]);
        free(out[k]);
    }
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&noisy);
    ocl_picture_free(&clean);
    return ocl_report_close(report);
}
