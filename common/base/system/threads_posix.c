// SPDX-License-Identifier: MIT

#define _GNU_SOURCE    // glibc's default stack of threads

#include "system/threads.h"

#include "errors.h"
#include "system/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void ocl_yield(void)
{
    sched_yield();
}

typedef struct {
    void (*work)(void);
} lone_job;

static void *run_alone(void *argument)
{
    const lone_job *job = argument;
    job->work();
    return NULL;
}

bool ocl_start_thread(void (*work)(void))
{
    lone_job *job = ocl_alloc(sizeof *job);    // as long as the program
    job->work = work;
    pthread_t thread;
    const bool started = pthread_create(&thread, NULL, run_alone, job) == 0;
    if (started)
        pthread_detach(thread);
    else
        free(job);
    return started;
}

typedef struct {
    pthread_t id;
    size_t number;
    void (*work)(void *data, size_t thread);
    void *data;
} thread_job;

static void *run_job(void *argument)
{
    const thread_job *job = argument;
    job->work(job->data, job->number);
    return NULL;
}

void ocl_run_threads(size_t count, void (*work)(void *data, size_t thread), void *data)
{
    thread_job *jobs = ocl_alloc(count * sizeof *jobs);
    size_t started = 0;
    for (; started < count; started++) {
        jobs[started] = (thread_job){ .number = started, .work = work, .data = data };
        if (pthread_create(&jobs[started].id, NULL, run_job, &jobs[started]) != 0) break;
    }
    for (size_t i = 0; i < started; i++)
        pthread_join(jobs[i].id, NULL);
    free(jobs);
    if (started < count)
        ocl_exit(OCL_EXIT_USAGE, "the system starts only %zu threads: ask for fewer", started);
}

struct ocl_mutex {
    pthread_mutex_t posix;
};

ocl_mutex *ocl_mutex_new(void)
{
    ocl_mutex *mutex = ocl_alloc(sizeof *mutex);
    pthread_mutex_init(&mutex->posix, NULL);
    return mutex;
}

void ocl_mutex_lock(ocl_mutex *mutex)
{
    pthread_mutex_lock(&mutex->posix);
}

void ocl_mutex_unlock(ocl_mutex *mutex)
{
    pthread_mutex_unlock(&mutex->posix);
}

void ocl_mutex_free(ocl_mutex *mutex)
{
    pthread_mutex_destroy(&mutex->posix);
    free(mutex);
}

// Threads get what the limit was when the program began, unless glibc is told otherwise.
static void provide_thread_stacks(size_t wanted)
{
#ifdef __GLIBC__
    pthread_attr_t attributes;
    size_t bytes = wanted;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    pthread_attr_getstacksize(&attributes, &bytes);
    if (bytes < wanted && pthread_attr_setstacksize(&attributes, wanted) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
#else
    (void)wanted;
#endif
}

void ocl_provide_stacks(void)
{
    enum { WANTED = 8 << 20, LEAST = 1 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= WANTED) return;
    limit.rlim_cur = limit.rlim_max < WANTED ? limit.rlim_max : WANTED;
    setrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_cur < LEAST)
        ocl_exit(OCL_EXIT_USAGE,
                 "the stack is limited to %zu KiB, which is too little to compile kernels: allow "
                 "%d KiB (ulimit -s)",
                 (size_t)limit.rlim_cur / 1024, WANTED / 1024);
    provide_thread_stacks(WANTED);
}

bool ocl_all_cores_allowed(const char *status_path, long cores)
{
    FILE *status = fopen(status_path, "r");
    if (!status) return false;
    char line[256], all[64];
    if (cores > 1)
        snprintf(all, sizeof all, "Cpus_allowed_list:\t0-%ld\n", cores - 1);
    else
        snprintf(all, sizeof all, "Cpus_allowed_list:\t0\n");
    bool found = false;
    while (!found && fgets(line, sizeof line, status))
        found = strcmp(line, all) == 0;
    fclose(status);
    return found;
}

void ocl_keep_driver_threads_apart(void)
{
    // More threads than cores cannot have a core each: PoCL would end the program.
    if (getenv("POCL_MAX_PTHREAD_COUNT") || getenv("POCL_CPU_MAX_CU_COUNT")) return;
    if (!ocl_all_cores_allowed("/proc/self/status", sysconf(_SC_NPROCESSORS_ONLN))) return;
    setenv("POCL_AFFINITY", "1", 0);
}
