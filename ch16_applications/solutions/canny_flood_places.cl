// SPDX-License-Identifier: MIT
//
// Exercise 2 of canny_flood: seeds go into the queue a work-item at a time, not a pixel at a time.
//
// In `edges`, 2 is strong, 1 is weak, 0 is no edge.  `taken` has a number for each pixel, 0 at
// first: the work-item that makes it 1 puts the pixel into the queue.  So a pixel comes there once.
//
// The host sets LOCAL, the work-items of the only work-group of `spread`.

#ifndef LOCAL
#error "the host must build this file with -DLOCAL=<work-items>"
#endif

// A work-item per pixel: a strong one begins with the weak ones around it.
kernel void seeds(global uint *queue, global uint *tail, global uint *taken,
                  global const uchar *edges, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height || edges[(size_t)y * width + x] != 2) return;
    uint mine[8], count = 0;
    for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); v++)
        for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); u++) {
            uint at = v * width + u;
            if (edges[at] == 1 && atomic_cmpxchg(&taken[at], 0, 1) == 0) mine[count++] = at;
        }
    //: skeleton
    //: // Here: put the pixels of `mine` into the queue.
    //: solution
    if (count == 0) return;
    uint first = atomic_add(tail, count);
    for (uint k = 0; k < count; k++)
        queue[first + k] = mine[k];
    //: end
}

// One work-group: all that are in the queue put their neighbours there, until nothing is new.  Only
// then are the pixels made strong: until the end, nobody writes what others read.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
spread(global uint *queue, global uint *count, global uint *taken, global uchar *edges, int width,
       int height)
{
    local uint tail;
    uint me = get_local_id(0), begin = 0, end = *count;
    if (me == 0) tail = end;
    barrier(CLK_LOCAL_MEM_FENCE);

    while (begin < end) {
        for (uint i = begin + me; i < end; i += LOCAL) {
            int x = queue[i] % width, y = queue[i] / width;
            for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); v++)
                for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); u++) {
                    uint at = v * width + u;
                    if (edges[at] == 1 && atomic_cmpxchg(&taken[at], 0, 1) == 0)
                        queue[atomic_inc(&tail)] = at;
                }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        begin = end;
        end = tail;
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read `tail`
    }

    for (uint i = me; i < end; i += LOCAL)
        edges[queue[i]] = 2;
    if (me == 0) *count = end;
}
