// SPDX-License-Identifier: MIT
//
// map_regions - the rules of clEnqueueMapBuffer, each checked on four kinds of buffers.
//
// Shows   host_ptr as the first contents; several maps at once; what each flag promises; when the
//         bytes are there; where the pointer points; a map that is refused
// Uses    clEnqueueMapBuffer, clEnqueueUnmapMemObject, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
//         CL_MEM_COPY_HOST_PTR, CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION
// Try     map_regions -n 1
//         map_regions -V use_host_ptr

#include "shared/host_ptr_kinds.h"

enum { LOCAL = 64, STRETCHES = 5 };

// A buffer of n elements has five stretches of `length` elements.  The maps take the second and the
// fourth, which begin at the elements `second` and `fourth`.
typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    cl_mem buffer;
    size_t n, length, second, fourth;
    uint32_t *host, *ref;    // host_ptr; what the buffer must hold
} test;

static uint32_t *map(const test *t, cl_map_flags flags, size_t first, size_t count)
{
    cl_int err;
    uint32_t *x =
        OCL_CREATE(clEnqueueMapBuffer(t->env->queue, t->buffer, CL_TRUE, flags, first * sizeof *x,
                                      count * sizeof *x, 0, NULL, NULL, &err));
    return x;
}

static void unmap(const test *t, uint32_t *x)
{
    OCL_CHECK(clEnqueueUnmapMemObject(t->env->queue, t->buffer, x, 0, NULL, NULL));
}

