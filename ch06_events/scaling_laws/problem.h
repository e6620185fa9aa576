// SPDX-License-Identifier: MIT
//
// problem - the units that scaling_laws counts, the arrays that it works on, and how much work is
// one unit's.

#ifndef SCALING_PROBLEM_H
#define SCALING_PROBLEM_H

#include "shared/devices.h"

// A unit is a compute unit of a sub-device; a device; the room that one work-group takes.
typedef enum { UNIT_SUB_DEVICES, UNIT_DEVICES, UNIT_WORK_GROUPS, WAYS } unit_way;
extern const char *const UNIT_NAMES[];    // ended by NULL

// The largest number of units; 0 where the device cannot be used in this way.
size_t unit_most(cl_device_id device, const device_set *devices, unit_way how);

// Why it cannot.
const char *unit_missing(unit_way how);

typedef struct {
    size_t n;             // elements for one unit
    size_t numbers;       // of the table; element i begins with number i modulo `numbers`
    cl_uint rounds;       // mixing rounds per element
    size_t most[WAYS];    // units of each way; 0: it does not run
    uint32_t *table;
    uint32_t *out, *ref;    // room for n times the most units
    device_set devices;
    bool devices_alone;    // they want a larger problem than the other ways
} scaling_problem;

// `total` elements on so many units, which are in so many of the opened devices.
typedef struct {
    unit_way how;
    size_t units, sites, total;
} scaling_load;

// A whole GPU as a unit needs more work than one that is a part of it, or it would only wait.  So
// without --size and --rounds, -V devices has as much as the measured rate of the device asks for.
//
// `rounds` is 0 when --rounds is not given.
//
// Exits with OCL_EXIT_SKIP where --variant names a way that the device does not have, and with
// OCL_EXIT_USAGE where there is not enough memory.
scaling_problem scaling_problem_new(const ocl_env *env, size_t rounds);
void scaling_problem_free(scaling_problem *p);

// The plain C answer, from the table.
void scaling_ref(const scaling_problem *p);

ocl_report *scaling_report_open(const ocl_env *env, const scaling_problem *p);

// What one run costs, for the choice of the default size.
ocl_pass scaling_pass(size_t n, size_t rounds);

// The name of the load's row, and what one run of it does.
void scaling_load_name(char *name, size_t bytes, const scaling_problem *p,
                       const scaling_load *load);
ocl_work scaling_work(const scaling_problem *p, const scaling_load *load);

#endif
