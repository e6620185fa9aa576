// SPDX-License-Identifier: MIT
//
// compiler_limits - programs that are long, deep and wide, and kernels that need much.
//
// Shows   how the time of a build grows; the translation limits of C99, and more than that; many
//         kernels; arguments, constant, local and private memory at the device's limits and past
// Uses    clCreateKernelsInProgram, clGetKernelInfo, clCreateKernel,
//         clSetKernelArg; builds are in shared/quoted_build.c, launches in
//         compiler_limits/outcome.c
// Try     compiler_limits -n 1600 -o times.png; compiler_limits -V edges --private 1M

#include "ocl.h"

#include "compiler_limits/chart.h"
#include "compiler_limits/outcome.h"
#include "compiler_limits/programs.h"
#include "compiler_limits/translation.h"

enum { KERNELS = 400, MAX_CONSTANT = 64 << 20 };    // bytes: some devices allow gigabytes
static const char OPTIONS[] = "-cl-std=CL1.2";
static const char *const ACT_NAMES[] = { "length", "translation", "kernels", "edges", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    const char *source;      // of compiler_limits.cl
    size_t private_bytes;    // of the larger private array
} lesson;

// Programs of more and more statements, one after the other: how long until the first answer?
static void show_length(const lesson *l, build_times *times)
{
    const ocl_options *opt = l->env->options;
    ocl_table table = ocl_table_open(l->report, "length",
                                     "statements, letters, build ms, first launch ms, growth");
    ocl_result result = { .pass = true };
    double before = 0.0;
    // The first build loads the compiler: it does not count.
    cl_uint first;
    char *one = long_program(1, opt->seed, 0, &first);
    OCL_CHECK(run_text(l->env, one, 0, &first, 1).status);
    free(one);
    for (size_t i = 0; i < LENGTHS; i++) {
        const size_t statements = ocl_divide_up(opt->n[0], (size_t)1 << (LENGTHS - 1 - i));
        const cl_uint x = (cl_uint)opt->seed;
        cl_uint out = 0, want;
        char *text = long_program(statements, opt->seed, x, &want);
        const double begin = ocl_wall_ns();
        const quoted_build b = build_and_quote(l->env, text, OPTIONS);
        const double built = ocl_wall_ns();
        if (b.status != CL_SUCCESS) ocl_exit(OCL_EXIT_CALL, "clBuildProgram: %s", b.quote);
        const outcome o = run_kernel(l->env, b.program, x, &out, 1);
        OCL_CHECK(o.status);
        const double end = ocl_wall_ns();
        OCL_CHECK(clReleaseProgram(b.program));
        times->statements[i] = (double)statements;
        times->build_ms[i] = (built - begin) / 1e6;
        times->launch_ms[i] = (end - built) / 1e6;
        ocl_table_row(&table, "%10zu %9zu %9.1f %15.1f %6.2f", statements, strlen(text),
                      times->build_ms[i], times->launch_ms[i],
                      before > 0.0 ? (end - begin) / before : (double)NAN);
        before = end - begin;
        free(text);
        result = ocl_result_both(result, ocl_verify_u32("statements", &out, &want, 1));
    }
    ocl_report_result(l->report, "long kernels", result);
}

