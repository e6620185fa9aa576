// SPDX-License-Identifier: MIT
//
// Exercise 3 of stencil_ladder: no questions in `blocked`.
//: skeleton
//: // Cells outside of the plate are copies of the edge, which grow old.
//: solution
// The plate is mirrored at its edges.
//: end
//
// Heat spreads in a plate: one step per launch, then several.
//
// From each neighbour flows k times the difference.  The edge lets no heat through: there, a cell
// stands for the neighbour that it lacks.
//
// The host sets
//     ROWS           rows: cells per work-item, one below the other
//     TILE, BLOCK    blocked: cells of a tile's side; the most steps per launch, less than TILE / 2

#if !defined(ROWS) || !defined(TILE) || !defined(BLOCK)
#error "the host must build this file with -D for each of the macros above"
#endif

// All kernels round alike, so they give the same bits.
#pragma OPENCL FP_CONTRACT OFF

// --- plain: a work-item per cell, the kernel of stencil.

kernel void stencil_plain(global float *restrict next, global const float *restrict now, float k,
                          ulong width, ulong height)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;

    size_t i = y * width + x;
    float here = now[i];
    float left = x > 0 ? now[i - 1] : here, right = x < width - 1 ? now[i + 1] : here;
    float above = y > 0 ? now[i - width] : here, below = y < height - 1 ? now[i + width] : here;
    next[i] = here + k * (left + right + above + below - 4 * here);
}

// --- rows: a work-item has ROWS cells, one below the other.
//
//     above                 what was `below` is `here` in the next row, and then `above`:
//     left here right       three of the five cells are in registers already
//     below

kernel void stencil_rows(global float *restrict next, global const float *restrict now, float k,
                         ulong width, ulong height)
{
    size_t x = get_global_id(0), begin = get_global_id(1) * ROWS;
    if (x >= width || begin >= height) return;

    size_t end = min((ulong)begin + ROWS, height), i = begin * width + x;
    float here = now[i], above = begin > 0 ? now[i - width] : here;
    for (size_t y = begin; y < end; y++, i += width) {
        float left = x > 0 ? now[i - 1] : here, right = x < width - 1 ? now[i + 1] : here;
        float below = y < height - 1 ? now[i + width] : here;
        next[i] = here + k * (left + right + above + below - 4 * here);
        above = here;
        here = below;
    }
}

// --- blocked: a work-group makes `steps` steps of a tile in local memory.
//
//     + - - - - - - - +      The tile is read once.  A step needs neighbours, so after each step
//     |  . . . . . .  |      one more ring of cells at its rim is too old.  After `steps` steps
//     |  . # # # # .  |      the cells # are right, and they are written.  The tiles of other
//     |  . # # # # .  |      work-groups overlap it by the rings.
//     |  . . . . . .  |
//     + - - - - - - - +

//: skeleton
//: // The coordinate of the plate's nearest cell.
//: long inside(long x, long extent)
//: {
//:     return clamp(x, 0L, extent - 1);
//: }
//: solution
// The coordinate that is as far inside of the edge as x is outside.
long inside(long x, long extent)
{
    long place = x % (2 * extent);
    if (place < 0) place += 2 * extent;
    return place < extent ? place : 2 * extent - 1 - place;
}
//: end

kernel void stencil_blocked(global float *restrict next, global const float *restrict now, float k,
                            ulong width, ulong height, uint steps)
{
    local float one[TILE * TILE], other[TILE * TILE];
    local float *from = one, *to = other;
    int columns = get_local_size(0), rows = get_local_size(1);
    int first_x = get_local_id(0), first_y = get_local_id(1), core = TILE - 2 * BLOCK;

    // The tile's first cell; it may lie outside of the plate.
    long left_of_tile = (long)get_group_id(0) * core - BLOCK;
    long above_tile = (long)get_group_id(1) * core - BLOCK;
    for (int v = first_y; v < TILE; v += rows)
        for (int u = first_x; u < TILE; u += columns) {
            long x = left_of_tile + u, y = above_tile + v;
            from[v * TILE + u] =
                now[inside(y, (long)height) * (long)width + inside(x, (long)width)];
        }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each step leaves out one ring more.
    for (int ring = 1; ring <= (int)steps; ring++) {
        for (int v = first_y; v < TILE; v += rows)
            for (int u = first_x; u < TILE; u += columns) {
                if (min(u, v) < ring || max(u, v) >= TILE - ring) continue;
                int i = v * TILE + u;
                float here = from[i];
                float left = from[i - 1], right = from[i + 1];
                float above = from[i - TILE], below = from[i + TILE];
                to[i] = here + k * (left + right + above + below - 4 * here);
            }
        barrier(CLK_LOCAL_MEM_FENCE);
        local float *written = to;
        to = from;
        from = written;
    }

    for (int v = BLOCK + first_y; v < TILE - BLOCK; v += rows)
        for (int u = BLOCK + first_x; u < TILE - BLOCK; u += columns) {
            long x = left_of_tile + u, y = above_tile + v;
            if (x < (long)width && y < (long)height) next[y * (long)width + x] = from[v * TILE + u];
        }
}
