// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a table of points with classes.  What is taken must be finite, and its
// classes must have names; features can be chosen from it.

#include "shared/knn/knn_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_knn_table: %s\n", what);
    abort();
}

static void check(knn_table *t)
{
    demand(t->rows >= 1 && t->classes >= 1 && t->classes <= MAX_CLASSES, "an impossible size");
    demand(t->features >= 1 && t->features <= MAX_FEATURES, "an impossible number of features");
    for (size_t i = 0; i < t->rows * t->features; i++)
        demand(fabs(t->values[i]) <= 1e18, "a number that is too large");
    for (size_t i = 0; i < t->rows; i++)
        demand(t->labels[i] < t->classes, "a class without a name");
    for (size_t c = 0; c < t->classes; c++)
        demand(t->names[c][0] != '\0' && memchr(t->names[c], '\0', MAX_NAME), "a bad name");
    ocl_message why = { "" };
    demand(knn_table_keep(t, "2,1", &why) == (t->features >= 2), "features are refused");
}

// The same text behind a byte order mark is the same table.
static void check_mark(const knn_table *table, const char *text, size_t bytes)
{
    ocl_growing marked = { 0 };
    ocl_append(&marked, "\xef\xbb\xbf", 3);
    ocl_append(&marked, text, bytes);
    knn_table again;
    ocl_message why = { "" };
    demand(knn_table_parse(&again, marked.text, marked.bytes, &why), "a mark is refused");
    demand(again.rows == table->rows && again.features == table->features, "a mark changes it");
    knn_table_free(&again);
    free(marked.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char *text = calloc(1, bytes ? bytes : 1);    // just so long: reading past the end is noticed
    if (!text) return 0;
    if (bytes > 0) memcpy(text, data, bytes);
    knn_table table;
    ocl_message why = { "" };
    if (knn_table_parse(&table, text, bytes, &why)) {
        if (bytes < 3 || memcmp(text, "\xef\xbb\xbf", 3) != 0) check_mark(&table, text, bytes);
        check(&table);
    } else
        demand(why.text[0] != '\0', "refused without a reason");
    knn_table_free(&table);
    free(text);
    return 0;
}
