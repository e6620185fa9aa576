// SPDX-License-Identifier: MIT
//
// svm_list - a linked list that host and device have at the same addresses.
//
// Shows   shared virtual memory: the host writes pointers, the device follows them and writes
//         others, the host follows those; the program copies nothing
// Uses    CL_DEVICE_SVM_CAPABILITIES, clSVMAlloc, clEnqueueSVMMap, clEnqueueSVMUnmap,
//         clSetKernelArgSVMPointer, clSVMFree
// Try     svm_list -n 1, svm_list -n 100K, and -k with your own copy of svm_list.cl

#include "ocl.h"

// The same structure as in svm_list.cl.
typedef struct node node;
struct node {
    node *next, *before;
    cl_uint value;
};

// Makes a list of n nodes, which stand in memory in another order: the list jumps.  Returns its
// first node.
static node *make_list(node *nodes, size_t n, uint64_t seed)
{
    size_t *order = ocl_alloc(n * sizeof *order);
    for (size_t k = 0; k < n; k++) {    // node k trades places with one of those before it
        const size_t other = (size_t)(ocl_random(seed, k) % (k + 1));
        order[k] = order[other];
        order[other] = k;
    }
    for (size_t k = 0; k < n; k++)
        nodes[order[k]] = (node){ .next = k + 1 < n ? &nodes[order[k + 1]] : NULL,
                                  .value = (cl_uint)ocl_random(seed + 1, k) };
    node *first = &nodes[order[0]];
    free(order);
    return first;
}

// Whether a pointer that the device may have written leads to a node.
static bool is_node(const node *at, const node *nodes, size_t n)
{
    const uintptr_t place = (uintptr_t)at - (uintptr_t)nodes;
    return place < n * sizeof *nodes && place % sizeof *nodes == 0;
}

// Gives the memory to the host.  The event is for PoCL 6.0, which crashes without one.
static void map(cl_command_queue queue, cl_map_flags flags, node *nodes, size_t bytes)
{
    cl_event mapped;
    OCL_CHECK(clEnqueueSVMMap(queue, CL_TRUE, flags, nodes, bytes, 0, NULL, &mapped));
    OCL_CHECK(clReleaseEvent(mapped));
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "svm_list",
                              .summary = "Host and device follow the same pointers.",
                              .accepts = "dnks",
                              .size_help = "nodes",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device.  It must have shared virtual memory, and pointers as long as the host's.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(node) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, room, room, room);
    const size_t n = opt.n[0], bytes = n * sizeof(node);
    cl_device_svm_capabilities svm = 0;
    if (ocl_device_version(env.device) >= 20)
        OCL_CHECK(clGetDeviceInfo(env.device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL));
    if (!(svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
        ocl_exit(OCL_EXIT_SKIP, "this device has no shared virtual memory");
    if (ocl_device_number(env.device, CL_DEVICE_ADDRESS_BITS) != 8 * sizeof(void *))
        ocl_exit(OCL_EXIT_SKIP, "the pointers of this device have another length");
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "nodes", n);

    // The memory, and a list in it.  The host may write there while the memory is mapped.  It
    // writes all of it, so what was there before need not be copied.
    node *nodes = clSVMAlloc(env.context, CL_MEM_READ_WRITE, bytes, 0);
    if (!nodes)
        ocl_exit(OCL_EXIT_CALL, "clSVMAlloc gives no %zu bytes: try a smaller --size", bytes);
    map(env.queue, CL_MAP_WRITE_INVALIDATE_REGION, nodes, bytes);
    node *first = make_list(nodes, n, opt.seed);
    OCL_CHECK(clEnqueueSVMUnmap(env.queue, nodes, 0, NULL, NULL));

    // Program, arguments, launch: one work-item per node.  The option says which OpenCL C:
    // -cl-std=CL3.0, or CL2.0, with which shared memory came.
    cl_program program = ocl_build(&env, "svm_list.cl", "%s", ocl_newest_c(env.device));
    cl_int err;
    cl_event done;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "svm_list", &err));
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 0, nodes));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_ulong), &(cl_ulong){ n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));

    // The map waits for the kernel.  The host reads the list where it is: forwards by its own
    // pointers, backwards by the device's.
    map(env.queue, CL_MAP_READ, nodes, bytes);
    cl_uint *forwards = ocl_alloc(n * sizeof *forwards);
    cl_uint *backwards = ocl_alloc(n * sizeof *backwards);
    cl_uint *ref = ocl_alloc(n * sizeof *ref);
    memset(forwards, 0, n * sizeof *forwards);    // what a walk does not reach cannot pass
    memset(backwards, 0, n * sizeof *backwards);
    const node *last = first;
    size_t length = 0;
    for (const node *at = first; length < n && is_node(at, nodes, n); at = at->next) {
        forwards[length++] = at->value;
        last = at;
    }
    size_t left = length;
    for (const node *at = last; left > 0 && is_node(at, nodes, n); at = at->before)
        backwards[--left] = at->value;

    // Verify: the device has added 1 to each value, and its pointers lead back to the first node.
    for (size_t i = 0; i < n; i++)
        ref[i] = (cl_uint)ocl_random(opt.seed + 1, i) + 1;
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "nodes", ocl_verify_equal("nodes", (long long)length, (long long)n));
    ocl_report_result(report, "forwards", ocl_verify_u32("forwards", forwards, ref, n));
    ocl_report_result(report, "backwards", ocl_verify_u32("backwards", backwards, ref, n));

    // Release.
    OCL_CHECK(clEnqueueSVMUnmap(env.queue, nodes, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    clSVMFree(env.context, nodes);
    ocl_close(&env);
    free(ref);
    free(backwards);
    free(forwards);
    return ocl_report_close(report);
}
