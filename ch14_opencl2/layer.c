// SPDX-License-Identifier: MIT
//
// layer - a library between a program and the driver counts and times every call.
//
// Shows   a program that puts a layer between the loader and the driver, asks it for its counts,
//         and compares them with the calls that it has made; where the host's time goes
// Uses    OPENCL_LAYERS, clGetExtensionFunctionAddressForPlatform
// Try     layer -n 10000; OPENCL_LAYERS=build/share/opencl-samples/layers/libcount_layer.so saxpy

#include "ocl.h"

#include "count_layer/count_layer.h"
#include "system/process.h"

enum { LENGTH = 1021, MAX_STEPS = 1000000, MAX_FUNCTIONS = 256 };

typedef struct {
    size_t count;    // functions that the layer counts
    call_count rows[MAX_FUNCTIONS];
} counts;

// The loader looks at the variable when the program makes its first call of OpenCL.  Whether there
// is a layer.
static bool load_layer(void)
{
    char *path = ocl_find_installed("layers", "libcount_layer.so");
    if (!path) return false;
    if (!ocl_add_to_path_list("OPENCL_LAYERS", path) || !ocl_set_variable("COUNT_LAYER_QUIET", "1"))
        ocl_exit(OCL_EXIT_USAGE, "no memory for OPENCL_LAYERS");
    free(path);
    return true;
}

// The layer answers to this name before the driver is asked.
static get_call_counts_fn find_layer(const ocl_env *env)
{
    get_call_counts_fn get_counts;
    // C has no cast from void * to a pointer to a function, but systems with OpenCL have.
    *(void **)&get_counts =
        clGetExtensionFunctionAddressForPlatform(env->platform, GET_CALL_COUNTS);
    if (!get_counts)
        ocl_exit(OCL_EXIT_SKIP, "this OpenCL loader has not taken the layer of OPENCL_LAYERS: "
                                "ocl-icd 2.3 takes it, and Khronos' loader since 2021");
    return get_counts;
}

static counts ask(get_call_counts_fn get_counts)
{
    counts now;
    now.count = get_counts(now.rows, MAX_FUNCTIONS);
    if (now.count > MAX_FUNCTIONS)
        ocl_exit(OCL_EXIT_WRONG, "the layer counts %zu functions", now.count);
    return now;
}

// The calls that are counted.  Each launch has another number for the step.
static void run_steps(const ocl_env *env, cl_program program, cl_uint *x, cl_uint steps)
{
    const size_t bytes = LENGTH * sizeof *x, global = LENGTH;
    const cl_ulong n = LENGTH;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "layer_step", &err));
    cl_mem d_x = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_READ_WRITE, bytes, NULL, &err));
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    for (cl_uint step = 0; step < steps; step++) {
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof step, &step));
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    }
    OCL_CHECK(clFinish(env->queue));
    memset(x, 0xff, bytes);
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
}

// How often run_steps calls a function.
static cl_ulong calls_of(const char *function, cl_uint steps)
{
    static const char *const ONCE[] = { "clCreateKernel",       "clCreateBuffer",
                                        "clEnqueueWriteBuffer", "clFinish",
                                        "clEnqueueReadBuffer",  "clReleaseMemObject",
                                        "clReleaseKernel" };
    for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++)
        if (strcmp(function, ONCE[i]) == 0) return 1;
    if (strcmp(function, "clSetKernelArg") == 0) return steps + 2;
    return strcmp(function, "clEnqueueNDRangeKernel") == 0 ? steps : 0;
}

// Compares what the layer has counted in between, of all functions.
static void compare(ocl_report *report, const counts *before, const counts *after, cl_uint steps,
                    double wall_ns)
{
    uint64_t got[MAX_FUNCTIONS], want[MAX_FUNCTIONS];
    double sum_ns = 0;
    ocl_table table = ocl_table_open(report, "calls", "function, calls, counted, ms, mean us");
    for (size_t i = 0; i < after->count; i++) {
        const double ns = (double)(after->rows[i].ns - before->rows[i].ns);
        got[i] = after->rows[i].calls - before->rows[i].calls;
        want[i] = calls_of(after->rows[i].function, steps);
        sum_ns += ns;
        if (got[i] || want[i])
            ocl_table_row(&table, "%-24s %8llu %8llu %10.3f %10.3f", after->rows[i].function,
                          (unsigned long long)want[i], (unsigned long long)got[i], ns / 1e6,
                          got[i] ? ns / 1e3 / (double)got[i] : NAN);
    }
    ocl_report_fact(report, "ms in calls", "%.3f", sum_ns / 1e6);
    ocl_report_fact(report, "ms of the host", "%.3f", wall_ns / 1e6);
    ocl_report_result(report, "calls", ocl_verify_u64("calls", got, want, after->count));
    ocl_report_result(report, "time",
                      ocl_verify_equal("calls take part of the host's time",
                                       sum_ns > 0 && sum_ns <= wall_ns, true));
}

static void layer_ref(cl_uint *x, size_t n, cl_uint steps)
{
    for (cl_uint step = 0; step < steps; step++)
        for (size_t i = 0; i < n; i++)
            x[i] = 3 * x[i] + step;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "layer",
                              .summary = "A layer counts and times every call.",
                              .accepts = "dnks",
                              .size_help = "launches, at most 1000000",
                              .extents = 1,
                              .most = MAX_STEPS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1000 }, .seed = 1 });
    const bool has_layer = load_layer();
    ocl_env env = ocl_open(&opt);
    if (!has_layer) ocl_exit(OCL_EXIT_SKIP, "libcount_layer.so is not beside this program");
    const get_call_counts_fn get_counts = find_layer(&env);

    const cl_uint steps = (cl_uint)opt.n[0];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "launches", steps);
    cl_uint x[LENGTH], ref[LENGTH];
    for (size_t i = 0; i < LENGTH; i++)
        x[i] = ref[i] = (cl_uint)ocl_random(opt.seed, i);
    OCL_TIME_REFERENCE(report, layer_ref(ref, LENGTH, steps));
    cl_program program = ocl_build(&env, "layer.cl", "-cl-std=CL1.2");

    const counts before = ask(get_counts);
    const double begin_ns = ocl_wall_ns();
    run_steps(&env, program, x, steps);
    const double wall_ns = ocl_wall_ns() - begin_ns;
    const counts after = ask(get_counts);

    compare(report, &before, &after, steps, wall_ns);
    ocl_report_result(report, "steps", ocl_verify_u32("steps", x, ref, LENGTH));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
