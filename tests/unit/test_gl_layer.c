// SPDX-License-Identifier: MIT
//
// Unit tests of the layer that stands in for cl_khr_gl_sharing: right programs get right bytes and
// no report.  Wrong ones get a report and wrong bytes.  What OpenCL must refuse is refused.

#define _XOPEN_SOURCE 700    // setenv

#include "ocl.h"

#include "shared/opengl/gl.h"

#include <CL/cl_gl.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 64, BYTES = N * sizeof(float) };

typedef struct {
    gl_context gl;
    ocl_env plain, env;    // without OpenGL, and for it
    cl_program program;
    cl_kernel kernel;    // adds one to each number
    GLuint buffer;       // i + 1/2
    cl_mem d_buffer;
    void(CL_API_CALL *take_fault)(char *, size_t);
    cl_event(CL_API_CALL *event_of)(cl_context, cl_GLsync, cl_int *);
} fixture;

static const char *const SOURCE = "kernel void one_more(global float *x)\n"
                                  "{\n"
                                  "    x[get_global_id(0)] += 1;\n"
                                  "}\n";

static void expect_fault(const fixture *f, const char *part)
{
    char text[256];
    f->take_fault(text, sizeof text);
    if (!strstr(text, part)) fail_msg("reported \"%s\", not \"%s\"", text, part);
}

static void expect_none(const fixture *f)
{
    char text[256];
    f->take_fault(text, sizeof text);
    if (*text) fail_msg("reported \"%s\"", text);
}

static void with_event(bool yes)
{
    setenv("OCL_TEST_GL_EVENT", yes ? "1" : "0", 1);
}

// --- one test's objects

static void fill(GLuint buffer)
{
    float x[N];
    for (int i = 0; i < N; i++)
        x[i] = (float)i + 0.5f;
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, buffer));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, BYTES, x, GL_DYNAMIC_DRAW));
    GL_CHECK(glFinish());
}

static int begin(void **state)
{
    fixture *f = *state;
    cl_int err;
    with_event(false);
    GL_CHECK(glGenBuffers(1, &f->buffer));
    fill(f->buffer);
    f->d_buffer =
        OCL_CREATE(clCreateFromGLBuffer(f->env.context, CL_MEM_READ_WRITE, f->buffer, &err));
    OCL_CHECK(clSetKernelArg(f->kernel, 0, sizeof f->d_buffer, &f->d_buffer));
    return 0;
}

static int end(void **state)
{
    const fixture *f = *state;
    OCL_CHECK(clReleaseMemObject(f->d_buffer));
    GL_CHECK(glDeleteBuffers(1, &f->buffer));
    return 0;
}

static cl_int acquire(const fixture *f)
{
    return clEnqueueAcquireGLObjects(f->env.queue, 1, &f->d_buffer, 0, NULL, NULL);
}

static cl_int release(const fixture *f)
{
    return clEnqueueReleaseGLObjects(f->env.queue, 1, &f->d_buffer, 0, NULL, NULL);
}

static void run_kernel(const fixture *f)
{
    const size_t global = N;
    OCL_CHECK(
        clEnqueueNDRangeKernel(f->env.queue, f->kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
}

// How many numbers of OpenGL's buffer are i + 1/2 + more.
static int count_right(float more)
{
    float x[N];
    int right = 0;
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, BYTES, x);
    for (int i = 0; i < N; i++)
        right += x[i] == (float)i + 0.5f + more;
    return right;
}

// --- buffers

static void test_right_order(void **state)
{
    const fixture *f = *state;
    for (int turn = 1; turn <= 3; turn++) {
        GL_CHECK(glFinish());
        assert_int_equal(acquire(f), CL_SUCCESS);
        run_kernel(f);
        assert_int_equal(release(f), CL_SUCCESS);
        OCL_CHECK(clFinish(f->env.queue));
        assert_int_equal(count_right((float)turn), N);
    }
    expect_none(f);
}

// With cl_khr_gl_event OpenCL waits for OpenGL's commands of this thread, and they for OpenCL.
static void test_implicit_order(void **state)
{
    const fixture *f = *state;
    with_event(true);
    const float first = 0.5f;
    GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof first, &first));
    assert_int_equal(acquire(f), CL_SUCCESS);
    run_kernel(f);
    assert_int_equal(release(f), CL_SUCCESS);
    assert_int_equal(count_right(1), N);
    expect_none(f);
}

