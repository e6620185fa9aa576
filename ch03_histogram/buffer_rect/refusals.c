// SPDX-License-Identifier: MIT

#include "buffer_rect/refusals.h"

enum { ROW = 16, SLICE = 64, ROOM = 256 };    // bytes: pitches without a mistake; of each memory

void buffer_rect_refusals(const ocl_env *env, ocl_report *report)
{
    unsigned char x[ROOM] = { 0 }, host[ROOM];
    const size_t start[3] = { 0, 0, 0 }, region[3] = { 8, 4, 2 }, empty[3] = { 8, 0, 2 };
    cl_command_queue queue = env->queue;
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    const ocl_refusal refusals[] = {
        { .mistake = "a region without rows",
          .got = clEnqueueReadBufferRect(queue, d_x, CL_TRUE, start, start, empty, ROW, SLICE, ROW,
                                         SLICE, host, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "rows that are longer than the buffer's row pitch",
          .got = clEnqueueReadBufferRect(queue, d_x, CL_TRUE, start, start, region, 7, SLICE, ROW,
                                         SLICE, host, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "slices that are larger than the buffer's slice pitch",
          .got = clEnqueueWriteBufferRect(queue, d_x, CL_TRUE, start, start, region, ROW, 40, ROW,
                                          SLICE, host, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
        { .mistake = "NULL for the host's memory",
          .got = clEnqueueReadBufferRect(queue, d_x, CL_TRUE, start, start, region, ROW, SLICE, ROW,
                                         SLICE, NULL, 0, NULL, NULL),
          .want = CL_INVALID_VALUE },
    };
    ocl_report_refusals(report, env->device, refusals, sizeof refusals / sizeof refusals[0]);
    OCL_CHECK(clReleaseMemObject(d_x));
}
