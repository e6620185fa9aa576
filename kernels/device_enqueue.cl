// SPDX-License-Identifier: MIT
//
// device_enqueue - kernels that launch others.  The host launches each of them with one work-item.

// One child: n work-items, each of which writes its square.  What stands in ^{ } is a *block*, the
// code of the child.  It may use the variables around it; they are copied.
kernel void device_enqueue_once(global uint *squares, global uint *failed, uint n)
{
    int error = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), ^{
      uint i = (uint)get_global_id(0);
      squares[i] = i * i;
    });
    if (error != CLK_SUCCESS) atomic_inc(failed);
}

// Halves the range from begin to end until all its numbers are equal.  Then each place of it gets
// the length of the range.
//
//     x          7 7 7 7 7 7 7 2
//     launch 1   not equal: 2 children
//     2 and 3    4 4 4 4|not equal: 2 children
//     4 and 5            2 2|not equal: 2 children
//     6 and 7                1|1
//     lengths    4 4 4 4 2 2 1 1
kernel void device_enqueue_halve(global uint *lengths, global uint *failed, global const uint *x,
                                 uint begin, uint end)
{
    bool equal = true;
    for (uint i = begin; i < end; i++)
        equal = equal && x[i] == x[begin];
    if (equal) {
        for (uint i = begin; i < end; i++)
            lengths[i] = end - begin;
        return;
    }
    uint middle = begin + (end - begin) / 2;
    queue_t queue = get_default_queue();
    int left = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      device_enqueue_halve(lengths, failed, x, begin, middle);
    });
    int right = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      device_enqueue_halve(lengths, failed, x, middle, end);
    });
    if (left != CLK_SUCCESS || right != CLK_SUCCESS) atomic_inc(failed);
}
