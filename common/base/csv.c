// SPDX-License-Identifier: MIT

#include "csv.h"

#include "number.h"
#include "system/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_end_of_line(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_separator(const ocl_csv *csv, char c)
{
    return c == csv->separator || (csv->separator == ' ' && c == '\t');
}

// A blank that separates nothing, or is one of many that do.
static bool is_blank(const ocl_csv *csv, char c)
{
    return c == ' ' || (c == '\t' && csv->separator != '\t');
}

static char *skip_blanks(const ocl_csv *csv, char *at)
{
    while (at < csv->end && is_blank(csv, *at))
        at++;
    return at;
}

static bool at_end_of_field(const ocl_csv *csv, const char *at)
{
    return at == csv->end || is_separator(csv, *at) || is_end_of_line(*at);
}

// Behind the end of a line, which is CR, LF or both.
static char *pass_end_of_line(ocl_csv *csv, char *at)
{
    csv->next_line++;
    return at + (at[0] == '\r' && at + 1 < csv->end && at[1] == '\n' ? 2 : 1);
}

// Goes to the next line that is neither empty nor a comment; false when there is none.
static bool find_row(ocl_csv *csv)
{
    for (char *at = csv->at; at < csv->end;) {
        const char *first = at + strspn(at, " \t");
        if (first < csv->end && *first != '#' && !is_end_of_line(*first)) {
            csv->at = at;
            return true;
        }
        while (at < csv->end && !is_end_of_line(*at))
            at++;
        if (at < csv->end) at = pass_end_of_line(csv, at);
    }
    csv->at = csv->end;
    return false;
}

static char choose_separator(const char *at, const char *end)
{
    bool quoted = false, commas = false, tabs = false, names = false;
    for (; at < end && (quoted || !is_end_of_line(*at)); at++) {
        if (*at == '"') quoted = !quoted;
        names |= !strchr("+-.0123456789eE, \t", *at);
        if (quoted) continue;
        if (*at == ';') return ';';
        commas |= *at == ',';
        tabs |= *at == '\t';
    }
    return commas ? ',' : tabs && names ? '\t' : ' ';
}

static void add_field(ocl_csv_row *row, char *field)
{
    if (row->count == row->room) {
        row->room = 2 * row->room + 8;
        char **larger = ocl_alloc(row->room * sizeof *larger);
        if (row->count) memcpy(larger, row->field, row->count * sizeof *larger);
        free(row->field);
        row->field = larger;
    }
    row->field[row->count++] = field;
}

// Takes the quotes away from a field that begins behind one.  *end becomes the end of what is left,
// and the place behind the field is returned.
static char *unquote(ocl_csv *csv, char *at, char **end)
{
    char *to = at;
    for (; at < csv->end; *to++ = *at++) {
        if (is_end_of_line(*at) && !(at[0] == '\r' && at[1] == '\n')) csv->next_line++;
        if (*at == '"' && at[1] != '"') break;    // the text has a 0 at its end
        if (*at == '"') at++;
    }
    *end = to;
    if (at == csv->end) csv->wrong = "a quote is not closed";
    if (at < csv->end) at++;
    if (!at_end_of_field(csv, at)) at = skip_blanks(csv, at);
    if (!at_end_of_field(csv, at)) csv->wrong = "there is text behind a field in quotes";
    return at;
}

