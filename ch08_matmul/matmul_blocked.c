// SPDX-License-Identifier: MIT
//
// matmul_blocked - C = A B as fast as the vendors' libraries, on GPUs and on CPUs.
//
// Shows   all ideas of matmul_ladder in one kernel, and what else it takes: copies of A and B in
//         the order that the kernel needs, work for every compute unit to the end
// Uses    several kernels in one queue, scratch buffers, clSetKernelArg, -D for sizes, the time
//         from the start of the first kernel to the end of the last
// Try     matmul_blocked -n 4096; matmul_blocked -V register_blocked -b BM=64,BN=64;
//         bench_matmul, with OpenBLAS or cuBLAS; bench_matmul --tune 60
//
// The kernels are in matmul_blocked.cl (for GPUs) and matmul_blocked_cpu.cl.  A plan says what each
// step does with the matrices (matmul_blocked/plan.h).

#include "ocl.h"

#include "matmul_blocked/plan.h"
#include "shared/product/check.h"

static const char *const VARIANTS[] = { "register_blocked", "cpu_blocked", NULL };
enum { REGISTER_BLOCKED, CPU_BLOCKED, VARIANT_COUNT };

enum { MAX_PAD_ROWS = 1 << 15 };    // work-items of matmul_pad in dimension 1

// A product with more operations takes a kernel for the other kind of device longer than two
// seconds.
static const double MAX_OPERATIONS = 1e11;

typedef struct {
    const ocl_env *env;
    ocl_report *report;
    matmul_matrices x;
    matmul_check check;
    matmul_buffers d;
} lesson;

static matmul_step *add_step(matmul_steps *s, const char *name)
{
    cl_int err;
    matmul_step *step = &s->steps[s->count++];
    step->kernel = OCL_CREATE(clCreateKernel(s->program, name, &err));
    step->range = (ocl_range_2d){ .global = { 1, 1 }, .local = { 1, 1 } };
    return step;
}

// Arguments from `first` on, which the kernel takes as int or uint.
static void set_sizes(cl_kernel kernel, cl_uint first, size_t count, const size_t *sizes)
{
    for (cl_uint i = 0; i < count; i++) {
        const cl_uint size = (cl_uint)sizes[i];
        OCL_CHECK(clSetKernelArg(kernel, first + i, sizeof size, &size));
    }
}

// Copies a matrix of rows[0] x columns[0] into one of rows[1] x columns[1], with zeros around it,
// where they differ.  Gives the matrix to multiply.
static cl_mem add_pad(matmul_steps *s, int copy, cl_mem d_from, const size_t rows[2],
                      const size_t columns[2])
{
    if (!s->d_scratch[copy]) return d_from;
    matmul_step *step = add_step(s, "matmul_pad");
    const size_t extents[] = { columns[1] / 4, rows[1] < MAX_PAD_ROWS ? rows[1] : MAX_PAD_ROWS };
    ocl_local_size_2d(step->kernel, s->env->device, (const size_t[]){ 64, 4 }, step->range.local);
    ocl_global_size_2d(extents, step->range.local, SIZE_MAX, step->range.global);
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof(cl_mem), &s->d_scratch[copy]));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &d_from));
    set_sizes(step->kernel, 2, 4, (const size_t[]){ rows[1], columns[1], rows[0], columns[0] });
    return s->d_scratch[copy];
}

// Multiplies the padded matrices: one work-group per tile of C, or per part of a tile.
static void add_product(matmul_steps *s, const matmul_plan *plan, const matmul_buffers *d)
{
    const matmul_blocking *b = &plan->blocking;
    const matmul_layout *l = &plan->layout;
    const size_t items = (size_t)(b->bm / b->tm * (b->bn / b->tn) * b->slices);
    const float alpha = 1.0f;
    matmul_step *step = add_step(s, "matmul_register_blocked");
    step->range.local[0] = items;
    step->range.global[0] = (l->whole + (l->tiles - l->whole) * l->part_count) * items;
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof d->c, &d->c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof d->a, &d->a));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof d->b, &d->b));
    set_sizes(step->kernel, 3, 4, (const size_t[]){ plan->m, plan->n, l->k, l->n });
    OCL_CHECK(clSetKernelArg(step->kernel, 7, sizeof alpha, &alpha));
    OCL_CHECK(clSetKernelArg(step->kernel, 8, sizeof(cl_mem), &s->d_scratch[MATMUL_PARTS]));
    set_sizes(step->kernel, 9, 4,
              (const size_t[]){ l->whole, l->part_count, l->first_steps, l->later_steps });
}

