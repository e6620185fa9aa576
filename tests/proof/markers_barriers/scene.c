// SPDX-License-Identifier: MIT

#include "scene.h"

scene_result scene_verify(cl_device_id device, const scene *s, const cl_event event[SCENE_COMMANDS])
{
    ocl_stamps stamps[SCENE_COMMANDS];
    for (int i = 0; i < SCENE_COMMANDS; i++) {
        stamps[i] = ocl_event_stamps(event[i]);
        OCL_CHECK(clReleaseEvent(event[i]));
    }
    const double tick_ns = ocl_tick_ns(device);
    const ocl_stamps *slow = &stamps[SLOW], *quick = &stamps[QUICK], *late = &stamps[LATE];
    const ocl_stamps *point = &stamps[POINT];
    scene_result played = { .result = { .pass = true } };
    played.seen[SLOW] = ocl_ns_between(slow->ended, point->ended) >= -tick_ns;
    played.seen[QUICK] = ocl_ns_between(quick->ended, point->ended) >= -tick_ns;
    played.seen[LATE] = ocl_stamps_follow(point, late, tick_ns) &&
                        ocl_stamps_follow(quick, late, tick_ns) &&
                        (s->listed || ocl_stamps_follow(slow, late, tick_ns));

    const bool unlike = ocl_known_fault(device, "the stamps of markers");
    for (int k = 0; k < KERNELS; k++)
        if (s->must[k] && (k == LATE || !unlike))
            played.result =
                ocl_result_both(played.result, ocl_verify_equal(s->name, played.seen[k], true));
    return played;
}

void scenes_report(ocl_report *report, const scene *scenes, const scene_result *results,
                   size_t count)
{
    ocl_table table =
        ocl_table_open(report, "scenes",
                       "slow quick ... late, ended after slow, ended after quick, held back late");
    for (size_t i = 0; i < count; i++) {
        char cell[KERNELS][20];
        for (int k = 0; k < KERNELS; k++)
            snprintf(cell[k], sizeof cell[k], "%s: %s", scenes[i].must[k] ? "must" : "may",
                     results[i].seen[k] ? "yes" : "no");
        ocl_table_row(&table, "%-26s  %-18s  %-18s  %-16s", scenes[i].name, cell[SLOW], cell[QUICK],
                      cell[LATE]);
    }
    for (size_t i = 0; i < count; i++)
        ocl_report_result(report, scenes[i].name, results[i].result);
}

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