// Takes the next field; false when it is the last one of its row.
static bool take_field(ocl_csv *csv)
{
    char *begin = skip_blanks(csv, csv->at), *end, *at;
    const bool quoted = begin < csv->end && *begin == '"';
    if (quoted) {
        at = unquote(csv, ++begin, &end);
    } else {
        for (at = begin; !at_end_of_field(csv, at);)
            at++;
        end = at;
    }
    if (csv->row.count == 0) csv->row.begins_quoted = quoted;
    if (csv->separator == ' ') at = skip_blanks(csv, at);
    const bool ends = at == csv->end || is_end_of_line(*at);
    if (!ends && csv->separator != ' ')
        at++;
    else if (ends && at < csv->end)
        at = pass_end_of_line(csv, at);
    csv->at = at;

    while (begin < end && (*begin == ' ' || *begin == '\t'))
        begin++;
    while (begin < end && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (memchr(begin, '\0', (size_t)(end - begin))) csv->wrong = "there is a 0 byte in a field";
    *end = '\0';
    add_field(&csv->row, begin);
    return !ends && !csv->wrong;
}

static void read_row(ocl_csv *csv)
{
    csv->row.count = 0;
    if (csv->wrong || !find_row(csv)) return;
    csv->line = csv->next_line;
    while (take_field(csv))
        ;
}

// Whether the field was meant to be a number, even if it is none: 1.5x, 1e400, nan.
static bool means_a_number(const char *field)
{
    static const char *const WORDS[] = { "nan", "inf", "infinity" };
    if (*field == '+' || *field == '-') field++;
    for (size_t w = 0; w < sizeof WORDS / sizeof WORDS[0]; w++) {
        size_t same = 0;
        while (WORDS[w][same] && tolower((unsigned char)field[same]) == WORDS[w][same])
            same++;
        if (!WORDS[w][same] && !field[same]) return true;
    }
    if (*field == '.') field++;
    return isdigit((unsigned char)*field);
}

static size_t numbers_in(const ocl_csv_row *row)
{
    size_t numbers = 0;
    for (size_t i = 0; i < row->count; i++)
        numbers += means_a_number(row->field[i]);
    return numbers;
}

// Only the first heading may be missing: that of the names of the rows.
static bool may_be_header(const ocl_csv_row *row)
{
    for (size_t i = 1; i < row->count; i++)
        if (!*row->field[i]) return false;
    return row->count > 0 && numbers_in(row) == 0;
}

// Begins with the text as it is.
static void begin(ocl_csv *csv, const char *text, size_t bytes)
{
    memcpy(csv->text, text, bytes);
    csv->text[bytes] = '\0';
    csv->at = csv->text;
    csv->end = csv->text + bytes;
    if (bytes >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) csv->at += 3;
    csv->next_line = 1;
    csv->wrong = NULL;
    if (find_row(csv)) csv->separator = choose_separator(csv->at, csv->end);
}

void ocl_csv_open(ocl_csv *csv, const char *text, size_t bytes)
{
    *csv = (ocl_csv){ .text = ocl_alloc(bytes + 1), .separator = ' ' };
    begin(csv, text, bytes);
    read_row(csv);
    if (csv->wrong || !may_be_header(&csv->row)) {
        begin(csv, text, bytes);    // reading a row has changed it
        return;
    }
    const ocl_csv_row header = csv->row;
    csv->row = (ocl_csv_row){ .count = 0 };
    read_row(csv);
    const size_t fields = csv->row.count;
    const bool named = fields == header.count + 1 && csv->row.begins_quoted;    // R's write.table
    const bool fits = (fields == header.count || named) && numbers_in(&csv->row) > 0;
    const bool is_header = fields == 0 || fits || csv->wrong;
    csv->row_names = is_header && fields > 2 && (named || !*header.field[0]);
    begin(csv, text, bytes);
    free(header.field);
    if (!is_header) return;
    read_row(csv);
    csv->header = csv->row;
    csv->row = (ocl_csv_row){ .count = 0 };
}

void ocl_csv_close(ocl_csv *csv)
{
    free(csv->row.field);
    free(csv->header.field);
    free(csv->text);
    *csv = (ocl_csv){ .count = 0 };
}

bool ocl_csv_next(ocl_csv *csv, ocl_message *why)
{
    why->text[0] = '\0';
    read_row(csv);
    if (csv->wrong) return ocl_refuse(why, "line %zu: %s", csv->line, csv->wrong);
    if (csv->row.count == 0) return false;
    csv->field = csv->row.field + csv->row_names;
    csv->count = csv->row.count - csv->row_names;
    return true;
}

const char *ocl_csv_heading(const ocl_csv *csv, size_t column)
{
    if (csv->row_names && !*csv->header.field[0]) column++;
    return column < csv->header.count ? csv->header.field[column] : "";
}

bool ocl_csv_number(const ocl_csv *csv, size_t column, double *value, ocl_message *why)
{
    const char *field = csv->field[column];
    char text[64];
    const size_t length = strlen(field);
    if (length == 0) return ocl_refuse(why, "a number is missing");
    if (length >= sizeof text) return ocl_refuse(why, "a number has more than 63 letters");
    memcpy(text, field, length + 1);
    char *comma = strchr(text, ',');
    if (comma) *comma = '.';
    const bool ok = ocl_parse_real(text, value, why);
    if (ok && comma && csv->separator != ';')
        return ocl_refuse(why, "'%s' has a comma; write %s", field, text);
    return ok || ocl_refuse(why, "expected a number such as 2.5, not '%s'", field);
}
