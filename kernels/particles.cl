// SPDX-License-Identifier: MIT
//
// particles - one step of discs that push each other away, and a grid that finds who is near whom.
//
// A work-item per disc; `scan` is one work-group, `move` has a work-item per coordinate.  Disc i is
// at (at[2 * i], at[2 * i + 1]).  All numbers are whole: lengths in 1/1024 of a diameter, times in
// steps.

enum { DIAMETER = 1024, RADIUS = DIAMETER / 2 };
enum { SOFTNESS = 1 << 26 };    // two discs push each other by at most 6 in a step

// The box has cells x cells cells, as wide as a disc.  What is left over belongs to the last ones.
int cell_at(int coordinate, int cells)
{
    return min(coordinate / DIAMETER, cells - 1);
}

int cell_of(global const int *at, uint i, int cells)
{
    return cell_at(at[2 * i + 1], cells) * cells + cell_at(at[2 * i], cells);
}

// How many discs are in each cell, and the number of each disc in its cell.
kernel void count(global uint *restrict counts, global uint *restrict number,
                  global const int *restrict at, uint n, int cells)
{
    uint i = get_global_id(0);
    if (i < n) number[i] = atomic_inc(&counts[cell_of(at, i, cells)]);
}

// first[c] is the sum of all counts before c, which are then 0 for the next step.  Each work-item
// has a piece of them; there are 64 at most.
kernel void scan(global uint *restrict first, global uint *restrict counts, uint n)
{
    local uint sums[64];
    uint me = get_local_id(0), items = get_local_size(0), length = (n + items - 1) / items;
    uint begin = min(me * length, n), end = min(begin + length, n);
    uint sum = 0;
    for (uint i = begin; i < end; i++)
        sum += counts[i];
    sums[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint before = 0;
    for (uint k = 0; k < me; k++)
        before += sums[k];
    for (uint i = begin; i < end; i++) {
        first[i] = before;
        before += counts[i];
        counts[i] = 0;
    }
    if (me == items - 1) first[n] = before;
}

// All discs, cell after cell.
kernel void place(global uint *restrict order, global const uint *restrict first,
                  global const uint *restrict number, global const int *restrict at, uint n,
                  int cells)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    uint to = first[cell_of(at, i, cells)] + number[i];
    if (to < n) order[to] = i;
}

// Discs that touch push each other away, more so the closer they are.  Only these nine cells have
// discs that can touch this one.
kernel void collide(global int *restrict force, global const int *restrict at,
                    global const uint *restrict order, global const uint *restrict first, uint n,
                    int cells)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    int column = cell_at(at[2 * i], cells), row = cell_at(at[2 * i + 1], cells);
    int force_x = 0, force_y = 0;
    for (int r = max(row - 1, 0); r <= min(row + 1, cells - 1); r++)
        for (int c = max(column - 1, 0); c <= min(column + 1, cells - 1); c++) {
            uint cell = r * cells + c, end = min(first[cell + 1], n);
            for (uint k = first[cell]; k < end; k++) {
                uint j = min(order[k], n - 1);    // inside, also if `place` failed
                int x = at[2 * i] - at[2 * j], y = at[2 * i + 1] - at[2 * j + 1];
                int closer = DIAMETER * DIAMETER - x * x - y * y;
                if (closer <= 0) continue;
                force_x += x * closer / SOFTNESS;    // none from itself: x and y are 0
                force_y += y * closer / SOFTNESS;
            }
        }
    force[2 * i] = force_x;
    force[2 * i + 1] = force_y;
}

// The walls are mirrors.
kernel void move(global int *restrict at, global int *restrict velocity,
                 global const int *restrict force, uint n, int side)
{
    uint i = get_global_id(0);
    if (i >= n) return;
    int v = velocity[i] + force[i], to = at[i] + v;
    int low = RADIUS, high = side - RADIUS;
    bool hits = to < low || to > high;
    velocity[i] = hits ? -v : v;
    to = to < low ? 2 * low - to : to > high ? 2 * high - to : to;
    at[i] = clamp(to, low, high);
}
