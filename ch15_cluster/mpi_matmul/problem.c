// SPDX-License-Identifier: MIT

#include "problem.h"

#include "shared/product.h"

const char *const MATMUL_RUNGS[] = { "in_turn", "hidden", "shared", NULL };

ocl_options summa_parse(int argc, char **argv, summa_settings *settings)
{
    *settings = (summa_settings){ .depth = 256, .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-p, --panel N: columns of a panel of A, rows of a panel of B, at most",
          .count = &settings->depth },
        { .usage = "--form NAME: of the kernel",
          .choice = &settings->form,
          .choices = PRODUCT_FORMS },
        { .usage = "--network N: two panels travel N microseconds at least, as on a slow network",
          .count = &settings->network_us },
        CLUSTER_OPTION(&settings->deadline),
        { 0 },
    };
    const ocl_about about = { .name = "mpi_matmul",
                              .summary = "Multiplies two matrices, C = A B, on a grid of ranks.",
                              .accepts = "dnrVks",
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .variants = MATMUL_RUNGS,
                              .own = own };
    const ocl_options defaults = { .n = { 1021, 1031, 1033 }, .repeat = 5, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

uint64_t summa_same(const ocl_options *options, const summa_settings *settings)
{
    const uint64_t numbers[] = { options->n[0],        options->n[1],
                                 options->n[2],        options->seed,
                                 options->repeat,      ocl_wants(options, MATMUL_RUNGS[IN_TURN]),
                                 settings->depth,      ocl_wants(options, MATMUL_RUNGS[HIDDEN]),
                                 settings->network_us, ocl_wants(options, MATMUL_RUNGS[SHARED]) };
    return ocl_hash(OCL_HASH_START, numbers, sizeof numbers);
}

// --- the report of rank 0

void summa_runs_add(summa_runs *runs, double ns, const summa_phases *phases)
{
    ocl_times_add(&runs->times, ns);
    if (ns <= ocl_best_ns(&runs->times)) runs->phases = *phases;
}

ocl_report *summa_report_open(const cluster *c, const ocl_env *env, const share *s,
                              const int grid[2], const matmul_check *check)
{
    double reference_ns = 0.0;
    CLUSTER_CHECK(
        MPI_Reduce(&check->reference_ns, &reference_ns, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD));
    if (c->rank > 0) return NULL;
    char text[32];
    ocl_report *report = ocl_report_open(env->options, env->device);
    ocl_report_count(report, "m", s->m);
    ocl_report_count(report, "n", s->n);
    ocl_report_count(report, "k", s->k);
    ocl_report_count(report, "panels", s->panels);
    snprintf(text, sizeof text, "%d x %d", grid[0], grid[1]);
    ocl_report_text(report, "grid", text);
    ocl_report_text(report, "check",
                    check->method == MATMUL_SERIAL ? "of all elements"
                                                   : "Freivalds, and 4096 elements per rank");
    if (reference_ns > 0.0) ocl_report_reference(report, reference_ns);
    return report;
}

void summa_report_row(ocl_report *report, const share *s, const char *name, const summa_runs *runs,
                      ocl_result result)
{
    const ocl_row row = { .name = name,
                          .times = &runs->times,
                          .work = 2.0 * (double)s->m * (double)s->n * (double)s->k,
                          .unit = "GFLOP/s",
                          .result = result };
    ocl_report_row(report, &row);
}

void summa_report_phases(ocl_report *report, const share *s, const summa_runs *runs)
{
    const summa_phases *phases = &runs->phases;
    double bus_bytes = 0.0;
    share in_turn = *s;
    in_turn.reads_near = false;
    for (int side = A; side <= B; side++)
        for (size_t q = 0; q < s->panels; q++)
            if (!share_in_place(&in_turn, side, q))
                bus_bytes += sizeof(float) * (double)share_floats(s, side, q);
    ocl_report_fact(report, "in_turn: network, ms", "%.3f", phases->network_ns / 1e6);
    ocl_report_fact(report, "in_turn: bus, ms", "%.3f", phases->bus_ns / 1e6);
    ocl_report_fact(report, "in_turn: bus, MB", "%.3f", bus_bytes / 1e6);
    ocl_report_fact(report, "in_turn: kernels, ms", "%.3f", phases->kernel_ns / 1e6);
}
