// SPDX-License-Identifier: MIT
//
// binary_files - load or compile: the first start compiles a program and keeps its binaries, every
// later start only loads them.
//
//     start 1    source --compile--> program --> saxpy.0.clbin, saxpy.1.clbin (one per device)
//     start 2    saxpy.0.clbin, saxpy.1.clbin --load--> program
//
// Shows   one build for all devices of a platform; the binary of each; a binary is a program again;
//         when a binary must not be used: it is for another device, driver or source
// Uses    clBuildProgram, clCreateProgramWithBinary, clGetProgramInfo with CL_PROGRAM_NUM_DEVICES,
//         CL_PROGRAM_DEVICES, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BINARIES
// Try     binary_files -o saxpy, twice; then saxpy_binary -i saxpy.0.clbin; binary_files -k
//         your.cl

#include "ocl.h"

#include "binary_files/files.h"
#include "proof/ch05_binaries/saxpy_data.h"
#include "shared/binary_file.h"

static const cl_float ALPHA = 2.5f;
static const char KERNEL[] = "saxpy_scalar";

typedef struct {
    const ocl_options *opt;
    const char *build_options;
    char *source;
    cl_context context;          // of all devices of a platform
    device_binaries binaries;    // of these devices
    double ready_ms;             // until there was a program
    ocl_message why;             // it was compiled; empty: it was loaded
} lesson;

// A context of all devices of the platform, and the list of them.
static void open_context(lesson *l, cl_platform_id platform)
{
    device_binaries *b = &l->binaries;
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MAX_DEVICES, b->device, &b->count));
    if (b->count > MAX_DEVICES) b->count = MAX_DEVICES;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_int err;
    l->context = OCL_CREATE(clCreateContext(properties, b->count, b->device, NULL, NULL, &err));
}

static cl_program compile(const lesson *l)
{
    const char *text = l->source;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(l->context, 1, &text, NULL, &err));
    // No list of devices: the program is built for every device of its context.
    err = clBuildProgram(program, 0, NULL, l->build_options, NULL, NULL);
    ocl_require_build(program, l->opt->kernel ? l->opt->kernel : "saxpy_ladder.cl",
                      "clBuildProgram", err);
    return program;
}

// The binaries come in the order of CL_PROGRAM_DEVICES.  The context may have another order.
static void get_binaries(cl_program program, device_binaries *b)
{
    OCL_CHECK(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof b->count, &b->count, NULL));
    const size_t n = b->count;    // at most MAX_DEVICES: the context has no more
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, n * sizeof *b->device, b->device, NULL));
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, n * sizeof *b->bytes, b->bytes, NULL));

    // The driver writes to where the pointers point.  It skips a NULL pointer.
    for (size_t i = 0; i < n; i++)
        b->binary[i] = b->bytes[i] > 0 ? ocl_alloc(b->bytes[i]) : NULL;
    OCL_CHECK(
        clGetProgramInfo(program, CL_PROGRAM_BINARIES, n * sizeof *b->binary, b->binary, NULL));
}

// One program from all binaries.  *err: whether the driver took them, and binary_status: which of
// them.
static cl_program load(const lesson *l, cl_int binary_status[MAX_DEVICES], cl_int *err)
{
    const device_binaries *b = &l->binaries;
    cl_program program =
        clCreateProgramWithBinary(l->context, b->count, b->device, b->bytes,
                                  (const unsigned char **)b->binary, binary_status, err);
    if (*err != CL_SUCCESS) return NULL;
    // Nothing is left to compile, but without this call the program has no kernels.
    *err = clBuildProgram(program, b->count, b->device, NULL, NULL, NULL);
    if (*err == CL_SUCCESS) return program;
    OCL_CHECK(clReleaseProgram(program));
    return NULL;
}

// The program from the files of --output, if they are there and right; NULL with the reason if not.
static cl_program load_files(lesson *l, uint64_t made_from)
{
    cl_int binary_status[MAX_DEVICES], err;
    if (!l->opt->output) {
        ocl_refuse(&l->why, "there is no --output");
        return NULL;
    }
    if (!read_binaries(l->opt->output, &l->binaries, made_from, &l->why)) return NULL;
    cl_program program = load(l, binary_status, &err);
    if (program) return program;
    ocl_refuse(&l->why, "the driver does not take the binaries: %s", ocl_error_name(err));
    free_binaries(&l->binaries);
    return NULL;
}

// What an application does at each start.
static cl_program load_or_compile(lesson *l)
{
    const uint64_t made_from = binary_made_from(l->source, l->build_options);
    const double begin_ns = ocl_wall_ns();
    cl_program program = load_files(l, made_from);
    const bool is_loaded = program != NULL;
    if (!is_loaded) program = compile(l);
    l->ready_ms = (ocl_wall_ns() - begin_ns) / 1e6;
    if (is_loaded) {
        l->why.text[0] = '\0';
    } else {
        get_binaries(program, &l->binaries);
        if (l->opt->output) write_binaries(l->opt->output, &l->binaries, made_from);
    }
    return program;
}

