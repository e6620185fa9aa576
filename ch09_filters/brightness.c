// SPDX-License-Identifier: MIT
//
// brightness - each pixel becomes brighter or darker, and has more or less contrast.
//
// Shows   an operation on single pixels, which only memory limits; arithmetic that saturates: what
//         is too bright becomes white and does not start again at black; vectors of 16 bytes
// Uses    convert_uchar16_sat, add_sat; shared/runs.c makes the images and the buffers, and
//         launches
// Try     brightness --add 80 -o brighter.png; brightness --gain 2 --add -128 -o contrast.png
//         brightness -n 7680x4320
//         brightness --task invert -V buffer -k build/exercises/brightness_tasks.cl

#include "ocl.h"

#include "shared/runs.h"

#include <float.h>

enum { IMAGE, BUFFER, VECTOR, ADD_SAT };
static const char *const VARIANTS[] = { "image", "buffer", "vector", "add_sat", NULL };

// The first exercises: the file of --kernel has a kernel brightness_TASK for each but the first.
enum { TASK_NONE, TASK_INVERT, TASK_GREY, TASK_SWAP };
static const char *const TASKS[] = { "none", "invert", "grey", "swap", NULL };

enum { ONE = 256, MAX_GAIN = 65535, MAX_ADD = 255 };    // gains are in 256ths

// 8 bits: floor(gain * v / 256 + add + 1/2), so a tie is rounded up.
static void brightness_ref(plane *out, const plane *in, int gain, int add)
{
    const bool is_float = in->format == PLANE_FLOAT;
    const double offset = is_float ? add / 255.0 : add, most = is_float ? 1.0 : 255.0;
    for (size_t y = 0; y < in->height; y++)
        for (size_t x = 0; x < in->width; x++)
            for (size_t c = 0; c < in->channels; c++) {
                const double v = plane_at(in, (ptrdiff_t)x, (ptrdiff_t)y, c, BORDER_EDGE);
                const double made = fmin(fmax(v * gain / ONE + offset, 0.0), most);
                plane_set(out, x, y, c, c == 3 ? v : made);
            }
}

// Channel c of a pixel (red, green, blue or alpha) of the picture that a task asks for.
static double task_channel(const double rgba[4], size_t c, size_t task)
{
    if (c == 3) return rgba[3];
    if (task == TASK_INVERT) return 255.0 - rgba[c];
    if (task == TASK_SWAP) return rgba[2 - c];
    return floor((77.0 * rgba[0] + 150.0 * rgba[1] + 29.0 * rgba[2] + 128.0) / 256.0);
}

static void task_ref(plane *out, const plane *in, size_t task)
{
    for (size_t y = 0; y < in->height; y++)
        for (size_t x = 0; x < in->width; x++) {
            double rgba[4];
            for (size_t c = 0; c < 4; c++)
                rgba[c] = plane_at(in, (ptrdiff_t)x, (ptrdiff_t)y, c, BORDER_EDGE);
            for (size_t c = 0; c < 4; c++)
                plane_set(out, x, y, c, task_channel(rgba, c, task));
        }
}

// The vectors are of bytes; add_sat has no gain; the exercises' kernels are like that of `buffer`.
static bool can_run(filter_job *j, int variant, int gain, size_t task)
{
    if (!ocl_wants(j->env->options, VARIANTS[variant])) return false;
    const char *why = NULL;
    if (variant >= VECTOR && j->in.format == PLANE_FLOAT) why = "it has 8-bit pixels only";
    if (variant == ADD_SAT && gain != ONE) why = "it has no --gain";
    if (variant != BUFFER && task != TASK_NONE) why = "it has no --task";
    if (why) filter_leave_out(j, VARIANTS[variant], OCL_EXIT_USAGE, why);
    return !why;
}

// Pictures in buffers.  buffer: one work-item per pixel.  vector, add_sat: one per 16 bytes.
static void run_buffer(filter_job *j, cl_program program, int variant, size_t task)
{
    char name[32];
    snprintf(name, sizeof name, "brightness_%s",
             task == TASK_NONE ? VARIANTS[variant] : TASKS[task]);
    filter_run_buffer(j, program, name, VARIANTS[variant],
                      variant == BUFFER ? 1 : 16 / j->in.pixel_bytes);
}

int main(int argc, char **argv)
{
    double gain = 1.0, add = 40.0;
    size_t task = TASK_NONE;
    const ocl_option own[] = { { .usage = "-g, --gain G: factor of all channels, 0 to 255",
                                 .real = &gain },
                               { .usage = "-a, --add A: what is added, -255 to 255", .real = &add },
                               { .usage = "-t, --task TASK: the exercise that --kernel answers",
                                 .choice = &task,
                                 .choices = TASKS },
                               { .usage = NULL } };
    ocl_about about = { .name = "brightness",
                        .summary = "Makes a picture brighter or darker, and changes its contrast.",
                        .variants = VARIANTS,
                        .own = own };
    const filter_settings settings = filter_parse(argc, argv, &about, FILTER_POINTS);
    const int gain_256ths = (int)lround(fmin(fmax(gain, -1.0), 1000.0) * ONE);
    if (gain_256ths < 0 || gain_256ths > MAX_GAIN)
        ocl_exit(OCL_EXIT_USAGE, "--gain %.15g: give a number from 0 to 255", gain);
    if (!(fabs(add) <= MAX_ADD) || add != rint(add))
        ocl_exit(OCL_EXIT_USAGE, "--add %.15g: give an integer from -255 to 255", add);
    if (task != TASK_NONE && settings.format != PLANE_RGBA)
        ocl_exit(OCL_EXIT_USAGE, "--task has --format rgba only");
    if (task != TASK_NONE && !settings.options.kernel)
        ocl_exit(OCL_EXIT_USAGE, "--task needs a kernel file: add --kernel "
                                 "build/exercises/brightness_tasks.cl");

    ocl_env env = ocl_open(&settings.options);
    filter_job job = filter_open(&env, &settings);
    // Floats of at most 1: the product errs by gain * 2^-24, the sum by (gain + 1) * 2^-24, and
    // add / 255 and the reference by half of 2^-24 each.
    job.bound = (gain + 1.0) * FLT_EPSILON;
    if (task == TASK_NONE) {
        ocl_report_real(job.report, "gain", gain_256ths / (double)ONE);
        ocl_report_real(job.report, "add", add);
        OCL_TIME_REFERENCE(job.report, brightness_ref(&job.ref, &job.in, gain_256ths, (int)add));
    } else {
        ocl_report_text(job.report, "task", TASKS[task]);
        OCL_TIME_REFERENCE(job.report, task_ref(&job.ref, &job.in, task));
    }

    char macros[256];
    cl_program program = ocl_build(&env, "brightness.cl", "%s -DGAIN=%d -DADD=%d",
                                   filter_build_options(macros, &settings), gain_256ths, (int)add);
    if (can_run(&job, IMAGE, gain_256ths, task))    // one work-item per pixel
        filter_run_image(&job, program, "brightness_image");
    for (int v = BUFFER; v <= ADD_SAT; v++)
        if (can_run(&job, v, gain_256ths, task)) run_buffer(&job, program, v, task);

    OCL_CHECK(clReleaseProgram(program));
    ocl_close(&env);
    return filter_close(&job);
}
