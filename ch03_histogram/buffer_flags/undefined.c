// SPDX-License-Identifier: MIT

#include "buffer_flags/undefined.h"

static cl_mem create(const numbers *s, cl_mem_flags flags, void *host)
{
    cl_int err;
    cl_mem buffer = OCL_CREATE(clCreateBuffer(s->env->context, flags, s->bytes, host, &err));
    return buffer;
}

// How many of the numbers in y are the ones that a device gives which ignores the rule.
static void report_count(const numbers *s, ocl_table *table, const char *what, const uint32_t *ref)
{
    size_t equal = 0;
    for (size_t i = 0; i < s->n; i++)
        equal += s->y[i] == ref[i];
    ocl_table_row(table, "%-45s %12zu of %12zu", what, equal, s->n);
}

static void read_write_only(const numbers *s, ocl_table *table)
{
    cl_mem out = create(s, CL_MEM_WRITE_ONLY, NULL);
    cl_mem in = create(s, CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, s->x);
    ocl_poison_run(s->env->queue, out, s->bytes, 0);
    OCL_CHECK(copy_by_kernel(s, out, in));
    get_contents(s, out);
    report_count(s, table, "a kernel reads a WRITE_ONLY buffer: x", s->x);
    OCL_CHECK(clReleaseMemObject(in));
    OCL_CHECK(clReleaseMemObject(out));
}

static void write_read_only(const numbers *s, ocl_table *table)
{
    cl_mem out = create(s, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, s->x);
    OCL_CHECK(copy_by_kernel(s, out, s->d_z));
    get_contents(s, out);
    report_count(s, table, "a kernel writes z to a READ_ONLY buffer: z", s->z);
    OCL_CHECK(clReleaseMemObject(out));
}

// The host looks into the array of a buffer that is not mapped, although the kernel has finished.
static void look_without_map(const numbers *s, ocl_table *table)
{
    memcpy(s->array, s->x, s->bytes);
    cl_mem buffer = create(s, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, s->array);
    OCL_CHECK(increment(s, buffer));
    OCL_CHECK(clFinish(s->env->queue));
    memcpy(s->y, s->array, s->bytes);
    report_count(s, table, "USE_HOST_PTR, no map: the array has x + 1", s->x1);
    OCL_CHECK(clReleaseMemObject(buffer));
}

// Two buffers in the same array.  Where each has a copy on the device, the second one misses what
// the kernel did with the first.
static void share_array(const numbers *s, ocl_table *table)
{
    memcpy(s->array, s->x, s->bytes);
    cl_mem first = create(s, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, s->array);
    cl_mem second = create(s, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, s->array);
    OCL_CHECK(increment(s, first));
    OCL_CHECK(increment(s, second));
    get_contents(s, second);
    report_count(s, table, "two buffers in one array: the second has x + 2", s->x2);
    OCL_CHECK(clReleaseMemObject(second));
    OCL_CHECK(clReleaseMemObject(first));
}

void report_undefined(const numbers *s, ocl_report *report)
{
    ocl_table table = ocl_table_open(report, "undefined", "undefined, numbers, of");
    if (ocl_known_platform(s->env->device) == OCL_OCLGRIND)
        ocl_report_note(report,
                        "Oclgrind reports kernels that break READ_ONLY or WRITE_ONLY: these "
                        "two are left out here.");
    else {
        read_write_only(s, &table);
        write_read_only(s, &table);
    }
    look_without_map(s, &table);
    share_array(s, &table);
}