// Adds the parts of the last tiles: four elements per work-item.
static void add_sum_of_parts(matmul_steps *s, const matmul_plan *plan, const matmul_buffers *d)
{
    const matmul_layout *l = &plan->layout;
    const size_t tile = (size_t)(plan->blocking.bm * plan->blocking.bn);
    matmul_step *step = add_step(s, "matmul_add_parts");
    step->range.local[0] = ocl_local_size(step->kernel, s->env->device, 256);
    step->range.global[0] = ocl_round_up((l->tiles - l->whole) * tile / 4, step->range.local[0]);
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof d->c, &d->c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &s->d_scratch[MATMUL_PARTS]));
    set_sizes(step->kernel, 2, 4, (const size_t[]){ plan->m, plan->n, l->whole, l->part_count });
}

// For CPUs: one work-item per core.  It packs its share of A, and all of B, while it multiplies.
static void add_cpu_product(matmul_steps *s, const matmul_plan *plan, const matmul_buffers *d)
{
    const matmul_layout *l = &plan->layout;
    matmul_step *step = add_step(s, "matmul_cpu_blocked");
    step->range.global[0] = l->items;
    OCL_CHECK(clSetKernelArg(step->kernel, 0, sizeof d->c, &d->c));
    OCL_CHECK(clSetKernelArg(step->kernel, 1, sizeof(cl_mem), &s->d_scratch[MATMUL_COPY_A]));
    OCL_CHECK(clSetKernelArg(step->kernel, 2, sizeof(cl_mem), &s->d_scratch[MATMUL_COPY_B]));
    OCL_CHECK(clSetKernelArg(step->kernel, 3, sizeof d->a, &d->a));
    OCL_CHECK(clSetKernelArg(step->kernel, 4, sizeof d->b, &d->b));
    set_sizes(step->kernel, 5, 6,
              (const size_t[]){ plan->m, plan->n, plan->k, l->panels, l->packed, l->depth });
}

// Pad A and B, multiply, add the parts of the last tiles; or all in one kernel on a CPU.
matmul_steps matmul_make_steps(const ocl_env *env, const matmul_plan *plan, const matmul_buffers *d)
{
    const matmul_layout *l = &plan->layout;
    matmul_steps s = { .env = env, .program = matmul_build_plan(env, plan) };
    for (int i = 0; i < MATMUL_SCRATCH; i++) {
        const size_t bytes = l->floats[i] * sizeof(float);
        if (bytes) s.d_scratch[i] = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
        if (bytes && i == MATMUL_PARTS) ocl_poison_run(env->queue, s.d_scratch[i], bytes, 0);
    }
    if (plan->blocking.cpu) {
        add_cpu_product(&s, plan, d);
        return s;
    }
    const size_t m[] = { plan->m, l->m }, n[] = { plan->n, l->n }, k[] = { plan->k, l->k };
    matmul_buffers padded = { .c = d->c };
    padded.a = add_pad(&s, MATMUL_COPY_A, d->a, m, k);
    padded.b = add_pad(&s, MATMUL_COPY_B, d->b, k, n);
    add_product(&s, plan, &padded);
    if (l->part_count > 1) add_sum_of_parts(&s, plan, d);
    return s;
}

static bool wants(const lesson *l, int variant)
{
    const char *name = VARIANTS[variant];
    if (variant == REGISTER_BLOCKED) return ocl_wants_for_gpus(l->env, l->report, name);
    return ocl_wants(l->env->options, name);
}

