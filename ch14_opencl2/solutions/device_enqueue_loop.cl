// SPDX-License-Identifier: MIT
//
// Exercise 2 of device_enqueue: each kernel launches the right half, and goes on with the left one.

kernel void device_enqueue_once(global uint *squares, global uint *failed, uint n)
{
    int error = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), ^{
      uint i = (uint)get_global_id(0);
      squares[i] = i * i;
    });
    if (error != CLK_SUCCESS) atomic_inc(failed);
}

kernel void device_enqueue_halve(global uint *lengths, global uint *failed, global const uint *x,
                                 uint begin, uint end)
{
    while (true) {
        bool equal = true;
        for (uint i = begin; i < end; i++)
            equal = equal && x[i] == x[begin];
        if (equal) {
            for (uint i = begin; i < end; i++)
                lengths[i] = end - begin;
            return;
        }
        uint middle = begin + (end - begin) / 2;
        int right = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
          device_enqueue_halve(lengths, failed, x, middle, end);
        });
        if (right != CLK_SUCCESS) atomic_inc(failed);
        end = middle;
    }
}
