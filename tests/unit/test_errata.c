// SPDX-License-Identifier: MIT
//
// What docs/errata.md says of the sources' listings, shown on the device at hand.

#include "ocl.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const ocl_about ABOUT = { .name = "test_errata", .accepts = "d", .extents = 1 };

static cl_kernel build(const ocl_env *env, const char *source, cl_program *program)
{
    cl_int err;
    *program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(*program, 1, &env->device, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(*program, "probe", &err);
    assert_int_equal(err, CL_SUCCESS);
    return kernel;
}

// Chapter 1: a work-group of 64 takes vectors of 1024 elements, but not of 1000.
static void test_local_size_must_divide(void **state)
{
    const ocl_env *env = *state;
    cl_int err;
    cl_program program;
    cl_kernel kernel =
        build(env, "kernel void probe(global float *x) { x[get_global_id(0)] = 1.0f; }", &program);
    cl_mem d_x = clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, 4096, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), CL_SUCCESS);

    const size_t local = 64, fits = 1024, ragged = 1000;
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &fits, &local, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &ragged, &local, 0, NULL, NULL),
        CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(clFinish(env->queue), CL_SUCCESS);

    clReleaseMemObject(d_x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 1: asking a platform without a GPU for its GPUs is an error, and the count must not be
// used.
static void test_no_gpu_is_an_error(void **state)
{
    const ocl_env *env = *state;
    cl_uint count = 12345;
    cl_int status = clGetDeviceIDs(env->platform, CL_DEVICE_TYPE_GPU, 0, NULL, &count);
    if (status == CL_SUCCESS) skip();    // this platform has one
    assert_int_equal(status, CL_DEVICE_NOT_FOUND);
}

// Chapter 3: 256 pixels of one value, counted in 8 bits, count as none.
static void test_byte_counter_wraps(void **state)
{
    const ocl_env *env = *state;
    cl_int err;
    cl_program program;
    cl_kernel kernel = build(env,
                             "kernel void probe(global uint *count, global const uchar *pixels)\n"
                             "{\n"
                             "    uchar counter = 0;\n"
                             "    for (int i = 0; i < 256; i++)\n"
                             "        if (pixels[i] == 7) counter++;\n"
                             "    *count = counter;\n"
                             "}\n",
                             &program);
    unsigned char pixels[256];
    memset(pixels, 7, sizeof pixels);
    cl_uint count = 12345;
    cl_mem d_count = clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, sizeof count, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_mem d_pixels = clCreateBuffer(env->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                     sizeof pixels, pixels, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_count, &d_count), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof d_pixels, &d_pixels), CL_SUCCESS);
    const size_t one = 1;
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(
        clEnqueueReadBuffer(env->queue, d_count, CL_TRUE, 0, sizeof count, &count, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(count, 0);

    clReleaseMemObject(d_pixels);
    clReleaseMemObject(d_count);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 8: the columns that coalesced_row stores to, without the product.  A work-item stores
// once per `size` columns, from its global id on.
static const char COALESCED_ROW[] = "kernel void probe(global uint *c, uint dim)\n"
                                    "{\n"
                                    "    uint column = get_global_id(0), row = get_global_id(1);\n"
                                    "    uint item = get_local_id(0), size = get_local_size(0);\n"
                                    "    for (uint j = 0; j < dim / size; j++)\n"
                                    "        c[row * dim + j * size + column] = j * size + item;\n"
                                    "}\n";

enum { DIM = 40 };    // and elements behind the matrix: one row

// Launches it over sizes[0] x DIM work-items, in groups of sizes[1] x 1.  Gives how many of the
// elements from c[from] to c[to - 1] do not have the number of their column.
static size_t count_wrong(const ocl_env *env, const size_t sizes[2], size_t from, size_t to)
{
    const size_t global[] = { sizes[0], DIM }, local[] = { sizes[1], 1 };
    const cl_uint dim = DIM;
    cl_uint c[(DIM + 1) * DIM];
    memset(c, 0xff, sizeof c);
    cl_program program;
    cl_kernel kernel = build(env, COALESCED_ROW, &program);
    cl_mem d_c = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof c, c);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_c, &d_c), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof dim, &dim), CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(env->queue, d_c, CL_TRUE, 0, sizeof c, c, 0, NULL, NULL),
                     CL_SUCCESS);
    size_t wrong = 0;
    for (size_t i = from; i < to; i++)
        wrong += c[i] != i % DIM;
    clReleaseMemObject(d_c);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return wrong;
}

