// SPDX-License-Identifier: MIT
//
// least_squares - from sums over points to the curve, and how far it may be off.
//
// The sums are those of u = (x - x0) * scale_x and v = (y - y0) * scale_y.  The curve through them
// is v = b[0] + b[1] u + b[2] u^2; the user wants y = a[0] + a[1] x + a[2] x^2.

#ifndef LEAST_SQUARES_H
#define LEAST_SQUARES_H

#include "xy_points.h"

enum { MAX_DEGREE = 2, MAX_TERMS = MAX_DEGREE + 1, MAX_SUMS = 8 };

// Where u and v are 0, and their units.
typedef struct {
    long double x0, y0, scale_x, scale_y;
} ls_frame;

typedef struct {
    long double power[2 * MAX_DEGREE + 1];    // sums of u^0 = 1, u, u^2, ...
    long double with_v[MAX_TERMS];            // sums of v, u v, u^2 v
    long double vv;                           // sum of v^2
} ls_sums;

typedef struct {
    int degree;    // 1: a line, 2: a parabola
    ls_frame frame;
    ls_sums sums;
    long double b[MAX_TERMS], inverse[MAX_TERMS][MAX_TERMS];    // of the normal equations
    long double squares;            // sum of squared residuals, in the frame's units
    double a[MAX_TERMS];            // NaN when the sums have lost so much that there is no answer
    double deviation[MAX_TERMS];    // standard deviations of a; NaN without spare points
    double r2, residual;            // R squared, residual standard deviation; NaN where not defined
} ls_fit;

// How many sums the kernels make, and what they are: u ... u^(2 degree), v, u v ..., v v.
size_t ls_sum_count(int degree);
ls_sums ls_unpack(int degree, size_t n, const long double *sums);

// Solves the normal equations.
ls_fit ls_solve(int degree, const ls_frame *frame, const ls_sums *sums);

// The answer in plain C: means first, then sums around them, then residuals, in long double.
ls_fit ls_reference(int degree, const xy_points *points);

// The smallest and the largest x and y.
typedef struct {
    double x[2], y[2];
} ls_range;
ls_range ls_find_range(const xy_points *points);

// A centre, which is the mean of at most 4096 points, each part a sum of two floats; and scales,
// powers of two, so that |u| <= 1 and |v| <= 1.
ls_frame ls_sample_frame(const xy_points *points);

// The sum of squares around the mean of v; 0 when all y are equal.
long double ls_total_squares(const ls_fit *fit);

// y at x; NaN without an answer.
long double ls_at(const ls_fit *fit, double x);

// Powers of u, a polynomial of degree 1 in another frame's u', as polynomials of u': u^k is the sum
// of to[i][k] u'^i.
void ls_expand(long double to[MAX_TERMS][MAX_TERMS], const ls_frame *from, const ls_frame *into);

// The coefficients of the same curve and the same inverse in another frame.
void ls_move_to(const ls_fit *fit, const ls_frame *into, long double b[MAX_TERMS],
                long double inverse[MAX_TERMS][MAX_TERMS]);

#endif
