// SPDX-License-Identifier: MIT

#include "textures.h"

enum { WIDTH = 7, HEIGHT = 5, LAYERS = 3, SIDE = 5 };

#define ROW(target, level, type, image, ...)                                             \
    {                                                                                    \
#target, GL_##target, level, CL_GL_OBJECT_##type, CL_MEM_OBJECT_##image, #image, \
            __VA_ARGS__                                                                  \
    }
#define FACE(face) ROW(TEXTURE_CUBE_MAP_##face, 0, TEXTURE2D, IMAGE2D, { SIDE, SIDE, 1 })

const target TARGET_TABLE[TARGETS] = {
    ROW(TEXTURE_1D, 0, TEXTURE1D, IMAGE1D, { WIDTH, 1, 1 }),
    ROW(TEXTURE_1D_ARRAY, 0, TEXTURE1D_ARRAY, IMAGE1D_ARRAY, { WIDTH, LAYERS, 1 }),
    ROW(TEXTURE_2D, 0, TEXTURE2D, IMAGE2D, { WIDTH, HEIGHT, 1 }),
    ROW(TEXTURE_2D, 1, TEXTURE2D, IMAGE2D, { WIDTH, HEIGHT, 1 }),
    ROW(TEXTURE_2D_ARRAY, 0, TEXTURE2D_ARRAY, IMAGE2D_ARRAY, { WIDTH, HEIGHT, LAYERS }),
    ROW(TEXTURE_3D, 0, TEXTURE3D, IMAGE3D, { WIDTH, HEIGHT, LAYERS }),
    ROW(TEXTURE_RECTANGLE, 0, TEXTURE2D, IMAGE2D, { WIDTH, HEIGHT, 1 }),
    ROW(TEXTURE_BUFFER, 0, TEXTURE_BUFFER, IMAGE1D_BUFFER, { WIDTH, 1, 1 }),
    FACE(POSITIVE_X),
    FACE(NEGATIVE_X),
    FACE(POSITIVE_Y),
    FACE(NEGATIVE_Y),
    FACE(POSITIVE_Z),
    FACE(NEGATIVE_Z),
};

size_t texture_bytes(const target *t)
{
    return 4 * t->extents[0] * t->extents[1] * t->extents[2];
}

static bool is_face(const target *t)
{
    return t->target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
           t->target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
}

// Where textures of this target are bound.
static GLenum bind_point(const target *t)
{
    return is_face(t) ? GL_TEXTURE_CUBE_MAP : t->target;
}

static void fill_level(const target *t, GLenum at, GLint level, const void *texels)
{
    const GLsizei factor = 1 << (t->level - level);    // of the sides of a larger level
    const GLsizei w = (GLsizei)t->extents[0] * factor, h = (GLsizei)t->extents[1] * factor;
    const GLsizei d = (GLsizei)t->extents[2];
    switch (at) {
    case GL_TEXTURE_1D:
        GL_CHECK(glTexImage1D(at, level, GL_RGBA8, w, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels));
        break;
    case GL_TEXTURE_2D_ARRAY:
    case GL_TEXTURE_3D:
        GL_CHECK(glTexImage3D(at, level, GL_RGBA8, w, h, d, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels));
        break;
    default:
        GL_CHECK(glTexImage2D(at, level, GL_RGBA8, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels));
        break;
    }
}

static void fill_buffer(texture *made, const target *t, const void *texels)
{
    GL_CHECK(glGenBuffers(1, &made->buffer));
    GL_CHECK(glBindBuffer(GL_TEXTURE_BUFFER, made->buffer));
    GL_CHECK(glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)texture_bytes(t), texels, GL_STATIC_DRAW));
    GL_CHECK(glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, made->buffer));
}

texture texture_make(const target *t, const void *texels)
{
    texture made = { .buffer = 0 };
    const size_t all = 4 * texture_bytes(t);    // of the level before this one
    void *other = ocl_alloc(all);
    memset(other, 0xa5, all);
    GL_CHECK(glGenTextures(1, &made.name));
    GL_CHECK(glBindTexture(bind_point(t), made.name));
    if (t->target == GL_TEXTURE_BUFFER) {
        fill_buffer(&made, t, texels);
    } else {
        if (t->target != GL_TEXTURE_RECTANGLE)
            GL_CHECK(glTexParameteri(bind_point(t), GL_TEXTURE_MAX_LEVEL, t->level));
        GL_CHECK(glTexParameteri(bind_point(t), GL_TEXTURE_MIN_FILTER, GL_NEAREST));
        for (GLint level = 0; level < t->level; level++)
            fill_level(t, t->target, level, other);
        if (is_face(t))
            for (GLenum face = 0; face < 6; face++)
                fill_level(t, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, other);
        fill_level(t, t->target, t->level, texels);
    }
    free(other);
    return made;
}

void texture_delete(const texture *made)
{
    GL_CHECK(glDeleteTextures(1, &made->name));
    if (made->buffer) GL_CHECK(glDeleteBuffers(1, &made->buffer));
}

void texture_read(void *texels, const target *t, const texture *made)
{
    if (made->buffer) {
        GL_CHECK(glBindBuffer(GL_TEXTURE_BUFFER, made->buffer));
        GL_CHECK(glGetBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)texture_bytes(t), texels));
    } else {
        GL_CHECK(glBindTexture(bind_point(t), made->name));
        GL_CHECK(glGetTexImage(t->target, t->level, GL_RGBA, GL_UNSIGNED_BYTE, texels));
    }
}
