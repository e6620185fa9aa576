// SPDX-License-Identifier: MIT
//
// multi_context - two contexts: nothing that lives in one is known in the other.
//
// Shows   contexts by device and by type, what they say of themselves, what they refuse, the way from one to
//         the other (through the host), and what they call back
// Uses    clCreateContext, clCreateContextFromType, clGetContextInfo, clRetainContext, clReleaseContext,
//         clSetContextDestructorCallback
// Try     multi_context -n 1, and POCL_DEVICES="pthread basic" multi_context: two devices, one in each context

#include "multi_context/life.h"

enum { LOCAL = 256, ADD_FIRST = 1, ADD_SECOND = 7 };

// A context and what lives in it: nothing of it means anything outside.
typedef struct {
    ocl_env env;
    cl_program program;
    cl_kernel kernel;
    cl_mem d_y, d_x;
} island;

static void multi_context_ref(uint32_t *y, const uint32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t first = x[i] * x[i] + ADD_FIRST;
        y[i] = first * first + ADD_SECOND;
    }
}

// Everything that a context needs to do something: each has its own, the compiled program included.
static void multi_context_settle(island *is, const char *source, size_t n)
{
    const ocl_env *env = &is->env;
    const cl_uint add = 0;
    const cl_ulong none = 0;    // launched like that, by a mistake below, it does nothing
    cl_int err;
    is->env.queue = OCL_CREATE(
        clCreateCommandQueue(env->context, env->device, CL_QUEUE_PROFILING_ENABLE, &err));
    is->program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(is->program, 1, &env->device, "", NULL, NULL);
    const char *file = env->options->kernel ? env->options->kernel : "multi_context.cl";
    ocl_require_build(is->program, file, "clBuildProgram", err);
    is->kernel = OCL_CREATE(clCreateKernel(is->program, "multi_context_square", &err));
    is->d_y = ocl_buffer(env, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL);
    is->d_x = ocl_buffer(env, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL);
    OCL_CHECK(clSetKernelArg(is->kernel, 0, sizeof is->d_y, &is->d_y));
    OCL_CHECK(clSetKernelArg(is->kernel, 1, sizeof is->d_x, &is->d_x));
    OCL_CHECK(clSetKernelArg(is->kernel, 2, sizeof add, &add));
    OCL_CHECK(clSetKernelArg(is->kernel, 3, sizeof none, &none));
}

static void multi_context_leave(island *is)
{
    OCL_CHECK(clReleaseMemObject(is->d_x));
    OCL_CHECK(clReleaseMemObject(is->d_y));
    OCL_CHECK(clReleaseKernel(is->kernel));
    OCL_CHECK(clReleaseProgram(is->program));
    ocl_close(&is->env);
}

