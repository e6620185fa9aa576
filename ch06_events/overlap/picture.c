// SPDX-License-Identifier: MIT

#include "picture.h"

static const char *const LANES[MAX_BUFFERS][STAGES] = {
    { "one: write", "one: kernel", "one: read" },
    { "two: write", "two: kernel", "two: read" },
    { "three: write", "three: kernel", "three: read" },
};
static const char *const BUFFERS[MAX_BUFFERS] = { "first buffer", "second buffer", "third buffer" };

overlap_picture overlap_picture_new(size_t blocks)
{
    const size_t most = MAX_BUFFERS * STAGES * blocks;
    return (overlap_picture){ .spans = ocl_alloc(most * sizeof(ocl_span)) };
}

void overlap_picture_free(overlap_picture *picture)
{
    free(picture->spans);
}

void overlap_picture_add(overlap_picture *picture, const cl_event *events, size_t blocks,
                         size_t buffers)
{
    // All other commands wait for the first write.
    const cl_ulong begin = ocl_event_stamps(events[WRITE]).started;
    const size_t lane = STAGES * picture->runs++;
    for (size_t stage = 0; stage < STAGES; stage++)
        picture->lanes[lane + stage] = LANES[buffers - 1][stage];
    for (size_t k = 0; k < STAGES * blocks; k++) {
        const ocl_stamps stamps = ocl_event_stamps(events[k]);
        picture->spans[picture->count++] =
            (ocl_span){ .lane = lane + k % STAGES,
                        .kind = k / STAGES % buffers,
                        .begin_ns = ocl_ns_between(begin, stamps.started),
                        .end_ns = ocl_ns_between(begin, stamps.ended) };
    }
}

void overlap_picture_write(const overlap_picture *picture, const ocl_report *report,
                           const char *path)
{
    const ocl_timeline timeline = { .title = "Three stages, by buffers in flight",
                                    .lanes = picture->lanes,
                                    .lane_count = STAGES * picture->runs,
                                    .kinds = BUFFERS,
                                    .kind_count = MAX_BUFFERS,
                                    .spans = picture->spans,
                                    .span_count = picture->count };
    ocl_output_timeline(report, &timeline, path);
}
