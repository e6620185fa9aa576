// SPDX-License-Identifier: MIT
//
// functions - the functions of EGL and OpenGL that the chapter and its tests call.
//
// They are found when the first context is opened (gl.c), so that a program starts and says what to
// install where the libraries are missing.  Each name is a pointer, and is called like a function.

#ifndef CH10_OPENGL_FUNCTIONS_H
#define CH10_OPENGL_FUNCTIONS_H

#define EGL_EGL_PROTOTYPES 0
#include <EGL/egl.h>
#include <GL/glcorearb.h>

#define EGL_FUNCTIONS(FUNCTION)                                   \
    FUNCTION(PFNEGLBINDAPIPROC, eglBindAPI)                       \
    FUNCTION(PFNEGLCHOOSECONFIGPROC, eglChooseConfig)             \
    FUNCTION(PFNEGLCREATECONTEXTPROC, eglCreateContext)           \
    FUNCTION(PFNEGLDESTROYCONTEXTPROC, eglDestroyContext)         \
    FUNCTION(PFNEGLGETCURRENTCONTEXTPROC, eglGetCurrentContext)   \
    FUNCTION(PFNEGLGETCURRENTDISPLAYPROC, eglGetCurrentDisplay)   \
    FUNCTION(PFNEGLGETPLATFORMDISPLAYPROC, eglGetPlatformDisplay) \
    FUNCTION(PFNEGLGETPROCADDRESSPROC, eglGetProcAddress)         \
    FUNCTION(PFNEGLINITIALIZEPROC, eglInitialize)                 \
    FUNCTION(PFNEGLMAKECURRENTPROC, eglMakeCurrent)               \
    FUNCTION(PFNEGLTERMINATEPROC, eglTerminate)

