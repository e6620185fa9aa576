// SPDX-License-Identifier: MIT
//
// bench_jpeg_encoder - jpeg_encode and jpeg_huffman_encode beside libjpeg-turbo and nvJPEG: from
// pixels in the host's memory to the bytes of a file in the host's memory.
//
// With --on-device the pixels are in the device's memory already, and the host's coders do not take
// part.
//
// libjpeg-turbo uses one core, and does what our kernels do: its slow integer DCT.  The files are
// the same, byte by byte.  With JSIMD_FORCENONE=1 in the environment it does so without SIMD.

// The lesson itself, of which main alone is not called.
#define main jpeg_encode_main
#include "jpeg_encode.c"
#undef main

#include "contest.h"
#include "picture_file.h"

#include "jpeg_encoder_codes.h"
#ifdef OCL_HAVE_NVJPEG
#include "jpeg_encoder_nvjpeg.h"
#endif

#include <turbojpeg.h>

enum { WIDTH = 3840, HEIGHT = 2160, QUALITY = 90 };

typedef struct {
    lesson *lesson;
    const jpeg_encoding *encoding;
    const ocl_picture *picture;
    unsigned char *data;    // of libjpeg-turbo
    unsigned long bytes;
    bool on_device;    // the pixels are there already
    jpeg_device_coder *codes;
#ifdef OCL_HAVE_NVJPEG
    nvjpeg_coder *nvjpeg;
#endif
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

// Everything on the device.
static double run_codes(void *what)
{
    bench *b = what;
    lesson *l = b->lesson;
    const uint32_t rows = l->frame->mcus_y;
    const cl_mem input = jpeg_device_coder_input(b->codes);
    OCL_CHECK(clSetKernelArg(l->dct, 0, sizeof input, &input));
    double ns = 0.0;
    for (size_t run = 0; run < 2; run++) {    // once before, which is not timed
        ocl_poison_run(l->queue, l->d_samples, l->sample_bytes, run);
        OCL_CHECK(clFinish(l->queue));
        const double begin = ocl_wall_ns();
        if (!b->on_device) write_rows(l, 0, rows);
        enqueue_rows(l, 0, rows, NULL, NULL);
        (void)jpeg_device_coder_run(b->codes);
        ns = ocl_wall_ns() - begin;
    }
    OCL_CHECK(clSetKernelArg(l->dct, 0, sizeof l->d_coefficients, &l->d_coefficients));
    return ns;
}

static ocl_result check_codes(void *what, const char *name)
{
    const bench *b = what;
    const ocl_blob file = jpeg_device_coder_file(b->codes);
    ocl_result result = ocl_verify_equal(name, (long long)file.bytes, (long long)b->bytes);
    if (result.pass) result = ocl_verify_bytes(name, file.data, b->data, file.bytes);
    free((void *)file.data);
    return result;
}

#ifdef OCL_HAVE_NVJPEG
static double run_nvjpeg(void *what)
{
    const bench *b = what;
    (void)nvjpeg_coder_run(b->nvjpeg, !b->on_device);
    return nvjpeg_coder_run(b->nvjpeg, !b->on_device);
}

// Its DCT is another one.  The file must be as good: within 0.5 dB, and 5 % of the size.
static ocl_result check_nvjpeg(void *what, const char *name)
{
    const bench *b = what;
    ocl_picture got = jpeg_decoded(nvjpeg_coder_file(b->nvjpeg));
    ocl_picture want = jpeg_decoded((ocl_blob){ b->data, b->bytes });
    const float values[] = { (float)jpeg_psnr(&got, b->picture),
                             (float)(10.0 * (double)nvjpeg_coder_file(b->nvjpeg).bytes /
                                     (double)b->bytes) };
    const float wanted[] = { (float)jpeg_psnr(&want, b->picture), 10.0f };
    ocl_picture_free(&want);
    ocl_picture_free(&got);
    return ocl_verify_f32(name, values, wanted, 2, 0.5);
}
#endif

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

// Where the device has memory of its own, the pixels lie in pinned memory, as nvJPEG's do.
static cl_mem pin_pixels(lesson *l)
{
    cl_int err;
    cl_mem pinned =
        ocl_buffer(l->env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, l->pixel_bytes, NULL);
    uint8_t *pixels = OCL_CREATE(clEnqueueMapBuffer(l->queue, pinned, CL_TRUE, CL_MAP_WRITE, 0,
                                                    l->pixel_bytes, 0, NULL, NULL, &err));
    memcpy(pixels, l->pixels, l->pixel_bytes);
    l->pixels = pixels;
    return pinned;
}

static void unpin_pixels(const lesson *l, cl_mem pinned)
{
    OCL_CHECK(clEnqueueUnmapMemObject(l->queue, pinned, l->pixels, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(pinned));
}

// Who takes part.
static void add_entries(contest *c, bench *b, variant host[2])
{
    const double pixels = (double)b->lesson->frame->width * b->lesson->frame->height;
    if (!b->on_device) {
        const contest_entry usual = { .run_ns = run_variant,
                                      .check = check_variant,
                                      .work = pixels };
        for (size_t i = 0; i < 2; i++) {
            contest_entry *entry = contest_add(c, usual);
            entry->name = VARIANTS[SEQUENTIAL + i];
            entry->what = &host[i];
        }
        contest_add(c, (contest_entry){ .name = "libjpeg-turbo",
                                        .is_peer = true,
                                        .what = b,
                                        .run_ns = run_turbo,
                                        .check = check_turbo,
                                        .work = pixels });
    }
    contest_add(c, (contest_entry){ .name = "all on the device",
                                    .what = b,
                                    .run_ns = run_codes,
                                    .check = check_codes,
                                    .work = pixels });
#ifdef OCL_HAVE_NVJPEG
    if (b->nvjpeg)
        contest_add(c, (contest_entry){ .name = "nvJPEG",
                                        .is_peer = true,
                                        .what = b,
                                        .run_ns = run_nvjpeg,
                                        .check = check_nvjpeg,
                                        .work = pixels });
#endif
}

int main(int argc, char **argv)
{
    jpeg_encoding encoding = { .quality = QUALITY };
    bench b = { .encoding = &encoding };
    const ocl_option own[] = {
        { .usage = "-Q, --quality N: 1 to 100", .count = &encoding.quality },
        { .usage = "-S, --sampling NAME: pixels per sample of colour",
          .choice = &encoding.sampling,
          .choices = JPEG_SAMPLINGS },
        { .usage = "-D, --on-device: the pixels are on the device already", .flag = &b.on_device },
        { 0 },
    };
    const ocl_about about = { .name = "bench_jpeg_encoder",
                              .summary = "Our JPEG encoders beside libjpeg-turbo and nvJPEG.",
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
    cl_mem pinned = l.one_memory ? NULL : pin_pixels(&l);
    b.lesson = &l;
    b.picture = &picture;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "width", frame.width);
    ocl_report_count(report, "height", frame.height);
    ocl_report_text(report, "sampling", JPEG_SAMPLINGS[encoding.sampling]);
    ocl_report_count(report, "quality", encoding.quality);
    const jpeg_forward_rung *rung = jpeg_forward_best(&env);
    cl_program program = jpeg_forward_build(&env, rung->fast_file);
    create_kernels(&l, program, rung);
    b.codes = jpeg_device_coder_open(&env, &frame);
#ifdef OCL_HAVE_NVJPEG
    b.nvjpeg = nvjpeg_coder_open(&picture, &encoding);
#endif
    if (b.on_device) {    // for the comparisons
        write_rows(&l, 0, frame.mcus_y);
        (void)run_turbo(&b);
    }
    variant host[2] = { { .bench = &b, .band = frame.mcus_y },
                        { .bench = &b, .band = jpeg_band_rows(&env, &frame, 0) } };
    contest c = { .unit = "Mpixel/s", .env = &env, .rounds = opt.repeat, .check_last = true };
    add_entries(&c, &b, host);
    contest_hold(&c, report);

#ifdef OCL_HAVE_NVJPEG
    if (b.nvjpeg) nvjpeg_coder_close(b.nvjpeg);
#endif
    jpeg_device_coder_close(b.codes);
    OCL_CHECK(clReleaseKernel(l.dct));
    OCL_CHECK(clReleaseKernel(l.samples));
    OCL_CHECK(clReleaseProgram(program));
    if (pinned) unpin_pixels(&l, pinned);
    release_buffers(&l);
    ocl_close(&env);
    if (l.coder) jpeg_coder_close(l.coder);
    tjFree(b.data);
    ocl_picture_free(&picture);
    return ocl_report_close(report);
}
