// SPDX-License-Identifier: MIT
//
// vulkan_memory - a kernel works in memory that Vulkan has allocated.
//
// Shows   a file descriptor that stands for memory: Vulkan exports it, OpenCL imports it
// Uses    vkGetMemoryFdKHR; clCreateBufferWithProperties with
//         CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, clEnqueueAcquireExternalMemObjectsKHR,
//         clEnqueueNDRangeKernel, clEnqueueReleaseExternalMemObjectsKHR, clFinish
// Try     vulkan_memory -n 10

#include "ocl.h"

#include "vulkan/vk.h"

// The answer in plain C.
static void vulkan_memory_ref(cl_uint *ref, const cl_uint *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ref[i] = 3 * x[i] + 1;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "vulkan_memory",
                              .summary = "A kernel works in memory of Vulkan.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });

    // The OpenCL device, and the same device for Vulkan.  Both must have the way that is shown
    // here: an opaque file descriptor.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 5.0 * (double)bytes);
    vulkan_device v = vulkan_open_device(env.device, VK_QUEUE_COMPUTE_BIT, false);
    const char *lacks = way_lacks(&env, &v, OPAQUE_FD);
    if (lacks) ocl_exit(OCL_EXIT_SKIP, "%s", lacks);

    // Data and reference.
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "Vulkan device", v.properties.deviceName);
    ocl_report_count(report, "numbers", n);
    OCL_TIME_REFERENCE(report, vulkan_memory_ref(ref, x, n));

    // 1. Vulkan allocates memory for a buffer, and writes the numbers into it.
    vulkan_buffer vulkan = vulkan_buffer_to_export(&v, bytes);
    vulkan_write_for_others(&v, &vulkan, x, bytes);

    // 2. Vulkan gives a file descriptor that stands for the memory.
    const PFN_vkGetMemoryFdKHR get_memory_fd =
        (PFN_vkGetMemoryFdKHR)vulkan_function(&v, "vkGetMemoryFdKHR");
    const VkMemoryGetFdInfoKHR which = { .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                         .memory = vulkan.memory,
                                         .handleType =
                                             VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    int fd;
    VULKAN_CHECK(get_memory_fd(v.device, &which, &fd));

    // 3. OpenCL makes a buffer of the same memory.  From now on the file descriptor is OpenCL's.
    const cl_mem_properties properties[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                             (cl_mem_properties)fd, 0 };
    cl_int err;
    cl_mem d_x = OCL_CREATE(clCreateBufferWithProperties(env.context, properties, CL_MEM_READ_WRITE,
                                                         vulkan.bytes, NULL, &err));

    // 4. OpenCL's turn: acquire, kernel, release.  vulkan_write_for_others has waited for Vulkan.
    const external_api api = load_external(&env);
    cl_program program = ocl_build(&env, "vulkan_memory.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "vulkan_memory", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t global = ocl_round_up(n, 64);
    OCL_CHECK(api.clEnqueueAcquireExternalMemObjectsKHR(env.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(api.clEnqueueReleaseExternalMemObjectsKHR(env.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));

    // 5. Vulkan's turn: it reads its memory.  Whole numbers: every one is that of plain C.
    vulkan_read_from_others(&v, &vulkan, y, bytes);
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order: OpenCL's buffer before the memory that it is in.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_x));
    vulkan_release_buffer(&v, &vulkan);
    free(ref);
    free(y);
    free(x);
    vulkan_close_device(&v);
    ocl_close(&env);
    return ocl_report_close(report);
}
