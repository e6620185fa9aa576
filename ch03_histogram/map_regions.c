// SPDX-License-Identifier: MIT
//
// map_regions - the rules of clEnqueueMapBuffer, each checked on four kinds of buffers.
//
// Shows   host_ptr as first contents; maps of parts, several at once; what each flag promises; when
//         the bytes are there; where the pointer points; what is refused
// Uses    clEnqueueMapBuffer, clEnqueueUnmapMemObject, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
//         CL_MEM_COPY_HOST_PTR, CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION
// Try     map_regions -n 1, map_regions -V use_host_ptr; map_buffer for what the kinds cost

#include "ocl.h"

enum { LOCAL = 64, STRETCHES = 5 };

static const char *const KINDS[] = { "plain", "use_host_ptr", "alloc_host_ptr", "copy_host_ptr",
                                     NULL };
static const cl_mem_flags FLAGS[] = { 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
                                      CL_MEM_COPY_HOST_PTR };

// A buffer of n elements is five stretches of `length`; the second and the fourth are mapped.
typedef struct {
    const ocl_env *env;
    cl_kernel kernel;
    size_t n, length, second, fourth;    // the last two: where the stretches begin
    cl_mem buffer;
    uint32_t *host, *x, *ref;    // host_ptr; what is read; what the buffer must hold
} test;

static uint32_t *map_regions_map(const test *t, cl_map_flags flags, size_t first, size_t count)
{
    cl_int err;
    uint32_t *x =
        OCL_CREATE(clEnqueueMapBuffer(t->env->queue, t->buffer, CL_TRUE, flags, first * sizeof *x,
                                      count * sizeof *x, 0, NULL, NULL, &err));
    return x;
}

static void map_regions_unmap(const test *t, uint32_t *x)
{
    OCL_CHECK(clEnqueueUnmapMemObject(t->env->queue, t->buffer, x, 0, NULL, NULL));
}

