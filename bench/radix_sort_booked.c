// SPDX-License-Identifier: MIT

#include "sample_sorts.h"

#define main radix_sort_unstable_main
#include "../ch11_sort_knn/radix_sort_unstable.c"
#undef main

static unstable_settings settings_of(const ocl_env *env, const keys_settings *keys)
{
    return (unstable_settings){ .options = *env->options, .keys = *keys };
}

static double sort_bytes(const sample_sort *which, const ocl_env *env, const keys_settings *keys)
{
    (void)which;
    const unstable_settings settings = settings_of(env, keys);
    const unstable_plan plan = unstable_make_plan(&settings, env->device);
    return unstable_buffer_bytes(&plan, env->options->n[0]);
}

static void *open_sort(const sample_sort *which, const ocl_env *env, const keys_data *data)
{
    (void)which;
    const unstable_settings settings = settings_of(env, &data->settings);
    const unstable_plan plan = unstable_make_plan(&settings, env->device);
    lesson *l = ocl_alloc(sizeof *l);
    *l = open_lesson(env, &settings, &plan, data);
    return l;
}

static void close_sort(void *what)
{
    close_lesson(what);
    free(what);
}

static void enqueue_once(void *what, cl_event *done)
{
    cl_event span[2];
    sort(what, span);
    timed_span_done(done, span);
}

static const columns *answer_of(const void *what)
{
    return &((const lesson *)what)->d_y;
}

const sample_sort SORT_BOOKED = { .name = "booked",
                                  .bytes = sort_bytes,
                                  .open = open_sort,
                                  .close = close_sort,
                                  .enqueue = enqueue_once,
                                  .answer = answer_of };
