// SPDX-License-Identifier: MIT
//
// job - what every filter has: options, a picture, the answer of the device and of plain C, a
// report.

#ifndef FILTER_JOB_H
#define FILTER_JOB_H

#include "plane.h"

enum { MAX_WINDOW = 31, ROW_ALIGNMENT = 64 };

// Which options a filter has besides --format and --pattern.
typedef enum {
    FILTER_3X3,        // --border; the window is 3
    FILTER_WINDOWS,    // --border, --window
    FILTER_POINTS,     // neither: each pixel is made from itself
} filter_kind;

typedef struct {
    ocl_options options;
    filter_kind kind;
    size_t format;     // a plane_format
    size_t border;     // a plane_border
    size_t window;     // the side of the window, odd
    size_t pattern;    // of the picture that --size makes
} filter_settings;

// How a picture lies in a buffer: its rows begin on multiples of ROW_ALIGNMENT bytes, so that a
// work-item may load vectors.  `margin` bytes lie before the first row and after the last one: a
// vector that reaches over a row's end stays inside of the buffer.
typedef struct {
    size_t margin, pitch, bytes;    // pitch: from one row to the next; bytes: of the buffer
} filter_rows_layout;

// Parses the command line.  `about` has the name, the summary, the variants and, in `own`, further
// options (at most four, or NULL); the rest is filled in.
filter_settings filter_parse(int argc, char **argv, ocl_about *about, filter_kind kind);

// The picture of --input or --size, or data/astronaut.bmp, in the format of --format.  Exits where
// two buffers of it and `copies` of it on the host do not fit.
plane filter_input(const ocl_env *env, const filter_settings *settings, size_t copies);

filter_rows_layout filter_rows(const plane *p);

// FORMAT, BORDER and WINDOW for the kernels: the -D options of all filters, in `text`.
const char *filter_build_options(char text[256], const filter_settings *settings);

// The report, with the problem line.
ocl_report *filter_report(const ocl_env *env, const filter_settings *settings, const plane *in);

// --- the job

typedef struct {
    const ocl_env *env;
    const filter_settings *settings;
    ocl_pace pace;
    ocl_report *report;
    plane in, out, ref;    // `out` and `ref` are like `in`; a filter may replace both
    double bound;          // on the error of a float; 0 at first
} filter_job;

// Makes or reads the picture and opens the report.  Call it right after ocl_open.
filter_job filter_open(const ocl_env *env, const filter_settings *settings);

// The variant cannot run: says so in the report; where --variant names it, ends the program with
// this status.
void filter_leave_out(filter_job *job, const char *variant, int status, const char *why);

// Whether the device can run a kernel on images of the formats of `in` and `out`.  If not, leaves
// the variant out.
bool filter_has_images(filter_job *job, const char *variant);

// Whether --variant asks for this variant, which has a window of 3 x 3 only.  Leaves it out where
// --window is another one, and "bands" with compilers that fail on it (docs/portability.md): ask
// before its program is built.
bool filter_wants_3x3(filter_job *job, const char *variant);

// How many rows ahead `bands` prefetches.  0 on a device without vectors, which has no prefetch.
int filter_rows_ahead(const filter_job *job);

// The macro PACKED for `packed` (kernels/include/filter_halves.h): 2 on a device that has PTX's
// min.u16x2 and max.u16x2, else 1.
int filter_packed(const filter_job *job);

// The shape of a picture in a buffer, in pixels, as the kernels take it: width, height, from one
// row to the next, the first pixel.
cl_int4 filter_shape(const plane *p);

// The NDRange of a kernel whose work-items make each[0] x each[1] pixels: the picture of `in` is
// covered.  Work-groups are 32 wide and 8 high, or 4 high where a work-item makes several rows, if
// the kernel allows it.  Work-items that make whole rows are in work-groups of their own: a CPU
// shares them out one by one.
ocl_range_2d filter_range(const filter_job *job, cl_kernel kernel, const size_t each[2]);

// A trial of a kernel that writes the buffer `d_out`.  Its rows have padding, which is no part of
// the answer: the body of the loop reads the picture into `out` after each launch.
ocl_trial filter_trial(const filter_job *job, const char *variant, cl_mem d_out);

// Compares `out` with `ref` and reports the row.  The rate counts each byte of `in` and `out`.
void filter_report_trial(filter_job *job, ocl_trial *trial);

// Writes `out` where --output says, frees the planes, closes the report.  Gives the exit status.
int filter_close(filter_job *job);

#endif
