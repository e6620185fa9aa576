// SPDX-License-Identifier: MIT

#include "gl.h"

#include <EGL/eglext.h>

enum { MAX_DEVICES = 16 };

// --- errors

static const char *error_name(GLenum error)
{
    switch (error) {
    case GL_INVALID_ENUM:
        return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
        return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
        return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
        return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
        return "GL_OUT_OF_MEMORY";
    default:
        return "unknown OpenGL error";
    }
}

void gl_require_success(const char *call, const char *file, int line)
{
    const GLenum error = glGetError();
    if (error != GL_NO_ERROR)
        ocl_exit(OCL_EXIT_CALL, "%s:%d: %s: %s (0x%04x)", file, line, call, error_name(error),
                 (unsigned)error);
}

// --- contexts

// False, with nothing left open, when the device has no such context.
static bool open_on(gl_context *gl, EGLDeviceEXT device)
{
    static const EGLint CONFIG[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                     EGL_OPENGL_BIT, EGL_NONE };
    static const EGLint VERSION[] = { EGL_CONTEXT_MAJOR_VERSION,
                                      3,
                                      EGL_CONTEXT_MINOR_VERSION,
                                      3,
                                      EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                      EGL_NONE };
    EGLConfig config;
    EGLint count = 0;
    gl->display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);
    if (gl->display == EGL_NO_DISPLAY || !eglInitialize(gl->display, NULL, NULL)) return false;
    if (eglBindAPI(EGL_OPENGL_API) && eglChooseConfig(gl->display, CONFIG, &config, 1, &count) &&
        count == 1) {
        gl->context = eglCreateContext(gl->display, config, EGL_NO_CONTEXT, VERSION);
        // Without a surface: what is drawn goes into framebuffers of the program.
        if (gl->context != EGL_NO_CONTEXT &&
            eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->context))
            return true;
        if (gl->context != EGL_NO_CONTEXT) eglDestroyContext(gl->display, gl->context);
    }
    eglTerminate(gl->display);
    return false;
}

gl_context gl_open(void)
{
    gl_context gl;
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint count = 0;
    const PFNEGLQUERYDEVICESEXTPROC query_devices =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    if (query_devices && !query_devices(MAX_DEVICES, devices, &count)) count = 0;
    for (EGLint i = 0; i < count; i++)
        if (open_on(&gl, devices[i])) return gl;
    ocl_exit(OCL_EXIT_SKIP, "no graphics device with OpenGL 3.3 was found through EGL: install "
                            "libegl-mesa0 and libgl1-mesa-dri, or the driver of the GPU");
}

void gl_close(gl_context *gl)
{
    eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(gl->display, gl->context);
    eglTerminate(gl->display);
}

// --- shaders

static GLuint compile(GLenum kind, const char *source)
{
    char log[1024] = "";
    GLuint shader;
    GLint compiled;
    GL_CHECK(shader = glCreateShader(kind));
    GL_CHECK(glShaderSource(shader, 1, &source, NULL));
    GL_CHECK(glCompileShader(shader));
    GL_CHECK(glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled));
    if (!compiled) {
        GL_CHECK(glGetShaderInfoLog(shader, sizeof log, NULL, log));
        ocl_exit(OCL_EXIT_CALL, "the %s shader does not compile: %s",
                 kind == GL_VERTEX_SHADER ? "vertex" : "fragment", log);
    }
    return shader;
}

GLuint gl_build(const char *vertex_shader, const char *fragment_shader)
{
    char log[1024] = "";
    GLint linked;
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_shader);
    const GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_shader);
    GLuint program;
    GL_CHECK(program = glCreateProgram());
    GL_CHECK(glAttachShader(program, vertex));
    GL_CHECK(glAttachShader(program, fragment));
    GL_CHECK(glLinkProgram(program));
    GL_CHECK(glGetProgramiv(program, GL_LINK_STATUS, &linked));
    if (!linked) {
        GL_CHECK(glGetProgramInfoLog(program, sizeof log, NULL, log));
        ocl_exit(OCL_EXIT_CALL, "the shaders do not link: %s", log);
    }
    GL_CHECK(glDeleteShader(fragment));    // the program keeps what it needs
    GL_CHECK(glDeleteShader(vertex));
    return program;
}

// --- pixels

ocl_picture gl_read_picture(size_t width, size_t height)
{
    ocl_picture picture;
    ocl_message why;
    if (!ocl_picture_alloc(&picture, width, height, &why)) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    GL_CHECK(glPixelStorei(GL_PACK_ALIGNMENT, 1));    // no padding between rows
    for (size_t y = 0; y < height; y++)
        GL_CHECK(glReadPixels(0, (GLint)(height - 1 - y), (GLsizei)width, 1, GL_RGBA,
                              GL_UNSIGNED_BYTE, picture.rgba + 4 * width * y));
    return picture;
}
