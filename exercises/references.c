// SPDX-License-Identifier: MIT
//
// references - the right answers, in plain C.  Each has the name that `reference` of run.txt gives.

#include "exercise.h"

#define IN(type, name)   const type *name = exercise_in(e, #name)
#define WANT(type, name) type *name = exercise_want(e, #name)

static void saxpy(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    const float a = (float)exercise_value(e, "a");
    for (size_t i = 0; i < e->n; i++)
        y[i] = a * x[i] + y[i];
}

// Element i is i * i.
static void squares(const exercise *e)
{
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = (uint32_t)(i * i);
}

static void twice(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = 2 * x[i];
}

static void transpose(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            y[c * e->h + r] = x[r * e->w + c];
}

// One sum for each work-group.
static void sum_groups(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, sums);
    memset(sums, 0, e->groups * sizeof *sums);
    for (size_t i = 0; i < e->n; i++)
        sums[i / e->local[0]] += x[i];
}

static void histogram(const exercise *e)
{
    IN(unsigned char, x);
    WANT(uint32_t, hist);
    for (size_t i = 0; i < e->n; i++)
        hist[x[i]]++;
}

static void neighbours(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = x[i > 0 ? i - 1 : 0] + x[i] + x[i + 1 < e->n ? i + 1 : i];
}

static void in_steps(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    const uint64_t step = (uint64_t)exercise_value(e, "step");
    for (size_t i = 0; i < e->n; i++)
        y[i] = x[i * step % e->n];
}

