// SPDX-License-Identifier: MIT
//
// kernel_limits - kernels that need as much as the device has, and one step more.
//
// Shows   arguments, constant memory and local memory at the device's limits and past them; private
//         memory, which has no limit to ask for
// Uses    clSetKernelArg, CL_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_MAX_CONSTANT_ARGS,
//         CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE; the launch is in shared/outcome.c
// Try     kernel_limits -V local; kernel_limits -V private --private 1M

#include "ocl.h"

#include "shared/outcome.h"

// What a kernel wrote, and what it must write.
typedef struct {
    cl_uint got, want;
} answer;

// So much of what a kernel needs, and where this is beside the device's limit.
typedef struct {
    const char *what;
    size_t amount;
    enum { AT, PAST, NO_LIMIT } place;
} trial;

// Adds a row to the table.  At a limit the kernel must run.  Elsewhere it may be refused.  Where it
// runs, its answer must be right.
static ocl_result judge(ocl_table *table, const trial *t, const outcome *o, const answer *a)
{
    static const char *const places[] = { [AT] = "at", [PAST] = "past", [NO_LIMIT] = "-" };
    ocl_table_row(table, "%-26s %9zu  %-6s  %-24s  %-22s", t->what, t->amount, places[t->place],
                  ocl_error_name(o->status), o->call);
    if (o->status == CL_SUCCESS) return ocl_verify_u32(t->what, &a->got, &a->want, 1);
    return t->place == AT ? ocl_verify_equal(t->what, o->status, CL_SUCCESS)
                          : (ocl_result){ .pass = true };
}

// The kernel limits_text of this program has the arguments `out` and count more: `constant uint *`,
// each of one number, or `uint`.  The result is the sum of all numbers, each times its place,
// counted from 1.  malloc'ed.
static char *arguments_program(bool constants, size_t count)
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "kernel void limits_text(global uint *out");
    for (size_t k = 0; k < count; k++)
        ocl_append_format(&text, ", %s%zu", constants ? "constant uint *a" : "uint a", k);
    ocl_append_text(&text, ")\n{\nuint sum = 0;\n");
    for (size_t k = 0; k < count; k++)
        ocl_append_format(&text, "sum += %sa%zu * %zu;\n", constants ? "*" : "", k, k + 1);
    ocl_append_text(&text, "out[0] = sum;\n}\n");
    return text.text;
}

enum {
    MAX_CONSTANT = 64 << 20,    // bytes: some devices allow gigabytes
    MAX_PRIVATE = 4 << 20    // on a CPU it is on a thread's stack, and a full one ends the program
};
static const char OPTIONS[] = "-cl-std=CL1.2";
static const char *const VARIANTS[] = { "arguments", "constant", "local", "private", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    char *source;          // of kernel_limits.cl
    cl_program program;    // made of it, with a small private array
} lesson;

// --- arguments

// A kernel with `count` arguments behind the first one: numbers, or constant buffers.
static outcome try_arguments(const lesson *l, size_t count, bool constants, answer *a)
{
    const cl_uint seven = 7;
    char *text = arguments_program(constants, count);
    const quoted_build b = build_and_quote(l->env, text, OPTIONS);
    outcome o = outcome_of(&b);
    if (b.status == CL_SUCCESS) {
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(b.program, "limits_text", &err));
        cl_mem d_seven = ocl_buffer(l->env, CL_MEM_READ_ONLY, sizeof seven, &seven);
        o.call = "clSetKernelArg";
        for (cl_uint k = 0; k < count && o.status == CL_SUCCESS; k++) {
            const cl_uint number = constants ? seven : 5 * k + 3;
            a->want += number * (k + 1);
            o.status = constants ? clSetKernelArg(kernel, k + 1, sizeof d_seven, &d_seven)
                                 : clSetKernelArg(kernel, k + 1, sizeof number, &number);
        }
        if (o.status == CL_SUCCESS) o = launch(l->env, kernel, 1, &a->got, 1);
        OCL_CHECK(clReleaseMemObject(d_seven));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    OCL_CHECK(clReleaseProgram(b.program));
    free(text);
    return o;
}

static outcome try_argument_bytes(const lesson *l, size_t bytes, answer *a)
{
    const size_t pointer = (size_t)ocl_device_number(l->env->device, CL_DEVICE_ADDRESS_BITS) / 8;
    return try_arguments(l, (bytes - pointer) / sizeof(cl_uint), false, a);
}

static outcome try_constant_arguments(const lesson *l, size_t count, answer *a)
{
    return try_arguments(l, count, true, a);
}

// --- memory: each kernel of kernel_limits.cl fills or reads all of it

typedef struct {
    const char *kernel;
    size_t bytes;
    const void *second;    // the kernel's second argument; NULL for local memory
    size_t second_bytes, local;
} memory_use;

static outcome use_memory(const lesson *l, cl_program program, const memory_use *use, answer *a)
{
    const cl_uint count = (cl_uint)(use->bytes / sizeof(cl_uint));
    for (cl_uint i = 0; i < count; i++)
        a->want += (3 * i + 1) * (i + 1);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, use->kernel, &err));
    outcome o = { .call = "clSetKernelArg" };
    o.status = clSetKernelArg(kernel, 1, use->second_bytes, use->second);
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof count, &count));
    const size_t local = ocl_local_size(kernel, l->env->device, use->local);
    if (o.status == CL_SUCCESS) o = launch(l->env, kernel, local, &a->got, 1);
    OCL_CHECK(clReleaseKernel(kernel));
    return o;
}

