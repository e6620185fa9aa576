// SPDX-License-Identifier: MIT
//
// ndrange - a rectangle of work-items in work-groups, and what each work-item knows of its place.
//
// Shows   global id, group id and local id, in two dimensions, in a picture; the host chooses how
//         many work-items there are, and how many belong to a work-group
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     ndrange -n 12x1, ndrange -n 7x9, and -k with your own copy of ndrange.cl

#include "ocl.h"

enum { DRAWN = 16 };    // work-items along x and y that are drawn

// What a work-item knows of its place.  ndrange.cl has the same struct.
typedef struct {
    cl_uint group_x, group_y;    // its work-group
    cl_uint local_x, local_y;    // its place in the work-group
} place;

// The answer in plain C: the group id is the quotient, the local id the remainder.
static void ndrange_ref(place *ref, const size_t global[2], const size_t local[2])
{
    for (size_t y = 0; y < global[1]; y++)
        for (size_t x = 0; x < global[0]; x++)
            ref[y * global[0] + x] = (place){ (cl_uint)(x / local[0]), (cl_uint)(y / local[1]),
                                              (cl_uint)(x % local[0]), (cl_uint)(y % local[1]) };
}

// Draws each work-item as "group:local", x before y, with gaps between the work-groups.  A number
// is one hexadecimal digit.  A place that no work-item has written is drawn as "--:--".
static void draw(ocl_report *report, const place *places, const size_t global[2],
                 const size_t local[2])
{
    for (size_t y = 0; y < ocl_smaller(global[1], DRAWN); y++) {
        ocl_report_print(report, y % local[1] == 0 ? "\n\n  y %2zu  " : "\n  y %2zu  ", y);
        for (size_t x = 0; x < ocl_smaller(global[0], DRAWN); x++) {
            const place p = places[y * global[0] + x];
            ocl_report_print(report, x % local[0] == 0 ? "  " : " ");
            if (p.group_x == UINT32_MAX)
                ocl_report_print(report, "--:--");
            else
                ocl_report_print(report, "%x%x:%x%x", p.group_x, p.group_y, p.local_x, p.local_y);
        }
    }
    ocl_report_print(report, "\n");
}

int main(int argc, char **argv)
{
    // Options.
    const ocl_about about = { .name = "ndrange",
                              .summary = "What each work-item knows of its place.",
                              .accepts = "dnk",
                              .size_help = "work-items along x and y",
                              .extents = 2 };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .n = { 12, 6 } });
    const size_t global[2] = { opt.n[0], opt.n[1] };

    // Device, kernel.
    ocl_env env = ocl_open(&opt);
    const double need = (double)sizeof(place) * (double)global[0] * (double)global[1];
    ocl_require_memory(env.device, need, need, 2.0 * need);
    const size_t count = global[0] * global[1], bytes = count * sizeof(place);
    cl_program program = ocl_build(&env, "ndrange.cl", "-cl-std=CL1.2");
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "ndrange", &err));

    // Work-groups of 4 x 2 work-items, or fewer: they must fill the rectangle exactly.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (size_t[]){ 4, 2 }, local);
    for (int d = 0; d < 2; d++)
        while (global[d] % local[d] != 0)
            local[d]--;

    // Reference.
    place *places = ocl_alloc(bytes), *ref = ocl_alloc(bytes);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", global[0]);
    ocl_report_count(report, "height", global[1]);
    ocl_report_count(report, "group width", local[0]);
    ocl_report_count(report, "group height", local[1]);
    ndrange_ref(ref, global, local);

    // Buffer and argument.
    cl_mem d_places = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_places, &d_places));

    // Launch: two dimensions, so many work-items, so many of them in a work-group.
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_places, CL_TRUE, 0, bytes, places, 0, NULL, NULL));
    draw(report, places, global, local);

    // Verify.  Whole numbers: each is exactly that of plain C.
    ocl_report_result(report, "places",
                      ocl_verify_u32("places", &places->group_x, &ref->group_x, 4 * count));

    // Release, in reverse order.
    OCL_CHECK(clReleaseMemObject(d_places));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(places);
    return ocl_report_close(report);
}
