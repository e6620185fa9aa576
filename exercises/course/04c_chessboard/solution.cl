// A pixel is 0 or 1, as its work-group is a white or a black field of a chessboard.

kernel void chessboard(global uchar *y, uint w, uint h)
{
    uint column = get_global_id(0), row = get_global_id(1);
    if (column < w && row < h) y[row * w + column] = (get_group_id(0) + get_group_id(1)) % 2;
}
