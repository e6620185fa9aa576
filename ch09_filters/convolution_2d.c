// SPDX-License-Identifier: MIT
//
// convolution_2d - convolution and correlation of a picture with a filter of any width and height.
//
// Shows   what turns the filter over, and when it matters; two extents, and the middle of each;
//         what a filter makes of a single bright pixel
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg with int2, clEnqueueReadBuffer
// Try     convolution_2d --impulse; convolution_2d --impulse -w 2 -H 3
//         convolution_2d -w 1 -H 31; convolution_2d --impulse -w 15 -H 9 -o impulse.png

#include "ocl.h"

// With at most 32 * 32 numbers the largest sum is 255 * (1 + 2 + ... + 1024), which fits a uint.
enum { GROUP_WIDTH = 32, GROUP_HEIGHT = 8, MAX_EXTENT = 32 };

enum { CORRELATION, CONVOLUTION, TURNED, VARIANT_COUNT };
static const char *const VARIANTS[] = { "correlation", "convolution", "turned", NULL };
static const char *const KERNELS[] = { "convolution_2d_correlation", "convolution_2d_convolution",
                                       "convolution_2d_correlation" };

// A rectangle of numbers, row after row.
typedef struct {
    int width, height;
    uint32_t *at;    // malloc'ed
} numbers;

static size_t numbers_bytes(const numbers *n)
{
    return (size_t)n->width * (size_t)n->height * sizeof *n->at;
}

// All of them are 0.
static numbers numbers_new(size_t width, size_t height)
{
    numbers n = { (int)width, (int)height, NULL };
    n.at = ocl_alloc(numbers_bytes(&n));
    memset(n.at, 0, numbers_bytes(&n));
    return n;
}

// The number in column x and row y.
static uint32_t *number_at(const numbers *n, int x, int y)
{
    return &n->at[(size_t)y * (size_t)n->width + (size_t)x];
}

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    numbers in, filter, turned;    // the filter; its numbers in the opposite order
    numbers ref[VARIANT_COUNT], out[VARIANT_COUNT];
    cl_int2 middle;    // of the filter
    cl_mem d_out, d_in, d_filter, d_turned;
    cl_program program;
} lesson;

// What each pixel gathers: the window around it, times the filter as it is.
static void correlation_ref(numbers *ref, const numbers *in, const numbers *filter, cl_int2 middle)
{
    for (int y = 0; y < ref->height; y++)
        for (int x = 0; x < ref->width; x++) {
            uint32_t sum = 0;
            for (int j = 0; j < filter->height; j++)
                for (int i = 0; i < filter->width; i++) {
                    const int column = x + i - middle.s[0], row = y + j - middle.s[1];
                    if (column < 0 || column >= in->width || row < 0 || row >= in->height) continue;
                    sum += *number_at(filter, i, j) * *number_at(in, column, row);
                }
            *number_at(ref, x, y) = sum;
        }
}

// What each pixel gives: it leaves a copy of the filter, times its own value.  The copies add up.
static void convolution_ref(numbers *ref, const numbers *in, const numbers *filter, cl_int2 middle)
{
    memset(ref->at, 0, numbers_bytes(ref));
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++)
            for (int j = 0; j < filter->height; j++)
                for (int i = 0; i < filter->width; i++) {
                    const int column = x + i - middle.s[0], row = y + j - middle.s[1];
                    if (column < 0 || column >= in->width || row < 0 || row >= in->height) continue;
                    *number_at(ref, column, row) += *number_at(in, x, y) * *number_at(filter, i, j);
                }
}

// Turned over, number i becomes number `last - i`; so does the middle.
static cl_int2 turned_middle(const lesson *l)
{
    return (
        cl_int2){ { l->filter.width - 1 - l->middle.s[0], l->filter.height - 1 - l->middle.s[1] } };
}

