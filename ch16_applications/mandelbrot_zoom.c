// SPDX-License-Identifier: MIT
//
// mandelbrot_zoom - deep into the Mandelbrot set and Julia sets: by double where the device has it,
// in colours without edges.
//
// Shows   one kernel text for float and double; how deep each of them goes; a count with a fraction
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     mandelbrot_zoom -x -0.7436438870 -y 0.1318259042 -w 1e-8 -m 3000 -n 320x240 -o deep.png
//         mandelbrot_zoom --julia -x 0 -o julia.png

#include "ocl.h"

// A point is far when |z|^2 > 2^16.
enum { BITS = 16 };

enum { FLOAT, DOUBLE, TYPES };
static const char *const TYPE[TYPES] = { "float", "double" };

// c of the Julia set, unless options say another one.
static const double JULIA_X = -0.8, JULIA_Y = 0.156;

// What the picture shows.  The pixels are `step` apart, and the first one is (left, top).
typedef struct {
    size_t width, height;    // pixels
    double left, top, step;
    bool julia;                 // c is the same for all pixels
    double julia_x, julia_y;    // this one
    uint32_t most;              // steps
} view;

// Steps of each pixel: the whole ones, and the fraction.
typedef struct {
    uint32_t *counts;
    float *fractions;
} steps;

static steps steps_alloc(size_t n)
{
    return (steps){ ocl_alloc(n * sizeof(uint32_t)), ocl_alloc(n * sizeof(float)) };
}

static void steps_free(steps s)
{
    free(s.fractions);
    free(s.counts);
}

// A sum or product of two floats, computed in double and then rounded to float, is the float that
// float arithmetic gives: double has more than twice as many bits.
static double rounded(double number, int type)
{
    return type == FLOAT ? (double)(float)number : number;
}

// The place of pixel i, across or down.
static double place(double first, double step, size_t i, int type)
{
    return rounded(rounded(first, type) + rounded((double)i * rounded(step, type), type), type);
}

// The answer in plain C.  Each operation is rounded by itself.
static void zoom_ref(steps ref, const view *v, int type)
{
    for (size_t i = 0; i < v->width * v->height; i++) {
        double x = place(v->left, v->step, i % v->width, type);
        double y = place(v->top, -v->step, i / v->width, type);
        const double cx = v->julia ? rounded(v->julia_x, type) : x;
        const double cy = v->julia ? rounded(v->julia_y, type) : y;
        double xx = rounded(x * x, type), yy = rounded(y * y, type);
        uint32_t n = 0;
        while (n < v->most && rounded(xx + yy, type) <= (double)(1 << BITS)) {
            const double xy = rounded(x * y, type);
            x = rounded(rounded(xx - yy, type) + cx, type);
            y = rounded(2.0 * xy + cy, type);
            xx = rounded(x * x, type);
            yy = rounded(y * y, type);
            n++;
        }
        ref.counts[i] = n;
        ref.fractions[i] =
            n < v->most ? (float)(1.0 - log2(log2(rounded(xx + yy, type)) / BITS)) : 0.0f;
    }
}

static void zoom_refs(const steps ref[TYPES], const view *v, int types)
{
    for (int type = 0; type < types; type++)
        zoom_ref(ref[type], v, type);
}

// An argument of type REAL.
static void set_real(cl_kernel kernel, cl_uint index, double value, int type)
{
    if (type == DOUBLE)
        OCL_CHECK(clSetKernelArg(kernel, index, sizeof(cl_double), &(cl_double){ value }));
    else
        OCL_CHECK(clSetKernelArg(kernel, index, sizeof(cl_float), &(cl_float){ (cl_float)value }));
}

