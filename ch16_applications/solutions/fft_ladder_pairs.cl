// SPDX-License-Identifier: MIT
//
// Exercise 3 of fft_ladder: eight numbers by three rounds of pairs.
//: skeleton
//: // The last round turns nothing.
//: end
//
// The host sets
//     EACH    numbers in the registers of a work-item: 8, 4, 2, 1

#if !defined(EACH)
#error "the host must build this file with -D for the macro above"
#endif

float2 times(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// The spectra of 2, 4, 8 and 16 numbers, in place.  They stand `step` apart.
void spectrum_2(float2 *v, int step)
{
    float2 a = v[0], b = v[step];
    v[0] = a + b;
    v[step] = a - b;
}

// a times -i: a quarter of a turn, which needs no product.
float2 quarter(float2 a)
{
    return (float2)(a.y, -a.x);
}

// a times (1 - i) / sqrt(2): an eighth of a turn.
float2 eighth(float2 a)
{
    return M_SQRT1_2_F * (float2)(a.x + a.y, a.y - a.x);
}

void spectrum_4(float2 *v, int step)
{
    float2 a = v[0] + v[2 * step], b = v[0] - v[2 * step];
    float2 c = v[step] + v[3 * step], d = quarter(v[step] - v[3 * step]);
    v[0] = a + c;
    v[step] = b + d;
    v[2 * step] = a - c;
    v[3 * step] = b - d;
}

// Three rounds of pairs, the numbers in the order of reversed bits.
void spectrum_8(float2 *v, int step)
{
    const int order[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
    float2 a[8];
#pragma unroll
    for (int i = 0; i < 8; i++)
        a[i] = v[order[i] * step];
#pragma unroll
    for (int i = 0; i < 8; i += 2)
        spectrum_2(a + i, 1);
#pragma unroll
    for (int i = 0; i < 8; i += 4) {
        a[i + 3] = quarter(a[i + 3]);
        spectrum_2(a + i, 2);
        spectrum_2(a + i + 1, 2);
    }
    //: solution
    a[5] = eighth(a[5]);
    a[6] = quarter(a[6]);
    a[7] = quarter(eighth(a[7]));
    //: end
#pragma unroll
    for (int i = 0; i < 4; i++)
        spectrum_2(a + i, 4);
#pragma unroll
    for (int i = 0; i < 8; i++)
        v[i * step] = a[i];
}

void spectrum_1(float2 *v, int step)
{
}

#define JOIN(a, b)        a##b
#define SPECTRUM_OF(size) JOIN(spectrum_, size)

// e^(-pi i half_turns)
float2 root(float half_turns)
{
    return (float2)(cospi(half_turns), -sinpi(half_turns));
}

// Number s is turned s times by w.
void turn(float2 v[EACH], float2 w)
{
    float2 power[EACH];
#pragma unroll
    for (int s = 1; s < EACH; s++) {
        power[s] = s == 1 ? w : times(power[s / 2], power[s - s / 2]);
        v[s] = times(v[s], power[s]);
    }
}

kernel void fft_registers(global float2 *restrict y, global const float2 *restrict x, uint stride,
                          uint before, float angle, uint columns)
{
    uint column = get_global_id(0);
    if (column >= columns) return;
    uint i = column & (stride - 1), k = i & (before - 1);    // the remainders
    global const float2 *from = x + (column - i) * EACH + i;
    global float2 *to = y + (column - k) * EACH + k;

    float2 v[EACH];
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        v[s] = from[s * stride];
    turn(v, root(k * angle));
    SPECTRUM_OF(EACH)(v, 1);
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        to[s * before] = v[s];
}
