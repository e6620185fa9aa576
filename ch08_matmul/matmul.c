// SPDX-License-Identifier: MIT
//
// matmul - C = A B, from the first kernel that comes to mind to what the hardware can do.
//
// Shows   a ladder of kernels, each rung a small step: fewer loads of the same data, from nearer memory, until
//         the multipliers are the limit (matmul/launch.c drives them)
// Uses    local and private memory, work-group sizes, -D for tile sizes, events for times
// Try     matmul -n 1024 -o rungs.png; matmul -n 2000x1000x500; matmul --tune -n 1024 -V tuned;
//         matmul -V register_blocked --blocking BM=64,BN=64; matmul -d cpu beside matmul -d gpu

#include "matmul/figure.h"
#include "matmul/run.h"
#include "matmul/tune.h"

// Timed runs of a variant take about so long, and what one run takes to be left out of "all".
static const double MAX_NS = 2e9, TOO_LONG_NS = 20e9;

// Products for which a run may take so long, even of a simulator.
static const double WORTH_AN_ESTIMATE = 1e9;

enum { MAX_VARIANTS = 16 };

static void add_details(ocl_report *report, const char *variant, const matmul_launch *launch,
                        size_t runs)
{
    json_t *details = json_pack("{s:I}", "runs", (json_int_t)runs);
    matmul_blocking blocking = launch->blocking;
    if (launch->blocked)
        for (const matmul_parameter *p = matmul_parameters(blocking.cpu); p->name; p++)
            json_object_set_new(details, p->name, json_integer(*matmul_value(&blocking, p)));
    json_object_set_new(ocl_report_details(report), variant, details);
}

static void run_variant(const matmul_problem *p, ocl_report *report, const char *variant)
{
    matmul_launch launch = matmul_prepare(&p->job, variant);
    const ocl_times times = matmul_time(p, &launch, MAX_NS);
    const ocl_result check = matmul_check_product(&p->check, variant, p->c);
    ocl_report_row(report, &(ocl_row){ variant, &times, matmul_operations(&p->job), "GFLOP/s",
                                       ocl_device_limits(p->job.env).fma_gflops, check });
    add_details(report, variant, &launch, times.runs);
    matmul_release(&launch);
}

// All that can run and do not take too long, or at least the fastest.
static void run_all(const matmul_problem *p, ocl_report *report)
{
    const bool large = matmul_operations(&p->job) >= 2.0 * WORTH_AN_ESTIMATE;
    const char *fastest = NULL;    // of those that take too long
    double fastest_ns = INFINITY;
    for (const char *const *variant = MATMUL_VARIANTS; *variant; variant++) {
        ocl_message why;
        if (matmul_can_run(&p->job, *variant, &why) != OCL_EXIT_PASS) {
            ocl_report_print(report, "%s left out: %s\n", *variant, why.text);
            continue;
        }
        const double ns = large ? matmul_estimate_ns(&p->job, *variant) : 0.0;
        if (ns < TOO_LONG_NS) {
            run_variant(p, report, *variant);
            continue;
        }
        ocl_report_print(report, "%s left out: about %.0f s a run; --variant %s runs it\n",
                         *variant, ns / 1e9, *variant);
        if (ns < fastest_ns) fastest = *variant;
        fastest_ns = fmin(fastest_ns, ns);
    }
    if (fastest && json_array_size(ocl_report_rows(report)) == 0) {
        ocl_report_print(report, "%s runs all the same, as the fastest\n", fastest);
        run_variant(p, report, fastest);
    }
}

// GFLOP/s of the rows, with the device's FMA rate as a line.
static void draw_rates(ocl_report *report, double limit, const char *path)
{
    const char *names[MAX_VARIANTS];
    double rates[MAX_VARIANTS];
    size_t count = 0, row;
    json_t *object;
    json_array_foreach(ocl_report_rows(report), row, object)
    {
        names[count] = json_string_value(json_object_get(object, "name"));
        rates[count++] = json_real_value(json_object_get(object, "rate"));
    }
    const ocl_series series = { NULL, NULL, rates, count, ocl_palette(0) };
    ocl_output_bars(&(ocl_chart){ .title = "Matrix multiplication",
                                  .y_label = "GFLOP/s",
                                  .series = &series,
                                  .series_count = 1,
                                  .names = names,
                                  .line = limit,
                                  .line_label = "FMA rate" },
                    path);
}

