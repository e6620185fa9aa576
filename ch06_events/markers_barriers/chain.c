// SPDX-License-Identifier: MIT

#include "chain.h"

uint32_t chain_factor(uint32_t s)
{
    return 2 * s + 3;
}

void chain_ref(uint32_t *x, uint32_t s, uint32_t rounds, size_t n)
{
    const uint32_t m = chain_factor(s);
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < rounds; k++)
            x[i] = m * x[i] + s;
}

ocl_result chain_verify(cl_device_id device, const cl_event *event, size_t count)
{
    const double tick_ns = ocl_tick_ns(device);
    ocl_result result = { .pass = true };
    ocl_stamps before = { .ended = 0 };
    for (size_t s = 0; s < count; s++) {
        const ocl_stamps stamps = ocl_event_stamps(event[s]);
        const bool follows = s == 0 || ocl_stamps_follow(&before, &stamps, tick_ns);
        if (s > 0)
            result = ocl_result_both(result, ocl_verify_equal("step after step", follows, true));
        before = stamps;
        OCL_CHECK(clReleaseEvent(event[s]));
    }
    return result;
}
