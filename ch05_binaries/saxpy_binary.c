// SPDX-License-Identifier: MIT
//
// saxpy_binary - a program from its binary: the time that it saves, the files to refuse.
//
// Shows   the time to build a source for the first time, the same source again, and a binary
// Uses    clCreateProgramWithBinary and its binary_status, clBuildProgram,
//         clGetProgramBuildInfo with CL_PROGRAM_BINARY_TYPE
// Try     binary_files -o saxpy, then saxpy_binary -i saxpy.0.clbin; saxpy_binary --bytes 70K

#include "ocl.h"

#include "proof/ch05_binaries/saxpy_data.h"
#include "saxpy_binary/stage_times.h"
#include "shared/binary_file.h"

static const cl_float ALPHA = 2.5f;
static const char KERNEL[] = "saxpy_scalar";

// The sources: saxpy_ladder.cl with one more kernel, and with enough kernels to have --bytes.
enum { SAXPY, LARGE, SOURCES };
static const char *const VARIANTS[] = { "saxpy", "large", NULL };
enum { MAX_SOURCE = 1 << 20 };    // bytes; a compiler takes too long for more

typedef struct {
    const ocl_env *env;
    saxpy_data host;
    cl_mem d_a, d_b, d_c;
} lesson;

static cl_program build_source(const ocl_env *env, const char *source)
{
    const char *file = env->options->kernel ? env->options->kernel : "saxpy_ladder.cl";
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "-DRUN=4096", NULL, NULL);
    ocl_require_build(program, file, "clBuildProgram", err);
    return program;
}

static cl_program load_binary(const ocl_env *env, const binary_blob *blob, const char *path)
{
    const unsigned char *data = blob->data;
    cl_int binary_status = CL_SUCCESS, err;
    cl_program program = clCreateProgramWithBinary(env->context, 1, &env->device, &blob->bytes,
                                                   &data, &binary_status, &err);
    // binary_status tells which of several devices refuses its binary.  A driver may set err alone.
    binary_require(err ? err : binary_status, "clCreateProgramWithBinary", path);
    // Nothing is left to compile, but without this call the program has no kernels.
    err = clBuildProgram(program, 1, &env->device, NULL, NULL, NULL);
    binary_require(err, "clBuildProgram", path);
    return program;
}

