// SPDX-License-Identifier: MIT
//
// option_price - what the right to buy a stock in a year is worth, from random futures.
//
// Shows   normal random numbers (Box and Muller); a mean over millions of cases, with its standard
//         error, beside the formula of Black and Scholes
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     option_price -n 100, option_price -n 10000 --seed 7

#include "ocl.h"

#include "shared/black_scholes.h"
#include "shared/random_numbers.h"

enum { COUNTERS = 256 };    // of a work-item; each makes four futures

// The stock costs SPOT today.  In a year one may buy it for STRIKE.
static const double SPOT = 100.0, STRIKE = 105.0, RATE = 0.03, VOLATILITY = 0.2;

// The answer in plain C, and how far off the device may be.  In units of 2^-24, half a ULP: log is
// off by 6, and sqrt makes 3 of it and adds 6; cospi and sinpi are off by 8; so z is off by 18, and
// volatility * z by 20.  The sum with drift adds a rounding of both.  exp adds 6, and the product
// 1.  stock - strike is rounded, too, and 258 additions are.
static void option_price_ref(cl_float2 *sums, cl_float2 *bounds, const uint32_t key[2],
                             double drift, size_t n)
{
    for (size_t item = 0; item < n; item++) {
        double sum = 0.0, squares = 0.0, off = 0.0, squares_off = 0.0;
        for (uint32_t i = 0; i < COUNTERS; i++) {
            uint32_t r[4] = { i, 0, (uint32_t)item, (uint32_t)((uint64_t)item >> 32) };
            double z[4];
            philox(r, key);
            normal(&z[0], r[0], r[1]);
            normal(&z[2], r[2], r[3]);
            for (int k = 0; k < 4; k++) {
                const double stock = SPOT * exp(drift + VOLATILITY * z[k]);
                const double paid = fmax(stock - STRIKE, 0.0);
                const double units = 22.0 * fabs(VOLATILITY * z[k]) + 2.0 * fabs(drift) + 8.0;
                const double paid_off = units * 0x1p-24 * stock + 0x1p-24 * paid;
                sum += paid;
                squares += paid * paid;
                off += paid_off;
                squares_off += (2.0 * paid + paid_off) * paid_off + 0x1p-24 * paid * paid;
            }
        }
        const double additions = (COUNTERS + 2) * 0x1p-24;
        sums[item] = (cl_float2){ .s = { (float)sum, (float)squares } };
        bounds[item] =
            (cl_float2){ .s = { (float)(off + additions * (sum + off)),
                                (float)(squares_off + additions * (squares + squares_off)) } };
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "option_price",
                              .summary = "The price of an option, from random futures.",
                              .accepts = "dnks",
                              .size_help = "work-items, each with 1024 futures",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 5003 }, .seed = 1 });

    // Device, reference.  In a year the stock costs SPOT * exp(drift + volatility * z), z normal.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float2);
    ocl_require_memory(env.device, (double)n * sizeof(cl_float2), (double)bytes,
                       3.0 * (double)bytes);
    cl_float2 *sums = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *bounds = ocl_alloc(bytes);
    const cl_uint2 key = { .s = { (cl_uint)opt.seed, (cl_uint)(opt.seed >> 32) } };
    const double drift = RATE - 0.5 * VOLATILITY * VOLATILITY;
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "futures each", 4 * COUNTERS);
    OCL_TIME_REFERENCE(report, option_price_ref(ref, bounds, key.s, drift, n));

    // Program, buffer, arguments.
    cl_program program =
        ocl_build(&env, "option_price.cl", "-cl-std=CL1.2 -DCOUNTERS=%d", COUNTERS);
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "option_price", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_sums, &d_sums));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof key, &key));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_float), &(cl_float){ (float)SPOT }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float), &(cl_float){ (float)STRIKE }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_float), &(cl_float){ (float)drift }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_float), &(cl_float){ (float)VOLATILITY }));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_ulong), &(cl_ulong){ n }));

    // Launch and read.
    const size_t local = ocl_local_size(kernel, env.device, 64), global = ocl_round_up(n, local);
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_sums, CL_TRUE, 0, bytes, sums, 0, NULL, NULL));

    // The mean of what is paid, in today's money, and how far off chance may have put it.
    double sum = 0.0, squares = 0.0, off = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += (double)sums[i].s[0];
        squares += (double)sums[i].s[1];
        off += (double)bounds[i].s[0];
    }
    const double today = exp(-RATE), futures = 4.0 * COUNTERS * (double)n;
    const double mean = sum / futures, variance = squares / futures - mean * mean;
    const double price = today * mean, standard_error = today * sqrt(variance / futures);
    const double formula = black_scholes(SPOT, STRIKE, RATE, VOLATILITY);

    // Verify: each sum, and the price to 5 standard errors and what rounding allows.  Of 1.7
    // million seeds one is further away.  Sums that are wrong may say anything of their error.
    const double allowed = fmin(5.0 * standard_error + today * off / futures, 0.5 * formula);
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_note(report, "the price is %.4f, with a standard error of %.4f; the formula: %.4f",
                    price, standard_error, formula);
    ocl_report_result(report, "sums",
                      ocl_verify_f32_each("sums", sums[0].s, ref[0].s, 2 * n, bounds[0].s));
    ocl_report_result(
        report, "price",
        ocl_verify_f32("price", &(float){ (float)price }, &(float){ (float)formula }, 1, allowed));

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(bounds);
    free(ref);
    free(sums);
    return ocl_report_close(report);
}
