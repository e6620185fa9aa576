// SPDX-License-Identifier: MIT
//
// cxx_kernel - a kernel in C++ for OpenCL: classes, templates, overloading.
//
// Shows   the same kernels in OpenCL C and in C++, compiled ahead of time or by the driver: same
//         answers, same time; objects of a class in a buffer, and where their members lie
// Uses    clCreateProgramWithIL, clCreateProgramWithBinary, clCreateProgramWithSource,
//         clBuildProgram with -cl-std=CLC++2021 or -x spir, clCreateKernel
// Try     cxx_kernel -o picture.png; cxx_kernel -V cpp_ahead

#include "ocl.h"

#include "cxx_kernel/shapes.h"

// The program in C and in C++: compiled by the driver, and ahead of time.
enum { C, C_AHEAD, CPP_AHEAD, CPP_ONLINE, FORMS };
static const char *const VARIANTS[] = { "c", "c_ahead", "cpp_ahead", "cpp_online", NULL };

enum { SATURATE, WRAP, KERNELS };
static const char *const NAMES[] = { "saturate", "wrap" };

// --- the kernels as clang compiled them when the samples were built

typedef struct {
    char name[32];    // of the file
    unsigned char *data;
    size_t bytes;
    bool is_spirv;    // else LLVM's form
} module;

// Every version of SPIR-V that a device takes includes 1.0, which the module is written in.
static bool takes_spirv(cl_device_id device)
{
    if (ocl_device_version(device) < 21) return false;
    char *versions = ocl_device_text(device, CL_DEVICE_IL_VERSION);
    const bool takes = strstr(versions, "SPIR-V_1.") != NULL;
    free(versions);
    return takes;
}

// Reads the module `stem` for the device: SPIR-V where the device takes it, LLVM's form where it
// has cl_khr_spir and no SPIR-V.  False, with the reason, where it takes neither, or where the
// module was not built.
static bool module_find(module *m, cl_device_id device, const char *stem, ocl_message *why)
{
    m->is_spirv = takes_spirv(device);
    if (!m->is_spirv && !ocl_has_extension(device, "cl_khr_spir"))
        return ocl_refuse(why, "this device takes no SPIR-V, and has no cl_khr_spir");
    snprintf(m->name, sizeof m->name, "%s%u.%s", stem,
             (unsigned)ocl_device_number(device, CL_DEVICE_ADDRESS_BITS),
             m->is_spirv ? "spv" : "bc");
    ocl_message unused;
    char *path = ocl_find_shared("OCL_SAMPLES_SPIRV", "spirv", m->name, &unused);
    if (!path)
        return ocl_refuse(why,
                          "%s was not built: install clang 14 or newer and the llvm-spirv of its "
                          "version, then configure and build again",
                          m->name);
    static const char *const MAGICS[] = { "\x03\x02\x23\x07", "BC", NULL };
    const ocl_file_form form = { .magics = MAGICS };
    ocl_message wrong;
    if (!ocl_read_file_as(path, &form, &m->data, &m->bytes, &wrong))
        ocl_exit(OCL_EXIT_USAGE, "%s", wrong.text);
    free(path);
    return true;
}

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    scene scene;
    size_t n[2], bytes;    // of the picture
    cl_program programs[FORMS];
    cl_uchar4 *ref[KERNELS];
    cl_mem d_out, d_discs, d_boxes, d_facts;
} lesson;

static bool is_only(const ocl_options *options, int form)
{
    return options->variant && strcmp(options->variant, VARIANTS[form]) == 0;
}

// A module in SPIR-V.  Where the device takes none, the same in LLVM's form, for drivers with
// cl_khr_spir.  NULL, with the reason, where neither can be had.
static cl_program from_module(const ocl_env *env, const char *stem, ocl_message *why)
{
    module m;
    if (!module_find(&m, env->device, stem, why)) return NULL;
    const unsigned char *data = m.data;
    cl_int err, status;
    cl_program program;
    if (m.is_spirv)
        program = OCL_CREATE(clCreateProgramWithIL(env->context, data, m.bytes, &err));
    else
        program = OCL_CREATE(clCreateProgramWithBinary(env->context, 1, &env->device, &m.bytes,
                                                       &data, &status, &err));
    free(m.data);
    err = clBuildProgram(program, 1, &env->device, m.is_spirv ? "" : "-x spir -spir-std=1.2", NULL,
                         NULL);
    const char *fault = ocl_known_fault(env->device, "built-in functions of %s", stem);
    if (err == CL_SUCCESS || (m.is_spirv && !fault)) {
        ocl_require_build(program, m.name, "clBuildProgram", err);
        return program;
    }
    // cl_khr_spir promises to read what clang 3.2 wrote.  A newer form may be too new.
    if (m.is_spirv)
        ocl_refuse(why, "this driver %s", fault);
    else
        ocl_refuse(why, "this driver does not read the LLVM form of the clang that made %s",
                   m.name);
    OCL_CHECK(clReleaseProgram(program));
    return NULL;
}

