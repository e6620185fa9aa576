// SPDX-License-Identifier: MIT
//
// buffer_rect_refusals - regions and pitches that a driver must not accept.

#include "ocl.h"

enum { ROW = 16, SLICE = 64, ROOM = 256 };    // bytes: pitches without a mistake; of each memory

static void report_refusals(const ocl_env *env, ocl_report *report)
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

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_rect_refusals",
                              .summary = "Regions and pitches with mistakes.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    report_refusals(&env, report);
    ocl_close(&env);
    return ocl_report_close(report);
}
