// SPDX-License-Identifier: MIT
//
// threads - threads and locks, which not every library of C11 has; stacks; where the threads of a
// driver run.

#ifndef OCL_SYSTEM_THREADS_H
#define OCL_SYSTEM_THREADS_H

#include <stdbool.h>
#include <stddef.h>

// Lets other threads run first.  For loops that wait on machines with few cores.
void ocl_yield(void);

// Calls work(data, 0), work(data, 1), ... work(data, count - 1), each on a thread of its own, and
// returns when all calls have returned.  `work` must not end the program: the driver may crash when
// the program ends while another thread is inside the driver.
void ocl_run_threads(size_t count, void (*work)(void *data, size_t thread), void *data);

// Calls work() on a thread of its own, which nobody waits for: the end of the program ends it.
// False when the system starts no thread.
bool ocl_start_thread(void (*work)(void));

// A lock that one thread at a time holds.  Free it with ocl_mutex_free when no thread holds it.
typedef struct ocl_mutex ocl_mutex;
ocl_mutex *ocl_mutex_new(void);
void ocl_mutex_lock(ocl_mutex *mutex);
void ocl_mutex_unlock(ocl_mutex *mutex);
void ocl_mutex_free(ocl_mutex *mutex);

// Raises a low limit of the stack (ulimit -s) to 8 MiB, for the first thread and, with glibc, for
// threads that begin from now on: PoCL compiles in the first, and keeps private variables of whole
// work-groups in the others.  Ends the program if less than 1 MiB is allowed.
void ocl_provide_stacks(void);

// Asks PoCL to keep each of its threads on a core of its own: sets $POCL_AFFINITY to 1.  Without
// it, Linux may leave two of them on one core for milliseconds, and a kernel takes twice as long.
// Call it before the first OpenCL call.  It does nothing if the user has set the variable or the
// number of threads, or if the program may not use all cores.  Do not call it where the host
// computes beside the device: the thread whose core the host takes would have to wait.
void ocl_keep_driver_threads_apart(void);

// Whether a file like /proc/self/status says "Cpus_allowed_list:" and all cores from 0 on.
bool ocl_all_cores_allowed(const char *status_path, long cores);

#endif
