// SPDX-License-Identifier: MIT

#include "points.h"

// 0.2 and 0.8 are whole bytes: 51 and 204.
static const char *const VERTEX_SHADER = "#version 330 core\n"
                                         "layout(location = 0) in vec4 place;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = vec4(place.xy, 0.0, 1.0);\n"
                                         "}\n";
static const char *const FRAGMENT_SHADER = "#version 330 core\n"
                                           "out vec4 pixel;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    pixel = vec4(1.0, 0.8, 0.2, 1.0);\n"
                                           "}\n";
static const uint8_t LIT[4] = { 255, 204, 51, 255 }, DARK[4] = { 0, 0, 51, 255 };

points points_open(void)
{
    points p = { .program = gl_build(VERTEX_SHADER, FRAGMENT_SHADER) };
    GL_CHECK(glGenVertexArrays(1, &p.shape));
    GL_CHECK(glBindVertexArray(p.shape));
    GL_CHECK(glEnableVertexAttribArray(0));
    return p;
}

void points_close(const points *p)
{
    GL_CHECK(glDeleteVertexArrays(1, &p->shape));
    GL_CHECK(glDeleteProgram(p->program));
}

void points_read(const points *p)
{
    GL_CHECK(glBindVertexArray(p->shape));
    GL_CHECK(glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(cl_float4), NULL));
}

void points_draw(const points *p, size_t n)
{
    GL_CHECK(glClearColor(0, 0, 0.2f, 1));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT));
    GL_CHECK(glUseProgram(p->program));
    GL_CHECK(glBindVertexArray(p->shape));
    GL_CHECK(glDrawArrays(GL_POINTS, 0, (GLsizei)n));
}

// --- plain C

enum { MUST_BE_DARK, MAY_BE_LIT, MUST_BE_LIT };

static void mark(uint8_t *marks, const ocl_picture *got, const double low[2], const double high[2])
{
    const double size[2] = { got->width, got->height };
    const bool sure = low[0] == high[0] && low[1] == high[1];
    for (double y = fmax(low[1], 0); y <= fmin(high[1], size[1] - 1); y++)
        for (double x = fmax(low[0], 0); x <= fmin(high[0], size[0] - 1); x++) {
            uint8_t *pixel = &marks[(size_t)y * got->width + (size_t)x];
            if (sure) *pixel = MUST_BE_LIT;
            if (*pixel == MUST_BE_DARK) *pixel = MAY_BE_LIT;
        }
}

ocl_result points_verify(const ocl_picture *got, const cl_float4 *place, size_t n)
{
    const size_t pixels = (size_t)got->width * got->height;
    uint8_t *marks = ocl_alloc(pixels);
    ocl_picture ref = { got->width, got->height, ocl_alloc(4 * pixels) };
    GLint bits;
    GL_CHECK(glGetIntegerv(GL_SUBPIXEL_BITS, &bits));
    const double reach = ldexp(1, -bits) + ldexp((double)(got->width + got->height), -22);
    memset(marks, MUST_BE_DARK, pixels);
    for (size_t i = 0; i < n; i++) {
        const double x = (1 + (double)place[i].s[0]) / 2 * got->width;
        const double y = (1 - (double)place[i].s[1]) / 2 * got->height;
        mark(marks, got, (double[]){ floor(x - reach), floor(y - reach) },
             (double[]){ floor(x + reach), floor(y + reach) });
    }
    for (size_t i = 0; i < pixels; i++) {
        const bool is_lit = memcmp(got->rgba + 4 * i, LIT, 4) == 0;
        const bool lit = marks[i] == MUST_BE_LIT || (marks[i] == MAY_BE_LIT && is_lit);
        memcpy(ref.rgba + 4 * i, lit ? LIT : DARK, 4);
    }
    const ocl_result result = ocl_verify_picture("pixels", got, &ref, 0);
    free(ref.rgba);
    free(marks);
    return result;
}

void points_report(ocl_report *report, cl_device_id device, const ocl_picture *got,
                   const cl_float4 *place, size_t n)
{
    const char *fault = ocl_known_fault(device, "a draw from a shared buffer");
    if (fault)
        ocl_report_note(report, "pixels not compared: this driver %s", fault);
    else
        ocl_report_result(report, "pixels", points_verify(got, place, n));
}
