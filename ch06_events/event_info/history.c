// SPDX-License-Identifier: MIT

#include "history.h"

const char *event_state_name(cl_int status)
{
    static const char *const names[] = { "CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED", "CL_QUEUED" };
    return status < 0 ? "terminated" : status <= CL_QUEUED ? names[status] : "no state at all";
}

void event_history_add(event_history *seen, cl_int status, double ns)
{
    seen->looks++;
    if (seen->count == MAX_STATES) return;
    if (seen->count > 0 && status == seen->state[seen->count - 1]) return;
    seen->state[seen->count] = status;
    seen->ns[seen->count++] = ns;
}

ocl_result event_history_report(ocl_report *report, const char *command, const event_history *seen,
                                cl_int end)
{
    size_t back = 0;
    ocl_table table = ocl_table_open(report, "states", "command, ms, status, state");
    for (size_t i = 0; i < seen->count; i++) {
        ocl_table_row(&table, "%-16s %12.3f %7d  %s", command, seen->ns[i] / 1e6,
                      (int)seen->state[i], event_state_name(seen->state[i]));
        if (i > 0 && seen->state[i] >= seen->state[i - 1]) back++;
    }
    ocl_report_note(report, "%s: %llu looks", command, seen->looks);
    return ocl_result_both(ocl_verify_equal("steps back", (long long)back, 0),
                           ocl_verify_equal("last state", seen->state[seen->count - 1], end));
}