static void run_variant(lesson *l, size_t variant)
{
    const numbers *out = &l->out[variant];
    const cl_int2 size = { { l->in.width, l->in.height } };
    const cl_int2 extents = { { l->filter.width, l->filter.height } };
    const cl_int2 middle = variant == TURNED ? turned_middle(l) : l->middle;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, KERNELS[variant], &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_in, &l->d_in));
    OCL_CHECK(
        clSetKernelArg(kernel, 2, sizeof(cl_mem), variant == TURNED ? &l->d_turned : &l->d_filter));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof size, &size));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof extents, &extents));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof middle, &middle));

    const size_t pixels[2] = { (size_t)out->width, (size_t)out->height };
    const size_t wanted[2] = { GROUP_WIDTH, GROUP_HEIGHT };
    ocl_range_2d range;
    ocl_local_size_2d(kernel, l->env->device, wanted, range.local);
    ocl_global_size_2d(pixels, range.local, SIZE_MAX, range.global);
    if (ocl_pace_allows(&l->pace, l->report, VARIANTS[variant],
                        ocl_pace_estimate(&l->pace, kernel, &range))) {
        const size_t bytes = numbers_bytes(out);
        ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, bytes);
        while (ocl_trial_next(&t))
            ocl_enqueue_2d(l->env->queue, kernel, &range, &t.first, &t.done);
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_out, CL_TRUE, 0, bytes, out->at, 0, NULL,
                                      NULL));
        const ocl_work work = { .amount = (double)(pixels[0] * pixels[1]), .unit = "Mpixel/s" };
        ocl_trial_report(
            &t, l->report, &work,
            ocl_verify_u32(VARIANTS[variant], out->at, l->ref[variant].at, pixels[0] * pixels[1]));
    }
    OCL_CHECK(clReleaseKernel(kernel));
}

// --- what is shown of --impulse

enum { SQUARE = 12, GAP = 12 };    // pixels of the drawing

// A row of the table per row of numbers.  Rows of many numbers are cut off.
static void show_rows(ocl_table *table, const char *of, const numbers *n)
{
    for (int y = 0; y < n->height; y++) {
        char text[80] = "";
        size_t used = 0;
        for (int x = 0; x < n->width && used + 8 < sizeof text; x++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %3u", *number_at(n, x, y));
        ocl_table_row(table, "%-12s %4d %s", of, y, text);
    }
}

// The brightness of square (x, y) of a place of that size; black where there is no number.
static uint8_t brightness_of(const numbers *n, int x, int y, const numbers *place)
{
    uint32_t largest = 1;
    for (size_t i = 0; i < numbers_bytes(n) / sizeof *n->at; i++)
        largest = n->at[i] > largest ? n->at[i] : largest;
    x -= place->width / 2 - n->width / 2;
    y -= place->height / 2 - n->height / 2;
    if (x < 0 || x >= n->width || y < 0 || y >= n->height) return 0;
    return (uint8_t)(255.0 * *number_at(n, x, y) / largest);
}

// Writes three rectangles beside each other: the larger a number, the brighter its square.  A
// smaller rectangle is in the middle of its place.
static void draw_numbers(const char *path, const numbers *const of[3])
{
    const numbers *place = of[2];
    const size_t wide = (size_t)place->width * SQUARE, high = (size_t)place->height * SQUARE;
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, 3 * wide + 2 * GAP, high, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    memset(picture.rgba, 255, 4 * (3 * wide + 2 * GAP) * high);
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < (size_t)place->width * (size_t)place->height; i++) {
            const int x = (int)i % place->width, y = (int)i / place->width;
            const uint8_t grey = brightness_of(of[k], x, y, place);
            for (size_t p = 0; p < (size_t)SQUARE * SQUARE; p++) {
                const size_t column = k * (wide + GAP) + (size_t)x * SQUARE + p % SQUARE;
                const size_t row = (size_t)y * SQUARE + p / SQUARE;
                memset(picture.rgba + 4 * (row * picture.width + column), grey, 3);
            }
        }
    ocl_output_picture(&picture, path);
    ocl_picture_free(&picture);
}

