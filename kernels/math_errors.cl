// SPDX-License-Identifier: MIT
//
// The mathematical functions of OpenCL C.
//
// One result per work-item:
//
// math_errors_forms           sin in its three forms
// math_errors_one, _two       a function by its number, of one operand, of two or three
// math_errors_short           a half_ or native_ function by its number
// math_errors_vectors         a function of a vector and a number or whole numbers; nan
// math_errors_time_full_sin ...  one form of one function, for its time
//
// T              float, double or half: the type that functions compute with
// FLOAT, HALF    defined where T is that type
// NUMBERS        how many numbers the timed kernels take, a power of two
// NO_LDEXP_BY_NUMBER    defined where ldexp(T4, int) is missing

#ifndef T
#error "the host sets T"
#endif
#ifdef HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#ifdef FMA_IS_MAD    // by ocl_build, for rusticl 26.2; here fma itself is measured
#undef fma
#endif

#ifdef FLOAT
kernel void math_errors_forms(global float *restrict y, global const float *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[3 * i] = sin(x[i]);
    y[3 * i + 1] = half_sin(x[i]);
    y[3 * i + 2] = native_sin(x[i]);
}
#endif

// Some functions give a second result through a pointer: part or k.
#define CASE(number, value) \
    case number:            \
        y[i] = value;       \
        break;

kernel void math_errors_one(global T *restrict y, global const T *restrict a,
                            global const T *restrict b, global const T *restrict c, ulong n,
                            uint number)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T x = a[i], part;
    int k;
    switch (number) {
        CASE(0, 1 / x)
        CASE(1, acos(x))
        CASE(2, acosh(x))
        CASE(3, acospi(x))
        CASE(4, asin(x))
        CASE(5, asinh(x))
        CASE(6, asinpi(x))
        CASE(7, atan(x))
        CASE(8, atanh(x))
        CASE(9, atanpi(x))
        CASE(10, cbrt(x))
        CASE(11, ceil(x))
        CASE(12, cos(x))
        CASE(13, cosh(x))
        CASE(14, cospi(x))
        CASE(15, erf(x))
        CASE(16, erfc(x))
        CASE(17, exp(x))
        CASE(18, exp2(x))
        CASE(19, exp10(x))
        CASE(20, expm1(x))
        CASE(21, fabs(x))
        CASE(22, floor(x))
        CASE(23, fract(x, &part))
        CASE(24, (fract(x, &part), part))
        CASE(25, frexp(x, &k))
        CASE(26, (frexp(x, &k), (T)k))
        CASE(27, (T)ilogb(x))
        CASE(28, lgamma(x))
        CASE(29, lgamma_r(x, &k))
        CASE(30, log(x))
        CASE(31, log2(x))
        CASE(32, log10(x))
        CASE(33, log1p(x))
        CASE(34, logb(x))
        CASE(35, modf(x, &part))
        CASE(36, (modf(x, &part), part))
        CASE(37, rint(x))
        CASE(38, round(x))
        CASE(39, rsqrt(x))
        CASE(40, sin(x))
        CASE(41, sincos(x, &part))
        CASE(42, (sincos(x, &part), part))
        CASE(43, sinh(x))
        CASE(44, sinpi(x))
        CASE(45, sqrt(x))
        CASE(46, tan(x))
        CASE(47, tanh(x))
        CASE(48, tanpi(x))
        CASE(49, tgamma(x))
        CASE(50, trunc(x))
    }
}

kernel void math_errors_two(global T *restrict y, global const T *restrict a,
                            global const T *restrict b, global const T *restrict c, ulong n,
                            uint number)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T x = a[i], z = b[i], w = c[i];
    int k;
    switch (number) {
        CASE(51, x + z)
        CASE(52, x - z)
        CASE(53, x * z)
        CASE(54, x / z)
        CASE(55, atan2(x, z))
        CASE(56, atan2pi(x, z))
        CASE(57, copysign(x, z))
        CASE(58, fdim(x, z))
        CASE(59, fma(x, z, w))
        CASE(60, fmax(x, z))
        CASE(61, fmin(x, z))
        CASE(62, fmod(x, z))
        CASE(63, hypot(x, z))
        CASE(64, ldexp(x, (int)z))
        CASE(65, mad(x, z, w))
        CASE(66, maxmag(x, z))
        CASE(67, minmag(x, z))
        CASE(68, nextafter(x, z))
        CASE(69, pow(x, z))
        CASE(70, pown(x, (int)z))
        CASE(71, powr(x, z))
        CASE(72, remainder(x, z))
        CASE(73, remquo(x, z, &k))
        CASE(74, (remquo(x, z, &k), (T)(abs(k) & 127)))
        CASE(75, rootn(x, (int)z))
    }
}

