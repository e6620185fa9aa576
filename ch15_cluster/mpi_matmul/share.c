// SPDX-License-Identifier: MIT

#include "share.h"

#include "shared/cluster/cluster.h"

size_t share_depth(const share *s, size_t q)
{
    return ocl_smaller(s->depth, ocl_round_up(s->k - q * s->depth, STEP));
}

static bool owns(const share *s, int side, size_t q)
{
    return q % s->sides[side].size == s->sides[side].rank;
}

bool share_is_here(const share *s, int side, size_t q)
{
    return owns(s, side, q) || (s->reads_near && s->sides[side].near);
}

bool share_travels(const share *s, int side)
{
    return s->sides[side].size > 1 && !(s->reads_near && s->sides[side].near);
}

const pinned *share_part(const share *s, int side, size_t q)
{
    const share_side *f = &s->sides[side];
    return share_is_here(s, side, q) ? &f->parts[q] : &f->in[q % 2];
}

bool share_in_place(const share *s, int side, size_t q)
{
    return s->one_memory && share_is_here(s, side, q);
}

int share_floats(const share *s, int side, size_t q)
{
    return (int)(s->sides[side].lines * share_depth(s, q));
}

int share_sender(const share *s, int side, size_t q)
{
    return (int)(q % s->sides[side].size);
}

// Line `line` is a row of A, or a column of B.
static void make_part(const share *s, int side, size_t q, float *part)
{
    const share_side *f = &s->sides[side];
    const size_t first = q * s->depth, depth = share_depth(s, q);
    for (size_t line = 0; line < f->lines; line++)
        for (size_t i = 0; i < depth; i++) {
            const bool inside = first + i < s->k && line < (side == A ? s->rows : s->columns);
            const size_t index = side == A ? (s->top + line) * s->k + first + i
                                           : (first + i) * s->n + s->left + line;
            part[product_place(line, i, f->strip, depth)] =
                inside ? product_element(s->seed + (uint64_t)side, index) : 0.0f;
        }
}

// How many panels this rank sends.
static size_t own_parts(const share *s, int side)
{
    const share_side *f = &s->sides[side];
    return f->rank < s->panels ? ocl_divide_up(s->panels - f->rank, f->size) : 0;
}

static void require_room(const share *s, const ocl_env *env)
{
    const double rows = (double)s->rows, columns = (double)s->columns, c = (double)s->c_bytes;
    double host = sizeof(float) * (2.0 * rows * columns + (rows + columns) * (double)s->k);
    double all = c, largest = c;
    for (int side = A; side <= B; side++) {
        const double part = sizeof(float) * (double)s->sides[side].floats;
        largest = fmax(largest, part);
        all += 2.0 * part;
        host += ((double)own_parts(s, side) + 2.0) * part;
    }
    ocl_require_memory(env->device, largest, all, host);
}

share share_plan(const ocl_env *env, size_t depth, product_layout layout, const int grid[2],
                 const int at[2])
{
    const size_t *n = env->options->n, panels = ocl_divide_up(n[2], depth);
    product_require_extents(n);
    share s = { .m = n[0],
                .n = n[1],
                .k = n[2],
                .depth = ocl_round_up(ocl_divide_up(n[2], panels), STEP),
                .seed = env->options->seed,
                .one_memory = ocl_device_number(env->device, CL_DEVICE_HOST_UNIFIED_MEMORY) };
    s.top = cluster_first(s.m, (size_t)grid[0], (size_t)at[0]);
    s.rows = cluster_first(s.m, (size_t)grid[0], (size_t)at[0] + 1) - s.top;
    s.left = cluster_first(s.n, (size_t)grid[1], (size_t)at[1]);
    s.columns = cluster_first(s.n, (size_t)grid[1], (size_t)at[1] + 1) - s.left;
    s.height = ocl_round_up(s.rows + (s.rows == 0), layout.rows);
    s.width = ocl_round_up(s.columns + (s.columns == 0), layout.columns);
    s.c_bytes = s.height * s.width * sizeof(float);
    s.panels = ocl_divide_up(s.k, s.depth);
    for (int side = A; side <= B; side++) {
        const size_t lines = side == A ? s.height : s.width;
        if ((double)lines * (double)s.depth > INT32_MAX)    // MPI counts with an int
            ocl_exit(OCL_EXIT_USAGE, "--panel: a part of %zu x %zu floats; at most %d are sent",
                     lines, s.depth, INT32_MAX);
        s.sides[side] = (share_side){ .rank = (size_t)at[side == A],
                                      .size = (size_t)grid[side == A],
                                      .lines = lines,
                                      .strip = side == A ? layout.rows : layout.columns,
                                      .floats = lines * s.depth };
    }
    require_room(&s, env);
    return s;
}

