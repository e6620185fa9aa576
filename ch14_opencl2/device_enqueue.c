// SPDX-License-Identifier: MIT
//
// device_enqueue - a kernel launches other kernels, and the host does not know how many.
//
// Shows   a kernel that launches one child; quicksort, a kernel that launches itself for the
//         smaller and for the larger numbers, until few are left
// Uses    CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, clCreateCommandQueueWithProperties,
//         CL_QUEUE_ON_DEVICE_DEFAULT, clEnqueueNDRangeKernel; enqueue_kernel
// Try     device_enqueue -n 10, and -k with your own copy of device_enqueue.cl

#include "ocl.h"

// The answers in plain C.
static void squares_ref(uint32_t *squares, size_t n)
{
    for (size_t i = 0; i < n; i++)
        squares[i] = (uint32_t)i * (uint32_t)i;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "device_enqueue",
                              .summary = "A kernel launches other kernels.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = 1 << 24 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device.  It must have a queue of its own.  All devices of OpenCL 2.0 to 2.2 have one; those
    // of 3.0 are asked.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 4.0 * (double)bytes);
    const int version = ocl_device_version(env.device);
    cl_device_device_enqueue_capabilities has = 0;
    if (version >= 30)
        OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof has,
                                  &has, NULL));
    if (version < 20 || (version >= 30 && !(has & CL_DEVICE_QUEUE_SUPPORTED)))
        ocl_exit(OCL_EXIT_SKIP, "this device has no queue of its own: "
                                "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES is 0");

    // Data and reference.
    uint32_t *squares = ocl_alloc(bytes), *squares_wanted = ocl_alloc(bytes);
    uint32_t *x = ocl_alloc(bytes), *sorted = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)ocl_random(opt.seed, i);
    memcpy(sorted, x, bytes);
    squares_ref(squares_wanted, n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, qsort(sorted, n, sizeof *sorted, compare));

    // Program and buffers.
    cl_program program = ocl_build(&env, "device_enqueue.cl", "%s", ocl_newest_c(env.device));
    const cl_uint no = 0;
    cl_mem d_squares = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_mem d_launches = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof no, &no);
    cl_mem d_failed = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof no, &no);

    // The queue that get_default_queue() gives to kernels.  It runs commands in any order.
    const cl_queue_properties properties[] = { CL_QUEUE_PROPERTIES,
                                               CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                   CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT,
                                               0 };
    cl_int err;
    cl_command_queue children =
        OCL_CREATE(clCreateCommandQueueWithProperties(env.context, env.device, properties, &err));

    // Arguments.
    const cl_int size = (cl_int)n, begin = 0;
    cl_kernel once = OCL_CREATE(clCreateKernel(program, "device_enqueue_once", &err));
    OCL_CHECK(clSetKernelArg(once, 0, sizeof d_squares, &d_squares));
    OCL_CHECK(clSetKernelArg(once, 1, sizeof d_failed, &d_failed));
    OCL_CHECK(clSetKernelArg(once, 2, sizeof size, &size));
    cl_kernel sort = OCL_CREATE(clCreateKernel(program, "device_enqueue_sort", &err));
    OCL_CHECK(clSetKernelArg(sort, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(sort, 1, sizeof d_launches, &d_launches));
    OCL_CHECK(clSetKernelArg(sort, 2, sizeof d_failed, &d_failed));
    OCL_CHECK(clSetKernelArg(sort, 3, sizeof begin, &begin));
    OCL_CHECK(clSetKernelArg(sort, 4, sizeof size, &size));

    // Launch each with one work-item.  The reads come when all children have ended.
    const size_t one = 1;
    cl_uint launches, failed;
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, once, 1, NULL, &one, &one, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, sort, 1, NULL, &one, &one, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_squares, CL_TRUE, 0, bytes, squares, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_launches, CL_TRUE, 0, sizeof launches, &launches, 0,
                                  NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_failed, CL_TRUE, 0, sizeof failed, &failed, 0, NULL,
                                  NULL));

    // The time of a launch with its children ends at `complete`; `ended` is the end of the parent.
    const ocl_stamps stamps = ocl_event_stamps(done);
    ocl_report_fact(report, "launches of sort", "%u", launches);
    ocl_report_fact(report, "all of them, in ms", "%.3f",
                    ocl_ns_between(stamps.started, stamps.complete) / 1e6);

    // Verify.  Whole numbers: every element is exactly that of plain C.
    ocl_report_result(report, "squares", ocl_verify_u32("squares", squares, squares_wanted, n));
    ocl_report_result(report, "sorted", ocl_verify_u32("sorted", x, sorted, n));
    ocl_report_result(report, "not enqueued",
                      ocl_verify_equal("not enqueued (CL_QUEUE_SIZE?)", failed, 0));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(sort));
    OCL_CHECK(clReleaseKernel(once));
    OCL_CHECK(clReleaseCommandQueue(children));
    OCL_CHECK(clReleaseMemObject(d_failed));
    OCL_CHECK(clReleaseMemObject(d_launches));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_squares));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(sorted);
    free(x);
    free(squares_wanted);
    free(squares);
    return ocl_report_close(report);
}