static void test_coalesced_row_needs_one_group_per_row(void **state)
{
    const size_t end = DIM * DIM, behind = (DIM + 1) * DIM;
    // Two work-groups of 20 per row, as in the book: 20 elements behind the matrix are written.
    // (They get the numbers of columns 20 to 39; untouched ones are 0xffffffff.)
    const size_t two[] = { DIM, DIM / 2 };
    assert_true(count_wrong(*state, two, 0, end) > 0);
    assert_int_equal(count_wrong(*state, two, end + DIM / 2, behind), DIM / 2);
    // One work-group per row: right, and nothing behind the matrix.
    const size_t one[] = { DIM / 2, DIM / 2 };
    assert_int_equal(count_wrong(*state, one, 0, end), 0);
    assert_int_equal(count_wrong(*state, one, end, behind), DIM);
    // A work-group of 16 does not divide 40 columns: the last 8 of each row are not computed.
    const size_t ragged[] = { 16, 16 };
    assert_int_equal(count_wrong(*state, ragged, 0, end), 8 * DIM);
}

// Chapter 8: a function that is not declared as kernel is none.
static void test_function_is_no_kernel(void **state)
{
    const ocl_env *env = *state;
    const char *source = "void probe(global float *x) { x[get_global_id(0)] = 1.0f; }\n"
                         "kernel void other(global float *x) { probe(x); }\n";
    cl_int err;
    cl_program program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(program, 1, &env->device, NULL, NULL, NULL), CL_SUCCESS);
    assert_null(clCreateKernel(program, "probe", &err));
    assert_int_equal(err, CL_INVALID_KERNEL_NAME);
    clReleaseProgram(program);
}

// Chapter 9: of nine numbers, the five largest are put in their places.  Then the one with the
// index of `rank` is taken, which is 5: but the middle one of 0 to 8 has the index 4.
static void test_median_is_one_rank_off(void **state)
{
    const ocl_env *env = *state;
    cl_program program;
    cl_kernel kernel = build(env,
                             "kernel void probe(global float *x)\n"
                             "{\n"
                             "    int total = 9, rank = total / 2 + 1;\n"
                             "    for (int i = 0; i < rank; i++, total--)\n"
                             "        for (int j = 0; j < total - 1; j++)\n"
                             "            if (x[j] > x[j + 1]) {\n"
                             "                float larger = x[j];\n"
                             "                x[j] = x[j + 1];\n"
                             "                x[j + 1] = larger;\n"
                             "            }\n"
                             "    x[0] = x[rank];\n"
                             "}\n",
                             &program);
    float x[9] = { 30, 80, 10, 70, 0, 50, 20, 60, 40 };    // the median is 40
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), CL_SUCCESS);
    const size_t one = 1;
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(env->queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_true(x[0] == 50.0f);
    assert_true(x[4] == 40.0f);

    clReleaseMemObject(d_x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 9: an image with one channel, CL_R, has 0 in its green one.
static void test_one_channel_has_no_green(void **state)
{
    const ocl_env *env = *state;
    const cl_image_format format = { CL_R, CL_FLOAT };
    if (!ocl_has_image_format(env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, format)) skip();
    cl_program program;
    cl_kernel kernel = build(env,
                             "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE |\n"
                             "    CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
                             "kernel void probe(global float4 *x, read_only image2d_t image)\n"
                             "{\n"
                             "    *x = read_imagef(image, nearest, (int2)(1, 0));\n"
                             "}\n",
                             &program);
    const float pixels[2] = { 0.25f, 0.75f };
    const size_t extents[2] = { 2, 1 }, one = 1;
    float x[4] = { -1, -1, -1, -1 };
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof x, x);
    cl_mem image = ocl_image_2d(env, CL_MEM_READ_ONLY, format, extents, pixels);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_x, &d_x), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof image, &image), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(env->queue, d_x, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_true(x[0] == 0.75f);
    assert_true(x[1] == 0.0f);

    clReleaseMemObject(image);
    clReleaseMemObject(d_x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// The cookbook: its Sobel kernel computes where all eight neighbours exist, and writes nothing
// elsewhere.  The border keeps what was in the buffer.
static void test_border_is_left_unwritten(void **state)
{
    enum { WIDTH = 9, HEIGHT = 7 };
    const ocl_env *env = *state;
    cl_program program;
    cl_kernel kernel = build(env,
                             "kernel void probe(global uchar4 *out)\n"
                             "{\n"
                             "    uint x = get_global_id(0), width = get_global_size(0);\n"
                             "    uint y = get_global_id(1), height = get_global_size(1);\n"
                             "    if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1)\n"
                             "        out[x + y * width] = (uchar4)(1, 2, 3, 4);\n"
                             "}\n",
                             &program);
    uint8_t out[HEIGHT][WIDTH][4];
    memset(out, 0xff, sizeof out);
    cl_mem d_out = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof out, out);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_out, &d_out), CL_SUCCESS);
    const size_t global[2] = { WIDTH, HEIGHT };
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(
        clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
        CL_SUCCESS);
    size_t unwritten = 0;
    for (size_t y = 0; y < HEIGHT; y++)
        for (size_t x = 0; x < WIDTH; x++)
            unwritten += out[y][x][0] == 0xff;
    assert_int_equal(unwritten, 2 * WIDTH + 2 * HEIGHT - 4);

    clReleaseMemObject(d_out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 6: the stamps of a command are not there before its end.
static void test_no_stamps_before_the_end(void **state)
{
    const ocl_env *env = *state;
    // Oclgrind runs nothing before a wait.  NVIDIA's driver has the stamps of a marker at once.
    if (ocl_known_platform(env->device) & (OCL_OCLGRIND | OCL_NVIDIA)) skip();
    cl_int err;
    cl_event gate = clCreateUserEvent(env->context, &err), done;
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clEnqueueMarkerWithWaitList(env->queue, 1, &gate, &done), CL_SUCCESS);
    cl_ulong end;
    assert_int_equal(
        clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
        CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clFinish(env->queue), CL_SUCCESS);
    clReleaseEvent(done);
    clReleaseEvent(gate);
}

