// SPDX-License-Identifier: MIT
//
// extension_macros - what the compiler has beyond the standard, and a kernel that does without.
//
// Shows   the macro of an extension, for each one that the device lists; a kernel with a function
//         of an extension where there is one, and with code by hand elsewhere
// Uses    clCreateProgramWithSource, clBuildProgram, clSetKernelArg, clEnqueueNDRangeKernel;
//         bit_reverse of cl_khr_extended_bit_ops
// Try     extension_macros -V by_hand

#include "ocl.h"

// Names of Khronos' extensions that change OpenCL C.
static const char *const LANGUAGE_EXTENSIONS[] = { "cl_khr_3d_image_writes",
                                                   "cl_khr_byte_addressable_store",
                                                   "cl_khr_depth_images",
                                                   "cl_khr_expect_assume",
                                                   "cl_khr_extended_bit_ops",
                                                   "cl_khr_fp16",
                                                   "cl_khr_fp64",
                                                   "cl_khr_global_int32_base_atomics",
                                                   "cl_khr_global_int32_extended_atomics",
                                                   "cl_khr_int64_base_atomics",
                                                   "cl_khr_int64_extended_atomics",
                                                   "cl_khr_integer_dot_product",
                                                   "cl_khr_kernel_clock",
                                                   "cl_khr_local_int32_base_atomics",
                                                   "cl_khr_local_int32_extended_atomics",
                                                   "cl_khr_mipmap_image",
                                                   "cl_khr_mipmap_image_writes",
                                                   "cl_khr_subgroup_ballot",
                                                   "cl_khr_subgroup_clustered_reduce",
                                                   "cl_khr_subgroup_extended_types",
                                                   "cl_khr_subgroup_non_uniform_arithmetic",
                                                   "cl_khr_subgroup_non_uniform_vote",
                                                   "cl_khr_subgroup_rotate",
                                                   "cl_khr_subgroup_shuffle",
                                                   "cl_khr_subgroup_shuffle_relative",
                                                   "cl_khr_subgroups" };
enum { LANGUAGE_COUNT = sizeof LANGUAGE_EXTENSIONS / sizeof *LANGUAGE_EXTENSIONS };

static bool is_of_language(const char *name)
{
    for (size_t i = 0; i < LANGUAGE_COUNT; i++)
        if (strcmp(LANGUAGE_EXTENSIONS[i], name) == 0) return true;
    return false;
}

// A program, malloc'ed, whose kernel extension_macros_ask sets out[i] to 1 where the compiler has a
// macro of the name number i, and to 0 where it has none.
static char *macro_program(const char *const *names, size_t count)
{
    ocl_growing text = { 0 };
    ocl_append_text(&text, "kernel void extension_macros_ask(global uint *out)\n{\n");
    for (size_t i = 0; i < count; i++) {
        ocl_append_format(&text, "#ifdef %s\n    out[%zu] = 1;\n", names[i], i);
        ocl_append_format(&text, "#else\n    out[%zu] = 0;\n#endif\n", i);
    }
    ocl_append_text(&text, "}\n");
    return text.text;
}

enum { EXTENSION, BY_HAND };
static const char *const VARIANTS[] = { "extension", "by_hand", NULL };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;    // of the numbers to mirror
    cl_uint *ref;
    cl_mem d_out, d_x;
} lesson;

// Which of the names the compiler has as macros, malloc'ed.
static cl_uint *find_macros(const ocl_env *env, const char *const *names, size_t count)
{
    const size_t bytes = count * sizeof(cl_uint), one = 1;
    char *text = macro_program(names, count);
    const char *source = text;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    ocl_require_build(
        program, "extension_macros_ask", "clBuildProgram",
        clBuildProgram(program, 1, &env->device, ocl_newest_c(env->device), NULL, NULL));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "extension_macros_ask", &err));
    cl_mem d_macros = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_macros, &d_macros));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    cl_uint *macros = ocl_alloc(bytes);
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_macros, CL_TRUE, 0, bytes, macros, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_macros));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(text);
    return macros;
}

