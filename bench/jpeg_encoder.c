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
#include "../ch09_filters/jpeg_encode.c"
#undef main

#include "contest.h"
#include "picture_file.h"

#include "jpeg_encoder_codes.h"
#ifdef OCL_HAVE_NVJPEG
#include "jpeg_encoder_nvjpeg.h"
#endif

#include <turbojpeg.h>

enum { WIDTH = 3840, HEIGHT = 2160, QUALITY = 90, BANDS = 4 };

// The way of pixels of three bytes, as nvJPEG takes them.
typedef struct {
    cl_command_queue queue;    // of the writes
    cl_mem pinned, d_rgb, d_rgba;
    uint8_t *rgb;    // what `pinned` is mapped to
    size_t rgba_bytes;
    cl_program program;
    cl_kernel add_alpha;
} sender;

typedef struct {
    lesson *lesson;
    sender send;
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

// Four pixels of three bytes become four of four bytes.
static const char ADD_ALPHA[] =
    "kernel void add_alpha(global uint4 *restrict rgba, global const uint *restrict rgb,\n"
    "                      uint first, uint end)\n"
    "{\n"
    "    uint i = first + get_global_id(0);\n"
    "    if (i >= end) return;\n"
    "    uint a = rgb[3 * i], b = rgb[3 * i + 1], c = rgb[3 * i + 2];\n"
    "    rgba[i] = (uint4)(a, a >> 24 | b << 8, b >> 16 | c << 16, c >> 8) | 0xff000000;\n"
    "}\n";

static sender sender_open(const lesson *l)
{
    const ocl_env *env = l->env;
    const size_t pixels = l->pixel_bytes / 4, room = ocl_round_up(pixels, 4), bytes = 3 * room;
    const char *source = ADD_ALPHA;
    cl_int err;
    sender s = { .queue = OCL_CREATE(clCreateCommandQueue(env->context, env->device, 0, &err)) };
    s.pinned = ocl_buffer(env, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes, NULL);
    s.rgb = OCL_CREATE(clEnqueueMapBuffer(l->queue, s.pinned, CL_TRUE, CL_MAP_WRITE, 0, bytes, 0,
                                          NULL, NULL, &err));
    for (size_t i = 0; i < pixels; i++)
        memcpy(s.rgb + 3 * i, l->pixels + 4 * i, 3);
    s.d_rgb = ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
    s.rgba_bytes = 4 * room;
    s.d_rgba = ocl_buffer(env, CL_MEM_READ_WRITE, s.rgba_bytes, NULL);
    s.program = OCL_CREATE(clCreateProgramWithSource(env->context, 1, &source, NULL, &err));
    OCL_CHECK(clBuildProgram(s.program, 1, &env->device, "", NULL, NULL));
    s.add_alpha = OCL_CREATE(clCreateKernel(s.program, "add_alpha", &err));
    OCL_CHECK(clSetKernelArg(s.add_alpha, 0, sizeof s.d_rgba, &s.d_rgba));
    OCL_CHECK(clSetKernelArg(s.add_alpha, 1, sizeof s.d_rgb, &s.d_rgb));
    return s;
}

static void sender_close(const sender *s, const lesson *l)
{
    OCL_CHECK(clReleaseKernel(s->add_alpha));
    OCL_CHECK(clReleaseProgram(s->program));
    OCL_CHECK(clReleaseMemObject(s->d_rgba));
    OCL_CHECK(clReleaseMemObject(s->d_rgb));
    OCL_CHECK(clEnqueueUnmapMemObject(l->queue, s->pinned, s->rgb, 0, NULL, NULL));
    OCL_CHECK(clReleaseMemObject(s->pinned));
    OCL_CHECK(clReleaseCommandQueue(s->queue));
}

// From pixels to coefficients in BANDS bands: while the device works on one, the next one is on its
// way.  A row of MCUs has a multiple of 8 pixels, so that each band begins with a whole group of
// four.
static void send_bands(const lesson *l, const sender *s)
{
    const uint32_t rows = l->frame->mcus_y, band = (uint32_t)ocl_divide_up(rows, BANDS);
    const size_t pixels = l->pixel_bytes / 4;
    const size_t row_pixels = 8 * (size_t)l->frame->v_max * l->frame->width;
    for (uint32_t row = 0; row < rows; row += band) {
        const uint32_t count = row + band < rows ? band : rows - row;
        const size_t begin = row * row_pixels,
                     end = ocl_smaller((row + count) * row_pixels, pixels);
        const cl_uint first = (cl_uint)(begin / 4), last = (cl_uint)ocl_divide_up(end, 4);
        const size_t bytes = 12 * (size_t)(last - first), items = ocl_round_up(last - first, 64);
        cl_event sent;
        OCL_CHECK(clEnqueueWriteBuffer(s->queue, s->d_rgb, CL_FALSE, 12 * (size_t)first, bytes,
                                       s->rgb + 12 * (size_t)first, 0, NULL, &sent));
        OCL_CHECK(clFlush(s->queue));
        OCL_CHECK(clSetKernelArg(s->add_alpha, 2, sizeof first, &first));
        OCL_CHECK(clSetKernelArg(s->add_alpha, 3, sizeof last, &last));
        OCL_CHECK(
            clEnqueueNDRangeKernel(l->queue, s->add_alpha, 1, NULL, &items, NULL, 1, &sent, NULL));
        OCL_CHECK(clReleaseEvent(sent));
        enqueue_rows(l, row, count, NULL, NULL);
        OCL_CHECK(clFlush(l->queue));
    }
}

// Everything on the device.
static double run_on_device(bench *b, bool in_bands)
{
    lesson *l = b->lesson;
    const uint32_t rows = l->frame->mcus_y;
    const cl_mem input = jpeg_device_coder_input(b->codes);
    const cl_mem pixels = in_bands ? b->send.d_rgba : l->d_pixels;
    OCL_CHECK(clSetKernelArg(l->dct, 0, sizeof input, &input));
    OCL_CHECK(clSetKernelArg(l->samples, 1, sizeof pixels, &pixels));
    double ns = 0.0;
    for (size_t run = 0; run < 2; run++) {    // once before, which is not timed
        ocl_poison_run(l->queue, l->d_samples, l->sample_bytes, run);
        if (in_bands) ocl_poison_run(l->queue, b->send.d_rgba, b->send.rgba_bytes, run);
        OCL_CHECK(clFinish(l->queue));
        const double begin = ocl_wall_ns();
        if (in_bands) {
            send_bands(l, &b->send);
        } else {
            if (!b->on_device) write_rows(l, 0, rows);
            enqueue_rows(l, 0, rows, NULL, NULL);
        }
        (void)jpeg_device_coder_run(b->codes);
        ns = ocl_wall_ns() - begin;
    }
    OCL_CHECK(clSetKernelArg(l->samples, 1, sizeof l->d_pixels, &l->d_pixels));
    OCL_CHECK(clSetKernelArg(l->dct, 0, sizeof l->d_coefficients, &l->d_coefficients));
    return ns;
}

static double run_codes(void *what)
{
    return run_on_device(what, false);
}

static double run_bands(void *what)
{
    return run_on_device(what, true);
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
    if (!b->on_device)
        contest_add(c, (contest_entry){ .name = "RGB in bands",
                                        .what = b,
                                        .run_ns = run_bands,
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
    b.send = sender_open(&l);
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
    sender_close(&b.send, &l);
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
