// SPDX-License-Identifier: MIT

#include "system/threads.h"

#include "errors.h"
#include "system/memory.h"

#include <process.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

void ocl_yield(void)
{
    SwitchToThread();
}

typedef struct {
    void (*work)(void);
} lone_job;

static unsigned __stdcall run_alone(void *argument)
{
    const lone_job *job = argument;
    job->work();
    return 0;
}

// Not CreateThread: the C library prepares its own threads.  NULL when the system starts none.
static HANDLE start(unsigned(__stdcall *run)(void *), void *job)
{
    return (HANDLE)_beginthreadex(NULL, 0, run, job, 0, NULL);
}

bool ocl_start_thread(void (*work)(void))
{
    lone_job *job = ocl_alloc(sizeof *job);    // as long as the program
    job->work = work;
    const HANDLE thread = start(run_alone, job);
    if (thread)
        CloseHandle(thread);
    else
        free(job);
    return thread;
}

typedef struct {
    HANDLE handle;
    size_t number;
    void (*work)(void *data, size_t thread);
    void *data;
} thread_job;

static unsigned __stdcall run_job(void *argument)
{
    const thread_job *job = argument;
    job->work(job->data, job->number);
    return 0;
}

void ocl_run_threads(size_t count, void (*work)(void *data, size_t thread), void *data)
{
    thread_job *jobs = ocl_alloc(count * sizeof *jobs);
    size_t started = 0;
    for (; started < count; started++) {
        jobs[started] = (thread_job){ .number = started, .work = work, .data = data };
        jobs[started].handle = start(run_job, &jobs[started]);
        if (!jobs[started].handle) break;
    }
    for (size_t i = 0; i < started; i++) {
        WaitForSingleObject(jobs[i].handle, INFINITE);
        CloseHandle(jobs[i].handle);
    }
    free(jobs);
    if (started < count)
        ocl_exit(OCL_EXIT_USAGE, "the system starts only %zu threads: ask for fewer", started);
}

struct ocl_mutex {
    SRWLOCK lock;
};

ocl_mutex *ocl_mutex_new(void)
{
    ocl_mutex *mutex = ocl_alloc(sizeof *mutex);
    InitializeSRWLock(&mutex->lock);
    return mutex;
}

void ocl_mutex_lock(ocl_mutex *mutex)
{
    AcquireSRWLockExclusive(&mutex->lock);
}

void ocl_mutex_unlock(ocl_mutex *mutex)
{
    ReleaseSRWLockExclusive(&mutex->lock);
}

void ocl_mutex_free(ocl_mutex *mutex)
{
    free(mutex);
}

// The linker has given all threads 8 MiB (common/CMakeLists.txt).
void ocl_provide_stacks(void)
{
}

bool ocl_all_cores_allowed(const char *status_path, long cores)
{
    (void)status_path;    // of Linux
    (void)cores;
    return false;
}

// Windows keeps threads on their cores by itself.
void ocl_keep_driver_threads_apart(void)
{
}
