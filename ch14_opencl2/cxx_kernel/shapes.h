// SPDX-License-Identifier: MIT
//
// shapes - the discs and boxes of a picture, as the kernels find them in a buffer.

#ifndef CXX_KERNEL_SHAPES_H
#define CXX_KERNEL_SHAPES_H

#include "ocl.h"

// The class shape of cxx_kernel.clcpp, without its methods.
typedef struct {
    cl_int2 centre;
    cl_ushort width, height;    // half of them; the width of a disc is its radius
    cl_uchar4 colour;
} shape;

// The size of the structure, then the offsets of its members in order.
enum { SHAPE_FACTS = 5 };
extern const cl_uint SHAPE_LAYOUT[SHAPE_FACTS];

typedef struct {
    shape *discs, *boxes;
    size_t count;    // of each
} scene;

// `count` discs and as many boxes for a picture of this size, some of them partly outside.
scene scene_make(const size_t n[2], size_t count, uint64_t seed);
void scene_free(scene *s);

// Each pixel is the sum of the colours of all shapes that cover it.  The sum of a channel is cut
// off at 255 if it saturates, else it wraps around.
void paint_ref(cl_uchar4 *out, const scene *s, const size_t n[2], bool saturates);

#endif
