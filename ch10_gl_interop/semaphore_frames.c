// SPDX-License-Identifier: MIT
//
// semaphore_frames - one queue makes what another one uses, again and again.
//
// Shows   three ways to keep two queues in order: the host waits (clFinish); an event for each
//         command; two semaphores for all frames
// Uses    clCreateSemaphoreWithPropertiesKHR, clEnqueueSignalSemaphoresKHR,
//         clEnqueueWaitSemaphoresKHR, clReleaseSemaphoreKHR; clEnqueueNDRangeKernel with events,
//         clFlush, clFinish
// Try     semaphore_frames -V events; semaphore_frames -n 1 --frames 1000

#include "ocl.h"

#include <CL/cl_ext.h>

enum { FINISH, EVENTS, SEMAPHORES, WAYS };
static const char *const WAY_NAMES[] = { "finish", "events", "semaphores", NULL };

// Of cl_khr_semaphore, found by name.
typedef struct {
    clCreateSemaphoreWithPropertiesKHR_fn clCreateSemaphoreWithPropertiesKHR;
    clEnqueueSignalSemaphoresKHR_fn clEnqueueSignalSemaphoresKHR;
    clEnqueueWaitSemaphoresKHR_fn clEnqueueWaitSemaphoresKHR;
    clReleaseSemaphoreKHR_fn clReleaseSemaphoreKHR;
} semaphore_api;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    size_t n, bytes, frames, global, local;
    cl_uint *x, *ref;
    cl_command_queue maker, user;    // both in-order
    cl_kernel make, use;
    cl_mem d_x, d_sum;
    semaphore_api api;
    cl_semaphore_khr full, empty;    // "x has numbers", "x has been used"
    ocl_times times[WAYS];           // of all frames of a run
} lesson;

static void semaphore_frames_ref(lesson *l)
{
    cl_uint *x = ocl_alloc(l->bytes);
    memcpy(x, l->x, l->bytes);
    memcpy(l->ref, l->x, l->bytes);    // the sum begins with the same numbers
    for (size_t k = 0; k < l->frames; k++) {
        for (size_t i = 0; i < l->n; i++)
            x[i] = 5 * x[i] + (cl_uint)k;
        for (size_t i = 0; i < l->n; i++)
            l->ref[i] = 3 * l->ref[i] + x[l->n - 1 - i];
    }
    free(x);
}

// --- the two commands of a frame: each waits for `before`, if it is not NULL

static void make(const lesson *l, size_t frame, const cl_event *before, cl_event *made)
{
    const cl_uint k = (cl_uint)frame;
    OCL_CHECK(clSetKernelArg(l->make, 1, sizeof k, &k));
    OCL_CHECK(clEnqueueNDRangeKernel(l->maker, l->make, 1, NULL, &l->global, &l->local,
                                     before ? 1 : 0, before, made));
}

static void use(const lesson *l, const cl_event *before, cl_event *used)
{
    OCL_CHECK(clEnqueueNDRangeKernel(l->user, l->use, 1, NULL, &l->global, &l->local,
                                     before ? 1 : 0, before, used));
}

// --- three ways to keep them in order

// The host lets nobody begin before the other one has finished.
static void run_with_finish(const lesson *l)
{
    for (size_t k = 0; k < l->frames; k++) {
        make(l, k, NULL, NULL);
        OCL_CHECK(clFinish(l->maker));
        use(l, NULL, NULL);
        OCL_CHECK(clFinish(l->user));
    }
}

// Each command has an event of its own.  The first one waits for none.
static void run_with_events(const lesson *l)
{
    cl_event made, used = NULL, used_before;
    for (size_t k = 0; k < l->frames; k++) {
        used_before = used;
        make(l, k, used_before ? &used_before : NULL, &made);
        OCL_CHECK(clFlush(l->maker));
        use(l, &made, &used);
        OCL_CHECK(clFlush(l->user));
        OCL_CHECK(clReleaseEvent(made));
        if (used_before) OCL_CHECK(clReleaseEvent(used_before));
    }
    OCL_CHECK(clReleaseEvent(used));
}