// Adds 1 to each element, on the device and in the reference.  Nothing is mapped by now: a kernel
// must not write what is mapped, nor read what is mapped for writing.
static void map_regions_increment(const test *t)
{
    size_t local = ocl_local_size(t->kernel, t->env->device, LOCAL);
    size_t global = ocl_round_up(t->n, local);
    OCL_CHECK(
        clEnqueueNDRangeKernel(t->env->queue, t->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    for (size_t i = 0; i < t->n; i++)
        t->ref[i] += 1;
}

static ocl_result map_regions_compare(const test *t, const char *what)
{
    memset(t->x, 0xff, t->n * sizeof *t->x);
    OCL_CHECK(clEnqueueReadBuffer(t->env->queue, t->buffer, CL_TRUE, 0, t->n * sizeof *t->x, t->x,
                                  0, NULL, NULL));
    return ocl_verify_u32(what, t->x, t->ref, t->n);
}

// Maps for reading may overlap.  They see what the kernel before them did, and change nothing.
static ocl_result map_regions_read(const test *t)
{
    ocl_fill_u32(t->ref, t->n, t->env->options->seed + 1);
    OCL_CHECK(clEnqueueWriteBuffer(t->env->queue, t->buffer, CL_TRUE, 0, t->n * sizeof *t->ref,
                                   t->ref, 0, NULL, NULL));
    map_regions_increment(t);
    uint32_t *all = map_regions_map(t, CL_MAP_READ, 0, t->n);
    uint32_t *part = map_regions_map(t, CL_MAP_READ, t->second, t->length);
    ocl_result check =
        ocl_result_both(ocl_verify_u32("all, mapped", all, t->ref, t->n),
                        ocl_verify_u32("part, mapped", part, t->ref + t->second, t->length));
    map_regions_unmap(t, part);
    map_regions_unmap(t, all);
    return ocl_result_both(check, map_regions_compare(t, "after maps for reading"));
}

// Maps for writing at the same time must not overlap.  To change what is there is to read it, too:
// both flags.  The kernel comes after both unmaps.
static ocl_result map_regions_update(const test *t)
{
    const cl_map_flags flags = CL_MAP_READ | CL_MAP_WRITE;
    uint32_t *x = map_regions_map(t, flags, t->second, t->length);
    uint32_t *y = map_regions_map(t, flags, t->fourth, t->length);
    for (size_t i = 0; i < t->length; i += 2) {
        x[i] *= 3;
        y[i] *= 5;
        t->ref[t->second + i] *= 3;
        t->ref[t->fourth + i] *= 5;
    }
    map_regions_unmap(t, x);
    map_regions_unmap(t, y);
    map_regions_increment(t);
    return map_regions_compare(t, "after maps for writing");
}

// A map that does not block gives its pointer at once; the bytes are there after its event.
static ocl_result map_regions_event(const test *t)
{
    cl_int err;
    cl_event mapped;
    map_regions_increment(t);
    uint32_t *x = OCL_CREATE(clEnqueueMapBuffer(t->env->queue, t->buffer, CL_FALSE, CL_MAP_READ, 0,
                                                t->n * sizeof *x, 0, NULL, &mapped, &err));
    OCL_CHECK(clWaitForEvents(1, &mapped));
    OCL_CHECK(clReleaseEvent(mapped));
    ocl_result check = ocl_verify_u32("after the event", x, t->ref, t->n);
    map_regions_unmap(t, x);
    return check;
}

// With USE_HOST_PTR a map points into the array itself, as far in as the region lies in the buffer.
static ocl_result map_regions_pointer(const test *t)
{
    uint32_t *x = map_regions_map(t, CL_MAP_READ, t->fourth, t->length);
    ocl_result check = ocl_verify_equal("the fourth stretch", x == t->host + t->fourth, true);
    map_regions_unmap(t, x);
    return check;
}

// CL_MAP_WRITE keeps what the host does not write.  CL_MAP_WRITE_INVALIDATE_REGION spares the device
// sending what is there: the host has to write every byte.
static ocl_result map_regions_replace(const test *t)
{
    uint32_t *x = map_regions_map(t, CL_MAP_WRITE, t->second, t->length);
    uint32_t *y = map_regions_map(t, CL_MAP_WRITE_INVALIDATE_REGION, t->fourth, t->length);
    for (size_t i = 0; i < t->length; i += 2)
        x[i] = t->ref[t->second + i] = (uint32_t)i;
    ocl_fill_u32(y, t->length, t->env->options->seed + 2);
    ocl_fill_u32(t->ref + t->fourth, t->length, t->env->options->seed + 2);
    map_regions_unmap(t, x);
    map_regions_unmap(t, y);
    return map_regions_compare(t, "after maps that replace");
}

static void map_regions_rule(ocl_report *report, int kind, const char *rule, ocl_result check)
{
    char name[64];
    snprintf(name, sizeof name, "%s: %s", KINDS[kind], rule);
    ocl_report_result(report, name, check);
}

// All rules on one kind of buffer.
static void map_regions_check(test *t, int kind, ocl_report *report)
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

    // An array that was copied is free again when clCreateBuffer returns; one that is used belongs to
    // the buffer as long as this lives.
    if (copy) memset(t->host, 0xff, bytes);
    if (use || copy)
        map_regions_rule(report, kind, "host_ptr is the contents",
                         map_regions_compare(t, "first contents"));
    map_regions_rule(report, kind, "maps to read overlap", map_regions_read(t));
    map_regions_rule(report, kind, "two maps to update", map_regions_update(t));
    map_regions_rule(report, kind, "the event says when", map_regions_event(t));
    if (use) map_regions_rule(report, kind, "host_ptr + offset", map_regions_pointer(t));
    map_regions_rule(report, kind, "two parts are replaced", map_regions_replace(t));

    clEnqueueMapBuffer(t->env->queue, t->buffer, CL_TRUE, CL_MAP_READ, sizeof(cl_uint), bytes, 0,
                       NULL, NULL, &err);
    map_regions_rule(report, kind, "past the end is refused",
                     ocl_verify_equal("error code", err, CL_INVALID_VALUE));
    OCL_CHECK(clReleaseMemObject(t->buffer));
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "map_regions",
                              .summary = "The rules of mapping, on four kinds of buffer.",
                              .accepts = "dnVks",
                              .size_help = "elements of a mapped region",
                              .extents = 1,
                              .variants = KINDS };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 1009 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    const double bytes = STRETCHES * sizeof(cl_uint) * (double)opt.n[0];
    ocl_require_memory(env.device, bytes, bytes, 3.0 * bytes);

    cl_int err;
    cl_program program = ocl_build(&env, "map_regions.cl", "-cl-std=CL1.2");
    const size_t length = opt.n[0];
    test t = { .env = &env, .n = STRETCHES * length, .length = length };
    t.second = length;
    t.fourth = 3 * length;
    t.kernel = OCL_CREATE(clCreateKernel(program, "map_regions_increment", &err));
    t.host = ocl_alloc(t.n * sizeof *t.host);
    t.x = ocl_alloc(t.n * sizeof *t.x);
    t.ref = ocl_alloc(t.n * sizeof *t.ref);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", t.n);
    ocl_report_count(report, "mapped at a time", t.length);
    for (int kind = 0; KINDS[kind]; kind++)
        if (ocl_wants(&opt, KINDS[kind])) map_regions_check(&t, kind, report);

    free(t.ref);
    free(t.x);
    free(t.host);
    OCL_CHECK(clReleaseKernel(t.kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
