// SPDX-License-Identifier: MIT

#include "options.h"

#include "gnuplot.h"
#include "list.h"
#include "number.h"
#include "picture_file.h"
#include "similar.h"
#include "system/progress.h"
#include "system/streams.h"
#include "system/threads.h"
#include "system/write_file.h"
#include "timing.h"
#include "version.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 48, HELP_COLUMN = 28, DEFAULT_BYTES = 96 };

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

// A row and the parts of its usage.
typedef struct {
    ocl_option option;
    char letter;                   // 0: long form only
    const char *name;              // without the dashes
    int name_length, left;         // bytes of the name; of all that is left of the help
    const char *metavar;           // what --help calls the value; empty for a flag
    int metavar_length;            //
    const char *help;              // one line
    char preset[DEFAULT_BYTES];    // the default as --help says it
    bool given;                    // it was on the command line
} row;

typedef struct {
    row rows[MAX_OPTIONS];
    size_t count;
    int extents;             // of --size
    char size_usage[128];    // of --size, whose value and help depend on the sample
} option_table;

// Before the command line is parsed: a variable that holds a default will hold the value.
static void note_default(row *r, int extents)
{
    const ocl_option *o = &r->option;
    char *text = r->preset;
    if (o->count && *o->count) snprintf(text, DEFAULT_BYTES, " (default %zu)", *o->count);
    if (o->seed) snprintf(text, DEFAULT_BYTES, " (default %" PRIu64 ")", *o->seed);
    if (o->real) snprintf(text, DEFAULT_BYTES, " (default %g)", *o->real);
    if (o->choice) snprintf(text, DEFAULT_BYTES, " (default %s)", o->choices[*o->choice]);
    if (!o->size || o->size[0] == 0) return;    // 0: the size comes from the input
    int used = snprintf(text, DEFAULT_BYTES, " (default %zu", o->size[0]);
    for (int i = 1; i < extents; i++)
        used += snprintf(text + used, DEFAULT_BYTES - (size_t)used, "x%zu", o->size[i]);
    snprintf(text + used, DEFAULT_BYTES - (size_t)used, ")");
}

// "-x, --name METAVAR: help", without letter, METAVAR or both.
static void add(option_table *table, const ocl_option *option)
{
    const char *usage = option->usage;
    const bool has_letter = usage[1] != '-';
    const char *name = usage + strlen(has_letter ? "-x, --" : "--");
    const char *name_end = name + strcspn(name, " :");
    const char *metavar = name_end + (*name_end == ' ');
    const char *end = metavar + strcspn(metavar, ":");
    assert(table->count < MAX_OPTIONS);
    row *r = &table->rows[table->count++];
    *r = (row){ .option = *option,
                .letter = has_letter ? usage[1] : '\0',
                .name = name,
                .name_length = (int)(name_end - name),
                .left = (int)(end - usage),
                .metavar = metavar,
                .metavar_length = (int)(end - metavar),
                .help = end + strspn(end, ": ") };
    note_default(r, table->extents);
}

// The common options that the sample accepts, its own options, and those that every sample has.
static void make_table(option_table *table, const ocl_about *about, ocl_options *options,
                       requests *asked)
{
    table->count = 0;
    table->extents = about->extents;
    snprintf(table->size_usage, sizeof table->size_usage, "-n, --size %s: %s",
             ocl_size_form(about->extents), about->size_help ? about->size_help : "");
    const ocl_option common[] = {
        { .usage = "-d, --device SPEC: number from --list, cpu, gpu, accelerator, best, part of a "
                   "name (of a platform first, then of a device), or name:2",
          .text = &options->device },
        { .usage = table->size_usage, .size = options->n },
        { .usage = "-i, --input FILE: read this file", .text = &options->input },
        { .usage = "-o, --output FILE: write this file; the format follows the name's ending",
          .text = &options->output },
        { .usage = "-r, --repeat N: timed runs after one warm-up", .count = &options->repeat },
        { .usage = "-V, --variant NAME: run one variant only", .text = &options->variant },
        { .usage = "-k, --kernel FILE: this .cl file instead of the installed one",
          .text = &options->kernel },
        { .usage = "-s, --seed N: seed of the generated input", .seed = &options->seed },
    };
    const ocl_option device_only[] = {
        { .usage = "--limits: measure the device's own limits again, print them, exit",
          .flag = &options->limits },
        { .usage = "--no-cache: neither read nor write the cache directory",
          .flag = &options->no_cache },
    };
    const ocl_option always[] = {
        { .usage = "-l, --list: list platforms and devices, exit", .flag = &asked->list },
        { .usage = "-j, --json: print one JSON object instead of the table",
          .flag = &options->json },
        { .usage = "-q, --quiet: print complaints only", .flag = &options->quiet },
        { .usage = "-v, --verbose: say more on standard error", .flag = &options->verbose },
        { .usage = "-h, --help: print this, exit", .flag = &asked->help },
        { .usage = "--version: print the version, exit", .flag = &asked->version },
    };
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strchr(about->accepts, common[i].usage[1])) add(table, &common[i]);
    for (const ocl_option *own = about->own; own && own->usage; own++)
        add(table, own);
    if (strchr(about->accepts, 'd'))
        for (size_t i = 0; i < sizeof device_only / sizeof device_only[0]; i++)
            add(table, &device_only[i]);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        add(table, &always[i]);
}

