// SPDX-License-Identifier: MIT

#include "show.h"

#include <starpu.h>

enum { NAME_BYTES = 64 };

static const char *const ROWS[] = { "row 0 of tiles", "row 1", "row 2", "row 3",
                                    "row 4",          "row 5", "row 6" };    // colours
enum { COLOURS = sizeof ROWS / sizeof ROWS[0] };

static const char NAME[] = "tasks";    // of the row

void tasks_note(void *span)
{
    struct starpu_profiling_task_info *info = starpu_task_get_current()->profiling_info;
    *(task_span *)span = (task_span){ .lane = info->workerid + 1,
                                      .begin_us = starpu_timing_timespec_to_us(&info->start_time),
                                      .end_us = starpu_timing_timespec_to_us(&info->end_time) };
}

// Each task ran in one rank, and the others have zeros.
void tasks_show_gather(const tasks_show *show, const cluster *c, double begin_us)
{
    task_span *spans = show->spans;
    const int numbers = (int)(show->tasks * sizeof *spans / sizeof(double));
    for (size_t t = 0; t < show->tasks; t++)
        if (spans[t].lane > 0.0) {
            spans[t].lane += c->rank * show->per_rank;
            spans[t].begin_us -= begin_us;
            spans[t].end_us -= begin_us;
        }
    CLUSTER_CHECK(MPI_Reduce(c->rank == 0 ? MPI_IN_PLACE : spans, spans, numbers, MPI_DOUBLE,
                             MPI_SUM, 0, MPI_COMM_WORLD));
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
    show->per_rank = (int)starpu_worker_get_count();
    CLUSTER_CHECK(
        MPI_Allreduce(MPI_IN_PLACE, &show->per_rank, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    show->lanes = (size_t)(show->per_rank * c->size);
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
    const ocl_row row = { .name = NAME,
                          .times = times,
                          .work = 2.0 * m * n * k,
                          .unit = "GFLOP/s",
                          .result = ocl_result_both(right, ocl_verify_answers(NAME, answers)) };
    ocl_report_row(show->report, &row);
}

static void name_lane(const tasks_show *show, size_t lane, char name[NAME_BYTES])
{
    const size_t per_rank = (size_t)show->per_rank;
    snprintf(name, NAME_BYTES, "rank %zu, device %zu", lane / per_rank, lane % per_rank);
}

static void report_lanes(const tasks_show *show)
{
    ocl_table table = ocl_table_open(show->report, "workers", "worker, tasks, busy ms");
    for (size_t lane = 0; lane < show->lanes; lane++) {
        size_t tasks = 0;
        double busy_us = 0.0;
        for (size_t s = 0; s < show->tasks; s++) {
            const task_span *span = &show->spans[s];
            if ((size_t)span->lane - 1 != lane) continue;
            tasks++;
            busy_us += span->end_us - span->begin_us;
        }
        char name[NAME_BYTES];
        name_lane(show, lane, name);
        ocl_table_row(&table, "%-18s %6zu %8.2f", name, tasks, busy_us / 1e3);
    }
}

// One lane per worker, one box per task, with the row and the column of its tile of C.
static void draw(const tasks_show *show)
{
    char(*names)[NAME_BYTES] = ocl_alloc(show->lanes * sizeof *names);
    const char **lanes = ocl_alloc(show->lanes * sizeof *lanes);
    char(*labels)[48] = ocl_alloc(show->places * sizeof *labels);
    ocl_span *spans = ocl_alloc(show->tasks * sizeof *spans);
    for (size_t lane = 0; lane < show->lanes; lane++) {
        name_lane(show, lane, names[lane]);
        lanes[lane] = names[lane];
    }
    for (size_t t = 0; t < show->places; t++)
        snprintf(labels[t], sizeof labels[t], "%zu,%zu", t / show->across, t % show->across);
    for (size_t s = 0; s < show->tasks; s++) {
        const task_span *span = &show->spans[s];
        spans[s] = (ocl_span){ .label = labels[s % show->places],
                               .lane = (size_t)span->lane - 1,
                               .kind = s % show->places / show->across % COLOURS,
                               .begin_ns = span->begin_us * 1e3,
                               .end_ns = span->end_us * 1e3 };
    }
    const ocl_timeline timeline = { .title = "Which worker did which tile of C",
                                    .lanes = lanes,
                                    .lane_count = show->lanes,
                                    .kinds = ROWS,
                                    .kind_count = ocl_smaller(show->places / show->across, COLOURS),
                                    .spans = spans,
                                    .span_count = show->tasks };
    ocl_output_timeline(show->report, &timeline, show->options->output);
    free(spans);
    free(labels);
    free(lanes);
    free(names);
}

int tasks_show_close(tasks_show *show, const ocl_times *times, const ocl_answers *answers,
                     const float *product)
{
    report_row(show, times, answers, product);
    report_lanes(show);
    if (show->options->output) draw(show);
    matmul_check_close(&show->check);
    return ocl_report_close(show->report);
}
