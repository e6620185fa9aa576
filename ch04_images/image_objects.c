// SPDX-License-Identifier: MIT
//
// image_objects - the negative of a photograph: one image is read, another one is written.
//
// Shows   what an image is made of: a format, a description; how pixels get in and out
// Uses    clCreateImage, clEnqueueWriteImage, clEnqueueReadImage, clEnqueueFillImage,
//         clEnqueueNDRangeKernel; read_imageui, write_imageui
// Try     image_objects -o negative.png
//         image_objects -i data/chelsea.bmp -o negative.png

#include "ocl.h"

// The answer in plain C.
static void image_objects_ref(ocl_picture *out, const ocl_picture *in)
{
    const size_t pixels = (size_t)in->width * in->height;
    for (size_t i = 0; i < 4 * pixels; i++)
        out->rgba[i] = i % 4 == 3 ? in->rgba[i] : (uint8_t)(255 - in->rgba[i]);
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "image_objects",
                              .summary = "The negative of a photograph.",
                              .accepts = "dnioks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, picture, reference.
    ocl_env env = ocl_open(&opt);
    ocl_require_images(env.device);
    ocl_picture in = ocl_input_picture(&env, pattern, "coffee.bmp"), out, ref;
    const size_t extents[2] = { in.width, in.height };
    const double room = 4.0 * in.width * in.height;
    ocl_require_image_2d(env.device, extents);
    ocl_require_memory(env.device, room, 2.0 * room, 3.0 * room);
    ocl_message why;
    if (!ocl_picture_alloc(&out, in.width, in.height, &why) ||
        !ocl_picture_alloc(&ref, in.width, in.height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", in.width);
    ocl_report_count(report, "height", in.height);
    OCL_TIME_REFERENCE(report, image_objects_ref(&ref, &in));

    // Two images.  The format says what a pixel is, the description what shape the image has.
    const cl_image_format format = { .image_channel_order = CL_RGBA,
                                     .image_channel_data_type = CL_UNSIGNED_INT8 };
    const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
                                 .image_width = in.width,
                                 .image_height = in.height };
    cl_int err;
    cl_mem d_out =
        OCL_CREATE(clCreateImage(env.context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &err));
    cl_mem d_in =
        OCL_CREATE(clCreateImage(env.context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err));

    // Write the photograph into one.  The other one gets a colour that no pixel of the answer has:
    // what no kernel writes cannot pass.
    const size_t origin[3] = { 0, 0, 0 }, region[3] = { in.width, in.height, 1 };
    const cl_uint4 poison = { { 1, 2, 3, 4 } };
    OCL_CHECK(clEnqueueWriteImage(env.queue, d_in, CL_TRUE, origin, region, 0, 0, in.rgba, 0, NULL,
                                  NULL));
    OCL_CHECK(clEnqueueFillImage(env.queue, d_out, &poison, origin, region, 0, NULL, NULL));

    // Program, arguments, launch: a work-item per pixel.  An image is an argument like a buffer.
    cl_program program = ocl_build(&env, "image_objects.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_objects", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, extents, NULL, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadImage(env.queue, d_out, CL_TRUE, origin, region, 0, 0, out.rgba, 0, NULL,
                                 NULL));

    // Verify.  Whole numbers: each byte is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "negative", ocl_verify_picture("negative", &out, &ref, 0));
    if (opt.output != NULL) ocl_output_picture(&out, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    ocl_close(&env);
    ocl_picture_free(&ref);
    ocl_picture_free(&out);
    ocl_picture_free(&in);
    return ocl_report_close(report);
}
