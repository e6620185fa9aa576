// SPDX-License-Identifier: MIT

#include "min_reduce/settings.h"

enum { CPU_ITEMS_PER_UNIT = 32, GPU_GROUPS_PER_UNIT = 8, GPU_LOCAL = 256, MAX_GROUPS = 1 << 20 };

const char *const REDUCE_VARIANTS[] = { "atomics", "tree",      "one_launch",
                                        "vectors", "in_flight", NULL };

static const char *const OPERATIONS[] = { "min", "max", "sum", "argmin", NULL };
static const char *const ACCESSES[] = { "auto", "contiguous", "strided", NULL };

reduce_settings reduce_parse(int argc, char **argv)
{
    reduce_settings s = { .groups = 0 };
    const ocl_option own[] = {
        { .usage = "-p, --operation NAME: what is made of all elements",
          .choice = &s.operation,
          .choices = OPERATIONS },
        { .usage = "-a, --access NAME: how work-items share the elements",
          .choice = &s.access,
          .choices = ACCESSES },
        { .usage = "-g, --groups N: work-groups", .count = &s.groups },
        { .usage = "--local N: work-items per work-group, a power of two", .count = &s.local },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "min_reduce",
                              .summary = "One answer from many elements: min, max, sum, argmin.",
                              .accepts = "dnrVks",
                              .size_help = "elements",
                              .extents = 1,
                              .variants = REDUCE_VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 10000019 }, .repeat = 10, .seed = 1 };    // a prime
    s.options = ocl_parse(argc, argv, &about, defaults);
    if (s.options.n[0] > UINT32_MAX)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: places have 32 bits; give at most %lu",
                 s.options.n[0], (unsigned long)UINT32_MAX);
    if (s.operation >= REDUCE_SUM && s.options.variant && strcmp(s.options.variant, "atomics") == 0)
        ocl_exit(OCL_EXIT_USAGE, "--variant atomics: it has 32 bits; give --operation min or max");
    if (s.groups > MAX_GROUPS)
        ocl_exit(OCL_EXIT_USAGE, "--groups %zu: give at most %d", s.groups, MAX_GROUPS);
    if (s.local & (s.local - 1))
        ocl_exit(OCL_EXIT_USAGE, "--local %zu: give a power of two, such as 64", s.local);
    return s;
}

reduce_division reduce_divide(const reduce_settings *settings, cl_device_id device)
{
    const bool cpu = ocl_is_cpu(device);
    const size_t units = (size_t)ocl_device_number(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    reduce_division d = { .local = cpu ? 1 : GPU_LOCAL,
                          .groups = units * (cpu ? CPU_ITEMS_PER_UNIT : GPU_GROUPS_PER_UNIT),
                          .contiguous = settings->access == 0 ? cpu : settings->access == 1 };
    if (settings->local > 0) d.local = settings->local;
    while (d.local > ocl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE))
        d.local /= 2;
    if (d.local < settings->local)
        ocl_exit(OCL_EXIT_USAGE, "--local %zu: this device has at most %zu", settings->local,
                 d.local);
    if (settings->groups > 0) d.groups = settings->groups;
    return d;
}

cl_mem reduce_slots(const ocl_env *env, const reduce_division *division)
{
    const size_t bytes = division->groups * sizeof(cl_ulong);
    void *zeros = memset(ocl_alloc(bytes), 0, bytes);
    cl_mem d_slots = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, zeros);
    free(zeros);
    return d_slots;
}

size_t reduce_value_bytes(const reduce_settings *settings)
{
    return settings->operation < REDUCE_SUM ? sizeof(cl_uint) : sizeof(cl_ulong);
}

void check_notes(ocl_report *report, cl_command_queue queue, cl_mem d_notes,
                 const reduce_division *d, size_t n)
{
    const uint64_t vectors = n / 4, items = d->groups * d->local,
                   each = (vectors + items - 1) / items;
    const uint64_t ref[NOTES] = { d->groups, items,
                                  d->contiguous && each < vectors ? each : vectors,
                                  d->contiguous ? 1 : items };
    cl_ulong notes[NOTES];
    OCL_CHECK(clEnqueueReadBuffer(queue, d_notes, CL_TRUE, 0, sizeof notes, notes, 0, NULL, NULL));
    ocl_table table = ocl_table_open(report, "notes of the kernel",
                                     "work-groups, work-items, end of the first share, stride");
    ocl_table_row(&table, "%llu %llu %llu %llu", (unsigned long long)notes[0],
                  (unsigned long long)notes[1], (unsigned long long)notes[2],
                  (unsigned long long)notes[3]);
    ocl_report_result(report, "notes", ocl_verify_u64("notes", notes, ref, NOTES));
}
