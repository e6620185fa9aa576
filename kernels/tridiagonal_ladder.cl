// SPDX-License-Identifier: MIT
//
// tridiagonal_ladder - many systems of equations, each with three diagonals, faster.
//
// Number i of system s is at i * systems + s.  Equation i of a system:
//
//     lower[i] * x[i - 1] + middle[i] * x[i] + upper[i] * x[i + 1] = right[i]
//
// The host sets
//     UNKNOWNS    kept: unknowns of a system
//     ROWS        parts: equations of a work-item
//     PARTS       parts: work-items of a system
//     SYSTEMS     parts: systems of a work-group
//     LANES       vectors: systems that a work-item solves side by side, a multiple of 16

#if !defined(UNKNOWNS) || !defined(ROWS) || !defined(PARTS) || !defined(SYSTEMS) || !defined(LANES)
#error "the host must build this file with -D for each of the macros above"
#endif

// --- plain: the kernel of tridiagonal.

kernel void tridiagonal_plain(global float *restrict x, global float *restrict ratio,
                              global const float *restrict lower,
                              global const float *restrict middle,
                              global const float *restrict upper,
                              global const float *restrict right, ulong systems, ulong unknowns)
{
    size_t system = get_global_id(0);
    if (system >= systems) return;

    float last_ratio = 0, last = 0;    // so the first `lower` has no effect
    for (ulong i = 0; i < unknowns; i++) {
        size_t at = i * systems + system;
        float low = lower[at];
        float pivot = middle[at] - low * last_ratio;
        last_ratio = upper[at] / pivot;
        last = (right[at] - low * last) / pivot;
        ratio[at] = last_ratio;
        x[at] = last;
    }
    for (ulong i = unknowns - 1; i > 0; i--) {
        size_t at = (i - 1) * systems + system;
        last = x[at] - ratio[at] * last;
        x[at] = last;
    }
}

// --- kept: what the way up needs stays in the work-item.  Each number comes from memory once.

kernel void tridiagonal_kept(global float *restrict x, global const float *restrict lower,
                             global const float *restrict middle,
                             global const float *restrict upper, global const float *restrict right,
                             ulong systems)
{
    size_t system = get_global_id(0);
    if (system >= systems) return;

    float ratio[UNKNOWNS], sum[UNKNOWNS], last_ratio = 0, last = 0;
#pragma unroll    // so the compiler knows each index: the arrays become registers
    for (int i = 0; i < UNKNOWNS; i++) {
        size_t at = i * systems + system;
        float low = lower[at];
        float inverse = 1 / (middle[at] - low * last_ratio);
        last_ratio = upper[at] * inverse;
        last = (right[at] - low * last) * inverse;
        ratio[i] = last_ratio;
        sum[i] = last;
    }
    x[(UNKNOWNS - 1) * systems + system] = last;
#pragma unroll
    for (int i = UNKNOWNS - 2; i >= 0; i--) {
        last = sum[i] - ratio[i] * last;
        x[i * systems + system] = last;
    }
}

// --- parts: a system is cut into PARTS parts of ROWS equations, a work-item each.
//
//     1  A work-item goes down its part and gets rid of the x inside.  What is left is an equation
//        for the last x of the part, with the last x of the part before and of the part after.
//     2  These equations are three diagonals again.  Each gets rid of its two neighbours, by their
//        own equations, and has those at twice the distance instead: until there are none.
//     3  Now the work-item knows the last x of its part, and of the part before.  It goes up.

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
    uint begin = part * ROWS, end = system < systems ? (uint)unknowns : 0;
    size_t at = begin * (size_t)systems + system;

    // All reads first: so many are on their way at the same time.  Equations that are not there say
    // x = 0.
    equation row[ROWS];
    float middles[ROWS];
#pragma unroll    // so the compiler knows each index: the arrays become registers
    for (int i = 0; i < ROWS; i++) {
        bool is_there = begin + i < end;
        row[i].before = is_there ? lower[at + i * systems] : 0;
        middles[i] = is_there ? middle[at + i * systems] : 1;
        row[i].after = is_there ? upper[at + i * systems] : 0;
        row[i].right = is_there ? right[at + i * systems] : 0;
    }

    // 1. Down.
    equation last = { -1, 0, 0 };    // x before this part is itself
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        float low = row[i].before, inverse = 1 / (middles[i] - low * last.after);
        row[i].before = last.before *= -low * inverse;
        row[i].after = last.after = row[i].after * inverse;
        row[i].right = last.right = (row[i].right - low * last.right) * inverse;
    }

    // The part before needs the first x of this part, as an equation with the last one.
    equation first = { 0, -1, 0 };    // the last x is itself