// Adds 1 to each element, on the device and in the reference.  A kernel must not write to what is
// mapped, and must not read what is mapped for writing: the callers have unmapped everything.
static void increment(const test *t)
{
    const size_t local = ocl_local_size(t->kernel, t->env->device, LOCAL);
    const size_t global = ocl_round_up(t->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(t->env->queue, t->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    for (size_t i = 0; i < t->n; i++)
        t->ref[i] += 1;
}

static ocl_result compare(const test *t, const char *what)
{
    return ocl_verify_buffer(t->env, what, t->buffer, t->ref, t->n * sizeof *t->ref);
}

// Maps for reading may overlap.  They see what the kernel before them did, and change nothing.
static ocl_result read_maps(const test *t)
{
    ocl_fill_u32(t->ref, t->n, t->env->options->seed + 1);
    OCL_CHECK(clEnqueueWriteBuffer(t->env->queue, t->buffer, CL_TRUE, 0, t->n * sizeof *t->ref,
                                   t->ref, 0, NULL, NULL));
    increment(t);
    uint32_t *all = map(t, CL_MAP_READ, 0, t->n);
    uint32_t *part = map(t, CL_MAP_READ, t->second, t->length);
    const ocl_result seen =
        ocl_result_both(ocl_verify_u32("all, mapped", all, t->ref, t->n),
                        ocl_verify_u32("part, mapped", part, t->ref + t->second, t->length));
    unmap(t, part);
    unmap(t, all);
    return ocl_result_both(seen, compare(t, "after maps for reading"));
}

// Two maps for writing at the same time must not overlap.  The host reads the old elements and
// writes new ones, so it needs both flags.  The kernel runs after both unmaps.
static ocl_result update_maps(const test *t)
{
    const cl_map_flags flags = CL_MAP_READ | CL_MAP_WRITE;
    uint32_t *x = map(t, flags, t->second, t->length);
    uint32_t *y = map(t, flags, t->fourth, t->length);
    for (size_t i = 0; i < t->length; i += 2) {
        x[i] *= 3;
        y[i] *= 5;
        t->ref[t->second + i] *= 3;
        t->ref[t->fourth + i] *= 5;
    }
    unmap(t, x);
    unmap(t, y);
    increment(t);
    return compare(t, "after maps for writing");
}

// A map that does not block returns its pointer at once.  Wait for its event to read the bytes.
static ocl_result wait_for_map(const test *t)
{
    cl_int err;
    cl_event mapped;
    increment(t);
    uint32_t *x = OCL_CREATE(clEnqueueMapBuffer(t->env->queue, t->buffer, CL_FALSE, CL_MAP_READ, 0,
                                                t->n * sizeof *x, 0, NULL, &mapped, &err));
    OCL_CHECK(clWaitForEvents(1, &mapped));
    OCL_CHECK(clReleaseEvent(mapped));
    const ocl_result result = ocl_verify_u32("after the event", x, t->ref, t->n);
    unmap(t, x);
    return result;
}

// With CL_MEM_USE_HOST_PTR a map points into the host's array, at the region's offset.
static ocl_result compare_pointer(const test *t)
{
    uint32_t *x = map(t, CL_MAP_READ, t->fourth, t->length);
    const ocl_result result =
        ocl_verify_equal("the fourth stretch", x == t->host + t->fourth, true);
    unmap(t, x);
    return result;
}

// CL_MAP_WRITE keeps the elements that the host does not write.  CL_MAP_WRITE_INVALIDATE_REGION
// does not: the host must write every element, and the driver may skip the old ones.
static ocl_result replace_maps(const test *t)
{
    uint32_t *x = map(t, CL_MAP_WRITE, t->second, t->length);
    uint32_t *y = map(t, CL_MAP_WRITE_INVALIDATE_REGION, t->fourth, t->length);
    for (size_t i = 0; i < t->length; i += 2)
        x[i] = t->ref[t->second + i] = (uint32_t)i;
    ocl_fill_u32(y, t->length, t->env->options->seed + 2);
    ocl_fill_u32(t->ref + t->fourth, t->length, t->env->options->seed + 2);
    unmap(t, x);
    unmap(t, y);
    return compare(t, "after maps that replace");
}

// All rules on one kind of buffer.
static void check_rules(test *t, int kind, ocl_report *report)
{
    const bool use = FLAGS[kind] & CL_MEM_USE_HOST_PTR, copy = FLAGS[kind] & CL_MEM_COPY_HOST_PTR;
    const size_t bytes = t->n * sizeof *t->host;
    const cl_ulong n = t->n;
    ocl_fill_u32(t->host, t->n, t->env->options->seed);
    memcpy(t->ref, t->host, bytes);
    cl_int err;
    t->buffer = OCL_CREATE(clCreateBuffer(t->env->context, CL_MEM_READ_WRITE | FLAGS[kind], bytes,
                                          use || copy ? t->host : NULL, &err));
    OCL_CHECK(clSetKernelArg(t->kernel, 0, sizeof t->buffer, &t->buffer));
    OCL_CHECK(clSetKernelArg(t->kernel, 1, sizeof n, &n));

    // With CL_MEM_COPY_HOST_PTR the host may change the array when clCreateBuffer has returned.
    // With CL_MEM_USE_HOST_PTR the array belongs to the buffer as long as the buffer lives.
    if (copy) memset(t->host, 0xff, bytes);
    if (use || copy)
        report_rule(report, kind, "host_ptr is the contents", compare(t, "first contents"));
    report_rule(report, kind, "maps for reading may overlap", read_maps(t));
    report_rule(report, kind, "two maps for updating", update_maps(t));
    report_rule(report, kind, "the event says when", wait_for_map(t));
    if (use) report_rule(report, kind, "the pointer is host_ptr + offset", compare_pointer(t));
    report_rule(report, kind, "two maps that replace", replace_maps(t));

    clEnqueueMapBuffer(t->env->queue, t->buffer, CL_TRUE, CL_MAP_READ, sizeof(cl_uint), bytes, 0,
                       NULL, NULL, &err);
    report_rule(report, kind, "past the end is refused",
                ocl_verify_equal("error code", err, CL_INVALID_VALUE));
    OCL_CHECK(clReleaseMemObject(t->buffer));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_regions",
                              .summary = "The rules of mapping, on four kinds of buffers.",
                              .accepts = "dnVks",
                              .size_help = "elements of a mapped region",
                              .extents = 1,
                              .variants = KINDS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1009 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const size_t length = opt.n[0], n = STRETCHES * length;
    const double bytes = STRETCHES * sizeof(cl_uint) * (double)length;
    ocl_require_memory(env.device, bytes, bytes, 3.0 * bytes);

    cl_int err;
    cl_program program = ocl_build(&env, "map_regions.cl", "-cl-std=CL1.2");
    test t = { .env = &env, .n = n, .length = length, .second = length, .fourth = 3 * length };
    t.kernel = OCL_CREATE(clCreateKernel(program, "map_regions_increment", &err));
    t.host = ocl_alloc(n * sizeof *t.host);
    t.ref = ocl_alloc(n * sizeof *t.ref);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", n);
    ocl_report_count(report, "elements per map", length);
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (ocl_wants(&opt, KINDS[kind])) check_rules(&t, kind, report);

    free(t.ref);
    free(t.host);
    OCL_CHECK(clReleaseKernel(t.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
