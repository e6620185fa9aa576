// SPDX-License-Identifier: MIT
//
// builtin_kernels - kernels that come with the device: they have names, but no source or binary.
//
// Shows   the list of them, a program made from names, one kernel launched; 77 where none can run
// Uses    CL_DEVICE_BUILT_IN_KERNELS, clCreateProgramWithBuiltInKernels, CL_KERNEL_GLOBAL_WORK_SIZE
// Try     builtin_kernels -d 0, then with the other numbers of --list

#include "ocl.h"

// The only kernel whose arguments and meaning this sample knows.  PoCL's devices have it.
static const char KNOWN[] = "pocl.add.i8";

// What the kernel computes, in 8 bits.
static void add_ref(uint8_t *sum, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum[i] = (uint8_t)(a[i] + b[i]);
}

// Lists the names, which are separated by semicolons.  Whether KNOWN is one of them.
static bool list_names(ocl_report *report, const char *names)
{
    bool known = false;
    char *copy = ocl_alloc(strlen(names) + 1);
    strcpy(copy, names);
    ocl_table table = ocl_table_open(report, "built-in kernels", "built-in kernel");
    for (char *name = strtok(copy, ";"); name; name = strtok(NULL, ";")) {
        known = known || strcmp(name, KNOWN) == 0;
        ocl_table_row(&table, "%-15s", name);
    }
    if (names[0] == '\0') ocl_report_note(report, "This device has no built-in kernels.");
    free(copy);
    return known;
}

// The kernel; NULL where the driver lists it and cannot build it.
static cl_kernel create_known(const ocl_env *env, cl_program program)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, KNOWN, &err);
    if (err == CL_INVALID_PROGRAM_EXECUTABLE) {
        // There is nothing to build, but PoCL requires the call.
        err = clBuildProgram(program, 1, &env->device, "", NULL, NULL);
        if (err == CL_BUILD_PROGRAM_FAILURE) return NULL;
        OCL_CHECK(err);
        kernel = clCreateKernel(program, KNOWN, &err);
    }
    OCL_CHECK(err);
    return kernel;
}

// How many work-items the kernel takes at most: only built-in kernels answer this query.
static void report_most_items(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    size_t most[3];
    const cl_int err = clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                                sizeof most, most, NULL);
    if (err == CL_SUCCESS)
        ocl_report_note(report, "at most    %zu x %zu x %zu work-items", most[0], most[1], most[2]);
    else
        ocl_report_note(report, "at most    ? work-items: %s", ocl_error_name(err));
}

// The kernel gets its arguments and is launched like any other.  It has no guard that we know of:
// there are exactly as many work-items as elements.
static void run(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    const size_t n = env->options->n[0];
    uint8_t *a = ocl_alloc(n);
    uint8_t *b = ocl_alloc(n);
    uint8_t *ref = ocl_alloc(n);
    ocl_fill_bytes(a, n, env->options->seed);
    ocl_fill_bytes(b, n, env->options->seed + 1);
    add_ref(ref, a, b, n);
    cl_mem d_a = ocl_buffer(env, CL_MEM_READ_ONLY, n, a);
    cl_mem d_b = ocl_buffer(env, CL_MEM_READ_ONLY, n, b);
    cl_mem d_sum = ocl_buffer(env, CL_MEM_WRITE_ONLY, n, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_sum, &d_sum));

    ocl_trial t = ocl_trial_open(env, KNOWN, d_sum, n);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &n, NULL, 0, NULL, &t.done));
    const ocl_work work = { .amount = 3.0 * (double)n, .unit = "GB/s" };
    ocl_trial_report(&t, report, &work, ocl_verify_buffer(env, "sum", d_sum, ref, n));

    OCL_CHECK(clReleaseMemObject(d_sum));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    free(ref);
    free(b);
    free(a);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "builtin_kernels",
                              .summary = "Kernels that come with the device.",
                              .accepts = "dnrs",
                              .size_help = "elements to add",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 3 * bytes, 3 * bytes);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", opt.n[0]);
    char *names = ocl_device_text(env.device, CL_DEVICE_BUILT_IN_KERNELS);
    const bool known = list_names(report, names);
    const char *fault = ocl_known_fault(env.device, "clCreateProgramWithBuiltInKernels");
    if (fault) ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);

    if (!known)
        ocl_exit(OCL_EXIT_SKIP, "this device has no built-in kernel that this sample can run");

    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithBuiltInKernels(env.context, 1, &env.device, KNOWN, &err));
    cl_kernel kernel = create_known(&env, program);
    if (!kernel) ocl_exit(OCL_EXIT_SKIP, "the driver lists a built-in kernel, but cannot build it");
    report_most_items(&env, kernel, report);
    run(&env, kernel, report);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(names);
    ocl_close(&env);
    return ocl_report_close(report);
}
