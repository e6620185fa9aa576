// SPDX-License-Identifier: MIT

#include "report.h"

#include "attributes.h"
#include "growing.h"
#include "open.h"
#include "rate.h"
#include "system/memory.h"
#include "system/progress.h"
#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 22 };

typedef enum { NO_TABLE, TIMED_TABLE, CHECK_TABLE } table_kind;

struct ocl_report {
    const ocl_options *options;
    json_t *root, *problem, *rows, *details;
    double reference_ns;         // 0: none
    ocl_growing problem_line;    // printed as a whole, before anything that follows it
    table_kind table;            // the last heading that was printed
    cl_device_id device;         // NULL: none
    ocl_growing doubts;          // ocl_row, of rows whose rates cannot be; without their times
    ocl_growing doubted;         // json_t *, their objects among the rows
    bool pass;
    bool fewer_runs;        // told that slow variants run fewer times
    const char *lacking;    // why the sample cannot show its subject, or NULL
};

// null when the number is not known or not finite: JSON has no NaN.
static json_t *number_or_null(double value, bool known)
{
    return known && isfinite(value) ? json_real(value) : json_null();
}

// Whether this report prints.  The caller prints now: no silence.
static bool prints(const ocl_report *report)
{
    if (!ocl_prints(report->options)) return false;
    ocl_printed();
    return true;
}

static void add_device(ocl_report *report, cl_device_id device)
{
    char *name = ocl_device_text(device, CL_DEVICE_NAME);
    char *platform = ocl_platform_text(ocl_device_platform(device), CL_PLATFORM_NAME);
    char *driver = ocl_device_text(device, CL_DRIVER_VERSION);
    json_object_set_new(report->root, "platform", ocl_json_text(platform));
    json_object_set_new(report->root, "device", ocl_json_text(name));
    json_object_set_new(report->root, "driver", ocl_json_text(driver));
    if (prints(report)) printf("device     %s (%s), driver %s\n", name, platform, driver);
    free(driver);
    free(platform);
    free(name);
}

ocl_report *ocl_report_open(const ocl_options *options, cl_device_id device)
{
    ocl_report *report = ocl_alloc(sizeof *report);
    *report = (ocl_report){ .options = options,
                            .root = json_object(),
                            .problem = json_object(),
                            .rows = json_array(),
                            .details = json_object(),
                            .device = device,
                            .pass = true };
    json_object_set_new(report->root, "sample", json_string(options->about.name));
    if (device) add_device(report, device);
    return report;
}

// --- the problem line

static void add_fact(ocl_report *report, const char *key, const char *value)
{
    ocl_growing *line = &report->problem_line;
    ocl_append_text(line, json_object_size(report->problem) ? ", " : "problem    ");
    ocl_append_text(line, key);
    ocl_append_text(line, " ");
    ocl_append_text(line, value);
}

void ocl_report_count(ocl_report *report, const char *key, size_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    add_fact(report, key, text);
    json_object_set_new(report->problem, key, json_integer((json_int_t)value));
}

void ocl_report_real(ocl_report *report, const char *key, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%g", value);
    add_fact(report, key, text);
    json_object_set_new(report->problem, key, number_or_null(value, true));
}

void ocl_report_text(ocl_report *report, const char *key, const char *value)
{
    add_fact(report, key, value);
    json_object_set_new(report->problem, key, ocl_json_text(value));
}

void ocl_report_problem(ocl_report *report)
{
    char *line = report->problem_line.text;
    if (line && prints(report)) printf("%s\n", line);
    free(line);
    report->problem_line = (ocl_growing){ .text = NULL };
}

void ocl_report_reference(ocl_report *report, double ns)
{
    ocl_report_problem(report);
    report->reference_ns = ns;
    if (prints(report)) printf("reference  %.3f ms, serial C on the host\n", ns / 1e6);
}

void ocl_report_kernel(ocl_report *report, const char *name, const cl_event *launches, size_t count)
{
    double ns = 0.0;
    for (size_t i = 0; i < count; i++)
        ns += ocl_event_ns(launches[i], launches[i]);
    ocl_report_kernel_ns(report, name, ns);
}

void ocl_report_kernel_ns(ocl_report *report, const char *name, double ns)
{
    ocl_report_problem(report);
    json_t *kernels = json_object_get(report->root, "kernels_ms");
    if (!kernels) json_object_set_new(report->root, "kernels_ms", kernels = json_object());
    json_object_set_new(kernels, name, json_real(ns / 1e6));
    if (prints(report)) printf("%-10s %.3f ms, on the device\n", name, ns / 1e6);
}

