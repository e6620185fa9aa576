// SPDX-License-Identifier: MIT
//
// particles_bands - discs in a box, faster on a CPU: a grid that keeps its discs beside each other.
//
// Shows   fewer launches with more work each; a copy in the order in which it is read, which also
//         lets a disc move while others look at where it was
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueCopyBuffer,
//         clWaitForEvents, clEnqueueReadBuffer, reqd_work_group_size
// Try     particles_bands, particles_bands -n 8K -t 10

#include "ocl.h"

#include "shared/discs.h"

enum { KERNELS = 5, GROUP = 64 };    // of a step of plain; its work-items, at most
enum { COUNT, SCAN, PLACE, COLLIDE, MOVE };

enum { PLAIN, BANDS };
static const char *const VARIANTS[] = { "plain", "bands", NULL };

typedef struct {
    const ocl_env *env;
    size_t n, cells, steps;    // cells of the whole grid
    size_t band, bands;        // discs of a work-item; work-items
    cl_program plain, program;
    cl_kernel kernels[KERNELS], make_grid, collide_and_move;
    cl_mem d_at_first, d_velocity_first, d_none;            // to begin with; no disc is counted
    cl_mem d_at, d_velocity, d_force;                       // the answer
    cl_mem d_number, d_counts, d_first, d_order, d_near;    // the grid
} lesson;

// A kernel whose arguments are buffers, then numbers: n, which is unsigned, and others.
static cl_kernel kernel_of(cl_program program, const char *name, size_t count,
                           const cl_mem buffers[], size_t n, size_t more, const cl_int numbers[])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
    OCL_CHECK(clSetKernelArg(kernel, (cl_uint)count, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    for (cl_uint k = 0; k < more; k++)
        OCL_CHECK(clSetKernelArg(kernel, (cl_uint)count + 1 + k, sizeof(cl_int), &numbers[k]));
    return kernel;
}

// A few bands for each core: one for each would wait for the slowest.
static lesson open_lesson(const ocl_env *env, const discs *d, size_t steps)
{
    const size_t cores = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t n = d->n, pairs = n * sizeof(cl_int2), words = n * sizeof(cl_uint);
    lesson l = { .env = env, .n = n, .steps = steps };
    l.cells = (size_t)d->cells * (size_t)d->cells;
    l.band = ocl_divide_up(n, 4 * cores);
    l.bands = ocl_divide_up(n, l.band);
    cl_uint *none = ocl_alloc((l.cells + 2) * sizeof *none);
    memset(none, 0, (l.cells + 2) * sizeof *none);
    l.d_at_first = ocl_buffer(env, CL_MEM_READ_ONLY, pairs, d->at);
    l.d_velocity_first = ocl_buffer(env, CL_MEM_READ_ONLY, pairs, d->velocity);
    l.d_none = ocl_buffer(env, CL_MEM_READ_ONLY, l.cells * sizeof *none, none);
    l.d_at = ocl_buffer(env, CL_MEM_READ_WRITE, pairs, NULL);
    l.d_velocity = ocl_buffer(env, CL_MEM_READ_WRITE, pairs, NULL);
    l.d_force = ocl_buffer(env, CL_MEM_READ_WRITE, pairs, NULL);
    l.d_number = ocl_buffer(env, CL_MEM_READ_WRITE, words, NULL);
    l.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, l.cells * sizeof *none, NULL);
    l.d_first = ocl_buffer(env, CL_MEM_READ_WRITE, (l.cells + 2) * sizeof *none, NULL);
    l.d_order = ocl_buffer(env, CL_MEM_READ_WRITE, words, NULL);
    l.d_near = ocl_buffer(env, CL_MEM_READ_WRITE, pairs, NULL);
    free(none);

    // --kernel names another particles_bands.cl, not another particles.cl.
    l.program = ocl_build(env, "particles_bands.cl", "-cl-std=CL1.2");
    ocl_options no_kernel = *env->options;
    no_kernel.kernel = NULL;
    ocl_env others = *env;
    others.options = &no_kernel;
    l.plain = ocl_build(&others, "particles.cl", "-cl-std=CL1.2");
    const cl_mem count[] = { l.d_counts, l.d_number, l.d_at }, scan[] = { l.d_first, l.d_counts },
                 place[] = { l.d_order, l.d_first, l.d_number, l.d_at },
                 collide[] = { l.d_force, l.d_at, l.d_order, l.d_first },
                 move[] = { l.d_at, l.d_velocity, l.d_force },
                 grid[] = { l.d_first, l.d_order, l.d_near, l.d_at },
                 both[] = { l.d_at, l.d_velocity, l.d_force, l.d_first, l.d_order, l.d_near };
    const cl_int numbers[] = { d->cells, d->side, (cl_int)l.band };
    l.kernels[COUNT] = kernel_of(l.plain, "count", 3, count, n, 1, numbers);
    l.kernels[SCAN] = kernel_of(l.plain, "scan", 2, scan, l.cells, 0, numbers);
    l.kernels[PLACE] = kernel_of(l.plain, "place", 4, place, n, 1, numbers);
    l.kernels[COLLIDE] = kernel_of(l.plain, "collide", 4, collide, n, 1, numbers);
    l.kernels[MOVE] = kernel_of(l.plain, "move", 3, move, 2 * n, 1, &numbers[1]);
    l.make_grid = kernel_of(l.program, "make_grid", 4, grid, n, 1, numbers);
    l.collide_and_move = kernel_of(l.program, "collide_and_move", 6, both, n, 3, numbers);
    return l;
}

