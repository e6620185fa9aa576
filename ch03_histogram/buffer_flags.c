// SPDX-License-Identifier: MIT
//
// buffer_flags - what the flags of clCreateBuffer promise, and what happens when you break them.
//
// Shows   which commands each host-access flag allows, also in sub-buffers; whose memory a buffer
//         uses; two buffers in one array; flags that exclude each other; what is undefined
// Uses    clCreateBuffer, clCreateSubBuffer, clEnqueueReadBuffer, clEnqueueReadBufferRect,
//         clEnqueueWriteBuffer, clEnqueueWriteBufferRect, clEnqueueCopyBuffer,
//         clEnqueueMapBuffer, clEnqueueUnmapMemObject
// Try     buffer_flags -n 1
//         buffer_flags -d cpu, and then buffer_flags -d gpu: which answers differ?

#include "buffer_flags/numbers.h"
#include "buffer_flags/refusals.h"
#include "buffer_flags/rules.h"
#include "buffer_flags/undefined.h"

static cl_mem create(const numbers *s, cl_mem_flags flags, void *host)
{
    cl_int err;
    cl_mem buffer = OCL_CREATE(clCreateBuffer(s->env->context, flags, s->bytes, host, &err));
    return buffer;
}

// Maps the buffer, copies its numbers to the host's array or the array's numbers into it, unmaps.
static cl_int use_map(const numbers *s, cl_mem buffer, cl_map_flags flags, uint32_t *array)
{
    cl_int err;
    uint32_t *mapped =
        clEnqueueMapBuffer(s->env->queue, buffer, CL_TRUE, flags, 0, s->bytes, 0, NULL, NULL, &err);
    if (err != CL_SUCCESS) return err;
    const bool reads = flags & CL_MAP_READ;
    memcpy(reads ? array : mapped, reads ? mapped : array, s->bytes);
    return clEnqueueUnmapMemObject(s->env->queue, buffer, mapped, 0, NULL, NULL);
}

// One command: it reads the buffer into y, or writes z to the buffer.  Only the status matters.
static cl_int issue(const numbers *s, int command, cl_mem buffer)
{
    const size_t bytes = s->bytes, start[3] = { 0 }, box[3] = { bytes, 1, 1 };
    cl_command_queue queue = s->env->queue;
    switch (command) {
    case READ:
        return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, s->y, 0, NULL, NULL);
    case READ_RECT:
        return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, start, start, box, 0, 0, 0, 0, s->y,
                                       0, NULL, NULL);
    case MAP_READ:
        return use_map(s, buffer, CL_MAP_READ, s->y);
    case WRITE:
        return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, s->z, 0, NULL, NULL);
    case WRITE_RECT:
        return clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, start, start, box, 0, 0, 0, 0, s->z,
                                        0, NULL, NULL);
    case MAP_WRITE:
        return use_map(s, buffer, CL_MAP_WRITE, s->z);
    case MAP_REPLACE:
        return use_map(s, buffer, CL_MAP_WRITE_INVALIDATE_REGION, s->z);
    case COPY_INTO:
        return clEnqueueCopyBuffer(queue, s->d_z, buffer, 0, 0, bytes, 0, NULL, NULL);
    default:
        return copy_by_kernel(s, buffer, s->d_z);
    }
}

// Issues the command.  If it works, the numbers must arrive.  If it is refused, nothing may change.
static ocl_result check_command(const numbers *s, int command, int access, cl_mem buffer,
                                cl_int *status)
{
    memset(s->y, 0xff, s->bytes);
    *status = issue(s, command, buffer);
    const bool done = *status == CL_SUCCESS;
    const char *name = COMMAND_NAMES[command];
    ocl_result result = { .pass = true };
    if (!is_excused(s->env->device, command, access))
        result = ocl_verify_equal(name, *status, expected_status(command, access));
    if (command_reads(command) && done)
        return ocl_result_both(result, ocl_verify_u32(name, s->y, s->x, s->n));
    return ocl_result_both(
        result, verify_contents(s, name, buffer, done && !command_reads(command) ? s->z : s->x));
}

