// SPDX-License-Identifier: MIT

#include "image_filter.h"

enum { COLUMNS = 5, ROWS = 3, TAPS = COLUMNS * ROWS };    // of the window of weights

static long mirror(long at, long size)
{
    if (size == 1) return 0;
    long period = 2 * (size - 1), in_period = labs(at) % period;
    return in_period < size ? in_period : period - in_period;
}

static uint8_t filtered(const ocl_picture *src, const float *weights, long x, long y, int channel)
{
    const long width = src->width, height = src->height;
    double sum = 0.0;
    for (int k = 0; k < TAPS; k++) {
        long from_x = mirror(x + k % COLUMNS - COLUMNS / 2, width);
        long from_y = mirror(y + k / COLUMNS - ROWS / 2, height);
        sum += weights[k] * src->rgba[4 * (from_y * width + from_x) + channel] / 255.0;
    }
    if (channel < 3) sum = sum * sum * (3.0 - 2.0 * sum);
    return (uint8_t)(fmin(fmax(sum, 0.0), 1.0) * 255.0 + 0.5);
}

static void filter_ref(ocl_picture *dst, const ocl_picture *src, const float *weights)
{
    uint8_t *next = dst->rgba;
    for (long y = 0; y < src->height; y++)
        for (long x = 0; x < src->width; x++)
            for (int channel = 0; channel < 4; channel++)
                *next++ = filtered(src, weights, x, y, channel);
}

filter_data filter_open(const ocl_env *env, ocl_report *report, ocl_picture picture)
{
    filter_data data = { .src = picture };
    const size_t width = picture.width, height = picture.height;
    ocl_message why;
    if (!ocl_picture_alloc(&data.ref, width, height, &why) ||
        !ocl_picture_alloc(&data.got, width, height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);

    // Random, so that a window turned or shifted shows; their sum is 1.
    float weights[TAPS], sum = 0.0f;
    ocl_fill_f32(weights, TAPS, 0.0f, 1.0f, env->options->seed);
    for (int k = 0; k < TAPS; k++)
        sum += weights[k];
    for (int k = 0; k < TAPS; k++)
        weights[k] /= sum;

    const double begin = ocl_wall_ns();
    filter_ref(&data.ref, &data.src, weights);
    ocl_report_reference(report, ocl_wall_ns() - begin);
    data.d_dst = ocl_image_2d(env, CL_MEM_WRITE_ONLY, (cl_image_format){ CL_RGBA, CL_UNORM_INT8 },
                              (size_t[]){ width, height }, NULL);
    data.d_src = ocl_image_2d(env, CL_MEM_READ_ONLY, (cl_image_format){ CL_RGBA, CL_UNORM_INT8 },
                              (size_t[]){ width, height }, picture.rgba);
    data.d_weights = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof weights, weights);
    return data;
}

void filter_close(filter_data *data)
{
    OCL_CHECK(clReleaseMemObject(data->d_weights));
    OCL_CHECK(clReleaseMemObject(data->d_src));
    OCL_CHECK(clReleaseMemObject(data->d_dst));
    ocl_picture_free(&data->got);
    ocl_picture_free(&data->ref);
    ocl_picture_free(&data->src);
}

void filter_run(const ocl_env *env, ocl_report *report, filter_data *data, cl_program program,
                const char *row)
{
    const cl_int columns = COLUMNS, rows = ROWS;
    const size_t origin[3] = { 0, 0, 0 };
    const size_t region[3] = { data->src.width, data->src.height, 1 };
    const size_t global[2] = { ocl_round_up(region[0], 16), ocl_round_up(region[1], 16) };
    const size_t bytes = 4 * region[0] * region[1];
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "image_filter", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof data->d_dst, &data->d_dst));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof data->d_src, &data->d_src));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof data->d_weights, &data->d_weights));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof columns, &columns));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof rows, &rows));

    ocl_times times = { .runs = 0 };
    for (size_t run = 0; run <= env->options->repeat; run++) {
        memset(data->got.rgba, 0xff, bytes);
        OCL_CHECK(clEnqueueWriteImage(env->queue, data->d_dst, CL_TRUE, origin, region, 0, 0,
                                      data->got.rgba, 0, NULL, NULL));
        cl_event done;
        OCL_CHECK(
            clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, NULL, 0, NULL, &done));
        if (run > 0) ocl_times_add(&times, ocl_event_ns(done, done));
        OCL_CHECK(clReleaseEvent(done));
    }
    OCL_CHECK(clEnqueueReadImage(env->queue, data->d_dst, CL_TRUE, origin, region, 0, 0,
                                 data->got.rgba, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    // The sum's error is far below half a level of 255; what is near to a half may be rounded up or down.
    ocl_result check = ocl_verify_picture(row, &data->got, &data->ref, 1);
    ocl_report_row(
        report, &(ocl_row){ row, &times, (double)(region[0] * region[1]), "Mpixel/s", 0.0, check });
}
