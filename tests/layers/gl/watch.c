// SPDX-License-Identifier: MIT

#define _GNU_SOURCE    // RTLD_NEXT

#include "watch.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FENCES = 64, MAX_REPLACED = 1024, MAX_ATTRIBUTES = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long work, finished;
static watch_calls calls;
static _Thread_local bool paused;

// The last ones; older ones are overwritten.
static struct {
    GLsync fence;
    unsigned long at;
} fences[MAX_FENCES];
static struct {
    GLenum kind;
    GLuint name;
    unsigned long at;
} replaced[MAX_REPLACED];
static unsigned fence_count, replaced_count;

void watch_set_calls(watch_calls given)
{
    calls = given;
}

void watch_pause(bool pause)
{
    paused = pause;
}

bool watch_omits(const char *call)
{
    const char *wish = getenv("OCL_TEST_GL_OMIT");
    return wish && strcmp(wish, call) == 0;
}

bool watch_is_on(void)
{
    void (*of_program)(void) = NULL;
    *(void **)&of_program = dlsym(RTLD_DEFAULT, "glFinish");
    return of_program == glFinish;
}

static unsigned long locked(const unsigned long *counter)
{
    pthread_mutex_lock(&lock);
    const unsigned long value = *counter;
    pthread_mutex_unlock(&lock);
    return value;
}

unsigned long watch_work(void)
{
    return locked(&work);
}

unsigned long watch_finished(void)
{
    return locked(&finished);
}

unsigned long watch_fence(GLsync fence)
{
    unsigned long at = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_FENCES; i++)
        if (fences[i].fence == fence) at = fences[i].at;
    pthread_mutex_unlock(&lock);
    return at;
}

bool watch_replaced(GLenum kind, GLuint name, unsigned long since)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MAX_REPLACED; i++)
        found = found ||
                (replaced[i].kind == kind && replaced[i].name == name && replaced[i].at > since);
    pthread_mutex_unlock(&lock);
    return found;
}

static void add_work(void)
{
    if (paused) return;
    pthread_mutex_lock(&lock);
    work++;
    pthread_mutex_unlock(&lock);
}

static void finish_until(unsigned long at)
{
    if (paused) return;
    pthread_mutex_lock(&lock);
    if (at > finished) finished = at;
    pthread_mutex_unlock(&lock);
}

static void replace(GLenum kind, GLuint name)
{
    if (paused || name == 0) return;
    pthread_mutex_lock(&lock);
    const unsigned i = replaced_count++ % MAX_REPLACED;
    replaced[i].kind = kind;
    replaced[i].name = name;
    replaced[i].at = ++work;
    pthread_mutex_unlock(&lock);
}

static GLuint bound(GLenum binding)
{
    GLint name = 0;
    glGetIntegerv(binding, &name);
    return (GLuint)name;
}

// --- what a command uses

static void use(GLenum kind, GLuint name)
{
    if (name != 0 && calls.uses) calls.uses(kind, name);
}