// All commands on buffers with all flags.  parts: on sub-buffers, which get no flags of their own.
static void check_access(const numbers *s, ocl_report *report, bool parts)
{
    const cl_buffer_region all = { .origin = 0, .size = s->bytes };
    ocl_table table = ocl_table_open(report, parts ? "sub-buffers" : "buffers", HEADINGS[parts]);
    ocl_result results[ACCESS_COUNT] = { { .pass = false } };
    for (int c = 0; c < COMMAND_COUNT; c++) {
        const char *words[ACCESS_COUNT];
        cl_int status, err;
        for (int a = 0; a < ACCESS_COUNT; a++) {
            cl_mem parent = create(s, HOST_ACCESS[a] | CL_MEM_COPY_HOST_PTR, s->x), buffer = parent;
            if (parts)
                buffer = OCL_CREATE(
                    clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &err));
            const ocl_result result = check_command(s, c, a, buffer, &status);
            words[a] = status_word(status, c, a);
            results[a] = c == 0 ? result : ocl_result_both(results[a], result);
            if (parts) OCL_CHECK(clReleaseMemObject(buffer));
            OCL_CHECK(clReleaseMemObject(parent));
        }
        ocl_table_row(&table, "%-20s %14s %14s %15s %14s", COMMAND_NAMES[c], words[0], words[1],
                      words[2], words[3]);
    }
    for (int a = 0; a < ACCESS_COUNT; a++)
        ocl_report_result(report, CHECK_NAMES[parts][a], results[a]);
}

// COPY_HOST_PTR is a snapshot: the host may change its array at once, and the device never does.
static ocl_result check_snapshot(const numbers *s)
{
    memcpy(s->array, s->x, s->bytes);
    cl_mem buffer = create(s, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, s->array);
    memcpy(s->array, s->z, s->bytes);
    OCL_CHECK(increment(s, buffer));
    const ocl_result result = verify_contents(s, "buffer", buffer, s->x1);
    OCL_CHECK(clReleaseMemObject(buffer));
    return ocl_result_both(result, ocl_verify_u32("array", s->array, s->z, s->n));
}

// The driver allocates memory that the host can reach.  It has no contents until the host maps it
// and writes, and no address outside of a map.
static ocl_result check_allocated(const numbers *s)
{
    cl_mem buffer = create(s, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, NULL);
    OCL_CHECK(use_map(s, buffer, CL_MAP_WRITE_INVALIDATE_REGION, s->x));
    OCL_CHECK(increment(s, buffer));
    OCL_CHECK(use_map(s, buffer, CL_MAP_READ, s->y));
    OCL_CHECK(clReleaseMemObject(buffer));
    return ocl_verify_u32("buffer", s->y, s->x1, s->n);
}

// Two buffers in one array, one after the other.  The unmap and clFinish end the work of the first
// one: then its array is up to date.
static ocl_result check_in_turn(const numbers *s)
{
    memcpy(s->array, s->x, s->bytes);
    for (int turn = 0; turn < 2; turn++) {
        cl_mem buffer = create(s, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, s->array);
        OCL_CHECK(increment(s, buffer));
        OCL_CHECK(use_map(s, buffer, CL_MAP_READ, s->y));
        OCL_CHECK(clFinish(s->env->queue));
        OCL_CHECK(clReleaseMemObject(buffer));
    }
    return ocl_result_both(ocl_verify_u32("mapped", s->y, s->x2, s->n),
                           ocl_verify_u32("array", s->array, s->x2, s->n));
}

// Two buffers in one array, at the same time, side by side: their parts do not overlap.
static ocl_result check_side_by_side(const numbers *s)
{
    uint32_t *const halves[2] = { s->array, s->array + s->n };
    cl_mem buffers[2];
    for (int half = 0; half < 2; half++) {
        memcpy(halves[half], s->x, s->bytes);
        buffers[half] = create(s, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, halves[half]);
        OCL_CHECK(increment(s, buffers[half]));
    }
    ocl_result result = { .pass = true };
    for (int half = 0; half < 2; half++) {
        OCL_CHECK(use_map(s, buffers[half], CL_MAP_READ, s->y));
        result = ocl_result_both(result, ocl_verify_u32("mapped", s->y, s->x1, s->n));
        OCL_CHECK(clReleaseMemObject(buffers[half]));
    }
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_flags",
                              .summary = "What the flags of a buffer promise.",
                              .accepts = "dnks",
                              .size_help = "elements of a buffer",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    numbers s = open_numbers(&env, opt.n[0]);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", opt.n[0]);
    check_access(&s, report, false);
    check_access(&s, report, true);
    ocl_report_result(report, "COPY_HOST_PTR is a snapshot", check_snapshot(&s));
    ocl_report_result(report, "ALLOC_HOST_PTR through maps", check_allocated(&s));
    ocl_report_result(report, "USE_HOST_PTR twice, in turn", check_in_turn(&s));
    ocl_report_result(report, "USE_HOST_PTR twice, side by side", check_side_by_side(&s));
    report_refusals(&env, report);
    report_undefined(&s, report);

    close_numbers(&s);
    ocl_close(&env);
    return ocl_report_close(report);
}
