// SPDX-License-Identifier: MIT
//
// Exercise 4 of unified_svm: two sums per row.

kernel void unified_svm_buffer(global int *restrict sums, global const int *restrict x,
                               global const uint *restrict starts, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    int even = 0, odd = 0;
    uint k = starts[i];
    for (; k + 1 < starts[i + 1]; k += 2) {
        even += x[k];
        odd += x[k + 1];
    }
    //: skeleton
    //: sums[i] = even + odd;    // Exercise 4 of unified_svm: the last one of an odd number?
    //: solution
    if (k < starts[i + 1]) even += x[k];
    sums[i] = even + odd;
    //: end
}
