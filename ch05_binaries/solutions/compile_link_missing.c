// SPDX-License-Identifier: MIT
//
// compile_link_missing - exercise 3 of compile_link: what the linker complains about.
//
//     cmake --build build --target exercise_compile_link_missing
//     build/exercises/compile_link_missing

#include "ocl.h"

enum { MOST = 3 };

typedef struct {
    const char *has[MOST], *needs[MOST];    // NULL behind the last one
} object;

static bool some_has(const object *objects, size_t count, const char *name)
{
    for (size_t o = 0; o < count; o++)
        for (int k = 0; k < MOST && objects[o].has[k]; k++)
            if (strcmp(objects[o].has[k], name) == 0) return true;
    return false;
}

// A function that is missing, or "".
static const char *missing(const object *objects, size_t count)
{
    for (size_t o = 0; o < count; o++)
        for (int k = 0; k < MOST && objects[o].needs[k]; k++)
            //: skeleton
            //: // Exercise 3 of compile_link: this looks at the objects before it only.
            //: if (!some_has(objects, o, objects[o].needs[k])) return objects[o].needs[k];
            //: solution
            if (!some_has(objects, count, objects[o].needs[k])) return objects[o].needs[k];
    //: end
    return "";
}

int main(int argc, char **argv)
{
    const ocl_about about = { .name = "compile_link_missing",
                              .summary = "What the linker complains about.",
                              .accepts = "" };
    const ocl_options opt = ocl_parse(argc, argv, &about, (ocl_options){ 0 });

    const object two[] = { { .has = { "compile_link" }, .needs = { "hash" } },
                           { .has = { "hash" } } };
    ocl_report *report = ocl_report_open(&opt, NULL);
    ocl_report_result(report, "all there",
                      ocl_verify_equal("all there", strcmp(missing(two, 2), ""), 0));
    ocl_report_result(report, "hash is missing",
                      ocl_verify_equal("hash is missing", strcmp(missing(two, 1), "hash"), 0));
    return ocl_report_close(report);
}