// The other sources: each of these kernels is refused by the compiler of PoCL.
static void test_listings_that_do_not_build(void **state)
{
    const ocl_env *env = *state;
    if (!(ocl_known_platform(env->device) & (OCL_POCL | OCL_POCL_6))) skip();
    const char *sources[] = {
        // the paper: local arrays inside of a loop
        "kernel void probe(global float *c)\n"
        "{\n"
        "    for (int a = 0; a < 2; a++) {\n"
        "        local float tile[16];\n"
        "        tile[get_local_id(0)] = c[a];\n"
        "        c[a] = tile[0];\n"
        "    }\n"
        "}\n",
        // the paper: a sum that is never declared
        "kernel void probe(global float *c) { sum += c[0]; c[0] = sum; }\n",
        // the book, chapter 11: SUM_STEP names arrays that only the parabola's kernel has
        "kernel void probe(local float *localSumX)\n"
        "{\n"
        "    localSumX[0] = localSumX[0] + localSumX[1];\n"
        "    localSumXXY[0] = localSumXXY[0] + localSumXXY[1];\n"
        "}\n",
        // the slides: __barrier(), a third component of two, and one name for place and pointer
        "kernel void probe(global float *c) { __barrier(); c[0] = 1.0f; }\n",
        "kernel void probe(global float *c) { float2 p = 0.0f; p.z = 1.0f; c[0] = p.x; }\n",
        ("typedef struct { uint next; } node;\n"
         "kernel void probe(global node *bufBase, global node *n) { n = bufBase + n; }\n"),
    };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        cl_int err;
        cl_program program = clCreateProgramWithSource(env->context, 1, &sources[i], NULL, &err);
        assert_int_equal(err, CL_SUCCESS);
        assert_int_equal(clBuildProgram(program, 1, &env->device, NULL, NULL, NULL),
                         CL_BUILD_PROGRAM_FAILURE);
        clReleaseProgram(program);
    }
}

