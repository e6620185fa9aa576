// SPDX-License-Identifier: MIT
//
// blocking - the sizes that the two blocked kernels are built with.

#ifndef MATMUL_BLOCKING_H
#define MATMUL_BLOCKING_H

#include "ocl.h"

// The kernels' files say what each size means, except for those that only the host uses.
typedef struct {
    bool cpu;      // for matmul_blocked_cpu.cl; else for matmul_blocked.cl
    bool given;    // some of them by --blocking

    // cpu_blocked.  Host only: a work-item packs at most `depth` products along k, and `packed_kib`
    // KiB of A, at a time.
    int rows, width, vectors, ahead;
    int depth, packed_kib;

    // register_blocked.  Host only: `resident` is how many work-groups a compute unit runs at the
    // same time (2 on an H200).  The host needs it to decide which tiles are computed in parts; 0:
    // none.  With `cuts`, all tiles are computed in so many equal parts instead.
    int bm, bn, bk, tm, tn, lanes_m, slices, pad, band, stagger;
    int resident, cuts;
    int load_a, load_b, store_a, store_b;
} matmul_blocking;

// One of these sizes.
typedef struct {
    const char *name;
    size_t offset;    // of the int in matmul_blocking
} matmul_parameter;

// The sizes of one kernel; ended by a NULL name.
const matmul_parameter *matmul_parameters(bool cpu);
int *matmul_value(matmul_blocking *blocking, const matmul_parameter *parameter);

enum { MATMUL_TEXT = 256 };

// "-DBM=128 -DBN=128 ..."
void matmul_blocking_text(const matmul_blocking *blocking, char text[MATMUL_TEXT]);

// Changes the sizes that "BM=64,SLICES=4" names.  Commas or blanks separate the words, and -D may
// stand before each.  An unknown name or a malformed number gives false and a message.
bool matmul_blocking_parse(matmul_blocking *blocking, const char *text, ocl_message *why);

// Whether the kernel can be built with these sizes and run on the device.
bool matmul_blocking_fits(const matmul_blocking *blocking, cl_device_id device);

// Good sizes for a product of these extents (m, n, k), without a search.  Where nothing fits the
// device, the smallest sizes.
matmul_blocking matmul_default_blocking(cl_device_id device, bool cpu, const size_t mnk[3]);

#endif
