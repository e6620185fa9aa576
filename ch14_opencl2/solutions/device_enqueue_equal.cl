// SPDX-License-Identifier: MIT
//
// Exercise 1 of device_enqueue: numbers that are equal to the pivot need no child.

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
    if (end - begin <= FEW) {
        for (int i = begin + 1; i < end; i++)
            for (int j = i; j > begin && x[j - 1] > x[j]; j--)
                swap(x, j - 1, j);
        return;
    }
    // What is before `less` is smaller than the pivot, what is from `more` on is larger.  Between
    // `less` and `at` all are equal to it, and from `at` to `more` nobody has looked yet.
    uint pivot = x[begin + (end - begin) / 2];
    int less = begin, at = begin, more = end;
    while (at < more) {
        if (x[at] < pivot)
            swap(x, less++, at++);
        else if (x[at] > pivot)
            //: skeleton
            //: swap(x, at++, --more);    // Here: what is at place `at` after the swap?
            //: solution
            swap(x, at, --more);
        //: end
        else
            at++;
    }

    queue_t queue = get_default_queue();
    int first = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      device_enqueue_sort(x, launches, failed, begin, less);
    });
    int second = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
      device_enqueue_sort(x, launches, failed, more, end);
    });
    if (first != CLK_SUCCESS || second != CLK_SUCCESS) atomic_inc(failed);
}
