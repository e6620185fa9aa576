// SPDX-License-Identifier: MIT
//
// bench_jpeg - jpeg_decode beside libjpeg-turbo: from the bytes of a file in memory to RGBA pixels
// in memory.
//
// libjpeg-turbo uses one core.  It does what our kernels do: its slow integer IDCT, and upsampling
// by replication.  With JSIMD_FORCENONE=1 in the environment it does so without SIMD.  Every round
// runs each contender once, so that a slow moment of the machine meets all of them.

// The lesson itself, of which main alone is not called.
#define main jpeg_decode_main
#include "jpeg_decode.c"
#undef main

#include <turbojpeg.h>

enum { WIDTH = 3840, HEIGHT = 2160, QUALITY = 90 };
enum { TURBO, SEQUENTIAL, PIPELINED, CONTENDERS };

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

static void run_turbo(ocl_picture *out, ocl_blob bytes, ocl_times *times)
{
    tjhandle decoder = tjInitDecompress();
    const double begin = ocl_wall_ns();
    if (!decoder ||
        tjDecompress2(decoder, bytes.data, bytes.bytes, out->rgba, (int)out->width, 0,
                      (int)out->height, TJPF_RGBA, TJFLAG_ACCURATEDCT | TJFLAG_FASTUPSAMPLE) != 0)
        ocl_exit(OCL_EXIT_USAGE, "libjpeg-turbo: %s", tjGetErrorStr2(decoder));
    if (times) ocl_times_add(times, ocl_wall_ns() - begin);
    tjDestroy(decoder);
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
    const ocl_blob bytes = opt.input ? jpeg_input(&opt) : make_file(opt.n[0], opt.n[1]);
    jpeg_file file = jpeg_require(&opt, bytes);
    jpeg_require_memory(&env, &file);
    job j = { .env = &env, .queue = env.queue, .bytes = bytes, .file = &file };
    create_buffers(&j);
    jpeg_answer ref = jpeg_answer_new(&file, j.coefficients);
    ocl_picture out = { file.width, file.height, ocl_alloc(j.pixel_bytes) };

    ocl_report *report = ocl_report_open(&opt, env.device);
    jpeg_report(report, &file);
    cl_program program = ocl_build(&env, "jpeg_decode.cl", "-DLEVEL=%d -DBLOCKS=%d -DCOLOUR=%d",
                                   JPEG_LEVEL, JPEG_GROUP_BLOCKS, (int)file.colour);
    create_kernels(&j, program, jpeg_best_rung(&env));
    static const char *const names[CONTENDERS] = { "libjpeg-turbo", "sequential", "pipelined" };
    const uint32_t band[CONTENDERS] = { 0, file.mcus_y, jpeg_band(&env, &file, 0) };
    ocl_times times[CONTENDERS] = { { .runs = 0 } };
    for (size_t round = 0; round <= opt.repeat; round++) {
        run_turbo(&out, bytes, round > 0 ? &times[TURBO] : NULL);
        for (int i = TURBO + 1; i < CONTENDERS; i++)
            run_bands(&j, 1, band[i], &times[i]);    // once before, which is not timed
    }
    for (int i = 0; i < CONTENDERS; i++) {
        if (i != TURBO)
            OCL_CHECK(clEnqueueReadBuffer(env.queue, j.d_pixels, CL_TRUE, 0, j.pixel_bytes,
                                          out.rgba, 0, NULL, NULL));
        ocl_report_row(report, &(ocl_row){ .name = names[i],
                                           .times = &times[i],
                                           .work = (double)ref.pixels,
                                           .unit = "Mpixel/s",
                                           .result = jpeg_verify(names[i], out.rgba, &ref) });
    }
    for (int i = TURBO + 1; i < CONTENDERS; i++) {
        const double ratio = ocl_median_ns(&times[TURBO]) / ocl_median_ns(&times[i]);
        json_object_set_new(ocl_report_details(report), names[i], json_real(ratio));
        ocl_report_print(report, "\n%s: %.3f times libjpeg-turbo (medians of %zu)\n", names[i],
                         ratio, opt.repeat);
    }

    OCL_CHECK(clReleaseKernel(j.colour));
    OCL_CHECK(clReleaseKernel(j.idct));
    OCL_CHECK(clReleaseProgram(program));
    release_buffers(&j);
    ocl_close(&env);
    jpeg_answer_free(&ref);
    ocl_picture_free(&out);
    jpeg_free(&file);
    if (opt.input)
        free((void *)bytes.data);
    else
        tjFree((unsigned char *)bytes.data);
    return ocl_report_close(report);
}
