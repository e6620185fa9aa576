// SPDX-License-Identifier: MIT
//
// map_costs - to the device and back: write and read commands, or map and unmap.
//
// Shows   what both ways cost over sizes, for a plain buffer and for buffers with USE_HOST_PTR,
//         ALLOC_HOST_PTR and COPY_HOST_PTR
// Uses    clCreateBuffer, clEnqueueWriteBuffer, clEnqueueReadBuffer, clEnqueueMapBuffer,
//         clEnqueueUnmapMemObject
// Clock   A map may copy nothing.  Its own time would not say what it costs to reach the bytes.  So
//         the clock runs from the first number that the host makes until the host has added up all
//         numbers that came back.  The columns "calls" leave out these two loops of the host.
// Try     map_costs -o rates.png
//         map_costs -V alloc_host_ptr
//         map_costs -d cpu, and then map_costs -d gpu

#include "ocl.h"

// Four kinds of buffers, by the flag for host memory that clCreateBuffer gets.
enum { KIND_COUNT = 4 };
static const char *const KINDS[] = { "plain", "use_host_ptr", "alloc_host_ptr", "copy_host_ptr",
                                     NULL };
static const cl_mem_flags FLAGS[KIND_COUNT] = { 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                                                CL_MEM_COPY_HOST_PTR };

// Makes n numbers that all differ.  Adds the nanoseconds to *ns.
static void make_numbers(uint32_t *x, size_t n, uint64_t seed, double *ns)
{
    const double begin = ocl_wall_ns();
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)seed + 3 * (uint32_t)i;
    *ns += ocl_wall_ns() - begin;
}

// The sum of n numbers.  Adds the nanoseconds to *ns.
static uint64_t add_up(const uint32_t *x, size_t n, double *ns)
{
    const double begin = ocl_wall_ns();
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    *ns += ocl_wall_ns() - begin;
    return sum;
}

enum { SMALLEST = 4 << 10, LARGEST = 64 << 20, STEP = 4 };
enum { COMMANDS, MAPS, WAYS, MAX_SIZES = 32 };

static const char *const LABELS[KIND_COUNT][WAYS] = {
    { "plain rw", "plain map" },
    { "use_host_ptr rw", "use_host_ptr map" },
    { "alloc_host_ptr rw", "alloc_host_ptr map" },
    { "copy_host_ptr rw", "copy_host_ptr map" },
};

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem buffer;
    size_t n, bytes;       // elements and bytes of the buffer
    size_t largest;        // bytes of the largest buffer
    uint32_t *host_ptr;    // the memory of buffers that take one
    uint32_t *array;       // what is written and read
    uint32_t *ref;
    double host_ns;    // of the host's loops in one run
} lesson;

// One kind, one way, one size: the whole times, and the times without the host's loops.
typedef struct {
    ocl_times all, calls;
    ocl_result result;
} measured;

// The host works in an array of its own.  Commands copy it to the buffer and back.
static uint64_t exchange_by_commands(lesson *l)
{
    cl_command_queue queue = l->env->queue;
    uint32_t *x = l->array;
    make_numbers(x, l->n, l->env->options->seed, &l->host_ns);
    OCL_CHECK(clEnqueueWriteBuffer(queue, l->buffer, CL_FALSE, 0, l->bytes, x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &l->n, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, l->buffer, CL_TRUE, 0, l->bytes, x, 0, NULL, NULL));
    return add_up(x, l->n, &l->host_ns);
}

