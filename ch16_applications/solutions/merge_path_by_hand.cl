// SPDX-License-Identifier: MIT
//
// Exercise 2 of merge_path: three loops.
//: skeleton
//: // What is left of a run is missing.
//: end
//
// merge_path - sorts tiles in local memory, then merges pairs of runs, several keys per work-item.
//
// The host sets
//     LOCAL    work-items per work-group, a power of two, at most TILE
//     TILE     keys that a work-group sorts in local memory, a power of two

#if !defined(LOCAL) || !defined(TILE)
#error "the host must build this file with -D for each of the macros above"
#endif

#define ITEMS (TILE / LOCAL)    // keys per work-item

// A work-group per tile.  Each key finds its place, as in merge_sort, but all launches of it are
// one here: a barrier stands between the passes.  Behind the last key the tile is filled up with
// the largest number.  It stays behind all keys, and is not written.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
merge_path_tiles(global uint *restrict out, global const uint *restrict in, uint n)
{
    local uint one[TILE], other[TILE];
    local uint *from = one, *to = other;
    uint tile = get_group_id(0) * TILE;
    for (uint i = get_local_id(0); i < TILE; i += LOCAL)
        from[i] = tile + i < n ? in[tile + i] : UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint run = 1; run < TILE; run *= 2) {
        for (uint i = get_local_id(0); i < TILE; i += LOCAL) {
            uint begin = i - i % (2 * run), middle = begin + run, key = from[i];
            bool is_left = i < middle;
            uint low = is_left ? middle : begin, high = low + run;
            while (low < high) {
                uint mid = (low + high) / 2;
                if (is_left ? from[mid] < key : from[mid] <= key)
                    low = mid + 1;
                else
                    high = mid;
            }
            to[i + low - middle] = key;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        local uint *written = to;
        to = from;
        from = written;
    }

    for (uint i = get_local_id(0); i < TILE && tile + i < n; i += LOCAL)
        out[tile + i] = from[i];
}

// A work-item makes ITEMS places of the merged run, one after the other.  First it searches how
// many keys before them come from the left run; the others come from the right run.  All of its
// places are in one pair of runs: ITEMS divides `run`.
kernel void merge_path(global uint *restrict out, global const uint *restrict in, uint n, uint run)
{
    uint first = get_global_id(0) * ITEMS;
    if (first >= n) return;
    uint begin = first - first % (2 * run);    // of the pair of runs
    uint middle = min(begin + run, n), end = min(begin + 2 * run, n);

    // Of the `before` keys, are more than `mid` of the left run?
    uint before = first - begin, right_keys = end - middle;
    uint low = max((int)before - (int)right_keys, 0), high = min(before, middle - begin);
    while (low < high) {
        uint mid = (low + high) / 2;
        if (in[begin + mid] <= in[middle + before - 1 - mid])
            low = mid + 1;
        else
            high = mid;
    }

    // From here on, merge by hand.  Of equal keys, the left one comes first.
    uint left = begin + low, right = middle + before - low, stop = min(first + ITEMS, end);
    uint i = first;
    while (i < stop && left < middle && right < end)
        out[i++] = in[left] <= in[right] ? in[left++] : in[right++];
    //: solution
    while (i < stop && left < middle)
        out[i++] = in[left++];
    while (i < stop && right < end)
        out[i++] = in[right++];
    //: end
}
