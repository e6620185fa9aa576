// SPDX-License-Identifier: MIT

#include "options.h"

#include "gnuplot.h"
#include "list.h"
#include "number.h"
#include "picture_file.h"
#include "system.h"
#include "timing.h"
#include "version.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 48, HELP_COLUMN = 28 };

// Requests that end the program; no sample sees them.
typedef struct {
    bool help, version, list;
} requests;

bool ocl_wants(const ocl_options *options, const char *variant)
{
    const char *wish = options->variant;
    return !wish || strcmp(wish, "all") == 0 || strcmp(wish, variant) == 0;
}

bool ocl_prints(const ocl_options *options)
{
    return !options->json && !options->quiet;
}

// --- the table

// The common options that the sample accepts, its own options, and those that every sample has.
static size_t make_table(ocl_option *table, const ocl_about *about, ocl_options *options,
                         requests *asked)
{
    const ocl_option common[] = {
        { 'd', "device", OCL_TEXT, &options->device, "SPEC",
          "number from --list, cpu, gpu, accelerator, part of a name, or name:2", NULL },
        { 'n', "size", OCL_SIZE, options->n, ocl_size_form(about->extents), about->size_help,
          NULL },
        { 'i', "input", OCL_TEXT, &options->input, "FILE", "read this file", NULL },
        { 'o', "output", OCL_TEXT, &options->output, "FILE",
          "write this file; the format follows the name's ending", NULL },
        { 'r', "repeat", OCL_COUNT, &options->repeat, "N", "timed runs after one warm-up", NULL },
        { 'V', "variant", OCL_TEXT, &options->variant, "NAME", "run one variant only", NULL },
        { 'k', "kernel", OCL_TEXT, &options->kernel, "FILE",
          "this .cl file instead of the installed one", NULL },
        { 's', "seed", OCL_SEED, &options->seed, "N", "seed of the generated input", NULL },
    };
    const ocl_option device_only[] = {
        { 0, "limits", OCL_FLAG, &options->limits, NULL,
          "measure the device's own limits again, print them, exit", NULL },
        { 0, "no-cache", OCL_FLAG, &options->no_cache, NULL,
          "neither read nor write the cache directory", NULL },
    };
    const ocl_option always[] = {
        { 'l', "list", OCL_FLAG, &asked->list, NULL, "list platforms and devices, exit", NULL },
        { 'j', "json", OCL_FLAG, &options->json, NULL, "print one JSON object instead of the table",
          NULL },
        { 'q', "quiet", OCL_FLAG, &options->quiet, NULL, "print complaints only", NULL },
        { 'v', "verbose", OCL_FLAG, &options->verbose, NULL, "say more on standard error", NULL },
        { 'h', "help", OCL_FLAG, &asked->help, NULL, "print this, exit", NULL },
        { 0, "version", OCL_FLAG, &asked->version, NULL, "print the version, exit", NULL },
    };
    size_t rows = 0;
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strchr(about->accepts, common[i].letter)) table[rows++] = common[i];
    for (const ocl_option *own = about->own; own && own->name; own++)
        table[rows++] = *own;
    if (strchr(about->accepts, 'd'))
        for (size_t i = 0; i < sizeof device_only / sizeof device_only[0]; i++)
            table[rows++] = device_only[i];
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        table[rows++] = always[i];
    return rows;
}

// --- help

// A default for --help: the variable itself takes the value of the command line.
typedef union {
    size_t count;
    double real;
    uint64_t seed;
    size_t size[3];
} default_value;

static size_t value_bytes(ocl_value type)
{
    switch (type) {
    case OCL_COUNT:
    case OCL_CHOICE:
        return sizeof(size_t);
    case OCL_REAL:
        return sizeof(double);
    case OCL_SEED:
        return sizeof(uint64_t);
    case OCL_SIZE:
        return sizeof(size_t[3]);
    case OCL_FLAG:
    case OCL_TEXT:
        break;
    }
    return 0;    // --help does not print these
}

static void save_defaults(default_value *saved, const ocl_option *table, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        memcpy(&saved[i], table[i].target, value_bytes(table[i].type));
}

static void restore_defaults(const default_value *saved, const ocl_option *table, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        memcpy(table[i].target, &saved[i], value_bytes(table[i].type));
}

static void print_default(const ocl_option *row, int extents)
{
    switch (row->type) {
    case OCL_COUNT:
        printf(" (default %zu)", *(const size_t *)row->target);
        break;
    case OCL_SEED:
        printf(" (default %" PRIu64 ")", *(const uint64_t *)row->target);
        break;
    case OCL_REAL:
        printf(" (default %g)", *(const double *)row->target);
        break;
    case OCL_CHOICE:
        printf(" (default %s)", row->choices[*(const size_t *)row->target]);
        break;
    case OCL_SIZE: {
        const size_t *n = row->target;
        if (n[0] == 0) break;    // the size comes from the input
        printf(" (default %zu", n[0]);
        for (int i = 1; i < extents; i++)
            printf("x%zu", n[i]);
        printf(")");
        break;
    }
    case OCL_FLAG:
    case OCL_TEXT:
        break;
    }
}

