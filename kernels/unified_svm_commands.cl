// SPDX-License-Identifier: MIT
//
// One work-item per number.  The numbers are behind a pointer that lies in memory itself.

typedef struct {
    global int *numbers;
} place;

kernel void unified_svm_commands_add(global const place *restrict where, int add, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) where->numbers[i] += add;
}
