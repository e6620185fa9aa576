// SPDX-License-Identifier: MIT

#include "filter.h"

#include <float.h>

// Sums of so large numbers times 255 are still far from the largest float.
static const double MAX_SUM = 1e30;

// Whether the taps have rank 1, and the factors.  The column and the row of the largest tap are the
// only candidates.
//
// The factors are products of rounded numbers, and the taps themselves may have been rounded.  So
// they need not agree exactly: the sum of all differences may be as large as the rounding errors
// that a kernel without factors may make.
static void factorise(convolution_filter *f)
{
    const size_t n = f->n;
    size_t largest = 0;
    f->sum = 0.0;
    for (size_t i = 0; i < n * n; i++) {
        f->sum += fabs((double)f->tap[i]);
        if (fabsf(f->tap[i]) > fabsf(f->tap[largest])) largest = i;
    }
    const double pivot = f->tap[largest] != 0.0f ? (double)f->tap[largest] : 1.0;
    for (size_t i = 0; i < n; i++) {
        f->down[i] = f->tap[i * n + largest % n];
        f->across[i] = (float)((double)f->tap[largest / n * n + i] / pivot);
    }
    f->factor_sum = f->deviation = 0.0;
    for (size_t i = 0; i < n * n; i++) {
        const double product = (double)f->down[i / n] * (double)f->across[i % n];
        f->factor_sum += fabs(product);
        f->deviation += fabs(product - (double)f->tap[i]);
    }
    const double roundings = fmax((double)(n * n), 8.0);
    f->separable = f->deviation <= roundings * FLT_EPSILON / 2.0 * f->sum;
}

// One tap before scaling; x and y are its distances from the centre of the filter.
static double weight(const char *name, double n, double x, double y)
{
    const double sigma = n / 5.0, radius = n / 2.0;
    if (strcmp(name, "gaussian") == 0) return exp(-(x * x + y * y) / (2.0 * sigma * sigma));
    if (strcmp(name, "disc") == 0) return x * x + y * y <= radius * radius ? 1.0 : 0.0;
    if (strcmp(name, "emboss") == 0) return x + y > 0.0 ? 1.0 : x + y < 0.0 ? -1.0 : 0.0;
    return 1.0;
}

bool convolution_filter_make(convolution_filter *filter, const char *name, size_t n, uint64_t seed)
{
    static const char *const names[] = { "box", "gaussian", "disc", "sharpen", "emboss", "random" };
    size_t known = 0;
    while (known < sizeof names / sizeof names[0] && strcmp(names[known], name) != 0)
        known++;
    if (known == sizeof names / sizeof names[0]) return false;

    *filter = (convolution_filter){ .n = n };
    const size_t centre = n / 2 * n + n / 2;    // the tap of the pixel itself
    double value[MAX_WIDTH * MAX_WIDTH], size = 0.0;
    for (size_t i = 0; i < n * n; i++) {
        const double middle = ((double)n - 1.0) / 2.0;
        value[i] = weight(name, (double)n, (double)(i % n) - middle, (double)(i / n) - middle);
        size += fabs(value[i]);
    }
    for (size_t i = 0; i < n * n; i++)
        value[i] /= fmax(size, 1.0);
    if (strcmp(name, "sharpen") == 0)
        for (size_t i = 0; i < n * n; i++)
            value[i] = (i == centre ? 2.0 : 0.0) - value[i];
    if (strcmp(name, "emboss") == 0)
        for (size_t i = 0; i < n * n; i++)
            value[i] = (i == centre ? 1.0 : 0.0) + 4.0 * value[i];
    for (size_t i = 0; i < n * n; i++)
        filter->tap[i] = (float)value[i];
    if (strcmp(name, "random") == 0) ocl_fill_f32(filter->tap, n * n, -1.0f, 1.0f, seed);
    factorise(filter);
    return true;
}

static bool add_row(convolution_filter *f, size_t row, const ocl_csv *csv, ocl_message *why)
{
    if (csv->count > MAX_WIDTH) return ocl_refuse(why, "more than %d numbers", MAX_WIDTH);
    if (row == 0) f->n = csv->count;
    if (row == f->n)
        return ocl_refuse(why, "the filter has %zu columns, and this is row %zu", f->n, row + 1);
    if (csv->count != f->n)
        return ocl_refuse(why, "it has %zu numbers, and the first row has %zu", csv->count, f->n);
    for (size_t i = 0; i < f->n; i++) {
        double value;
        if (!ocl_csv_number(csv, i, &value, why)) return false;
        if (fabs(value) > MAX_SUM)
            return ocl_refuse(why, "%s is larger than %g", csv->field[i], MAX_SUM);
        f->tap[row * f->n + i] = (float)value;
    }
    return true;
}

static bool parse(convolution_filter *f, ocl_csv *csv, ocl_message *why)
{
    size_t rows = 0;
    for (; ocl_csv_next(csv, why); rows++) {
        ocl_message reason;
        if (!add_row(f, rows, csv, &reason))
            return ocl_refuse(why, "line %zu: %s", csv->line, reason.text);
    }
    if (why->text[0]) return false;
    if (rows == 0) return ocl_refuse(why, "there are no numbers; write N lines of N numbers");
    if (rows != f->n)
        return ocl_refuse(why,
                          "line %zu: the file ends after %zu rows of %zu numbers; %zu rows "
                          "are missing",
                          csv->line, rows, f->n, f->n - rows);
    factorise(f);
    if (f->sum > MAX_SUM)
        return ocl_refuse(why, "the numbers are too large: their sum exceeds %g", MAX_SUM);
    return true;
}

bool convolution_filter_parse(convolution_filter *filter, const char *text, size_t bytes,
                              ocl_message *why)
{
    *filter = (convolution_filter){ .n = 0 };
    ocl_csv csv;
    ocl_csv_open(&csv, text, bytes);
    const bool ok = parse(filter, &csv, why);
    ocl_csv_close(&csv);
    return ok;
}
