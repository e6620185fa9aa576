// SPDX-License-Identifier: MIT
//
// One kernel that is built with one attribute after the other, and structs whose layout attributes
// change.
//
// STEPS                  how often each number is mixed
// REQUIRED, SIZE_HINT    if defined: the size of the work-group, for one of the two attributes
// VECTOR_HINT            a type such as uint4
// UNROLL                 how many rounds of the loop the compiler should write one after the other
// INLINE                 always_inline or noinline, for the function
// ENDIAN                 host or device

#ifndef STEPS
#error STEPS is how often each number is mixed
#endif

// One step of a hash function.
#ifdef INLINE
__attribute__((INLINE))
#endif
uint mix_step(uint h, uint k)
{
    h = (h ^ k) * 0x85ebca6b;
    return h ^ (h >> 13);
}

// out[i] = x[i] after STEPS steps.  One work-item per number.  An attribute of a kernel stands
// between `kernel` and `void`.
kernel
#ifdef REQUIRED
    __attribute__((reqd_work_group_size(REQUIRED, 1, 1)))
#endif
#ifdef SIZE_HINT
    __attribute__((work_group_size_hint(SIZE_HINT, 1, 1)))
#endif
#ifdef VECTOR_HINT
    __attribute__((vec_type_hint(VECTOR_HINT)))
#endif
    void
    attributes_mix(global uint *restrict out, global const uint *restrict x, ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint h = x[i];
#ifdef UNROLL
    __attribute__((opencl_unroll_hint(UNROLL)))
#endif
    for (uint k = 0; k < STEPS; k++) h = mix_step(h, k);
    out[i] = h;
}

// The layouts.  A struct of three shorts, alone and aligned:
typedef struct {
    short f[3];
} three;
typedef struct {
    short f[3];
} __attribute__((aligned(8))) three_aligned;

// A char and an int: as they are, packed, and with one packed field.
typedef struct {
    char c;
    int i;
} pair;
typedef struct __attribute__((packed)) {
    char c;
    int i;
} pair_packed;
typedef struct {
    char c;
    int i __attribute__((packed));
} pair_of_packed;

// One aligned field aligns the struct.
typedef struct {
    char c;
    int x[2] __attribute__((aligned(16)));
} field_aligned;

// One work-item: sizes, offsets, and addresses modulo the alignment.
kernel void attributes_layout(global uint *out)
{
    three_aligned array[2];
    int x __attribute__((aligned(64))) = 5;
    field_aligned f;
#ifdef ENDIAN
    uint word __attribute__((endian(ENDIAN))) = 0x01020304;
#else
    uint word = 0x01020304;
#endif
    out[0] = sizeof(three);
    out[1] = sizeof(three_aligned);
    out[2] = (private char *)&array[1] - (private char *)&array[0];
    out[3] = (uintptr_t)&array[0] % 8;
    out[4] = sizeof(pair);
    out[5] = sizeof(pair_packed);
    out[6] = sizeof(pair_of_packed);
    out[7] = sizeof(field_aligned);
    out[8] = (private char *)&f.x - (private char *)&f;
    out[9] = (uintptr_t)&x % 64;
    out[10] = x;
    out[11] = word;
}
