// SPDX-License-Identifier: MIT
//
// plan - what a device must know to decode a scan: its tables, the blocks of an MCU, its segments.
// kernels/include/jpeg_scan.h and jpeg_lookup.h describe them.

#ifndef JPEG_PLAN_H
#define JPEG_PLAN_H

#include "jpeg.h"

enum { JPEG_END_OF_BLOCK = 64 };    // as a run

typedef struct {
    cl_uint limit[17];
    cl_int offset[17];
    cl_uchar symbols[256];
} jpeg_code_table;

typedef struct {
    cl_uint tables, blocks, mcus_x;
    jpeg_planned_block plan[JPEG_MAX_MCU_BLOCKS];
    jpeg_code_table codes[JPEG_MAX_TABLES];
} jpeg_device_scan;

typedef struct {
    cl_uint begin, end, first_mcu, blocks;
} jpeg_device_segment;

typedef struct {
    jpeg_device_scan scan;
    bool for_ac[JPEG_MAX_TABLES];    // a table is for AC coefficients
    cl_uint *lookups;                // of the tables in use
    size_t lookup_bytes;
    jpeg_device_segment *segments;
    cl_uint segment_count;
} jpeg_plan;

// The plan of a scan of the file.  A lookup tells a symbol from `lookup_bits` bits.  Free it with
// jpeg_plan_free.
jpeg_plan jpeg_plan_new(const jpeg_file *file, uint32_t scan, unsigned lookup_bits);
void jpeg_plan_free(jpeg_plan *plan);

// The coefficients of 0 that a symbol of an AC table stands for; JPEG_END_OF_BLOCK: all others.
unsigned jpeg_ac_run(unsigned symbol);

// Whether the scans write all blocks; else the others must be 0 before.
bool jpeg_all_written(const jpeg_file *file);

// Waits for the device, which has written the file's coefficients.  If it has found damage, or
// cannot decode the file at all, the host decodes and writes them.  Call it only for files in which
// the host has found damage, too: a device that finds damage in a good file is wrong, and its
// answer must stay.
void jpeg_mend(const ocl_env *env, const jpeg_file *file, cl_mem d_coefficients, cl_mem d_damaged);

#endif