// --- rows

// How wide the number behind a name is, so that both fill `width`: a long name takes the blanks of
// the number.
static int width_left(const ocl_row *row, int width)
{
    const size_t length = strlen(row->name);
    return length < (size_t)width ? width - (int)length : 1;
}

static void print_timed(ocl_report *report, const ocl_row *row, double best, double median,
                        double rate)
{
    char of_limit[16] = "-", speed_up[16] = "-";
    const double share = ocl_row_share(row, rate);
    if (isfinite(share))
        snprintf(of_limit, sizeof of_limit, "%.3f", share);
    else if (row->limit > 0)
        snprintf(of_limit, sizeof of_limit, "%s", row->in_cache ? "cache" : ">1");
    if (report->reference_ns > 0 && median > 0)
        snprintf(speed_up, sizeof speed_up, "%.2fx", report->reference_ns / median);
    if (report->table != TIMED_TABLE)
        printf("\n%-*s %10s %10s %9s %-7s %8s %9s %9s %9s\n", NAME_WIDTH, "variant", "best ms",
               "median ms", "rate", "", "of limit", "speed-up", "error", "bound");
    report->table = TIMED_TABLE;
    printf("%s %*.4f %10.4f %9.2f %-7s %8s %9s %9.2e %9.2e  %s\n", row->name,
           width_left(row, NAME_WIDTH + 10), best / 1e6, median / 1e6, rate, row->unit, of_limit,
           speed_up, row->result.error, row->result.bound, row->result.pass ? "PASS" : "FAIL");
}

static void print_check(ocl_report *report, const ocl_row *row)
{
    if (report->table != CHECK_TABLE)
        printf("\n%-*s %12s %12s %9s %9s\n", 2 * NAME_WIDTH, "check", "compared", "mismatches",
               "error", "bound");
    report->table = CHECK_TABLE;
    printf("%s %*zu %12zu %9.2e %9.2e  %s\n", row->name, width_left(row, 2 * NAME_WIDTH + 12),
           row->result.count, row->result.mismatches, row->result.error, row->result.bound,
           row->result.pass ? "PASS" : "FAIL");
}

// Keeps a row whose rate cannot be, until the end.  Its name and unit are those of the JSON object,
// which stays.
static void doubt(ocl_report *report, const ocl_row *row, json_t *object)
{
    if (!(row->doubted > 0.0) || !row->result.pass) return;
    ocl_row kept = *row;
    kept.times = NULL;
    kept.name = json_string_value(json_object_get(object, "name"));
    kept.unit = json_string_value(json_object_get(object, "unit"));
    ocl_append(&report->doubts, &kept, sizeof kept);
    ocl_append(&report->doubted, &object, sizeof object);
}

void ocl_report_row(ocl_report *report, const ocl_row *row)
{
    ocl_report_problem(report);
    bool timed = row->times && row->times->runs > 0;
    double best = timed ? ocl_best_ns(row->times) : 0.0;
    double median = timed ? ocl_median_ns(row->times) : 0.0;
    double rate = timed ? ocl_row_rate(row, median) : 0.0;
    report->pass = report->pass && row->result.pass;

    json_t *object = json_object();
    json_object_set_new(object, "name", ocl_json_text(row->name));
    json_object_set_new(object, "best_ms", number_or_null(best / 1e6, timed));
    json_object_set_new(object, "median_ms", number_or_null(median / 1e6, timed));
    json_object_set_new(object, "rate", number_or_null(rate, timed));
    json_object_set_new(object, "unit", timed ? json_string(row->unit) : json_null());
    json_object_set_new(object, "of_limit", number_or_null(ocl_row_share(row, rate), timed));
    json_object_set_new(object, "error", number_or_null(row->result.error, true));
    json_object_set_new(object, "bound", number_or_null(row->result.bound, true));
    json_object_set_new(object, "pass", json_boolean(row->result.pass));
    json_array_append_new(report->rows, object);
    doubt(report, row, object);

    if (!prints(report)) return;
    if (timed)
        print_timed(report, row, best, median, rate);
    else
        print_check(report, row);
}

void ocl_report_result(ocl_report *report, const char *name, ocl_result result)
{
    ocl_report_row(report, &(ocl_row){ .name = name, .result = result });
}

// --- the sample's own part

