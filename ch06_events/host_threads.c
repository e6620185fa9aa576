// SPDX-License-Identifier: MIT
//
// host_threads - several threads of the host use one context, one program and one buffer.
//
// Shows   what threads may share, and what they may not: the arguments of a kernel; remedies: a
//         kernel object per thread, a clone per thread, a lock around "set arguments and enqueue"
// Uses    clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clCreateKernel,
//         clCreateCommandQueue, clCloneKernel (OpenCL 2.1)
// Times   By the host's clock: all launches of all threads, and the reads.
// Try     host_threads --race; host_threads --threads 1

#include "ocl.h"

enum { LOCAL = 64, MAX_THREADS = 256 };

typedef enum { KERNEL_EACH, CLONE_EACH, ONE_QUEUE, LOCK, RACE } way;
static const char *const VARIANTS[] = { "kernel_each", "clone_each", "one_queue", "lock", NULL };

// What one thread works with.  Its launches fill the places `thread * launches` and following.
typedef struct {
    cl_command_queue queue;
    cl_kernel kernel;
    ocl_mutex *lock;     // NULL: the thread needs none
    bool yields;         // between the arguments and the launch, so that a race shows
    cl_int status;       // of the last call; after an error the thread makes no more calls
    const char *call;    // its text
} worker;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    cl_program program;
    cl_mem d_out;
    worker *workers;
    size_t threads, launches, places;
    size_t n;              // elements per place; each launch has a place of its own
    size_t place_bytes;    // of a place
    uint32_t *out, *ref;
} lesson;

static void fill_ref(const lesson *l)
{
    for (size_t place = 0; place < l->places; place++)
        for (size_t i = 0; i < l->n; i++)
            l->ref[place * l->n + i] = (uint32_t)(place ^ i) * 2654435761u;
}

// A thread must not end the program while other threads are inside the driver.  So it keeps the
// first error for main.
#define TRY(CALL) (w->status == CL_SUCCESS ? (void)(w->call = #CALL, w->status = (CALL)) : (void)0)

// One thread: all its launches, then it reads what they have written.  All threads write and read
// different parts of one buffer at the same time.
static void run_thread(void *data, size_t thread)
{
    const lesson *l = data;
    worker *w = &l->workers[thread];
    const size_t first_place = thread * l->launches;
    const size_t global = ocl_round_up(l->n, LOCAL);
    for (size_t k = 0; k < l->launches && w->status == CL_SUCCESS; k++) {
        const size_t place = first_place + k;
        const cl_ulong first = place * l->n;
        const cl_uint key = (cl_uint)place;

        // The two arguments and the launch belong together.  A launch copies the arguments, so the
        // lock may be opened before the kernel has run.
        if (w->lock) ocl_mutex_lock(w->lock);
        TRY(clSetKernelArg(w->kernel, 1, sizeof first, &first));
        TRY(clSetKernelArg(w->kernel, 2, sizeof key, &key));
        if (w->yields) ocl_yield();
        TRY(clEnqueueNDRangeKernel(w->queue, w->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
        if (w->lock) ocl_mutex_unlock(w->lock);
    }

    const size_t start = first_place * l->place_bytes;
    const size_t bytes = l->launches * l->place_bytes;
    TRY(clEnqueueReadBuffer(w->queue, l->d_out, CL_TRUE, start, bytes, l->out + first_place * l->n,
                            0, NULL, NULL));
}

// The arguments that are the same for all threads are set here, by one thread.
static cl_kernel new_kernel(const lesson *l)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(l->program, "host_threads_fill", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_out, &l->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ l->n }));
    return kernel;
}

// What each thread gets.  `kernel` and `lock` are those that all may share.
static void open_workers(const lesson *l, way how, cl_kernel kernel, ocl_mutex *lock)
{
    const ocl_env *env = l->env;
    cl_int err;
    for (size_t t = 0; t < l->threads; t++) {
        worker *w = &l->workers[t];
        *w = (worker){ .queue = env->queue, .kernel = kernel, .status = CL_SUCCESS };
        if (how == KERNEL_EACH || how == ONE_QUEUE) w->kernel = new_kernel(l);
        // A clone begins with the arguments that the original has now.
        if (how == CLONE_EACH) w->kernel = OCL_CREATE(clCloneKernel(kernel, &err));
        if (how == LOCK) w->lock = lock;
        w->yields = how == RACE;
        if (how != ONE_QUEUE)
            w->queue = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err));
    }
}

static void close_workers(const lesson *l, cl_kernel kernel)
{
    for (size_t t = l->threads; t-- > 0;) {
        worker *w = &l->workers[t];
        if (w->queue != l->env->queue) OCL_CHECK(clReleaseCommandQueue(w->queue));
        if (w->kernel != kernel) OCL_CHECK(clReleaseKernel(w->kernel));
    }
}

// All threads at once.  Returns the nanoseconds that this took.
static double run_threads(lesson *l)
{
    OCL_CHECK(clFinish(l->env->queue));
    const double begin = ocl_wall_ns();
    ocl_run_threads(l->threads, run_thread, l);
    return ocl_wall_ns() - begin;
}

