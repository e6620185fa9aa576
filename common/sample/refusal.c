// SPDX-License-Identifier: MIT

#include "refusal.h"

#include "known_faults.h"
#include "text.h"

static bool is_excused(cl_device_id device, const ocl_refusal *call)
{
    return ocl_known_fault(device, "refused: %s", call->mistake);
}

ocl_result ocl_verify_refusals(cl_device_id device, const ocl_refusal *calls, size_t count)
{
    ocl_result check = { .pass = true };
    for (size_t i = 0; i < count; i++) {
        const ocl_refusal *call = &calls[i];
        if (is_excused(device, call)) continue;
        if (call->got != call->want)
            ocl_warn("%s: got %s, the specification says %s", call->mistake,
                     ocl_error_name(call->got), ocl_error_name(call->want));
        check = ocl_result_both(check, ocl_verify_equal(call->mistake, call->got, call->want));
    }
    return check;
}

void ocl_report_refusals(ocl_report *report, cl_device_id device, const ocl_refusal *calls,
                         size_t count)
{
    json_t *mistakes = json_object_get(ocl_report_details(report), "mistakes");
    if (!mistakes)
        json_object_set_new(ocl_report_details(report), "mistakes", mistakes = json_array());
    ocl_report_print(report, "\n%-57s answer\n", "mistake");
    for (size_t i = 0; i < count; i++) {
        const ocl_refusal *call = &calls[i];
        ocl_report_print(report, "%-57s %s", call->mistake, ocl_error_name(call->got));
        if (call->got != call->want)
            ocl_report_print(report, ", but should be %s", ocl_error_name(call->want));
        ocl_report_print(report, "\n");
        json_t *row = json_object();
        json_object_set_new(row, "mistake", ocl_json_text(call->mistake));
        json_object_set_new(row, "answer", json_string(ocl_error_name(call->got)));
        json_object_set_new(row, "wanted", json_string(ocl_error_name(call->want)));
        json_object_set_new(row, "excused", json_boolean(is_excused(device, call)));
        json_array_append_new(mistakes, row);
    }
    ocl_report_result(report, "mistakes are refused", ocl_verify_refusals(device, calls, count));
}
