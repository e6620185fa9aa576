// SPDX-License-Identifier: MIT

#include "tune.h"

enum { RUNS = 5 };

typedef struct {
    const matmul_job *job;
    const matmul_check *check;
    ocl_report *report;
    double begin_ns, end_ns;    // of the search
    float *c;                   // room for an answer
    matmul_launch best;
    double best_ns;    // of a run; infinite: there is none yet
    bool remembers;    // the best, in the cache directory
    size_t tried, won;
} search;

// --- the winner, remembered

// The power of two nearest to n on a logarithmic scale.
static size_t size_class(size_t n)
{
    return (size_t)exp2(round(log2((double)n)));
}

static char *make_key(const matmul_job *job)
{
    char *compiler = ocl_compiler_id(job->env->device);
    const size_t bytes = strlen(compiler) + 128;
    char *key = ocl_alloc(bytes);
    snprintf(key, bytes, "matmul tuned 3\n%s\n%zux%zux%zu\n", compiler, size_class(job->m),
             size_class(job->n), size_class(job->k));
    free(compiler);
    return key;
}

static matmul_blocking untuned(const matmul_job *job)
{
    const cl_device_id device = job->env->device;
    return matmul_default_blocking(device, ocl_is_cpu(device), job->m, job->n);
}

matmul_blocking matmul_tuned_blocking(const matmul_job *job)
{
    matmul_blocking blocking = untuned(job);
    if (job->env->options->no_cache) return blocking;
    char *key = make_key(job);
    void *stored;
    size_t bytes;
    if (ocl_cache_read(key, strlen(key), &stored, &bytes)) {
        matmul_blocking found = blocking;
        char text[MATMUL_TEXT];
        snprintf(text, sizeof text, "%.*s", (int)bytes, (const char *)stored);
        ocl_message ignored;    // an entry that makes no sense is as good as none
        if (matmul_blocking_parse(&found, text, &ignored) &&
            matmul_blocking_fits(&found, job->env->device))
            blocking = found;
        free(stored);
    }
    free(key);
    return blocking;
}

// At each win, not at the end: a driver that fails on a later candidate takes nothing away.
static void remember(search *s)
{
    if (!s->remembers) return;
    char text[MATMUL_TEXT], *key = make_key(s->job);
    matmul_blocking_text(&s->best.blocking, text);
    s->remembers = ocl_cache_write(key, strlen(key), text, strlen(text));
    if (!s->remembers)
        ocl_warn("the sizes found cannot be remembered: the cache directory cannot be written");
    free(key);
}

// --- the search

static bool is_right(const search *s)
{
    const matmul_job *job = s->job;
    OCL_CHECK(clEnqueueReadBuffer(job->env->queue, job->d_c, CL_TRUE, 0,
                                  job->m * job->n * sizeof(float), s->c, 0, NULL, NULL));
    return matmul_check_product(s->check, "tune", s->c).pass;
}

static void print_best(const search *s)
{
    char text[MATMUL_TEXT];
    matmul_blocking_text(&s->best.blocking, text);
    ocl_report_print(s->report, "tune %5.0f s %5zu %10.2f GFLOP/s  %s\n",
                     (ocl_wall_ns() - s->begin_ns) / 1e9, s->tried,
                     2.0 * (double)s->job->m * (double)s->job->n * (double)s->job->k / s->best_ns,
                     text);
}

// The best of several runs: what disturbs a run makes it slower, never faster.
static double least_ns(const matmul_launch *launch, cl_command_queue queue)
{
    double least = INFINITY;
    for (int i = 0; i < RUNS; i++)
        least = fmin(least, matmul_run_ns(launch, queue));
    return least;
}

// Whether the launch is faster than the best so far, which runs once more: the machine may have changed.
static bool wins(search *s, const matmul_launch *launch)
{
    cl_command_queue queue = s->job->env->queue;
    if (matmul_run_ns(launch, queue) > 2.0 * s->best_ns)
        return false;    // the first run is a slow one
    double ns = least_ns(launch, queue);
    if (ns > s->best_ns) return false;
    if (s->best.step_count) {
        s->best_ns = least_ns(&s->best, queue);
        ocl_poison(queue, s->job->d_c, s->job->m * s->job->n * sizeof(float));
        ns = least_ns(launch, queue);
    }
    if (ns >= s->best_ns || !is_right(s)) return false;
    s->best_ns = ns;
    return true;
}

