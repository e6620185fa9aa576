// SPDX-License-Identifier: MIT
//
// attributes - what a program tells the compiler about kernels, loops, functions and structs.
//
// Shows   one kernel built with each attribute: what the queries say, how large the binary is, how
//         long it takes; launches that a required size refuses; layouts of structs
// Uses    clBuildProgram, clGetKernelInfo with CL_KERNEL_ATTRIBUTES, clGetKernelWorkGroupInfo with
//         CL_KERNEL_COMPILE_WORK_GROUP_SIZE, clSetKernelArg, clEnqueueNDRangeKernel
// Try     attributes -V required; attributes -V noinline -r 50; attributes -d with another device

#include "ocl.h"

#include "attributes/cases.h"

enum { STEPS = 256 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;
    size_t n, local;    // numbers; work-items per work-group, at most 64
    cl_uint *x, *ref, *out;
    cl_mem d_out, d_x;
} lesson;

// Not from the cache: a program from a binary may not know its attributes.
static cl_program build(const lesson *l, const char *option)
{
    char all[128];
    snprintf(all, sizeof all, "-cl-std=CL1.2 -DSTEPS=%d %s", STEPS, option);
    const char *source = l->source, *file = l->env->options->kernel;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &l->env->device, all, NULL, NULL);
    ocl_require_build(program, file ? file : "attributes.cl", "clBuildProgram", err);
    return program;
}

static void mix_ref(cl_uint *out, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = x[i];
        for (cl_uint k = 0; k < STEPS; k++) {
            out[i] = (out[i] ^ k) * 0x85ebca6b;
            out[i] ^= out[i] >> 13;
        }
    }
}

static cl_kernel make_kernel(const lesson *l, cl_program program)
{
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "attributes_mix", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    return kernel;
}

// Runs the kernel for its time.
static void run(const lesson *l, cl_kernel kernel, const char *name)
{
    const ocl_env *env = l->env;
    const size_t bytes = l->n * sizeof *l->out,
                 local = ocl_local_size(kernel, env->device, l->local);
    const size_t global = ocl_round_up(l->n, local);
    ocl_trial t = ocl_trial_open(env, name, l->d_out, bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, &t.done));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, l->d_out, CL_TRUE, 0, bytes, l->out, 0, NULL, NULL));
    const ocl_work work = { .amount = (double)l->n * STEPS, .unit = "Gstep/s" };
    ocl_trial_report(&t, l->report, &work, ocl_verify_u32(name, l->out, l->ref, l->n));
}

// What a kernel knows of its attributes.
typedef struct {
    size_t work_group[3];
    size_t binary_bytes;
    char *text;    // malloc'ed; NULL: the driver cannot tell
} answers;

static answers ask(const lesson *l, cl_kernel kernel, cl_program program)
{
    answers a = { .text = NULL };
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, l->env->device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof a.work_group, a.work_group, NULL));
    free(ocl_program_binary(program, &a.binary_bytes));
    if (ocl_known_fault(l->env->device, "CL_KERNEL_ATTRIBUTES")) return a;
    size_t bytes;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, 0, NULL, &bytes));
    a.text = ocl_alloc(bytes + 1);
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, bytes, a.text, NULL));
    a.text[bytes] = '\0';
    return a;
}

// The size that is required is told.  The text names the attribute that was given, and no other.
static ocl_result verify_answers(const lesson *l, size_t variant, const answers *a)
{
    const size_t required = ATTRIBUTE_CASES[variant].required ? l->local : 0;
    ocl_result result = { .pass = true };
    if (!ocl_known_fault(l->env->device, "work-groups of a kernel"))
        result = ocl_verify_equal("CL_KERNEL_COMPILE_WORK_GROUP_SIZE", (long long)a->work_group[0],
                                  (long long)required);
    for (size_t v = 0; a->text && v < ATTRIBUTES; v++) {
        const char *word = ATTRIBUTE_CASES[v].in_text;
        if (!word) continue;
        const bool found = strstr(a->text, word) != NULL;
        result = ocl_result_both(result, ocl_verify_equal(word, found, v == variant));
    }
    return result;
}

// A launch of the kernel with another size of the work-group.
static cl_int launch_with(const lesson *l, cl_kernel kernel, size_t local)
{
    const size_t global = 4 * l->local;
    const cl_int err = clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global,
                                              local ? &local : NULL, 0, NULL, NULL);
    OCL_CHECK(clFinish(l->env->queue));
    return err;
}

// The kernel with one attribute.
static ocl_result show_kernel(const lesson *l, size_t variant, answers *a)
{
    char option[64];
    attribute_option(&ATTRIBUTE_CASES[variant], l->local, option, sizeof option);
    cl_program program = build(l, option);
    cl_kernel kernel = make_kernel(l, program);
    run(l, kernel, ATTRIBUTE_NAMES[variant]);
    *a = ask(l, kernel, program);
    const ocl_result result = verify_answers(l, variant, a);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    return result;
}

