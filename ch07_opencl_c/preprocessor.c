// SPDX-License-Identifier: MIT
//
// preprocessor - one kernel file for several types and devices: macros from the host and from the
// compiler.
//
// Shows   -D, #ifdef and #error; a macro in place of a type; macros that the compiler defines
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer;
//         __OPENCL_C_VERSION__, cl_khr_fp64
// Try     preprocessor -n 10, and -k with your own copy of preprocessor.cl

#include "ocl.h"

enum { SCALE = 3, LARGEST = 1000 };    // the inputs are 1 to LARGEST: no float is rounded
enum { UINT, FLOAT, TYPES };
static const char *const NAMES[TYPES] = { "uint", "float" };

// What the compiler must know of the device: facts that the host can ask for.
enum { FACTS = 2 };
static const char *const FACT_NAMES[FACTS] = { "__OPENCL_C_VERSION__", "cl_khr_fp64" };

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "preprocessor",
                              .summary = "One kernel file, built for two types.",
                              .accepts = "dnks",
                              .size_help = "numbers of each type",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 100003 }, .seed = 1 });

    // Device, data, reference.
    ocl_env env = ocl_open(&opt);
    const double room = sizeof(cl_uint) * (double)opt.n[0];    // bytes, which may not fit a size_t
    ocl_require_memory(env.device, room, 2.0 * room, 6.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    cl_uint *x = ocl_alloc(bytes), *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    float *x_f = ocl_alloc(bytes), *y_f = ocl_alloc(bytes), *ref_f = ocl_alloc(bytes);
    for (size_t i = 0; i < n; i++) {
        x[i] = (cl_uint)(ocl_random(opt.seed, i) % LARGEST + 1);
        ref[i] = SCALE * (x[i] + 1);
        x_f[i] = (float)x[i] + 0.5f;
        ref_f[i] = SCALE * (x_f[i] + 1.0f);
    }
    const void *inputs[TYPES] = { x, x_f };
    void *outputs[TYPES] = { y, y_f };
    const cl_uint facts_ref[FACTS] = { 120, ocl_has_extension(env.device, "cl_khr_fp64") };
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    ocl_report_problem(report);

    // Two programs from one text.  After the preprocessor, TYPE is uint in one, float in the other.
    cl_uint facts[TYPES][FACTS];
    for (int t = 0; t < TYPES; t++) {
        cl_program program = ocl_build(&env, "preprocessor.cl",
                                       "-cl-std=CL1.2 -DTYPE=%s -DSCALE=%d", NAMES[t], SCALE);
        cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
        cl_mem d_facts = ocl_buffer(&env, CL_MEM_WRITE_ONLY, sizeof facts[t], NULL);
        cl_mem d_x = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, inputs[t]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "preprocessor", &err));
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_facts, &d_facts));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_x, &d_x));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_ulong), &(cl_ulong){ n }));
        const size_t local = ocl_local_size(kernel, env.device, 64);
        const size_t global = ocl_round_up(n, local);
        OCL_CHECK(
            clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OCL_CHECK(
            clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, outputs[t], 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_facts, CL_TRUE, 0, sizeof facts[t], facts[t], 0,
                                      NULL, NULL));
        OCL_CHECK(clReleaseKernel(kernel));
        OCL_CHECK(clReleaseMemObject(d_x));
        OCL_CHECK(clReleaseMemObject(d_facts));
        OCL_CHECK(clReleaseMemObject(d_y));
        OCL_CHECK(clReleaseProgram(program));
    }

    // Verify.  Nothing is rounded: each number is exactly that of plain C.
    ocl_table table = ocl_table_open(report, "facts", "macro, in the kernel, the host asks");
    for (int f = 0; f < FACTS; f++)
        ocl_table_row(&table, "%-20s %13u %13u", FACT_NAMES[f], facts[FLOAT][f], facts_ref[f]);
    ocl_report_result(report, "uint", ocl_verify_u32("uint", y, ref, n));
    ocl_report_result(report, "float", ocl_verify_f32("float", y_f, ref_f, n, 0.0));
    ocl_report_result(
        report, "facts",
        ocl_result_both(ocl_verify_u32("facts of uint", facts[UINT], facts_ref, FACTS),
                        ocl_verify_u32("facts of float", facts[FLOAT], facts_ref, FACTS)));

    // Release.
    ocl_close(&env);
    free(ref_f);
    free(y_f);
    free(x_f);
    free(ref);
    free(y);
    free(x);
    return ocl_report_close(report);
}
