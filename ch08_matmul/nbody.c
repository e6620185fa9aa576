// SPDX-License-Identifier: MIT
//
// nbody - all bodies pull all bodies.
//
// Shows   one work-item per body, which reads all the others; a bound for each sum of floats
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     nbody -n 2; nbody -n 8K

#include "ocl.h"

#define SOFTENING2 0.01f    // keeps the distance of two bodies from being 0

enum { MAX_BODIES = 8192 };    // plain C needs the square of this

// The answer in plain C.  Of each body there are x, y, z and the mass; of each pull x, y, z and 0.
static void nbody_ref(float *pulls, const float *places, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const float *here = &places[4 * i];
        float x = 0, y = 0, z = 0;
        for (size_t j = 0; j < n; j++) {
            const float *there = &places[4 * j];
            const float dx = there[0] - here[0], dy = there[1] - here[1], dz = there[2] - here[2];
            const float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING2);
            const float strength = there[3] * inverse * inverse * inverse;
            x += strength * dx;
            y += strength * dy;
            z += strength * dz;
        }
        memcpy(&pulls[4 * i], (float[4]){ x, y, z, 0 }, sizeof(float[4]));
    }
}

static void nbody_bounds(float *bounds, const float *places, size_t n);

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "nbody",
                              .summary = "All bodies pull all bodies.",
                              .accepts = "dnks",
                              .size_help = "bodies, at most 8192",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1009 }, .seed = 1 });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float4);
    if (n > MAX_BODIES)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %d; nbody_ladder takes more", MAX_BODIES);

    // Device, data, reference.  Places lie between -1 and 1; all masses together are about 1.
    ocl_env env = ocl_open(&opt);
    float *places = ocl_alloc(bytes), *pulls = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    float *bounds = ocl_alloc(bytes);
    ocl_fill_f32(places, 4 * n, -1, 1, opt.seed);
    for (size_t i = 0; i < n; i++)
        places[4 * i + 3] = (1 + 0.5f * places[4 * i + 3]) / (float)n;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "bodies", n);
    OCL_TIME_REFERENCE(report, nbody_ref(ref, places, n));

    // Program and buffers.
    cl_program program = ocl_build(&env, "nbody.cl", "-cl-std=CL1.2");
    cl_mem d_pulls = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_places = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, places);

    // Arguments and launch.
    cl_int err;
    cl_event done;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "nbody", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_pulls, &d_pulls));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_places, &d_places));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_float), &(cl_float){ SOFTENING2 }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_pulls, CL_TRUE, 0, bytes, pulls, 0, NULL, NULL));

    // Verify.  Both add floats, so both are a little wrong.
    ocl_report_kernel(report, "kernel", &done, 1);
    nbody_bounds(bounds, places, n);
    ocl_report_result(report, "pulls", ocl_verify_f32_each("pulls", pulls, ref, 4 * n, bounds));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_places));
    OCL_CHECK(clReleaseMemObject(d_pulls));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(bounds);
    free(ref);
    free(pulls);
    free(places);
    return ocl_report_close(report);
}

// What the device and plain C may differ by.  Each of them adds n floats.  A product has at most 24
// roundings of 2^-24.  Those of the sum go up and down by chance: 8 sqrt(n) (Higham and Mary 2019).
// Pulls from left and right cancel each other, but their roundings do not.  So these are shares of
// the pulls' sizes.
static void nbody_bounds(float *bounds, const float *places, size_t n)
{
    const double part = 2 * (24 + 8 * sqrt((double)n)) * 0x1p-24;
    for (size_t i = 0; i < n; i++) {
        double size[4] = { 0 };
        for (size_t j = 0; j < n; j++) {
            double way[3], r2 = (double)SOFTENING2;
            for (size_t d = 0; d < 3; d++) {
                way[d] = (double)places[4 * j + d] - (double)places[4 * i + d];
                r2 += way[d] * way[d];
            }
            for (size_t d = 0; d < 3; d++)
                size[d] += (double)places[4 * j + 3] * fabs(way[d]) / (r2 * sqrt(r2));
        }
        for (size_t d = 0; d < 4; d++)
            bounds[4 * i + d] = (float)(part * size[d]);
    }
}
