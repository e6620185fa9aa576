// SPDX-License-Identifier: MIT
//
// gl_texture_targets_levels - exercise 3 of gl_texture_targets: how large the levels of a texture
// are.
//: skeleton
//: // Odd sides are wrong.
//: end
//
//     cmake --build build --target exercise_gl_texture_targets_levels
//     build/exercises/gl_texture_targets_levels

#include "ocl.h"

#include "shared/opengl/gl.h"

enum { WIDTH = 37, HEIGHT = 11, LEVELS = 6 };    // 37 x 11, 18 x 5, ... 1 x 1

// Bytes of a level: each has half the width and half the height of the one before.
static size_t level_bytes(int level)
{
    //: skeleton
    //: return (size_t)(4 * WIDTH * HEIGHT) >> 2 * level;    // Exercise 3 of gl_texture_targets: not so
    //: solution
    const size_t width = WIDTH >> level, height = HEIGHT >> level;    // rounded down, but not to 0
    return 4 * (width > 0 ? width : 1) * (height > 0 ? height : 1);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_targets_levels",
                              .summary = "How large the levels of a texture are.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    gl_context gl = gl_open();
    static uint8_t white[4 * WIDTH * HEIGHT], texels[4 * WIDTH * HEIGHT];
    cl_uint got[LEVELS], ref[LEVELS];
    memset(white, 255, sizeof white);
    GLuint texture;
    GL_CHECK(glGenTextures(1, &texture));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, texture));
    GL_CHECK(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                          white));
    GL_CHECK(glGenerateMipmap(GL_TEXTURE_2D));
    for (int level = 0; level < LEVELS; level++) {
        memset(texels, 0, sizeof texels);
        GL_CHECK(glGetTexImage(GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, texels));
        ref[level] = 0;
        for (size_t k = 0; k < sizeof texels; k++)
            ref[level] += texels[k] == 255;
        got[level] = (cl_uint)level_bytes(level);
    }
    GL_CHECK(glDeleteTextures(1, &texture));
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "bytes", ocl_verify_u32("bytes of level", got, ref, LEVELS));
    gl_close(&gl);
    return ocl_report_close(report);
}
