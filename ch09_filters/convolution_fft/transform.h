// SPDX-License-Identifier: MIT
//
// transform - how convolution_fft divides a picture into bands, and the tables of its kernels.

#ifndef CONVOLUTION_FFT_TRANSFORM_H
#define CONVOLUTION_FFT_TRANSFORM_H

#include "shared/convolution/picture.h"

// convolution_fft.cl says what size, step, lanes, block and ahead are.
typedef struct {
    size_t size, step, lanes, block, ahead;
    bool cpu;
    size_t pairs;             // of bands, that cover the picture
    size_t pairs_at_once;     // per launch
    size_t spectrum_bytes;    // of so many pairs
} transform_plan;

// For a picture that is padded for a filter.
transform_plan transform_choose(cl_device_id device, const convolution_picture *p);

// Columns for which `forward` makes a spectrum: all that `product` reads.
size_t transform_columns(const transform_plan *plan, const convolution_picture *p);

cl_program transform_build(const ocl_env *env, const transform_plan *plan, size_t n);

// The powers of the root of unity, w[k] = e^(-2 pi i k / size): `size` numbers, to be freed.
cl_float2 *transform_roots(const transform_plan *plan);

// The transformed columns of the filter: for each row of a spectrum n complex numbers, to be freed.
// A sum of filter[r] * in[y + r] is a correlation, so they are conjugates:
//
//     taps[row][c] = 1 / size * sum over r below n of filter[r][c] * e^(2 pi i k r / size)
//
// k is the frequency of this row: it has the digits of the row, to base 4, in the opposite order.
cl_float2 *transform_filter(const transform_plan *plan, const convolution_filter *f);

// The most pixels per microsecond (Mpixel/s) that the device's limits allow.
double transform_limit(const ocl_env *env, const transform_plan *plan, size_t n);

// What a pixel may differ from the reference.  The taps are those of transform_filter.
double transform_bound(const transform_plan *plan, const convolution_picture *p,
                       const convolution_filter *f, const cl_float2 *taps);

#endif
