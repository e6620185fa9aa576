// SPDX-License-Identifier: MIT
//
// bmp_file - a picture becomes a BMP file: the host writes the header, a kernel all pixels.
//
// Shows   the bytes of a picture file: little-endian fields, rows from the bottom, padding
// Uses    clEnqueueWriteBuffer, clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel,
//         clEnqueueReadBuffer; vstore3
// Try     bmp_file -n 3x2 -o tiny.bmp, and look at its bytes: od -A d -t x1 -v tiny.bmp
//         bmp_file -i picture.png -o picture.bmp

#include "ocl.h"
#include "picture/picture_file.h"

enum { HEADER = 54, PIXELS_PER_METRE = 2835 };    // bytes; 72 pixels per inch

// What stands before the pixels: numbers, each with its lowest byte first.
static void put_header(uint8_t *at, uint32_t width, uint32_t height, uint32_t row_bytes)
{
    const struct {
        int bytes;
        uint32_t value;
    } fields[] = {
        { 2, 'B' | 'M' << 8 },
        { 4, HEADER + row_bytes * height },    // bytes of the file
        { 4, 0 },
        { 4, HEADER },    // where the pixels begin
        { 4, 40 },        // bytes from here to the pixels
        { 4, width },
        { 4, height },    // rows from the bottom up
        { 2, 1 },
        { 2, 24 },                    // bits of a pixel
        { 4, 0 },                     // not compressed
        { 4, row_bytes * height },    // bytes of the pixels
        { 4, PIXELS_PER_METRE },      // from left to right
        { 4, PIXELS_PER_METRE },      // from the bottom up
        { 4, 0 },                     // colours of a palette: none
        { 4, 0 },                     // none of them is important
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        for (int byte = 0; byte < fields[i].bytes; byte++)
            *at++ = (uint8_t)(fields[i].value >> 8 * byte);
}

// The answer in plain C: byte after byte, as they stand in the file.
static void bmp_file_ref(uint8_t *at, const ocl_picture *in, uint32_t row_bytes)
{
    for (size_t y = in->height; y-- > 0;) {
        const uint8_t *pixel = in->rgba + 4 * y * in->width;
        for (size_t x = 0; x < in->width; x++, pixel += 4) {
            *at++ = pixel[2];
            *at++ = pixel[1];
            *at++ = pixel[0];
        }
        for (size_t byte = 3 * (size_t)in->width; byte < row_bytes; byte++)
            *at++ = 0;
    }
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "bmp_file",
                              .summary = "A picture becomes a BMP file.",
                              .accepts = "dnioks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });
    ocl_message why;
    if (opt.output && !ocl_can_write_kind(opt.output, (ocl_file_kind){ ".bmp", "BM" }, &why))
        ocl_exit(OCL_EXIT_USAGE, "--output %s", why.text);

    // Device and picture.  These files have no alpha: every pixel of theirs is opaque.
    ocl_env env = ocl_open(&opt);
    ocl_picture in = ocl_input_picture(&env, pattern, "coffee.bmp"), seen;
    const size_t pixels = (size_t)in.width * in.height;
    for (size_t i = 0; i < pixels; i++)
        in.rgba[4 * i + 3] = 255;
    const double room = (3.0 * in.width + 3.0) * in.height + HEADER;
    if (room > UINT32_MAX) ocl_exit(OCL_EXIT_USAGE, "a BMP file has at most 4 GiB");
    if (in.height > 65535)    // the work-groups of dimension 1 that NVIDIA's GPUs take
        ocl_exit(OCL_EXIT_USAGE, "at most 65535 rows");
    const double array = 4.0 * (double)pixels;
    ocl_require_memory(env.device, fmax(array, room), array + room, 2.0 * room);

    // The file in plain C.
    const cl_uint row_bytes = (cl_uint)ocl_round_up(3 * (size_t)in.width, 4);
    const size_t bytes = HEADER + (size_t)row_bytes * in.height;
    uint8_t *file = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", in.width);
    ocl_report_count(report, "height", in.height);
    ocl_report_count(report, "bytes per row", row_bytes);
    ocl_report_count(report, "bytes", bytes);
    put_header(ref, in.width, in.height, row_bytes);
    OCL_TIME_REFERENCE(report, bmp_file_ref(ref + HEADER, &in, row_bytes));

    // Program and buffers.  One buffer is the file; the host writes the begin of it.
    cl_program program = ocl_build(&env, "bmp_file.cl", "-DHEADER=%d", HEADER);
    cl_mem d_file = ocl_buffer(&env, CL_MEM_READ_WRITE, bytes, NULL);
    cl_mem d_pixels = ocl_buffer(&env, CL_MEM_READ_ONLY, 4 * pixels, in.rgba);
    OCL_CHECK(clEnqueueWriteBuffer(env.queue, d_file, CL_TRUE, 0, HEADER, ref, 0, NULL, NULL));

    // Arguments and launch: a work-item per pixel.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "bmp_file", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_file, &d_file));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_pixels, &d_pixels));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof(cl_uint), &(cl_uint){ in.width }));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ in.height }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof row_bytes, &row_bytes));
    const size_t extents[2] = { in.width, in.height };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, extents, NULL, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_file, CL_TRUE, 0, bytes, file, 0, NULL, NULL));

    // Verify.  Each byte is that of plain C, and a reader of BMP files sees the picture.
    ocl_report_kernel(report, "kernel", &done, 1);
    const ocl_result same = ocl_verify_bytes("bytes", file, ref, bytes);
    ocl_report_result(report, "bytes", same);
    if (!ocl_picture_decode(&seen, file, bytes, &why))    // no memory, or not a BMP file at all
        ocl_exit(same.pass ? OCL_EXIT_USAGE : OCL_EXIT_WRONG, "%s", why.text);
    ocl_report_result(report, "read back", ocl_verify_picture("read back", &seen, &in, 0));
    if (opt.output && !ocl_write_file(opt.output, file, bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_pixels));
    OCL_CHECK(clReleaseMemObject(d_file));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    ocl_picture_free(&seen);
    free(ref);
    free(file);
    ocl_picture_free(&in);
    return ocl_report_close(report);
}
