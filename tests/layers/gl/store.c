// SPDX-License-Identifier: MIT

#include "store.h"

// --- the layer's context

bool gl_exists(const gl_contexts *contexts)
{
    EGLint type;
    return eglQueryContext(contexts->display, contexts->theirs, EGL_CONTEXT_CLIENT_TYPE, &type);
}

static EGLContext create(const gl_contexts *contexts)
{
    static const EGLint VERSION[] = { EGL_CONTEXT_MAJOR_VERSION,
                                      3,
                                      EGL_CONTEXT_MINOR_VERSION,
                                      3,
                                      EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                      EGL_NONE };
    EGLint id = 0, count = 0;
    EGLConfig config = NULL;    // EGL_NO_CONFIG_KHR
    if (!eglQueryContext(contexts->display, contexts->theirs, EGL_CONFIG_ID, &id))
        return EGL_NO_CONTEXT;
    if (id != 0)
        eglChooseConfig(contexts->display, (EGLint[]){ EGL_CONFIG_ID, id, EGL_NONE }, &config, 1,
                        &count);
    return eglCreateContext(contexts->display, config, contexts->theirs, VERSION);
}

bool gl_enter(gl_contexts *contexts, gl_before *before)
{
    *before = (gl_before){ .api = eglQueryAPI(),
                           .display = eglGetCurrentDisplay(),
                           .context = eglGetCurrentContext(),
                           .draw = eglGetCurrentSurface(EGL_DRAW),
                           .read = eglGetCurrentSurface(EGL_READ) };
    if (!eglBindAPI(EGL_OPENGL_API)) return false;
    if (contexts->mine == EGL_NO_CONTEXT) contexts->mine = create(contexts);
    if (contexts->mine != EGL_NO_CONTEXT &&
        eglMakeCurrent(contexts->display, EGL_NO_SURFACE, EGL_NO_SURFACE, contexts->mine)) {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        return true;
    }
    eglBindAPI(before->api);
    return false;
}

