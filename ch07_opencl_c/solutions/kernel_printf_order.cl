// SPDX-License-Identifier: MIT
//
// Exercise 3 of kernel_printf: values in the order of the format.
//: skeleton
//: // Here it is not.
//: end

kernel void kernel_printf(global uint *restrict y, global const uint *restrict x)
{
    uint i = get_global_id(0);
    uint square = x[i] * x[i];
    //: skeleton
    //: printf("work-item %u: %u squared is %u\n", x[i], i, square);
    //: solution
    printf("work-item %u: %u squared is %u\n", i, x[i], square);
    //: end
    y[i] = square;
}
