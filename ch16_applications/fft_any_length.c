// SPDX-License-Identifier: MIT
//
// fft_any_length - which waves are in a picture?  Its spectrum, whatever its width and height.
//
// Shows   a Fourier transform of any length: passes for the factors 2, 3, 5 and 7, and Bluestein's
//         way for all others; many lines in one launch; two dimensions as rows and then columns
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     fft_any_length -o spectrum.png, fft_any_length -i data/coffee.bmp, fft_any_length -n 97x1

#include "ocl.h"

#include "fft_any_length/reference.h"

#include <float.h>

enum { MOST = 4096, MAX_PASSES = 14, MAX_LAUNCHES = 64 };
static const double PI = 3.14159265358979323846;
static const double U = FLT_EPSILON / 2.0;    // of a float: half the step from 1 to the next one
static const double SLOW = 1 << 29;           // products of plain C

// How lines of n numbers are transformed: with m places and `passes` passes.
typedef struct {
    cl_uint n, m, radices[MAX_PASSES];
    int passes;
    cl_mem d_roots, d_wave, d_table;
    double error;    // as a part of the length of the whole answer
} plan;

// Factors of m from 7 to 2.  False: it has others.
static bool find_radices(plan *p, cl_uint m)
{
    p->m = m;
    p->passes = 0;
    for (cl_uint radix = 7; radix > 1; radix--)
        for (; m % radix == 0; m /= radix)
            p->radices[p->passes++] = radix;
    return m == 1;
}

// Bluestein: 2 j k = j j + k k - (k - j) (k - j).  So the sum of x[j] e(-2 j k) over all j, where
// e(t) is exp(i pi t / n), is
//
//     e(-k k) times the sum of  x[j] e(-j j)  times  e((k - j) (k - j))
//
// and this sum is a filter: a product of spectra, with at least 2 n - 1 places.
//
// Errors in units of u = 2^-24: 1 for each root, 3 for a product, radix - 1 for the sum of `radix`
// numbers.  Their lengths add up to at most sqrt(radix) times the length of all together.  A
// product with a table adds 4: 3, and 1 for the table.
static plan make_plan(const ocl_env *env, size_t n)
{
    plan p = { .n = (cl_uint)n };
    const bool other = !find_radices(&p, p.n);
    for (cl_uint m = 2 * p.n - 1; other && !find_radices(&p, m);)
        m++;
    for (int pass = 0; pass < p.passes; pass++)
        p.error += sqrt(p.radices[pass]) * (p.radices[pass] + 3) * U;

    cl_float2 *wave = ocl_alloc(n * sizeof *wave), *table = ocl_alloc(p.m * sizeof *table);
    for (size_t i = 0; i < p.m; i++) {
        const double angle = 2.0 * PI * (double)i / p.m;
        table[i] = (cl_float2){ .s = { (float)cos(angle), (float)sin(angle) } };
    }
    p.d_roots = ocl_buffer(env, CL_MEM_READ_ONLY, p.m * sizeof *table, table);
    complex_f64 *filter = ocl_alloc(p.m * sizeof *filter), *y = ocl_alloc(p.m * sizeof *y);
    memset(filter, 0, p.m * sizeof *filter);
    for (size_t j = 0; j < n; j++) {
        const double angle = other ? PI * (double)(j * j % (2 * n)) / (double)n : 0.0;
        wave[j] = (cl_float2){ .s = { (float)cos(angle), (float)-sin(angle) } };
        filter[j] = filter[(p.m - j) % p.m] = (complex_f64){ cos(angle), sin(angle) };
    }
    if (other) {
        double largest = 0.0;
        fft_ref(y, filter, p.m, 1);
        for (size_t i = 0; i < p.m; i++) {
            table[i].s[0] = (float)(y[i].re / p.m);    // the way back needs 1 / m
            table[i].s[1] = (float)(y[i].im / p.m);
            largest = fmax(largest, hypot(y[i].re, y[i].im));
        }
        p.error = (2.0 * p.error + 12.0 * U) * largest / sqrt((double)n);
        p.d_table = ocl_buffer(env, CL_MEM_READ_ONLY, p.m * sizeof *table, table);
    }
    p.d_wave = ocl_buffer(env, CL_MEM_READ_ONLY, n * sizeof *wave, wave);
    free(y);
    free(filter);
    free(table);
    free(wave);
    return p;
}

typedef struct {
    cl_command_queue queue;
    cl_kernel load, pass, multiply, store;
    cl_mem d_picture, d_lines, d_next;
    size_t local;
    cl_event done[MAX_LAUNCHES];
    size_t launches;
} device;