// Chapter 7: what a kernel `probe` with one work-item writes.
static void run_probe(const ocl_env *env, const char *source, cl_int *out, size_t count)
{
    cl_int err;
    cl_program program;
    cl_kernel kernel = build(env, source, &program);
    const size_t one = 1, bytes = count * sizeof *out;
    cl_mem d_out = clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, bytes, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_out, &d_out), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, bytes, out, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(d_out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 7: a struct of float8 and float3 "will be aligned to 48 byte boundary".
static void test_struct_is_aligned_to_32(void **state)
{
    const char *source = "typedef struct { float8 x; float3 y; } shape;\n"
                         "typedef struct { char before; shape value; } pair;\n"
                         "kernel void probe(global int *out)\n"
                         "{\n"
                         "    pair p;\n"
                         "    out[0] = sizeof(shape);\n"
                         "    out[1] = (private char *)&p.value - &p.before;\n"
                         "}\n";
    cl_int out[2];
    run_probe(*state, source, out, 2);
    assert_int_equal(out[0], 64);
    assert_int_equal(out[1], 32);
}

// Chapter 7: listings that a compiler refuses.
static void test_listings_of_chapter_7(void **state)
{
    const ocl_env *env = *state;
    if (!(ocl_known_platform(env->device) & (OCL_POCL | OCL_POCL_6))) skip();
    const char *sources[] = {
        // one pair of parentheses
        "typedef struct { float8 __attribute__ (aligned(32)) y; } s;\n"
        "kernel void probe(global float *c) { s x; x.y = 1.0f; c[0] = x.y.s0; }\n",
        // 17 components
        "kernel void probe(global float *o)\n"
        "{\n"
        "    float4 a = 1, b = 1, c = 1, d = 1;\n"
        "    float16 x = (float16)(a.yyzz, b.xzwy, c.xyz, d.xyz, a.yzw);\n"
        "    o[0] = x.s0;\n"
        "}\n",
        // indices that are never declared
        "kernel void probe(constant float4 *filter, constant float4 *filter_in,\n"
        "                  global float4 *filter_out)\n"
        "{\n"
        "    filter_out[tid] = filter_in[g_tid] * filter[l_id];\n"
        "}\n",
        // a is declared twice
        "kernel void probe(global float *o)\n"
        "{\n"
        "    float4 a, b, c, d;\n"
        "    float4 f = 1, a;\n"
        "    a.xyzw = f.s0123;\n"
        "    o[0] = a.x;\n"
        "}\n",
    };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        cl_int err;
        cl_program program = clCreateProgramWithSource(env->context, 1, &sources[i], NULL, &err);
        assert_int_equal(err, CL_SUCCESS);
        assert_int_equal(clBuildProgram(program, 1, &env->device, NULL, NULL, NULL),
                         CL_BUILD_PROGRAM_FAILURE);
        clReleaseProgram(program);
    }
}

