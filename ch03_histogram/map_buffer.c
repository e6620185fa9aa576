// SPDX-License-Identifier: MIT
//
// map_buffer - to the device and back: read and write commands beside map and unmap.
//
// Shows   what both cost, for a plain buffer and for USE_, ALLOC_ and COPY_HOST_PTR, by size
// Uses    clEnqueueMapBuffer, clEnqueueUnmapMemObject, clEnqueueWriteBuffer, clEnqueueReadBuffer
// Clock   From the first number that the host makes until it has summed up all that comes back: a map may
//         copy nothing, and a rate of that call alone would be absurd.  The second table takes the host's
//         own loops off, which on a GPU leaves the bus and on a CPU next to nothing but the kernel.
// Try     map_buffer -o rates.png, map_buffer -V alloc_host_ptr, -d with a CPU and with a GPU

#include "ocl.h"

enum { SMALLEST = 4 << 10, LARGEST = 256 << 20, STEP = 4, MAX_SIZES = 32, WAYS = 8 };

static const char *const KINDS[] = { "plain", "use_host_ptr", "alloc_host_ptr", "copy_host_ptr",
                                     NULL };

// Each kind of buffer in two ways: with write and read commands, with map and unmap.
static const struct {
    const char *name, *kind;
    cl_mem_flags flags;
    bool map;
} WAY[WAYS] = {
    { "plain rw", "plain", 0, false },
    { "plain map", "plain", 0, true },
    { "use_host_ptr rw", "use_host_ptr", CL_MEM_USE_HOST_PTR, false },
    { "use_host_ptr map", "use_host_ptr", CL_MEM_USE_HOST_PTR, true },
    { "alloc_host_ptr rw", "alloc_host_ptr", CL_MEM_ALLOC_HOST_PTR, false },
    { "alloc_host_ptr map", "alloc_host_ptr", CL_MEM_ALLOC_HOST_PTR, true },
    { "copy_host_ptr rw", "copy_host_ptr", CL_MEM_COPY_HOST_PTR, false },
    { "copy_host_ptr map", "copy_host_ptr", CL_MEM_COPY_HOST_PTR, true },
};

// A buffer of n numbers and who works on it.
typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem buffer;
    size_t n, bytes;
    uint32_t *host, *array, *ref;    // host_ptr of buffers; for write and read; expected
    double host_ns;                  // of the last run, what the host's own loops took
} exchange;

// Numbers that all differ.
static void map_buffer_make(uint32_t *x, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (uint32_t)seed + 3 * (uint32_t)i;
}

