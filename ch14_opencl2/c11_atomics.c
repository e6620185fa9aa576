// SPDX-License-Identifier: MIT
//
// c11_atomics - each of C11's atomic functions in a kernel, with an order and a scope.
//
// Shows   many work-items that change the same variables: add, sub, or, and, xor, min, max,
//         exchange, strong and weak compare-exchange, load, store, flags; each against plain C
// Uses    CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, clSetKernelArg, clEnqueueNDRangeKernel; in the
//         kernel atomic_fetch_add_explicit and its relatives
// Try     c11_atomics -n 100; c11_atomics -s 7

#include "ocl.h"

// In the order of the kernel.
enum { ADD, SUB, OR, AND, XOR, MIN, MAX, EXCHANGE, STRONG, WEAK, STORED, WINNERS, VARIABLES };
static const char *const FUNCTION_NAMES[VARIABLES] = {
    "atomic_fetch_add",      "atomic_fetch_sub",    "atomic_fetch_or",
    "atomic_fetch_and",      "atomic_fetch_xor",    "atomic_fetch_min",
    "atomic_fetch_max",      "atomic_exchange",     "compare_exchange_strong",
    "compare_exchange_weak", "atomic_store, _load", "atomic_flag_test_and_set"
};
enum { NOBODY = -2 };    // what the first atomic_exchange finds; no poison

// What the kernel works on: n elements of x, and the variables, with n stored values behind them.
typedef struct {
    size_t n, bytes, v_bytes;
    cl_int *x, *v;
    cl_mem d_v, d_returned, d_swapped, d_flags, d_x;
} lesson;

static void first_values(cl_int *v, size_t bytes)
{
    memset(v, 0, bytes);
    v[AND] = INT32_MAX;
    v[MIN] = INT32_MAX;
    v[MAX] = INT32_MIN;
    v[EXCHANGE] = NOBODY;
    v[STRONG] = 1;
}

// What the variables are after n work-items.  v has their first values.
static void functions_ref(cl_int *v, const cl_int *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        v[ADD]++;
        v[SUB] -= x[i];
        v[OR] |= 1 << i % 31;
        v[AND] &= ~(1 << i % 31);
        v[XOR] ^= x[i];
        v[MIN] = x[i] < v[MIN] ? x[i] : v[MIN];
        v[MAX] = x[i] > v[MAX] ? x[i] : v[MAX];
        v[STRONG] = (cl_int)((cl_uint)v[STRONG] * (cl_uint)(x[i] | 1));
        v[WEAK] += x[i] % 7;
        v[STORED]++;
        v[WINNERS] += i % 4 == 0;
        v[VARIABLES + i] = x[i];
    }
}

// Each work-item got another number of 0 to n - 1 from atomic_fetch_add.
static ocl_result verify_returned(const cl_int *returned, size_t n)
{
    cl_uint *times = memset(ocl_alloc(n * sizeof *times), 0, n * sizeof *times);
    cl_uint *once = ocl_alloc(n * sizeof *once);
    for (size_t i = 0; i < n; i++) {
        if (returned[i] >= 0 && (size_t)returned[i] < n) times[returned[i]]++;
        once[i] = 1;
    }
    const ocl_result result = ocl_verify_u32("returned by atomic_fetch_add", times, once, n);
    free(once);
    free(times);
    return result;
}

// Each work-item got the number of the one before it: from the last one the way leads past all.
static ocl_result verify_swapped(const cl_int *swapped, size_t n, cl_int last)
{
    size_t met = 0;
    cl_int at = last;
    for (; at >= 0 && (size_t)at < n && met <= n; met++)
        at = swapped[at];
    return ocl_result_both(
        ocl_verify_equal("work-items in a row by atomic_exchange", (long long)met, (long long)n),
        ocl_verify_equal("what the first one got", at, NOBODY));
}

