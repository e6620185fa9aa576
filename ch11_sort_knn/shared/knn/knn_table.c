// SPDX-License-Identifier: MIT

#include "knn_table.h"
#include "base/number.h"
#include "base/utf8.h"

typedef struct {
    ocl_growing values, labels, names;
} growing_table;

// The class of that name, a new one if there is none.
static bool add_class(knn_table *t, growing_table *g, const char *field, ocl_message *why)
{
    char name[MAX_NAME] = { 0 };
    if (!*field) return ocl_refuse(why, "the name of a class is missing");
    if (strlen(field) >= MAX_NAME)
        return ocl_refuse(why, "the name of a class has more than %d bytes", MAX_NAME - 1);
    strcpy(name, field);
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

static bool add_row(knn_table *t, growing_table *g, const ocl_csv *csv, ocl_message *why)
{
    const size_t features = csv->count - 1;
    if (csv->count < 2)
        return ocl_refuse(why, "write numbers and a class, with commas between them");
    if (features > MAX_FEATURES)
        return ocl_refuse(why, "more than %d numbers and a class", MAX_FEATURES);
    if (t->rows == 0) t->features = features;
    if (features != t->features)
        return ocl_refuse(why, "it has %zu fields, and the first row has %zu", csv->count,
                          t->features + 1);
    if (t->rows == UINT32_MAX / 2) return ocl_refuse(why, "too many rows");
    for (size_t j = 0; j < features; j++) {
        double value;
        if (!ocl_csv_number(csv, j, &value, why)) return false;
        if (fabs(value) > KNN_LARGEST)
            return ocl_refuse(why, "%s is larger than %g", csv->field[j], KNN_LARGEST);
        ocl_append(&g->values, &value, sizeof value);
    }
    t->rows++;
    return add_class(t, g, csv->field[features], why);
}

static bool parse(knn_table *t, growing_table *g, ocl_csv *csv, ocl_message *why)
{
    while (ocl_csv_next(csv, why)) {
        ocl_message reason;
        if (!add_row(t, g, csv, &reason))
            return ocl_refuse(why, "line %zu: %s", csv->line, reason.text);
    }
    if (why->text[0]) return false;
    if (t->rows == 0) return ocl_refuse(why, "there are no rows; write 5.1,3.5,setosa");
    t->headings = ocl_alloc(t->features * sizeof *t->headings);
    for (size_t j = 0; j < t->features; j++)
        ocl_copy_letters(t->headings[j], sizeof t->headings[j], ocl_csv_heading(csv, j));
    return true;
}

bool knn_table_parse(knn_table *table, const char *text, size_t bytes, ocl_message *why)
{
    *table = (knn_table){ .rows = 0 };
    growing_table g = { .values = { 0 } };
    ocl_csv csv;
    ocl_csv_open(&csv, text, bytes);
    const bool ok = parse(table, &g, &csv, why);
    ocl_csv_close(&csv);
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
