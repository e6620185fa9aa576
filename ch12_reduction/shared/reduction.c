// SPDX-License-Identifier: MIT

#include "reduction.h"

enum { CPU_ITEMS_PER_UNIT = 32, GPU_GROUPS_PER_UNIT = 8, GPU_LOCAL = 256, MAX_GROUPS = 1 << 20 };
enum { CHOICE_OPTIONS = 3, MAX_OPTIONS = 8 };

static const char *const ACCESSES[] = { "auto", "contiguous", "strided", NULL };

ocl_options reduce_parse(int argc, char **argv, const ocl_about *about, reduce_choice *choice)
{
    ocl_option own[MAX_OPTIONS] = {
        { .usage = "-a, --access NAME: how work-items share the elements",
          .choice = &choice->access,
          .choices = ACCESSES },
        { .usage = "-g, --groups N: work-groups", .count = &choice->groups },
        { .usage = "--local N: work-items per work-group, a power of two",
          .count = &choice->local },
    };
    for (size_t i = 0; about->own && about->own[i].usage; i++)
        own[CHOICE_OPTIONS + i] = about->own[i];
    ocl_about whole = *about;
    whole.own = own;
    const ocl_options defaults = { .n = { 10000019 }, .repeat = 10, .seed = 1 };    // a prime
    const ocl_options options = ocl_parse(argc, argv, &whole, defaults);

    if (options.n[0] > UINT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: places have 32 bits; give at most %lu", options.n[0],
                 (unsigned long)UINT32_MAX);
    if (choice->groups > MAX_GROUPS)
        ocl_exit(OCL_EXIT_USAGE, "--groups %zu: give at most %d", choice->groups, MAX_GROUPS);
    if (choice->local & (choice->local - 1))
        ocl_exit(OCL_EXIT_USAGE, "--local %zu: give a power of two, such as 64", choice->local);
    return options;
}

reduce_division reduce_divide(const reduce_choice *choice, cl_device_id device)
{
    const bool cpu = ocl_is_cpu(device);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    reduce_division d = { .local = cpu ? 1 : GPU_LOCAL,
                          .groups = units * (cpu ? CPU_ITEMS_PER_UNIT : GPU_GROUPS_PER_UNIT),
                          .contiguous = choice->access == 0 ? cpu : choice->access == 1 };
    if (choice->groups > 0) d.groups = choice->groups;
    if (choice->local > 0) d.local = choice->local;
    while (d.local > ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE))
        d.local /= 2;
    if (d.local < choice->local)
        ocl_exit(OCL_EXIT_USAGE, "--local %zu: this device has at most %zu", choice->local,
                 d.local);
    return d;
}

cl_mem reduce_slots(const ocl_env *env, const reduce_division *division, size_t words)
{
    const size_t bytes = (division->groups * words + 1) * sizeof(cl_uint);
    void *zeros = memset(ocl_alloc(bytes), 0, bytes);
    cl_mem d_slots = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, zeros);
    free(zeros);
    return d_slots;
}

// --- what is planted

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
