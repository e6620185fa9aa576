// SPDX-License-Identifier: MIT
//
// The four address spaces: private, local, constant, global.
//
// TABLE    entries of the table that the timed kernels read: 64
// READS    how many entries each work-item reads

#if !defined(TABLE) || !defined(READS)
#error TABLE and READS are the size of the table and the reads per work-item
#endif

// At program scope only constant variables may stand.  The compiler knows their values.
constant uint primes[TABLE] = { 2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,
                                43,  47,  53,  59,  61,  67,  71,  73,  79,  83,  89,  97,  101,
                                103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
                                173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239,
                                241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311 };
constant char greeting[] = "OpenCL C";    // a string literal is constant, too

// Every work-item adds 1 to a variable of its own, to two that its work-group shares, and to one
// that all share.  Then it writes out what it finds in the first three.
//
// argument   local memory whose size the host has chosen
// all        global memory
//
// The two have no `restrict`: other work-items change what they point to.
kernel void address_spaces_costs_count(global uint *restrict out, global uint *all,
                                       local uint *argument)
{
    uint mine = 0;       // private: one per work-item
    local uint group;    // local: one per work-group; its size is known when the kernel is compiled
    if (get_local_id(0) == 0) group = argument[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    mine++;
    atomic_inc(&group);
    atomic_inc(argument);
    atomic_inc(all);
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    out[3 * i + 0] = mine;
    out[3 * i + 1] = group;
    out[3 * i + 2] = *argument;
}

// A function for every file that includes it: static, so that its name does not leave the program.
// The pointer says which memory it takes.
static uint sum_constant(constant const uint *table)
{
    uint sum = 0;
    for (int k = 0; k < TABLE; k++)
        sum += table[k];
    return sum;
}

// One work-item: the sum of the table, then the characters of the greeting.
kernel void address_spaces_costs_constants(global uint *out)
{
    out[0] = sum_constant(primes);
    for (int k = 0; k < 9; k++)
        out[1 + k] = greeting[k];
}

// A kernel may call a kernel: then it is a function like others.
kernel void address_spaces_costs_caller(global uint *out)
{
    address_spaces_costs_constants(out + 10);
    out[0] = 1;
}

// One task with the table in four memories: out[i] is made of READS entries of the table.
// Work-items begin at different ones.  One work-item per element.
#define ENTRY(i, k) ((7 * (i) + (k) * (k)) % TABLE)

kernel void address_spaces_costs_global(global uint *restrict out,
                                        global const uint *restrict table, ulong n)
{
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < READS; k++)
        sum = 3 * sum + table[ENTRY(i, k)];
    if (i < n) out[i] = sum;
}

kernel void address_spaces_costs_constant(global uint *restrict out,
                                          constant uint *restrict constants, ulong n)
{
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < READS; k++)
        sum = 3 * sum + constants[ENTRY(i, k)];
    if (i < n) out[i] = sum;
}

// The work-items of a group copy the table together.
kernel void address_spaces_costs_local(global uint *restrict out, global const uint *restrict table,
                                       ulong n)
{
    local uint shared[TABLE];
    for (size_t k = get_local_id(0); k < TABLE; k += get_local_size(0))
        shared[k] = table[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < READS; k++)
        sum = 3 * sum + shared[ENTRY(i, k)];
    if (i < n) out[i] = sum;
}

// Every work-item has a copy of its own.
kernel void address_spaces_costs_private(global uint *restrict out,
                                         global const uint *restrict table, ulong n)
{
    uint own[TABLE];
    for (uint k = 0; k < TABLE; k++)
        own[k] = table[k];
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < READS; k++)
        sum = 3 * sum + own[ENTRY(i, k)];
    if (i < n) out[i] = sum;
}
