// SPDX-License-Identifier: MIT
//
// merge_path for CPUs - a work-item sorts a tile alone, and merges many keys from both ends,
// without branches that the processor could foresee wrongly.
//
// The host sets
//     TILE     keys that a work-item sorts in local memory, a power of two; also the places that it
//              makes in a merge

#ifndef TILE
#error "the host must build this file with -D for the macro above"
#endif

// Merges two neighbouring runs of the same length.  One merge makes the first half of the places
// from the front, another one the last half from the back.  In i steps each takes at most i keys of
// a run: neither looks past its end.  They do not wait for each other.
void merge_runs(local uint *restrict to, local const uint *restrict from, uint run)
{
    uint left = 0, right = run, last_left = run - 1, last_right = 2 * run - 1;
    for (uint i = 0; i < run; i++) {
        uint a = from[left], b = from[right], is_left = a <= b;
        to[i] = min(a, b);
        left += is_left;
        right += 1 - is_left;

        uint c = from[last_left], d = from[last_right], was_left = c > d;
        to[2 * run - 1 - i] = max(c, d);
        last_left -= was_left;
        last_right -= 1 - was_left;
    }
}

// A tile per work-item.  Behind the last key it is filled up with the largest number.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
merge_path_tiles(global uint *restrict out, global const uint *restrict in, uint n)
{
    local uint one[TILE], other[TILE];
    local uint *from = one, *to = other;
    uint tile = get_group_id(0) * TILE, keys = min(n - tile, (uint)TILE);
    for (uint i = 0; i < TILE; i++)
        from[i] = i < keys ? in[tile + i] : UINT_MAX;

    for (uint run = 1; run < TILE; run *= 2) {
        for (uint pair = 0; pair < TILE; pair += 2 * run)
            merge_runs(to + pair, from + pair, run);
        local uint *written = to;
        to = from;
        from = written;
    }

    for (uint i = 0; i < keys; i++)
        out[tile + i] = from[i];
}

// How many of the first `before` keys of a merged pair come from the left run?
uint from_left(global const uint *in, uint begin, uint middle, uint end, uint before)
{
    uint right_keys = end - middle;
    uint low = max((int)before - (int)right_keys, 0), high = min(before, middle - begin);
    while (low < high) {
        uint mid = (low + high) / 2;
        if (in[begin + mid] <= in[middle + before - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

// A work-item makes TILE places of the merged run.  It searches where they begin and where they end
// in both runs, and merges from both ends.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
merge_path(global uint *restrict out, global const uint *restrict in, uint n, uint run)
{
    uint front = get_group_id(0) * TILE, back = min(front + TILE, n);
    uint begin = front - front % (2 * run);    // of the pair of runs
    uint middle = min(begin + run, n), end = min(begin + 2 * run, n);
    uint left = begin + from_left(in, begin, middle, end, front - begin);
    uint left_end = begin + from_left(in, begin, middle, end, back - begin);
    uint right = middle + front - left, right_end = middle + back - left_end;

    // So many steps, both from the front and from the back, need no look at the end of a run.
    while (left < left_end && right < right_end)
        for (uint i = min(left_end - left, right_end - right); i > 0; i--) {
            uint a = in[left], b = in[right], is_left = a <= b;
            out[front++] = min(a, b);
            left += is_left;
            right += 1 - is_left;

            uint c = in[left_end - 1], d = in[right_end - 1], was_left = c > d;
            out[--back] = max(c, d);
            left_end -= was_left;
            right_end -= 1 - was_left;
        }

    // One of the two rests is empty.
    while (left < left_end)
        out[front++] = in[left++];
    while (right < right_end)
        out[front++] = in[right++];
}
