// SPDX-License-Identifier: MIT
//
// A filter on tiles: out[i] = 1 * in[i] + 2 * in[i + 1] + ... + TAPS * in[i + TAPS - 1].
//
// A work-group computes the TILE outputs of a tile, then those of another tile, and so on.  The
// last tile may be shorter.  `in` has TAPS - 1 elements behind its end.
//
//     in     |  tile 0  |  tile 1  |  tile 2  |  tile 3  | 4 |.|      . TAPS - 1 zeros
//     group       0          1          0          1       0          with two work-groups
//
// There are at most as many work-groups as tiles.
//
// TILE     outputs per tile
// TAPS     how many elements an output is made of
// FEW      elements of the two small kernels at the end; an even number

#if !defined(TILE) || !defined(TAPS) || !defined(FEW)
#error "the host must build this file with -D for each of the macros above"
#endif

enum { LENGTH = TILE + TAPS - 1 };    // elements that a whole tile needs

// How many outputs the tile has that begins at `start`.
static size_t tile_outputs(size_t start, ulong n)
{
    return min((size_t)TILE, (size_t)n - start);
}

// OpenCL C 1.2 wants a function for each memory.
static uint filter_global(global const uint *x)
{
    uint sum = 0;
    for (uint k = 0; k < TAPS; k++)
        sum += (k + 1) * x[k];
    return sum;
}

static uint filter_local(local const uint *x)
{
    uint sum = 0;
    for (uint k = 0; k < TAPS; k++)
        sum += (k + 1) * x[k];
    return sum;
}

// --- direct: each element is read TAPS times from global memory.

kernel void async_copy_ladder_direct(global uint *restrict out, global const uint *restrict in,
                                     ulong n)
{
    const size_t step = get_num_groups(0) * TILE;    // from a tile of this group to its next one
    for (size_t start = get_group_id(0) * TILE; start < n; start += step)
        for (size_t i = get_local_id(0); i < tile_outputs(start, n); i += get_local_size(0))
            out[start + i] = filter_global(in + start + i);
}

// --- prefetch: as direct, but the next tile is asked for early.  Nothing waits for it: the device
// may bring it into a cache, or do nothing.

kernel void async_copy_ladder_prefetch(global uint *restrict out, global const uint *restrict in,
                                       ulong n)
{
    const size_t step = get_num_groups(0) * TILE;
    for (size_t start = get_group_id(0) * TILE; start < n; start += step) {
        if (start + step < n) prefetch(in + start + step, tile_outputs(start + step, n));
        for (size_t i = get_local_id(0); i < tile_outputs(start, n); i += get_local_size(0))
            out[start + i] = filter_global(in + start + i);
    }
}

// --- loop: the work-items copy the tile to local memory together, each one every so many elements.

kernel void async_copy_ladder_loop(global uint *restrict out, global const uint *restrict in,
                                   ulong n)
{
    local uint tile[LENGTH];
    const size_t step = get_num_groups(0) * TILE;
    for (size_t start = get_group_id(0) * TILE; start < n; start += step) {
        const size_t count = tile_outputs(start, n);
        for (size_t i = get_local_id(0); i < count + TAPS - 1; i += get_local_size(0))
            tile[i] = in[start + i];
        barrier(CLK_LOCAL_MEM_FENCE);    // the tile is complete
        for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
            out[start + i] = filter_local(tile + i);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read the tile: the next one may come
    }
}

// --- async: the same with built-in functions, in both directions.  All work-items of the group
// reach each call, with the same arguments.

kernel void async_copy_ladder_async(global uint *restrict out, global const uint *restrict in,
                                    ulong n)
{
    local uint tile[LENGTH], results[TILE];
    const size_t step = get_num_groups(0) * TILE;
    for (size_t start = get_group_id(0) * TILE; start < n; start += step) {
        const size_t count = tile_outputs(start, n);
        event_t arrived = async_work_group_copy(tile, in + start, count + TAPS - 1, 0);
        wait_group_events(1, &arrived);
        for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
            results[i] = filter_local(tile + i);
        barrier(CLK_LOCAL_MEM_FENCE);    // the copy waits for nobody: all results must be there
        event_t left = async_work_group_copy(out + start, results, count, 0);
        wait_group_events(1, &left);
    }
}

// --- double_buffer: while the group computes with one tile, the next one is on its way.

