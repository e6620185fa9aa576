// SPDX-License-Identifier: MIT
//
// saxpy_binary - a program from its binary: what it saves, and which files are no binary for this device.
//
// Shows   the time to build from source (never seen before, and again) and from the binary
// Uses    clCreateProgramWithBinary and its binary_status, clBuildProgram, CL_PROGRAM_BINARY_TYPE
// Try     create_binary -o saxpy, saxpy_binary -i saxpy.0.clbin; change a byte of that file; --bytes 70K

#include "saxpy_binary/unseen_source.h"
#include "shared/binary_file.h"
#include "shared/saxpy_run.h"

// What a program is made from.
enum { COLD, AGAIN, BINARY, STAGES };
static const char *const STAGE_NAMES[STAGES] = { "cold", "again", "binary" };

// The sources: saxpy.cl with one more kernel, and with as many as --bytes asks for.
enum { SAXPY, LARGE, SOURCES };
static const char *const VARIANTS[] = { "saxpy", "large", NULL };

enum { MAX_SOURCE = 1 << 20 };    // bytes: a compiler's patience

typedef struct {
    unsigned char *data;    // malloc'ed
    size_t bytes;
} saxpy_binary_blob;

// A build of each kind, as often as asked: the build alone, and up to the end of the first kernel.
typedef struct {
    ocl_times build[STAGES], first[STAGES];
    ocl_result check[STAGES];
    size_t source_bytes, binary_bytes;
} saxpy_binary_times;

static cl_program saxpy_binary_compile(const ocl_env *env, const char *source)
{
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "-DRUN=4096", NULL, NULL);
    const char *kernel = env->options->kernel;
    ocl_require_build(program, kernel ? kernel : "saxpy.cl", "clBuildProgram", err);
    return program;
}

// A binary that the driver does not want is the file's fault, where it comes from one (`path`).
static void saxpy_binary_taken(cl_int status, const char *call, const char *path)
{
    if (status == CL_SUCCESS) return;
    bool unwanted = status == CL_INVALID_BINARY || status == CL_BUILD_PROGRAM_FAILURE;
    ocl_exit(path && unwanted ? OCL_EXIT_USAGE : OCL_EXIT_CALL,
             "%s: the driver does not take this binary: %s: %s", path ? path : "made here", call,
             ocl_error_name(status));
}

static cl_program saxpy_binary_load(const ocl_env *env, const saxpy_binary_blob *blob,
                                    const char *path)
{
    // binary_status tells which of several devices refuses its binary; a driver may leave it to err alone.
    static const char create[] = "clCreateProgramWithBinary";
    const unsigned char *start = blob->data;
    cl_int binary_status = CL_SUCCESS, err;
    cl_program program = clCreateProgramWithBinary(env->context, 1, &env->device, &blob->bytes,
                                                   &start, &binary_status, &err);
    saxpy_binary_taken(err, create, path);
    saxpy_binary_taken(binary_status, create, path);
    // Not compiled any more, but linked: without a build there are no kernels.
    err = clBuildProgram(program, 1, &env->device, NULL, NULL, NULL);
    saxpy_binary_taken(err, "clBuildProgram", path);
    return program;
}

