// SPDX-License-Identifier: MIT

#include "stamps.h"

ocl_result stamps_verify_follow(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                                double tick_ns)
{
    return ocl_verify_equal(what, ocl_stamps_follow(before, after, tick_ns), true);
}
