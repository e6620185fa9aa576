// SPDX-License-Identifier: MIT
//
// Exercise 3 of tridiagonal_ladder: the equations that join the parts, one after the other.

typedef struct {
    float before, after, right;    // x + before * (an x before) + after * (an x after) = right
} equation;

kernel __attribute__((reqd_work_group_size(SYSTEMS, PARTS, 1))) void
tridiagonal_parts(global float *restrict x, global const float *restrict lower,
                  global const float *restrict middle, global const float *restrict upper,
                  global const float *restrict right, ulong systems, ulong unknowns)
{
    local equation shared[PARTS][SYSTEMS];
    uint me = get_local_id(0), part = get_local_id(1);
    size_t system = get_global_id(0);
    ulong begin = (ulong)part * ROWS, end = system < systems ? min(begin + ROWS, unknowns) : 0;

    // All reads first: so many are on their way at the same time.  Equations that are not there say
    // x = 0.
    equation row[ROWS];
    float middles[ROWS];
#pragma unroll    // so the compiler knows each index: the arrays become registers
    for (int i = 0; i < ROWS; i++) {
        size_t at = (begin + i) * systems + system;
        row[i].before = begin + i < end ? lower[at] : 0;
        middles[i] = begin + i < end ? middle[at] : 1;
        row[i].after = begin + i < end ? upper[at] : 0;
        row[i].right = begin + i < end ? right[at] : 0;
    }

    // 1. Down.  `first` is about the first x of the part: the row's own equation takes the place of
    // its x there.
    equation last = { -1, 0, 0 }, first = { 0, -1, 0 };    // each x is itself
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        float low = row[i].before, inverse = 1 / (middles[i] - low * last.after);
        row[i].before = last.before *= -low * inverse;
        row[i].after = last.after = row[i].after * inverse;
        row[i].right = last.right = (row[i].right - low * last.right) * inverse;
        if (i < ROWS - 1) {
            first.before -= first.after * last.before;
            first.right -= first.after * last.right;
            first.after *= -last.after;
        }
    }
    shared[part][me] = first;
    barrier(CLK_LOCAL_MEM_FENCE);

    // So the x after this part is put in place.
    equation none = { 0, 0, 0 };
    equation after = part + 1 < PARTS ? shared[part + 1][me] : none;
    float inverse = 1 / (1 - last.after * after.before);
    equation mine = { last.before * inverse, -last.after * after.after * inverse,
                      (last.right - last.after * after.right) * inverse };

    // 2. Thomas' method: the first work-item of each system goes from part to part.
    barrier(CLK_LOCAL_MEM_FENCE);    // all have read
    shared[part][me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part == 0) {
        for (int p = 1; p < PARTS; p++) {
            equation above = shared[p - 1][me], here = shared[p][me];
            inverse = 1 / (1 - here.before * above.after);
            here.after *= inverse;
            here.right = (here.right - here.before * above.right) * inverse;
            shared[p][me] = here;
        }
        //: skeleton
        //: // Here: the way up, which takes the x after it out of each right side.
        //: solution
        for (int p = PARTS - 2; p >= 0; p--)
            shared[p][me].right -= shared[p][me].after * shared[p + 1][me].right;
        //: end
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // 3. Up.  Each right side becomes its x.
    float x_before = part > 0 ? shared[part - 1][me].right : 0;
    row[ROWS - 1].right = shared[part][me].right;
#pragma unroll
    for (int i = ROWS - 2; i >= 0; i--)
        row[i].right -= row[i].before * x_before + row[i].after * row[i + 1].right;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (begin + i < end) x[(begin + i) * systems + system] = row[i].right;
}
