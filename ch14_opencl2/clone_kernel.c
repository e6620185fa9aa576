// SPDX-License-Identifier: MIT
//
// clone_kernel - a kernel is copied with its arguments, and both go their own ways.
//
// Shows   a clone that is ready to run, arguments that are changed in one of the two, arguments
//         that are missing; a clone that outlives the original, its program and the compiler; a
//         build after the compiler was unloaded
// Uses    clCloneKernel (OpenCL 2.1), clSetKernelArg, clGetKernelInfo, clEnqueueNDRangeKernel,
//         clUnloadPlatformCompiler, clBuildProgram
// Try     clone_kernel -n 1

#include "ocl.h"

enum { RUNS = 100 };                      // to measure what a kernel object costs
enum { Y, X, FACTOR, OFFSET, N, OWN };    // the arguments

// What a kernel is expected to do.
typedef struct {
    cl_int sign, factor, offset;
} setting;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes, local;
    cl_int *x, *ref;
    cl_mem d_y, d_x;
} lesson;

// In the last work-group the places past the end have 0.
static void mirror_ref(cl_int *y, const cl_int *x, size_t n, size_t local, setting s)
{
    for (size_t i = 0; i < n; i++) {
        const size_t mirrored = i - i % local + local - 1 - i % local;
        y[i] = s.sign * s.factor * (mirrored < n ? x[mirrored] : 0) + s.offset;
    }
}

// Builds from source, whatever a cache may have.
static cl_program build(const lesson *l, const char *options)
{
    const char *file = l->env->options->kernel;
    char *source = ocl_load_source(l->env->options, "clone_kernel.cl");
    const char *text = source;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, 1, &text, NULL, &err));
    err = clBuildProgram(program, 1, &l->env->device, options, NULL, NULL);
    ocl_require_build(program, file ? file : "clone_kernel.cl", "clBuildProgram", err);
    free(source);
    return program;
}

static void set_arguments(const lesson *l, cl_kernel kernel, setting s)
{
    const cl_uint n = (cl_uint)l->n;
    OCL_CHECK(clSetKernelArg(kernel, Y, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, X, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, FACTOR, sizeof s.factor, &s.factor));
    OCL_CHECK(clSetKernelArg(kernel, OFFSET, sizeof s.offset, &s.offset));
    OCL_CHECK(clSetKernelArg(kernel, N, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, OWN, l->local * sizeof(cl_int), NULL));
}

static cl_int launch(const lesson *l, cl_kernel kernel)
{
    const size_t global = ocl_round_up(l->n, l->local);
    return clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &l->local, 0, NULL,
                                  NULL);
}

// Runs the kernel with the arguments that it has, and compares all numbers.
static ocl_result run(const lesson *l, const char *what, cl_kernel kernel, setting s)
{
    ocl_poison_run(l->env->queue, l->d_y, l->bytes, 0);
    OCL_CHECK(launch(l, kernel));
    mirror_ref(l->ref, l->x, l->n, l->local, s);
    return ocl_verify_buffer(l->env, what, l->d_y, l->ref, l->bytes);
}

// PoCL 3.1, 6.0 and 7.1 read past the end of a clone's arguments where one is in local memory, and
// do not after it was set again.
static void mend_pocl(const lesson *l, cl_kernel clone)
{
    if (!ocl_known_fault(l->env->device, "local memory of a clone")) return;
    OCL_CHECK(clSetKernelArg(clone, OWN, l->local * sizeof(cl_int), NULL));
    ocl_report_note(l->report, "PoCL forgets the local memory of a clone: it is set again");
}

// The clone has all arguments, also the size of the local memory.  Then each gets another number.
static void run_apart(const lesson *l, cl_kernel original, cl_kernel clone, setting s)
{
    ocl_report_result(l->report, "clone, nothing set", run(l, "clone", clone, s));
    const cl_int factor = s.factor + 2, offset = s.offset - 5;
    OCL_CHECK(clSetKernelArg(clone, FACTOR, sizeof factor, &factor));
    OCL_CHECK(clSetKernelArg(original, OFFSET, sizeof offset, &offset));
    const setting of_clone = { s.sign, factor, s.offset },
                  of_original = { s.sign, s.factor, offset };
    ocl_result result = run(l, "clone, other factor", clone, of_clone);
    result = ocl_result_both(result, run(l, "original, other offset", original, of_original));
    ocl_report_result(l->report, "each has its own", result);
}

