// SPDX-License-Identifier: MIT
//
// Fuzz target: any bytes as a Matrix Market file.  What is taken must be a square matrix whose rows
// follow each other, with columns inside and finite values.

#include "shared/matrix_market/matrix_market.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

static void demand(bool truth, const char *what)
{
    if (truth) return;
    fprintf(stderr, "fuzz_matrix_market: %s\n", what);
    abort();
}

static void check(const matrix *a)
{
    size_t width = 0;
    demand(a->rows >= 1 && a->rows <= MARKET_MOST_ROWS, "an impossible size");
    demand(a->first[0] == 0 && a->first[a->rows] == a->count, "rows that are not all numbers");
    for (size_t row = 0; row < a->rows; row++) {
        demand(a->first[row] <= a->first[row + 1], "a row that ends before it begins");
        const size_t length = a->first[row + 1] - a->first[row];
        if (length > width) width = length;
    }
    demand(width == a->width, "another length of the longest row");
    for (size_t i = 0; i < a->count; i++)
        demand(a->columns[i] < a->rows && isfinite(a->values[i]), "a number outside");
}

// Comments that name rows, of a matrix of any size.
static void check_names(const char *text, size_t bytes)
{
    const size_t rows = bytes % 100 + 1;
    row_names names = row_names_parse(text, bytes, rows);
    for (size_t row = 0; row < rows && names.of; row++)
        for (const char *c = names.of[row] ? names.of[row] : ""; *c; c++)
            demand(*c >= ' ' && *c <= '~', "a name that cannot be printed");
    row_names_free(&names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char *text = calloc(1, bytes ? bytes : 1);    // just so long: reading past the end is noticed
    if (!text) return 0;
    if (bytes > 0) memcpy(text, data, bytes);
    matrix a;
    ocl_message why = { "" };
    if (matrix_market_parse(&a, text, bytes, &why))
        check(&a);
    else
        demand(why.text[0] != '\0', "refused without a reason");
    matrix_free(&a);
    check_names(text, bytes);
    free(text);
    return 0;
}
