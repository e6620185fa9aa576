// SPDX-License-Identifier: MIT
//
// map_buffer - to the device and back: read and write commands beside map and unmap.
//
// Shows   what both cost, for a plain buffer and for USE_, ALLOC_ and COPY_HOST_PTR, by size
// Uses    clEnqueueMapBuffer, clEnqueueUnmapMemObject, clEnqueueWriteBuffer, clEnqueueReadBuffer
// Clock   A map may copy nothing and hand out the device's own memory: a rate of that call alone
//         would be absurd.  So the clock runs until the host has made, or used, every byte and the
//         device is done, in both ways alike.  What the OpenCL calls take of it is shown, too, and
//         "no copy" where they have nothing to copy.
// Try     map_buffer -o rates.png, map_buffer -V alloc_host_ptr, -d with a CPU and with a GPU

#include "ocl.h"

enum { LOCAL = 256, SMALLEST = 4 << 10, LARGEST = 256 << 20, STEP = 4, MAX_SIZES = 32 };

static const char *const KIND[] = { "plain", "use_host_ptr", "alloc_host_ptr", "copy_host_ptr",
                                    NULL };
static const cl_mem_flags FLAGS[] = { 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                                      CL_MEM_COPY_HOST_PTR };

// Each kind in two ways: with read and write commands, with map and unmap.
enum { RW, MAP, WAYS, KINDS = 4, CURVES = KINDS * WAYS };
static const char *const CURVE[] = { "plain rw",         "plain map",         "use_host_ptr rw",
                                     "use_host_ptr map", "alloc_host_ptr rw", "alloc_host_ptr map",
                                     "copy_host_ptr rw", "copy_host_ptr map" };

// Where the time of an exchange goes.  CALLS: what OpenCL calls take of the entry before.
enum { TO_DEVICE, TO_DEVICE_CALLS, KERNEL, TO_HOST, TO_HOST_CALLS, WHOLE, PARTS };
static const char *const PART[] = { "to_device_ms", "to_device_calls_ms", "kernel_ms",
                                    "to_host_ms",   "to_host_calls_ms",   "whole_ms" };

// Medians of the runs with one buffer.
typedef struct {
    double ns[PARTS];
    bool no_copy;    // the host's pointer is the address at which the device sees the buffer
} cost;

typedef struct {
    size_t count, bytes[MAX_SIZES];
    cost of[CURVES][MAX_SIZES];
    ocl_times whole[CURVES];    // of the largest size
    ocl_check check[CURVES];    // of all sizes
} costs;

typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem d_address;                // where the kernel tells its address of the buffer
    uint32_t *host, *array, *ref;    // host_ptr of buffers; for read and write; expected
} tools;

// --- what the host does with the bytes

// Numbers that all differ, and differ from run to run.
static void map_buffer_make(uint32_t *x, size_t n, uint64_t run)
{
    uint32_t first = (uint32_t)ocl_random(run, 0);
    for (size_t i = 0; i < n; i++)
        x[i] = first + (uint32_t)i * UINT32_C(2654435761);
}

// What is to come back from the device.
static void map_buffer_ref(uint32_t *x, size_t n, uint64_t run)
{
    map_buffer_make(x, n, run);
    for (size_t i = 0; i < n; i++)
        x[i] += 1;
}

static uint64_t map_buffer_sum(const uint32_t *x, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

// --- an exchange

static uint32_t *map_buffer_map(cl_command_queue queue, cl_mem buffer, cl_map_flags flags, size_t n)
{
    cl_int err;
    uint32_t *x =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, n * sizeof *x, 0, NULL, NULL, &err);
    OCL_CHECK(err);
    return x;
}

