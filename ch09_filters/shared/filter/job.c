// SPDX-License-Identifier: MIT

#include "job.h"

enum { MAX_OWN = 4 };

static const char *const FORMATS[] = { "rgba", "grey", "float", NULL };
static const char *const BORDERS[] = { "edge", "reflect", "zero", NULL };
static const char PHOTO[] = "astronaut.bmp";    // in data/

filter_settings filter_parse(int argc, char **argv, ocl_about *about, filter_kind kind)
{
    filter_settings s = { .kind = kind, .window = 3 };
    ocl_option own[MAX_OWN + 5] = {
        { .usage = "-f, --format FORMAT: of the picture on the device",
          .choice = &s.format,
          .choices = FORMATS },
        OCL_PATTERN_OPTION(&s.pattern),
    };
    size_t count = 2;
    if (kind != FILTER_POINTS)
        own[count++] = (ocl_option){ .usage = "-b, --border BORDER: what lies outside the picture",
                                     .choice = &s.border,
                                     .choices = BORDERS };
    if (kind == FILTER_WINDOWS)
        own[count++] = (ocl_option){ .usage = "-w, --window N: side of the window, 3, 5, ... 31",
                                     .count = &s.window };
    for (const ocl_option *more = about->own; more && more->usage; more++)
        own[count++] = *more;
    about->own = own;
    about->accepts = "dniorVks";
    about->writes = OCL_PICTURE_FILE;
    about->size_help = "pixels: make a picture of this size, read none";
    about->extents = 2;
    s.options = ocl_parse(argc, argv, about, (ocl_options){ .repeat = 10, .seed = 1 });
    about->own = NULL;    // it ends with this function
    if (s.window % 2 == 0 || s.window < 3 || s.window > MAX_WINDOW)
        ocl_exit(OCL_EXIT_USAGE, "--window %zu: give an odd number from 3 to %d", s.window,
                 MAX_WINDOW);
    return s;
}

plane filter_input(const ocl_env *env, const filter_settings *settings, size_t copies)
{
    ocl_picture picture = ocl_input_picture(env, settings->pattern, PHOTO);
    plane in = plane_from_picture(&picture, (plane_format)settings->format);
    ocl_picture_free(&picture);
    const double rows = (double)filter_rows(&in).bytes;
    ocl_require_memory(env->device, rows, 2.0 * rows, (double)(copies * plane_bytes(&in)));
    return in;
}

filter_rows_layout filter_rows(const plane *p)
{
    filter_rows_layout rows = { .margin = ROW_ALIGNMENT };
    rows.pitch = ocl_round_up(p->width * p->pixel_bytes, ROW_ALIGNMENT);
    rows.bytes = rows.pitch * p->height + 2 * rows.margin;
    return rows;
}

const char *filter_build_options(char text[256], const filter_settings *settings)
{
    snprintf(text, 256, "-DFORMAT=%zu -DBORDER=%zu -DWINDOW=%zu", settings->format,
             settings->border, settings->window);
    return text;
}

ocl_report *filter_report(const ocl_env *env, const filter_settings *settings, const plane *in)
{
    ocl_report *report = ocl_report_open(&settings->options, env->device);
    ocl_report_count(report, "width", in->width);
    ocl_report_count(report, "height", in->height);
    ocl_report_text(report, "format", FORMATS[settings->format]);
    if (settings->kind != FILTER_POINTS)
        ocl_report_text(report, "border", BORDERS[settings->border]);
    if (settings->kind == FILTER_WINDOWS) ocl_report_count(report, "window", settings->window);
    return report;
}

// --- the job

// Copies of the picture on the host: in, out, ref, and a reference may need four bytes per byte.
enum { COPIES = 7 };

// The largest window with which all variants end in a second or two on a CPU, default picture.
enum { LIGHT_WINDOW = 7 };

// Work-items of a work-group.  NVIDIA's GPUs take at most MAX_GROUPS groups in dimension 1.
enum { GROUP_WIDTH = 32, GROUP_HEIGHT = 8, STRIPS_HEIGHT = 4, MAX_GROUPS = 65535 };
enum { MANY_ROWS = 8 };    // of a strip

// Rows that are prefetched: so many that the memory is ready in time, and so few bytes that they
// stay in the second-level cache.
enum { MIN_AHEAD = 2, MAX_AHEAD = 8, AHEAD_BYTES = 1 << 17 };

// PTX has min.u16x2 and max.u16x2 since its version 8.0, which is part of CUDA 12.0 with driver
// 525, and on GPUs of compute capability 9.0 and later.
enum { HALVES_DRIVER = 525, HALVES_CAPABILITY = 9 };

filter_job filter_open(const ocl_env *env, const filter_settings *settings)
{
    filter_job job = { .env = env, .settings = settings, .pace = ocl_pace_open(env) };
    job.pace.heavy = settings->window > LIGHT_WINDOW;
    job.in = filter_input(env, settings, COPIES);
    job.out = plane_like(&job.in);
    job.ref = plane_like(&job.in);
    job.report = filter_report(env, settings, &job.in);
    return job;
}

