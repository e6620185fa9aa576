// c = a * b, for square matrices of n rows.  A work-group makes a tile of 8 x 8 elements: it brings
// a tile of a and one of b into local memory, adds their products, and takes the next two.

kernel void matmul(global float *c, global const float *a, global const float *b, uint n)
{
    local float tile_a[8][8], tile_b[8][8];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (uint k = 0; k < n; k += 8) {
        tile_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
        tile_b[y][x] = column < n && k + y < n ? b[(k + y) * n + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < 8; j++)
            sum += tile_a[y][j] * tile_b[j][x];
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
