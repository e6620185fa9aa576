// SPDX-License-Identifier: MIT
//
// keys - what the sorting samples sort: 32-bit keys of three types, alone or with a value each.
//
// Every key has a rank, an unsigned number.  To sort ascending means: ranks do not fall.
//
//     uint     its bits                              0                          to 0xffffffff
//     int      its bits, the sign flipped            the most negative number   to the largest
//     float    negative: all bits flipped; other     NaN with a sign, -infinity, ... -0, +0, ...
//              numbers: the sign flipped             +infinity, NaN without a sign
//
// The order of floats is totalOrder of IEEE 754: -0 comes before +0, and every NaN has its place.
// Descending keys have all bits of the rank flipped.  No two different keys have one rank, so there
// is only one right order of keys, and a comparison of bits is enough to check it.
// kernels/include/keys.h has the same ranks for kernels.
//
// A stable sort keeps the order of equal keys.  Value i is i before the sort: after it the values
// of equal keys must not fall.

#ifndef KEYS_H
#define KEYS_H

#include "ocl.h"

typedef enum { KEYS_INT, KEYS_UINT, KEYS_FLOAT } keys_type;
typedef enum { KEYS_ASCENDING, KEYS_DESCENDING } keys_order;

// --pattern: what the keys look like before the sort.
//
//     random        all bits random; of the floats some are zeros, infinities and NaNs
//     sorted        ranks rise (in ascending order, whatever --order says)
//     reversed      ranks fall
//     equal         one key everywhere
//     two           one of two keys
//     organ_pipe    ranks rise up to the middle, then fall
//     skewed        the AND of three random numbers: most digits are small
typedef enum {
    KEYS_RANDOM,
    KEYS_SORTED,
    KEYS_REVERSED,
    KEYS_EQUAL,
    KEYS_TWO,
    KEYS_ORGAN_PIPE,
    KEYS_SKEWED
} keys_pattern;

// What the options say.
typedef struct {
    size_t type, order, pattern;    // a keys_type, a keys_order, a keys_pattern
    bool pairs;                     // with values
} keys_settings;

// Rows of an option table: --type, --order, --pattern, --pairs.
enum { KEYS_OPTIONS = 4 };
void keys_add_options(ocl_option own[KEYS_OPTIONS], keys_settings *settings);

// Exits with OCL_EXIT_USAGE where --size is more than KEYS_MAX: the radix sorts add places of keys
// in 32 bits.
enum { KEYS_MAX = 1 << 30 };
void keys_require_places(const ocl_options *options);

uint32_t keys_rank(uint32_t key, const keys_settings *settings);
uint32_t keys_from_rank(uint32_t rank, const keys_settings *settings);

// Macros for kernels/include/keys.h: "-DKEYS_TYPE=... -DKEYS_DESCENDING=... -DPAIRS=...".
typedef struct {
    char text[80];
} keys_macros;
keys_macros keys_build_options(const keys_settings *settings);

// The problem and its answer: n keys, and n values if there are pairs, else NULL.
typedef struct {
    keys_settings settings;
    size_t n;
    uint32_t *keys, *values;
    uint32_t *ref_keys, *ref_values;
} keys_data;

// The keys before the sort.  ref_... has room for the answer.
keys_data keys_make(const keys_settings *settings, size_t n, uint64_t seed);
void keys_free(keys_data *data);

// The bytes that keys_make and keys_sort_ref have at the same time, for ocl_require_memory.
double keys_host_bytes(const keys_settings *settings, size_t n);

// Fills ref_keys and ref_values: a merge sort, which is stable.
void keys_sort_ref(keys_data *data);

// Compares all keys, and all values of pairs (values may be NULL without), with the answer of a
// stable sort.
ocl_result keys_verify(const char *what, const keys_data *data, const uint32_t *keys,
                       const uint32_t *values);

// The facts of the problem line: n, type, order, pattern, values.
void keys_report(ocl_report *report, const keys_settings *settings, size_t n);

// --- the command line of the sorting samples, and --group, which two of them have

// What a sample tells about itself.
typedef struct {
    const char *name, *summary;     // for --help
    const char *const *variants;    // ended by NULL
    const ocl_option *own;    // its own options, MAX_SORT_OPTIONS or fewer; an empty row ends them
    size_t repeat;            // the default of --repeat
    bool keys_alone;          // there is no --pairs
} sort_program;

enum { MAX_SORT_OPTIONS = 3 };

// Parses the command line.  *keys gets what --type, --order, --pattern and --pairs say.
ocl_options sort_parse(int argc, char **argv, const sort_program *program, keys_settings *keys);

// -g, --group N.  0 means that the device decides.
ocl_option sort_group_option(size_t *group);

// Exits with OCL_EXIT_USAGE where --group is not a power of two.
void sort_require_group(size_t group);

// The work-items of a work-group: those of --group; without it `usual`, or fewer where the device
// cannot have so many.  Exits with OCL_EXIT_USAGE where it cannot have those of --group.
size_t sort_choose_group(size_t group, size_t usual, cl_device_id device);

// Exits with OCL_EXIT_USAGE where --group asks for more work-items than local memory is enough for.
void sort_require_room(size_t group, size_t most);

#endif
