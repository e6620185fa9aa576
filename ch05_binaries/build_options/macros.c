// SPDX-License-Identifier: MIT
//
// The options of the preprocessor, seen from inside the kernel.

#include "build_options.h"

enum { MAX_FOLDER_OPTIONS = 8192, MAX_BUILDS = 16 };

// What build_options_macros writes, in its order.
enum { NAME, VALUE, ANSWER, C_VERSION, FAST_RELAXED, MACROS };

static void build_options_read_macros(const build_options *b, const char *options,
                                      cl_uint got[MACROS])
{
    const ocl_env *env = b->env;
    const size_t bytes = MACROS * sizeof *got, one = 1;
    cl_program program = build_options_build(b, options);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "build_options_macros", &err));
    cl_mem out = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    ocl_poison(env->queue, out, bytes);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, out, CL_TRUE, 0, bytes, got, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(out));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
}

// The macros of one build after the other, and what they should be.
typedef struct {
    const build_options *b;
    cl_uint got[MAX_BUILDS * MACROS], want[MAX_BUILDS * MACROS];
    size_t builds;    // the first is without options
} macro_table;

// Builds with the options, prints the macros that the kernel found, and wants one of them to have the value.
static void build_options_macros(macro_table *t, const char *shown, const char *options, int macro,
                                 cl_uint value)
{
    cl_uint *got = t->got + t->builds * MACROS, *want = t->want + t->builds * MACROS;
    t->builds++;
    build_options_read_macros(t->b, options, got);
    want[C_VERSION] = t->got[C_VERSION];
    want[macro] = value;
    ocl_report_print(t->b->report, "%-26s %6u %6u %6u %20u %21u\n", shown, got[NAME], got[VALUE],
                     got[ANSWER], got[C_VERSION], got[FAST_RELAXED]);
}

// Whether the device has OpenCL C of that version, such as 120.
static bool build_options_language(cl_device_id device, cl_uint version)
{
    if (ocl_device_version(device) < 30) {
        unsigned major = 0, minor = 0;
        char *text = ocl_device_text(device, CL_DEVICE_OPENCL_C_VERSION);
        int fields = sscanf(text, "OpenCL C %u.%u", &major, &minor);
        free(text);
        return fields == 2 && version <= 100 * major + 10 * minor;
    }
    size_t bytes;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, NULL, &bytes));
    cl_name_version *all = ocl_alloc(bytes);
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, bytes, all, NULL));
    bool found = false;
    for (size_t i = 0; i < bytes / sizeof *all; i++)
        found = found || version == 100 * CL_VERSION_MAJOR(all[i].version) +
                                        10 * CL_VERSION_MINOR(all[i].version);
    free(all);
    return found;
}

// -I with the folder of build_options_answer.h.  No option can hold a blank: "" is given for such a folder.
static void build_options_header(char options[MAX_FOLDER_OPTIONS])
{
    static const char file[] = "include/with_i_only/build_options_answer.h";
    char *path = ocl_find_shared("OCL_SAMPLES_KERNELS", "kernels", file);
    if (!path) ocl_exit(OCL_EXIT_USAGE, "cannot find %s among the kernels", file);
    *strrchr(path, '/') = '\0';
    snprintf(options, MAX_FOLDER_OPTIONS, "-I %s -DWITH_HEADER", path);
    if (strchr(path, ' ')) options[0] = '\0';
    free(path);
}

void build_options_preprocessor(const build_options *b)
{
    cl_device_id device = b->env->device;
    const bool oclgrind = ocl_known_platform(device) == OCL_OCLGRIND;
    char header[MAX_FOLDER_OPTIONS];
    build_options_header(header);
    ocl_report_print(b->report, "\n%-26s %6s %6s %6s %20s %21s\n", "options", "NAME", "VALUE",
                     "ANSWER", "__OPENCL_C_VERSION__", "__FAST_RELAXED_MATH__");

    // Without -cl-std the specification wants the highest 1.x; some compilers take their highest.
    macro_table t = { .b = b };
    build_options_macros(&t, "(none)", "", NAME, 0);
    build_options_macros(&t, "-DNAME", "-DNAME", NAME, 1);
    build_options_macros(&t, "-D NAME", "-D NAME", NAME, 1);
    build_options_macros(&t, "-DVALUE=40+2", "-DVALUE=40+2", VALUE, 42);
    if (header[0]) build_options_macros(&t, "-I FOLDER -DWITH_HEADER", header, ANSWER, 42);
    if (!oclgrind)    // which does not define it
        build_options_macros(&t, "-cl-fast-relaxed-math", "-cl-fast-relaxed-math", FAST_RELAXED, 1);
    static const cl_uint versions[] = { 110, 120, 200, 300 };
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        const cl_uint v = versions[i];
        char option[32];
        snprintf(option, sizeof option, "-cl-std=CL%u.%u", v / 100, v / 10 % 10);
        if (!build_options_language(device, v) || (oclgrind && v == 300))    // listed, but refused
            ocl_report_print(b->report, "%-26s not a language of this device\n", option);
        else
            build_options_macros(&t, option, option, C_VERSION, v);
    }
    if (!header[0]) ocl_report_print(b->report, "No -I: the folder's name has a blank in it\n");
    ocl_report_result(b->report, "macros",
                      ocl_verify_u32("macros", t.got, t.want, t.builds * MACROS));
}