static void test_no_acquire(void **state)
{
    const fixture *f = *state;
    float x[N] = { 0 };
    run_kernel(f);
    OCL_CHECK(clFinish(f->env.queue));
    expect_fault(f, "the kernel one_more uses buffer");
    OCL_CHECK(clEnqueueReadBuffer(f->env.queue, f->d_buffer, CL_TRUE, 0, BYTES, x, 0, NULL, NULL));
    expect_fault(f, "a command uses buffer");
    assert_true(isnan(x[0]) && isnan(x[N - 1]));
    assert_int_equal(count_right(0), N);
}

static void test_no_finish_of_gl(void **state)
{
    const fixture *f = *state;
    const float first = 0.5f;
    GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof first, &first));
    assert_int_equal(acquire(f), CL_SUCCESS);
    expect_fault(f, "before OpenGL has finished");
    run_kernel(f);
    assert_int_equal(release(f), CL_SUCCESS);
    OCL_CHECK(clFinish(f->env.queue));
    assert_int_equal(count_right(1), 0);
}

static void test_no_release(void **state)
{
    const fixture *f = *state;
    assert_int_equal(acquire(f), CL_SUCCESS);
    run_kernel(f);
    OCL_CHECK(clFinish(f->env.queue));
    expect_none(f);
    assert_int_equal(count_right(1), 0);
    expect_fault(f, "which is not released");
    GLuint shape, program = gl_build("#version 330 core\n"
                                     "layout(location = 0) in float x;\n"
                                     "void main() { gl_Position = vec4(x, 0, 0, 1); }\n",
                                     "#version 330 core\n"
                                     "out vec4 pixel;\n"
                                     "void main() { pixel = vec4(1); }\n");
    const gl_target pixels = gl_open_target(8, 8);
    GL_CHECK(glGenVertexArrays(1, &shape));
    GL_CHECK(glBindVertexArray(shape));
    GL_CHECK(glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, NULL));
    GL_CHECK(glEnableVertexAttribArray(0));
    GL_CHECK(glUseProgram(program));
    GL_CHECK(glDrawArrays(GL_POINTS, 0, N));
    expect_fault(f, "which is not released");
    GL_CHECK(glDeleteVertexArrays(1, &shape));
    GL_CHECK(glDeleteProgram(program));
    gl_close_target(&pixels);
    assert_int_equal(release(f), CL_SUCCESS);
    OCL_CHECK(clFinish(f->env.queue));
}

static void test_no_finish_of_cl(void **state)
{
    const fixture *f = *state;
    assert_int_equal(acquire(f), CL_SUCCESS);
    run_kernel(f);
    assert_int_equal(release(f), CL_SUCCESS);
    assert_int_equal(count_right(1), 0);
    expect_fault(f, "before its release has ended");
    OCL_CHECK(clFinish(f->env.queue));
    assert_int_equal(count_right(1), N);
    expect_none(f);
}

static void test_waits_for_the_release(void **state)
{
    const fixture *f = *state;
    cl_event released;
    assert_int_equal(acquire(f), CL_SUCCESS);
    run_kernel(f);
    assert_int_equal(clEnqueueReleaseGLObjects(f->env.queue, 1, &f->d_buffer, 0, NULL, &released),
                     CL_SUCCESS);
    OCL_CHECK(clWaitForEvents(1, &released));
    OCL_CHECK(clReleaseEvent(released));
    assert_int_equal(count_right(1), N);
    expect_none(f);
}

// The book's order: the release is not waited for.
static void test_finish_before_release(void **state)
{
    const fixture *f = *state;
    assert_int_equal(acquire(f), CL_SUCCESS);
    run_kernel(f);
    OCL_CHECK(clFinish(f->env.queue));
    assert_int_equal(release(f), CL_SUCCESS);
    assert_int_equal(count_right(1), 0);
    expect_fault(f, "before its release has ended");
    OCL_CHECK(clFinish(f->env.queue));
}

