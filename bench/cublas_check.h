// SPDX-License-Identifier: MIT
//
// Ends the program where a call of cuBLAS has failed.

#ifndef BENCH_CUBLAS_CHECK_H
#define BENCH_CUBLAS_CHECK_H

#include "errors.h"

#include <cublas_v2.h>

static inline void cublas_check(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        ocl_exit(OCL_EXIT_CALL, "cuBLAS: %s", cublasGetStatusString(status));
}

#endif
