// SPDX-License-Identifier: MIT
//
// bench_jpeg_encoder - jpeg_encode beside libjpeg-turbo: from RGBA pixels in memory to the bytes of
// a file in memory.
//
// libjpeg-turbo uses one core, and does what our kernels do: its slow integer DCT.  The files are
// the same, byte by byte.  With JSIMD_FORCENONE=1 in the environment it does so without SIMD.

// The lesson itself, of which main alone is not called.
#define main jpeg_encode_main
#include "jpeg_encode.c"
#undef main

#include "contest.h"

#include <turbojpeg.h>

enum { WIDTH = 3840, HEIGHT = 2160, QUALITY = 90 };

typedef struct {
    lesson *lesson;
    const jpeg_encoding *encoding;
    unsigned char *data;    // of libjpeg-turbo
    unsigned long bytes;
} bench;

// A variant of jpeg_encode that codes on the host, `band` rows of MCUs at a time.
typedef struct {
    bench *bench;
    uint32_t band;
} variant;

static double run_turbo(void *what)
{
    static const int samplings[] = { TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY };
    bench *b = what;
    const lesson *l = b->lesson;
    tjFree(b->data);
    b->data = NULL;
    b->bytes = 0;
    tjhandle encoder = tjInitCompress();
    const double begin = ocl_wall_ns();
    if (!encoder || tjCompress2(encoder, l->pixels, (int)l->frame->width, 0, (int)l->frame->height,
                                TJPF_RGBA, &b->data, &b->bytes, samplings[b->encoding->sampling],
                                (int)b->encoding->quality, TJFLAG_ACCURATEDCT) != 0)
        ocl_exit(OCL_EXIT_USAGE, "libjpeg-turbo: %s", tjGetErrorStr2(encoder));
    const double ns = ocl_wall_ns() - begin;
    tjDestroy(encoder);
    return ns;
}

static double run_variant(void *what)
{
    const variant *v = what;
    lesson *l = v->bench->lesson;
    double ns = 0.0;
    for (size_t run = 0; run < 2; run++) {    // once before, which is not timed
        ocl_poison_run(l->queue, l->d_samples, l->sample_bytes, run);
        ocl_poison_run(l->queue, l->d_coefficients, l->coefficient_bytes, run);
        ns = encode_bands(l, v->band);
    }
    return ns;
}

// Our decoder reads the file of libjpeg-turbo.
static ocl_result check_turbo(void *what, const char *name)
{
    const bench *b = what;
    return jpeg_verify_file(name, (ocl_blob){ b->data, b->bytes }, b->lesson->frame,
                            b->lesson->coefficients);
}

// Our file is the same.
static ocl_result check_variant(void *what, const char *name)
{
    const bench *b = ((const variant *)what)->bench;
    const ocl_blob file = b->lesson->file;
    const ocl_result size = ocl_verify_equal(name, (long long)file.bytes, (long long)b->bytes);
    return size.pass ? ocl_verify_bytes(name, file.data, b->data, file.bytes) : size;
}

static ocl_picture get_picture(const ocl_options *opt)
{
    ocl_picture picture;
    ocl_message why;
    const ocl_pattern_size size = { opt->n[0], opt->n[1], 1 };
    if (!(opt->input ? ocl_picture_read(&picture, opt->input, &why)
                     : ocl_picture_pattern(&picture, OCL_PHOTO, size, &why)))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return picture;
}

int main(int argc, char **argv)
{
    jpeg_encoding encoding = { .quality = QUALITY };
    const ocl_option own[] = {
        { .usage = "-Q, --quality N: 1 to 100", .count = &encoding.quality },
        { .usage = "-S, --sampling NAME: pixels per sample of colour",
          .choice = &encoding.sampling,
          .choices = JPEG_SAMPLINGS },
        { 0 },
    };
    const ocl_about about = { .name = "bench_jpeg_encoder",
                              .summary = "jpeg_encode beside libjpeg-turbo.",
                              .accepts = "dnirk",
                              .size_help = "pixels of the photograph, if --input names no file",
                              .extents = 2,
                              .host_works = true,
                              .own = own };
    const ocl_options defaults = { .n = { WIDTH, HEIGHT }, .repeat = 21 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);
    ocl_picture picture = get_picture(&opt);
    jpeg_file frame = jpeg_frame(picture.width, picture.height, &encoding);
    lesson l = { .env = &env, .queue = env.queue, .frame = &frame };
    create_buffers(&l, &picture);
    bench b = { .lesson = &l, .encoding = &encoding };

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", frame.width);
    ocl_report_count(report, "height", frame.height);
    ocl_report_text(report, "sampling", JPEG_SAMPLINGS[encoding.sampling]);
    ocl_report_count(report, "quality", encoding.quality);
    const jpeg_forward_rung *rung = jpeg_forward_best(&env);
    cl_program program = jpeg_forward_build(&env, rung->rows);
    create_kernels(&l, program, rung);
    variant sequential = { .bench = &b, .band = frame.mcus_y };
    variant pipelined = { .bench = &b, .band = choose_band(&env, &frame, 0) };
    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat, .check_last = true };
    const contest_entry usual = { .run_ns = run_variant,
                                  .check = check_variant,
                                  .work = (double)frame.width * frame.height };
    contest_entry *entry = contest_add(&c, usual);
    entry->name = "sequential";
    entry->what = &sequential;
    entry = contest_add(&c, usual);
    entry->name = "pipelined";
    entry->what = &pipelined;
    entry = contest_add(&c, usual);
    entry->name = "libjpeg-turbo";
    entry->is_peer = true;
    entry->what = &b;
    entry->run_ns = run_turbo;
    entry->check = check_turbo;
    contest_run(&c);
    contest_report(&c, report);
    ocl_table speed = contest_table(&c, report);
    contest_ratios(&c, &speed);

    OCL_CHECK(clReleaseKernel(l.dct));
    OCL_CHECK(clReleaseKernel(l.samples));
    OCL_CHECK(clReleaseProgram(program));
    release_buffers(&l);
    ocl_close(&env);
    jpeg_coder_close(l.coder);
    tjFree(b.data);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
