// SPDX-License-Identifier: MIT
//
// report - what a sample prints, in the same shape everywhere: device line, problem line, a row a
// variant, the verdict; or the same facts as one JSON object with --json.
//
//     {"sample": "...", "platform": "...", "device": "...", "driver": "...", "problem": {...},
//      "reference_ms": x, "variants": [{"name": "...", "best_ms": x, "median_ms": x, "rate": x,
//      "unit": "GB/s", "of_limit": x, "error": x, "bound": x, "pass": true}], "pass": true}
//
// A number that was not measured is null.

#ifndef OCL_REPORT_H
#define OCL_REPORT_H

#include "devices.h"
#include "timing.h"
#include "verify.h"

#include <jansson.h>

typedef struct ocl_report ocl_report;

// One variant of a sample, or one check where nothing is timed.
typedef struct {
    const char *name;
    const ocl_times *times;    // NULL: not timed
    double work;         // done in one run: bytes for GB/s, operations for GFLOP/s, pixels ...
    const char *unit;    // of the rate; a T, G or M before it scales it: "GB/s", "Mpixel/s"
    double limit;        // the device's own limit in that unit; 0: none is known
    ocl_check check;
} ocl_row;

// Starts the report of a sample on a device (NULL for a sample that uses none).
ocl_report *ocl_report_open(const ocl_options *options, cl_device_id device);

// The facts of the problem line, in order.
void ocl_report_count(ocl_report *report, const char *key, size_t value);
void ocl_report_real(ocl_report *report, const char *key, double value);
void ocl_report_text(ocl_report *report, const char *key, const char *value);

// How long the serial reference took, for the speed-up column.
void ocl_report_reference(ocl_report *report, double ns);

// A row.  Rows are printed as they come.
void ocl_report_row(ocl_report *report, const ocl_row *row);

// A row with nothing but the outcome of a check.
void ocl_report_check(ocl_report *report, const char *name, ocl_check check);

// Text of the sample's own, left out with --json and --quiet.
void ocl_report_print(ocl_report *report, const char *format, ...) OCL_PRINTF(2, 3);

// The sample's own facts for --json: an object that ends up under "details".  Borrowed.
json_t *ocl_report_details(ocl_report *report);

// The rows so far, as JSON: an array of the objects above.  Borrowed; for charts and tests.
json_t *ocl_report_rows(ocl_report *report);

// A JSON string of text that need not be UTF-8, as a driver's may not be.
json_t *ocl_json_text(const char *text);

// Prints the verdict and frees the report.  OCL_EXIT_PASS when there was at least one row and all
// passed, else OCL_EXIT_WRONG.
int ocl_report_close(ocl_report *report);

#endif
