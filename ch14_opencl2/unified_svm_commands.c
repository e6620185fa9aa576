// SPDX-License-Identifier: MIT
//
// unified_svm_commands - memory of host, device and both: what it says about itself, and commands.
//
// Shows   which kinds a device may use, and how; what a pointer belongs to; numbers filled, copied
//         from kind to kind, changed by a kernel; memory freed behind its commands; hints
// Uses    CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL and its relatives; clGetMemAllocInfoINTEL,
//         clEnqueueMemFillINTEL, clEnqueueMemcpyINTEL, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
//         clMemBlockingFreeINTEL, clEnqueueMigrateMemINTEL, clEnqueueMemAdviseINTEL
// Try     unified_svm_commands -n 1

#include "ocl.h"

#include "shared/features.h"
#include "shared/usm_api.h"

enum { FILLED = 7, ADDED = 100 };

enum { HOST, DEVICE, SHARED, KINDS };

static const struct {
    const char *name;
    cl_device_info query;
    cl_unified_shared_memory_type_intel type;
    cl_kernel_exec_info indirect;
} KIND[] = {
    { "host", CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_MEM_TYPE_HOST_INTEL,
      CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL },
    { "device", CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL, CL_MEM_TYPE_DEVICE_INTEL,
      CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL },
    { "shared", CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_MEM_TYPE_SHARED_INTEL,
      CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL },
    { "shared by devices", CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, 0, 0 },
    { "of malloc", CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL, 0, 0 },
};

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    usm_api api;
    cl_program program;
    size_t n, bytes;       // of each allocation
    cl_int *usm[KINDS];    // NULL: the device may not use this kind
    cl_int *host, *ref;    // of malloc
} lesson;

static cl_device_unified_shared_memory_capabilities_intel capabilities(const ocl_env *env, size_t k)
{
    cl_device_unified_shared_memory_capabilities_intel can = 0;
    OCL_CHECK(clGetDeviceInfo(env->device, KIND[k].query, sizeof can, &can, NULL));
    return can;
}

static void show_capabilities(const lesson *l)
{
    ocl_table table =
        ocl_table_open(l->report, "capabilities", "memory, access, atomics, concurrent, both");
    for (size_t k = 0; k < sizeof KIND / sizeof *KIND; k++) {
        const cl_device_unified_shared_memory_capabilities_intel can = capabilities(l->env, k);
        ocl_table_row(&table, "%-18s %-6s %-7s %-10s %-4s", KIND[k].name,
                      can & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL ? "yes" : "no",
                      can & CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL ? "yes" : "no",
                      can & CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL ? "yes" : "no",
                      can & CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL ? "yes" : "no");
    }
}

static void *allocate(const lesson *l, size_t kind, size_t bytes)
{
    const cl_context context = l->env->context;
    const cl_device_id device = l->env->device;
    cl_int err;
    if (!(capabilities(l->env, kind) & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL)) return NULL;
    switch (kind) {
    case HOST:
        return OCL_CREATE(l->api.clHostMemAllocINTEL(context, NULL, bytes, 0, &err));
    case DEVICE:
        return OCL_CREATE(l->api.clDeviceMemAllocINTEL(context, device, NULL, bytes, 0, &err));
    default:
        return OCL_CREATE(l->api.clSharedMemAllocINTEL(context, device, NULL, bytes, 0, &err));
    }
}

// What a pointer belongs to.  It may point to the middle.
static ocl_result verify_info(const lesson *l, const cl_int *pointer, const cl_int *base,
                              cl_unified_shared_memory_type_intel want)
{
    const cl_context context = l->env->context;
    cl_unified_shared_memory_type_intel type = 0;
    cl_int *start = l->host;
    size_t bytes = 1;
    OCL_CHECK(l->api.clGetMemAllocInfoINTEL(context, pointer, CL_MEM_ALLOC_TYPE_INTEL, sizeof type,
                                            &type, NULL));
    OCL_CHECK(l->api.clGetMemAllocInfoINTEL(context, pointer, CL_MEM_ALLOC_BASE_PTR_INTEL,
                                            sizeof start, &start, NULL));
    OCL_CHECK(l->api.clGetMemAllocInfoINTEL(context, pointer, CL_MEM_ALLOC_SIZE_INTEL, sizeof bytes,
                                            &bytes, NULL));
    ocl_result result = ocl_verify_equal("CL_MEM_ALLOC_TYPE_INTEL", type, want);
    result = ocl_result_both(result,
                             ocl_verify_equal("CL_MEM_ALLOC_BASE_PTR_INTEL", start == base, true));
    return ocl_result_both(result, ocl_verify_equal("CL_MEM_ALLOC_SIZE_INTEL", (long long)bytes,
                                                    base ? (long long)l->bytes : 0));
}

