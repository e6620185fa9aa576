// SPDX-License-Identifier: MIT
//
// gl_event_two - exercise 6 of gl_event: one event, two buffers.
//: skeleton
//: // Only one of them is acquired and released.
//: end
//
//     cmake --build build --target exercise_gl_event_two

#include "ocl.h"

#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

enum { N = 1031 };

typedef cl_event(CL_API_CALL *event_of_fence)(cl_context context, cl_GLsync fence, cl_int *err);

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_event_two",
                              .summary = "One event, two buffers.",
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
    cl_uint x[N], y[N] = { 0 };
    GLuint buffers[2];
    cl_mem d[2];
    cl_int err;
    ocl_fill_u32(x, N, 1);
    GL_CHECK(glGenBuffers(2, buffers));
    for (int b = 0; b < 2; b++) {
        GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, buffers[b]));
        GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof x, b == 0 ? x : y, GL_DYNAMIC_DRAW));
        d[b] = OCL_CREATE(clCreateFromGLBuffer(both.context, CL_MEM_READ_WRITE, buffers[b], &err));
    }
    GLsync fence;
    GL_CHECK(fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
    GL_CHECK(glFlush());
    cl_event drawn = OCL_CREATE(create_event(both.context, (cl_GLsync)fence, &err));
    GL_CHECK(glDeleteSync(fence));

    //: skeleton
    //: // Exercise 6 of gl_event: the copy reads one buffer and writes the other one.
    //: OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 1, d, 1, &drawn, NULL));
    //: OCL_CHECK(clEnqueueCopyBuffer(both.queue, d[0], d[1], 0, 0, sizeof x, 0, NULL, NULL));
    //: OCL_CHECK(clEnqueueReleaseGLObjects(both.queue, 1, d, 0, NULL, NULL));
    //: solution
    OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 2, d, 1, &drawn, NULL));
    OCL_CHECK(clEnqueueCopyBuffer(both.queue, d[0], d[1], 0, 0, sizeof x, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReleaseGLObjects(both.queue, 2, d, 0, NULL, NULL));
    //: end
    OCL_CHECK(clFinish(both.queue));
    GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof y, y));    // of the second one

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_result(report, "copies", ocl_verify_u32("copies", y, x, N));
    OCL_CHECK(clReleaseEvent(drawn));
    for (int b = 0; b < 2; b++)
        OCL_CHECK(clReleaseMemObject(d[b]));
    GL_CHECK(glDeleteBuffers(2, buffers));
    ocl_close(&both);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
