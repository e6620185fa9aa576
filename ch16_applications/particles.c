// SPDX-License-Identifier: MIT
//
// particles - discs in a box bounce off each other; a grid finds who is near whom.
//
// Shows   a grid that is built on the device: count, scan, place; then nine cells, not all pairs
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     particles -t 300 -o discs.png, particles -n 8K -t 10
//         -k with your own copy of particles.cl

#include "ocl.h"

#include "shared/discs.h"

enum { KERNELS = 5, GROUP = 64 };    // of a step; at most 64 work-items, as in particles.cl

// A kernel whose arguments are buffers, then a number.  One more may follow.
static cl_kernel kernel_of(cl_program program, const char *name, size_t count,
                           const cl_mem buffers[], size_t n)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]));
    OCL_CHECK(clSetKernelArg(kernel, (cl_uint)count, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    return kernel;
}

int main(int argc, char **argv)
{
    // Options.
    size_t steps = 100;
    const ocl_option own[] = { { .usage = "-t, --steps N: at most 10000", .count = &steps },
                               { .usage = NULL } };
    const ocl_about about = { .name = "particles",
                              .summary = "Discs in a box bounce off each other.",
                              .accepts = "dnoks",
                              .size_help = "discs",
                              .extents = 1,
                              .most = 1 << 16,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1009 }, .seed = 1 });
    if (steps > 10000) ocl_exit(OCL_EXIT_USAGE, "--steps: at most 10000");

    // Device, discs, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], pairs = n * sizeof(cl_int2), words = n * sizeof(cl_uint);
    ocl_require_memory(env.device, 3.0 * (double)pairs, 7.0 * (double)pairs, 6.0 * (double)pairs);
    discs d = discs_make(n, opt.seed), ref = discs_make(n, opt.seed);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "discs", n);
    ocl_report_count(report, "steps", steps);
    OCL_TIME_REFERENCE(report, for (size_t t = 0; t < steps; t++) discs_step(&ref));

    // Program and buffers.  The last four are the grid, which each step makes anew.  No disc is
    // counted yet.
    const size_t cells = (size_t)d.cells * (size_t)d.cells;
    cl_uint *none = ocl_alloc(cells * sizeof *none);
    memset(none, 0, cells * sizeof *none);
    cl_program program = ocl_build(&env, "particles.cl", "-cl-std=CL1.2");
    cl_mem d_at = ocl_buffer(&env, CL_MEM_READ_WRITE, pairs, d.at);
    cl_mem d_velocity = ocl_buffer(&env, CL_MEM_READ_WRITE, pairs, d.velocity);
    cl_mem d_force = ocl_buffer(&env, CL_MEM_READ_WRITE, pairs, NULL);
    cl_mem d_number = ocl_buffer(&env, CL_MEM_READ_WRITE, words, NULL);
    cl_mem d_counts = ocl_buffer(&env, CL_MEM_READ_WRITE, cells * sizeof *none, none);
    cl_mem d_first = ocl_buffer(&env, CL_MEM_READ_WRITE, (cells + 1) * sizeof(cl_uint), NULL);
    cl_mem d_order = ocl_buffer(&env, CL_MEM_READ_WRITE, words, NULL);

    // Kernels and arguments: the same in all steps.
    cl_kernel count = kernel_of(program, "count", 3, (cl_mem[]){ d_counts, d_number, d_at }, n);
    cl_kernel scan = kernel_of(program, "scan", 2, (cl_mem[]){ d_first, d_counts }, cells);
    cl_kernel place =
        kernel_of(program, "place", 4, (cl_mem[]){ d_order, d_first, d_number, d_at }, n);
    cl_kernel collide =
        kernel_of(program, "collide", 4, (cl_mem[]){ d_force, d_at, d_order, d_first }, n);
    cl_kernel move = kernel_of(program, "move", 3, (cl_mem[]){ d_at, d_velocity, d_force }, 2 * n);
    OCL_CHECK(clSetKernelArg(count, 4, sizeof(cl_int), &d.cells));
    OCL_CHECK(clSetKernelArg(place, 5, sizeof(cl_int), &d.cells));
    OCL_CHECK(clSetKernelArg(collide, 5, sizeof(cl_int), &d.cells));
    OCL_CHECK(clSetKernelArg(move, 4, sizeof(cl_int), &d.side));

    // The steps.  Each launch waits for the one before.
    const cl_kernel kernels[KERNELS] = { count, scan, place, collide, move };
    const size_t items[KERNELS] = { n, 1, n, n, 2 * n };    // `scan` gets one whole work-group
    cl_event *done = ocl_alloc(KERNELS * steps * sizeof *done);
    for (size_t t = 0; t < steps; t++) {
        for (size_t k = 0; k < KERNELS; k++) {
            const size_t local = ocl_local_size(kernels[k], env.device, GROUP);
            const size_t global = ocl_round_up(items[k], local);
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernels[k], 1, NULL, &global, &local, 0,
                                             NULL, &done[KERNELS * t + k]));
        }
    }
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_at, CL_TRUE, 0, pairs, d.at, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_velocity, CL_TRUE, 0, pairs, d.velocity, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_force, CL_TRUE, 0, pairs, d.force, 0, NULL, NULL));

    // Verify.  All numbers are whole, so the order of a sum does not matter.  What one disc gets,
    // another one loses: all forces together are 0, and so no collision changes the momentum.
    long long forces[2] = { 0, 0 };
    for (size_t i = 0; i < n; i++)
        for (int c = 0; c < 2; c++)
            forces[c] += d.force[i].s[c];
    ocl_report_kernel(report, "kernels", done, KERNELS * steps);
    ocl_report_result(report, "places", ocl_verify_bytes("places", d.at, ref.at, pairs));
    ocl_report_result(report, "velocities",
                      ocl_verify_bytes("velocities", d.velocity, ref.velocity, pairs));
    ocl_report_result(report, "forces", ocl_verify_bytes("forces", d.force, ref.force, pairs));
    ocl_report_result(report, "momentum",
                      ocl_result_both(ocl_verify_equal("sum of forces, x", forces[0], 0),
                                      ocl_verify_equal("sum of forces, y", forces[1], 0)));
    if (opt.output != NULL) discs_draw(&d, opt.output);

    // Release, in reverse order.
    for (size_t k = 0; k < KERNELS * steps; k++)
        OCL_CHECK(clReleaseEvent(done[k]));
    for (size_t k = KERNELS; k > 0; k--)
        OCL_CHECK(clReleaseKernel(kernels[k - 1]));
    OCL_CHECK(clReleaseMemObject(d_order));
    OCL_CHECK(clReleaseMemObject(d_first));
    OCL_CHECK(clReleaseMemObject(d_counts));
    OCL_CHECK(clReleaseMemObject(d_number));
    OCL_CHECK(clReleaseMemObject(d_force));
    OCL_CHECK(clReleaseMemObject(d_velocity));
    OCL_CHECK(clReleaseMemObject(d_at));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(done);
    free(none);
    discs_free(&ref);
    discs_free(&d);
    return ocl_report_close(report);
}
