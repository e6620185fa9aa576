// SPDX-License-Identifier: MIT
//
// multi_context - two contexts: objects of one are unknown in the other.
//
//     context A   x -> [ d_x ] -- x * x + 1 --> [ d_y ]
//                                                  | map, read
//     host                                         +--> memcpy --+
//                                                                | map, write
//     context B                                              [ d_x ] -- x * x + 7 --> [ d_y ]
//
// Shows   a context of a device and a context of a type, and what they say about themselves;
//         refused objects of another context; the way from one to the other through the host;
//         callbacks for errors and for the end
// Uses    clCreateContext, clCreateContextFromType, clGetContextInfo, clEnqueueMapBuffer,
//         clEnqueueUnmapMemObject
// Try     multi_context -n 1; POCL_DEVICES="pthread basic" multi_context (one device in each
//         context)

#include "ocl.h"

#include "multi_context/life.h"

enum { LOCAL = 256, ADD_FIRST = 1, ADD_SECOND = 7 };

static void relay_ref(uint32_t *y, const uint32_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t first = x[i] * x[i] + ADD_FIRST;
        y[i] = first * first + ADD_SECOND;
    }
}

// The devices of a context, malloc'ed: those that it was made for, or those of the type.
static cl_device_id *devices_of(cl_context context, cl_uint *count)
{
    OCL_CHECK(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof *count, count, NULL));
    cl_device_id *devices = ocl_alloc(*count * sizeof *devices);
    OCL_CHECK(
        clGetContextInfo(context, CL_CONTEXT_DEVICES, *count * sizeof *devices, devices, NULL));
    return devices;
}

static ocl_result verify(const world *w, const cl_context_properties given[3])
{
    cl_uint count;
    cl_device_id *devices = devices_of(w->env.context, &count);
    const ocl_result result = context_verify_info(w, devices, count, given);
    free(devices);
    return result;
}

// Each context has its own queue, compiled program, kernel and buffers.
static void settle(world *w, const char *source, size_t n)
{
    const ocl_env *env = &w->env;
    const cl_uint add = 0;
    const cl_ulong none = 0;    // the refusals must not launch a kernel that does something
    cl_int err;
    w->env.queue = OCL_CREATE(
        clCreateCommandQueue(env->context, env->device, CL_QUEUE_PROFILING_ENABLE, &err));
    w->program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clBuildProgram(w->program, 1, &env->device, "", NULL, NULL);
    const char *file = env->options->kernel ? env->options->kernel : "multi_context.cl";
    ocl_require_build(w->program, file, "clBuildProgram", err);
    w->kernel = OCL_CREATE(clCreateKernel(w->program, "multi_context_square", &err));
    w->d_y = ocl_buffer(env, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL);
    w->d_x = ocl_buffer(env, CL_MEM_READ_WRITE, n * sizeof(cl_uint), NULL);
    OCL_CHECK(clSetKernelArg(w->kernel, 0, sizeof w->d_y, &w->d_y));
    OCL_CHECK(clSetKernelArg(w->kernel, 1, sizeof w->d_x, &w->d_x));
    OCL_CHECK(clSetKernelArg(w->kernel, 2, sizeof add, &add));
    OCL_CHECK(clSetKernelArg(w->kernel, 3, sizeof none, &none));
}

static void leave(world *w)
{
    OCL_CHECK(clReleaseMemObject(w->d_x));
    OCL_CHECK(clReleaseMemObject(w->d_y));
    OCL_CHECK(clReleaseKernel(w->kernel));
    OCL_CHECK(clReleaseProgram(w->program));
    ocl_close(&w->env);
}

