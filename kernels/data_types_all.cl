// SPDX-License-Identifier: MIT
//
// What the compiler of the device makes of each type: sizes, alignments, places of fields, the
// order of bytes.  The host compares all of it with a model.

// Size and alignment of one type.  The field `value` stands at the first aligned place after one
// byte, so its offset is its alignment.
#define PUT(n, T)                                               \
    do {                                                        \
        struct {                                                \
            char before;                                        \
            T value;                                            \
        } pair;                                                 \
        sizes[n] = sizeof(T);                                   \
        aligns[n] = (private char *)&pair.value - &pair.before; \
    } while (0)

// A scalar type and its vectors.
#define PUT_FAMILY(n, T)                   \
    do {                                   \
        global uint *sizes = out + 12 * n; \
        global uint *aligns = sizes + 6;   \
        PUT(0, T);                         \
        PUT(1, T##2);                      \
        PUT(2, T##3);                      \
        PUT(3, T##4);                      \
        PUT(4, T##8);                      \
        PUT(5, T##16);                     \
    } while (0)

// One work-item.  The families have the order of the host's table.
kernel void data_types_all_sizes(global uint *out)
{
    PUT_FAMILY(0, char);
    PUT_FAMILY(1, uchar);
    PUT_FAMILY(2, short);
    PUT_FAMILY(3, ushort);
    PUT_FAMILY(4, int);
    PUT_FAMILY(5, uint);
    PUT_FAMILY(6, long);
    PUT_FAMILY(7, ulong);
    PUT_FAMILY(8, float);
#ifdef cl_khr_fp64
    PUT_FAMILY(9, double);
#endif
}

// One work-item: the bytes of 0x04030201 in the order of their addresses, then the sizes of the
// types that depend on the device.
kernel void data_types_all_addresses(global uint *out)
{
    uint word = 0x04030201;
    for (int i = 0; i < 4; i++)
        out[i] = ((private uchar *)&word)[i];
    out[4] = sizeof(size_t);
    out[5] = sizeof(ptrdiff_t);
    out[6] = sizeof(intptr_t);
    out[7] = sizeof(uintptr_t);
    out[8] = sizeof(global void *);
}

// A struct that the host fills.  The compiler leaves gaps, so that each field is aligned.
typedef struct {
    uchar kind;
    float mass;
    float3 position;
    ushort count;
} natural;

// The fields of natural without gaps.
typedef struct __attribute__((packed)) {
    uchar kind;
    float mass;
    float3 position;
    ushort count;
} packed;

// The fields of natural, each record at a multiple of 64 bytes.
typedef struct __attribute__((aligned(64))) {
    uchar kind;
    float mass;
    float3 position;
    ushort count;
} aligned;

// One work-item per record: it writes the six numbers in it.  Work-item 0 also writes where the
// fields stand, and the size.
#define READ_RECORDS(LAYOUT)                                                   \
    kernel void data_types_all_##LAYOUT(global float *restrict fields,         \
                                        global uint *restrict places,          \
                                        global const LAYOUT *restrict records) \
    {                                                                          \
        size_t i = get_global_id(0);                                           \
        global const LAYOUT *record = &records[i];                             \
        fields[6 * i + 0] = record->kind;                                      \
        fields[6 * i + 1] = record->mass;                                      \
        fields[6 * i + 2] = record->position.x;                                \
        fields[6 * i + 3] = record->position.y;                                \
        fields[6 * i + 4] = record->position.z;                                \
        fields[6 * i + 5] = record->count;                                     \
        if (i == 0) {                                                          \
            global const char *start = (global const char *)record;            \
            places[0] = (global const char *)&record->kind - start;            \
            places[1] = (global const char *)&record->mass - start;            \
            places[2] = (global const char *)&record->position - start;        \
            places[3] = (global const char *)&record->count - start;           \
            places[4] = sizeof(LAYOUT);                                        \
        }                                                                      \
    }

READ_RECORDS(natural)
READ_RECORDS(packed)
READ_RECORDS(aligned)