// Where the part of a panel is in the window.
static void *place_in(const share_side *f, size_t q)
{
    const size_t part_bytes = ocl_round_up(f->floats * sizeof(float), PINNED_PAGE);
    return (char *)window_part(&f->w, (int)(q % f->size)) + q / f->size * part_bytes;
}

static void open_side(const ocl_env *env, const share *s, int side, share_side *f)
{
    const size_t bytes = f->floats * sizeof(float);
    f->parts = ocl_alloc(s->panels * sizeof *f->parts);
    for (size_t q = f->rank; q < s->panels; q += f->size) {
        f->parts[q] =
            f->near ? pinned_open_at(env, place_in(f, q), bytes, true) : pinned_open(env, bytes);
        make_part(s, side, q, f->parts[q].x);
        pinned_keep(env, &f->parts[q]);
    }
    if (f->near) window_show(&f->w);
    for (size_t q = 0; q < s->panels && f->near; q++)
        if (!owns(s, side, q)) f->parts[q] = pinned_open_at(env, place_in(f, q), bytes, false);
    for (size_t i = 0; i < 2; i++)
        f->in[i] = pinned_open(env, bytes);
}

void share_open(const ocl_env *env, share *s, const MPI_Comm ranks[SIDES], bool wants_windows)
{
    for (int side = A; side <= B; side++) {
        share_side *f = &s->sides[side];
        const size_t part_bytes = ocl_round_up(f->floats * sizeof(float), PINNED_PAGE);
        f->near = wants_windows && window_is_possible(ranks[side]);
        if (f->near) f->w = window_open(ranks[side], own_parts(s, side) * part_bytes);
        open_side(env, s, side, f);
    }
}

void share_close(const ocl_env *env, share *s)
{
    for (int side = B; side >= A; side--) {
        share_side *f = &s->sides[side];
        for (size_t i = 0; i < 2; i++)
            pinned_close(env, &f->in[i]);
        for (size_t q = 0; q < s->panels; q++)
            if (f->near || owns(s, side, q)) pinned_close(env, &f->parts[q]);
        free(f->parts);
        if (f->near) window_close(&f->w);
    }
}

void share_poison(const share *s, size_t run)
{
    for (int side = A; side <= B; side++)
        for (int i = 0; i < 2; i++)
            memset(s->sides[side].in[i].x, ocl_poison_byte(run),
                   s->sides[side].floats * sizeof(float));
}

matmul_matrices share_matrices(const share *s)
{
    matmul_matrices x = { .m = s->rows,
                          .n = s->columns,
                          .k = s->k,
                          .c_bytes = s->rows * s->columns * sizeof(float),
                          .a_bytes = s->rows * s->k * sizeof(float),
                          .b_bytes = s->k * s->columns * sizeof(float) };
    x.c = ocl_alloc(x.c_bytes);
    x.a = ocl_alloc(x.a_bytes);
    x.b = ocl_alloc(x.b_bytes);
    for (size_t i = 0; i < s->rows * s->k; i++)
        x.a[i] = product_element(s->seed, s->top * s->k + i);
    for (size_t i = 0; i < s->k; i++)
        for (size_t j = 0; j < s->columns; j++)
            x.b[i * s->columns + j] = product_element(s->seed + 1, i * s->n + s->left + j);
    return x;
}
