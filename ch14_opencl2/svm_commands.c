// SPDX-License-Identifier: MIT
//
// svm_commands - every call for shared virtual memory, once.
//
// Shows   memory filled, copied, mapped, migrated, changed by a kernel, and freed in the queue; a
//         buffer made of it; allocations that must fail
// Uses    clSVMAlloc, clSVMFree, clEnqueueSVMMemFill, clEnqueueSVMMemcpy, clEnqueueSVMMap,
//         clEnqueueSVMUnmap, clEnqueueSVMMigrateMem, clEnqueueSVMFree, clSetKernelArgSVMPointer,
//         CL_MEM_USES_SVM_POINTER
// Try     svm_commands -n 1; svm_commands -d pocl

#include "ocl.h"

enum { FILLED = 7 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes;    // of a half
    cl_int *svm;        // coarse-grained: two halves of n numbers
    cl_int *ref;        // what must be in the first half
} lesson;

static cl_device_svm_capabilities require_svm(cl_device_id device)
{
    const cl_device_svm_capabilities svm = ocl_svm_capabilities(device);
    if (!(svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
        ocl_exit(OCL_EXIT_SKIP, "this device has no shared virtual memory: "
                                "CL_DEVICE_SVM_CAPABILITIES");
    return svm;
}

// Waits for a command, and compares what its event says that it is.
static ocl_result finish(cl_event done, cl_command_type want)
{
    cl_command_type type = 0;
    OCL_CHECK(clWaitForEvents(1, &done));
    OCL_CHECK(clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    OCL_CHECK(clReleaseEvent(done));
    return ocl_verify_equal("type of the command", type, want);
}

// Maps the first half, compares it, unmaps it.
static ocl_result compare(const lesson *l, const char *what)
{
    cl_event done;
    OCL_CHECK(
        clEnqueueSVMMap(l->env->queue, CL_FALSE, CL_MAP_READ, l->svm, l->bytes, 0, NULL, &done));
    ocl_result result = finish(done, CL_COMMAND_SVM_MAP);
    result = ocl_result_both(result, ocl_verify_bytes(what, l->svm, l->ref, l->bytes));
    OCL_CHECK(clEnqueueSVMUnmap(l->env->queue, l->svm, 0, NULL, &done));
    return ocl_result_both(result, finish(done, CL_COMMAND_SVM_UNMAP));
}

static void run_fill(const lesson *l)
{
    const cl_int number = FILLED;
    cl_event done;
    OCL_CHECK(clEnqueueSVMMemFill(l->env->queue, l->svm, &number, sizeof number, 2 * l->bytes, 0,
                                  NULL, &done));
    ocl_result result = finish(done, CL_COMMAND_SVM_MEMFILL);
    for (size_t i = 0; i < l->n; i++)
        l->ref[i] = FILLED;
    result = ocl_result_both(result, compare(l, "filled"));
    ocl_report_result(l->report, "clEnqueueSVMMemFill", result);
}

// The host writes where the memory is mapped.
static void run_map(const lesson *l)
{
    cl_event done;
    OCL_CHECK(clEnqueueSVMMap(l->env->queue, CL_FALSE, CL_MAP_WRITE_INVALIDATE_REGION, l->svm,
                              l->bytes, 0, NULL, &done));
    ocl_result result = finish(done, CL_COMMAND_SVM_MAP);
    for (size_t i = 0; i < l->n; i++)
        l->svm[i] = l->ref[i] = (cl_int)(i % 1000 + 1);
    OCL_CHECK(clEnqueueSVMUnmap(l->env->queue, l->svm, 0, NULL, &done));
    result = ocl_result_both(result, finish(done, CL_COMMAND_SVM_UNMAP));
    ocl_report_result(l->report, "clEnqueueSVMMap, Unmap",
                      ocl_result_both(result, compare(l, "mapped")));
}

// From the first half to the second one, and to memory of the host.  Any of the two may be either.
static void run_copy(const lesson *l)
{
    const cl_command_queue queue = l->env->queue;
    cl_int *host = ocl_alloc(l->bytes);
    memset(host, 0xff, l->bytes);
    cl_event done;
    OCL_CHECK(clEnqueueSVMMemcpy(queue, CL_FALSE, l->svm + l->n, l->svm, l->bytes, 0, NULL, &done));
    ocl_result result = finish(done, CL_COMMAND_SVM_MEMCPY);
    OCL_CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, host, l->svm + l->n, l->bytes, 0, NULL, NULL));
    result = ocl_result_both(result, ocl_verify_bytes("copied", host, l->ref, l->bytes));
    for (size_t i = 0; i < l->n; i++)
        host[i] = l->ref[i] = (cl_int)(3 * i % 1009 + 1);
    OCL_CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, l->svm, host, l->bytes, 0, NULL, NULL));
    result = ocl_result_both(result, compare(l, "copied from the host"));
    ocl_report_result(l->report, "clEnqueueSVMMemcpy", result);
    free(host);
}

