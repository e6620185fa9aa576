// SPDX-License-Identifier: MIT
//
// Exercise 1 of device_address: each work-item computes the address of its own number.

// The same structure as in device_address.c.
typedef struct {
    ulong numbers;    // the address of the second buffer on the device
    ulong count;      // how many numbers are there
} letter;

kernel void device_address(global const letter *at)
{
    size_t i = get_global_id(0);
    if (i >= at->count) return;
    //: skeleton
    //: global uint *own = (global uint *)(at->numbers + i);    // Here: how many bytes further?
    //: solution
    global uint *own = (global uint *)(at->numbers + i * sizeof(uint));
    //: end
    *own = 2 * *own + 1;
}
