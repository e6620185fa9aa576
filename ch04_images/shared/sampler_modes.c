// SPDX-License-Identifier: MIT

#include "sampler_modes.h"

#include <stdio.h>

const cl_addressing_mode SAMPLER_COLUMN[SAMPLER_COLUMNS] = { CL_ADDRESS_NONE,
                                                             CL_ADDRESS_CLAMP_TO_EDGE,
                                                             CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                             CL_ADDRESS_MIRRORED_REPEAT };
const char *const SAMPLER_COLUMN_NAMES[SAMPLER_COLUMNS + 1] = {
    "none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat", NULL
};
static const char *const ADDRESS_MACROS[SAMPLER_COLUMNS] = { "NONE", "CLAMP_TO_EDGE", "CLAMP",
                                                             "REPEAT", "MIRRORED_REPEAT" };
const char *const SAMPLER_ROW_NAMES[SAMPLER_ROWS] = { "nearest normalised", "linear normalised",
                                                      "nearest texels", "linear texels" };

sampler_mode sampler_mode_at(size_t column, size_t row)
{
    return (sampler_mode){ .addressing = SAMPLER_COLUMN[column],
                           .filter = row % 2 == 0 ? CL_FILTER_NEAREST : CL_FILTER_LINEAR,
                           .normalized = row < 2 ? CL_TRUE : CL_FALSE };
}

size_t sampler_mode_column(const sampler_mode *mode)
{
    size_t column = 0;
    while (SAMPLER_COLUMN[column] != mode->addressing)
        column++;
    return column;
}

size_t sampler_mode_row(const sampler_mode *mode)
{
    return (mode->normalized ? 0u : 2u) + (mode->filter == CL_FILTER_NEAREST ? 0u : 1u);
}

bool sampler_mode_exists(const sampler_mode *mode)
{
    const bool repeats =
        mode->addressing == CL_ADDRESS_REPEAT || mode->addressing == CL_ADDRESS_MIRRORED_REPEAT;
    return mode->normalized || !repeats;
}

void sampler_mode_name(char text[SAMPLER_TEXT], const sampler_mode *mode)
{
    snprintf(text, SAMPLER_TEXT, "%s %s", SAMPLER_COLUMN_NAMES[sampler_mode_column(mode)],
             SAMPLER_ROW_NAMES[sampler_mode_row(mode)]);
}

void sampler_mode_macros(char text[SAMPLER_TEXT], const sampler_mode *mode)
{
    snprintf(text, SAMPLER_TEXT,
             "-DCOORDINATES=CLK_NORMALIZED_COORDS_%s -DADDRESS=CLK_ADDRESS_%s "
             "-DFILTER=CLK_FILTER_%s",
             mode->normalized ? "TRUE" : "FALSE", ADDRESS_MACROS[sampler_mode_column(mode)],
             mode->filter == CL_FILTER_NEAREST ? "NEAREST" : "LINEAR");
}