// The argument may point into the middle of an allocation.  The second half is i % 1000 + 1.
static void run_kernel(const lesson *l, cl_program program)
{
    const cl_ulong n = l->n;
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "svm_commands_add", &err));
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t items = ocl_round_up(l->n, local);
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 0, l->svm));
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 1, l->svm + l->n));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
    for (size_t i = 0; i < l->n; i++)
        l->ref[i] += (cl_int)(i % 1000 + 1);
    ocl_report_result(l->report, "clSetKernelArgSVMPointer", compare(l, "added"));
    OCL_CHECK(clReleaseKernel(kernel));
}

// OpenCL 2.1.  Where the memory is changes, and what is in it does not.
static void run_migrate(const lesson *l)
{
    const void *pointers[] = { l->svm };
    const size_t sizes[] = { 0 };    // the whole allocation
    cl_event done;
    OCL_CHECK(clEnqueueSVMMigrateMem(l->env->queue, 1, pointers, sizes, CL_MIGRATE_MEM_OBJECT_HOST,
                                     0, NULL, &done));
    ocl_result result = finish(done, CL_COMMAND_SVM_MIGRATE_MEM);
    OCL_CHECK(clEnqueueSVMMigrateMem(l->env->queue, 1, pointers, NULL, 0, 0, NULL, &done));
    result = ocl_result_both(result, finish(done, CL_COMMAND_SVM_MIGRATE_MEM));
    ocl_report_result(l->report, "clEnqueueSVMMigrateMem",
                      ocl_result_both(result, compare(l, "migrated")));
}

// A buffer whose memory is shared: commands for buffers work on it.
static void run_buffer(const lesson *l)
{
    cl_int err;
    cl_bool uses = CL_FALSE;
    cl_int *host = ocl_alloc(l->bytes);
    cl_mem buffer = OCL_CREATE(clCreateBuffer(
        l->env->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, l->bytes, l->svm, &err));
    OCL_CHECK(clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, NULL));
    ocl_result result = ocl_verify_equal("CL_MEM_USES_SVM_POINTER", uses, CL_TRUE);
    OCL_CHECK(
        clEnqueueReadBuffer(l->env->queue, buffer, CL_TRUE, 0, l->bytes, host, 0, NULL, NULL));
    result = ocl_result_both(result, ocl_verify_bytes("buffer", host, l->ref, l->bytes));
    OCL_CHECK(clReleaseMemObject(buffer));
    ocl_report_result(l->report, "CL_MEM_USES_SVM_POINTER", result);
    free(host);
}

