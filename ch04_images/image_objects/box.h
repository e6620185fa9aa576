// SPDX-License-Identifier: MIT
//
// image_box - the seven kinds of images, each with a box of pixels on the host that says what must be in it.

#ifndef IMAGE_BOX_H
#define IMAGE_BOX_H

#include "ocl.h"

// What the kinds differ in.
typedef struct {
    const char *name, *kernel_type;
    cl_mem_object_type type;
    unsigned axes;       // of origin and region, and of a kernel's coordinates
    bool layers;         // the last of them counts images
    bool from_buffer;    // the pixels are a buffer's
} image_kind;
enum {
    KIND_1D,
    KIND_1D_BUFFER,
    KIND_1D_ARRAY,
    KIND_2D,
    KIND_2D_ARRAY,
    KIND_3D,
    KIND_2D_BUFFER,
    KIND_COUNT
};
extern const image_kind IMAGE_KINDS[KIND_COUNT];

typedef struct {
    cl_image_format format;
    size_t bytes;
} image_pixel;

// An image and what must be in it.  An axis that the kind does not have is 1 pixel long.
typedef struct {
    const image_kind *kind;
    image_pixel pixel;
    size_t extent[3];        // pixels: width; height or layers; depth or layers
    cl_mem image, buffer;    // buffer: NULL unless the pixels are a buffer's
    ocl_rect layout;         // of all pixels in `buffer` or `host`
    unsigned char *host;     // the memory of CL_MEM_USE_HOST_PTR, else NULL
    unsigned char *want;     // all pixels, tight: row after row, then slice after slice
    size_t bytes;            // of them
} image_box;

// Some of the pixels of a box, as the calls want them and, in bytes, as the functions of rect.h do.
typedef struct {
    size_t origin[3], region[3];
    size_t size[3];    // of the region: bytes, rows, slices
    size_t bytes;      // of all its pixels
    ocl_rect place;    // in box->want
} image_part;

// Whether the device has images of this kind: some cannot make a 2-D one of a buffer.
bool image_box_possible(const ocl_env *env, const image_kind *kind);

// An image of the kind with random pixels.  They come from host memory with gaps between rows and slices, under
// CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR as `flags` says, or from the buffer that an image of such a
// kind is made of.  It has as many of the extents n as its kind has axes; one that the device does not allow
// exits with OCL_EXIT_USAGE.
image_box image_box_new(const ocl_env *env, const image_kind *kind, image_pixel pixel,
                        cl_mem_flags flags, const size_t n[3], uint64_t seed);
void image_box_free(image_box *box);

// Reads the whole image and compares it with what must be in it.
ocl_result image_box_verify(const ocl_env *env, const char *what, const image_box *box);

// All of it; under seed 0 as much as fits `most`, else a random part that does; a random place for a part of
// the same size, of this or another box.
image_part image_box_all(const image_box *box);
image_part image_box_draw(const image_box *box, const size_t most[3], uint64_t seed);
image_part image_box_draw_like(const image_box *box, const image_part *part, uint64_t seed);

// The pitches of host memory as the calls want them.  The images of a 1-D array are rows in memory, but their
// distance is a slice pitch; what is neither an array nor 3-D must have no slice pitch.
typedef struct {
    size_t row, slice;
} image_pitches;
image_pitches image_box_pitches(const image_box *box, ocl_rect host);

#endif
