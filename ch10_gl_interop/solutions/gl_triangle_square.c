// SPDX-License-Identifier: MIT
//
// gl_triangle_square - exercise 5 of gl_triangle: a square of four corners.
//: skeleton
//: // A half of it is missing.
//: end
//
//     cmake --build build --target exercise_gl_triangle_square
//     build/exercises/gl_triangle_square

#include "ocl.h"

#include "shared/opengl/gl.h"

enum { SIDE = 31 };    // of the picture, in pixels

// From edge to edge.
static const float CORNERS[4][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };

static const char *const VERTEX_SHADER = "#version 330 core\n"
                                         "layout(location = 0) in vec2 place;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = vec4(place, 0.0, 1.0);\n"
                                         "}\n";
static const char *const FRAGMENT_SHADER = "#version 330 core\n"
                                           "out vec4 pixel;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    pixel = vec4(1.0, 1.0, 1.0, 1.0);\n"
                                           "}\n";

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_triangle_square",
                              .summary = "A square of four corners.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    gl_context gl = gl_open();
    const gl_target target = gl_open_target(SIDE, SIDE);
    GLuint buffer, shape;
    const GLuint program = gl_build(VERTEX_SHADER, FRAGMENT_SHADER);
    GL_CHECK(glGenBuffers(1, &buffer));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, buffer));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof CORNERS, CORNERS, GL_STATIC_DRAW));
    GL_CHECK(glGenVertexArrays(1, &shape));
    GL_CHECK(glBindVertexArray(shape));
    GL_CHECK(glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 2 * sizeof(float), NULL));
    GL_CHECK(glEnableVertexAttribArray(0));
    GL_CHECK(glClearColor(0, 0, 0, 1));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT));
    GL_CHECK(glUseProgram(program));
    //: skeleton
    //: // Exercise 5 of gl_triangle: draw both halves with one call.
    //: GL_CHECK(glDrawArrays(GL_TRIANGLES, 0, 3));
    //: solution
    GL_CHECK(glDrawArrays(GL_TRIANGLE_STRIP, 0, 4));
    //: end

    static uint8_t white[4 * SIDE * SIDE];
    memset(white, 255, sizeof white);
    ocl_picture got = gl_read_picture(SIDE, SIDE);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "pixels", ocl_verify_bytes("pixels", got.rgba, white, sizeof white));
    ocl_picture_free(&got);
    GL_CHECK(glDeleteVertexArrays(1, &shape));
    GL_CHECK(glDeleteBuffers(1, &buffer));
    GL_CHECK(glDeleteProgram(program));
    gl_close_target(&target);
    gl_close(&gl);
    return ocl_report_close(report);
}
