// SPDX-License-Identifier: MIT

#include "tune.h"
#include "base/cache.h"

enum { RUNS = 5 };

enum { REMEMBERED, DEFAULT, SEARCH };    // stages

// --- what is remembered

// The power of two that is nearest to n on a logarithmic scale.
static size_t size_class(size_t n)
{
    return (size_t)exp2(round(log2((double)n)));
}

static char *make_key(const ocl_env *env, const size_t mnk[3])
{
    char *compiler = ocl_compiler_id(env->device);
    const size_t bytes = strlen(compiler) + 128;
    char *key = ocl_alloc(bytes);
    snprintf(key, bytes, "matmul tuned 3\n%s\n%zux%zux%zu\n", compiler, size_class(mnk[0]),
             size_class(mnk[1]), size_class(mnk[2]));
    free(compiler);
    return key;
}

static matmul_blocking remembered_blocking(const ocl_env *env, const size_t mnk[3])
{
    matmul_blocking blocking = matmul_default_blocking(env->device, ocl_is_cpu(env->device), mnk);
    if (env->options->no_cache) return blocking;
    char *key = make_key(env, mnk);
    void *stored;
    size_t bytes;
    if (ocl_cache_read(key, strlen(key), &stored, &bytes)) {
        matmul_blocking found = blocking;
        char text[MATMUL_TEXT];
        snprintf(text, sizeof text, "%.*s", (int)bytes, (const char *)stored);
        ocl_message ignored;    // a damaged entry counts as none
        if (matmul_blocking_parse(&found, text, &ignored) &&
            matmul_blocking_fits(&found, env->device))
            blocking = found;
        free(stored);
    }
    free(key);
    return blocking;
}

static bool remember(const ocl_env *env, const size_t mnk[3], const matmul_blocking *blocking)
{
    char text[MATMUL_TEXT], *key = make_key(env, mnk);
    matmul_blocking_text(blocking, text);
    const bool written = ocl_cache_write(key, strlen(key), text, strlen(text));
    free(key);
    return written;
}

matmul_blocking matmul_choose_blocking(const ocl_env *env, const char *variant, const size_t mnk[3],
                                       const char *given)
{
    const bool cpu = strcmp(variant, "cpu_blocked") == 0;
    matmul_blocking blocking = strcmp(variant, "tuned") == 0
                                   ? remembered_blocking(env, mnk)
                                   : matmul_default_blocking(env->device, cpu, mnk);
    ocl_message why;
    if (given && !matmul_blocking_parse(&blocking, given, &why))
        ocl_exit(OCL_EXIT_USAGE, "--blocking: %s", why.text);
    blocking.given = given != NULL;
    return blocking;
}

// --- what to try

static size_t choice_count(const matmul_parameter *parameter)
{
    size_t count = 0;
    while (parameter->choices[count] >= 0)
        count++;
    return count;
}

static void choose_random(matmul_tuner *t, matmul_blocking *blocking)
{
    *blocking = t->best_plan.blocking;
    for (const matmul_parameter *p = matmul_parameters(blocking->cpu); p->name; p++) {
        const uint64_t random = ocl_random(t->env->options->seed, t->randoms++);
        *matmul_value(blocking, p) = p->choices[random % choice_count(p)];
    }
    t->wins_before = t->won;
}

// The best sizes with one changed.  False when all have been changed and none made the best faster.
static bool choose_neighbour(matmul_tuner *t, matmul_blocking *blocking)
{
    const matmul_parameter *parameters = matmul_parameters(t->best_plan.blocking.cpu);
    for (;;) {
        const matmul_parameter *p = &parameters[t->parameter];
        if (!p->name) {
            if (t->won == t->wins_before) return false;
            t->wins_before = t->won;
            t->parameter = t->choice = 0;
            continue;
        }
        if (t->choice == choice_count(p)) {
            t->parameter++;
            t->choice = 0;
            continue;
        }
        *blocking = t->best_plan.blocking;
        const int choice = p->choices[t->choice++];
        if (*matmul_value(blocking, p) == choice) continue;
        *matmul_value(blocking, p) = choice;
        return true;
    }
}

