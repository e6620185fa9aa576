// SPDX-License-Identifier: MIT
//
// create_binary - keeps what the compiler made of a program: one binary per device of a context.
//
// Shows   one build for all devices of a platform; the binary of each; a binary is a program again
// Uses    clBuildProgram, clCreateProgramWithBinary, clGetProgramInfo with CL_PROGRAM_NUM_DEVICES,
//         CL_PROGRAM_DEVICES, CL_PROGRAM_BINARY_SIZES, CL_PROGRAM_BINARIES
// Try     create_binary -o saxpy, then saxpy_binary -i saxpy.0.clbin; create_binary -k your.cl

#include "create_binary/files.h"
#include "shared/saxpy_data.h"

static const cl_float ALPHA = 2.5f;
static const char KERNEL[] = "saxpy_scalar";

static cl_context create_context_of_all(cl_platform_id platform)
{
    cl_device_id devices[MAX_DEVICES];
    cl_uint count;
    OCL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &count));
    if (count > MAX_DEVICES) count = MAX_DEVICES;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_int err;
    return OCL_CREATE(clCreateContext(properties, count, devices, NULL, NULL, &err));
}

static cl_program build_for_all(cl_context context, const ocl_options *opt, const char *options)
{
    char *source = ocl_load_source(opt, "saxpy.cl");
    const char *text = source;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(context, 1, &text, NULL, &err));
    // No list of devices: the program is built for every device of its context.
    err = clBuildProgram(program, 0, NULL, options, NULL, NULL);
    ocl_require_build(program, opt->kernel ? opt->kernel : "saxpy.cl", "clBuildProgram", err);
    free(source);
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

// One program from all binaries.  *taken: whether each device took its own.
static cl_program load_binaries(cl_context context, const device_binaries *b, ocl_result *taken)
{
    cl_int binary_status[MAX_DEVICES], err;
    cl_program program = OCL_CREATE(
        clCreateProgramWithBinary(context, b->count, b->device, b->bytes,
                                  (const unsigned char **)b->binary, binary_status, &err));
    OCL_CHECK(clBuildProgram(program, b->count, b->device, NULL, NULL, NULL));
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
    cl_int err;
    cl_command_queue queue = OCL_CREATE(clCreateCommandQueue(context, device, 0, &err));
    cl_mem d_a = OCL_CREATE(clCreateBuffer(context, CL_MEM_WRITE_ONLY, x->bytes, NULL, &err));
    const cl_mem_flags input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    cl_mem d_b = OCL_CREATE(clCreateBuffer(context, input, x->bytes, x->b, &err));
    cl_mem d_c = OCL_CREATE(clCreateBuffer(context, input, x->bytes, x->c, &err));

    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, KERNEL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_a, &d_a));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof ALPHA, &ALPHA));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_c, &d_c));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    const size_t local = ocl_local_size(kernel, device, 256), global = ocl_round_up(x->n, local);
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
    const char *build_options = "-DRUN=4096";    // saxpy.cl needs it
    const ocl_option own[] = {
        { .usage = "-b, --build-options TEXT: for the compiler", .text = &build_options }, { 0 }
    };
    const ocl_about about = { .name = "create_binary",
                              .summary = "Keeps the binaries of a kernel file for all devices of "
                                         "a platform: STEM.NUMBER.clbin of --output STEM.",
                              .accepts = "dnosk",
                              .size_help = "elements of the saxpy that tries a binary",
                              .extents = 1,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    cl_context context = create_context_of_all(env.platform);
    cl_program program = build_for_all(context, &opt, build_options);
    device_binaries made;
    get_binaries(program, &made);

    ocl_report *report = ocl_report_open(&opt, env.device);
    char *kernels = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);
    ocl_report_text(report, "kernels", kernels);
    ocl_report_text(report, "build_options", build_options);
    ocl_report_count(report, "devices", made.count);
    keep_binaries(report, opt.output, &made);
    if (made.count == 0) ocl_exit(OCL_EXIT_SKIP, "the driver gives no binaries");

    ocl_result taken;
    cl_program again = load_binaries(context, &made, &taken);
    ocl_report_result(report, "each device takes its binary", taken);
    ocl_report_result(report, "kernels of source and binary", same_kernels(again, kernels));
    saxpy_data x = saxpy_data_make(made.device[0], opt.n[0], opt.seed);
    saxpy_ref(x.ref, ALPHA, x.b, x.c, x.n);
    for (cl_uint i = 0; i < made.count && has_kernel(again, KERNEL); i++) {
        char row[64];
        snprintf(row, sizeof row, "binary of device %d", device_number(made.device[i]));
        run_saxpy(context, made.device[i], again, &x);
        ocl_report_result(report, row, saxpy_verify(row, &x, ALPHA));
    }

    saxpy_data_free(&x);
    OCL_CHECK(clReleaseProgram(again));
    for (cl_uint i = 0; i < made.count; i++)
        free(made.binary[i]);
    free(kernels);
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseContext(context));
    ocl_close(&env);
    return ocl_report_close(report);
}