// The binary of --input; whatever is wrong with the file ends in one line and OCL_EXIT_USAGE.
static saxpy_binary_blob saxpy_binary_read(const ocl_env *env)
{
    const char *path = env->options->input;
    unsigned char *file;
    const unsigned char *binary;
    size_t file_bytes;
    saxpy_binary_blob blob;
    ocl_message why;
    if (!ocl_read_file(path, &file, &file_bytes, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    if (!binary_file_open(file, file_bytes, env->device, &binary, &blob.bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", path, why.text);
    blob.data = ocl_alloc(blob.bytes);
    memcpy(blob.data, binary, blob.bytes);
    free(file);
    cl_program program = saxpy_binary_load(env, &blob, path);
    if (!saxpy_is_in(program))
        ocl_exit(OCL_EXIT_USAGE, "%s: a binary without a kernel saxpy_scalar", path);
    OCL_CHECK(clReleaseProgram(program));
    return blob;
}

// Status and type of a loaded binary: all that clGetProgramBuildInfo has to say where nothing was compiled.
static ocl_result saxpy_binary_info(const ocl_env *env, cl_program program)
{
    cl_build_status status;
    cl_program_binary_type type;
    OCL_CHECK(clGetProgramBuildInfo(program, env->device, CL_PROGRAM_BUILD_STATUS, sizeof status,
                                    &status, NULL));
    OCL_CHECK(clGetProgramBuildInfo(program, env->device, CL_PROGRAM_BINARY_TYPE, sizeof type,
                                    &type, NULL));
    return ocl_result_both(
        ocl_verify_equal("CL_PROGRAM_BUILD_STATUS", status, CL_BUILD_SUCCESS),
        ocl_verify_equal("CL_PROGRAM_BINARY_TYPE", type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
}

// Runs the program whose build took that long, books both times and the outcome, and releases it.
static void saxpy_binary_book(const ocl_env *env, const saxpy_data *data, cl_program program,
                              double build_ns, int stage, saxpy_binary_times *times)
{
    double run_ns;
    ocl_result check = saxpy_run(data, env->queue, program, STAGE_NAMES[stage], &run_ns);
    times->check[stage] = ocl_result_both(times->check[stage], check);
    ocl_times_add(&times->build[stage], build_ns);
    ocl_times_add(&times->first[stage], build_ns + run_ns);
    OCL_CHECK(clReleaseProgram(program));
}

// Builds a new source and the same again, as often as asked, then the last one's binary or the `given`.
static saxpy_binary_times saxpy_binary_measure(const ocl_env *env, const saxpy_data *data,
                                               const char *base, size_t source_bytes,
                                               const saxpy_binary_blob *given)
{
    const size_t repeat = env->options->repeat;
    saxpy_binary_times times = { .binary_bytes = 0 };
    for (int stage = 0; stage < STAGES; stage++)
        times.check[stage].pass = true;
    saxpy_binary_blob own = { NULL, 0 };
    for (size_t run = 0; run < repeat; run++) {
        char *source = unseen_source(base, source_bytes);
        for (int stage = COLD; stage <= AGAIN; stage++) {
            const double begin = ocl_wall_ns();
            cl_program program = saxpy_binary_compile(env, source);
            const double build_ns = ocl_wall_ns() - begin;
            if (!given && stage == AGAIN && run + 1 == repeat)
                own.data = ocl_program_binary(program, &own.bytes);
            saxpy_binary_book(env, data, program, build_ns, stage, &times);
        }
        times.source_bytes = strlen(source);
        free(source);
    }
    const saxpy_binary_blob *blob = given ? given : &own;
    for (size_t run = 0; run < repeat && blob->data; run++) {
        const double begin = ocl_wall_ns();
        cl_program program = saxpy_binary_load(env, blob, given ? env->options->input : NULL);
        const double build_ns = ocl_wall_ns() - begin;
        if (run == 0) times.check[BINARY] = saxpy_binary_info(env, program);
        saxpy_binary_book(env, data, program, build_ns, BINARY, &times);
    }
    times.binary_bytes = blob->bytes;
    free(own.data);
    return times;
}

static void saxpy_binary_report(ocl_report *report, const char *name,
                                const saxpy_binary_times *times)
{
    for (int stage = 0; stage < STAGES; stage++) {
        if (stage == BINARY && times->binary_bytes == 0) {
            ocl_report_print(report, "%s: the driver gives no binary\n", name);
            continue;
        }
        char row[64];
        snprintf(row, sizeof row, "%s, %s", name, STAGE_NAMES[stage]);
        ocl_report_row(report, &(ocl_row){ row, &times->build[stage], (double)times->source_bytes,
                                           "MB/s", 0.0, times->check[stage] });
    }
}

// One line of the table of medians; the ratios are what the binary saves.
static void saxpy_binary_ratio(ocl_report *report, const char *name,
                               const saxpy_binary_times *source, const char *until,
                               const ocl_times times[STAGES])
{
    double ms[STAGES];
    for (int stage = 0; stage < STAGES; stage++)
        ms[stage] = ocl_median_ns(&times[stage]) / 1e6;
    if (ms[BINARY] <= 0.0) return;
    const double cold = ms[COLD] / ms[BINARY], again = ms[AGAIN] / ms[BINARY];
    ocl_report_print(report, "%-8s %8zu %8zu  %-18s %8.2f %8.2f %8.3f %8.1f %8.1f\n", name,
                     source->source_bytes, source->binary_bytes, until, ms[COLD], ms[AGAIN],
                     ms[BINARY], cold, again);
    json_t *line = json_pack("{s:s, s:I, s:I, s:s, s:f, s:f, s:f, s:f, s:f}", "source", name,
                             "source_bytes", (json_int_t)source->source_bytes, "binary_bytes",
                             (json_int_t)source->binary_bytes, "until", until, "cold_ms", ms[COLD],
                             "again_ms", ms[AGAIN], "binary_ms", ms[BINARY], "cold_to_binary", cold,
                             "again_to_binary", again);
    json_t *details = ocl_report_details(report), *lines = json_object_get(details, "ratios");
    if (!lines) json_object_set_new(details, "ratios", lines = json_array());
    json_array_append_new(lines, line);
}

int main(int argc, char **argv)
{
    size_t large_bytes = 7 * 1024;
    const ocl_option own[] = {
        { 'b', "bytes", OCL_COUNT, &large_bytes, "N", "of the large source", NULL }, { 0 }
    };
    const ocl_about about = { .name = "saxpy_binary",
                              .summary = "saxpy from a binary of create_binary, or of its own: "
                                         "how much sooner it is ready.",
                              .accepts = "dnirVsk",
                              .size_help = "elements of each vector",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 3, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (large_bytes > MAX_SOURCE) ocl_exit(OCL_EXIT_USAGE, "--bytes: more than %d", MAX_SOURCE);
    ocl_env env = ocl_open(&opt);

    saxpy_binary_blob given = { NULL, 0 };
    if (opt.input) given = saxpy_binary_read(&env);
    saxpy_data data = saxpy_open(env.context, env.device, opt.n[0], opt.seed);
    char *base = ocl_load_source(&opt, "saxpy.cl");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", opt.n[0]);
    ocl_report_text(report, "binary", opt.input ? opt.input : "made here");

    // The first build of a process loads the compiler, too: it is not counted.
    char *first = unseen_source(base, 0);
    OCL_CHECK(clReleaseProgram(saxpy_binary_compile(&env, first)));
    free(first);

    const size_t least_bytes[SOURCES] = { 0, large_bytes };
    saxpy_binary_times times[SOURCES];
    for (int v = 0; v < SOURCES; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        const saxpy_binary_blob *from_file = v == SAXPY && opt.input ? &given : NULL;
        times[v] = saxpy_binary_measure(&env, &data, base, least_bytes[v], from_file);
        saxpy_binary_report(report, VARIANTS[v], &times[v]);
    }
    ocl_report_print(report, "\n%-8s %8s %8s  %-18s %8s %8s %8s %8s %8s\n", "source", "bytes",
                     "binary", "median ms until", "cold", "again", "binary", "cold/bin",
                     "again/bin");
    for (int v = 0; v < SOURCES; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        saxpy_binary_ratio(report, VARIANTS[v], &times[v], "it is built", times[v].build);
        saxpy_binary_ratio(report, VARIANTS[v], &times[v], "a kernel has run", times[v].first);
    }

    saxpy_close(&data);
    free(base);
    free(given.data);
    ocl_close(&env);
    return ocl_report_close(report);
}
