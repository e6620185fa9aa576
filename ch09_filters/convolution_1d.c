// SPDX-License-Identifier: MIT
//
// convolution_1d - a signal and a filter: y[i] = sum of h[j] * x[i - j], for any lengths.
//
// Shows   what is before the first sample (zeros, by convention) without a test in the inner loop;
//         a filter in constant memory; a tile that moves along the signal; samples that stay in
//         registers
// Uses    clCreateBuffer, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer, reqd_work_group_size, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE
// Try     convolution_1d --example; convolution_1d -n 4Mx255; convolution_1d -n 100x10K

#include "ocl.h"

#include "convolution_1d/signal.h"

enum { PLAIN, CONSTANT_FILTER, LOCAL_TILE, REGISTER_BLOCK, VECTOR_BLOCK, RUNG_COUNT };
static const char *const RUNGS[RUNG_COUNT + 1] = { "plain",        "constant_filter",
                                                   "local_tile",   "register_block",
                                                   "vector_block", NULL };

// What a work-item and a work-group do.
typedef struct {
    size_t each, items;    // samples of y per work-item, wanted work-items per work-group
} shape;

static shape shape_of(size_t rung, cl_device_id device, size_t lanes)
{
    if (rung == LOCAL_TILE) return (shape){ 1, LOCAL };
    if (rung == REGISTER_BLOCK) return (shape){ EACH, LOCAL };
    if (rung == VECTOR_BLOCK) return (shape){ VECTORS * lanes, ocl_is_cpu(device) ? 1 : 64 };
    return (shape){ 1, 256 };
}

// Why the device cannot run the rung; NULL when it can.
static const char *refusal(const ocl_env *env, size_t rung, const convolution_signal *s,
                           const ocl_range_2d *range, size_t items)
{
    if (rung == CONSTANT_FILTER &&
        s->h_bytes > ocl_device_number(env->device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE))
        return "the filter is larger than constant memory";
    if ((rung == LOCAL_TILE || rung == REGISTER_BLOCK) && range->local[0] != items)
        return "work-groups here are too small";
    return NULL;
}

int main(int argc, char **argv)
{
    bool example = false;
    const ocl_option own[] = {
        { .usage = "--example: the signal 1 3 4 2 1 and the filter 2 1, of the cookbook",
          .flag = &example },
        { 0 },
    };
    const ocl_about about = { .name = "convolution_1d",
                              .summary = "Filters a signal with one kernel after another.",
                              .accepts = "dnrVks",
                              .size_help = "samples of the signal, numbers of the filter",
                              .extents = 2,
                              .variants = RUNGS,
                              .own = own };
    const ocl_options defaults = { .n = { 200003, 101 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (example && opt.size_given) ocl_exit(OCL_EXIT_USAGE, "--example has its own size");
    ocl_env env = ocl_open(&opt);
    ocl_pace pace = ocl_pace_open(&env);

    convolution_signal s = convolution_signal_open(&env, example);
    const cl_ulong n = s.n, m = s.m, before = s.before;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "signal", s.n);
    ocl_report_count(report, "filter", s.m);
    OCL_TIME_REFERENCE(report, convolution_1d_ref(&s));

    cl_int err;
    const cl_mem_flags filled = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_y = OCL_CREATE(clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, s.y_bytes, NULL, &err));
    cl_mem d_x =
        OCL_CREATE(clCreateBuffer(env.context, filled, s.n * sizeof(float), s.in + s.before, &err));
    cl_mem d_in = OCL_CREATE(clCreateBuffer(env.context, filled, s.in_bytes, s.in, &err));
    cl_mem d_h = OCL_CREATE(clCreateBuffer(env.context, filled, s.h_bytes, s.h, &err));
    const size_t native =
        (size_t)ocl_device_number(env.device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT);
    const size_t lanes = native >= 16 ? 16 : native >= 8 ? 8 : 4;
    cl_program program = ocl_build(&env, "convolution_1d.cl",
                                   "-DLOCAL=%d -DPIECE=%d -DEACH=%d -DVECTORS=%d -DLANES=%zu",
                                   LOCAL, PIECE, EACH, VECTORS, lanes);

    for (size_t rung = 0; rung < RUNG_COUNT; rung++) {
        if (!ocl_wants(&opt, RUNGS[rung])) continue;
        char name[64];
        snprintf(name, sizeof name, "convolution_1d_%s", RUNGS[rung]);
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, rung == PLAIN ? &d_x : &d_in));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_h, &d_h));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));
        OCL_CHECK(clSetKernelArg(kernel, 4, sizeof m, &m));
        OCL_CHECK(clSetKernelArg(kernel, 5, sizeof before, &before));

        const shape sh = shape_of(rung, env.device, lanes);
        ocl_range_2d range = { .local = { ocl_local_size(kernel, env.device, sh.items), 1 } };
        range.global[0] = ocl_round_up(ocl_divide_up(s.count, sh.each), range.local[0]);
        range.global[1] = 1;
        const char *why = refusal(&env, rung, &s, &range, sh.items);
        if (why && !ocl_wants(&opt, "all")) ocl_exit(OCL_EXIT_SKIP, "%s: %s", RUNGS[rung], why);
        if (why) ocl_report_note(report, "%s is left out: %s", RUNGS[rung], why);
        // Work-items may be few and long: then an estimate from the first ones is not made.
        const double products = (double)(rung == PLAIN ? s.n : s.count) * (double)s.m;
        const double least_ns =
            fmax(ocl_pace_estimate(&pace, kernel, &range), 4.0 * products / env.limits.fma_gflops);
        if (why || !ocl_pace_allows(&pace, report, RUNGS[rung], least_ns)) {
            OCL_CHECK(clReleaseKernel(kernel));
            continue;
        }

        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&pace, run); run++) {
            cl_event done;
            ocl_poison_run(env.queue, d_y, s.y_bytes, run);
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, range.global, range.local,
                                             0, NULL, &done));
            ocl_times_take(&times, run, done);
            ocl_answers_add(&times.answers, env.queue, d_y, s.y_bytes);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, s.y_bytes, s.y, 0, NULL, NULL));
        ocl_report_row(report, &(ocl_row){ .name = RUNGS[rung],
                                           .times = &times,
                                           .work = (double)s.count,
                                           .unit = "Msample/s",
                                           .limit = convolution_1d_limit(&env, &s),
                                           .result = ocl_verify_f32(RUNGS[rung], s.y, s.ref,
                                                                    s.count, s.bound) });
        OCL_CHECK(clReleaseKernel(kernel));
    }
    convolution_1d_print(report, &s);

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_h));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    convolution_signal_close(&s);
    ocl_close(&env);
    return ocl_report_close(report);
}