void ocl_report_print(ocl_report *report, const char *format, ...)
{
    ocl_report_problem(report);
    if (!prints(report)) return;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    report->table = NO_TABLE;
}

void ocl_report_note(ocl_report *report, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_t *notes = json_object_get(report->details, "notes");
    if (!notes) json_object_set_new(report->details, "notes", notes = json_array());
    json_array_append_new(notes, ocl_json_text(text));
    ocl_report_print(report, "%s\n", text);
}

void ocl_report_fewer_runs(ocl_report *report, const char *variant, size_t runs)
{
    const size_t repeat = report->options->repeat;
    if (report->fewer_runs) return;
    report->fewer_runs = true;
    ocl_report_note(report,
                    "slow variants run fewer than %zu times: %s %zu (-V %.*s -r %zu runs all)",
                    repeat, variant, runs, (int)strcspn(variant, " "), variant, repeat);
}

json_t *ocl_report_details(ocl_report *report)
{
    return report->details;
}

json_t *ocl_report_rows(ocl_report *report)
{
    return report->rows;
}

char *ocl_report_device(const ocl_report *report)
{
    const char *keys[] = { "device", "platform", "driver" }, *texts[3];
    size_t bytes = 16;
    for (int i = 0; i < 3; i++) {
        texts[i] = json_string_value(json_object_get(report->root, keys[i]));
        if (!texts[i]) return NULL;
        bytes += strlen(texts[i]);
    }
    char *line = ocl_alloc(bytes);
    snprintf(line, bytes, "%s (%s %s)", texts[0], texts[1], texts[2]);
    return line;
}

// --- the end

static void print_json(ocl_report *report)
{
    json_object_set(report->root, "problem", report->problem);
    json_object_set_new(report->root, "reference_ms",
                        number_or_null(report->reference_ns / 1e6, report->reference_ns > 0));
    json_object_set(report->root, "variants", report->rows);
    if (json_object_size(report->details))
        json_object_set(report->root, "details", report->details);
    json_object_set_new(report->root, "pass", json_boolean(report->pass));
    if (report->lacking)
        json_object_set_new(report->root, "skipped", ocl_json_text(report->lacking));
    json_dumpf(report->root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    printf("\n");
}

void ocl_report_lacking(ocl_report *report, const char *why)
{
    report->lacking = why;
}

// The limits are measured again for the rows in doubt, in a context of their own: the sample has
// released everything.
static void settle_doubts(ocl_report *report)
{
    const size_t count = report->doubts.bytes / sizeof(ocl_row);
    if (count == 0) return;
    ocl_row *rows = (ocl_row *)(void *)report->doubts.text;
    json_t **objects = (json_t **)(void *)report->doubted.text;
    ocl_env env = ocl_open_device(report->options, report->device);
    ocl_settle_rates(&env, rows, count);
    ocl_close(&env);
    for (size_t i = 0; i < count; i++) {
        const double rate = json_real_value(json_object_get(objects[i], "rate"));
        const double share = ocl_row_share(&rows[i], rate);
        json_object_set_new(objects[i], "of_limit", number_or_null(share, true));
        json_object_set_new(objects[i], "pass", json_boolean(rows[i].result.pass));
        report->pass = report->pass && rows[i].result.pass;
        if (!rows[i].result.pass)
            ocl_report_note(report, "%s: FAIL: no device is so fast", rows[i].name);
        else if (isfinite(share))
            ocl_report_note(report, "%s: %.3f of the limit, which was measured again", rows[i].name,
                            share);
        else
            ocl_report_note(report, "%s: above the limit, which was measured again", rows[i].name);
    }
}

int ocl_report_close(ocl_report *report)
{
    ocl_report_problem(report);
    settle_doubts(report);
    report->pass = report->pass && json_array_size(report->rows) > 0;
    if (report->options->json)
        print_json(report);
    else if (prints(report)) {
        printf("\n%s\n", !report->pass ? "FAIL" : report->lacking ? "SKIP" : "PASS");
    }
    int status = report->pass ? OCL_EXIT_PASS : OCL_EXIT_WRONG;
    if (report->pass && report->lacking) {
        ocl_warn_lacking(report->lacking);
        status = OCL_EXIT_SKIP;
    }
    free(report->doubted.text);
    free(report->doubts.text);
    json_decref(report->details);
    json_decref(report->rows);
    json_decref(report->problem);
    json_decref(report->root);
    free(report);
    ocl_finish_output();
    return status;
}
