// SPDX-License-Identifier: MIT
//
// lost_device - a job in pieces goes on when one of its devices is lost.
//
//     pieces      0 1 2 3 4 5 6 7 8 ...    each one: write, launch, read, and an event at the end
//     worker 0    0   2   3   5   6   4    <- piece 4 again
//     worker 1      1   4 x                lost: an error, or no answer in time
//
// Shows   waiting with a deadline; what is finished is kept, what a lost device had is given to
//         another one; an answer that comes too late does no harm
// Uses    clEnqueueWriteBuffer, clEnqueueNDRangeKernel, clEnqueueReadBuffer, clFlush,
//         clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, clWaitForEvents, clCreateUserEvent,
//         clSetUserEventStatus, CL_DEVICE_AVAILABLE
// Try     lost_device --workers 1 --variant silent
//         tests/tools/remote.sh --kill 3 build/bin/lost_device --variant well --runs 80

#include "ocl.h"

#include "lost_device/job.h"
#include "lost_device/worker.h"

enum { PAUSE_US = 20, COMPILE_MS = 60000 };

// The options.
typedef struct {
    size_t pieces;         // of the job
    size_t workers;        // 0: not given
    size_t deadline_ms;    // for one piece
    size_t runs;           // of each job
} settings;

typedef struct {
    const settings *set;
    size_t how;    // WELL, FAILS or SILENT
    job job;
    worker workers[MAX_WORKERS];
    size_t count, gone;    // workers; of them, those that were lost and never came back
} lesson;

// --- one piece

// Three commands, none of which waits.  Each has an event, which tells whether it has failed.
// OCL_CHECK would end the program: the status is returned.
static cl_int enqueue(const lesson *l, worker *w)
{
    const cl_uint n = (cl_uint)job_count(&l->job, w->piece), gates = w->gate ? 1 : 0;
    const uint32_t *x = l->job.x + job_first(&l->job, w->piece);
    const size_t bytes = n * sizeof n;
    cl_event *e = w->events;
    cl_int err = clSetKernelArg(w->kernel, 2, sizeof n, &n);
    if (!err)
        err = clEnqueueWriteBuffer(w->queue, w->d_x, CL_FALSE, 0, bytes, x, gates,
                                   gates ? &w->gate : NULL, &e[WRITTEN]);
    if (!err)
        err = clEnqueueNDRangeKernel(w->queue, w->kernel, 1, NULL, &w->global, &w->local, 1,
                                     &e[WRITTEN], &e[LAUNCHED]);
    if (!err)
        err = clEnqueueReadBuffer(w->queue, w->d_y, CL_FALSE, 0, bytes, w->answer, 1, &e[LAUNCHED],
                                  &e[READ]);
    return err ? err : clFlush(w->queue);
}

// Another worker may have the piece.  Nothing is released: the device may still use all of it.
static void lose(lesson *l, worker *w, const char *why)
{
    l->job.state[w->piece] = PIECE_OPEN;
    w->is_lost = true;
    w->outcomes[l->how].lost = why;
    if (w->gate) return;
    l->gone++;
    ocl_warn("lost worker %zu: %s", (size_t)(w - l->workers), why);
}

// The stand-in for a lost device: its commands wait for a gate, which fails or stays closed.
static void give(lesson *l, worker *w, size_t piece, bool break_it)
{
    cl_int err = CL_SUCCESS;
    l->job.state[piece] = PIECE_GIVEN;
    w->has_piece = true;
    w->piece = piece;
    w->since_ns = ocl_wall_ns();
    if (break_it) w->gate = clCreateUserEvent(w->context, &err);
    if (!err) err = enqueue(l, w);
    if (!err && break_it && l->how == FAILS)
        err = clSetUserEventStatus(w->gate, CL_DEVICE_NOT_AVAILABLE);
    if (err) lose(l, w, ocl_error_name(err));
}

// The status is no synchronisation point: the answer need not be in memory yet.  The wait is one,
// and ends at once.  It also tells of a command that has failed with the status CL_COMPLETE.
static void keep(lesson *l, worker *w)
{
    const cl_int err = clWaitForEvents(EVENTS, w->events);
    if (err) {
        lose(l, w, ocl_error_name(err));
        return;
    }
    worker_forget(w);
    job_keep(&l->job, w->piece, w->answer);
    w->outcomes[l->how].finished++;
}

// The first error of the three commands, or the status of the last one.
static cl_int status_of(const worker *w)
{
    cl_int status = CL_QUEUED, err = CL_SUCCESS;
    for (int k = 0; k < EVENTS && !err && status >= 0; k++)
        err = clGetEventInfo(w->events[k], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                             &status, NULL);
    return err ? err : status;
}

// Nothing here waits for the device.
static void look_at(lesson *l, worker *w, size_t deadline_ms)
{
    const cl_int status = status_of(w);
    if (status < 0)
        lose(l, w, ocl_error_name(status));
    else if (status == CL_COMPLETE)
        keep(l, w);
    else if (!ocl_device_number(w->device, CL_DEVICE_AVAILABLE))
        lose(l, w, "CL_DEVICE_AVAILABLE is CL_FALSE");
    else if (ocl_wall_ns() - w->since_ns > 1e6 * (double)deadline_ms)
        lose(l, w, "no answer in time");
}

// --- all pieces

