// SPDX-License-Identifier: MIT
//
// Exercise 4 of device_address_lists: a piece read once.

// --- as in OpenCL 1.2: all pieces are in two buffers, and places lead from one to the next

typedef struct {
    uint next;            // place of the next piece + 1; 0: this is the last one
    uint first, count;    // its numbers
} index_piece;

kernel void device_address_lists_indices(global int *restrict sums,
                                         global const uint *restrict heads,
                                         global const index_piece *restrict pieces,
                                         global const int *restrict numbers, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    uint next = heads[i];
    while (next != 0) {
        index_piece own = pieces[next - 1];
        for (uint k = 0; k < own.count; k++)
            sum += numbers[own.first + k];
        //: skeleton
        //: next = 0;    // Exercise 4 of device_address_lists: the next piece.
        //: solution
        next = own.next;
        //: end
    }
    sums[i] = sum;
}

// --- with device addresses: each piece is a buffer of its own

// The head of a piece; its numbers follow.  The same structure as in device_address_lists.c.
typedef struct {
    ulong next;     // address of the next piece; 0: this is the last one
    ulong count;    // of its numbers
} piece;

kernel void device_address_lists_follow(global int *restrict sums,
                                        global const ulong *restrict heads, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int sum = 0;
    for (ulong next = heads[i]; next != 0;) {
        global const piece *at = (global const piece *)next;
        global const int *numbers = (global const int *)(at + 1);
        for (ulong k = 0; k < at->count; k++)
            sum += numbers[k];
        next = at->next;
    }
    sums[i] = sum;
}