// rint rounds halves to the even number.
static void to_bytes(const exercise *e)
{
    IN(float, x);
    WANT(unsigned char, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = (unsigned char)fmin(fmax(rint((double)x[i]), 0), 255);
}

// Each work-group scans its own part.
static void scan_exclusive(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    uint32_t sum = 0;
    for (size_t i = 0; i < e->n; i++) {
        if (i % e->local[0] == 0) sum = 0;
        y[i] = sum;
        sum += x[i];
    }
}

static void limit(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    const float low = (float)exercise_value(e, "low"), high = (float)exercise_value(e, "high");
    for (size_t i = 0; i < e->n; i++)
        y[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

// New pixels 2 i and 2 i + 1 lie a quarter of an old pixel left and right of the centre of old
// pixel i.
static void wider(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    for (size_t i = 0; i < e->n; i++) {
        y[2 * i] = 0.75f * x[i] + 0.25f * x[i > 0 ? i - 1 : 0];
        y[2 * i + 1] = 0.75f * x[i] + 0.25f * x[i + 1 < e->n ? i + 1 : i];
    }
}

static void sum_all(const exercise *e)
{
    IN(float, x);
    WANT(float, sum);
    double s = 0;
    for (size_t i = 0; i < e->n; i++)
        s += (double)x[i];
    *sum = (float)s;
}

static void find_least(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, least);
    for (size_t i = 0; i < e->n; i++)
        if (x[i] < *least) *least = x[i];
}

// Halves: each product and each sum is exact.
static void matmul(const exercise *e)
{
    IN(float, a);
    IN(float, b);
    WANT(float, c);
    const size_t n = e->w;
    for (size_t r = 0; r < n; r++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += (double)a[r * n + k] * (double)b[k * n + j];
            c[r * n + j] = (float)sum;
        }
}

static void reverse(const exercise *e)
{
    const uint32_t *before = exercise_in(e, "y");
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[e->n - 1 - i] = before[i];
}

static void distance_of(const exercise *e)
{
    IN(uint32_t, a);
    IN(uint32_t, b);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
}

static void add(const exercise *e)
{
    IN(float, a);
    IN(float, b);
    WANT(float, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = a[i] + b[i];
}

static void triple(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = 3 * x[i];
}

static void saxpy_of_three(const exercise *e)
{
    IN(float, b);
    IN(float, c);
    WANT(float, a);
    const float alpha = (float)exercise_value(e, "alpha");
    for (size_t i = 0; i < e->n; i++)
        a[i] = alpha * b[i] + c[i];
}

static void gather(const exercise *e)
{
    IN(uint32_t, x);
    IN(uint32_t, index);
    WANT(uint32_t, y);
    const size_t m = (size_t)exercise_value(e, "m");
    for (size_t i = 0; i < e->n; i++)
        y[i] = index[i] < m ? x[index[i]] : 0;
}

static void flat_number(const exercise *e)
{
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = (uint32_t)i;
}

static void chessboard(const exercise *e)
{
    WANT(unsigned char, y);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            y[r * e->w + c] = (c / e->local[0] + r / e->local[1]) % 2;
}

static void outer_product(const exercise *e)
{
    IN(float, a);
    IN(float, b);
    WANT(float, y);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            y[r * e->w + c] = a[r] * b[c];
}

static void reverse_floats(const exercise *e)
{
    IN(float, x);
    WANT(float, y);
    const size_t count = 4 * e->n;
    for (size_t i = 0; i < count; i++)
        y[count - 1 - i] = x[i];
}

static void to_grey(const exercise *e)
{
    IN(unsigned char, pixels);
    WANT(unsigned char, grey);
    for (size_t i = 0; i < e->n; i++) {
        const unsigned char *p = pixels + 4 * i;
        grey[i] = (unsigned char)((77 * p[0] + 150 * p[1] + 29 * p[2] + 128) / 256);
    }
}

// Halves: each product and each sum is exact.
static void complex_product(const exercise *e)
{
    IN(float, a);
    IN(float, b);
    WANT(float, y);
    for (size_t i = 0; i < 2 * e->n; i += 2) {
        y[i] = a[i] * b[i] - a[i + 1] * b[i + 1];
        y[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
    }
}

static void larger(const exercise *e)
{
    IN(int32_t, a);
    IN(int32_t, b);
    WANT(int32_t, y);
    for (size_t i = 0; i < 4 * e->n; i++)
        y[i] = a[i] > b[i] ? a[i] : b[i];
}

static void average(const exercise *e)
{
    IN(unsigned char, a);
    IN(unsigned char, b);
    IN(unsigned char, c);
    WANT(unsigned char, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = (unsigned char)((a[i] + b[i] + c[i]) / 3);
}

static void pack_bits(const exercise *e)
{
    IN(unsigned char, flags);
    WANT(uint32_t, y);
    memset(y, 0, (e->n + 31) / 32 * sizeof *y);
    for (size_t i = 0; i < e->n; i++)
        y[i / 32] |= (uint32_t)flags[i] << i % 32;
}

static void bars_of(const exercise *e)
{
    static const uint32_t BARS[] = { 63, 6, 91, 79, 102, 109, 125, 7, 127, 111 };
    IN(uint32_t, x);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = BARS[x[i]];
}

static void squares_of(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++)
        y[i] = x[i] * x[i];
}

// Each work-group turns its own part around.
static void reverse_groups(const exercise *e)
{
    IN(uint32_t, in);
    WANT(uint32_t, out);
    for (size_t i = 0; i < e->n; i++) {
        const size_t begin = i - i % e->local[0];
        const size_t end = begin + e->local[0] < e->n ? begin + e->local[0] : e->n;
        out[i] = in[begin + end - 1 - i];
    }
}

// A work-item without an element has 0.
static void next_in_group(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++) {
        const size_t begin = i - i % e->local[0], next = begin + (i - begin + 1) % e->local[0];
        y[i] = next < e->n ? 3 * x[next] + 1 : 0;
    }
}

static void window(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++) {
        y[i] = 0;
        for (size_t k = 0; k < 8; k++)
            y[i] += x[i + k];
    }
}

static void count_matches(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, count);
    const uint32_t wanted = (uint32_t)exercise_value(e, "wanted");
    for (size_t i = 0; i < e->n; i++)
        *count += x[i] == wanted;
}

static void seen(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, set);
    for (size_t i = 0; i < e->n; i++)
        set[x[i] / 32] |= UINT32_C(1) << x[i] % 32;
}

// Work-group g has the elements g * local to (g + 1) * local - 1, and those a whole launch further.
static void group_minima(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, minima);
    for (size_t g = 0; g < e->groups; g++)
        minima[g] = UINT32_MAX;
    for (size_t i = 0; i < e->n; i++) {
        const size_t g = i % e->global_size[0] / e->local[0];
        if (x[i] < minima[g]) minima[g] = x[i];
    }
}

// Halves: each product and each sum is exact.
static void dot_product(const exercise *e)
{
    IN(float, a);
    IN(float, b);
    WANT(float, sums);
    for (size_t g = 0; g < e->groups; g++)
        sums[g] = 0;
    for (size_t i = 0; i < e->n; i++)
        sums[i / e->local[0]] += a[i] * b[i];
}

static void sum_for_all(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++) {
        y[i] = 0;
        const size_t begin = i - i % e->local[0];
        for (size_t k = begin; k < begin + e->local[0] && k < e->n; k++)
            y[i] += x[k];
    }
}

// h rows and w columns; the rows of a and the columns of b have k elements.
static void matmul_any(const exercise *e)
{
    IN(float, a);
    IN(float, b);
    WANT(float, c);
    const size_t length = (size_t)exercise_value(e, "k");
    for (size_t r = 0; r < e->h; r++)
        for (size_t j = 0; j < e->w; j++) {
            double sum = 0;
            for (size_t k = 0; k < length; k++)
                sum += (double)a[r * length + k] * (double)b[k * e->w + j];
            c[r * e->w + j] = (float)sum;
        }
}

