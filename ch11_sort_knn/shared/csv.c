// SPDX-License-Identifier: MIT

#include "shared/csv.h"

#include <ctype.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static csv_piece trim(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    return (csv_piece){ at, end };
}

bool csv_next(csv_lines *lines, csv_line *line)
{
    while (lines->at < lines->end) {
        const char *next = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
        const char *end = next ? next : lines->end;
        *line = (csv_line){ .text = trim(lines->at, end), .number = lines->number++ };
        lines->at = next ? next + 1 : lines->end;
        if (line->text.at < line->text.end && *line->text.at != '#') return true;
    }
    return false;
}

bool csv_next_field(csv_piece *rest, csv_piece *field)
{
    if (!rest->at) return false;
    const char *comma = memchr(rest->at, ',', (size_t)(rest->end - rest->at));
    *field = trim(rest->at, comma ? comma : rest->end);
    rest->at = comma ? comma + 1 : NULL;
    return true;
}

void csv_next_name(csv_piece *rest, char *name, size_t room)
{
    csv_piece field = { .at = NULL };
    size_t length = 0;
    if (csv_next_field(rest, &field)) length = (size_t)(field.end - field.at);
    if (length >= 2 && field.at[0] == '"' && field.end[-1] == '"') {
        field.at++;
        length -= 2;
    }
    length = ocl_smaller(length, room - 1);
    if (length > 0) memcpy(name, field.at, length);
    name[length] = '\0';
}

// Whether the piece is this word, in large or small letters.
static bool is_word(csv_piece piece, const char *word)
{
    while (*word && piece.at < piece.end && tolower((unsigned char)*piece.at) == *word) {
        piece.at++;
        word++;
    }
    return piece.at == piece.end && *word == '\0';
}

// Whether the field was meant to be a number, even if it is none: 1.5x, 1e400, nan.
static bool means_a_number(csv_piece field)
{
    if (field.at < field.end && strchr("+-", *field.at) && *field.at) field.at++;
    if (is_word(field, "nan") || is_word(field, "inf") || is_word(field, "infinity")) return true;
    if (field.at < field.end && *field.at == '.') field.at++;
    return field.at < field.end && isdigit((unsigned char)*field.at);
}

typedef struct {
    size_t fields, numbers;
    bool has_gaps;    // a field is empty, or has a 0 byte
} line_facts;

static line_facts look_at(csv_piece line)
{
    line_facts facts = { .fields = 0 };
    csv_piece field;
    while (csv_next_field(&line, &field)) {
        const size_t length = (size_t)(field.end - field.at);
        facts.fields++;
        facts.numbers += means_a_number(field);
        if (length == 0 || memchr(field.at, '\0', length)) facts.has_gaps = true;
    }
    return facts;
}

csv_lines csv_open(const char *text, size_t bytes)
{
    static const char MARK[] = "\xef\xbb\xbf";
    csv_lines lines = { .at = text, .end = text + bytes, .number = 1 };
    if (bytes >= 3 && memcmp(text, MARK, 3) == 0) lines.at += 3;

    csv_lines rest = lines;
    csv_line header, after;
    if (!csv_next(&rest, &header)) return lines;
    csv_lines behind = rest;
    behind.header = header.text;
    const line_facts first = look_at(header.text);
    if (first.numbers > 0 || first.has_gaps) return lines;
    if (!csv_next(&rest, &after)) return behind;    // a header, and nothing else
    const line_facts second = look_at(after.text);
    return second.numbers > 0 && second.fields == first.fields ? behind : lines;
}

bool csv_number(csv_piece field, double *value, ocl_message *why)
{
    char text[64];
    const size_t length = (size_t)(field.end - field.at);
    if (length == 0) return ocl_refuse(why, "a number is missing");
    if (length >= sizeof text) return ocl_refuse(why, "a number has more than 63 letters");
    memcpy(text, field.at, length);
    text[length] = '\0';
    if (strlen(text) != length) return ocl_refuse(why, "a 0 byte is no number");
    return ocl_parse_real(text, value, why);
}