static void print_names(const char *const *names, const char *separator)
{
    for (size_t i = 0; names[i]; i++)
        printf("%s%s", i ? separator : "", names[i]);
}

static void print_help(const ocl_option *table, size_t rows, const ocl_about *about)
{
    printf("Usage: %s [OPTION]...\n%s\n\n", about->name, about->summary);
    for (size_t i = 0; i < rows; i++) {
        const ocl_option *row = &table[i];
        char left[64];
        snprintf(left, sizeof left, "  %c%c%s--%s%s%s", row->letter ? '-' : ' ',
                 row->letter ? row->letter : ' ', row->letter ? ", " : "  ", row->name,
                 row->metavar ? " " : "", row->metavar ? row->metavar : "");
        printf("%-*s  %s", HELP_COLUMN, left, row->help);
        if (row->choices) {
            printf(": ");
            print_names(row->choices, ", ");
        }
        if (row->letter == 'V' && about->variants) {
            printf(": ");
            print_names(about->variants, ", ");
            printf(" or all (default all)");
        }
        print_default(row, about->extents);
        printf("\n");
    }
    printf("\nExit status: 0 the device's answer is right, 1 it is wrong, 2 bad option or input\n"
           "file, 3 an OpenCL call failed, 4 no OpenCL device, 77 this device cannot do it.\n");
}

// --- parsing

// Where the parser is, and what it parses by.
typedef struct {
    const ocl_option *table;
    size_t rows;
    int extents;    // of --size
    int argc, at;
    char **argv;
} parser;

static const ocl_option *find_long(const parser *p, const char *name, size_t length)
{
    for (const ocl_option *row = p->table; row < p->table + p->rows; row++)
        if (strlen(row->name) == length && strncmp(row->name, name, length) == 0) return row;
    return NULL;
}

static const ocl_option *find_letter(const parser *p, char letter)
{
    for (const ocl_option *row = p->table; row < p->table + p->rows; row++)
        if (row->letter == letter) return row;
    return NULL;
}

static bool set_choice(const ocl_option *row, const char *text, ocl_message *why)
{
    size_t used = 0;
    char list[512] = "";
    for (size_t i = 0; row->choices[i]; i++) {
        if (strcmp(row->choices[i], text) == 0) {
            *(size_t *)row->target = i;
            return true;
        }
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                     row->choices[i]);
    }
    return ocl_refuse(why, "expected one of %s, not '%s'", list, text);
}

static bool set_value(const ocl_option *row, int extents, const char *text, ocl_message *why)
{
    switch (row->type) {
    case OCL_FLAG:
        *(bool *)row->target = true;
        return true;
    case OCL_TEXT:
        *(const char **)row->target = text;
        return *text != '\0' || ocl_refuse(why, "expected a %s, not an empty text", row->metavar);
    case OCL_COUNT:
        return ocl_parse_count(text, row->target, why);
    case OCL_REAL:
        return ocl_parse_real(text, row->target, why);
    case OCL_SEED:
        return ocl_parse_seed(text, row->target, why);
    case OCL_SIZE:
        return ocl_parse_size(text, extents, row->target, why);
    case OCL_CHOICE:
        return set_choice(row, text, why);
    }
    return false;
}

static void apply(const parser *p, const ocl_option *row, const char *text)
{
    ocl_message why;
    if (!set_value(row, p->extents, text, &why))
        ocl_exit(OCL_EXIT_USAGE, "--%s: %s", row->name, why.text);
}

// The value of an option that needs one: what is attached to it, else the next argument.
static const char *take_value(parser *p, const ocl_option *row, const char *attached)
{
    if (attached) return attached;
    if (p->at + 1 >= p->argc)
        ocl_exit(OCL_EXIT_USAGE, "--%s needs a value (%s); see --help", row->name, row->metavar);
    return p->argv[++p->at];
}

// --name, --name=value or --name value.
static void parse_long(parser *p)
{
    const char *argument = p->argv[p->at], *name = argument + 2;
    const char *equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const ocl_option *row = find_long(p, name, length);
    if (!row) ocl_exit(OCL_EXIT_USAGE, "unknown option '%s'; see --help", argument);
    if (row->type == OCL_FLAG && equals) ocl_exit(OCL_EXIT_USAGE, "--%s takes no value", row->name);
    const char *value =
        row->type == OCL_FLAG ? NULL : take_value(p, row, equals ? equals + 1 : NULL);
    apply(p, row, value);
}