// Only main ends the program, when all threads have ended.
static void require_success(const lesson *l)
{
    for (size_t t = 0; t < l->threads; t++)
        ocl_require_success(l->workers[t].status, l->workers[t].call, __FILE__, __LINE__);
}

static void measure(lesson *l, way how, cl_kernel kernel)
{
    const char *name = VARIANTS[how];
    ocl_mutex *lock = ocl_mutex_new();
    open_workers(l, how, kernel, lock);
    ocl_trial t = ocl_trial_open(l->env, name, l->d_out, l->places * l->place_bytes);
    ocl_trial_also_host(&t, l->out, l->places * l->place_bytes);
    while (ocl_trial_next(&t)) {
        t.host_ns = run_threads(l);
        require_success(l);
    }
    close_workers(l, kernel);
    ocl_mutex_free(lock);
    const ocl_work work = { .amount = (double)l->places, .unit = "launch/s" };
    ocl_trial_report(&t, l->report, &work, ocl_verify_u32(name, l->out, l->ref, l->places * l->n));
}

// All threads use one kernel object, without a lock.  What happens is undefined: the result is
// counted, and is no verdict.  Whatever the arguments are, the kernel writes inside of the buffer.
static void show_race(lesson *l)
{
    cl_kernel kernel = new_kernel(l);
    open_workers(l, RACE, kernel, NULL);
    memset(l->out, 0xff, l->places * l->place_bytes);
    ocl_poison_run(l->env->queue, l->d_out, l->places * l->place_bytes, 0);
    run_threads(l);
    close_workers(l, kernel);
    OCL_CHECK(clReleaseKernel(kernel));

    size_t wrong = 0, failed = 0;
    for (size_t p = 0; p < l->places; p++)
        wrong += memcmp(l->out + p * l->n, l->ref + p * l->n, l->place_bytes) != 0;
    for (size_t t = 0; t < l->threads; t++)
        failed += l->workers[t].status != CL_SUCCESS;
    ocl_report_note(l->report, "race: %zu of %zu launches got an argument of another thread", wrong,
                    l->places);
    if (failed > 0) ocl_report_note(l->report, "race: %zu threads had a call that failed", failed);
}

int main(int argc, char **argv)
{
    lesson l = { .threads = 4, .launches = 500 };
    bool race = false;
    const ocl_option own[] = {
        { .usage = "--threads N: threads of the host", .count = &l.threads, .most = MAX_THREADS },
        { .usage = "--launches N: launches of each thread", .count = &l.launches },
        { .usage = "--race: first share a kernel without a lock: undefined, may crash",
          .flag = &race },
        { 0 },
    };
    const ocl_about about = { .name = "host_threads",
                              .summary = "Threads of the host share a context, not a kernel.",
                              .accepts = "dnrVk",
                              .size_help = "elements per launch",
                              .extents = 1,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 1003 }, .repeat = 5 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    if (!ocl_wants(&opt, "all") && ocl_wants(&opt, "clone_each") &&
        ocl_device_version(env.device) < 21)
        ocl_exit(OCL_EXIT_SKIP, "clone_each: clCloneKernel needs OpenCL 2.1");
    const bool alone = l.threads > 1 && ocl_known_fault(env.device, "threads of the host");
    if (alone) l.threads = 1;
    const double bytes =
        sizeof(cl_uint) * (double)l.threads * (double)l.launches * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "threads", l.threads);
    ocl_report_count(report, "launches each", l.launches);
    ocl_report_count(report, "elements per launch", opt.n[0]);
    if (alone) ocl_report_note(report, "this driver is not made for several threads: one runs");
    l.env = &env;
    l.report = report;
    l.n = opt.n[0];
    l.places = l.threads * l.launches;
    l.place_bytes = sizeof(cl_uint) * l.n;
    l.workers = ocl_alloc(l.threads * sizeof *l.workers);
    l.out = ocl_alloc(l.places * l.place_bytes);
    l.ref = ocl_alloc(l.places * l.place_bytes);

    OCL_TIME_REFERENCE(report, fill_ref(&l));
    l.program = ocl_build(&env, "host_threads.cl", "-cl-std=CL1.2");
    l.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, l.places * l.place_bytes, NULL);

    if (race) show_race(&l);
    cl_kernel kernel = new_kernel(&l);
    for (way how = KERNEL_EACH; how <= LOCK; how++) {
        if (!ocl_wants(&opt, VARIANTS[how])) continue;
        if (how == CLONE_EACH && ocl_device_version(env.device) < 21)
            ocl_report_note(report, "clone_each: left out, clCloneKernel needs OpenCL 2.1");
        else
            measure(&l, how, kernel);
    }

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(l.d_out));
    OCL_CHECK(clReleaseProgram(l.program));
    ocl_close(&env);
    free(l.ref);
    free(l.out);
    free(l.workers);
    return ocl_report_close(report);
}
