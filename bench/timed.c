// SPDX-License-Identifier: MIT

#include "timed.h"

double timed_alone_ns(cl_command_queue queue, timed_enqueue *enqueue, void *what)
{
    const double begin = ocl_wall_ns();
    enqueue(what, NULL);
    OCL_CHECK(clFinish(queue));
    return ocl_wall_ns() - begin;
}

double timed_queued_ns(timed_enqueue *enqueue, void *what, size_t before, size_t runs)
{
    for (size_t i = 0; i < before; i++)
        enqueue(what, NULL);
    cl_event first, last;
    enqueue(what, &first);
    for (size_t i = 1; i < runs; i++)
        enqueue(what, NULL);
    enqueue(what, &last);
    const cl_ulong begin = ocl_event_stamps(first).ended;
    const double ns = ocl_ns_between(begin, ocl_event_stamps(last).ended) / (double)runs;
    OCL_CHECK(clReleaseEvent(last));
    OCL_CHECK(clReleaseEvent(first));
    return ns;
}