// --- help

static void print_names(const char *const *names, const char *separator)
{
    for (size_t i = 0; names[i]; i++)
        printf("%s%s", i ? separator : "", names[i]);
}

static void print_help(const option_table *table, const ocl_about *about)
{
    printf("Usage: %s [OPTION]...\n%s\n\n", about->name, about->summary);
    for (const row *r = table->rows; r < table->rows + table->count; r++) {
        char left[64];
        snprintf(left, sizeof left, "  %s%.*s", r->letter ? "" : "    ", r->left, r->option.usage);
        printf("%-*s  %s", HELP_COLUMN, left, r->help);
        if (r->option.choices) {
            printf(": ");
            print_names(r->option.choices, ", ");
        }
        if (r->letter == 'V' && about->variants) {
            printf(": ");
            print_names(about->variants, ", ");
            printf(" or all (default all)");
        }
        printf("%s\n", r->preset);
    }
    printf("\nExit status: 0 the device's answer is right, 1 it is wrong, 2 bad option or input\n"
           "file, 3 an OpenCL call failed, 4 no OpenCL device, 77 this device cannot do it.\n");
}

// --- parsing

// Where the parser is, and what it parses by.
typedef struct {
    option_table *table;
    int argc, at;
    char **argv;
} parser;

static row *find_long(option_table *table, const char *name, size_t length)
{
    for (row *r = table->rows; r < table->rows + table->count; r++)
        if ((size_t)r->name_length == length && strncmp(r->name, name, length) == 0) return r;
    return NULL;
}

static row *find_letter(option_table *table, char letter)
{
    for (row *r = table->rows; r < table->rows + table->count; r++)
        if (r->letter == letter) return r;
    return NULL;
}

OCL_NORETURN static void refuse_long(const option_table *table, const char *argument, size_t length)
{
    ocl_guess guess = { .typed = { argument + strlen("--"), length } };
    for (const row *r = table->rows; r < table->rows + table->count; r++)
        ocl_guess_add(&guess, (ocl_name){ r->name, (size_t)r->name_length });
    ocl_exit(OCL_EXIT_USAGE, "unknown option '%s'%s; see --help", argument,
             ocl_guess_hint(&guess, "--").text);
}

// The one of the names, ended by NULL, that this text may have meant.
static ocl_hint hint_at(const char *text, const char *const *names)
{
    ocl_guess guess = { .typed = ocl_name_of(text) };
    for (; *names; names++)
        ocl_guess_add(&guess, ocl_name_of(*names));
    return ocl_guess_hint(&guess, "");
}

static bool set_choice(const ocl_option *option, const char *text, ocl_message *why)
{
    size_t used = 0;
    char list[512] = "";
    for (size_t i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *option->choice = i;
            return true;
        }
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                     option->choices[i]);
    }
    return ocl_refuse(why, "expected one of %s, not '%s'%s", list, text,
                      hint_at(text, option->choices).text);
}

static bool set_value(const row *r, int extents, const char *text, ocl_message *why)
{
    const ocl_option *o = &r->option;
    if (o->flag) return *o->flag = true;
    if (o->count) {
        if (!ocl_parse_count(text, o->count, why)) return false;
        return !o->most || *o->count <= o->most ||
               ocl_refuse(why, "%s: at most %zu", text, o->most);
    }
    if (o->real) return ocl_parse_real(text, o->real, why);
    if (o->seed) return ocl_parse_seed(text, o->seed, why);
    if (o->size) return ocl_parse_size(text, extents, o->size, why);
    if (o->choice) return set_choice(o, text, why);
    *o->text = text;
    return *text != '\0' ||
           ocl_refuse(why, "expected a %.*s, not an empty text", r->metavar_length, r->metavar);
}

static void apply(const parser *p, row *r, const char *text)
{
    ocl_message why;
    r->given = true;
    if (!set_value(r, p->table->extents, text, &why))
        ocl_exit(OCL_EXIT_USAGE, "--%.*s: %s", r->name_length, r->name, why.text);
}

// The value of an option that needs one: what is attached to it, else the next argument.
static const char *take_value(parser *p, const row *r, const char *attached)
{
    if (attached) return attached;
    if (p->at + 1 >= p->argc)
        ocl_exit(OCL_EXIT_USAGE, "--%.*s needs a value (%.*s); see --help", r->name_length, r->name,
                 r->metavar_length, r->metavar);
    return p->argv[++p->at];
}

