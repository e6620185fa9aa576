// SPDX-License-Identifier: MIT
//
// volume_render_sampler - exercise 4 of volume_render: the sampler of a 3-D image interpolates.
//
//     cmake --build build --target exercise_volume_render_sampler
//     build/exercises/volume_render_sampler

#include "ocl.h"

enum { SIDE = 16, LAST = SIDE - 1, PLACES = 1000 };

//: skeleton
//: static const char *SOURCE =
//:     "kernel void look(global float *found, read_only image3d_t volume, sampler_t sampler,\n"
//:     "                 global const float4 *places)\n"
//:     "{\n"
//:     "    size_t i = get_global_id(0);\n"
//:     "    // Exercise 4 of volume_render: the middle of number 0 of an image is at 0.5.\n"
//:     "    found[i] = 255 * read_imagef(volume, sampler, places[i]).x;\n"
//:     "}\n";
//: solution
static const char *SOURCE =
    "kernel void look(global float *found, read_only image3d_t volume, sampler_t sampler,\n"
    "                 global const float4 *places)\n"
    "{\n"
    "    size_t i = get_global_id(0);\n"
    "    found[i] = 255 * read_imagef(volume, sampler, places[i] + 0.5f).x;\n"
    "}\n";
//: end

static float between(float a, float b, float part)
{
    return a + part * (b - a);
}

// The density at a place, from the eight numbers around it.
static float density(const cl_uchar4 *volume, const float at[3])
{
    const int i = (int)at[0], j = (int)at[1], k = (int)at[2];
    float planes[2];
    for (int z = 0; z < 2; z++) {
        const cl_uchar4 *top = volume + ((k + z) * SIDE + j) * SIDE + i, *bottom = top + SIDE;
        const float above = between(top[0].s[0], top[1].s[0], at[0] - (float)i);
        const float below = between(bottom[0].s[0], bottom[1].s[0], at[0] - (float)i);
        planes[z] = between(above, below, at[1] - (float)j);
    }
    return between(planes[0], planes[1], at[2] - (float)k);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "volume_render_sampler",
                              .summary = "The sampler of a 3-D image interpolates.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_device_number(env.device, CL_DEVICE_IMAGE_SUPPORT))
        ocl_exit(OCL_EXIT_SKIP, "this device has no images");

    // A volume, places in it, and the answer in plain C.
    static cl_uchar4 volume[SIDE * SIDE * SIDE];
    static cl_float4 places[PLACES];
    static float found[PLACES], ref[PLACES];
    for (size_t i = 0; i < SIDE * SIDE * SIDE; i++)
        volume[i].s[0] = (cl_uchar)ocl_random(1, i);
    for (size_t i = 0; i < PLACES; i++) {
        for (size_t axis = 0; axis < 3; axis++)
            places[i].s[axis] = (float)(ocl_random(2, 3 * i + axis) % (LAST * 1000)) / 1000.0f;
        ref[i] = density(volume, places[i].s);
    }

    // The image, and a sampler that counts numbers and takes the mean of eight of them.
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const cl_image_desc description = { .image_type = CL_MEM_OBJECT_IMAGE3D,
                                        .image_width = SIDE,
                                        .image_height = SIDE,
                                        .image_depth = SIDE };
    cl_int err;
    cl_mem d_volume = OCL_CREATE(clCreateImage(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                               &format, &description, volume, &err));
    cl_sampler sampler = OCL_CREATE(
        clCreateSampler(env.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &err));
    cl_mem d_found = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof found, NULL);
    cl_mem d_places = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof places, places);

    cl_program program = OCL_CREATE(clCreateProgramWithSource(env.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "look", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_found, &d_found));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_volume, &d_volume));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof d_places, &d_places));
    const size_t global = PLACES;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_found, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL));

    // A GPU may round the part of a step to 1/256, on each of three axes: each moves the answer by
    // at most 255/256.
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "places", ocl_verify_f32("places", found, ref, PLACES, 3.0));

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_places));
    OCL_CHECK(clReleaseMemObject(d_found));
    OCL_CHECK(clReleaseSampler(sampler));
    OCL_CHECK(clReleaseMemObject(d_volume));
    ocl_close(&env);
    return ocl_report_close(report);
}
