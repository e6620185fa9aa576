// SPDX-License-Identifier: MIT

#include "pipeline.h"

enum { GROUPS = 8 };    // count: work-groups a compute unit

const char *const EQUALIZE_STAGE[EQUALIZE_STAGES] = { "count", "scan", "table", "apply" };

// The work-groups that are wanted.
static const size_t LOCAL[EQUALIZE_STAGES][2] = {
    { 32, 8 }, { EQUALIZE_VALUES, 1 }, { EQUALIZE_VALUES, 1 }, { 32, 8 }
};

// count: a few work-groups for each compute unit.  scan: one for each channel.  table: a work-item for each
// entry.  apply: one for each pixel.
static void choose_sizes(equalize_pipeline *p, cl_device_id device, const size_t pixels[2],
                         size_t channels)
{
    for (int stage = 0; stage < EQUALIZE_STAGES; stage++)
        ocl_local_size_2d(p->kernel[stage], device, LOCAL[stage], p->local[stage]);

    const size_t busy = GROUPS * (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t groups[2] = { channels * p->local[EQUALIZE_SCAN][0], 1 };
    const size_t entries[2] = { channels * EQUALIZE_VALUES, 1 };
    ocl_global_size_2d(pixels, p->local[EQUALIZE_COUNT], busy, p->global[EQUALIZE_COUNT]);
    ocl_global_size_2d(groups, p->local[EQUALIZE_SCAN], SIZE_MAX, p->global[EQUALIZE_SCAN]);
    ocl_global_size_2d(entries, p->local[EQUALIZE_TABLE], SIZE_MAX, p->global[EQUALIZE_TABLE]);
    ocl_global_size_2d(pixels, p->local[EQUALIZE_APPLY], SIZE_MAX, p->global[EQUALIZE_APPLY]);
}

static void set_arguments(cl_kernel kernel, cl_uint count, const cl_mem *arguments)
{
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof arguments[i], &arguments[i]));
}

equalize_pipeline equalize_prepare(const ocl_env *env, cl_mem d_out, cl_mem d_image, size_t width,
                                   size_t height, size_t channels)
{
    equalize_pipeline p = { .program =
                                ocl_build(env, "image_equalize.cl", "-DCHANNELS=%zu", channels) };
    for (int stage = 0; stage < EQUALIZE_STAGES; stage++) {
        char name[32];
        snprintf(name, sizeof name, "image_equalize_%s", EQUALIZE_STAGE[stage]);
        cl_int err;
        p.kernel[stage] = OCL_CREATE(clCreateKernel(p.program, name, &err));
    }
    choose_sizes(&p, env->device, (size_t[2]){ width, height }, channels);

    // Only the counts begin with something; each picture leaves them 0 for the next.
    static const cl_uint zeros[3 * EQUALIZE_VALUES];
    const size_t entries = channels * EQUALIZE_VALUES, bytes = entries * sizeof(cl_uint);
    p.d_counts = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, zeros);
    p.d_cdf = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    p.d_least = ocl_buffer(env, CL_MEM_READ_WRITE, channels * sizeof(cl_uint), NULL);
    p.d_table = ocl_buffer(env, CL_MEM_READ_WRITE, entries, NULL);

    const cl_uint n = (cl_uint)(width * height);
    set_arguments(p.kernel[EQUALIZE_COUNT], 2, (cl_mem[]){ p.d_counts, d_image });
    set_arguments(p.kernel[EQUALIZE_SCAN], 3, (cl_mem[]){ p.d_cdf, p.d_least, p.d_counts });
    set_arguments(p.kernel[EQUALIZE_TABLE], 3, (cl_mem[]){ p.d_table, p.d_cdf, p.d_least });
    OCL_CHECK(clSetKernelArg(p.kernel[EQUALIZE_TABLE], 3, sizeof n, &n));
    set_arguments(p.kernel[EQUALIZE_APPLY], 3, (cl_mem[]){ d_out, d_image, p.d_table });
    return p;
}

void equalize_enqueue(const equalize_pipeline *p, cl_command_queue queue,
                      cl_event done[EQUALIZE_STAGES])
{
    for (int stage = 0; stage < EQUALIZE_STAGES; stage++)
        OCL_CHECK(clEnqueueNDRangeKernel(queue, p->kernel[stage], 2, NULL, p->global[stage],
                                         p->local[stage], 0, NULL, &done[stage]));
}

void equalize_release(equalize_pipeline *p)
{
    OCL_CHECK(clReleaseMemObject(p->d_table));
    OCL_CHECK(clReleaseMemObject(p->d_least));
    OCL_CHECK(clReleaseMemObject(p->d_cdf));
    OCL_CHECK(clReleaseMemObject(p->d_counts));
    for (int stage = EQUALIZE_STAGES; stage > 0; stage--)
        OCL_CHECK(clReleaseKernel(p->kernel[stage - 1]));
    OCL_CHECK(clReleaseProgram(p->program));
}
