// SPDX-License-Identifier: MIT
//
// svm_atomics - a kernel and the host talk with each other while the kernel runs.
//
// Shows   a host and a running kernel that wait for each other; a list and a counter that both
//         change at the same time
// Uses    CL_DEVICE_SVM_CAPABILITIES, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, clSVMAlloc, clSVMFree,
//         clSetKernelArgSVMPointer, clFlush; on the host <stdatomic.h>; in the kernels
//         atomic_load_explicit and its relatives, atomic_work_item_fence
// Try     svm_atomics -V list; svm_atomics -n 1000

#include "ocl.h"

#include <stdatomic.h>

enum { HANDSHAKE, LIST, COUNTER };
static const char *const VARIANTS[] = { "handshake", "list", "counter", NULL };

// In the order of the kernel.
enum { HERE, GO, GAVE_UP, ANSWERS };
enum { END = -1 };    // no node

static const double PATIENCE_NS = 5e9;               // of the host
static const cl_ulong KERNEL_PATIENCE = 1u << 31;    // loads: seconds

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    size_t n;
} lesson;

static cl_kernel create(const lesson *l, int variant)
{
    char name[48];
    snprintf(name, sizeof name, "svm_atomics_%s", VARIANTS[variant]);
    cl_int err;
    return OCL_CREATE(clCreateKernel(l->program, name, &err));
}

// Enqueues the kernel and sees to it that it starts.  The queue is not finished.
static void start(const lesson *l, cl_kernel kernel, size_t work_items)
{
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t items = ocl_round_up(work_items, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
    OCL_CHECK(clFlush(l->env->queue));
}

// Memory that host and device may change at the same time, by atomics: `count` numbers.
static void *allocate(const lesson *l, size_t count, cl_int number)
{
    const cl_svm_mem_flags flags =
        CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    cl_int *memory = clSVMAlloc(l->env->context, flags, count * sizeof *memory, 0);
    if (!memory) ocl_exit(OCL_EXIT_CALL, "clSVMAlloc gives no memory: try a smaller --size");
    for (size_t i = 0; i < count; i++)
        memory[i] = number;
    return memory;
}

// Waits until the number is no longer this one, but not forever.
static bool wait_while(const atomic_int *number, int old)
{
    const double end_ns = ocl_wall_ns() + PATIENCE_NS;
    while (atomic_load_explicit(number, memory_order_acquire) == old)
        if (ocl_wall_ns() > end_ns) return false;
    return true;
}

static void run_handshake(const lesson *l)
{
    const size_t n = l->n;
    const cl_ulong items = n;
    cl_int *numbers = allocate(l, n + 1, 0);
    atomic_int *flags = allocate(l, ANSWERS + n, 0);
    cl_kernel kernel = create(l, HANDSHAKE);
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 0, numbers));
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 1, flags));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof items, &items));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof KERNEL_PATIENCE, &KERNEL_PATIENCE));

    start(l, kernel, n);
    bool answers = wait_while(&flags[HERE], 0);
    ocl_result result = ocl_verify_equal("the kernel is here", answers, true);
    result = ocl_result_both(result, ocl_verify_equal("its number", numbers[n], (long long)n));
    for (size_t i = 0; i < n; i++)
        numbers[i] = 64;
    atomic_store_explicit(&flags[GO], 1, memory_order_release);

    // The kernel may still run: each number is read as soon as its answer is there.
    cl_uint *got = ocl_alloc(2 * n * sizeof *got), *ref = ocl_alloc(2 * n * sizeof *ref);
    for (size_t i = 0; i < n; i++) {
        answers = answers && wait_while(&flags[ANSWERS + i], 0);
        got[2 * i] = answers ? (cl_uint)atomic_load(&flags[ANSWERS + i]) : 0;
        got[2 * i + 1] = answers ? (cl_uint)numbers[i] : 0;
        ref[2 * i] = 100 + (cl_uint)i;
        ref[2 * i + 1] = 64 + (cl_uint)i;
    }
    result = ocl_result_both(result, ocl_verify_u32("answers", got, ref, 2 * n));
    OCL_CHECK(clFinish(l->env->queue));
    ocl_report_result(l->report, "handshake", result);
    free(ref);
    free(got);
    OCL_CHECK(clReleaseKernel(kernel));
    clSVMFree(l->env->context, flags);
    clSVMFree(l->env->context, numbers);
}

