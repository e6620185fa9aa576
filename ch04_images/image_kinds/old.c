// SPDX-License-Identifier: MIT

#include "old.h"

enum { WIDTH = 5, HEIGHT = 4, DEPTH = 3, PIXEL = 4 };

static ocl_result read_back(const ocl_env *env, const char *what, cl_mem image,
                            const unsigned char *want, size_t depth)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { WIDTH, HEIGHT, depth };
    unsigned char got[PIXEL * WIDTH * HEIGHT * DEPTH];
    memset(got, ~want[0], sizeof got);
    OCL_CHECK(
        clEnqueueReadImage(env->queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
    return ocl_verify_bytes(what, got, want, PIXEL * WIDTH * HEIGHT * depth);
}

ocl_result image_old_verify(const ocl_env *env, uint64_t seed)
{
    const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    const size_t row = PIXEL * WIDTH, slice = row * HEIGHT;
    unsigned char pixels[PIXEL * WIDTH * HEIGHT * DEPTH];
    ocl_fill_bytes(pixels, sizeof pixels, seed);

    cl_int err;
    cl_mem flat =
        OCL_CREATE(clCreateImage2D(env->context, flags, &format, WIDTH, HEIGHT, row, pixels, &err));
    cl_mem solid = OCL_CREATE(clCreateImage3D(env->context, flags, &format, WIDTH, HEIGHT, DEPTH,
                                              row, slice, pixels, &err));
    const ocl_result result =
        ocl_result_both(read_back(env, "clCreateImage2D", flat, pixels, 1),
                        read_back(env, "clCreateImage3D", solid, pixels, DEPTH));
    OCL_CHECK(clReleaseMemObject(solid));
    OCL_CHECK(clReleaseMemObject(flat));
    return result;
}
