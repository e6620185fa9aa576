// SPDX-License-Identifier: MIT

#include "reference.h"

ocl_result verify_marks(const ocl_env *env, const launch *a, const cl_mem d_outs[2])
{
    cl_uint ref[2][MARK_ITEMS];
    ocl_result result = { .pass = true };
    for (int o = 0; o < 2; o++) {
        for (size_t i = 0; i < MARK_ITEMS; i++) {
            const bool is_marked =
                a->d_out == &d_outs[o] && i >= a->offset && i < a->offset + a->global;
            ref[o][i] = is_marked ? (cl_uint)(i * a->factor + a->local) : EMPTY;
        }
        result = ocl_result_both(result,
                                 ocl_verify_buffer(env, a->step, d_outs[o], ref[o], sizeof ref[o]));
    }
    return result;
}

cl_uint number_of(size_t frame)
{
    return 2654435761u * (cl_uint)(frame + 1);
}

void frames_ref(cl_uint *x, size_t n, cl_uint start, size_t frames)
{
    for (size_t i = 0; i < n; i++)
        x[i] = start;
    for (size_t s = 0; s < frames * LAUNCHES; s++)
        for (size_t i = 0; i < n; i++)
            x[i] = x[i] * 1664525u + (s % LAUNCHES == 0 ? number_of(s / LAUNCHES) : 1);
}
