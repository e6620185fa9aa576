// SPDX-License-Identifier: MIT
//
// report - what a sample prints, in the same shape everywhere: device line, problem line, one row
// per variant, the verdict; or the same facts as one JSON object with --json.
//
//     {"sample": "...", "platform": "...", "device": "...", "driver": "...", "problem": {...},
//      "reference_ms": x, "variants": [{"name": "...", "best_ms": x, "median_ms": x, "rate": x,
//      "unit": "GB/s", "of_limit": x, "error": x, "bound": x, "pass": true}], "pass": true}
//
// A number that was not measured is null.

#ifndef OCL_REPORT_H
#define OCL_REPORT_H

#include "rate.h"
#include "system/clock.h"
#include "system/progress.h"

#include <jansson.h>

typedef struct ocl_report ocl_report;

// Starts the report of a sample on a device (NULL for a sample that uses none).
ocl_report *ocl_report_open(const ocl_options *options, cl_device_id device);

// The facts of the problem line, in order.  The line is printed before what comes next.
void ocl_report_count(ocl_report *report, const char *key, size_t value);
void ocl_report_real(ocl_report *report, const char *key, double value);
void ocl_report_text(ocl_report *report, const char *key, const char *value);

// Prints the problem line, before something that may take long.
void ocl_report_problem(ocl_report *report);

// How long the serial reference took, for the speed-up column.
void ocl_report_reference(ocl_report *report, double ns);

// For a sample that makes each launch once: how long the launches took on the device, all together,
// in a line below that of the reference.  Waits for them.  What lies between two launches does not
// count: PoCL compiles the next kernel there.
void ocl_report_kernel(ocl_report *report, const char *name, const cl_event *launches,
                       size_t count);

// The same, for a sample that adds up ocl_event_ns of each launch itself.
void ocl_report_kernel_ns(ocl_report *report, const char *name, double ns);

// Runs the reference once and reports how long it took:
//     OCL_TIME_REFERENCE(report, saxpy_ref(ref, alpha, b, c, n));
#define OCL_TIME_REFERENCE(report, call)                              \
    do {                                                              \
        ocl_report_problem(report);                                   \
        const double ocl_begin_ns = ocl_wall_ns();                    \
        ocl_doing("computing the answer on the host");                \
        call;                                                         \
        ocl_doing("running");                                         \
        ocl_report_reference((report), ocl_wall_ns() - ocl_begin_ns); \
    } while (0)

// A row.  Rows are printed as they come, and nothing is launched for them.  A trial (trial.h) also
// judges a row before it reports it.
void ocl_report_row(ocl_report *report, const ocl_row *row);

// A note, once, that slow variants run fewer times than --repeat asks for: this one so many times.
// The name of a variant ends before the first blank.
void ocl_report_fewer_runs(ocl_report *report, const char *variant, size_t runs);

// A row with nothing but the result of a comparison.
void ocl_report_result(ocl_report *report, const char *name, ocl_result result);

// A sentence: printed on a line of its own, and kept in "details": {"notes": [...]} of --json.
void ocl_report_note(ocl_report *report, const char *format, ...) OCL_PRINTF(2, 3);

// Text that is not kept for --json, such as a drawing in letters.  Facts go into a table (table.h).
void ocl_report_print(ocl_report *report, const char *format, ...) OCL_PRINTF(2, 3);

// The sample's own facts for --json: an object that ends up under "details".  Borrowed.
json_t *ocl_report_details(ocl_report *report);

// The rows so far, as JSON: an array of the objects above.  Borrowed; for charts and tests.
json_t *ocl_report_rows(ocl_report *report);

// The device and its driver in one line, for charts; malloc'ed; NULL for a sample that uses no
// device.
char *ocl_report_device(const ocl_report *report);

// The device lacks what the sample shows: what passes then ends with this reason and OCL_EXIT_SKIP
// instead of PASS.  A wrong answer stays one.  The text must outlive the report.
void ocl_report_lacking(ocl_report *report, const char *why);

// Prints the verdict and frees the report.  OCL_EXIT_PASS when there was at least one row and all
// passed, else OCL_EXIT_WRONG; OCL_EXIT_SKIP after ocl_report_lacking.
//
// Where the rate of a row cannot be, the limits of the device are measured again first, once for
// all rows, and a note says what the row is then.  Release the sample's own buffers before.
int ocl_report_close(ocl_report *report);

#endif
