// SPDX-License-Identifier: MIT
//
// gl_share - a kernel works in OpenGL's vertex buffer, and OpenGL draws it.
//
// Shows   one buffer for both: a context that knows OpenGL's, and taking turns
// Uses    clCreateContext with CL_GL_CONTEXT_KHR and CL_EGL_DISPLAY_KHR, clCreateFromGLBuffer,
//         clEnqueueAcquireGLObjects, clEnqueueNDRangeKernel, clEnqueueReleaseGLObjects, clFinish;
//         glBufferData, glFinish, glDrawArrays
// Try     gl_share -o sunflower.png

#include "ocl.h"

#include "shared/drawing/points.h"
#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

enum { SIDE = 300 };    // of the picture, in pixels

// The seeds of a sunflower: each is 0.618 of a turn further than the one before.
static void seeds(cl_float4 *point, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double half = (double)i + 0.5, turns = 0.6180339887498949 * half;
        const double radius = 0.95 * sqrt(half / (double)n), turn = turns - floor(turns);
        point[i] = (cl_float4){ { (float)radius, (float)turn, 0, 1 } };
    }
}

// The answer in plain C.
static void gl_share_ref(cl_float4 *place, const cl_float4 *point, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double radius = point[i].s[0], angle = 2 * 3.14159265358979323846 * point[i].s[1];
        place[i] = point[i];
        place[i].s[0] = (float)(radius * cos(angle));
        place[i].s[1] = (float)(radius * sin(angle));
    }
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "gl_share",
                              .summary = "OpenCL works in a vertex buffer, OpenGL draws it.",
                              .accepts = "dnok",
                              .size_help = "points",
                              .extents = 1,
                              .most = INT32_MAX,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1499 } });
    const size_t n = opt.n[0], bytes = n * sizeof(cl_float4);

    // Device, and an OpenGL context without a window, with a picture to draw into.
    ocl_env env = ocl_open(&opt);
    if (!ocl_has_extension(env.device, "cl_khr_gl_sharing"))
        ocl_exit(OCL_EXIT_SKIP, "the device has no cl_khr_gl_sharing");
    gl_context gl = gl_open();
    gl_require_one_llvm(env.device);    // not Oclgrind and OpenGL for CPUs in one process
    ocl_require_memory(env.device, (double)bytes, (double)bytes, 4.0 * (double)bytes);
    const gl_target target = gl_open_target(SIDE, SIDE);

    // 1. An OpenCL context that knows the OpenGL context, and its queue.  `both` is the environment
    // with these two.
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM,
        (cl_context_properties)env.platform,
        CL_GL_CONTEXT_KHR,
        (cl_context_properties)gl.context,
        CL_EGL_DISPLAY_KHR,
        (cl_context_properties)gl.display,
        0,
    };
    cl_int err;
    ocl_env both = env;
    both.context = OCL_CREATE(clCreateContext(properties, 1, &env.device, NULL, NULL, &err));
    both.queue = OCL_CREATE(clCreateCommandQueue(both.context, env.device, 0, &err));

    // 2. A vertex buffer of OpenGL, and the same memory as a buffer of OpenCL.
    cl_float4 *point = ocl_alloc(bytes), *place = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    GLuint vertices;
    seeds(point, n);
    GL_CHECK(glGenBuffers(1, &vertices));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, vertices));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, point, GL_DYNAMIC_DRAW));
    cl_mem d_points =
        OCL_CREATE(clCreateFromGLBuffer(both.context, CL_MEM_READ_WRITE, vertices, &err));

    // 3. OpenCL's turn, when OpenGL has finished: acquire, kernel, release.
    cl_program program = ocl_build(&both, "gl_share.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "gl_share", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_points, &d_points));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_uint), &(cl_uint){ (cl_uint)n }));
    const size_t global = ocl_round_up(n, 64);
    GL_CHECK(glFinish());
    OCL_CHECK(clEnqueueAcquireGLObjects(both.queue, 1, &d_points, 0, NULL, NULL));
    OCL_CHECK(clEnqueueNDRangeKernel(both.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReleaseGLObjects(both.queue, 1, &d_points, 0, NULL, NULL));
    OCL_CHECK(clFinish(both.queue));

    // 4. OpenGL's turn: it draws what is in its buffer.  A vertex is four floats.  The shaders are
    // in shared/drawing/points.c.
    const points p = points_open();
    GL_CHECK(glBindVertexArray(p.shape));
    GL_CHECK(glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(cl_float4), NULL));
    GL_CHECK(glUseProgram(p.program));
    GL_CHECK(glClearColor(0, 0, 0.2f, 1));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT));
    GL_CHECK(glDrawArrays(GL_POINTS, 0, (GLsizei)n));

    // Verify the places, as OpenGL has them, and the pixels.  In units of 2^-24: a sine or cosine
    // may be off by 4, an angle in radians by 8, product and reference by 1.
    GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, place));
    ocl_picture picture = gl_read_picture(SIDE, SIDE);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_count(report, "points", n);
    OCL_TIME_REFERENCE(report, gl_share_ref(ref, point, n));
    ocl_report_result(report, "places",
                      ocl_verify_f32("places", place[0].s, ref[0].s, 4 * n, 16.0 / (1 << 24)));
    points_report(report, env.device, &picture, place, n);
    if (opt.output != NULL) ocl_output_picture(&picture, opt.output);

    // Release, in reverse order: OpenCL's object before the buffer of OpenGL that it stands for.
    ocl_picture_free(&picture);
    points_close(&p);
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_points));
    GL_CHECK(glDeleteBuffers(1, &vertices));
    free(ref);
    free(place);
    free(point);
    ocl_close(&both);
    gl_close_target(&target);
    gl_close(&gl);
    ocl_close(&env);
    return ocl_report_close(report);
}