// The binary in the file of --input.
static binary_blob read_input(const ocl_env *env, const char *path)
{
    binary_blob blob;
    ocl_message why;
    if (!binary_file_read(path, env->device, &blob, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    cl_program program = load_binary(env, &blob, path);
    if (!has_kernel(program, KERNEL))
        ocl_exit(OCL_EXIT_USAGE, "%s: a binary without a kernel %s", path, KERNEL);
    OCL_CHECK(clReleaseProgram(program));
    return blob;
}

// What a loaded program tells about its build: it counts as built, and as an executable.
static ocl_result verify_build_info(cl_program program, cl_device_id device)
{
    cl_build_status status;
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    OCL_CHECK(
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    return ocl_result_both(
        ocl_verify_equal("build status", status, CL_BUILD_SUCCESS),
        ocl_verify_equal("binary type", type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
}

// Runs the kernel of a program whose build took build_ns, compares, releases the program.
static void run_saxpy(const lesson *l, cl_program program, double build_ns, int stage,
                      stage_times *times)
{
    cl_command_queue queue = l->env->queue;
    const size_t n = l->host.n;
    ocl_poison_run(queue, l->d_a, l->host.bytes, (size_t)stage);
    OCL_CHECK(clFinish(queue));

    const double begin_ns = ocl_wall_ns();
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_a, &l->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof ALPHA, &ALPHA));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_b, &l->d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_c, &l->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, l->env->device, 256);
    const size_t global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    ocl_times_add(&times->build[stage], build_ns);
    ocl_times_add(&times->first[stage], build_ns + ocl_wall_ns() - begin_ns);

    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_a, CL_TRUE, 0, l->host.bytes, l->host.a, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    const ocl_result right = saxpy_verify(STAGE_NAMES[stage], &l->host, ALPHA);
    times->result[stage] = ocl_result_both(times->result[stage], right);
}

// Builds a source that no compiler has seen, and then once more.  *binary gets the binary of the
// second program, unless it is NULL.
static void build_twice(const lesson *l, const char *source, stage_times *times,
                        binary_blob *binary)
{
    for (int stage = COLD; stage <= AGAIN; stage++) {
        const double begin_ns = ocl_wall_ns();
        cl_program program = build_source(l->env, source);
        const double build_ns = ocl_wall_ns() - begin_ns;
        if (stage == AGAIN && binary) binary->data = ocl_program_binary(program, &binary->bytes);
        run_saxpy(l, program, build_ns, stage, times);
    }
}

// Builds a source twice, --repeat times.  Then loads a binary as often: the `given` one, or that of
// the last build.  *times begins as zeros.  This is no ocl_trial: builds are timed, each source is
// another one, and a run has two times.
static void measure(const lesson *l, const char *base, size_t source_bytes,
                    const binary_blob *given, stage_times *times)
{
    const size_t repeat = l->env->options->repeat;
    binary_blob own = { .data = NULL };
    times->result[COLD].pass = times->result[AGAIN].pass = true;
    for (size_t run = 0; run < repeat; run++) {
        char *source = unseen_source(base, source_bytes);
        const bool is_last = run + 1 == repeat;
        build_twice(l, source, times, is_last && !given ? &own : NULL);
        times->source_bytes = strlen(source);
        free(source);
    }

    const binary_blob *blob = given ? given : &own;
    for (size_t run = 0; run < repeat && blob->data; run++) {
        const double begin_ns = ocl_wall_ns();
        cl_program program = load_binary(l->env, blob, given ? l->env->options->input : NULL);
        const double build_ns = ocl_wall_ns() - begin_ns;
        if (run == 0) times->result[BINARY] = verify_build_info(program, l->env->device);
        run_saxpy(l, program, build_ns, BINARY, times);
    }
    times->binary_bytes = blob->bytes;
    free(own.data);
}

int main(int argc, char **argv)
{
    size_t large_bytes = 7 * 1024;
    const ocl_option own[] = {
        { .usage = "-b, --bytes N: of the large source", .count = &large_bytes }, { 0 }
    };
    const ocl_about about = { .name = "saxpy_binary",
                              .summary = "How much sooner a program is ready from its binary.",
                              .accepts = "dnirVsk",
                              .size_help = "elements of each vector",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 3, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (large_bytes > MAX_SOURCE) ocl_exit(OCL_EXIT_USAGE, "--bytes: more than %d", MAX_SOURCE);
    ocl_env env = ocl_open(&opt);

    binary_blob given = opt.input ? read_input(&env, opt.input) : (binary_blob){ .data = NULL };
    lesson l = { .env = &env, .host = saxpy_data_make(env.device, opt.n[0], opt.seed) };
    saxpy_ref(l.host.ref, ALPHA, l.host.b, l.host.c, l.host.n);
    l.d_a = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.host.bytes, NULL);
    l.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, l.host.bytes, l.host.b);
    l.d_c = ocl_buffer(&env, CL_MEM_READ_ONLY, l.host.bytes, l.host.c);
    char *base = ocl_load_source(&opt, "saxpy_ladder.cl");

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    ocl_report_text(report, "binary", opt.input ? opt.input : "made here");

    // The first build of a process also loads the compiler: it is not counted.
    char *first = unseen_source(base, 0);
    OCL_CHECK(clReleaseProgram(build_source(&env, first)));
    free(first);

    static stage_times times[SOURCES];    // static: they would be a large part of a small stack
    for (int v = 0; v < SOURCES; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        const size_t least_bytes = v == LARGE ? large_bytes : 0;
        measure(&l, base, least_bytes, v == SAXPY && opt.input ? &given : NULL, &times[v]);
        report_stages(report, VARIANTS[v], &times[v]);
    }
    report_ratios(report, VARIANTS, times, SOURCES);

    OCL_CHECK(clReleaseMemObject(l.d_c));
    OCL_CHECK(clReleaseMemObject(l.d_b));
    OCL_CHECK(clReleaseMemObject(l.d_a));
    saxpy_data_free(&l.host);
    free(base);
    free(given.data);
    ocl_close(&env);
    return ocl_report_close(report);
}
