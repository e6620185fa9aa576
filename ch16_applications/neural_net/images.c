// SPDX-License-Identifier: MIT

#include "images.h"

static double next_number(ocl_csv *csv, size_t column, int most)
{
    ocl_message why;
    double number;
    if (!ocl_csv_number(csv, column, &number, &why) || !(number >= 0 && number <= most) ||
        number != floor(number))
        ocl_exit(OCL_EXIT_USAGE, "digits.csv: line %zu: a number from 0 to %d should be here",
                 csv->line, most);
    return number;
}

size_t load_images(float **pixels, cl_uint **digits, size_t n)
{
    static const ocl_file_form FORM = { .most = 1 << 20, .text = "CSV file" };
    ocl_message why;
    unsigned char *text;
    size_t bytes;
    char *path = ocl_find_data("digits.csv", &why);
    if (!path || !ocl_read_file_as(path, &FORM, &text, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_csv csv;
    ocl_csv_open(&csv, (const char *)text, bytes);
    csv.separator = ',';
    const size_t unseen = ocl_smaller(6 * n, IMAGES - LEARNED), count = n + unseen;
    *pixels = ocl_alloc(PIXELS * count * sizeof **pixels);
    *digits = ocl_alloc(count * sizeof **digits);
    for (size_t line = 0, i = 0; i < count; line++) {
        if (!ocl_csv_next(&csv, &why) || csv.count != PIXELS + 1)
            ocl_exit(OCL_EXIT_USAGE, "digits.csv: line %zu: %d numbers should be here", line + 1,
                     PIXELS + 1);
        if (line >= n && line < LEARNED) continue;
        for (size_t j = 0; j < PIXELS; j++)
            (*pixels)[j * count + i] = (float)next_number(&csv, j, 16) / 16.0f;
        (*digits)[i++] = (cl_uint)next_number(&csv, PIXELS, DIGITS - 1);
    }
    ocl_csv_close(&csv);
    free(text);
    free(path);
    return count;
}
