// SPDX-License-Identifier: MIT
//
// options - the command line: options common to all samples, and a sample's own, from one table.
//
// Parsing is strict: an unknown or shortened option, a bad number or an extra argument ends the
// program with OCL_EXIT_USAGE.  --help is made from the same table.

#ifndef OCL_OPTIONS_H
#define OCL_OPTIONS_H

#include "errors.h"

#include <stddef.h>
#include <stdint.h>

// One row of an option table; a table ends with an empty row.  Exactly one member says where the
// value goes, and by its type what the value is.  The target holds the default before.  --help
// prints `usage` and "(default 5)"; not for flags and texts, nor for a count of 0, which means that
// the sample chooses.
//
// An option that would have no effect is refused: `needs` is 'n' for what --size makes, `excludes`
// is 'i' for what --input has already.
typedef struct {
    const char *usage;             // "-b, --block N: help" or "--all: help"; a flag names no value
    bool *flag;                    // no value
    const char **text;             // any text but the empty one
    size_t *count;                 // 1, 2, ... with an optional K, M or G (powers of 1024)
    size_t most;                   // of `count`; 0: any
    double *real;                  // finite
    size_t *choice;                // index of the value in `choices`
    const char *const *choices;    // of `choice`: the values, ended by NULL
    size_t *size;                  // of 3: counts joined by 'x'; for --size
    uint64_t *seed;                // 0 to 2^64 - 1
    char needs, excludes;          // letters of options it does not go without, and not with
} ocl_option;

// What --output writes.  Its ending, its folder and gnuplot are looked for before any work is done.
typedef enum { OCL_ANY_FILE, OCL_PICTURE_FILE, OCL_CHART_FILE } ocl_output_kind;

// What a sample tells the parser about itself.
typedef struct {
    const char *name;               // of the program
    const char *summary;            // one line for --help
    const char *accepts;            // letters of the common options it takes, of "dniorVks"
    const char *size_help;          // what --size counts
    int extents;                    // of --size: 1, 2 or 3; one number alone stands for all
    uint64_t most;                  // of --size: the largest extent; 0: any
    const char *const *variants;    // names that --variant takes besides "all"; ended by NULL
    const ocl_option *own;          // the sample's own options, or NULL
    ocl_output_kind writes;         // what --output is
    bool seeds_more;                // --seed has an effect although the picture is read
    bool host_works;                // while the device works, see system/threads.h
} ocl_about;

// The values of the common options.
typedef struct {
    ocl_about about;              // whose options these are; `own` is NULL
    const char *device;           // --device or $OCL_DEVICE; NULL: the default device
    size_t n[3];                  // --size, `extents` of them; the others are 1
    const char *input;            // --input, NULL when not given
    const char *output;           // --output, NULL when not given
    const char *variant;          // --variant, NULL means all
    const char *kernel;           // --kernel, NULL means the installed file
    size_t repeat;                // --repeat: timed runs after one warm-up
    uint64_t seed;                // --seed of the generated input
    bool json, quiet, verbose;    // how much is said, and how
    bool no_cache;                // neither read nor write the cache directory
    bool limits;                  // --limits: measure the device, print, exit
    bool size_given;              // --size was on the command line
    bool repeat_given;            // so was --repeat
    bool seed_given;              // so was --seed
} ocl_options;

// Parses the command line over the given defaults.  --help, --version and --list (--json) print and
// exit 0. Anything wrong exits with OCL_EXIT_USAGE; so does a --kernel that cannot be opened.
// --input is left to its reader.  Strings point into argv and the environment, or are those of
// `about`; `about` itself and its option table are not needed any more.
ocl_options ocl_parse(int argc, char **argv, const ocl_about *about, ocl_options defaults);

// Whether --variant asks for this variant.  ocl_wants(options, "all"): whether it asks for all of
// them.
bool ocl_wants(const ocl_options *options, const char *variant);

// True when the sample prints its table: neither --json nor --quiet.
bool ocl_prints(const ocl_options *options);

#endif
