// SPDX-License-Identifier: MIT
//
// all_pairs - how far is it from each town to every other one?  Floyd and Warshall, in tiles.
//
// Shows   a method of n steps, where each needs the one before; tiles that make it a product of
//         matrices, with + for * and min for +
// Uses    clCreateKernel, clSetKernelArg, clEnqueueCopyBuffer, clEnqueueNDRangeKernel,
//         reqd_work_group_size
// Try     all_pairs -n 6, all_pairs -n 2000 -V tiles, all_pairs --tile 32

#include "ocl.h"

enum { MOST = 8192, SHOWN = 12, ROADS = 4, LONGEST = 99 };
enum { FAR = 1 << 29 };    // no way: twice this is still an int

enum { PLAIN, TILES, REGISTERS };
static const char *const VARIANTS[] = { "plain", "tiles", "registers", NULL };

typedef struct {
    const ocl_env *env;
    size_t n, stride;    // towns; with those that fill the last tile
    size_t tile, width, local;
    cl_program program, registers;
    cl_mem d_roads, d_distance;
    cl_kernel plain, diagonal, cross, rest;
    cl_kernel first, strips, rest_and_next;    // of registers, where work-groups are large enough
} lesson;

// A town has a few roads, each to any town and in one direction.
static void make_roads(int32_t *distance, size_t n, size_t stride, uint64_t seed)
{
    for (size_t i = 0; i < stride * stride; i++)
        distance[i] = i / stride == i % stride ? 0 : FAR;
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < ROADS; r++) {
            const uint64_t random = ocl_random(seed, ROADS * i + r);
            const int32_t length = (int32_t)(1 + (random >> 32) % LONGEST);
            int32_t *way = &distance[i * stride + (random & 0xffffffff) % n];
            if (length < *way) *way = length;
        }
}

// The answer in plain C.  After step k, the ways go through the towns 0 to k.
static void all_pairs_ref(int32_t *distance, size_t n, size_t stride)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const int32_t through = distance[i * stride + k] + distance[k * stride + j];
                if (through < distance[i * stride + j]) distance[i * stride + j] = through;
            }
}

static void show(ocl_report *report, const int32_t *distance, size_t n, size_t stride)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const int32_t way = distance[i * stride + j];
            const char *end = j + 1 < n ? "" : "\n";
            if (way < FAR)
                ocl_report_print(report, "%5d%s", way, end);
            else
                ocl_report_print(report, "    -%s", end);
        }
}

static void open_tiles(lesson *l)
{
    l->program =
        ocl_build(l->env, "all_pairs.cl", "-cl-std=CL1.2 -DTILE=%zu -DWIDTH=%zu -DLOCAL=%zu",
                  l->tile, l->width, l->local);
    cl_int err;
    l->plain = OCL_CREATE(clCreateKernel(l->program, "all_pairs_plain", &err));
    l->diagonal = OCL_CREATE(clCreateKernel(l->program, "all_pairs_diagonal", &err));
    l->cross = OCL_CREATE(clCreateKernel(l->program, "all_pairs_cross", &err));
    l->rest = OCL_CREATE(clCreateKernel(l->program, "all_pairs_rest", &err));
}

static void open_registers(lesson *l)
{
    l->registers = ocl_build(l->env, "all_pairs_registers.cl", "-cl-std=CL1.2 -DTILE=%zu", l->tile);
    cl_int err;
    l->first = OCL_CREATE(clCreateKernel(l->registers, "all_pairs_first", &err));
    l->strips = OCL_CREATE(clCreateKernel(l->registers, "all_pairs_strips", &err));
    l->rest_and_next = OCL_CREATE(clCreateKernel(l->registers, "all_pairs_rest_and_next", &err));
}

