// SPDX-License-Identifier: MIT
//
// Heat spreads in a plate: one step per launch, then several.
//
// From each neighbour flows k times the difference.  The edge lets no heat through: there, a cell
// stands for the neighbour that it lacks.
//
// The host sets
//     ROWS           rows: cells per work-item, one below the other
//     TILE, BLOCK    blocked: cells of a tile's side; the most steps per launch, less than TILE / 2
//     SIDE, COLUMN   blocked_rows: cells of a tile's side; cells of a work-item, which divide SIDE

#if !defined(ROWS) || !defined(TILE) || !defined(BLOCK) || !defined(SIDE) || !defined(COLUMN)
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
            bool is_there = x >= 0 && x < (long)width && y >= 0 && y < (long)height;
            from[v * TILE + u] = is_there ? now[y * (long)width + x] : 0.0f;
        }
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each step leaves out one ring more.  What lies outside of the plate is never asked.
    for (int ring = 1; ring <= (int)steps; ring++) {
        for (int v = first_y; v < TILE; v += rows)
            for (int u = first_x; u < TILE; u += columns) {
                if (min(u, v) < ring || max(u, v) >= TILE - ring) continue;
                long x = left_of_tile + u, y = above_tile + v;
                int i = v * TILE + u;
                float here = from[i];
                float left = x > 0 ? from[i - 1] : here;
                float right = x < (long)width - 1 ? from[i + 1] : here;
                float above = y > 0 ? from[i - TILE] : here;
                float below = y < (long)height - 1 ? from[i + TILE] : here;
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

// --- blocked_rows: both ideas.  A work-item keeps COLUMN cells, one below the other, in registers
//     during all steps.  Local memory is only for what the neighbours need.
//
//     left |  0 | right      Per cell and step: one store, and two loads, of left and right.
//     left |  1 | right      The cells above and below are in registers, but for those of the
//     left | .. | right      first and the last cell of the column.

kernel __attribute__((reqd_work_group_size(SIDE, SIDE / COLUMN, 1))) void
stencil_blocked_rows(global float *restrict next, global const float *restrict now, float k,
                     ulong width, ulong height, uint steps)
{
    local float tile[SIDE * SIDE];
    float mine[COLUMN];
    int u = get_local_id(0), v = get_local_id(1) * COLUMN, core = SIDE - 2 * BLOCK;

    // The column's first cell; it may lie outside of the plate.
    long x = (long)get_group_id(0) * core - BLOCK + u;
    long y = (long)get_group_id(1) * core - BLOCK + v;
    for (int j = 0; j < COLUMN; j++) {
        bool is_there = x >= 0 && x < (long)width && y + j >= 0 && y + j < (long)height;
        mine[j] = is_there ? now[(y + j) * (long)width + x] : 0.0f;
    }

    // At the edge of the plate a cell stands for the neighbour that it lacks.  At the rim of the
    // tile it does, too.  There the number is wrong, and the next rings become wrong with it: they
    // are not written.
    int to_left = u > 0 && x > 0 ? 1 : 0, to_right = u < SIDE - 1 && x < (long)width - 1 ? 1 : 0;
    int to_above = v > 0 ? 1 : 0, to_below = v + COLUMN < SIDE ? COLUMN : COLUMN - 1;
    local float *column = tile + v * SIDE + u;
    for (uint step = 0; step < steps; step++) {
        for (int j = 0; j < COLUMN; j++)
            column[j * SIDE] = mine[j];
        barrier(CLK_LOCAL_MEM_FENCE);

        float before = column[-to_above * SIDE], after = column[to_below * SIDE];
        for (int j = 0; j < COLUMN; j++) {
            float here = mine[j];
            float left = column[j * SIDE - to_left], right = column[j * SIDE + to_right];
            float above = y + j > 0 ? before : here;
            float below = y + j < (long)height - 1 ? (j < COLUMN - 1 ? mine[j + 1] : after) : here;
            mine[j] = here + k * (left + right + above + below - 4 * here);
            before = here;
        }
        barrier(CLK_LOCAL_MEM_FENCE);    // nobody writes what a neighbour has still to read
    }

    for (int j = 0; j < COLUMN; j++) {
        bool is_right = min(u, v + j) >= BLOCK && max(u, v + j) < SIDE - BLOCK;
        if (is_right && x < (long)width && y + j < (long)height)
            next[(y + j) * (long)width + x] = mine[j];
    }
}

// --- lines: for CPUs.  A work-item goes along a line of the plate.  Between the line's ends no
// cell asks for the edge, and neighbours lie side by side: so the compiler makes vectors of the
// loop.
//
//     line     0 1 2 3 4 5 6 7 8 9 ...
//     left     0 1 2 3 4 5 6 7             three vectors of one line: each begins
//     here       1 2 3 4 5 6 7 8           a cell later than the one above
//     right        2 3 4 5 6 7 8 9

float cell(float here, float left, float right, float above, float below, float k)
{
    return here + k * (left + right + above + below - 4 * here);
}

kernel void stencil_lines(global float *restrict next, global const float *restrict now, float k,
                          ulong width, ulong height)
{
    size_t y = get_global_id(0), last = width - 1;
    global float *to = next + y * width;
    global const float *line = now + y * width;
    global const float *above = y > 0 ? line - width : line;
    global const float *below = y < height - 1 ? line + width : line;
    to[0] = cell(line[0], line[0], line[min(last, (size_t)1)], above[0], below[0], k);
    for (size_t x = 1; x < last; x++)
        to[x] = cell(line[x], line[x - 1], line[x + 1], above[x], below[x], k);
    if (last > 0)
        to[last] = cell(line[last], line[last - 1], line[last], above[last], below[last], k);
}
