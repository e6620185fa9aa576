// SPDX-License-Identifier: MIT

#include "signed.h"

enum { WIDTH = 19, HEIGHT = 7, NUMBERS = 4 * WIDTH * HEIGHT };

static cl_mem create(const ocl_env *env, cl_mem_flags flags, const cl_short *numbers)
{
    const cl_image_format format = { CL_RGBA, CL_SIGNED_INT16 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = WIDTH,
                                 .image_height = HEIGHT };
    union {
        const cl_short *constant;
        void *changeable;    // clCreateImage does not write to it
    } pixels = { .constant = numbers };
    cl_int err;
    return OCL_CREATE(clCreateImage(env->context, flags, &format, &desc, pixels.changeable, &err));
}

ocl_result image_signed_verify(const ocl_env *env, uint64_t seed)
{
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { WIDTH, HEIGHT, 1 };
    const size_t global[2] = { ocl_round_up(WIDTH, 8), ocl_round_up(HEIGHT, 2) };
    const cl_int2 n = { { WIDTH, HEIGHT } };
    cl_short in[NUMBERS], out[NUMBERS], ref[NUMBERS];
    ocl_fill_bytes(in, sizeof in, seed);
    in[0] = CL_SHRT_MIN;
    in[1] = CL_SHRT_MAX;
    for (size_t i = 0; i < NUMBERS; i++)
        ref[i] = (cl_short)(-1 - in[i]);
    memset(out, 0, sizeof out);

    cl_int err;
    cl_mem d_out = create(env, CL_MEM_WRITE_ONLY, NULL);
    cl_mem d_in = create(env, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in);
    cl_program program = ocl_build(env, "image_kinds.cl", "-DIMAGE=image2d_t -DAXES=2 -DSIGNED");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_kinds_mirror", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof n, &n));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadImage(env->queue, d_out, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    return ocl_verify_bytes("-1 - x of signed pixels", out, ref, sizeof out);
}
