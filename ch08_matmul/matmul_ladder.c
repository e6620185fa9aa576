// SPDX-License-Identifier: MIT
//
// matmul_ladder - C = A B: from the simplest kernel to blocks of C in registers, one idea per rung.
//
// Shows   how to load the same data less often and from nearer memory; a ladder for GPUs
//         (matmul_ladder.cl) and one for CPUs (matmul_ladder_cpu.cl), because they climb by
//         different ideas
// Uses    local and private memory, vectors, work-group sizes, clSetKernelArg, -D for the sizes of
//         tiles, events for times
// Try     matmul_ladder -n 1000x777x1031; matmul_ladder -n 1024 -o rungs.png;
//         matmul_ladder -V cpu_block; matmul_ladder -V all: both ladders;
//         matmul_ladder -d cpu, then matmul_ladder -d gpu

#include "ocl.h"

#include "matmul_ladder/sizes.h"
#include "shared/product/check.h"
#include "shared/product/rates.h"

// naive belongs to both ladders.
static const char *const RUNGS[] = {
    "naive",     "coalesced_row", "vector4",        "local_a",  "local_a_coalesced", "tiled",
    "more_work", "wider_loads",   "register_block", "prefetch", "cpu_vectors",       "cpu_rows",
    "cpu_block", "cpu_packed",    "cpu_prefetch",   NULL
};
enum { NAIVE, COALESCED_ROW, VECTOR4, LOCAL_A, LOCAL_A_COALESCED, TILED };
enum { MORE_WORK = TILED + 1, WIDER_LOADS, REGISTER_BLOCK, PREFETCH };
enum { CPU_VECTORS = PREFETCH + 1, CPU_ROWS, CPU_BLOCK, CPU_PACKED, CPU_PREFETCH, RUNG_COUNT };

// A work-group on a CPU: so many work-items below each other.
enum { CPU_ITEMS = 8 };

typedef struct {
    const ocl_env *env;
    ocl_pace pace;
    ocl_report *report;
    matmul_matrices x;
    matmul_check check;
    cl_mem d_c, d_a, d_b;
    cl_program program, cpu_program;    // NULL: not needed so far
    size_t shrink;                      // of the sides of tiles and their work-groups
    matmul_cpu_sizes cpu;

    // For cpu_packed and cpu_prefetch, if there is room.
    cl_mem d_panels;
    size_t panel_bytes;
    cl_kernel pack;
    ocl_range_2d pack_range;
} lesson;

static bool is_for_cpus(size_t rung)
{
    return rung >= CPU_VECTORS;
}

// Without --variant a device runs its own ladder.
static bool is_wanted(const lesson *l, size_t rung)
{
    const ocl_options *options = l->env->options;
    if (options->variant) return ocl_wants(options, RUNGS[rung]);
    return rung == NAIVE || is_for_cpus(rung) == ocl_is_cpu(l->env->device);
}

// The program that holds a rung's kernel.  It is built when the first of its rungs needs it.
static cl_program program_of(lesson *l, size_t rung)
{
    if (is_for_cpus(rung)) {
        if (!l->cpu_program) l->cpu_program = matmul_build_cpu(l->env, &l->cpu);
        return l->cpu_program;
    }
    const bool only_naive = rung == NAIVE && !is_wanted(l, COALESCED_ROW);
    if (!l->program) l->program = matmul_build(l->env, l->shrink, l->x.n, l->x.k, only_naive);
    return l->program;
}

static cl_kernel make_kernel(lesson *l, size_t rung)
{
    char name[64];
    snprintf(name, sizeof name, "matmul_%s", RUNGS[rung]);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program_of(l, rung), name, &err));
    const cl_mem d_b = rung >= CPU_PACKED ? l->d_panels : l->d_b;
    const cl_uint m = (cl_uint)l->x.m, n = (cl_uint)l->x.n, k = (cl_uint)l->x.k;
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_c, &l->d_c));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_a, &l->d_a));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_b, &d_b));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof m, &m));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof k, &k));
    return kernel;
}

// How a rung divides C, in the order of the NDRange's dimensions.
typedef struct {
    size_t each[2];     // elements of C per work-item
    size_t items[2];    // work-items per work-group
} shape;

