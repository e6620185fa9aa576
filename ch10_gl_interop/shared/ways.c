// SPDX-License-Identifier: MIT

#include "ways.h"

const char *const WAYS[] = { "copy", "share", "host", NULL };

// NULL, or why this way cannot be gone.
static const char *lacking(const ocl_env *env, int way)
{
    if (way == HOST && !gl_has_extension("GL_ARB_buffer_storage"))
        return "OpenGL has no GL_ARB_buffer_storage";
    if (way == SHARE && !ocl_has_extension(env->device, "cl_khr_gl_sharing"))
        return "the device has no cl_khr_gl_sharing";
    return NULL;
}

void ways_require(const ocl_env *env)
{
    if (ocl_wants(env->options, "all")) return;
    for (int way = COPY; way < WAY_COUNT; way++)
        if (ocl_wants(env->options, WAYS[way]) && lacking(env, way))
            ocl_exit(OCL_EXIT_SKIP, "%s", lacking(env, way));
}

bool ways_has(ocl_report *report, const ocl_env *env, int way)
{
    const char *why = lacking(env, way);
    if (!ocl_wants(env->options, WAYS[way])) return false;
    if (why) ocl_report_note(report, "not run: %s, as %s", WAYS[way], why);
    return !why;
}

void ways_report(ocl_report *report, const size_t copied[WAY_COUNT],
                 const ocl_times times[WAY_COUNT])
{
    ocl_table table = ocl_table_open(report, "from OpenCL to OpenGL",
                                     "way, bytes copied per frame, ms per frame");
    for (int way = COPY; way < WAY_COUNT; way++)
        if (times[way].runs)
            ocl_table_row(&table, "%-6s %12zu %12.4f", WAYS[way], copied[way],
                          ocl_median_ns(&times[way]) / 1e6);
}
