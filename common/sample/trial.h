// SPDX-License-Identifier: MIT
//
// trial - a timed run is one loop: the launch stands in the lesson, the rest is done here.
//
//     ocl_trial t = ocl_trial_open(&env, "scalar", d_y, bytes);
//     while (ocl_trial_next(&t))
//         OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, &t.done));
//     ...read d_y, compare it with the reference...
//     ocl_trial_report(&t, report, &(ocl_work){ .amount = bytes, .unit = "GB/s" }, result);
//
// The body of the loop runs once to warm up and then as often as --repeat says.  Before each run
// the outputs are poisoned: an answer that is never written cannot pass.  After each run its time
// is taken from the event, and the outputs get a fingerprint: a race may show in one run of a
// hundred, so all runs must give the same answer.  Neither is part of the time that is measured.
//
// saxpy_ladder.c shows such a loop written out.

#ifndef OCL_TRIAL_H
#define OCL_TRIAL_H

#include "env.h"
#include "report.h"
#include "timing.h"

enum { OCL_TRIAL_OUTPUTS = 12 };

// What the runs write.  Exactly one of memory and host is set.
typedef struct {
    cl_mem memory;    // a buffer or an image
    void *host;
    size_t bytes;           // of an image 0: all of it
    bool is_image;          // asked once
    bool is_scratch;        // poisoned, but no part of the answer
    ocl_answers answers;    // of the runs so far
} ocl_trial_output;

typedef struct {
    // Set by the body of the loop, read and released by ocl_trial_next.
    cl_event done;     // the command that is timed, or the last of several
    cl_event first;    // the first of several commands: the time runs from its start
    double host_ns;    // without an event: the nanoseconds that the body has measured itself

    size_t run;    // the number of the run; 0 is the warm-up
    ocl_times times;
    const ocl_env *env;
    const char *name;    // of the variant
    ocl_trial_output outputs[OCL_TRIAL_OUTPUTS];
    size_t output_count;

    // Of ocl_trial_next alone.
    bool begun;         // a run has begun
    double start_ns;    // when the body started the host's clock, by ocl_wall_ns; 0: it did not
    double last_ns;     // when the last run may begin
    bool cut;           // fewer runs than --repeat asks for
} ocl_trial;

// A trial of the variant `name`, whose answer is the first `bytes` bytes of the buffer `output`; or
// a whole image, with 0 bytes; or nothing that could be looked at: NULL and 0.  The name must
// outlive the trial.  There is nothing to close.
ocl_trial ocl_trial_open(const ocl_env *env, const char *name, cl_mem output, size_t bytes);

// Another output: a buffer or an image as above, or host memory.
void ocl_trial_also(ocl_trial *trial, cl_mem output, size_t bytes);
void ocl_trial_also_host(ocl_trial *trial, void *output, size_t bytes);

// A buffer or an image that the runs write and read again: it is poisoned before each run.
void ocl_trial_scratch(ocl_trial *trial, cl_mem memory, size_t bytes);

// Ends the run before and begins the next one; false when there is none.  The runs are the warm-up,
// at least one timed run, and more for about a second, up to --repeat.  A given --repeat is done in
// full where the user chose the variant, or where there is none to choose.
//
// The body leaves an event in `done`, or a time in `host_ns`, or calls ocl_trial_start_clock.
bool ocl_trial_next(ocl_trial *trial);

// Called in the body where no event tells the time of a run: the host's clock runs from here, when
// the queue has finished what is in it, until the queue has finished what the body enqueues.
void ocl_trial_start_clock(ocl_trial *trial);

// What one run does, for its rate.
typedef struct {
    double amount;       // bytes for GB/s, operations for GFLOP/s, pixels ...
    const char *unit;    // of the rate; its first letter T, G or M scales it: "GB/s", "Mpixel/s"
    double limit;        // the device's own limit in that unit; 0: none is known
} ocl_work;

// Adds the variant's row to the report.  The row passes if the result does, if all runs gave the
// same answer, and if the device can be as fast as the times say.  What fails is said on standard
// error.  No command runs for this.  If a rate is above the device's limit, the end of the report
// measures the limits again (ocl_report_close).
void ocl_trial_report(ocl_trial *trial, ocl_report *report, const ocl_work *work,
                      ocl_result result);

// The result, and whether all runs gave the same answer: for a row that the sample makes itself.
ocl_result ocl_trial_answers(const ocl_trial *trial, ocl_result result);

#endif
