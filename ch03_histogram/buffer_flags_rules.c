// SPDX-License-Identifier: MIT
//
// buffer_flags_rules - what the flags of clCreateBuffer promise, and what happens when you break
// them.
//
// Shows   which commands each host-access flag allows, also in sub-buffers; whose memory a buffer
//         uses; two buffers in one array; what is undefined
// Uses    clCreateBuffer, clCreateSubBuffer, clEnqueueReadBuffer, clEnqueueReadBufferRect,
//         clEnqueueWriteBuffer, clEnqueueWriteBufferRect, clEnqueueCopyBuffer,
//         clEnqueueMapBuffer, clEnqueueUnmapMemObject
// Try     buffer_flags_rules -n 1
//         buffer_flags_rules -d cpu, and then buffer_flags_rules -d gpu: which answers differ?

#include "ocl.h"

#include "buffer_flags_rules/lesson.h"
#include "buffer_flags_rules/undefined.h"

// --- the rules

// The four kinds of access that the host can have.
enum { HOST_READS = 1, HOST_WRITES = 2, ACCESS_COUNT = 4 };
static const cl_mem_flags HOST_ACCESS[ACCESS_COUNT] = { 0, CL_MEM_HOST_READ_ONLY,
                                                        CL_MEM_HOST_WRITE_ONLY,
                                                        CL_MEM_HOST_NO_ACCESS };

#define FLAGS "no flag, HOST_READ_ONLY, HOST_WRITE_ONLY, HOST_NO_ACCESS"

// Of the tables and checks: [0] for buffers, [1] for sub-buffers.
static const char *const HEADINGS[2] = { "on a buffer with, " FLAGS,
                                         "on a part of one with, " FLAGS };

static const char *const CHECK_NAMES[2][ACCESS_COUNT] = {
    { "no flag", "HOST_READ_ONLY", "HOST_WRITE_ONLY", "HOST_NO_ACCESS" },
    { "sub-buffer, no flag", "sub-buffer, HOST_READ_ONLY", "sub-buffer, HOST_WRITE_ONLY",
      "sub-buffer, HOST_NO_ACCESS" },
};

// What each kind of access allows.
static const int RIGHTS[ACCESS_COUNT] = { HOST_READS | HOST_WRITES, HOST_READS, HOST_WRITES, 0 };

// The commands.  The last two are commands of the device: every buffer allows them.
enum {
    READ,
    READ_RECT,
    MAP_READ,
    WRITE,
    WRITE_RECT,
    MAP_WRITE,
    MAP_REPLACE,
    COPY_INTO,
    KERNEL,
    COMMAND_COUNT
};
static const char *const COMMAND_NAMES[COMMAND_COUNT] = {
    "read",         "read rect",    "map to read",        "write",  "write rect",
    "map to write", "map, replace", "copy from a buffer", "kernel",
};

// What each command needs.
static const int NEEDS[COMMAND_COUNT] = {
    HOST_READS, HOST_READS, HOST_READS, HOST_WRITES, HOST_WRITES, HOST_WRITES, HOST_WRITES, 0, 0,
};

// Whether the command brings numbers to the host, and not to the buffer.
static bool command_reads(int command)
{
    return NEEDS[command] == HOST_READS;
}

// What the specification says the command returns for a buffer with HOST_ACCESS[access].
static cl_int expected_status(int command, int access)
{
    return NEEDS[command] & ~RIGHTS[access] ? CL_INVALID_OPERATION : CL_SUCCESS;
}

// Whether the driver is known to return another status than that.
static bool is_excused(cl_device_id device, int command, int access)
{
    const bool maps = command == MAP_READ || command == MAP_WRITE || command == MAP_REPLACE;
    if (expected_status(command, access) == CL_SUCCESS) return false;
    return (maps && ocl_known_fault(device, "map that the flags forbid")) ||
           (command == MAP_REPLACE &&
            ocl_known_fault(device, "map to write anew that the flags forbid"));
}

// What the command returned, in a word of the table.
static const char *status_word(cl_int status, int command, int access)
{
    if (status == CL_SUCCESS)
        return expected_status(command, access) == CL_SUCCESS ? "works" : "works (wrong)";
    return status == CL_INVALID_OPERATION ? "refused" : ocl_error_name(status) + strlen("CL_");
}

// --- each command on each buffer

