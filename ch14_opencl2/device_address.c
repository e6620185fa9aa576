// SPDX-License-Identifier: MIT
//
// device_address - a kernel gets one buffer, and finds in it where a second one is.
//
// Shows   the address of a buffer on the device, stored in another buffer
// Uses    clCreateBufferWithProperties with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, clGetMemObjectInfo
//         with CL_MEM_DEVICE_ADDRESS_EXT, clSetKernelExecInfo with
//         CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT
// Try     device_address -n 10, and -k with your own copy of device_address.cl

#include "ocl.h"

// Numbers of the extension, which the headers of Debian 12 lack.  Their names are longer:
// CL_MEM_DEVICE_ADDRESS_EXT, for instance.
enum { DEVICE_PRIVATE_ADDRESS = 0x5000, DEVICE_ADDRESS = 0x5001, DEVICE_PTRS = 0x5002 };

// The first buffer.  The same structure as in device_address.cl.
typedef struct {
    cl_ulong numbers;    // the address of the second buffer on the device
    cl_ulong count;
} letter;

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "device_address",
                              .summary = "A buffer leads to another buffer.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device.  Its buffers must have addresses.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, room, 3.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    if (ocl_require_extension(env.device, "cl_ext_buffer_device_address") <
        CL_MAKE_VERSION(1, 0, 2))
        ocl_exit(OCL_EXIT_SKIP, "this device has cl_ext_buffer_device_address before 1.0.2");

    // Data and reference.
    uint32_t *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        x[i] = (uint32_t)(ocl_random(opt.seed, i) % 1000);
        ref[i] = 2 * x[i] + 1;
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);

    // Program.
    cl_program program = ocl_build(&env, "device_address.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "device_address", &err));

    // The second buffer stays where it is on the device.  The host asks where that is.
    const cl_mem_properties properties[] = { DEVICE_PRIVATE_ADDRESS, CL_TRUE, 0 };
    cl_mem d_x = OCL_CREATE(clCreateBufferWithProperties(
        env.context, properties, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, x, &err));
    letter first = { .count = n };
    OCL_CHECK(clGetMemObjectInfo(d_x, DEVICE_ADDRESS, sizeof first.numbers, &first.numbers, NULL));

    // The first buffer has this address.  It is the kernel's only argument.
    cl_mem d_letter = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof first, &first);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_letter, &d_letter));
    // The driver may move a buffer that is not in use: it must know what the kernel reaches.
    OCL_CHECK(clSetKernelExecInfo(kernel, DEVICE_PTRS, sizeof first.numbers, &first.numbers));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", x, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_letter));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(x);
    return ocl_report_close(report);
}
