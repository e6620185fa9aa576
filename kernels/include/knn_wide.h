// SPDX-License-Identifier: MIT
//
// WIDE points side by side in a vector, and one question for several vectors: is any of their
// points nearer than the last key of the list?  Nearly always none is, and the next vectors come.
//
// The host sets WIDE: 16 on a CPU, else 4.

#ifndef WIDE
#error "the host must build this file with -DWIDE="
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
typedef JOIN(float, WIDE) floats;

// A vector, and its lanes one by one.
typedef union {
    floats all;
    float lane[WIDE];
} lanes;

#define AT_ONCE 8u    // vectors

floats distances_to(const float *q, global const floats *points, uint vectors, uint v)
{
    floats sum = 0.0f;
#pragma unroll
    for (int j = 0; j < DIMS; j++) {
        floats d = points[(ulong)j * vectors + v] - q[j];
        sum = fma(d, d, sum);
    }
    return sum;
}

// Lane by lane, the smallest of AT_ONCE vectors.
floats nearest_to(const float *q, global const floats *points, uint vectors, uint v, uint step)
{
    floats nearest = distances_to(q, points, vectors, v);
#pragma unroll
    for (uint k = 1; k < AT_ONCE; k++)
        nearest = min(nearest, distances_to(q, points, vectors, v + k * step));
    return nearest;
}

// Whether any lane is below the limit.  A comparison gives -1 where it holds.  any() looks at one
// lane after the other on some CPUs; so lanes become bytes, and 8 bytes are looked at at once.  Two
// numbers whose bytes are 0 or 255 add up to 0 only if both are 0.
bool any_below(floats x, float limit)
{
#if WIDE == 16
    ulong2 both = as_ulong2(convert_char16(x < (floats)limit));
    return both.x + both.y != 0;
#else
    return any(x < (floats)limit);
#endif
}

// Points come in the order of their indices: of two at the same distance, the later one loses.
void insert_nearer(ulong *list, floats distances, uint first)
{
    if (!any_below(distances, key_distance(list[K - 1]))) return;
    lanes at = { distances };
    for (int k = 0; k < WIDE; k++)
        if (at.lane[k] < key_distance(list[K - 1]))
            insert_key(list, make_key(at.lane[k], first + k));
}