// The host makes n numbers and the device gets them, through `array` or, where that is NULL, a map.
static void map_buffer_send(cl_command_queue queue, cl_mem buffer, uint32_t *array, size_t n,
                            uint64_t run, double ns[PARTS])
{
    double begin = ocl_wall_ns();
    uint32_t *x = array;
    if (!array) x = map_buffer_map(queue, buffer, CL_MAP_WRITE_INVALIDATE_REGION, n);
    double begin_host = ocl_wall_ns();
    map_buffer_make(x, n, run);
    double host_ns = ocl_wall_ns() - begin_host;
    if (array)
        OCL_CHECK(
            clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, n * sizeof *x, x, 0, NULL, NULL));
    else
        OCL_CHECK(clEnqueueUnmapMemObject(queue, buffer, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    ns[TO_DEVICE] = ocl_wall_ns() - begin;
    ns[TO_DEVICE_CALLS] = ns[TO_DEVICE] - host_ns;
}

// The host gets n numbers from the device and sums them up.
static uint64_t map_buffer_receive(cl_command_queue queue, cl_mem buffer, uint32_t *array, size_t n,
                                   double ns[PARTS])
{
    double begin = ocl_wall_ns();
    uint32_t *x = array;
    if (array)
        OCL_CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, n * sizeof *x, x, 0, NULL, NULL));
    else
        x = map_buffer_map(queue, buffer, CL_MAP_READ, n);
    double begin_host = ocl_wall_ns();
    uint64_t sum = map_buffer_sum(x, n);
    double host_ns = ocl_wall_ns() - begin_host;
    if (!array) OCL_CHECK(clEnqueueUnmapMemObject(queue, buffer, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    ns[TO_HOST] = ocl_wall_ns() - begin;
    ns[TO_HOST_CALLS] = ns[TO_HOST] - host_ns;
    return sum;
}

// Adds 1 to each number.  The buffer is unmapped by now, as it must be when a kernel writes it.
static void map_buffer_kernel(const tools *t, cl_mem buffer, size_t n, double ns[PARTS])
{
    const cl_ulong count = n;
    OCL_CHECK(clSetKernelArg(t->kernel, 0, sizeof buffer, &buffer));
    OCL_CHECK(clSetKernelArg(t->kernel, 1, sizeof t->d_address, &t->d_address));
    OCL_CHECK(clSetKernelArg(t->kernel, 2, sizeof count, &count));
    size_t local = ocl_local_size(t->kernel, t->env->device, LOCAL);
    size_t global = ocl_round_up(n, local);
    double begin = ocl_wall_ns();
    OCL_CHECK(
        clEnqueueNDRangeKernel(t->env->queue, t->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OCL_CHECK(clFinish(t->env->queue));
    ns[KERNEL] = ocl_wall_ns() - begin;
}

// Exchanges with one buffer.  The sum is compared after each run, every number after the last one.
static void map_buffer_measure(const tools *t, int curve, size_t size, costs *all)
{
    const ocl_options *opt = t->env->options;
    cl_command_queue queue = t->env->queue;
    uint32_t *array = curve % WAYS == RW ? t->array : NULL;
    const size_t bytes = all->bytes[size], n = bytes / sizeof *array;
    const cl_mem_flags flags = FLAGS[curve / WAYS];
    const bool takes_host_ptr = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    cl_int err;
    cl_mem buffer = clCreateBuffer(t->env->context, CL_MEM_READ_WRITE | flags, bytes,
                                   takes_host_ptr ? t->host : NULL, &err);
    OCL_CHECK(err);

    ocl_check check = all->check[curve];
    ocl_times times[PARTS];
    for (int part = 0; part < PARTS; part++)
        times[part].runs = 0;
    for (uint64_t run = 0; run <= opt->repeat; run++) {
        double ns[PARTS];
        map_buffer_send(queue, buffer, array, n, opt->seed + run, ns);
        map_buffer_kernel(t, buffer, n, ns);
        uint64_t sum = map_buffer_receive(queue, buffer, array, n, ns);
        ns[WHOLE] = ns[TO_DEVICE] + ns[KERNEL] + ns[TO_HOST];
        for (int part = 0; part < PARTS && run > 0; part++)
            ocl_times_add(&times[part], ns[part]);

        map_buffer_ref(t->ref, n, opt->seed + run);
        uint64_t ref_sum = map_buffer_sum(t->ref, n);
        check = ocl_check_both(check, ocl_verify_u64("sum", &sum, &ref_sum, 1));
    }

    cl_ulong address;
    OCL_CHECK(clEnqueueReadBuffer(queue, t->d_address, CL_TRUE, 0, sizeof address, &address, 0,
                                  NULL, NULL));
    uint32_t *x = array ? array : map_buffer_map(queue, buffer, CL_MAP_READ, n);
    check = ocl_check_both(check, ocl_verify_u32(CURVE[curve], x, t->ref, n));
    all->of[curve][size].no_copy = address == (cl_ulong)(uintptr_t)x;
    if (!array) OCL_CHECK(clEnqueueUnmapMemObject(queue, buffer, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    OCL_CHECK(clReleaseMemObject(buffer));

    all->check[curve] = check;
    all->whole[curve] = times[WHOLE];
    for (int part = 0; part < PARTS; part++)
        all->of[curve][size].ns[part] = ocl_median_ns(&times[part]);
}

// --- what is shown

// GB/s; the whole exchange moves all bytes twice.  0 where nothing was measured.
static double map_buffer_rate(const costs *all, int curve, size_t size, int part)
{
    double bytes = (part == WHOLE ? 2.0 : 1.0) * (double)all->bytes[size];
    double ns = all->of[curve][size].ns[part];
    return ns > 0 ? bytes / ns : 0.0;
}

static void map_buffer_table(ocl_report *report, const costs *all, int part, const char *title)
{
    ocl_report_print(report, "\n%s, GB/s\n%12s", title, "");
    for (int kind = 0; kind < KINDS; kind++)
        ocl_report_print(report, " %19s", KIND[kind]);
    ocl_report_print(report, "\n%12s", "bytes");
    for (int kind = 0; kind < KINDS; kind++)
        ocl_report_print(report, " %9s %9s", "rw", "map");
    for (size_t size = 0; size < all->count; size++) {
        ocl_report_print(report, "\n%12zu", all->bytes[size]);
        for (int curve = 0; curve < CURVES; curve++) {
            double rate = map_buffer_rate(all, curve, size, part);
            bool calls = part == TO_DEVICE_CALLS || part == TO_HOST_CALLS;
            if (rate == 0)
                ocl_report_print(report, " %9s", "-");
            else if (calls && all->of[curve][size].no_copy)
                ocl_report_print(report, " %9s", "no copy");
            else
                ocl_report_print(report, " %9.2f", rate);
        }
    }
    ocl_report_print(report, "\n");
}

static void map_buffer_json(json_t *exchanges, const costs *all)
{
    for (int curve = 0; curve < CURVES; curve++)
        for (size_t size = 0; size < all->count; size++) {
            const cost *c = &all->of[curve][size];
            if (c->ns[WHOLE] == 0) continue;
            json_t *exchange = json_pack("{s:s, s:I, s:b}", "name", CURVE[curve], "bytes",
                                         (json_int_t)all->bytes[size], "no_copy", c->no_copy);
            for (int part = 0; part < PARTS; part++)
                json_object_set_new(exchange, PART[part], json_real(c->ns[part] / 1e6));
            json_array_append_new(exchanges, exchange);
        }
}

static void map_buffer_chart(const char *path, const costs *all)
{
    double bytes[MAX_SIZES], rates[CURVES][MAX_SIZES];
    ocl_series series[CURVES];
    ocl_chart chart = { .title = "To the device, through a kernel and back",
                        .x_label = "bytes",
                        .y_label = "GB/s",
                        .series = series,
                        .log_x = true,
                        .log_y = true };
    for (int curve = 0; curve < CURVES; curve++) {
        if (all->of[curve][0].ns[WHOLE] == 0) continue;
        for (size_t size = 0; size < all->count; size++) {
            bytes[size] = (double)all->bytes[size];
            rates[curve][size] = map_buffer_rate(all, curve, size, WHOLE);
        }
        series[chart.series_count++] = (ocl_series){ CURVE[curve], bytes, rates[curve], all->count,
                                                     ocl_palette((size_t)curve) };
    }
    ocl_image image;
    ocl_message why;
    if (!ocl_draw_curves(&image, &chart, &why) || !ocl_image_write(&image, path, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_image_free(&image);
}

int main(int argc, char **argv)
{
    const ocl_program program_facts = { .name = "map_buffer",
                                        .summary = "Read and write commands beside map and unmap.",
                                        .accepts = "dnorVks",
                                        .size_help = "bytes of the largest buffer, in whole uints",
                                        .extents = 1,
                                        .variants = KIND };
    const ocl_options opt = ocl_parse(argc, argv, &program_facts,
                                      (ocl_options){ .n = { LARGEST }, .repeat = 5, .seed = 1 });
    ocl_env env = ocl_open(&opt);

    // Sizes: the default ends where the device's buffers end.
    double most = (double)ocl_device_number(env.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    double wanted = (double)opt.n[0];
    if (!opt.size_given && wanted > most) wanted = most;
    ocl_require_memory(env.device, wanted, wanted, 3.0 * wanted);
    const size_t bytes = ocl_round_up((size_t)wanted, sizeof(cl_uint));
    costs all = { .count = 0 };
    for (size_t size = SMALLEST; size < bytes && all.count < MAX_SIZES - 1; size *= STEP)
        all.bytes[all.count++] = size;
    all.bytes[all.count++] = bytes;

    cl_int err;
    cl_program program = ocl_build(&env, "map_buffer.cl", "-cl-std=CL1.2");
    tools t = {
        .env = &env, .host = ocl_alloc(bytes), .array = ocl_alloc(bytes), .ref = ocl_alloc(bytes)
    };
    t.kernel = clCreateKernel(program, "map_buffer_increment", &err);
    OCL_CHECK(err);
    t.d_address = clCreateBuffer(env.context, CL_MEM_WRITE_ONLY, sizeof(cl_ulong), NULL, &err);
    OCL_CHECK(err);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", bytes);
    ocl_report_count(report, "sizes", all.count);
    for (int curve = 0; curve < CURVES; curve++)
        all.check[curve].pass = true;
    for (size_t size = 0; size < all.count; size++)
        for (int curve = 0; curve < CURVES; curve++)
            if (ocl_wants(&opt, KIND[curve / WAYS])) map_buffer_measure(&t, curve, size, &all);

    map_buffer_table(report, &all, TO_DEVICE, "from the host's numbers to the device");
    map_buffer_table(report, &all, TO_DEVICE_CALLS, "of this, OpenCL calls alone");
    map_buffer_table(report, &all, TO_HOST, "from the device to the host's sum");
    map_buffer_table(report, &all, TO_HOST_CALLS, "of this, OpenCL calls alone");
    for (int curve = 0; curve < CURVES; curve++) {
        if (!ocl_wants(&opt, KIND[curve / WAYS])) continue;
        ocl_report_row(report, &(ocl_row){ CURVE[curve], &all.whole[curve], 2.0 * (double)bytes,
                                           "GB/s", 0.0, all.check[curve] });
    }
    json_t *exchanges = json_array();
    map_buffer_json(exchanges, &all);
    json_object_set_new(ocl_report_details(report), "exchanges", exchanges);
    if (opt.output) map_buffer_chart(opt.output, &all);

    OCL_CHECK(clReleaseMemObject(t.d_address));
    OCL_CHECK(clReleaseKernel(t.kernel));
    OCL_CHECK(clReleaseProgram(program));
    free(t.ref);
    free(t.array);
    free(t.host);
    ocl_close(&env);
    return ocl_report_close(report);
}
