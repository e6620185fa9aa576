// SPDX-License-Identifier: MIT

#include "table.h"

#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SPEC = 24, MAX_CELL = 512, MAX_HEADING = 64, FACT_WIDTH = 22 };

// One conversion of a format, taken apart.
typedef struct {
    char spec[MAX_SPEC];    // as written, without the width
    int width;              // negative: left-aligned
    char length, kind;      // 'z', 'l', 'L' for "ll", or 0; the last letter
} conversion;

// One value: as text for the table and as JSON.
typedef struct {
    char text[MAX_CELL];
    json_t *json;
} cell;

// A character of the format that is printed as it is; "%%" is also one.
static bool is_literal(const char *format)
{
    return format[0] != '%' || format[1] == '%';
}

static size_t literal_length(const char *format)
{
    return format[0] == '%' ? 2 : 1;
}

// Reads the conversion that begins at `at`, a '%'; returns where it ends.
static const char *read_conversion(const char *at, conversion *c)
{
    *c = (conversion){ 0 };
    size_t used = 0;
    c->spec[used++] = *at++;
    bool left = false;
    for (; *at && strchr("-+ #0", *at); at++)
        if (*at == '-')
            left = true;
        else if (used < MAX_SPEC - 1)
            c->spec[used++] = *at;
    char *end;
    c->width = (int)strtol(at, &end, 10);
    at = end;
    if (left) c->width = -c->width;
    for (; *at && !isalpha((unsigned char)*at); at++)
        if (used < MAX_SPEC - 1) c->spec[used++] = *at;    // the precision
    for (; *at == 'z' || *at == 'l'; at++) {
        c->length = c->length == 'l' ? 'L' : *at;
        if (used < MAX_SPEC - 1) c->spec[used++] = *at;
    }
    c->kind = *at;
    if (used < MAX_SPEC - 1) c->spec[used++] = *at;
    return *at ? at + 1 : at;
}

// The arguments reach this function as a pointer to a va_list, which is portable only inside of a
// struct.
typedef struct {
    va_list list;
} values;

#ifdef __GNUC__    // the format is a part of one that the compiler has checked
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#endif
static cell take_text(const conversion *c, values *v)
{
    const char *text = va_arg(v->list, const char *);
    cell result = { .json = text ? ocl_json_text(text) : json_null() };
    snprintf(result.text, sizeof result.text, c->spec, text ? text : "-");
    return result;
}

static cell take_real(const conversion *c, values *v)
{
    const double value = va_arg(v->list, double);
    cell result = { .json = isfinite(value) ? json_real(value) : json_null() };
    if (isnan(value) && c->kind == 'f')
        snprintf(result.text, sizeof result.text, "-");
    else
        snprintf(result.text, sizeof result.text, c->spec, value);
    return result;
}

static cell take_integer(const conversion *c, values *v)
{
    cell result;
    json_int_t value;
    if (c->length == 'z') {
        const size_t number = va_arg(v->list, size_t);
        snprintf(result.text, sizeof result.text, c->spec, number);
        value = (json_int_t)number;
    } else if (c->length == 'l') {
        const long number = va_arg(v->list, long);
        snprintf(result.text, sizeof result.text, c->spec, number);
        value = c->kind == 'd' ? number : (json_int_t)(unsigned long)number;
    } else if (c->length == 'L') {
        const long long number = va_arg(v->list, long long);
        snprintf(result.text, sizeof result.text, c->spec, number);
        value = number;
    } else {
        const int number = va_arg(v->list, int);
        snprintf(result.text, sizeof result.text, c->spec, number);
        value = c->kind == 'd' ? number : (json_int_t)(unsigned)number;
    }
    result.json = json_integer(value);
    return result;
}
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

static cell take(const conversion *c, values *v)
{
    if (c->kind == 's') return take_text(c, v);
    if (strchr("feg", c->kind)) return take_real(c, v);
    return take_integer(c, v);
}

// "Time ratio" becomes time_ratio.
static void make_key(char key[MAX_HEADING], const char *heading, size_t length)
{
    size_t i = 0;
    for (; i < length && i < MAX_HEADING - 1; i++) {
        const unsigned char letter = (unsigned char)heading[i];
        key[i] = isalnum(letter) ? (char)tolower(letter) : '_';
    }
    key[i] = '\0';
}

// The heading of the next column; *at moves behind it.
static const char *next_heading(const char **at, size_t *length)
{
    const char *heading = *at + strspn(*at, ", ");
    *length = strcspn(heading, ",");
    *at = heading + *length;
    return heading;
}

// The conversion's width, but at least the heading's length.
static int column_width(const conversion *c, size_t heading_length)
{
    const int least = (int)heading_length;
    if (abs(c->width) >= least) return c->width;
    return c->width < 0 ? -least : least;
}

// The width in bytes for a text of which some letters have several.
static int width_in_bytes(int width, const char *text)
{
    int more = 0;
    for (; *text; text++)
        more += ((unsigned char)*text & 0xc0) == 0x80;
    return width < 0 ? width - more : width + more;
}

// The headings as wide as the columns of the format; its other characters become blanks.
static void print_headings(const ocl_table *table, const char *format)
{
    ocl_report_print(table->report, "\n");
    const char *at = table->headings;
    while (*format) {
        if (is_literal(format)) {
            ocl_report_print(table->report, " ");
            format += literal_length(format);
            continue;
        }
        conversion c;
        size_t length;
        format = read_conversion(format, &c);
        const char *heading = next_heading(&at, &length);
        char text[MAX_HEADING];
        snprintf(text, sizeof text, "%.*s", (int)length, heading);
        ocl_report_print(table->report, "%*s", column_width(&c, length), text);
    }
    ocl_report_print(table->report, "\n");
}

ocl_table ocl_table_open(ocl_report *report, const char *name, const char *headings)
{
    char key[MAX_HEADING];
    make_key(key, name, strlen(name));
    json_t *details = ocl_report_details(report), *rows = json_object_get(details, key);
    if (!rows) json_object_set_new(details, key, rows = json_array());
    return (ocl_table){ .report = report, .headings = headings, .rows = rows };
}

void ocl_table_row(ocl_table *table, const char *format, ...)
{
    if (!table->begun) print_headings(table, format);
    table->begun = true;
    json_t *row = json_object();
    const char *at = table->headings;
    values v;
    va_start(v.list, format);
    while (*format) {
        if (is_literal(format)) {
            ocl_report_print(table->report, "%c", *format);
            format += literal_length(format);
            continue;
        }
        conversion c;
        size_t length;
        format = read_conversion(format, &c);
        const char *heading = next_heading(&at, &length);
        char key[MAX_HEADING];
        make_key(key, heading, length);
        const cell value = take(&c, &v);
        ocl_report_print(table->report, "%*s", width_in_bytes(column_width(&c, length), value.text),
                         value.text);
        json_object_set_new(row, key, value.json);
    }
    va_end(v.list);
    json_array_append_new(table->rows, row);
    ocl_report_print(table->report, "\n");
}

void ocl_report_fact(ocl_report *report, const char *name, const char *format, ...)
{
    conversion c;
    read_conversion(format, &c);
    values v;
    va_start(v.list, format);
    const cell value = take(&c, &v);
    va_end(v.list);
    char key[MAX_HEADING];
    make_key(key, name, strlen(name));
    json_object_set_new(ocl_report_details(report), key, value.json);
    ocl_report_print(report, "%-*s %s\n", FACT_WIDTH, name, value.text);
}