static void test_twice(void **state)
{
    const fixture *f = *state;
    assert_int_equal(release(f), CL_SUCCESS);
    expect_fault(f, "was not acquired");
    OCL_CHECK(clFinish(f->env.queue));
    fill(f->buffer);
    end(state);
    begin(state);
    assert_int_equal(acquire(f), CL_SUCCESS);
    assert_int_equal(acquire(f), CL_SUCCESS);
    expect_fault(f, "is acquired twice");
    assert_int_equal(release(f), CL_SUCCESS);
    OCL_CHECK(clFinish(f->env.queue));
    assert_int_equal(count_right(0), N);
}

static void test_other_storage(void **state)
{
    const fixture *f = *state;
    fill(f->buffer);    // as many bytes as before
    assert_int_equal(acquire(f), CL_INVALID_GL_OBJECT);
    expect_fault(f, "has other storage");
}

static void test_deleted(void **state)
{
    fixture *f = *state;
    GL_CHECK(glDeleteBuffers(1, &f->buffer));
    GL_CHECK(glFinish());
    assert_int_equal(acquire(f), CL_INVALID_GL_OBJECT);
    expect_fault(f, "is deleted");
    GL_CHECK(glGenBuffers(1, &f->buffer));
}

static void test_goes_away_acquired(void **state)
{
    const fixture *f = *state;
    cl_int err;
    const cl_mem mem =
        OCL_CREATE(clCreateFromGLBuffer(f->env.context, CL_MEM_READ_ONLY, f->buffer, &err));
    OCL_CHECK(clEnqueueAcquireGLObjects(f->env.queue, 1, &mem, 0, NULL, NULL));
    OCL_CHECK(clFinish(f->env.queue));
    expect_none(f);
    OCL_CHECK(clReleaseMemObject(mem));
    expect_fault(f, "goes away before it is released");
}

// --- events

// Another thread's way: this one has no current OpenGL context.
static void test_fence(void **state)
{
    const fixture *f = *state;
    const float first = 0.5f;
    cl_int err, status;
    cl_command_type type;
    cl_event released;
    with_event(true);
    GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof first, &first));
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GL_CHECK(glFlush());
    const cl_event passed = OCL_CREATE(f->event_of(f->env.context, (cl_GLsync)fence, &err));
    OCL_CHECK(clGetEventInfo(passed, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR);
    eglMakeCurrent(f->gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);

    OCL_CHECK(clEnqueueAcquireGLObjects(f->env.queue, 1, &f->d_buffer, 1, &passed, NULL));
    expect_none(f);
    run_kernel(f);
    OCL_CHECK(clEnqueueReleaseGLObjects(f->env.queue, 1, &f->d_buffer, 0, NULL, &released));
    OCL_CHECK(clGetEventInfo(released, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_COMMAND_RELEASE_GL_OBJECTS);
    OCL_CHECK(clWaitForEvents(1, &released));
    OCL_CHECK(
        clGetEventInfo(passed, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_COMPLETE);

    eglMakeCurrent(f->gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, f->gl.context);
    assert_int_equal(count_right(1), N);
    GL_CHECK(glDeleteSync(fence));
    OCL_CHECK(clReleaseEvent(released));
    OCL_CHECK(clReleaseEvent(passed));
    expect_none(f);
}

static void test_fence_elsewhere(void **state)
{
    const fixture *f = *state;
    const size_t global = N;
    cl_int err;
    with_event(true);
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GL_CHECK(glFlush());
    const cl_event passed = OCL_CREATE(f->event_of(f->env.context, (cl_GLsync)fence, &err));
    assert_int_equal(clEnqueueMarkerWithWaitList(f->env.queue, 1, &passed, NULL), CL_INVALID_EVENT);
    assert_int_equal(
        clEnqueueNDRangeKernel(f->env.queue, f->kernel, 1, NULL, &global, NULL, 1, &passed, NULL),
        CL_INVALID_EVENT);
    OCL_CHECK(clWaitForEvents(1, &passed));
    OCL_CHECK(clReleaseEvent(passed));
    GL_CHECK(glDeleteSync(fence));
    expect_none(f);
}

static void test_no_fence(void **state)
{
    const fixture *f = *state;
    const float first = 0.5f;
    with_event(true);
    GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof first, &first));
    eglMakeCurrent(f->gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    assert_int_equal(acquire(f), CL_SUCCESS);
    expect_fault(f, "before OpenGL has finished");
    assert_int_equal(release(f), CL_SUCCESS);
    OCL_CHECK(clFinish(f->env.queue));
    eglMakeCurrent(f->gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, f->gl.context);
}

static void test_fence_before_the_last_command(void **state)
{
    const fixture *f = *state;
    const float first = 0.5f;
    cl_int err;
    with_event(true);
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof first, &first));
    GL_CHECK(glFlush());
    const cl_event passed = OCL_CREATE(f->event_of(f->env.context, (cl_GLsync)fence, &err));
    eglMakeCurrent(f->gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    OCL_CHECK(clEnqueueAcquireGLObjects(f->env.queue, 1, &f->d_buffer, 1, &passed, NULL));
    expect_fault(f, "before OpenGL has finished");
    assert_int_equal(release(f), CL_SUCCESS);
    OCL_CHECK(clFinish(f->env.queue));
    eglMakeCurrent(f->gl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, f->gl.context);
    OCL_CHECK(clReleaseEvent(passed));
    GL_CHECK(glDeleteSync(fence));
}

