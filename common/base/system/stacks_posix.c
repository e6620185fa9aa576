// SPDX-License-Identifier: MIT

// Asks glibc for the default stack of threads as well.
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "system/stacks.h"

#include "errors.h"

#include <pthread.h>
#include <sys/resource.h>

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
