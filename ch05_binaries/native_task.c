// SPDX-License-Identifier: MIT
//
// native_task - commands without an index space: a kernel of one work-item, and a function of the host.
//
// Shows   a task beside the NDRange it stands for; a C function that a queue calls, and buffers inside it
// Uses    clEnqueueTask, clEnqueueNativeKernel, CL_DEVICE_EXECUTION_CAPABILITIES
// Try     native_task -V native; native_task -n 1; leave out the wait lists on a device that reorders

#include "ocl.h"

enum { TASK, NDRANGE, NATIVE, VARIANTS };
static const char *const VARIANT_NAMES[] = { "task", "ndrange", "native", NULL };

// What the kernel sees of its index space: 1 dimension; 1 work-item, in 1 group of 1; id 0, offset 0.
static const cl_ulong SHAPE[] = { 1, 1, 1, 1, 0, 0 };

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem d_x, d_shape;
    size_t n, bytes;
    const cl_uint *x;
    bool has_native;
} native_task_data;

static void native_task_ref(cl_uint *x, size_t n)
{
    cl_uint last = 0;
    for (size_t i = 0; i < n; i++)
        x[i] = last = 31 * last + x[i] + 1;
}

// The arguments of the native function.  `x` goes in as a cl_mem and arrives as a pointer to its bytes.
typedef struct {
    void *x;
    size_t n;
} native_task_arguments;

// Runs when its turn in the queue has come, on a thread of the driver.  It must not wait for OpenCL.
static void CL_CALLBACK native_task_function(void *copy)
{
    const native_task_arguments *arguments = copy;
    native_task_ref(arguments->x, arguments->n);
}

// The driver copies the arguments and puts the pointer in the listed place of the copy.  Ours may go.
static void native_task_native(const native_task_data *t, cl_command_queue queue, cl_uint waits,
                               const cl_event *wait, cl_event *done)
{
    native_task_arguments arguments = { t->d_x, t->n };
    const void *places[] = { &arguments.x };
    OCL_CHECK(clEnqueueNativeKernel(queue, native_task_function, &arguments, sizeof arguments, 1,
                                    &t->d_x, places, waits, wait, done));
    memset(&arguments, 0xff, sizeof arguments);
}

static void native_task_enqueue(const native_task_data *t, int variant, cl_command_queue queue,
                                cl_uint waits, const cl_event *wait, cl_event *done)
{
    const size_t one = 1;
    if (variant == TASK)
        OCL_CHECK(clEnqueueTask(queue, t->kernel, waits, wait, done));
    else if (variant == NDRANGE)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, t->kernel, 1, NULL, &one, &one, waits, wait, done));
    else
        native_task_native(t, queue, waits, wait, done);
}

// One kind of command, timed.
static void native_task_run(const native_task_data *t, int variant, const cl_uint *ref,
                            ocl_report *report)
{
    const ocl_env *env = t->env;
    ocl_times times = { .runs = 0 };
    ocl_poison(env->queue, t->d_shape, sizeof SHAPE);
    for (size_t run = 0; run <= env->options->repeat; run++) {
        cl_event done;
        OCL_CHECK(
            clEnqueueWriteBuffer(env->queue, t->d_x, CL_FALSE, 0, t->bytes, t->x, 0, NULL, NULL));
        native_task_enqueue(t, variant, env->queue, 0, NULL, &done);
        const double ns = ocl_event_ns(done, done);
        if (run > 0) ocl_times_add(&times, ns);
        OCL_CHECK(clReleaseEvent(done));
    }
    ocl_result check = ocl_verify_buffer(env, VARIANT_NAMES[variant], t->d_x, ref, t->bytes);
    if (variant != NATIVE)
        check = ocl_result_both(
            check, ocl_verify_buffer(env, "index space", t->d_shape, SHAPE, sizeof SHAPE));
    ocl_report_row(report, &(ocl_row){ .name = VARIANT_NAMES[variant],
                                       .times = &times,
                                       .work = 2.0 * (double)t->bytes,
                                       .unit = "GB/s",
                                       .result = check });
}

// One after the other on the same numbers, in a queue that keeps no order of its own where the device has
// one: the events alone tell who waits for whom.
static ocl_result native_task_order(const native_task_data *t, cl_uint *ref)
{
    const ocl_env *env = t->env;
    const cl_command_queue_properties wanted =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const cl_command_queue_properties offered =
        ocl_device_number(env->device, CL_DEVICE_QUEUE_PROPERTIES);
    cl_int err;
    cl_command_queue queue =
        OCL_CREATE(clCreateCommandQueue(env->context, env->device, wanted & offered, &err));
    const int last = t->has_native ? NATIVE : NDRANGE;
    cl_event written, done[VARIANTS];
    OCL_CHECK(clEnqueueWriteBuffer(queue, t->d_x, CL_FALSE, 0, t->bytes, t->x, 0, NULL, &written));
    memcpy(ref, t->x, t->bytes);
    for (int variant = TASK; variant <= last; variant++) {
        native_task_enqueue(t, variant, queue, 1, variant == TASK ? &written : &done[variant - 1],
                            &done[variant]);
        native_task_ref(ref, t->n);
    }
    OCL_CHECK(clWaitForEvents(1, &done[last]));

    size_t early = ocl_event_stamps(done[TASK]).started < ocl_event_stamps(written).ended;
    for (int k = TASK + 1; k <= last; k++)
        early += ocl_event_stamps(done[k]).started < ocl_event_stamps(done[k - 1]).ended;
    const ocl_result check =
        ocl_result_both(ocl_verify_equal("commands before their time", (long long)early, 0),
                        ocl_verify_buffer(env, "after all commands", t->d_x, ref, t->bytes));
    for (int k = last; k >= TASK; k--)
        OCL_CHECK(clReleaseEvent(done[k]));
    OCL_CHECK(clReleaseEvent(written));
    OCL_CHECK(clReleaseCommandQueue(queue));
    return check;
}