// -x, -xVALUE, -x VALUE, and flags joined as in -jq.
static void parse_short(parser *p)
{
    for (const char *letter = p->argv[p->at] + 1; *letter; letter++) {
        const ocl_option *row = find_letter(p, *letter);
        if (!row) ocl_exit(OCL_EXIT_USAGE, "unknown option '-%c'; see --help", *letter);
        if (row->type == OCL_FLAG) {
            apply(p, row, NULL);
            continue;
        }
        apply(p, row, take_value(p, row, letter[1] ? letter + 1 : NULL));
        return;
    }
}

static void parse_arguments(parser *p)
{
    for (p->at = 1; p->at < p->argc; p->at++) {
        const char *argument = p->argv[p->at];
        if (strncmp(argument, "--", 2) == 0 && argument[2])
            parse_long(p);
        else if (argument[0] == '-' && argument[1] && argument[1] != '-')
            parse_short(p);
        else
            ocl_exit(OCL_EXIT_USAGE, "unexpected argument '%s'; see --help", argument);
    }
}

static void check_variant(const ocl_options *options)
{
    const char *wish = options->variant;
    if (!wish || strcmp(wish, "all") == 0) return;
    const char *const *names = options->about->variants;
    char list[512] = "";
    size_t used = 0;
    for (; *names; names++) {
        if (strcmp(*names, wish) == 0) return;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s, ", *names);
    }
    ocl_exit(OCL_EXIT_USAGE, "--variant: expected one of %sall, not '%s'", list, wish);
}

// Checked here, before any work is done and anything is printed.  --input is left to its reader: a
// pipe can be opened only once.
static void check_kernel(const ocl_options *options)
{
    if (!options->kernel) return;
    errno = 0;
    FILE *file = fopen(options->kernel, "rb");
    if (!file)
        ocl_exit(OCL_EXIT_USAGE, "--kernel %s: cannot open: %s", options->kernel, strerror(errno));
    fclose(file);
}

// Checked here for the same reason.  OCL_ANY_FILE is left to its writer.
static void check_output(const ocl_options *options)
{
    const char *path = options->output;
    const ocl_output_kind kind = options->about->writes;
    if (!path || kind == OCL_ANY_FILE) return;
    ocl_message why;
    const bool can_make =
        kind == OCL_CHART_FILE ? ocl_can_plot(path, &why) : ocl_can_write_picture(path, &why);
    if (!can_make || !ocl_can_write_file(path, &why))
        ocl_exit(OCL_EXIT_USAGE, "--output %s", why.text);
}

static void print_list(bool json)
{
    cl_device_id *devices;
    cl_uint count = ocl_all_devices(&devices);
    if (count == 0) ocl_exit_no_device();
    if (json)
        ocl_print_devices_json(stdout, devices, count);
    else
        ocl_print_devices(stdout, devices, count);
    free(devices);
}

ocl_options ocl_parse(int argc, char **argv, const ocl_about *about, ocl_options defaults)
{
    ocl_set_program_name(about->name);
    ocl_options options = defaults;
    options.about = about;
    for (int i = about->extents > 1 ? about->extents : 1; i < 3; i++)
        options.n[i] = 1;

    requests asked = { false, false, false };
    ocl_option table[MAX_OPTIONS];
    size_t rows = make_table(table, about, &options, &asked);
    default_value saved[MAX_OPTIONS];
    save_defaults(saved, table, rows);
    size_t default_size = options.n[0];
    options.n[0] = 0;    // to see whether --size comes
    parser p = {
        .table = table, .rows = rows, .extents = about->extents, .argc = argc, .argv = argv
    };
    parse_arguments(&p);
    options.size_given = options.n[0] != 0;
    if (!options.size_given) options.n[0] = default_size;

    check_variant(&options);
    check_kernel(&options);
    check_output(&options);
    if (options.repeat > OCL_MAX_REPEAT)
        ocl_exit(OCL_EXIT_USAGE, "--repeat: at most %d runs, not %zu", OCL_MAX_REPEAT,
                 options.repeat);
    const char *wish = getenv("OCL_DEVICE");
    if (!options.device && wish && *wish) options.device = wish;

    if (asked.help) {
        restore_defaults(saved, table, rows);
        print_help(table, rows, about);
    }
    if (asked.version) printf("%s (opencl-samples) %s\n", about->name, OCL_SAMPLES_VERSION);
    if (asked.list) print_list(options.json);
    if (asked.help || asked.version || asked.list) {
        ocl_finish_output();
        exit(OCL_EXIT_PASS);
    }
    return options;
}
