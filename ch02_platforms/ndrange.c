// SPDX-License-Identifier: MIT
//
// ndrange - index spaces of one, two and three dimensions, and what each work-item is told about its place.
//
// Shows   global, local and group ids with and without an offset, as a picture and as equations:
//             (1) g = F + w * S + s    (2) W = G / S    (3) w = (g - F - s) / S
//         g, s, w: global, local and group id; G, S: global and local size; W: groups; F: offset
// Uses    clEnqueueNDRangeKernel with and without offset and local size; get_global_id and its kin
// Try     ndrange -V 2d, ndrange -n 12x20x3, ndrange -n 17 (what do the groups of a prime look like?)

#include "ocl.h"

#include <inttypes.h>

static const char *const VARIANTS[] = { "1d", "2d", "3d", NULL };

// What the kernel writes, in its order: three dimensions of each function, but one work_dim.
enum {
    GLOBAL_ID,
    LOCAL_ID,
    GROUP_ID,
    NUM_GROUPS,
    GLOBAL_SIZE,
    LOCAL_SIZE,
    GLOBAL_OFFSET,
    WORK_DIM
};
enum { ROWS = 3 * WORK_DIM + 1 };

// An index space.  Past its dimensions, sizes are 1 and offsets 0.
typedef struct {
    cl_uint dims;
    size_t global[3], local[3], offset[3];    // local 0: the driver chooses
    bool picture;
} ndrange_space;

static size_t places_of(const ndrange_space *space)
{
    return space->global[0] * space->global[1] * space->global[2];
}

// As double, for a product of sizes that a size_t cannot hold must be refused, too.
static void require_memory(const ndrange_space *space, cl_device_id device)
{
    double places = (double)space->global[0] * (double)space->global[1] * (double)space->global[2];
    double bytes = ROWS * sizeof(cl_ulong) * places;
    ocl_require_memory(device, bytes, bytes, 2.0 * bytes);
}

// Walks through the space; a work-item's group and local id are quotient and remainder of its index.
static void ndrange_ref(uint64_t *ids, const ndrange_space *space)
{
    const size_t places = places_of(space), function = 3 * places;
    const size_t *global = space->global, *local = space->local;
    for (size_t place = 0; place < places; place++) {
        const size_t index[] = { place % global[0], place / global[0] % global[1],
                                 place / global[0] / global[1] };
        for (size_t d = 0; d < 3; d++) {
            uint64_t *at = ids + d * places + place;
            at[GLOBAL_ID * function] = space->offset[d] + index[d];
            at[LOCAL_ID * function] = index[d] % local[d];
            at[GROUP_ID * function] = index[d] / local[d];
            at[NUM_GROUPS * function] = global[d] / local[d];
            at[GLOBAL_SIZE * function] = global[d];
            at[LOCAL_SIZE * function] = local[d];
            at[GLOBAL_OFFSET * function] = space->offset[d];
        }
        ids[WORK_DIM * function + place] = space->dims;
    }
}

// The right-hand side of an equation for element i of each function's `count` values.
static uint64_t right_side(int equation, const uint64_t *ids, size_t count, size_t i)
{
    uint64_t g = ids[GLOBAL_ID * count + i], s = ids[LOCAL_ID * count + i];
    uint64_t w = ids[GROUP_ID * count + i], G = ids[GLOBAL_SIZE * count + i];
    uint64_t S = ids[LOCAL_SIZE * count + i], F = ids[GLOBAL_OFFSET * count + i];
    if (equation == 1) return F + w * S + s;
    if (S == 0) return UINT64_MAX;    // a wrong answer must not end in a division by 0
    return equation == 2 ? G / S : (g - F - s) / S;
}

// The equations hold among the device's own answers, whatever the reference says.  Adds to `checks`.
static void check_equations(ocl_check checks[3], const uint64_t *ids, uint64_t *right,
                            size_t places)
{
    static const char *const names[] = { "global id", "number of groups", "group id" };
    static const size_t left[] = { GLOBAL_ID, NUM_GROUPS, GROUP_ID };
    const size_t count = 3 * places;
    for (int e = 0; e < 3; e++) {
        for (size_t i = 0; i < count; i++)
            right[i] = right_side(e + 1, ids, count, i);
        checks[e] = ocl_check_both(checks[e],
                                   ocl_verify_u64(names[e], ids + left[e] * count, right, count));
    }
}

// Cuts the local size down to the largest divisors of the global size that device and kernel allow.
static void fit_local(ndrange_space *space, cl_kernel kernel, cl_device_id device)
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

// --- text

// "12x12" or "3,2": as many numbers as the space has dimensions.
static const char *join(char text[64], const size_t *values, cl_uint dims, char between)
{
    int used = snprintf(text, 64, "%zu", values[0]);
    for (cl_uint d = 1; d < dims; d++)
        used += snprintf(text + used, 64 - (size_t)used, "%c%zu", between, values[d]);
    return text;
}

