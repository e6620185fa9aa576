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

#define FEW 32    // a part of so many numbers is sorted at once

void swap(global uint *x, int i, int j)
{
    uint kept = x[i];
    x[i] = x[j];
    x[j] = kept;
}

// Quicksort of the numbers from place `begin` to the one before `end`.  A number in the middle is
// the pivot.  What is larger goes to the right, what is smaller to the left, and what is equal
// to either side.  A child sorts each side.  It waits until its parent has ended: only then is it
// sure to see what the parent wrote.
//
//     x              5 2 7 1 4 8 3 6        pivot 4
//     launch 1       3 2 4 1|7 8 5 6        2 children, with the pivots 4 and 5
//     2 and 3        3 2 1|4|5|8 7 6        4 children, which are sorted at once where FEW is 3
//     4 to 7         1 2 3|4|5|6 7 8
kernel void device_enqueue_sort(global uint *x, global uint *launches, global uint *failed,
                                int begin, int end)
{
    atomic_inc(launches);
    if (end - begin <= FEW) {
        for (int i = begin + 1; i < end; i++)
            for (int j = i; j > begin && x[j - 1] > x[j]; j--)
                swap(x, j - 1, j);
        return;
    }
    uint pivot = x[begin + (end - begin) / 2];
    int left = begin, right = end - 1;
    while (left <= right) {
        while (x[left] < pivot)
            left++;
        while (x[right] > pivot)
            right--;
        if (left <= right) swap(x, left++, right--);
    }

    queue_t queue = get_default_queue();
    int first = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      device_enqueue_sort(x, launches, failed, begin, right + 1);
    });
    int second = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      device_enqueue_sort(x, launches, failed, left, end);
    });
    if (first != CLK_SUCCESS || second != CLK_SUCCESS) atomic_inc(failed);
}