// The steps of all pixels on the device, with places of this type.
static void zoom(const ocl_env *env, ocl_report *report, steps got, const view *v, int type)
{
    // Program, buffers, arguments.
    const size_t n = v->width * v->height, bytes = n * sizeof(cl_uint);
    cl_program program =
        ocl_build(env, "mandelbrot_zoom.cl", "-cl-std=CL1.2 -DREAL=%s -DBITS=%d", TYPE[type], BITS);
    cl_mem d_counts = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_fractions = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "mandelbrot_zoom", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_counts, &d_counts));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_fractions, &d_fractions));
    set_real(kernel, 2, v->left, type);
    set_real(kernel, 3, v->top, type);
    set_real(kernel, 4, v->step, type);
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ v->julia }));
    set_real(kernel, 6, v->julia_x, type);
    set_real(kernel, 7, v->julia_y, type);
    OCL_CHECK(clSetKernelArg(kernel, 8, sizeof(cl_ulong), &(cl_ulong){ v->width }));
    OCL_CHECK(clSetKernelArg(kernel, 9, sizeof(cl_ulong), &(cl_ulong){ v->height }));
    OCL_CHECK(clSetKernelArg(kernel, 10, sizeof(cl_uint), &v->most));

    // Launch and read.
    size_t local[2];
    ocl_local_size_2d(kernel, env->device, (const size_t[]){ 16, 16 }, local);
    const size_t global[2] = { ocl_round_up(v->width, local[0]),
                               ocl_round_up(v->height, local[1]) };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(
        clEnqueueReadBuffer(env->queue, d_counts, CL_TRUE, 0, bytes, got.counts, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_fractions, CL_TRUE, 0, bytes, got.fractions, 0,
                                  NULL, NULL));
    ocl_report_kernel(report, TYPE[type], &done, 1);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_fractions));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseProgram(program));
}

// How many of n places in a row, or in a column, are different numbers of this type.
static size_t different(double first, double step, size_t n, int type)
{
    size_t found = 1;
    for (size_t i = 1; i < n; i++)
        if (place(first, step, i, type) != place(first, step, i - 1, type)) found++;
    return found;
}

// Points that stay are black.  The others go through blue, white and orange.  Colours begin at the
// point that runs away first: deep in, all of them have many steps.
static void paint(ocl_picture *picture, steps s, uint32_t most)
{
    const size_t n = (size_t)picture->width * picture->height;
    double least = most;
    for (size_t i = 0; i < n; i++)
        if (s.counts[i] < most) least = fmin(least, s.counts[i] + (double)s.fractions[i]);
    for (size_t i = 0; i < n; i++) {
        const double beyond = fmax(0.0, s.counts[i] + (double)s.fractions[i] - least);
        const double turn = 4.0 * log2(1.0 + beyond) / 5.0;
        for (int c = 0; c < 3; c++)
            picture->rgba[4 * i + (size_t)c] =
                s.counts[i] == most ? 0 : (uint8_t)(127.5 - 127.5 * cos(turn + 0.5 * c - 0.5));
        picture->rgba[4 * i + 3] = 255;
    }
}