static outcome try_constant(const lesson *l, size_t bytes, answer *a)
{
    cl_uint *table = ocl_alloc(bytes);
    for (cl_uint i = 0; i < bytes / sizeof *table; i++)
        table[i] = 3 * i + 1;
    cl_mem d_table = ocl_buffer(l->env, CL_MEM_READ_ONLY, bytes, table);
    const memory_use use = { "kernel_limits_constant", bytes, &d_table, sizeof d_table, 1 };
    const outcome o = use_memory(l, l->program, &use, a);
    OCL_CHECK(clReleaseMemObject(d_table));
    free(table);
    return o;
}

static outcome try_local(const lesson *l, size_t bytes, answer *a)
{
    const memory_use use = { "kernel_limits_local", bytes, NULL, bytes, 16 };
    return use_memory(l, l->program, &use, a);
}

// What the device has left for the argument of that kernel.
static size_t local_limit(const lesson *l)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "kernel_limits_local", &err));
    const size_t bytes = ocl_local_left(kernel, l->env->device);
    OCL_CHECK(clReleaseKernel(kernel));
    return bytes;
}

static outcome try_private(const lesson *l, size_t bytes, answer *a)
{
    const cl_uint step = 5;    // a power of two has no common divisor with it
    const memory_use use = { "kernel_limits_private", bytes, &step, sizeof step, 1 };
    char options[64];
    snprintf(options, sizeof options, "%s -DPRIVATE=%zu", OPTIONS, bytes);
    const quoted_build b = build_and_quote(l->env, l->source, options);
    const outcome o = b.status == CL_SUCCESS ? use_memory(l, b.program, &use, a) : outcome_of(&b);
    OCL_CHECK(clReleaseProgram(b.program));
    return o;
}

// --- at the limits and past them

typedef struct {
    const char *variant, *what;
    size_t most, step;
    outcome (*attempt)(const lesson *l, size_t amount, answer *a);
    bool promised;
} limit;

static void show_limits(const lesson *l, const limit *limits)
{
    ocl_table table =
        ocl_table_open(l->report, "limits", "kernel with, so many, a limit, answer, of the call");
    ocl_result results[2] = { { .pass = true }, { .pass = true } };
    for (const limit *e = limits; e->variant; e++)
        for (int past = 0; past < 2 && ocl_wants(l->env->options, e->variant); past++) {
            const size_t amount = past ? e->most + e->step : e->most;
            const trial t = { e->what, amount, !e->promised ? NO_LIMIT : past ? PAST : AT };
            answer a = { 0 };
            const outcome o = e->attempt(l, amount, &a);
            results[past] = ocl_result_both(results[past], judge(&table, &t, &o, &a));
        }
    ocl_report_result(l->report, "at the limits", results[0]);
    ocl_report_result(l->report, "past them: refused, or right", results[1]);
}

int main(int argc, char **argv)
{
    size_t private_bytes = 65536;
    const ocl_option own[] = {
        { .usage = "-p, --private N: bytes of the largest private array, a power of two",
          .count = &private_bytes },
        { 0 }
    };
    const ocl_about about = { .name = "kernel_limits",
                              .summary = "Kernels that need as much as the device has.",
                              .accepts = "dVk",
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    if (private_bytes < 8 || (private_bytes & (private_bytes - 1)) != 0)
        ocl_exit(OCL_EXIT_USAGE, "--private %zu: it is a power of two, at least 8", private_bytes);
    if (private_bytes > MAX_PRIVATE)
        ocl_exit(OCL_EXIT_USAGE,
                 "--private %zu: at most %d; more may end the program, for a CPU's "
                 "driver keeps it on the stack",
                 private_bytes, MAX_PRIVATE);
    ocl_env env = ocl_open(&opt);
    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };
    l.source = ocl_load_source(&opt, "kernel_limits.cl");
    l.program = ocl_build(&env, "kernel_limits.cl", "%s -DPRIVATE=4", OPTIONS);

    const size_t parameters = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_PARAMETER_SIZE);
    const size_t constants = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_CONSTANT_ARGS);
    const cl_ulong constant = ocl_device_number(env.device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
    const size_t half = private_bytes / 2, word = sizeof(cl_uint);
    const limit limits[] = {
        { "arguments", "bytes of arguments", parameters, word, try_argument_bytes, true },
        { "arguments", "constant arguments", constants, 1, try_constant_arguments, true },
        { "constant", "bytes of constant memory",
          constant < MAX_CONSTANT ? (size_t)constant : MAX_CONSTANT, word, try_constant, true },
        { "local", "bytes of local memory", local_limit(&l), OCL_LOCAL_ALIGNMENT, try_local, true },
        { "private", "bytes of private memory", half, half, try_private, false },
        { 0 },
    };
    show_limits(&l, limits);

    OCL_CHECK(clReleaseProgram(l.program));
    free(l.source);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