// A CPU wants one work-item with wide vectors.  A GPU has a work-item for each piece of a tile.
// wanted: work-items of tiles, 0 for what suits the device.
static lesson open_lesson(const ocl_env *env, size_t n, size_t tile, size_t wanted)
{
    const bool is_cpu = ocl_is_cpu(env->device);
    lesson l = { .env = env, .n = n, .stride = ocl_round_up(n, tile), .tile = tile };
    l.width = is_cpu ? 16 : 4;
    if (wanted == 0) wanted = is_cpu ? 1 : tile * tile / 16;
    l.local = ocl_group_size(env->device, wanted);
    if (ocl_wants(env->options, "plain") || ocl_wants(env->options, "tiles")) open_tiles(&l);
    const size_t items = tile * tile / 16;
    if (ocl_wants(env->options, "registers") && ocl_group_size(env->device, items) == items)
        open_registers(&l);
    return l;
}

static void close_lesson(const lesson *l)
{
    const cl_kernel kernels[] = { l->rest_and_next, l->strips,   l->first, l->rest,
                                  l->cross,         l->diagonal, l->plain };
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i]) OCL_CHECK(clReleaseKernel(kernels[i]));
    if (l->registers) OCL_CHECK(clReleaseProgram(l->registers));
    if (l->program) OCL_CHECK(clReleaseProgram(l->program));
}

// A launch per town.
static void launch_plain(const lesson *l, ocl_trial *t)
{
    const cl_uint n = (cl_uint)l->n, stride = (cl_uint)l->stride;
    size_t local[2];
    ocl_local_size_2d(l->plain, l->env->device, (const size_t[]){ 64, 4 }, local);
    const size_t global[2] = { ocl_round_up(n, local[0]), ocl_round_up(n, local[1]) };
    OCL_CHECK(clSetKernelArg(l->plain, 0, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(l->plain, 2, sizeof stride, &stride));
    OCL_CHECK(clSetKernelArg(l->plain, 3, sizeof n, &n));
    for (cl_uint k = 0; k < n; k++) {
        cl_event *event = k == n - 1 ? &t->done : k == 0 ? &t->first : NULL;
        OCL_CHECK(clSetKernelArg(l->plain, 1, sizeof k, &k));
        OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, l->plain, 2, NULL, global, local, 0, NULL,
                                         event));
    }
}

// Three launches for `tile` towns.
static void launch_tiles(const lesson *l, ocl_trial *t)
{
    const cl_uint stride = (cl_uint)l->stride, tiles = (cl_uint)(l->stride / l->tile);
    const cl_kernel kernels[] = { l->diagonal, l->cross, l->rest };
    const size_t groups[3][2] = { { 1, 1 }, { tiles, 2 }, { tiles, tiles } };
    const size_t local[2] = { l->local, 1 };
    for (int step = 0; step < 3; step++) {
        OCL_CHECK(clSetKernelArg(kernels[step], 0, sizeof l->d_distance, &l->d_distance));
        OCL_CHECK(clSetKernelArg(kernels[step], 2, sizeof stride, &stride));
    }
    for (cl_uint k = 0; k < tiles; k++)
        for (int step = 0; step < 3; step++) {
            const size_t global[2] = { groups[step][0] * l->local, groups[step][1] };
            cl_event *event = k == tiles - 1 && step == 2 ? &t->done
                              : k == 0 && step == 0       ? &t->first
                                                          : NULL;
            OCL_CHECK(clSetKernelArg(kernels[step], 1, sizeof k, &k));
            OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernels[step], 2, NULL, global, local,
                                             0, NULL, event));
        }
}

static void enqueue(const lesson *l, cl_kernel kernel, cl_uint k, const size_t groups[2],
                    size_t items, cl_event *event)
{
    const cl_uint stride = (cl_uint)l->stride;
    const size_t global[2] = { groups[0] * items, groups[1] }, local[2] = { items, 1 };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof k, &k));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof stride, &stride));
    OCL_CHECK(
        clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, event));
}