// Foreign objects, and contexts that cannot be.
static void multi_context_refusals(const island *a, const island *b, ocl_report *report)
{
    cl_event of_a, of_b;
    cl_device_id custom_device;
    OCL_CHECK(clEnqueueMarkerWithWaitList(a->env.queue, 0, NULL, &of_a));
    OCL_CHECK(clEnqueueMarkerWithWaitList(b->env.queue, 0, NULL, &of_b));
    OCL_CHECK(clFinish(a->env.queue));
    OCL_CHECK(clFinish(b->env.queue));
    const cl_event both[] = { of_a, of_b };
    const cl_uint zero = 0;
    const size_t one = 1;
    const cl_int no_custom_device =
        clGetDeviceIDs(a->env.platform, CL_DEVICE_TYPE_CUSTOM, 1, &custom_device, NULL);
    const cl_context_properties unknown[] = { 0x7fff, 1, 0 };
    const ocl_refusal refusals[] = {
        { "a command that waits for the other context's event",
          clEnqueueMarkerWithWaitList(b->env.queue, 1, &of_a, NULL), CL_INVALID_CONTEXT,
          OCL_OCLGRIND },
        { "waiting for events of two contexts at once", clWaitForEvents(2, both),
          CL_INVALID_CONTEXT, OCL_OCLGRIND | OCL_NVIDIA },
        { "writing to the other context's buffer",
          clEnqueueWriteBuffer(b->env.queue, a->d_x, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL),
          CL_INVALID_CONTEXT, OCL_OCLGRIND },
        { "copying from one context's buffer to the other's",
          clEnqueueCopyBuffer(a->env.queue, a->d_y, b->d_x, 0, 0, sizeof zero, 0, NULL, NULL),
          CL_INVALID_CONTEXT, OCL_OCLGRIND },
        { "migrating the other context's buffer",
          clEnqueueMigrateMemObjects(b->env.queue, 1, &a->d_x, 0, 0, NULL, NULL),
          CL_INVALID_CONTEXT, OCL_OCLGRIND },
        { "launching a kernel of the other context's program",
          clEnqueueNDRangeKernel(b->env.queue, a->kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
          CL_INVALID_CONTEXT, OCL_OCLGRIND | OCL_NVIDIA },
        { "a context without a device", context_try(NULL, 0, &a->env.device, NULL),
          CL_INVALID_VALUE, 0 },
        { "user data for no callback", context_try(NULL, 1, &a->env.device, report),
          CL_INVALID_VALUE, OCL_NVIDIA },
        { "a property that does not exist", context_try(unknown, 1, &a->env.device, NULL),
          CL_INVALID_PROPERTY, OCL_OCLGRIND | OCL_NVIDIA },
        { "a type of which the platform has no device",
          context_try_type(a->env.platform, CL_DEVICE_TYPE_CUSTOM), no_custom_device, 0 },
    };
    OCL_CHECK(clFinish(b->env.queue));    // a driver may have taken some of them
    OCL_CHECK(clFinish(a->env.queue));
    ocl_report_refusals(report, a->env.device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseEvent(of_b));
    OCL_CHECK(clReleaseEvent(of_a));
}

static void multi_context_launch(const island *is, cl_uint add, size_t n)
{
    const cl_ulong count = n;
    const size_t local = ocl_local_size(is->kernel, is->env.device, LOCAL);
    const size_t global = ocl_round_up(n, local);
    ocl_poison(is->env.queue, is->d_y, n * sizeof(cl_uint));
    OCL_CHECK(clSetKernelArg(is->kernel, 2, sizeof add, &add));
    OCL_CHECK(clSetKernelArg(is->kernel, 3, sizeof count, &count));
    OCL_CHECK(
        clEnqueueNDRangeKernel(is->env.queue, is->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// From one context to the other: both buffers are mapped, the host copies.  The maps block: no command of
// the second context can wait for an event of the first.
static void multi_context_carry(const island *from, const island *to, size_t bytes)
{
    cl_int err;
    void *source = OCL_CREATE(clEnqueueMapBuffer(from->env.queue, from->d_y, CL_TRUE, CL_MAP_READ,
                                                 0, bytes, 0, NULL, NULL, &err));
    void *target = OCL_CREATE(clEnqueueMapBuffer(to->env.queue, to->d_x, CL_TRUE,
                                                 CL_MAP_WRITE_INVALIDATE_REGION, 0, bytes, 0, NULL,
                                                 NULL, &err));
    memcpy(target, source, bytes);
    OCL_CHECK(clEnqueueUnmapMemObject(to->env.queue, to->d_x, target, 0, NULL, NULL));
    OCL_CHECK(clEnqueueUnmapMemObject(from->env.queue, from->d_y, source, 0, NULL, NULL));
    OCL_CHECK(clFinish(from->env.queue));
}

// The first context squares, the second squares again.
static ocl_result multi_context_relay(const island *first, const island *second, size_t n,
                                      uint64_t seed)
{
    const size_t bytes = n * sizeof(uint32_t);
    uint32_t *x = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, seed);
    multi_context_ref(ref, x, n);
    OCL_CHECK(
        clEnqueueWriteBuffer(first->env.queue, first->d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    multi_context_launch(first, ADD_FIRST, n);
    multi_context_carry(first, second, bytes);
    multi_context_launch(second, ADD_SECOND, n);
    const ocl_result check = ocl_verify_buffer(&second->env, "y", second->d_y, ref, bytes);
    free(ref);
    free(x);
    return check;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "multi_context",
                              .summary = "Two contexts, and the way from one to the other.",
                              .accepts = "dnks",
                              .size_help = "numbers that are handed on",
                              .extents = 1 };
    const ocl_options defaults = { .n = { 1000003 }, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 4.0 * bytes, 3.0 * bytes);
    const size_t n = opt.n[0];

    // One context for the chosen device; one for all devices of its type, where the last of them is used.
    cl_int err;
    context_errors errors = { .count = 0 };
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env.platform, 0 };
    const cl_device_type type =
        ocl_device_number(env.device, CL_DEVICE_TYPE) & ~(cl_device_type)CL_DEVICE_TYPE_DEFAULT;
    island a = { .env = env }, b = { .env = env };
    a.env.context =
        OCL_CREATE(clCreateContext(properties, 1, &env.device, context_error, &errors, &err));
    b.env.context =
        OCL_CREATE(clCreateContextFromType(properties, type, context_error, &errors, &err));
    b.env.device = context_last_device(b.env.context);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_text(report, "devices", a.env.device == b.env.device ? "the same in both" : "two");
    ocl_report_result(report, "the context of a device",
                      context_info(a.env.context, a.env.device, properties));
    ocl_report_result(report, "the context of a type",
                      context_info(b.env.context, b.env.device, properties));

    char *source = ocl_load_source(&opt, "multi_context.cl");
    multi_context_settle(&a, source, n);
    multi_context_settle(&b, source, n);
    multi_context_refusals(&a, &b, report);
    ocl_report_result(report, "handed on through the host",
                      multi_context_relay(&a, &b, n, opt.seed));
    ocl_report_result(report, "and the other way", multi_context_relay(&b, &a, n, opt.seed + 1));
    multi_context_leave(&b);
    multi_context_leave(&a);
    context_errors_print(report, &errors);
    context_end(report, &env);

    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
