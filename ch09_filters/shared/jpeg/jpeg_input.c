// SPDX-License-Identifier: MIT

#include "jpeg_input.h"

#include "entropy.h"
#include "markers.h"

static const char *name_of(const ocl_options *options)
{
    return options->input ? options->input : "the photograph in data";
}

ocl_blob jpeg_input(const ocl_options *options, const char *photograph)
{
    const ocl_file_form form = { .magics = (const char *const[]){ "\xff\xd8", NULL } };
    ocl_message why;
    unsigned char *data = NULL;
    size_t bytes = 0;
    char *installed = options->input ? NULL : ocl_find_data(photograph, &why);
    const char *path = options->input ? options->input : installed;
    if (!path || !ocl_read_file_as(path, &form, &data, &bytes, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    free(installed);
    return (ocl_blob){ data, bytes };
}

jpeg_file jpeg_require(const ocl_options *options, ocl_blob bytes)
{
    jpeg_file file;
    ocl_message why;
    if (!jpeg_read(bytes.data, bytes.bytes, &file, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s: %s", name_of(options), why.text);
    return file;
}

jpeg_decoder *jpeg_require_decoder(jpeg_file *file, int16_t *coefficients)
{
    ocl_message why;
    jpeg_decoder *decoder = jpeg_decoder_open(file, coefficients, &why);
    if (!decoder) ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    return decoder;
}

void jpeg_require_memory(const ocl_env *env, const jpeg_file *file)
{
    const double pixels = (double)file->width * file->height, samples = 64.0 * file->blocks;
    const double coefficients = sizeof(int16_t) * samples, rgba = 4.0 * pixels;
    const double reference = sizeof(float) * (samples + 2.0 * rgba);
    ocl_require_memory(env->device, fmax(coefficients, rgba), coefficients + samples + rgba,
                       coefficients + rgba + reference);
}

double jpeg_limit(const ocl_env *env, const jpeg_file *file)
{
    const double pixels = (double)file->width * file->height;
    const double bytes = (double)sizeof(int16_t) * JPEG_BLOCK * file->blocks + 4.0 * pixels;
    return env->limits.copy_gbs * 1e3 * pixels / bytes;
}

void jpeg_print_warnings(const ocl_options *options, const jpeg_file *file)
{
    const uint32_t kept =
        file->warning_count < JPEG_MAX_WARNINGS ? file->warning_count : JPEG_MAX_WARNINGS;
    for (uint32_t i = 0; i < kept; i++)
        ocl_warn("%s: byte %u: %s", name_of(options), file->warnings[i].at, file->warnings[i].text);
    if (file->warning_count > kept)
        ocl_warn("%s: %u more warnings", name_of(options), file->warning_count - kept);
}

void jpeg_report(ocl_report *report, const jpeg_file *file)
{
    static const char *const colours[] = { [JPEG_GREY] = "grey",
                                           [JPEG_YCBCR] = "YCbCr",
                                           [JPEG_RGB] = "RGB",
                                           [JPEG_CMYK] = "CMYK",
                                           [JPEG_YCCK] = "YCCK" };
    char factors[32] = "";
    for (uint32_t i = 0; i < file->count; i++) {
        const size_t used = strlen(factors);
        snprintf(factors + used, sizeof factors - used, "%s%ux%u", i > 0 ? "," : "",
                 file->components[i].h, file->components[i].v);
    }
    ocl_report_count(report, "width", file->width);
    ocl_report_count(report, "height", file->height);
    ocl_report_text(report, "colour", colours[file->colour]);
    ocl_report_text(report, "sampling", factors);
    ocl_report_count(report, "scans", file->scan_count);
    ocl_report_count(report, "segments", file->segment_count);
    ocl_report_count(report, "coded_bytes", file->data_bytes);
}
