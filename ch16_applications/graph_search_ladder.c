// SPDX-License-Identifier: MIT
//
// graph_search_ladder - how far is each cell of a maze from the start?  A launch per level, then
// many levels per launch.
//
// Shows   what a launch costs when there is little to do in it; a work-group that loops over levels
//         with barriers, and gives back to the host what is too large for it
// Uses    clCreateKernel, clSetKernelArg, clEnqueueWriteBuffer, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer, reqd_work_group_size
// Try     graph_search_ladder, graph_search_ladder -n 4000x4000
//         graph_search_ladder --local 64 on a CPU, --local 1 on a GPU; --list 64

#include "ocl.h"

enum { WALL = -2, UNSEEN = -1 };    // else a distance
enum { MOST_SIDE = 8192 };
enum { MOST_LIST = 4096, LEVELS = 1000 };    // cells of a list, and levels per launch

static const char *const VARIANTS[] = { "plain", "levels", NULL };

// What the device tells the host: how many cells are new, and their distance.
typedef struct {
    cl_uint count, level;
} search_state;

typedef struct {
    const ocl_env *env;
    const int32_t *maze;
    size_t width, n;    // of the maze with its rim
    size_t local;       // work-items of levels
    size_t most;        // the longest list of levels
    cl_program program;
    cl_mem d_distance, d_now, d_next, d_state;
    cl_kernel plain, levels;
    search_state state;
    size_t launches;
} lesson;

// A third of the cells are walls, and so is the rim.  The start is the upper left cell; its row and
// its column are free, so that the search always has a way into the maze.
static void make_maze(int32_t *distance, size_t width, size_t height, uint64_t seed)
{
    for (size_t i = 0; i < width * height; i++) {
        const size_t x = i % width, y = i / width;
        const bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
        const bool wall = x > 1 && y > 1 && ocl_random(seed, i) % 3 == 0;
        distance[i] = rim || wall ? WALL : UNSEEN;
    }
    distance[width + 1] = 0;
}

// The answer in plain C: a queue of cells.  Those that are nearer come first.
static void graph_search_ref(int32_t *distance, uint32_t *queue, size_t width)
{
    size_t head = 0, tail = 0;
    queue[tail++] = (uint32_t)(width + 1);
    while (head < tail) {
        const size_t cell = queue[head++];
        const size_t neighbours[4] = { cell - width, cell - 1, cell + 1, cell + width };
        for (int k = 0; k < 4; k++) {
            if (distance[neighbours[k]] != UNSEEN) continue;
            distance[neighbours[k]] = distance[cell] + 1;
            queue[tail++] = (uint32_t)neighbours[k];
        }
    }
}

// Program, buffers and kernels.  levels has `wanted` work-items, 0 for what suits the device, and
// lists of at most `most` cells.
static lesson open_lesson(const ocl_env *env, const int32_t *maze, size_t width, size_t n,
                          size_t wanted, size_t most)
{
    // On a CPU one work-item needs no barriers.  Two lists must fit into local memory.
    if (wanted == 0) wanted = ocl_is_cpu(env->device) ? 1 : 1024;
    lesson l = { .env = env, .maze = maze, .width = width, .n = n, .most = most };
    l.local = ocl_group_size(env->device, wanted);
    const cl_ulong room = ocl_device_number(env->device, CL_DEVICE_LOCAL_MEM_SIZE);
    while (l.most > 1 && 2 * (l.most + 1) * sizeof(cl_uint) > room)
        l.most /= 2;
    l.program = ocl_build(env, "graph_search_ladder.cl",
                          "-cl-std=CL1.2 -DUNSEEN=%d -DLOCAL=%zu -DMOST=%zu -DLEVELS=%d",
                          (int)UNSEEN, l.local, l.most, (int)LEVELS);
    const size_t bytes = n * sizeof(cl_int);
    l.d_distance = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_now = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_next = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_state = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof l.state, NULL);
    cl_int err;
    l.plain = OCL_CREATE(clCreateKernel(l.program, "graph_search_plain", &err));
    l.levels = OCL_CREATE(clCreateKernel(l.program, "graph_search_levels", &err));
    return l;
}

static void close_lesson(const lesson *l)
{
    OCL_CHECK(clReleaseKernel(l->levels));
    OCL_CHECK(clReleaseKernel(l->plain));
    OCL_CHECK(clReleaseMemObject(l->d_state));
    OCL_CHECK(clReleaseMemObject(l->d_next));
    OCL_CHECK(clReleaseMemObject(l->d_now));
    OCL_CHECK(clReleaseMemObject(l->d_distance));
    OCL_CHECK(clReleaseProgram(l->program));
}

