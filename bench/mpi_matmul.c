// SPDX-License-Identifier: MIT
//
// bench_mpi_matmul - the rungs of mpi_matmul beside OpenBLAS in each rank, and beside ScaLAPACK.
//
// It runs in each rank of MPI:
//
//     mpiexec -n 2 bench_mpi_matmul
//
// Times are those of rank 0, from a barrier to a barrier.

// The lesson itself, of which main alone is not called.
#define main mpi_matmul_main
#include "../ch15_cluster/mpi_matmul.c"
#undef main

#include "contest.h"

#include <cblas.h>

typedef struct {
    lesson lesson;
    share plain;          // the peers' share: row-major parts of panels, not padded
    float *own[SIDES];    // this rank's panels for ScaLAPACK: of A side by side, of B stacked
    int grid;             // ScaLAPACK's
} bench;

// --- the rungs

static double run_ns(bench *b, void (*run)(bench *b))
{
    CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
    const double begin = ocl_wall_ns();
    run(b);
    CLUSTER_CHECK(MPI_Barrier(MPI_COMM_WORLD));
    return ocl_wall_ns() - begin;
}

static void multiply_in_turn(bench *b)
{
    summa_phases phases = { .network_ns = 0.0 };
    run_in_turn(&b->lesson, &phases);
}

static void multiply_hidden(bench *b)
{
    run_hidden(&b->lesson);
}

static double time_shared(void *what)
{
    bench *b = what;
    b->lesson.s.reads_near = true;
    const double ns = run_ns(b, multiply_hidden);
    b->lesson.s.reads_near = false;
    return ns;
}

static double time_in_turn(void *what)
{
    return run_ns(what, multiply_in_turn);
}

static double time_hidden(void *what)
{
    return run_ns(what, multiply_hidden);
}

static void poison_device(void *what, size_t round)
{
    const lesson *l = &((const bench *)what)->lesson;
    ocl_poison_write(l->env.queue, l->d_c, l->s.c_bytes, round);
    share_poison(&l->s, round);
}

static ocl_result check_block(const lesson *l, const char *name)
{
    return cluster_result(&l->c, matmul_check_product(&l->check, name, l->x.c));
}

static ocl_result check_device(void *what, const char *name)
{
    const lesson *l = &((const bench *)what)->lesson;
    read_block(l);
    return check_block(l, name);
}

// --- the peers

static void poison_host(void *what, size_t round)
{
    const bench *b = what;
    memset(b->lesson.x.c, ocl_poison_byte(round), b->lesson.x.c_bytes);
    share_poison(&b->plain, round);
}

static ocl_result check_host(void *what, const char *name)
{
    return check_block(&((const bench *)what)->lesson, name);
}

// As in_turn, with a library for the product.
static void multiply_openblas(bench *b)
{
    const lesson *l = &b->lesson;
    const share *s = &b->plain;
    const int width = (int)s->width;
    for (size_t q = 0; q < s->panels; q++) {
        const int depth = (int)share_depth(s, q);
        for (int side = A; side <= B; side++)
            CLUSTER_CHECK(MPI_Bcast(share_part(s, side, q)->x, share_floats(s, side, q), MPI_FLOAT,
                                    share_sender(s, side, q), l->ranks[side]));
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)s->rows, width, depth, 1.0f,
                    share_part(s, A, q)->x, depth, share_part(s, B, q)->x, width,
                    q > 0 ? 1.0f : 0.0f, l->x.c, width);
    }
}

static double time_openblas(void *what)
{
    return run_ns(what, multiply_openblas);
}

#ifdef OCL_HAVE_SCALAPACK
// ScaLAPACK stores matrices by columns.  So it gets C' = B' A', the transposes: in memory they are
// C, B and A by rows.  Its blocks are dealt to the ranks as those of the lesson are: block (i, j)
// is that of rank (i modulo rows, j modulo columns) of its grid.
enum { DESCRIPTOR = 9 };
typedef struct {
    int rows, columns, block_rows, block_columns;
    int stride;    // in floats, of a column in this rank's memory
} blocks;