// AMD's guide: a build log of unknown length in an array of fixed length.
static void test_log_longer_than_its_array(void **state)
{
    const ocl_env *env = *state;
    const char *source = "kernel void probe(global float *c) { c[0] = no_such_name; }\n";
    cl_int err;
    cl_program program = clCreateProgramWithSource(env->context, 1, &source, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_not_equal(clBuildProgram(program, 1, &env->device, NULL, NULL, NULL), CL_SUCCESS);
    char log[4] = "abc";
    assert_int_equal(
        clGetProgramBuildInfo(program, env->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL),
        CL_INVALID_VALUE);
    assert_string_equal(log, "abc");
    clReleaseProgram(program);
}

// Cookbook, convolution in 1-D: x[i - j] for every j.  Here the array begins inside of another one,
// which shows what is read before it: y[0] should be 2 x[0], and becomes 2 x[0] + x[-1].
static void test_1d_loop_reads_before_its_array(void **state)
{
    const ocl_env *env = *state;
    cl_int err;
    cl_program program;
    cl_kernel kernel = build(env,
                             "kernel void probe(global float *y, global const float *all) {\n"
                             "    const float h[2] = { 2.0f, 1.0f };\n"
                             "    global const float *x = all + 1;\n"
                             "    for (int i = 0; i < 5; ++i) {\n"
                             "        y[i] = 0;\n"
                             "        for (int j = 0; j < 2; ++j) y[i] += x[i - j] * h[j];\n"
                             "    }\n"
                             "}\n",
                             &program);
    float all[] = { 100.0f, 1.0f, 3.0f, 4.0f, 2.0f, 1.0f }, y[5];
    const float want[] = { 2.0f, 7.0f, 11.0f, 8.0f, 4.0f };
    cl_mem d_y = ocl_buffer(env, CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_mem d_all = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof all, all);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_y, &d_y), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof d_all, &d_all), CL_SUCCESS);
    assert_int_equal(clEnqueueTask(env->queue, kernel, 0, NULL, NULL), CL_SUCCESS);
    err = clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    assert_int_equal(err, CL_SUCCESS);
    assert_true(y[0] == 102.0f);
    assert_memory_equal(y + 1, want + 1, sizeof y - sizeof y[0]);
    clReleaseMemObject(d_all);
    clReleaseMemObject(d_y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Cookbook, convolution in 2-D: the row of the filter is centred with half of its columns, and the
// column with half of its rows.  A filter of 1 x 3 that should change nothing takes the row above.
static void test_2d_loop_swaps_its_centres(void **state)
{
    (void)state;
    enum { ROWS = 2, COLUMNS = 3, KERNEL_ROWS = 1, KERNEL_COLUMNS = 3 };
    const float in[ROWS][COLUMNS] = { { 1.0f, 2.0f, 3.0f }, { 4.0f, 5.0f, 6.0f } };
    const float kernel[KERNEL_ROWS][KERNEL_COLUMNS] = { { 0.0f, 1.0f, 0.0f } };
    float out[ROWS][COLUMNS] = { { 0.0f } };
    const int centre_x = KERNEL_COLUMNS / 2, centre_y = KERNEL_ROWS / 2;
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            for (int m = 0; m < KERNEL_ROWS; ++m)
                for (int n = 0; n < KERNEL_COLUMNS; ++n) {
                    const int ii = i + (m - centre_x), jj = j + (n - centre_y);
                    if (ii >= 0 && ii < ROWS && jj >= 0 && jj < COLUMNS)
                        out[i][j] +=
                            in[ii][jj] * kernel[KERNEL_ROWS - 1 - m][KERNEL_COLUMNS - 1 - n];
                }
    const float got[ROWS][COLUMNS] = { { 0.0f, 0.0f, 0.0f }, { 2.0f, 3.0f, 0.0f } };
    assert_memory_equal(out, got, sizeof got);
}

// Chapter 11: the listing's sort: as many stages as n has bits after its first one, n / 2 pairs per
// pass.  The number of pairs that reach past the end; the array has room for them.
static size_t bitonic_as_listed(float *x, size_t n)
{
    size_t stages = 0, past_end = 0;
    while (n >> (stages + 1))
        stages++;
    for (size_t stage = 0; stage < stages; stage++)
        for (size_t pass = 0; pass <= stage; pass++)
            for (size_t pair = 0; pair < n / 2; pair++) {
                const size_t distance = (size_t)1 << (stage - pass);
                const size_t left = pair % distance + pair / distance * 2 * distance;
                const size_t right = left + distance;
                past_end += right >= n;
                const bool falls = pair >> stage & 1, less = x[left] < x[right];
                const float lesser = less ? x[left] : x[right];
                const float greater = less ? x[right] : x[left];
                x[left] = falls ? greater : lesser;
                x[right] = falls ? lesser : greater;
            }
    return past_end;
}

// Pairs of neighbours in the wrong order; what is no number is left out.
static size_t count_falls(const float *x, size_t n)
{
    size_t falls = 0;
    float before = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        falls += x[i] < before;
        if (!isnan(x[i])) before = x[i];
    }
    return falls;
}

static void test_bitonic_sort_needs_a_power_of_two(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 64; n++) {
        float x[128];
        for (size_t i = 0; i < 128; i++)
            x[i] = (float)(n - i);
        const bool power = (n & (n - 1)) == 0;
        const size_t past_end = bitonic_as_listed(x, n);
        assert_true((past_end == 0 && count_falls(x, n) == 0) == power);
        if (n == 12) assert_int_equal(past_end, 2);
    }
}

static void test_bitonic_sort_breaks_at_a_nan(void **state)
{
    (void)state;
    float x[4] = { 1.0f, NAN, 3.0f, 2.0f };
    assert_int_equal(bitonic_as_listed(x, 4), 0);
    assert_true(count_falls(x, 4) > 0);
}

