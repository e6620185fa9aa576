// SPDX-License-Identifier: MIT

#include "matmul_tune.h"

#include "matmul_remembered.h"

enum { RUNS = 5, MAX_CHOICES = 8 };

// The values that a search tries, ended by -1.
static const struct {
    const char *name;    // of the matmul_parameter
    int values[MAX_CHOICES + 1];
} CHOICES[] = {
    { "ROWS", { 4, 6, 8, 10, 11, 12, 13, 14, -1 } },
    { "WIDTH", { 4, 8, 16, -1 } },
    { "VECTORS", { 1, 2, 3, 4, -1 } },
    { "AHEAD", { 0, 4, 8, 16, 32, -1 } },
    { "DEPTH", { 128, 256, 384, 512, 768, 1024, 2048, -1 } },
    { "PACKED_KIB", { 256, 512, 768, 1024, 1536, 2048, 3072, 4096, -1 } },
    { "BM", { 32, 64, 128, 256, -1 } },
    { "BN", { 32, 64, 128, 256, -1 } },
    { "BK", { 8, 16, 32, -1 } },
    { "TM", { 4, 8, 16, -1 } },
    { "TN", { 4, 8, 16, -1 } },
    { "LANES_M", { 2, 4, 8, -1 } },
    { "SLICES", { 1, 2, 4, 8, -1 } },
    { "PAD", { 0, 4, -1 } },
    { "BAND", { 1, 2, 4, 8, 16, 32, -1 } },
    { "STAGGER", { 0, 1, 2, 4, 6, -1 } },
    { "RESIDENT", { 0, 1, 2, 3, 4, -1 } },
    { "CUTS", { 0, 0, 0, 0, 2, 3, 4, 6, -1 } },
    { "LOAD_A", { 0, 1, 2, 4, 6, -1 } },
    { "LOAD_B", { 0, 1, 2, 4, 6, -1 } },
    { "STORE_A", { 3, 4, 5, 6, 7, 11, 13, 15, -1 } },
    { "STORE_B", { 3, 4, 5, 6, 7, 11, 13, 15, -1 } },
};

typedef struct {
    const ocl_env *env;
    ocl_env uncached;    // programs that are slower are not kept in the cache
    ocl_report *report;
    matmul_matrices x;
    matmul_check check;
    matmul_buffers d;
    double begin_ns, seconds;
    size_t tried, won;
    matmul_plan best_plan;
    matmul_steps best;
    double best_ns;
    bool cannot_remember;
} tuner;

static double spent(const tuner *t)
{
    return (ocl_wall_ns() - t->begin_ns) / 1e9;
}

// --- which is faster

// One run: from the start of the first step to the end of the last.
static double run_ns(const matmul_steps *s)
{
    cl_event first, last;
    matmul_enqueue_steps(s, &first, &last);
    const double ns = ocl_event_ns(first, last);
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}

// The best of several runs: what disturbs a run makes it slower, never faster.
static double least_ns(const matmul_steps *steps)
{
    double least = INFINITY;
    for (int i = 0; i < RUNS; i++)
        least = fmin(least, run_ns(steps));
    return least;
}

// Whether the work-groups still fit the device: the product may need too many registers.
static bool can_launch(const matmul_steps *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const size_t *local = s->steps[i].range.local;
        if (local[0] * local[1] > ocl_kernel_limit(s->steps[i].kernel, s->env->device))
            return false;
    }
    return true;
}

// Compares with the best.  The best runs again, since the machine may have become faster or slower.
static bool wins(tuner *t, const matmul_steps *steps)
{
    const cl_command_queue queue = t->env->queue;
    ocl_poison_run(queue, t->d.c, t->x.c_bytes, 0);
    if (t->won && run_ns(steps) > 2.0 * t->best_ns) return false;    // first runs are slower
    double ns = least_ns(steps);
    if (t->won) {
        if (ns > t->best_ns) return false;
        t->best_ns = least_ns(&t->best);
        ocl_poison_run(queue, t->d.c, t->x.c_bytes, 0);
        ns = least_ns(steps);
        if (ns >= t->best_ns) return false;
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, t->d.c, CL_TRUE, 0, t->x.c_bytes, t->x.c, 0, NULL, NULL));
    if (!matmul_check_product(&t->check, "tune", t->x.c).pass) return false;
    t->best_ns = ns;
    return true;
}

