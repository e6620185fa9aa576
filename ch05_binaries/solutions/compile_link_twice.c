// SPDX-License-Identifier: MIT
//
// compile_link_twice - exercise 2 of compile_link: one kernel, compiled once, with two functions.
//: skeleton
//: // Both programs are linked with the first function, so the second answer is wrong.
//: end
//
//     cmake --build build --target exercise_compile_link_twice
//     build/exercises/compile_link_twice

#include "ocl.h"

static const char *const SOURCES[] = {
    "int step(int x); kernel void run(global int *y) { *y = step(*y); }",
    "int step(int x); int step(int x) { return x + 1; }",
    "int step(int x); int step(int x) { return 2 * x; }",
};

static cl_program compile(const ocl_env *env, const char *source)
{
    cl_int err;
    cl_program object = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    OCL_CHECK(clCompileProgram(object, 1, &env->device, NULL, 0, NULL, NULL, NULL, NULL));
    return object;
}

// Two objects become a program.
static cl_program join(const ocl_env *env, cl_program a, cl_program b)
{
    cl_int err;
    return OCL_CREATE(clLinkProgram(env->context, 1, &env->device, NULL, 2,
                                    (const cl_program[]){ a, b }, NULL, NULL, &err));
}

// What the program makes of 10.
static cl_int run(const ocl_env *env, cl_program program)
{
    cl_int y = 10, err;
    cl_mem d_y = ocl_buffer(env, CL_MEM_READ_WRITE, sizeof y, &y);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "run", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_y, &d_y));
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, 1, NULL, (const size_t[]){ 1 }, NULL, 0,
                                     NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_y, CL_TRUE, 0, sizeof y, &y, 0, NULL, NULL));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_y));
    return y;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "compile_link_twice",
                              .summary = "One kernel, linked with two functions.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    cl_program objects[3];
    for (int i = 0; i < 3; i++)
        objects[i] = compile(&env, SOURCES[i]);

    cl_program plus_one = join(&env, objects[0], objects[1]);
    //: skeleton
    //: // Exercise 2 of compile_link: this one shall double.  Compile nothing again.
    //: cl_program twice = join(&env, objects[0], objects[1]);
    //: solution
    cl_program twice = join(&env, objects[0], objects[2]);
    //: end

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "10 + 1", ocl_verify_equal("10 + 1", run(&env, plus_one), 11));
    ocl_report_result(report, "2 * 10", ocl_verify_equal("2 * 10", run(&env, twice), 20));
    OCL_CHECK(clReleaseProgram(twice));
    OCL_CHECK(clReleaseProgram(plus_one));
    for (int i = 3; i-- > 0;)
        OCL_CHECK(clReleaseProgram(objects[i]));
    ocl_close(&env);
    return ocl_report_close(report);
}
