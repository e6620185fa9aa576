// SPDX-License-Identifier: MIT
//
// Exercise 3 of all_pairs: a work-item makes 8 rows of ways, and keeps them in an array.
//
// distance[i * stride + j] is the way from i to j that is known.  Where no way is known, it is a
// number so large that the sum of two of them is still an int.
//
// The host sets
//     TILE     rows and columns of a tile, a multiple of 16
//     WIDTH    columns that a work-item makes at a time: 4 or 16
//     LOCAL    work-items of a work-group of tiles

#if !defined(TILE) || !defined(WIDTH) || !defined(LOCAL)
#error "the host must build this file with -D for each of the macros above"
#endif

// --- plain: a launch per town k, a work-item per pair.  Is the way through k shorter?
//
// The ways from k and to k stay as they are in this launch: so nobody writes what others read.

kernel void all_pairs_plain(global int *distance, uint k, uint stride, uint n)
{
    uint j = get_global_id(0), i = get_global_id(1);
    if (i >= n || j >= n) return;
    int through = distance[i * stride + k] + distance[k * stride + j];
    if (through < distance[i * stride + j]) distance[i * stride + j] = through;
}

// --- tiles: TILE towns at a time, in three launches.
//
//     . . # . .      diagonal    the tile of these towns alone, D: ways among them
//     . . # . .      cross       the tiles # right and left, above and below D
//     # # D # #      rest        all others
//     . . # . .
//     . . # . .
//
// In cross and rest a tile gets the ways through the TILE towns: from its rows to these towns, and
// from them to its columns.  This is a product of two tiles, with + for * and min for +.

#define JOIN(a, b)    a##b
#define VECTOR(width) JOIN(int, width)
typedef VECTOR(WIDTH) ints;    // int4 or int16

enum { ROWS = 8, VECTORS = TILE / WIDTH, PIECES = TILE / ROWS * VECTORS };

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
all_pairs_diagonal(global ints *restrict distance, uint tile, uint stride)
{
    // Rows are a vector longer, so that they begin in different banks of local memory.
    local ints one[TILE * (VECTORS + 1)], other[TILE * (VECTORS + 1)];
    local ints *from = one, *to = other;
    uint me = get_local_id(0), corner = tile * TILE * (stride + 1) / WIDTH;
    for (uint p = me; p < TILE * VECTORS; p += LOCAL)
        from[p / VECTORS * (VECTORS + 1) + p % VECTORS] =
            distance[corner + p / VECTORS * (stride / WIDTH) + p % VECTORS];
    barrier(CLK_LOCAL_MEM_FENCE);

    // As in plain, with a barrier per town, and a copy that is read while the other one is written.
    for (uint k = 0; k < TILE; k++) {
        local const int *cells = (local const int *)from;
        for (uint p = me; p < TILE * VECTORS; p += LOCAL) {
            uint i = p / VECTORS, v = p % VECTORS, at = i * (VECTORS + 1) + v;
            int to_k = cells[i * (TILE + WIDTH) + k];
            to[at] = min(from[at], to_k + from[k * (VECTORS + 1) + v]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        local ints *written = to;
        to = from;
        from = written;
    }
    for (uint p = me; p < TILE * VECTORS; p += LOCAL)
        distance[corner + p / VECTORS * (stride / WIDTH) + p % VECTORS] =
            from[p / VECTORS * (VECTORS + 1) + p % VECTORS];
}

// The tile in row y and column x: ways through the towns of tile k.  to_k and from_k have room for
// a tile each.  A work-item makes ROWS x WIDTH ways, and keeps them in registers.
void product(global ints *distance, local int *to_k, local ints *from_k, uint y, uint x, uint k,
             uint stride)
{
    uint me = get_local_id(0), line = stride / WIDTH;
    global const int *left = (global const int *)distance + y * TILE * stride + k * TILE;
    global const ints *above = distance + k * TILE * line + x * VECTORS;
    for (uint p = me; p < TILE * TILE; p += LOCAL)
        to_k[p / TILE * (TILE + 1) + p % TILE] = left[p / TILE * stride + p % TILE];
    for (uint p = me; p < TILE * VECTORS; p += LOCAL)
        from_k[p] = above[p / VECTORS * line + p % VECTORS];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);    // in cross, `out` is in one of them

    for (uint p = me; p < PIECES; p += LOCAL) {
        uint row = p / VECTORS * ROWS, column = p % VECTORS;
        global ints *out = distance + (y * TILE + row) * line + x * VECTORS + column;
        local const int *to = to_k + row * (TILE + 1);
        ints way[ROWS];
#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            way[r] = out[r * line];
        for (uint t = 0; t < TILE; t++) {
            ints from = from_k[t * VECTORS + column];
            //: skeleton
            //: // Here: the ROWS minima.
            //: way[0] = min(way[0], to[t] + from);
            //: solution
#pragma unroll
            for (uint r = 0; r < ROWS; r++)
                way[r] = min(way[r], to[t + r * (TILE + 1)] + from);
            //: end
        }
#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            out[r * line] = way[r];
    }
}

// A work-group per tile: those of row k, and those of column k.  D is complete.
kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void
all_pairs_cross(global ints *distance, uint k, uint stride)
{
    local int to_k[TILE * (TILE + 1)];
    local ints from_k[TILE * VECTORS];
    uint other = get_group_id(0);
    bool is_row = get_group_id(1) == 0;
    if (other == k) return;
    product(distance, to_k, from_k, is_row ? k : other, is_row ? other : k, k, stride);
}

kernel __attribute__((reqd_work_group_size(LOCAL, 1, 1))) void all_pairs_rest(global ints *distance,
                                                                              uint k, uint stride)
{
    local int to_k[TILE * (TILE + 1)];
    local ints from_k[TILE * VECTORS];
    uint x = get_group_id(0), y = get_group_id(1);
    if (x == k || y == k) return;
    product(distance, to_k, from_k, y, x, k, stride);
}
