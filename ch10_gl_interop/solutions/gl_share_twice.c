// SPDX-License-Identifier: MIT
//
// gl_share_twice - exercise 2 of gl_share: OpenCL has a second turn.
//: skeleton
//: // It takes it without asking.
//: end
//
//     cmake --build build --target exercise_gl_share_twice

#include "ocl.h"

#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

enum { N = 1031 };

static const char *SOURCE = "kernel void twice(global uint *x)\n"
                            "{\n"
                            "    x[get_global_id(0)] *= 2;\n"
                            "}\n";

// OpenGL's turn: what it has in its buffer.
static ocl_result look(const char *what, cl_uint factor)
{
    cl_uint got[N], ref[N];
    for (cl_uint i = 0; i < N; i++)
        ref[i] = factor * i;
    GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof got, got));
    return ocl_verify_u32(what, got, ref, N);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_share_twice",
                              .summary = "OpenCL and OpenGL take turns on a buffer.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_gl_sharing"))
        ocl_exit(OCL_EXIT_SKIP, "the device has no cl_khr_gl_sharing");
    gl_context gl = gl_open();
    ocl_env both = sharing_open(&env, &gl);    // steps 1 and 2 of gl_share
    cl_uint x[N];
    GLuint numbers;
    for (cl_uint i = 0; i < N; i++)
        x[i] = i;
    GL_CHECK(glGenBuffers(1, &numbers));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, numbers));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof x, x, GL_DYNAMIC_DRAW));
    cl_int err;
    cl_mem d_x = OCL_CREATE(clCreateFromGLBuffer(both.context, CL_MEM_READ_WRITE, numbers, &err));
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(both.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "twice", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_x, &d_x));
    const size_t global = N;

    // OpenCL's first turn.
    GL_CHECK(glFinish());
    OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(both.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReleaseGLObjects(both.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clFinish(both.queue));
    const ocl_result first = look("first turn", 2);

    //: skeleton
    //: // Exercise 2 of gl_share: its second turn lacks four calls.  Two say that the buffer changes
    //: // hands; two wait.
    //: OCL_CHECK(clEnqueueNDRangeKernel(both.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    //: solution
    // Its second turn.
    GL_CHECK(glFinish());
    OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(both.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReleaseGLObjects(both.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clFinish(both.queue));
    //: end
    const ocl_result second = look("second turn", 4);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "first turn", first);
    ocl_report_result(report, "second turn", second);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_x));
    GL_CHECK(glDeleteBuffers(1, &numbers));
    ocl_close(&both);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
