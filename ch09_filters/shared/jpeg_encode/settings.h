// SPDX-License-Identifier: MIT
//
// settings - the options of jpeg_encode, and its picture.

#ifndef JPEG_ENCODE_SETTINGS_H
#define JPEG_ENCODE_SETTINGS_H

#include "frame.h"

typedef struct {
    ocl_options options;
    jpeg_encoding encoding;
    size_t pattern, band;
    const char *difference;    // a picture of what the file has lost; or NULL
} jpeg_settings;

jpeg_settings jpeg_settings_parse(int argc, char **argv, const char *const *variants);

// The picture of the options.  Exits with OCL_EXIT_USAGE when a side is too long for a JPEG file,
// or when device or host have no memory for it.
ocl_picture jpeg_settings_picture(const ocl_env *env, const jpeg_settings *settings);

// The problem line of the report.
void jpeg_settings_report(ocl_report *report, const jpeg_settings *settings,
                          const jpeg_file *frame);

#endif
