// SPDX-License-Identifier: MIT
//
// transpose - B = A^T: no arithmetic at all, so that only the way to memory decides.
//
// Shows   coalesced reads against coalesced writes, a tile in local memory that has both, bank conflicts and their
//         cure, several elements a work-item; and what a CPU wants instead
// Uses    local memory with barriers, reqd_work_group_size, global_work_offset for a matrix in several launches,
//         ocl_device_limits for the rate of a plain copy
// Try     transpose -n 8192, then 8191 and 8190x8194; --tile 32, --order diagonal; -n 1x16M

#include "ocl.h"

// What a work-item of strips moves, a band of 16 rows after the other.  Wide bands read long runs of memory.  Each
// column becomes a row of the result, which has a page of its own.  Parts take 28 KiB of local memory, where the full
// profile promises 32.
enum { STRIP_COLS = 512, STRIP_ROWS = 112, PART_COLS = 64 };

static const char *const VARIANTS[] = { "naive_reads", "naive_writes", "tiled",  "padded",
                                        "blocked",     "vector",       "strips", NULL };
enum { NAIVE_READS, NAIVE_WRITES, TILED, PADDED, BLOCKED, VECTOR, STRIPS, VARIANT_COUNT };

static const char *const ORDERS[] = { "rows", "diagonal", "bands", NULL };
static const char *const TILES[] = { "16", "32", "64", NULL };

// Elements that a work-item moves, and work-items of a group, in powers of two: columns and rows of A, or of the
// result for naive_writes.
typedef struct {
    size_t each[2], items[2];
} shape;

static void transpose_ref(uint32_t *b, const uint32_t *a, size_t rows, size_t cols)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < cols; x++)
            b[x * rows + y] = a[y * cols + x];
}

// The largest power of two that is at most a and at most b.
static size_t power_of_two(size_t a, size_t b)
{
    size_t power = 1;
    while (power <= a / 2 && power <= b / 2)
        power *= 2;
    return power;
}

