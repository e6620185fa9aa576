// SPDX-License-Identifier: MIT
//
// starpu_scale_split - exercise 2 of starpu_scale: how long is piece k of n numbers?
//
//     cmake --build build --target exercise_starpu_scale_split
//     build/exercises/starpu_scale_split

#include "ocl.h"

static size_t length(size_t n, size_t pieces, size_t k)
{
    //: skeleton
    //: return n / pieces + 0 * k;    // Exercise 2 of starpu_scale: who takes what is left?
    //: solution
    return n / pieces + (k < n % pieces);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "starpu_scale_split",
                              .summary = "How long is a piece?",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    for (size_t n = 10; n < 33; n += 11) {
        size_t sum = 0, least = n, most = 0;
        for (size_t k = 0; k < 10; k++) {
            const size_t piece = length(n, 10, k);
            sum += piece;
            if (piece < least) least = piece;
            if (piece > most) most = piece;
        }
        char name[32];
        snprintf(name, sizeof name, "%zu in 10 pieces", n);
        ocl_report_result(report, name, ocl_verify_equal(name, (long long)sum, (long long)n));
        ocl_report_result(report, "unlike by one at most",
                          ocl_verify_equal("unlike by one at most", most - least < 2, 1));
    }
    return ocl_report_close(report);
}
