// SPDX-License-Identifier: MIT
//
// build_options_options - exercise 2 of build_options: a string of options.
//
//     cmake --build build --target exercise_build_options_options
//     build/exercises/build_options_options

#include "ocl.h"

typedef struct {
    const char *name;
    int value;
} macro;

// Writes "-DNAME=VALUE" for each macro, with a blank between them.  Returns whether there was room.
static bool make_options(char *text, size_t room, const macro *macros, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const char *blank = i > 0 ? " " : "";
        const int written =
            snprintf(text + at, room - at, "%s-D%s=%d", blank, macros[i].name, macros[i].value);
        //: skeleton
        //: // Exercise 2 of build_options: what if it was cut?
        //: at = written > 0 && at + (size_t)written < room ? at + (size_t)written : room - 1;
        //: solution
        if (written < 0 || (size_t)written >= room - at) return false;
        at += (size_t)written;
        //: end
    }
    return true;
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "build_options_options",
                              .summary = "A string of options.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const macro macros[] = { { "RUN", 64 }, { "TAPS", 5 } };
    char text[64];
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "there is room",
                      ocl_verify_equal("there is room",
                                       make_options(text, sizeof text, macros, 2) &&
                                           strcmp(text, "-DRUN=64 -DTAPS=5") == 0,
                                       true));
    ocl_report_result(
        report, "there is no room",
        ocl_verify_equal("there is no room", make_options(text, 12, macros, 2), false));
    return ocl_report_close(report);
}