static void launch(const ocl_env *env, cl_kernel kernel, size_t work_items)
{
    const size_t local = ocl_local_size(kernel, env->device, 64);
    const size_t items = ocl_round_up(work_items, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
}

// One launch clears the flags, the next one changes everything.
static void run(const ocl_env *env, const lesson *l, cl_program program)
{
    const size_t flags = ocl_divide_up(l->n, 4);
    cl_int err;
    cl_kernel clear = OCL_CREATE(clCreateKernel(program, "c11_atomics_clear", &err));
    OCL_CHECK(clSetKernelArg(clear, 0, sizeof l->d_flags, &l->d_flags));
    OCL_CHECK(clSetKernelArg(clear, 1, sizeof(cl_ulong), &(cl_ulong){ flags }));
    cl_kernel change = OCL_CREATE(clCreateKernel(program, "c11_atomics_change", &err));
    OCL_CHECK(clSetKernelArg(change, 0, sizeof l->d_v, &l->d_v));
    OCL_CHECK(clSetKernelArg(change, 1, sizeof l->d_returned, &l->d_returned));
    OCL_CHECK(clSetKernelArg(change, 2, sizeof l->d_swapped, &l->d_swapped));
    OCL_CHECK(clSetKernelArg(change, 3, sizeof l->d_flags, &l->d_flags));
    OCL_CHECK(clSetKernelArg(change, 4, sizeof l->d_x, &l->d_x));
    OCL_CHECK(clSetKernelArg(change, 5, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    launch(env, clear, flags);
    launch(env, change, l->n);
    OCL_CHECK(clReleaseKernel(change));
    OCL_CHECK(clReleaseKernel(clear));
}

static void verify(const ocl_env *env, const lesson *l, ocl_report *report)
{
    cl_int *got = ocl_alloc(l->v_bytes), *returned = ocl_alloc(l->bytes);
    cl_int *swapped = ocl_alloc(l->bytes);
    const cl_command_queue queue = env->queue;
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_v, CL_TRUE, 0, l->v_bytes, got, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_returned, CL_TRUE, 0, l->bytes, returned, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(queue, l->d_swapped, CL_TRUE, 0, l->bytes, swapped, 0, NULL, NULL));
    for (int f = ADD; f < VARIABLES; f++) {
        ocl_result result = f == EXCHANGE ? verify_swapped(swapped, l->n, got[EXCHANGE])
                                          : ocl_verify_equal(FUNCTION_NAMES[f], got[f], l->v[f]);
        if (f == ADD) result = ocl_result_both(result, verify_returned(returned, l->n));
        if (f == STORED)
            result = ocl_result_both(result, ocl_verify_u32("stored", (cl_uint *)got + VARIABLES,
                                                            (cl_uint *)l->v + VARIABLES, l->n));
        ocl_report_result(report, FUNCTION_NAMES[f], result);
    }
    free(swapped);
    free(returned);
    free(got);
}

static cl_device_atomic_capabilities atomic_capabilities(cl_device_id device)
{
    cl_device_atomic_capabilities atomics = CL_DEVICE_ATOMIC_SCOPE_DEVICE;    // of 2.x
    if (ocl_device_version(device) >= 30)
        OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof atomics,
                                  &atomics, NULL));
    if (!ocl_has_newer_c(device))
        ocl_exit(OCL_EXIT_SKIP, "this device has no OpenCL C 2.0, nor 3.0: no atomics of C11");
    return atomics;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "c11_atomics",
                              .summary = "Many work-items change the same variables.",
                              .accepts = "dnks",
                              .size_help = "work-items",
                              .extents = 1,
                              .most = 1 << 26 };
    const ocl_options defaults = { .n = { 100003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double size = sizeof(cl_int) * ((double)opt.n[0] + VARIABLES);
    ocl_require_memory(env.device, size, 5 * size, 8 * size);

    // Without the scope of the device there is one work-group only.
    const bool device_scope = atomic_capabilities(env.device) & CL_DEVICE_ATOMIC_SCOPE_DEVICE;
    const char *scope = device_scope ? "memory_scope_device" : "memory_scope_work_group";
    cl_program program =
        ocl_build(&env, "c11_atomics.cl", "%s -DSCOPE=%s", ocl_newest_c(env.device), scope);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "c11_atomics_change", &err));
    const size_t group = ocl_local_size(kernel, env.device, 64);
    OCL_CHECK(clReleaseKernel(kernel));
    lesson l = { .n = device_scope ? opt.n[0] : ocl_smaller(opt.n[0], group) };
    l.bytes = l.n * sizeof(cl_int);
    l.v_bytes = (VARIABLES + l.n) * sizeof(cl_int);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", l.n);
    ocl_report_text(report, "scope", scope);

    l.x = ocl_alloc(l.bytes);
    l.v = ocl_alloc(l.v_bytes);
    for (size_t i = 0; i < l.n; i++)
        l.x[i] = (cl_int)(ocl_random(opt.seed, i) % 2001) - 1000;
    first_values(l.v, l.v_bytes);
    l.d_v = ocl_buffer(&env, CL_MEM_READ_WRITE, l.v_bytes, l.v);
    l.d_returned = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_swapped = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.bytes, NULL);
    l.d_flags = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, l.bytes, l.x);

    functions_ref(l.v, l.x, l.n);
    run(&env, &l, program);
    verify(&env, &l, report);

    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseMemObject(l.d_flags));
    OCL_CHECK(clReleaseMemObject(l.d_swapped));
    OCL_CHECK(clReleaseMemObject(l.d_returned));
    OCL_CHECK(clReleaseMemObject(l.d_v));
    OCL_CHECK(clReleaseProgram(program));
    free(l.v);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(report);
}
