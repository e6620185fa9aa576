// SPDX-License-Identifier: MIT
//
// device_address - a buffer leads to another one: one work-item per number of the second buffer.
//
//     letter                    numbers
//     [ numbers  0x7f10... ]--> [ 3 1 4 1 5 9 ]
//     [ count            6 ]
//        ^
//     the kernel's argument     reached through the address

// The same structure as in device_address.c.
typedef struct {
    ulong numbers;    // the address of the second buffer on the device
    ulong count;      // how many numbers are there
} letter;

// Doubles each number, and adds 1.
kernel void device_address(global const letter *at)
{
    size_t i = get_global_id(0);
    if (i >= at->count) return;
    global uint *numbers = (global uint *)at->numbers;
    numbers[i] = 2 * numbers[i] + 1;
}