// Prints what the table leaves out.
static void print_details(ocl_report *report, size_t repeat)
{
    const char *variant, *name;
    json_t *details, *value;
    json_object_foreach(ocl_report_details(report), variant, details)
    {
        const size_t runs = (size_t)json_integer_value(json_object_get(details, "runs"));
        if (json_object_size(details) == 1 && runs == repeat) continue;
        ocl_report_print(report, "%s:", variant);
        if (runs < repeat) ocl_report_print(report, " %zu of %zu runs, for time", runs, repeat);
        json_object_foreach(details, name, value) if (strcmp(name, "runs") != 0)
            ocl_report_print(report, " %s %" JSON_INTEGER_FORMAT, name, json_integer_value(value));
        ocl_report_print(report, "\n");
    }
}

int main(int argc, char **argv)
{
    bool tune = false;
    size_t tune_seconds = 60, method = MATMUL_AUTO;
    const char *blocking = NULL, *figure = NULL, *csv = NULL;
    const ocl_option own[] = {
        { 't', "tune", OCL_FLAG, &tune, NULL, "search for good sizes of tuned, and remember them",
          NULL },
        { 0, "tune-seconds", OCL_COUNT, &tune_seconds, "N", "how long to search", NULL },
        { 'b', "blocking", OCL_TEXT, &blocking, "LIST", "sizes of --variant's kernel: BM=64,BN=64",
          NULL },
        { 0, "check", OCL_CHOICE, &method, "NAME", "of the answer: auto, serial or freivalds",
          MATMUL_METHODS },
        { 0, "figure", OCL_TEXT, &figure, "FILE",
          "draw global against local memory, sizes N to 2 N, instead", NULL },
        { 0, "csv", OCL_TEXT, &csv, "FILE", "with --figure: read and add its points", NULL },
        { 0 },
    };
    const ocl_about about = { .name = "matmul",
                              .summary =
                                  "Multiplies two matrices, C = A B, faster from rung to rung.",
                              .accepts = "dnorVks",
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .variants = MATMUL_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 509, 521, 523 }, .repeat = 10, .seed = 1 };
    ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    const bool all = ocl_wants(&opt, "all");
    if (opt.kernel && all)
        ocl_exit(OCL_EXIT_USAGE, "--kernel needs --variant: the variants are in three files");
    if (blocking && all) ocl_exit(OCL_EXIT_USAGE, "--blocking needs --variant");
    if (csv && !figure) ocl_exit(OCL_EXIT_USAGE, "--csv needs --figure");
    if (figure && !opt.size_given) opt.n[0] = 1024;
    ocl_env env = ocl_open(&opt);
    ocl_report *report = ocl_report_open(&opt, env.device);
    if (figure) {
        matmul_figure(&env, report, figure, csv);
        ocl_close(&env);
        return ocl_report_close(report);
    }

    matmul_problem p = matmul_open(&env, opt.n, (matmul_method)method);
    p.job.sizes = blocking;
    ocl_report_count(report, "m", opt.n[0]);
    ocl_report_count(report, "n", opt.n[1]);
    ocl_report_count(report, "k", opt.n[2]);
    ocl_report_text(report, "check", matmul_check_text(&p.check));
    if (p.check.reference_ns > 0.0) ocl_report_reference(report, p.check.reference_ns);

    if (tune) matmul_tune(&p.job, &p.check, (double)tune_seconds, report);
    if (all)
        run_all(&p, report);
    else
        run_variant(&p, report, opt.variant);
    print_details(report, opt.repeat);
    if (opt.output) draw_rates(report, ocl_device_limits(&env).fma_gflops, opt.output);

    matmul_close(&p);
    ocl_close(&env);
    return ocl_report_close(report);
}