// AMD's guide, the minimum: the number of work-items on a GPU, or 0 where the listing's loop goes
// past the number of vectors.  There the remainder stays as it is.
static size_t work_size_as_listed(size_t vectors, size_t compute_units)
{
    const size_t ws = 64;
    size_t global_work_size = compute_units * 7 * ws;
    while (vectors % global_work_size != 0) {
        if (global_work_size > vectors) return 0;
        global_work_size += ws;
    }
    return global_work_size;
}

static void test_work_size_that_never_divides(void **state)
{
    (void)state;
    for (size_t units = 1; units <= 3; units++)
        for (size_t vectors = 1; vectors <= 4096; vectors++)
            assert_true((work_size_as_listed(vectors, units) > 0) ==
                        (vectors % 64 == 0 && vectors >= units * 7 * 64));
    assert_int_equal(work_size_as_listed(1000 / 4, 1), 0);
    assert_int_equal(work_size_as_listed((1 << 17) / 4, 132), 0);
    assert_int_equal(work_size_as_listed(64 * 4099, 7), 64 * 4099);
}

// Chapter 11: the sum of a work-group, with NaN where the listing leaves `accumulatorX` without a
// value.
static const char BOOK_SUM[] =
    "#define SUM_STEP(LENGTH, INDEX, W) \\\n"
    "    if ((INDEX < W) && ((INDEX + W) < LENGTH)) \\\n"
    "        sums[INDEX] = sums[INDEX] + sums[INDEX + W]; \\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "kernel void probe(global float *out, global const float *x, local float *sums, int length)\n"
    "{\n"
    "    int index = get_local_id(0);\n"
    "    float own = NAN;\n"
    "    if (get_global_id(0) < length) own = x[get_global_id(0)];\n"
    "    sums[index] = own;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    uint tail = length - get_group_id(0) * get_local_size(0);\n"
    "    SUM_STEP(tail, index, 32); SUM_STEP(tail, index, 16); SUM_STEP(tail, index, 8);\n"
    "    SUM_STEP(tail, index, 4); SUM_STEP(tail, index, 2); SUM_STEP(tail, index, 1);\n"
    "    if (index == 0) out[get_group_id(0)] = sums[0];\n"
    "}\n";

enum { BOOK_POINTS = 100, BOOK_GROUPS = 2 };