static cl_mem create(const lesson *l, cl_mem_flags flags, void *host)
{
    cl_int err;
    return OCL_CREATE(clCreateBuffer(l->env->context, flags, l->bytes, host, &err));
}

// Maps the buffer, copies its numbers to the host's array or the array's numbers into it, and
// unmaps it.
static cl_int use_map(const lesson *l, cl_mem buffer, cl_map_flags flags, uint32_t *array)
{
    cl_int err;
    uint32_t *mapped =
        clEnqueueMapBuffer(l->env->queue, buffer, CL_TRUE, flags, 0, l->bytes, 0, NULL, NULL, &err);
    if (err != CL_SUCCESS) return err;
    if (flags & CL_MAP_READ)
        memcpy(array, mapped, l->bytes);
    else
        memcpy(mapped, array, l->bytes);
    return clEnqueueUnmapMemObject(l->env->queue, buffer, mapped, 0, NULL, NULL);
}

// One command: it reads the buffer into y, or writes z to the buffer.  Only the status matters.
static cl_int issue(const lesson *l, int command, cl_mem buffer)
{
    const size_t bytes = l->bytes;
    const size_t start[3] = { 0, 0, 0 }, box[3] = { bytes, 1, 1 };
    cl_command_queue queue = l->env->queue;
    switch (command) {
    case READ:
        return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, l->y, 0, NULL, NULL);
    case READ_RECT:
        return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, start, start, box, 0, 0, 0, 0, l->y,
                                       0, NULL, NULL);
    case MAP_READ:
        return use_map(l, buffer, CL_MAP_READ, l->y);
    case WRITE:
        return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, l->z, 0, NULL, NULL);
    case WRITE_RECT:
        return clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, start, start, box, 0, 0, 0, 0, l->z,
                                        0, NULL, NULL);
    case MAP_WRITE:
        return use_map(l, buffer, CL_MAP_WRITE, l->z);
    case MAP_REPLACE:
        return use_map(l, buffer, CL_MAP_WRITE_INVALIDATE_REGION, l->z);
    case COPY_INTO:
        return clEnqueueCopyBuffer(queue, l->d_z, buffer, 0, 0, bytes, 0, NULL, NULL);
    default:
        return copy_by_kernel(l, buffer, l->d_z);
    }
}

// Issues the command.  If it works, the numbers must arrive.  If it is refused, nothing may change.
static ocl_result check_command(const lesson *l, int command, int access, cl_mem buffer,
                                cl_int *status)
{
    memset(l->y, 0xff, l->bytes);
    *status = issue(l, command, buffer);
    const char *name = COMMAND_NAMES[command];
    ocl_result result = { .pass = true };
    if (!is_excused(l->env->device, command, access))
        result = ocl_verify_equal(name, *status, expected_status(command, access));

    const bool done = *status == CL_SUCCESS, reads = command_reads(command);
    if (done && reads) return ocl_result_both(result, ocl_verify_u32(name, l->y, l->x, l->n));
    const uint32_t *ref = done ? l->z : l->x;
    return ocl_result_both(result, verify_contents(l, name, buffer, ref));
}

// One command on a buffer with these flags, or on a sub-buffer that is all of such a buffer and
// gets no flags of its own.
static ocl_result check_cell(const lesson *l, int command, int access, bool parts, cl_int *status)
{
    const cl_buffer_region all = { .origin = 0, .size = l->bytes };
    cl_mem buffer = create(l, HOST_ACCESS[access] | CL_MEM_COPY_HOST_PTR, l->x);
    ocl_result result;
    if (parts) {
        cl_int err;
        cl_mem part =
            OCL_CREATE(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &all, &err));
        result = check_command(l, command, access, part, status);
        OCL_CHECK(clReleaseMemObject(part));
    } else {
        result = check_command(l, command, access, buffer, status);
    }
    OCL_CHECK(clReleaseMemObject(buffer));
    return result;
}

// All commands on buffers with all flags, or on sub-buffers.
static void check_access(const lesson *l, ocl_report *report, bool parts)
{
    ocl_table table = ocl_table_open(report, parts ? "sub-buffers" : "buffers", HEADINGS[parts]);
    ocl_result results[ACCESS_COUNT];
    for (int a = 0; a < ACCESS_COUNT; a++)
        results[a] = (ocl_result){ .pass = true };
    for (int c = 0; c < COMMAND_COUNT; c++) {
        const char *words[ACCESS_COUNT];
        for (int a = 0; a < ACCESS_COUNT; a++) {
            cl_int status;
            results[a] = ocl_result_both(results[a], check_cell(l, c, a, parts, &status));
            words[a] = status_word(status, c, a);
        }
        ocl_table_row(&table, "%-20s %14s %14s %15s %14s", COMMAND_NAMES[c], words[0], words[1],
                      words[2], words[3]);
    }
    for (int a = 0; a < ACCESS_COUNT; a++)
        ocl_report_result(report, CHECK_NAMES[parts][a], results[a]);
}

