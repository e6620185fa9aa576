// SPDX-License-Identifier: MIT

#include "keys.h"

#include <stdlib.h>
#include <string.h>

static const char *const TYPES[] = { "int", "uint", "float", NULL };
static const char *const ORDERS[] = { "ascending", "descending", NULL };
static const char *const PATTERNS[] = { "random", "sorted",     "reversed", "equal",
                                        "two",    "organ_pipe", "skewed",   NULL };

void keys_add_options(ocl_option own[KEYS_OPTIONS], keys_settings *settings)
{
    own[0] = (ocl_option){ .usage = "-t, --type TYPE: of the keys",
                           .choice = &settings->type,
                           .choices = TYPES };
    own[1] = (ocl_option){ .usage = "-a, --order ORDER: of the result",
                           .choice = &settings->order,
                           .choices = ORDERS };
    own[2] = (ocl_option){ .usage = "-p, --pattern NAME: of the keys before they are sorted",
                           .choice = &settings->pattern,
                           .choices = PATTERNS };
    own[3] = (ocl_option){ .usage = "-P, --pairs: each key has a value", .flag = &settings->pairs };
}

void keys_require_places(const ocl_options *options)
{
    if (options->n[0] > KEYS_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: places have 32 bits; give at most %d", options->n[0],
                 KEYS_MAX);
}

uint32_t keys_rank(uint32_t key, const keys_settings *settings)
{
    const uint32_t sign = UINT32_C(1) << 31;
    uint32_t rank = key;
    if (settings->type == KEYS_INT) rank = key ^ sign;
    if (settings->type == KEYS_FLOAT) rank = key & sign ? ~key : key ^ sign;
    return settings->order == KEYS_DESCENDING ? ~rank : rank;
}

uint32_t keys_from_rank(uint32_t rank, const keys_settings *settings)
{
    const uint32_t sign = UINT32_C(1) << 31;
    if (settings->order == KEYS_DESCENDING) rank = ~rank;
    if (settings->type == KEYS_INT) return rank ^ sign;
    if (settings->type == KEYS_FLOAT) return rank & sign ? rank ^ sign : ~rank;
    return rank;
}

keys_macros keys_build_options(const keys_settings *settings)
{
    keys_macros macros;
    snprintf(macros.text, sizeof macros.text, "-DKEYS_TYPE=%zu -DKEYS_DESCENDING=%d -DPAIRS=%d",
             settings->type, settings->order == KEYS_DESCENDING, settings->pairs);
    return macros;
}

// A rank that rises with `place`, from 0 to 2^32 - 1.
static uint32_t rising(size_t place, size_t n)
{
    return (uint32_t)((double)place / (double)n * 0x1p32);
}

// The rank of key i in ascending order.  The middle of an organ pipe has the highest ranks.
static uint32_t pattern_rank(const keys_settings *s, size_t i, size_t n, uint64_t seed)
{
    const uint64_t random = ocl_random(seed, i);
    switch ((keys_pattern)s->pattern) {
    case KEYS_SORTED:
        return rising(i, n);
    case KEYS_REVERSED:
        return rising(n - 1 - i, n);
    case KEYS_EQUAL:
        return (uint32_t)ocl_random(seed, 0);
    case KEYS_TWO:
        return (uint32_t)ocl_random(seed, random % 2);
    case KEYS_ORGAN_PIPE:
        return rising(2 * (i < n / 2 ? i : n - 1 - i), n);
    case KEYS_SKEWED:
        return (uint32_t)(random & random >> 32 & ocl_random(seed + 1, i));
    case KEYS_RANDOM:
        break;
    }
    return (uint32_t)(random >> 32);
}

// +0, -0, both infinities, and NaNs: with either sign, quiet and signalling, with other bits.
static const uint32_t SPECIAL_FLOATS[] = { 0,          0x80000000, 0x7f800000, 0xff800000,
                                           0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff };

keys_data keys_make(const keys_settings *settings, size_t n, uint64_t seed)
{
    const size_t bytes = n * sizeof(uint32_t);
    keys_data d = { .settings = *settings, .n = n };
    d.keys = ocl_alloc(bytes);
    d.ref_keys = ocl_alloc(bytes);
    if (settings->pairs) d.values = ocl_alloc(bytes);
    if (settings->pairs) d.ref_values = ocl_alloc(bytes);

    keys_settings ascending = *settings;
    ascending.order = KEYS_ASCENDING;
    const bool special = settings->type == KEYS_FLOAT && settings->pattern == KEYS_RANDOM;
    for (size_t i = 0; i < n; i++) {
        d.keys[i] = keys_from_rank(pattern_rank(settings, i, n, seed), &ascending);
        if (special && i % 61 == 7) d.keys[i] = SPECIAL_FLOATS[i / 61 % 8];
        if (settings->pairs) d.values[i] = (uint32_t)i;
    }
    return d;
}