int Csys2blacs_handle(MPI_Comm ranks);
void Cblacs_gridinit(int *grid, const char *order, int rows, int columns);
void Cblacs_gridexit(int grid);
void descinit_(int *descriptor, const int *rows, const int *columns, const int *block_rows,
               const int *block_columns, const int *first_row, const int *first_column,
               const int *grid, const int *stride, int *error);
void psgemm_(const char *trans_a, const char *trans_b, const int *m, const int *n, const int *k,
             const float *alpha, const float *a, const int *a_row, const int *a_column,
             const int *a_descriptor, const float *b, const int *b_row, const int *b_column,
             const int *b_descriptor, const float *beta, float *c, const int *c_row,
             const int *c_column, const int *c_descriptor);

static void describe(int descriptor[DESCRIPTOR], int grid, blocks x)
{
    const int first = 0;
    int error;
    descinit_(descriptor, &x.rows, &x.columns, &x.block_rows, &x.block_columns, &first, &first,
              &grid, &x.stride, &error);
    if (error != 0) ocl_exit(OCL_EXIT_CALL, "descinit: argument %d", -error);
}

// How many columns of A, or rows of B, this rank has.
static size_t own_depth(const share *s, int side)
{
    size_t depth = 0;
    for (size_t q = s->sides[side].rank; q < s->panels; q += s->sides[side].size)
        depth += ocl_smaller(s->depth, s->k - q * s->depth);
    return depth;
}

static void open_scalapack(bench *b)
{
    const lesson *l = &b->lesson;
    const share *s = &b->plain;
    b->grid = Csys2blacs_handle(MPI_COMM_WORLD);
    Cblacs_gridinit(&b->grid, "C", l->grid[1], l->grid[0]);    // its columns are the lesson's rows

    for (int side = A; side <= B; side++) {
        const size_t all = own_depth(s, side), lines = side == A ? s->rows : 1;
        b->own[side] = ocl_alloc(s->sides[side].lines * all * sizeof(float));
        size_t from = 0;
        for (size_t q = s->sides[side].rank; q < s->panels; q += s->sides[side].size) {
            const size_t padded = share_depth(s, q),
                         some = ocl_smaller(padded, s->k - q * s->depth);
            const size_t unit = side == A ? 1 : s->width;
            const float *part = share_part(s, side, q)->x;
            for (size_t line = 0; line < lines; line++)
                memcpy(b->own[side] + (line * all + from) * unit, part + line * padded,
                       some * unit * sizeof(float));
            from += some;
        }
    }
}

static void close_scalapack(bench *b)
{
    free(b->own[B]);
    free(b->own[A]);
    Cblacs_gridexit(b->grid);
}

static void multiply_scalapack(bench *b)
{
    const share *s = &b->plain;
    const int m = (int)s->m, n = (int)s->n, k = (int)s->k, first = 1;
    const int rows = (int)s->rows, columns = (int)s->columns, depth = (int)s->depth;
    const int width = (int)s->width, own = own_depth(s, A) > 0 ? (int)own_depth(s, A) : 1;
    const float alpha = 1.0f, beta = 0.0f;
    int a[DESCRIPTOR], of_b[DESCRIPTOR], c[DESCRIPTOR];
    describe(of_b, b->grid, (blocks){ n, k, columns, depth, width });
    describe(a, b->grid, (blocks){ k, m, depth, rows, own });
    describe(c, b->grid, (blocks){ n, m, columns, rows, width });
    psgemm_("N", "N", &n, &m, &k, &alpha, b->own[B], &first, &first, of_b, b->own[A], &first,
            &first, a, &beta, b->lesson.x.c, &first, &first, c);
}

static double time_scalapack(void *what)
{
    return run_ns(what, multiply_scalapack);
}
#endif

