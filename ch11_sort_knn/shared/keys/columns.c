// SPDX-License-Identifier: MIT

#include "columns.h"

static size_t bytes_of(const keys_data *data)
{
    return data->n * sizeof(cl_uint);
}

static columns open_both(const ocl_env *env, const keys_data *data, cl_mem_flags flags, bool filled)
{
    const size_t bytes = bytes_of(data);
    columns c = { .keys = ocl_buffer(env, flags, bytes, filled ? data->keys : NULL) };
    c.values = c.keys;
    if (data->settings.pairs)
        c.values = ocl_buffer(env, flags, bytes, filled ? data->values : NULL);
    return c;
}

columns columns_open(const ocl_env *env, const keys_data *data)
{
    return open_both(env, data, CL_MEM_READ_WRITE, false);
}

columns columns_input(const ocl_env *env, const keys_data *data)
{
    return open_both(env, data, CL_MEM_READ_ONLY, true);
}

void columns_close(const columns *c, const keys_data *data)
{
    if (data->settings.pairs) OCL_CHECK(clReleaseMemObject(c->values));
    OCL_CHECK(clReleaseMemObject(c->keys));
}

ocl_trial columns_trial(const columns *c, const ocl_env *env, const keys_data *data,
                        const char *name)
{
    ocl_trial trial = ocl_trial_open(env, name, c->keys, bytes_of(data));
    if (data->settings.pairs) ocl_trial_also(&trial, c->values, bytes_of(data));
    return trial;
}

void columns_scratch(ocl_trial *trial, const columns *c, const keys_data *data)
{
    ocl_trial_scratch(trial, c->keys, bytes_of(data));
    if (data->settings.pairs) ocl_trial_scratch(trial, c->values, bytes_of(data));
}

void columns_poison(const columns *c, const ocl_env *env, const keys_data *data, size_t run)
{
    ocl_poison_write(env->queue, c->keys, bytes_of(data), run);
    if (data->settings.pairs) ocl_poison_write(env->queue, c->values, bytes_of(data), run);
}

ocl_result columns_compare(const columns *c, const ocl_env *env, const keys_data *data,
                           const char *what)
{
    const bool pairs = data->settings.pairs;
    const size_t bytes = bytes_of(data);
    uint32_t *keys = ocl_alloc(bytes), *values = pairs ? ocl_alloc(bytes) : NULL;
    OCL_CHECK(clEnqueueReadBuffer(env->queue, c->keys, CL_TRUE, 0, bytes, keys, 0, NULL, NULL));
    if (pairs)
        OCL_CHECK(
            clEnqueueReadBuffer(env->queue, c->values, CL_TRUE, 0, bytes, values, 0, NULL, NULL));
    const ocl_result result = keys_verify(what, data, keys, values);
    free(values);
    free(keys);
    return result;
}