void keys_free(keys_data *data)
{
    free(data->ref_values);
    free(data->ref_keys);
    free(data->values);
    free(data->keys);
}

double keys_host_bytes(const keys_settings *settings, size_t n)
{
    return (double)n * (settings->pairs ? 16.0 + 16.0 : 8.0 + 16.0);
}

// Merges the sorted parts [begin, middle) and [middle, end).  Of equal ranks the left one is first.
static void merge(uint64_t *out, const uint64_t *in, const size_t part[3])
{
    size_t left = part[0], right = part[1];
    for (size_t i = part[0]; i < part[2]; i++) {
        const bool from_left =
            right == part[2] || (left < part[1] && in[left] >> 32 <= in[right] >> 32);
        out[i] = in[from_left ? left++ : right++];
    }
}

// An element has the rank in its upper half and the value in its lower half.  Only ranks are
// compared.
void keys_sort_ref(keys_data *data)
{
    const size_t n = data->n;
    uint64_t *in = ocl_alloc(n * sizeof *in), *out = ocl_alloc(n * sizeof *out);
    for (size_t i = 0; i < n; i++)
        in[i] = (uint64_t)keys_rank(data->keys[i], &data->settings) << 32 |
                (data->values ? data->values[i] : 0);
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t begin = 0; begin < n; begin += 2 * width)
            merge(out, in,
                  (size_t[3]){ begin, ocl_smaller(begin + width, n),
                               ocl_smaller(begin + 2 * width, n) });
        uint64_t *swap = in;
        in = out;
        out = swap;
    }
    for (size_t i = 0; i < n; i++) {
        data->ref_keys[i] = keys_from_rank((uint32_t)(in[i] >> 32), &data->settings);
        if (data->values) data->ref_values[i] = (uint32_t)in[i];
    }
    free(out);
    free(in);
}

ocl_result keys_verify(const char *what, const keys_data *data, const uint32_t *keys,
                       const uint32_t *values)
{
    const ocl_result result = ocl_verify_u32(what, keys, data->ref_keys, data->n);
    if (!data->settings.pairs) return result;
    return ocl_result_both(result, ocl_verify_u32(what, values, data->ref_values, data->n));
}

void keys_report(ocl_report *report, const keys_settings *settings, size_t n)
{
    ocl_report_count(report, "n", n);
    ocl_report_text(report, "type", TYPES[settings->type]);
    ocl_report_text(report, "order", ORDERS[settings->order]);
    ocl_report_text(report, "pattern", PATTERNS[settings->pattern]);
    if (settings->pairs) ocl_report_text(report, "with", "values");
}

// --- the command line

enum { DEFAULT_KEYS = 1000003, PAIRS_ROW = KEYS_OPTIONS - 1 };    // a prime; the last row of keys.h

ocl_options sort_parse(int argc, char **argv, const sort_program *program, keys_settings *keys)
{
    ocl_option rows[KEYS_OPTIONS + MAX_SORT_OPTIONS + 1] = { { .usage = NULL } };
    keys_add_options(rows, keys);
    size_t count = program->keys_alone ? PAIRS_ROW : KEYS_OPTIONS;
    rows[count] = (ocl_option){ .usage = NULL };
    for (const ocl_option *own = program->own; own->usage; own++)
        rows[count++] = *own;

    const ocl_about about = { .name = program->name,
                              .summary = program->summary,
                              .accepts = "dnrVks",
                              .size_help = "keys",
                              .extents = 1,
                              .variants = program->variants,
                              .own = rows };
    const ocl_options defaults = { .n = { DEFAULT_KEYS }, .repeat = program->repeat, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

ocl_option sort_group_option(size_t *group)
{
    return (ocl_option){ .usage = "-g, --group N: work-items per work-group, a power of two",
                         .count = group };
}

void sort_require_group(size_t group)
{
    if (group & (group - 1))
        ocl_exit(OCL_EXIT_USAGE, "--group %zu: give a power of two, such as 64", group);
}

size_t sort_choose_group(size_t group, size_t usual, cl_device_id device)
{
    const size_t chosen = ocl_group_size(device, group > 0 ? group : usual);
    if (chosen < group)
        ocl_exit(OCL_EXIT_USAGE, "--group %zu: this device has at most %zu", group, chosen);
    return chosen;
}

void sort_require_room(size_t group, size_t most)
{
    if (most < group)
        ocl_exit(OCL_EXIT_USAGE,
                 "--group %zu: the local memory of this device is enough for at most %zu", group,
                 most);
}
