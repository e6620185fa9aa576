// SPDX-License-Identifier: MIT

#include "jpeg_encode.h"
#include "picture/picture_file.h"

jpeg_settings jpeg_settings_parse(int argc, char **argv, const char *const *variants)
{
    jpeg_settings s = { .encoding.quality = 90 };
    jpeg_encoding *e = &s.encoding;
    const ocl_option own[] = {
        { .usage = "-Q, --quality N: 1 (small file) to 100", .count = &e->quality },
        { .usage = "-S, --sampling NAME: pixels per sample of colour; 420: 2 x 2, 422: 2 x 1",
          .choice = &e->sampling,
          .choices = JPEG_SAMPLINGS },
        { .usage = "-R, --restart N: a restart marker after every N MCUs", .count = &e->restart },
        { .usage = "-O, --optimise: Huffman tables made for this picture", .flag = &e->optimise },
        { .usage = "-b, --band N: rows of MCUs per step of pipelined", .count = &s.band },
        { .usage = "-D, --difference FILE: the decoded file, and what it lost",
          .text = &s.difference },
        OCL_PATTERN_OPTION(&s.pattern),
        { 0 },
    };
    const ocl_about about = { .name = "jpeg_encode",
                              .summary =
                                  "Encodes a JPEG file; its coefficients are made on the device.",
                              .accepts = "dniorVks",
                              .size_help = "pixels: make a picture of this size, read none",
                              .extents = 2,
                              .variants = variants,
                              .host_works = true,
                              .own = own };
    s.options = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5, .seed = 1 });
    if (e->quality > 100) ocl_exit(OCL_EXIT_USAGE, "--quality %zu: give 1 to 100", e->quality);
    if (e->restart > 65535)
        ocl_exit(OCL_EXIT_USAGE, "--restart %zu: a file has room for 65535", e->restart);
    ocl_message why;
    if (s.difference && !ocl_can_write_picture(s.difference, &why))
        ocl_exit(OCL_EXIT_USAGE, "--difference: %s", why.text);
    return s;
}

ocl_picture jpeg_settings_picture(const ocl_env *env, const jpeg_settings *settings)
{
    ocl_picture picture = ocl_input_picture(env, settings->pattern, "astronaut.bmp");
    if (picture.width > JPEG_MAX_SIDE || picture.height > JPEG_MAX_SIDE)
        ocl_exit(OCL_EXIT_USAGE, "%u x %u pixels: a side of a JPEG file has at most %d",
                 picture.width, picture.height, JPEG_MAX_SIDE);
    const double samples =
        64.0 * jpeg_frame(picture.width, picture.height, &settings->encoding).blocks;
    const double rgba = 4.0 * picture.width * (double)picture.height;
    ocl_require_memory(env->device, fmax(2.0 * samples, rgba), 3.0 * samples + rgba,
                       20.0 * samples + 10.0 * rgba);
    return picture;
}

void jpeg_settings_report(ocl_report *report, const jpeg_settings *settings, const jpeg_file *frame)
{
    const jpeg_encoding *e = &settings->encoding;
    ocl_report_count(report, "width", frame->width);
    ocl_report_count(report, "height", frame->height);
    ocl_report_text(report, "sampling", JPEG_SAMPLINGS[e->sampling]);
    ocl_report_count(report, "quality", e->quality);
    ocl_report_count(report, "restart", e->restart);
    ocl_report_text(report, "tables", e->optimise ? "optimised" : "standard");
    ocl_report_count(report, "blocks", frame->blocks);
}
