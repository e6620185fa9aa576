// SPDX-License-Identifier: MIT
//
// map_buffer_part - exercise 2 of map_buffer: the host doubles some numbers in the middle of a
// buffer.
//: skeleton
//: // The map is missing, so the numbers stay as they are.
//: end
//
//     cmake --build build --target exercise_map_buffer_part
//     build/exercises/map_buffer_part

#include "ocl.h"

enum { N = 1031, FIRST = 100, COUNT = 700 };

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_buffer_part",
                              .summary = "The host doubles numbers in the middle of a buffer.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);

    cl_uint x[N], ref[N];
    ocl_fill_u32(x, N, 1);
    for (size_t i = 0; i < N; i++)
        ref[i] = i >= FIRST && i < FIRST + COUNT ? 2 * x[i] : x[i];
    cl_mem buffer = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof x, x);

    //: skeleton
    //: // Exercise 2 of map_buffer: map the COUNT numbers from number FIRST on, double them, and unmap
    //: // them.  Offset and size of a map are in bytes.
    //: solution
    cl_int err;
    cl_uint *part = OCL_CREATE(
        clEnqueueMapBuffer(env.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                           FIRST * sizeof(cl_uint), COUNT * sizeof(cl_uint), 0, NULL, NULL, &err));
    for (size_t i = 0; i < COUNT; i++)
        part[i] *= 2;
    OCL_CHECK(clEnqueueUnmapMemObject(env.queue, buffer, part, 0, NULL, NULL));
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "doubled", ocl_verify_buffer(&env, "doubled", buffer, ref, sizeof x));
    OCL_CHECK(clReleaseMemObject(buffer));
    ocl_close(&env);
    return ocl_report_close(report);
}
