// SPDX-License-Identifier: MIT

#include "undefined.h"

static cl_mem create(const lesson *l, cl_mem_flags flags, void *host)
{
    cl_int err;
    return OCL_CREATE(clCreateBuffer(l->env->context, flags, l->bytes, host, &err));
}

// How many of the numbers in y are the ones that a device gives which ignores the rule.
static void report_count(const lesson *l, ocl_table *table, const char *what, const uint32_t *ref)
{
    size_t equal = 0;
    for (size_t i = 0; i < l->n; i++)
        equal += l->y[i] == ref[i];
    ocl_table_row(table, "%-45s %12zu of %12zu", what, equal, l->n);
}

static void read_write_only(const lesson *l, ocl_table *table)
{
    cl_mem out = create(l, CL_MEM_WRITE_ONLY, NULL);
    cl_mem in = create(l, CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, l->x);
    ocl_poison_run(l->env->queue, out, l->bytes, 0);
    OCL_CHECK(copy_by_kernel(l, out, in));
    get_contents(l, out);
    report_count(l, table, "a kernel reads a WRITE_ONLY buffer: x", l->x);
    OCL_CHECK(clReleaseMemObject(in));
    OCL_CHECK(clReleaseMemObject(out));
}

static void write_read_only(const lesson *l, ocl_table *table)
{
    cl_mem out = create(l, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, l->x);
    OCL_CHECK(copy_by_kernel(l, out, l->d_z));
    get_contents(l, out);
    report_count(l, table, "a kernel writes z to a READ_ONLY buffer: z", l->z);
    OCL_CHECK(clReleaseMemObject(out));
}

// The host looks into the array of a buffer that is not mapped, although the kernel has finished.
static void look_without_map(const lesson *l, ocl_table *table)
{
    memcpy(l->array, l->x, l->bytes);
    cl_mem buffer = create(l, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, l->array);
    OCL_CHECK(increment(l, buffer));
    OCL_CHECK(clFinish(l->env->queue));
    memcpy(l->y, l->array, l->bytes);
    report_count(l, table, "USE_HOST_PTR, no map: the array has x + 1", l->x1);
    OCL_CHECK(clReleaseMemObject(buffer));
}

// Two buffers in the same array.  Where each has a copy on the device, the second one misses what
// the kernel did with the first.
static void share_array(const lesson *l, ocl_table *table)
{
    memcpy(l->array, l->x, l->bytes);
    cl_mem first = create(l, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, l->array);
    cl_mem second = create(l, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, l->array);
    OCL_CHECK(increment(l, first));
    OCL_CHECK(increment(l, second));
    get_contents(l, second);
    report_count(l, table, "two buffers in one array: the second has x + 2", l->x2);
    OCL_CHECK(clReleaseMemObject(second));
    OCL_CHECK(clReleaseMemObject(first));
}

void report_undefined(const lesson *l, ocl_report *report)
{
    ocl_table table = ocl_table_open(report, "undefined", "undefined, numbers, of");
    const char *fault = ocl_known_fault(l->env->device, "kernels against the flags");
    if (fault) {
        ocl_report_note(report, "This driver %s: these two are left out here.", fault);
    } else {
        read_write_only(l, &table);
        write_read_only(l, &table);
    }
    look_without_map(l, &table);
    share_array(l, &table);
}
