// SPDX-License-Identifier: MIT
//
// edges_chain - edges of a picture with specks: a median before the Sobel filter, two kernels in a
// row.
//
// Shows   a chain of two kernels: what the first one writes stays on the device, and the second one
//         reads it; the same through the host; what the median is worth
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clEnqueueWriteBuffer
// Try     edges_chain -o edges.png
//         edges_chain --noise 30 -o edges.png

#include "ocl.h"

enum { GROUP_WIDTH = 32, GROUP_HEIGHT = 8 };

enum { ALONE, CHAIN, THROUGH_HOST };
static const char *const VARIANTS[] = { "alone", "chain", "through_host", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t width, height, pixels;
    cl_mem d_out, d_clean, d_in;    // edges, the picture without specks, the picture
    cl_kernel median, sobel;
    ocl_range_2d range;
    uint8_t *between;    // on the host
} lesson;

static int pixel_at(const uint8_t *in, const lesson *l, ptrdiff_t x, ptrdiff_t y)
{
    const ptrdiff_t right = (ptrdiff_t)l->width - 1, bottom = (ptrdiff_t)l->height - 1;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    return in[y * (right + 1) + x];
}

// The median is the number that at most four others are below, and at most four are above.
static void median_ref(uint8_t *out, const uint8_t *in, const lesson *l)
{
    for (size_t i = 0; i < l->pixels; i++) {
        int v[9], k = 0;
        for (ptrdiff_t j = -1; j <= 1; j++)
            for (ptrdiff_t c = -1; c <= 1; c++)
                v[k++] =
                    pixel_at(in, l, (ptrdiff_t)(i % l->width) + c, (ptrdiff_t)(i / l->width) + j);
        for (k = 0; k < 9; k++) {
            int below = 0, above = 0;
            for (int other = 0; other < 9; other++) {
                below += v[other] < v[k];
                above += v[other] > v[k];
            }
            if (below <= 4 && above <= 4) out[i] = (uint8_t)v[k];
        }
    }
}

// The root of an integer is never halfway between two integers, so the nearest one is clear.
static void sobel_ref(uint8_t *out, const uint8_t *in, const lesson *l)
{
    for (size_t i = 0; i < l->pixels; i++) {
        const ptrdiff_t x = (ptrdiff_t)(i % l->width), y = (ptrdiff_t)(i / l->width);
        double gx = 0.0, gy = 0.0;
        for (ptrdiff_t k = -1; k <= 1; k++) {
            const double weight = k == 0 ? 2.0 : 1.0;
            gx += weight * (pixel_at(in, l, x + 1, y + k) - pixel_at(in, l, x - 1, y + k));
            gy += weight * (pixel_at(in, l, x + k, y + 1) - pixel_at(in, l, x + k, y - 1));
        }
        out[i] = (uint8_t)fmin(floor(sqrt(gx * gx + gy * gy) + 0.5), 255.0);
    }
}

// Both kernels have the same arguments: output, input, size.
static void launch(const lesson *l, cl_kernel kernel, cl_mem d_out, cl_mem d_in)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, l->range.global,
                                     l->range.local, 0, NULL, NULL));
}

// The queue is in-order: the Sobel filter begins when the median has ended.
static void enqueue_chain(const lesson *l)
{
    launch(l, l->median, l->d_clean, l->d_in);
    launch(l, l->sobel, l->d_out, l->d_clean);
}

// The picture goes to the host and back between the two, and the host waits for it.
static void enqueue_through_host(const lesson *l)
{
    cl_command_queue queue = l->env->queue;
    launch(l, l->median, l->d_clean, l->d_in);
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_clean, CL_TRUE, 0, l->pixels, l->between, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, l->d_clean, CL_FALSE, 0, l->pixels, l->between, 0, NULL, NULL));
    launch(l, l->sobel, l->d_out, l->d_clean);
}

// The times are those of the host's clock, from the first call until the queue is empty.
static void run_variant(const lesson *l, int variant, const uint8_t *ref, uint8_t *out)
{
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, l->pixels);
    ocl_trial_scratch(&t, l->d_clean, l->pixels);
    while (ocl_trial_next(&t)) {
        ocl_trial_start_clock(&t);
        if (variant == ALONE) launch(l, l->sobel, l->d_out, l->d_in);
        if (variant == CHAIN) enqueue_chain(l);
        if (variant == THROUGH_HOST) enqueue_through_host(l);
    }
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0, l->pixels, out, 0, NULL, NULL));
    const ocl_work work = { .amount = (double)l->pixels, .unit = "Mpixel/s" };
    const ocl_grid grid = { l->width, l->height };
    ocl_trial_report(&t, l->report, &work, ocl_verify_grid_u8(VARIANTS[variant], out, ref, grid));
}

static cl_kernel make_kernel(const lesson *l, cl_program program, const char *name)
{
    cl_int err;
    const cl_int2 size = { { (cl_int)l->width, (cl_int)l->height } };
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof size, &size));
    return kernel;
}

// --- pictures