// --- the contest

static ocl_options parse(int argc, char **argv, summa_settings *settings)
{
    *settings = (summa_settings){ .depth = 512, .deadline = CLUSTER_DEADLINE };
    const ocl_option own[] = {
        { .usage = "-p, --panel N: columns of a panel of A, rows of a panel of B, at most",
          .count = &settings->depth },
        CLUSTER_OPTION(&settings->deadline),
        { 0 },
    };
    const ocl_about about = { .name = "bench_mpi_matmul",
                              .summary = "mpi_matmul beside OpenBLAS and ScaLAPACK.",
                              .accepts = "dnrks",
                              .size_help = "rows of C, columns of C, columns of A",
                              .extents = 3,
                              .own = own };
    const ocl_options defaults = { .n = { 2048, 2048, 2048 }, .repeat = 11, .seed = 1 };
    return ocl_parse(argc, argv, &about, defaults);
}

static void add_contenders(contest *c, bench *b)
{
    const size_t *n = b->lesson.env.options->n;
    const double work = 2.0 * (double)n[0] * (double)n[1] * (double)n[2];
    const contest_entry peer = {
        .is_peer = true, .what = b, .prepare = poison_host, .check = check_host, .work = work
    };
    const contest_entry rung = {
        .what = b, .prepare = poison_device, .check = check_device, .work = work
    };
    contest_entry *e = contest_add(c, peer);
    e->name = "openblas";
    e->run_ns = time_openblas;
#ifdef OCL_HAVE_SCALAPACK
    e = contest_add(c, peer);
    e->name = "scalapack";
    e->run_ns = time_scalapack;
#endif
    e = contest_add(c, rung);
    e->name = MATMUL_RUNGS[IN_TURN];
    e->run_ns = time_in_turn;
    e = contest_add(c, rung);
    e->name = MATMUL_RUNGS[HIDDEN];
    e->run_ns = time_hidden;
    e = contest_add(c, rung);
    e->name = MATMUL_RUNGS[SHARED];
    e->run_ns = time_shared;
}

int main(int argc, char **argv)
{
    bench b = { .lesson = { .c = cluster_start(&argc, &argv) } };
    lesson *l = &b.lesson;
    ocl_options opt = parse(argc, argv, &l->set);
    cluster_set_deadline(l->set.deadline);
    l->env = cluster_open(&l->c, &opt);
    prepare(l);
    if (opt.n[0] % (size_t)l->grid[0] || opt.n[1] % (size_t)l->grid[1])
        ocl_exit(OCL_EXIT_USAGE,
                 "--size: ScaLAPACK's blocks are those of the lesson only if a "
                 "grid of %d x %d divides the rows and the columns of C",
                 l->grid[0], l->grid[1]);
    b.plain =
        share_plan(&l->env, l->set.depth, (product_layout){ 1, l->s.columns }, l->grid, l->at);
    cluster_agree();
    cluster_require_same(&l->c, summa_same(&opt, &l->set), "options");
    make_grid(l);
    share_open(&l->env, &l->s, l->ranks, true);
    share_open(&l->env, &b.plain, l->ranks, false);
#ifdef OCL_HAVE_SCALAPACK
    open_scalapack(&b);
#endif

    l->report = summa_report_open(&l->c, &l->env, &l->s, l->grid, &l->check);
    contest c = { .unit = "GFLOP/s", .env = &l->env, .rounds = opt.repeat };
    add_contenders(&c, &b);
    contest_run(&c);

    int status = OCL_EXIT_PASS;
    if (l->report) {
        contest_report(&c, l->report);
        ocl_table speed = contest_table(&c, l->report);
        contest_ratios(&c, &speed);
        status = ocl_report_close(l->report);
    }
#ifdef OCL_HAVE_SCALAPACK
    close_scalapack(&b);
#endif
    share_close(&l->env, &b.plain);
    release(l);
    return cluster_close(status);
}