// Every node must be in the list once.  Counts how often the makers of two neighbours differ.
static ocl_result verify_list(const lesson *l, int head, const cl_int *next, size_t *changes)
{
    const size_t nodes = 2 * l->n;
    cl_uint *times = memset(ocl_alloc(nodes * sizeof *times), 0, nodes * sizeof *times);
    cl_uint *once = ocl_alloc(nodes * sizeof *once);
    for (size_t i = 0; i < nodes; i++)
        once[i] = 1;
    *changes = 0;
    size_t steps = 0;
    for (cl_int at = head; at >= 0 && (size_t)at < nodes && steps < nodes; at = next[at], steps++) {
        times[at]++;
        *changes += next[at] >= 0 && ((size_t)at < l->n) != ((size_t)next[at] < l->n);
    }
    const ocl_result result = ocl_verify_u32("nodes of the list", times, once, nodes);
    free(once);
    free(times);
    return result;
}

// The kernel puts nodes 0 to n - 1 into the list, the host nodes n to 2 n - 1.
static void run_list(const lesson *l)
{
    const cl_ulong n = l->n;
    cl_int *next = allocate(l, 2 * l->n, END);
    atomic_int *head = allocate(l, 1, END);
    cl_kernel kernel = create(l, LIST);
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 0, next));
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 1, head));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));

    start(l, kernel, l->n);
    wait_while(head, END);    // so that both are at work
    for (size_t i = l->n; i < 2 * l->n; i++) {
        int first = atomic_load_explicit(head, memory_order_relaxed);
        do
            next[i] = first;
        while (!atomic_compare_exchange_weak_explicit(head, &first, (int)i, memory_order_release,
                                                      memory_order_relaxed));
    }
    OCL_CHECK(clFinish(l->env->queue));
    size_t changes;
    const ocl_result result = verify_list(l, atomic_load(head), next, &changes);
    ocl_report_result(l->report, "list", result);
    ocl_report_fact(l->report, "neighbours of different makers", "%zu", changes);
    OCL_CHECK(clReleaseKernel(kernel));
    clSVMFree(l->env->context, head);
    clSVMFree(l->env->context, next);
}

static void run_counter(const lesson *l)
{
    const cl_ulong n = l->n;
    atomic_int *count = allocate(l, 1, 0);
    cl_kernel kernel = create(l, COUNTER);
    OCL_CHECK(clSetKernelArgSVMPointer(kernel, 0, count));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof n, &n));

    start(l, kernel, l->n);
    wait_while(count, 0);
    for (size_t i = 0; i < l->n; i++)
        atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
    OCL_CHECK(clFinish(l->env->queue));
    ocl_report_result(l->report, "counter",
                      ocl_verify_equal("counter", atomic_load(count), 2 * (long long)l->n));
    OCL_CHECK(clReleaseKernel(kernel));
    clSVMFree(l->env->context, count);
}

// The device must have fine-grained memory with atomics, and the scope in its language.
static void require_shared_atomics(cl_device_id device)
{
    const cl_device_svm_capabilities svm = ocl_svm_capabilities(device);
    if (!(svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER && svm & CL_DEVICE_SVM_ATOMICS))
        ocl_exit(OCL_EXIT_SKIP, "this device shares no atomics with the host: "
                                "CL_DEVICE_SVM_CAPABILITIES has no CL_DEVICE_SVM_ATOMICS");
    cl_device_atomic_capabilities atomics = CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;    // of 2.x
    if (ocl_device_version(device) >= 30)
        OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof atomics,
                                  &atomics, NULL));
    if (!(atomics & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES))
        ocl_exit(OCL_EXIT_SKIP, "this device has no CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES");
    ocl_require_feature(device, "__opencl_c_atomic_scope_all_devices");
    ocl_require_feature(device, "__opencl_c_atomic_order_acq_rel");
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "svm_atomics",
                              .summary = "A kernel talks with the host while it runs.",
                              .accepts = "dnVk",
                              .size_help = "work-items",
                              .extents = 1,
                              .most = 1 << 26,
                              .variants = VARIANTS };
    const ocl_options defaults = { .n = { 1000003 } };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_int) * ((double)opt.n[0] + ANSWERS);
    ocl_require_memory(env.device, 2 * bytes, 2 * bytes, 8 * bytes);
    require_shared_atomics(env.device);

    lesson l = { .env = &env, .n = opt.n[0], .report = ocl_report_open(&opt, env.device) };
    ocl_report_count(l.report, "n", l.n);
    l.program = ocl_build(&env, "svm_atomics.cl", "%s", ocl_newest_c(env.device));
    if (ocl_wants(&opt, VARIANTS[HANDSHAKE])) run_handshake(&l);
    if (ocl_wants(&opt, VARIANTS[LIST])) run_list(&l);
    if (ocl_wants(&opt, VARIANTS[COUNTER])) run_counter(&l);

    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    return ocl_report_close(l.report);
}