// Objects of the other context are refused.  A kernel that a driver launches nevertheless must do
// nothing: its argument n is 0.
static void show_refusals(ocl_report *report, const world *a, const world *b)
{
    cl_event of_a, of_b;
    OCL_CHECK(clEnqueueMarkerWithWaitList(a->env.queue, 0, NULL, &of_a));
    OCL_CHECK(clEnqueueMarkerWithWaitList(b->env.queue, 0, NULL, &of_b));
    OCL_CHECK(clFinish(a->env.queue));
    OCL_CHECK(clFinish(b->env.queue));
    const cl_event both[] = { of_a, of_b };
    const cl_uint zero = 0;
    const size_t one = 1;
    const ocl_refusal refusals[] = {
        { .mistake = "a command that waits for the other context's event",
          .got = clEnqueueMarkerWithWaitList(b->env.queue, 1, &of_a, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "waiting for events of two contexts at once",
          .got = clWaitForEvents(2, both),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "writing to the other context's buffer",
          .got = clEnqueueWriteBuffer(b->env.queue, a->d_x, CL_TRUE, 0, sizeof zero, &zero, 0, NULL,
                                      NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "copying from one context's buffer to the other's",
          .got =
              clEnqueueCopyBuffer(a->env.queue, a->d_y, b->d_x, 0, 0, sizeof zero, 0, NULL, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "migrating the other context's buffer",
          .got = clEnqueueMigrateMemObjects(b->env.queue, 1, &a->d_x, 0, 0, NULL, NULL),
          .want = CL_INVALID_CONTEXT },
        { .mistake = "launching a kernel of the other context's program",
          .got =
              clEnqueueNDRangeKernel(b->env.queue, a->kernel, 1, NULL, &one, NULL, 0, NULL, NULL),
          .want = CL_INVALID_CONTEXT },
    };
    OCL_CHECK(clFinish(b->env.queue));    // a driver may have taken some of them
    OCL_CHECK(clFinish(a->env.queue));
    ocl_report_refusals(report, a->env.device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseEvent(of_b));
    OCL_CHECK(clReleaseEvent(of_a));
}

static void launch(const world *w, cl_uint add, size_t n)
{
    const cl_ulong count = n;
    const size_t local = ocl_local_size(w->kernel, w->env.device, LOCAL);
    const size_t global = ocl_round_up(n, local);
    ocl_poison_run(w->env.queue, w->d_y, n * sizeof(cl_uint), 0);
    OCL_CHECK(clSetKernelArg(w->kernel, 2, sizeof add, &add));
    OCL_CHECK(clSetKernelArg(w->kernel, 3, sizeof count, &count));
    OCL_CHECK(
        clEnqueueNDRangeKernel(w->env.queue, w->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
}

// Maps both buffers, and the host copies.  The maps block, because no command of the second context
// can wait for an event of the first.
static void carry(const world *from, const world *to, size_t bytes)
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

// The first context squares, the second squares the result again.
static ocl_result relay(const world *first, const world *second, size_t n, uint64_t seed)
{
    const size_t bytes = n * sizeof(uint32_t);
    uint32_t *x = ocl_alloc(bytes);
    uint32_t *ref = ocl_alloc(bytes);
    ocl_fill_u32(x, n, seed);
    relay_ref(ref, x, n);
    OCL_CHECK(
        clEnqueueWriteBuffer(first->env.queue, first->d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
    launch(first, ADD_FIRST, n);
    carry(first, second, bytes);
    launch(second, ADD_SECOND, n);
    const ocl_result result = ocl_verify_buffer(&second->env, "y", second->d_y, ref, bytes);
    free(ref);
    free(x);
    return result;
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

    // A is for the chosen device; B is for all devices of its type, and uses the last of them.
    cl_int err;
    context_errors errors = { .count = 0 };
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env.platform, 0 };
    const cl_device_type type =
        ocl_device_number(env.device, CL_DEVICE_TYPE) & ~(cl_device_type)CL_DEVICE_TYPE_DEFAULT;
    world a = { .env = env }, b = { .env = env };
    a.env.context =
        OCL_CREATE(clCreateContext(properties, 1, &env.device, context_error, &errors, &err));
    b.env.context =
        OCL_CREATE(clCreateContextFromType(properties, type, context_error, &errors, &err));
    cl_uint count;
    cl_device_id *devices = devices_of(b.env.context, &count);
    b.env.device = devices[count - 1];
    free(devices);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_text(report, "devices", a.env.device == b.env.device ? "the same in both" : "two");
    ocl_report_result(report, "the context of a device", verify(&a, properties));
    ocl_report_result(report, "the context of a type", verify(&b, properties));

    char *source = ocl_load_source(&opt, "multi_context.cl");
    settle(&a, source, n);
    settle(&b, source, n);
    show_refusals(report, &a, &b);
    ocl_report_result(report, "from A to B through the host", relay(&a, &b, n, opt.seed));
    ocl_report_result(report, "from B to A through the host", relay(&b, &a, n, opt.seed + 1));
    leave(&b);
    leave(&a);
    context_errors_report(report, &errors);
    context_end(report, &env);

    free(source);
    ocl_close(&env);
    return ocl_report_close(report);
}
