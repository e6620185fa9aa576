// SPDX-License-Identifier: MIT
//
// Discs and boxes are painted into a picture, in OpenCL C.  cxx_kernel.clcpp has the same kernels
// in C++ for OpenCL.  One work-item per pixel.

typedef struct {
    int2 centre;
    ushort width, height;    // half of them; the width of a disc is its radius
    uchar4 colour;
} shape;

uint square(uint x)
{
    return x * x;
}

// The square around the disc first: the squares of larger distances may not fit into a uint.
bool disc_covers(const global shape *s, int2 p)
{
    uint2 d = abs(p - s->centre);
    return d.x <= s->width && d.y <= s->width && square(d.x) + square(d.y) <= square(s->width);
}

bool box_covers(const global shape *s, int2 p)
{
    uint2 d = abs(p - s->centre);
    return d.x <= s->width && d.y <= s->height;
}

uchar4 sum(uchar4 a, uchar4 b, bool saturates)
{
    return saturates ? add_sat(a, b) : a + b;
}

void picture(global uchar4 *out, const global shape *discs, uint disc_count,
             const global shape *boxes, uint box_count, bool saturates)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    int2 p = (int2)((int)x, (int)y);
    uchar4 total = 0;
    for (uint i = 0; i < disc_count; i++)
        if (disc_covers(&discs[i], p)) total = sum(total, discs[i].colour, saturates);
    for (uint i = 0; i < box_count; i++)
        if (box_covers(&boxes[i], p)) total = sum(total, boxes[i].colour, saturates);
    out[y * get_global_size(0) + x] = total;
}

kernel void cxx_kernel_saturate(global uchar4 *out, const global shape *discs, uint disc_count,
                                const global shape *boxes, uint box_count)
{
    picture(out, discs, disc_count, boxes, box_count, true);
}

kernel void cxx_kernel_wrap(global uchar4 *out, const global shape *discs, uint disc_count,
                            const global shape *boxes, uint box_count)
{
    picture(out, discs, disc_count, boxes, box_count, false);
}

// OpenCL C has no offsetof: the distances from the start of one object.
kernel void cxx_kernel_layout(global uint *facts)
{
    shape s;
    const private char *start = (const private char *)&s;
    facts[0] = sizeof(shape);
    facts[1] = (uint)((const private char *)&s.centre - start);
    facts[2] = (uint)((const private char *)&s.width - start);
    facts[3] = (uint)((const private char *)&s.height - start);
    facts[4] = (uint)((const private char *)&s.colour - start);
}
