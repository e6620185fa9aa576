// SPDX-License-Identifier: MIT

#include "feedback.h"

static const char *const VERTEX_SHADER = "#version 330 core\n"
                                         "layout(location = 0) in uint x;\n"
                                         "flat out uint next;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                                         "    next = 5u * x + uint(gl_VertexID);\n"
                                         "}\n";
static const char *const FRAGMENT_SHADER = "#version 330 core\n"
                                           "void main()\n"
                                           "{\n"
                                           "}\n";

feedback feedback_open(GLuint from, GLuint into, size_t n)
{
    static const char *const OUTPUTS[] = { "next" };
    feedback f = { gl_build(VERTEX_SHADER, FRAGMENT_SHADER), 0, from, into, n };
    GLint linked;
    GL_CHECK(glTransformFeedbackVaryings(f.program, 1, OUTPUTS, GL_INTERLEAVED_ATTRIBS));
    GL_CHECK(glLinkProgram(f.program));    // again: now it has an output that is kept
    GL_CHECK(glGetProgramiv(f.program, GL_LINK_STATUS, &linked));
    if (!linked) ocl_exit(OCL_EXIT_CALL, "glTransformFeedbackVaryings: the shader does not link");
    GL_CHECK(glGenVertexArrays(1, &f.shape));
    GL_CHECK(glBindVertexArray(f.shape));
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, from));
    GL_CHECK(glVertexAttribIPointer(0, 1, GL_UNSIGNED_INT, sizeof(GLuint), NULL));
    GL_CHECK(glEnableVertexAttribArray(0));
    return f;
}

void feedback_close(const feedback *f)
{
    GL_CHECK(glDeleteVertexArrays(1, &f->shape));
    GL_CHECK(glDeleteProgram(f->program));
}

void feedback_run(const feedback *f)
{
    GL_CHECK(glUseProgram(f->program));
    GL_CHECK(glBindVertexArray(f->shape));
    GL_CHECK(glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, f->into));
    GL_CHECK(glEnable(GL_RASTERIZER_DISCARD));    // no pixels
    GL_CHECK(glBeginTransformFeedback(GL_POINTS));
    GL_CHECK(glDrawArrays(GL_POINTS, 0, (GLsizei)f->n));
    GL_CHECK(glEndTransformFeedback());
    GL_CHECK(glDisable(GL_RASTERIZER_DISCARD));
    GL_CHECK(glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0));
}

void feedback_ref(cl_uint *into, const cl_uint *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        into[i] = 5 * from[i] + (cl_uint)i;
}

ocl_result feedback_verify(const char *what, GLuint buffer, const cl_uint *ref, size_t n)
{
    const size_t bytes = n * sizeof(cl_uint);
    cl_uint *got = ocl_alloc(bytes);
    GL_CHECK(glBindBuffer(GL_ARRAY_BUFFER, buffer));
    GL_CHECK(glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, got));
    const ocl_result result = ocl_verify_u32(what, got, ref, n);
    free(got);
    return result;
}
