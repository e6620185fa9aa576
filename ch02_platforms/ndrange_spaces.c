// SPDX-License-Identifier: MIT
//
// ndrange_spaces - index spaces of one to three dimensions, and what each work-item finds out about
// its place.
//
// Shows   global, local and group ids, with and without an offset, in a picture and in equations:
//             (1) g = F + w * S + s    (2) W = G / S    (3) w = (g - F - s) / S
//         g, s, w: global, local and group id; G, S: global and local size; W: groups; F: offset
// Uses    clEnqueueNDRangeKernel with and without offset and local size, clGetKernelWorkGroupInfo
// Try     ndrange_spaces -V 2d, ndrange_spaces -n 12x20x3
//         ndrange_spaces -n 17 (how can 17 work-items be grouped?)

#include "ocl.h"

#include "ndrange_spaces/space.h"

static const char *const VARIANTS[] = { "1d", "2d", "3d", NULL };

// ids[item][dimension], items along x first.  An item's index in the space gives its ids: the group
// id is the quotient by the local size, the local id the remainder.
static void ndrange_spaces_ref(space_ids *ids, const space *s)
{
    const size_t *global = s->global, *local = s->local;
    for (size_t item = 0; item < space_items(s); item++) {
        const size_t index[] = { item % global[0], item / global[0] % global[1],
                                 item / global[0] / global[1] };
        for (size_t d = 0; d < 3; d++)
            ids[3 * item + d] = (space_ids){ .global_id = s->offset[d] + index[d],
                                             .local_id = index[d] % local[d],
                                             .group_id = index[d] / local[d],
                                             .num_groups = global[d] / local[d],
                                             .global_size = global[d],
                                             .local_size = local[d],
                                             .global_offset = s->offset[d],
                                             .work_dim = s->dims };
    }
}

// The left sides of the three equations, computed from the device's own answers.
static void apply_equations(space_ids *ref, const space_ids *ids, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t g = ids[i].global_id, s = ids[i].local_id, w = ids[i].group_id;
        const uint64_t G = ids[i].global_size, S = ids[i].local_size, F = ids[i].global_offset;
        ref[i] = ids[i];
        ref[i].global_id = F + w * S + s;
        if (S == 0) continue;    // a wrong answer, which must not crash the host
        ref[i].num_groups = G / S;
        ref[i].group_id = (g - F - s) / S;
    }
}

static ocl_result compare(const char *what, const space_ids *got, const space_ids *ref,
                          size_t count)
{
    return ocl_verify_u64(what, (const uint64_t *)got, (const uint64_t *)ref,
                          count * sizeof *got / sizeof(uint64_t));
}

// Before OpenCL 2.0 the local size must divide the global size.  In each dimension this takes the
// largest divisor that is at most the local size and that device and kernel allow.
static void fit_local(space *s, cl_kernel kernel, cl_device_id device)
{
    size_t room, most[16];    // work-items that are left for a group; most in each dimension
    OCL_CHECK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof room,
                                       &room, NULL));
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof most, most, NULL));
    for (cl_uint d = 0; d < s->dims; d++) {
        size_t *local = &s->local[d];
        if (*local > most[d]) *local = most[d];
        if (*local > room) *local = room;
        while (s->global[d] % *local != 0)
            --*local;
        room /= *local;
    }
}

// The local size that the driver chose is known to the work-items.  1 if it is not a divisor.
static void learn_local(space *s, const space_ids *ids)
{
    for (size_t d = 0; d < 3; d++) {
        const uint64_t size = ids[d].local_size;
        s->local[d] = size > 0 && s->global[d] % size == 0 ? (size_t)size : 1;
    }
}

// Launches the kernel over the space and reports whether each work-item got the right ids.  Gives
// whether the equations hold.
static ocl_result run_space(const ocl_env *env, ocl_report *report, cl_kernel kernel, space *s)
{
    const size_t items = space_items(s);
    const size_t count = 3 * items, bytes = count * sizeof(space_ids);
    space_ids *ids = ocl_alloc(bytes);
    space_ids *ref = ocl_alloc(bytes);
    cl_int err;
    cl_mem d_ids = OCL_CREATE(clCreateBuffer(env->context, CL_MEM_WRITE_ONLY, bytes, NULL, &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_ids, &d_ids));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof(cl_ulong), &(cl_ulong){ items }));
    ocl_poison_run(env->queue, d_ids, bytes, 0);

    // NULL for the local size leaves the choice to the driver.
    const bool by_driver = s->local[0] == 0;
    if (!by_driver) fit_local(s, kernel, env->device);
    OCL_CHECK(clEnqueueNDRangeKernel(env->queue, kernel, s->dims, s->offset, s->global,
                                     by_driver ? NULL : s->local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_ids, CL_TRUE, 0, bytes, ids, 0, NULL, NULL));
    if (by_driver) learn_local(s, ids);
    if (s->picture) space_draw(report, s, ids);

    char label[LABEL_BYTES];
    space_label(label, s, by_driver);
    ndrange_spaces_ref(ref, s);
    ocl_report_result(report, label, compare(label, ids, ref, count));
    apply_equations(ref, ids, count);
    ocl_result equations = compare("equations", ids, ref, count);

    OCL_CHECK(clReleaseMemObject(d_ids));
    free(ref);
    free(ids);
    return equations;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "ndrange_spaces",
                              .summary = "What each work-item finds out about its place.",
                              .accepts = "dnVk",
                              .size_help = "work-items; 1d takes the first number",
                              .extents = 3,
                              .variants = VARIANTS };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 330, 42, 15 } });
    ocl_env env = ocl_open(&opt);

    space spaces[SPACES];
    space_list(spaces, opt.n);
    cl_uint dims = 0;    // of the last wanted space, which has the most
    for (size_t i = 0; i < SPACES; i++) {
        if (!ocl_wants(&opt, VARIANTS[spaces[i].dims - 1])) continue;
        dims = spaces[i].dims;
        const size_t *global = spaces[i].global;
        const double items = (double)global[0] * (double)global[1] * (double)global[2];
        const double bytes = 3.0 * sizeof(space_ids) * items;
        ocl_require_memory(env.device, bytes, bytes, 2.0 * bytes);
    }

    char size[LABEL_BYTES] = "";
    space_append(size, opt.n, dims, 'x');
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_text(report, "size", size);
    cl_int err;
    cl_program program = ocl_build(&env, "ndrange_spaces.cl", "-cl-std=CL1.2");
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "ndrange_spaces", &err));

    ocl_result equations = { .pass = true };
    for (size_t i = 0; i < SPACES; i++)
        if (ocl_wants(&opt, VARIANTS[spaces[i].dims - 1]))
            equations = ocl_result_both(equations, run_space(&env, report, kernel, &spaces[i]));
    ocl_report_result(report, "equations (1), (2) and (3)", equations);

    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return ocl_report_close(report);
}
