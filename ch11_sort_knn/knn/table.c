// SPDX-License-Identifier: MIT

#include "knn/table.h"

static const double MAX_VALUE = 1e18;

// One line, cut at its commas.
typedef struct {
    char text[MAX_FEATURES + 1][MAX_NAME];
    size_t count;
} fields;

typedef struct {
    ocl_growing values, labels, names;
} growing_table;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// The text of a field without the blanks around it.
static bool take_field(char field[MAX_NAME], const char *at, const char *end, ocl_message *why)
{
    while (at < end && is_blank(*at))
        at++;
    while (at < end && is_blank(end[-1]))
        end--;
    const size_t length = (size_t)(end - at);
    if (length == 0) return ocl_refuse(why, "a field is empty");
    if (length >= MAX_NAME)
        return ocl_refuse(why, "a field is longer than %d letters", MAX_NAME - 1);
    if (memchr(at, '\0', length)) return ocl_refuse(why, "a 0 byte is in a field");
    memcpy(field, at, length);
    field[length] = '\0';
    return true;
}

static bool cut_line(fields *f, const char *at, const char *end, ocl_message *why)
{
    for (f->count = 0;; at++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        if (f->count > MAX_FEATURES)
            return ocl_refuse(why, "more than %d numbers and a class", MAX_FEATURES);
        if (!take_field(f->text[f->count++], at, comma ? comma : end, why)) return false;
        if (!comma) return true;
        at = comma;
    }
}

// The class of that name, a new one if there is none.
static bool find_class(knn_table *t, growing_table *g, const char *name, ocl_message *why)
{
    uint32_t c = 0;
    while (c < t->classes && strcmp(g->names.text + c * MAX_NAME, name) != 0)
        c++;
    if (c == MAX_CLASSES) return ocl_refuse(why, "more than %d classes", MAX_CLASSES);
    if (c == t->classes) {
        char padded[MAX_NAME] = { 0 };
        memcpy(padded, name, strlen(name));
        ocl_append(&g->names, padded, sizeof padded);
        t->classes++;
    }
    ocl_append(&g->labels, &c, sizeof c);
    return true;
}

static bool add_row(knn_table *t, growing_table *g, const fields *f, ocl_message *why)
{
    if (f->count < 2) return ocl_refuse(why, "write numbers and a class, with commas between them");
    if (t->rows == 0) t->features = f->count - 1;
    if (f->count != t->features + 1)
        return ocl_refuse(why, "it has %zu fields, and the first row has %zu", f->count,
                          t->features + 1);
    if (t->rows == UINT32_MAX / 2) return ocl_refuse(why, "too many rows");
    for (size_t j = 0; j < t->features; j++) {
        double value;
        if (!ocl_parse_real(f->text[j], &value, why)) return false;
        if (fabs(value) > MAX_VALUE)
            return ocl_refuse(why, "%s is larger than %g", f->text[j], MAX_VALUE);
        const float rounded = (float)value;
        ocl_append(&g->values, &rounded, sizeof rounded);
    }
    t->rows++;
    return find_class(t, g, f->text[t->features], why);
}

static bool parse(knn_table *t, growing_table *g, ocl_blob text, ocl_message *why)
{
    size_t line = 1;
    bool header_allowed = true;
    const char *const begin = text.data, *const end = begin + text.bytes;
    for (const char *at = begin, *next; at < end; at = next + 1, line++) {
        next = memchr(at, '\n', (size_t)(end - at));
        if (!next) next = end;
        const char *first = at;
        while (first < next && is_blank(*first))
            first++;
        if (first == next || *first == '#') continue;
        fields f;
        ocl_message reason;
        double number;
        bool ok = cut_line(&f, at, next, &reason);
        const bool header = header_allowed && ok && !ocl_parse_real(f.text[0], &number, &reason);
        header_allowed = false;
        if (header) continue;
        ok = ok && add_row(t, g, &f, &reason);
        if (!ok) return ocl_refuse(why, "line %zu: %s", line, reason.text);
    }
    if (t->rows == 0) return ocl_refuse(why, "there are no rows; write 5.1,3.5,setosa");
    return true;
}

bool knn_table_parse(knn_table *table, const char *text, size_t bytes, ocl_message *why)
{
    *table = (knn_table){ .rows = 0 };
    growing_table g = { .values = { 0 } };
    const bool ok = parse(table, &g, (ocl_blob){ text, bytes }, why);
    table->values = (float *)(void *)g.values.text;
    table->labels = (uint32_t *)(void *)g.labels.text;
    table->names = (char(*)[MAX_NAME])(void *)g.names.text;
    if (!ok) knn_table_free(table);
    return ok;
}

bool knn_table_keep(knn_table *table, const char *pair, ocl_message *why)
{
    const char *comma = strchr(pair, ',');
    char first[16] = "";
    size_t columns[2] = { 0, 0 };
    ocl_message reason;
    if (comma && (size_t)(comma - pair) < sizeof first) memcpy(first, pair, (size_t)(comma - pair));
    if (!comma || !ocl_parse_count(first, &columns[0], &reason) ||
        !ocl_parse_count(comma + 1, &columns[1], &reason))
        return ocl_refuse(why, "'%s' is not two features; write 3,4 for the third and the fourth",
                          ocl_make_printable(pair, strlen(pair)).text);
    if (table->features < 2) return ocl_refuse(why, "the file has only one feature");
    for (int j = 0; j < 2; j++)
        if (columns[j] > table->features)
            return ocl_refuse(why, "there is no feature %zu: each row has %zu", columns[j],
                              table->features);
    for (size_t i = 0; i < table->rows; i++) {
        const float *row = table->values + i * table->features;
        const float x = row[columns[0] - 1], y = row[columns[1] - 1];
        table->values[2 * i] = x;
        table->values[2 * i + 1] = y;
    }
    table->features = 2;
    return true;
}

void knn_table_free(knn_table *table)
{
    free(table->values);
    free(table->labels);
    free(table->names);
    *table = (knn_table){ .rows = 0 };
}
