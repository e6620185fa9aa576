// SPDX-License-Identifier: MIT

#include "scene.h"

enum { TRIANGLES = SCENE_CORNERS / 3 };

static const float BACKGROUND[4] = { 0.125f, 0.125f, 0.25f, 1 };

static const char *const VERTEX_SHADER = "#version 330 core\n"
                                         "layout(location = 0) in vec3 place;\n"
                                         "layout(location = 1) in vec3 color;\n"
                                         "out vec3 mixed;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = vec4(place, 1.0);\n"
                                         "    mixed = color;\n"
                                         "}\n";
static const char *const FRAGMENT_SHADER = "#version 330 core\n"
                                           "in vec3 mixed;\n"
                                           "out vec4 pixel;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    pixel = vec4(mixed, 1.0);\n"
                                           "}\n";

// --- OpenGL

scene scene_open(void)
{
    scene s = { .program = gl_build(VERTEX_SHADER, FRAGMENT_SHADER) };
    GL_CHECK(glGenBuffers(1, &s.buffer));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, s.buffer));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof s.at, NULL, GL_STREAM_DRAW));
    GL_CHECK(glGenVertexArrays(1, &s.shape));
    GL_CHECK(glBindVertexArray(s.shape));
    GL_CHECK(glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(scene_corner),
                                   (const void *)offsetof(scene_corner, x)));
    GL_CHECK(glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(scene_corner),
                                   (const void *)offsetof(scene_corner, red)));
    GL_CHECK(glEnableVertexAttribArray(0));
    GL_CHECK(glEnableVertexAttribArray(1));
    return s;
}

void scene_close(const scene *s)
{
    GL_CHECK(glDeleteVertexArrays(1, &s->shape));
    GL_CHECK(glDeleteBuffers(1, &s->buffer));
    GL_CHECK(glDeleteProgram(s->program));
}

// Triangle k is wide and near at corner k of a large triangle, and ends, far away, behind corner
// k + 1.  So it begins in front of the triangle before it and ends behind the next one.
static void place(scene_corner at[SCENE_CORNERS], size_t frame)
{
    const double third = 2 * 3.141592653589793 / 3, turn = 0.1 * (double)frame;
    for (int k = 0; k < TRIANGLES; k++) {
        const double angle = turn + third * k;
        const double from[2] = { 0.55 * cos(angle), 0.55 * sin(angle) };
        const double to[2] = { 0.55 * cos(angle + third), 0.55 * sin(angle + third) };
        const double way[2] = { to[0] - from[0], to[1] - from[1] };
        for (int c = 0; c < 3; c++) {
            const double along = c == 2 ? 1.35 : -0.25, across = c == 0 ? 0.2 : c == 1 ? -0.2 : 0;
            const float light = c == 0 ? 1 : c == 1 ? 0.75f : 0.4f;
            at[3 * k + c] = (scene_corner){
                .x = (float)(from[0] + along * way[0] - across * way[1]),
                .y = (float)(from[1] + along * way[1] + across * way[0]),
                .z = c == 2 ? 0.75f : -0.75f,
                .red = light * (k == 0 ? 1 : 0.2f),
                .green = light * (k == 1 ? 1 : 0.3f),
                .blue = light * (k == 2 ? 1 : 0.1f),
            };
        }
    }
}

void scene_draw(scene *s, size_t frame)
{
    place(s->at, frame);
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, s->buffer));
    GL_CHECK(glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof s->at, s->at));
    GL_CHECK(glDisable(GL_DITHER));    // no noise in the colours
    GL_CHECK(glEnable(GL_DEPTH_TEST));
    GL_CHECK(glClearColor(BACKGROUND[0], BACKGROUND[1], BACKGROUND[2], BACKGROUND[3]));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT));
    GL_CHECK(glUseProgram(s->program));
    GL_CHECK(glBindVertexArray(s->shape));
    GL_CHECK(glDrawArrays(GL_TRIANGLES, 0, SCENE_CORNERS));
}

// --- plain C

typedef struct {
    const scene_corner *at;
    double x[3], y[3];    // in pixels
    double area;          // of the parallelogram: twice that of the triangle
    double height[3];     // of each corner above the opposite edge, in pixels
} triangle;

// What a pixel may be: red, green, blue, alpha from 0 to 255, and the depth.
enum { DEPTH = 4, VALUES };

// Twice the area of the triangle of corners a, b and (x, y): 0 on the edge from a to b.
static double edge(const triangle *t, int a, int b, double x, double y)
{
    return (t->x[b] - t->x[a]) * (y - t->y[a]) - (t->y[b] - t->y[a]) * (x - t->x[a]);
}

