// SPDX-License-Identifier: MIT
//
// Two tasks whose next launch depends on what the last one found.  The kernels on top do the work
// of one launch.  Those at the end decide on the device what is launched next.
//
// CIRCLES      circles of the search
// GROUP        work-items per work-group of what a kernel launches
// FAILED       the place in `counts` and in `state` that says that a kernel could not be enqueued
// MOST_ROUNDS  rounds after which each element has its root; more would never end

#if !defined CIRCLES || !defined GROUP || !defined FAILED || !defined MOST_ROUNDS
#error "the host must build this file with -DCIRCLES= -DGROUP= -DFAILED= -DMOST_ROUNDS="
#endif

// --- search: through which pixels do the circles pass?

// Distances of the circle's centre from the square's nearest and farthest point, in one dimension.
long nearest(long begin, long end)
{
    return begin > 0 ? begin : end < 0 ? -end : 0;
}

long farthest(long begin, long end)
{
    return max(-begin, end);
}

// A square is the pixel at its corner: y in the upper half of the number, x in the lower one.  Does
// a circle (x, y, radius) pass through it?
bool crosses(uint4 circle, uint square, uint size)
{
    long left = (long)(square & 0xffff) - circle.x, right = left + size;
    long top = (long)(square >> 16) - circle.y, bottom = top + size;
    long near_x = nearest(left, right), near_y = nearest(top, bottom);
    long far_x = farthest(left, right), far_y = farthest(top, bottom);
    long limit = (long)circle.z * circle.z;
    return near_x * near_x + near_y * near_y <= limit && far_x * far_x + far_y * far_y >= limit;
}

bool any_crosses(global const uint4 *circles, uint square, uint size)
{
    for (uint c = 0; c < CIRCLES; c++)
        if (crosses(circles[c], square, size)) return true;
    return false;
}

// One square of the level per work-item: from[0] to from[counts[level] - 1].  Those of its quarters
// that a circle passes through are squares of the next level, in `to`.  One pixel is drawn.
kernel void device_enqueue_search_refine(global uchar *out, global uint *to,
                                         global const uint *from, volatile global uint *counts,
                                         global const uint4 *circles, uint n, uint size, uint level)
{
    size_t i = get_global_id(0);
    if (i >= counts[level]) return;
    uint square = from[i], x = square & 0xffff, y = square >> 16;
    if (x >= n || y >= n) return;    // no square: an earlier command failed
    if (size == 1) {
        out[(size_t)y * n + x] = 255;
        return;
    }
    uint half_size = size / 2;
    for (uint quarter = 0; quarter < 4; quarter++) {
        uint part_x = x + quarter % 2 * half_size, part_y = y + quarter / 2 * half_size;
        uint part = part_y << 16 | part_x;
        if (part_x >= n || part_y >= n || !any_crosses(circles, part, half_size)) continue;
        to[atomic_inc(&counts[level + 1])] = part;
    }
}

// --- roots: each element has a parent; which root does it belong to?

// Each element takes the parent of its parent.  state[0]: did one change?
kernel void device_enqueue_search_jump(global uint *restrict to, global const uint *restrict from,
                                       volatile global uint *state, uint n)
{
    size_t i = get_global_id(0);
    if (i >= n) return;
    uint parent = min(from[i], n - 1), next = from[parent];    // never outside, whatever it finds
    to[i] = next;
    if (next != parent) state[0] = 1;    // all who store it store the same
}

// --- the same decisions as on the host, by one work-item

#if __OPENCL_C_VERSION__ == 200 || defined __opencl_c_device_enqueue

ndrange_t range_of(uint items)
{
    return ndrange_1D((items + GROUP - 1) / GROUP * GROUP, GROUP);
}

kernel void device_enqueue_search_levels(global uchar *out, global uint *to, global uint *from,
                                         volatile global uint *counts, global const uint4 *circles,
                                         uint n, uint size, uint level)
{
    if (counts[level] == 0) return;
    void (^refine)(void) = ^{
      device_enqueue_search_refine(out, to, from, counts, circles, n, size, level);
    };
    void (^search_on)(void) = ^{
      device_enqueue_search_levels(out, from, to, counts, circles, n, size / 2, level + 1);
    };
    queue_t queue = get_default_queue();
    clk_event_t refined;
    int first = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range_of(counts[level]), 0, NULL,
                               &refined, refine);
    if (first != CLK_SUCCESS) {
        counts[FAILED] = 1;
        return;
    }
    int second = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &refined, NULL,
                                search_on);
    if (second != CLK_SUCCESS) counts[FAILED] = 1;
    release_event(refined);
}

// state[1] counts the rounds.
kernel void device_enqueue_search_until_same(global uint *to, global uint *from,
                                             volatile global uint *state, uint n)
{
    if (state[0] == 0 || state[1] == MOST_ROUNDS) return;
    state[0] = 0;
    state[1]++;
    void (^jump)(void) = ^{
      device_enqueue_search_jump(to, from, state, n);
    };
    void (^next_round)(void) = ^{
      device_enqueue_search_until_same(from, to, state, n);
    };
    queue_t queue = get_default_queue();
    clk_event_t jumped;
    int first =
        enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range_of(n), 0, NULL, &jumped, jump);
    if (first != CLK_SUCCESS) {
        state[FAILED] = 1;
        return;
    }
    int second = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &jumped, NULL,
                                next_round);
    if (second != CLK_SUCCESS) state[FAILED] = 1;
    release_event(jumped);
}

#endif