// The driver compiles the C++ source.  A driver need not list C++ among its languages: it is tried.
static cl_program from_source(const ocl_env *env, ocl_message *why)
{
    const char *trial = "kernel void trial(global int *x) { auto y = x; *y = 1; }";
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &trial, NULL, &err));
    err = clBuildProgram(program, 1, &env->device, "-cl-std=CLC++2021", NULL, NULL);
    OCL_CHECK(clReleaseProgram(program));
    if (err != CL_SUCCESS) {
        ocl_refuse(why, "this driver's compiler takes no -cl-std=CLC++2021");
        return NULL;
    }
    ocl_options options = *env->options;
    if (!is_only(&options, CPP_ONLINE)) options.kernel = NULL;    // then --kernel is the file in C
    char *text = ocl_load_source(&options, "cxx_kernel.clcpp");
    const char *source = text;
    program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    free(text);
    err = clBuildProgram(program, 1, &env->device, "-cl-std=CLC++2021", NULL, NULL);
    ocl_require_build(program, options.kernel ? options.kernel : "cxx_kernel.clcpp",
                      "clBuildProgram", err);
    return program;
}

static cl_kernel create_kernel(const lesson *l, int form, const char *name)
{
    char full[48];
    snprintf(full, sizeof full, "cxx_kernel_%s", name);
    cl_int err;
    return OCL_CREATE(clCreateKernel(l->programs[form], full, &err));
}

// The size of the class and the offsets of its members, as the device's compiler has them.
static void compare_layouts(const lesson *l)
{
    ocl_table table =
        ocl_table_open(l->report, "layout", "compiled from, size, centre, width, height, colour");
    cl_uint facts[SHAPE_FACTS];
    const cl_uint *ref = SHAPE_LAYOUT;
    ocl_table_row(&table, "%-13s %5u %7u %6u %7u %7u", "the host's C", ref[0], ref[1], ref[2],
                  ref[3], ref[4]);
    ocl_result result = { .pass = true };
    for (int form = C; form < FORMS; form++) {
        if (!l->programs[form]) continue;
        cl_kernel kernel = create_kernel(l, form, "layout");
        const size_t one = 1;
        ocl_poison_run(l->env->queue, l->d_facts, sizeof facts, (size_t)form);
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_facts, &l->d_facts));
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(l->env->queue, l->d_facts, CL_TRUE, 0, sizeof facts, facts, 0,
                                      NULL, NULL));
        ocl_table_row(&table, "%-13s %5u %7u %6u %7u %7u", VARIANTS[form], facts[0], facts[1],
                      facts[2], facts[3], facts[4]);
        result = ocl_result_both(result, ocl_verify_u32("layout", facts, ref, SHAPE_FACTS));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    ocl_report_result(l->report, "layout", result);
}

static void set_arguments(const lesson *l, cl_kernel kernel)
{
    const cl_uint count = (cl_uint)l->scene.count;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_discs, &l->d_discs));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof count, &count));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_boxes, &l->d_boxes));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof count, &count));
}

// One kernel in all forms, which take turns: a busy machine disturbs all alike.
static void run_kernel(const lesson *l, int k)
{
    cl_kernel kernels[FORMS] = { NULL };
    ocl_times times[FORMS];
    ocl_result results[FORMS];
    for (int form = C; form < FORMS; form++) {
        times[form].runs = 0;
        results[form] = (ocl_result){ .pass = true };
        if (!l->programs[form]) continue;
        kernels[form] = create_kernel(l, form, NAMES[k]);
        set_arguments(l, kernels[form]);
    }
    for (size_t run = 0; run <= l->env->options->repeat; run++)
        for (int form = C; form < FORMS; form++) {
            cl_event done;
            if (!kernels[form]) continue;
            ocl_poison_run(l->env->queue, l->d_out, l->bytes, run);
            OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernels[form], 2, NULL, l->n, NULL, 0,
                                             NULL, &done));
            ocl_times_take(&times[form], run, done);
            results[form] =
                ocl_result_both(results[form], ocl_verify_buffer(l->env, VARIANTS[form], l->d_out,
                                                                 l->ref[k], l->bytes));
        }
    for (int form = C; form < FORMS; form++) {
        if (!kernels[form]) continue;
        char name[32];
        snprintf(name, sizeof name, "%s, %s", NAMES[k], VARIANTS[form]);
        ocl_report_row(l->report, &(ocl_row){ .name = name,
                                              .times = &times[form],
                                              .work = (double)(l->n[0] * l->n[1]),
                                              .unit = "Mpixel/s",
                                              .result = results[form] });
        OCL_CHECK(clReleaseKernel(kernels[form]));
    }
}

