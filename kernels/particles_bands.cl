// SPDX-License-Identifier: MIT
//
// particles_bands - a step of particles on a CPU: two launches, of work-items with many discs.
//
// Disc i is at (at[2 * i], at[2 * i + 1]).  All numbers are whole, as in particles.cl, and so are
// the answers.  The grid has the discs cell after cell: number k of them is disc order[k], and it
// is at near[k], next to those that may touch it.  Cell c has the numbers first[c] to
// first[c + 1] - 1.

enum { DIAMETER = 1024, RADIUS = DIAMETER / 2, SOFTNESS = 1 << 26 };

// The box has cells x cells cells, as wide as a disc.  What is left over belongs to the last ones.
int cell_at(int coordinate, int cells)
{
    return min(coordinate / DIAMETER, cells - 1);
}

uint cell_of(int2 at, int cells)
{
    return cell_at(at.y, cells) * cells + cell_at(at.x, cells);
}

// One work-item makes the grid: it counts, adds up and places.  first[c + 1] is where the next disc
// of cell c goes, and so at the end where cell c + 1 begins.  `first` has two numbers more than
// cells.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
make_grid(global uint *restrict first, global uint *restrict order, global int2 *restrict near,
          global const int *restrict at, uint n, int cells)
{
    uint count = cells * cells;
    for (uint c = 0; c < count + 2; c++)
        first[c] = 0;
    for (uint i = 0; i < n; i++)
        first[cell_of(vload2(i, at), cells) + 2]++;
    for (uint c = 2; c < count; c++)
        first[c + 1] += first[c];
    for (uint i = 0; i < n; i++) {
        int2 here = vload2(i, at);
        uint k = first[cell_of(here, cells) + 1]++;
        order[k] = i;
        near[k] = here;
    }
}

// The walls are mirrors.
int mirrored(int to, int low, int high)
{
    to = to < low ? 2 * low - to : to > high ? 2 * high - to : to;
    return clamp(to, low, high);
}

// A work-item has `band` discs of the grid.  The three cells of a row are one behind the other, so
// a disc looks at three runs of discs.  It reads places in the grid alone: so a disc may move while
// others look at where it was.
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
collide_and_move(global int *restrict at, global int *restrict velocity, global int *restrict force,
                 global const uint *restrict first, global const uint *restrict order,
                 global const int2 *restrict near, uint n, int cells, int side, uint band)
{
    uint begin = get_global_id(0) * band, end = min(begin + band, n);
    int low = RADIUS, high = side - RADIUS;
    for (uint k = begin; k < end; k++) {
        int2 here = near[k], sum = 0;
        int column = cell_at(here.x, cells), row = cell_at(here.y, cells);
        int left = max(column - 1, 0), right = min(column + 1, cells - 1);
        for (int r = max(row - 1, 0); r <= min(row + 1, cells - 1); r++) {
            uint stop = min(first[r * cells + right + 1], n);
            for (uint j = first[r * cells + left]; j < stop; j++) {
                int2 apart = here - near[j];    // 0 from itself
                int closer = DIAMETER * DIAMETER - apart.x * apart.x - apart.y * apart.y;
                closer = max(closer, 0);    // of those too far away nothing is added
                sum.x += apart.x * closer / SOFTNESS;
                sum.y += apart.y * closer / SOFTNESS;
            }
        }

        uint i = min(order[k], n - 1);    // inside, also if the grid is wrong
        int2 v = vload2(i, velocity) + sum, to = here + v;
        bool hits_x = to.x < low || to.x > high, hits_y = to.y < low || to.y > high;
        vstore2(sum, i, force);
        vstore2((int2)(hits_x ? -v.x : v.x, hits_y ? -v.y : v.y), i, velocity);
        vstore2((int2)(mirrored(to.x, low, high), mirrored(to.y, low, high)), i, at);
    }
}