static void test_no_sync_object(void **state)
{
    const fixture *f = *state;
    cl_int err = CL_SUCCESS;
    assert_null(f->event_of(f->plain.context, NULL, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_null(f->event_of(f->env.context, NULL, &err));
    assert_int_equal(err, CL_INVALID_GL_OBJECT);
}

// --- textures and renderbuffers

typedef struct {
    GLenum target, internal, format, type;
    size_t bytes;    // of one element
    cl_channel_order order;
    cl_channel_type channels;
} case_of_texture;

enum { WIDTH = 7, HEIGHT = 5, DEPTH = 3 };

static const case_of_texture CASES[] = {
    { GL_TEXTURE_2D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, CL_RGBA, CL_UNORM_INT8 },
    { GL_TEXTURE_2D, GL_RGBA32F, GL_RGBA, GL_FLOAT, 16, CL_RGBA, CL_FLOAT },
    { GL_TEXTURE_2D, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4, CL_RGBA, CL_UNSIGNED_INT8 },
    { GL_TEXTURE_2D, GL_R32F, GL_RED, GL_FLOAT, 4, CL_R, CL_FLOAT },
    { GL_TEXTURE_2D, GL_RG16, GL_RG, GL_UNSIGNED_SHORT, 4, CL_RG, CL_UNORM_INT16 },
    { GL_TEXTURE_RECTANGLE, GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8, CL_RGBA, CL_UNORM_INT16 },
    { GL_TEXTURE_2D_ARRAY, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, CL_RGBA, CL_UNORM_INT8 },
    { GL_TEXTURE_3D, GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, 16, CL_RGBA, CL_SIGNED_INT32 },
};

static GLuint create_texture(const case_of_texture *c, const void *content)
{
    GLuint texture;
    const bool is_deep = c->target == GL_TEXTURE_3D || c->target == GL_TEXTURE_2D_ARRAY;
    GL_CHECK(glPixelStorei(GL_UNPACK_ALIGNMENT, 1));
    GL_CHECK(glPixelStorei(GL_PACK_ALIGNMENT, 1));
    GL_CHECK(glGenTextures(1, &texture));
    GL_CHECK(glBindTexture(c->target, texture));
    GL_CHECK(glTexParameteri(c->target, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
    if (is_deep)
        GL_CHECK(glTexImage3D(c->target, 0, (GLint)c->internal, WIDTH, HEIGHT, DEPTH, 0, c->format,
                              c->type, content));
    else
        GL_CHECK(glTexImage2D(c->target, 0, (GLint)c->internal, WIDTH, HEIGHT, 0, c->format,
                              c->type, content));
    GL_CHECK(glFinish());
    return texture;
}

// What OpenGL has put in is what OpenCL reads, and the other way round.
static void move_both_ways(const fixture *f, const case_of_texture *c)
{
    const bool is_deep = c->target == GL_TEXTURE_3D || c->target == GL_TEXTURE_2D_ARRAY;
    const size_t origin[3] = { 0 }, region[3] = { WIDTH, HEIGHT, is_deep ? DEPTH : 1 };
    const size_t bytes = WIDTH * HEIGHT * region[2] * c->bytes;
    unsigned char *first = ocl_alloc(bytes), *second = ocl_alloc(bytes), *got = ocl_alloc(bytes);
    cl_image_format format;
    cl_int err;
    for (size_t i = 0; i < bytes; i++) {
        first[i] = (unsigned char)(37 * i % 113);    // no NaN, no infinity
        second[i] = (unsigned char)(41 * i % 109);
    }
    GLuint texture = create_texture(c, first);
    cl_mem image =
        clCreateFromGLTexture(f->env.context, CL_MEM_READ_WRITE, c->target, 0, texture, &err);
    if (err != CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) {    // else the device lacks the format
        assert_int_equal(err, CL_SUCCESS);
        OCL_CHECK(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
        assert_int_equal(format.image_channel_order, c->order);
        assert_int_equal(format.image_channel_data_type, c->channels);
        OCL_CHECK(clEnqueueAcquireGLObjects(f->env.queue, 1, &image, 0, NULL, NULL));
        OCL_CHECK(clEnqueueReadImage(f->env.queue, image, CL_TRUE, origin, region, 0, 0, got, 0,
                                     NULL, NULL));
        assert_memory_equal(got, first, bytes);
        OCL_CHECK(clEnqueueWriteImage(f->env.queue, image, CL_TRUE, origin, region, 0, 0, second, 0,
                                      NULL, NULL));
        OCL_CHECK(clEnqueueReleaseGLObjects(f->env.queue, 1, &image, 0, NULL, NULL));
        OCL_CHECK(clFinish(f->env.queue));
        GL_CHECK(glGetTexImage(c->target, 0, c->format, c->type, got));
        assert_memory_equal(got, second, bytes);
        OCL_CHECK(clReleaseMemObject(image));
    }
    GL_CHECK(glDeleteTextures(1, &texture));
    free(got);
    free(second);
    free(first);
}

static void test_textures(void **state)
{
    const fixture *f = *state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        move_both_ways(f, &CASES[i]);
    expect_none(f);
}

static void test_renderbuffer(void **state)
{
    const fixture *f = *state;
    const size_t origin[3] = { 0 }, region[3] = { 8, 8, 1 };
    cl_uchar4 got[64], want[64];
    cl_int err;
    const gl_target target = gl_open_target(8, 8);
    GL_CHECK(glClearColor(0.2f, 0.4f, 0.6f, 1));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT));
    GL_CHECK(glFinish());
    const cl_mem image = OCL_CREATE(
        clCreateFromGLRenderbuffer(f->env.context, CL_MEM_READ_WRITE, target.pixels, &err));
    OCL_CHECK(clEnqueueAcquireGLObjects(f->env.queue, 1, &image, 0, NULL, NULL));
    OCL_CHECK(
        clEnqueueReadImage(f->env.queue, image, CL_TRUE, origin, region, 0, 0, got, 0, NULL, NULL));
    for (int i = 0; i < 64; i++) {
        assert_memory_equal(&got[i], ((cl_uchar[]){ 51, 102, 153, 255 }), 4);
        want[i] = (cl_uchar4){ { (cl_uchar)i, (cl_uchar)(3 * i), 7, 9 } };
    }
    OCL_CHECK(clEnqueueWriteImage(f->env.queue, image, CL_TRUE, origin, region, 0, 0, want, 0, NULL,
                                  NULL));
    glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, got);
    expect_fault(f, "OpenGL uses renderbuffer");
    OCL_CHECK(clEnqueueReleaseGLObjects(f->env.queue, 1, &image, 0, NULL, NULL));
    OCL_CHECK(clFinish(f->env.queue));
    GL_CHECK(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, got));
    assert_memory_equal(got, want, sizeof want);
    OCL_CHECK(clReleaseMemObject(image));
    gl_close_target(&target);
    expect_none(f);
}

// --- what is refused

static cl_int status_of_texture(const fixture *f, GLenum target, GLint level, GLuint texture)
{
    cl_int err = CL_SUCCESS;
    const cl_mem image =
        clCreateFromGLTexture(f->env.context, CL_MEM_READ_ONLY, target, level, texture, &err);
    if (image) clReleaseMemObject(image);
    return err;
}

static void test_refused_textures(void **state)
{
    const fixture *f = *state;
    GLuint empty, texture = create_texture(&CASES[0], NULL);
    GL_CHECK(glGenTextures(1, &empty));
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, texture), CL_SUCCESS);
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, -1, texture), CL_INVALID_MIP_LEVEL);
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 1, texture), CL_INVALID_MIP_LEVEL);
    assert_int_equal(status_of_texture(f, GL_TEXTURE_3D, 0, texture), CL_INVALID_GL_OBJECT);
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, empty), CL_INVALID_GL_OBJECT);
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, 9999), CL_INVALID_GL_OBJECT);
    assert_int_equal(status_of_texture(f, GL_ARRAY_BUFFER, 0, texture), CL_INVALID_VALUE);
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1));
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, texture), CL_INVALID_MIP_LEVEL);
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0));
    // The usual filter looks at further levels, and there are none.
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR));
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, texture), CL_INVALID_GL_OBJECT);
    GL_CHECK(glGenerateMipmap(GL_TEXTURE_2D));
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, texture), CL_SUCCESS);
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 2, texture), CL_SUCCESS);
    GL_CHECK(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB10_A2, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
    assert_int_equal(status_of_texture(f, GL_TEXTURE_2D, 0, texture),
                     CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    GL_CHECK(glDeleteTextures(1, &texture));
    GL_CHECK(glDeleteTextures(1, &empty));
    expect_none(f);
}

static cl_int status_of_buffer(cl_context context, cl_mem_flags flags, GLuint buffer)
{
    cl_int err = CL_SUCCESS;
    const cl_mem mem = clCreateFromGLBuffer(context, flags, buffer, &err);
    if (mem) clReleaseMemObject(mem);
    return err;
}

static void test_refused_buffers(void **state)
{
    const fixture *f = *state;
    const cl_context context = f->env.context;
    GLuint empty;
    GL_CHECK(glGenBuffers(1, &empty));
    GL_CHECK(glBindBuffer(GL_COPY_READ_BUFFER, empty));
    assert_int_equal(status_of_buffer(context, CL_MEM_READ_ONLY, f->buffer), CL_SUCCESS);
    assert_int_equal(status_of_buffer(context, CL_MEM_READ_ONLY, empty), CL_INVALID_GL_OBJECT);
    assert_int_equal(status_of_buffer(context, CL_MEM_READ_ONLY, 9999), CL_INVALID_GL_OBJECT);
    assert_int_equal(status_of_buffer(context, CL_MEM_ALLOC_HOST_PTR, f->buffer), CL_INVALID_VALUE);
    assert_int_equal(status_of_buffer(f->plain.context, CL_MEM_READ_ONLY, f->buffer),
                     CL_INVALID_CONTEXT);
    GL_CHECK(glDeleteBuffers(1, &empty));
}

static void test_refused_objects(void **state)
{
    const fixture *f = *state;
    const cl_command_queue queue = f->env.queue;
    cl_mem_flags flags;
    cl_gl_object_type type;
    cl_GLuint name;
    cl_GLenum target;
    const cl_mem plain = ocl_buffer(&f->env, CL_MEM_READ_WRITE, BYTES, NULL);
    assert_int_equal(clEnqueueAcquireGLObjects(queue, 1, &plain, 0, NULL, NULL),
                     CL_INVALID_GL_OBJECT);
    assert_int_equal(clEnqueueAcquireGLObjects(queue, 0, NULL, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueAcquireGLObjects(queue, 1, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueAcquireGLObjects(f->plain.queue, 1, &f->d_buffer, 0, NULL, NULL),
                     CL_INVALID_CONTEXT);
    assert_int_equal(clGetGLObjectInfo(plain, &type, &name), CL_INVALID_GL_OBJECT);
    assert_int_equal(clGetGLObjectInfo(f->d_buffer, &type, &name), CL_SUCCESS);
    assert_int_equal(type, CL_GL_OBJECT_BUFFER);
    assert_int_equal(name, f->buffer);
    assert_int_equal(
        clGetGLTextureInfo(f->d_buffer, CL_GL_TEXTURE_TARGET, sizeof target, &target, NULL),
        CL_INVALID_GL_OBJECT);
    OCL_CHECK(clGetMemObjectInfo(f->d_buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_MEM_READ_WRITE);
    OCL_CHECK(clReleaseMemObject(plain));
}

static void test_refused_contexts(void **state)
{
    const fixture *f = *state;
    cl_int err = CL_SUCCESS;
    cl_context_properties properties[] = { CL_GL_CONTEXT_KHR,
                                           (cl_context_properties)f->gl.context,
                                           CL_EGL_DISPLAY_KHR,
                                           (cl_context_properties)f->gl.display,
                                           CL_GLX_DISPLAY_KHR,
                                           (cl_context_properties)f,
                                           0 };
    assert_null(clCreateContext(properties, 1, &f->env.device, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_OPERATION);
    properties[4] = 0;
    properties[1] = (cl_context_properties)f;    // no context
    assert_null(clCreateContext(properties, 1, &f->env.device, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
}

// --- the device

static ocl_env open_for_gl(const fixture *f)
{
    ocl_env env = f->plain;
    cl_int err;
    const cl_context_properties properties[] = { CL_CONTEXT_PLATFORM,
                                                 (cl_context_properties)env.platform,
                                                 CL_GL_CONTEXT_KHR,
                                                 (cl_context_properties)f->gl.context,
                                                 CL_EGL_DISPLAY_KHR,
                                                 (cl_context_properties)f->gl.display,
                                                 0 };
    env.context = OCL_CREATE(clCreateContext(properties, 1, &env.device, NULL, NULL, &err));
    env.queue = OCL_CREATE(clCreateCommandQueue(env.context, env.device, 0, &err));
    return env;
}

static bool open_all(fixture *f)
{
    cl_int err;
    cl_device_id *devices;
    if (ocl_all_devices(&devices) == 0) return false;
    f->plain = (ocl_env){ .device = devices[0], .platform = ocl_device_platform(devices[0]) };
    free(devices);
    *(void **)&f->take_fault =
        clGetExtensionFunctionAddressForPlatform(f->plain.platform, "gl_layer_take_fault");
    *(void **)&f->event_of =
        clGetExtensionFunctionAddressForPlatform(f->plain.platform, "clCreateEventFromGLsyncKHR");
    if (!f->take_fault || !f->event_of) return false;    // the layer is not there
    f->gl = gl_open();
    gl_require_one_llvm(f->plain.device);
    f->plain.context = OCL_CREATE(clCreateContext(NULL, 1, &f->plain.device, NULL, NULL, &err));
    f->plain.queue = OCL_CREATE(clCreateCommandQueue(f->plain.context, f->plain.device, 0, &err));
    f->env = open_for_gl(f);
    f->program = OCL_CREATE(
        clCreateProgramWithSource(f->env.context, 1, (const char *[]){ SOURCE }, NULL, &err));
    OCL_CHECK(clBuildProgram(f->program, 1, &f->env.device, "", NULL, NULL));
    f->kernel = OCL_CREATE(clCreateKernel(f->program, "one_more", &err));
    return true;
}

static void close_all(fixture *f)
{
    OCL_CHECK(clReleaseKernel(f->kernel));
    OCL_CHECK(clReleaseProgram(f->program));
    ocl_close(&f->env);
    ocl_close(&f->plain);
    gl_close(&f->gl);
}

#define TEST(name) cmocka_unit_test_prestate_setup_teardown(name, begin, end, &f)

int main(void)
{
    static fixture f;
    if (!open_all(&f)) return OCL_EXIT_SKIP;
    const struct CMUnitTest tests[] = {
        TEST(test_right_order),
        TEST(test_implicit_order),
        TEST(test_no_acquire),
        TEST(test_no_finish_of_gl),
        TEST(test_no_release),
        TEST(test_no_finish_of_cl),
        TEST(test_waits_for_the_release),
        TEST(test_finish_before_release),
        TEST(test_twice),
        TEST(test_other_storage),
        TEST(test_deleted),
        TEST(test_goes_away_acquired),
        TEST(test_fence),
        TEST(test_fence_elsewhere),
        TEST(test_no_fence),
        TEST(test_fence_before_the_last_command),
        TEST(test_no_sync_object),
        TEST(test_textures),
        TEST(test_renderbuffer),
        TEST(test_refused_textures),
        TEST(test_refused_buffers),
        TEST(test_refused_objects),
        TEST(test_refused_contexts),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_all(&f);
    return failed;
}
