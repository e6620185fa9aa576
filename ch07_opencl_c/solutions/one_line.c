// SPDX-License-Identifier: MIT
//
// one_line - runs the exercises of chapter 7 that need one line each.  The kernels are in a file of
// yours, and each has one row:
//
//     build/solutions/one_line -k build/exercises/one_line.cl

#include "ocl.h"

enum { N = 1031, MAX_INPUTS = 3, MAX_BYTES = 64 };

// What the inputs hold.  Floats are (2 k + 1) / 512 with whole k: none is 0, and sums and products
// of a few are exact.
typedef enum { INTS, UINTS, BYTES, FLOATS, NANS } content;

typedef struct {
    const char *kernel;
    size_t y_bytes, x_bytes;    // per work-item
    cl_uint inputs;
    content holds;
    // Element i of the answer.
    void (*ref)(void *y, const void *const x[MAX_INPUTS], size_t i);
} exercise;

static void larger_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    const cl_int *a = (const cl_int *)x[0] + 4 * i, *b = (const cl_int *)x[1] + 4 * i;
    for (size_t k = 0; k < 4; k++)
        ((cl_int *)y)[4 * i + k] = a[k] > b[k] ? a[k] : b[k];
}

static void positive_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    cl_int count = 0;
    for (size_t k = 0; k < 16; k++)
        count += ((const cl_int *)x[0])[16 * i + k] > 0;
    ((cl_int *)y)[i] = count;
}

static void absolute_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    for (size_t k = 8 * i; k < 8 * i + 8; k++)
        ((float *)y)[k] = fabsf(((const float *)x[0])[k]);
}

static void times_8_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    ((float *)y)[i] = 8.0f * ((const float *)x[0])[i];
}

static void reverse_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    for (size_t k = 4 * i; k < 4 * i + 4; k++)
        ((float *)y)[k] = ((const float *)x[0])[4 * N - 1 - k];
}

static void average_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    int sum = 0;
    for (size_t k = 0; k < 3; k++)
        sum += ((const cl_uchar *)x[k])[i];
    ((cl_uchar *)y)[i] = (cl_uchar)(sum / 3);
}

static void power_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    cl_uint power = 1;
    while (power < ((const cl_uint *)x[0])[i])
        power *= 2;
    ((cl_uint *)y)[i] = power;
}

static void clamp_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    const float v = ((const float *)x[0])[i], low = ((const float *)x[1])[i];
    const float high = low + 0.5f;
    ((float *)y)[i] = !(v > low) ? low : v > high ? high : v;    // a NaN becomes low
}

static void blend_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    const float *a = (const float *)x[0] + 4 * i, *b = (const float *)x[1] + 4 * i;
    for (size_t k = 0; k < 4; k++)
        ((float *)y)[4 * i + k] = a[k] + (b[k] - a[k]) * b[3];
}

static void zeros_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    cl_int count = 0;
    for (size_t k = 0; k < 4; k++)
        count += ((const cl_int *)x[0])[4 * i + k] == 0;
    ((cl_int *)y)[i] = count;
}

static void square_ref(void *y, const void *const x[MAX_INPUTS], size_t i)
{
    const cl_uint next = ((const cl_uint *)x[0])[i] + 1;
    ((cl_uint *)y)[i] = ~(next * next);
}

static const exercise EXERCISES[] = {
    { "vectors_reverse", 16, 16, 1, FLOATS, reverse_ref },
    { "operators_larger", 16, 16, 2, INTS, larger_ref },
    { "operators_positive", 4, 64, 1, INTS, positive_ref },
    { "reinterpret_absolute", 32, 32, 1, FLOATS, absolute_ref },
    { "reinterpret_times_8", 4, 4, 1, FLOATS, times_8_ref },
    { "integer_average", 1, 1, 3, BYTES, average_ref },
    { "integer_power", 4, 4, 1, UINTS, power_ref },
    { "preprocessor_square", 4, 4, 1, UINTS, square_ref },
    { "common_clamp", 4, 4, 2, NANS, clamp_ref },
    { "common_blend", 16, 16, 2, FLOATS, blend_ref },
    { "common_zeros", 4, 16, 1, INTS, zeros_ref },
};
enum { EXERCISE_COUNT = sizeof EXERCISES / sizeof EXERCISES[0] };

static void fill(void *x, const exercise *e, cl_uint input)
{
    for (size_t i = 0; i < N * e->x_bytes / (e->holds == BYTES ? 1 : 4); i++) {
        const uint64_t random = ocl_random(input + 1, i);
        const float odd = (float)(2 * (int)(random % 512) - 511) / 512;
        if (e->holds == BYTES) ((cl_uchar *)x)[i] = (cl_uchar)random;
        if (e->holds == INTS) ((cl_int *)x)[i] = (cl_int)(random % 7) - 3;
        if (e->holds == UINTS)
            ((cl_uint *)x)[i] = i < 32 ? 1u << i : (cl_uint)random >> (1 + i % 32 % 31);
        if (e->holds == FLOATS) ((float *)x)[i] = odd;
        if (e->holds == NANS) ((float *)x)[i] = input == 0 && i % 7 == 0 ? NAN : odd;
    }
}

static ocl_result run(const ocl_env *env, cl_program program, const exercise *e)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, e->kernel, &err));
    void *x[MAX_INPUTS] = { NULL };
    cl_mem d_x[MAX_INPUTS] = { NULL };
    const size_t bytes = N * e->y_bytes, global = N;
    for (cl_uint k = 0; k < e->inputs; k++) {
        x[k] = ocl_alloc(N * e->x_bytes);
        fill(x[k], e, k);
        d_x[k] = ocl_buffer(env, CL_MEM_READ_ONLY, N * e->x_bytes, x[k]);
        OCL_CHECK(clSetKernelArg(kernel, 1 + k, sizeof d_x[k], &d_x[k]));
    }
    void *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    for (size_t i = 0; i < N; i++)
        e->ref(ref, (const void *const *)x, i);

    cl_mem d_y = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));
    ocl_result result;
    if (e->holds == BYTES)
        result = ocl_verify_bytes(e->kernel, y, ref, bytes);
    else if (e->holds == FLOATS || e->holds == NANS)
        result = ocl_verify_f32(e->kernel, y, ref, bytes / 4, 0.0);
    else
        result = ocl_verify_u32(e->kernel, y, ref, bytes / 4);

    OCL_CHECK(clReleaseMemObject(d_y));
    for (cl_uint k = 0; k < e->inputs; k++) {
        OCL_CHECK(clReleaseMemObject(d_x[k]));
        free(x[k]);
    }
    OCL_CHECK(clReleaseKernel(kernel));
    free(y);
    free(ref);
    return result;
}

int main(int argc, char **argv)
{
    const char *names[EXERCISE_COUNT + 1] = { NULL };
    for (size_t e = 0; e < EXERCISE_COUNT; e++)
        names[e] = EXERCISES[e].kernel;
    const ocl_about about = { .name = "one_line",
                              .summary = "Exercises of chapter 7 that need one line each.",
                              .accepts = "dVk",
                              .variants = names };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    if (!opt.kernel) ocl_exit(OCL_EXIT_USAGE, "give the file with your lines: --kernel FILE");
    ocl_env env = ocl_open(&opt);
    cl_program program = ocl_build(&env, "one_line.cl", "-cl-std=CL1.2");
    ocl_report *report = ocl_report_open(&opt, env.device);
    for (size_t e = 0; e < EXERCISE_COUNT; e++)
        if (ocl_wants(&opt, names[e]))
            ocl_report_result(report, names[e], run(&env, program, &EXERCISES[e]));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
