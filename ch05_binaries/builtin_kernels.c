// SPDX-License-Identifier: MIT
//
// builtin_kernels - kernels that come with the device: asked for by name, without source or binary.
//
// Shows   the list of them, a program made of names, one of them run; 77 where there is none to run
// Uses    CL_DEVICE_BUILT_IN_KERNELS, clCreateProgramWithBuiltInKernels, CL_KERNEL_GLOBAL_WORK_SIZE
// Try     builtin_kernels -d with every device you have

#include "ocl.h"

// The one kernel whose arguments and meaning we know: PoCL's devices have it.
static const char KNOWN[] = "pocl.add.i8";

// sum[i] = a[i] + b[i], in 8 bits: a work-item an element, and no more work-items than elements.
static void builtin_kernels_ref(uint8_t *sum, const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum[i] = (uint8_t)(a[i] + b[i]);
}

// Whether `name` is one of the names between semicolons.
static bool builtin_kernels_lists(const char *names, const char *name)
{
    const size_t length = strlen(name);
    while (*names) {
        const size_t next = strcspn(names, ";");
        if (next == length && strncmp(names, name, length) == 0) return true;
        names += next + (names[next] == ';');
    }
    return false;
}

static void builtin_kernels_print(ocl_report *report, const char *names)
{
    json_t *list = json_array();
    while (*names) {
        const size_t length = strcspn(names, ";");
        ocl_report_print(report, "built in   %.*s\n", (int)length, names);
        json_array_append_new(list, json_stringn(names, length));
        names += length + (names[length] == ';');
    }
    if (json_array_size(list) == 0) ocl_report_print(report, "built in   no kernels\n");
    json_object_set_new(ocl_report_details(report), "built_in_kernels", list);
}

static cl_int builtin_kernels_try(const ocl_env *env, cl_uint count, const char *names)
{
    cl_int err;
    cl_program program = clCreateProgramWithBuiltInKernels(
        env->context, count, count ? &env->device : NULL, names, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseProgram(program));
    return err;
}

// What can be checked on every device, also on one without built-in kernels.
static void builtin_kernels_refusals(const ocl_env *env, ocl_report *report)
{
    // Intel's runtime takes any name, and crashes when the program is released: it is not asked.
    const bool asked = ocl_known_platform(env->device) != OCL_INTEL;
    const ocl_refusal refusals[] = {
        { "no names", builtin_kernels_try(env, 1, NULL), CL_INVALID_VALUE, 0 },
        { "no devices", builtin_kernels_try(env, 0, KNOWN), CL_INVALID_VALUE, 0 },
        { "a name that the device does not have",
          asked ? builtin_kernels_try(env, 1, "no.such.kernel") : CL_SUCCESS, CL_INVALID_VALUE,
          OCL_INTEL },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
}

// The kernel, or NULL where the driver lists it and cannot deliver.  There is nothing to build, but PoCL
// wants to be told all the same.
static cl_kernel builtin_kernels_create(const ocl_env *env, cl_program program)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, KNOWN, &err);
    if (err == CL_INVALID_PROGRAM_EXECUTABLE) {
        err = clBuildProgram(program, 1, &env->device, "", NULL, NULL);
        if (err == CL_BUILD_PROGRAM_FAILURE) return NULL;
        OCL_CHECK(err);
        kernel = clCreateKernel(program, KNOWN, &err);
    }
    OCL_CHECK(err);
    return kernel;
}

// How many work-items the kernel takes at most: a query for built-in kernels alone.
static void builtin_kernels_limits(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    size_t most[3];
    const cl_int answer = clGetKernelWorkGroupInfo(kernel, env->device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                                   sizeof most, most, NULL);
    if (answer == CL_SUCCESS)
        ocl_report_print(report, "at most    %zu x %zu x %zu work-items\n", most[0], most[1],
                         most[2]);
    else
        ocl_report_print(report, "at most    ? work-items: %s\n", ocl_error_name(answer));
}

// The kernel has arguments and is enqueued like any other.
static void builtin_kernels_run(const ocl_env *env, cl_kernel kernel, ocl_report *report)
{
    const size_t n = env->options->n[0];
    uint8_t *a = ocl_alloc(n), *b = ocl_alloc(n), *ref = ocl_alloc(n);
    ocl_fill_bytes(a, n, env->options->seed);
    ocl_fill_bytes(b, n, env->options->seed + 1);
    builtin_kernels_ref(ref, a, b, n);
    cl_mem d_a = ocl_buffer(env, CL_MEM_READ_ONLY, n, a);
    cl_mem d_b = ocl_buffer(env, CL_MEM_READ_ONLY, n, b);
    cl_mem d_sum = ocl_buffer(env, CL_MEM_WRITE_ONLY, n, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_sum, &d_sum));

    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= env->options->repeat; run++) {
        cl_event done;
        ocl_poison(env->queue, d_sum, n);
        OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &n, NULL, 0, NULL, &done));
        const double ns = ocl_event_ns(done, done);
        if (run > 0) ocl_times_add(&times, ns);
        OCL_CHECK(clReleaseEvent(done));
    }
    const ocl_result check = ocl_verify_buffer(env, "sum", d_sum, ref, n);
    ocl_report_row(report, &(ocl_row){ KNOWN, &times, 3.0 * (double)n, "GB/s", 0, check });

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
    builtin_kernels_print(report, names);
    builtin_kernels_refusals(&env, report);

    // A wrong answer so far is worse news than a kernel that is not there.
    const bool known = builtin_kernels_lists(names, KNOWN);
    const char *lacking =
        known ? NULL : "this device has no built-in kernel that we know how to run";
    cl_program program = NULL;
    cl_kernel kernel = NULL;
    if (known) {
        cl_int err;
        program =
            OCL_CREATE(clCreateProgramWithBuiltInKernels(env.context, 1, &env.device, KNOWN, &err));
        kernel = builtin_kernels_create(&env, program);
        if (!kernel) lacking = "the driver lists a built-in kernel, but cannot build it";
    }
    if (kernel) {
        builtin_kernels_limits(&env, kernel, report);
        builtin_kernels_run(&env, kernel, report);
        OCL_CHECK(clReleaseKernel(kernel));
    }
    if (program) OCL_CHECK(clReleaseProgram(program));
    free(names);
    ocl_close(&env);
    const int status = ocl_report_close(report);
    if (status == OCL_EXIT_PASS && lacking) ocl_exit(OCL_EXIT_SKIP, "%s", lacking);
    return status;
}
