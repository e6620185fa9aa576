// SPDX-License-Identifier: MIT
//
// monte_carlo - pi from random points, and how far off it is.
//
// Shows   random numbers that thousands of work-items draw at once: each number is a function of a
//         counter; the standard error of an answer that chance gives
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     monte_carlo -n 100, monte_carlo -n 10000 --seed 7

#include "ocl.h"

enum { PAIRS = 512 };    // pairs of points that a work-item draws

// What the authors of Philox publish (Random123, kat_vectors).
enum { ANSWERS = 3 };
static const struct {
    uint32_t counter[4], key[2], numbers[4];
} KNOWN[ANSWERS] = {
    { { 0, 0, 0, 0 }, { 0, 0 }, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
    { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff },
      { 0xffffffff, 0xffffffff },
      { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
    { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
      { 0xa4093822, 0x299f31d0 },
      { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } }
};

// Philox 4x32-10 in plain C: the counter becomes four random numbers.
static void philox(uint32_t counter[4], const uint32_t key[2])
{
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = UINT64_C(0xD2511F53) * counter[0];
        const uint64_t p1 = UINT64_C(0xCD9E8D57) * counter[2];
        counter[0] = (uint32_t)(p1 >> 32) ^ counter[1] ^ k0;
        counter[1] = (uint32_t)p1;
        counter[2] = (uint32_t)(p0 >> 32) ^ counter[3] ^ k1;
        counter[3] = (uint32_t)p0;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

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
    const ocl_about about = { .name = "monte_carlo",
                              .summary = "Pi from random points.",
                              .accepts = "dnks",
                              .size_help = "work-items, each with 1024 points",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 5003 }, .seed = 1 });

    // Device, generator, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    ocl_require_memory(env.device, (double)n * sizeof(cl_uint), (double)bytes, 2.0 * (double)bytes);
    uint32_t *inside = ocl_alloc(bytes), *ref = ocl_alloc(bytes), numbers[4 * ANSWERS];
    uint32_t wanted[4 * ANSWERS];
    for (int i = 0; i < ANSWERS; i++) {
        memcpy(&numbers[4 * i], KNOWN[i].counter, sizeof KNOWN[i].counter);
        memcpy(&wanted[4 * i], KNOWN[i].numbers, sizeof KNOWN[i].numbers);
        philox(&numbers[4 * i], KNOWN[i].key);
    }
    const cl_uint2 key = { .s = { (cl_uint)opt.seed, (cl_uint)(opt.seed >> 32) } };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "points each", 2 * PAIRS);
    OCL_TIME_REFERENCE(report, monte_carlo_ref(ref, key.s, n));

    // Program, buffer, arguments.
    cl_program program = ocl_build(&env, "monte_carlo.cl", "-cl-std=CL1.2 -DPAIRS=%d", PAIRS);
    cl_mem d_inside = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "monte_carlo", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_inside, &d_inside));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof key, &key));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_inside, CL_TRUE, 0, bytes, inside, 0, NULL, NULL));

    // What chance says of pi.  A share p of n points has the standard error sqrt(p (1 - p) / n).
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += inside[i];
    const double points = 2.0 * PAIRS * (double)n, p = (double)sum / points;
    const double pi = 4.0 * p, standard_error = 4.0 * sqrt(p * (1.0 - p) / points);

    // Verify: each count exactly, and pi to 5 standard errors.  Of 1.7 million seeds one is further
    // away.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_note(report, "pi is %.6f, with a standard error of %.6f", pi, standard_error);
    ocl_report_result(report, "known",
                      ocl_verify_u32("known", numbers, wanted, (size_t)4 * ANSWERS));
    ocl_report_result(report, "counts", ocl_verify_u32("counts", inside, ref, n));
    ocl_report_result(report, "pi",
                      ocl_verify_f32("pi", &(float){ (float)pi }, &(float){ 3.14159265f }, 1,
                                     5.0 * standard_error));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_inside));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(inside);
    return ocl_report_close(report);
}
