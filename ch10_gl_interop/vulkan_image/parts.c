// SPDX-License-Identifier: MIT

#include "parts.h"

void stopwatch_start_frame(stopwatch *watch)
{
    watch->frames++;
    watch->since = ocl_wall_ns();
}

void stopwatch_end_part(stopwatch *watch, int part)
{
    const double now = ocl_wall_ns();
    watch->ns[part] += now - watch->since;
    watch->since = now;
}

enum { RUNS = 5 };

// The GB/s of copies of so many bytes from the device and back to it, one after the other, from and
// to pinned memory; 0 where host and device have the same memory.
static double bus_rate(const ocl_env *env, size_t bytes)
{
    if (ocl_device_number(env->device, CL_DEVICE_HOST_UNIFIED_MEMORY)) return 0;
    const cl_command_queue queue = env->queue;
    ocl_times times = { .runs = 0 };
    cl_int err;
    const cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    const cl_mem pinned = ocl_buffer(env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL);
    void *x = OCL_CREATE(clEnqueueMapBuffer(queue, pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                            bytes, 0, NULL, NULL, &err));
    memset(x, 1, bytes);
    for (int run = 0; run <= RUNS; run++) {
        OCL_CHECK(clFinish(queue));
        const double start = ocl_wall_ns();
        OCL_CHECK(clEnqueueWriteBuffer(queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(queue, d_x, CL_TRUE, 0, bytes, x, 0, NULL, NULL));
        if (run > 0) ocl_times_add(&times, ocl_wall_ns() - start);
    }
    OCL_CHECK(clEnqueueUnmapMemObject(queue, pinned, x, 0, NULL, NULL));
    OCL_CHECK(clFinish(queue));
    OCL_CHECK(clReleaseMemObject(pinned));
    OCL_CHECK(clReleaseMemObject(d_x));
    return 2 * (double)bytes / ocl_best_ns(&times);
}

void show_frames(ocl_report *report, const ocl_env *env, const ocl_times times[WAYS],
                 const stopwatch parts[WAYS], const size_t frames_and_bytes[2])
{
    const size_t frames = frames_and_bytes[0], bytes = frames_and_bytes[1];
    const double bus = bus_rate(env, bytes);
    // Over a bus the map of HOST_MEMORY is a copy, too.
    const ways_table ways = {
        .title = "frames",
        .columns = "memory, bytes copied per frame, us per frame",
        .copied = { [COPIES] = 2 * bytes, [HOST_MEMORY] = bus > 0 ? 2 * bytes : bytes },
        .count = frames
    };
    show_ways(report, times, &ways);
    ocl_table table = ocl_table_open(
        report, "parts of a frame", "parts in us, painting, to Vulkan, drawing, back, copies GB/s");
    for (int way = 0; way < WAYS; way++) {
        double us[PARTS], rate = NAN;
        if (times[way].runs == 0) continue;
        for (int part = 0; part < PARTS; part++)
            us[part] = parts[way].ns[part] / (1e3 * (double)parts[way].frames);
        if (times[OPAQUE_FD].runs > 0 && ways.copied[way] > 0)
            rate = (double)(frames * ways.copied[way]) /
                   (ocl_median_ns(&times[way]) - ocl_median_ns(&times[OPAQUE_FD]));
        ocl_table_row(&table, "%-11s %8.1f %9.1f %7.1f %6.1f %11.1f", WAY_NAMES[way], us[PAINTING],
                      us[TO_VULKAN], us[DRAWING], us[BACK], rate);
    }
    if (bus > 0) ocl_report_fact(report, "the bus, from and to pinned memory, GB/s", "%.1f", bus);
}
