// SPDX-License-Identifier: MIT

#include "gl.h"

#include <CL/cl_gl.h>
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

// The graphics devices of all installed drivers.
static size_t find_devices(EGLDeviceEXT devices[MAX_DEVICES])
{
    gl_load_functions();
    const PFNEGLQUERYDEVICESEXTPROC query_devices =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLint count = 0;
    if (!query_devices || !query_devices(MAX_DEVICES, devices, &count)) return 0;
    return (size_t)count;
}

size_t gl_count_devices(void)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    return find_devices(devices);
}

// Without a surface: what is drawn goes into framebuffers of the program.
static bool make_current(gl_context *gl, const EGLint version[2])
{
    static const EGLint CONFIG[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                     EGL_OPENGL_BIT, EGL_NONE };
    const EGLint wanted[] = { EGL_CONTEXT_MAJOR_VERSION,
                              version[0],
                              EGL_CONTEXT_MINOR_VERSION,
                              version[1],
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE };
    EGLConfig config;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(gl->display, CONFIG, &config, 1, &count) ||
        count != 1)
        return false;
    gl->context = eglCreateContext(gl->display, config, EGL_NO_CONTEXT, wanted);
    return gl->context != EGL_NO_CONTEXT &&
           eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->context);
}

bool gl_open_version_on(gl_context *gl, size_t device, const EGLint version[2])
{
    EGLDeviceEXT devices[MAX_DEVICES];
    if (device >= find_devices(devices)) return false;
    gl->context = EGL_NO_CONTEXT;
    gl->window = NULL;
    gl->display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[device], NULL);
    if (gl->display == EGL_NO_DISPLAY || !eglInitialize(gl->display, NULL, NULL)) return false;
    if (make_current(gl, version)) return true;
    gl_close(gl);
    return false;
}

bool gl_open_on(gl_context *gl, size_t device)
{
    return gl_open_version_on(gl, device, (const EGLint[]){ 3, 3 });
}

gl_context gl_open(void)
{
    gl_context gl;
    for (size_t device = 0; device < gl_count_devices(); device++)
        if (gl_open_on(&gl, device)) return gl;
    ocl_exit(OCL_EXIT_SKIP, "no graphics device with OpenGL 3.3 was found through EGL: install "
                            "libegl-mesa0 and libgl1-mesa-dri, or the driver of the GPU");
}

void gl_require_one_llvm(cl_device_id device)
{
    const char *fault = ocl_known_fault(device, "llvmpipe in one process");
    if (fault && strstr((const char *)glGetString(GL_RENDERER), "llvmpipe"))
        ocl_exit(OCL_EXIT_SKIP, "this driver %s", fault);
}

void gl_close(gl_context *gl)
{
    eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (gl->context != EGL_NO_CONTEXT) eglDestroyContext(gl->display, gl->context);
    eglTerminate(gl->display);
}

bool gl_has_extension(const char *name)
{
    GLint count;
    GL_CHECK(glGetIntegerv(GL_NUM_EXTENSIONS, &count));
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name) == 0) return true;
    return false;
}

// --- shaders

static const char *kind_name(GLenum kind)
{
    if (kind == GL_COMPUTE_SHADER) return "compute";
    return kind == GL_VERTEX_SHADER ? "vertex" : "fragment";
}

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
        ocl_exit(OCL_EXIT_CALL, "the %s shader does not compile: %s", kind_name(kind), log);
    }
    return shader;
}

// The shaders belong to the program then.
static GLuint link(const GLuint *shaders, size_t count)
{
    char log[1024] = "";
    GLint linked;
    GLuint program;
    GL_CHECK(program = glCreateProgram());
    for (size_t k = 0; k < count; k++)
        GL_CHECK(glAttachShader(program, shaders[k]));
    GL_CHECK(glLinkProgram(program));
    GL_CHECK(glGetProgramiv(program, GL_LINK_STATUS, &linked));
    if (!linked) {
        GL_CHECK(glGetProgramInfoLog(program, sizeof log, NULL, log));
        ocl_exit(OCL_EXIT_CALL, "the shaders do not link: %s", log);
    }
    for (size_t k = count; k-- > 0;)
        GL_CHECK(glDeleteShader(shaders[k]));    // the program keeps what it needs
    return program;
}

GLuint gl_build(const char *vertex_shader, const char *fragment_shader)
{
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_shader);
    const GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_shader);
    return link((const GLuint[]){ vertex, fragment }, 2);
}

GLuint gl_build_compute(const char *compute_shader)
{
    return link((const GLuint[]){ compile(GL_COMPUTE_SHADER, compute_shader) }, 1);
}

// --- pixels

void gl_require_size(const size_t extents[2])
{
    GLint most[4];
    GL_CHECK(glGetIntegerv(GL_MAX_VIEWPORT_DIMS, most));
    GL_CHECK(glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most[2]));
    GL_CHECK(glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most[3]));
    for (int d = 0; d < 2; d++)
        for (int limit = 0; limit < 4; limit++)
            if (extents[d] > (size_t)most[limit])
                ocl_exit(OCL_EXIT_USAGE, "a side has %zu pixels, but OpenGL takes %d at most",
                         extents[d], most[limit]);
}

gl_target gl_open_target(GLsizei width, GLsizei height)
{
    gl_target target;
    GLenum status;
    GL_CHECK(glGenRenderbuffers(1, &target.pixels));
    GL_CHECK(glBindRenderbuffer(GL_RENDERBUFFER, target.pixels));
    GL_CHECK(glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height));
    GL_CHECK(glGenFramebuffers(1, &target.framebuffer));
    GL_CHECK(glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer));
    GL_CHECK(glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                       target.pixels));
    GL_CHECK(status = glCheckFramebufferStatus(GL_FRAMEBUFFER));
    if (status != GL_FRAMEBUFFER_COMPLETE)
        ocl_exit(OCL_EXIT_CALL, "glCheckFramebufferStatus: 0x%04x", (unsigned)status);
    GL_CHECK(glViewport(0, 0, width, height));
    return target;
}

void gl_close_target(const gl_target *target)
{
    GL_CHECK(glDeleteFramebuffers(1, &target->framebuffer));
    GL_CHECK(glDeleteRenderbuffers(1, &target->pixels));
}

GLuint gl_create_texture(const size_t extents[2], const void *pixels)
{
    GLuint texture;
    GL_CHECK(glGenTextures(1, &texture));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, texture));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0));    // no smaller ones
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE));
    GL_CHECK(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)extents[0], (GLsizei)extents[1], 0,
                          GL_RGBA, GL_UNSIGNED_BYTE, pixels));
    return texture;
}

void gl_read_texture(GLuint texture, void *pixels)
{
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, texture));
    GL_CHECK(glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
}

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

ocl_env sharing_open(const ocl_env *env, const gl_context *gl)
{
    const cl_context_properties properties[] = {
        CL_CONTEXT_PLATFORM,
        (cl_context_properties)env->platform,
        CL_GL_CONTEXT_KHR,
        (cl_context_properties)gl->context,
        CL_EGL_DISPLAY_KHR,
        (cl_context_properties)gl->display,
        0,
    };
    ocl_env own = *env;
    cl_int err;
    own.context = OCL_CREATE(clCreateContext(properties, 1, &env->device, NULL, NULL, &err));
    own.queue = OCL_CREATE(clCreateCommandQueue(own.context, own.device, 0, &err));
    return own;
}
