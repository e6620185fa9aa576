// SPDX-License-Identifier: MIT
//
// contest - contenders that take turns on the same data.
//
//     contest c = { .unit = "GB/s", .env = &env, .rounds = repeat };
//     contest_add(&c, (contest_entry){ .name = "openmp", .is_peer = true, .what = &b, ... });
//     contest_add(&c, (contest_entry){ .name = "scalar", .what = &rung, ... });
//     contest_run(&c);
//     contest_report(&c, report);
//     ocl_table speed = contest_table(&c, report);
//     contest_ratios(&c, &speed);
//
// Every round runs each contender once, so that a slow moment of the machine meets all of them.
// The first round warms up and does not count.

#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include "ocl.h"

enum { CONTEST_MAX = 10 };

// For warm_ns.  Idle threads of OpenMP and OpenBLAS spin for some milliseconds on cores that the
// device needs, and the system takes as long to spread threads that wake over the cores.
static const double CONTEST_WARM_NS = 30e6;

typedef struct {
    const char *name;
    bool is_peer;    // what a user would pick instead: the others are compared with it
    void *what;      // what these functions get
    void (*prepare)(void *what, size_t round);    // before a run, such as to poison; or NULL
    void (*run)(void *what);                      // a run, which the host's clock times
    double (*run_ns)(void *what);                 // or one that times itself, or a mean of several
    ocl_result (*check)(void *what, const char *name);    // compares the answer of the last run
    double work, limit;                                   // of a run, as in ocl_row

    // Of contest_run.
    ocl_times times, processor;    // the latter: the time of all processors
    ocl_result result;
} contest_entry;

typedef struct {
    const char *unit;    // of the rates, as in ocl_row
    const ocl_env *env;
    size_t rounds;
    double warm_ns;         // for so long other runs of the contender precede each run
    bool check_last;        // check one more run after the rounds, not every run
    bool processor_time;    // ratios of processor time, too
    char label[64];         // of the data: stands before the names; "" where there is one data set

    contest_entry entries[CONTEST_MAX];
    size_t count;
} contest;

// The entry, for what is to be changed in it.
contest_entry *contest_add(contest *c, contest_entry entry);

void contest_run(contest *c);

// A row for each contender.
void contest_report(const contest *c, ocl_report *report);

// How many times as fast as each peer the others are, by the medians.
ocl_table contest_table(const contest *c, ocl_report *report);
void contest_ratios(const contest *c, ocl_table *table);

// All of this for one data set: the rounds, the rows, the ratios.
void contest_hold(contest *c, ocl_report *report);

#endif
