// SPDX-License-Identifier: MIT
//
// prefix_sums - elements, their prefix sums in plain C, and how far sums of floats may be from
// these; the options of a scan.

#ifndef CH12_PREFIX_SUMS_H
#define CH12_PREFIX_SUMS_H

#include "ocl.h"

// Elements per work-item of a tile of kernels/include/scan_vectors.h.
enum { SCAN_VECTORS = 32 };

// Elements of both kinds, and what a scan must give.
typedef struct {
    size_t n;
    bool exclusive, is_float;
    void *x;         // n cl_uint or cl_float
    cl_uint *ref;    // of cl_uint: modulo 2^32
    double *sums;    // of cl_float
} scan_problem;

// Random elements.  Floats are from -1 to 1, uints have all their bits.
scan_problem scan_make(size_t n, bool exclusive, bool is_float, uint64_t seed);
void scan_free(scan_problem *p);

// Fills ref, or sums.
void scan_ref(scan_problem *p);

// Compares all n sums.  Those of uints must be equal.  Each sum of floats has its own bound, which
// grows with the additions that an element goes through at most, and with the number of elements.
ocl_result scan_verify(const char *name, const scan_problem *p, const void *y, double additions);

// --- the options that scan_ladder and scan_one_launch have in common

enum { SCAN_UINT, SCAN_FLOAT, SCAN_TYPE_COUNT };
extern const char *const SCAN_TYPES[];    // their names in OpenCL C
extern const char *const SCAN_KINDS[];    // "inclusive", "exclusive"

typedef struct {
    ocl_options options;
    bool exclusive;
    bool has_type[SCAN_TYPE_COUNT];
} scan_settings;

scan_settings scan_settings_parse(int argc, char **argv, ocl_about about);

// For -DAHEAD: so many elements before its use a line is asked for.  A device without vectors has
// no prefetch, either: 0.
int scan_ahead(const ocl_env *env);

// Refuses more elements than fit into the memory of device and host.
void scan_require_memory(const ocl_env *env);

#endif
