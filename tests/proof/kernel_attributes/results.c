// SPDX-License-Identifier: MIT

#include "results.h"

enum { ITEMS = 16, LANES = 4, WIDTH = 5, HEIGHT = 3 };

// Runs one work-group of `kernel`, or whole pictures, and releases it.
static void run(const ocl_env *env, cl_kernel kernel, cl_uint dimensions, const size_t *global,
                const size_t *local)
{
    OCL_CHECK(
        clEnqueueNDRangeKernel(env->queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL));
    OCL_CHECK(clFinish(env->queue));
    OCL_CHECK(clReleaseKernel(kernel));
}

// All values are small whole numbers: the sums are exact.
static ocl_result verify_arguments(const ocl_env *env, cl_program program)
{
    cl_uint in[ITEMS];
    cl_short table[ITEMS];
    const cl_uint n = 1000;
    const cl_float z[2] = { 3.0f, -7.0f };    // a kernel_attributes_complex
    const cl_float3 v = { { 11.0f, -13.0f, 17.0f } };
    float ref[ITEMS * LANES];
    ocl_fill_u32(in, ITEMS, 1);
    for (size_t i = 0; i < ITEMS; i++) {
        table[i] = (cl_short)(100 * i);
        for (size_t lane = 0; lane < LANES; lane++)
            ref[LANES * i + lane] =
                (lane < 3 ? v.s[lane] : 0.0f) * z[0] + (float)table[i] + (float)(in[i] % 256 + n);
    }
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof ref, NULL);
    cl_mem d_in = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof in, in);
    cl_mem d_table = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof table, table);
    ocl_poison_run(env->queue, d_out, sizeof ref, 0);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_attributes_arguments", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_table, &d_table));
    OCL_CHECK(clSetKernelArg(kernel, 3, ITEMS, NULL));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof n, &n));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof z, z));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof v, &v));
    const size_t items = ITEMS;
    run(env, kernel, 1, &items, &items);
    const ocl_result result = ocl_verify_buffer(env, "arguments", d_out, ref, sizeof ref);
    OCL_CHECK(clReleaseMemObject(d_table));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    return result;
}

static ocl_result verify_hinted(const ocl_env *env, cl_program program)
{
    float x[ITEMS * LANES], ref[ITEMS * LANES];
    ocl_fill_f32(x, ITEMS * LANES, -1.0f, 1.0f, 2);
    for (size_t i = 0; i < ITEMS * LANES; i++)
        ref[i] = 2.0f * x[i];
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_attributes_hinted", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    const size_t items = ITEMS;
    run(env, kernel, 1, &items, NULL);
    const ocl_result result = ocl_verify_buffer(env, "hinted", d_x, ref, sizeof ref);
    OCL_CHECK(clReleaseMemObject(d_x));
    return result;
}

static ocl_result verify_images(const ocl_env *env, cl_program program)
{
    const cl_image_format format = { CL_RGBA, CL_FLOAT };
    const size_t extents[2] = { WIDTH, HEIGHT }, origin[3] = { 0 },
                 region[3] = { WIDTH, HEIGHT, 1 };
    float in[LANES * WIDTH * HEIGHT], out[LANES * WIDTH * HEIGHT];
    ocl_fill_f32(in, LANES * WIDTH * HEIGHT, -1.0f, 1.0f, 3);
    memset(out, ocl_poison_byte(0), sizeof out);
    cl_mem d_out = ocl_image_2d(env, CL_MEM_WRITE_ONLY, format, extents, out);
    cl_mem d_in = ocl_image_2d(env, CL_MEM_READ_ONLY, format, extents, in);
    cl_int err;
    cl_sampler sampler = OCL_CREATE(
        clCreateSampler(env->context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &err));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "kernel_attributes_images", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_sampler), &sampler));
    run(env, kernel, 2, extents, NULL);
    OCL_CHECK(
        clEnqueueReadImage(env->queue, d_out, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    return ocl_verify_bytes("images", out, in, sizeof out);
}

ocl_result verify_results(const ocl_env *env, cl_program program)
{
    const ocl_result result =
        ocl_result_both(verify_arguments(env, program), verify_hinted(env, program));
    if (!ocl_device_number(env->device, CL_DEVICE_IMAGE_SUPPORT)) return result;
    return ocl_result_both(result, verify_images(env, program));
}
