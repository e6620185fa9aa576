// SPDX-License-Identifier: MIT
//
// native_task - two commands without an index space: a kernel of one work-item, a C function.
//
// Shows   a task and the NDRange that it is equal to; a C function in a command-queue
// Uses    clEnqueueTask, clEnqueueNativeKernel, CL_DEVICE_EXECUTION_CAPABILITIES
// Try     native_task -V native; native_task -n 1

#include "native_task/refusals.h"

enum { TASK, NDRANGE, NATIVE, VARIANTS };
static const char *const VARIANT_NAMES[] = { "task", "ndrange", "native", NULL };

// What the kernel must see: 1 dimension; 1 work-item in 1 work-group of 1; id 0 and offset 0.
static const cl_ulong SHAPE[] = { 1, 1, 1, 1, 0, 0 };

// x and what the commands need to work on it.
typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_uint *x;    // input
    cl_mem d_x, d_shape;
    size_t n, bytes;
} task_data;

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

static void enqueue_native(const task_data *t, cl_command_queue queue, const cl_event *wait,
                           cl_event *done)
{
    native_arguments arguments = { .x = t->d_x, .n = t->n };
    const void *places[] = { &arguments.x };    // where a cl_mem becomes a pointer
    OCL_CHECK(clEnqueueNativeKernel(queue, native_chain, &arguments, sizeof arguments, 1, &t->d_x,
                                    places, wait != NULL, wait, done));
    // The driver has copied the arguments.  The command must not depend on ours any more.
    memset(&arguments, 0xff, sizeof arguments);
}

// Enqueues one variant behind the event *wait, or without a wait list when that is NULL.
static void enqueue(const task_data *t, int variant, cl_command_queue queue, const cl_event *wait,
                    cl_event *done)
{
    const size_t one = 1;
    const cl_uint waits = wait != NULL;
    if (variant == TASK)
        OCL_CHECK(clEnqueueTask(queue, t->kernel, waits, wait, done));
    else if (variant == NDRANGE)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, t->kernel, 1, NULL, &one, &one, waits, wait, done));
    else
        enqueue_native(t, queue, wait, done);
}

// One variant alone, timed.
static void run(const task_data *t, int variant, const cl_uint *ref, ocl_report *report)
{
    const ocl_env *env = t->env;
    const char *name = VARIANT_NAMES[variant];
    ocl_times times = { .runs = 0 };
    for (size_t k = 0; k <= env->options->repeat; k++) {
        cl_event done;
        ocl_poison_run(env->queue, t->d_shape, sizeof SHAPE, k);
        OCL_CHECK(
            clEnqueueWriteBuffer(env->queue, t->d_x, CL_FALSE, 0, t->bytes, t->x, 0, NULL, NULL));
        enqueue(t, variant, env->queue, NULL, &done);
        ocl_times_take(&times, k, done);
        ocl_answers_add(&times.answers, env->queue, t->d_x, t->bytes);
    }
    ocl_result result = ocl_verify_buffer(env, name, t->d_x, ref, t->bytes);
    if (variant != NATIVE)
        result = ocl_result_both(
            result, ocl_verify_buffer(env, "index space", t->d_shape, SHAPE, sizeof SHAPE));
    ocl_report_row(report, &(ocl_row){ .name = name,
                                       .times = &times,
                                       .work = 2.0 * (double)t->bytes,
                                       .unit = "GB/s",
                                       .result = result });
}

// All variants up to `last`, each on the result of the one before.  The queue is out-of-order where
// the device has one: then only the wait lists say which command comes first.
static ocl_result run_in_order(const task_data *t, int last, cl_uint *ref)
{
    const ocl_env *env = t->env;
    const cl_command_queue_properties wanted =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const cl_command_queue_properties offered =
        ocl_device_number(env->device, CL_DEVICE_QUEUE_PROPERTIES);
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(env->context, env->device, wanted & offered, &err));
    cl_event done[1 + VARIANTS];    // the write first
    OCL_CHECK(clEnqueueWriteBuffer(queue, t->d_x, CL_FALSE, 0, t->bytes, t->x, 0, NULL, &done[0]));
    memcpy(ref, t->x, t->bytes);
    for (int variant = TASK; variant <= last; variant++) {
        enqueue(t, variant, queue, &done[variant], &done[variant + 1]);
        chain_ref(ref, t->n);
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
                           ocl_verify_buffer(env, "after all commands", t->d_x, ref, t->bytes));
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
    task_data t = { .env = &env, .n = opt.n[0], .bytes = opt.n[0] * sizeof(cl_uint) };
    t.x = ocl_alloc(t.bytes);
    cl_uint *ref = ocl_alloc(t.bytes);
    ocl_fill_u32(t.x, t.n, opt.seed);
    memcpy(ref, t.x, t.bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", t.n);
    OCL_TIME_REFERENCE(report, chain_ref(ref, t.n));

    cl_int err;
    const cl_ulong n = t.n;
    cl_program program = ocl_build(&env, "native_task.cl", "-cl-std=CL1.2");
    t.kernel = OCL_CREATE(clCreateKernel(program, "native_task_chain", &err));
    t.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, t.bytes, NULL);
    t.d_shape = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof SHAPE, NULL);
    OCL_CHECK(clSetKernelArg(t.kernel, 0, sizeof t.d_x, &t.d_x));
    OCL_CHECK(clSetKernelArg(t.kernel, 1, sizeof t.d_shape, &t.d_shape));
    OCL_CHECK(clSetKernelArg(t.kernel, 2, sizeof n, &n));

    for (int variant = 0; variant < VARIANTS; variant++)
        if (ocl_wants(&opt, VARIANT_NAMES[variant]) && (variant != NATIVE || has_native))
            run(&t, variant, ref, report);
    if (!has_native)
        ocl_report_note(report, "native is left out: this device runs no native kernels");
    ocl_report_result(report, "each command after the one before",
                      run_in_order(&t, has_native ? NATIVE : NDRANGE, ref));
    report_refusals(&env, report, t.d_x, has_native);

    OCL_CHECK(clReleaseMemObject(t.d_shape));
    OCL_CHECK(clReleaseMemObject(t.d_x));
    OCL_CHECK(clReleaseKernel(t.kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(ref);
    free(t.x);
    ocl_close(&env);
    return ocl_report_close(report);
}
