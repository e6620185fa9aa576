// SPDX-License-Identifier: MIT
//
// program_scope - variables of a program that outlive a launch.
//
// Shows   bins that many launches fill: in a buffer, which runs everywhere, and in variables at
//         program scope; their first values; two programs of one source; their size; what became of
//         constructors, destructors and clSetProgramReleaseCallback; a kernel that runs by itself
// Uses    CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
//         CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, clSetProgramReleaseCallback,
//         clCreateProgramWithIL, clEnqueueNDRangeKernel
// Try     program_scope --launches 1; program_scope -V variable

#define CL_USE_DEPRECATED_OPENCL_2_2_APIS    // clSetProgramReleaseCallback
#include "ocl.h"

#include "program_scope/initialiser.h"

enum { BINS = 64, FACTS = BINS + 6 };

static const char *const VARIANTS[] = { "buffer", "variable", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t launches, bytes;    // of the numbers
    size_t n;
    cl_mem d_x;
    cl_uint ref[BINS];    // after all launches
} lesson;

// How many bytes one variable may have; 0 where the language has no such variables.
static size_t largest_variable(cl_device_id device)
{
    size_t bytes = 0;
    if (ocl_device_version(device) < 20) return 0;
    OCL_CHECK(
        clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof bytes, &bytes, NULL));
    return bytes;
}

static void bins_ref(cl_uint bins[BINS], const cl_uint *x, size_t n, size_t launches)
{
    for (size_t b = 0; b < BINS; b++)
        bins[b] = 0;
    for (size_t i = 0; i < n; i++)
        bins[x[i] % BINS] += (cl_uint)launches;
}

static void launch(const lesson *l, cl_kernel kernel, size_t items, cl_event *done)
{
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, NULL, 0, NULL, done));
}

// All launches of a run.
static void launch_all(const lesson *l, cl_kernel kernel, ocl_trial *t)
{
    for (size_t i = 0; i < l->launches; i++)
        launch(l, kernel, l->n, i + 1 == l->launches ? &t->done : i == 0 ? &t->first : NULL);
}

static void run_buffer(const lesson *l)
{
    const cl_uint zeros[BINS] = { 0 };
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "program_scope_count_buffer", &err));
    cl_mem d_bins = ocl_buffer(l->env, CL_MEM_READ_WRITE, sizeof zeros, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_bins, &d_bins));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    ocl_trial t = ocl_trial_open(l->env, VARIANTS[0], d_bins, sizeof zeros);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, d_bins, CL_TRUE, 0, sizeof zeros, zeros, 0,
                                       NULL, NULL));
        launch_all(l, kernel, &t);
    }
    const ocl_work work = { .amount = (double)(l->n * l->launches), .unit = "Melement/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, t.name, d_bins, l->ref, sizeof zeros));
    OCL_CHECK(clReleaseMemObject(d_bins));
    OCL_CHECK(clReleaseKernel(kernel));
}

// What the variables of a program hold, compared with what they must.
static ocl_result look(const lesson *l, cl_program program, const char *what, const cl_uint *ref)
{
    cl_int err;
    cl_kernel show = OCL_CREATE(clCreateKernel(program, "program_scope_show", &err));
    cl_mem d_out = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, FACTS * sizeof *ref, NULL);
    OCL_CHECK(clSetKernelArg(show, 0, sizeof d_out, &d_out));
    launch(l, show, 1, NULL);
    const ocl_result result = ocl_verify_buffer(l->env, what, d_out, ref, FACTS * sizeof *ref);
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(show));
    return result;
}

// No kernel argument names the bins.
static void run_variable(const lesson *l)
{
    cl_int err;
    cl_kernel count = OCL_CREATE(clCreateKernel(l->program, "program_scope_count_variable", &err));
    cl_kernel clear = OCL_CREATE(clCreateKernel(l->program, "program_scope_clear", &err));
    OCL_CHECK(clSetKernelArg(count, 0, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(count, 1, sizeof(cl_ulong), &(cl_ulong){ l->n }));

    // The first look finds the first values.
    cl_uint ref[FACTS] = { [BINS] = 1000, [BINS + 1] = 1, 2, 3, 5, 5 };
    ocl_report_result(l->report, "first values", look(l, l->program, "first values", ref));

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[1], NULL, 0);
    size_t runs = 0;
    for (; ocl_trial_next(&t); runs++) {
        launch(l, clear, 1, NULL);
        launch_all(l, count, &t);
    }
    memcpy(ref, l->ref, sizeof l->ref);
    ref[BINS] += (cl_uint)(runs * l->launches);
    ref[BINS + 1] = 2;
    const ocl_work work = { .amount = (double)(l->n * l->launches), .unit = "Melement/s" };
    ocl_trial_report(&t, l->report, &work, look(l, l->program, t.name, ref));
    OCL_CHECK(clReleaseKernel(clear));
    OCL_CHECK(clReleaseKernel(count));
}

static cl_program build(const ocl_env *env, bool variables)
{
    return ocl_build(env, "program_scope.cl", "%s -DBINS=%d",
                     variables ? ocl_newest_c(env->device) : "-cl-std=CL1.2", BINS);
}

// A second program of the same source has variables of its own.
static void show_second(const lesson *l)
{
    const cl_uint ref[FACTS] = { [BINS] = 1000, [BINS + 1] = 1, 2, 3, 5, 5 };
    cl_program second = build(l->env, true);
    ocl_report_result(l->report, "a second program", look(l, second, "a second program", ref));
    OCL_CHECK(clReleaseProgram(second));
}

