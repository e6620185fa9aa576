// SPDX-License-Identifier: MIT
//
// all_pairs, the rung for GPUs: a work-item has 4 x 4 ways of a tile in registers, and the tile in
// the diagonal that comes next is made beside the rest.  all_pairs.cl explains the method.
//
// The host sets
//     TILE     rows and columns of a tile, a multiple of 16

#ifndef TILE
#error "the host must build this file with -DTILE="
#endif

enum { SIDE = TILE / 4, ITEMS = SIDE * SIDE };    // work-items along a tile, and of a work-group
enum { STRIP = TILE / 4, STRIP_ITEMS = ITEMS / 4 };    // the same for a strip of a tile
enum { PITCH = TILE + 4 };    // rows that begin in different banks of local memory

// A row of local memory from here on, four numbers.
int4 four(local const int *p)
{
    return *(local const int4 *)p;
}

// Copies rows x columns ways into local memory, where rows are `pitch` numbers apart.
void fetch(local int *to, uint pitch, global const int *from, uint stride, uint rows, uint columns,
           uint items)
{
    for (uint p = get_local_id(0); p < rows * columns / 4; p += items) {
        uint row = p / (columns / 4), column = p % (columns / 4) * 4;
        *(local int4 *)(to + row * pitch + column) =
            *(global const int4 *)(from + (size_t)row * stride + column);
    }
}

// Four rows of ways get those through TILE towns.  to: the ways from the first of these rows to the
// towns.  from: the ways from the towns to the first of the four columns.
void through_towns(int4 way[4], local const int *to, local const int *from, uint columns)
{
#pragma unroll 2
    for (uint t = 0; t < TILE; t += 4) {
        int4 from_0 = four(from + t * columns), from_1 = four(from + (t + 1) * columns);
        int4 from_2 = four(from + (t + 2) * columns), from_3 = four(from + (t + 3) * columns);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            int4 to_town = four(to + i * PITCH + t);
            way[i] = min(way[i], to_town.x + from_0);
            way[i] = min(way[i], to_town.y + from_1);
            way[i] = min(way[i], to_town.z + from_2);
            way[i] = min(way[i], to_town.w + from_3);
        }
    }
}

// The tile in the diagonal: town by town.  Who has the row and the column of a town in registers
// shows them to all.  There are two of each in turn, so that a barrier per town is enough.
void close_tile(int4 way[4], local int *rows, local int *columns)
{
    uint x = get_local_id(0) % SIDE, y = get_local_id(0) / SIDE;
    for (uint k = 0; k < SIDE; k++)
#pragma unroll
        for (int i = 0; i < 4; i++) {
            local int *row = rows + i % 2 * TILE, *column = columns + i % 2 * TILE;
            if (y == k) *(local int4 *)(row + 4 * x) = way[i];
            if (x == k)
                for (int j = 0; j < 4; j++)
                    column[4 * y + j] = i == 0   ? way[j].x
                                        : i == 1 ? way[j].y
                                        : i == 2 ? way[j].z
                                                 : way[j].w;
            barrier(CLK_LOCAL_MEM_FENCE);
            int4 from = four(row + 4 * x), to = four(column + 4 * y);
            way[0] = min(way[0], to.x + from);
            way[1] = min(way[1], to.y + from);
            way[2] = min(way[2], to.z + from);
            way[3] = min(way[3], to.w + from);
        }
}

void load(int4 way[4], global const int *from, uint stride)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        way[i] = *(global const int4 *)(from + (size_t)i * stride);
}

void store(global int *to, const int4 way[4], uint stride)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        *(global int4 *)(to + (size_t)i * stride) = way[i];
}

// The first tile in the diagonal, by one work-group.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void all_pairs_first(global int *distance,
                                                                               uint k, uint stride)
{
    local int rows[2 * TILE] __attribute__((aligned(16)));
    local int columns[2 * TILE] __attribute__((aligned(16)));
    uint x = get_local_id(0) % SIDE, y = get_local_id(0) / SIDE;
    global int *out = distance + (size_t)(k * TILE + 4 * y) * stride + k * TILE + 4 * x;
    int4 way[4];
    load(way, out, stride);
    close_tile(way, rows, columns);
    store(out, way, stride);
}

// The tiles right and left, above and below of that tile, four strips of each.  A strip is read
// whole before it is written.
kernel __attribute__((reqd_work_group_size(STRIP_ITEMS, 1, 1))) void
all_pairs_strips(global int *distance, uint k, uint stride)
{
    local int to[TILE * PITCH] __attribute__((aligned(16)));
    local int from[TILE * TILE] __attribute__((aligned(16)));
    uint begin = get_group_id(0) * STRIP, town = k * TILE;
    if (begin / TILE == k) return;
    bool is_row = get_group_id(1) == 0;
    uint rows = is_row ? TILE : STRIP, columns = is_row ? STRIP : TILE;
    uint top = is_row ? town : begin, left = is_row ? begin : town;
    fetch(to, PITCH, distance + (size_t)top * stride + town, stride, rows, TILE, STRIP_ITEMS);
    fetch(from, columns, distance + (size_t)town * stride + left, stride, TILE, columns,
          STRIP_ITEMS);
    uint x = get_local_id(0) % (columns / 4), y = get_local_id(0) / (columns / 4);
    global int *out = distance + (size_t)(top + 4 * y) * stride + left + 4 * x;
    int4 way[4];
    load(way, out, stride);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    through_towns(way, to + 4 * y * PITCH, from + 4 * x, columns);
    store(out, way, stride);
}

// All others.  The first work-group has the tile in the diagonal that comes next, and closes it
// while the others do the rest.
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void
all_pairs_rest_and_next(global int *distance, uint k, uint stride)
{
    local int to[TILE * PITCH] __attribute__((aligned(16)));
    local int from[TILE * TILE] __attribute__((aligned(16)));
    uint tiles = stride / TILE, next = (k + 1) * (tiles + 1);
    uint tile = (get_group_id(0) + next) % (tiles * tiles);
    uint tile_x = tile % tiles, tile_y = tile / tiles;
    if (tile_x == k || tile_y == k) return;
    fetch(to, PITCH, distance + (size_t)tile_y * TILE * stride + k * TILE, stride, TILE, TILE,
          ITEMS);
    fetch(from, TILE, distance + (size_t)k * TILE * stride + tile_x * TILE, stride, TILE, TILE,
          ITEMS);
    uint x = get_local_id(0) % SIDE, y = get_local_id(0) / SIDE;
    global int *out = distance + (size_t)(tile_y * TILE + 4 * y) * stride + tile_x * TILE + 4 * x;
    int4 way[4];
    load(way, out, stride);
    barrier(CLK_LOCAL_MEM_FENCE);
    through_towns(way, to + 4 * y * PITCH, from + 4 * x, TILE);
    if (tile_x == k + 1 && tile_y == k + 1) {
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read the tiles
        close_tile(way, to, from);
    }
    store(out, way, stride);
}
