// SPDX-License-Identifier: MIT
//
// atomics_functions - every atomic function, in global and in local memory.
//
//     old = atomic_max(p, x)    one step: old = *p; *p = max(old, x)
//
// Shows   the eleven functions on int and uint, with both names; on long and ulong, where the
//         device has them; a sum of floats, made of atomic_cmpxchg and by cl_ext_float_atomics
// Uses    in atomics_functions.cl: atomic_add, atomic_cmpxchg and all others; here: clCreateKernel,
//         clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     atomics_functions -V float; atomics_functions -n 1

#include "ocl.h"

#include "proof/atomics_functions/model.h"
#include "proof/ch07_opencl_c/scalar_types.h"

// Of cl_ext_float_atomics, for headers that are older than it.
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#endif
#ifndef CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#endif
#ifndef CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#endif

enum { LOCAL = 64, MAX_N = 1 << 20, TYPES = 5 };
static const size_t TESTED[TYPES] = { INT, UINT, LONG, ULONG, FLOAT };
static const char *const VARIANTS[] = { "int", "uint", "long", "ulong", "float", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;    // for one type
    const char *names;     // of the functions in it, for the report
    size_t n;              // work-items: each applies all functions
} lesson;

// --- what the device has

static const char *const EXTENSIONS[][2] = {
    { "cl_khr_global_int32_base_atomics", "atom_xchg, add, sub, inc, dec, cmpxchg: global" },
    { "cl_khr_global_int32_extended_atomics", "atom_min, max, and, or, xor: global" },
    { "cl_khr_local_int32_base_atomics", "atom_xchg, add, sub, inc, dec, cmpxchg: local" },
    { "cl_khr_local_int32_extended_atomics", "atom_min, max, and, or, xor: local" },
    { "cl_khr_int64_base_atomics", "atom_xchg, add, ... of long and ulong" },
    { "cl_khr_int64_extended_atomics", "atom_min, max, and, or, xor of long and ulong" },
    { "cl_ext_float_atomics", "atomic_fetch_add_explicit of float, and others" },
};

// How many of the functions the device has for the type, in global and in local memory: those named
// atomic_, or with `is_atom` those named atom_.
static size_t count_functions(cl_device_id device, size_t type, bool is_atom)
{
    if (type == FLOAT) return is_atom ? 0 : FLOAT_FUNCTIONS;
    if (SCALAR_TYPE[type].bytes == 8) {
        if (!is_atom || !ocl_has_extension(device, "cl_khr_int64_base_atomics")) return 0;
        return ocl_has_extension(device, "cl_khr_int64_extended_atomics") ? FUNCTIONS
                                                                          : BASE_FUNCTIONS;
    }
    if (!is_atom) return FUNCTIONS;
    if (!ocl_has_extension(device, "cl_khr_global_int32_base_atomics") ||
        !ocl_has_extension(device, "cl_khr_local_int32_base_atomics"))
        return 0;
    return ocl_has_extension(device, "cl_khr_global_int32_extended_atomics") &&
                   ocl_has_extension(device, "cl_khr_local_int32_extended_atomics")
               ? FUNCTIONS
               : BASE_FUNCTIONS;
}

// Whether the device adds floats in global memory, or in local memory: cl_ext_float_atomics.
static bool adds_floats(cl_device_id device, bool in_local)
{
    return ocl_has_extension(device, "cl_ext_float_atomics") &&
           ocl_device_number(device, CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT) &
               (in_local ? CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT : CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT);
}

// A table: each extension, whether it is here, what it brings.
static void report_extensions(ocl_report *report, cl_device_id device)
{
    ocl_table table = ocl_table_open(report, "extensions", "extension, here, brings");
    for (size_t k = 0; k < sizeof EXTENSIONS / sizeof *EXTENSIONS; k++)
        ocl_table_row(&table, "%-36s  %-4s  %s", EXTENSIONS[k][0],
                      ocl_has_extension(device, EXTENSIONS[k][0]) ? "yes" : "no", EXTENSIONS[k][1]);
}

// --- one launch

// The operands of all work-items, and the cells of all groups as they are in the beginning.
static void make_data(const lesson *l, size_t type, void *x, void *cells, const atomic_run *run)
{
    const size_t groups = ocl_divide_up(run->n, run->group);
    for (size_t i = 0; i < run->n; i++)
        write_bits(&SCALAR_TYPE[type], x, i, operand_bits(type, l->env->options->seed, i));
    for (size_t c = 0; c < groups * run->functions; c++)
        write_bits(&SCALAR_TYPE[type], cells, c, first_bits(type, c % run->functions));
}

