// SPDX-License-Identifier: MIT
//
// What regression_accuracy.cl and parabolic_regression.cl share: points are read and centred, and
// the sums of a work-group's lanes become one.
//
// The kernel file defines SUMS, the number of sums.  The host sets
//
//     GROUP          work-items of each work-group that takes one point per work-item
//     LANES          partial sums of a block, side by side; a power of two
//     ROWS           points of a block per lane: a block has LANES * ROWS points
//     DOUBLE_ROWS    the same for doubles: they have digits to spare, so a block may be longer
//     WIDTH          lanes in one vector: 1, 2, 4, 8 or 16; it divides LANES
//     FP64           1: the device has double

// PoCL compiles in two steps.  The first one warns that it does not unroll loops whose length it
// does not know; the second one unrolls them.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#if !defined(GROUP) || !defined(LANES) || !defined(ROWS) || !defined(DOUBLE_ROWS) || \
    !defined(WIDTH) || !defined(FP64)
#error "the host must give -DGROUP=, -DLANES=, -DROWS=, -DDOUBLE_ROWS=, -DWIDTH= and -DFP64="
#endif

// Nothing is fused behind our back: a sum has the same bits in each kernel that makes it.
#pragma OPENCL FP_CONTRACT OFF

#define GLUE(a, b)    a##b
#define JOIN(a, b)    GLUE(a, b)
#define VECTORS       (LANES / WIDTH)
#define BLOCK_POINTS  ((ulong)LANES * ROWS)
#define DOUBLE_POINTS ((ulong)LANES * DOUBLE_ROWS)

#if WIDTH == 1
typedef float floats;
#else
typedef JOIN(float, WIDTH) floats;
#endif

// --- points

// In the buffers of floats, a number is the sum of two floats.  All first parts come first; the
// second parts are `plane` floats behind them.  The centre has the parts of its x, then of its y.

// Numbers at..at + WIDTH - 1 of a plane; at < n.  Past the end there is `fill`, which is the
// centre's part: a point in the centre adds 0 to each sum.
floats load_floats(global const float *x, ulong at, ulong n, float fill)
{
#if WIDTH == 1
    return x[at];
#else
    if (at + WIDTH <= n) return *(global const floats *)(x + at);
    float one[WIDTH];
    for (uint k = 0; k < WIDTH; k++)
        one[k] = at + k < n ? x[at + k] : fill;
    return JOIN(vload, WIDTH)(0, one);
#endif
}

// How many of `most` rows have a point at `at`, `at` + LANES, ... before n.  A loop of a known
// length is unrolled: then several loads of a work-item are under way at a time.
uint rows_from(ulong at, ulong n, uint most)
{
    return at < n ? (uint)min((ulong)most, (n - at - 1) / LANES + 1) : 0;
}

// (x - centre) * scale.  The difference of the first parts is exact for numbers near the centre,
// and so small that the second parts count.
floats centre_floats(global const float *x, ulong plane, ulong at, ulong n, float2 centre,
                     float scale)
{
    floats high = load_floats(x, at, n, centre.x) - centre.x;
    floats low = load_floats(x + plane, at, n, centre.y) - centre.y;
    return (high + low) * scale;
}

// --- pairs: a number is the sum of two floats, which are 48 bits together

typedef struct {
    floats high, low;
} pairs;

// a + b, and what the sum lost by rounding (Knuth).
pairs two_sum(floats a, floats b)
{
    floats sum = a + b, rest = sum - a;
    pairs both = { sum, (a - (sum - rest)) + (b - rest) };
    return both;
}

// The product, and what it lost by rounding: fma rounds once.
pairs multiply_pairs(pairs a, pairs b)
{
    floats product = a.high * b.high;
    pairs both = { product, fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high) };
    return both;
}

void add_pairs(pairs *sum, pairs a)
{
    pairs high = two_sum(sum->high, a.high);
    sum->high = high.high;
    sum->low += high.low + a.low;
}

// The scale is a power of two: products with it are exact.
pairs centre_pairs(global const float *x, ulong plane, ulong at, ulong n, float2 centre,
                   float scale)
{
    pairs high = two_sum(load_floats(x, at, n, centre.x), -centre.x);
    pairs low = two_sum(load_floats(x + plane, at, n, centre.y), -centre.y);
    pairs sum = two_sum(high.high, high.low + low.high);
    sum.high *= scale;
    sum.low = (sum.low + low.low) * scale;
    return sum;
}

// --- from lanes to one sum per work-group

// lanes[s * count + l] is lane l of sum s.  In each step the upper half of the lanes is added to
// the lower half, by as many work-items as there are: which work-item adds does not matter.
void merge_floats(global float *sums, local float *lanes, uint count)
{
    for (uint left = count / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint l = get_local_id(0); l < left; l += get_local_size(0))
            for (uint at = l; at < SUMS * count; at += count)
                lanes[at] += lanes[at + left];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_id(0); s < SUMS; s += get_local_size(0))
        sums[get_group_id(0) * SUMS + s] = lanes[s * count];
}

// A sum is two floats.
void merge_pairs(global float *sums, local float *high, local float *low)
{
    for (uint left = LANES / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint l = get_local_id(0); l < left; l += get_local_size(0))
            for (uint at = l; at < SUMS * LANES; at += LANES) {
                float a = high[at], b = high[at + left], sum = a + b, rest = sum - a;
                high[at] = sum;
                low[at] += low[at + left] + ((a - (sum - rest)) + (b - rest));
            }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    sums += get_group_id(0) * 2 * SUMS;
    for (uint s = get_local_id(0); s < SUMS; s += get_local_size(0)) {
        sums[2 * s] = high[s * LANES];
        sums[2 * s + 1] = low[s * LANES];
    }
}

// --- double

#if FP64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#if WIDTH == 1
typedef double doubles;
#else
typedef JOIN(double, WIDTH) doubles;
#endif

// As centre_floats, for numbers that are doubles.  at < n.
doubles centre_doubles(global const double *x, ulong at, ulong n, double centre, double scale)
{
#if WIDTH == 1
    return (x[at] - centre) * scale;
#else
    if (at + WIDTH <= n) return (*(global const doubles *)(x + at) - centre) * scale;
    double one[WIDTH];
    for (uint k = 0; k < WIDTH; k++)
        one[k] = at + k < n ? x[at + k] : centre;
    return (JOIN(vload, WIDTH)(0, one) - centre) * scale;
#endif
}

void merge_doubles(global double *sums, local double *lanes)
{
    for (uint left = LANES / 2; left > 0; left /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint l = get_local_id(0); l < left; l += get_local_size(0))
            for (uint at = l; at < SUMS * LANES; at += LANES)
                lanes[at] += lanes[at + left];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_id(0); s < SUMS; s += get_local_size(0))
        sums[get_group_id(0) * SUMS + s] = lanes[s * LANES];
}
#endif
