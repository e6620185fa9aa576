// SPDX-License-Identifier: MIT

#include "bus.h"

enum { RUNS = 5 };

double bus_rate(const ocl_env *env, size_t bytes)
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