// Two launches for `tile` towns: the second one makes the next tile in the diagonal, too.
static void launch_registers(const lesson *l, ocl_trial *t)
{
    const size_t tiles = l->stride / l->tile, items = l->tile * l->tile / 16;
    enqueue(l, l->first, 0, (const size_t[]){ 1, 1 }, items, &t->first);
    for (cl_uint k = 0; k < tiles; k++) {
        enqueue(l, l->strips, k, (const size_t[]){ 4 * tiles, 2 }, items / 4, NULL);
        enqueue(l, l->rest_and_next, k, (const size_t[]){ tiles * tiles, 1 }, items,
                k == tiles - 1 ? &t->done : NULL);
    }
}

// Begins with the roads.  This copy is not timed.
static void launch_all(const lesson *l, int variant, ocl_trial *t)
{
    OCL_CHECK(clEnqueueCopyBuffer(l->env->queue, l->d_roads, l->d_distance, 0, 0,
                                  l->stride * l->stride * sizeof(cl_int), 0, NULL, NULL));
    if (variant == PLAIN)
        launch_plain(l, t);
    else if (variant == TILES)
        launch_tiles(l, t);
    else
        launch_registers(l, t);
}

int main(int argc, char **argv)
{
    // Options.
    size_t tile = 64, wanted = 0;
    const ocl_option own[] = {
        { .usage = "-t, --tile N: 16, 32 or 64 towns at a time", .count = &tile },
        { .usage = "-g, --local N: work-items of tiles, at most", .count = &wanted, .most = 4096 },
        { .usage = NULL }
    };
    const ocl_about about = { .name = "all_pairs",
                              .summary = "How far is it from each town to every other one?",
                              .accepts = "dnrVks",
                              .size_help = "towns; the table of a few is shown",
                              .extents = 1,
                              .most = MOST,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 509 }, .repeat = 5, .seed = 1 });
    if (tile != 16 && tile != 32 && tile != 64) ocl_exit(OCL_EXIT_USAGE, "--tile: 16, 32 or 64");

    // Device, roads, reference.
    ocl_env env = ocl_open(&opt);
    while (2 * (tile + 16) * tile * sizeof(cl_int) >
           ocl_device_number(env.device, CL_DEVICE_LOCAL_MEM_SIZE))
        tile /= 2;    // two tiles fit into local memory
    const size_t n = opt.n[0], stride = ocl_round_up(n, tile);
    const size_t bytes = stride * stride * sizeof(int32_t);
    ocl_require_memory(env.device, (double)bytes, 2.0 * (double)bytes, 3.0 * (double)bytes);
    int32_t *roads = ocl_alloc(bytes), *distance = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    make_roads(roads, n, stride, opt.seed);
    memcpy(ref, roads, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "towns", n);
    ocl_report_count(report, "tile", tile);
    OCL_TIME_REFERENCE(report, all_pairs_ref(ref, n, stride));

    // Program and buffers.
    lesson l = open_lesson(&env, n, tile, wanted);
    l.d_roads = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, roads);
    l.d_distance = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);

    // The rungs.  A step is an addition and a minimum.  The measured limit counts two operations
    // for one instruction (fma), and these are two instructions: half of it can be had.
    const ocl_work work = { .amount = 2.0 * (double)n * (double)n * (double)n,
                            .unit = "GOP/s",
                            .limit = env.limits.fma_gflops / 2.0 };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        if (v == REGISTERS && !l.registers) {
            if (!ocl_wants(&opt, "all"))
                ocl_exit(OCL_EXIT_SKIP, "registers: work-groups here are too small");
            ocl_report_note(report, "registers is left out: work-groups here are too small");
            continue;
        }
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_distance, bytes);
        while (ocl_trial_next(&t))
            launch_all(&l, v, &t);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_distance, CL_TRUE, 0, bytes, distance, 0, NULL,
                                      NULL));
        ocl_trial_report(&t, report, &work, ocl_verify_bytes(VARIANTS[v], distance, ref, bytes));
    }
    if (n <= SHOWN) show(report, distance, n, stride);

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(l.d_distance));
    OCL_CHECK(clReleaseMemObject(l.d_roads));
    close_lesson(&l);
    ocl_close(&env);
    free(ref);
    free(distance);
    free(roads);
    return ocl_report_close(report);
}
