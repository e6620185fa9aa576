// SPDX-License-Identifier: MIT

#include "jpeg_pixels.h"

#include "shared/jpeg_rungs.h"

static cl_kernel create(cl_program program, const char *name, const cl_mem buffers[3])
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));
    for (cl_uint i = 0; i < 3; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
    return kernel;
}

jpeg_pixels jpeg_pixels_open(const ocl_env *env, const jpeg_file *file, cl_mem d_coefficients)
{
    const jpeg_rung *rung = jpeg_best_rung(env);
    jpeg_pixels p = { .env = env, .bytes = 4 * (size_t)file->width * file->height };
    // --kernel is another lesson's file.
    ocl_options options = *env->options;
    options.kernel = NULL;
    ocl_env installed = *env;
    installed.options = &options;
    p.program = jpeg_rung_build(&installed, rung, JPEG_LEVEL, file->colour);
    jpeg_device_component components[JPEG_MAX_COMPONENTS];
    jpeg_device_components(components, file);
    p.d_pixels = ocl_buffer(env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, p.bytes, NULL);
    p.d_samples = ocl_buffer(env, CL_MEM_READ_WRITE, JPEG_BLOCK * (size_t)file->blocks, NULL);
    p.d_components = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof components, components);

    const cl_mem idct[] = { p.d_samples, d_coefficients, p.d_components };
    const cl_mem colour[] = { p.d_pixels, p.d_samples, p.d_components };
    const cl_uint picture[] = { file->width, file->height,   file->h_max,
                                file->v_max, file->inverted, 0 };
    const cl_uint rows[] = { 0, file->mcus_y };
    p.idct = create(p.program, rung->idct, idct);
    p.colour = create(p.program, rung->colour, colour);
    for (cl_uint i = 0; i < 2; i++)
        OCL_CHECK(clSetKernelArg(p.idct, 3 + i, sizeof rows[i], &rows[i]));
    for (cl_uint i = 0; i < 6; i++)
        OCL_CHECK(clSetKernelArg(p.colour, 3 + i, sizeof picture[i], &picture[i]));
    p.idct_range = jpeg_idct_range(env, p.idct, rung, file, file->mcus_y);
    p.colour_range = jpeg_colour_range(env, p.colour, rung, file, file->mcus_y);
    return p;
}

void jpeg_pixels_close(const jpeg_pixels *p)
{
    OCL_CHECK(clReleaseKernel(p->colour));
    OCL_CHECK(clReleaseKernel(p->idct));
    OCL_CHECK(clReleaseMemObject(p->d_components));
    OCL_CHECK(clReleaseMemObject(p->d_samples));
    OCL_CHECK(clReleaseMemObject(p->d_pixels));
    OCL_CHECK(clReleaseProgram(p->program));
}

void jpeg_pixels_enqueue(const jpeg_pixels *p)
{
    ocl_enqueue_2d(p->env->queue, p->idct, &p->idct_range, NULL, NULL);
    ocl_enqueue_2d(p->env->queue, p->colour, &p->colour_range, NULL, NULL);
}