static bool choose(matmul_tuner *t, const matmul_plan *plan, matmul_blocking *blocking)
{
    const cl_device_id device = t->env->device;
    if (t->stage == REMEMBERED)    // first: only something better takes its place
        *blocking = remembered_blocking(t->env, (size_t[]){ plan->m, plan->n, plan->k });
    else if (t->stage == DEFAULT)
        *blocking = matmul_default_blocking(device, ocl_is_cpu(device),
                                            (size_t[]){ plan->m, plan->n, plan->k });
    if (t->stage < SEARCH) {
        t->stage++;
        return true;
    }
    if (t->tried == 0) return false;
    if (t->won == 0) ocl_exit(OCL_EXIT_WRONG, "--tune: even the default sizes give a wrong answer");
    const double spent = (ocl_wall_ns() - t->begin_ns) / 1e9;
    if (spent >= t->seconds) return false;
    if (spent >= 0.5 * t->seconds) return choose_neighbour(t, blocking);
    choose_random(t, blocking);
    return true;
}

bool matmul_tuner_next(matmul_tuner *t, matmul_plan *plan)
{
    *plan = (matmul_plan){ .variant = "tuned", .m = t->x->m, .n = t->x->n, .k = t->x->k };
    ocl_message ignored;
    while (choose(t, plan, &plan->blocking))
        if (matmul_plan_make(plan, t->env->device, &ignored) == OCL_EXIT_PASS) {
            t->tried++;
            return true;
        }
    return false;
}

// --- which is faster

// The best of several runs: what disturbs a run makes it slower, never faster.
static double least_ns(const matmul_steps *steps)
{
    double least = INFINITY;
    for (int i = 0; i < RUNS; i++)
        least = fmin(least, matmul_run_ns(steps));
    return least;
}

// Whether the work-group of the product's kernel still fits the device: it may need too many
// registers.
static bool can_launch(const matmul_steps *steps)
{
    const matmul_step *product = &steps->steps[steps->product];
    return product->range.local[0] <= ocl_kernel_limit(product->kernel, steps->env->device);
}

// Compares with the best.  The best runs again, since the machine may have become faster or slower.
static bool wins(matmul_tuner *t, const matmul_steps *steps)
{
    const cl_command_queue queue = t->env->queue;
    ocl_poison_run(queue, t->d_c, t->x->c_bytes, 0);
    if (t->won && matmul_run_ns(steps) > 2.0 * t->best_ns) return false;    // first runs are slower
    double ns = least_ns(steps);
    if (t->won) {
        if (ns > t->best_ns) return false;
        t->best_ns = least_ns(&t->best);
        ocl_poison_run(queue, t->d_c, t->x->c_bytes, 0);
        ns = least_ns(steps);
        if (ns >= t->best_ns) return false;
    }
    OCL_CHECK(
        clEnqueueReadBuffer(queue, t->d_c, CL_TRUE, 0, t->x->c_bytes, t->x->c, 0, NULL, NULL));
    if (!matmul_check_product(t->check, "tune", t->x->c).pass) return false;
    t->best_ns = ns;
    return true;
}

static void print_best(const matmul_tuner *t)
{
    char text[MATMUL_TEXT];
    matmul_blocking_text(&t->best_plan.blocking, text);
    ocl_report_print(t->report, "tune %5.0f s %5zu %10.2f GFLOP/s  %s\n",
                     (ocl_wall_ns() - t->begin_ns) / 1e9, t->tried,
                     matmul_operations(t->x) / t->best_ns, text);
}

void matmul_tuner_judge(matmul_tuner *t, const matmul_plan *plan, matmul_steps *steps)
{
    if (!can_launch(steps) || !wins(t, steps)) {
        matmul_release_steps(steps);
        return;
    }
    matmul_release_steps(&t->best);
    t->best = *steps;
    t->best_plan = *plan;
    t->won++;
    print_best(t);

    // Each winner at once: a driver that crashes with a later plan takes nothing away.
    if (t->env->options->no_cache || t->cannot_remember) return;
    t->cannot_remember =
        !remember(t->env, (size_t[]){ plan->m, plan->n, plan->k }, &plan->blocking);
    if (t->cannot_remember)
        ocl_warn("--tune: the cache directory cannot be written; the sizes will be forgotten");
}

void matmul_tuner_close(matmul_tuner *t)
{
    if (t->tried)
        ocl_report_note(t->report, "tune: %zu tried", t->tried);
    else
        ocl_report_note(t->report, "tune: the default sizes do not fit the device");
    matmul_release_steps(&t->best);
}
