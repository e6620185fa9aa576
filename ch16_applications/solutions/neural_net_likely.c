// SPDX-License-Identifier: MIT
//
// neural_net_likely - exercise 3 of neural_net: how likely is each digit?
//
//     cmake --build build --target exercise_neural_net_likely
//     build/exercises/neural_net_likely

#include "ocl.h"

enum { DIGITS = 10 };

// likely[k] is exp(scores[k]), divided by the sum of them all.
static void find_likely(float likely[DIGITS], const float scores[DIGITS])
{
    //: skeleton
    //: // Exercise 3 of neural_net: exp(89) is more than a float holds, and exp(-104) is 0.
    //: float most = 0, sum = 0;
    //: solution
    float most = scores[0], sum = 0;
    for (int k = 1; k < DIGITS; k++)
        most = fmaxf(most, scores[k]);
    //: end
    for (int k = 0; k < DIGITS; k++) {
        likely[k] = expf(scores[k] - most);
        sum += likely[k];
    }
    for (int k = 0; k < DIGITS; k++)
        likely[k] /= sum;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "neural_net_likely",
                              .summary = "How likely is each digit?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    // Scores that differ by less than 10, by far more, and scores that are all far below 0.  In
    // double, exp takes them all.
    static const float SCORES[][DIGITS] = { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 0 },
                                            { 100, 99, 98, -50, 0, 1, 2, 3, 4, 5 },
                                            { -200, -201, -202, -200, -203, -204, -205, -206, -207,
                                              -208 } };
    static const char *const NAMES[] = { "small", "large", "below 0" };
    ocl_report *report = ocl_report_open(&opt, NULL);
    for (int s = 0; s < 3; s++) {
        float got[DIGITS], want[DIGITS];
        double sum = 0;
        for (int k = 0; k < DIGITS; k++)
            sum += exp((double)SCORES[s][k]);
        for (int k = 0; k < DIGITS; k++)
            want[k] = (float)(exp((double)SCORES[s][k]) / sum);
        find_likely(got, SCORES[s]);

        // All numbers are at most 1.  In units of 2^-24: 2 for each exp, 9 for the sum, 1 for the
        // division and 1 for the reference; twice as much is allowed.
        ocl_report_result(report, NAMES[s],
                          ocl_verify_f32(NAMES[s], got, want, DIGITS, 30 * ldexp(1, -24)));
    }
    return ocl_report_close(report);
}
