// SPDX-License-Identifier: MIT
//
// create_binary - takes a program's binary out of it, and makes a program of the binary.
//
// Shows   what a build makes, and how a program comes to life without its source
// Uses    clCreateProgramWithSource, clBuildProgram, clGetProgramInfo with CL_PROGRAM_BINARY_SIZES
//         and CL_PROGRAM_BINARIES, clCreateProgramWithBinary
// Try     create_binary -v, create_binary -k with your own copy of create_binary.cl

#include "ocl.h"

// The answer in plain C.
static void create_binary_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 3 * x[i] + 1;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "create_binary",
                              .summary = "From source to binary, and from binary to a program.",
                              .accepts = "dnks",
                              .size_help = "numbers for the kernel of the binary",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, create_binary_ref(ref, x, n));

    // A program from its source.
    char *text = ocl_load_source(&opt, "create_binary.cl");
    const char *source = text;
    cl_int err;
    cl_program first = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &source, NULL, &err));
    err = clBuildProgram(first, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(first, opt.kernel ? opt.kernel : "create_binary.cl", "clBuildProgram", err);

    // Its binary.  A program has one per device, so the driver fills arrays: here of length 1.
    size_t size;
    OCL_CHECK(clGetProgramInfo(first, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    if (size == 0) ocl_exit(OCL_EXIT_SKIP, "this driver gives no binaries");
    unsigned char *binary = ocl_alloc(size);
    OCL_CHECK(clGetProgramInfo(first, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    OCL_CHECK(clReleaseProgram(first));
    ocl_report_note(report, "source %zu bytes, binary %zu bytes", strlen(source), size);

    // A program from the binary.  It must be built, too: only then it has kernels.
    cl_int taken = CL_SUCCESS;
    const unsigned char *loaded = binary;
    cl_program program = OCL_CREATE(
        clCreateProgramWithBinary(env.context, 1, &env.device, &size, &loaded, &taken, &err));
    OCL_CHECK(taken);
    OCL_CHECK(clBuildProgram(program, 1, &env.device, NULL, NULL, NULL));

    // Buffers, arguments, launch, read: as with any program.
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "create_binary", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.
    ocl_report_result(report, "kernel of the binary", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    free(binary);
    free(text);
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
