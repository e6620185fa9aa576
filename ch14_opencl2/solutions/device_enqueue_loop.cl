// SPDX-License-Identifier: MIT
//
// Exercise 2 of device_enqueue: each kernel launches a child for the larger numbers, and goes on
// with the smaller ones itself.

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

kernel void device_enqueue_sort(global uint *x, global uint *launches, global uint *failed,
                                int begin, int end)
{
    atomic_inc(launches);
    while (end - begin > FEW) {
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
        int error = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
          device_enqueue_sort(x, launches, failed, left, end);
        });
        if (error != CLK_SUCCESS) atomic_inc(failed);
        //: skeleton
        //: return;    // Here: go on with the smaller numbers.
        //: solution
        end = right + 1;
        //: end
    }
    for (int i = begin + 1; i < end; i++)
        for (int j = i; j > begin && x[j - 1] > x[j]; j--)
            swap(x, j - 1, j);
}