kernel void async_copy_ladder_double_buffer(global uint *restrict out,
                                            global const uint *restrict in, ulong n)
{
    local uint tiles[2][LENGTH];
    const size_t step = get_num_groups(0) * TILE;
    size_t start = get_group_id(0) * TILE;
    event_t arrived =
        async_work_group_copy(tiles[0], in + start, tile_outputs(start, n) + TAPS - 1, 0);
    for (uint now = 0; start < n; now = 1 - now, start += step) {
        const size_t count = tile_outputs(start, n), next = start + step;
        wait_group_events(1, &arrived);
        if (next < n)    // the same for all work-items of the group
            arrived = async_work_group_copy(tiles[1 - now], in + next,
                                            tile_outputs(next, n) + TAPS - 1, 0);
        for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
            out[start + i] = filter_local(tiles[now] + i);
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read this tile: the one after next may come
    }
}

// --- strided_loop, strided: `in` and `out` are points of `stride` numbers each, and CHANNEL is the
// number that is filtered.  Others stay as they are.  In a matrix this is a column.
//
//     in      r g b a  r g b a  r g b a  r g b a ...       stride 4
//               |        |        |        |
//     tile      g g g g ...

enum { CHANNEL = 1 };

kernel void async_copy_ladder_strided_loop(global uint *restrict out,
                                           global const uint *restrict in, ulong n, ulong stride)
{
    local uint tile[LENGTH];
    const size_t step = get_num_groups(0) * TILE;
    for (size_t start = get_group_id(0) * TILE; start < n; start += step) {
        const size_t count = tile_outputs(start, n);
        for (size_t i = get_local_id(0); i < count + TAPS - 1; i += get_local_size(0))
            tile[i] = in[(start + i) * stride + CHANNEL];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
            out[(start + i) * stride + CHANNEL] = filter_local(tile + i);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void async_copy_ladder_strided(global uint *restrict out, global const uint *restrict in,
                                      ulong n, ulong stride)
{
    local uint tile[LENGTH], results[TILE];
    const size_t step = get_num_groups(0) * TILE;
    for (size_t start = get_group_id(0) * TILE; start < n; start += step) {
        const size_t count = tile_outputs(start, n), at = start * stride + CHANNEL;
        event_t arrived = async_work_group_strided_copy(tile, in + at, count + TAPS - 1, stride, 0);
        wait_group_events(1, &arrived);
        for (size_t i = get_local_id(0); i < count; i += get_local_size(0))
            results[i] = filter_local(tile + i);
        barrier(CLK_LOCAL_MEM_FENCE);
        event_t left = async_work_group_strided_copy(out + at, results, count, stride, 0);
        wait_group_events(1, &left);
    }
}

// --- Small kernels of one work-group: what one event can wait for, and vectors of three.

// out[i] = a[i] + 2 * b[i] + 4 * c[i].  One event collects the copies of a and b: the second call
// gets the event of the first one, and returns it.  The copy of c has its own.
kernel void async_copy_ladder_events(global uint *restrict out, global const uint *restrict a,
                                     global const uint *restrict b, global const uint *restrict c)
{
    local uint tile_a[FEW], tile_b[FEW], tile_c[FEW];
    event_t events[2];
    events[0] = async_work_group_copy(tile_a, a, FEW, 0);
    events[0] = async_work_group_copy(tile_b, b, FEW, events[0]);
    events[1] = async_work_group_copy(tile_c, c, FEW, 0);
    wait_group_events(2, events);
    for (size_t i = get_local_id(0); i < FEW; i += get_local_size(0))
        out[i] = tile_a[i] + 2 * tile_b[i] + 4 * tile_c[i];
}

// A uint3 takes the room of a uint4, and its copy has all four numbers.  The first half of `out`
// is `in`.  The second half has every second vector of `in`, two times.
kernel void async_copy_ladder_three(global uint3 *restrict out, global const uint3 *restrict in)
{
    local uint3 tile[FEW], second[FEW / 2];
    event_t arrived = async_work_group_copy(tile, in, FEW, 0);
    arrived = async_work_group_strided_copy(second, in, FEW / 2, 2, arrived);
    wait_group_events(1, &arrived);
    event_t left = async_work_group_copy(out, tile, FEW, 0);
    left = async_work_group_strided_copy(out + FEW, second, FEW / 2, 2, left);
    left = async_work_group_strided_copy(out + FEW + 1, second, FEW / 2, 2, left);
    wait_group_events(1, &left);
}
