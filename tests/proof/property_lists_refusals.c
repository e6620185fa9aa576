// SPDX-License-Identifier: MIT
//
// property_lists_refusals - lists of properties that must be refused.

#include "ocl.h"

enum { NO_PROPERTY = 0x7777 };

static cl_int try_queue(const ocl_env *env, const cl_queue_properties *list)
{
    cl_int err;
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(env->context, env->device, list, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseCommandQueue(queue));
    return err;
}

static cl_int try_buffer(const ocl_env *env, const cl_mem_properties *list)
{
    cl_int err;
    cl_mem d_x =
        clCreateBufferWithProperties(env->context, list, CL_MEM_READ_WRITE, 64, NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseMemObject(d_x));
    return err;
}

static void report_refusals(ocl_report *report, const ocl_env *env)
{
    const bool has_memory = ocl_device_version(env->device) >= 30;
    const cl_properties unknown[] = { NO_PROPERTY, 1, 0 };
    const cl_queue_properties bits[] = { CL_QUEUE_PROPERTIES, (cl_properties)1 << 40, 0 };
    cl_uint size;
    const ocl_refusal calls[] = {
        { .mistake = "a queue with an unknown property",
          .got = try_queue(env, unknown),
          .want = CL_INVALID_VALUE },
        { .mistake = "an unknown bit in CL_QUEUE_PROPERTIES",
          .got = try_queue(env, bits),
          .want = CL_INVALID_VALUE },
        { .mistake = "CL_QUEUE_SIZE of a queue of the host",
          .got = clGetCommandQueueInfo(env->queue, CL_QUEUE_SIZE, sizeof size, &size, NULL),
          .want = CL_INVALID_COMMAND_QUEUE },
        { .mistake = "a buffer with an unknown property",
          .got = has_memory ? try_buffer(env, unknown) : CL_SUCCESS,
          .want = CL_INVALID_PROPERTY },
    };
    ocl_report_refusals(report, env->device, calls, has_memory ? 4 : 3);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "property_lists_refusals",
                              .summary = "Lists of properties with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (ocl_device_version(env.device) < 20)
        ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL 2.0, nor a newer one");
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(report, &env);
    ocl_close(&env);
    return ocl_report_close(report);
}
