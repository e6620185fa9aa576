// SPDX-License-Identifier: MIT

#include "ell.h"

bool ell_fits(const matrix *a)
{
    return (double)a->width * (double)a->rows <= (1.0 + ELL_MOST_ZEROS) * (double)a->count;
}

ell_matrix ell_make(const matrix *a)
{
    ell_matrix e = { .cells = a->width * a->rows };
    e.columns = ocl_alloc((e.cells + 1) * sizeof *e.columns);
    e.distances = ocl_alloc((e.cells + 1) * sizeof *e.distances);
    e.values = ocl_alloc((e.cells + 1) * sizeof *e.values);
    bool all_near = e.cells <= UINT32_MAX;
    for (size_t row = 0; row < a->rows; row++)
        for (size_t k = 0; k < a->width; k++) {
            const size_t i = a->first[row] + k, at = k * a->rows + row;
            const bool is_there = i < a->first[row + 1];
            e.columns[at] = is_there ? a->columns[i] : (uint32_t)row;    // x is read there, too
            e.values[at] = is_there ? a->values[i] : 0.0f;
            const int64_t distance = (int64_t)e.columns[at] - (int64_t)row;
            e.distances[at] = (int16_t)distance;
            all_near = all_near && distance >= INT16_MIN && distance <= INT16_MAX;
        }
    if (!all_near) {
        free(e.distances);
        e.distances = NULL;
    }
    return e;
}

void ell_free(ell_matrix *e)
{
    free(e->values);
    free(e->distances);
    free(e->columns);
    *e = (ell_matrix){ .cells = 0 };
}
