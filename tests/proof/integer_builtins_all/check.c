// SPDX-License-Identifier: MIT

#include "check.h"

// Whether the function is known to be wrong for some operands of this type.
static bool is_known_mistake(const type_run *run, size_t function)
{
    if (function != MAD_SAT) return false;
    if (run->type == LONG) return ocl_known_fault(run->device, "mad_sat of long");
    return (run->type == INT || run->type == UINT) &&
           ocl_known_fault(run->device, "mad_sat of int and uint");
}

ocl_result verify_function(type_run *run, size_t function)
{
    const scalar_type *type = &SCALAR_TYPE[run->type];
    const scalar_type *to = &SCALAR_TYPE[result_type(run->type, function)];
    const bool excused = is_known_mistake(run, function);
    for (size_t i = 0; i < run->count; i++) {
        const size_t j = takes_numbers(function) ? i / run->width * run->width : i;
        const uint64_t x[3] = { read_bits(type, run->operands[0], i),
                                read_bits(type, run->operands[1], j),
                                read_bits(type, run->operands[2], j) };
        run->got[i] = read_bits(to, run->y + function * run->room, i);
        run->want[i] = integer_model(run->type, function, x);
        if (run->got[i] == run->want[i]) continue;
        if (run->mistakes++ == 0)
            ocl_report_note(run->report, "%s of %s 0x%llx, 0x%llx, 0x%llx: 0x%llx, not 0x%llx",
                            FUNCTION_NAMES[function], type->name, (unsigned long long)x[0],
                            (unsigned long long)x[1], (unsigned long long)x[2],
                            (unsigned long long)run->got[i], (unsigned long long)run->want[i]);
        if (excused) run->want[i] = run->got[i];
        run->excused += excused;
    }
    return ocl_verify_u64(FUNCTION_NAMES[function], run->got, run->want, run->count);
}
