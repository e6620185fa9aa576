// SPDX-License-Identifier: MIT
//
// queue_families - a device with several kinds of queues: each queue does what its kind can.
//
// Shows   which families of queues a device has, how many queues of each run side by side, and how
//         a queue of one of them is made
// Uses    CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, CL_QUEUE_FAMILY_INTEL, CL_QUEUE_INDEX_INTEL,
//         clCreateCommandQueueWithProperties, clGetCommandQueueInfo, clEnqueueCopyBuffer
// Try     queue_families -d gpu

#include "ocl.h"

#define EXTENSION "cl_intel_command_queue_families"

// No capabilities listed: the family can do all that a queue can.
static bool can(const cl_queue_family_properties_intel *family, cl_bitfield what)
{
    return family->capabilities == CL_QUEUE_DEFAULT_CAPABILITIES_INTEL ||
           (family->capabilities & what) != 0;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "queue_families",
                              .summary = "Kinds of queues, and a queue of each.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 50021 }, .seed = 1 });

    // Device.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 4.0 * room);
    if (!ocl_lists_extension(env.device, EXTENSION))
        ocl_exit(OCL_EXIT_SKIP,
                 "this device has no " EXTENSION "; Intel's compute runtime for its GPUs has it");
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);

    // The families: first how many bytes the list has.
    size_t list_bytes;
    OCL_CHECK(
        clGetDeviceInfo(env.device, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, 0, NULL, &list_bytes));
    cl_queue_family_properties_intel *families = ocl_alloc(list_bytes);
    OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_QUEUE_FAMILY_PROPERTIES_INTEL, list_bytes,
                              families, NULL));
    const cl_uint count = (cl_uint)(list_bytes / sizeof *families);

    // Data and reference: what a copy gives, and what the kernel gives.
    cl_uint *x = ocl_alloc(bytes), *computed = ocl_alloc(bytes);
    ocl_fill_u32(x, n, opt.seed);
    for (size_t i = 0; i < n; i++)
        computed[i] = 2 * x[i] + 1;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_table table = ocl_table_open(report, "families", "family, queues, kernels, copies, name");
    for (cl_uint f = 0; f < count; f++)
        ocl_table_row(&table, "%-6u  %6u  %7s  %6s  %s", (unsigned)f, (unsigned)families[f].count,
                      can(&families[f], CL_QUEUE_CAPABILITY_KERNEL_INTEL) ? "yes" : "no",
                      can(&families[f], CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_INTEL) ? "yes" : "no",
                      families[f].name);

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "queue_families.cl", "-cl-std=CL1.2");
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "queue_families", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_x, &d_x));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);

    // Each queue of each family does what it can: a launch, or else a copy.  Then another queue
    // reads the answer: it waits on the host, since not all families can make events for others.
    for (cl_uint f = 0; f < count; f++) {
        const bool launches = can(&families[f], CL_QUEUE_CAPABILITY_KERNEL_INTEL);
        if (!launches && !can(&families[f], CL_QUEUE_CAPABILITY_TRANSFER_BUFFER_INTEL)) continue;
        ocl_result result = { .pass = true };
        for (cl_uint q = 0; q < families[f].count; q++) {
            const cl_queue_properties properties[] = { CL_QUEUE_FAMILY_INTEL, f,
                                                       CL_QUEUE_INDEX_INTEL, q, 0 };
            cl_command_queue queue = OCL_CREATE(
                clCreateCommandQueueWithProperties(env.context, env.device, properties, &err));
            cl_uint family;
            OCL_CHECK(
                clGetCommandQueueInfo(queue, CL_QUEUE_FAMILY_INTEL, sizeof family, &family, NULL));
            ocl_poison_run(env.queue, d_y, bytes, q);
            OCL_CHECK(clFinish(env.queue));
            if (launches)
                OCL_CHECK(
                    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
            else
                OCL_CHECK(clEnqueueCopyBuffer(queue, d_x, d_y, 0, 0, bytes, 0, NULL, NULL));
            OCL_CHECK(clFinish(queue));
            result = ocl_result_both(result, ocl_verify_equal("family of the queue", family, f));
            result = ocl_result_both(result, ocl_verify_buffer(&env, families[f].name, d_y,
                                                               launches ? computed : x, bytes));
            OCL_CHECK(clReleaseCommandQueue(queue));
        }
        char what[96];
        snprintf(what, sizeof what, "family %u: %s", (unsigned)f, launches ? "launches" : "copies");
        ocl_report_result(report, what, result);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_x));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(computed);
    free(x);
    free(families);
    return ocl_report_close(report);
}
