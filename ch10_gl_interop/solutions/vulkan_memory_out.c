// SPDX-License-Identifier: MIT
//
// vulkan_memory_out - exercise 2 of vulkan_memory: two buffers of Vulkan, an input and an output.
//: skeleton
//: // Vulkan finds zeros: the kernel's output is a buffer of OpenCL alone.
//: end
//
//     cmake --build build --target exercise_vulkan_memory_out

#include "ocl.h"

#include "vulkan/vk.h"

enum { N = 4099 };

static const char *SOURCE = "kernel void square(global uint *y, global const uint *x)\n"
                            "{\n"
                            "    size_t i = get_global_id(0);\n"
                            "    y[i] = x[i] * x[i];\n"
                            "}\n";

// Steps 2 and 3 of vulkan_memory: an OpenCL buffer in the memory of Vulkan's.
static cl_mem import(const ocl_env *env, const vulkan_device *v, const vulkan_buffer *b)
{
    const int fd = vulkan_export(v, b->memory);
    const cl_mem_properties properties[] = { CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                             (cl_mem_properties)fd, 0 };
    cl_int err;
    return OCL_CREATE(clCreateBufferWithProperties(env->context, properties, CL_MEM_READ_WRITE,
                                                   b->bytes, NULL, &err));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "vulkan_memory_out",
                              .summary = "An input and an output in memory of Vulkan.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    vulkan_device v = vulkan_open_device(env.device, VK_QUEUE_COMPUTE_BIT, false);
    const char *lacks = way_lacks(&env, &v, OPAQUE_FD);
    if (lacks) ocl_exit(OCL_EXIT_SKIP, "%s", lacks);
    const external_api api = load_external(&env);

    cl_uint x[N], y[N] = { 0 }, ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        ref[i] = x[i] * x[i];
    vulkan_buffer in = vulkan_buffer_to_export(&v, sizeof x);
    vulkan_buffer out = vulkan_buffer_to_export(&v, sizeof y);
    vulkan_write_for_others(&v, &in, x, sizeof x);
    vulkan_write_for_others(&v, &out, y, sizeof y);    // zeros

    cl_int err;
    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "square", &err));
    //: skeleton
    //: cl_mem d_x = import(&env, &v, &in);
    //: // Exercise 2 of vulkan_memory: d_y shall be in the memory of `out`, and OpenCL must acquire and
    //: // release both.
    //: cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    //: solution
    cl_mem d_x = import(&env, &v, &in), d_y = import(&env, &v, &out);
    const cl_mem both[] = { d_x, d_y };
    //: end
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    const size_t global = N;
    //: skeleton
    //: OCL_CHECK(api.clEnqueueAcquireExternalMemObjectsKHR(env.queue, 1, &d_x, 0, NULL, NULL));
    //: OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    //: OCL_CHECK(api.clEnqueueReleaseExternalMemObjectsKHR(env.queue, 1, &d_x, 0, NULL, NULL));
    //: solution
    OCL_CHECK(api.clEnqueueAcquireExternalMemObjectsKHR(env.queue, 2, both, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(api.clEnqueueReleaseExternalMemObjectsKHR(env.queue, 2, both, 0, NULL, NULL));
    //: end
    OCL_CHECK(clFinish(env.queue));
    vulkan_read_from_others(&v, &out, y, sizeof y);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "squares", ocl_verify_u32("squares", y, ref, N));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    vulkan_release_buffer(&v, &out);
    vulkan_release_buffer(&v, &in);
    vulkan_close_device(&v);
    ocl_close(&env);
    return ocl_report_close(report);
}
