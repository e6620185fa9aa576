// SPDX-License-Identifier: MIT

#include "refusals.h"

// The status of making a context that cannot be made.
static cl_int try_context(const cl_context_properties *properties, cl_uint count,
                          const cl_device_id *devices, void *user_data)
{
    cl_int err;
    cl_context context = clCreateContext(properties, count, devices, NULL, user_data, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseContext(context));
    return err;
}

static cl_int try_type(cl_platform_id platform, cl_device_type type)
{
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)platform, 0 };
    cl_int err;
    cl_context context = clCreateContextFromType(properties, type, NULL, NULL, &err);
    if (err == CL_SUCCESS) OCL_CHECK(clReleaseContext(context));
    return err;
}

void multi_context_refusals(ocl_report *report, const world *a, const world *b)
{
    cl_event of_a, of_b;
    cl_device_id custom_device;
    OCL_CHECK(clEnqueueMarkerWithWaitList(a->env.queue, 0, NULL, &of_a));
    OCL_CHECK(clEnqueueMarkerWithWaitList(b->env.queue, 0, NULL, &of_b));
    OCL_CHECK(clFinish(a->env.queue));
    OCL_CHECK(clFinish(b->env.queue));
    const cl_event both[] = { of_a, of_b };
    const cl_uint zero = 0;
    const size_t one = 1;
    const cl_int no_custom_device =
        clGetDeviceIDs(a->env.platform, CL_DEVICE_TYPE_CUSTOM, 1, &custom_device, NULL);
    const cl_context_properties unknown[] = { 0x7fff, 1, 0 };
    const ocl_refusal refusals[] = {
        { .mistake = "a command that waits for the other context's event",
          .got = clEnqueueMarkerWithWaitList(b->env.queue, 1, &of_a, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "waiting for events of two contexts at once",
          .got = clWaitForEvents(2, both),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "writing to the other context's buffer",
          .got = clEnqueueWriteBuffer(b->env.queue, a->d_x, CL_TRUE, 0, sizeof zero, &zero, 0, NULL,
                                      NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "copying from one context's buffer to the other's",
          .got =
              clEnqueueCopyBuffer(a->env.queue, a->d_y, b->d_x, 0, 0, sizeof zero, 0, NULL, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "migrating the other context's buffer",
          .got = clEnqueueMigrateMemObjects(b->env.queue, 1, &a->d_x, 0, 0, NULL, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "launching a kernel of the other context's program",
          .got =
              clEnqueueNDRangeKernel(b->env.queue, a->kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "a context without a device",
          .got = try_context(NULL, 0, &a->env.device, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "user data for no callback",
          .got = try_context(NULL, 1, &a->env.device, report),
          .want = CL_INVALID_VALUE },
        { .mistake = "a property that does not exist",
          .got = try_context(unknown, 1, &a->env.device, NULL),
          .want = CL_INVALID_PROPERTY },
        { .mistake = "a type of which the platform has no device",
          .got = try_type(a->env.platform, CL_DEVICE_TYPE_CUSTOM),
          .want = no_custom_device },
    };
    OCL_CHECK(clFinish(b->env.queue));    // a driver may have taken some of them
    OCL_CHECK(clFinish(a->env.queue));
    ocl_report_refusals(report, a->env.device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseEvent(of_b));
    OCL_CHECK(clReleaseEvent(of_a));
}