static triangle place_triangle(const scene_corner *at, ocl_grid grid)
{
    triangle t = { .at = at };
    for (int c = 0; c < 3; c++) {
        t.x[c] = ((double)at[c].x + 1) / 2 * (double)grid.width;
        t.y[c] = ((double)at[c].y + 1) / 2 * (double)grid.height;
    }
    t.area = edge(&t, 0, 1, t.x[2], t.y[2]);
    for (int c = 0; c < 3; c++) {
        const int a = (c + 1) % 3, b = (c + 2) % 3;
        t.height[c] = fabs(t.area) / hypot(t.x[b] - t.x[a], t.y[b] - t.y[a]);
    }
    return t;
}

// What the triangle gives a pixel.  The result is how far the pixel's middle is inside of it, in
// pixels; negative: outside.
static double shade(double value[VALUES], const triangle *t, double x, double y)
{
    double inside = INFINITY;
    for (int v = 0; v < VALUES; v++)
        value[v] = v == 3 ? 255 : 0;
    for (int c = 0; c < 3; c++) {
        double share = edge(t, (c + 1) % 3, (c + 2) % 3, x, y) / t->area;
        inside = fmin(inside, share * t->height[c]);
        share = fmin(fmax(share, 0), 1);
        value[0] += 255 * share * t->at[c].red;
        value[1] += 255 * share * t->at[c].green;
        value[2] += 255 * share * t->at[c].blue;
        value[DEPTH] += share * (t->at[c].z + 1) / 2;
    }
    return inside;
}

// All that a pixel may be: the nearest triangle that surely covers it, and those in front of it
// that may.
typedef struct {
    double value[TRIANGLES + 1][VALUES];
    size_t count;
} choice;

static choice look_at(const triangle t[TRIANGLES], double x, double y, double reach)
{
    choice open = { .count = 0 }, may;
    double sure[VALUES] = { 255 * (double)BACKGROUND[0], 255 * (double)BACKGROUND[1],
                            255 * (double)BACKGROUND[2], 255, 1 };
    for (int k = 0; k < TRIANGLES; k++) {
        double value[VALUES];
        const double inside = shade(value, &t[k], x, y);
        if (inside > reach && value[DEPTH] < sure[DEPTH]) memcpy(sure, value, sizeof sure);
        if (fabs(inside) <= reach) memcpy(open.value[open.count++], value, sizeof value);
    }
    memcpy(may.value[0], sure, sizeof sure);
    may.count = 1;
    for (size_t k = 0; k < open.count; k++)
        if (open.value[k][DEPTH] < sure[DEPTH])
            memcpy(may.value[may.count++], open.value[k], sizeof sure);
    return may;
}

// The pixel must be one of them: the one that is nearest to it.
static void choose(float ref[4], const choice *may, const uint8_t got[4])
{
    double least = INFINITY;
    for (size_t k = 0; k < may->count; k++) {
        double distance = 0;
        for (int v = 0; v < 4; v++)
            distance = fmax(distance, fabs(got[v] - may->value[k][v]));
        if (distance >= least) continue;
        least = distance;
        for (int v = 0; v < 4; v++)
            ref[v] = (float)may->value[k][v];
    }
}

// How far the driver may move a point, in pixels: see gl_triangle.c.
static double reach_of(ocl_grid grid)
{
    GLint bits;
    GL_CHECK(glGetIntegerv(GL_SUBPIXEL_BITS, &bits));
    return sqrt(2) * ldexp(1, -bits) + ldexp((double)(grid.width + grid.height), -22);
}

ocl_result scene_verify(const scene *s, const uint8_t *rgba, ocl_grid grid)
{
    const size_t pixels = grid.width * grid.height;
    const double reach = reach_of(grid);
    float *ref = ocl_alloc(4 * pixels * sizeof *ref), *got = ocl_alloc(4 * pixels * sizeof *got);
    triangle t[TRIANGLES];
    double lowest = INFINITY;
    for (int k = 0; k < TRIANGLES; k++) {
        t[k] = place_triangle(&s->at[3 * k], grid);
        for (int c = 0; c < 3; c++)
            lowest = fmin(lowest, t[k].height[c]);
    }
    for (size_t i = 0; i < pixels; i++) {
        const double x = (double)(i % grid.width) + 0.5, y = (double)(i / grid.width) + 0.5;
        const choice may = look_at(t, x, y, reach);
        choose(ref + 4 * i, &may, rgba + 4 * i);
        for (size_t v = 0; v < 4; v++)
            got[4 * i + v] = rgba[4 * i + v];
    }
    // A colour becomes one of the two nearest bytes: less than 1.  Moved corners move the colours;
    // these change by 255 over a height of the triangle.  Floats: 2^-16 of 255.
    const double bound = 1 + 255 * (reach / lowest + ldexp(1, -16));
    const ocl_result result = ocl_verify_f32("drawing", got, ref, 4 * pixels, bound);
    free(got);
    free(ref);
    return result;
}