#ifdef FLOAT
kernel void math_errors_short(global T *restrict y, global const T *restrict a,
                              global const T *restrict b, global const T *restrict c, ulong n,
                              uint number)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T x = a[i], z = b[i];
    switch (number) {
        CASE(76, half_cos(x))
        CASE(77, half_divide(x, z))
        CASE(78, half_exp(x))
        CASE(79, half_exp2(x))
        CASE(80, half_exp10(x))
        CASE(81, half_log(x))
        CASE(82, half_log2(x))
        CASE(83, half_log10(x))
        CASE(84, half_powr(x, z))
        CASE(85, half_recip(x))
        CASE(86, half_rsqrt(x))
        CASE(87, half_sin(x))
        CASE(88, half_sqrt(x))
        CASE(89, half_tan(x))
        CASE(90, native_cos(x))
        CASE(91, native_divide(x, z))
        CASE(92, native_exp(x))
        CASE(93, native_exp2(x))
        CASE(94, native_exp10(x))
        CASE(95, native_log(x))
        CASE(96, native_log2(x))
        CASE(97, native_log10(x))
        CASE(98, native_powr(x, z))
        CASE(99, native_recip(x))
        CASE(100, native_rsqrt(x))
        CASE(101, native_sin(x))
        CASE(102, native_sqrt(x))
        CASE(103, native_tan(x))
    }
}

#endif

// A vector with a number or a vector of whole numbers; component y is the one that counts.  nan
// takes an unsigned number with as many bits as the result.
#define PASTE(a, b) a##b
#define JOIN(a, b)  PASTE(a, b)
#if defined FLOAT
#define BITS uint
#elif defined HALF
#define BITS ushort
#else
#define BITS ulong
#endif

kernel void math_errors_vectors(global T *restrict y, global const T *restrict a,
                                global const T *restrict b, global const T *restrict c, ulong n,
                                uint number)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T x = a[i], z = b[i];
    JOIN(T, 4) v = (JOIN(T, 4))(z, x, 1, z);
    int4 whole = (int4)(2, (int)z, 3, 1);
    switch (number) {
        CASE(104, fmax(v, z).y)
        CASE(105, fmin(v, z).y)
#ifndef NO_LDEXP_BY_NUMBER
        CASE(106, ldexp(v, (int)z).y)
#endif
        CASE(107, ldexp(v, whole).y)
        CASE(108, pown(v, whole).y)
        CASE(109, rootn(v, whole).y)
        CASE(110, nan(JOIN(as_, BITS)(x)))
    }
}

// x goes from 0.5 to 1.5 in NUMBERS steps, again and again.
#ifdef FLOAT
#define TIME(name, value)                                                       \
    kernel void math_errors_time_##name(global float *restrict y, ulong n)      \
    {                                                                           \
        size_t i = get_global_id(0);                                            \
        if (i >= n) return;                                                     \
        float x = 0.5f + (float)((uint)i % NUMBERS) / (float)NUMBERS, z = 1.5f; \
        y[i] = value;                                                           \
    }
// A compiler may have macros of the names of functions, so a name is joined before it is used.
#define TIME_FORMS(name, full, operands)    \
    TIME(full_##name, full)                 \
    TIME(half_##name, half_##name operands) \
    TIME(native_##name, native_##name operands)

TIME_FORMS(cos, cos(x), (x))
TIME_FORMS(divide, x / z, (x, z))
TIME_FORMS(exp, exp(x), (x))
TIME_FORMS(exp2, exp2(x), (x))
TIME_FORMS(exp10, exp10(x), (x))
TIME_FORMS(log, log(x), (x))
TIME_FORMS(log2, log2(x), (x))
TIME_FORMS(log10, log10(x), (x))
TIME_FORMS(powr, powr(x, z), (x, z))
TIME_FORMS(recip, 1.0f / x, (x))
TIME_FORMS(rsqrt, rsqrt(x), (x))
TIME_FORMS(sin, sin(x), (x))
TIME_FORMS(sqrt, sqrt(x), (x))
TIME_FORMS(tan, tan(x), (x))
#endif
