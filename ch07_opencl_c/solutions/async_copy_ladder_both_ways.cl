// SPDX-License-Identifier: MIT
//
// Results leave while the next tile is computed.
//: skeleton
//: // Here they never leave.
//: end
//
// TILE     outputs per tile
// TAPS     how many elements an output is made of
//
// async_copy_ladder --variant double_buffer
//                   --kernel build/exercises/async_copy_ladder_both_ways.cl

enum { LENGTH = TILE + TAPS - 1 };

static size_t tile_outputs(size_t start, ulong n)
{
    return min((size_t)TILE, (size_t)n - start);
}

static uint filter_local(local const uint *x)
{
    uint sum = 0;
    for (uint k = 0; k < TAPS; k++)
        sum += (k + 1) * x[k];
    return sum;
}

kernel void async_copy_ladder_double_buffer(global uint *restrict out,
                                            global const uint *restrict in, ulong n)
{
    local uint tiles[2][LENGTH], results[2][TILE];
    const size_t step = get_num_groups(0) * TILE;
    size_t start = get_group_id(0) * TILE;
    event_t arrived =
        async_work_group_copy(tiles[0], in + start, tile_outputs(start, n) + TAPS - 1, 0);
    //: skeleton
    //: for (uint now = 0; start < n; now = 1 - now, start += step) {
    //:     const size_t count = tile_outputs(start, n), next = start + step;
    //:     wait_group_events(1, &arrived);
    //:     if (next < n)
    //:         arrived = async_work_group_copy(tiles[1 - now], in + next,
    //:                                         tile_outputs(next, n) + TAPS - 1, 0);
    //:     // Exercise 3 of async_copy_ladder: wait for the copy of two tiles ago from results[now].
    //:     for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
    //:         results[now][i] = filter_local(tiles[now] + i);
    //:     barrier(CLK_LOCAL_MEM_FENCE);    // all results are there, and all have read the tile
    //:     // Exercise 3 of async_copy_ladder: begin the copy to out + start.  At the end wait for all.
    //: }
    //: solution
    event_t left[2];
    uint done = 0;
    for (uint now = 0; start < n; now = 1 - now, start += step, done++) {
        const size_t count = tile_outputs(start, n), next = start + step;
        wait_group_events(1, &arrived);
        if (next < n)
            arrived = async_work_group_copy(tiles[1 - now], in + next,
                                            tile_outputs(next, n) + TAPS - 1, 0);
        if (done >= 2) wait_group_events(1, &left[now]);    // of two tiles ago
        for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
            results[now][i] = filter_local(tiles[now] + i);
        barrier(CLK_LOCAL_MEM_FENCE);    // all results are there, and all have read the tile
        left[now] = async_work_group_copy(out + start, results[now], count, 0);
    }
    if (done >= 2)
        wait_group_events(2, left);
    else
        wait_group_events(1, left);
    //: end
}