// Memory of the host belongs to no device.
static ocl_result verify_owner(const lesson *l, size_t kind)
{
    cl_device_id owner = NULL;
    OCL_CHECK(l->api.clGetMemAllocInfoINTEL(l->env->context, l->usm[kind],
                                            CL_MEM_ALLOC_DEVICE_INTEL, sizeof owner, &owner, NULL));
    if (kind == HOST && ocl_known_fault(l->env->device, "the owner of host memory"))
        return ocl_verify_equal("CL_MEM_ALLOC_DEVICE_INTEL", 0, 0);
    return ocl_verify_equal("CL_MEM_ALLOC_DEVICE_INTEL",
                            owner == (kind == HOST ? NULL : l->env->device), true);
}

static void run_info(const lesson *l)
{
    ocl_result result = verify_info(l, l->host, NULL, CL_MEM_TYPE_UNKNOWN_INTEL);
    for (size_t kind = HOST; kind < KINDS; kind++) {
        if (!l->usm[kind]) continue;
        result = ocl_result_both(
            result, verify_info(l, l->usm[kind] + l->n / 2, l->usm[kind], KIND[kind].type));
        result = ocl_result_both(result, verify_owner(l, kind));
    }
    ocl_report_result(l->report, "clGetMemAllocInfoINTEL", result);
}

// From memory of malloc through all kinds and back.  Only the device can reach all of them.
static void run_copy(const lesson *l)
{
    const cl_command_queue queue = l->env->queue;
    const cl_int number = FILLED, poison = -1;
    for (size_t i = 0; i < l->n; i++)
        l->host[i] = l->ref[i] = (cl_int)(3 * i % 1009);
    const cl_int *from = l->host;
    for (size_t kind = HOST; kind < KINDS; kind++) {
        if (!l->usm[kind]) continue;
        OCL_CHECK(l->api.clEnqueueMemFillINTEL(queue, l->usm[kind], &poison, sizeof poison,
                                               l->bytes, 0, NULL, NULL));
        OCL_CHECK(l->api.clEnqueueMemcpyINTEL(queue, CL_FALSE, l->usm[kind], from, l->bytes, 0,
                                              NULL, NULL));
        from = l->usm[kind];
    }
    OCL_CHECK(clFinish(queue));
    memset(l->host, 0xff, l->bytes);
    OCL_CHECK(l->api.clEnqueueMemcpyINTEL(queue, CL_TRUE, l->host, from, l->bytes, 0, NULL, NULL));
    const ocl_result copied = ocl_verify_bytes("copied", l->host, l->ref, l->bytes);
    ocl_report_result(l->report, "clEnqueueMemcpyINTEL", copied);

    // The first half is filled.
    for (size_t i = 0; i < ocl_divide_up(l->n, 2); i++)
        l->ref[i] = FILLED;
    ocl_result result = { .pass = true };
    for (size_t kind = HOST; kind < KINDS; kind++) {
        if (!l->usm[kind]) continue;
        OCL_CHECK(l->api.clEnqueueMemFillINTEL(queue, l->usm[kind], &number, sizeof number,
                                               ocl_divide_up(l->n, 2) * sizeof number, 0, NULL,
                                               NULL));
        OCL_CHECK(l->api.clEnqueueMemcpyINTEL(queue, CL_TRUE, l->host, l->usm[kind], l->bytes, 0,
                                              NULL, NULL));
        result =
            ocl_result_both(result, ocl_verify_bytes(KIND[kind].name, l->host, l->ref, l->bytes));
    }
    ocl_report_result(l->report, "clEnqueueMemFillINTEL", result);
}

