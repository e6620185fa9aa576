// SPDX-License-Identifier: MIT
//
// ndrange - index spaces of one to three dimensions, and what each work-item is told of its place.
//
// Shows   global, local and group ids with and without an offset, as a picture and as equations:
//             (1) g = F + w * S + s    (2) W = G / S    (3) w = (g - F - s) / S
//         g, s, w: global, local and group id; G, S: global and local size; W: groups; F: offset
// Uses    clEnqueueNDRangeKernel with and without offset and local size; get_global_id and its kin
// Try     ndrange -V 2d, ndrange -n 12x20x3, ndrange -n 17 (which groups does a prime leave?)

#include "ocl.h"

#include <inttypes.h>

static const char *const VARIANTS[] = { "1d", "2d", "3d", NULL };

// What a work-item is told in one dimension.  It has three of these, whatever work_dim; ndrange.cl
// has the same struct.
typedef struct {
    uint64_t global_id, local_id, group_id, num_groups;
    uint64_t global_size, local_size, global_offset, work_dim;
} ndrange_ids;

// An index space.  Past its dimensions, sizes are 1 and offsets 0.
typedef struct {
    cl_uint dims;
    size_t global[3], local[3], offset[3];    // local 0: the driver chooses
    bool picture;
} ndrange_space;

// Walks through the space; group and local id are quotient and remainder of a work-item's index.
static void ndrange_ref(ndrange_ids *ids, const ndrange_space *space)
{
    const size_t *global = space->global, *local = space->local;
    const size_t places = global[0] * global[1] * global[2];
    for (size_t place = 0; place < places; place++) {
        const size_t index[] = { place % global[0], place / global[0] % global[1],
                                 place / global[0] / global[1] };
        for (size_t d = 0; d < 3; d++)
            ids[3 * place + d] = (ndrange_ids){ .global_id = space->offset[d] + index[d],
                                                .local_id = index[d] % local[d],
                                                .group_id = index[d] / local[d],
                                                .num_groups = global[d] / local[d],
                                                .global_size = global[d],
                                                .local_size = local[d],
                                                .global_offset = space->offset[d],
                                                .work_dim = space->dims };
    }
}

// What the equations make of the device's own answers, whatever the reference says.
static void ndrange_equations(ndrange_ids *want, const ndrange_ids *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t g = ids[i].global_id, s = ids[i].local_id, w = ids[i].group_id;
        const uint64_t G = ids[i].global_size, S = ids[i].local_size, F = ids[i].global_offset;
        want[i] = ids[i];
        want[i].global_id = F + w * S + s;
        if (S == 0) continue;    // wrong, and no reason to crash
        want[i].num_groups = G / S;
        want[i].group_id = (g - F - s) / S;
    }
}

// Cuts the local size down to the largest divisors of the global size that device and kernel allow.
static void ndrange_fit_local(ndrange_space *space, cl_kernel kernel, cl_device_id device)
{
    size_t room, most[16];
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof room,
                                       &room, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, NULL));
    for (cl_uint d = 0; d < space->dims; d++) {
        size_t *local = &space->local[d];
        if (*local > most[d]) *local = most[d];
        if (*local > room) *local = room;
        while (space->global[d] % *local != 0)
            --*local;
        room /= *local;
    }
}

// "12x12" or "3,2": as many numbers as the space has dimensions.
static const char *ndrange_join(char text[64], const size_t *values, cl_uint dims, char between)
{
    int used = snprintf(text, 64, "%zu", values[0]);
    for (cl_uint d = 1; d < dims; d++)
        used += snprintf(text + used, 64 - (size_t)used, "%c%zu", between, values[d]);
    return text;
}

// A row of work-items a line, gaps between the groups.
static void ndrange_picture(ocl_report *report, const ndrange_space *space, const ndrange_ids *ids)
{
    const size_t *global = space->global, *local = space->local;
    ocl_report_print(report, "\nglobal id of the first, group:local of each");
    for (size_t y = 0; y < global[1] * global[2]; y++) {
        const ndrange_ids *item = ids + 3 * y * global[0];
        ocl_report_print(report, y > 0 && y % local[1] == 0 ? "\n\n" : "\n");
        for (cl_uint d = 0; d < space->dims; d++)
            ocl_report_print(report, "%4" PRIu64, item[d].global_id);
        for (size_t x = 0; x < global[0]; x++, item += 3) {
            ocl_report_print(report, x % local[0] ? " " : "   ");
            for (cl_uint d = 0; d < space->dims; d++)
                ocl_report_print(report, "%" PRIu64, item[d].group_id);
            ocl_report_print(report, ":");
            for (cl_uint d = 0; d < space->dims; d++)
                ocl_report_print(report, "%" PRIu64, item[d].local_id);
        }
    }
    ocl_report_print(report, "\n");
}

