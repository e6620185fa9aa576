// SPDX-License-Identifier: MIT

#include "planted.h"

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

planted plant(const planting_plan *plan, size_t run)
{
    if (run == 0) return (planted){ .answer = plan->answer };
    const size_t n = plan->n, at = find_place(run, n, plan->seed);
    const uint32_t element = (uint32_t)(run * 389 % SMALLEST);
    planted p = { .places = { at, n - 1 }, .count = 1, .element = element, .answer = element };
    switch (plan->operation) {
    case REDUCE_MIN:
        break;
    case REDUCE_MAX:
        p.answer = p.element = UINT32_MAX - element;
        break;
    case REDUCE_SUM:
        p.answer = plan->answer - plan->x[at] + element;
        break;
    case REDUCE_ARGMIN:
        p.count = 2;
        p.answer = (uint64_t)element << 32 | at;
        break;
    }
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
                          uint64_t answer)
{
    uint32_t narrow = 0;
    uint64_t got = 0;
    void *to = bytes == sizeof narrow ? (void *)&narrow : (void *)&got;
    OCL_CHECK(clEnqueueReadBuffer(queue, d_result, CL_TRUE, 0, bytes, to, 0, NULL, NULL));
    if (bytes == sizeof narrow) got = narrow;
    return ocl_verify_u64(what, &got, &answer, 1);
}
