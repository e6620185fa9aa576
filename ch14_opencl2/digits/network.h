// SPDX-License-Identifier: MIT
//
// network - the images, the weights, and the same network in plain C.

#ifndef DIGITS_NETWORK_H
#define DIGITS_NETWORK_H

#include "ocl.h"

enum { IMAGE_SIDE = 8, IMAGE_PIXELS = 64, HIDDEN_UNITS = 32, DIGITS = 10, LEARNED_IMAGES = 1200 };

typedef struct {
    cl_int shift;
    cl_char first[HIDDEN_UNITS][IMAGE_PIXELS], second[DIGITS][HIDDEN_UNITS];
    cl_int first_bias[HIDDEN_UNITS], second_bias[DIGITS];
} network;

typedef struct {
    cl_uchar pixels[IMAGE_PIXELS];    // 0 is white, 16 is black
    cl_uchar digit;                   // which one it is
} image;

// The files digits_weights.csv and digits.csv of data/.  The images are malloc'ed.  Files that are
// missing or wrong end the program with OCL_EXIT_USAGE.
network load_network(void);
image *load_images(size_t *count);

// The score of each digit.
void network_ref(const network *net, const image *x, cl_int scores[DIGITS]);

// The digit with the largest score: what the network reads.
int best_digit(const cl_int scores[DIGITS]);

#endif