// One piece for each worker.  Drivers compile at the first launch, so the deadline is another one.
static void warm_up(lesson *l)
{
    for (size_t k = 0; k < l->count; k++) {
        worker *w = &l->workers[k];
        give(l, w, 0, false);
        while (w->has_piece && !w->is_lost) {
            look_at(l, w, COMPILE_MS);
            ocl_pause(PAUSE_US * 1e-6);
        }
        w->outcomes[WELL].finished = 0;    // it was a piece of no job
    }
}

// Ends when all pieces are done, or when no worker is left.
static void run_job(lesson *l)
{
    job *j = &l->job;
    size_t alive = l->count, to_break = l->how == WELL ? j->pieces : j->pieces / 2;
    job_begin(j);
    while (j->done < j->pieces && alive > 0) {
        alive = 0;
        for (size_t k = 0; k < l->count; k++) {
            worker *w = &l->workers[k];
            if (!w->is_lost && w->has_piece) look_at(l, w, l->set->deadline_ms);
            const size_t piece = job_next(j);
            if (!w->is_lost && !w->has_piece && piece < j->pieces) {
                give(l, w, piece, piece == to_break);
                if (piece == to_break) to_break = j->pieces;    // once
            }
            if (!w->is_lost) alive++;
        }
        ocl_pause(PAUSE_US * 1e-6);
    }
}

// Opens the gate; whether the answer comes.
static bool answers_late(const lesson *l, worker *w)
{
    OCL_CHECK(clSetUserEventStatus(w->gate, CL_COMPLETE));
    const double end_ns = ocl_wall_ns() + 1e6 * (double)l->set->deadline_ms;
    while (status_of(w) > CL_COMPLETE && ocl_wall_ns() < end_ns)
        ocl_pause(PAUSE_US * 1e-6);
    return status_of(w) == CL_COMPLETE;
}

// The stand-in comes back when y is in use for something else: its late answer must not change y.
static ocl_result wait_for_late(lesson *l)
{
    job_begin(&l->job);
    for (size_t k = 0; k < l->count; k++) {
        worker *w = &l->workers[k];
        if (!w->gate) continue;
        if (l->how == SILENT && !answers_late(l, w)) {
            w->gate = NULL;    // no stand-in any more
            lose(l, w, "no answer, not even a late one");
        } else {
            worker_recover(w);
        }
    }
    return ocl_verify_equal("y is as it was", job_is_blank(&l->job), true);
}

// The driver of a lost device may wait for it for ever when the program ends: it is not told.
static _Noreturn void leave(int status)
{
    ocl_finish_output();
    _Exit(status);
}

static void run_variant(lesson *l, ocl_report *report)
{
    const char *name = JOB_NAMES[l->how];
    const job *j = &l->job;
    ocl_times times = { .runs = 0 };
    ocl_result result = { .pass = true };
    for (size_t run = 0; run < l->set->runs; run++) {
        for (size_t k = 0; k < l->count; k++)
            if (!l->workers[k].is_lost) l->workers[k].outcomes[l->how] = (outcome){ 0 };
        const double begin = ocl_wall_ns();
        run_job(l);
        ocl_times_add(&times, ocl_wall_ns() - begin);
        if (j->done < j->pieces) {
            ocl_warn("no device is left: %zu of %zu pieces are done", j->done, j->pieces);
            leave(OCL_EXIT_CALL);
        }
        result = ocl_result_both(result, ocl_verify_u32(name, j->y, j->ref, j->n));
        if (l->how != WELL) result = ocl_result_both(result, wait_for_late(l));
    }
    ocl_report_row(report, &(ocl_row){ .name = name,
                                       .times = &times,
                                       .work = (double)j->n,
                                       .unit = "Mnumber/s",
                                       .result = result });
}

int main(int argc, char **argv)
{
    settings set = { .pieces = 16, .deadline_ms = 1000, .runs = 1 };
    const ocl_option own[] = {
        { .usage = "--pieces N: pieces of the job", .count = &set.pieces },
        { .usage = "--workers N: share the job out among so many (default: one per device of the "
                   "platform, at least 2)",
          .count = &set.workers,
          .most = MAX_WORKERS },
        { .usage = "--deadline N: milliseconds without an answer after which a device is lost",
          .count = &set.deadline_ms },
        { .usage = "--runs N: do each job so many times", .count = &set.runs },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "lost_device",
                              .summary = "A job in pieces goes on when a device is lost.",
                              .accepts = "dnVks",
                              .size_help = "numbers of the job",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = JOB_NAMES,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 300007 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    lesson l = { .set = &set, .job = job_open(&opt, set.pieces, env.device) };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", l.job.n);
    ocl_report_count(report, "pieces", l.job.pieces);
    OCL_TIME_REFERENCE(report, lost_device_ref(l.job.ref, l.job.x, l.job.n));

    l.count = workers_open(l.workers, set.workers, &env, l.job.piece_n);
    warm_up(&l);
    const char *fault = ocl_known_fault(env.device, "clFlush before a user event");
    for (l.how = WELL; l.how < JOBS; l.how++) {
        if (!ocl_wants(&opt, JOB_NAMES[l.how])) continue;
        if (l.how != WELL && l.gone > 0)
            ocl_report_note(report, "%s: left out, a device is lost already", JOB_NAMES[l.how]);
        else if (l.how != WELL && fault)
            ocl_report_note(report, "%s: left out, this driver %s", JOB_NAMES[l.how], fault);
        else
            run_variant(&l, report);
    }
    workers_report(report, l.workers, l.count);

    const int status = ocl_report_close(report);
    if (l.gone > 0) leave(status);
    workers_close(l.workers, l.count);
    job_close(&l.job);
    ocl_close(&env);
    return status;
}
