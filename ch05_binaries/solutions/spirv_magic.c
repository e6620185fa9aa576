// SPDX-License-Identifier: MIT
//
// spirv_magic - exercise 2 of spirv: which byte order a module has.
//
//     cmake --build build --target exercise_spirv_magic
//     build/exercises/spirv_magic

#include "ocl.h"

enum { NO_MODULE, OWN_ORDER, OTHER_ORDER };

static int kind_of(uint32_t first_word)
{
    //: skeleton
    //: // Exercise 2 of spirv: the word may be turned round.
    //: return first_word == 0x07230203 ? OWN_ORDER : NO_MODULE;
    //: solution
    if (first_word == 0x07230203) return OWN_ORDER;
    return first_word == 0x03022307 ? OTHER_ORDER : NO_MODULE;
    //: end
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "spirv_magic",
                              .summary = "Which byte order a module has.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "own order",
                      ocl_verify_equal("own order", kind_of(0x07230203), OWN_ORDER));
    ocl_report_result(report, "other order",
                      ocl_verify_equal("other order", kind_of(0x03022307), OTHER_ORDER));
    ocl_report_result(report, "text", ocl_verify_equal("text", kind_of(0x6e72656b), NO_MODULE));
    return ocl_report_close(report);
}
