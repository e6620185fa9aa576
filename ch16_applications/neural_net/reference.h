// SPDX-License-Identifier: MIT
//
// reference - handwritten digits of 8 x 8 pixels; the network and a step of learning in plain C, in
// double; and the proof of the gradient by moving weights.

#ifndef NEURAL_NET_REFERENCE_H
#define NEURAL_NET_REFERENCE_H

#include "ocl.h"

enum { PIXELS = 64, DIGITS = 10, LEARNED = 1200, IMAGES = 1797 };

// From digits.csv of data/: the first n images, and six times as many of the 597 behind the first
// LEARNED ones, or all.  Returns `count`, how many these are together.  Pixel j of image i, from 0
// (white) to 1 (black), is pixels[j * count + i].  Both arrays are malloc'ed.  A file that is
// missing or wrong ends the program with OCL_EXIT_USAGE.
size_t load_images(float **pixels, cl_uint **digits, size_t n);

// --- the network

// Two layers: their weights lie one behind the other.
enum { HIDDEN = 32, FIRST = HIDDEN * (PIXELS + 1), WEIGHTS = FIRST + DIGITS * (HIDDEN + 1) };
enum { CHECKED = 2, PROBES = 20 };    // the step that is checked, and weights moved there

static const double RATE = 0.02;    // of learning

// All that a step of the device reads and makes.
typedef struct {
    float before[WEIGHTS], mean[WEIGHTS], square[WEIGHTS];
    float *loss;    // of each image
    float gradient[WEIGHTS], after[WEIGHTS];
} learned_step;

typedef struct {
    ocl_result losses, gradient, weights;
} step_results;

// Compares a step with plain C, in double: the losses, the gradient, and the new weights from the
// device's own gradient.  `bounds` gets how far off the gradient may be.
step_results verify_step(float bounds[WEIGHTS], const learned_step *s, const float *pixels,
                         const cl_uint *digits, size_t n, size_t count);

// Four rows of the report: the losses, the gradient, the gradient by moving some weights, and the
// new weights.
void compare_step(ocl_report *report, const learned_step *s, const float *pixels,
                  const cl_uint *digits, size_t n, size_t count);

#endif