// Pictures of one byte per pixel: the luminance.
static uint8_t *grey_of(const ocl_picture *picture)
{
    const size_t pixels = (size_t)picture->width * picture->height;
    uint8_t *grey = ocl_alloc(pixels);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = picture->rgba + 4 * i;
        grey[i] = (uint8_t)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) / 256);
    }
    return grey;
}

// So many percent of the pixels become black or white.
static void add_specks(uint8_t *grey, size_t pixels, double percent, uint64_t seed)
{
    for (size_t i = 0; i < pixels; i++) {
        const uint64_t random = ocl_random(seed, i);
        if ((double)(random >> 32) < percent / 100.0 * 0x1p32) grey[i] = random % 2 ? 255 : 0;
    }
}

// The mean of the absolute differences.
static double mean_difference(const uint8_t *a, const uint8_t *b, size_t pixels)
{
    double sum = 0.0;
    for (size_t i = 0; i < pixels; i++)
        sum += abs(a[i] - b[i]);
    return sum / (double)pixels;
}

// Writes three pictures of this size beside each other.
static void write_three(const char *path, const ocl_picture *size, const uint8_t *const grey[3])
{
    const size_t width = size->width, height = size->height;
    ocl_picture all;
    ocl_message why;
    if (!ocl_picture_alloc(&all, 3 * width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < 3 * width; x++) {
            uint8_t *to = all.rgba + 4 * (y * 3 * width + x);
            to[0] = to[1] = to[2] = grey[x / width][y * width + x % width];
            to[3] = 255;
        }
    ocl_output_picture(&all, path);
    ocl_picture_free(&all);
}

int main(int argc, char **argv)
{
    size_t pattern = OCL_PHOTO;
    double noise = 10.0;
    const ocl_option own[] = {
        OCL_PATTERN_OPTION(&pattern),
        { .usage = "-N, --noise PERCENT: of the pixels become black or white", .real = &noise },
        { 0 }
    };
    const ocl_about about = { .name = "edges_chain",
                              .summary = "Finds edges in a picture with specks: two kernels.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 20, .seed = 1 });
    if (!(noise >= 0.0 && noise <= 100.0))
        ocl_exit(OCL_EXIT_USAGE, "--noise %.15g: give 0 to 100", noise);
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    lesson l = { .env = &env, .width = picture.width, .height = picture.height };
    l.pixels = l.width * l.height;
    ocl_require_memory(env.device, (double)l.pixels, 3.0 * (double)l.pixels,
                       20.0 * (double)l.pixels);

    // The picture, with specks; its edges with and without the median, and without specks.
    uint8_t *in = grey_of(&picture), *clean = ocl_alloc(l.pixels), *out = ocl_alloc(l.pixels);
    uint8_t *true_edges = ocl_alloc(l.pixels), *ref[2];
    l.between = ocl_alloc(l.pixels);
    sobel_ref(true_edges, in, &l);
    add_specks(in, l.pixels, noise, opt.seed);
    for (size_t i = 0; i < 2; i++)
        ref[i] = ocl_alloc(l.pixels);
    sobel_ref(ref[ALONE], in, &l);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.width);
    ocl_report_count(l.report, "height", l.height);
    ocl_report_real(l.report, "noise", noise);
    OCL_TIME_REFERENCE(l.report, (median_ref(clean, in, &l), sobel_ref(ref[CHAIN], clean, &l)));
    ocl_table table = ocl_table_open(l.report, "edges", "edges of, differ by");
    ocl_table_row(&table, "%-20s %9.2f", "the specks",
                  mean_difference(ref[ALONE], true_edges, l.pixels));
    ocl_table_row(&table, "%-20s %9.2f", "the median",
                  mean_difference(ref[CHAIN], true_edges, l.pixels));

    cl_program program = ocl_build(&env, "edges_chain.cl", "%s", "");
    l.median = make_kernel(&l, program, "edges_chain_median");
    l.sobel = make_kernel(&l, program, "edges_chain_sobel");
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.pixels, NULL);
    l.d_clean = ocl_buffer(&env, CL_MEM_READ_WRITE, l.pixels, NULL);
    l.d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, l.pixels, in);
    const size_t extents[2] = { l.width, l.height }, wanted[2] = { GROUP_WIDTH, GROUP_HEIGHT };
    size_t sobel[2];    // both kernels have the same work-groups
    ocl_local_size_2d(l.median, env.device, wanted, l.range.local);
    ocl_local_size_2d(l.sobel, env.device, l.range.local, sobel);
    memcpy(l.range.local, sobel, sizeof sobel);
    ocl_global_size_2d(extents, l.range.local, SIZE_MAX, l.range.global);

    for (int v = ALONE; v <= THROUGH_HOST; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v, ref[v == ALONE ? ALONE : CHAIN], out);
    if (opt.output)
        write_three(opt.output, &picture, (const uint8_t *const[]){ in, ref[ALONE], out });

    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_clean));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseKernel(l.sobel));
    OCL_CHECK(clReleaseKernel(l.median));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    for (size_t i = 0; i < 2; i++)
        free(ref[i]);
    free(l.between);
    free(true_edges);
    free(out);
    free(clean);
    free(in);
    ocl_picture_free(&picture);
    return ocl_report_close(l.report);
}
