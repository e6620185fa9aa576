// SPDX-License-Identifier: MIT
//
// threads - threads and locks.  C11 has them, but not every C library.

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

#endif
