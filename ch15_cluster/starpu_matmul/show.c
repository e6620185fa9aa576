// SPDX-License-Identifier: MIT

#include "show.h"

#include <starpu.h>

enum { NAME_BYTES = sizeof((workers_list *)0)->names[0], KINDS = 7, EMPTY_TASKS = 1000 };

static const char NAME[] = "tasks";    // of the row

void tasks_note(void *span)
{
    struct starpu_profiling_task_info *info = starpu_task_get_current()->profiling_info;
    *(task_span *)span = (task_span){ .worker = info->workerid + 1,
                                      .begin_us = starpu_timing_timespec_to_us(&info->start_time),
                                      .end_us = starpu_timing_timespec_to_us(&info->end_time) };
}

// Each task ran in one rank, and the others have zeros.
void tasks_show_gather(const tasks_show *show, const cluster *c, double begin_us)
{
    task_span *spans = show->spans;
    const int numbers = (int)(show->tasks * sizeof *spans / sizeof(double));
    for (size_t t = 0; t < show->tasks; t++)
        if (spans[t].worker > 0.0) {
            spans[t].rank = c->rank;
            spans[t].begin_us -= begin_us;
            spans[t].end_us -= begin_us;
        }
    CLUSTER_CHECK(MPI_Reduce(c->rank == 0 ? MPI_IN_PLACE : spans, spans, numbers, MPI_DOUBLE,
                             MPI_SUM, 0, MPI_COMM_WORLD));
}

static workers_list workers_gather(const cluster *c)
{
    const size_t p = (size_t)c->size;
    const int mine = (int)starpu_worker_get_count();
    int *counts = ocl_alloc(p * sizeof *counts);
    workers_list workers = { .first = ocl_alloc((p + 1) * sizeof(int)) };
    CLUSTER_CHECK(MPI_Allgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD));
    workers.first[0] = 0;
    for (size_t k = 0; k < p; k++)
        workers.first[k + 1] = workers.first[k] + counts[k];
    workers.count = (size_t)workers.first[p];
    workers.names = ocl_alloc(workers.count * sizeof *workers.names);
    char(*own)[NAME_BYTES] = ocl_alloc(((size_t)mine + 1) * sizeof *own);
    for (int w = 0; w < mine; w++) {
        const char *kind = starpu_worker_get_type(w) == STARPU_CPU_WORKER ? "core" : "device";
        snprintf(own[w], NAME_BYTES, "rank %d, %s %d", c->rank, kind, starpu_worker_get_devid(w));
    }
    MPI_Datatype text;
    CLUSTER_CHECK(MPI_Type_contiguous(NAME_BYTES, MPI_CHAR, &text));
    CLUSTER_CHECK(MPI_Type_commit(&text));
    CLUSTER_CHECK(MPI_Gatherv(own, mine, text, workers.names, counts, workers.first, text, 0,
                              MPI_COMM_WORLD));
    CLUSTER_CHECK(MPI_Type_free(&text));
    free(own);
    free(counts);
    return workers;
}

static size_t worker_of(const workers_list *workers, const task_span *span)
{
    return (size_t)workers->first[(size_t)span->rank] + (size_t)span->worker - 1;
}

void tasks_show_open(tasks_show *show, const cluster *c, const ocl_env *env,
                     const tiled *const c_a_b[3])
{
    const tiled *x = c_a_b[0], *a = c_a_b[1], *b = c_a_b[2];
    show->options = env->options;
    show->across = x->across;
    show->places = x->count;
    show->tasks = x->count * a->across;
    show->spans = ocl_alloc(show->tasks * sizeof *show->spans);
    show->workers = workers_gather(c);
    if (c->rank == 0) {
        const matmul_matrices in = { .m = x->rows,
                                     .n = x->columns,
                                     .k = a->columns,
                                     .a = a->whole,
                                     .b = b->whole,
                                     .c_bytes = x->rows * x->columns * sizeof(float) };
        ocl_report *report = ocl_report_open(env->options, env->device);
        ocl_report_count(report, "tasks", show->tasks);
        ocl_report_count(report, "ranks", (size_t)c->size);
        ocl_report_text(report, "scheduler", starpu_sched_ctx_get_sched_policy(0)->policy_name);
        show->check = matmul_check_open(MATMUL_AUTO, &in, env->options->seed + 2);
        matmul_check_report(&show->check, report);
        show->report = report;
    }
    cluster_wait(MPI_COMM_WORLD);
    cluster_report(c, env, show->report);
    starpu_profiling_status_set(STARPU_PROFILING_ENABLE);
}

