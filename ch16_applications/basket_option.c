// SPDX-License-Identifier: MIT
//
// basket_option - an option on the mean of several stocks: no formula, and two kinds of points.
//
// Shows   Sobol points, which fill space more evenly than random ones; random shifts, which say how
//         far off their answer is; errors that fall as 1 / sqrt(n), and nearly as 1 / n
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     basket_option -o errors.png, basket_option --stocks 1, basket_option -V sobol -n 1000

#include "ocl.h"

#include "basket_option/sobol.h"
#include "proof/basket_option/known_points.h"
#include "shared/black_scholes.h"
#include "shared/random_numbers.h"

// Points of a work-item; runs, each with n work-items and random numbers of its own.
enum { POINTS = 256, RUNS = 16, MAX_STOCKS = SOBOL_DIMENSIONS - 1, MAX_ROWS = 32 };
enum { RANDOM, SOBOL };

static const char *const VARIANTS[] = { "random", "sobol", NULL };

// Each stock costs SPOT today.  Any two of them are correlated: half of the variance is the
// market's.
static const double SPOT = 100.0, STRIKE = 105.0, RATE = 0.03, VOLATILITY = 0.2;
static const double CORRELATION = 0.5;

typedef struct {
    size_t stocks, dimensions;    // dimensions: stocks + 1, rounded up to 4 or 8
    double drift, market,
        own;            // a stock: SPOT * exp(drift + VOLATILITY * (market * z0 + own * zk))
    uint32_t key[2];    // of the random numbers
    uint32_t directions[SOBOL_BITS * SOBOL_DIMENSIONS];
} basket;

// --- the answer in plain C

// Point `index` of a run, of either kind.
static void point(uint32_t *x, int kind, const basket *b, uint32_t index, uint32_t run)
{
    for (uint32_t d = 0; d < b->dimensions; d += 4) {
        uint32_t r[4] = { kind == RANDOM ? index : 0, run, d, kind == RANDOM ? 0 : 1 };
        philox(r, b->key);
        memcpy(&x[d], r, sizeof r);
    }
    for (size_t d = 0; kind == SOBOL && d < b->dimensions; d++)
        x[d] ^= sobol_number(b->directions, b->dimensions, index, d);
}

// sums[run * n + item], and how far off the device may be.  In units of 2^-24, z is off by 18, as
// in option_price.  market and own are rounded, their products and their sum are, and so are
// volatility and its product: 23.  The mean of the stocks has `stocks` roundings, and 5 for the
// division.
static void basket_option_ref(float *sums, float *bounds, int kind, const basket *b, size_t n)
{
    for (size_t i = 0; i < RUNS * n; i++) {
        double sum = 0.0, off = 0.0;
        for (uint32_t p = 0; p < POINTS; p++) {
            uint32_t x[SOBOL_DIMENSIONS];
            double z[SOBOL_DIMENSIONS], mean = 0.0, mean_off = 0.0;
            point(x, kind, b, (uint32_t)(i % n) * POINTS + p, (uint32_t)(i / n));
            for (size_t d = 0; d <= b->stocks; d += 2)
                normal(&z[d], x[d], x[d + 1]);
            for (size_t k = 1; k <= b->stocks; k++) {
                const double common = b->market * z[0], own = b->own * z[k];
                const double stock = SPOT * exp(b->drift + VOLATILITY * (common + own));
                const double units = 24.0 * VOLATILITY * (fabs(common) + fabs(own));
                mean += stock / (double)b->stocks;
                mean_off += stock / (double)b->stocks * (units + 2.0 * fabs(b->drift) + 8.0);
            }
            sum += fmax(mean - STRIKE, 0.0);
            off += 0x1p-24 * (mean_off + ((double)b->stocks + 6.0) * mean);
        }
        sums[i] = (float)sum;
        bounds[i] = (float)(off + POINTS * 0x1p-24 * (sum + off));
    }
}

static void references(float *const ref[2], float *const bounds[2], const ocl_options *opt,
                       const basket *b, size_t n)
{
    for (int kind = RANDOM; kind <= SOBOL; kind++)
        if (ocl_wants(opt, VARIANTS[kind])) basket_option_ref(ref[kind], bounds[kind], kind, b, n);
}

// --- prices and their errors

// What `items` work-items of each run say.  The runs know nothing of each other, so their mean has
// the standard error `run_error` / sqrt(RUNS).
typedef struct {
    double price, run_error;
} estimate;