int main(int argc, char **argv)
{
    // Options.
    double x = -0.75, y = 0.0, width = 3.2, julia_x = JULIA_X, julia_y = JULIA_Y;
    size_t most = 256;
    bool julia = false, draw_float = false;
    const ocl_option own[] = {
        { .usage = "-x, --x X: the centre of the picture, across", .real = &x },
        { .usage = "-y, --y Y: the centre of the picture, upwards", .real = &y },
        { .usage = "-w, --width W: of the picture, in the plane", .real = &width },
        { .usage = "-m, --most N: steps until a point counts as one that stays", .count = &most },
        { .usage = "--julia: a Julia set", .flag = &julia },
        { .usage = "--julia-x X: its c, across", .real = &julia_x },
        { .usage = "--julia-y Y: its c, upwards", .real = &julia_y },
        { .usage = "--float: draw what float counts, also where there is double",
          .flag = &draw_float },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "mandelbrot_zoom",
                              .summary = "Deep into the Mandelbrot set: float and double.",
                              .accepts = "dnok",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 19,    // NVIDIA's GPUs take 65535 work-groups of 16 rows
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 799, 601 } });
    if (!(width >= 1e-17 && width <= 1e9)) ocl_exit(OCL_EXIT_USAGE, "--width: from 1e-17 to 1e9");
    if (fabs(x) > 1e9 || fabs(y) > 1e9) ocl_exit(OCL_EXIT_USAGE, "--x, --y: from -1e9 to 1e9");
    if (fabs(julia_x) > 1e9 || fabs(julia_y) > 1e9)
        ocl_exit(OCL_EXIT_USAGE, "--julia-x, --julia-y: from -1e9 to 1e9");
    if (!julia && (julia_x != JULIA_X || julia_y != JULIA_Y))
        ocl_exit(OCL_EXIT_USAGE, "--julia-x, --julia-y: only with --julia");
    if (most > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "--most: at most %u", UINT32_MAX);

    // Device, view, references.
    ocl_env env = ocl_open(&opt);
    const int types = ocl_has_extension(env.device, "cl_khr_fp64") ? TYPES : DOUBLE;
    const double pixels = (double)opt.n[0] * (double)opt.n[1], room = pixels * sizeof(cl_uint);
    ocl_require_memory(env.device, room, 2.0 * room, 9.0 * room);
    const double step = width / (double)opt.n[0];
    const view v = { .width = opt.n[0],
                     .height = opt.n[1],
                     .left = x - step * (double)(opt.n[0] - 1) / 2.0,
                     .top = y + step * (double)(opt.n[1] - 1) / 2.0,
                     .step = step,
                     .julia = julia,
                     .julia_x = julia_x,
                     .julia_y = julia_y,
                     .most = (uint32_t)most };
    const size_t n = v.width * v.height;
    steps got[TYPES], ref[TYPES];
    for (int type = 0; type < types; type++) {
        got[type] = steps_alloc(n);
        ref[type] = steps_alloc(n);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", v.width);
    ocl_report_count(report, "height", v.height);
    ocl_report_count(report, "most", most);
    OCL_TIME_REFERENCE(report, zoom_refs(ref, &v, types));

    // Launch and read.
    for (int type = 0; type < types; type++)
        zoom(&env, report, got[type], &v, type);

    // Verify.  Counts are exact.  |z|^2 is less than 2^63, so its log2, a, is off by at most 3 of
    // its last places: 3 * 2^-19, or from 32 on 3 * 2^-18.  This makes log2(a / 16) off by at most
    // 3 * 2^-23 / ln 2, to which come 3 of its own last places, which are at most 2^-23.  The
    // roundings to float of |z|^2 and of the fraction are smaller: all are less than 2^-20.
    for (int type = 0; type < types; type++) {
        char what[32];
        snprintf(what, sizeof what, "%s, steps", TYPE[type]);
        ocl_report_result(report, what,
                          ocl_verify_u32(what, got[type].counts, ref[type].counts, n));
        snprintf(what, sizeof what, "%s, fractions", TYPE[type]);
        ocl_report_result(
            report, what,
            ocl_verify_f32(what, got[type].fractions, ref[type].fractions, n, 0x1p-20));
    }

    // How deep it goes, and the picture.
    ocl_table table = ocl_table_open(report, "places", "type, different columns, different rows");
    for (int type = 0; type < types; type++)
        ocl_table_row(&table, "%-6s %17zu %14zu", TYPE[type],
                      different(v.left, v.step, v.width, type),
                      different(v.top, -v.step, v.height, type));
    if (types == TYPES) {
        size_t other = 0;
        for (size_t i = 0; i < n; i++)
            other += got[FLOAT].counts[i] != got[DOUBLE].counts[i];
        ocl_report_note(report, "float and double count different steps in %zu of %zu pixels",
                        other, n);
    } else
        ocl_report_note(report, "no double here: the device has no cl_khr_fp64");
    if (opt.output != NULL) {
        ocl_picture picture;
        ocl_message why;
        if (!ocl_picture_alloc(&picture, v.width, v.height, &why))
            ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        paint(&picture, got[draw_float ? FLOAT : types - 1], v.most);
        ocl_output_picture(&picture, opt.output);
        ocl_picture_free(&picture);
    }

    // Release, in reverse order.
    ocl_close(&env);
    for (int type = 0; type < types; type++) {
        steps_free(ref[type]);
        steps_free(got[type]);
    }
    return ocl_report_close(report);
}
