// SPDX-License-Identifier: MIT
//
// control_groups - how much memory Linux leaves to a container, and to others in a control group.

#ifndef OCL_SYSTEM_CONTROL_GROUPS_H
#define OCL_SYSTEM_CONTROL_GROUPS_H

// What the control groups of Linux (version 1 or 2) leave to this program; infinity when there is
// no limit.  `own_groups` is /proc/self/cgroup, `groups` the folder /sys/fs/cgroup.
double ocl_group_memory(const char *own_groups, const char *groups);

// The first number that follows `name` (NULL: the first in the file) in a small text file; negative
// when there is none.
double ocl_number_in_file(const char *path, const char *name);

#endif
