// SPDX-License-Identifier: MIT

#include "shared/knn_table.h"

#include "shared/csv.h"

// One line, cut at its commas.
typedef struct {
    csv_piece field[MAX_FEATURES + 1];
    size_t count;
} fields;

typedef struct {
    ocl_growing values, labels, names;
} growing_table;

static bool check_field(csv_piece field, ocl_message *why)
{
    const size_t length = (size_t)(field.end - field.at);
    if (length == 0) return ocl_refuse(why, "a field is empty");
    if (length >= MAX_NAME)
        return ocl_refuse(why, "a field is longer than %d letters", MAX_NAME - 1);
    if (memchr(field.at, '\0', length)) return ocl_refuse(why, "a 0 byte is in a field");
    return true;
}

static bool cut_line(fields *f, csv_piece line, ocl_message *why)
{
    csv_piece field;
    f->count = 0;
    while (csv_next_field(&line, &field)) {
        if (f->count > MAX_FEATURES)
            return ocl_refuse(why, "more than %d numbers and a class", MAX_FEATURES);
        if (!check_field(field, why)) return false;
        f->field[f->count++] = field;
    }
    return true;
}

// The class of that name, a new one if there is none.
static bool find_class(knn_table *t, growing_table *g, csv_piece field, ocl_message *why)
{
    char name[MAX_NAME] = { 0 };
    memcpy(name, field.at, (size_t)(field.end - field.at));
    uint32_t c = 0;
    while (c < t->classes && strcmp(g->names.text + c * MAX_NAME, name) != 0)
        c++;
    if (c == MAX_CLASSES) return ocl_refuse(why, "more than %d classes", MAX_CLASSES);
    if (c == t->classes) {
        ocl_append(&g->names, name, sizeof name);
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
        const csv_piece field = f->field[j];
        if (!csv_number(field, &value, why)) return false;
        if (fabs(value) > KNN_LARGEST)
            return ocl_refuse(why, "%.*s is larger than %g", (int)(field.end - field.at), field.at,
                              KNN_LARGEST);
        ocl_append(&g->values, &value, sizeof value);
    }
    t->rows++;
    return find_class(t, g, f->field[t->features], why);
}

static char (*headings_of(csv_piece header, size_t features))[MAX_NAME]
{
    char(*headings)[MAX_NAME] = ocl_alloc(features * sizeof *headings);
    for (size_t j = 0; j < features; j++)
        csv_next_name(&header, headings[j], sizeof headings[j]);
    return headings;
}

static bool parse(knn_table *t, growing_table *g, csv_lines lines, ocl_message *why)
{
    csv_line line;
    while (csv_next(&lines, &line)) {
        fields f;
        ocl_message reason;
        if (!cut_line(&f, line.text, &reason) || !add_row(t, g, &f, &reason))
            return ocl_refuse(why, "line %zu: %s", line.number, reason.text);
    }
    if (t->rows == 0) return ocl_refuse(why, "there are no rows; write 5.1,3.5,setosa");
    t->headings = headings_of(lines.header, t->features);
    return true;
}

bool knn_table_parse(knn_table *table, const char *text, size_t bytes, ocl_message *why)
{
    *table = (knn_table){ .rows = 0 };
    growing_table g = { .values = { 0 } };
    const bool ok = parse(table, &g, csv_open(text, bytes), why);
    table->values = (double *)(void *)g.values.text;
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
        const double *row = table->values + i * table->features;
        const double x = row[columns[0] - 1], y = row[columns[1] - 1];
        table->values[2 * i] = x;
        table->values[2 * i + 1] = y;
    }
    char kept[2][MAX_NAME];
    for (int j = 0; j < 2; j++)
        memcpy(kept[j], table->headings[columns[j] - 1], MAX_NAME);
    memcpy(table->headings, kept, sizeof kept);
    table->features = 2;
    return true;
}

void knn_table_free(knn_table *table)
{
    free(table->values);
    free(table->labels);
    free(table->names);
    free(table->headings);
    *table = (knn_table){ .rows = 0 };
}