// --name, --name=value or --name value.
static void parse_long(parser *p)
{
    const char *argument = p->argv[p->at], *name = argument + 2;
    const char *equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    row *r = find_long(p->table, name, length);
    if (!r) refuse_long(p->table, argument, length);
    if (r->option.flag && equals)
        ocl_exit(OCL_EXIT_USAGE, "--%.*s takes no value", r->name_length, r->name);
    apply(p, r, r->option.flag ? NULL : take_value(p, r, equals ? equals + 1 : NULL));
}

// -x, -xVALUE, -x VALUE, and flags joined as in -jq.
static void parse_short(parser *p)
{
    for (const char *letter = p->argv[p->at] + 1; *letter; letter++) {
        row *r = find_letter(p->table, *letter);
        if (!r) ocl_exit(OCL_EXIT_USAGE, "unknown option '-%c'; see --help", *letter);
        if (r->option.flag) {
            apply(p, r, NULL);
            continue;
        }
        apply(p, r, take_value(p, r, letter[1] ? letter + 1 : NULL));
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

// Nothing that was typed is ignored without a word.
static void check_pairs(option_table *table)
{
    for (const row *r = table->rows; r < table->rows + table->count; r++) {
        if (!r->given) continue;
        const row *needed = r->option.needs ? find_letter(table, r->option.needs) : NULL;
        const row *excluded = r->option.excludes ? find_letter(table, r->option.excludes) : NULL;
        if (needed && !needed->given)
            ocl_exit(OCL_EXIT_USAGE, "--%.*s has no effect without --%.*s; see --help",
                     r->name_length, r->name, needed->name_length, needed->name);
        if (excluded && excluded->given)
            ocl_exit(OCL_EXIT_USAGE, "--%.*s has no effect with --%.*s; see --help", r->name_length,
                     r->name, excluded->name_length, excluded->name);
    }
}

// Whether the option came whose value is stored there.
static bool is_given(const option_table *table, const void *target)
{
    for (const row *r = table->rows; r < table->rows + table->count; r++)
        if (r->given &&
            (target == r->option.size || target == r->option.count || target == r->option.seed))
            return true;
    return false;
}

static void check_variant(const ocl_options *options)
{
    const char *wish = options->variant;
    if (!wish || strcmp(wish, "all") == 0) return;
    const char *const *names = options->about.variants;
    char list[512] = "";
    size_t used = 0;
    for (; *names; names++) {
        if (strcmp(*names, wish) == 0) return;
        if (used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s, ", *names);
    }
    ocl_exit(OCL_EXIT_USAGE, "--variant: expected one of %sall, not '%s'%s", list, wish,
             hint_at(wish, options->about.variants).text);
}

static void check_size(const ocl_options *options)
{
    const uint64_t most = options->about.most;
    for (int i = 0; i < 3; i++)
        if (most && options->n[i] > most)
            ocl_exit(OCL_EXIT_USAGE, "--size %zu: at most %" PRIu64, options->n[i], most);
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
    ocl_set_kernel_file(options->kernel);
}

// Checked here for the same reason.  OCL_ANY_FILE is left to its writer.
static void check_output(const ocl_options *options)
{
    const char *path = options->output;
    const ocl_output_kind kind = options->about.writes;
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
    ocl_warn_of_broken_drivers();
    free(devices);
}

ocl_options ocl_parse(int argc, char **argv, const ocl_about *about, ocl_options defaults)
{
    ocl_prepare_streams();
    ocl_set_program_name(about->name);
    ocl_options options = defaults;
    options.about = *about;
    options.about.own = NULL;    // its targets may be gone when the options are read
    for (int i = about->extents > 1 ? about->extents : 1; i < 3; i++)
        options.n[i] = 1;

    requests asked = { false, false, false };
    option_table table;
    make_table(&table, about, &options, &asked);
    parser p = { .table = &table, .argc = argc, .argv = argv };
    parse_arguments(&p);
    options.size_given = is_given(&table, options.n);
    options.repeat_given = is_given(&table, &options.repeat);
    options.seed_given = is_given(&table, &options.seed);

    check_variant(&options);
    check_size(&options);
    check_kernel(&options);
    check_output(&options);
    if (options.repeat > OCL_MAX_REPEAT)
        ocl_exit(OCL_EXIT_USAGE, "--repeat: at most %d runs, not %zu", OCL_MAX_REPEAT,
                 options.repeat);
    const char *wish = getenv("OCL_DEVICE");
    if (!options.device && wish && *wish) options.device = wish;

    if (!about->host_works) ocl_keep_driver_threads_apart();
    if (asked.help) print_help(&table, about);
    if (asked.version) printf("%s (opencl-samples) %s\n", about->name, OCL_SAMPLES_VERSION);
    if (asked.list) print_list(options.json);
    if (asked.help || asked.version || asked.list) {
        ocl_finish_output();
        exit(OCL_EXIT_PASS);
    }
    check_pairs(&table);
    if (!options.quiet) ocl_watch_silence();
    return options;
}
