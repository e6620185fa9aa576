// SPDX-License-Identifier: MIT
//
// box - the seven kinds of images, and for each image a box of pixels on the host: what the image
// must hold.

#ifndef IMAGE_BOX_H
#define IMAGE_BOX_H

#include "ocl.h"
#include "sample/rect.h"

// The differences between the kinds.
typedef struct {
    const char *name;           // for --variant
    const char *kernel_type;    // of a kernel's argument
    cl_mem_object_type type;
    unsigned axes;         // of origin and region, and of a kernel's coordinates
    bool height, depth;    // it has these extents
    bool layers;           // it is an array: the last axis counts its images
    bool from_buffer;      // its pixels are those of a buffer
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
extern const char *const IMAGE_KIND_NAMES[KIND_COUNT + 1];    // ended by NULL

// An image and what it must hold.
typedef struct {
    const image_kind *kind;
    size_t pixel_bytes;
    size_t extent[3];        // pixels: width; height or layers; depth or layers; 1: no such axis
    cl_mem image, buffer;    // buffer: NULL unless the pixels are those of a buffer
    unsigned char *ref;      // all pixels, tight: row after row, slice after slice
    size_t bytes;            // of them
} image_box;

// A part of an image.
typedef struct {
    size_t origin[3], region[3];    // in pixels, for the calls on images
    size_t size[3];    // of the region in bytes, rows, slices, for the functions of rect.h
    size_t bytes;      // of the region
    ocl_rect place;    // in box->ref
} image_part;

// Starts the report with the extents of --size.  Exits with OCL_EXIT_SKIP where --variant names a
// kind that the device does not have, and with OCL_EXIT_USAGE where there is not enough memory.
ocl_report *image_kinds_open(const ocl_env *env);

// Whether this kind is to run: --variant asks for it, and the device has it.  When the device does
// not have it, a note in the report says so.
bool image_kind_runs(const ocl_env *env, const image_kind *kind, ocl_report *report);

// A row of the report, named after the kind and what was done.
void image_kind_report(ocl_report *report, const image_kind *kind, const char *what,
                       ocl_result result);

// A box of random pixels; its image is not made yet.  The box has as many of the extents n as its
// kind has axes.  An extent that is too large for the device exits with OCL_EXIT_USAGE and the
// limit.
image_box image_box_new(const ocl_env *env, const image_kind *kind, size_t pixel_bytes,
                        const size_t n[3], uint64_t seed);

// Makes the image (sample image_kinds shows how) and writes the pixels to it.
void image_box_create(const ocl_env *env, image_box *box);

// Gives the image other random pixels.
void image_box_renew(const ocl_env *env, image_box *box, uint64_t seed);

// Releases image and buffer, and frees the pixels.
void image_box_free(image_box *box);

// Reads the whole image and compares it with what it must hold.
ocl_result image_box_verify(const ocl_env *env, const char *what, const image_box *box);

// Bytes from one row to the next in the buffer that an image of such a kind is made of.
size_t image_box_buffer_pitch(cl_device_id device, const image_box *box);

// All of the image.
image_part image_box_all(const image_box *box);

// A random part with at most `most` pixels along each axis; under seed 0 the largest one from
// origin 0.
image_part image_box_draw(const image_box *box, const size_t most[3], uint64_t seed);

// A random place in the box for a part of the same size, of this or of another box.
image_part image_box_draw_like(const image_box *box, const image_part *part, uint64_t seed);

// The pitches of host memory, as calls on images want them.  The images of a 1-D array are rows in
// memory, but their distance is a slice pitch.  Images that are neither arrays nor 3-D must have
// slice pitch 0.
typedef struct {
    size_t row, slice;
} image_pitches;
image_pitches image_box_pitches(const image_box *box, ocl_rect host);

// The opposite: where the rows and slices lie behind a pointer of clEnqueueMapImage.
ocl_rect image_box_mapped(const image_box *box, image_pitches pitches);

#endif
