// SPDX-License-Identifier: MIT

#include "saxpy_data.h"

saxpy_data saxpy_data_make(cl_device_id device, size_t n, uint64_t seed)
{
    const double bytes = sizeof(float) * (double)n;    // may not fit a size_t
    ocl_require_memory(device, bytes, 3.0 * bytes, 5.0 * bytes);
    saxpy_data data = { .n = n, .bytes = sizeof(float) * n };
    data.a = ocl_alloc(data.bytes);
    data.b = ocl_alloc(data.bytes);
    data.c = ocl_alloc(data.bytes);
    data.ref = ocl_alloc(data.bytes);
    ocl_fill_f32(data.b, n, -1.0f, 1.0f, seed);
    ocl_fill_f32(data.c, n, -1.0f, 1.0f, seed + 1);
    return data;
}

void saxpy_data_free(saxpy_data *data)
{
    free(data->ref);
    free(data->c);
    free(data->b);
    free(data->a);
}

void saxpy_ref(float *a, double alpha, const float *b, const float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = (float)(alpha * b[i] + c[i]);
}

ocl_result saxpy_verify(const char *what, const saxpy_data *data, double alpha)
{
    float *bounds = ocl_alloc(data->bytes);
    for (size_t i = 0; i < data->n; i++) {
        const double product = fabs(alpha * data->b[i]), sum = product + fabs((double)data->c[i]);
        bounds[i] = (float)((product + 2.0 * sum) / (1 << 24));
    }
    const ocl_result result = ocl_verify_f32_each(what, data->a, data->ref, data->n, bounds);
    free(bounds);
    return result;
}

bool has_kernel(cl_program program, const char *name)
{
    char *names = ocl_program_text(program, CL_PROGRAM_KERNEL_NAMES);
    bool found = false;
    for (char *at = strtok(names, ";"); at && !found; at = strtok(NULL, ";"))
        found = strcmp(at, name) == 0;
    free(names);
    return found;
}
