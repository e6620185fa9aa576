// SPDX-License-Identifier: MIT
//
// stacks - room for compilers, which PoCL runs in our threads.

#ifndef OCL_SYSTEM_STACKS_H
#define OCL_SYSTEM_STACKS_H

// Raises a low limit of the stack (ulimit -s) to 8 MiB, for the first thread and, with glibc, for
// threads that begin from now on: PoCL compiles in the first, and keeps private variables of whole
// work-groups in the others.  Ends the program if less than 1 MiB is allowed.
void ocl_provide_stacks(void);

#endif
