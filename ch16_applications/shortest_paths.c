// SPDX-License-Identifier: MIT
//
// shortest_paths - how long is the shortest way from town 0 to each town?
//
// Shows   atomic_min on the answer itself; a launch again and again until nothing changes
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         clEnqueueWriteBuffer, clWaitForEvents
// Try     shortest_paths -i data/minnesota.mtx, shortest_paths -n 100K

#include "ocl.h"

#include "shared/roads.h"

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "shortest_paths",
                              .summary = "How long is the shortest way to each town?",
                              .accepts = "dniks",
                              .size_help = "towns of a country that is made from random numbers",
                              .extents = 1,
                              .most = MOST_TOWNS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    if (!opt.input) {
        const double ways = 4.0 * (double)opt.n[0], roads = MOST_ROADS * ways;
        ocl_require_memory(env.device, roads, 2.0 * roads + 2.0 * ways, 4.0 * roads + 3.0 * ways);
    }
    country c = country_open(&opt);
    const size_t n = c.towns, bytes = n * sizeof(uint32_t);
    uint32_t *distance = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t t = 0; t < n; t++)
        distance[t] = t == 0 ? 0 : UNKNOWN;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "towns", n);
    ocl_report_count(report, "roads", c.roads);
    OCL_TIME_REFERENCE(report, dijkstra(ref, &c));

    // Program and buffers.
    cl_program program =
        ocl_build(&env, "shortest_paths.cl", "-cl-std=CL1.2 -DUNKNOWN=%#xu", UNKNOWN);
    const size_t road_bytes = (c.roads + 1) * sizeof(uint32_t);    // there may be none
    cl_mem d_distance = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, distance);
    cl_mem d_shorter = ocl_buffer(&env, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes + sizeof *c.first, c.first);
    cl_mem d_to = ocl_buffer(&env, CL_MEM_READ_ONLY, road_bytes, c.to);
    cl_mem d_length = ocl_buffer(&env, CL_MEM_READ_ONLY, road_bytes, c.length);

    // Kernel and arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "shortest_paths", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_distance, &d_distance));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_shorter, &d_shorter));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_first, &d_first));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_to, &d_to));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof d_length, &d_length));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);

    // A launch per round, until one finds no shorter way.  The shortest ways have fewer than n
    // roads, and each round finds one road more of each.  So n rounds are enough.
    cl_uint shorter = 1;
    size_t rounds = 0;
    for (; shorter > 0 && rounds < n; rounds++) {
        shorter = 0;
        OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_shorter, CL_TRUE, 0, sizeof shorter, &shorter,
                                       0, NULL, NULL));
        cl_event done;
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
        OCL_CHECK(clWaitForEvents(1, &done));
        OCL_CHECK(clReleaseEvent(done));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_shorter, CL_TRUE, 0, sizeof shorter, &shorter, 0,
                                      NULL, NULL));
    }
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_distance, CL_TRUE, 0, bytes, distance, 0, NULL, NULL));

    // Show and verify.  Whole numbers: every way is exactly as long as that of plain C.
    ocl_report_fact(report, "rounds", "%zu", rounds);
    show_named(report, distance, &c);
    ocl_report_result(report, "distances", ocl_verify_u32("distances", distance, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_length));
    OCL_CHECK(clReleaseMemObject(d_to));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseMemObject(d_shorter));
    OCL_CHECK(clReleaseMemObject(d_distance));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(distance);
    country_free(&c);
    return ocl_report_close(report);
}
