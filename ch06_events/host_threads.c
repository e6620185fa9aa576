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

#include "host_threads/settings.h"

enum { LOCAL = 64 };

typedef enum { KERNEL_EACH, CLONE_EACH, ONE_QUEUE, LOCK, RACE } way;    // and the variants

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
    cl_program program;
    cl_mem d_out;
    worker *workers;
    size_t threads, launches, places;
    cl_ulong n;            // elements per place; each launch has a place of its own
    size_t place_bytes;    // of a place
    uint32_t *out, *ref;
} job;

static void fill_ref(const job *j)
{
    for (size_t place = 0; place < j->places; place++)
        for (size_t i = 0; i < j->n; i++)
            j->ref[place * j->n + i] = (uint32_t)(place ^ i) * 2654435761u;
}

// A thread must not end the program while other threads are inside the driver.  So it keeps the
// first error for main.
#define TRY(CALL) (w->status == CL_SUCCESS ? (void)(w->call = #CALL, w->status = (CALL)) : (void)0)

// One thread: all its launches, then it reads what they have written.  All threads write and read
// different parts of one buffer at the same time.
static void run_thread(void *data, size_t thread)
{
    const job *j = data;
    worker *w = &j->workers[thread];
    const size_t first_place = thread * j->launches, global = ocl_round_up(j->n, LOCAL);
    for (size_t l = 0; l < j->launches && w->status == CL_SUCCESS; l++) {
        const size_t place = first_place + l;
        const cl_ulong first = place * j->n;
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
    const size_t start = first_place * j->place_bytes, bytes = j->launches * j->place_bytes;
    TRY(clEnqueueReadBuffer(w->queue, j->d_out, CL_TRUE, start, bytes, j->out + first_place * j->n,
                            0, NULL, NULL));
}

// The arguments that are the same for all threads are set here, by one thread.
static cl_kernel new_kernel(const job *j)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(j->program, "host_threads_fill", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof j->d_out, &j->d_out));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof j->n, &j->n));
    return kernel;
}

static void open_workers(const job *j, way how, cl_kernel kernel, ocl_mutex *lock)
{
    cl_int err;
    for (size_t t = 0; t < j->threads; t++) {
        worker *w = &j->workers[t];
        *w = (worker){ .queue = j->env->queue, .kernel = kernel, .status = CL_SUCCESS };
        if (how == KERNEL_EACH || how == ONE_QUEUE) w->kernel = new_kernel(j);
        // A clone begins with the arguments that the original has now.
        if (how == CLONE_EACH) w->kernel = OCL_CREATE(clCloneKernel(kernel, &err));
        if (how == LOCK) w->lock = lock;
        w->yields = how == RACE;
        if (how != ONE_QUEUE)
            w->queue = OCL_CREATE(clCreateCommandQueue(j->env->context, j->env->device, 0, &err));
    }
}

static void close_workers(const job *j, cl_kernel kernel)
{
    for (size_t t = j->threads; t-- > 0;) {
        worker *w = &j->workers[t];
        if (w->queue != j->env->queue) OCL_CHECK(clReleaseCommandQueue(w->queue));
        if (w->kernel != kernel) OCL_CHECK(clReleaseKernel(w->kernel));
    }
}

// All threads at once.  Returns the nanoseconds that this took.
static double run_threads(job *j)
{
    memset(j->out, 0xff, j->places * j->place_bytes);
    ocl_poison_run(j->env->queue, j->d_out, j->places * j->place_bytes, 0);
    OCL_CHECK(clFinish(j->env->queue));
    const double begin = ocl_wall_ns();
    ocl_run_threads(j->threads, run_thread, j);
    return ocl_wall_ns() - begin;
}

static void measure(job *j, way how, cl_kernel kernel, ocl_report *report)
{
    ocl_mutex *lock = ocl_mutex_new();
    ocl_times times = { .runs = 0 };
    ocl_result result = { .pass = true };
    open_workers(j, how, kernel, lock);
    for (size_t run = 0; run <= j->env->options->repeat; run++) {
        const double ns = run_threads(j);
        for (size_t t = 0; t < j->threads; t++)
            ocl_require_success(j->workers[t].status, j->workers[t].call, __FILE__, __LINE__);
        if (run > 0) ocl_times_add(&times, ns);
        result = ocl_result_both(
            result, ocl_verify_u32(HOST_THREADS_VARIANTS[how], j->out, j->ref, j->places * j->n));
    }
    close_workers(j, kernel);
    ocl_mutex_free(lock);
    ocl_report_row(report, &(ocl_row){ .name = HOST_THREADS_VARIANTS[how],
                                       .times = &times,
                                       .work = (double)j->places,
                                       .unit = "launch/s",
                                       .result = result });
}

// All threads use one kernel object, without a lock.  What happens is undefined: the result is
// counted, and is no verdict.  Whatever the arguments are, the kernel writes inside of the buffer.
static void show_race(job *j, ocl_report *report)
{
    cl_kernel kernel = new_kernel(j);
    open_workers(j, RACE, kernel, NULL);
    run_threads(j);
    size_t wrong = 0, failed = 0;
    for (size_t p = 0; p < j->places; p++)
        wrong += memcmp(j->out + p * j->n, j->ref + p * j->n, j->place_bytes) != 0;
    for (size_t t = 0; t < j->threads; t++)
        failed += j->workers[t].status != CL_SUCCESS;
    close_workers(j, kernel);
    OCL_CHECK(clReleaseKernel(kernel));
    ocl_report_note(report, "race: %zu of %zu launches got an argument of another thread", wrong,
                    j->places);
    if (failed > 0) ocl_report_note(report, "race: %zu threads had a call that failed", failed);
}

int main(int argc, char **argv)
{
    host_threads_settings set;
    const ocl_options opt = host_threads_parse(argc, argv, &set);
    ocl_env env = ocl_open(&opt);
    ocl_report *report = host_threads_report(&env, &set);
    job j = { .env = &env, .threads = set.threads, .launches = set.launches, .n = opt.n[0] };
    j.places = j.threads * j.launches;
    j.place_bytes = sizeof(cl_uint) * j.n;
    j.workers = ocl_alloc(j.threads * sizeof *j.workers);
    j.out = ocl_alloc(j.places * j.place_bytes);
    j.ref = ocl_alloc(j.places * j.place_bytes);

    OCL_TIME_REFERENCE(report, fill_ref(&j));
    j.program = ocl_build(&env, "host_threads.cl", "-cl-std=CL1.2");
    j.d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, j.places * j.place_bytes, NULL);

    if (set.race) show_race(&j, report);
    cl_kernel kernel = new_kernel(&j);
    for (way how = KERNEL_EACH; how <= LOCK; how++) {
        if (!ocl_wants(&opt, HOST_THREADS_VARIANTS[how])) continue;
        if (how == CLONE_EACH && ocl_device_version(env.device) < 21)
            ocl_report_note(report, "clone_each: left out, clCloneKernel needs OpenCL 2.1");
        else
            measure(&j, how, kernel, report);
    }

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(j.d_out));
    OCL_CHECK(clReleaseProgram(j.program));
    ocl_close(&env);
    free(j.ref);
    free(j.out);
    free(j.workers);
    return ocl_report_close(report);
}