static void use_framebuffer(GLenum framebuffer)
{
    static const GLenum PLACES[] = { GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT };
    const bool is_draw = framebuffer == GL_DRAW_FRAMEBUFFER;
    if (paused || bound(is_draw ? GL_DRAW_FRAMEBUFFER_BINDING : GL_READ_FRAMEBUFFER_BINDING) == 0)
        return;
    for (int i = 0; i < 2; i++) {
        GLint type = GL_NONE, name = 0;
        glGetFramebufferAttachmentParameteriv(framebuffer, PLACES[i],
                                              GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
        if (type == GL_NONE) continue;
        glGetFramebufferAttachmentParameteriv(framebuffer, PLACES[i],
                                              GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
        use(type == GL_TEXTURE ? GL_TEXTURE : GL_RENDERBUFFER, (GLuint)name);
    }
}

// The vertices, and what is drawn into.  A texture that is bound need not be used: what it holds
// while OpenCL has it gives a wrong picture.
static void use_all(void)
{
    if (paused) return;
    for (GLuint i = 0; i < MAX_ATTRIBUTES; i++) {
        GLint enabled = 0, name = 0;
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
        glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &name);
        if (enabled) use(GL_BUFFER, (GLuint)name);
    }
    use_framebuffer(GL_DRAW_FRAMEBUFFER);
}

static GLuint bound_buffer(GLenum target)
{
    switch (target) {
    case GL_ARRAY_BUFFER:
        return bound(GL_ARRAY_BUFFER_BINDING);
    case GL_ELEMENT_ARRAY_BUFFER:
        return bound(GL_ELEMENT_ARRAY_BUFFER_BINDING);
    case GL_PIXEL_PACK_BUFFER:
        return bound(GL_PIXEL_PACK_BUFFER_BINDING);
    case GL_PIXEL_UNPACK_BUFFER:
        return bound(GL_PIXEL_UNPACK_BUFFER_BINDING);
    case GL_UNIFORM_BUFFER:
        return bound(GL_UNIFORM_BUFFER_BINDING);
    default:
        return 0;
    }
}

static GLuint bound_texture(GLenum target)
{
    switch (target) {
    case GL_TEXTURE_1D:
        return bound(GL_TEXTURE_BINDING_1D);
    case GL_TEXTURE_1D_ARRAY:
        return bound(GL_TEXTURE_BINDING_1D_ARRAY);
    case GL_TEXTURE_2D:
        return bound(GL_TEXTURE_BINDING_2D);
    case GL_TEXTURE_2D_ARRAY:
        return bound(GL_TEXTURE_BINDING_2D_ARRAY);
    case GL_TEXTURE_3D:
        return bound(GL_TEXTURE_BINDING_3D);
    case GL_TEXTURE_RECTANGLE:
        return bound(GL_TEXTURE_BINDING_RECTANGLE);
    default:
        return bound(GL_TEXTURE_BINDING_CUBE_MAP);
    }
}

// --- OpenGL's functions, as the program calls them

// Declares `next`: OpenGL's own function of this name.
#define NEXT(type, name, ...)         \
    static type (*next)(__VA_ARGS__); \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name)

void APIENTRY glFinish(void)
{
    const unsigned long before = watch_work();
    NEXT(void, glFinish, void);
    if (!paused && watch_omits("glFinish")) return;
    next();
    finish_until(before);
}

GLsync APIENTRY glFenceSync(GLenum condition, GLbitfield flags)
{
    NEXT(GLsync, glFenceSync, GLenum, GLbitfield);
    const GLsync fence = next(condition, flags);
    if (paused) return fence;
    pthread_mutex_lock(&lock);
    const unsigned i = fence_count++ % MAX_FENCES;
    fences[i].fence = fence;
    fences[i].at = work;
    pthread_mutex_unlock(&lock);
    return fence;
}

GLenum APIENTRY glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 timeout)
{
    NEXT(GLenum, glClientWaitSync, GLsync, GLbitfield, GLuint64);
    const GLenum result = next(fence, flags, timeout);
    if (result == GL_ALREADY_SIGNALED || result == GL_CONDITION_SATISFIED)
        finish_until(watch_fence(fence));
    return result;
}

void APIENTRY glDeleteSync(GLsync fence)
{
    NEXT(void, glDeleteSync, GLsync);
    if (!paused && calls.deletes_fence) calls.deletes_fence(fence);
    next(fence);
}

void APIENTRY glDrawArrays(GLenum mode, GLint first, GLsizei count)
{
    NEXT(void, glDrawArrays, GLenum, GLint, GLsizei);
    use_all();
    add_work();
    next(mode, first, count);
}

void APIENTRY glDrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
    NEXT(void, glDrawArraysInstanced, GLenum, GLint, GLsizei, GLsizei);
    use_all();
    add_work();
    next(mode, first, count, instances);
}

void APIENTRY glDrawElements(GLenum mode, GLsizei count, GLenum type, const void *indices)
{
    NEXT(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
    use_all();
    if (!paused) use(GL_BUFFER, bound(GL_ELEMENT_ARRAY_BUFFER_BINDING));
    add_work();
    next(mode, count, type, indices);
}

void APIENTRY glClear(GLbitfield mask)
{
    NEXT(void, glClear, GLbitfield);
    if (!paused) use_framebuffer(GL_DRAW_FRAMEBUFFER);
    add_work();
    next(mask);
}

void APIENTRY glClearBufferfv(GLenum buffer, GLint draw_buffer, const GLfloat *value)
{
    NEXT(void, glClearBufferfv, GLenum, GLint, const GLfloat *);
    if (!paused) use_framebuffer(GL_DRAW_FRAMEBUFFER);
    add_work();
    next(buffer, draw_buffer, value);
}

void APIENTRY glBlitFramebuffer(GLint x0, GLint y0, GLint x1, GLint y1, GLint to_x0, GLint to_y0,
                                GLint to_x1, GLint to_y1, GLbitfield mask, GLenum filter)
{
    NEXT(void, glBlitFramebuffer, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint,
         GLbitfield, GLenum);
    use_framebuffer(GL_READ_FRAMEBUFFER);
    use_framebuffer(GL_DRAW_FRAMEBUFFER);
    add_work();
    next(x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, mask, filter);
}

void APIENTRY glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
                           GLenum type, void *pixels)
{
    NEXT(void, glReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *);
    use_framebuffer(GL_READ_FRAMEBUFFER);
    next(x, y, width, height, format, type, pixels);
}

