// SPDX-License-Identifier: MIT
//
// monte_carlo_ladder - points for pi, faster on a CPU: 16 counters side by side in vectors.
//
// Shows   what is worth being a vector: not the four numbers of a counter, but many counters
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel
// Try     monte_carlo_ladder, monte_carlo_ladder -n 100K -V lanes

#include "ocl.h"

#include "shared/random_numbers.h"

enum { PAIRS = 512 };    // pairs of points that a work-item draws

static const char *const VARIANTS[] = { "plain", "lanes", NULL };

static uint32_t is_inside(uint32_t x, uint32_t y)
{
    const uint64_t across = x >> 1, up = y >> 1;
    return across * across + up * up < UINT64_C(1) << 62;
}

// The answer in plain C.
static void monte_carlo_ref(uint32_t *inside, const uint32_t key[2], size_t n)
{
    for (size_t item = 0; item < n; item++) {
        inside[item] = 0;
        for (uint32_t i = 0; i < PAIRS; i++) {
            uint32_t r[4] = { i, 0, (uint32_t)item, (uint32_t)((uint64_t)item >> 32) };
            philox(r, key);
            inside[item] += is_inside(r[0], r[1]) + is_inside(r[2], r[3]);
        }
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "monte_carlo_ladder",
                              .summary = "Points for pi, one pair at a time and 16.",
                              .accepts = "dnrVks",
                              .size_help = "work-items, each with 1024 points",
                              .extents = 1,
                              .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 5003 }, .repeat = 10, .seed = 1 });

    // Device, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)n * sizeof(cl_uint), (double)bytes, 2.0 * (double)bytes);
    uint32_t *inside = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    const cl_uint2 key = { .s = { (cl_uint)opt.seed, (cl_uint)(opt.seed >> 32) } };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "points each", 2 * PAIRS);
    OCL_TIME_REFERENCE(report, monte_carlo_ref(ref, key.s, n));

    // Program and buffer.
    cl_program program =
        ocl_build(&env, "monte_carlo_ladder.cl", "-cl-std=CL1.2 -DPAIRS=%d", PAIRS);
    cl_mem d_inside = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);

    // The rungs.  All numbers are whole, and every count is compared.
    const ocl_work work = { .amount = 2.0 * PAIRS * (double)n, .unit = "Mpoint/s" };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        char name[32];
        snprintf(name, sizeof name, "monte_carlo_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_inside, &d_inside));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof key, &key));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));
        const size_t local = ocl_local_size(kernel, env.device, 64);
        const size_t global = ocl_round_up(n, local);
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], d_inside, bytes);
        while (ocl_trial_next(&t))
            OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL,
                                             &t.done));
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_inside, CL_TRUE, 0, bytes, inside, 0, NULL, NULL));
        ocl_trial_report(&t, report, &work, ocl_verify_u32(VARIANTS[v], inside, ref, n));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_inside));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(inside);
    return ocl_report_close(report);
}
