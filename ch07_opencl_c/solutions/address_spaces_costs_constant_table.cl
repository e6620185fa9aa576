// SPDX-License-Identifier: MIT
//
// Exercise 5 of address_spaces_costs: the table of the program.
//: skeleton
//: // Here it reads another constant.
//: end

// At program scope only constant variables may stand.  The compiler knows their values.
constant uint primes[TABLE] = { 2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,
                                43,  47,  53,  59,  61,  67,  71,  73,  79,  83,  89,  97,  101,
                                103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
                                173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239,
                                241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311 };
constant char greeting[] = "OpenCL C";    // a string literal is constant, too

// One task with the table in four memories: out[i] is made of READS entries of the table.
// Work-items begin at different ones.  One work-item per element.
#define ENTRY(i, k) ((7 * (i) + (k) * (k)) % TABLE)

kernel void address_spaces_costs_constant(global uint *restrict out,
                                          constant uint *restrict constants, ulong n)
{
    size_t i = get_global_id(0);
    uint sum = 0;
    for (uint k = 0; k < READS; k++)
        //: skeleton
        //: sum = 3 * sum + greeting[ENTRY(i, k) % 8];
        //: solution
        sum = 3 * sum + primes[ENTRY(i, k)];
    //: end
    if (i < n) out[i] = sum;
}