int main(int argc, char **argv)
{
    size_t columns = 5, rows = 3;
    bool impulse = false;
    const ocl_option own[] = {
        { .usage = "-w, --width N: columns of the filter, at most 32", .count = &columns },
        { .usage = "-H, --height N: rows of the filter, at most 32", .count = &rows },
        { .usage = "--impulse: the picture is zeros with one 1 in the middle",
          .flag = &impulse,
          .excludes = 's' },
        { 0 },
    };
    const ocl_about about = { .name = "convolution_2d",
                              .summary = "Filters a picture of numbers with W x H numbers.",
                              .accepts = "dnorVks",
                              .size_help = "numbers of the picture",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options defaults = { .n = { 517, 389 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (columns > MAX_EXTENT || rows > MAX_EXTENT)
        ocl_exit(OCL_EXIT_USAGE, "a filter of %zux%zu: give at most 32x32", columns, rows);
    if (opt.output && (!impulse || !ocl_wants(&opt, "all")))
        ocl_exit(OCL_EXIT_USAGE, "--output: draws what all variants make of --impulse");
    const bool around = impulse && !opt.size_given;
    const size_t width = around ? columns + 2 : opt.n[0], height = around ? rows + 2 : opt.n[1];

    ocl_env env = ocl_open(&opt);
    const double pixels = (double)width * (double)height, bytes = pixels * sizeof(cl_uint);
    if (width > INT32_MAX / 2 || height > INT32_MAX / 2)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d numbers per row or column", INT32_MAX / 2);
    ocl_require_memory(env.device, bytes, 2.0 * bytes, (1.0 + 2.0 * VARIANT_COUNT) * bytes);
    lesson l = { .env = &env, .pace = ocl_pace_open(&env) };
    l.pace.heavy = columns * rows > 100;
    l.in = numbers_new(width, height);
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        l.ref[v] = numbers_new(width, height);
        l.out[v] = numbers_new(width, height);
    }
    l.filter = numbers_new(columns, rows);
    l.turned = numbers_new(columns, rows);
    l.middle = (cl_int2){ { (cl_int)columns / 2, (cl_int)rows / 2 } };
    for (size_t i = 0; i < columns * rows; i++) {    // 1, 2, 3, ...: it changes when it is turned
        l.filter.at[i] = (uint32_t)i + 1;
        l.turned.at[columns * rows - 1 - i] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < width * height; i++)
        l.in.at[i] = impulse ? 0 : (uint32_t)(ocl_random(opt.seed, i) & 255);
    if (impulse) *number_at(&l.in, (int)width / 2, (int)height / 2) = 1;

    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", width);
    ocl_report_count(l.report, "height", height);
    ocl_report_count(l.report, "filter width", columns);
    ocl_report_count(l.report, "filter height", rows);
    correlation_ref(&l.ref[CORRELATION], &l.in, &l.filter, l.middle);
    OCL_TIME_REFERENCE(l.report, convolution_ref(&l.ref[CONVOLUTION], &l.in, &l.filter, l.middle));
    memcpy(l.ref[TURNED].at, l.ref[CONVOLUTION].at, numbers_bytes(&l.in));

    cl_int err;
    const cl_mem_flags filled = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    const size_t filter_bytes = numbers_bytes(&l.filter);
    l.program = ocl_build(&env, "convolution_2d.cl", "%s", "");
    l.d_out = OCL_CREATE(
        clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, numbers_bytes(&l.in), NULL, &err));
    l.d_in = OCL_CREATE(clCreateBuffer(env.context, filled, numbers_bytes(&l.in), l.in.at, &err));
    l.d_filter = OCL_CREATE(clCreateBuffer(env.context, filled, filter_bytes, l.filter.at, &err));
    l.d_turned = OCL_CREATE(clCreateBuffer(env.context, filled, filter_bytes, l.turned.at, &err));

    for (size_t v = 0; v < VARIANT_COUNT; v++)
        if (ocl_wants(&opt, VARIANTS[v])) run_variant(&l, v);
    if (impulse) {
        ocl_table table = ocl_table_open(l.report, "numbers", "of, row, numbers");
        show_rows(&table, "filter", &l.filter);
        for (size_t v = 0; v < VARIANT_COUNT; v++)
            if (ocl_wants(&opt, VARIANTS[v])) show_rows(&table, VARIANTS[v], &l.out[v]);
    }
    if (opt.output)
        draw_numbers(opt.output, (const numbers *const[]){ &l.filter, &l.out[CORRELATION],
                                                           &l.out[CONVOLUTION] });

    OCL_CHECK(clReleaseMemObject(l.d_turned));
    OCL_CHECK(clReleaseMemObject(l.d_filter));
    OCL_CHECK(clReleaseMemObject(l.d_in));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(l.turned.at);
    free(l.filter.at);
    for (size_t v = 0; v < VARIANT_COUNT; v++) {
        free(l.out[v].at);
        free(l.ref[v].at);
    }
    free(l.in.at);
    return ocl_report_close(l.report);
}