// Many kernels in one program.
static void show_kernels(const lesson *l)
{
    const cl_uint x = (cl_uint)l->env->options->seed;
    char *text = many_kernels_program(KERNELS);
    const double begin = ocl_wall_ns();
    const quoted_build b = build_and_quote(l->env, text, OPTIONS);
    const double ms = (ocl_wall_ns() - begin) / 1e6;
    if (b.status != CL_SUCCESS) ocl_exit(OCL_EXIT_CALL, "clBuildProgram: %s", b.quote);
    cl_kernel kernels[KERNELS];
    cl_uint count, tried = 0, out[KERNELS], want[KERNELS];
    OCL_CHECK(clCreateKernelsInProgram(b.program, KERNELS, kernels, &count));
    ocl_report_print(l->report, "\n");
    ocl_report_fact(l->report, "kernels", "%u", count);
    ocl_report_fact(l->report, "ms to build them", "%.1f", ms);
    // A few of them run: to launch a kernel for the first time may take long.
    for (cl_uint k = 0; k < count; k += KERNELS / 4, tried++) {
        char name[40];
        size_t number = 0;
        OCL_CHECK(clGetKernelInfo(kernels[k], CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
        sscanf(name, "compiler_limits_%zu", &number);
        want[tried] = x + (cl_uint)number;
        OCL_CHECK(clSetKernelArg(kernels[k], 1, sizeof x, &x));
        OCL_CHECK(launch(l->env, kernels[k], 1, &out[tried], 1).status);
    }
    for (cl_uint k = 0; k < count; k++)
        OCL_CHECK(clReleaseKernel(kernels[k]));
    OCL_CHECK(clReleaseProgram(b.program));
    free(text);
    ocl_report_result(l->report, "many kernels",
                      ocl_result_both(ocl_verify_equal("kernels", count, KERNELS),
                                      ocl_verify_u32("kernels", out, want, tried)));
}

// A kernel with `count` arguments behind the first one: numbers, or constant buffers.
static outcome try_arguments(const lesson *l, size_t count, bool constants, cl_uint got_want[2])
{
    const cl_uint seven = 7;
    char *text = arguments_program(constants, count);
    const quoted_build b = build_and_quote(l->env, text, OPTIONS);
    outcome o = outcome_of(&b);
    if (b.status == CL_SUCCESS) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(b.program, "compiler_limits_text", &err));
        cl_mem d_seven = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof seven, &seven);
        o.call = "clSetKernelArg";
        for (cl_uint k = 0; k < count && o.status == CL_SUCCESS; k++) {
            const cl_uint number = constants ? seven : 5 * k + 3;
            got_want[1] += number * (k + 1);
            o.status = constants ? clSetKernelArg(kernel, k + 1, sizeof d_seven, &d_seven)
                                 : clSetKernelArg(kernel, k + 1, sizeof number, &number);
        }
        if (o.status == CL_SUCCESS) o = launch(l->env, kernel, 1, got_want, 1);
        OCL_CHECK(clReleaseMemObject(d_seven));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    OCL_CHECK(clReleaseProgram(b.program));
    free(text);
    return o;
}

static outcome try_argument_bytes(const lesson *l, size_t bytes, cl_uint got_want[2])
{
    const size_t pointer = ocl_device_number(l->env->device, CL_DEVICE_ADDRESS_BITS) / 8;
    return try_arguments(l, (bytes - pointer) / sizeof(cl_uint), false, got_want);
}

static outcome try_constant_arguments(const lesson *l, size_t count, cl_uint got_want[2])
{
    return try_arguments(l, count, true, got_want);
}

// A kernel of compiler_limits.cl on so many bytes of some memory.
typedef struct {
    const char *kernel;
    const void *second;    // its second argument; NULL for local memory
    size_t second_bytes, local;
} memory_use;

static outcome try_memory(const lesson *l, size_t bytes, const memory_use *use, cl_uint got_want[2])
{
    const cl_uint count = (cl_uint)(bytes / sizeof(cl_uint));
    char options[64];
    snprintf(options, sizeof options, "%s -DPRIVATE=%zu", OPTIONS, bytes);
    const quoted_build b = build_and_quote(l->env, l->source, options);
    outcome o = outcome_of(&b);
    if (b.status == CL_SUCCESS) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(b.program, use->kernel, &err));
        o.call = "clSetKernelArg";
        o.status = clSetKernelArg(kernel, 1, use->second_bytes, use->second);
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof count, &count));
        const size_t local = ocl_local_size(kernel, l->env->device, use->local);
        if (o.status == CL_SUCCESS) o = launch(l->env, kernel, local, got_want, 1);
        OCL_CHECK(clReleaseKernel(kernel));
    }
    OCL_CHECK(clReleaseProgram(b.program));
    for (cl_uint i = 0; i < count; i++)
        got_want[1] += (3 * i + 1) * (i + 1);
    return o;
}

static outcome try_constant(const lesson *l, size_t bytes, cl_uint got_want[2])
{
    cl_uint *table = ocl_alloc(bytes);
    for (cl_uint i = 0; i < bytes / sizeof *table; i++)
        table[i] = 3 * i + 1;
    cl_mem d_table = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, table);
    const memory_use use = { "compiler_limits_constant", &d_table, sizeof d_table, 1 };
    const outcome o = try_memory(l, bytes, &use, got_want);
    OCL_CHECK(clReleaseMemObject(d_table));
    free(table);
    return o;
}

static outcome try_local(const lesson *l, size_t bytes, cl_uint got_want[2])
{
    return try_memory(l, bytes, &(memory_use){ "compiler_limits_local", NULL, bytes, 16 },
                      got_want);
}

// What the device has left for the local argument of a kernel.
static size_t local_limit(const lesson *l)
{
    cl_int err;
    char options[64];
    snprintf(options, sizeof options, "%s -DPRIVATE=4", OPTIONS);
    const quoted_build b = build_and_quote(l->env, l->source, options);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(b.program, "compiler_limits_local", &err));
    const size_t bytes = ocl_local_left(kernel, l->env->device);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(b.program));
    return bytes;
}

