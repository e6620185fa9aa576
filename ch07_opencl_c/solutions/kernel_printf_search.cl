// SPDX-License-Identifier: MIT
//
// Exercise 2 of kernel_printf: some squares are wrong.
//: skeleton
//: // Let the work-items say what they compute.
//: end

kernel void kernel_printf(global uint *restrict y, global const uint *restrict x)
{
    uint i = get_global_id(0);
    //: skeleton
    //: ushort square = x[i] * x[i];
    //: // Here: print i, x[i] and square.
    //: solution
    uint square = x[i] * x[i];
    printf("work-item %u: %u squared is %u\n", i, x[i], square);
    //: end
    y[i] = square;
}