// A compiler has the macro of an extension of the language if the device lists it, and only then.
// Other extensions may have a macro, too.
static void show_macros(const lesson *l)
{
    cl_device_id device = l->env->device;
    char *list = ocl_device_text(device, CL_DEVICE_EXTENSIONS);    // names with blanks between
    const char **listed = ocl_alloc((strlen(list) / 2 + 1) * sizeof *listed);
    size_t count = 0;
    for (char *name = strtok(list, " "); name; name = strtok(NULL, " "))
        listed[count++] = name;
    cl_uint *macros = find_macros(l->env, LANGUAGE_EXTENSIONS, LANGUAGE_COUNT);
    cl_uint *others = find_macros(l->env, listed, count);
    ocl_table table = ocl_table_open(l->report, "macros", "extension, listed, macro");
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        const char *name = LANGUAGE_EXTENSIONS[i];
        const bool has = ocl_extension_version(device, name) != 0;
        if (has || macros[i])
            ocl_table_row(&table, "%-42s %-6s %-5s", name, has ? "yes" : "-",
                          macros[i] ? "yes" : "-");
        if (!ocl_known_fault(device, "macro %s", name))
            result = ocl_result_both(result, ocl_verify_equal(name, macros[i], has));
    }
    for (size_t i = 0; i < count; i++) {
        result = ocl_result_both(result, ocl_verify_equal(listed[i], others[i], !!others[i]));
        if (!is_of_language(listed[i]))
            ocl_table_row(&table, "%-42s %-6s %-5s", listed[i], "yes", others[i] ? "yes" : "-");
    }
    ocl_report_result(l->report, "macros of the language", result);
    free(others);
    free(macros);
    free(listed);
    free(list);
}

// Bit 0 becomes bit 31, and so on.
static void mirror_ref(cl_uint *out, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        cl_uint mirrored = 0;
        for (int bit = 0; bit < 32; bit++)
            mirrored |= (x[i] >> bit & 1) << (31 - bit);
        out[i] = mirrored;
    }
}

static void run_variant(const lesson *l, int variant)
{
    cl_program program =
        ocl_build(l->env, "extension_macros.cl", "%s%s", ocl_newest_c(l->env->device),
                  variant == BY_HAND ? " -DBY_HAND" : "");
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "extension_macros_mirror", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, l->env->device, 256);
    const size_t global = ocl_round_up(l->n, local);

    ocl_trial t = ocl_trial_open(l->env, VARIANTS[variant], l->d_out, l->bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                         &t.done));
    const ocl_work work = { .amount = (double)l->n, .unit = "Gnumber/s" };
    ocl_trial_report(&t, l->report, &work,
                     ocl_verify_buffer(l->env, t.name, l->d_out, l->ref, l->bytes));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "extension_macros",
                              .summary = "What the compiler has beyond the standard.",
                              .accepts = "dnrVks",
                              .size_help = "numbers to mirror",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, size, 2 * size, 3 * size);
    const bool extended = ocl_extension_version(env.device, "cl_khr_extended_bit_ops") != 0;
    if (!ocl_wants(&opt, "all") && ocl_wants(&opt, VARIANTS[EXTENSION]) && !extended)
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_extended_bit_ops");

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.ref = ocl_alloc(l.bytes);
    cl_uint *x = ocl_alloc(l.bytes);
    for (size_t i = 0; i < l.n; i++)
        x[i] = (cl_uint)ocl_random(opt.seed, i);
    OCL_TIME_REFERENCE(l.report, mirror_ref(l.ref, x, l.n));
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, x);

    if (ocl_wants(&opt, "all")) show_macros(&l);
    if (ocl_wants(&opt, VARIANTS[BY_HAND])) run_variant(&l, BY_HAND);
    if (ocl_wants(&opt, VARIANTS[EXTENSION]) && extended)
        run_variant(&l, EXTENSION);
    else if (ocl_wants(&opt, VARIANTS[EXTENSION]))
        ocl_report_note(l.report, "not run: extension, as the device has no %s",
                        "cl_khr_extended_bit_ops");

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    free(x);
    free(l.ref);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
