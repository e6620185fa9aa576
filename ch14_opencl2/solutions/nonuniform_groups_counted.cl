// SPDX-License-Identifier: MIT
//
// Exercise 4 of nonuniform_groups: pixels that count themselves.

// OpenCL 1.2: the NDRange has whole work-groups, so some work-items are outside of the picture.
// They must come to the barriers, too: no early return.
kernel void nonuniform_groups_padded(global uint *restrict out, global const uint *restrict x,
                                     ulong width, ulong height)
{
    local uint sum, pixels;
    size_t column = get_global_id(0), row = get_global_id(1);
    bool inside = column < width && row < height;
    //: skeleton
    //: if (get_local_id(0) == 0 && get_local_id(1) == 0) sum = 0, pixels = 1;
    //: barrier(CLK_LOCAL_MEM_FENCE);
    //: if (inside) atomic_add(&sum, x[row * width + column]);
    //: barrier(CLK_LOCAL_MEM_FENCE);
    //:
    //: // Exercise 4 of nonuniform_groups: nobody has counted.
    //: solution
    if (get_local_id(0) == 0 && get_local_id(1) == 0) sum = 0, pixels = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (inside) {
        atomic_add(&sum, x[row * width + column]);
        atomic_inc(&pixels);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    //: end
    if (inside) out[row * width + column] = sum / pixels;
}

#if __OPENCL_C_VERSION__ >= 200

// The NDRange is the picture: the last work-groups are smaller.  No work-item is outside.
kernel void nonuniform_groups_ragged(global uint *restrict out, global const uint *restrict x)
{
    local uint sum;
    size_t i = get_global_linear_id();
    if (get_local_linear_id() == 0) sum = 0;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, x[i]);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = sum / (uint)(get_local_size(0) * get_local_size(1));
}

// What each work-item of a three-dimensional NDRange is told.  Fact f of a work-item is
// out[f * items + its place].
kernel void nonuniform_groups_ids(global uint *restrict out)
{
    size_t items = get_global_size(0) * get_global_size(1) * get_global_size(2);
    size_t x = get_global_id(0) - get_global_offset(0);
    size_t y = get_global_id(1) - get_global_offset(1);
    size_t z = get_global_id(2) - get_global_offset(2);
    size_t place = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[0 * items + place] = (uint)get_global_linear_id();
    out[1 * items + place] = (uint)get_local_linear_id();
    for (uint d = 0; d < 3; d++) {
        out[(2 + d) * items + place] = (uint)get_local_size(d);
        out[(5 + d) * items + place] = (uint)get_enqueued_local_size(d);
    }
}

#endif
