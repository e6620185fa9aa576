// SPDX-License-Identifier: MIT
//
// page_rank_dead_ends - exercise 2 of page_rank: ranks without looking at dead ends.
//
//     cmake --build build --target exercise_page_rank_dead_ends
//     build/exercises/page_rank_dead_ends

#include "ocl.h"

enum { PAGES = 5, LINKS = 6, ROUNDS = 200 };
static const double DAMPING = 0.85;

// The web of the page: who links to whom.  Page 4 is a dead end.
static const int FROM[LINKS] = { 0, 0, 1, 2, 3, 3 }, TO[LINKS] = { 1, 2, 2, 0, 2, 4 };

// The ranks by rounds that do without the dead ends: what they hand on is lost.
static void ranks_without(double *rank)
{
    int out[PAGES] = { 0 };
    for (int i = 0; i < LINKS; i++)
        out[FROM[i]]++;
    for (int p = 0; p < PAGES; p++)
        rank[p] = 1.0 / PAGES;
    for (int round = 0; round < ROUNDS; round++) {
        double next[PAGES];
        for (int p = 0; p < PAGES; p++)
            next[p] = (1.0 - DAMPING) / PAGES;
        for (int i = 0; i < LINKS; i++)
            next[TO[i]] += DAMPING * rank[FROM[i]] / out[FROM[i]];
        memcpy(rank, next, sizeof next);
    }
    //: skeleton
    //: // Exercise 2 of page_rank: the sum is less than 1 now.  What makes these the right ranks?
    //: solution

    double sum = 0.0;
    for (int p = 0; p < PAGES; p++)
        sum += rank[p];
    for (int p = 0; p < PAGES; p++)
        rank[p] /= sum;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "page_rank_dead_ends",
                              .summary = "Ranks without looking at dead ends.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    double rank[PAGES];
    ranks_without(rank);

    // What page_rank says after many rounds, with 6 digits.
    float got[PAGES];
    const float want[PAGES] = { 0.350178f, 0.188417f, 0.365397f, 0.039591f, 0.056417f };
    for (int p = 0; p < PAGES; p++)
        got[p] = (float)rank[p];
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "ranks", ocl_verify_f32("ranks", got, want, PAGES, 1e-6));
    return ocl_report_close(report);
}
