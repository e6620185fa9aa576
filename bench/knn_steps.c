// SPDX-License-Identifier: MIT

#include "knn_steps.h"

#include "knn_queries/plan.h"

enum { LISTS, POINTS, ASKED, MAX_SAMPLES = 1024 };

const char *const STEP_NAMES[] = { "select", "wide", "sampled", "tiles", "grid" };

static cl_mem add_buffer(knn_steps *s, size_t bytes, const void *data)
{
    cl_mem buffer = ocl_buffer(s->env, CL_MEM_READ_WRITE, bytes, data);
    s->buffers[s->buffer_count++] = buffer;
    return buffer;
}

// A launch of `groups` work-groups in each of `parts` rows.
static cl_kernel add_step(knn_steps *s, const char *name, size_t groups, size_t local, size_t parts)
{
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(s->program, name, &err));
    s->steps[s->count++] =
        (knn_step){ .kernel = kernel, .global = { groups * local, parts }, .local = { local, 1 } };
    return kernel;
}

static void set_buffers(cl_kernel kernel, const cl_mem *buffers, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        OCL_CHECK(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]));
}

static void set_number(cl_kernel kernel, cl_uint index, size_t value)
{
    const cl_uint number = (cl_uint)value;
    OCL_CHECK(clSetKernelArg(kernel, index, sizeof number, &number));
}

static void add_merge(knn_steps *s, const char *name, cl_mem from, size_t count)
{
    const knn_sizes sizes = knn_choose_sizes(s->env->device, s->data);
    cl_kernel merge = add_step(s, name, s->data->queries, sizes.group, 1);
    set_buffers(merge, (cl_mem[]){ s->buffers[LISTS], from }, 2);
    set_number(merge, 2, count);
}

static void add_select(knn_steps *s, bool wide)
{
    const knn_data *d = s->data;
    const knn_sizes sizes = knn_choose_sizes(s->env->device, d);
    cl_mem parts = add_buffer(s, sizes.groups * d->k * sizeof(cl_ulong), NULL);
    cl_kernel kernel = add_step(s, wide ? "knn_wide" : "knn_select", sizes.groups, sizes.group, 1);
    set_buffers(kernel, (cl_mem[]){ parts, s->buffers[POINTS], s->buffers[ASKED] }, 3);
    if (!wide) set_number(kernel, 3, d->n);
    set_number(kernel, wide ? 3 : 4, d->stride);
    add_merge(s, "knn_merge", parts, sizes.groups * d->k);
}

static void add_sampled(knn_steps *s)
{
    const knn_data *d = s->data;
    const knn_sizes sizes = knn_choose_sizes(s->env->device, d);
    const size_t samples = ocl_smaller(MAX_SAMPLES, d->n);
    cl_mem lists = s->buffers[LISTS], points = s->buffers[POINTS], asked = s->buffers[ASKED];
    cl_mem parts = add_buffer(s, samples * sizeof(cl_ulong), NULL);
    cl_mem keys = add_buffer(s, d->n * sizeof(cl_ulong), NULL);
    cl_mem found = add_buffer(s, sizeof(cl_uint), NULL);
    cl_kernel sample = add_step(s, "knn_sample", samples, sizes.group, 1);
    set_buffers(sample, (cl_mem[]){ parts, found, points, asked }, 4);
    set_number(sample, 4, d->n);
    set_number(sample, 5, d->stride);
    add_merge(s, "knn_merge", parts, samples);
    cl_kernel gather = add_step(s, "knn_gather", sizes.groups, sizes.group, 1);
    set_buffers(gather, (cl_mem[]){ keys, found, points, asked, lists }, 5);
    set_number(gather, 5, d->n);
    set_number(gather, 6, d->stride);
    cl_kernel merge = add_step(s, "knn_merge_found", 1, sizes.group, 1);
    set_buffers(merge, (cl_mem[]){ lists, keys, found }, 3);
    set_number(merge, 3, d->n);
}

static void add_tiles(knn_steps *s, const knn_plan *p)
{
    const knn_data *d = s->data;
    cl_mem parts = add_buffer(s, d->queries * p->parts * d->k * sizeof(cl_ulong), NULL);
    cl_kernel tiles =
        add_step(s, "knn_tiles", ocl_divide_up(d->queries, p->items), p->items, p->parts);
    set_buffers(tiles, (cl_mem[]){ parts, s->buffers[POINTS], s->buffers[ASKED] }, 3);
    set_number(tiles, 3, d->stride);
    set_number(tiles, 4, d->queries);
    add_merge(s, "knn_merge_parts", parts, p->parts * d->k);
}