// An id of the work-item at a place, its dimensions side by side.
static void print_id(ocl_report *report, const ndrange_space *space, const uint64_t *id,
                     size_t place)
{
    for (cl_uint d = 0; d < space->dims; d++)
        ocl_report_print(report, "%" PRIu64, id[d * places_of(space) + place]);
}

// A row of work-items a line, gaps between the groups.
static void print_picture(ocl_report *report, const ndrange_space *space, const uint64_t *ids)
{
    const size_t *local = space->local, places = places_of(space), width = space->global[0];
    ocl_report_print(report, "\nglobal id of the first, group:local of each\n");
    for (size_t place = 0; place < places; place++) {
        size_t x = place % width, y = place / width % space->global[1], first[3];
        if (x == 0) {
            char label[64];
            for (size_t d = 0; d < 3; d++)
                first[d] = (size_t)ids[(3 * GLOBAL_ID + d) * places + place];
            ocl_report_print(report, "%s%-8s", place > 0 && y % local[1] == 0 ? "\n" : "",
                             join(label, first, space->dims, ','));
        }
        ocl_report_print(report, x % local[0] ? " " : "   ");
        print_id(report, space, ids + 3 * GROUP_ID * places, place);
        ocl_report_print(report, ":");
        print_id(report, space, ids + 3 * LOCAL_ID * places, place);
        if (x == width - 1) ocl_report_print(report, "\n");
    }
}

// --- launch

// All ids of all work-items of one launch, against the reference and against the equations.
static void ndrange_run(const ocl_env *env, ocl_report *report, cl_kernel kernel,
                        ndrange_space *space, ocl_check equations[3])
{
    const size_t places = places_of(space), bytes = ROWS * places * sizeof(cl_ulong);
    const bool by_driver = space->local[0] == 0;
    const cl_ulong places_arg = places;
    cl_int err;
    cl_mem d_ids = clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, bytes, NULL, &err);
    OCL_CHECK(err);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_ids, &d_ids));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof places_arg, &places_arg));

    uint64_t *ids = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    if (!by_driver) fit_local(space, kernel, env->device);
    ocl_poison(env->queue, d_ids, bytes);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, space->dims, space->offset, space->global,
                                     by_driver ? NULL : space->local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_ids, CL_TRUE, 0, bytes, ids, 0, NULL, NULL));

    // What the driver chose, the first work-item knows; it has to be a divisor.
    for (size_t d = 0; by_driver && d < 3; d++) {
        uint64_t size = ids[(3 * LOCAL_SIZE + d) * places];
        space->local[d] = size > 0 && space->global[d] % size == 0 ? (size_t)size : 1;
    }
    ndrange_ref(ref, space);
    if (space->picture) print_picture(report, space, ids);
    char global[64], local[64], offset[64], what[256];
    join(global, space->global, space->dims, 'x');
    join(local, space->local, space->dims, 'x');
    join(offset, space->offset, space->dims, ',');
    snprintf(what, sizeof what, "%s in %s%s from %s", global, local, by_driver ? " (driver)" : "",
             offset);
    ocl_report_check(report, what, ocl_verify_u64(what, ids, ref, ROWS * places));
    check_equations(equations, ids, ref, places);
    json_array_append_new(json_object_get(ocl_report_details(report), "launches"),
                          json_pack("{s:s, s:s, s:s, s:b}", "global", global, "local", local,
                                    "offset", offset, "local_by_driver", by_driver));

    free(ref);
    free(ids);
    OCL_CHECK(clReleaseMemObject(d_ids));
}

int main(int argc, char **argv)
{
    const ocl_program program_facts = { .name = "ndrange",
                                        .summary = "What work-items are told of their place.",
                                        .accepts = "dnVk",
                                        .size_help = "work-items; 1d takes the first of them",
                                        .extents = 3,
                                        .variants = VARIANTS };
    const ocl_options opt =
        ocl_parse(argc, argv, &program_facts, (ocl_options){ .n = { 330, 42, 15 } });
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
    for (size_t i = 0; i < SPACES; i++)
        if (ocl_wants(&opt, VARIANTS[spaces[i].dims - 1])) require_memory(&spaces[i], env.device);

    char size[64];
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "size", join(size, n, 3, 'x'));
    json_object_set_new(ocl_report_details(report), "launches", json_array());
    cl_int err;
    cl_program program = ocl_build(&env, "ndrange.cl", "-cl-std=CL1.2");
    cl_kernel kernel = clCreateKernel(program, "ndrange", &err);
    OCL_CHECK(err);

    ocl_check equations[3] = { { .pass = true }, { .pass = true }, { .pass = true } };
    for (size_t i = 0; i < SPACES; i++)
        if (ocl_wants(&opt, VARIANTS[spaces[i].dims - 1]))
            ndrange_run(&env, report, kernel, &spaces[i], equations);
    ocl_report_check(report, "(1) g = F + w * S + s", equations[0]);
    ocl_report_check(report, "(2) W = G / S", equations[1]);
    ocl_report_check(report, "(3) w = (g - F - s) / S", equations[2]);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
