// SPDX-License-Identifier: MIT
//
// Exercise 2 of device_address: the letter has a pointer in place of a number.

// The same structure as in device_address.c.
typedef struct {
    global uint *numbers;    // the second buffer on the device
    ulong count;             // how many numbers are there
} letter;

kernel void device_address(global const letter *at)
{
    size_t i = get_global_id(0);
    if (i >= at->count) return;
    //: skeleton
    //: // Here: the same, without a cast.
    //: solution
    at->numbers[i] = 2 * at->numbers[i] + 1;
    //: end
}