static outcome try_private(const lesson *l, size_t bytes, cl_uint got_want[2])
{
    const cl_uint step = 5;    // a power of two has no common divisor with it
    const memory_use use = { "compiler_limits_private", &step, sizeof step, 1 };
    return try_memory(l, bytes, &use, got_want);
}

// At the device's limits a kernel must run.  One step past them it is refused, or it is right.
static void show_edges(const lesson *l)
{
    cl_device_id device = l->env->device;
    const struct {
        const char *what;
        size_t most, step;
        outcome (*attempt)(const lesson *l, size_t amount, cl_uint got_want[2]);
        bool promised;
    } edges[] = {
        { "bytes of arguments", ocl_device_number(device, CL_DEVICE_MAX_PARAMETER_SIZE), 4,
          try_argument_bytes, true },
        { "constant arguments", ocl_device_number(device, CL_DEVICE_MAX_CONSTANT_ARGS), 1,
          try_constant_arguments, true },
        { "bytes of constant memory", ocl_device_number(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE),
          4, try_constant, true },
        { "bytes of local memory", local_limit(l), OCL_LOCAL_ALIGNMENT, try_local, true },
        { "bytes of private memory", l->private_bytes / 2, l->private_bytes / 2, try_private,
          false },
    };
    ocl_table table =
        ocl_table_open(l->report, "edges", "kernel with, so many, a limit, answer, of the call");
    ocl_result at = { .pass = true }, past = { .pass = true };
    for (size_t i = 0; i < 2 * sizeof edges / sizeof edges[0]; i++) {
        const bool is_past = i % 2;
        const size_t amount = edges[i / 2].most + is_past * edges[i / 2].step;
        const bool must_run = edges[i / 2].promised && !is_past;
        cl_uint got_want[2] = { 0, 0 };
        const outcome o = edges[i / 2].attempt(l, amount, got_want);
        ocl_table_row(&table, "%-26s %9zu  %-6s  %-24s  %-22s", edges[i / 2].what, amount,
                      !edges[i / 2].promised ? "-"
                      : is_past              ? "past"
                                             : "at",
                      ocl_error_name(o.status), o.call);
        ocl_result *result = is_past ? &past : &at;
        if (must_run && o.status != CL_SUCCESS)
            *result =
                ocl_result_both(*result, ocl_verify_equal(edges[i / 2].what, o.status, CL_SUCCESS));
        else if (o.status == CL_SUCCESS)
            *result = ocl_result_both(
                *result, ocl_verify_u32(edges[i / 2].what, &got_want[0], &got_want[1], 1));
    }
    ocl_report_result(l->report, "at the limits", at);
    ocl_report_result(l->report, "past them: refused, or right", past);
}

int main(int argc, char **argv)
{
    size_t private_bytes = 65536;
    const ocl_option own[] = {
        { .usage = "-p, --private N: bytes of the largest private array, a power of two",
          .count = &private_bytes },
        { 0 }
    };
    const ocl_about about = { .name = "compiler_limits",
                              .summary =
                                  "Long, deep and wide programs, and kernels that need much.",
                              .accepts = "dnoVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "statements of the longest kernel",
                              .extents = 1,
                              .variants = ACT_NAMES,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 800 }, .seed = 1 });
    if (private_bytes < 8 || (private_bytes & (private_bytes - 1)) != 0)
        ocl_exit(OCL_EXIT_USAGE, "--private %zu: it is a power of two, at least 8", private_bytes);
    if (opt.output && !ocl_wants(&opt, "length"))
        ocl_exit(OCL_EXIT_USAGE, "--output draws the variant length, which is not chosen");
    ocl_env env = ocl_open(&opt);
    char *source = ocl_load_source(&opt, "compiler_limits.cl");
    const lesson l = { .env = &env,
                       .report = ocl_report_open(&opt, env.device),
                       .source = source,
                       .private_bytes = private_bytes };
    ocl_report_count(l.report, "statements", opt.n[0]);

    build_times times = { 0 };
    if (ocl_wants(&opt, "length")) show_length(&l, &times);
    if (ocl_wants(&opt, "translation")) report_translation(&env, l.report);
    if (ocl_wants(&opt, "kernels")) show_kernels(&l);
    if (ocl_wants(&opt, "edges")) show_edges(&l);
    if (opt.output) draw_times(l.report, &times, opt.output);

    free(source);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
