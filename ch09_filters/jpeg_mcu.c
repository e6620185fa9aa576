// SPDX-License-Identifier: MIT
//
// jpeg_mcu - a JPEG file becomes a picture, one work-item per MCU.
//
//     host     the file -> Huffman codes -> coefficients: 64 per block
//     device   an MCU's coefficients * steps -> inverse DCT -> samples -> colour -> its pixels
//
// An MCU (minimum coded unit) is the piece of the picture that is coded at a time: with 4:2:0
// sampling 16 x 16 pixels, made from four blocks of Y, one of Cb and one of Cr.
//
// Shows   the simplest decoder: one launch, and each work-item makes a tile of the picture alone
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Rates   pixels, by the kernel's event; the limit is the copy of coefficients and pixels.  The
//         reference decodes the Huffman codes, too.
// Try     jpeg_mcu -i photo.jpg -o photo.bmp
//
// jpeg_decode has the faster forms: less work per work-item, and more work-items.

#include "ocl.h"

#include "shared/jpeg/jpeg_device.h"
#include "shared/jpeg/jpeg_input.h"
#include "shared/jpeg/jpeg_reference.h"

// The blocks of an MCU.
static unsigned blocks_per_mcu(const jpeg_file *file)
{
    unsigned blocks = 0;
    for (uint32_t i = 0; i < file->count; i++)
        blocks += (unsigned)file->components[i].h * file->components[i].v;
    return blocks;
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "jpeg_mcu",
                              .summary = "Decodes a JPEG file, one work-item per MCU.",
                              .accepts = "diork",
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5 });

    // Device, and the file: its markers are read here.
    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes = jpeg_input(&opt, "astronaut.jpg");
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);
    const size_t coefficient_bytes = JPEG_BLOCK * (size_t)file.blocks * sizeof(int16_t);
    const size_t pixel_bytes = 4 * (size_t)file.width * file.height;
    int16_t *coefficients = ocl_alloc(coefficient_bytes);
    ocl_picture out = { file.width, file.height, ocl_alloc(pixel_bytes) };

    // The reference decodes the codes: the device gets the same coefficients.
    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    jpeg_answer ref;
    OCL_TIME_REFERENCE(report, ref = jpeg_answer_new(&file, coefficients));
    jpeg_print_warnings(&opt, &file);

    // Program and buffers.
    cl_int err;
    jpeg_device_component components[JPEG_MAX_COMPONENTS];
    jpeg_device_components(components, &file);
    cl_program program = ocl_build(&env, "jpeg_mcu.cl", "-DBLOCKS=%u -DCOLOUR=%d",
                                   blocks_per_mcu(&file), (int)file.colour);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "jpeg_mcu", &err));
    cl_mem d_pixels = ocl_buffer(&env, CL_MEM_WRITE_ONLY, pixel_bytes, NULL);
    cl_mem d_coefficients = ocl_buffer(&env, CL_MEM_READ_ONLY, coefficient_bytes, coefficients);
    cl_mem d_components = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof components, components);

    // Arguments.
    const cl_uint sizes[] = { file.count, file.width, file.height,
                              file.h_max, file.v_max, file.inverted };
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_coefficients, &d_coefficients));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_components, &d_components));
    for (cl_uint i = 0; i < 6; i++)
        OCL_CHECK(clSetKernelArg(kernel, 3 + i, sizeof sizes[i], &sizes[i]));

    // Launch and read: one work-item per MCU.
    const size_t mcus[] = { file.mcus_x, file.mcus_y };
    ocl_trial t = ocl_trial_open(&env, "mcu", d_pixels, pixel_bytes);
    while (ocl_trial_next(&t))
        OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, mcus, NULL, 0, NULL, &t.done));
    OCL_CHECK(
        clEnqueueReadBuffer(env.queue, d_pixels, CL_TRUE, 0, pixel_bytes, out.rgba, 0, NULL, NULL));

    // Verify: all pixels.
    const ocl_work work = { .amount = (double)ref.pixels,
                            .unit = "Mpixel/s",
                            .limit = jpeg_limit(&env, &file) };
    ocl_trial_report(&t, report, &work, jpeg_verify("mcu", out.rgba, &ref));
    if (opt.output) ocl_output_picture(&out, opt.output);

    // Release.
    OCL_CHECK(clReleaseMemObject(d_components));
    OCL_CHECK(clReleaseMemObject(d_coefficients));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    jpeg_answer_free(&ref);
    ocl_picture_free(&out);
    free(coefficients);
    jpeg_free(&file);
    free((void *)bytes.data);
    return ocl_report_close(report);
}
