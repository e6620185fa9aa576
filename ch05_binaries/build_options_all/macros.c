// SPDX-License-Identifier: MIT

#include "macros.h"

#include "proof/build_options_all/cases.h"

enum { MAX_OPTIONS = 4096 };

cl_program try_build(const lesson *l, const char *options, cl_int *status)
{
    char all[MAX_OPTIONS];
    if (snprintf(all, sizeof all, "-DRUN=%d %s", RUN, options) >= MAX_OPTIONS)
        ocl_exit(OCL_EXIT_USAGE, "the folder of the header is too long");
    const char *source = l->source;
    cl_int err;
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(l->env->context, 1, &source, NULL, &err));
    *status = clBuildProgram(program, 1, &l->env->device, all, NULL, NULL);
    return program;
}

cl_program build_with(const lesson *l, const char *options)
{
    cl_int err;
    cl_program program = try_build(l, options, &err);
    const char *kernel = l->env->options->kernel;
    ocl_require_build(program, kernel ? kernel : "build_options_all.cl", "clBuildProgram", err);
    return program;
}

enum { MAX_FOLDER_OPTIONS = 8192, MAX_BUILDS = 16 };

// What the kernel build_options_all_macros writes, in its order.
enum { NAME, VALUE, ANSWER, C_VERSION, FAST_RELAXED, MACROS };

static void read_macros(const lesson *l, const char *options, cl_uint got[MACROS])
{
    const ocl_env *env = l->env;
    const size_t bytes = MACROS * sizeof *got, one = 1;
    cl_program program = build_with(l, options);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "build_options_all_macros", &err));
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, got, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

// The macros of one build after the other, and what they must be.
typedef struct {
    const lesson *l;
    ocl_table table;
    cl_uint got[MAX_BUILDS * MACROS], want[MAX_BUILDS * MACROS];
    size_t builds;    // the first is without options
} macro_builds;

// Builds with the options and lists the macros that the kernel sees.  One of them must have this
// value.
static void add_build(macro_builds *t, const char *shown, const char *options, int macro,
                      cl_uint value)
{
    cl_uint *got = t->got + t->builds * MACROS, *want = t->want + t->builds * MACROS;
    t->builds++;
    read_macros(t->l, options, got);
    want[C_VERSION] = t->got[C_VERSION];
    want[macro] = value;
    ocl_table_row(&t->table, "%-26s %6u %6u %6u %u %u", shown, got[NAME], got[VALUE], got[ANSWER],
                  got[C_VERSION], got[FAST_RELAXED]);
}

// -I with the folder of build_options_all_answer.h.  No option can hold a blank: "" is given for
// such a folder.
static void header_options(char options[MAX_FOLDER_OPTIONS])
{
    static const char file[] = "include/with_i_only/build_options_all_answer.h";
    ocl_message why;
    char *path = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", file, &why);
    if (!path) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    *strrchr(path, '/') = '\0';
    snprintf(options, MAX_FOLDER_OPTIONS, "-I %s -DWITH_HEADER", path);
    if (strchr(path, ' ')) options[0] = '\0';
    free(path);
}

void report_macros(const lesson *l)
{
    cl_device_id device = l->env->device;
    char header[MAX_FOLDER_OPTIONS];
    header_options(header);
    macro_builds t = { .l = l };
    t.table = ocl_table_open(l->report, "macros",
                             "options, NAME, VALUE, ANSWER, __OPENCL_C_VERSION__, "
                             "__FAST_RELAXED_MATH__");

    // Without -cl-std the specification wants the highest 1.x.  Some compilers take their highest
    // version.
    add_build(&t, "(none)", "", NAME, 0);
    add_build(&t, "-DNAME", "-DNAME", NAME, 1);
    add_build(&t, "-D NAME", "-D NAME", NAME, 1);
    add_build(&t, "-DVALUE=40+2", "-DVALUE=40+2", VALUE, 42);
    if (header[0]) add_build(&t, "-I FOLDER -DWITH_HEADER", header, ANSWER, 42);
    if (!ocl_known_fault(device, "__FAST_RELAXED_MATH__"))
        add_build(&t, "-cl-fast-relaxed-math", "-cl-fast-relaxed-math", FAST_RELAXED, 1);
    static const cl_uint versions[] = { 110, 120, 200, 300 };
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        const cl_uint v = versions[i];
        char option[32];
        snprintf(option, sizeof option, "-cl-std=CL%u.%u", v / 100, v / 10 % 10);
        if (!ocl_has_language(device, (int)v / 10) ||
            (v == 300 && ocl_known_fault(device, "OpenCL C 3.0 that is listed")))
            ocl_report_note(l->report, "%-26s not a language of this device", option);
        else
            add_build(&t, option, option, C_VERSION, v);
    }
    if (!header[0]) ocl_report_note(l->report, "no -I: the name of the folder has a blank in it");
    ocl_report_result(l->report, "macros",
                      ocl_verify_u32("macros", t.got, t.want, t.builds * MACROS));
}
