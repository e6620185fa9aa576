// SPDX-License-Identifier: MIT
//
// saxpy --kernel build/exercises/saxpy_backwards.cl
//
// As saxpy.cl, but the first work-item computes the last element.
//: skeleton
//: // So far all work-items compute that one.
//: end
kernel void saxpy(global float *restrict a, float alpha, global const float *restrict b,
                  global const float *restrict c, ulong n)
{
    size_t item = get_global_id(0);
    if (item < n) {
        //: skeleton
        //: size_t i = n - 1;    // Exercise 3 of saxpy: the element of this work-item
        //: solution
        size_t i = n - 1 - item;
        //: end
        a[i] = alpha * b[i] + c[i];
    }
}
