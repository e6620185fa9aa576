// SPDX-License-Identifier: MIT
//
// sparse_matvec_triplets - exercise 2 of sparse_matvec: from (row, column, value) to compressed
// rows.
//
//     cmake --build build --target exercise_sparse_matvec_triplets
//     build/exercises/sparse_matvec_triplets

#include "ocl.h"

enum { ROWS = 5, COUNT = 8 };

// In any order, as a file may list them.
typedef struct {
    uint32_t row, column;
    float value;
} triplet;

static const triplet TRIPLETS[COUNT] = { { 4, 0, 1 }, { 0, 1, 2 }, { 3, 3, 3 }, { 0, 4, 4 },
                                         { 4, 2, 5 }, { 1, 1, 6 }, { 4, 4, 7 }, { 3, 0, 8 } };

// Row r has the numbers from first[r] to first[r + 1] - 1, in the order of the triplets.
static void compress(uint32_t first[ROWS + 1], uint32_t columns[COUNT], float values[COUNT])
{
    uint32_t next[ROWS] = { 0 };
    for (int i = 0; i < COUNT; i++)
        next[TRIPLETS[i].row]++;    // how many numbers the row has
    //: skeleton
    //: // Exercise 2 of sparse_matvec: make `first` of these numbers, and let next[row] be the place of
    //: // the row's next number.
    //: for (int row = 0; row < ROWS; row++)
    //:     next[row] = first[row];
    //: solution
    first[0] = 0;
    for (int row = 0; row < ROWS; row++) {
        first[row + 1] = first[row] + next[row];
        next[row] = first[row];    // where its next number goes
    }
    //: end
    for (int i = 0; i < COUNT; i++) {
        const uint32_t at = next[TRIPLETS[i].row]++;
        columns[at] = TRIPLETS[i].column;
        values[at] = TRIPLETS[i].value;
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "sparse_matvec_triplets",
                              .summary = "Triplets become compressed rows.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    uint32_t first[ROWS + 1] = { 0 }, columns[COUNT] = { 0 };
    float values[COUNT] = { 0 };
    compress(first, columns, values);

    const uint32_t want_first[ROWS + 1] = { 0, 2, 3, 3, 5, 8 };
    const uint32_t want_columns[COUNT] = { 1, 4, 1, 3, 0, 0, 2, 4 };
    const float want_values[COUNT] = { 2, 4, 6, 3, 8, 1, 5, 7 };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "first", ocl_verify_u32("first", first, want_first, ROWS + 1));
    ocl_report_result(report, "columns", ocl_verify_u32("columns", columns, want_columns, COUNT));
    ocl_report_result(report, "values", ocl_verify_f32("values", values, want_values, COUNT, 0.0));
    return ocl_report_close(report);
}
