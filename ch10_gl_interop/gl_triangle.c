// SPDX-License-Identifier: MIT
//
// gl_triangle - a first OpenGL program: a triangle with three colours, drawn without a window.
//
// Shows   corners in a buffer, two shaders, a framebuffer of our own, and one draw call; the same
//         triangle in plain C; how exact OpenGL promises to be
// Uses    glGenBuffers, glBufferData, glGenVertexArrays, glVertexAttribPointer,
//         glGenRenderbuffers, glRenderbufferStorage, glGenFramebuffers,
//         glFramebufferRenderbuffer, glCheckFramebufferStatus, glClear, glUseProgram, glDrawArrays
// Try     gl_triangle -o triangle.png; gl_triangle -n 9x7 -o small.png

#include "ocl.h"

#include "shared/window/window.h"

// The picture reaches from -1 to 1, whatever its size; y points up.
typedef struct {
    float x, y;
    float red, green, blue;
} corner;

static const corner CORNERS[3] = { { -0.875f, -0.75f, 1, 0, 0 },
                                   { 0.8125f, -0.4375f, 0, 1, 0 },
                                   { -0.1875f, 0.9375f, 0, 0, 1 } };
static const float BACKGROUND[4] = { 0.125f, 0.125f, 0.25f, 1 };

// Runs once per corner.
static const char *const VERTEX_SHADER = "#version 330 core\n"
                                         "layout(location = 0) in vec2 place;\n"
                                         "layout(location = 1) in vec3 color;\n"
                                         "out vec3 mixed;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = vec4(place, 0.0, 1.0);\n"
                                         "    mixed = color;\n"
                                         "}\n";

// Runs once per pixel: `mixed` is between the colours of the corners.
static const char *const FRAGMENT_SHADER = "#version 330 core\n"
                                           "in vec3 mixed;\n"
                                           "out vec4 pixel;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    pixel = vec4(mixed, 1.0);\n"
                                           "}\n";

// --- the answer in plain C

typedef struct {
    double x[3], y[3];    // the corners in pixels, y down
    double area;          // of the parallelogram: twice that of the triangle
    double height[3];     // of each corner above the opposite edge, in pixels
} triangle;

// Twice the area of the triangle of corners a, b and (x, y): 0 on the edge from a to b.
static double edge(const triangle *t, int a, int b, double x, double y)
{
    return (t->x[b] - t->x[a]) * (y - t->y[a]) - (t->y[b] - t->y[a]) * (x - t->x[a]);
}

static triangle place_triangle(size_t width, size_t height)
{
    triangle t;
    for (int c = 0; c < 3; c++) {
        t.x[c] = (CORNERS[c].x + 1) / 2 * (double)width;
        t.y[c] = (1 - CORNERS[c].y) / 2 * (double)height;
    }
    t.area = edge(&t, 0, 1, t.x[2], t.y[2]);
    for (int c = 0; c < 3; c++) {
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        t.height[c] = fabs(t.area) / hypot(t.x[b] - t.x[a], t.y[b] - t.y[a]);
    }
    return t;
}

// The colour of a pixel, 0 to 255.  Gives how far its middle is inside of the triangle, in pixels;
// negative: outside.
static double shade(double rgba[4], const triangle *t, size_t column, size_t row)
{
    double share[3], inside = INFINITY;    // each corner's share of the colour
    for (int c = 0; c < 3; c++) {
        share[c] = edge(t, (c + 1) % 3, (c + 2) % 3, (double)column + 0.5, (double)row + 0.5);
        share[c] /= t->area;
        inside = fmin(inside, share[c] * t->height[c]);
        share[c] = fmin(fmax(share[c], 0), 1);
    }
    rgba[0] = rgba[1] = rgba[2] = 0;
    for (int c = 0; c < 3; c++) {
        rgba[0] += 255 * share[c] * CORNERS[c].red;
        rgba[1] += 255 * share[c] * CORNERS[c].green;
        rgba[2] += 255 * share[c] * CORNERS[c].blue;
    }
    rgba[3] = 255;
    return inside;
}

// One plane of the picture per channel.  Within `reach` of an edge a pixel may belong to the
// triangle or not: there it is compared with the nearer one of the two.  Gives how many there are.
static size_t draw_ref(float *ref, const triangle *t, const ocl_picture *got, double reach)
{
    const size_t pixels = (size_t)got->width * got->height;
    size_t open = 0;
    for (size_t i = 0; i < pixels; i++) {
        double color[4], to_color = 0, to_background = 0;
        const double inside = shade(color, t, i % got->width, i / got->width);
        for (size_t c = 0; c < 4; c++) {
            to_color = fmax(to_color, fabs(got->rgba[4 * i + c] - color[c]));
            to_background =
                fmax(to_background, fabs(got->rgba[4 * i + c] - 255 * (double)BACKGROUND[c]));
        }
        const bool is_open = fabs(inside) <= reach;
        const bool covered = is_open ? to_color < to_background : inside > 0;
        open += is_open;
        for (size_t c = 0; c < 4; c++)
            ref[c * pixels + i] = (float)(covered ? color[c] : 255 * (double)BACKGROUND[c]);
    }
    return open;
}

// --- the same with OpenGL

typedef struct {
    GLuint corners, shape, program;    // buffer, vertex array, shaders
    GLuint pixels, target;             // renderbuffer, framebuffer
} scene;