static uint64_t map_buffer_sum(const uint32_t *x, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static void host_makes(exchange *e, uint32_t *x)
{
    const double begin = ocl_wall_ns();
    map_buffer_make(x, e->n, e->env->options->seed);
    e->host_ns = ocl_wall_ns() - begin;
}

static uint64_t host_sums(exchange *e, const uint32_t *x)
{
    const double begin = ocl_wall_ns();
    uint64_t sum = map_buffer_sum(x, e->n);
    e->host_ns += ocl_wall_ns() - begin;
    return sum;
}

// The host works in an array of its own; commands copy it to the buffer and back.
static uint64_t map_buffer_by_commands(exchange *e)
{
    cl_command_queue queue = e->env->queue;
    uint32_t *x = e->array;
    host_makes(e, x);
    OCL_CHECK(clEnqueueWriteBuffer(queue, e->buffer, CL_FALSE, 0, e->bytes, x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, e->kernel, 1, NULL, &e->n, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(queue, e->buffer, CL_TRUE, 0, e->bytes, x, 0, NULL, NULL));
    return host_sums(e, x);
}

// The host works where the maps point.  The first one need not bring what is there: every byte will
// be new.  The buffer is not mapped while the kernel writes it.
static uint64_t map_buffer_by_maps(exchange *e)
{
    cl_command_queue queue = e->env->queue;
    cl_int err;
    uint32_t *x =
        OCL_CREATE(clEnqueueMapBuffer(queue, e->buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
                                      e->bytes, 0, NULL, NULL, &err));
    host_makes(e, x);
    OCL_CHECK(clEnqueueUnmapMemObject(queue, e->buffer, x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, e->kernel, 1, NULL, &e->n, NULL, 0, NULL, NULL));
    x = OCL_CREATE(clEnqueueMapBuffer(queue, e->buffer, CL_TRUE, CL_MAP_READ, 0, e->bytes, 0, NULL,
                                      NULL, &err));
    uint64_t sum = host_sums(e, x);
    OCL_CHECK(clEnqueueUnmapMemObject(queue, e->buffer, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    return sum;
}

// Exchanges with a new buffer.  The sum is compared after each run, every number in the buffer after
// the last one.  Two times a run: all of it, and what is left when the host's own loops are taken off.
static ocl_result map_buffer_measure(exchange *e, size_t way, ocl_times *times, ocl_times *opencl)
{
    const cl_mem_flags flags = WAY[way].flags;
    const bool takes_host_ptr = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    cl_int err;
    e->buffer = OCL_CREATE(clCreateBuffer(e->env->context, CL_MEM_READ_WRITE | flags, e->bytes,
                                          takes_host_ptr ? e->host : NULL, &err));
    OCL_CHECK(clSetKernelArg(e->kernel, 0, sizeof e->buffer, &e->buffer));

    ocl_result check = { .pass = true };
    const uint64_t ref_sum = map_buffer_sum(e->ref, e->n);
    times->runs = opencl->runs = 0;
    for (size_t run = 0; run <= e->env->options->repeat; run++) {
        const double begin = ocl_wall_ns();
        uint64_t sum = WAY[way].map ? map_buffer_by_maps(e) : map_buffer_by_commands(e);
        const double ns = ocl_wall_ns() - begin;
        if (run > 0) {
            ocl_times_add(times, ns);
            ocl_times_add(opencl, ns - e->host_ns);
        }
        check = ocl_result_both(check, ocl_verify_u64("sum", &sum, &ref_sum, 1));
    }
    memset(e->array, 0xff, e->bytes);
    OCL_CHECK(clEnqueueReadBuffer(e->env->queue, e->buffer, CL_TRUE, 0, e->bytes, e->array, 0, NULL,
                                  NULL));
    OCL_CHECK(clReleaseMemObject(e->buffer));
    return ocl_result_both(check, ocl_verify_u32(WAY[way].name, e->array, e->ref, e->n));
}

// A line a way, a column a size.
static void map_buffer_table(ocl_report *report, const char *what, const ocl_series *ways,
                             size_t count)
{
    json_t *table = json_object();
    json_object_set_new(ocl_report_details(report), what, table);
    ocl_report_print(report, "\n%s\nGB/s by KiB       ", what);
    for (size_t s = 0; s < ways->count; s++)
        ocl_report_print(report, " %8.6g", ways->x[s] / 1024);
    for (const ocl_series *way = ways; way < ways + count; way++) {
        json_t *rates = json_array();
        ocl_report_print(report, "\n%-18s", way->label);
        for (size_t s = 0; s < way->count; s++) {
            ocl_report_print(report, " %8.2f", way->y[s]);
            json_array_append_new(
                rates, json_pack("{s:I, s:f}", "bytes", (json_int_t)way->x[s], "rate", way->y[s]));
        }
        json_object_set_new(table, way->label, rates);
    }
    ocl_report_print(report, "\n");
}

static void map_buffer_chart(const char *path, const ocl_series *ways, size_t count)
{
    const ocl_chart chart = { .title = "To the device, through a kernel and back",
                              .x_label = "bytes",
                              .y_label = "GB/s",
                              .series = ways,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(&chart, path);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_buffer",
                              .summary = "Read and write commands beside map and unmap.",
                              .accepts = "dnorVks",
                              .size_help = "bytes of the largest buffer, in whole uints",
                              .extents = 1,
                              .variants = KINDS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { LARGEST }, .repeat = 3, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    // The sizes: the default ends where the device's buffers end.
    const double most = (double)ocl_device_number(env.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    const double largest = opt.size_given ? (double)opt.n[0] : fmin(LARGEST, most);
    ocl_require_memory(env.device, largest, largest, 3.0 * largest);
    const size_t bytes = ocl_round_up((size_t)largest, sizeof(cl_uint));
    double sizes[MAX_SIZES];
    size_t count = 0;
    for (size_t size = SMALLEST; size < bytes && count < MAX_SIZES - 1; size *= STEP)
        sizes[count++] = (double)size;
    sizes[count++] = (double)bytes;

    // What is to come back; a smaller exchange has the first of these numbers.
    uint32_t *host = ocl_alloc(bytes), *array = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    map_buffer_make(ref, bytes / sizeof *ref, opt.seed);
    for (size_t i = 0; i < bytes / sizeof *ref; i++)
        ref[i] += 1;

    cl_program program = ocl_build(&env, "map_buffer.cl", "-cl-std=CL1.2");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "map_buffer_increment", &err));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", bytes);
    exchange e = { .env = &env, .kernel = kernel, .host = host, .array = array, .ref = ref };
    double rates[WAYS][MAX_SIZES], opencl_rates[WAYS][MAX_SIZES];
    ocl_series ways[WAYS], opencl_ways[WAYS];
    size_t way_count = 0;
    for (size_t w = 0; w < WAYS; w++) {
        if (!ocl_wants(&opt, WAY[w].kind)) continue;
        ocl_times times, opencl;
        ocl_result check = { .pass = true };
        for (size_t s = 0; s < count; s++) {
            e.bytes = (size_t)sizes[s];
            e.n = e.bytes / sizeof(cl_uint);
            check = ocl_result_both(check, map_buffer_measure(&e, w, &times, &opencl));
            rates[w][s] = 2.0 * sizes[s] / ocl_median_ns(&times);    // there and back
            opencl_rates[w][s] = 2.0 * sizes[s] / ocl_median_ns(&opencl);
        }
        ways[way_count] = (ocl_series){ WAY[w].name, sizes, rates[w], count, ocl_palette(w) };
        opencl_ways[way_count] = ways[way_count];
        opencl_ways[way_count++].y = opencl_rates[w];
        ocl_report_row(report,
                       &(ocl_row){ WAY[w].name, &times, 2.0 * (double)bytes, "GB/s", 0.0, check });
    }
    map_buffer_table(report, "all", ways, way_count);
    map_buffer_table(report, "without the host's loops", opencl_ways, way_count);
    if (opt.output) map_buffer_chart(opt.output, ways, way_count);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(ref);
    free(array);
    free(host);
    ocl_close(&env);
    return ocl_report_close(report);
}
