// SPDX-License-Identifier: MIT
//
// Exercise 1 of device_enqueue: a child writes a whole range, with a work-item for each place.

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
    bool equal = true;
    for (uint i = begin; i < end; i++)
        equal = equal && x[i] == x[begin];
    queue_t queue = get_default_queue();
    if (equal) {
        uint length = end - begin;
        int error = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(length), ^{
          lengths[get_global_id(0)] = length;    // Here: whose place is this?
        });
        if (error != CLK_SUCCESS) atomic_inc(failed);
        return;
    }
    uint middle = begin + (end - begin) / 2;
    int left = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      device_enqueue_halve(lengths, failed, x, begin, middle);
    });
    int right = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      device_enqueue_halve(lengths, failed, x, middle, end);
    });
    if (left != CLK_SUCCESS || right != CLK_SUCCESS) atomic_inc(failed);
}