// All frames and all runs use two semaphores.  Before a run and after it `empty` is
// signalled.  A signal is enqueued, and flushed, before the wait for it is enqueued: the driver may
// let the host wait in clEnqueueWaitSemaphoresKHR.
static void run_with_semaphores(const lesson *l)
{
    for (size_t k = 0; k < l->frames; k++) {
        OCL_CHECK(l->api.clEnqueueWaitSemaphoresKHR(l->maker, 1, &l->empty, NULL, 0, NULL, NULL));
        make(l, k, NULL, NULL);
        OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(l->maker, 1, &l->full, NULL, 0, NULL, NULL));
        OCL_CHECK(clFlush(l->maker));

        OCL_CHECK(l->api.clEnqueueWaitSemaphoresKHR(l->user, 1, &l->full, NULL, 0, NULL, NULL));
        use(l, NULL, NULL);
        OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(l->user, 1, &l->empty, NULL, 0, NULL, NULL));
        OCL_CHECK(clFlush(l->user));
    }
}

static void run_way(lesson *l, int way)
{
    void (*const runs[])(const lesson *) = { run_with_finish, run_with_events,
                                             run_with_semaphores };
    const cl_command_queue queue = l->env->queue;
    ocl_trial t = ocl_trial_open(l->env, WAY_NAMES[way], l->d_sum, l->bytes);
    while (ocl_trial_next(&t)) {
        OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_x, CL_TRUE, 0, l->bytes, l->x, 0, NULL, NULL));
        OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_sum, CL_TRUE, 0, l->bytes, l->x, 0, NULL, NULL));
        OCL_CHECK(clFinish(queue));    // the other queue knows nothing of this one
        const double start = ocl_wall_ns();
        runs[way](l);
        OCL_CHECK(clFinish(l->maker));
        OCL_CHECK(clFinish(l->user));
        t.host_ns = ocl_wall_ns() - start;
    }
    const ocl_result result = ocl_verify_buffer(l->env, WAY_NAMES[way], l->d_sum, l->ref, l->bytes);
    l->times[way] = t.times;
    ocl_trial_report(&t, l->report, &(ocl_work){ .amount = (double)l->frames, .unit = "frame/s" },
                     result);
}

// --- semaphores

static cl_semaphore_khr create_semaphore(const lesson *l)
{
    const cl_semaphore_properties_khr list[] = { CL_SEMAPHORE_TYPE_KHR,
                                                 CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };
    cl_int err;
    return OCL_CREATE(l->api.clCreateSemaphoreWithPropertiesKHR(l->env->context, list, &err));
}

#define LOAD(name) (*(void **)&l->api.name = ocl_extension_function(l->env->platform, #name))

static void open_semaphores(lesson *l)
{
    LOAD(clCreateSemaphoreWithPropertiesKHR);
    LOAD(clEnqueueSignalSemaphoresKHR);
    LOAD(clEnqueueWaitSemaphoresKHR);
    LOAD(clReleaseSemaphoreKHR);
    l->full = create_semaphore(l);
    l->empty = create_semaphore(l);
    OCL_CHECK(l->api.clEnqueueSignalSemaphoresKHR(l->user, 1, &l->empty, NULL, 0, NULL, NULL));
    OCL_CHECK(clFinish(l->user));
}

static void close_semaphores(const lesson *l)
{
    OCL_CHECK(l->api.clReleaseSemaphoreKHR(l->empty));
    OCL_CHECK(l->api.clReleaseSemaphoreKHR(l->full));
}