// A work-item per place of each line.
static void launch(device *d, cl_kernel kernel, size_t places, size_t lines)
{
    const size_t global[2] = { ocl_round_up(places, d->local), lines }, local[2] = { d->local, 1 };
    OCL_CHECK(clEnqueueNDRangeKernel(d->queue, kernel, 2, NULL, global, local, 0, NULL,
                                     &d->done[d->launches++]));
}

// All passes, from d_lines to d_next and back.  The spectrum is in d_lines in the end.
static void transform(device *d, const plan *p, size_t lines, float sign)
{
    cl_uint size = 1;
    OCL_CHECK(clSetKernelArg(d->pass, 2, sizeof p->d_roots, &p->d_roots));
    OCL_CHECK(clSetKernelArg(d->pass, 3, sizeof p->m, &p->m));
    OCL_CHECK(clSetKernelArg(d->pass, 6, sizeof sign, &sign));
    for (int pass = 0; pass < p->passes; pass++) {
        const cl_mem d_from = d->d_lines;
        d->d_lines = d->d_next;
        d->d_next = d_from;
        OCL_CHECK(clSetKernelArg(d->pass, 0, sizeof d->d_lines, &d->d_lines));
        OCL_CHECK(clSetKernelArg(d->pass, 1, sizeof d_from, &d_from));
        OCL_CHECK(clSetKernelArg(d->pass, 4, sizeof(cl_uint), &p->radices[pass]));
        OCL_CHECK(clSetKernelArg(d->pass, 5, sizeof size, &size));
        launch(d, d->pass, p->m, lines);
        size *= p->radices[pass];
    }
}

// The spectrum of each of these lines of the picture.
static void transform_lines(device *d, const plan *p, size_t lines, cl_uint step, cl_uint pitch)
{
    OCL_CHECK(clSetKernelArg(d->load, 0, sizeof d->d_lines, &d->d_lines));
    OCL_CHECK(clSetKernelArg(d->load, 1, sizeof d->d_picture, &d->d_picture));
    OCL_CHECK(clSetKernelArg(d->load, 2, sizeof p->d_wave, &p->d_wave));
    OCL_CHECK(clSetKernelArg(d->load, 3, sizeof p->n, &p->n));
    OCL_CHECK(clSetKernelArg(d->load, 4, sizeof p->m, &p->m));
    OCL_CHECK(clSetKernelArg(d->load, 5, sizeof step, &step));
    OCL_CHECK(clSetKernelArg(d->load, 6, sizeof pitch, &pitch));
    launch(d, d->load, p->m, lines);
    transform(d, p, lines, -1.0f);
    if (p->d_table != NULL) {    // Bluestein's filter: a product of spectra, and back
        OCL_CHECK(clSetKernelArg(d->multiply, 0, sizeof d->d_lines, &d->d_lines));
        OCL_CHECK(clSetKernelArg(d->multiply, 1, sizeof p->d_table, &p->d_table));
        OCL_CHECK(clSetKernelArg(d->multiply, 2, sizeof p->m, &p->m));
        launch(d, d->multiply, p->m, lines);
        transform(d, p, lines, 1.0f);
    }
    OCL_CHECK(clSetKernelArg(d->store, 0, sizeof d->d_picture, &d->d_picture));
    OCL_CHECK(clSetKernelArg(d->store, 1, sizeof d->d_lines, &d->d_lines));
    OCL_CHECK(clSetKernelArg(d->store, 2, sizeof p->d_wave, &p->d_wave));
    OCL_CHECK(clSetKernelArg(d->store, 3, sizeof p->n, &p->n));
    OCL_CHECK(clSetKernelArg(d->store, 4, sizeof p->m, &p->m));
    OCL_CHECK(clSetKernelArg(d->store, 5, sizeof step, &step));
    OCL_CHECK(clSetKernelArg(d->store, 6, sizeof pitch, &pitch));
    launch(d, d->store, p->n, lines);
}

