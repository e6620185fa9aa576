// Element k of y is k.  There is one work-item for each column and row of a picture, or more.

kernel void flat_number(global uint *y, uint w, uint h)
{
    uint column = get_global_id(0), row = get_global_id(1);
    // Write the test and the line here.
}