// 1 + 2 + ... + 100, added by two work-groups of `local` work-items.
static void run_book_sum(const ocl_env *env, size_t local, float got[BOOK_GROUPS])
{
    cl_program program;
    cl_kernel kernel = build(env, BOOK_SUM, &program);
    float x[BOOK_POINTS];
    for (int i = 0; i < BOOK_POINTS; i++)
        x[i] = (float)(i + 1);
    cl_mem d_x = ocl_buffer(env, CL_MEM_READ_ONLY, sizeof x, x);
    cl_mem d_out = ocl_buffer(env, CL_MEM_WRITE_ONLY, BOOK_GROUPS * sizeof(float), NULL);
    const size_t global = BOOK_GROUPS * local;
    const cl_int length = BOOK_POINTS;
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof d_out, &d_out), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof d_x, &d_x), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 2, local * sizeof(float), NULL), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 3, sizeof length, &length), CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(env->queue, d_out, CL_TRUE, 0, BOOK_GROUPS * sizeof(float),
                                         got, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(d_out);
    clReleaseMemObject(d_x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

// Chapter 11: the values of work-items past the end are stored, but SUM_STEP leaves them out.  Six
// steps are enough for 64 work-items: with 128 the upper half is lost.
static void test_sum_step(void **state)
{
    const ocl_env *env = *state;
    float got[BOOK_GROUPS];
    run_book_sum(env, 64, got);
    assert_true(got[0] == 64.0f * 65.0f / 2.0f);
    assert_true(got[0] + got[1] == 5050.0f);
    if (ocl_device_number(env->device, CL_DEVICE_MAX_WORK_GROUP_SIZE) < 128) skip();
    run_book_sum(env, 128, got);
    assert_true(got[0] == 64.0f * 65.0f / 2.0f);
}

static double determinant(const double p[3], const double q[3], const double r[3])
{
    return p[0] * (q[1] * r[2] - q[2] * r[1]) - q[0] * (p[1] * r[2] - p[2] * r[1]) +
           r[0] * (p[1] * q[2] - p[2] * q[1]);
}

// Chapter 11: y = 1 + x^2 in four points.  D1 and D2 as printed have equal columns, so they are 0.
// And a sum of x^2 y that stays 0 gives another parabola.
static void test_cramers_rule(void **state)
{
    (void)state;
    const double x[] = { 0.0, 1.0, 2.0, 4.0 };
    double p[3] = { 0 }, q[3] = { 0 }, r[3] = { 0 }, s[3] = { 0 };
    for (int i = 0; i < 4; i++) {
        double power = 1.0;
        for (int k = 0; k < 3; k++, power *= x[i]) {
            p[k] += power;
            q[k] += power * x[i];
            r[k] += power * x[i] * x[i];
            s[k] += power * (1.0 + x[i] * x[i]);
        }
    }
    const double d = determinant(p, q, r);
    assert_true(fabs(determinant(s, q, r) / d - 1.0) < 1e-12);
    assert_true(fabs(determinant(p, s, r) / d) < 1e-12);
    assert_true(fabs(determinant(p, q, s) / d - 1.0) < 1e-12);
    assert_true(determinant(s, s, s) == 0.0);    // printed as D1
    assert_true(determinant(p, s, p) == 0.0);    // printed as D2
    s[2] = 0.0;                                  // the sum that the C loop forgets
    assert_true(fabs(determinant(s, q, r) / d - 1.0) > 1.0);
    assert_true(fabs(determinant(p, q, s) / d - 1.0) > 1.0);
}

// Chapter 11: ten points with x from 4096 to 4105.  N * sumXX - sumX * sumX is 825, but floats of
// this size are multiples of 128.
static void test_float_sums_lose_their_digits(void **state)
{
    (void)state;
    volatile float sum = 0.0f, squares = 0.0f, left, right;    // rounded at each step
    for (int i = 0; i < 10; i++) {
        const float x = 4096.0f + (float)i;
        sum = sum + x;
        squares = squares + x * x;
    }
    left = 10.0f * squares;
    right = sum * sum;
    assert_true(fmodf(left - right, 128.0f) == 0.0f);
    assert_true(fabsf(left - right - 825.0f) > 10.0f);
}

int main(int argc, char **argv)
{
    const ocl_options options = ocl_parse(argc, argv, &ABOUT, (ocl_options){ .n = { 1 } });
    ocl_env env = ocl_open(&options);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_local_size_must_divide, &env),
        cmocka_unit_test_prestate(test_no_gpu_is_an_error, &env),
        cmocka_unit_test_prestate(test_byte_counter_wraps, &env),
        cmocka_unit_test_prestate(test_coalesced_row_needs_one_group_per_row, &env),
        cmocka_unit_test_prestate(test_function_is_no_kernel, &env),
        cmocka_unit_test_prestate(test_no_stamps_before_the_end, &env),
        cmocka_unit_test_prestate(test_median_is_one_rank_off, &env),
        cmocka_unit_test_prestate(test_one_channel_has_no_green, &env),
        cmocka_unit_test_prestate(test_border_is_left_unwritten, &env),
        cmocka_unit_test_prestate(test_listings_that_do_not_build, &env),
        cmocka_unit_test_prestate(test_struct_is_aligned_to_32, &env),
        cmocka_unit_test_prestate(test_listings_of_chapter_7, &env),
        cmocka_unit_test_prestate(test_log_longer_than_its_array, &env),
        cmocka_unit_test_prestate(test_1d_loop_reads_before_its_array, &env),
        cmocka_unit_test_prestate(test_2d_loop_swaps_its_centres, &env),
        cmocka_unit_test(test_work_size_that_never_divides),
        cmocka_unit_test(test_bitonic_sort_needs_a_power_of_two),
        cmocka_unit_test(test_bitonic_sort_breaks_at_a_nan),
        cmocka_unit_test_prestate(test_sum_step, &env),
        cmocka_unit_test_prestate(test_cramers_rule, &env),
        cmocka_unit_test_prestate(test_float_sums_lose_their_digits, &env),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    ocl_close(&env);
    return failures;
}
