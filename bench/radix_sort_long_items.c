// SPDX-License-Identifier: MIT

#include "sample_sorts.h"

#define main radix_sort_msd_main
#include "../ch11_sort_knn/radix_sort_msd.c"
#undef main

static msd_settings settings_of(const ocl_env *env, const keys_settings *keys)
{
    return (msd_settings){ .options = *env->options, .keys = *keys };
}

static double sort_bytes(const sample_sort *which, const ocl_env *env, const keys_settings *keys)
{
    (void)which;
    const msd_settings settings = settings_of(env, keys);
    const double n = (double)env->options->n[0];
    return (keys->pairs ? 24.0 : 12.0) * n + (double)room_bytes(&settings, env->device);
}

static void *open_sort(const sample_sort *which, const ocl_env *env, const keys_data *data)
{
    (void)which;
    const msd_settings settings = settings_of(env, &data->settings);
    lesson *l = ocl_alloc(sizeof *l);
    *l = open_lesson(env, &settings, data);
    return l;
}

static void close_sort(void *what)
{
    close_lesson(what);
    free(what);
}

static void enqueue_once(void *what, cl_event *done)
{
    const lesson *l = what;
    cl_event span[2];
    sort_range(l, (range){ .n = (cl_uint)l->data->n, .shift = 24 }, span);
    timed_span_done(done, span);
}

static const columns *answer_of(const void *what)
{
    return &((const lesson *)what)->d_y;
}

const sample_sort SORT_LONG_ITEMS = { .name = "long_items",
                                      .for_cpus = true,
                                      .takes_pairs = true,
                                      .bytes = sort_bytes,
                                      .open = open_sort,
                                      .close = close_sort,
                                      .enqueue = enqueue_once,
                                      .answer = answer_of };
