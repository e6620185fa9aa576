// SPDX-License-Identifier: MIT
//
// shortest_paths_ladder - how long is the shortest way from town 0 to each town?  All towns in each
// round, then those that are near before those that are far (delta stepping).
//
// Shows   buckets of towns whose ways are about as long; light roads, again and again, and heavy
//         ones once; less work for more launches; for CPUs a launch per bucket, in which each
//         work-item has a queue of its own
// Uses    clCreateKernel, clSetKernelArg, clEnqueueWriteBuffer, clEnqueueFillBuffer,
//         clEnqueueNDRangeKernel, clEnqueueReadBuffer, reqd_work_group_size
// Try     shortest_paths_ladder -n 300K, shortest_paths_ladder --delta 30, --delta 10K,
//         shortest_paths_ladder -i data/minnesota.mtx

#include "ocl.h"

#include "shared/roads.h"

enum { MOST_DELTA = 1 << 20, MOST_ITEMS = 16 };    // MOST_ITEMS: of `queues`

static const char *const VARIANTS[] = { "plain", "delta", "queues", NULL };

// What the device tells the host, as in the kernel file.
typedef struct {
    cl_uint count, farthest;
} news;

typedef struct {
    const ocl_env *env;
    size_t n, delta, longest;
    cl_program program;
    cl_mem d_distance, d_now, d_next, d_news, d_mark, d_first, d_to, d_length;
    cl_mem d_piles[2], d_counts[2], d_queues;    // of queues, whose launches write one of the two
    cl_kernel plain, gather, look, queues;
    size_t items;    // of queues
    news found;
    size_t launches;
} lesson;

// Work-items of `queues`: one for each core.
static size_t items_of(const ocl_env *env)
{
    return ocl_smaller((size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS),
                       MOST_ITEMS);
}

static lesson open_lesson(const ocl_env *env, const country *c, size_t delta)
{
    lesson l = {
        .env = env, .n = c->towns, .delta = delta, .longest = c->longest, .items = items_of(env)
    };
    l.program = ocl_build(env, "shortest_paths_ladder.cl",
                          "-cl-std=CL1.2 -DUNKNOWN=%#xu -DDELTA=%zuu", UNKNOWN, delta);
    const size_t bytes = l.n * sizeof(cl_uint), road_bytes = (c->roads + 1) * sizeof(cl_uint);
    l.d_distance = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_now = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_next = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_news = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof l.found, NULL);
    l.d_mark = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    l.d_first = ocl_buffer(env, CL_MEM_READ_ONLY, bytes + sizeof *c->first, c->first);
    l.d_to = ocl_buffer(env, CL_MEM_READ_ONLY, road_bytes, c->to);
    l.d_length = ocl_buffer(env, CL_MEM_READ_ONLY, road_bytes, c->length);
    for (int k = 0; k < 2; k++) {
        l.d_piles[k] = ocl_buffer(env, CL_MEM_READ_WRITE, l.items * bytes, NULL);
        l.d_counts[k] = ocl_buffer(env, CL_MEM_READ_WRITE, l.items * sizeof(cl_uint), NULL);
    }
    l.d_queues = ocl_buffer(env, CL_MEM_READ_WRITE, 2 * l.items * bytes, NULL);
    cl_int err;
    l.plain = OCL_CREATE(clCreateKernel(l.program, "shortest_paths_plain", &err));
    l.gather = OCL_CREATE(clCreateKernel(l.program, "shortest_paths_gather", &err));
    l.look = OCL_CREATE(clCreateKernel(l.program, "shortest_paths_look", &err));
    l.queues = OCL_CREATE(clCreateKernel(l.program, "shortest_paths_queues", &err));
    return l;
}

static void close_lesson(const lesson *l)
{
    OCL_CHECK(clReleaseKernel(l->queues));
    OCL_CHECK(clReleaseKernel(l->look));
    OCL_CHECK(clReleaseKernel(l->gather));
    OCL_CHECK(clReleaseKernel(l->plain));
    OCL_CHECK(clReleaseMemObject(l->d_queues));
    for (int k = 1; k >= 0; k--) {
        OCL_CHECK(clReleaseMemObject(l->d_counts[k]));
        OCL_CHECK(clReleaseMemObject(l->d_piles[k]));
    }
    OCL_CHECK(clReleaseMemObject(l->d_length));
    OCL_CHECK(clReleaseMemObject(l->d_to));
    OCL_CHECK(clReleaseMemObject(l->d_first));
    OCL_CHECK(clReleaseMemObject(l->d_mark));
    OCL_CHECK(clReleaseMemObject(l->d_news));
    OCL_CHECK(clReleaseMemObject(l->d_next));
    OCL_CHECK(clReleaseMemObject(l->d_now));
    OCL_CHECK(clReleaseMemObject(l->d_distance));
    OCL_CHECK(clReleaseProgram(l->program));
}