static estimate estimate_from(const float *sums, size_t items, size_t n)
{
    double prices[RUNS], mean = 0.0, squares = 0.0;
    for (size_t run = 0; run < RUNS; run++) {
        double sum = 0.0;
        for (size_t item = 0; item < items; item++)
            sum += (double)sums[run * n + item];
        prices[run] = exp(-RATE) * sum / ((double)POINTS * (double)items);
        mean += prices[run] / RUNS;
    }
    for (size_t run = 0; run < RUNS; run++)
        squares += (prices[run] - mean) * (prices[run] - mean);
    return (estimate){ mean, sqrt(squares / (RUNS - 1)) };
}

// The error of one run with 1, 2, 4, ... work-items.
static void show_errors(ocl_report *report, const ocl_options *opt, float *const sums[2], size_t n)
{
    double points[MAX_ROWS], errors[2][MAX_ROWS];
    size_t rows = 0;
    ocl_table table = ocl_table_open(report, "errors", "points, random, sobol");
    for (size_t items = 1; items <= n; items *= 2, rows++) {
        points[rows] = (double)POINTS * (double)items;
        for (int kind = RANDOM; kind <= SOBOL; kind++)
            errors[kind][rows] = ocl_wants(opt, VARIANTS[kind])
                                     ? estimate_from(sums[kind], items, n).run_error
                                     : NAN;
        ocl_table_row(&table, "%8.0f %10.5f %10.5f", points[rows], errors[RANDOM][rows],
                      errors[SOBOL][rows]);
    }
    if (!opt->output) return;
    ocl_series series[2];
    size_t count = 0;
    for (int kind = RANDOM; kind <= SOBOL; kind++)
        if (ocl_wants(opt, VARIANTS[kind]))
            series[count++] = (ocl_series){ .label = VARIANTS[kind],
                                            .x = points,
                                            .y = errors[kind],
                                            .count = rows,
                                            .colour = ocl_palette((size_t)kind) };
    const ocl_chart chart = { .title = "The error of a price",
                              .x_label = "points",
                              .y_label = "standard error of a run",
                              .series = series,
                              .series_count = count,
                              .log_x = true,
                              .log_y = true };
    ocl_output_curves(report, &chart, opt->output);
}

// --- the proof

// To 8 standard errors and what rounding allows.  With 15 degrees of freedom, one seed in a million
// is further away.  Sums that are wrong may say anything of their error.
static ocl_result verify_price(const char *what, double price, double wanted, double run_error,
                               double rounding)
{
    const double allowed = 8.0 * run_error / sqrt(RUNS) + rounding;
    return ocl_verify_f32(what, &(float){ (float)price }, &(float){ (float)wanted }, 1,
                          fmin(allowed, 0.5 * wanted));
}

// One stock: each price is the formula's.  Both kinds of points: their prices are alike.
static void verify_prices(ocl_report *report, const ocl_options *opt, const estimate last[2],
                          const double rounding[2], const basket *b)
{
    const double formula = black_scholes(SPOT, STRIKE, RATE, VOLATILITY);
    for (int kind = RANDOM; kind <= SOBOL && b->stocks == 1; kind++)
        if (ocl_wants(opt, VARIANTS[kind]))
            ocl_report_result(report, "formula",
                              verify_price("formula", last[kind].price, formula,
                                           last[kind].run_error, rounding[kind]));
    const double run_error = hypot(last[RANDOM].run_error, last[SOBOL].run_error);
    if (ocl_wants(opt, "all"))
        ocl_report_result(report, "prices",
                          verify_price("prices", last[SOBOL].price, last[RANDOM].price, run_error,
                                       rounding[RANDOM] + rounding[SOBOL]));
}

