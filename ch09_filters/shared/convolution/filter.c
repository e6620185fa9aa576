// SPDX-License-Identifier: MIT

#include "shared/convolution/filter.h"

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

// The numbers of one line, at most MAX_WIDTH.  False, with the reason, when something else is in
// it.
static bool parse_line(const char *at, const char *end, float *taps, size_t *count,
                       ocl_message *why)
{
    for (*count = 0;;) {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
            at++;
        if (at == end) return true;
        char token[64];
        size_t length = 0;
        while (at < end && *at != ' ' && *at != '\t' && *at != '\r') {
            if (length + 1 == sizeof token) return ocl_refuse(why, "a number is too long");
            token[length++] = *at++;
        }
        token[length] = '\0';
        double value;
        if (strlen(token) != length) return ocl_refuse(why, "a 0 byte is no number");
        if (*count == MAX_WIDTH) return ocl_refuse(why, "more than %d numbers", MAX_WIDTH);
        if (!ocl_parse_real(token, &value, why)) return false;
        if (fabs(value) > MAX_SUM) return ocl_refuse(why, "%s is larger than %g", token, MAX_SUM);
        taps[(*count)++] = (float)value;
    }
}

bool convolution_filter_parse(convolution_filter *filter, const char *text, size_t bytes,
                              ocl_message *why)
{
    *filter = (convolution_filter){ .n = 0 };
    size_t rows = 0, line = 1;
    const char *end = text + bytes;
    for (const char *at = text, *next; at < end; at = next + 1, line++) {
        next = memchr(at, '\n', (size_t)(end - at));
        if (!next) next = end;
        float taps[MAX_WIDTH];
        size_t count;
        ocl_message reason;
        if (*at == '#') continue;
        if (!parse_line(at, next, taps, &count, &reason))
            return ocl_refuse(why, "line %zu: %s", line, reason.text);
        if (count == 0) continue;
        if (rows == 0) filter->n = count;
        if (rows == filter->n)
            return ocl_refuse(why, "line %zu: the filter has %zu columns, and this is row %zu",
                              line, filter->n, rows + 1);
        if (count != filter->n)
            return ocl_refuse(why, "line %zu has %zu numbers, but the first row has %zu", line,
                              count, filter->n);
        memcpy(filter->tap + rows++ * count, taps, count * sizeof *taps);
    }
    if (rows == 0) return ocl_refuse(why, "there are no numbers; write N lines of N numbers");
    if (rows != filter->n)
        return ocl_refuse(why,
                          "line %zu: the file ends after %zu rows of %zu numbers; %zu rows "
                          "are missing",
                          line, rows, filter->n, filter->n - rows);
    factorise(filter);
    if (filter->sum > MAX_SUM)
        return ocl_refuse(why, "the numbers are too large: their sum exceeds %g", MAX_SUM);
    return true;
}
