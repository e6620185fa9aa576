// SPDX-License-Identifier: MIT

#include "quad.h"

static const char *const VERTEX_SHADER = "#version 330 core\n"
                                         "layout(location = 0) in vec2 place;\n"
                                         "layout(location = 1) in vec2 texel;\n"
                                         "out vec2 at;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = vec4(place, 0.0, 1.0);\n"
                                         "    at = texel;\n"
                                         "}\n";
static const char *const FRAGMENT_SHADER = "#version 330 core\n"
                                           "uniform sampler2D picture;\n"
                                           "in vec2 at;\n"
                                           "out vec4 pixel;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    pixel = texture(picture, at);\n"
                                           "}\n";
static const uint8_t BACKGROUND[4] = { 51, 51, 51, 255 };

// The quad's size as a share of the view's, and the cosine and sine of its turn.
static const double SHARE = 0.75, COSINE = 0.96, SINE = 0.28;

// --- OpenGL

// The middle of the quad is (0, 0) of the view, its corners are (-1, -1) to (1, 1).  It is turned
// in pixels, which are squares.
quad quad_open(size_t width, size_t height)
{
    const double w = (double)width, h = (double)height;
    float corners[4][4];    // x and y, from -1 to 1 and up; texture coordinates, from 0 to 1
    quad q = { .program = gl_build(VERTEX_SHADER, FRAGMENT_SHADER) };
    for (int c = 0; c < 4; c++) {
        const double u = c % 2 ? 1 : -1, v = c / 2 ? 1 : -1;
        corners[c][0] = (float)(SHARE * (COSINE * u * w - SINE * v * h) / w);
        corners[c][1] = (float)(SHARE * (SINE * u * w + COSINE * v * h) / h);
        corners[c][2] = (float)((1 + u) / 2);
        corners[c][3] = (float)((1 - v) / 2);    // the texture's first row is the picture's top
    }
    GL_CHECK(glGenBuffers(1, &q.corners));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, q.corners));
    GL_CHECK(glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW));
    GL_CHECK(glGenVertexArrays(1, &q.shape));
    GL_CHECK(glBindVertexArray(q.shape));
    for (GLuint input = 0; input < 2; input++) {
        GL_CHECK(glVertexAttribPointer(input, 2, GL_FLOAT, GL_FALSE, sizeof corners[0],
                                       (const void *)(input * 2 * sizeof(float))));
        GL_CHECK(glEnableVertexAttribArray(input));
    }
    return q;
}

void quad_close(const quad *q)
{
    GL_CHECK(glDeleteVertexArrays(1, &q->shape));
    GL_CHECK(glDeleteBuffers(1, &q->corners));
    GL_CHECK(glDeleteProgram(q->program));
}

void quad_draw(const quad *q, GLuint texture)
{
    GL_CHECK(glDisable(GL_DITHER));
    GL_CHECK(glClearColor(0.2f, 0.2f, 0.2f, 1));
    GL_CHECK(glClear(GL_COLOR_BUFFER_BIT));
    GL_CHECK(glUseProgram(q->program));
    GL_CHECK(glBindTexture(GL_TEXTURE_2D, texture));
    GL_CHECK(glBindVertexArray(q->shape));
    GL_CHECK(glDrawArrays(GL_TRIANGLE_STRIP, 0, 4));
}

// --- plain C

typedef struct {
    double x, y;      // in the texture, in texels: 0.5 is the middle of the first
    double inside;    // how far inside of the quad, in pixels; negative outside
} place;

static place find(const ocl_picture *view, size_t x, size_t y)
{
    const double w = view->width, h = view->height;
    const double right = (double)x + 0.5 - w / 2, up = h / 2 - (double)y - 0.5;
    const double u = (COSINE * right + SINE * up) / SHARE;    // in texels, from the middle
    const double v = (COSINE * up - SINE * right) / SHARE;
    return (place){ .x = u + w / 2,
                    .y = h / 2 - v,
                    .inside = SHARE * fmin(w / 2 - fabs(u), h / 2 - fabs(v)) };
}

static double clamped(double at, double size)
{
    return fmin(fmax(at, 0), size - 1);
}

// A channel between the four texels around a point, and how much they and their neighbours differ.
static double mix(const uint8_t *texels, const ocl_picture *view, const place *at, double *range)
{
    const double left = floor(at->x - 0.5), top = floor(at->y - 0.5);
    const double share[2] = { at->x - 0.5 - left, at->y - 0.5 - top };
    double sum = 0, low = 255, high = 0;
    for (int j = -1; j <= 2; j++)
        for (int i = -1; i <= 2; i++) {
            const double x = clamped(left + i, view->width), y = clamped(top + j, view->height);
            const double texel = texels[4 * ((size_t)y * view->width + (size_t)x)];
            low = fmin(low, texel);
            high = fmax(high, texel);
            if (i == 0 || i == 1)
                if (j == 0 || j == 1)
                    sum += texel * (i ? share[0] : 1 - share[0]) * (j ? share[1] : 1 - share[1]);
        }
    *range = high - low;
    return sum;
}

// Corners have GL_SUBPIXEL_BITS binary digits behind the point, and the rest is floats.  Shares of
// texels have 8 digits at least.  Both move a colour by a part of the range around it.  What is
// allowed so is taken off the difference here: rounding to bytes is left, once per direction of
// the filter and once at the end.
ocl_result quad_verify(const ocl_picture *drawn, const uint8_t *texels)
{
    const size_t w = drawn->width, h = drawn->height, count = 4 * w * h;
    float *ref = ocl_alloc(count * sizeof *ref), *got = ocl_alloc(count * sizeof *got);
    GLint bits;
    GL_CHECK(glGetIntegerv(GL_SUBPIXEL_BITS, &bits));
    const double reach = sqrt(2) * ldexp(1, -bits) + ldexp((double)(w + h), -20);
    const double slack = 2 * (ldexp(1, -8) + reach / SHARE);
    for (size_t i = 0; i < w * h; i++) {
        const place at = find(drawn, i % w, i / w);
        const uint8_t *pixel = drawn->rgba + 4 * i;
        const bool dark = memcmp(pixel, BACKGROUND, 4) == 0;
        const bool covered = fabs(at.inside) <= reach ? !dark : at.inside > 0;
        for (size_t c = 0; c < 4; c++) {
            double range, want = BACKGROUND[c];
            if (covered) {
                want = mix(texels + c, drawn, &at, &range);
                want = fmin(fmax(pixel[c], want - slack * range), want + slack * range);
            }
            got[4 * i + c] = pixel[c];
            ref[4 * i + c] = (float)want;
        }
    }
    const ocl_result result = ocl_verify_grid_f32("drawn", got, ref, (ocl_grid){ 4 * w, h }, 1.5);
    free(got);
    free(ref);
    return result;
}
