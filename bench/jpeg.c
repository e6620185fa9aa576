// SPDX-License-Identifier: MIT
//
// bench_jpeg - jpeg_decode beside libjpeg-turbo: from the bytes of a file in memory to RGBA pixels
// in memory.
//
// libjpeg-turbo uses one core.  It does what our kernels do: its slow integer IDCT, and upsampling
// by replication.  With JSIMD_FORCENONE=1 in the environment it does so without SIMD.

// The lesson itself, of which main alone is not called.
#define main jpeg_decode_main
#include "../ch09_filters/jpeg_decode.c"
#undef main

#include "contest.h"

#include <turbojpeg.h>

enum { WIDTH = 3840, HEIGHT = 2160, QUALITY = 90 };

typedef struct {
    const lesson *lesson;
    const jpeg_answer *ref;
    ocl_picture out;
} bench;

// A variant of jpeg_decode that decodes on the host, `band` rows of MCUs at a time.
typedef struct {
    bench *bench;
    uint32_t band;
} variant;

// A photograph as JPEG, 4:2:0; to be freed with tjFree.
static ocl_blob make_file(size_t width, size_t height)
{
    ocl_picture photo;
    ocl_message why;
    if (!ocl_picture_pattern(&photo, OCL_PHOTO, (ocl_pattern_size){ width, height, 1 }, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    tjhandle encoder = tjInitCompress();
    unsigned char *data = NULL;
    unsigned long bytes = 0;
    if (!encoder || tjCompress2(encoder, photo.rgba, (int)width, 0, (int)height, TJPF_RGBA, &data,
                                &bytes, TJSAMP_420, QUALITY, TJFLAG_ACCURATEDCT) != 0)
        ocl_exit(OCL_EXIT_USAGE, "libjpeg-turbo: %s", tjGetErrorStr2(encoder));
    tjDestroy(encoder);
    ocl_picture_free(&photo);
    return (ocl_blob){ data, bytes };
}

static void poison_out(void *what, size_t round)
{
    const bench *b = what;
    (void)round;
    memset(b->out.rgba, 0xff, b->lesson->pixel_bytes);
}

static double run_turbo(void *what)
{
    const bench *b = what;
    const ocl_picture *out = &b->out;
    const ocl_blob bytes = b->lesson->bytes;
    tjhandle decoder = tjInitDecompress();
    const double begin = ocl_wall_ns();
    if (!decoder ||
        tjDecompress2(decoder, bytes.data, bytes.bytes, out->rgba, (int)out->width, 0,
                      (int)out->height, TJPF_RGBA, TJFLAG_ACCURATEDCT | TJFLAG_FASTUPSAMPLE) != 0)
        ocl_exit(OCL_EXIT_USAGE, "libjpeg-turbo: %s", tjGetErrorStr2(decoder));
    const double ns = ocl_wall_ns() - begin;
    tjDestroy(decoder);
    return ns;
}

static ocl_result check(void *what, const char *name)
{
    const bench *b = what;
    return jpeg_verify(name, b->out.rgba, b->ref);
}

static double run_variant(void *what)
{
    const variant *v = what;
    const lesson *l = v->bench->lesson;
    double ns = 0.0;
    for (size_t run = 0; run < 2; run++) {    // once before, which is not timed
        ocl_poison_run(l->queue, l->d_samples, l->sample_bytes, run);
        ocl_poison_run(l->queue, l->d_pixels, l->pixel_bytes, run);
        ns = decode_bands(l, v->band);
    }
    return ns;
}

static ocl_result check_variant(void *what, const char *name)
{
    bench *b = ((const variant *)what)->bench;
    const lesson *l = b->lesson;
    OCL_CHECK(clEnqueueReadBuffer(l->queue, l->d_pixels, CL_TRUE, 0, l->pixel_bytes, b->out.rgba, 0,
                                  NULL, NULL));
    return check(b, name);
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "bench_jpeg",
                              .summary = "jpeg_decode beside libjpeg-turbo.",
                              .accepts = "dnirk",
                              .size_help = "pixels of the photograph, if --input names no file",
                              .extents = 2 };
    const ocl_options defaults = { .n = { WIDTH, HEIGHT }, .repeat = 21 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    const ocl_blob bytes =
        opt.input ? jpeg_input(&opt, "astronaut.jpg") : make_file(opt.n[0], opt.n[1]);
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);
    lesson l = { .env = &env, .queue = env.queue, .bytes = bytes, .file = &file };
    create_buffers(&l);
    jpeg_answer ref = jpeg_answer_new(&file, l.coefficients);
    bench b = { .lesson = &l,
                .ref = &ref,
                .out = { file.width, file.height, ocl_alloc(l.pixel_bytes) } };

    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    const jpeg_rung *rung = jpeg_best_rung(&env);
    cl_program program = jpeg_rung_build(&env, rung, JPEG_LEVEL, file.colour);
    create_kernels(&l, program, rung);
    variant sequential = { .bench = &b, .band = file.mcus_y };
    variant pipelined = { .bench = &b, .band = jpeg_band_rows(&env, &file, 0) };
    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat, .check_last = true };
    const contest_entry usual = { .run_ns = run_variant,
                                  .check = check_variant,
                                  .work = (double)ref.pixels };
    contest_add(&c, (contest_entry){ .name = "libjpeg-turbo",
                                     .is_peer = true,
                                     .what = &b,
                                     .prepare = poison_out,
                                     .run_ns = run_turbo,
                                     .check = check,
                                     .work = (double)ref.pixels });
    contest_entry *entry = contest_add(&c, usual);
    entry->name = "sequential";
    entry->what = &sequential;
    entry = contest_add(&c, usual);
    entry->name = "pipelined";
    entry->what = &pipelined;
    contest_hold(&c, report);

    OCL_CHECK(clReleaseKernel(l.colour));
    OCL_CHECK(clReleaseKernel(l.idct));
    OCL_CHECK(clReleaseProgram(program));
    release_buffers(&l);
    ocl_close(&env);
    jpeg_answer_free(&ref);
    ocl_picture_free(&b.out);
    jpeg_free(&file);
    if (opt.input)
        free((void *)bytes.data);
    else
        tjFree((unsigned char *)bytes.data);
    return ocl_report_close(report);
}
