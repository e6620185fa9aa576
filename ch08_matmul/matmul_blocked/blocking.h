// SPDX-License-Identifier: MIT
//
// matmul_blocking - the sizes that the blocked rungs of matmul are built with.

#ifndef MATMUL_BLOCKING_H
#define MATMUL_BLOCKING_H

#include "ocl.h"

// Which of the two kernels, and its -D; the kernels' files say what each means that is not said here.
typedef struct {
    bool cpu;    // matmul_cpu_blocked.cl, else matmul_register_blocked.cl
    int rows, width, vectors, ahead;
    // The host's alone: products along k, and KiB of A, that a work-item of matmul_cpu_blocked packs at a time, at most.
    int depth, packed_kib;
    int bm, bn, bk, tm, tn, lanes_m, slices, pad, band, stagger;
    int resident;    // the host's alone: work-groups that a compute unit runs at a time (the defaults' 2 are an
                     // H200's), by which it decides what is made in parts; 0: nothing is
    int load_a, load_b, store_a, store_b;
} matmul_blocking;

// One of these sizes: its name, and the values that --tune tries.
typedef struct {
    const char *name;
    size_t offset;         // of the int in matmul_blocking
    const int *choices;    // ended by -1
} matmul_parameter;

// The sizes of one kernel; ended by a NULL name.
const matmul_parameter *matmul_parameters(bool cpu);
int *matmul_value(matmul_blocking *blocking, const matmul_parameter *parameter);

enum { MATMUL_TEXT = 256 };

// "-DBM=128 -DBN=128 ..."
void matmul_blocking_text(const matmul_blocking *blocking, char text[MATMUL_TEXT]);

// Changes what "BM=64,SLICES=4" names, in words apart by commas or blanks, -D before them or not.  False, with
// a message, when a name or number is none.
bool matmul_blocking_parse(matmul_blocking *blocking, const char *text, ocl_message *why);

// Whether the kernel can be built with these sizes and run on the device.
bool matmul_blocking_fits(const matmul_blocking *blocking, cl_device_id device);

// What is good for a C of m x n untuned.  Where nothing fits the device, the smallest sizes, which do not either.
matmul_blocking matmul_default_blocking(cl_device_id device, bool cpu, size_t m, size_t n);

#endif