// On a GPU dimension 0 goes along the rows of C, on a CPU down.  The sides of tiles, and those of
// their work-groups, shrink on a device with small work-groups.
static shape shape_of(const lesson *l, size_t rung)
{
    const size_t width = l->cpu.width, rows = l->cpu.rows, shrink = l->shrink;
    const size_t tile = TILE / shrink, side = SIDE / shrink, block = BLOCK / shrink;
    switch (rung) {
    case COALESCED_ROW:
        return (shape){ { COLUMNS, 1 }, { 256, 1 } };
    case VECTOR4:
        return (shape){ { 4, 1 }, { 256, 1 } };
    case TILED:
        return (shape){ { 1, 1 }, { tile, tile } };
    case MORE_WORK:
    case WIDER_LOADS:
        return (shape){ { 1, WORK }, { side, side / WORK } };
    case REGISTER_BLOCK:
    case PREFETCH:
        return (shape){ { EACH, EACH }, { block / EACH, block / EACH } };
    case CPU_VECTORS:
        return (shape){ { 1, width }, { CPU_ITEMS, 1 } };
    case CPU_ROWS:
        return (shape){ { rows, width }, { CPU_ITEMS, 1 } };
    case CPU_BLOCK:
    case CPU_PACKED:
    case CPU_PREFETCH:
        return (shape){ { rows, 2 * width }, { CPU_ITEMS, 1 } };
    default:
        return (shape){ { 1, 1 }, { 256, 1 } };
    }
}

// The smallest power of two that is at least n.
static size_t power_of_two(size_t n)
{
    size_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

// The NDRange that covers C.  False when the kernel has tiles, which need their whole work-group,
// and the device cannot run it.
static bool choose_range(const lesson *l, size_t rung, cl_kernel kernel, ocl_range_2d *range)
{
    const bool has_tiles = rung >= TILED && rung <= PREFETCH;
    const shape s = shape_of(l, rung);
    const size_t across = is_for_cpus(rung) ? l->x.m : l->x.n;    // in dimension 0
    const size_t down = is_for_cpus(rung) ? l->x.n : l->x.m;
    const size_t extents[] = { ocl_divide_up(across, s.each[0]), ocl_divide_up(down, s.each[1]) };

    // A small C needs no large work-groups: with one column, 255 of 256 work-items would do
    // nothing.
    size_t wanted[] = { s.items[0], s.items[1] };
    if (!has_tiles) wanted[0] = ocl_smaller(wanted[0], power_of_two(extents[0]));

    ocl_local_size_2d(kernel, l->env->device, wanted, range->local);
    ocl_global_size_2d(extents, range->local, SIZE_MAX, range->global);
    return !has_tiles || memcmp(range->local, wanted, sizeof wanted) == 0;
}

// Makes room for the panels, and the kernel that copies B into them.
static void prepare_panels(lesson *l)
{
    const size_t columns = 2 * l->cpu.width, panels = ocl_divide_up(l->x.n, columns);
    const size_t floats = panels * columns * l->x.k;
    const size_t mnk[] = { l->x.m, l->x.n, l->x.k };
    if (!matmul_has_room(l->env->device, mnk, &floats, 1)) return;
    l->panel_bytes = floats * sizeof(float);
    l->d_panels = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->panel_bytes, NULL);

    cl_int err;
    const cl_uint n = (cl_uint)l->x.n, k = (cl_uint)l->x.k;
    l->pack = OCL_CREATE(clCreateKernel(program_of(l, CPU_PACKED), "matmul_cpu_pack", &err));
    OCL_CHECK(clSetKernelArg(l->pack, 0, sizeof l->d_panels, &l->d_panels));
    OCL_CHECK(clSetKernelArg(l->pack, 1, sizeof l->d_b, &l->d_b));
    OCL_CHECK(clSetKernelArg(l->pack, 2, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(l->pack, 3, sizeof k, &k));
    const size_t extents[] = { k, panels }, wanted[] = { 64, 1 };
    ocl_local_size_2d(l->pack, l->env->device, wanted, l->pack_range.local);
    ocl_global_size_2d(extents, l->pack_range.local, SIZE_MAX, l->pack_range.global);
}

// Launches a kernel, to warm up and then for its time; reads and verifies the last answer.  The
// copy of B into panels is part of the time.
static void run_kernel(const lesson *l, size_t rung, cl_kernel kernel, const ocl_range_2d *range)
{
    const cl_command_queue queue = l->env->queue;
    const bool packs = rung >= CPU_PACKED;
    ocl_trial t = ocl_trial_open(l->env, RUNGS[rung], l->d_c, l->x.c_bytes);
    if (packs) ocl_trial_scratch(&t, l->d_panels, l->panel_bytes);
    while (ocl_trial_next(&t)) {
        if (packs) ocl_enqueue_2d(queue, l->pack, &l->pack_range, &t.first, NULL);
        ocl_enqueue_2d(queue, kernel, range, packs ? NULL : &t.first, &t.done);
    }
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_c, CL_TRUE, 0, l->x.c_bytes, l->x.c, 0, NULL, NULL));
    const ocl_work work = { .amount = matmul_operations(&l->x),
                            .unit = "GFLOP/s",
                            .limit = l->env->limits.fma_gflops };
    ocl_trial_report(&t, l->report, &work, matmul_check_product(&l->check, RUNGS[rung], l->x.c));
}