void APIENTRY glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr bytes, void *data)
{
    NEXT(void, glGetBufferSubData, GLenum, GLintptr, GLsizeiptr, void *);
    if (!paused) use(GL_BUFFER, bound_buffer(target));
    next(target, offset, bytes, data);
}

void APIENTRY glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr bytes, const void *data)
{
    NEXT(void, glBufferSubData, GLenum, GLintptr, GLsizeiptr, const void *);
    if (!paused) use(GL_BUFFER, bound_buffer(target));
    add_work();
    next(target, offset, bytes, data);
}

void APIENTRY glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *pixels)
{
    NEXT(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
    if (!paused) use(GL_TEXTURE, bound_texture(target));
    next(target, level, format, type, pixels);
}

void APIENTRY glTexSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width,
                              GLsizei height, GLenum format, GLenum type, const void *pixels)
{
    NEXT(void, glTexSubImage2D, GLenum, GLint, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
         const void *);
    if (!paused) use(GL_TEXTURE, bound_texture(target));
    add_work();
    next(target, level, x, y, width, height, format, type, pixels);
}

void APIENTRY glGenerateMipmap(GLenum target)
{
    NEXT(void, glGenerateMipmap, GLenum);
    if (!paused) use(GL_TEXTURE, bound_texture(target));
    add_work();
    next(target);
}

// --- other storage

void APIENTRY glBufferData(GLenum target, GLsizeiptr bytes, const void *data, GLenum usage)
{
    NEXT(void, glBufferData, GLenum, GLsizeiptr, const void *, GLenum);
    if (!paused) replace(GL_BUFFER, bound_buffer(target));
    next(target, bytes, data, usage);
}

void APIENTRY glTexImage1D(GLenum target, GLint level, GLint internal, GLsizei width, GLint border,
                           GLenum format, GLenum type, const void *pixels)
{
    NEXT(void, glTexImage1D, GLenum, GLint, GLint, GLsizei, GLint, GLenum, GLenum, const void *);
    if (!paused) replace(GL_TEXTURE, bound_texture(target));
    next(target, level, internal, width, border, format, type, pixels);
}

void APIENTRY glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width,
                           GLsizei height, GLint border, GLenum format, GLenum type,
                           const void *pixels)
{
    NEXT(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum,
         const void *);
    if (!paused) replace(GL_TEXTURE, bound_texture(target));
    next(target, level, internal, width, height, border, format, type, pixels);
}

void APIENTRY glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width,
                           GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type,
                           const void *pixels)
{
    NEXT(void, glTexImage3D, GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei, GLint, GLenum, GLenum,
         const void *);
    if (!paused) replace(GL_TEXTURE, bound_texture(target));
    next(target, level, internal, width, height, depth, border, format, type, pixels);
}

void APIENTRY glRenderbufferStorage(GLenum target, GLenum internal, GLsizei width, GLsizei height)
{
    NEXT(void, glRenderbufferStorage, GLenum, GLenum, GLsizei, GLsizei);
    if (!paused) replace(GL_RENDERBUFFER, bound(GL_RENDERBUFFER_BINDING));
    next(target, internal, width, height);
}

void APIENTRY glDeleteBuffers(GLsizei count, const GLuint *names)
{
    NEXT(void, glDeleteBuffers, GLsizei, const GLuint *);
    for (GLsizei i = 0; i < count; i++)
        replace(GL_BUFFER, names[i]);
    next(count, names);
}

void APIENTRY glDeleteTextures(GLsizei count, const GLuint *names)
{
    NEXT(void, glDeleteTextures, GLsizei, const GLuint *);
    for (GLsizei i = 0; i < count; i++)
        replace(GL_TEXTURE, names[i]);
    next(count, names);
}

void APIENTRY glDeleteRenderbuffers(GLsizei count, const GLuint *names)
{
    NEXT(void, glDeleteRenderbuffers, GLsizei, const GLuint *);
    for (GLsizei i = 0; i < count; i++)
        replace(GL_RENDERBUFFER, names[i]);
    next(count, names);
}
