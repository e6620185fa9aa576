// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "system/threads.h"

#include "errors.h"
#include "system/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

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