static void CL_CALLBACK released(cl_program program, void *data)
{
    (void)program;
    *(bool *)data = true;
}

// Sizes, and what is left of the constructors of OpenCL 2.2.
static void show_queries(const lesson *l)
{
    cl_device_id device = l->env->device;
    const size_t declared = (BINS + 1 + 4 + 1) * sizeof(cl_uint) + sizeof(void *);
    size_t total = 0;
    cl_bool constructors = CL_TRUE, destructors = CL_TRUE;
    bool called = false;
    OCL_CHECK(clGetProgramBuildInfo(l->program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                    sizeof total, &total, NULL));
    ocl_report_fact(l->report, "bytes of variables", "%zu", total);
    ocl_report_fact(l->report, "bytes of one, at most", "%zu", largest_variable(device));
    ocl_report_fact(l->report, "bytes that are fast", "%llu",
                    (unsigned long long)ocl_device_number(
                        device, CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE));
    OCL_CHECK(clGetProgramInfo(l->program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
                               sizeof constructors, &constructors, NULL));
    OCL_CHECK(clGetProgramInfo(l->program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT,
                               sizeof destructors, &destructors, NULL));
    ocl_result result = ocl_verify_equal("at least what is declared", total >= declared, 1);
    result = ocl_result_both(result, ocl_verify_equal("constructors", constructors, CL_FALSE));
    result = ocl_result_both(result, ocl_verify_equal("destructors", destructors, CL_FALSE));
    ocl_report_result(l->report, "queries", result);

    const ocl_refusal calls[] = {
        { .mistake = "clSetProgramReleaseCallback, without destructors",
          .got = clSetProgramReleaseCallback(l->program, released, &called),
          .want = CL_INVALID_OPERATION },
    };
    ocl_report_refusals(l->report, device, calls, sizeof calls / sizeof *calls);
}

// Whether the device takes SPIR-V 1.1 or newer.
static bool takes_spirv(cl_device_id device)
{
    if (ocl_device_version(device) < 21) return false;
    char *text = ocl_device_text(device, CL_DEVICE_IL_VERSION);
    int minor = 0;
    for (const char *at = strstr(text, "SPIR-V_1."); at && minor == 0; at = strstr(at, "SPIR-V_1."))
        sscanf(at += 9, "%d", &minor);
    free(text);
    return minor > 0;
}

// A kernel that OpenCL 2.2 runs by itself, after the build.  OpenCL 3.0 took it back: a driver may
// ignore that the kernel is one.
static void show_initialiser(const lesson *l)
{
    if (!takes_spirv(l->env->device) || ocl_known_fault(l->env->device, "an initialiser kernel")) {
        ocl_report_note(l->report, "not run: an initialiser kernel, in SPIR-V 1.1");
        return;
    }
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithIL(l->env->context, INITIALISER_MODULE,
                                                          sizeof INITIALISER_MODULE, &err));
    OCL_CHECK(clBuildProgram(program, 1, &l->env->device, NULL, NULL, NULL));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "show", &err));
    cl_uint value;
    cl_mem d_value = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, sizeof value, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_value, &d_value));
    launch(l, kernel, 1, NULL);
    OCL_CHECK(clEnqueueReadBuffer(l->env->queue, d_value, CL_TRUE, 0, sizeof value, &value, 0, NULL,
                                  NULL));
    const bool ran = value == VALUE_OF_INITIALISER;
    ocl_report_fact(l->report, "initialiser kernel", "%s", ran ? "ran" : "did not run");
    ocl_report_result(
        l->report, "initialiser",
        ocl_verify_equal("the variable", value, ran ? VALUE_OF_INITIALISER : VALUE_OF_SOURCE));
    OCL_CHECK(clReleaseMemObject(d_value));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    size_t launches = 10;
    const ocl_option own[] = {
        { .usage = "-c, --launches N: launches per run", .count = &launches },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "program_scope",
                              .summary = "Variables of a program that outlive a launch.",
                              .accepts = "dnrVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 10007 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (launches < 2 || launches > 1000)
        ocl_exit(OCL_EXIT_USAGE, "--launches %zu: give 2 to 1000", launches);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, size, size);
    const bool variables = largest_variable(env.device) > 0;
    if (!ocl_wants(&opt, "buffer") && !variables)
        ocl_exit(OCL_EXIT_SKIP, "this device has no variables at program scope: "
                                "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE is 0");

    lesson l = { .env = &env, .n = opt.n[0], .launches = launches };
    l.bytes = opt.n[0] * sizeof(cl_uint);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", opt.n[0]);
    ocl_report_count(l.report, "launches", launches);
    cl_uint *x = ocl_alloc(l.bytes);
    for (size_t i = 0; i < opt.n[0]; i++)
        x[i] = (cl_uint)(ocl_random(opt.seed, i) >> 7);
    bins_ref(l.ref, x, opt.n[0], launches);

    l.program = build(&env, variables);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, x);
    if (ocl_wants(&opt, "buffer")) run_buffer(&l);
    if (ocl_wants(&opt, "variable") && variables) run_variable(&l);
    if (ocl_wants(&opt, "all") && variables) {
        show_second(&l);
        show_queries(&l);
        show_initialiser(&l);
    }
    if (ocl_wants(&opt, "all") && !variables)
        ocl_report_note(l.report, "not run: variables at program scope, as "
                                  "CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE is 0");

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseProgram(l.program));
    free(x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