static void add_grid_step(knn_steps *s, const knn_shape *shape, const cl_mem *buffers,
                          cl_uint count)
{
    cl_kernel kernel = s->steps[s->count - 1].kernel;
    set_buffers(kernel, buffers, count);
    OCL_CHECK(clSetKernelArg(kernel, count, sizeof *shape, shape));
}

static void add_grid(knn_steps *s, const knn_plan *p)
{
    const knn_data *d = s->data;
    const knn_shape shape = knn_make_shape(d, p->copies);
    const size_t cells = (size_t)shape.columns * shape.rows * p->copies;
    const size_t group = p->contiguous ? 1 : p->sizes.group;
    const size_t groups = p->contiguous ? p->copies : p->sizes.groups;
    cl_mem lists = s->buffers[LISTS], points = s->buffers[POINTS], asked = s->buffers[ASKED];
    cl_mem counts = add_buffer(s, cells * sizeof(cl_uint), NULL);
    cl_mem booked = add_buffer(s, sizeof(cl_uint), NULL);
    cl_mem starts = add_buffer(s, (size_t)shape.rows * (shape.columns + 1) * sizeof(cl_uint), NULL);
    cl_mem cell_points = add_buffer(s, 2 * d->stride * sizeof(cl_float), NULL);
    cl_mem indices = add_buffer(s, d->n * sizeof(cl_uint), NULL);
    add_step(s, "knn_grid_clear", ocl_divide_up(cells, p->items), p->items, 1);
    add_grid_step(s, &shape, (cl_mem[]){ counts, booked }, 2);
    add_step(s, "knn_grid_count", groups, group, 1);
    add_grid_step(s, &shape, (cl_mem[]){ counts, points }, 2);
    add_step(s, "knn_grid_rows", shape.rows, p->sizes.group, 1);
    add_grid_step(s, &shape, (cl_mem[]){ starts, counts, booked }, 3);
    add_step(s, "knn_grid_scatter", groups, group, 1);
    add_grid_step(s, &shape, (cl_mem[]){ cell_points, indices, counts, points }, 4);
    add_step(s, "knn_grid_search", ocl_divide_up(d->queries, p->items), p->items, 1);
    add_grid_step(s, &shape, (cl_mem[]){ lists, cell_points, indices, starts, asked }, 5);
}

knn_steps knn_steps_open(const ocl_env *env, const knn_data *d, int rung)
{
    knn_steps s = { .env = env, .data = d };
    const knn_plan plan = knn_make_plan(env->device, d);
    if (rung >= STEP_TILES)
        s.program = knn_build(env, d, &plan);
    else
        s.program = ocl_build(
            env, "knn_ladder.cl", "-DDIMS=%zu -DK=%zu -DGROUP=%zu -DWIDE=%zu -DCONTIGUOUS=%d",
            d->dimensions, d->k, plan.sizes.group, plan.sizes.wide, plan.contiguous);
    add_buffer(&s, d->queries * d->k * sizeof(cl_ulong), NULL);
    add_buffer(&s, d->dimensions * d->stride * sizeof(cl_float), d->points);
    add_buffer(&s, d->queries * d->dimensions * sizeof(cl_float), d->asked);
    if (rung == STEP_SELECT || rung == STEP_WIDE) add_select(&s, rung == STEP_WIDE);
    if (rung == STEP_SAMPLED) add_sampled(&s);
    if (rung == STEP_TILES) add_tiles(&s, &plan);
    if (rung == STEP_GRID) add_grid(&s, &plan);
    return s;
}

void knn_steps_enqueue(const knn_steps *s)
{
    for (size_t i = 0; i < s->count; i++)
        OCL_CHECK(clEnqueueNDRangeKernel(s->env->queue, s->steps[i].kernel, 2, NULL,
                                         s->steps[i].global, s->steps[i].local, 0, NULL, NULL));
}

void knn_steps_close(const knn_steps *s)
{
    for (size_t i = s->count; i > 0; i--)
        OCL_CHECK(clReleaseKernel(s->steps[i - 1].kernel));
    for (size_t i = s->buffer_count; i > 0; i--)
        OCL_CHECK(clReleaseMemObject(s->buffers[i - 1]));
    OCL_CHECK(clReleaseProgram(s->program));
}