// All functions of a type, on cells in one kind of memory.
static void check_memory(const lesson *l, const char *memory, size_t type, size_t functions)
{
    char kernel_name[64], row[64];
    snprintf(kernel_name, sizeof kernel_name, "atomics_functions_%s", memory);
    snprintf(row, sizeof row, "%s, %s, %s", SCALAR_NAMES[type], l->names, memory);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, kernel_name, &err));
    const size_t local = ocl_local_size(kernel, l->env->device, LOCAL);
    const size_t global = ocl_round_up(l->n, local);

    // In local memory each work-group has cells of its own.
    const bool shared = strcmp(memory, "global") == 0;
    atomic_run run = {
        .type = type, .functions = functions, .n = l->n, .group = shared ? l->n : local
    };
    const size_t bytes = SCALAR_TYPE[type].bytes, x_bytes = bytes * l->n;
    const size_t old_bytes = functions * x_bytes;
    const size_t cells_bytes = bytes * functions * ocl_divide_up(l->n, run.group);
    void *x = ocl_alloc(x_bytes), *old = ocl_alloc(old_bytes), *cells = ocl_alloc(cells_bytes);
    make_data(l, type, x, cells, &run);

    const cl_ulong n = l->n;
    cl_mem d_old = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, old_bytes, NULL);
    cl_mem d_cells = ocl_buffer(l->env, CL_MEM_READ_WRITE, cells_bytes, cells);
    cl_mem d_x = ocl_buffer(l->env, CL_MEM_READ_ONLY, x_bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_old, &d_old));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_cells, &d_cells));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof n, &n));

    const cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_old, CL_TRUE, 0, old_bytes, old, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_cells, CL_TRUE, 0, cells_bytes, cells, 0, NULL, NULL));
    run.x = x;
    run.old = old;
    run.cells = cells;
    ocl_report_result(l->report, row, verify_run(&run));

    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_cells));
    OCL_CHECK(clReleaseMemObject(d_old));
    OCL_CHECK(clReleaseKernel(kernel));
    free(cells);
    free(old);
    free(x);
}

// --- all of them

// The functions named atomic_, which belong to OpenCL C 1.1 and later, or those named atom_, which
// belong to extensions.
static void check_names(lesson *l, size_t type, bool is_atom)
{
    const size_t functions = count_functions(l->env->device, type, is_atom);
    if (functions == 0) return;
    l->names = is_atom ? "atom_" : "atomic_";
    l->program =
        ocl_build(l->env, "atomics_functions.cl", "-cl-std=CL1.2 -DTYPE=%s -DFUNCTIONS=%zu%s",
                  SCALAR_NAMES[type], functions, is_atom ? " -DATOM" : "");
    check_memory(l, "global", type, functions);
    check_memory(l, "local", type, functions);
    OCL_CHECK(clReleaseProgram(l->program));
}

// The extension adds floats without a loop.
static void check_float_extension(lesson *l)
{
    const bool in_global = adds_floats(l->env->device, false);
    const bool in_local = adds_floats(l->env->device, true);
    if (!in_global && !in_local) return;
    l->names = "cl_ext_float_atomics";
    l->program = ocl_build(l->env, "atomics_functions_float.cl", "-cl-std=CL3.0%s%s",
                           in_global ? " -DIN_GLOBAL" : "", in_local ? " -DIN_LOCAL" : "");
    if (in_global) check_memory(l, "global", FLOAT, FLOAT_FUNCTIONS);
    if (in_local) check_memory(l, "local", FLOAT, FLOAT_FUNCTIONS);
    OCL_CHECK(clReleaseProgram(l->program));
}

// With --variant: a type that this device has no functions for.
static void require_functions(const ocl_options *options, cl_device_id device)
{
    size_t functions = 0;
    for (size_t t = 0; t < TYPES; t++)
        if (ocl_wants(options, VARIANTS[t]))
            functions += count_functions(device, TESTED[t], false) +
                         count_functions(device, TESTED[t], true);
    if (functions == 0) ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_int64_base_atomics");
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "atomics_functions",
                              .summary = "Every atomic function, in global and local memory.",
                              .accepts = "dnVks",
                              .size_help = "work-items, each of which applies all functions",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1031 }, .seed = 1 });
    if (opt.n[0] > MAX_N)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d, so that floats have one sum", MAX_N);
    ocl_env env = ocl_open(&opt);
    require_functions(&opt, env.device);
    const double bytes = 8.0 * FUNCTIONS * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 3.0 * bytes, 5.0 * bytes);

    lesson l = { .env = &env, .n = opt.n[0] };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    report_extensions(l.report, env.device);
    for (size_t t = 0; t < TYPES; t++) {
        if (!ocl_wants(&opt, VARIANTS[t])) continue;
        check_names(&l, TESTED[t], false);
        check_names(&l, TESTED[t], true);
        if (TESTED[t] == FLOAT) check_float_extension(&l);
    }

    ocl_close(&env);
    return ocl_report_close(l.report);
}
