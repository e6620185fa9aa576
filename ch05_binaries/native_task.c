// SPDX-License-Identifier: MIT
//
// native_task - two commands without an index space: a kernel of one work-item, a C function.
//
// Shows   a task and the NDRange that it is equal to; a C function in a command-queue
// Uses    clEnqueueTask, clEnqueueNativeKernel, CL_DEVICE_EXECUTION_CAPABILITIES
// Try     native_task -V native; native_task -n 1

#include "ocl.h"

enum { TASK, NDRANGE, NATIVE, VARIANTS };
static const char *const VARIANT_NAMES[] = { "task", "ndrange", "native", NULL };

// What the kernel must see: 1 dimension; 1 work-item in 1 work-group of 1; id 0 and offset 0.
static const cl_ulong SHAPE[] = { 1, 1, 1, 1, 0, 0 };

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_kernel kernel;
    cl_uint *x;    // the input
    cl_mem d_x, d_shape;
    size_t n, bytes;
} lesson;

static void chain_ref(cl_uint *x, size_t n)
{
    cl_uint last = 0;
    for (size_t i = 0; i < n; i++)
        x[i] = last = 31 * last + x[i] + 1;
}

// The arguments of the native function.  `x` goes in as a cl_mem and arrives as a pointer to its
// bytes.
typedef struct {
    void *x;
    size_t n;
} native_arguments;

// Runs on a thread of the driver when its turn in the queue has come.  It must not wait for OpenCL.
static void CL_CALLBACK native_chain(void *copy)
{
    const native_arguments *arguments = copy;
    chain_ref(arguments->x, arguments->n);
}

static void enqueue_native(const lesson *l, cl_command_queue queue, const cl_event *wait,
                           cl_event *done)
{
    native_arguments arguments = { .x = l->d_x, .n = l->n };
    const void *places[] = { &arguments.x };    // where a cl_mem becomes a pointer
    OCL_CHECK(clEnqueueNativeKernel(queue, native_chain, &arguments, sizeof arguments, 1, &l->d_x,
                                    places, wait != NULL, wait, done));
    // The driver has copied the arguments.  The command must not depend on ours any more.
    memset(&arguments, 0xff, sizeof arguments);
}

// Enqueues one variant behind the event *wait, or without a wait list when that is NULL.
static void enqueue(const lesson *l, int variant, cl_command_queue queue, const cl_event *wait,
                    cl_event *done)
{
    const size_t one = 1;
    const cl_uint waits = wait != NULL;
    if (variant == TASK)
        OCL_CHECK(clEnqueueTask(queue, l->kernel, waits, wait, done));
    else if (variant == NDRANGE)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &one, &one, waits, wait, done));
    else
        enqueue_native(l, queue, wait, done);
}

// One variant alone, timed.
static void run(const lesson *l, int variant, const cl_uint *ref)
{
    const ocl_env *env = l->env;
    const char *name = VARIANT_NAMES[variant];
    ocl_trial t = ocl_trial_open(env, name, l->d_x, l->bytes);
    ocl_trial_scratch(&t, l->d_shape, sizeof SHAPE);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(
            clEnqueueWriteBuffer(env->queue, l->d_x, CL_FALSE, 0, l->bytes, l->x, 0, NULL, NULL));
        enqueue(l, variant, env->queue, NULL, &t.done);
    }
    ocl_result result = ocl_verify_buffer(env, name, l->d_x, ref, l->bytes);
    if (variant != NATIVE) {
        const ocl_result shape =
            ocl_verify_buffer(env, "index space", l->d_shape, SHAPE, sizeof SHAPE);
        result = ocl_result_both(result, shape);
    }
    const ocl_work work = { .amount = 2.0 * (double)l->bytes, .unit = "GB/s" };
    ocl_trial_report(&t, l->report, &work, result);
}

// All variants up to `last`, each on the result of the one before.  The queue is out-of-order where
// the device has one: then only the wait lists say which command comes first.
static ocl_result run_in_order(const lesson *l, int last, cl_uint *ref)
{
    const ocl_env *env = l->env;
    const cl_command_queue_properties wanted =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const cl_command_queue_properties offered =
        ocl_device_number(env->device, CL_DEVICE_QUEUE_PROPERTIES);
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(env->context, env->device, wanted & offered, &err));
    cl_event done[1 + VARIANTS];    // the write first
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_x, CL_FALSE, 0, l->bytes, l->x, 0, NULL, &done[0]));
    memcpy(ref, l->x, l->bytes);
    for (int variant = TASK; variant <= last; variant++) {
        enqueue(l, variant, queue, &done[variant], &done[variant + 1]);
        chain_ref(ref, l->n);
    }
    OCL_CHECK(clWaitForEvents(1, &done[last + 1]));

    size_t early = 0;
    for (int k = 0; k <= last; k++)
        early += ocl_event_stamps(done[k + 1]).started < ocl_event_stamps(done[k]).ended;
    const ocl_result order =
        ocl_verify_equal("commands that started too early", (long long)early, 0);
    for (int k = last + 1; k >= 0; k--)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return ocl_result_both(order,
                           ocl_verify_buffer(env, "after all commands", l->d_x, ref, l->bytes));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "native_task",
                              .summary = "A kernel of one work-item, and a host function.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = VARIANT_NAMES };
    const ocl_options defaults = { .n = { 1000003 }, .repeat = 5, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const bool has_native =
        ocl_device_number(env.device, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL;
    if (!has_native && opt.variant && strcmp(opt.variant, VARIANT_NAMES[NATIVE]) == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device runs no native kernels (CL_EXEC_NATIVE_KERNEL)");

    const double real_bytes = sizeof(cl_uint) * (double)opt.n[0];    // may not fit a size_t
    ocl_require_memory(env.device, real_bytes, real_bytes, 3 * real_bytes);
    lesson l = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    l.x = ocl_alloc(l.bytes);
    cl_uint *ref = ocl_alloc(l.bytes);
    ocl_fill_u32(l.x, l.n, opt.seed);
    memcpy(ref, l.x, l.bytes);
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "elements", l.n);
    OCL_TIME_REFERENCE(l.report, chain_ref(ref, l.n));

    cl_int err;
    const cl_ulong n = l.n;
    cl_program program = ocl_build(&env, "native_task.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "native_task_chain", &err));
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.d_shape = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof SHAPE, NULL);
    OCL_CHECK(clSetKernelArg(l.kernel, 0, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(l.kernel, 1, sizeof l.d_shape, &l.d_shape));
    OCL_CHECK(clSetKernelArg(l.kernel, 2, sizeof n, &n));

    for (int variant = 0; variant < VARIANTS; variant++)
        if (ocl_wants(&opt, VARIANT_NAMES[variant]) && (variant != NATIVE || has_native))
            run(&l, variant, ref);
    if (!has_native)
        ocl_report_note(l.report, "native is left out: this device runs no native kernels");
    ocl_report_result(l.report, "each command after the one before",
                      run_in_order(&l, has_native ? NATIVE : NDRANGE, ref));

    OCL_CHECK(clReleaseMemObject(l.d_shape));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(ref);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