// What was not set in the original is not set in the clone, and is set in it alone.
static void run_unset(const lesson *l, cl_program program, setting s)
{
    cl_int err;
    cl_kernel empty = OCL_CREATE(clCreateKernel(program, "clone_kernel_mirror", &err));
    cl_kernel clone = OCL_CREATE(clCloneKernel(empty, &err));
    ocl_result result =
        ocl_verify_equal("clone without arguments", launch(l, clone), CL_INVALID_KERNEL_ARGS);
    set_arguments(l, clone, s);
    result = ocl_result_both(result, run(l, "clone with arguments", clone, s));
    result = ocl_result_both(
        result, ocl_verify_equal("original without", launch(l, empty), CL_INVALID_KERNEL_ARGS));
    ocl_report_result(l->report, "arguments that were not set", result);
    OCL_CHECK(clReleaseKernel(clone));
    OCL_CHECK(clReleaseKernel(empty));
}

static ocl_result verify_facts(cl_kernel original, cl_kernel clone)
{
    cl_uint count = 0;
    cl_program its = NULL, wanted = NULL;
    char name[64] = "";
    OCL_CHECK(clGetKernelInfo(clone, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    OCL_CHECK(clGetKernelInfo(clone, CL_KERNEL_PROGRAM, sizeof its, &its, NULL));
    OCL_CHECK(clGetKernelInfo(original, CL_KERNEL_PROGRAM, sizeof wanted, &wanted, NULL));
    OCL_CHECK(clGetKernelInfo(clone, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
    const uint32_t got[] = { count, its == wanted, strcmp(name, "clone_kernel_mirror") == 0 };
    return ocl_verify_u32("count, program, name", got, (uint32_t[]){ 1, true, true }, 3);
}

// What it costs to get one more kernel that differs in one argument.
static void show_cost(const lesson *l, cl_program program, cl_kernel original, setting s)
{
    ocl_times created = { .runs = 0 }, cloned = { .runs = 0 };
    for (int k = 0; k < RUNS; k++) {
        cl_int err;
        const double begin = ocl_wall_ns();
        cl_kernel one = OCL_CREATE(clCreateKernel(program, "clone_kernel_mirror", &err));
        set_arguments(l, one, s);
        const double middle = ocl_wall_ns();
        cl_kernel other = OCL_CREATE(clCloneKernel(original, &err));
        OCL_CHECK(clSetKernelArg(other, FACTOR, sizeof s.factor, &s.factor));
        ocl_times_add(&created, middle - begin);
        ocl_times_add(&cloned, ocl_wall_ns() - middle);
        OCL_CHECK(clReleaseKernel(other));
        OCL_CHECK(clReleaseKernel(one));
    }
    ocl_table table = ocl_table_open(l->report, "cost", "one more kernel, ns");
    ocl_table_row(&table, "%-28s %10.0f", "created, 6 arguments set", ocl_median_ns(&created));
    ocl_table_row(&table, "%-28s %10.0f", "cloned, 1 argument set", ocl_median_ns(&cloned));
}

// Unloading is a hint.  The next build loads the compiler again.
static void run_build_again(const lesson *l, setting s)
{
    OCL_CHECK(clUnloadPlatformCompiler(l->env->platform));
    cl_program program = build(l, "-cl-std=CL1.2 -DSIGN=-1");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "clone_kernel_mirror", &err));
    lesson again = *l;    // another program: its kernel may allow other work-groups
    again.local = ocl_local_size(kernel, l->env->device, 64);
    set_arguments(&again, kernel, s);
    const setting other = { -1, s.factor, s.offset };
    ocl_report_result(l->report, "built after unloading",
                      run(&again, "built again", kernel, other));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "clone_kernel",
                              .summary = "A kernel is copied with its arguments.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, size, 2 * size, 3 * size);
    if (ocl_device_version(env.device) < 21)
        ocl_exit(OCL_EXIT_SKIP, "clCloneKernel needs OpenCL 2.1");

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_int) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.x = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    for (size_t i = 0; i < l.n; i++)
        l.x[i] = (cl_int)(ocl_random(opt.seed, i) % 2001) - 1000;
    l.d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.x);

    cl_program program = build(&l, "-cl-std=CL1.2 -DSIGN=1");
    cl_int err;
    cl_kernel original = OCL_CREATE(clCreateKernel(program, "clone_kernel_mirror", &err));
    l.local = ocl_local_size(original, env.device, 64);
    const setting s = { .sign = 1, .factor = 3, .offset = 11 };
    set_arguments(&l, original, s);
    cl_kernel clone = OCL_CREATE(clCloneKernel(original, &err));
    mend_pocl(&l, clone);
    ocl_report_result(l.report, "what a clone says", verify_facts(original, clone));

    run_apart(&l, original, clone, s);
    run_unset(&l, program, s);
    show_cost(&l, program, original, s);

    // The clone keeps the program.
    OCL_CHECK(clReleaseKernel(original));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clUnloadPlatformCompiler(env.platform));
    const setting of_clone = { s.sign, s.factor + 2, s.offset };
    ocl_report_result(l.report, "clone, original released", run(&l, "alone", clone, of_clone));
    OCL_CHECK(clReleaseKernel(clone));
    run_build_again(&l, s);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    free(l.ref);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
