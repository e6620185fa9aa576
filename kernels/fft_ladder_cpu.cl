// SPDX-License-Identifier: MIT
//
// four_step of fft_ladder.cl for CPUs: a work-item has 16 columns, each lane of its vectors one.
//
//     x, as rows of `stride` numbers        v, in the work-item's own memory
//     . . # # # # . . . . . .  row 0        [# # # #]  one vector for the real parts, one for the
//     . . # # # # . . . . . .  row 1        [# # # #]  imaginary parts.  All lanes do the same, so
//     . . # # # # . . . . . .  row 2        [# # # #]  nothing goes from lane to lane until the
//     . . # # # # . . . . . .  row 3        [# # # #]  columns are written.
//
// The host sets
//     LENGTH    numbers of a column's spectrum: a power of two, from 16 on
//     FIRST     radix of the first step: 2, 4 or 8; FIRST times a power of 8 is LENGTH

#if !defined(LENGTH) || !defined(FIRST)
#error "the host must build this file with -D for each of the macros above"
#endif

typedef struct {
    float16 re, im;
} complexes;    // 16 of them

complexes add(complexes a, complexes b)
{
    return (complexes){ a.re + b.re, a.im + b.im };
}

complexes subtract(complexes a, complexes b)
{
    return (complexes){ a.re - b.re, a.im - b.im };
}

complexes times(complexes a, complexes b)
{
    return (complexes){ fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re) };
}

// a times -i
complexes quarter(complexes a)
{
    return (complexes){ a.im, -a.re };
}

// a times (1 - i) / sqrt(2)
complexes eighth(complexes a)
{
    return (complexes){ M_SQRT1_2_F * (a.re + a.im), M_SQRT1_2_F * (a.im - a.re) };
}

// One number, in all lanes.
complexes all(float2 w)
{
    return (complexes){ w.x, w.y };
}

// a0 b0 a1 b1 ... of the first eight lanes, or of the last eight.
float16 riffle_low(float16 a, float16 b)
{
    float16 r;
    r.even = a.lo;
    r.odd = b.lo;
    return r;
}

float16 riffle_high(float16 a, float16 b)
{
    float16 r;
    r.even = a.hi;
    r.odd = b.hi;
    return r;
}

complexes load(global const float2 *from)
{
    float16 a = *(global const float16 *)from, b = *(global const float16 *)(from + 8);
    return (complexes){ (float16)(a.even, b.even), (float16)(a.odd, b.odd) };
}

void store(complexes a, global float2 *to)
{
    *(global float16 *)to = riffle_low(a.re, a.im);
    *(global float16 *)(to + 8) = riffle_high(a.re, a.im);
}

// Spectra of 2, 4 and 8 numbers, in order.
void spectrum_2(complexes a[2])
{
    complexes b = a[0];
    a[0] = add(b, a[1]);
    a[1] = subtract(b, a[1]);
}

void spectrum_4(complexes a[4])
{
    complexes s = add(a[0], a[2]), t = subtract(a[0], a[2]);
    complexes u = add(a[1], a[3]), v = quarter(subtract(a[1], a[3]));
    a[0] = add(s, u);
    a[1] = add(t, v);
    a[2] = subtract(s, u);
    a[3] = subtract(t, v);
}

void spectrum_8(complexes a[8])
{
    complexes even[4] = { a[0], a[2], a[4], a[6] }, odd[4] = { a[1], a[3], a[5], a[7] };
    spectrum_4(even);
    spectrum_4(odd);
    odd[1] = eighth(odd[1]);
    odd[2] = quarter(odd[2]);
    odd[3] = quarter(eighth(odd[3]));
#pragma unroll
    for (int k = 0; k < 4; k++) {
        a[k] = add(even[k], odd[k]);
        a[k + 4] = subtract(even[k], odd[k]);
    }
}

#define JOIN(a, b)        a##b
#define SPECTRUM_OF(size) JOIN(spectrum_, size)

// A step splits each block of `length` rows into `radix` blocks.  Block q has those frequencies
// whose remainder by `radix` is q.  w[k] = e^(-2 pi i k / LENGTH).
#define STEP(radix, v, block, j, length, w)                                                     \
    {                                                                                           \
        complexes a[radix];                                                                     \
        _Pragma("unroll") for (int s = 0; s < radix; s++) a[s] =                                \
            v[block + j + s * (length / radix)];                                                \
        SPECTRUM_OF(radix)(a);                                                                  \
        v[block + j] = a[0];                                                                    \
        _Pragma("unroll") for (int s = 1; s < radix; s++) v[block + j + s * (length / radix)] = \
            times(a[s], all(w[s * j * (LENGTH / length)]));                                     \
    }

