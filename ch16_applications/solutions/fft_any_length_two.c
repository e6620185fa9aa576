// SPDX-License-Identifier: MIT
//
// fft_any_length_two - exercise 3 of fft_any_length: two rows in one transform.
//
//     cmake --build build --target exercise_fft_any_length_two
//     build/exercises/fft_any_length_two

#include "ocl.h"

enum { N = 12 };

typedef struct {
    double re, im;
} complex_f64;

// The formula itself: x[0], x[1] ... times numbers of length 1 that turn k times.
static void spectrum(complex_f64 y[N], const complex_f64 x[N])
{
    for (int k = 0; k < N; k++) {
        y[k] = (complex_f64){ 0, 0 };
        for (int j = 0; j < N; j++) {
            const double angle = -2 * 3.14159265358979323846 * (j * k % N) / N;
            y[k].re += x[j].re * cos(angle) - x[j].im * sin(angle);
            y[k].im += x[j].re * sin(angle) + x[j].im * cos(angle);
        }
    }
}

// The spectra of two rows of real numbers, of one transform of both.
static void two_spectra(complex_f64 a[N], complex_f64 b[N], const double *row_a,
                        const double *row_b)
{
    complex_f64 both[N], z[N];
    for (int j = 0; j < N; j++)
        both[j] = (complex_f64){ row_a[j], row_b[j] };
    spectrum(z, both);
    for (int k = 0; k < N; k++) {
        //: skeleton
        //: const complex_f64 p = z[k], q = z[(N - k) % N];    // its conjugate is (q.re, -q.im)
        //: // Exercise 3 of fft_any_length: this is the spectrum of the first row.  And of the second?
        //: a[k] = (complex_f64){ (p.re + q.re) / 2, (p.im - q.im) / 2 };
        //: b[k] = z[k];
        //: solution
        const complex_f64 p = z[k], q = z[(N - k) % N];    // its conjugate is (q.re, -q.im)
        a[k] = (complex_f64){ (p.re + q.re) / 2, (p.im - q.im) / 2 };
        b[k] = (complex_f64){ (p.im + q.im) / 2, (q.re - p.re) / 2 };
        //: end
    }
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "fft_any_length_two",
                              .summary = "Two rows in one transform.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    static const double ROWS[2][N] = { { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8 },
                                       { 2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5 } };
    complex_f64 spectra[2][N];
    two_spectra(spectra[0], spectra[1], ROWS[0], ROWS[1]);

    // All numbers are at most 56: half a unit of a float is 2^-19, for each of the two sides.
    ocl_report *report = ocl_report_open(&opt, NULL);
    static const char *const NAMES[] = { "first row", "second row" };
    for (int row = 0; row < 2; row++) {
        complex_f64 x[N], ref[N];
        float got[2 * N], want[2 * N];
        for (int j = 0; j < N; j++)
            x[j] = (complex_f64){ ROWS[row][j], 0 };
        spectrum(ref, x);
        for (int k = 0; k < N; k++) {
            got[2 * k] = (float)spectra[row][k].re, got[2 * k + 1] = (float)spectra[row][k].im;
            want[2 * k] = (float)ref[k].re, want[2 * k + 1] = (float)ref[k].im;
        }
        ocl_report_result(report, NAMES[row],
                          ocl_verify_f32(NAMES[row], got, want, 2 * N, ldexp(1, -18)));
    }
    return ocl_report_close(report);
}
