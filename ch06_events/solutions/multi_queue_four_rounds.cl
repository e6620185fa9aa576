// SPDX-License-Identifier: MIT
//
// Exercise 3 of multi_queue: four rounds at once.

// x[i] = 5 * x[i] + key, `rounds` times, modulo 2^32, for i from 0 to n - 1.  Work-item k computes
// elements k, k + the number of work-items, and so on.  So any number of work-groups is enough, and
// a part of the device stays free.
kernel void multi_queue_work(global uint *x, uint key, uint rounds, ulong n)
{
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint y = x[i];
        uint k = 0;
        for (; k + 4 <= rounds; k += 4)
            //: skeleton
            //: y = 625 * y + key;    // Here: how often does the key count?
            //: solution
            y = 625 * y + 156 * key;
        //: end
        for (; k < rounds; k++)
            y = 5 * y + key;
        x[i] = y;
    }
}

// sum[i] = a[i] + b[i] + c[i] + d[i], modulo 2^32, for i from 0 to n - 1.  One element per
// work-item.
kernel void multi_queue_sum(global uint *restrict sum, global const uint *restrict a,
                            global const uint *restrict b, global const uint *restrict c,
                            global const uint *restrict d, ulong n)
{
    size_t i = get_global_id(0);
    if (i < n) sum[i] = a[i] + b[i] + c[i] + d[i];
}