static void leave_out(const lesson *l, size_t rung, int status, const char *why)
{
    if (!ocl_wants(l->env->options, "all")) ocl_exit(status, "%s: %s", RUNGS[rung], why);
    ocl_report_note(l->report, "%s is left out: %s", RUNGS[rung], why);
}

static void run_rung(lesson *l, size_t rung)
{
    if (rung >= CPU_PACKED && !l->d_panels) prepare_panels(l);
    if (rung >= CPU_PACKED && !l->d_panels) {
        leave_out(l, rung, OCL_EXIT_USAGE, "there is no room for the panels of B");
        return;
    }
    cl_kernel kernel = make_kernel(l, rung);
    ocl_range_2d range;
    if (!choose_range(l, rung, kernel, &range))
        leave_out(l, rung, OCL_EXIT_SKIP, "work-groups here are too small");
    else if (ocl_pace_allows(&l->pace, l->report, RUNGS[rung],
                             ocl_pace_estimate(&l->pace, kernel, &range)))
        run_kernel(l, rung, kernel, &range);
    OCL_CHECK(clReleaseKernel(kernel));
}

int main(int argc, char **argv)
{
    size_t method = MATMUL_AUTO;
    const ocl_option own[] = { { .usage = "--check NAME: how the answer is checked",
                                 .choice = &method,
                                 .choices = MATMUL_METHODS },
                               { 0 } };
    const ocl_about about = {
        .name = "matmul_ladder",
        .summary = "Multiplies two matrices, C = A B, with one kernel after another: a ladder for "
                   "GPUs and one for CPUs.",
        .accepts = "dnorVks",
        .writes = OCL_CHART_FILE,
        .size_help = "rows of C, columns of C, columns of A",
        .extents = 3,
        .variants = RUNGS,
        .own = own
    };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    if (opt.kernel && ocl_wants(&opt, "all"))
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the kernels are in two files");
    ocl_env env = ocl_open(&opt);
    matmul_fit_default_size(&env, &opt);

    lesson l = { .env = &env, .pace = ocl_pace_open(&env) };
    l.report = ocl_report_open(&opt, env.device);
    l.x = matmul_matrices_open(&env, opt.n);
    l.check = matmul_check_open((matmul_method)method, &l.x, opt.seed + 2);
    matmul_check_report(&l.check, l.report);

    l.d_c = ocl_buffer(&env, CL_MEM_READ_WRITE, l.x.c_bytes, NULL);
    l.d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, l.x.a_bytes, l.x.a);
    l.d_b = ocl_buffer(&env, CL_MEM_READ_ONLY, l.x.b_room, l.x.b);
    l.shrink = matmul_shrink(env.device);
    l.cpu = matmul_choose_cpu_sizes(env.device);

    for (size_t rung = 0; rung < RUNG_COUNT; rung++)
        if (is_wanted(&l, rung)) l.pace.last = RUNGS[rung];
    for (size_t rung = 0; rung < RUNG_COUNT; rung++)
        if (is_wanted(&l, rung)) run_rung(&l, rung);
    if (!opt.variant)
        ocl_report_note(l.report, "this is the ladder for %s; -V all also runs that for %s",
                        ocl_is_cpu(env.device) ? "CPUs" : "GPUs",
                        ocl_is_cpu(env.device) ? "GPUs" : "CPUs");
    if (opt.output) matmul_draw_rates(l.report, env.limits.fma_gflops, opt.output);

    if (l.d_panels) {
        OCL_CHECK(clReleaseKernel(l.pack));
        OCL_CHECK(clReleaseMemObject(l.d_panels));
    }
    if (l.cpu_program) OCL_CHECK(clReleaseProgram(l.cpu_program));
    if (l.program) OCL_CHECK(clReleaseProgram(l.program));
    OCL_CHECK(clReleaseMemObject(l.d_b));
    OCL_CHECK(clReleaseMemObject(l.d_a));
    OCL_CHECK(clReleaseMemObject(l.d_c));
    matmul_check_close(&l.check);
    matmul_matrices_close(&l.x);
    ocl_close(&env);
    return ocl_report_close(l.report);
}
