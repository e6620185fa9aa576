// SPDX-License-Identifier: MIT

#include "compiler_counts.h"

void explain_compiler_counts(cl_platform_id platform)
{
    char *name = ocl_platform_text(platform, CL_PLATFORM_NAME);
    if (strstr(name, "Portable Computing Language"))
        ocl_warn("some of the next builds must fail; PoCL's compiler counts its messages here: "
                 "\"1 error generated.\"");
    free(name);
}