#define GL_FUNCTIONS(FUNCTION)                                                \
    FUNCTION(PFNGLATTACHSHADERPROC, glAttachShader)                           \
    FUNCTION(PFNGLBEGINTRANSFORMFEEDBACKPROC, glBeginTransformFeedback)       \
    FUNCTION(PFNGLBINDBUFFERPROC, glBindBuffer)                               \
    FUNCTION(PFNGLBINDBUFFERBASEPROC, glBindBufferBase)                       \
    FUNCTION(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer)                     \
    FUNCTION(PFNGLBINDRENDERBUFFERPROC, glBindRenderbuffer)                   \
    FUNCTION(PFNGLBINDTEXTUREPROC, glBindTexture)                             \
    FUNCTION(PFNGLBINDVERTEXARRAYPROC, glBindVertexArray)                     \
    FUNCTION(PFNGLBLITFRAMEBUFFERPROC, glBlitFramebuffer)                     \
    FUNCTION(PFNGLBUFFERDATAPROC, glBufferData)                               \
    FUNCTION(PFNGLBUFFERSTORAGEPROC, glBufferStorage)                         \
    FUNCTION(PFNGLBUFFERSUBDATAPROC, glBufferSubData)                         \
    FUNCTION(PFNGLCHECKFRAMEBUFFERSTATUSPROC, glCheckFramebufferStatus)       \
    FUNCTION(PFNGLCLEARPROC, glClear)                                         \
    FUNCTION(PFNGLCLEARCOLORPROC, glClearColor)                               \
    FUNCTION(PFNGLCLIENTWAITSYNCPROC, glClientWaitSync)                       \
    FUNCTION(PFNGLCOMPILESHADERPROC, glCompileShader)                         \
    FUNCTION(PFNGLCREATEPROGRAMPROC, glCreateProgram)                         \
    FUNCTION(PFNGLCREATESHADERPROC, glCreateShader)                           \
    FUNCTION(PFNGLDELETEBUFFERSPROC, glDeleteBuffers)                         \
    FUNCTION(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers)               \
    FUNCTION(PFNGLDELETEPROGRAMPROC, glDeleteProgram)                         \
    FUNCTION(PFNGLDELETERENDERBUFFERSPROC, glDeleteRenderbuffers)             \
    FUNCTION(PFNGLDELETESHADERPROC, glDeleteShader)                           \
    FUNCTION(PFNGLDELETESYNCPROC, glDeleteSync)                               \
    FUNCTION(PFNGLDELETETEXTURESPROC, glDeleteTextures)                       \
    FUNCTION(PFNGLDELETEVERTEXARRAYSPROC, glDeleteVertexArrays)               \
    FUNCTION(PFNGLDISABLEPROC, glDisable)                                     \
    FUNCTION(PFNGLDRAWARRAYSPROC, glDrawArrays)                               \
    FUNCTION(PFNGLENABLEPROC, glEnable)                                       \
    FUNCTION(PFNGLENABLEVERTEXATTRIBARRAYPROC, glEnableVertexAttribArray)     \
    FUNCTION(PFNGLENDTRANSFORMFEEDBACKPROC, glEndTransformFeedback)           \
    FUNCTION(PFNGLFENCESYNCPROC, glFenceSync)                                 \
    FUNCTION(PFNGLFINISHPROC, glFinish)                                       \
    FUNCTION(PFNGLFLUSHPROC, glFlush)                                         \
    FUNCTION(PFNGLFRAMEBUFFERRENDERBUFFERPROC, glFramebufferRenderbuffer)     \
    FUNCTION(PFNGLGENBUFFERSPROC, glGenBuffers)                               \
    FUNCTION(PFNGLGENFRAMEBUFFERSPROC, glGenFramebuffers)                     \
    FUNCTION(PFNGLGENRENDERBUFFERSPROC, glGenRenderbuffers)                   \
    FUNCTION(PFNGLGENTEXTURESPROC, glGenTextures)                             \
    FUNCTION(PFNGLGENVERTEXARRAYSPROC, glGenVertexArrays)                     \
    FUNCTION(PFNGLGENERATEMIPMAPPROC, glGenerateMipmap)                       \
    FUNCTION(PFNGLGETBUFFERSUBDATAPROC, glGetBufferSubData)                   \
    FUNCTION(PFNGLGETERRORPROC, glGetError)                                   \
    FUNCTION(PFNGLGETINTEGERVPROC, glGetIntegerv)                             \
    FUNCTION(PFNGLGETPROGRAMINFOLOGPROC, glGetProgramInfoLog)                 \
    FUNCTION(PFNGLGETPROGRAMIVPROC, glGetProgramiv)                           \
    FUNCTION(PFNGLGETSHADERINFOLOGPROC, glGetShaderInfoLog)                   \
    FUNCTION(PFNGLGETSHADERIVPROC, glGetShaderiv)                             \
    FUNCTION(PFNGLGETSTRINGPROC, glGetString)                                 \
    FUNCTION(PFNGLGETSTRINGIPROC, glGetStringi)                               \
    FUNCTION(PFNGLGETSYNCIVPROC, glGetSynciv)                                 \
    FUNCTION(PFNGLGETTEXIMAGEPROC, glGetTexImage)                             \
    FUNCTION(PFNGLGETUNIFORMLOCATIONPROC, glGetUniformLocation)               \
    FUNCTION(PFNGLLINKPROGRAMPROC, glLinkProgram)                             \
    FUNCTION(PFNGLMAPBUFFERRANGEPROC, glMapBufferRange)                       \
    FUNCTION(PFNGLPIXELSTOREIPROC, glPixelStorei)                             \
    FUNCTION(PFNGLREADPIXELSPROC, glReadPixels)                               \
    FUNCTION(PFNGLRENDERBUFFERSTORAGEPROC, glRenderbufferStorage)             \
    FUNCTION(PFNGLSHADERSOURCEPROC, glShaderSource)                           \
    FUNCTION(PFNGLTEXBUFFERPROC, glTexBuffer)                                 \
    FUNCTION(PFNGLTEXIMAGE1DPROC, glTexImage1D)                               \
    FUNCTION(PFNGLTEXIMAGE2DPROC, glTexImage2D)                               \
    FUNCTION(PFNGLTEXIMAGE3DPROC, glTexImage3D)                               \
    FUNCTION(PFNGLTEXPARAMETERIPROC, glTexParameteri)                         \
    FUNCTION(PFNGLTEXSUBIMAGE2DPROC, glTexSubImage2D)                         \
    FUNCTION(PFNGLTRANSFORMFEEDBACKVARYINGSPROC, glTransformFeedbackVaryings) \
    FUNCTION(PFNGLUNMAPBUFFERPROC, glUnmapBuffer)                             \
    FUNCTION(PFNGLUSEPROGRAMPROC, glUseProgram)                               \
    FUNCTION(PFNGLVERTEXATTRIBIPOINTERPROC, glVertexAttribIPointer)           \
    FUNCTION(PFNGLVERTEXATTRIBPOINTERPROC, glVertexAttribPointer)             \
    FUNCTION(PFNGLVIEWPORTPROC, glViewport)                                   \
    FUNCTION(PFNGLWAITSYNCPROC, glWaitSync)

#define DECLARE(type, name) extern type name;
EGL_FUNCTIONS(DECLARE)
GL_FUNCTIONS(DECLARE)
#undef DECLARE

// Ends the program with OCL_EXIT_SKIP where libEGL or libOpenGL is missing, and names the package.
void gl_load_functions(void);

#endif