// Town 0 is known, and no town has a mark.  For queues, town 0 is in the first pile, and no town
// waits in a queue.
static void begin_search(lesson *l, const uint32_t *unknown, const uint32_t *no_marks)
{
    const size_t bytes = l->n * sizeof(cl_uint);
    const cl_uint zero = 0, counts[MOST_ITEMS] = { 1 };
    cl_command_queue queue = l->env->queue;
    OCL_CHECK(clEnqueueFillBuffer(queue, l->d_queues, &zero, sizeof zero, 0, 2 * l->items * bytes,
                                  0, NULL, NULL));
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, l->d_piles[0], CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_counts[0], CL_TRUE, 0, l->items * sizeof *counts,
                                   counts, 0, NULL, NULL));
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_mark, CL_TRUE, 0, bytes, no_marks, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, l->d_distance, CL_TRUE, 0, bytes, unknown, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueWriteBuffer(queue, l->d_distance, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL));
    l->found = (news){ .farthest = 0 };
    l->launches = 0;
}

// A work-item per town, of `items` towns; of queues, so many in all.  `count` counts from 0, and
// the farthest way stays.
static void launch(lesson *l, cl_kernel kernel, size_t items)
{
    cl_command_queue queue = l->env->queue;
    const size_t local = ocl_local_size(kernel, l->env->device, 64);
    const size_t global = ocl_round_up(items, local);
    l->found.count = 0;
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->d_news, CL_TRUE, 0, sizeof l->found, &l->found, 0,
                                   NULL, NULL));
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->d_news, CL_TRUE, 0, sizeof l->found, &l->found, 0, NULL,
                                  NULL));
    OCL_CHECK(clWaitForEvents(1, &done));    // notices a launch that failed
    OCL_CHECK(clReleaseEvent(done));
    l->launches++;
}

// All towns, until no way gets shorter: n rounds are enough.
static void search_plain(lesson *l)
{
    OCL_CHECK(clSetKernelArg(l->plain, 0, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(l->plain, 1, sizeof l->d_news, &l->d_news));
    OCL_CHECK(clSetKernelArg(l->plain, 2, sizeof l->d_first, &l->d_first));
    OCL_CHECK(clSetKernelArg(l->plain, 3, sizeof l->d_to, &l->d_to));
    OCL_CHECK(clSetKernelArg(l->plain, 4, sizeof l->d_length, &l->d_length));
    OCL_CHECK(clSetKernelArg(l->plain, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)l->n }));
    do
        launch(l, l->plain, l->n);
    while (l->found.count > 0 && l->launches < l->n);
}

// The list `now`: the towns of the bucket.
static void gather(lesson *l, size_t begin)
{
    OCL_CHECK(clSetKernelArg(l->gather, 0, sizeof l->d_now, &l->d_now));
    OCL_CHECK(clSetKernelArg(l->gather, 1, sizeof l->d_news, &l->d_news));
    OCL_CHECK(clSetKernelArg(l->gather, 2, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(l->gather, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)l->n }));
    OCL_CHECK(clSetKernelArg(l->gather, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)begin }));
    launch(l, l->gather, l->n);
}