static void report_row(const tasks_show *show, const ocl_times *times, const ocl_answers *answers,
                       const float *product)
{
    const double m = (double)show->check.m, n = (double)show->check.n, k = (double)show->check.k;
    const ocl_result right = matmul_check_product(&show->check, NAME, product);
    // Cores and devices round otherwise, and a task may run on either.
    const bool mixed = starpu_cpu_worker_get_count() > 0;
    const ocl_row row = {
        .name = NAME,
        .times = times,
        .work = 2.0 * m * n * k,
        .unit = "GFLOP/s",
        .result = mixed ? right : ocl_result_both(right, ocl_verify_answers(NAME, answers))
    };
    ocl_report_row(show->report, &row);
}

static void report_workers(const tasks_show *show)
{
    ocl_table table = ocl_table_open(show->report, "workers", "worker, tasks, busy ms");
    for (size_t w = 0; w < show->workers.count; w++) {
        size_t tasks = 0;
        double busy_us = 0.0;
        for (size_t s = 0; s < show->tasks; s++) {
            const task_span *span = &show->spans[s];
            if (worker_of(&show->workers, span) != w) continue;
            tasks++;
            busy_us += span->end_us - span->begin_us;
        }
        ocl_table_row(&table, "%-18s %6zu %8.2f", show->workers.names[w], tasks, busy_us / 1e3);
    }
}

static void nothing(void *tiles[], void *argument)
{
    (void)tiles;
    (void)argument;
}

// The microseconds of a task that does nothing: submitted, scheduled, run.
static double empty_task_us(void)
{
    static struct starpu_codelet empty = { .cpu_funcs = { nothing },
                                           .opencl_funcs = { nothing },
                                           .name = "empty" };
    const double begin = ocl_wall_ns();
    for (int t = 0; t < EMPTY_TASKS; t++)
        starpu_task_insert(&empty, 0);
    starpu_task_wait_for_all();
    return (ocl_wall_ns() - begin) / EMPTY_TASKS / 1e3;
}

// One lane per worker, one box per task, with the row and the column of its tile of C.
static void draw(const tasks_show *show)
{
    const size_t workers = show->workers.count;
    const char **lanes = ocl_alloc(workers * sizeof *lanes);
    char(*labels)[48] = ocl_alloc(show->places * sizeof *labels);
    char kind_texts[KINDS][32];
    const char *kinds[KINDS];
    ocl_span *spans = ocl_alloc(show->tasks * sizeof *spans);
    for (size_t w = 0; w < workers; w++)
        lanes[w] = show->workers.names[w];
    for (size_t t = 0; t < show->places; t++)
        snprintf(labels[t], sizeof labels[t], "%zu,%zu", t / show->across, t % show->across);
    for (size_t k = 0; k < KINDS; k++) {
        snprintf(kind_texts[k], sizeof kind_texts[k], "row %zu of tiles", k);
        kinds[k] = kind_texts[k];
    }
    for (size_t s = 0; s < show->tasks; s++) {
        const task_span *span = &show->spans[s];
        spans[s] = (ocl_span){ .label = labels[s % show->places],
                               .lane = worker_of(&show->workers, span),
                               .kind = s % show->places / show->across % KINDS,
                               .begin_ns = span->begin_us * 1e3,
                               .end_ns = span->end_us * 1e3 };
    }
    const ocl_timeline timeline = { .title = "Which worker did which tile of C",
                                    .lanes = lanes,
                                    .lane_count = workers,
                                    .kinds = kinds,
                                    .kind_count = ocl_smaller(show->places / show->across, KINDS),
                                    .spans = spans,
                                    .span_count = show->tasks };
    ocl_output_timeline(show->report, &timeline, show->options->output);
    free(spans);
    free(labels);
    free(lanes);
}

int tasks_show_close(tasks_show *show, const ocl_times *times, const ocl_answers *answers,
                     const float *product)
{
    report_row(show, times, answers, product);
    report_workers(show);
    ocl_report_fact(show->report, "an empty task, us", "%.1f", empty_task_us());
    if (show->options->output) draw(show);
    matmul_check_close(&show->check);
    return ocl_report_close(show->report);
}

void tasks_show_free(tasks_show *show)
{
    free(show->spans);
    free(show->workers.names);
    free(show->workers.first);
}