int main(int argc, char **argv)
{
    size_t frames = 20;
    const ocl_option own[] = { { "--frames N: frames of a run", .count = &frames }, { 0 } };
    const ocl_about about = { .name = "semaphore_frames",
                              .summary = "One queue makes what another one uses.",
                              .accepts = "dnrVks",
                              .size_help = "numbers",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = WAY_NAMES,
                              .own = own };
    const ocl_options defaults = { .n = { 100003 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const double bytes = sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, 2 * bytes, 4 * bytes);
    lesson l = { .env = &env, .n = opt.n[0], .frames = frames };
    l.bytes = l.n * sizeof *l.x;
    const bool has_semaphores = ocl_has_extension(env.device, "cl_khr_semaphore");
    if (opt.variant && strcmp(opt.variant, WAY_NAMES[SEMAPHORES]) == 0 && !has_semaphores)
        ocl_exit(OCL_EXIT_SKIP, "this device has no cl_khr_semaphore");
    l.report = ocl_report_open(&opt, env.device);
    ocl_report_count(l.report, "numbers", l.n);
    ocl_report_count(l.report, "frames", frames);

    l.x = ocl_alloc(l.bytes);
    l.ref = ocl_alloc(l.bytes);
    for (size_t i = 0; i < l.n; i++)
        l.x[i] = (cl_uint)ocl_random(opt.seed, i);
    OCL_TIME_REFERENCE(l.report, semaphore_frames_ref(&l));

    cl_int err;
    cl_program program = ocl_build(&env, "semaphore_frames.cl", "-cl-std=CL1.2");
    l.make = OCL_CREATE(clCreateKernel(program, "semaphore_frames_make", &err));
    l.use = OCL_CREATE(clCreateKernel(program, "semaphore_frames_use", &err));
    l.user = env.queue;
    l.maker = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    l.d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    l.d_sum = ocl_buffer(&env, CL_MEM_READ_WRITE, l.bytes, NULL);
    const cl_uint n = (cl_uint)l.n;
    OCL_CHECK(clSetKernelArg(l.make, 0, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(l.make, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(l.use, 0, sizeof l.d_sum, &l.d_sum));
    OCL_CHECK(clSetKernelArg(l.use, 1, sizeof l.d_x, &l.d_x));
    OCL_CHECK(clSetKernelArg(l.use, 2, sizeof n, &n));
    l.local =
        ocl_smaller(ocl_local_size(l.make, env.device, 64), ocl_local_size(l.use, env.device, 64));
    l.global = ocl_round_up(l.n, l.local);

    if (ocl_wants(&opt, WAY_NAMES[FINISH])) run_way(&l, FINISH);
    if (ocl_wants(&opt, WAY_NAMES[EVENTS])) run_way(&l, EVENTS);
    if (ocl_wants(&opt, WAY_NAMES[SEMAPHORES])) {
        if (has_semaphores) {
            open_semaphores(&l);
            run_way(&l, SEMAPHORES);
            close_semaphores(&l);
        } else {
            ocl_report_lacking(l.report,
                               "this device has no cl_khr_semaphore; finish and events were run");
        }
    }
    static const int WAITS[] = { 2, 0, 0 }, OBJECTS[] = { 0, 2, 0 };    // per frame
    ocl_table table = ocl_table_open(l.report, "frames",
                                     "order by, waits of the host, new objects, us per frame");
    for (int way = 0; way < WAYS; way++)
        if (l.times[way].runs > 0)
            ocl_table_row(&table, "%-10s %17d %11d %12.1f", WAY_NAMES[way], WAITS[way],
                          OBJECTS[way], ocl_median_ns(&l.times[way]) / (1e3 * (double)frames));

    OCL_CHECK(clReleaseMemObject(l.d_sum));
    OCL_CHECK(clReleaseMemObject(l.d_x));
    OCL_CHECK(clReleaseCommandQueue(l.maker));
    OCL_CHECK(clReleaseKernel(l.use));
    OCL_CHECK(clReleaseKernel(l.make));
    OCL_CHECK(clReleaseProgram(program));
    free(l.ref);
    free(l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
