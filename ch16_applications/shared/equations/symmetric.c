// SPDX-License-Identifier: MIT

#include "symmetric.h"

// The columns become rows.  Their numbers are in the order of the rows that they come from.
static matrix transposed(const matrix *a)
{
    matrix t = { .rows = a->rows, .count = a->count, .width = a->width };
    t.first = ocl_alloc((a->rows + 1) * sizeof *t.first);
    t.columns = ocl_alloc((a->count + 1) * sizeof *t.columns);
    t.values = ocl_alloc((a->count + 1) * sizeof *t.values);
    memset(t.first, 0, (a->rows + 1) * sizeof *t.first);
    for (size_t i = 0; i < a->count; i++)
        t.first[a->columns[i] + 1]++;
    for (size_t row = 0; row < a->rows; row++)
        t.first[row + 1] += t.first[row];
    for (size_t row = 0; row < a->rows; row++)
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++) {
            const size_t to = t.first[a->columns[i]]++;
            t.columns[to] = (uint32_t)row;
            t.values[to] = a->values[i];
        }
    for (size_t row = a->rows; row > 0; row--)    // they have moved on by a row
        t.first[row] = t.first[row - 1];
    t.first[0] = 0;
    return t;
}

// Rows and columns of both are in order, so equal places have equal numbers.
static bool are_equal(const matrix *a, const matrix *t, ocl_message *why)
{
    for (size_t row = 0; row < a->rows; row++) {
        const size_t begin = a->first[row], end = a->first[row + 1];
        if (t->first[row] != begin || t->first[row + 1] != end)
            return ocl_refuse(why, "not symmetric: row %zu and column %zu have not as many numbers",
                              row + 1, row + 1);
        for (size_t i = begin; i < end; i++) {
            if (a->columns[i] != t->columns[i])
                return ocl_refuse(why, "not symmetric: row %zu and column %zu have other places",
                                  row + 1, row + 1);
            if (a->values[i] != t->values[i])
                return ocl_refuse(why, "not symmetric: row %zu, column %zu is %g, and not %g",
                                  row + 1, (size_t)a->columns[i] + 1, (double)a->values[i],
                                  (double)t->values[i]);
        }
    }
    return true;
}

static bool is_diagonal_positive(const matrix *a, ocl_message *why)
{
    for (size_t row = 0; row < a->rows; row++) {
        double diagonal = 0.0;
        for (size_t i = a->first[row]; i < a->first[row + 1]; i++)
            if (a->columns[i] == row) diagonal += (double)a->values[i];
        if (!(diagonal > 0.0))
            return ocl_refuse(why, "not positive definite: the diagonal has %g in row %zu",
                              diagonal, row + 1);
    }
    return true;
}

bool may_be_positive_definite(const matrix *a, ocl_message *why)
{
    matrix t = transposed(a), in_order = transposed(&t);
    const bool ok = are_equal(&in_order, &t, why) && is_diagonal_positive(a, why);
    matrix_free(&in_order);
    matrix_free(&t);
    return ok;
}
