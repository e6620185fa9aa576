// SPDX-License-Identifier: MIT
//
// jpeg_input - the JPEG file that a sample works on.

#ifndef JPEG_INPUT_H
#define JPEG_INPUT_H

#include "jpeg.h"

// The bytes of --input, or of this photograph in data/; malloc'ed.  Exits with OCL_EXIT_USAGE and
// the reason when there are none.
ocl_blob jpeg_input(const ocl_options *options, const char *photograph);

// Reads the file from them; exits with OCL_EXIT_USAGE and the reason when it cannot.
jpeg_file jpeg_require(const ocl_options *options, ocl_blob bytes);

// Exits with OCL_EXIT_USAGE when device or host have no memory for coefficients, samples, pixels
// and the reference.
void jpeg_require_memory(const ocl_env *env, const jpeg_file *file);

// Opens its decoder (entropy.h); exits with OCL_EXIT_USAGE when there is no memory.
struct jpeg_decoder *jpeg_require_decoder(jpeg_file *file, int16_t *coefficients);

// Its warnings on standard error, one line each.
void jpeg_print_warnings(const ocl_options *options, const jpeg_file *file);

// The pixels per second (in millions) at which the device copies coefficients to pixels.
double jpeg_limit(const ocl_env *env, const jpeg_file *file);

// The problem line of the report: size, components, colour, coding.
void jpeg_report(ocl_report *report, const jpeg_file *file);

#endif
