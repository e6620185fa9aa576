// SPDX-License-Identifier: MIT
//
// map_buffer_part_skeleton - exercise 2 of map_buffer: the host doubles some numbers in the middle
// of a buffer.  The map is missing, so the numbers stay as they are.
//
//     cp ch03_histogram/solutions/map_buffer_part_skeleton.c build/mine.c
//     cmake --build build --target mine && build/solutions/mine

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

    // Exercise 2 of map_buffer: map the COUNT numbers from number FIRST on, double them, and unmap
    // them.  Offset and size of a map are in bytes.

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "doubled", ocl_verify_buffer(&env, "doubled", buffer, ref, sizeof x));
    OCL_CHECK(clReleaseMemObject(buffer));
    ocl_close(&env);
    return ocl_report_close(report);
}