int main(int argc, char **argv)
{
    // Options.
    basket b = { .stocks = 5 };
    const ocl_option own[] = { { .usage = "-b, --stocks N: in the basket, 1 to 7",
                                 .count = &b.stocks,
                                 .most = MAX_STOCKS },
                               { 0 } };
    const ocl_about about = { .name = "basket_option",
                              .summary = "An option on several stocks, by random and Sobol points.",
                              .accepts = "dnoVks",
                              .writes = OCL_CHART_FILE,
                              .size_help = "work-items of each of 16 runs, each with 256 points",
                              .extents = 1,
                              .most = (1 << SOBOL_BITS) / POINTS,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 256 }, .seed = 1 });

    // Device, basket, reference.
    ocl_env env = ocl_open(&opt);
    const size_t n = opt.n[0], count = RUNS * n, bytes = count * sizeof(cl_float);
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 5.0 * (double)bytes);
    const cl_uint2 key = { .s = { (cl_uint)opt.seed, (cl_uint)(opt.seed >> 32) } };
    b.dimensions = ocl_round_up(b.stocks + 1, 4);
    b.drift = RATE - 0.5 * VOLATILITY * VOLATILITY;
    b.market = sqrt(CORRELATION);
    b.own = sqrt(1.0 - CORRELATION);
    memcpy(b.key, key.s, sizeof b.key);
    sobol_directions(b.directions, b.dimensions);
    float *sums[2], *ref[2], *bounds[2];
    for (int kind = RANDOM; kind <= SOBOL; kind++) {
        sums[kind] = ocl_alloc(bytes);
        ref[kind] = ocl_alloc(bytes);
        bounds[kind] = ocl_alloc(bytes);
    }
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_count(report, "stocks", b.stocks);
    ocl_report_count(report, "runs", RUNS);
    ocl_report_count(report, "points of a run", POINTS * n);
    OCL_TIME_REFERENCE(report, references(ref, bounds, &opt, &b, n));

    // Program, buffers, arguments.
    cl_program program = ocl_build(&env, "basket_option.cl",
                                   "-cl-std=CL1.2 -DPOINTS=%d -DSTOCKS=%zu -DDIMENSIONS=%zu",
                                   POINTS, b.stocks, b.dimensions);
    cl_mem d_sums = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_directions = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof b.directions, b.directions);
    const cl_float numbers[] = { (cl_float)SPOT,       (cl_float)STRIKE,   (cl_float)b.drift,
                                 (cl_float)VOLATILITY, (cl_float)b.market, (cl_float)b.own };
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

    // Launch and read: a row of work-items for each run.
    estimate last[2] = { { 0 } };
    double rounding[2] = { 0 };    // at most, of the price
    for (int kind = RANDOM; kind <= SOBOL; kind++) {
        if (!ocl_wants(&opt, VARIANTS[kind])) continue;
        cl_int err;
        cl_uint arg = 0;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(
            program, kind == RANDOM ? "basket_option_random" : "basket_option_sobol", &err));
        OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof d_sums, &d_sums));
        if (kind == SOBOL)
            OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof d_directions, &d_directions));
        OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof key, &key));
        for (int i = 0; i < NUMBERS; i++)
            OCL_CHECK(clSetKernelArg(kernel, arg++, sizeof numbers[i], &numbers[i]));
        OCL_CHECK(clSetKernelArg(kernel, arg, sizeof(cl_ulong), &(cl_ulong){ n }));
        const size_t local[2] = { ocl_local_size(kernel, env.device, 64), 1 };
        const size_t global[2] = { ocl_round_up(n, local[0]), RUNS };
        cl_event done;
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_sums, CL_TRUE, 0, bytes, sums[kind], 0, NULL, NULL));
        ocl_report_kernel(report, VARIANTS[kind], &done, 1);
        last[kind] = estimate_from(sums[kind], n, n);
        rounding[kind] = estimate_from(bounds[kind], n, n).price;
        ocl_report_note(report, "%s: the price is %.5f, with a standard error of %.5f",
                        VARIANTS[kind], last[kind].price, last[kind].run_error / sqrt(RUNS));
        OCL_CHECK(clReleaseEvent(done));
        OCL_CHECK(clReleaseKernel(kernel));
    }
    show_errors(report, &opt, sums, n);

    // Verify: known points, each sum, and the prices.
    ocl_report_result(report, "known", verify_known_points());
    for (int kind = RANDOM; kind <= SOBOL; kind++)
        if (ocl_wants(&opt, VARIANTS[kind]))
            ocl_report_result(
                report, VARIANTS[kind],
                ocl_verify_f32_each(VARIANTS[kind], sums[kind], ref[kind], count, bounds[kind]));
    verify_prices(report, &opt, last, rounding, &b);

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_directions));
    OCL_CHECK(clReleaseMemObject(d_sums));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    for (int kind = SOBOL; kind >= RANDOM; kind--) {
        free(bounds[kind]);
        free(ref[kind]);
        free(sums[kind]);
    }
    return ocl_report_close(report);
}
