// SPDX-License-Identifier: MIT
//
// kernel_info - a kernel says which arguments it has, and which work-groups it likes.
//
// Shows   three queries of a kernel, and a launch with what they answer
// Uses    clGetKernelInfo, clGetKernelArgInfo, clGetKernelWorkGroupInfo, -cl-kernel-arg-info
// Try     kernel_info -d with another device, and -k with your own copy of kernel_info.cl

#include "ocl.h"

enum { FACTOR = 3, ARGUMENTS = 4, MAX_TEXT = 64 };

// What the source says about the arguments.
static const char *const IN_SOURCE[ARGUMENTS] = { "global uint* y", "global uint* x",
                                                  "private uint factor", "private uint n" };

// The answer in plain C.
static void kernel_info_ref(cl_uint *y, const cl_uint *x, cl_uint factor, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = factor * x[i];
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "kernel_info",
                              .summary = "What a kernel knows about itself.",
                              .accepts = "dnks",
                              .size_help = "numbers for the kernel",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    kernel_info_ref(ref, x, FACTOR, n);

    // Program and kernel.  With this option the compiler keeps what it knows of the arguments.
    char *text = ocl_load_source(&opt, "kernel_info.cl");
    const char *source = text;
    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &source, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-kernel-arg-info", NULL, NULL);
    ocl_require_build(program, opt.kernel ? opt.kernel : "kernel_info.cl", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_info", &err));

    // The kernel: its name, and how many arguments it has.
    char name[MAX_TEXT], type[MAX_TEXT], all[3 * MAX_TEXT];
    cl_uint arguments;
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL));
    OCL_CHECK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL));
    int right = (strcmp(name, "kernel_info") == 0) + (arguments == ARGUMENTS);

    // Each argument: where it lies, its type and its name.
    ocl_table table = ocl_table_open(report, "arguments", "argument, address space, type, name");
    for (cl_uint i = 0; i < arguments; i++) {
        cl_kernel_arg_address_qualifier space;
        OCL_CHECK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space,
                                     &space, NULL));
        OCL_CHECK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL));
        OCL_CHECK(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
        const char *where = space == CL_KERNEL_ARG_ADDRESS_GLOBAL    ? "global"
                            : space == CL_KERNEL_ARG_ADDRESS_PRIVATE ? "private"
                                                                     : "local or constant";
        ocl_table_row(&table, "%8u  %-17s %-6s %s", i, where, type, name);
        snprintf(all, sizeof all, "%s %s %s", where, type, name);
        right += i < ARGUMENTS && strcmp(all, IN_SOURCE[i]) == 0;
    }

    // Its work-groups on this device: the largest, and what the size should be a multiple of.
    size_t most, multiple;
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, env.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                       &most, NULL));
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, env.device,
                                       CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof multiple, &multiple, NULL));
    ocl_report_fact(report, "largest work-group", "%zu", most);
    ocl_report_fact(report, "preferred multiple", "%zu", multiple);
    if (most == 0 || multiple == 0)
        ocl_exit(OCL_EXIT_SKIP, "this driver does not know which work-groups are possible");

    // Launch it in work-groups of that size, and read.
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ FACTOR }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t local = multiple < most ? multiple : most, global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify: name, number and arguments are those of the source; the numbers are those of plain C.
    ocl_report_result(report, "what the source says",
                      ocl_verify_equal("right answers", right, 2 + ARGUMENTS));
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(text);
    ocl_close(&env);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