static void keep(tuner *t, const matmul_plan *plan, const matmul_steps *steps)
{
    char text[MATMUL_TEXT];
    matmul_release_steps(&t->best);
    t->best = *steps;
    t->best_plan = *plan;
    t->won++;
    matmul_blocking_text(&plan->blocking, text);
    ocl_report_print(t->report, "tune %5.0f s %5zu %10.2f GFLOP/s  %s\n", spent(t), t->tried,
                     matmul_operations(&t->x) / t->best_ns, text);

    // Each winner at once: a driver that crashes with a later plan takes nothing away.
    if (t->env->options->no_cache || t->cannot_remember) return;
    t->cannot_remember = !matmul_remember_blocking(
        t->env, (const size_t[]){ plan->m, plan->n, plan->k }, &plan->blocking);
    if (t->cannot_remember)
        ocl_warn("--tune: the cache directory cannot be written; the sizes will be forgotten");
}

// Does nothing where the device cannot have these sizes.
static void try_sizes(tuner *t, const matmul_blocking *blocking)
{
    matmul_plan plan = {
        .variant = "tuned", .m = t->x.m, .n = t->x.n, .k = t->x.k, .blocking = *blocking
    };
    ocl_message ignored;
    if (matmul_plan_make(&plan, t->env->device, &ignored) != OCL_EXIT_PASS) return;
    t->tried++;
    matmul_steps steps = matmul_make_steps(&t->uncached, &plan, &t->d);
    if (can_launch(&steps) && wins(t, &steps))
        keep(t, &plan, &steps);
    else
        matmul_release_steps(&steps);
}

// --- what to try

static const int *choices_of(const matmul_parameter *p)
{
    size_t i = 0;
    while (strcmp(CHOICES[i].name, p->name) != 0)
        i++;
    return CHOICES[i].values;
}

static void try_random(tuner *t)
{
    uint64_t drawn = 0;
    while (spent(t) < 0.5 * t->seconds) {
        matmul_blocking blocking = t->best_plan.blocking;
        for (const matmul_parameter *p = matmul_parameters(blocking.cpu); p->name; p++) {
            const int *choices = choices_of(p);
            size_t count = 0;
            while (choices[count] >= 0)
                count++;
            *matmul_value(&blocking, p) =
                choices[ocl_random(t->env->options->seed, drawn++) % count];
        }
        try_sizes(t, &blocking);
    }
}

// The best sizes with one changed, until no change makes them faster.
static void try_neighbours(tuner *t)
{
    const matmul_parameter *first = matmul_parameters(t->best_plan.blocking.cpu);
    size_t won_before;
    do {
        won_before = t->won;
        for (const matmul_parameter *p = first; p->name; p++)
            for (const int *choice = choices_of(p); *choice >= 0; choice++) {
                if (spent(t) >= t->seconds) return;
                matmul_blocking blocking = t->best_plan.blocking;
                if (*matmul_value(&blocking, p) == *choice) continue;
                *matmul_value(&blocking, p) = *choice;
                try_sizes(t, &blocking);
            }
    } while (t->won > won_before);
}

void matmul_tune(const ocl_env *env, const size_t mnk[3], double seconds, ocl_report *report)
{
    ocl_options options = *env->options;
    options.no_cache = true;
    tuner t = { .env = env, .uncached = *env, .report = report, .seconds = seconds };
    t.uncached.options = &options;
    t.x = matmul_matrices_open(env, mnk);
    t.check = matmul_check_open(MATMUL_AUTO, &t.x, env->options->seed + 2);
    t.d = (matmul_buffers){ .c = ocl_buffer(env, CL_MEM_READ_WRITE, t.x.c_bytes, NULL),
                            .a = ocl_buffer(env, CL_MEM_READ_ONLY, t.x.a_bytes, t.x.a),
                            .b = ocl_buffer(env, CL_MEM_READ_ONLY, t.x.b_bytes, t.x.b) };
    t.begin_ns = ocl_wall_ns();

    // First the remembered sizes: only something better takes their place.
    const matmul_blocking remembered = matmul_choose_blocking(env, "tuned", mnk, NULL);
    const matmul_blocking usual = matmul_default_blocking(env->device, remembered.cpu, mnk);
    try_sizes(&t, &remembered);
    try_sizes(&t, &usual);
    if (t.tried > 0 && t.won == 0)
        ocl_exit(OCL_EXIT_WRONG, "--tune: even the default sizes give a wrong answer");
    if (t.won > 0) {
        try_random(&t);
        try_neighbours(&t);
        ocl_report_note(report, "tune: %zu tried", t.tried);
    } else {
        ocl_report_note(report, "tune: the default sizes do not fit the device");
    }

    matmul_release_steps(&t.best);
    OCL_CHECK(clReleaseMemObject(t.d.b));
    OCL_CHECK(clReleaseMemObject(t.d.a));
    OCL_CHECK(clReleaseMemObject(t.d.c));
    matmul_check_close(&t.check);
    matmul_matrices_close(&t.x);
}
