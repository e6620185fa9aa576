// SPDX-License-Identifier: MIT
//
// picture - a grey picture of floats, padded for a filter; what plain C makes of it; how far the
// device's answer may be from that.

#ifndef CONVOLUTION_PICTURE_H
#define CONVOLUTION_PICTURE_H

#include "settings.h"

// Kernels may read so many columns and rows past the last ones that they need.
enum { BLOCK_COLUMNS = 320, BLOCK_ROWS = 80 };

typedef struct {
    size_t width, height;    // of the picture
    float *grey;             // its pixels, 0 to 255
    double largest;          // of them
    double max_serial;       // products that one thread of the reference may add
    size_t n;                // of the filter that it is padded for
    size_t pitch, rows;      // of the padded picture
    float *in;               // the padded picture
    float *out, *ref;        // width x height
    size_t in_bytes, out_bytes;
} convolution_picture;

// The grey picture that the options ask for.  Exits with OCL_EXIT_USAGE when it cannot be read, or
// when the device or the host has no room for it.
convolution_picture convolution_picture_open(const ocl_env *env, const convolution_settings *s);

// Pads it for filters of width n.  A pixel is at tap (n / 2, n / 2) of the filter: n / 2 rows and
// columns come before the picture, n - 1 - n / 2 after it, and what completes the last blocks.
void convolution_pad(convolution_picture *p, size_t n, convolution_border border);

// The filtered picture in plain C with sums in double, to p->ref: by one thread, and by all threads
// of OpenMP (by one where the build has no OpenMP).
void convolution_ref(convolution_picture *p, const convolution_filter *f);
void convolution_ref_openmp(convolution_picture *p, const convolution_filter *f);

// Reports how long 1, 4 and 8 threads of OpenMP take, where the build has it and one thread is not
// too slow.
void convolution_threads(ocl_report *report, convolution_picture *p, const convolution_filter *f);

// Says in the problem line what is filtered.
void convolution_report(ocl_report *report, const convolution_settings *s,
                        const convolution_picture *p);

// Computes p->ref by both, and reports how long they took.  One thread alone is left out where it
// would take longer than about two seconds.
void convolution_references(ocl_report *report, convolution_picture *p,
                            const convolution_filter *f);

// The most pixels per microsecond (Mpixel/s) that the device's limits allow: each pixel is read and
// written once, and has n x n multiply-adds, or 2 n with factors.
double convolution_limit(const ocl_env *env, size_t n, bool factors);

// What a pixel may differ from the reference; `factors`: for a kernel that uses the factors.
double convolution_bound(const convolution_picture *p, const convolution_filter *f, bool factors);

// How close to the reference a kernel must come, and how fast it can be at most (Mpixel/s).
typedef struct {
    double bound, limit;
} convolution_goal;

// Compares p->out with the reference, and adds the trial's row to the report.
void convolution_report_trial(ocl_report *report, ocl_trial *trial, const convolution_picture *p,
                              const convolution_goal *goal);

// Writes p->out as a picture, values rounded and limited to 0 to 255.
void convolution_write(const convolution_picture *p, const char *path);

void convolution_picture_close(convolution_picture *p);

#endif