#pragma unroll
    for (int i = ROWS - 2; i >= 0; i--) {
        first.before = row[i].before - row[i].after * first.before;
        first.right = row[i].right - row[i].after * first.right;
        first.after *= -row[i].after;
    }
    shared[part][me] = first;
    barrier(CLK_LOCAL_MEM_FENCE);

    // So the x after this part is put in place.
    equation none = { 0, 0, 0 };
    equation after = part + 1 < PARTS ? shared[part + 1][me] : none;
    float inverse = 1 / (1 - last.after * after.before);
    equation mine = { last.before * inverse, -last.after * after.after * inverse,
                      (last.right - last.after * after.right) * inverse };

    // 2. Twice the distance, and again.
#pragma unroll
    for (uint distance = 1; distance < PARTS; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);    // all have read
        shared[part][me] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        equation before = part >= distance ? shared[part - distance][me] : none;
        after = part + distance < PARTS ? shared[part + distance][me] : none;
        inverse = 1 / (1 - mine.before * before.after - mine.after * after.before);
        mine.right = (mine.right - mine.before * before.right - mine.after * after.right) * inverse;
        mine.before *= -before.before * inverse;
        mine.after *= -after.after * inverse;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[part][me] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);

    // 3. Up.  Each right side becomes its x.
    float x_before = part > 0 ? shared[part - 1][me].right : 0;
    row[ROWS - 1].right = mine.right;
#pragma unroll
    for (int i = ROWS - 2; i >= 0; i--)
        row[i].right -= row[i].before * x_before + row[i].after * row[i + 1].right;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        if (begin + i < end) x[at + i * systems] = row[i].right;
}

// --- vectors: a work-item solves LANES systems side by side, then the next ones.  What it keeps is
//     in memory, but in the same place for all its systems: this stays in the cache.

#define VECTORS (LANES / 16)

// `count` numbers, or 16 of more.
float16 load(global const float *from, long count)
{
    if (count >= 16) return vload16(0, from);
    float lanes[16];
    for (int k = 0; k < 16; k++)
        lanes[k] = k < count ? from[k] : 1;
    return vload16(0, lanes);
}

void store(float16 numbers, global float *to, long count)
{
    if (count >= 16) {
        vstore16(numbers, 0, to);
    } else {
        float lanes[16];
        vstore16(numbers, 0, lanes);
        for (int k = 0; k < count; k++)
            to[k] = lanes[k];
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
tridiagonal_vectors(global float *restrict x, global float16 *restrict kept,
                    global const float *restrict lower, global const float *restrict middle,
                    global const float *restrict upper, global const float *restrict right,
                    ulong systems, ulong unknowns)
{
    global float16 *ratio = kept + get_global_id(0) * unknowns * 2 * VECTORS;
    global float16 *sum = ratio + unknowns * VECTORS;
    ulong blocks = (systems - 1) / LANES + 1, items = get_global_size(0);
    ulong begin = blocks * get_global_id(0) / items * LANES;
    ulong end = min(blocks * (get_global_id(0) + 1) / items * LANES, systems);

    for (ulong first = begin; first < end; first += LANES) {
        float16 last_ratio[VECTORS], last[VECTORS];
        for (int v = 0; v < VECTORS; v++)
            last_ratio[v] = last[v] = 0;
        for (ulong i = 0; i < unknowns; i++) {
#pragma unroll
            for (int v = 0; v < VECTORS; v++) {
                long system = first + v * 16, count = (long)end - system;
                size_t at = i * systems + system, keep = i * VECTORS + v;
                float16 low = load(lower + at, count);
                float16 inverse = 1 / (load(middle + at, count) - low * last_ratio[v]);
                ratio[keep] = last_ratio[v] = load(upper + at, count) * inverse;
                sum[keep] = last[v] = (load(right + at, count) - low * last[v]) * inverse;
            }
        }
        for (ulong i = unknowns; i > 0; i--) {
#pragma unroll
            for (int v = 0; v < VECTORS; v++) {
                long system = first + v * 16, count = (long)end - system;
                size_t at = (i - 1) * systems + system, keep = (i - 1) * VECTORS + v;
                if (i < unknowns) last[v] = sum[keep] - ratio[keep] * last[v];
                store(last[v], x + at, count);
            }
        }
    }
}
