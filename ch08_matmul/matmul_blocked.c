// SPDX-License-Identifier: MIT
//
// matmul_blocked - C = A B as fast as the vendors' libraries, on GPUs and on CPUs.
//
// Shows   all ideas of matmul in one kernel, and what else it takes: copies of A and B in the order
//         that the kernel needs, work for every compute unit to the end, sizes found by a search
// Uses    several kernels in one queue, scratch buffers, clSetKernelArg, -D for sizes, the time
//         from the start of the first kernel to the end of the last
// Try     matmul_blocked -n 4096; matmul_blocked -V register_blocked -b BM=64,BN=64;
//         matmul_blocked -n 1024 -V tuned --tune; bench_matmul, with OpenBLAS or cuBLAS
//
// The kernels are in matmul_blocked.cl (for GPUs) and matmul_blocked_cpu.cl.  A plan says what each
// step does with the matrices (matmul_blocked/plan.h).

#include "matmul_blocked/settings.h"
#include "matmul_blocked/tune.h"
#include "shared/rates.h"

enum { MAX_PAD_ROWS = 1 << 15 };    // work-items of matmul_pad in dimension 1

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
    s->product = s->count;
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

// Programs that are slower are not kept in the cache.
static void tune(matmul_tuner *tuner, const matmul_buffers *d)
{
    ocl_options options = *tuner->env->options;
    options.no_cache = true;
    ocl_env uncached = *tuner->env;
    uncached.options = &options;
    matmul_plan plan;
    while (matmul_tuner_next(tuner, &plan)) {
        matmul_steps steps = matmul_make_steps(&uncached, &plan, d);
        matmul_tuner_judge(tuner, &plan, &steps);
    }
    matmul_tuner_close(tuner);
}

int main(int argc, char **argv)
{
    matmul_blocked_settings s = matmul_blocked_parse(argc, argv);
    ocl_env env = ocl_open(&s.options);
    ocl_pace pace = ocl_pace_open(&env);
    matmul_fit_default_size(&env, &s.options);
    ocl_report *report = ocl_report_open(&s.options, env.device);

    matmul_matrices x = matmul_matrices_open(&env, s.options.n);
    matmul_check check = matmul_check_open((matmul_method)s.method, &x, s.options.seed + 2);
    matmul_check_report(&check, report);
    const matmul_buffers d = { .c = ocl_buffer(&env, CL_MEM_READ_WRITE, x.c_bytes, NULL),
                               .a = ocl_buffer(&env, CL_MEM_READ_ONLY, x.a_bytes, x.a),
                               .b = ocl_buffer(&env, CL_MEM_READ_ONLY, x.b_bytes, x.b) };
    matmul_tuner tuner = { .env = &env,
                           .report = report,
                           .x = &x,
                           .check = &check,
                           .d_c = d.c,
                           .begin_ns = ocl_wall_ns(),
                           .seconds = (double)s.tune_seconds };
    if (s.tune) tune(&tuner, &d);

    const double limit = ocl_device_limits(&env).fma_gflops;
    matmul_plan plans[MATMUL_VARIANT_COUNT];
    const size_t count = matmul_make_plans(plans, &env, report, &x, s.blocking);
    for (size_t p = 0; p < count; p++) {
        // These kernels come near the limit.
        if (!ocl_pace_allows(&pace, report, plans[p].variant, 2.0 * matmul_operations(&x) / limit))
            continue;
        matmul_steps steps = matmul_make_steps(&env, &plans[p], &d);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; ocl_pace_again(&pace, run); run++) {
            ocl_poison_run(env.queue, d.c, x.c_bytes, run);
            cl_event first, last;
            matmul_enqueue_steps(&steps, &first, &last);
            ocl_times_take_span(&times, run, first, last);
            ocl_answers_add(&times.answers, env.queue, d.c, x.c_bytes);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d.c, CL_TRUE, 0, x.c_bytes, x.c, 0, NULL, NULL));
        matmul_release_steps(&steps);
        ocl_report_row(report,
                       &(ocl_row){ .name = plans[p].variant,
                                   .times = &times,
                                   .work = matmul_operations(&x),
                                   .unit = "GFLOP/s",
                                   .limit = limit,
                                   .result = matmul_check_product(&check, plans[p].variant, x.c) });
    }
    if (s.options.output) matmul_draw_rates(report, limit, s.options.output);
    OCL_CHECK(clReleaseMemObject(d.b));
    OCL_CHECK(clReleaseMemObject(d.a));
    OCL_CHECK(clReleaseMemObject(d.c));
    matmul_check_close(&check);
    matmul_matrices_close(&x);
    ocl_close(&env);
    return ocl_report_close(report);
}
