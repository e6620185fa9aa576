// SPDX-License-Identifier: MIT
//
// convolution - a photograph, filtered with 3 x 3 numbers.
//
// Shows   a filter as an argument; a border around the picture, so that the kernel needs no test
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     convolution -o relief.png, then with other numbers in FILTER
//         convolution -i data/chelsea.bmp -o relief.png

#include "ocl.h"

enum { N = 3, EDGE = N / 2 };    // rows and columns of the filter, of the border on each side

// A relief, with light from the left and from above.  The numbers are whole: no sum is rounded.
// With fractions the bound of 0 below is too strict.
static const float FILTER[N * N] = {
    -1, -1, 0,    //
    -2, 1,  2,    //
    0,  1,  1,    //
};

// The grey of pixel (x, y); outside of the picture, of the nearest one at its edge.
static float grey_at(const ocl_picture *p, ptrdiff_t x, ptrdiff_t y)
{
    const ptrdiff_t right = (ptrdiff_t)p->width - 1, bottom = (ptrdiff_t)p->height - 1;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    const uint8_t *pixel = p->rgba + 4 * (y * (right + 1) + x);
    return (float)((pixel[0] + 2 * pixel[1] + pixel[2]) / 4);    // of red, green and blue
}

// The answer in plain C.
static void convolution_ref(float *out, const ocl_picture *p)
{
    for (ptrdiff_t y = 0; y < (ptrdiff_t)p->height; y++)
        for (ptrdiff_t x = 0; x < (ptrdiff_t)p->width; x++) {
            float sum = 0.0f;
            for (int r = 0; r < N; r++)
                for (int c = 0; c < N; c++)
                    sum += FILTER[r * N + c] * grey_at(p, x + c - EDGE, y + r - EDGE);
            *out++ = sum;
        }
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_NOISE;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "convolution",
                              .summary = "A photograph, filtered with 3 x 3 numbers.",
                              .accepts = "dnioks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, picture with a border, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t width = picture.width, height = picture.height;
    if (height > 65535)    // the work-groups of dimension 1 that NVIDIA's GPUs take
        ocl_exit(OCL_EXIT_USAGE, "at most 65535 rows; convolution_ladder takes more");
    const size_t pitch = width + N - 1, rows = height + N - 1;
    const double room = sizeof(float) * (double)pitch * (double)rows;
    ocl_require_memory(env.device, room, 2.0 * room, 4.0 * room);
    const size_t in_bytes = pitch * rows * sizeof(float),
                 out_bytes = width * height * sizeof(float);
    float *in = ocl_alloc(in_bytes), *out = ocl_alloc(out_bytes), *ref = ocl_alloc(out_bytes);
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < pitch; x++)
            in[y * pitch + x] = grey_at(&picture, (ptrdiff_t)x - EDGE, (ptrdiff_t)y - EDGE);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", width);
    ocl_report_count(report, "height", height);
    OCL_TIME_REFERENCE(report, convolution_ref(ref, &picture));

    // Program and buffers.
    cl_program program = ocl_build(&env, "convolution.cl", "-cl-std=CL1.2");
    cl_mem d_out = ocl_buffer(&env, CL_MEM_WRITE_ONLY, out_bytes, NULL);
    cl_mem d_in = ocl_buffer(&env, CL_MEM_READ_ONLY, in_bytes, in);
    cl_mem d_filter = ocl_buffer(&env, CL_MEM_READ_ONLY, sizeof FILTER, FILTER);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "convolution", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_out, &d_out));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_in, &d_in));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_filter, &d_filter));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_uint), &(cl_uint){ (cl_uint)width }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_uint), &(cl_uint){ (cl_uint)height }));
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof(cl_uint), &(cl_uint){ (cl_uint)pitch }));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof(cl_uint), &(cl_uint){ N }));

    // Launch: a work-item per pixel, in whole work-groups.  Then read.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 16, 16 }, local);
    const size_t global[2] = { ocl_round_up(width, local[0]), ocl_round_up(height, local[1]) };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_out, CL_TRUE, 0, out_bytes, out, 0, NULL, NULL));

    // Verify.  Sums of whole numbers: each is exactly that of plain C.
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_result(report, "sums",
                      ocl_verify_grid_f32("sums", out, ref, (ocl_grid){ width, height }, 0.0));

    // The picture, in grey: 0 to 255.
    for (size_t i = 0; i < 4 * width * height; i++)
        if (i % 4 < 3) picture.rgba[i] = (uint8_t)fmaxf(0.0f, fminf(out[i / 4], 255.0f));
    if (opt.output != NULL) ocl_output_picture(&picture, opt.output);

    // Release, in reverse order.
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_filter));
    OCL_CHECK(clReleaseMemObject(d_in));
    OCL_CHECK(clReleaseMemObject(d_out));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(out);
    free(in);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
