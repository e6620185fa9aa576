// SPDX-License-Identifier: MIT
//
// knn_queries_vote - exercise 4 of knn_queries: the vote of the neighbours.
//
//     cmake --build build --target exercise_knn_queries_vote
//     build/exercises/knn_queries_vote

#include "ocl.h"

static int winner(const int *classes, int count)
{
    int best = classes[0], most = 0;
    for (int i = 0; i < count; i++) {
        int votes = 0;
        for (int j = 0; j < count; j++)
            votes += classes[j] == classes[i];
        //: skeleton
        //: if (votes >= most) {    // Exercise 4 of knn_queries: and if two have equally many?
        //:     most = votes;
        //:     best = classes[i];
        //: }
        //: solution
        if (votes > most) {
            most = votes;
            best = classes[i];
        }
        //: end
    }
    return best;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "knn_queries_vote",
                              .summary = "The vote of the neighbours.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "most of all",
                      ocl_verify_equal("most of all", winner((int[]){ 0, 1, 1 }, 3), 1));
    ocl_report_result(report, "equally many",
                      ocl_verify_equal("equally many", winner((int[]){ 2, 1, 2, 1, 0 }, 5), 2));
    return ocl_report_close(report);
}