// --- whose memory it is

// COPY_HOST_PTR is a snapshot: the host may change its array at once, and the device never does.
static ocl_result check_snapshot(const lesson *l)
{
    memcpy(l->array, l->x, l->bytes);
    cl_mem buffer = create(l, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, l->array);
    memcpy(l->array, l->z, l->bytes);
    OCL_CHECK(increment(l, buffer));
    const ocl_result result = verify_contents(l, "buffer", buffer, l->x1);
    OCL_CHECK(clReleaseMemObject(buffer));
    return ocl_result_both(result, ocl_verify_u32("array", l->array, l->z, l->n));
}

// The driver allocates memory that the host can reach.  It has no contents until the host maps it
// and writes, and no address outside of a map.
static ocl_result check_allocated(const lesson *l)
{
    cl_mem buffer = create(l, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, NULL);
    OCL_CHECK(use_map(l, buffer, CL_MAP_WRITE_INVALIDATE_REGION, l->x));
    OCL_CHECK(increment(l, buffer));
    OCL_CHECK(use_map(l, buffer, CL_MAP_READ, l->y));
    OCL_CHECK(clReleaseMemObject(buffer));
    return ocl_verify_u32("buffer", l->y, l->x1, l->n);
}

// Two buffers in one array, one after the other.  The unmap and clFinish end the work of the first
// one: then its array is up to date.
static ocl_result check_in_turn(const lesson *l)
{
    memcpy(l->array, l->x, l->bytes);
    for (int turn = 0; turn < 2; turn++) {
        cl_mem buffer = create(l, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, l->array);
        OCL_CHECK(increment(l, buffer));
        OCL_CHECK(use_map(l, buffer, CL_MAP_READ, l->y));
        OCL_CHECK(clFinish(l->env->queue));
        OCL_CHECK(clReleaseMemObject(buffer));
    }
    return ocl_result_both(ocl_verify_u32("mapped", l->y, l->x2, l->n),
                           ocl_verify_u32("array", l->array, l->x2, l->n));
}

// Two buffers in one array, at the same time, side by side: their parts do not overlap.
static ocl_result check_side_by_side(const lesson *l)
{
    uint32_t *const halves[2] = { l->array, l->array + l->n };
    cl_mem buffers[2];
    for (int half = 0; half < 2; half++) {
        memcpy(halves[half], l->x, l->bytes);
        buffers[half] = create(l, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, halves[half]);
        OCL_CHECK(increment(l, buffers[half]));
    }
    ocl_result result = { .pass = true };
    for (int half = 0; half < 2; half++) {
        OCL_CHECK(use_map(l, buffers[half], CL_MAP_READ, l->y));
        result = ocl_result_both(result, ocl_verify_u32("mapped", l->y, l->x1, l->n));
        OCL_CHECK(clReleaseMemObject(buffers[half]));
    }
    return result;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "buffer_flags_rules",
                              .summary = "What the flags of a buffer promise.",
                              .accepts = "dnks",
                              .size_help = "elements of a buffer",
                              .extents = 1 };
    const ocl_options opt =
        ocl_parse(argc, argv, &about, (ocl_options){ .n = { 10007 }, .seed = 1 });
    ocl_env env = ocl_open(&opt);
    lesson l = open_lesson(&env, opt.n[0]);

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "elements", opt.n[0]);
    check_access(&l, report, false);
    check_access(&l, report, true);
    ocl_report_result(report, "COPY_HOST_PTR is a snapshot", check_snapshot(&l));
    ocl_report_result(report, "ALLOC_HOST_PTR through maps", check_allocated(&l));
    ocl_report_result(report, "USE_HOST_PTR twice, in turn", check_in_turn(&l));
    ocl_report_result(report, "USE_HOST_PTR twice, side by side", check_side_by_side(&l));
    report_undefined(&l, report);

    close_lesson(&l);
    ocl_close(&env);
    return ocl_report_close(report);
}
