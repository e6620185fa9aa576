// SPDX-License-Identifier: MIT
//
// cluster - what a program needs that runs several times at once, as the ranks of MPI.
//
//     cluster_start     MPI_Init, and from then on only rank 0 prints to standard output
//     cluster_agree     all ranks are ready; if one of them cannot go on, all end
//     cluster_close     all ranks end with the same status
//
// From cluster_start to cluster_agree a rank prepares its work alone: options, device, memory,
// files.  If ocl_exit or OCL_CHECK would end it there, the others learn it in cluster_agree: the
// first such rank complains, and all end with its status.  After cluster_agree the ranks wait for
// each other: who has to leave then complains and ends all ranks with MPI_Abort.  cluster_prepare
// begins another such part.
//
// A program that is started without mpiexec is rank 0 of 1.

#ifndef CLUSTER_H
#define CLUSTER_H

#include "ocl.h"

#include <mpi.h>

typedef struct {
    int rank, size;      // of MPI_COMM_WORLD
    int local, hosts;    // the rank among those of its machine; machines
} cluster;

// Wrap every MPI call: if it fails, the message has the call and MPI's text, and all ranks end.
#define CLUSTER_CHECK(call) cluster_require_success((call), #call)
void cluster_require_success(int status, const char *call);

// A program whose other threads call MPI, too, calls MPI_Init_thread itself before.
cluster cluster_start(int *argc, char ***argv);

// The option that every sample of the chapter has.  A run that takes longer hangs: it is ended.
#define CLUSTER_DEADLINE 300
#define CLUSTER_OPTION(seconds)                                                                    \
    {                                                                                              \
        .usage = "--deadline N: seconds after which a run that hangs is ended", .count = (seconds) \
    }
void cluster_set_deadline(size_t seconds);

// Opens the rank's device.  The ranks of a machine share out its GPUs: rank k takes GPU k, and
// begins again when there are no more; or what else --device names.  Without a GPU all ranks take
// the same device.
ocl_env cluster_open(const cluster *c, ocl_options *options);

// Without --size: a device that is `times` as fast as a slow one gets about as much more work, by
// extents that are doubled.  That of rank 0 decides; all ranks call it.  It calls cluster_agree and
// cluster_prepare.
void cluster_grow_default(ocl_options *options, double times);

// What is slow: a CPU with two cores or four.
#define CLUSTER_SLOW_GBS    40.0
#define CLUSTER_SLOW_GFLOPS 100.0

// All ranks call both; between them a rank does not wait for another one.  cluster_start is the
// first cluster_prepare.
void cluster_prepare(void);
void cluster_agree(void);

// All ranks call it after cluster_agree.  If they do not all have the same number, all end with
// OCL_EXIT_USAGE: "<what>: rank 3 has another one than rank 0".
void cluster_require_same(const cluster *c, uint64_t number, const char *what);

// The results of all ranks in one, in rank 0; the other ranks get their own.
ocl_result cluster_result(const cluster *c, ocl_result mine);

// Waits until all ranks are here.  A rank that waits leaves its processor to the others.
void cluster_wait(MPI_Comm ranks);

// For an option --network: a message that left at begin_ns (ocl_wall_ns) does not arrive before so
// many microseconds.
void cluster_travel(double begin_ns, size_t network_us);

// One line per rank in the report of rank 0: which machine, which device.  All ranks call it.
void cluster_report(const cluster *c, const ocl_env *env, ocl_report *report);

// The first of n things that rank k of p has: parts differ by one at most, also when n < p.
size_t cluster_first(size_t n, size_t p, size_t k);

// Ends MPI.  `status` counts in rank 0 and is the status of all.
int cluster_close(int status);

#endif
