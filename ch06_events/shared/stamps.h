// SPDX-License-Identifier: MIT
//
// stamps - the order of two commands as a result.

#ifndef STAMPS_H
#define STAMPS_H

#include "ocl.h"

// Whether `after` started when `before` had ended; `what` says who follows whom.
ocl_result stamps_verify_follow(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                                double tick_ns);

#endif
