// SPDX-License-Identifier: MIT
//
// memory - memory of the host, and the bytes that it is filled with before it gets an answer.

#ifndef OCL_SYSTEM_MEMORY_H
#define OCL_SYSTEM_MEMORY_H

#include <stddef.h>

// The memory in bytes that the host has free for this program, within the limit of its control
// group; 0 when it is not known.
double ocl_host_memory(void);

// The byte of this run, for the first one 0xff (as float: NaN).  Odd runs find another value that
// no answer has (as float: huge, with either sign).
//
// If $OCL_SAMPLES_POISON is k, it is the byte of the run k later.  So the tests find a kernel that
// looks at what it overwrites, also where a sample starts it once.
unsigned char ocl_poison_byte(size_t run);

// Like malloc, but without enough memory it exits with OCL_EXIT_USAGE and a message.  All bytes are
// ocl_poison_byte(0), so that elements which are never written show, and so that the system has
// found the pages before a clock runs.  Memory of at least one page is aligned to a page, which
// suits CL_MEM_USE_HOST_PTR; on Windows to 16 bytes.  Free it with free().
void *ocl_alloc(size_t bytes);

// What the control groups of Linux (version 1 or 2) leave to this program; infinity when there is
// no limit.  `own_groups` is /proc/self/cgroup, `groups` the folder /sys/fs/cgroup.
double ocl_group_memory(const char *own_groups, const char *groups);

// The first number that follows `name` (NULL: the first in the file) in a small text file; negative
// when there is none.
double ocl_number_in_file(const char *path, const char *name);

#endif