// The kernel with each attribute, then what was learnt of all.
static void show_kernels(const lesson *l)
{
    answers all[ATTRIBUTES] = { { .text = NULL } };
    ocl_result result = { .pass = true };
    for (size_t v = 0; v < ATTRIBUTES; v++)
        if (ocl_wants(l->env->options, ATTRIBUTE_NAMES[v]))
            result = ocl_result_both(result, show_kernel(l, v, &all[v]));
    ocl_table table = ocl_table_open(l->report, "attributes",
                                     "kernel, compile size, binary, CL_KERNEL_ATTRIBUTES");
    for (size_t v = 0; v < ATTRIBUTES; v++)
        if (ocl_wants(l->env->options, ATTRIBUTE_NAMES[v]))
            ocl_table_row(&table, "%-12s %12zu %8zu  %s", ATTRIBUTE_NAMES[v], all[v].work_group[0],
                          all[v].binary_bytes, all[v].text && all[v].text[0] ? all[v].text : NULL);
    for (size_t v = 0; v < ATTRIBUTES; v++)
        free(all[v].text);
    ocl_report_result(l->report, "what the queries say", result);
}

// A required size is exact: neither a multiple nor a divisor will do.
static void show_refusals(const lesson *l)
{
    char option[64];
    attribute_option(&ATTRIBUTE_CASES[ATTRIBUTE_REQUIRED], l->local, option, sizeof option);
    cl_program program = build(l, option);
    cl_kernel kernel = make_kernel(l, program);
    const ocl_refusal calls[] = { { .mistake = "twice the required size",
                                    .got = launch_with(l, kernel, 2 * l->local),
                                    .want = CL_INVALID_WORK_GROUP_SIZE },
                                  { .mistake = "half of the required size",
                                    .got = launch_with(l, kernel, l->local / 2),
                                    .want = CL_INVALID_WORK_GROUP_SIZE } };
    ocl_report_refusals(l->report, l->env->device, calls, l->local > 1 ? 2 : 1);

    // Without a size some drivers take the required one; others refuse, as OpenCL 1.2 says.
    const cl_int err = launch_with(l, kernel, 0);
    if (err != CL_SUCCESS && err != CL_INVALID_WORK_GROUP_SIZE)
        ocl_exit(OCL_EXIT_CALL, "clEnqueueNDRangeKernel: %s", ocl_error_name(err));
    ocl_report_note(l->report, "no size (NULL) with a required one: %s", ocl_error_name(err));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

// Sizes and places of structs and variables.
static void show_layouts(const lesson *l)
{
    const ocl_env *env = l->env;
    const size_t one = 1;
    cl_uint out[ATTRIBUTE_LAYOUTS], want[ATTRIBUTE_LAYOUTS];
    cl_program program = build(l, "-DENDIAN=host");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "attributes_layout", &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof out, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    ocl_table table = ocl_table_open(l->report, "layouts", "layout, value");
    for (int i = 0; i < ATTRIBUTE_LAYOUTS; i++) {
        ocl_table_row(&table, "%-38s %8u", LAYOUT_CASES[i].code, out[i]);
        want[i] = LAYOUT_CASES[i].want;
    }
    char *log = ocl_build_text(program, env->device, CL_PROGRAM_BUILD_LOG);
    ocl_report_note(l->report, "%s",
                    strstr(log, "endian") ? "endian: the compiler warns, see its log"
                                          : "endian: the compiler says nothing");
    ocl_report_result(l->report, "layouts",
                      ocl_verify_u32("layouts", out, want, ATTRIBUTE_LAYOUTS));
    free(log);
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "attributes",
                              .summary = "What attributes of kernels and structs change.",
                              .accepts = "dnrVks",
                              .size_help = "numbers to mix",
                              .extents = 1,
                              .variants = ATTRIBUTE_NAMES };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 65537 }, .repeat = 10, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, size, 2.0 * size, 3.0 * size);
    char *source = ocl_load_source(&opt, "attributes.cl");

    const size_t bytes = opt.n[0] * sizeof(cl_uint), most = 64;
    size_t device_most;
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device_most,
                              &device_most, NULL));
    lesson l = { .env = &env,
                 .source = source,
                 .n = opt.n[0],
                 .local = device_most < most ? device_most : most,
                 .x = ocl_alloc(bytes),
                 .ref = ocl_alloc(bytes),
                 .out = ocl_alloc(bytes) };
    ocl_fill_u32(l.x, l.n, opt.seed);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    ocl_report_count(l.report, "steps", STEPS);
    OCL_TIME_REFERENCE(l.report, mix_ref(l.ref, l.x, l.n));
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, l.x);

    show_kernels(&l);
    if (ocl_wants(&opt, "required")) show_refusals(&l);
    if (ocl_wants(&opt, "all")) show_layouts(&l);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    free(l.out);
    free(l.ref);
    free(l.x);
    free(source);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