static void say_plan(ocl_report *report, const char *lines, const plan *p)
{
    char factors[8 * MAX_PASSES] = "1";
    for (int i = 0, at = 0; i < p->passes; i++)
        at += snprintf(factors + at, sizeof factors - (size_t)at, "%s%u", i > 0 ? " x " : "",
                       p->radices[i]);
    ocl_report_note(report, "%s of %u numbers: %s%u = %s", lines, p->n,
                    p->d_table != NULL ? "Bluestein, " : "", p->m, factors);
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "fft_any_length",
                              .summary = "Which waves are in a picture?  Its spectrum.",
                              .accepts = "dnioks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .most = MOST,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, picture, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "chelsea.bmp");
    const size_t width = picture.width, height = picture.height, n = width * height;
    const size_t bytes = n * sizeof(cl_float2);
    if (width > MOST || height > MOST || products_of_reference(width, height) > SLOW)
        ocl_exit(OCL_EXIT_USAGE, "%zu x %zu: plain C would take too long", width, height);
    cl_float2 *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    complex_f64 *ref_f64 = ocl_alloc(n * sizeof *ref_f64);
    double squares = 0.0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *rgb = picture.rgba + 4 * i;
        x[i] = (cl_float2){ .s = { (float)(rgb[0] + rgb[1] + rgb[2]) / 765.0f, 0.0f } };
        squares += (double)x[i].s[0] * (double)x[i].s[0];
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    OCL_TIME_REFERENCE(report, picture_ref(ref_f64, x, width, height));

    // Program, plans, buffers, kernels.
    const plan rows = make_plan(&env, width), columns = make_plan(&env, height);
    const size_t places = rows.m * height > columns.m * width ? rows.m * height : columns.m * width;
    const double lines = 8.0 * (double)places, all = 2.0 * lines + (double)bytes;
    ocl_require_memory(env.device, lines, all, 40.0 * (double)n);
    cl_program program = ocl_build(&env, "fft_any_length.cl", "-cl-std=CL1.2");
    cl_int err;
    device d = { .queue = env.queue };
    d.d_picture = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    d.d_lines = ocl_buffer(&env, CL_MEM_READ_WRITE, places * sizeof(cl_float2), NULL);
    d.d_next = ocl_buffer(&env, CL_MEM_READ_WRITE, places * sizeof(cl_float2), NULL);
    d.load = OCL_CREATE(clCreateKernel(program, "fft_load", &err));
    d.pass = OCL_CREATE(clCreateKernel(program, "fft_pass", &err));
    d.multiply = OCL_CREATE(clCreateKernel(program, "fft_multiply", &err));
    d.store = OCL_CREATE(clCreateKernel(program, "fft_store", &err));
    d.local = ocl_local_size(d.load, env.device, 64);    // one that all kernels allow
    d.local = ocl_local_size(d.pass, env.device, d.local);
    d.local = ocl_local_size(d.multiply, env.device, d.local);
    d.local = ocl_local_size(d.store, env.device, d.local);

    // Launch: all rows, then all columns.
    transform_lines(&d, &rows, height, 1, (cl_uint)width);
    transform_lines(&d, &columns, width, (cl_uint)width, 1);
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d.d_picture, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.  All numbers together are sqrt(n) times as long as the picture, and no single number
    // is off by more than all together.  2 u for the float of the reference, 1 % for errors of
    // errors.
    for (size_t i = 0; i < n; i++)
        ref[i] = (cl_float2){ .s = { (float)ref_f64[i].re, (float)ref_f64[i].im } };
    const double bound =
        1.01 * (rows.error + columns.error + 2.0 * U) * sqrt((double)n) * sqrt(squares);
    say_plan(report, "rows", &rows);
    say_plan(report, "columns", &columns);
    ocl_report_kernel(report, "kernels", d.done, d.launches);
    ocl_report_result(report, "spectrum",
                      ocl_verify_f32("spectrum", y[0].s, ref[0].s, 2 * n, bound));
    if (opt.output != NULL) draw_spectrum(y, width, height, opt.output);

    // Release, in reverse order.
    for (size_t i = 0; i < d.launches; i++)
        OCL_CHECK(clReleaseEvent(d.done[i]));
    OCL_CHECK(clReleaseKernel(d.store));
    OCL_CHECK(clReleaseKernel(d.multiply));
    OCL_CHECK(clReleaseKernel(d.pass));
    OCL_CHECK(clReleaseKernel(d.load));
    OCL_CHECK(clReleaseMemObject(d.d_next));
    OCL_CHECK(clReleaseMemObject(d.d_lines));
    OCL_CHECK(clReleaseMemObject(d.d_picture));
    OCL_CHECK(clReleaseProgram(program));
    if (columns.d_table != NULL) OCL_CHECK(clReleaseMemObject(columns.d_table));
    OCL_CHECK(clReleaseMemObject(columns.d_wave));
    OCL_CHECK(clReleaseMemObject(columns.d_roots));
    if (rows.d_table != NULL) OCL_CHECK(clReleaseMemObject(rows.d_table));
    OCL_CHECK(clReleaseMemObject(rows.d_wave));
    OCL_CHECK(clReleaseMemObject(rows.d_roots));
    ocl_picture_free(&picture);
    ocl_close(&env);
    free(ref_f64);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
