// SPDX-License-Identifier: MIT
//
// Exercise 2 of fft_ladder: a root of its own for each number.
//: skeleton
//: // All get the same one.
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

// Even places, odd places, pairs of both.
void spectrum_8(float2 *v, int step)
{
    spectrum_4(v, 2 * step);
    spectrum_4(v + step, 2 * step);
    float2 even[4], odd[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        even[k] = v[2 * k * step];
        odd[k] = v[(2 * k + 1) * step];
    }
    odd[1] = eighth(odd[1]);
    odd[2] = quarter(odd[2]);
    odd[3] = quarter(eighth(odd[3]));
#pragma unroll
    for (int k = 0; k < 4; k++) {
        v[k * step] = even[k] + odd[k];
        v[(k + 4) * step] = even[k] - odd[k];
    }
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

// Number s is turned s times by the angle.
void turn(float2 v[EACH], float half_turns)
{
#pragma unroll
    for (int s = 1; s < EACH; s++)
        //: skeleton
        //: v[s] = times(v[s], root(half_turns));
        //: solution
        v[s] = times(v[s], root(s * half_turns));
    //: end
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
    turn(v, k * angle);
    SPECTRUM_OF(EACH)(v, 1);
#pragma unroll
    for (uint s = 0; s < EACH; s++)
        to[s * before] = v[s];
}