// Whether the plan for this variant can and should be carried out.  A note says which sizes it has,
// or why it is left out.
static bool make_plan(matmul_plan *plan, const lesson *l, int v, const char *given)
{
    const ocl_env *env = l->env;
    const char *variant = VARIANTS[v];
    const size_t mnk[] = { l->x.m, l->x.n, l->x.k };
    *plan = (matmul_plan){ .variant = variant, .m = mnk[0], .n = mnk[1], .k = mnk[2] };
    plan->blocking = matmul_default_blocking(env->device, v == CPU_BLOCKED, mnk);
    plan->blocking.given = given != NULL;
    ocl_message why;
    if (given && !matmul_blocking_parse(&plan->blocking, given, &why))
        ocl_exit(OCL_EXIT_USAGE, "--blocking: %s", why.text);

    const bool forced = !ocl_wants(env->options, "all");
    int status = matmul_plan_make(plan, env->device, &why);
    if (status != OCL_EXIT_PASS && forced) ocl_exit(status, "%s: %s", variant, why.text);
    const bool is_slow =
        plan->blocking.cpu != ocl_is_cpu(env->device) && matmul_operations(&l->x) > MAX_OPERATIONS;
    if (status == OCL_EXIT_PASS && !forced && is_slow) {
        ocl_refuse(&why, "it is for %ss and would take long here (-V %s runs it)",
                   plan->blocking.cpu ? "CPU" : "GPU", variant);
        status = OCL_EXIT_SKIP;
    }
    if (status != OCL_EXIT_PASS) {
        ocl_report_note(l->report, "%s is left out: %s", variant, why.text);
        return false;
    }
    char sizes[MATMUL_TEXT];
    matmul_blocking_text(&plan->blocking, sizes);
    ocl_report_note(l->report, "%s: %s", variant, sizes);
    return true;
}

static void run_plan(const lesson *l, const matmul_plan *plan)
{
    const cl_command_queue queue = l->env->queue;
    matmul_steps steps = matmul_make_steps(l->env, plan, &l->d);
    ocl_trial t = ocl_trial_open(l->env, plan->variant, l->d.c, l->x.c_bytes);
    for (int i = 0; i < MATMUL_SCRATCH; i++)
        if (steps.d_scratch[i])
            ocl_trial_scratch(&t, steps.d_scratch[i], plan->layout.floats[i] * sizeof(float));
    while (ocl_trial_next(&t))
        matmul_enqueue_steps(&steps, &t.first, &t.done);
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d.c, CL_TRUE, 0, l->x.c_bytes, l->x.c, 0, NULL, NULL));
    matmul_release_steps(&steps);

    const ocl_work work = { .amount = matmul_operations(&l->x),
                            .unit = "GFLOP/s",
                            .limit = l->env->limits.fma_gflops };
    ocl_trial_report(&t, l->report, &work, matmul_check_product(&l->check, plan->variant, l->x.c));
}

int main(int argc, char **argv)
{
    const char *blocking = NULL;
    size_t method = MATMUL_AUTO;
    const ocl_option own[] = {
        { .usage = "-b, --blocking LIST: sizes for --variant's kernel: BM=64,BN=64",
          .text = &blocking },
        { .usage = "--check NAME: how the answer is checked",
          .choice = &method,
          .choices = MATMUL_METHODS },
        { 0 },
    };
    const ocl_about about = { .name = "matmul_blocked",
                              .summary =
                                  "Multiplies two matrices, C = A B, as fast as the device can.",
                              .accepts = "dnrVks",
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    const bool all = ocl_wants(&opt, "all");
    if (opt.kernel && all)
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    if (blocking && all) ocl_exit(OCL_EXIT_USAGE, "--blocking needs --variant");

    ocl_env env = ocl_open(&opt);
    ocl_pace pace = ocl_pace_open(&env);
    matmul_fit_default_size(&env, &opt);
    lesson l = { .env = &env, .report = ocl_report_open(&opt, env.device) };
    l.x = matmul_matrices_open(&env, opt.n);
    l.check = matmul_check_open((matmul_method)method, &l.x, opt.seed + 2);
    matmul_check_report(&l.check, l.report);
    l.d = (matmul_buffers){ .c = ocl_buffer(&env, CL_MEM_READ_WRITE, l.x.c_bytes, NULL),
                            .a = ocl_buffer(&env, CL_MEM_READ_ONLY, l.x.a_bytes, l.x.a),
                            .b = ocl_buffer(&env, CL_MEM_READ_ONLY, l.x.b_bytes, l.x.b) };

    matmul_plan plans[VARIANT_COUNT];
    size_t count = 0;
    for (int v = 0; v < VARIANT_COUNT; v++)
        if (wants(&l, v) && make_plan(&plans[count], &l, v, blocking)) count++;

    // These kernels come near the limit.
    const double least_ns = 2.0 * matmul_operations(&l.x) / env.limits.fma_gflops;
    for (size_t i = 0; i < count; i++)
        if (ocl_pace_allows(&pace, l.report, plans[i].variant, least_ns)) run_plan(&l, &plans[i]);

    OCL_CHECK(clReleaseMemObject(l.d.b));
    OCL_CHECK(clReleaseMemObject(l.d.a));
    OCL_CHECK(clReleaseMemObject(l.d.c));
    matmul_check_close(&l.check);
    matmul_matrices_close(&l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
