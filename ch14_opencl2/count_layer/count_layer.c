// SPDX-License-Identifier: MIT
//
// count_layer - an OpenCL layer: it counts and times the calls of any program.
//
//     OPENCL_LAYERS=build/share/opencl-samples/layers/libcount_layer.so build/bin/saxpy
//
// At the end it prints a table to standard error, unless COUNT_LAYER_QUIET is set.
//
// The loader opens this library and gives it a table of functions: `next`, those of the driver or
// of another layer.  The layer gives a table back: `own`.  The program's calls go through that.

#include "count_layer.h"

#include "system/clock.h"

#include <CL/cl_layer.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// FUNCTION stands for another text at each #include of functions.h.  First, numbers and names.
enum {
#define FUNCTION(result, name, parameters, arguments) NUMBER_##name,
#include "functions.h"
#undef FUNCTION
    NUMBER_clSVMFree,
    FUNCTIONS
};

static const char *const NAMES[FUNCTIONS] = {
#define FUNCTION(result, name, parameters, arguments) [NUMBER_##name] = #name,
#include "functions.h"
#undef FUNCTION
    [NUMBER_clSVMFree] = "clSVMFree",
};

static cl_icd_dispatch next, own;
static atomic_ullong calls[FUNCTIONS], times_ns[FUNCTIONS];    // programs have threads

static void add(int number, double begin_ns)
{
    atomic_fetch_add(&times_ns[number], (unsigned long long)(ocl_wall_ns() - begin_ns));
    atomic_fetch_add(&calls[number], 1);
}

// A function of the layer's table.  The others are alike, and return what `next` has returned.
static void CL_API_CALL count_clSVMFree(cl_context context, void *memory)
{
    const double begin_ns = ocl_wall_ns();
    next.clSVMFree(context, memory);
    add(NUMBER_clSVMFree, begin_ns);
}

#define FUNCTION(result, name, parameters, arguments) \
    static result CL_API_CALL count_##name parameters \
    {                                                 \
        const double begin_ns = ocl_wall_ns();        \
        result answer = next.name arguments;          \
        add(NUMBER_##name, begin_ns);                 \
        return answer;                                \
    }
#include "functions.h"
#undef FUNCTION

static size_t CL_API_CALL get_call_counts(call_count *rows, size_t room)
{
    for (size_t i = 0; i < FUNCTIONS && i < room; i++)
        rows[i] = (call_count){ NAMES[i], atomic_load(&calls[i]), atomic_load(&times_ns[i]) };
    return FUNCTIONS;
}

// The layer adds a function, as a driver with an extension does.
static void *CL_API_CALL get_address(cl_platform_id platform, const char *name)
{
    if (!name || strcmp(name, GET_CALL_COUNTS) != 0)
        return count_clGetExtensionFunctionAddressForPlatform(platform, name);
    const get_call_counts_fn function = get_call_counts;
    void *address;    // C has no cast from a function to void *, but systems with OpenCL have
    memcpy(&address, &function, sizeof address);
    return address;
}

static int longer_first(const void *a, const void *b)
{
    const call_count *x = a, *y = b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}

static void print_table(void)
{
    call_count rows[FUNCTIONS];
    if (getenv("COUNT_LAYER_QUIET")) return;    // the program has a table of its own
    get_call_counts(rows, FUNCTIONS);
    qsort(rows, FUNCTIONS, sizeof *rows, longer_first);
    fprintf(stderr, "%-40s %10s %12s %12s\n", "function", "calls", "total ms", "mean us");
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (rows[i].calls)
            fprintf(stderr, "%-40s %10llu %12.3f %12.3f\n", rows[i].function,
                    (unsigned long long)rows[i].calls, (double)rows[i].ns / 1e6,
                    (double)rows[i].ns / 1e3 / (double)rows[i].calls);
}

// The loader asks who the layer is.
CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t room, void *value,
                                               size_t *bytes)
{
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *answer = what == CL_LAYER_NAME ? (const void *)"count calls" : &version;
    const size_t size = what == CL_LAYER_NAME ? sizeof "count calls" : sizeof version;
    if (what != CL_LAYER_NAME && what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value && room < size) return CL_INVALID_VALUE;
    if (value) memcpy(value, answer, size);
    if (bytes) *bytes = size;
    return CL_SUCCESS;
}

static cl_int exchange_tables(cl_uint entries, const cl_icd_dispatch *theirs, cl_uint *count,
                              const cl_icd_dispatch **table)
{
    if (!theirs || !count || !table) return CL_INVALID_VALUE;
    const cl_uint mine = sizeof own / sizeof own.clGetPlatformIDs;
    *count = entries < mine ? entries : mine;    // an older loader has a shorter table
    memcpy(&next, theirs, *count * sizeof own.clGetPlatformIDs);
    own = next;
#define FUNCTION(result, name, parameters, arguments) \
    if (next.name) own.name = count_##name;
#include "functions.h"
#undef FUNCTION
    if (next.clSVMFree) own.clSVMFree = count_clSVMFree;
    if (next.clGetExtensionFunctionAddressForPlatform)
        own.clGetExtensionFunctionAddressForPlatform = get_address;
    *table = &own;
    return CL_SUCCESS;
}

// ocl-icd, and Khronos' loader before 2026, begin here, and never say when the program ends.
CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *theirs,
                                            cl_uint *count, const cl_icd_dispatch **table)
{
    return atexit(print_table) ? CL_OUT_OF_HOST_MEMORY
                               : exchange_tables(entries, theirs, count, table);
}

// Khronos' loader since 2026 begins here, and calls clDeinitLayer at the end.  The headers of older
// systems do not have these two.
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                          const cl_icd_dispatch *theirs,
                                                          cl_uint *count,
                                                          const cl_icd_dispatch **table,
                                                          const cl_properties *properties);
CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void);

CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries,
                                                          const cl_icd_dispatch *theirs,
                                                          cl_uint *count,
                                                          const cl_icd_dispatch **table,
                                                          const cl_properties *properties)
{
    (void)properties;    // there are none yet
    return exchange_tables(entries, theirs, count, table);
}

CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void)
{
    print_table();
    return CL_SUCCESS;
}