// Launches the kernel over the space and reports whether every work-item was told the right place.
// Gives whether the equations hold.
static ocl_result ndrange_run(const ocl_env *env, ocl_report *report, cl_kernel kernel,
                              ndrange_space *space)
{
    const cl_ulong places = space->global[0] * space->global[1] * space->global[2];
    const size_t count = 3 * places, bytes = count * sizeof(ndrange_ids);
    const size_t numbers = bytes / sizeof(uint64_t);
    const bool by_driver = space->local[0] == 0;
    ndrange_ids *ids = ocl_alloc(bytes), *want = ocl_alloc(bytes);
    cl_mem d_ids = ocl_buffer(env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_ids, &d_ids));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof places, &places));

    if (!by_driver) ndrange_fit_local(space, kernel, env->device);
    ocl_poison(env->queue, d_ids, bytes);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, space->dims, space->offset, space->global,
                                     by_driver ? NULL : space->local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_ids, CL_TRUE, 0, bytes, ids, 0, NULL, NULL));

    // What the driver chose, the first work-item knows; it has to be a divisor.
    for (size_t d = 0; by_driver && d < 3; d++) {
        const uint64_t size = ids[d].local_size;
        space->local[d] = size > 0 && space->global[d] % size == 0 ? (size_t)size : 1;
    }
    if (space->picture) ndrange_picture(report, space, ids);

    char global[64], local[64], offset[64], what[256];
    ndrange_join(global, space->global, space->dims, 'x');
    ndrange_join(local, space->local, space->dims, 'x');
    ndrange_join(offset, space->offset, space->dims, ',');
    snprintf(what, sizeof what, "%s in %s%s from %s", global, local, by_driver ? " (driver)" : "",
             offset);
    ndrange_ref(want, space);
    ocl_report_result(report, what,
                      ocl_verify_u64(what, (const uint64_t *)ids, (const uint64_t *)want, numbers));
    ndrange_equations(want, ids, count);
    ocl_result equations =
        ocl_verify_u64("equations", (const uint64_t *)ids, (const uint64_t *)want, numbers);

    OCL_CHECK(clReleaseMemObject(d_ids));
    free(want);
    free(ids);
    return equations;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "ndrange",
                              .summary = "What work-items are told of their place.",
                              .accepts = "dnVk",
                              .size_help = "work-items; 1d takes the first of them",
                              .extents = 3,
                              .variants = VARIANTS };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 330, 42, 15 } });
    ocl_env env = ocl_open(&opt);

    // Small spaces to look at, the first in 2-D like the book's figure; then the size asked for, in
    // work-groups of ours and of the driver's choice.
    const size_t *n = opt.n;
    ndrange_space spaces[] = {
        { 1, { 12, 1, 1 }, { 4, 1, 1 }, { 5, 0, 0 }, true },
        { 1, { n[0], 1, 1 }, { 256, 1, 1 }, { 0, 0, 0 }, false },
        { 1, { n[0], 1, 1 }, { 0, 0, 0 }, { 7, 0, 0 }, false },
        { 2, { 12, 12, 1 }, { 4, 4, 1 }, { 0, 0, 0 }, true },
        { 2, { 9, 4, 1 }, { 3, 2, 1 }, { 100, 20, 0 }, true },
        { 2, { n[0], n[1], 1 }, { 16, 16, 1 }, { 2, 9, 0 }, false },
        { 2, { n[0], n[1], 1 }, { 0, 0, 0 }, { 0, 0, 0 }, false },
        { 3, { 6, 4, 2 }, { 3, 2, 1 }, { 1, 2, 3 }, true },
        { 3, { n[0], n[1], n[2] }, { 6, 6, 6 }, { 0, 0, 0 }, false },
        { 3, { n[0], n[1], n[2] }, { 0, 0, 0 }, { 4, 3, 8 }, false },
    };
    enum { SPACES = sizeof spaces / sizeof spaces[0] };
    for (size_t i = 0; i < SPACES; i++) {
        if (!ocl_wants(&opt, VARIANTS[spaces[i].dims - 1])) continue;
        const double places =
            (double)spaces[i].global[0] * (double)spaces[i].global[1] * (double)spaces[i].global[2];
        const double bytes = 3.0 * sizeof(ndrange_ids) * places;
        ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);
    }

    char size[64];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "size", ndrange_join(size, n, 3, 'x'));
    cl_int err;
    cl_program program = ocl_build(&env, "ndrange.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "ndrange", &err));

    ocl_result equations = { .pass = true };
    for (size_t i = 0; i < SPACES; i++)
        if (ocl_wants(&opt, VARIANTS[spaces[i].dims - 1]))
            equations = ocl_result_both(equations, ndrange_run(&env, report, kernel, &spaces[i]));
    ocl_report_result(report, "equations (1), (2) and (3)", equations);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