// Called by the queue when it is time to free.
static void CL_CALLBACK free_all(cl_command_queue queue, cl_uint count, void *pointers[],
                                 void *counted)
{
    cl_context context;
    OCL_CHECK(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    for (cl_uint k = 0; k < count; k++)
        clSVMFree(context, pointers[k]);
    *(cl_uint *)counted += count;
}

// Memory is freed behind the commands that use it.
static void run_free(const lesson *l)
{
    const cl_command_queue queue = l->env->queue;
    const cl_int number = FILLED;
    void *pointers[3];
    cl_uint freed = 0;
    for (size_t k = 0; k < 3; k++) {
        pointers[k] = clSVMAlloc(l->env->context, CL_MEM_READ_WRITE, l->bytes, 0);
        if (!pointers[k])
            ocl_exit(OCL_EXIT_CALL, "clSVMAlloc gives no memory: try a smaller --size");
        OCL_CHECK(clEnqueueSVMMemFill(queue, pointers[k], &number, sizeof number, l->bytes, 0, NULL,
                                      NULL));
    }
    cl_event done;
    OCL_CHECK(clEnqueueSVMFree(queue, 2, pointers, free_all, &freed, 0, NULL, &done));
    ocl_result result = finish(done, CL_COMMAND_SVM_FREE);
    result = ocl_result_both(result, ocl_verify_equal("freed by the callback", freed, 2));
    OCL_CHECK(clEnqueueSVMFree(queue, 1, pointers + 2, NULL, NULL, 0, NULL, &done));
    result = ocl_result_both(result, finish(done, CL_COMMAND_SVM_FREE));
    ocl_report_result(l->report, "clEnqueueSVMFree", result);
}

// What clSVMAlloc gives for these arguments.
static const char *try_allocation(const ocl_env *env, cl_svm_mem_flags flags, size_t bytes,
                                  cl_uint alignment)
{
    void *memory = clSVMAlloc(env->context, flags, bytes, alignment);
    if (memory) clSVMFree(env->context, memory);
    return memory ? "memory" : "NULL";
}

static void show_allocations(const lesson *l, cl_device_svm_capabilities svm)
{
    const cl_svm_mem_flags fine = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
    ocl_table table = ocl_table_open(l->report, "allocations", "clSVMAlloc, answer");
    const char *row = "%-32s %-8s";
    ocl_table_row(&table, row, "64 bytes, alignment 64",
                  try_allocation(l->env, CL_MEM_READ_WRITE, 64, 64));
    ocl_table_row(&table, row, "64 bytes, alignment 48",
                  try_allocation(l->env, CL_MEM_READ_WRITE, 64, 48));
    ocl_table_row(&table, row, "64 bytes, alignment 4096",
                  try_allocation(l->env, CL_MEM_READ_WRITE, 64, 4096));
    ocl_table_row(&table, row, "0 bytes", try_allocation(l->env, CL_MEM_READ_WRITE, 0, 0));
    ocl_table_row(&table, row, "atomics without fine grain",
                  try_allocation(l->env, CL_MEM_READ_WRITE | CL_MEM_SVM_ATOMICS, 64, 0));
    if (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
        ocl_table_row(&table, row, "fine grain", try_allocation(l->env, fine, 64, 0));
    if (svm & CL_DEVICE_SVM_ATOMICS)
        ocl_table_row(&table, row, "fine grain with atomics",
                      try_allocation(l->env, fine | CL_MEM_SVM_ATOMICS, 64, 0));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_commands",
                              .summary = "Every call for shared virtual memory.",
                              .accepts = "dnk",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 } });
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_int) * (double)opt.n[0];
    ocl_require_memory(env.device, 2 * size, 5 * size, 4 * size);
    const cl_device_svm_capabilities svm = require_svm(env.device);

    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_int) };
    l.ref = ocl_alloc(l.bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "n", l.n);
    cl_program program = ocl_build(&env, "svm_commands.cl", "-cl-std=CL1.2");
    l.svm = clSVMAlloc(env.context, CL_MEM_READ_WRITE, 2 * l.bytes, 0);
    if (!l.svm) ocl_exit(OCL_EXIT_CALL, "clSVMAlloc gives no memory: try a smaller --size");

    run_fill(&l);
    run_map(&l);
    run_copy(&l);
    run_kernel(&l, program);
    if (ocl_device_version(env.device) >= 21) run_migrate(&l);
    run_buffer(&l);
    run_free(&l);
    show_allocations(&l, svm);

    clSVMFree(env.context, l.svm);
    OCL_CHECK(clReleaseProgram(program));
    free(l.ref);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