void gl_leave(const gl_contexts *contexts, const gl_before *before)
{
    glFinish();    // what it has written is there for other contexts
    eglMakeCurrent(contexts->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglBindAPI(before->api);
    if (before->context != EGL_NO_CONTEXT)
        eglMakeCurrent(before->display, before->draw, before->read, before->context);
}

// --- formats

// The specification's table "OpenGL Internal Formats and Corresponding OpenCL Internal Formats".
#define FORMATS(count, gl, normal, integer, order)                                            \
    { GL_##gl##8, normal, GL_UNSIGNED_BYTE, order, CL_UNORM_INT8, count },                    \
        { GL_##gl##8_SNORM, normal, GL_BYTE, order, CL_SNORM_INT8, count },                   \
        { GL_##gl##16, normal, GL_UNSIGNED_SHORT, order, CL_UNORM_INT16, 2 * (count) },       \
        { GL_##gl##16_SNORM, normal, GL_SHORT, order, CL_SNORM_INT16, 2 * (count) },          \
        { GL_##gl##8I, integer, GL_BYTE, order, CL_SIGNED_INT8, count },                      \
        { GL_##gl##16I, integer, GL_SHORT, order, CL_SIGNED_INT16, 2 * (count) },             \
        { GL_##gl##32I, integer, GL_INT, order, CL_SIGNED_INT32, 4 * (count) },               \
        { GL_##gl##8UI, integer, GL_UNSIGNED_BYTE, order, CL_UNSIGNED_INT8, count },          \
        { GL_##gl##16UI, integer, GL_UNSIGNED_SHORT, order, CL_UNSIGNED_INT16, 2 * (count) }, \
        { GL_##gl##32UI, integer, GL_UNSIGNED_INT, order, CL_UNSIGNED_INT32, 4 * (count) },   \
        { GL_##gl##16F, normal, GL_HALF_FLOAT, order, CL_HALF_FLOAT, 2 * (count) },           \
    {                                                                                         \
        GL_##gl##32F, normal, GL_FLOAT, order, CL_FLOAT, 4 * (count)                          \
    }

static const gl_format TABLE[] = {
    FORMATS(4, RGBA, GL_RGBA, GL_RGBA_INTEGER, CL_RGBA),
    FORMATS(1, R, GL_RED, GL_RED_INTEGER, CL_R),
    FORMATS(2, RG, GL_RG, GL_RG_INTEGER, CL_RG),
    { GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, CL_RGBA, CL_UNORM_INT8, 4 },
    { GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, CL_sRGBA, CL_UNORM_INT8, 4 },
    { GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, CL_DEPTH, CL_FLOAT, 4 },
    { GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, CL_DEPTH, CL_UNORM_INT16, 2 },
};

static const gl_format *find_format(GLint internal)
{
    for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++)
        if (TABLE[i].internal == (GLenum)internal) return &TABLE[i];
    return NULL;
}

// --- objects

static bool is_face(GLenum target)
{
    return target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
}

// Binds it where it belongs; false when it was made for another target.
static bool bind_texture(const gl_store *store)
{
    while (glGetError() != GL_NO_ERROR)
        ;
    glBindTexture(is_face(store->target) ? GL_TEXTURE_CUBE_MAP : store->target, store->name);
    return glGetError() == GL_NO_ERROR;
}

static cl_int look_at_buffer(gl_store *store)
{
    GLint64 bytes = 0;
    if (!glIsBuffer(store->name)) return CL_INVALID_GL_OBJECT;
    glBindBuffer(GL_COPY_READ_BUFFER, store->name);
    glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
    store->width = store->bytes = (size_t)bytes;
    store->height = store->depth = 1;
    return bytes > 0 ? CL_SUCCESS : CL_INVALID_GL_OBJECT;
}

static cl_int set_format(gl_store *store, GLint internal, const GLint size[3])
{
    store->width = (size_t)size[0];
    store->height = (size_t)size[1];
    store->depth = (size_t)size[2];
    if (size[0] <= 0 || size[1] <= 0 || size[2] <= 0) return CL_INVALID_GL_OBJECT;
    store->format = find_format(internal);
    if (!store->format) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    store->bytes = store->width * store->height * store->depth * store->format->bytes;
    return CL_SUCCESS;
}

static GLint level_size(GLenum target, GLint level, GLenum which)
{
    GLint size = 0;
    glGetTexLevelParameteriv(target, level, which, &size);
    return size;
}

// Whether the filter looks at further levels, and one of these is missing.  They must be there.
static bool lacks_levels(const gl_store *store, GLint base, GLint last)
{
    const GLenum bound = is_face(store->target) ? GL_TEXTURE_CUBE_MAP : store->target;
    GLint filter = 0, larger = 1;
    glGetTexParameteriv(bound, GL_TEXTURE_MIN_FILTER, &filter);
    if (filter == GL_NEAREST || filter == GL_LINEAR) return false;
    for (int d = 0; d < 3; d++) {
        static const GLenum SIZES[] = { GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH };
        const GLint size = level_size(store->target, base, SIZES[d]);
        const bool is_layers = (d == 1 && store->target == GL_TEXTURE_1D_ARRAY) ||
                               (d == 2 && store->target == GL_TEXTURE_2D_ARRAY);
        if (!is_layers && size > larger) larger = size;
    }
    for (GLint level = base + 1; level <= last && larger > 1; level++, larger /= 2)
        if (level_size(store->target, level, GL_TEXTURE_WIDTH) == 0) return true;
    return false;
}

static cl_int look_at_texture(gl_store *store)
{
    const GLenum bound = is_face(store->target) ? GL_TEXTURE_CUBE_MAP : store->target;
    const bool one = store->target == GL_TEXTURE_RECTANGLE;
    GLint base = 0, last = 0, internal = 0;
    if (!glIsTexture(store->name) || !bind_texture(store)) return CL_INVALID_GL_OBJECT;
    if (!one) {
        glGetTexParameteriv(bound, GL_TEXTURE_BASE_LEVEL, &base);
        glGetTexParameteriv(bound, GL_TEXTURE_MAX_LEVEL, &last);
    }
    if (store->level < base || store->level > last) return CL_INVALID_MIP_LEVEL;
    const GLint size[] = { level_size(store->target, store->level, GL_TEXTURE_WIDTH),
                           level_size(store->target, store->level, GL_TEXTURE_HEIGHT),
                           level_size(store->target, store->level, GL_TEXTURE_DEPTH) };
    if (size[0] == 0 && level_size(store->target, base, GL_TEXTURE_WIDTH) != 0)
        return CL_INVALID_MIP_LEVEL;    // beyond the last one
    if (!one && lacks_levels(store, base, last)) return CL_INVALID_GL_OBJECT;    // incomplete
    glGetTexLevelParameteriv(store->target, store->level, GL_TEXTURE_INTERNAL_FORMAT, &internal);
    return set_format(store, internal, size);
}

static cl_int look_at_renderbuffer(gl_store *store)
{
    GLint internal = 0, size[] = { 0, 0, 1 };
    if (!glIsRenderbuffer(store->name)) return CL_INVALID_GL_OBJECT;
    glBindRenderbuffer(GL_RENDERBUFFER, store->name);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &size[0]);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &size[1]);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &internal);
    return set_format(store, internal, size);
}

cl_int gl_look(gl_store *store)
{
    if (store->kind == GL_BUFFER) return look_at_buffer(store);
    return store->kind == GL_TEXTURE ? look_at_texture(store) : look_at_renderbuffer(store);
}

bool gl_is_same(const gl_store *store)
{
    gl_store now = *store;
    return gl_look(&now) == CL_SUCCESS && now.format == store->format &&
           now.width == store->width && now.height == store->height && now.depth == store->depth;
}

// --- their bytes

// A framebuffer that reads from the renderbuffer, and one that draws into it.
static GLuint attach(GLenum framebuffer, GLenum what, GLuint name)
{
    GLuint made = 0;
    glGenFramebuffers(1, &made);
    glBindFramebuffer(framebuffer, made);
    if (what == GL_RENDERBUFFER)
        glFramebufferRenderbuffer(framebuffer, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
    else
        glFramebufferTexture2D(framebuffer, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    return made;
}

static void read_renderbuffer(const gl_store *store, void *host)
{
    const GLuint framebuffer = attach(GL_READ_FRAMEBUFFER, GL_RENDERBUFFER, store->name);
    glReadPixels(0, 0, (GLsizei)store->width, (GLsizei)store->height, store->format->format,
                 store->format->type, host);
    glDeleteFramebuffers(1, &framebuffer);
}

// A renderbuffer cannot be written by the host: a texture is copied into it.
static void write_renderbuffer(const gl_store *store, const void *host)
{
    const GLint width = (GLint)store->width, height = (GLint)store->height;
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)store->format->internal, width, height, 0,
                 store->format->format, store->format->type, host);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    const GLuint from = attach(GL_READ_FRAMEBUFFER, GL_TEXTURE, texture);
    const GLuint to = attach(GL_DRAW_FRAMEBUFFER, GL_RENDERBUFFER, store->name);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glDeleteFramebuffers(1, &to);
    glDeleteFramebuffers(1, &from);
    glDeleteTextures(1, &texture);
}

void gl_read(const gl_store *store, void *host)
{
    switch (store->kind) {
    case GL_BUFFER:
        glBindBuffer(GL_COPY_READ_BUFFER, store->name);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)store->bytes, host);
        break;
    case GL_TEXTURE:
        bind_texture(store);
        glGetTexImage(store->target, store->level, store->format->format, store->format->type,
                      host);
        break;
    default:
        read_renderbuffer(store, host);
        break;
    }
}

static void write_texture(const gl_store *store, const void *host)
{
    const GLsizei width = (GLsizei)store->width, height = (GLsizei)store->height;
    const GLenum format = store->format->format, type = store->format->type;
    bind_texture(store);
    switch (store->target) {
    case GL_TEXTURE_1D:
        glTexSubImage1D(store->target, store->level, 0, width, format, type, host);
        break;
    case GL_TEXTURE_3D:
    case GL_TEXTURE_2D_ARRAY:
        glTexSubImage3D(store->target, store->level, 0, 0, 0, width, height, (GLsizei)store->depth,
                        format, type, host);
        break;
    default:
        glTexSubImage2D(store->target, store->level, 0, 0, width, height, format, type, host);
        break;
    }
}

void gl_write(const gl_store *store, const void *host)
{
    switch (store->kind) {
    case GL_BUFFER:
        glBindBuffer(GL_COPY_WRITE_BUFFER, store->name);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)store->bytes, host);
        break;
    case GL_TEXTURE:
        write_texture(store, host);
        break;
    default:
        write_renderbuffer(store, host);
        break;
    }
}
