// SPDX-License-Identifier: MIT
//
// reduce_operations_neutral - exercise 4 of reduce_operations: a value that changes nothing.
//
//     cmake --build build --target exercise_reduce_operations_neutral
//     build/exercises/reduce_operations_neutral

#include "ocl.h"

enum { SUM, PRODUCT, MIN, MAX };

static int neutral(int operation)
{
    //: skeleton
    //: return operation == PRODUCT ? 1 : 0;    // Exercise 4 of reduce_operations: min and max?
    //: solution
    static const int values[] = { [SUM] = 0, [PRODUCT] = 1, [MIN] = INT32_MAX, [MAX] = INT32_MIN };
    return values[operation];
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "reduce_operations_neutral",
                              .summary = "A value that changes nothing.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "sum", ocl_verify_equal("sum", neutral(SUM), 0));
    ocl_report_result(report, "product", ocl_verify_equal("product", neutral(PRODUCT), 1));
    ocl_report_result(report, "min", ocl_verify_equal("min", neutral(MIN), INT32_MAX));
    ocl_report_result(report, "max", ocl_verify_equal("max", neutral(MAX), INT32_MIN));
    return ocl_report_close(report);
}