// The binaries as a program again: whether each device took its own.
static cl_program load_again(const lesson *l, ocl_result *taken)
{
    const device_binaries *b = &l->binaries;
    cl_int binary_status[MAX_DEVICES], err;
    cl_program program = load(l, binary_status, &err);
    binary_require(err, "clCreateProgramWithBinary, clBuildProgram", NULL);
    *taken = (ocl_result){ .pass = true };
    for (cl_uint i = 0; i < b->count; i++) {
        cl_build_status status;
        OCL_CHECK(clGetProgramBuildInfo(program, b->device[i], CL_PROGRAM_BUILD_STATUS,
                                        sizeof status, &status, NULL));
        *taken = ocl_result_both(*taken, ocl_verify_equal("binary", binary_status[i], CL_SUCCESS));
        *taken = ocl_result_both(*taken, ocl_verify_equal("build", status, CL_BUILD_SUCCESS));
    }
    return program;
}

// Runs the kernel on one device of the program's context.
static void run_saxpy(cl_context context, cl_device_id device, cl_program program, saxpy_data *x)
{
    const cl_ulong n = x->n;
    const cl_mem_flags input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_int err;
    cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(context, device, 0, &err));
    cl_mem d_a = OCL_CREATE(clCreateBuffer(context, CL_MEM_WRITE_ONLY, x->bytes, NULL, &err));
    cl_mem d_b = OCL_CREATE(clCreateBuffer(context, input, x->bytes, x->b, &err));
    cl_mem d_c = OCL_CREATE(clCreateBuffer(context, input, x->bytes, x->c, &err));

    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof ALPHA, &ALPHA));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, device, 256);
    const size_t global = ocl_round_up(x->n, local);
    ocl_poison_run(queue, d_a, x->bytes, 0);
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, d_a, CL_TRUE, 0, x->bytes, x->a, 0, NULL, NULL));

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_c));
    OCL_CHECK(clReleaseMemObject(d_b));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseCommandQueue(queue));
}

int main(int argc, char **argv)
{
    const char *build_options = "-DRUN=4096";    // saxpy_ladder.cl needs it
    const ocl_option own[] = {
        { .usage = "-b, --build-options TEXT: for the compiler", .text = &build_options }, { 0 }
    };
    const ocl_about about = { .name = "binary_files",
                              .summary = "Compiles a kernel file for all devices of a platform, or "
                                         "loads it from STEM.NUMBER.clbin of --output STEM.",
                              .accepts = "dnosk",
                              .size_help = "elements of the saxpy that tries a binary",
                              .extents = 1,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    lesson l = { .opt = &opt, .build_options = build_options };
    l.source = ocl_load_source(&opt, "saxpy_ladder.cl");
    open_context(&l, env.platform);
    cl_program program = load_or_compile(&l);
    char *kernels = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "kernels", kernels);
    ocl_report_text(report, "build_options", build_options);
    ocl_report_count(report, "devices", l.binaries.count);
    ocl_report_fact(report, l.why.text[0] ? "compiled in ms" : "loaded in ms", "%.3f", l.ready_ms);
    if (l.why.text[0]) ocl_report_note(report, "Compiled, because %s.", l.why.text);
    drop_devices_without_binary(report, &l.binaries);
    list_binaries(report, opt.output, &l.binaries);
    if (l.binaries.count == 0) ocl_exit(OCL_EXIT_SKIP, "the driver gives no binaries");

    ocl_result taken;
    cl_program again = load_again(&l, &taken);
    ocl_report_result(report, "each device takes its binary", taken);
    ocl_report_result(report, "kernels of program and binary", same_kernels(again, kernels));
    saxpy_data x = saxpy_data_make(l.binaries.device[0], opt.n[0], opt.seed);
    saxpy_ref(x.ref, ALPHA, x.b, x.c, x.n);
    for (cl_uint i = 0; i < l.binaries.count && has_kernel(again, KERNEL); i++) {
        char row[64];
        snprintf(row, sizeof row, "binary of device %d", device_number(l.binaries.device[i]));
        run_saxpy(l.context, l.binaries.device[i], again, &x);
        ocl_report_result(report, row, saxpy_verify(row, &x, ALPHA));
    }

    saxpy_data_free(&x);
    OCL_CHECK(clReleaseProgram(again));
    free_binaries(&l.binaries);
    free(kernels);
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(l.context));
    free(l.source);
    ocl_close(&env);
    return ocl_report_close(report);
}