void filter_leave_out(filter_job *job, const char *variant, int status, const char *why)
{
    if (!ocl_wants(&job->settings->options, "all")) ocl_exit(status, "%s: %s", variant, why);
    ocl_report_note(job->report, "%s is left out: %s", variant, why);
}

bool filter_has_images(filter_job *job, const char *variant)
{
    const ocl_env *env = job->env;
    const size_t extents[] = { job->in.width, job->in.height };
    const cl_image_format out = plane_image_format(&job->out), in = plane_image_format(&job->in);
    const char *why = NULL;
    if (!ocl_wants(env->options, "all")) ocl_require_image_2d(env->device, extents);
    if (!ocl_has_image_format(env, CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, out) ||
        !ocl_has_image_format(env, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, in))
        why = "the device has no images of this format";
    else if (!ocl_fits_image_2d(env->device, extents))
        why = "the device has no images of this size (device_attributes shows its limits)";
    else if (job->settings->border == BORDER_REFLECT &&
             ocl_known_fault(env->device, "sizes of images that are sampled"))
        why = "this driver crashes on it with --border reflect";
    if (why) filter_leave_out(job, variant, OCL_EXIT_SKIP, why);
    return !why;
}

bool filter_wants_3x3(filter_job *job, const char *variant)
{
    if (!ocl_wants(&job->settings->options, variant)) return false;
    if (job->settings->window != 3)
        filter_leave_out(job, variant, OCL_EXIT_USAGE, "its window is 3 x 3 only");
    else if (ocl_known_fault(job->env->device, "compiling %s", variant))
        filter_leave_out(job, variant, OCL_EXIT_SKIP,
                         "this driver's compiler refuses it, or takes minutes");
    else
        return true;
    return false;
}

int filter_rows_ahead(const filter_job *job)
{
    const cl_device_id device = job->env->device;
    if (ocl_device_number(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT) <= 1) return 0;
    const size_t rows = AHEAD_BYTES / (job->in.width * job->in.pixel_bytes);
    return rows < MIN_AHEAD ? MIN_AHEAD : rows > MAX_AHEAD ? MAX_AHEAD : (int)rows;
}

int filter_packed(const filter_job *job)
{
    return ocl_takes_ptx(job->env->device, HALVES_CAPABILITY, HALVES_DRIVER) ? 2 : 1;
}

ocl_range_2d filter_range(const filter_job *job, cl_kernel kernel, const size_t each[2])
{
    const size_t items[2] = { ocl_divide_up(job->in.width, each[0]),
                              ocl_divide_up(job->in.height, each[1]) };
    size_t wanted[2] = { GROUP_WIDTH, each[1] > 1 ? STRIPS_HEIGHT : GROUP_HEIGHT };
    if (each[1] > MANY_ROWS) {    // as measured
        wanted[0] = 2 * GROUP_WIDTH;
        wanted[1] = 1;
    }
    if (each[0] >= job->in.width && each[1] > 1) wanted[0] = wanted[1] = 1;    // bands
    while (ocl_divide_up(items[1], wanted[1]) > MAX_GROUPS) {
        if (wanted[0] > 1) wanted[0] /= 2;
        wanted[1] *= 2;
    }
    ocl_range_2d range;
    ocl_local_size_2d(kernel, job->env->device, wanted, range.local);
    ocl_global_size_2d(items, range.local, SIZE_MAX, range.global);
    return range;
}

cl_int4 filter_shape(const plane *p)
{
    const filter_rows_layout rows = filter_rows(p);
    return (cl_int4){ { (cl_int)p->width, (cl_int)p->height, (cl_int)(rows.pitch / p->pixel_bytes),
                        (cl_int)(rows.margin / p->pixel_bytes) } };
}

ocl_trial filter_trial(const filter_job *job, const char *variant, cl_mem d_out)
{
    ocl_trial trial = ocl_trial_open(job->env, variant, NULL, 0);
    ocl_trial_scratch(&trial, d_out, filter_rows(&job->out).bytes);
    ocl_trial_also_host(&trial, job->out.data, plane_bytes(&job->out));
    return trial;
}

void filter_report_trial(filter_job *job, ocl_trial *trial)
{
    const ocl_work work = { .amount = (double)(plane_bytes(&job->in) + plane_bytes(&job->out)),
                            .unit = "GB/s",
                            .limit = job->env->limits.copy_gbs };
    ocl_trial_report(trial, job->report, &work,
                     plane_verify(trial->name, &job->out, &job->ref, job->bound));
}

int filter_close(filter_job *job)
{
    if (job->settings->options.output) plane_output(&job->out, job->settings->options.output);
    plane_free(&job->ref);
    plane_free(&job->out);
    plane_free(&job->in);
    return ocl_report_close(job->report);
}
