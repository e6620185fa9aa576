// SPDX-License-Identifier: MIT
//
// bandwidth - how fast do bytes travel?  Host to device, device to host, within the device, mapped.
//
// Shows   what a program can expect of each way, from ordinary memory of the host and from pinned
// Uses    clEnqueueWriteBuffer, clEnqueueReadBuffer, clEnqueueCopyBuffer, clEnqueueMapBuffer,
//         clEnqueueUnmapMemObject
// Clock   The host's, from the call until the bytes have arrived.  The best of five runs.
// Try     bandwidth -n 4K, bandwidth -n 64M, bandwidth -d gpu

#include "ocl.h"

enum { RUNS = 5 };
enum { WRITE, READ, COPY, MAP_WRITE, MAP_READ, WAYS };
static const char *const NAMES[WAYS] = { "host to device", "device to host", "device to device",
                                         "map to write", "map to read" };

// Brings the bytes of x to the device (d_x), of d_x to y, or of d_x to d_y.
static void transfer(cl_command_queue queue, int way, uint8_t *y, const uint8_t *x, cl_mem d_y,
                     cl_mem d_x, size_t bytes)
{
    const cl_map_flags flags = way == MAP_WRITE ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_READ;
    cl_int err;
    void *mapped;
    switch (way) {
    case WRITE:
        OCL_CHECK(clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
        break;
    case READ:
        OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, bytes, y, 0, NULL, NULL));
        break;
    case COPY:
        OCL_CHECK(clEnqueueCopyBuffer(queue, d_x, d_y, 0, 0, bytes, 0, NULL, NULL));
        break;
    default:
        mapped = OCL_CREATE(
            clEnqueueMapBuffer(queue, d_x, CL_TRUE, flags, 0, bytes, 0, NULL, NULL, &err));
        if (way == MAP_WRITE)
            memcpy(mapped, x, bytes);
        else
            memcpy(y, mapped, bytes);
        OCL_CHECK(clEnqueueUnmapMemObject(queue, d_x, mapped, 0, NULL, NULL));
    }
    OCL_CHECK(clFinish(queue));
}

// The best rate in GB/s: 1 byte per nanosecond is 1 GB/s.  Before each run the place where the
// bytes must arrive is cleared, and after it all of them are compared.
static double measure(const ocl_env *env, int way, uint8_t *y, const uint8_t *x, cl_mem d_y,
                      cl_mem d_x, size_t bytes, ocl_result *result)
{
    const bool to_host = way == READ || way == MAP_READ;
    cl_mem d_target = way == COPY ? d_y : d_x;
    double best_ns = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        if (to_host)
            memset(y, 0, bytes);
        else
            OCL_CHECK(clEnqueueFillBuffer(env->queue, d_target, &(cl_uchar){ 0 }, 1, 0, bytes, 0,
                                          NULL, NULL));
        OCL_CHECK(clFinish(env->queue));
        const double begin_ns = ocl_wall_ns();
        transfer(env->queue, way, y, x, d_y, d_x, bytes);
        best_ns = fmin(best_ns, ocl_wall_ns() - begin_ns);
        *result = ocl_result_both(*result,
                                  to_host ? ocl_verify_bytes(NAMES[way], y, x, bytes)
                                          : ocl_verify_buffer(env, NAMES[way], d_target, x, bytes));
    }
    return (double)bytes / best_ns;
}

// Pinned memory: the driver has allocated it, and it stays where it is.
static uint8_t *map_pinned(cl_command_queue queue, cl_mem buffer, size_t bytes)
{
    cl_int err;
    return OCL_CREATE(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                         bytes, 0, NULL, NULL, &err));
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "bandwidth",
                              .summary = "How fast bytes travel between host and device.",
                              .accepts = "dns",
                              .size_help = "bytes of a transfer",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 4 << 20 }, .seed = 1 });
    const size_t bytes = opt.n[0];

    // Device and data.  No byte is 0.
    ocl_env env = ocl_open(&opt);
    ocl_require_memory(env.device, (double)bytes, 4.0 * (double)bytes, 2.0 * (double)bytes);
    uint8_t *x = ocl_alloc(bytes), *y = ocl_alloc(bytes);
    for (size_t i = 0; i < bytes; i++)
        x[i] = (uint8_t)(ocl_random(opt.seed, i) % 255 + 1);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bytes", bytes);

    // Buffers.  Two of them are the host's pinned memory.
    const cl_mem_flags pinned = CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR;
    cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, x);
    cl_mem d_y = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem x_buffer = ocl_buffer(&env, pinned, bytes, NULL);
    cl_mem y_buffer = ocl_buffer(&env, pinned, bytes, NULL);
    uint8_t *x_pinned = map_pinned(env.queue, x_buffer, bytes);
    uint8_t *y_pinned = map_pinned(env.queue, y_buffer, bytes);
    memcpy(x_pinned, x, bytes);

    // Measure and verify.
    ocl_result results[WAYS];
    ocl_table table = ocl_table_open(report, "GB/s", "way, pageable GB/s, pinned GB/s");
    for (int way = 0; way < WAYS; way++) {
        results[way] = (ocl_result){ .pass = true };
        const double rate = measure(&env, way, y, x, d_y, d_x, bytes, &results[way]);
        const double rate_pinned =
            way == COPY ? NAN
                        : measure(&env, way, y_pinned, x_pinned, d_y, d_x, bytes, &results[way]);
        ocl_table_row(&table, "%-16s %13.3f %11.3f", NAMES[way], rate, rate_pinned);
    }
    for (int way = 0; way < WAYS; way++)
        ocl_report_result(report, NAMES[way], results[way]);

    // Release, in reverse order.
    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, y_buffer, y_pinned, 0, NULL, NULL));
    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, x_buffer, x_pinned, 0, NULL, NULL));
    OCL_CHECK(clFinish(env.queue));
    OCL_CHECK(clReleaseMemObject(y_buffer));
    OCL_CHECK(clReleaseMemObject(x_buffer));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseMemObject(d_x));
    ocl_close(&env);
    free(y);
    free(x);
    return ocl_report_close(report);
}
