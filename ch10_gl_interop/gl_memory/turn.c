// SPDX-License-Identifier: MIT

#include "turn.h"

enum { GROUP = 128 };    // local_size_x of the shader

// One invocation (OpenGL's work-item) per pixel of the upper half, and of the row in the middle.
const char *const SHADER = "#version 430 core\n"
                           "layout(local_size_x = 128) in;\n"
                           "layout(std430, binding = 0) buffer Frame\n"
                           "{\n"
                           "    uint pixels[];\n"
                           "};\n"
                           "layout(location = 0) uniform uvec2 extents;\n"
                           "void main()\n"
                           "{\n"
                           "    uvec2 at = gl_GlobalInvocationID.xy;\n"
                           "    if (at.x >= extents.x) return;\n"
                           "    uint upper = at.y * extents.x + at.x;\n"
                           "    uint lower = (extents.y - 1u - at.y) * extents.x + at.x;\n"
                           "    uint pixel = pixels[upper];\n"
                           "    pixels[upper] = ~pixels[lower];\n"
                           "    pixels[lower] = ~pixel;\n"
                           "}\n";

static void require_extents(const size_t extents[2])
{
    const size_t most_groups = 65535;    // every OpenGL has so many, in each direction
    GLint most_bytes;
    GL_CHECK(glGetIntegerv(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most_bytes));
    const size_t most = (size_t)most_bytes / sizeof(cl_uint);
    if (extents[0] > most_groups * GROUP || extents[1] > 2 * most_groups)
        ocl_exit(OCL_EXIT_USAGE, "--size: at most %zux%zu", most_groups * GROUP, 2 * most_groups);
    if (extents[0] * extents[1] > most)
        ocl_exit(OCL_EXIT_USAGE, "--size: OpenGL takes at most %zu pixels", most);
}

film film_open(const size_t extents[2], size_t frames, uint64_t seed)
{
    require_extents(extents);
    film f = { .extents = { extents[0], extents[1] }, .frames = frames };
    f.n = extents[0] * extents[1];
    f.bytes = f.n * sizeof *f.start;
    f.start = ocl_alloc(f.bytes);
    f.ref = ocl_alloc(f.bytes);
    for (size_t i = 0; i < f.n; i++)
        f.start[i] = (cl_uint)ocl_random(seed, i);
    return f;
}

void film_close(const film *f)
{
    free(f->ref);
    free(f->start);
}

// OpenCL's turn: pixel i, p, becomes 3 * p + i.
static void opencl_turn_ref(const film *f, cl_uint *pixels)
{
    for (size_t i = 0; i < f->n; i++)
        pixels[i] = 3 * pixels[i] + (cl_uint)i;
}

// OpenGL's turn: each pixel becomes its opposite, and the frame is turned upside down.
static void opengl_turn_ref(const film *f, cl_uint *pixels)
{
    const size_t width = f->extents[0], height = f->extents[1];
    for (size_t y = 0; y < (height + 1) / 2; y++)
        for (size_t x = 0; x < width; x++) {
            cl_uint *upper = pixels + y * width + x;
            cl_uint *lower = pixels + (height - 1 - y) * width + x;
            const cl_uint pixel = *upper;
            *upper = ~*lower;
            *lower = ~pixel;
        }
}

void film_ref(film *f)
{
    memcpy(f->ref, f->start, f->bytes);
    for (size_t k = 0; k < f->frames; k++) {
        opencl_turn_ref(f, f->ref);
        opengl_turn_ref(f, f->ref);
    }
}

void shader_run(GLuint program, const film *f, GLuint buffer)
{
    const GLuint width = (GLuint)f->extents[0], height = (GLuint)f->extents[1];
    GL_CHECK(glUseProgram(program));
    GL_CHECK(glUniform2ui(0, width, height));
    GL_CHECK(glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer));
    GL_CHECK(glDispatchCompute((width + GROUP - 1) / GROUP, (height + 1) / 2, 1));
    GL_CHECK(glMemoryBarrier(GL_ALL_BARRIER_BITS));    // whoever comes next finds the pixels
}

ocl_result shader_verify(GLuint program, const film *f, GLuint buffer)
{
    cl_uint *got = ocl_alloc(f->bytes), *want = ocl_alloc(f->bytes);
    memcpy(want, f->start, f->bytes);
    opengl_turn_ref(f, want);
    shader_run(program, f, buffer);
    GL_CHECK(glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)f->bytes, got));
    const ocl_result result = ocl_verify_u32("turn of OpenGL", got, want, f->n);
    free(want);
    free(got);
    return result;
}
