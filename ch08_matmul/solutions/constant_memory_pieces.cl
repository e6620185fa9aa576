// SPDX-License-Identifier: MIT
//
// Exercise 5 of constant_memory: each work-item copies a piece of the table.
//
// A look-up table in four kinds of memory: global, constant (an argument, or a table of the
// program), local.
//
// Work-item i makes out[i]: LOOKUPS times, it reads one entry of the table and mixes it into its
// number.  The kernels differ only in the memory that holds the table.  `spread` (a power of two)
// says how many different entries `spread` neighbours read at the same time:
//
//     spread 1    lane  0 1 2 3 4 5 ...     spread 4    lane  0   1   2   3  | 0   1   2 ...
//                 entry k k k k k k ...                 entry k k+37 k+74 k+111| k ...
//
// Entries 37 apart are in different cache lines, and in different banks of the local memory.
//
// The host sets
//     LOOKUPS    look-ups per work-item
//     STRIDE     entries from one lane to the next

#ifndef LOOKUPS
#error "the host must build this file with -DLOOKUPS="
#endif
#ifndef STRIDE
#error "the host must build this file with -DSTRIDE="
#endif

// Entry j of the table.  The host computes the same.
#define ENTRY(j) ((j)*0x9e3779b1U ^ (j) >> 3)

// The table of the program.  Its size and its values are fixed when the program is compiled.
#define ENTRIES_4(j)  ENTRY((j) + 0U), ENTRY((j) + 1U), ENTRY((j) + 2U), ENTRY((j) + 3U)
#define ENTRIES_16(j) ENTRIES_4(j), ENTRIES_4((j) + 4U), ENTRIES_4((j) + 8U), ENTRIES_4((j) + 12U)
#define ENTRIES_64(j) \
    ENTRIES_16(j), ENTRIES_16((j) + 16U), ENTRIES_16((j) + 32U), ENTRIES_16((j) + 48U)
#define ENTRIES_256(j) \
    ENTRIES_64(j), ENTRIES_64((j) + 64U), ENTRIES_64((j) + 128U), ENTRIES_64((j) + 192U)
constant uint TABLE[1024] = { ENTRIES_256(0U), ENTRIES_256(256U), ENTRIES_256(512U),
                              ENTRIES_256(768U) };

// A macro, because a function would need one version per kind of memory.
#define LOOK_UP(x, table)                             \
    uint entry = (uint)i % spread * STRIDE % entries; \
    for (uint k = 0; k < LOOKUPS; k++) {              \
        x = rotate(x, 3U) + table[entry];             \
        entry = entry + 1 == entries ? 0 : entry + 1; \
    }

kernel void constant_memory_global(global uint *restrict out, global const uint *restrict in,
                                   global const uint *restrict table, uint entries, uint spread,
                                   ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i];
    LOOK_UP(x, table)
    out[i] = x;
}

kernel void constant_memory_argument(global uint *restrict out, global const uint *restrict in,
                                     constant uint *restrict table, uint entries, uint spread,
                                     ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i];
    LOOK_UP(x, table)
    out[i] = x;
}

// The argument `table` is not used: all kernels have the same arguments.
kernel void constant_memory_program(global uint *restrict out, global const uint *restrict in,
                                    global const uint *restrict table, uint entries, uint spread,
                                    ulong n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i];
    LOOK_UP(x, TABLE)
    out[i] = x;
}

// The work-group copies the table.  Work-items past n help.
kernel void constant_memory_local(global uint *restrict out, global const uint *restrict in,
                                  global const uint *restrict table, uint entries, uint spread,
                                  ulong n, local uint *restrict copy)
{
    //: skeleton
    //: uint items = get_local_size(0), piece = entries / items / 2;    // Here: too few
    //: solution
    uint items = get_local_size(0), piece = (entries + items - 1) / items;
    //: end
    uint first = get_local_id(0) * piece;
    for (uint j = first; j < min(first + piece, entries); j++)
        copy[j] = table[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint x = in[i];
    LOOK_UP(x, copy)
    out[i] = x;
}
