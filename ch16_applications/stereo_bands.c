// SPDX-License-Identifier: MIT
//
// stereo_bands - how far away is each thing?  Faster on a CPU: each difference is added up once.
//
// Shows   running sums: what comes into a window is added, what goes out of it is taken away; a
//         band of rows per work-item, and vectors of 16 pixels
// Uses    clCreateKernel, clSetKernelArg, clEnqueueNDRangeKernel, clEnqueueReadBuffer,
//         reqd_work_group_size
// Try     stereo_bands, stereo_bands -n 1920x1080 -V bands

#include "ocl.h"

#include "shared/scene.h"

#include <limits.h>

enum { RADIUS = 2, SHIFTS = 24 };                        // of the window, in pixels; 0 to 23
enum { PAD = 32, ROWS = 2 * RADIUS + 2, LANES = 16 };    // as in stereo_bands.cl

enum { PIXELS, BANDS };
static const char *const VARIANTS[] = { "pixels", "bands", NULL };

typedef struct {
    const ocl_env *env;
    size_t width, height;
    size_t band, bands;    // rows of a work-item; work-items
    size_t kept;           // bytes of what the bands keep
    cl_program plain, program;
    cl_mem d_shift, d_left, d_right, d_kept;
} lesson;

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

// A few bands for each core: one for each would wait for the slowest.
static lesson plan_lesson(const ocl_env *env, size_t width, size_t height)
{
    const size_t cores = (size_t)ocl_device_number(env->device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t length = ocl_round_up(width, LANES) + (size_t)2 * PAD;
    lesson l = { .env = env, .width = width, .height = height };
    l.band = ocl_divide_up(height, 4 * cores);
    l.bands = ocl_divide_up(height, l.band);
    l.kept = l.bands * (2 * ROWS + SHIFTS) * length * sizeof(cl_ushort);
    const double n = (double)width * (double)height, kept = (double)l.kept;
    ocl_require_memory(env->device, n > kept ? n : kept, 3.0 * n + kept, 24.0 * n);
    return l;
}

// Programs and buffers.  --kernel names another stereo_bands.cl, not another stereo.cl.
static void open_lesson(lesson *l, const scene *s)
{
    const size_t n = l->width * l->height;
    ocl_options no_kernel = *l->env->options;
    no_kernel.kernel = NULL;
    ocl_env others = *l->env;
    others.options = &no_kernel;
    const char *build = "-cl-std=CL1.2 -DRADIUS=%d -DSHIFTS=%d";
    l->plain = ocl_build(&others, "stereo.cl", build, (int)RADIUS, (int)SHIFTS);
    l->program = ocl_build(l->env, "stereo_bands.cl", build, (int)RADIUS, (int)SHIFTS);
    l->d_shift = ocl_buffer(l->env, CL_MEM_WRITE_ONLY, n, NULL);
    l->d_left = ocl_buffer(l->env, CL_MEM_READ_ONLY, n, s->left);
    l->d_right = ocl_buffer(l->env, CL_MEM_READ_ONLY, n, s->right);
    l->d_kept = ocl_buffer(l->env, CL_MEM_READ_WRITE, l->kept, NULL);
}

static void close_lesson(const lesson *l)
{
    OCL_CHECK(clReleaseMemObject(l->d_kept));
    OCL_CHECK(clReleaseMemObject(l->d_right));
    OCL_CHECK(clReleaseMemObject(l->d_left));
    OCL_CHECK(clReleaseMemObject(l->d_shift));
    OCL_CHECK(clReleaseProgram(l->program));
    OCL_CHECK(clReleaseProgram(l->plain));
}

// The kernel of a rung, with its arguments.
static cl_kernel kernel_of(const lesson *l, int variant)
{
    const cl_int width = (cl_int)l->width, height = (cl_int)l->height, band = (cl_int)l->band;
    cl_int err;
    cl_kernel kernel = variant == PIXELS
                           ? OCL_CREATE(clCreateKernel(l->plain, "stereo", &err))
                           : OCL_CREATE(clCreateKernel(l->program, "stereo_bands", &err));
    OCL_CHECK(clSetKernelArg(kernel, 0, sizeof l->d_shift, &l->d_shift));
    OCL_CHECK(clSetKernelArg(kernel, 1, sizeof l->d_left, &l->d_left));
    OCL_CHECK(clSetKernelArg(kernel, 2, sizeof l->d_right, &l->d_right));
    OCL_CHECK(clSetKernelArg(kernel, 3, sizeof width, &width));
    OCL_CHECK(clSetKernelArg(kernel, 4, sizeof height, &height));
    if (variant == PIXELS) return kernel;
    OCL_CHECK(clSetKernelArg(kernel, 5, sizeof band, &band));
    OCL_CHECK(clSetKernelArg(kernel, 6, sizeof l->d_kept, &l->d_kept));
    return kernel;
}

// A work-item per pixel, as in stereo; or one per band.
static void launch(const lesson *l, int variant, cl_kernel kernel, cl_event *done)
{
    size_t local[2] = { 1, 1 }, global[2] = { l->bands, 1 };
    if (variant == PIXELS) {
        ocl_local_size_2d(kernel, l->env->device, (const size_t[]){ 32, 8 }, local);
        global[0] = ocl_round_up(l->width, local[0]);
        global[1] = ocl_round_up(l->height, local[1]);
    }
    OCL_CHECK(clEnqueueNDRangeKernel(l->env->queue, kernel, 2, NULL, global, local, 0, NULL, done));
}

int main(int argc, char **argv)
{
    // Options.
    size_t pattern = OCL_PHOTO;
    const ocl_option own[] = { OCL_PATTERN_OPTION(&pattern), { .usage = NULL } };
    const ocl_about about = { .name = "stereo_bands",
                              .summary = "How far away is each thing?  By sums that run.",
                              .accepts = "dnirVks",
                              .size_help = "pixels of a picture: width x height",
                              .extents = 2,
                              .most = 1 << 18,    // rows: NVIDIA's GPUs take 65535 work-groups of 8
                              .variants = VARIANTS,
                              .own = own,
                              .seeds_more = true };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });

    // Device, scene, reference.
    ocl_env env = ocl_open(&opt);
    ocl_picture photo = ocl_input_picture(&env, pattern, "astronaut.bmp");
    const size_t n = (size_t)photo.width * photo.height;
    lesson l = plan_lesson(&env, photo.width, photo.height);
    scene s = make_scene(&photo, opt.seed);
    uint8_t *shift = ocl_alloc(n), *ref = ocl_alloc(n);
    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", l.width);
    ocl_report_count(report, "height", l.height);
    OCL_TIME_REFERENCE(report, stereo_ref(ref, &s));
    open_lesson(&l, &s);

    // The rungs: all shifts are those of plain C.
    const ocl_work work = { .amount = (double)n, .unit = "Mpixel/s" };
    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;
        cl_kernel kernel = kernel_of(&l, v);
        ocl_trial t = ocl_trial_open(&env, VARIANTS[v], l.d_shift, n);
        ocl_trial_scratch(&t, l.d_kept, l.kept);
        while (ocl_trial_next(&t))
            launch(&l, v, kernel, &t.done);
        OCL_CHECK(clEnqueueReadBuffer(env.queue, l.d_shift, CL_TRUE, 0, n, shift, 0, NULL, NULL));
        ocl_trial_report(
            &t, report, &work,
            ocl_verify_grid_u8(VARIANTS[v], shift, ref, (ocl_grid){ s.width, s.height }));
        OCL_CHECK(clReleaseKernel(kernel));
    }

    // Release, in reverse order.
    close_lesson(&l);
    ocl_close(&env);
    free(ref);
    free(shift);
    free_scene(&s);
    ocl_picture_free(&photo);
    return ocl_report_close(report);
}
