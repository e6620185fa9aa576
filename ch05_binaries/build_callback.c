// SPDX-License-Identifier: MIT
//
// build_callback - builds that run while the host does something else, of programs from several
// strings.
//
// Why     A build may take seconds.  A host that leaves a function with clBuildProgram may go on at
//         once: the driver calls the function when the build has ended.
// Shows   a program from strings with and without lengths; a callback for the end of a build;
//         CL_BUILD_IN_PROGRESS; a build that fails and tells it through the callback
// Uses    clCreateProgramWithSource with several strings, clBuildProgram with a callback,
//         clGetProgramBuildInfo
// Try     build_callback --no-cache; build_callback -k my.cl, where my.cl has a mistake

#include "ocl.h"

#include <stdatomic.h>

enum { LOCAL = 64, STRINGS = 3, OFFSET = 3, BUILDS = 4, PATIENCE_S = 60 };

// One build.  The callback fills `calls` and `told_ns`, on any thread.
typedef struct {
    cl_program program;
    cl_uint factor;
    double start_ns, returned_ns, told_ns;
    atomic_uint calls;
    size_t looks;     // of the host, at a build in progress
    cl_int status;    // what clBuildProgram returned
} build;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    char *source;
    cl_mem d_y, d_x;
    uint32_t *y, *x, *ref;
    size_t n;
} lesson;

// The driver calls this once when the build has ended, well or not.
static void CL_CALLBACK tell(cl_program program, void *user_data)
{
    (void)program;
    build *b = user_data;
    b->told_ns = ocl_wall_ns();
    atomic_fetch_add_explicit(&b->calls, 1, memory_order_release);
}

// Whether the program keeps all strings in a row, up to their lengths.
static ocl_result verify_source(cl_program program, const char *strings[STRINGS],
                                const size_t lengths[STRINGS])
{
    ocl_growing want = { 0 };
    for (size_t k = 0; k < STRINGS; k++) {
        if (lengths[k] == 0)
            ocl_append_text(&want, strings[k]);
        else
            ocl_append(&want, strings[k], lengths[k]);
    }
    char *got = ocl_program_text(program, CL_PROGRAM_SOURCE);
    const bool equal = strlen(got) == want.bytes && memcmp(got, want.text, want.bytes) == 0;
    free(got);
    free(want.text);
    return ocl_verify_equal("source", equal, true);
}

// Three strings become one source.  A length of 0 says that the string ends with a 0 byte.  With a
// length, the driver reads so many bytes: here, the first line of two.
static cl_program create_program(const lesson *l, cl_uint factor, ocl_result *same)
{
    static const char offsets[] = "#define OFFSET 3\n#define OFFSET 9\n";
    char first[64];
    snprintf(first, sizeof first, "#define FACTOR %uu\n", factor);
    const char *strings[STRINGS] = { first, offsets, l->source };
    const size_t lengths[STRINGS] = { 0, sizeof "#define OFFSET 3\n" - 1, strlen(l->source) };
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, STRINGS, strings, lengths, &err));
    *same = ocl_result_both(*same, verify_source(program, strings, lengths));
    return program;
}

static cl_build_status status_of(const lesson *l, const build *b)
{
    cl_build_status status;
    OCL_CHECK(clGetProgramBuildInfo(b->program, l->env->device, CL_PROGRAM_BUILD_STATUS,
                                    sizeof status, &status, NULL));
    return status;
}

// Starts a build.  The driver may build inside of this call or after it.
static void start(const lesson *l, build *b, const char *options)
{
    b->start_ns = ocl_wall_ns();
    b->status = clBuildProgram(b->program, 1, &l->env->device, options, tell, b);
    b->returned_ns = ocl_wall_ns();
    // After any other error the callback is never called.
    if (b->status != CL_BUILD_PROGRAM_FAILURE) OCL_CHECK(b->status);
}

// Until all builds have ended.  A host with other work would do it here.
static void await(const lesson *l, build *builds, size_t count)
{
    const double deadline = ocl_wall_ns() + 1e9 * PATIENCE_S;
    for (size_t k = 0; k < count; k++) {
        build *b = &builds[k];
        while (atomic_load_explicit(&b->calls, memory_order_acquire) == 0) {
            if (status_of(l, b) == CL_BUILD_IN_PROGRESS) b->looks++;
            if (ocl_wall_ns() > deadline)
                ocl_exit(OCL_EXIT_WRONG, "a build did not end within %d s", PATIENCE_S);
            ocl_yield();
        }
    }
}

