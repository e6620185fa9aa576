// SPDX-License-Identifier: MIT
//
// matmul_low_precision_scales - exercise 3 of matmul_low_precision: a scale for each row.
//
//     cmake --build build --target exercise_matmul_low_precision_scales
//     build/exercises/matmul_low_precision_scales

#include "ocl.h"

enum { ROWS = 3, COUNT = 4 };

static float largest(const float *x, size_t n)
{
    float most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    return most;
}

// Bytes for each row of a, and the scale of the row: what the byte 127 stands for.
static void to_bytes(cl_char bytes[ROWS][COUNT], float scale[ROWS], float a[ROWS][COUNT])
{
    for (size_t r = 0; r < ROWS; r++) {
        //: skeleton
        //: // Exercise 3 of matmul_low_precision: this is the largest number of the first row.
        //: scale[r] = largest(a[0], COUNT);
        //: solution
        scale[r] = largest(a[r], COUNT);
        //: end
        for (size_t i = 0; i < COUNT; i++)
            bytes[r][i] = (cl_char)nearbyintf(127 * a[r][i] / scale[r]);
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "matmul_low_precision_scales",
                              .summary = "Bytes with a scale for each row.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // A large row, one of ordinary numbers, a small one; and a column b of whole numbers.
    float a[ROWS][COUNT] = { { 1000, 700, 300, 650 },
                             { 1, 0.5f, 0.25f, 0.8f },
                             { 0.001f, 0.0007f, 0.0003f, 0.0004f } };
    const int b[COUNT] = { 1, 2, 3, 4 };
    cl_char bytes[ROWS][COUNT];
    float scale[ROWS], got[ROWS], want[ROWS], bounds[ROWS];
    to_bytes(bytes, scale, a);

    // A whole number is the sum of the products; the scale comes in the end.  A byte is off by at
    // most half a step, a 254th of the largest number of its row, and b adds up to 10.
    for (size_t r = 0; r < ROWS; r++) {
        int sum = 0;
        want[r] = 0;
        for (size_t i = 0; i < COUNT; i++) {
            sum += bytes[r][i] * b[i];
            want[r] += a[r][i] * (float)b[i];
        }
        got[r] = (float)sum * scale[r] / 127;
        bounds[r] = 10.01f / 254 * largest(a[r], COUNT);
    }
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "rows", ocl_verify_f32_each("rows", got, want, ROWS, bounds));
    return ocl_report_close(report);
}
