// SPDX-License-Identifier: MIT
//
// gl_texture_targets_faces - exercise 4 of gl_texture_targets: six faces of a cube become six
// layers.
//: skeleton
//: // The layers are empty.
//: end
//
//     cmake --build build --target exercise_gl_texture_targets_faces
//     build/exercises/gl_texture_targets_faces

#include "ocl.h"

#include "shared/opengl/gl.h"

enum { SIDE = 9, FACES = 6, FACE_BYTES = 4 * SIDE * SIDE };

// Makes an array of textures of the cube that is bound to GL_TEXTURE_CUBE_MAP, and binds it.
static GLuint layers_of_cube(void)
{
    static uint8_t texels[FACES][FACE_BYTES];
    GLuint array;
    //: skeleton
    //: // Exercise 4 of gl_texture_targets: each face is a target of its own.
    //: solution
    for (GLenum face = 0; face < FACES; face++)
        GL_CHECK(glGetTexImage(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                               texels[face]));
    //: end
    GL_CHECK(glGenTextures(1, &array));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D_ARRAY, array));
    GL_CHECK(glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, SIDE, SIDE, FACES, 0, GL_RGBA,
                          GL_UNSIGNED_BYTE, texels));
    return array;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_texture_targets_faces",
                              .summary = "Six faces of a cube become six layers.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    gl_context gl = gl_open();
    static uint8_t ref[FACES][FACE_BYTES], got[FACES][FACE_BYTES];
    ocl_fill_bytes(ref, sizeof ref, 1);
    GLuint cube;
    GL_CHECK(glGenTextures(1, &cube));
    GL_CHECK(glBindTexture(GL_TEXTURE_CUBE_MAP, cube));
    for (GLenum face = 0; face < FACES; face++)
        GL_CHECK(glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, SIDE, SIDE, 0,
                              GL_RGBA, GL_UNSIGNED_BYTE, ref[face]));
    const GLuint array = layers_of_cube();
    GL_CHECK(glGetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA, GL_UNSIGNED_BYTE, got));
    GL_CHECK(glDeleteTextures(1, &array));
    GL_CHECK(glDeleteTextures(1, &cube));
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "layers", ocl_verify_bytes("layers", got, ref, sizeof ref));
    gl_close(&gl);
    return ocl_report_close(report);
}
