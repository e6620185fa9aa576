// SPDX-License-Identifier: MIT
//
// Exercise 2 of ocean: the functions dot and normalize.

// From 0 to 1 as a byte.
uchar channel(float strength)
{
    return (uchar)min(255.0f * strength + 0.5f, 255.0f);
}

// A pixel, four bytes: how much the water there leans to the sun.
kernel void ocean_draw(global uchar *restrict picture, global const float2 *restrict water, uint n)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n) return;
    uint i = row * n + column;
    float2 slope = water[n * n + i];
    float3 sun = (float3)(0.6f, 0.5f, 0.624f);
    //: skeleton
    //: // Exercise 2 of ocean: this vector stands on the water, but it is not of length 1.
    //: float shade = dot((float3)(-slope.x, -slope.y, 1.0f), sun);
    //: solution
    float shade = dot(normalize((float3)(-slope.x, -slope.y, 1.0f)), sun);
    //: end
    shade = max(shade, 0.0f);
    float shine = shade * shade * shade * shade;
    shine = shine * shine * shine;
    picture[4 * i] = channel(0.01f + 0.05f * shade + shine);
    picture[4 * i + 1] = channel(0.09f + 0.30f * shade + shine);
    picture[4 * i + 2] = channel(0.16f + 0.38f * shade + shine);
    picture[4 * i + 3] = 255;
}

// As in ocean.cl.
float2 product(float2 a, float2 b)
{
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Wave (column, row) at this moment.  `begin` has the strength of the wave and of the one that runs
// the other way, `turns` how often both turn in all frames.  Into the first n x n places of `waves`
// go the heights, behind them the slopes: to the right as the real part, down as the imaginary one.
kernel void ocean_waves(global float2 *restrict waves, global const float4 *restrict begin,
                        global const uint *restrict turns, uint n, uint frame, uint frames)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column >= n) return;
    uint i = row * n + column;
    float turn = 2.0f * (turns[i] * frame % frames) / frames;    // in half turns
    float2 ahead = (float2)(cospi(turn), sinpi(turn)), back = (float2)(ahead.x, -ahead.y);
    float2 height = product(begin[i].xy, ahead) + product(begin[i].zw, back);
    float kx = column < n / 2 ? column : column - (float)n;    // whole waves over the water
    float ky = row < n / 2 ? row : row - (float)n;
    waves[i] = height;
    waves[n * n + i] = product((float2)(-ky, kx) * (2.0f * M_PI_F / n), height);
}

// One pair of a pass of a Fourier transform, as in fft; neighbours of the line are `step` places
// apart.  Each pass puts the numbers where the next one wants them.
void ocean_pair(global float2 *restrict out, global const float2 *restrict in,
                global const float2 *restrict roots, uint n, uint size, uint i, uint step)
{
    uint k = i % size, low = 2 * (i - k) + k, high = low + size;
    float2 a = in[i * step], b = in[(i + n / 2) * step];
    float2 turned = product(roots[k * (n / 2 / size)], b);
    out[low * step] = a + turned;
    out[high * step] = a - turned;
}

// A pass of all rows, of heights and slopes.  roots[k] is k / n of a full turn.
kernel void ocean_rows(global float2 *restrict out, global const float2 *restrict in,
                       global const float2 *restrict roots, uint n, uint size)
{
    uint i = get_global_id(0), begin = get_global_id(1) * n + get_global_id(2) * n * n;
    if (i >= n / 2) return;
    ocean_pair(out + begin, in + begin, roots, n, size, i, 1);
}

// A pass of all columns.  Neighbours have neighbouring columns.
kernel void ocean_columns(global float2 *restrict out, global const float2 *restrict in,
                          global const float2 *restrict roots, uint n, uint size)
{
    uint column = get_global_id(0), begin = column + get_global_id(2) * n * n;
    if (column >= n) return;
    ocean_pair(out + begin, in + begin, roots, n, size, get_global_id(1), n);
}
