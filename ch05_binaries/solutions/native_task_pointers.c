// SPDX-License-Identifier: MIT
//
// native_task_pointers - exercise 6 of native_task: pointers in place of buffers.
//
//     cmake --build build --target exercise_native_task_pointers
//     build/exercises/native_task_pointers

#include "ocl.h"

typedef struct {
    void *out;    // the host has put nothing useful here
    int n;
    void *in;
} arguments;

// Copies the arguments, and puts the pointers into the copy.  at[k] is the place of pointer k.
static void give_pointers(arguments *copy, const arguments *args, void *const *pointers,
                          const size_t *at, size_t count)
{
    *copy = *args;
    for (size_t k = 0; k < count; k++)
        //: skeleton
        //: // Exercise 6 of native_task: all go to the first place.
        //: memcpy((char *)copy + 0 * at[k], &pointers[k], sizeof pointers[k]);
        //: solution
        memcpy((char *)copy + at[k], &pointers[k], sizeof pointers[k]);
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "native_task_pointers",
                              .summary = "Pointers in place of buffers.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    int a, b;
    const arguments args = { .n = 7 };
    arguments copy;
    give_pointers(&copy, &args, (void *[]){ &a, &b },
                  (size_t[]){ offsetof(arguments, out), offsetof(arguments, in) }, 2);
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "out", ocl_verify_equal("out", copy.out == &a, true));
    ocl_report_result(report, "in", ocl_verify_equal("in", copy.in == &b, true));
    ocl_report_result(report, "n", ocl_verify_equal("n", copy.n, 7));
    ocl_report_result(report, "the host's own",
                      ocl_verify_equal("the host's own", args.in == NULL, true));
    return ocl_report_close(report);
}