// The spectra of all columns; frequency r of them ends in row place_of(r).
void spectrum(complexes v[LENGTH], global const float2 *w)
{
    for (int j = 0; j < LENGTH / FIRST; j++)
        STEP(FIRST, v, 0, j, LENGTH, w)
    for (int length = LENGTH / FIRST; length > 8; length /= 8)
        for (int block = 0; block < LENGTH; block += length)
            for (int j = 0; j < length / 8; j++)
                STEP(8, v, block, j, length, w)
    if (LENGTH > FIRST)
        for (int block = 0; block < LENGTH; block += 8)
            SPECTRUM_OF(8)(v + block);
}

int place_of(int r)
{
    int length = LENGTH / FIRST, place = r % FIRST * length;
    r /= FIRST;
    for (; length > 1; r /= 8) {
        length /= 8;
        place += r % 8 * length;
    }
    return place;
}

// Lane l of row r becomes lane r of row l.
void transpose(float16 *v)
{
#pragma unroll
    for (int turn = 0; turn < 4; turn++) {
        float16 t[16];
#pragma unroll
        for (int i = 0; i < 8; i++) {
            t[2 * i] = riffle_low(v[i], v[i + 8]);
            t[2 * i + 1] = riffle_high(v[i], v[i + 8]);
        }
#pragma unroll
        for (int i = 0; i < 16; i++)
            v[i] = t[i];
    }
}

// --- vectors: one of several launches.  steps: w^k and w^(16 k), where w = e^(-2 pi i / (before *
// LENGTH)), for k below `before`.

kernel void fft_vectors(global float2 *restrict y, global const float2 *restrict x,
                        global const float2 *restrict w, global const float2 *restrict steps,
                        uint stride, uint before)
{
    uint column = 16 * get_global_id(0), i = column & (stride - 1), k = i & (before - 1);
    global const float2 *from = x + (column - i) * LENGTH + i;
    complexes v[LENGTH];
    if (before == 1)
        for (int r = 0; r < LENGTH; r++)
            v[r] = load(from + r * stride);
    else {
        // Row r is turned r times: r = 16 a + b.
        complexes low[16], once = load(steps + k), sixteen = load(steps + before + k), high;
        low[0] = all((float2)(1, 0));
        low[1] = once;
        for (int b = 2; b < 16; b++)
            low[b] = times(low[b / 2], low[b - b / 2]);
        high = low[0];
        for (int a = 0; a < LENGTH / 16; a++) {
            for (int b = 0; b < 16; b++)
                v[16 * a + b] = times(load(from + (16 * a + b) * stride), times(high, low[b]));
            high = times(high, sixteen);
        }
    }
    spectrum(v, w);
    if (before > 1) {
        global float2 *to = y + (column - k) * LENGTH + k;
        for (int r = 0; r < LENGTH; r++)
            store(v[place_of(r)], to + r * before);
        return;
    }
    for (int r = 0; r < LENGTH; r += 16) {
        float16 re[16], im[16];
        for (int s = 0; s < 16; s++) {
            complexes a = v[place_of(r + s)];
            re[s] = a.re;
            im[s] = a.im;
        }
        transpose(re);
        transpose(im);
        for (int c = 0; c < 16; c++)
            store((complexes){ re[c], im[c] }, y + (column + c) * LENGTH + r);
    }
}

// --- vectors, for rows of 16 LENGTH numbers: both launches in one.  steps: w^(r l) of row r and
// lane l.

kernel void fft_vectors_row(global float2 *restrict y, global const float2 *restrict x,
                            global const float2 *restrict w, global const float2 *restrict steps)
{
    x += 16 * LENGTH * get_global_id(0);
    y += 16 * LENGTH * get_global_id(0);
    complexes v[LENGTH];
    for (int r = 0; r < LENGTH; r++)
        v[r] = load(x + 16 * r);
    spectrum(v, w);
    for (int r = 0; r < LENGTH; r += 16) {
        float16 re[16], im[16];
#pragma unroll
        for (int s = 0; s < 16; s++) {
            complexes a = times(v[place_of(r + s)], load(steps + 16 * (r + s)));
            re[s] = a.re;
            im[s] = a.im;
        }
        transpose(re);
        transpose(im);
        // Four columns of four numbers, turned, then the rows.
        complexes a[4], b[16];
#pragma unroll
        for (int i = 0; i < 4; i++) {
#pragma unroll
            for (int k = 0; k < 4; k++)
                a[k] = (complexes){ re[i + 4 * k], im[i + 4 * k] };
            spectrum_4(a);
#pragma unroll
            for (int k = 0; k < 4; k++)
                b[i + 4 * k] = i * k == 0 ? a[k] : times(a[k], all(w[i * k * (LENGTH / 16)]));
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            spectrum_4(b + 4 * k);
#pragma unroll
            for (int m = 0; m < 4; m++)
                store(b[4 * k + m], y + r + (k + 4 * m) * LENGTH);
        }
    }
}
