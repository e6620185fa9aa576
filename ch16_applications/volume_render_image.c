// SPDX-License-Identifier: MIT
//
// volume_render_image - a volume in colour: a sampler reads a 3-D image along each ray.
//
// Shows   a 3-D image and a linear filter that works in three directions; a table of colours that
//         is an image, too; light on surfaces that nobody has modelled
// Uses    clCreateImage, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer; read_imagef, get_image_width
// Try     volume_render_image -n 600 -o brain.png
//         volume_render_image --colours white_matter --cut 0.4 -n 600 -o white.png

#include "ocl.h"

#include "shared/nrrd.h"
#include "shared/rays.h"
#include "volume_render_image/ref.h"

// Red, green, blue, and how much of the light a step keeps: for the densities 0, 1/7, 2/7 ... 1.
// The sampler makes what is between them.
static const char *const COLOURS_NAMES[] = { "brain", "white_matter", NULL };
static const uint8_t COLOURS_OF[][COLOURS][4] = {
    {
        { 0, 0, 0, 0 },    // nothing is there
        { 40, 60, 200, 0 },
        { 60, 90, 220, 4 },
        { 210, 70, 80, 16 },
        { 235, 110, 100, 70 },    // grey matter: 0.6 to 0.7
        { 245, 180, 150, 110 },
        { 255, 255, 240, 200 },    // white matter: 0.8 to 0.9
        { 255, 255, 255, 255 },
    },
    {
        { 0, 0, 0, 0 },
        { 60, 120, 255, 0 },
        { 60, 120, 255, 3 },
        { 80, 150, 255, 5 },
        { 80, 160, 255, 5 },    // grey matter: a mist
        { 255, 190, 110, 20 },
        { 255, 220, 150, 180 },
        { 255, 255, 255, 255 },
    },
};

int main(int argc, char **argv)
{
    // Options.
    double angle = 30.0, cut = 0.0;
    size_t choice = 0;
    const ocl_option own[] = {
        { .usage = "-a, --angle A: turns the volume, in degrees", .real = &angle },
        { .usage = "-c, --cut C: leaves out this part of each ray, from 0 to 1", .real = &cut },
        { .usage = "--colours NAME: for the densities",
          .choice = &choice,
          .choices = COLOURS_NAMES },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "volume_render_image",
                              .summary = "A volume in colour, through a 3-D image.",
                              .accepts = "dniok",
                              .size_help = "pixels of the picture: width x height",
                              .extents = 2,
                              .most = 1 << 18,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 257, 255 } });
    if (!(fabs(angle) <= 360.0)) ocl_exit(OCL_EXIT_USAGE, "--angle: from -360 to 360");
    if (!(cut >= 0.0 && cut <= 1.0)) ocl_exit(OCL_EXIT_USAGE, "--cut: from 0 to 1");

    // Device, volume, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    const cl_image_format numbers = { CL_R, CL_UNORM_INT8 }, rgba = { CL_RGBA, CL_UNORM_INT8 };
    if (!ocl_has_image_format(&env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D, numbers))
        ocl_exit(OCL_EXIT_SKIP, "this device has no 3-D images of CL_R and CL_UNORM_INT8");
    const double room = (double)opt.n[0] * (double)opt.n[1] * sizeof(cl_float4);
    size_t side;
    uint8_t *volume;
    ocl_message why;
    char *installed = opt.input ? NULL : ocl_find_data("brain.nrrd", &why);
    const char *path = opt.input ? opt.input : installed;
    if (!path || !nrrd_load(&volume, &side, path, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(installed);
    ocl_require_memory(env.device, room, room + pow((double)side, 3.0), 3.0 * room);
    const size_t n = opt.n[0] * opt.n[1], bytes = n * sizeof(cl_float4);
    view v = look(opt.n[0], opt.n[1], side, angle);
    for (int c = 0; c < 3; c++)
        v.start.s[c] += (float)(cut * (double)v.steps) * v.forward.s[c];
    const char *in_bytes = ocl_known_fault(env.device, "linear filtering of bytes");
    scan s = { .volume = volume, .v = v, .step = in_bytes ? 1.0 / 255.0 : 0.0 };
    memcpy(s.colours, COLOURS_OF[choice], sizeof s.colours);
    float *seen = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *bounds = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", v.width);
    ocl_report_count(report, "height", v.height);
    OCL_TIME_REFERENCE(report, volume_render_image_ref(ref, bounds, &s));

    // Program, images, arguments.
    cl_program program = ocl_build(&env, "volume_render_image.cl", "-cl-std=CL1.2");
    cl_mem d_picture = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    const cl_image_desc box = { .image_type = CL_MEM_OBJECT_IMAGE3D,
                                .image_width = side,
                                .image_height = side,
                                .image_depth = side };
    const cl_image_desc line = { .image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = COLOURS };
    cl_int err;
    cl_mem d_volume = OCL_CREATE(clCreateImage(env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                               &numbers, &box, volume, &err));
    cl_mem d_colours = OCL_CREATE(clCreateImage(
        env.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &rgba, &line, s.colours, &err));
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "volume_render_image", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_picture, &d_picture));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_volume, &d_volume));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_colours, &d_colours));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_float4), &v.start));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_float4), &v.right));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_float4), &v.down));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_float4), &v.forward));
    OCL_CHECK(clSetKernelArg(kernel, 7, sizeof(cl_float4), &v.light));
    OCL_CHECK(clSetKernelArg(kernel, 8, sizeof(cl_int), &(cl_int){ (cl_int)v.steps }));
    OCL_CHECK(clSetKernelArg(kernel, 9, sizeof(cl_uint), &(cl_uint){ (cl_uint)v.width }));
    OCL_CHECK(clSetKernelArg(kernel, 10, sizeof(cl_uint), &(cl_uint){ (cl_uint)v.height }));

    // Launch and read.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 16, 16 }, local);
    const size_t global[2] = { ocl_round_up(v.width, local[0]), ocl_round_up(v.height, local[1]) };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_picture, CL_TRUE, 0, bytes, seen, 0, NULL, NULL));

    // Verify.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "colours", ocl_verify_f32_each("colours", seen, ref, 4 * n, bounds));
    if (opt.output) {
        ocl_picture picture;
        if (!ocl_picture_alloc(&picture, v.width, v.height, &why))
            ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
        for (size_t i = 0; i < 4 * n; i++)
            picture.rgba[i] = i % 4 == 3 ? 255 : (uint8_t)(255.0f * fminf(seen[i], 1.0f));
        ocl_output_picture(&picture, opt.output);
        ocl_picture_free(&picture);
    }

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_colours));
    OCL_CHECK(clReleaseMemObject(d_volume));
    OCL_CHECK(clReleaseMemObject(d_picture));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(bounds);
    free(ref);
    free(seen);
    free(volume);
    return ocl_report_close(report);
}