int main(int argc, char **argv)
{
    size_t count = 40;
    const ocl_option own[] = {
        { .usage = "-c, --count N: discs, and as many boxes", .count = &count },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "cxx_kernel",
                              .summary = "A kernel in C++ for OpenCL.",
                              .accepts = "dnorVks",
                              .size_help = "width and height of the picture",
                              .extents = 2,
                              .most = UINT32_MAX,
                              .variants = VARIANTS,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options defaults = { .n = { 261, 131 }, .repeat = 20, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (opt.kernel && (is_only(&opt, C_AHEAD) || is_only(&opt, CPP_AHEAD)))
        ocl_exit(OCL_EXIT_USAGE, "--kernel has no effect on what was compiled ahead of time");
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_uchar4) * (double)opt.n[0] * (double)opt.n[1];
    const double shapes = sizeof(shape) * (double)count;
    ocl_require_memory(env.device, size, size + 2 * shapes, 3 * size + 2 * shapes);

    lesson l = { .env = &env, .n = { opt.n[0], opt.n[1] } };
    l.bytes = l.n[0] * l.n[1] * sizeof(cl_uchar4);
    ocl_message why[FORMS];
    if (ocl_wants(&opt, "c")) l.programs[C] = ocl_build(&env, "cxx_kernel.cl", "-cl-std=CL1.2");
    if (ocl_wants(&opt, "c_ahead"))
        l.programs[C_AHEAD] = from_module(&env, "cxx_kernel", &why[C_AHEAD]);
    if (ocl_wants(&opt, "cpp_ahead"))
        l.programs[CPP_AHEAD] = from_module(&env, "cxx_kernel_cpp", &why[CPP_AHEAD]);
    if (ocl_wants(&opt, "cpp_online")) l.programs[CPP_ONLINE] = from_source(&env, &why[CPP_ONLINE]);
    for (int form = C_AHEAD; form < FORMS; form++)
        if (is_only(&opt, form) && !l.programs[form]) ocl_exit(OCL_EXIT_SKIP, "%s", why[form].text);

    l.scene = scene_make(l.n, count, opt.seed);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "width", l.n[0]);
    ocl_report_count(l.report, "height", l.n[1]);
    ocl_report_count(l.report, "discs and boxes", 2 * count);
    for (int k = SATURATE; k < KERNELS; k++)
        l.ref[k] = ocl_alloc(l.bytes);
    OCL_TIME_REFERENCE(l.report, paint_ref(l.ref[SATURATE], &l.scene, l.n, true));
    paint_ref(l.ref[WRAP], &l.scene, l.n, false);
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_discs = ocl_buffer(&env, CL_MEM_READ_ONLY, count * sizeof(shape), l.scene.discs);
    l.d_boxes = ocl_buffer(&env, CL_MEM_READ_ONLY, count * sizeof(shape), l.scene.boxes);
    l.d_facts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof SHAPE_LAYOUT, NULL);
    for (int form = C_AHEAD; form < FORMS; form++)
        if (ocl_wants(&opt, VARIANTS[form]) && !l.programs[form])
            ocl_report_note(l.report, "not run: %s, as %s", VARIANTS[form], why[form].text);

    for (int k = SATURATE; k < KERNELS; k++)
        run_kernel(&l, k);
    compare_layouts(&l);
    if (opt.output)
        ocl_output_picture(&(ocl_picture){ .width = (uint32_t)l.n[0],
                                           .height = (uint32_t)l.n[1],
                                           .rgba = (uint8_t *)l.ref[SATURATE] },
                           opt.output);
    if (ocl_wants(&opt, "all") && !l.programs[CPP_AHEAD] && !l.programs[CPP_ONLINE])
        ocl_report_lacking(l.report, "this device takes no C++ for OpenCL: only C was run");

    OCL_CHECK(clReleaseMemObject(l.d_facts));
    OCL_CHECK(clReleaseMemObject(l.d_boxes));
    OCL_CHECK(clReleaseMemObject(l.d_discs));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    for (int form = C; form < FORMS; form++)
        if (l.programs[form]) OCL_CHECK(clReleaseProgram(l.programs[form]));
    for (int k = SATURATE; k < KERNELS; k++)
        free(l.ref[k]);
    scene_free(&l.scene);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