int main(int argc, char **argv)
{
    size_t tile_choice = 2, most_items = 0, order = 0, band = 8;
    const ocl_option own[] = {
        { 't', "tile", OCL_CHOICE, &tile_choice, "SIDE", "of blocked and vector", TILES },
        { 'w', "work-items", OCL_COUNT, &most_items, "N", "a group of these at most (0: up to 256)",
          NULL },
        { 0, "order", OCL_CHOICE, &order, "ORDER", "of the tiles: rows, diagonal or bands",
          ORDERS },
        { 0, "band", OCL_COUNT, &band, "N", "rows of tiles a band", NULL },
        { 0 },
    };
    const ocl_about about = { .name = "transpose",
                              .summary = "B = A^T, on the way to the rate of a copy.",
                              .accepts = "dnrVks",
                              .size_help = "rows x columns of A",
                              .extents = 2,
                              .variants = VARIANTS,
                              .own = own };
    const ocl_options defaults = { .n = { 4099, 2053 }, .repeat = 10, .seed = 1 };
    const ocl_options opt = ocl_parse(argc, argv, &about, defaults);
    ocl_env env = ocl_open(&opt);

    // All 32 bits of an element are random: the comparison is exact, and an element in a wrong place shows.
    const double matrix_bytes = sizeof(cl_uint) * (double)opt.n[0] * (double)opt.n[1];
    ocl_require_memory(env.device, matrix_bytes, 2.0 * matrix_bytes, 3.0 * matrix_bytes);
    const cl_ulong rows = opt.n[0], cols = opt.n[1];
    const size_t count = opt.n[0] * opt.n[1], bytes = count * sizeof(cl_uint);
    uint32_t *b = ocl_alloc(bytes), *ref = ocl_alloc(bytes), *a = ocl_alloc(bytes);
    ocl_fill_u32(a, count, opt.seed);
    const double begin = ocl_wall_ns();
    transpose_ref(ref, a, opt.n[0], opt.n[1]);
    const double reference_ns = ocl_wall_ns() - begin;

    // The tile with one work-item an element is as large as a group may be.
    const bool has_vectors =    // devices without them know no prefetch either
        ocl_device_number(env.device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT) > 1;
    const size_t limit = (size_t)ocl_device_number(env.device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    const size_t tile = (size_t)16 << tile_choice;
    if (most_items > limit)
        ocl_exit(OCL_EXIT_USAGE, "--work-items: at most %zu on this device", limit);
    if (most_items && most_items < tile)
        ocl_exit(OCL_EXIT_USAGE, "--work-items: at least %zu, a row of the tile", tile);
    if (!most_items) most_items = limit < 256 ? limit : 256;
    size_t small = 32;
    while (small * small > limit)
        small /= 2;
    const size_t blocked_rows = power_of_two(tile, most_items / tile);
    const size_t vector_rows = power_of_two(tile / 4, most_items / (tile / 4));
    const shape shapes[VARIANT_COUNT] = {
        [NAIVE_READS] = { { 1, 1 }, { 32, 8 } },
        [NAIVE_WRITES] = { { 1, 1 }, { 32, 8 } },
        [TILED] = { { 1, 1 }, { small, small } },
        [PADDED] = { { 1, 1 }, { small, small } },
        [BLOCKED] = { { 1, tile / blocked_rows }, { tile, blocked_rows } },
        [VECTOR] = { { 4, tile / vector_rows }, { tile / 4, vector_rows } },
        [STRIPS] = { { STRIP_COLS, STRIP_ROWS }, { 1, 1 } },
    };

    // A band is no higher than the matrix: the kernels count in 32 bits, enough for its tiles.
    const size_t smallest = small < tile ? small : tile;
    const size_t tile_rows = ocl_divide_up(opt.n[0], smallest);
    if (band > tile_rows) band = tile_rows;

    ocl_report *report = ocl_report_open(&opt, env.device);
    ocl_report_count(report, "rows", opt.n[0]);
    ocl_report_count(report, "columns", opt.n[1]);
    ocl_report_count(report, "tile", tile);
    ocl_report_text(report, "order", ORDERS[order]);
    ocl_report_reference(report, reference_ns);

    cl_mem d_b = ocl_buffer(&env, CL_MEM_WRITE_ONLY, bytes, NULL);
    cl_mem d_a = ocl_buffer(&env, CL_MEM_READ_ONLY, bytes, a);
    cl_program program =
        ocl_build(&env, "transpose.cl",
                  "-DSMALL_TILE=%zu -DTILE=%zu -DROWS=%zu -DVECTOR_ROWS=%zu -DORDER=%zu -DBAND=%zu "
                  "-DSTRIP_COLS=%d -DSTRIP_ROWS=%d -DPART_COLS=%d -DAHEAD=%d",
                  small, tile, blocked_rows, vector_rows, order, band, STRIP_COLS, STRIP_ROWS,
                  PART_COLS, has_vectors ? 16 : 0);
    const double copy_gbs = ocl_device_limits(&env).copy_gbs;

    for (int v = 0; VARIANTS[v]; v++) {
        if (!ocl_wants(&opt, VARIANTS[v])) continue;

        char name[32];
        snprintf(name, sizeof name, "transpose_%s", VARIANTS[v]);
        cl_int err;
        cl_kernel kernel = OCL_CREATE(clCreateKernel(program, name, &err));

        // Fewer work-items do for a naive kernel, the others count on the shape of their group.
        size_t local[2];
        const size_t *items = shapes[v].items;
        ocl_local_size_2d(kernel, env.device, items, local);
        if (v > NAIVE_WRITES && (local[0] != items[0] || local[1] != items[1])) {
            if (!ocl_wants(&opt, "all"))
                ocl_exit(OCL_EXIT_SKIP, "%s needs work-groups of %zu x %zu", VARIANTS[v], items[0],
                         items[1]);
            ocl_report_print(report, "%s is left out: it needs work-groups of %zu x %zu\n",
                             VARIANTS[v], items[0], items[1]);
            OCL_CHECK(clReleaseKernel(kernel));
            continue;
        }
        OCL_CHECK(clSetKernelArg(kernel, 0, sizeof d_b, &d_b));
        OCL_CHECK(clSetKernelArg(kernel, 1, sizeof d_a, &d_a));
        OCL_CHECK(clSetKernelArg(kernel, 2, sizeof rows, &rows));
        OCL_CHECK(clSetKernelArg(kernel, 3, sizeof cols, &cols));

        // Whole work-groups that cover the matrix.
        size_t extents[2];
        for (int k = 0; k < 2; k++) {
            const size_t elements = opt.n[v == NAIVE_WRITES ? k : 1 - k];
            extents[k] = ocl_divide_up(elements, shapes[v].each[k]);
        }
        ocl_range_2d range = { .local = { local[0], local[1] } };
        ocl_global_size_2d(extents, local, SIZE_MAX, range.global);
        ocl_times times = { .runs = 0 };
        for (size_t run = 0; run <= opt.repeat; run++) {
            ocl_poison(env.queue, d_b, bytes);
            cl_event first, last;
            ocl_enqueue_2d(env.queue, kernel, &range, &first, &last);
            ocl_times_take_span(&times, run, first, last);
        }

        OCL_CHECK(clEnqueueReadBuffer(env.queue, d_b, CL_TRUE, 0, bytes, b, 0, NULL, NULL));
        const ocl_result check = ocl_verify_u32(VARIANTS[v], b, ref, count);
        ocl_report_row(
            report, &(ocl_row){ VARIANTS[v], &times, 2.0 * matrix_bytes, "GB/s", copy_gbs, check });
        OCL_CHECK(clReleaseKernel(kernel));
    }
    const char *meant = VARIANTS[ocl_is_cpu(env.device) ? STRIPS : VECTOR];
    ocl_report_print(report, "meant for this kind of device: %s\n", meant);
    json_object_set_new(ocl_report_details(report), "meant_for_device", json_string(meant));

    OCL_CHECK(clReleaseProgram(program));
    OCL_CHECK(clReleaseMemObject(d_a));
    OCL_CHECK(clReleaseMemObject(d_b));
    ocl_close(&env);
    free(a);
    free(ref);
    free(b);
    return ocl_report_close(report);
}
