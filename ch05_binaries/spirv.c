// SPDX-License-Identifier: MIT
//
// spirv - a program from SPIR-V: the kernel was compiled when the samples were built.
//
// Shows   how to ask a device for SPIR-V, and how to make a program of a module
// Uses    CL_DEVICE_IL_VERSION, CL_DEVICE_ADDRESS_BITS, clCreateProgramWithIL, clBuildProgram
// Try     spirv -n 1, ./demo.sh --with intel spirv

#include "ocl.h"

// The answer in plain C.
static void spirv_ref(cl_uint *y, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 3 * x[i] + 1;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "spirv",
                              .summary = "A program from SPIR-V.",
                              .accepts = "dns",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // A device that takes SPIR-V answers "SPIR-V_1.0 SPIR-V_1.1", or more.  Before OpenCL 2.1 there
    // was no such question.
    ocl_env env = ocl_open(&opt);
    if (ocl_device_version(env.device) < 21)
        ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL 2.1, which brought SPIR-V");
    char *versions = ocl_device_text(env.device, CL_DEVICE_IL_VERSION);
    if (!strstr(versions, "SPIR-V")) ocl_exit(OCL_EXIT_SKIP, "this device takes no SPIR-V");

    // Data, reference.
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, 2 * room, 3 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, spirv_ref(ref, x, n));

    // The module.  A pointer has a fixed size in it, so there is one for 32 bits and one for 64.
    const bool is_small = ocl_device_number(env.device, CL_DEVICE_ADDRESS_BITS) == 32;
    ocl_message why;
    char *path = ocl_find_shared("OCL_SAMPLES_SPIRV", "spirv",
                                 is_small ? "spirv32.spv" : "spirv64.spv", &why);
    if (!path)
        ocl_exit(OCL_EXIT_SKIP, "%s, or install clang and its llvm-spirv and build again",
                 why.text);
    unsigned char *module;
    size_t size;
    if (!ocl_read_file(path, &module, &size, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_report_note(report, "the device takes %s", versions);
    ocl_report_note(report, "the module has %zu bytes", size);

    // A program from the module.  The build makes machine code of it.
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithIL(env.context, module, size, &err));
    err = clBuildProgram(program, 1, &env.device, NULL, NULL, NULL);
    ocl_require_build(program, path, "clBuildProgram", err);

    // Buffers, arguments, launch, read: as with any program.
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "spirv", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.
    ocl_report_result(report, "kernel of the module", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    free(module);
    free(path);
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    free(versions);
    return ocl_report_close(report);
}
