// SPDX-License-Identifier: MIT

#include "iir_blocks/settings.h"

enum { MAX_SAMPLES = 1 << 30, MAX_CHANNELS = 1 << 20 };

iir_settings iir_parse(int argc, char **argv, const char *const *variants)
{
    iir_settings s = { .channels = 64, .feedback = 0.6 };
    const ocl_option own[] = {
        { .usage = "-c, --channels N: of the variant channels, a multiple of 16",
          .count = &s.channels },
        { .usage = "-f, --feedback X: the sum of all |b|, above 0 and below 1 (default 0.6)",
          .real = &s.feedback },
        { .usage = NULL },
    };
    const ocl_about about = { .name = "iir_blocks",
                              .summary = "A recursive filter with 16 + 16 coefficients.",
                              .accepts = "dnorVks",
                              .size_help = "samples of each channel",
                              .extents = 1,
                              .most = UINT32_MAX,
                              .variants = variants,
                              .own = own,
                              .writes = OCL_CHART_FILE };
    const ocl_options defaults = { .n = { 65521 }, .repeat = 5, .seed = 1 };    // a prime
    s.options = ocl_parse(argc, argv, &about, defaults);
    if (s.channels % LANES != 0 || s.channels > MAX_CHANNELS)
        ocl_exit(OCL_EXIT_USAGE, "--channels %zu: give a multiple of %d, at most %d", s.channels,
                 LANES, MAX_CHANNELS);
    if (s.options.n[0] > MAX_SAMPLES)
        ocl_exit(OCL_EXIT_USAGE, "--size %zu: times have 32 bits; give at most %d", s.options.n[0],
                 MAX_SAMPLES);
    if (!(s.feedback > 0.0 && s.feedback < 1.0))
        ocl_exit(OCL_EXIT_USAGE, "--feedback %.15g: give a number above 0 and below 1", s.feedback);
    s.filter = make_filter(s.feedback);
    if (samples_to_forget(&s.filter) > MAX_MEMORY)
        ocl_exit(
            OCL_EXIT_USAGE,
            "--feedback %.15g: after %d samples the filter has not forgotten its outputs; give "
            "less",
            s.feedback, MAX_MEMORY);
    return s;
}

void require_room(const ocl_env *env, const iir_settings *settings)
{
    const bool many = ocl_wants(&settings->options, "channels");
    const double bytes = sizeof(float) * (double)(settings->options.n[0] + TAPS) *
                         (double)(many ? settings->channels : 1);
    ocl_require_memory(env->device, bytes, 3.0 * bytes, 3.0 * bytes);
}
