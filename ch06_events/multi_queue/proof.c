// SPDX-License-Identifier: MIT

#include "proof.h"

static ocl_result verify_pair(const char *what, const ocl_stamps *before, const ocl_stamps *after,
                              double tick_ns)
{
    return ocl_verify_equal(what, ocl_stamps_follow(before, after, tick_ns), true);
}

ocl_result multi_queue_verify_order(const ocl_stamps stamps[COMMANDS], double tick_ns)
{
    const ocl_stamps *sum = &stamps[SUM];
    ocl_result result = verify_pair("read after sum", sum, &stamps[READ], tick_ns);
    for (int p = 0; p < PARTS; p++) {
        const ocl_stamps *write = &stamps[WRITE + p], *work = &stamps[WORK + p];
        result = ocl_result_both(result, verify_pair("work after write", write, work, tick_ns));
        result = ocl_result_both(result, verify_pair("sum after work", work, sum, tick_ns));
    }
    return result;
}
