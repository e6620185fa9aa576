// SPDX-License-Identifier: MIT

#include "sample_sorts.h"

#define main radix_sort_main
#include "../ch11_sort_knn/radix_sort_ladder.c"
#undef main

typedef struct {
    lesson lesson;
    radix_rung rung;
} stable;

static radix_settings settings_of(const sample_sort *which, const ocl_env *env,
                                  const keys_settings *keys)
{
    radix_settings settings = { .options = *env->options, .keys = *keys };
    settings.options.variant = which->name;
    return settings;
}

static double sort_bytes(const sample_sort *which, const ocl_env *env, const keys_settings *keys)
{
    const radix_settings settings = settings_of(which, env, keys);
    return radix_buffer_bytes(&settings, env->device);
}

static void *open_sort(const sample_sort *which, const ocl_env *env, const keys_data *data)
{
    const radix_settings settings = settings_of(which, env, &data->settings);
    size_t variant = 0;
    while (strcmp(RADIX_VARIANTS[variant], which->name) != 0)
        variant++;
    stable *s = ocl_alloc(sizeof *s);
    *s = (stable){ .lesson = { .env = env, .data = data } };
    s->lesson.d_y = columns_open(env, data);
    s->lesson.d_t = columns_open(env, data);
    s->lesson.d_x = columns_input(env, data);
    s->rung = radix_open(env, &settings, variant);
    create_kernels(&s->rung);
    return s;
}

static void close_sort(void *what)
{
    stable *s = what;
    radix_close(&s->rung);
    columns_close(&s->lesson.d_x, s->lesson.data);
    columns_close(&s->lesson.d_t, s->lesson.data);
    columns_close(&s->lesson.d_y, s->lesson.data);
    free(s);
}

static void enqueue_once(void *what, cl_event *done)
{
    const stable *s = what;
    cl_event span[2];
    sort(&s->lesson, &s->rung, s->lesson.data->n, span);
    timed_span_done(done, span);
}

static const columns *answer_of(const void *what)
{
    return &((const stable *)what)->lesson.d_y;
}

const sample_sort SORT_BITS_8 = { .name = "bits_8",
                                  .takes_pairs = true,
                                  .bytes = sort_bytes,
                                  .open = open_sort,
                                  .close = close_sort,
                                  .enqueue = enqueue_once,
                                  .answer = answer_of };

const sample_sort SORT_HYBRID = { .name = "hybrid",
                                  .takes_pairs = true,
                                  .bytes = sort_bytes,
                                  .open = open_sort,
                                  .close = close_sort,
                                  .enqueue = enqueue_once,
                                  .answer = answer_of };