// The towns of the list look at their light or their heavy roads.  The new list becomes `now`.
static void look(lesson *l, size_t begin, bool heavy)
{
    const cl_uint end = (cl_uint)(begin + l->delta);
    OCL_CHECK(clSetKernelArg(l->look, 0, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(l->look, 1, sizeof l->d_next, &l->d_next));
    OCL_CHECK(clSetKernelArg(l->look, 2, sizeof l->d_news, &l->d_news));
    OCL_CHECK(clSetKernelArg(l->look, 3, sizeof l->d_mark, &l->d_mark));
    OCL_CHECK(clSetKernelArg(l->look, 4, sizeof l->d_now, &l->d_now));
    OCL_CHECK(clSetKernelArg(l->look, 5, sizeof(cl_uint), &l->found.count));
    OCL_CHECK(clSetKernelArg(l->look, 6, sizeof l->d_first, &l->d_first));
    OCL_CHECK(clSetKernelArg(l->look, 7, sizeof l->d_to, &l->d_to));
    OCL_CHECK(clSetKernelArg(l->look, 8, sizeof l->d_length, &l->d_length));
    OCL_CHECK(clSetKernelArg(l->look, 9, sizeof end, &end));
    OCL_CHECK(clSetKernelArg(l->look, 10, sizeof(cl_uint), &(cl_uint){ (cl_uint)l->launches }));
    OCL_CHECK(clSetKernelArg(l->look, 11, sizeof(cl_uint), &(cl_uint){ heavy }));
    launch(l, l->look, l->found.count);
    cl_mem d_new = l->d_next;
    l->d_next = l->d_now;
    l->d_now = d_new;
}

// Whether there is a list.  A device that counts wrongly must not make it longer than its buffer.
static bool has_list(const lesson *l)
{
    return l->found.count > 0 && l->found.count <= l->n;
}

// Bucket after bucket, as long as there is a way that belongs to a later one.  A road has at least
// length 1, so a way has at most DELTA roads within its bucket: DELTA rounds find all of them, and
// the next one finds nothing.
static void search_delta(lesson *l)
{
    const size_t most = l->longest * l->n;    // no way is so long
    for (size_t begin = 0; begin <= l->found.farthest && begin < most; begin += l->delta) {
        gather(l, begin);
        for (size_t rounds = 0; has_list(l) && rounds <= l->delta; rounds++)
            look(l, begin, false);
        if (l->delta < l->longest) {
            gather(l, begin);
            if (has_list(l)) look(l, begin, true);
        }
    }
}

// A launch per bucket, until no town is left in a pile.
static void search_queues(lesson *l)
{
    const size_t most = l->longest * l->n;    // no way is so long
    OCL_CHECK(clSetKernelArg(l->queues, 0, sizeof l->d_distance, &l->d_distance));
    OCL_CHECK(clSetKernelArg(l->queues, 5, sizeof l->d_news, &l->d_news));
    OCL_CHECK(clSetKernelArg(l->queues, 6, sizeof l->d_queues, &l->d_queues));
    OCL_CHECK(clSetKernelArg(l->queues, 7, sizeof l->d_first, &l->d_first));
    OCL_CHECK(clSetKernelArg(l->queues, 8, sizeof l->d_to, &l->d_to));
    OCL_CHECK(clSetKernelArg(l->queues, 9, sizeof l->d_length, &l->d_length));
    OCL_CHECK(clSetKernelArg(l->queues, 10, sizeof(cl_uint), &(cl_uint){ (cl_uint)l->n }));
    l->found.count = 1;
    for (size_t begin = 0; has_list(l) && begin < most; begin += l->delta) {
        const size_t now = l->launches % 2, next = 1 - now;
        OCL_CHECK(clSetKernelArg(l->queues, 1, sizeof(cl_mem), &l->d_piles[next]));
        OCL_CHECK(clSetKernelArg(l->queues, 2, sizeof(cl_mem), &l->d_counts[next]));
        OCL_CHECK(clSetKernelArg(l->queues, 3, sizeof(cl_mem), &l->d_piles[now]));
        OCL_CHECK(clSetKernelArg(l->queues, 4, sizeof(cl_mem), &l->d_counts[now]));
        OCL_CHECK(clSetKernelArg(l->queues, 11, sizeof(cl_uint), &(cl_uint){ (cl_uint)begin }));
        launch(l, l->queues, l->items);
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t delta = 300;
    const ocl_option own[] = { { .usage = "-b, --delta N: lengths of ways per bucket",
                                 .count = &delta,
                                 .most = MOST_DELTA },
                               { .usage = NULL } };
    const ocl_about about = { .name = "shortest_paths_ladder",
                              .summary = "How long is the shortest way to each town?",
                              .accepts = "dnirVks",
                              .size_help = "towns of a country that is made from random numbers",
                              .extents = 1,
                              .most = MOST_TOWNS,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .repeat = 5, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    if (!opt.input) {
        const double ways = 4.0 * (double)opt.n[0], roads = MOST_ROADS * ways;
        const double piles = 2.0 * (double)items_of(&env) * ways;    // as large as the queues
        ocl_require_memory(env.device, piles > roads ? piles : roads,
                           2.0 * roads + 5.0 * ways + 2.0 * piles, 4.0 * roads + 5.0 * ways);
    }
    country c = country_open(&opt);
    const size_t n = c.towns, bytes = n * sizeof(uint32_t);
    uint32_t *distance = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    uint32_t *unknown = ocl_alloc(bytes), *no_marks = ocl_alloc(bytes);
    memset(unknown, 0xff, bytes);     // UNKNOWN
    memset(no_marks, 0xff, bytes);    // no launch has this number
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "towns", n);
    ocl_report_count(report, "roads", c.roads);
    ocl_report_count(report, "delta", delta);
    OCL_TIME_REFERENCE(report, dijkstra(ref, &c));

    // The rungs.  Whole numbers: every way is exactly as long as that of plain C.
    lesson l = open_lesson(&env, &c, delta);
    void (*const searches[])(lesson *) = { search_plain, search_delta, search_queues };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_distance, bytes);
        while (ocl_trial_next(&t)) {
            begin_search(&l, unknown, no_marks);
            ocl_trial_start_clock(&t);
            searches[v](&l);
        }
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_distance, CL_TRUE, 0, bytes, distance, 0, NULL,
                                      NULL));
        const ocl_work work = { .amount = (double)c.roads, .unit = "Mroad/s" };
        ocl_trial_report(&t, report, &work, ocl_verify_u32(VARIANTS[v], distance, ref, n));
        ocl_report_note(report, "%s: %zu launches", VARIANTS[v], l.launches);
    }

    // Release.
    close_lesson(&l);
    ocl_close(&env);
    free(no_marks);
    free(unknown);
    free(ref);
    free(distance);
    country_free(&c);
    return ocl_report_close(report);
}