static void create_shape(scene *s)
{
    GL_CHECK(glGenBuffers(1, &s->corners));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, s->corners));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof CORNERS, CORNERS, GL_STATIC_DRAW));

    // Which bytes of the buffer are the inputs 0 and 1 of the vertex shader.
    GL_CHECK(glGenVertexArrays(1, &s->shape));
    GL_CHECK(glBindVertexArray(s->shape));
    GL_CHECK(glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(corner),
                                   (const void *)offsetof(corner, x)));
    GL_CHECK(glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(corner),
                                   (const void *)offsetof(corner, red)));
    GL_CHECK(glEnableVertexAttribArray(0));
    GL_CHECK(glEnableVertexAttribArray(1));
    s->program = gl_build(VERTEX_SHADER, FRAGMENT_SHADER);
}

// Without a window there is no picture to draw into: make one.
static void create_target(scene *s, GLsizei width, GLsizei height)
{
    GLenum status;
    GL_CHECK(glGenRenderbuffers(1, &s->pixels));
    GL_CHECK(glBindRenderbuffer(GL_RENDERBUFFER, s->pixels));
    GL_CHECK(glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height));
    GL_CHECK(glGenFramebuffers(1, &s->target));
    GL_CHECK(glBindFramebuffer(GL_FRAMEBUFFER, s->target));
    GL_CHECK(glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                       s->pixels));
    GL_CHECK(status = glCheckFramebufferStatus(GL_FRAMEBUFFER));
    if (status != GL_FRAMEBUFFER_COMPLETE)
        ocl_exit(OCL_EXIT_CALL, "glCheckFramebufferStatus: 0x%04x", (unsigned)status);
    GL_CHECK(glViewport(0, 0, width, height));
}

static void draw(const scene *s)
{
    GL_CHECK(glDisable(GL_DITHER));    // no noise in the colours
    GL_CHECK(glClearColor(BACKGROUND[0], BACKGROUND[1], BACKGROUND[2], BACKGROUND[3]));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT));
    GL_CHECK(glUseProgram(s->program));
    GL_CHECK(glBindVertexArray(s->shape));
    GL_CHECK(glDrawArrays(GL_TRIANGLES, 0, 3));
}

static void delete_scene(scene *s)
{
    GL_CHECK(glDeleteFramebuffers(1, &s->target));
    GL_CHECK(glDeleteRenderbuffers(1, &s->pixels));
    GL_CHECK(glDeleteProgram(s->program));
    GL_CHECK(glDeleteVertexArrays(1, &s->shape));
    GL_CHECK(glDeleteBuffers(1, &s->corners));
}

// --- the proof

// How far the driver may move a point, in pixels.  It keeps corners with GL_SUBPIXEL_BITS binary
// digits behind the point, in x and y.  From -1 ... 1 to pixels it calculates with floats.
static double reach_of(size_t width, size_t height)
{
    GLint bits;
    GL_CHECK(glGetIntegerv(GL_SUBPIXEL_BITS, &bits));
    return sqrt(2) * ldexp(1, -bits) + ldexp((double)(width + height), -22);
}

static void compare(ocl_report *report, const ocl_picture *picture)
{
    static const char *const CHANNELS[] = { "red", "green", "blue", "alpha" };
    const ocl_grid grid = { picture->width, picture->height };
    const size_t pixels = grid.width * grid.height;
    float *ref = ocl_alloc(4 * pixels * sizeof *ref), *got = ocl_alloc(pixels * sizeof *got);
    const triangle t = place_triangle(grid.width, grid.height);
    const double reach = reach_of(grid.width, grid.height);
    size_t open;
    OCL_TIME_REFERENCE(report, open = draw_ref(ref, &t, picture, reach));

    // A colour becomes one of the two nearest bytes: less than 1.  Moved corners move the colours;
    // these change by 255 over a height of the triangle.  Floats: 2^-16 of 255.
    const double lowest = fmin(t.height[0], fmin(t.height[1], t.height[2]));
    const double bound = 1 + 255 * (reach / lowest + ldexp(1, -16));
    for (size_t c = 0; c < 4; c++) {
        for (size_t i = 0; i < pixels; i++)
            got[i] = picture->rgba[4 * i + c];
        ocl_report_result(report, CHANNELS[c],
                          ocl_verify_grid_f32(CHANNELS[c], got, ref + c * pixels, grid, bound));
    }
    ocl_report_fact(report, "pixels on an edge, inside or outside", "%zu", open);
    free(got);
    free(ref);
}

int main(int argc, char **argv)
{
    bool shown = false;
    const ocl_option own[] = { WINDOW_OPTION(&shown), { .usage = NULL } };
    const ocl_about about = { .name = "gl_triangle",
                              .summary = "A triangle, drawn by OpenGL without a window.",
                              .accepts = "no",
                              .size_help = "width and height of the picture",
                              .extents = 2,
                              .own = own,
                              .writes = OCL_PICTURE_FILE };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 641, 479 } });
    gl_context gl = window_open(shown, "gl_triangle", opt.n[0], opt.n[1]);
    gl_require_size(opt.n);

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_text(report, "renderer", (const char *)glGetString(GL_RENDERER));
    ocl_report_text(report, "version", (const char *)glGetString(GL_VERSION));
    ocl_report_count(report, "width", opt.n[0]);
    ocl_report_count(report, "height", opt.n[1]);

    scene s;
    create_shape(&s);
    create_target(&s, (GLsizei)opt.n[0], (GLsizei)opt.n[1]);
    draw(&s);
    ocl_picture picture = gl_read_picture(opt.n[0], opt.n[1]);
    compare(report, &picture);
    if (opt.output) ocl_output_picture(&picture, opt.output);
    window_hold(&gl);

    ocl_picture_free(&picture);
    delete_scene(&s);
    window_close(&gl);
    return ocl_report_close(report);
}