static void close_lesson(const lesson *l)
{
    const cl_mem buffers[] = { l->d_near,   l->d_order,          l->d_first,    l->d_counts,
                               l->d_number, l->d_force,          l->d_velocity, l->d_at,
                               l->d_none,   l->d_velocity_first, l->d_at_first };
    OCL_CHECK(clReleaseKernel(l->collide_and_move));
    OCL_CHECK(clReleaseKernel(l->make_grid));
    for (int k = KERNELS - 1; k >= 0; k--)
        OCL_CHECK(clReleaseKernel(l->kernels[k]));
    OCL_CHECK(clReleaseProgram(l->plain));
    OCL_CHECK(clReleaseProgram(l->program));
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        OCL_CHECK(clReleaseMemObject(buffers[k]));
}

// Waits for commands, and notices one that failed.
static void finish(cl_event *done, size_t count)
{
    OCL_CHECK(clWaitForEvents((cl_uint)count, done));
    for (size_t k = 0; k < count; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
}

// The discs as they were at first.
static void begin(const lesson *l)
{
    cl_event done[3];
    const size_t pairs = l->n * sizeof(cl_int2);
    const cl_mem from[] = { l->d_at_first, l->d_velocity_first, l->d_none };
    const cl_mem to[] = { l->d_at, l->d_velocity, l->d_counts };
    const size_t bytes[] = { pairs, pairs, l->cells * sizeof(cl_uint) };
    for (int k = 0; k < 3; k++)
        OCL_CHECK(
            clEnqueueCopyBuffer(l->env->queue, from[k], to[k], 0, 0, bytes[k], 0, NULL, &done[k]));
    finish(done, 3);
}

// Five launches in each step, as in particles.
static void run_plain(const lesson *l)
{
    const size_t items[KERNELS] = { l->n, 1, l->n, l->n, 2 * l->n };
    cl_event *done = ocl_alloc(KERNELS * l->steps * sizeof *done);
    for (size_t t = 0; t < l->steps; t++)
        for (size_t k = 0; k < KERNELS; k++) {
            const size_t local = ocl_local_size(l->kernels[k], l->env->device, GROUP);
            const size_t global = ocl_round_up(items[k], local);
            OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->kernels[k], 1, NULL, &global, &local,
                                             0, NULL, &done[KERNELS * t + k]));
        }
    finish(done, KERNELS * l->steps);
    free(done);
}

// Two launches in each step: the grid, then all else.
static void run_bands(const lesson *l)
{
    const size_t one = 1;
    cl_event *done = ocl_alloc(2 * l->steps * sizeof *done);
    for (size_t t = 0; t < l->steps; t++) {
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->make_grid, 1, NULL, &one, &one, 0, NULL,
                                         &done[2 * t]));
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->collide_and_move, 1, NULL, &l->bands,
                                         &one, 0, NULL, &done[2 * t + 1]));
    }
    finish(done, 2 * l->steps);
    free(done);
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 100;
    const ocl_option own[] = {
        { .usage = "-t, --steps N: at most 10000", .count = &steps, .most = 10000 },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "particles_bands",
                              .summary = "Discs in a box, with a grid that keeps them in order.",
                              .accepts = "dnrVks",
                              .size_help = "discs",
                              .extents = 1,
                              .most = 1 << 16,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1009 }, .repeat = 10, .seed = 1 });

    // Device, discs, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], pairs = n * sizeof(cl_int2);
    ocl_require_memory(env.device, 3.0 * (double)pairs, 14.0 * (double)pairs, 10.0 * (double)pairs);
    discs d = discs_make(n, opt.seed), ref = discs_make(n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "discs", n);
    ocl_report_count(report, "steps", steps);
    OCL_TIME_REFERENCE(report, for (size_t t = 0; t < steps; t++) discs_step(&ref));
    const lesson l = open_lesson(&env, &d, steps);

    // The rungs.  All numbers are whole, so the order of a sum does not matter.
    const ocl_work work = { .amount = (double)n * (double)steps, .unit = "Mdisc/s" };
    const cl_mem answers[] = { l.d_at, l.d_velocity, l.d_force };
    cl_int2 *const hosts[] = { d.at, d.velocity, d.force };
    const cl_int2 *const wanted[] = { ref.at, ref.velocity, ref.force };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_at, pairs);
        ocl_trial_also(&t, l.d_velocity, pairs);
        ocl_trial_also(&t, l.d_force, pairs);
        ocl_trial_scratch(&t, l.d_order, n * sizeof(cl_uint));
        ocl_trial_scratch(&t, l.d_near, pairs);
        ocl_trial_scratch(&t, l.d_first, (l.cells + 2) * sizeof(cl_uint));
        while (ocl_trial_next(&t)) {
            begin(&l);
            ocl_trial_start_clock(&t);
            if (v == BANDS)
                run_bands(&l);
            else
                run_plain(&l);
        }
        ocl_result result = { .pass = true };
        for (int k = 0; k < 3; k++) {
            OCL_CHECK(clEnqueueReadBuffer(env.queue, answers[k], CL_TRUE, 0, pairs, hosts[k], 0,
                                          NULL, NULL));
            const ocl_result one = ocl_verify_bytes(VARIANTS[v], hosts[k], wanted[k], pairs);
            result = k == 0 ? one : ocl_result_both(result, one);
        }
        ocl_trial_report(&t, report, &work, result);
    }

    // Release.
    close_lesson(&l);
    ocl_close(&env);
    discs_free(&ref);
    discs_free(&d);
    return ocl_report_close(report);
}
