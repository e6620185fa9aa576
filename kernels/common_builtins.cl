// SPDX-License-Identifier: MIT
//
// Built-in functions that a kernel would else write out: curves, vectors in space, comparisons.
//
// common_builtins_curves       what step, smoothstep, clamp and mix look like: one x per work-item
// common_builtins_common       all common functions: one triple of numbers per work-item
// common_builtins_numbers      common functions of a vector and numbers: one vector per work-item
// common_builtins_geometry     all geometric functions: two points per work-item
// common_builtins_relations    all relational functions: two vectors of two per work-item
//
// T              float, double or half: the type that all but the first compute with
// FLOAT, HALF    defined where T is that type

#ifndef T
#error "the host sets T"
#endif
#ifdef HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#define PASTE(a, b) a##b
#define JOIN(a, b)  PASTE(a, b)
#define T2          JOIN(T, 2)
#define T3          JOIN(T, 3)
#define T4          JOIN(T, 4)

#ifdef FLOAT
// The five values of x[i] are y[5 * i] to y[5 * i + 4].
kernel void common_builtins_curves(global float *restrict y, global const float *restrict x,
                                   ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    y[5 * i] = step(0.5f, x[i]);
    y[5 * i + 1] = smoothstep(0.2f, 0.8f, x[i]);
    y[5 * i + 2] = clamp(x[i], 0.2f, 0.8f);
    y[5 * i + 3] = mix(0.6f, 0.1f, x[i]);
    y[5 * i + 4] = sign(x[i] - 0.5f);
}
#endif

// Result k of work-item i is y[k * n + i].
#define RESULT(k) y[(k)*n + i]

kernel void common_builtins_common(global T *restrict y, global const T *restrict a,
                                   global const T *restrict b, global const T *restrict c, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T x = a[i], low = min(b[i], c[i]), high = max(b[i], c[i]), part = (T)(i % 64) / 63;
    RESULT(0) = clamp(x, low, high);
    RESULT(1) = degrees(x);
    RESULT(2) = max(x, b[i]);
    RESULT(3) = min(x, b[i]);
    RESULT(4) = mix(x, b[i], part);
    RESULT(5) = radians(x);
    RESULT(6) = step(b[i], x);
    RESULT(7) = smoothstep(low, high, x);
    RESULT(8) = sign(x);
}

// One number for all components: clamp, max, min, mix, step and smoothstep widen it.
// Vector k of work-item i is v[k * n + i].
#define VECTOR(k) v[(k)*n + i]

kernel void common_builtins_numbers(global T4 *restrict v, global const T4 *restrict a,
                                    global const T4 *restrict b, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T4 p = a[i], q = b[i];
    T low = min(q.x, q.y), high = max(q.x, q.y), part = (T)(i % 64) / 63;
    VECTOR(0) = clamp(p, low, high);
    VECTOR(1) = max(p, q.x);
    VECTOR(2) = min(p, q.x);
    VECTOR(3) = mix(p, q, part);
    VECTOR(4) = step(q.x, p);
    VECTOR(5) = smoothstep(low, high, p);
}

// The results of points with N coordinates.  WIDEN(v) is v with zeros, up to four components.
#define GEOMETRY(N, P, Q, WIDEN)               \
    RESULT(5 * (N - 2)) = dot(P, Q);           \
    RESULT(5 * (N - 2) + 1) = distance(P, Q);  \
    RESULT(5 * (N - 2) + 2) = length(P);       \
    VECTOR(2 * (N - 2)) = WIDEN(normalize(P)); \
    FAST(N, P, Q, WIDEN)
#ifdef FLOAT
#define FAST(N, P, Q, WIDEN)                       \
    RESULT(5 * (N - 2) + 3) = fast_distance(P, Q); \
    RESULT(5 * (N - 2) + 4) = fast_length(P);      \
    VECTOR(2 * (N - 2) + 1) = WIDEN(fast_normalize(P));
#else
#define FAST(N, P, Q, WIDEN)
#endif
#define WIDEN2(v) (T4)(v, 0, 0)
#define WIDEN3(v) (T4)(v, 0)
#define WIDEN4(v) (v)

kernel void common_builtins_geometry(global T *restrict y, global T4 *restrict v,
                                     global const T4 *restrict a, global const T4 *restrict b,
                                     ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T4 p = a[i], q = b[i];
    GEOMETRY(2, p.xy, q.xy, WIDEN2)
    GEOMETRY(3, p.xyz, q.xyz, WIDEN3)
    GEOMETRY(4, p, q, WIDEN4)
    VECTOR(6) = WIDEN3(cross(p.xyz, q.xyz));
    VECTOR(7) = cross(p, q);
}

// Of two numbers, and of two vectors of two: three results, y[3 * (k * n + i)] and the next two.
#define RELATION(k, scalar, vector) \
    y[3 * (k * n + i)] = scalar;    \
    vstore2(convert_int2(vector), 0, y + 3 * (k * n + i) + 1);
#define OF_TWO(k, f) RELATION(k, f(x, z), f(p, q))
#define OF_ONE(k, f) RELATION(k, f(x), f(p))

kernel void common_builtins_relations(global int *restrict y, global T2 *restrict v,
                                      global const T2 *restrict a, global const T2 *restrict b,
                                      ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    T2 p = a[i], q = b[i];
    T x = p.x, z = q.x;
    OF_TWO(0, isequal)
    OF_TWO(1, isnotequal)
    OF_TWO(2, isgreater)
    OF_TWO(3, isgreaterequal)
    OF_TWO(4, isless)
    OF_TWO(5, islessequal)
    OF_TWO(6, islessgreater)
    OF_TWO(7, isordered)
    OF_TWO(8, isunordered)
    OF_ONE(9, isfinite)
    OF_ONE(10, isinf)
    OF_ONE(11, isnan)
    OF_ONE(12, isnormal)
    OF_ONE(13, signbit)
    RELATION(14, any(p < q), (int2)(all(p < q), any(isnan(p))))
    v[i] = select(p, q, p < q);
    v[n + i] = bitselect(p, q, (T2)(-0.0f));
}
