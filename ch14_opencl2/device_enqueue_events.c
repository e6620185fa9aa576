// SPDX-License-Identifier: MIT
//
// device_enqueue_events - children of a kernel in order, by events of the device.
//
// Shows   a user event that holds children back; a child with local memory; a marker; two and three
//         dimensions; the time that a child ran; what can be asked about a child; another queue
//         as the one that get_default_queue gives
// Uses    CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, clCreateCommandQueueWithProperties,
//         clGetCommandQueueInfo, clSetDefaultDeviceCommandQueue, clEnqueueNDRangeKernel;
//         enqueue_marker, create_user_event, set_user_event_status, capture_event_profiling_info,
//         get_kernel_work_group_size
// Try     device_enqueue_events -n 1M

#include "ocl.h"

static const cl_ulong MINUTE_NS = 60000000000;

enum { ERRORS, IS_VALID, GROUP_SIZE, MULTIPLE, COUNT_2D, COUNT_3D, FACTS };

// What all children leave in plain C: 0, 1, 2, ..., each work-group's part turned round.
static void turned_ref(cl_uint *x, size_t n, size_t group)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (cl_uint)(i / group * group + (group - 1 - i % group));
}

static void report_facts(ocl_report *report, const cl_uint facts[FACTS], cl_ulong time_ns,
                         size_t group)
{
    ocl_report_fact(report, "work-items of a child at most", "%u", facts[GROUP_SIZE]);
    ocl_report_fact(report, "liked multiple", "%u", facts[MULTIPLE]);
    ocl_report_fact(report, "fill ran, ns", "%llu", (unsigned long long)time_ns);
    ocl_result result = ocl_verify_equal("errors", facts[ERRORS], 0);
    result = ocl_result_both(result, ocl_verify_equal("valid event", facts[IS_VALID], 1));
    result = ocl_result_both(result, ocl_verify_equal("in two dimensions", facts[COUNT_2D], 30));
    result = ocl_result_both(result, ocl_verify_equal("in three dimensions", facts[COUNT_3D], 24));
    ocl_report_result(report, "events and dimensions", result);
    result = ocl_verify_equal("a work-group fits", facts[GROUP_SIZE] >= group, 1);
    result = ocl_result_both(result, ocl_verify_equal("a multiple", facts[MULTIPLE] > 0, 1));
    result = ocl_result_both(
        result, ocl_verify_equal("a time below a minute", time_ns > 0 && time_ns < MINUTE_NS, 1));
    ocl_report_result(report, "queries", result);
}

static cl_command_queue default_queue(cl_command_queue any)
{
    cl_command_queue queue;
    OCL_CHECK(clGetCommandQueueInfo(any, CL_QUEUE_DEVICE_DEFAULT, sizeof queue, &queue, NULL));
    return queue;
}

// Another queue takes the place of the default one, and gives it back.
static ocl_result replace_default(const ocl_env *env, cl_command_queue first)
{
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0
    };
    cl_int err;
    cl_command_queue second =
        OCL_CREATE(clCreateCommandQueueWithProperties(env->context, env->device, list, &err));
    ocl_result result = ocl_verify_equal("the first one", default_queue(first) == first, 1);
    OCL_CHECK(clSetDefaultDeviceCommandQueue(env->context, env->device, second));
    result = ocl_result_both(result,
                             ocl_verify_equal("the second one", default_queue(first) == second, 1));
    OCL_CHECK(clSetDefaultDeviceCommandQueue(env->context, env->device, first));
    result = ocl_result_both(
        result, ocl_verify_equal("the first one again", default_queue(first) == first, 1));
    OCL_CHECK(clReleaseCommandQueue(second));
    return result;
}

// Whether the device lets the host choose the default queue, since OpenCL 2.1.
static bool has_replaceable_default(cl_device_id device)
{
    if (ocl_device_version(device) < 30) return ocl_device_version(device) >= 21;
    cl_device_device_enqueue_capabilities bits = 0;
    OCL_CHECK(
        clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof bits, &bits, NULL));
    return bits & CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "device_enqueue_events",
                              .summary = "Children of a kernel in order, by events of the device.",
                              .accepts = "dnrk",
                              .size_help = "elements, rounded up to whole work-groups",
                              .extents = 1,
                              .most = 1 << 28 };
    const ocl_options defaults = { .n = { 10007 }, .repeat = 20 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_device_queue(env.device))
        ocl_exit(OCL_EXIT_SKIP, "this device has no queue of its own: "
                                "CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES is 0");
    const size_t group = ocl_group_size(env.device, 64), n = ocl_round_up(opt.n[0], group), one = 1;
    const size_t bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, (double)bytes);

    // A queue on the device, in which children are timed.
    const cl_command_queue_properties wanted = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                               CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                               CL_QUEUE_PROFILING_ENABLE;
    const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, wanted, 0 };
    cl_command_queue_properties got = 0;
    cl_int err;
    cl_command_queue children =
        OCL_CREATE(clCreateCommandQueueWithProperties(env.context, env.device, list, &err));
    OCL_CHECK(clGetCommandQueueInfo(children, CL_QUEUE_PROPERTIES, sizeof got, &got, NULL));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "group", group);
    cl_uint *ref = ocl_alloc(bytes);
    OCL_TIME_REFERENCE(report, turned_ref(ref, n, group));

    cl_program program = ocl_build(&env, "device_enqueue_events.cl", "%s -DGROUP=%zu",
                                   ocl_newest_c(env.device), group);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "device_enqueue_events_all", &err));
    const cl_uint groups = (cl_uint)(n / group), zeros[FACTS] = { 0 };
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_facts = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof zeros, NULL);
    cl_mem d_times = ocl_buffer(&env, CL_MEM_READ_WRITE, 2 * sizeof(cl_ulong), NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_facts, &d_facts));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_times, &d_times));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof groups, &groups));

    ocl_trial t = ocl_trial_open(&env, "children", d_x, bytes);
    ocl_trial_scratch(&t, d_times, 2 * sizeof(cl_ulong));
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_facts, CL_TRUE, 0, sizeof zeros, zeros, 0, NULL,
                                       NULL));
        ocl_trial_start_clock(&t);
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    }
    const ocl_work work = { .amount = (double)n, .unit = "Melement/s" };
    ocl_trial_report(&t, report, &work, ocl_verify_buffer(&env, t.name, d_x, ref, bytes));
    cl_uint facts[FACTS];
    cl_ulong time_ns;
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_facts, CL_TRUE, 0, sizeof facts, facts, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_times, CL_TRUE, 0, sizeof time_ns, &time_ns, 0, NULL,
                                  NULL));
    ocl_report_result(report, "properties of the queue",
                      ocl_verify_equal("properties", (long long)got, (long long)wanted));
    report_facts(report, facts, time_ns, group);
    if (has_replaceable_default(env.device))
        ocl_report_result(report, "another default queue", replace_default(&env, children));

    OCL_CHECK(clReleaseMemObject(d_times));
    OCL_CHECK(clReleaseMemObject(d_facts));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseCommandQueue(children));
    free(ref);
    ocl_close(&env);
    return ocl_report_close(report);
}