static void mirror(const exercise *e)
{
    IN(float, picture);
    WANT(float, y);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            for (size_t k = 0; k < 4; k++)
                y[4 * (r * e->w + c) + k] = picture[4 * (r * e->w + e->w - 1 - c) + k];
}

static void between(const exercise *e)
{
    IN(float, picture);
    WANT(float, y);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            for (size_t k = 0; k < 4; k++) {
                const size_t next = c + 1 < e->w ? c + 1 : c;
                y[4 * (r * e->w + c) + k] =
                    (picture[4 * (r * e->w + c) + k] + picture[4 * (r * e->w + next) + k]) / 2;
            }
}

static void convolve(const exercise *e)
{
    static const int32_t WEIGHTS[] = { 1, 4, 6, 4, 1 };
    IN(int32_t, x);
    WANT(int32_t, y);
    const long last = (long)e->n - 1;
    for (long i = 0; i <= last; i++) {
        y[i] = 0;
        for (long k = 0; k < 5; k++) {
            const long from = i + k - 2;
            y[i] += WEIGHTS[k] * x[from < 0 ? 0 : from > last ? last : from];
        }
    }
}

static int pixel_of(const exercise *e, const unsigned char *in, size_t x, size_t y, int dx, int dy,
                    size_t k)
{
    const size_t column = x + 1 < e->w || dx < 1 ? (x > 0 || dx > -1 ? x + (size_t)dx : 0) : x;
    const size_t row = y + 1 < e->h || dy < 1 ? (y > 0 || dy > -1 ? y + (size_t)dy : 0) : y;
    return in[4 * (row * e->w + column) + k];
}

static void sobel(const exercise *e)
{
    IN(unsigned char, in);
    WANT(unsigned char, out);
    for (size_t y = 0; y < e->h; y++)
        for (size_t x = 0; x < e->w; x++) {
            unsigned char *pixel = out + 4 * (y * e->w + x);
            for (size_t k = 0; k < 3; k++) {
                int gx = 0, gy = 0;
                for (int d = -1; d <= 1; d++) {
                    const int weight = d == 0 ? 2 : 1;
                    gx +=
                        weight * (pixel_of(e, in, x, y, 1, d, k) - pixel_of(e, in, x, y, -1, d, k));
                    gy +=
                        weight * (pixel_of(e, in, x, y, d, 1, k) - pixel_of(e, in, x, y, d, -1, k));
                }
                pixel[k] = (unsigned char)fmin(rint(sqrt((double)(gx * gx + gy * gy))), 255);
            }
            pixel[3] = 255;
        }
}

// The nearest whole number.
static void mean(const exercise *e)
{
    IN(unsigned char, in);
    WANT(unsigned char, out);
    for (size_t y = 0; y < e->h; y++)
        for (size_t x = 0; x < e->w; x++)
            for (size_t k = 0; k < 4; k++) {
                int sum = 0;
                for (int d = 0; d < 9; d++)
                    sum += pixel_of(e, in, x, y, d % 3 - 1, d / 3 - 1, k);
                out[4 * (y * e->w + x) + k] = (unsigned char)((sum + 4) / 9);
            }
}

static void many_steps(const exercise *e)
{
    WANT(uint32_t, x);
    for (size_t i = 0; i < e->n; i++)
        for (int s = 0; s < 64; s++)
            x[i] = x[i] * UINT32_C(1664525) + UINT32_C(1013904223);
}

static void sum_around(const exercise *e)
{
    IN(int32_t, x);
    WANT(int32_t, y);
    for (size_t i = 0; i < e->n; i++) {
        y[i] = 0;
        for (size_t k = i < 3 ? 0 : i - 3; k <= i + 3 && k < e->n; k++)
            y[i] += x[k];
    }
}

static void transpose_whole(const exercise *e)
{
    IN(uint32_t, in);
    WANT(uint32_t, out);
    for (size_t r = 0; r < e->h; r++)
        for (size_t c = 0; c < e->w; c++)
            out[c * e->h + r] = in[r * e->w + c];
}

static void scan_totals(const exercise *e)
{
    WANT(uint32_t, totals);
    for (size_t i = 1; i < e->n; i++)
        totals[i] += totals[i - 1];
}

static void keep(const exercise *e)
{
    IN(uint32_t, x);
    WANT(uint32_t, y);
    WANT(uint32_t, count);
    const uint32_t above = (uint32_t)exercise_value(e, "limit");
    *count = 0;
    for (size_t i = 0; i < e->n; i++)
        if (x[i] > above) y[(*count)++] = x[i];
}

