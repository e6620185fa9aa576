// SPDX-License-Identifier: MIT
//
// gl_event_fill - exercise 5 of gl_event: who may wait for a fence?
//: skeleton
//: // The kernel waits, and is refused.
//: end
//
//     cmake --build build --target exercise_gl_event_fill

#include "ocl.h"

#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

enum { N = 1031 };

typedef cl_event(CL_API_CALL *event_of_fence)(cl_context context, cl_GLsync fence, cl_int *err);

static const char *SOURCE = "kernel void fill(global uint *x)\n"
                            "{\n"
                            "    x[get_global_id(0)] = 7;\n"
                            "}\n";

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_event_fill",
                              .summary = "Who may wait for a fence.",
                              .accepts = "d" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_gl_event") ||
        !ocl_has_extension(env.device, "cl_khr_gl_sharing"))
        ocl_exit(OCL_EXIT_SKIP, "the device has no cl_khr_gl_event with cl_khr_gl_sharing");
    gl_context gl = gl_open();
    ocl_env both = sharing_open(&env, &gl);
    event_of_fence create_event;
    *(void **)&create_event =
        clGetExtensionFunctionAddressForPlatform(env.platform, "clCreateEventFromGLsyncKHR");
    if (!create_event) ocl_exit(OCL_EXIT_CALL, "the driver gives no clCreateEventFromGLsyncKHR");
    cl_uint x[N], ref[N];
    GLuint buffer;
    for (size_t i = 0; i < N; i++)
        ref[i] = 7;
    GL_CHECK(glGenBuffers(1, &buffer));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, buffer));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof x, NULL, GL_DYNAMIC_DRAW));
    cl_int err;
    cl_mem d_x = OCL_CREATE(clCreateFromGLBuffer(both.context, CL_MEM_READ_WRITE, buffer, &err));
    cl_program program =
        OCL_CREATE(clCreateProgramWithSource(both.context, 1, &SOURCE, NULL, &err));
    err = clBuildProgram(program, 1, &env.device, "-cl-std=CL1.2", NULL, NULL);
    ocl_require_build(program, "SOURCE", "clBuildProgram", err);
    cl_kernel fill = OCL_CREATE(clCreateKernel(program, "fill", &err));
    OCL_CHECK(clSetKernelArg(fill, 0, sizeof d_x, &d_x));
    const size_t global = N;
    GLsync fence;
    GL_CHECK(fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    GL_CHECK(glFlush());
    cl_event drawn = OCL_CREATE(create_event(both.context, (cl_GLsync)fence, &err));
    GL_CHECK(glDeleteSync(fence));

    //: skeleton
    //: // Exercise 5 of gl_event: which of the two commands may have this event in its wait list?
    //: OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 1, &d_x, 0, NULL, NULL));
    //: OCL_CHECK(clEnqueueNDRangeKernel(both.queue, fill, 1, NULL, &global, NULL, 1, &drawn, NULL));
    //: solution
    OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 1, &d_x, 1, &drawn, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(both.queue, fill, 1, NULL, &global, NULL, 0, NULL, NULL));
    //: end
    OCL_CHECK(clEnqueueReleaseGLObjects(both.queue, 1, &d_x, 0, NULL, NULL));
    OCL_CHECK(clFinish(both.queue));
    GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof x, x));

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "numbers", ocl_verify_u32("numbers", x, ref, N));
    OCL_CHECK(clReleaseEvent(drawn));
    OCL_CHECK(clReleaseKernel(fill));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_x));
    GL_CHECK(glDeleteBuffers(1, &buffer));
    ocl_close(&both);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
