// SPDX-License-Identifier: MIT
//
// gl_texture_formats_snorm - exercise 4 of gl_texture_formats: the numbers of GL_RGBA8_SNORM.
//: skeleton
//: // The ends are wrong.
//: end
//
//     cmake --build build --target exercise_gl_texture_formats_snorm
//     build/exercises/gl_texture_formats_snorm

#include "ocl.h"

#include "shared/opengl/gl.h"

enum { ALL = 256 };    // numbers of a byte

// The number that a byte from -127 to 127 stands for: from -1 to 1.
static float number_of(int byte)
{
    //: skeleton
    //: return (float)byte / 128.0f;    // Exercise 4 of gl_texture_formats: 127 stands for 1
    //: solution
    return (float)byte / 127.0f;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_formats_snorm",
                              .summary = "The numbers of GL_RGBA8_SNORM.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    gl_context gl = gl_open();
    signed char texels[ALL];    // 64 x 1 texels of 4 channels
    float got[ALL], ref[ALL];
    for (int k = 0; k < ALL; k++) {
        const int byte = k > 0 ? k - ALL / 2 : 0;    // without -128
        texels[k] = (signed char)byte;
        got[k] = number_of(byte);
    }
    GLuint texture;
    GL_CHECK(glGenTextures(1, &texture));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, texture));
    GL_CHECK(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0));
    GL_CHECK(
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8_SNORM, ALL / 4, 1, 0, GL_RGBA, GL_BYTE, texels));
    GL_CHECK(glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, ref));
    GL_CHECK(glDeleteTextures(1, &texture));

    // A division of floats may be off by 2.5 ULP, at most 2.5 * 2^-24.
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "numbers", ocl_verify_f32("numbers", got, ref, ALL, 4.0 / (1 << 24)));
    gl_close(&gl);
    return ocl_report_close(report);
}
