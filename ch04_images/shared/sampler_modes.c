// SPDX-License-Identifier: MIT

#include "sampler_modes.h"

const char *const COLUMNS[SAMPLER_COLUMNS + 1] = { "none",   "clamp_to_edge",   "clamp",
                                                   "repeat", "mirrored_repeat", NULL };
const char *const ROWS[SAMPLER_ROWS] = { "nearest normalised", "linear normalised",
                                         "nearest texels", "linear texels" };

// clang-format off
#define MODE(COLUMN, ROW, NAME, ADDRESSING, FILTER, NORMALIZED)  \
    {                                                            \
        .column = (COLUMN), .row = (ROW), .name = (NAME),        \
        .addressing = CL_ADDRESS_##ADDRESSING,                   \
        .filter = CL_FILTER_##FILTER,                            \
        .normalized = CL_##NORMALIZED,                           \
        .macros = "-DCOORDINATES=CLK_NORMALIZED_COORDS_" #NORMALIZED \
                  " -DADDRESS=CLK_ADDRESS_" #ADDRESSING          \
                  " -DFILTER=CLK_FILTER_" #FILTER,               \
    }
#define NORMALIZED(COLUMN, NAME, ADDRESSING)                                    \
    MODE(COLUMN, 0, NAME " nearest normalised", ADDRESSING, NEAREST, TRUE),     \
    MODE(COLUMN, 1, NAME " linear normalised", ADDRESSING, LINEAR, TRUE)
#define TEXELS(COLUMN, NAME, ADDRESSING)                                        \
    MODE(COLUMN, 2, NAME " nearest texels", ADDRESSING, NEAREST, FALSE),        \
    MODE(COLUMN, 3, NAME " linear texels", ADDRESSING, LINEAR, FALSE)

const sampler_mode MODES[MAX_MODES] = {
    NORMALIZED(0, "none", NONE),
    TEXELS(0, "none", NONE),
    NORMALIZED(1, "clamp_to_edge", CLAMP_TO_EDGE),
    TEXELS(1, "clamp_to_edge", CLAMP_TO_EDGE),
    NORMALIZED(2, "clamp", CLAMP),
    TEXELS(2, "clamp", CLAMP),
    NORMALIZED(3, "repeat", REPEAT),
    NORMALIZED(4, "mirrored_repeat", MIRRORED_REPEAT),
};
// clang-format on

bool sampler_mode_has_kernel(const sampler_mode *mode, const ocl_options *options)
{
    const bool is_last = mode == &MODES[MAX_MODES - 1] || mode[1].column != mode->column;
    return is_last || !ocl_wants(options, "all");
}
