// SPDX-License-Identifier: MIT

#include "min_reduce/planted.h"

void make_elements(uint32_t *x, size_t n, uint64_t seed)
{
    ocl_fill_u32(x, n, seed);
    for (size_t i = 0; i < n; i++)
        x[i] = SMALLEST + x[i] % (UINT32_MAX - 2 * SMALLEST);
}

// First and last elements first: where shares begin and end.
static size_t find_place(size_t run, size_t n, uint64_t seed)
{
    const size_t from_end = run / 2 + 1;
    if (run < 8) return run % 2 ? n - (from_end < n ? from_end : n) : (run / 2 - 1) % n;
    uint32_t random;
    ocl_fill_u32(&random, 1, seed + run);
    return random % n;
}

planted plant(const reduce_settings *settings, size_t run, const uint32_t *x, uint64_t whole)
{
    const size_t n = settings->options.n[0], at = find_place(run, n, settings->options.seed);
    const bool twice = settings->operation == REDUCE_ARGMIN;
    planted p = { .places = { at, n - 1 },
                  .count = twice ? 2 : 1,
                  .element = (uint32_t)(run * 389 % SMALLEST) };
    if (settings->operation == REDUCE_MAX) p.element = UINT32_MAX - p.element;
    p.answer = p.element;
    if (settings->operation == REDUCE_SUM) p.answer = whole - x[at] + p.element;
    if (twice) p.answer = (uint64_t)p.element << 32 | at;
    return p;
}

// One work-item stores one element.
static void store(cl_command_queue queue, cl_kernel kernel, cl_ulong place, cl_uint element)
{
    const size_t one = 1;
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof place, &place));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof element, &element));
    OCL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
}

void put_planted(cl_command_queue queue, cl_kernel kernel, const planted *p)
{
    for (size_t k = 0; k < p->count; k++)
        store(queue, kernel, p->places[k], p->element);
}

void take_planted(cl_command_queue queue, cl_kernel kernel, const planted *p, const uint32_t *x)
{
    for (size_t k = 0; k < p->count; k++)
        store(queue, kernel, p->places[k], x[p->places[k]]);
}

ocl_result compare_answer(const char *what, cl_command_queue queue, cl_mem d_result, size_t bytes,
                          uint64_t want)
{
    uint32_t narrow = 0;
    uint64_t got = 0;
    void *to = bytes == sizeof narrow ? (void *)&narrow : (void *)&got;
    OCL_CHECK(clEnqueueReadBuffer(queue, d_result, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
    if (bytes == sizeof narrow) got = narrow;
    return ocl_verify_u64(what, &got, &want, 1);
}