// The kernel of a program does what its strings say.
static ocl_result run(const lesson *l, const build *b)
{
    cl_command_queue queue = l->env->queue;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(b->program, "build_callback_line", &err));
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);
    const size_t bytes = sizeof(cl_uint) * l->n;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_y, &l->d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    ocl_poison_run(queue, l->d_y, bytes, 0);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_y, CL_TRUE, 0, bytes, l->y, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));

    for (size_t i = 0; i < l->n; i++)
        l->ref[i] = b->factor * l->x[i] + OFFSET;
    return ocl_verify_u32("line", l->y, l->ref, l->n);
}

// Several builds at once.
static void build_all(const lesson *l)
{
    const char *kernel = l->env->options->kernel, *file = kernel ? kernel : "build_callback.cl";
    build builds[BUILDS];
    ocl_result same = { .pass = true }, told = same, right = same;
    for (size_t k = 0; k < BUILDS; k++) {
        builds[k] = (build){ .factor = (cl_uint)(2 * k + 5) };
        builds[k].program = create_program(l, builds[k].factor, &same);
    }
    for (size_t k = 0; k < BUILDS; k++)
        start(l, &builds[k], "-cl-std=CL1.2");
    await(l, builds, BUILDS);

    ocl_table table = ocl_table_open(l->report, "builds",
                                     "build, ms in the call, ms until told, looks in progress");
    for (size_t k = 0; k < BUILDS; k++) {
        const build *b = &builds[k];
        // A call that has only started the build has succeeded: the status of the build counts.
        const cl_build_status built = status_of(l, b);
        ocl_require_build(b->program, file, "clBuildProgram",
                          built == CL_BUILD_SUCCESS ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE);
        ocl_table_row(&table, "%5zu %14.3f %13.3f %17zu", k, (b->returned_ns - b->start_ns) / 1e6,
                      (b->told_ns - b->start_ns) / 1e6, b->looks);
        told = ocl_result_both(told, ocl_verify_equal("calls", atomic_load(&b->calls), 1));
        right = ocl_result_both(right, run(l, b));
        OCL_CHECK(clReleaseProgram(b->program));
    }
    ocl_report_result(l->report, "the source is all strings in a row", same);
    ocl_report_result(l->report, "told once", told);
    ocl_report_result(l->report, "kernels", right);
}

// A build that fails also calls, and the status tells that it failed.
static void build_mistake(const lesson *l)
{
    ocl_result same = { .pass = true };
    build b = { .factor = 1 };
    b.program = create_program(l, b.factor, &same);
    start(l, &b, "-cl-std=CL1.2 -DWITH_ERROR");
    await(l, &b, 1);

    char *log = ocl_build_text(b.program, l->env->device, CL_PROGRAM_BUILD_LOG);
    const uint64_t got[] = { atomic_load(&b.calls), (uint64_t)status_of(l, &b),
                             strstr(log, "no_such_name") != NULL };
    const uint64_t want[] = { 1, (uint64_t)CL_BUILD_ERROR, true };
    ocl_report_note(l->report, "with a mistake, clBuildProgram returned %s",
                    ocl_error_name(b.status));
    ocl_report_result(
        l->report, "a failed build: told once, status, log",
        ocl_result_both(same, ocl_verify_u64("calls, status, name in the log", got, want, 3)));
    free(log);
    OCL_CHECK(clReleaseProgram(b.program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "build_callback",
                              .summary = "Programs from several strings, built in the background.",
                              .accepts = "dnks",
                              .size_help = "numbers given to each kernel",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, real_bytes, 2.0 * real_bytes, 3.0 * real_bytes);
    const size_t bytes = sizeof(cl_uint) * opt.n[0];
    lesson l = { .env = &env, .n = opt.n[0] };
    l.x = ocl_alloc(bytes);
    l.y = ocl_alloc(bytes);
    l.ref = ocl_alloc(bytes);
    ocl_fill_u32(l.x, l.n, opt.seed);
    l.source = ocl_load_source(&opt, "build_callback.cl");
    l.d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, l.x);

    l.report = ocl_report_open(&opt, env.device);
    build_all(&l);
    build_mistake(&l);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_y));
    ocl_close(&env);
    free(l.source);
    free(l.ref);
    free(l.y);
    free(l.x);
    return ocl_report_close(l.report);
}