static void find_sorted(const exercise *e)
{
    IN(uint32_t, x);
    IN(uint32_t, wanted);
    WANT(uint32_t, y);
    for (size_t i = 0; i < e->n; i++) {
        y[i] = 0;
        while (y[i] < e->n && x[y[i]] < wanted[i])
            y[i]++;
    }
}

static void life(const exercise *e)
{
    IN(unsigned char, now);
    WANT(unsigned char, next);
    for (size_t y = 0; y < e->h; y++)
        for (size_t x = 0; x < e->w; x++) {
            int count = 0;
            for (size_t d = 0; d < 9; d++)
                if (d != 4)
                    count +=
                        now[(y + e->h + d / 3 - 1) % e->h * e->w + (x + e->w + d % 3 - 1) % e->w];
            next[y * e->w + x] = count == 3 || (count == 2 && now[y * e->w + x]);
        }
}

// Halves and eighths: each sum is exact.
static void heat(const exercise *e)
{
    IN(float, now);
    WANT(float, next);
    const float k = (float)exercise_value(e, "k");
    for (size_t y = 0; y < e->h; y++)
        for (size_t x = 0; x < e->w; x++) {
            const size_t i = y * e->w + x;
            const float here = now[i], left = x > 0 ? now[i - 1] : here;
            const float right = x + 1 < e->w ? now[i + 1] : here;
            const float above = y > 0 ? now[i - e->w] : here;
            const float below = y + 1 < e->h ? now[i + e->w] : here;
            next[i] = (1 - 4 * k) * here + k * (left + right + above + below);
        }
}

// Key k of the left half of a block meets the key a stride further, or in a flip the one that is as
// far from the end of the block as k is from its beginning.
static void sorting_step(const exercise *e)
{
    const uint32_t *before = exercise_in(e, "keys");
    WANT(uint32_t, keys);
    const size_t stride = (size_t)exercise_value(e, "stride"), block = 2 * stride;
    const bool flip = exercise_value(e, "flip") > 0;
    for (size_t i = 0; i < e->n; i++) {
        const size_t at = i % block;
        if (at >= stride) continue;
        const size_t other = flip ? i + block - 1 - 2 * at : i + stride;
        if (other >= e->n) continue;
        const uint32_t a = before[i], b = before[other];
        keys[i] = a < b ? a : b;
        keys[other] = a < b ? b : a;
    }
}

static const struct {
    const char *name;
    void (*run)(const exercise *e);
} REFERENCES[] = { { "saxpy", saxpy },
                   { "squares", squares },
                   { "twice", twice },
                   { "transpose", transpose },
                   { "sum_groups", sum_groups },
                   { "histogram", histogram },
                   { "neighbours", neighbours },
                   { "in_steps", in_steps },
                   { "to_bytes", to_bytes },
                   { "scan_exclusive", scan_exclusive },
                   { "limit", limit },
                   { "wider", wider },
                   { "sum_all", sum_all },
                   { "find_least", find_least },
                   { "matmul", matmul },
                   { "reverse", reverse },
                   { "distance_of", distance_of },
                   { "add", add },
                   { "triple", triple },
                   { "saxpy_of_three", saxpy_of_three },
                   { "gather", gather },
                   { "flat_number", flat_number },
                   { "chessboard", chessboard },
                   { "outer_product", outer_product },
                   { "reverse_floats", reverse_floats },
                   { "to_grey", to_grey },
                   { "complex_product", complex_product },
                   { "larger", larger },
                   { "average", average },
                   { "pack_bits", pack_bits },
                   { "bars_of", bars_of },
                   { "squares_of", squares_of },
                   { "reverse_groups", reverse_groups },
                   { "next_in_group", next_in_group },
                   { "window", window },
                   { "count_matches", count_matches },
                   { "seen", seen },
                   { "group_minima", group_minima },
                   { "dot_product", dot_product },
                   { "sum_for_all", sum_for_all },
                   { "matmul_any", matmul_any },
                   { "mirror", mirror },
                   { "between", between },
                   { "convolve", convolve },
                   { "sobel", sobel },
                   { "mean", mean },
                   { "many_steps", many_steps },
                   { "sum_around", sum_around },
                   { "transpose_whole", transpose_whole },
                   { "scan_totals", scan_totals },
                   { "keep", keep },
                   { "find_sorted", find_sorted },
                   { "life", life },
                   { "heat", heat },
                   { "sorting_step", sorting_step } };

bool exercise_reference(const exercise *e, const char *name)
{
    for (size_t i = 0; i < sizeof REFERENCES / sizeof *REFERENCES; i++)
        if (strcmp(REFERENCES[i].name, name) == 0) {
            REFERENCES[i].run(e);
            return true;
        }
    return false;
}