// What this device answers to a native kernel with a mistake in it.
static cl_int native_task_try(const native_task_data *t, void(CL_CALLBACK *function)(void *),
                              native_task_arguments *arguments, size_t bytes, cl_uint count,
                              const cl_mem *buffers, const void **places)
{
    const cl_int answer = clEnqueueNativeKernel(t->env->queue, function, arguments, bytes, count,
                                                buffers, places, 0, NULL, NULL);
    OCL_CHECK(clFinish(t->env->queue));
    return answer;
}

static void native_task_refusals(const native_task_data *t, ocl_report *report)
{
    native_task_arguments none = { t->d_x,
                                   0 };    // no elements: harmless if it is called after all
    const void *places[] = { &none.x };
    if (!t->has_native) {
        const ocl_refusal refusal = { "a native kernel, on a device that runs none",
                                      native_task_try(t, native_task_function, &none, sizeof none,
                                                      1, &t->d_x, places),
                                      CL_INVALID_OPERATION, 0 };
        ocl_report_refusals(report, t->env->device, &refusal, 1);
        return;
    }
    const ocl_refusal refusals[] = {
        { "no function", native_task_try(t, NULL, NULL, 0, 0, NULL, NULL), CL_INVALID_VALUE, 0 },
        { "arguments of no bytes",
          native_task_try(t, native_task_function, &none, 0, 0, NULL, NULL), CL_INVALID_VALUE, 0 },
        { "a place for a pointer, but no buffer",
          native_task_try(t, native_task_function, &none, sizeof none, 1, NULL, places),
          CL_INVALID_VALUE, 0 },
        { "a buffer, but no place for its pointer",
          native_task_try(t, native_task_function, &none, sizeof none, 1, &t->d_x, NULL),
          CL_INVALID_VALUE, 0 },
    };
    ocl_report_refusals(report, t->env->device, refusals, sizeof refusals / sizeof refusals[0]);
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

    native_task_data t = { .env = &env, .n = opt.n[0] };
    t.has_native =
        ocl_device_number(env.device, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL;
    if (!t.has_native && opt.variant && strcmp(opt.variant, VARIANT_NAMES[NATIVE]) == 0)
        ocl_exit(OCL_EXIT_SKIP, "this device runs no native kernels (CL_EXEC_NATIVE_KERNEL)");

    const double real_bytes = sizeof(cl_uint) * (double)t.n;
    ocl_require_memory(env.device, real_bytes, real_bytes, 3 * real_bytes);
    t.bytes = t.n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(t.bytes), *ref = ocl_alloc(t.bytes);
    ocl_fill_u32(x, t.n, opt.seed);
    t.x = x;
    memcpy(ref, x, t.bytes);
    const double start = ocl_wall_ns();
    native_task_ref(ref, t.n);
    const double reference_ns = ocl_wall_ns() - start;

    cl_int err;
    const cl_ulong n = t.n;
    cl_program program = ocl_build(&env, "native_task.cl", "-cl-std=CL1.2");
    t.kernel = OCL_CREATE(clCreateKernel(program, "native_task_chain", &err));
    t.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, t.bytes, NULL);
    t.d_shape = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof SHAPE, NULL);
    OCL_CHECK(clSetKernelArg(t.kernel, 0, sizeof t.d_x, &t.d_x));
    OCL_CHECK(clSetKernelArg(t.kernel, 1, sizeof t.d_shape, &t.d_shape));
    OCL_CHECK(clSetKernelArg(t.kernel, 2, sizeof n, &n));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", t.n);
    ocl_report_reference(report, reference_ns);
    for (int variant = 0; variant < VARIANTS; variant++)
        if (ocl_wants(&opt, VARIANT_NAMES[variant]) && (variant != NATIVE || t.has_native))
            native_task_run(&t, variant, ref, report);
    if (!t.has_native)
        ocl_report_print(report, "native is left out: this device runs no native kernels\n");
    ocl_report_result(report, "each command after the one before", native_task_order(&t, ref));
    native_task_refusals(&t, report);

    OCL_CHECK(clReleaseMemObject(t.d_shape));
    OCL_CHECK(clReleaseMemObject(t.d_x));
    OCL_CHECK(clReleaseKernel(t.kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(ref);
    free(x);
    ocl_close(&env);
    return ocl_report_close(report);
}
