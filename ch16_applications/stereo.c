// SPDX-License-Identifier: MIT
//
// stereo - how far away is each thing?  Two pictures, from two places, show it.
//
// Shows   a search in each work-item: the best of several shifts; an answer that is known from
//         elsewhere, because the program has made the scene itself
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer
// Try     stereo -o depth.png, stereo -i data/chelsea.bmp -o depth.png

#include "ocl.h"

#include "shared/scene.h"

#include <limits.h>

enum { RADIUS = 2, SHIFTS = 24 };    // of the window, in pixels; 0 to 23 are tried

static int pixel_at(const uint8_t *in, const scene *s, ptrdiff_t x, ptrdiff_t y)
{
    const ptrdiff_t right = (ptrdiff_t)s->width - 1, bottom = (ptrdiff_t)s->height - 1;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    return in[y * (right + 1) + x];
}

// The answer in plain C.
static void stereo_ref(uint8_t *shift, const scene *s)
{
    for (ptrdiff_t y = 0; y < (ptrdiff_t)s->height; y++)
        for (ptrdiff_t x = 0; x < (ptrdiff_t)s->width; x++) {
            int best = 0, least = INT_MAX;
            for (int d = 0; d < SHIFTS; d++) {
                int sum = 0;
                for (ptrdiff_t j = y - RADIUS; j <= y + RADIUS; j++)
                    for (ptrdiff_t i = x - RADIUS; i <= x + RADIUS; i++)
                        sum += abs(pixel_at(s->left, s, i, j) - pixel_at(s->right, s, i - d, j));
                if (sum < least) least = sum, best = d;
            }
            *shift++ = (uint8_t)best;
        }
}

// Whether the whole window of a pixel is in both pictures, and at one distance: then the right
// shift has no difference at all, and must be found.
static bool is_certain(const scene *s, size_t x, size_t y)
{
    if (x < RADIUS || y < RADIUS || x + RADIUS >= s->width || y + RADIUS >= s->height) return false;
    for (size_t j = y - RADIUS; j <= y + RADIUS; j++)
        for (size_t i = x - RADIUS; i <= x + RADIUS; i++)
            if (!s->in_sight[j * s->width + i] ||
                s->shift[j * s->width + i] != s->shift[y * s->width + x])
                return false;
    return true;
}

// A file with the left picture, the right one, and what was found: bright is near.
static void output_scene(const scene *s, const uint8_t *shift, const char *path)
{
    ocl_picture all;
    ocl_message why;
    if (!ocl_picture_alloc(&all, 3 * s->width, s->height, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    uint8_t *next = all.rgba;
    for (size_t y = 0; y < s->height; y++)
        for (size_t k = 0; k < 3; k++)
            for (size_t x = 0; x < s->width; x++, next += 4) {
                const size_t at = y * s->width + x;
                memset(next, k == 0 ? s->left[at] : k == 1 ? s->right[at] : 10 * shift[at], 3);
                next[3] = 255;
            }
    ocl_output_picture(&all, path);
    ocl_picture_free(&all);
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "stereo",
                              .summary = "How far away is each thing?  Two pictures show it.",
                              .accepts = "dnioks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .own = own,
                              .writes = OCL_PICTURE_FILE,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .seed = 1 });

    // Device, scene, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture photo = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)photo.width * photo.height;
    ocl_require_memory(env.device, (double)n, 3.0 * (double)n, 24.0 * (double)n);
    scene s = make_scene(&photo, opt.seed);
    uint8_t *shift = ocl_alloc(n), *ref = ocl_alloc(n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", photo.width);
    ocl_report_count(report, "height", photo.height);
    OCL_TIME_REFERENCE(report, stereo_ref(ref, &s));

    // Program and buffers.
    cl_program program = ocl_build(&env, "stereo.cl", "-cl-std=CL1.2 -DRADIUS=%d -DSHIFTS=%d",
                                   (int)RADIUS, (int)SHIFTS);
    cl_mem d_shift = ocl_buffer(&env, CL_MEM_WRITE_ONLY, n, NULL);
    cl_mem d_left = ocl_buffer(&env, CL_MEM_READ_ONLY, n, s.left);
    cl_mem d_right = ocl_buffer(&env, CL_MEM_READ_ONLY, n, s.right);

    // Arguments.
    cl_int err;
    cl_kernel kernel = OCL_CREATE(clCreateKernel(program, "stereo", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_shift, &d_shift));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_left, &d_left));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof d_right, &d_right));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof(cl_int), &(cl_int){ (cl_int)photo.width }));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof(cl_int), &(cl_int){ (cl_int)photo.height }));

    // Launch, a work-item per pixel, and read.
    size_t local[2];
    ocl_local_size_2d(kernel, env.device, (const size_t[]){ 32, 8 }, local);
    const size_t global[2] = { ocl_round_up(s.width, local[0]), ocl_round_up(s.height, local[1]) };
    cl_event done;
    OCL_CHECK(clEnqueueNDRangeKernel(env.queue, kernel, 2, NULL, global, local, 0, NULL, &done));
    OCL_CHECK(clEnqueueReadBuffer(env.queue, d_shift, CL_TRUE, 0, n, shift, 0, NULL, NULL));

    // How much of the scene was found?
    uint8_t *found = ocl_alloc(n), *certain = ocl_alloc(n);
    size_t count = 0, right = 0;
    for (size_t i = 0; i < n; i++) {
        right += shift[i] == s.shift[i];
        if (!is_certain(&s, i % s.width, i / s.width)) continue;
        found[count] = shift[i];
        certain[count++] = s.shift[i];
    }
    ocl_report_kernel(report, "kernel", &done, 1);
    ocl_report_note(report, "%.1f %% of all pixels have the shift of the scene",
                    100.0 * (double)right / (double)n);
    if (opt.output != NULL) output_scene(&s, shift, opt.output);

    // Verify: all shifts are those of plain C, and those that are certain are those of the scene.
    ocl_report_result(report, "shifts",
                      ocl_verify_grid_u8("shifts", shift, ref, (ocl_grid){ s.width, s.height }));
    if (count > 0)
        ocl_report_result(report, "scene", ocl_verify_bytes("scene", found, certain, count));

    // Release, in reverse order.
    free(certain);
    free(found);
    OCL_CHECK(clReleaseEvent(done));
    OCL_CHECK(clReleaseKernel(kernel));
    OCL_CHECK(clReleaseMemObject(d_right));
    OCL_CHECK(clReleaseMemObject(d_left));
    OCL_CHECK(clReleaseMemObject(d_shift));
    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    free(ref);
    free(shift);
    free_scene(&s);
    ocl_picture_free(&photo);
    return ocl_report_close(report);
}