// The host works where the maps point.  The first map does not have to bring the old bytes, because
// the host writes every byte.  The buffer must not be mapped while the kernel writes to it.
static uint64_t exchange_by_maps(lesson *l)
{
    cl_command_queue queue = l->env->queue;
    const cl_map_flags replace = CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int err;
    uint32_t *x = OCL_CREATE(
        clEnqueueMapBuffer(queue, l->buffer, CL_TRUE, replace, 0, l->bytes, 0, NULL, NULL, &err));
    make_numbers(x, l->n, l->env->options->seed, &l->host_ns);
    OCL_CHECK(clEnqueueUnmapMemObject(queue, l->buffer, x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &l->n, NULL, 0, NULL, NULL));
    x = OCL_CREATE(clEnqueueMapBuffer(queue, l->buffer, CL_TRUE, CL_MAP_READ, 0, l->bytes, 0, NULL,
                                      NULL, &err));
    const uint64_t sum = add_up(x, l->n, &l->host_ns);
    OCL_CHECK(clEnqueueUnmapMemObject(queue, l->buffer, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    return sum;
}

// Exchanges with a new buffer, again and again.  Compares the sum after each run, and every number
// in the buffer after the last run.  No ocl_trial: a run has two times here.
static measured measure(lesson *l, int kind, int way)
{
    const bool takes_host_ptr = FLAGS[kind] & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    cl_int err;
    l->buffer = OCL_CREATE(clCreateBuffer(l->env->context, CL_MEM_READ_WRITE | FLAGS[kind],
                                          l->bytes, takes_host_ptr ? l->host_ptr : NULL, &err));
    OCL_CHECK(clSetKernelArg(l->kernel, 0, sizeof l->buffer, &l->buffer));

    measured m = { .result = { .pass = true } };
    const uint64_t ref_sum = add_up(l->ref, l->n, &l->host_ns);
    for (size_t run = 0; run <= l->env->options->repeat; run++) {
        l->host_ns = 0.0;
        const double begin = ocl_wall_ns();
        const uint64_t sum = way == MAPS ? exchange_by_maps(l) : exchange_by_commands(l);
        const double ns = ocl_wall_ns() - begin;
        if (run > 0) {
            ocl_times_add(&m.all, ns);
            ocl_times_add(&m.calls, ns - l->host_ns);
        }
        m.result = ocl_result_both(m.result, ocl_verify_u64("sum", &sum, &ref_sum, 1));
    }
    m.result = ocl_result_both(
        m.result, ocl_verify_buffer(l->env, LABELS[kind][way], l->buffer, l->ref, l->bytes));
    OCL_CHECK(clReleaseMemObject(l->buffer));
    return m;
}

// Rates over sizes, of one kind of buffer and one way.
typedef struct {
    const char *label;
    size_t count;
    double bytes[MAX_SIZES], rates[MAX_SIZES];    // rates in GB/s
} curve;

static void add_point(curve *c, const char *label, double bytes, double rate)
{
    c->label = label;
    c->bytes[c->count] = bytes;
    c->rates[c->count++] = rate;
}

static void write_chart(const ocl_report *report, const char *path, const curve *curves,
                        size_t count)
{
    ocl_series *series = ocl_alloc(count * sizeof *series);
    for (size_t i = 0; i < count; i++)
        series[i] = (ocl_series){ .label = curves[i].label,
                                  .x = curves[i].bytes,
                                  .y = curves[i].rates,
                                  .count = curves[i].count,
                                  .colour = ocl_palette(i) };
    const ocl_chart chart = { .title = "Commands or maps: which is faster at which size",
                              .x_label = "bytes",
                              .y_label = "GB/s",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, path);
    free(series);
}

// In GB/s.  Each byte counts twice: on its way to the device and on its way back.
static double rate(const lesson *l, const ocl_times *times)
{
    return 2.0 * (double)l->bytes / ocl_median_ns(times);
}

// One kind of buffer in all sizes.  Leaves the times of the largest size, with the result of all
// sizes.
static void measure_sizes(lesson *l, int kind, ocl_table *table, curve curves[WAYS],
                          measured last[WAYS])
{
    ocl_result results[WAYS] = { { .pass = true }, { .pass = true } };
    l->bytes = 0;
    for (size_t bytes = SMALLEST; l->bytes < l->largest; bytes *= STEP) {
        l->bytes = ocl_smaller(bytes, l->largest);
        l->n = l->bytes / sizeof(cl_uint);
        double rates[WAYS], calls[WAYS];
        for (int way = 0; way < WAYS; way++) {
            last[way] = measure(l, kind, way);
            results[way] = ocl_result_both(results[way], last[way].result);
            rates[way] = rate(l, &last[way].all);
            calls[way] = rate(l, &last[way].calls);
            add_point(&curves[way], LABELS[kind][way], (double)l->bytes, rates[way]);
        }
        ocl_table_row(table, "%-16s %8.6g %8.2f %8.2f %12.2f %12.2f", KINDS[kind],
                      (double)l->bytes / 1024, rates[COMMANDS], rates[MAPS], calls[COMMANDS],
                      calls[MAPS]);
    }
    for (int way = 0; way < WAYS; way++)
        last[way].result = results[way];
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_costs",
                              .summary = "Write and read commands, or map and unmap.",
                              .accepts = "dnorVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "bytes of the largest buffer, rounded up to whole uints",
                              .extents = 1,
                              .variants = KINDS };
    ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { LARGEST }, .repeat = 3, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    ocl_fit_default_size(&env, &opt, (ocl_pass){ .bytes = LARGEST, .transfers = 2.0 * LARGEST });

    // The default size is at most the largest buffer that the device can have.
    const double most = (double)ocl_device_number(env.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double wanted = opt.size_given ? (double)opt.n[0] : fmin((double)opt.n[0], most);
    ocl_require_memory(env.device, wanted, wanted, 3.0 * wanted);
    const size_t largest = ocl_round_up((size_t)wanted, sizeof(cl_uint));

    // What must come back.  For a smaller buffer these are the first ones.
    lesson l = { .env = &env, .n = largest / sizeof(cl_uint), .largest = largest };
    l.host_ptr = ocl_alloc(largest);
    l.array = ocl_alloc(largest);
    l.ref = ocl_alloc(largest);
    make_numbers(l.ref, l.n, opt.seed, &l.host_ns);
    for (size_t i = 0; i < l.n; i++)
        l.ref[i] += 1;

    cl_int err;
    cl_program program = ocl_build(&env, "map_costs.cl", "-cl-std=CL1.2");
    l.kernel = OCL_CREATE(clCreateKernel(program, "map_costs_increment", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", largest);
    ocl_table table =
        ocl_table_open(report, "rates", "buffer, KiB, rw GB/s, map GB/s, rw calls, map calls");
    static curve curves[KIND_COUNT * WAYS];    // static: too large for a small stack
    static measured last[KIND_COUNT * WAYS];
    size_t count = 0;
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (ocl_wants(&opt, KINDS[kind])) {
            measure_sizes(&l, kind, &table, &curves[count], &last[count]);
            count += WAYS;
        }
    for (size_t i = 0; i < count; i++)
        ocl_report_row(report, &(ocl_row){ .name = curves[i].label,
                                           .times = &last[i].all,
                                           .work = 2.0 * (double)largest,
                                           .unit = "GB/s",
                                           .result = last[i].result });
    if (opt.output) write_chart(report, opt.output, curves, count);

    OCL_CHECK(clReleaseKernel(l.kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(l.ref);
    free(l.array);
    free(l.host_ptr);
    ocl_close(&env);
    return ocl_report_close(report);
}