// The maze as it was, and a list with the start alone.
static void begin(lesson *l)
{
    const cl_uint start = (cl_uint)(l->width + 1);
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, l->d_distance, CL_TRUE, 0, l->n * sizeof(cl_int),
                                   l->maze, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, l->d_now, CL_TRUE, 0, sizeof start, &start, 0,
                                   NULL, NULL));
    l->state = (search_state){ .count = 1 };
    l->launches = 0;
}

// Both kernels have the same arguments.  The new list becomes the list of now.
static void launch(lesson *l, cl_kernel kernel, size_t global, size_t local)
{
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_state, &l->d_state));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof l->d_now, &l->d_now));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &l->state.count));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_int), &(cl_int){ (cl_int)l->state.level }));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &(cl_uint){ (cl_uint)l->width }));
    cl_command_queue queue = l->env->queue;
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_state, CL_TRUE, 0, sizeof l->state, &l->state, 0,
                                  NULL, NULL));
    OCL_CHECK(clWaitForEvents(1, &done));    // notices a launch that failed
    OCL_CHECK(clReleaseEvent(done));
    cl_mem d_found = l->d_next;
    l->d_next = l->d_now;
    l->d_now = d_found;
    l->launches++;
}

// One level: a work-item per cell of the list.  The kernel counts from 0.
static void search_plain(lesson *l)
{
    const size_t local = ocl_local_size(l->plain, l->env->device, 64);
    const search_state counted = { .count = 0, .level = l->state.level + 1 };
    OCL_CHECK(clEnqueueWriteBuffer(l->env->queue, l->d_state, CL_TRUE, 0, sizeof counted, &counted,
                                   0, NULL, NULL));
    launch(l, l->plain, ocl_round_up(l->state.count, local), local);
}

// Many levels: one work-group, until a list is too long for it.  plain makes such a level.
static void search_levels(lesson *l)
{
    if (l->state.count <= l->most)
        launch(l, l->levels, l->local, l->local);
    else
        search_plain(l);
}

// The whole search.  A device that counts wrongly must not make it run forever.
static void search(lesson *l, void (*step)(lesson *))
{
    size_t level = l->state.level;
    while (l->state.count > 0 && l->state.count <= l->n && level < l->n) {
        step(l);
        if (l->state.level <= level) break;
        level = l->state.level;
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t wanted = 0, most = MOST_LIST;
    const ocl_option own[] = { { .usage = "-g, --local N: work-items of levels, at most",
                                 .count = &wanted,
                                 .most = MOST_LIST },
                               { .usage = "-m, --list N: cells of a list of levels, at most",
                                 .count = &most,
                                 .most = MOST_LIST },
                               { .usage = NULL } };
    const ocl_about about = { .name = "graph_search_ladder",
                              .summary = "How far is each cell of a maze from the start?",
                              .accepts = "dnrVks",
                              .size_help = "cells: width x height",
                              .extents = 2,
                              .most = MOST_SIDE,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 503, 401 }, .repeat = 10, .seed = 1 });
    const size_t width = opt.n[0] + 2, height = opt.n[1] + 2;    // with the rim
    const size_t n = width * height, bytes = n * sizeof(int32_t);

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 3.0 * (double)bytes, 4.0 * (double)bytes);
    int32_t *maze = ocl_alloc(bytes), *distance = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    uint32_t *queue = ocl_alloc(bytes);
    make_maze(maze, width, height, opt.seed);
    memcpy(ref, maze, bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);
    OCL_TIME_REFERENCE(report, graph_search_ref(ref, queue, width));

    // The rungs.  Whole numbers: every distance is exactly that of plain C.
    lesson l = open_lesson(&env, maze, width, n, wanted, most);
    void (*const steps[])(lesson *) = { search_plain, search_levels };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_distance, bytes);
        while (ocl_trial_next(&t)) {
            begin(&l);
            ocl_trial_start_clock(&t);
            search(&l, steps[v]);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_distance, CL_TRUE, 0, bytes, distance, 0, NULL,
                                      NULL));
        const ocl_work work = { .amount = (double)n, .unit = "Mcell/s" };
        ocl_trial_report(&t, report, &work, ocl_verify_bytes(VARIANTS[v], distance, ref, bytes));
        ocl_report_note(report, "%s: %u levels in %zu launches", VARIANTS[v], l.state.level,
                        l.launches);
    }

    // Release.
    close_lesson(&l);
    ocl_close(&env);
    free(queue);
    free(ref);
    free(distance);
    free(maze);
    return ocl_report_close(report);
}