// Whether the product's kernel, once built, still can have its work-group: it may take too many registers.
static bool can_launch(const matmul_launch *launch, cl_device_id device)
{
    const matmul_step *product = &launch->steps[launch->product];
    return product->range.local[0] <= ocl_kernel_limit(product->kernel, device);
}

// Passes over sizes that cannot run.
static void try_blocking(search *s, const matmul_blocking *blocking)
{
    ocl_message ignored;
    if (matmul_can_run_blocked(s->job, blocking, &ignored) != OCL_EXIT_PASS) return;
    matmul_launch launch = matmul_prepare_blocked(s->job, blocking);
    s->tried++;
    ocl_poison(s->job->env->queue, s->job->d_c, s->job->m * s->job->n * sizeof(float));
    if (can_launch(&launch, s->job->env->device) && wins(s, &launch)) {
        matmul_release(&s->best);
        s->best = launch;
        s->won++;
        print_best(s);
        remember(s);
    } else {
        matmul_release(&launch);
    }
}

static size_t choice_count(const matmul_parameter *parameter)
{
    size_t count = 0;
    while (parameter->choices[count] >= 0)
        count++;
    return count;
}

static void try_random(search *s, double end_ns)
{
    const ocl_env *env = s->job->env;
    matmul_blocking blocking = s->best.blocking;
    for (uint64_t i = 0; ocl_wall_ns() < end_ns;) {
        for (const matmul_parameter *p = matmul_parameters(blocking.cpu); p->name; p++) {
            const uint64_t random = ocl_random(env->options->seed, i++);
            *matmul_value(&blocking, p) = p->choices[random % choice_count(p)];
        }
        try_blocking(s, &blocking);
    }
}

// Whether one size changed made the best better.
static bool try_neighbours(search *s)
{
    const size_t wins_before = s->won;
    for (const matmul_parameter *p = matmul_parameters(s->best.blocking.cpu); p->name; p++)
        for (size_t i = 0; i < choice_count(p); i++) {
            matmul_blocking blocking = s->best.blocking;
            int *value = matmul_value(&blocking, p);
            if (*value == p->choices[i]) continue;
            *value = p->choices[i];
            if (ocl_wall_ns() < s->end_ns) try_blocking(s, &blocking);
        }
    return s->won > wins_before;
}

void matmul_tune(const matmul_job *job, const matmul_check *check, double seconds,
                 ocl_report *report)
{
    // Programs that lose are not worth a place in the cache.
    ocl_options options = *job->env->options;
    options.no_cache = true;
    ocl_env env = *job->env;
    env.options = &options;
    matmul_job uncached = *job;
    uncached.env = &env;

    const double begin_ns = ocl_wall_ns();
    search s = { .job = &uncached,
                 .check = check,
                 .report = report,
                 .begin_ns = begin_ns,
                 .end_ns = begin_ns + 1e9 * seconds,
                 .best_ns = INFINITY,
                 .remembers = !job->env->options->no_cache,
                 .c = ocl_alloc(job->m * job->n * sizeof(float)) };
    const matmul_blocking known = matmul_tuned_blocking(job), first = untuned(job);
    try_blocking(&s, &known);    // first: what was remembered is replaced by something better only
    try_blocking(&s, &first);
    if (s.tried == 0) {
        ocl_report_print(report, "tune: the untuned sizes do not fit the device\n");
        free(s.c);
        return;
    }
    if (s.won == 0) ocl_exit(OCL_EXIT_WRONG, "--tune: not even the untuned sizes are right");
    try_random(&s, begin_ns + 0.5e9 * seconds);
    while (ocl_wall_ns() < s.end_ns && try_neighbours(&s))
        ;
    ocl_report_print(report, "tune: %zu tried\n", s.tried);
    matmul_release(&s.best);
    free(s.c);
}
