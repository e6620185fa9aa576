// SPDX-License-Identifier: MIT
//
// gl_triangle_rows - exercise 6 of gl_triangle: the rows of a picture from top to bottom.
//: skeleton
//: // The rows are as OpenGL has them.
//: end
//
//     cmake --build build --target exercise_gl_triangle_rows
//     build/exercises/gl_triangle_rows

#include "ocl.h"

#include "shared/opengl/gl.h"

enum { WIDTH = 13, HEIGHT = 8 };    // of the picture, in pixels

// The upper half.
static const float CORNERS[4][2] = { { -1, 0 }, { 1, 0 }, { -1, 1 }, { 1, 1 } };

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

// The pixels of the framebuffer; row 0 is at the top.
static void read_rows(uint8_t rgba[HEIGHT][4 * WIDTH])
{
    GL_CHECK(glPixelStorei(GL_PACK_ALIGNMENT, 1));    // no padding between rows
    //: skeleton
    //: // Exercise 6 of gl_triangle: OpenGL's row 0 is at the bottom.
    //: GL_CHECK(glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, rgba));
    //: solution
    for (GLint y = 0; y < HEIGHT; y++)
        GL_CHECK(glReadPixels(0, HEIGHT - 1 - y, WIDTH, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba[y]));
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "gl_triangle_rows",
                              .summary = "The rows of a picture from top to bottom.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });
    gl_context gl = gl_open();
    const gl_target target = gl_open_target(WIDTH, HEIGHT);
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
    GL_CHECK(glDrawArrays(GL_TRIANGLE_STRIP, 0, 4));

    uint8_t got[HEIGHT][4 * WIDTH], ref[HEIGHT][4 * WIDTH];
    for (size_t y = 0; y < HEIGHT; y++)
        for (size_t k = 0; k < sizeof ref[0]; k++)
            ref[y][k] = y < HEIGHT / 2 || k % 4 == 3 ? 255 : 0;    // white above, black below
    read_rows(got);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "rows", ocl_verify_bytes("rows", got, ref, sizeof ref));
    GL_CHECK(glDeleteVertexArrays(1, &shape));
    GL_CHECK(glDeleteBuffers(1, &buffer));
    GL_CHECK(glDeleteProgram(program));
    gl_close_target(&target);
    gl_close(&gl);
    return ocl_report_close(report);
}