// The kernel's argument is a pointer to a pointer.  The allocation that it leads to is named to the
// driver.  Then it is freed behind the commands that use it.
static ocl_result run_kernel(const lesson *l, size_t kind)
{
    const cl_command_queue queue = l->env->queue;
    const cl_int add = ADDED;
    const cl_uint n = (cl_uint)l->n;
    cl_int *numbers = allocate(l, kind, l->bytes);
    cl_int **place = allocate(l, kind, sizeof numbers);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "unified_svm_commands_add", &err));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(l->n, local);
    OCL_CHECK(l->api.clSetKernelArgMemPointerINTEL(kernel, 0, place));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof add, &add));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof numbers,
                                  (const void *)&numbers));
    // Some drivers launch it only when all memory of the kind is allowed.
    const cl_bool yes = CL_TRUE;
    if (ocl_known_fault(l->env->device, "CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL"))
        OCL_CHECK(clSetKernelExecInfo(kernel, KIND[kind].indirect, sizeof yes, &yes));

    OCL_CHECK(l->api.clEnqueueMemcpyINTEL(queue, CL_TRUE, (void *)place, (const void *)&numbers,
                                          sizeof numbers, 0, NULL, NULL));
    OCL_CHECK(l->api.clEnqueueMemcpyINTEL(queue, CL_FALSE, numbers, l->usm[kind], l->bytes, 0, NULL,
                                          NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    cl_event copied;
    memset(l->host, 0xff, l->bytes);
    OCL_CHECK(
        l->api.clEnqueueMemcpyINTEL(queue, CL_FALSE, l->host, numbers, l->bytes, 0, NULL, &copied));
    OCL_CHECK(l->api.clMemBlockingFreeINTEL(l->env->context, numbers));
    cl_int status;
    OCL_CHECK(
        clGetEventInfo(copied, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    OCL_CHECK(clFinish(queue));
    ocl_result result =
        ocl_verify_equal("status behind clMemBlockingFreeINTEL", status, CL_COMPLETE);
    result = ocl_result_both(result, ocl_verify_bytes(KIND[kind].name, l->host, l->ref, l->bytes));
    OCL_CHECK(l->api.clMemFreeINTEL(l->env->context, place));
    OCL_CHECK(clReleaseEvent(copied));
    OCL_CHECK(clReleaseKernel(kernel));
    return result;
}

static void run_kernels(const lesson *l)
{
    ocl_result result = { .pass = true };
    for (size_t i = 0; i < l->n; i++)
        l->ref[i] += ADDED;
    for (size_t kind = HOST; kind < KINDS; kind++)
        if (l->usm[kind]) result = ocl_result_both(result, run_kernel(l, kind));
    ocl_report_result(l->report, "clMemBlockingFreeINTEL", result);
    for (size_t i = 0; i < l->n; i++)
        l->ref[i] -= ADDED;
}

// Hints change where memory is, and never what is in it.  A device may refuse a hint.
static void run_hints(const lesson *l)
{
    const cl_command_queue queue = l->env->queue;
    cl_int *shared = l->usm[SHARED];
    if (!shared) return;
    const cl_int to_device =
        l->api.clEnqueueMigrateMemINTEL(queue, shared, l->bytes, 0, 0, NULL, NULL);
    const cl_int to_host = l->api.clEnqueueMigrateMemINTEL(
        queue, shared, l->bytes, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL);
    const cl_int advice = l->api.clEnqueueMemAdviseINTEL(queue, shared, l->bytes, 0, 0, NULL, NULL);
    OCL_CHECK(clFinish(queue));
    ocl_table table = ocl_table_open(l->report, "hints", "hint, answer");
    ocl_table_row(&table, "%-28s %-16s", "migrate to the device", ocl_error_name(to_device));
    ocl_table_row(&table, "%-28s %-16s", "migrate to the host", ocl_error_name(to_host));
    ocl_table_row(&table, "%-28s %-16s", "advice 0", ocl_error_name(advice));
    // Memory of both: the host reads it where it is.
    ocl_report_result(l->report, "hints change no number",
                      ocl_verify_bytes("shared", shared, l->ref, l->bytes));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "unified_svm_commands",
                              .summary = "Commands for memory of host and device.",
                              .accepts = "dnk",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 } });
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 4 * bytes, 6 * bytes);
    require_extension(env.device, "cl_intel_unified_shared_memory");

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_int) };
    l.host = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    l.api = load_usm(&env);
    l.program = ocl_build(&env, "unified_svm_commands.cl", "%s", ocl_newest_c(env.device));
    for (size_t kind = HOST; kind < KINDS; kind++)
        l.usm[kind] = allocate(&l, kind, l.bytes);

    show_capabilities(&l);
    run_info(&l);
    run_copy(&l);
    run_kernels(&l);
    run_hints(&l);

    for (size_t kind = HOST; kind < KINDS; kind++)
        OCL_CHECK(l.api.clMemFreeINTEL(env.context, l.usm[kind]));
    OCL_CHECK(clReleaseProgram(l.program));
    free(l.ref);
    free(l.host);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
