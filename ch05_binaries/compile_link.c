// SPDX-License-Identifier: MIT
//
// compile_link - one program made of two: each is compiled alone, then they are linked.
//
// Shows   a kernel that calls a function of another program
// Uses    clCompileProgram, clLinkProgram
// Try     compile_link -n 1, compile_link -k with your own copy of compile_link.cl

#include "ocl.h"

// The answer in plain C.
static cl_uint hash(cl_uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

static void compile_link_ref(cl_uint *y, size_t n, cl_uint seed)
{
    for (size_t i = 0; i < n; i++)
        y[i] = hash(seed + (cl_uint)i);
}

// A kernel file as an object.  It may call functions that it declares and does not have.
static cl_program compile(const ocl_env *env, const ocl_options *opt, const char *name)
{
    char *text = ocl_load_source(opt, name);
    const char *source = text;
    cl_int err;
    cl_program object = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    err = clCompileProgram(object, 1, &env->device, "-cl-std=CL1.2", 0, NULL, NULL, NULL, NULL);
    ocl_require_build(object, opt->kernel ? opt->kernel : name, "clCompileProgram", err);
    free(text);
    return object;
}

int main(int argc, char **argv)
{
    // Options.  --kernel replaces compile_link.cl, not the file with the function.
    const ocl_about about = { .name = "compile_link",
                              .summary = "Compiles two programs and links them.",
                              .accepts = "dnks",
                              .size_help = "numbers",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    ocl_options other = opt;
    other.kernel = NULL;

    // Device, reference.
    ocl_env env = ocl_open(&opt);
    if (!ocl_device_number(env.device, CL_DEVICE_LINKER_AVAILABLE))
        ocl_exit(OCL_EXIT_SKIP, "this device has no linker (CL_DEVICE_LINKER_AVAILABLE)");
    const double room = (double)opt.n[0] * sizeof(cl_uint);
    ocl_require_memory(env.device, room, room, 2.0 * room);
    const size_t n = opt.n[0], bytes = n * sizeof(cl_uint);
    const cl_uint seed = (cl_uint)opt.seed;
    cl_uint *y = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "n", n);
    OCL_TIME_REFERENCE(report, compile_link_ref(ref, n, seed));

    // Program: two objects, linked.  Then the objects are not needed any more.
    cl_int err;
    const cl_program objects[2] = { compile(&env, &opt, "compile_link.cl"),
                                    compile(&env, &other, "compile_link_function.cl") };
    cl_program program =
        OCL_CREATE(clLinkProgram(env.context, 1, &env.device, NULL, 2, objects, NULL, NULL, &err));
    OCL_CHECK(clReleaseProgram(objects[1]));
    OCL_CHECK(clReleaseProgram(objects[0]));

    // Buffer, arguments, launch, read.
    cl_mem d_y = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "compile_link", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof seed, &seed));
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_y, CL_TRUE, 0, bytes, y, 0, NULL, NULL));

    // Verify.
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", y, ref, n));

    // Release, in reverse order.
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_y));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(y);
    return ocl_report_close(report);
}
