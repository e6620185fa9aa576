// SPDX-License-Identifier: MIT

#include "plan.h"

#include "entropy.h"

unsigned jpeg_ac_run(unsigned symbol)
{
    return (symbol & 15) == 0 && symbol != 0xf0 ? JPEG_END_OF_BLOCK : symbol >> 4;
}

// The value that `size` bits stand for (F.2.2.1).
static int extend(int bits, unsigned size)
{
    return size > 0 && bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

// What a lookup says of a symbol whose code is followed by `left` more bits: `rest`.
static cl_uint lookup_of(unsigned fixed, unsigned size, unsigned left, unsigned rest)
{
    if (size > left) return fixed | size << 5;
    return (cl_uint)extend((int)(rest >> (left - size)), size) << 16 | fixed;
}

static void fill_lookups(cl_uint *lookups, const jpeg_huffman *table, unsigned width, bool ac)
{
    unsigned code = 0, at = 0;
    memset(lookups, 0, sizeof *lookups << width);
    for (unsigned length = 1; length <= width; length++) {
        code *= 2;
        for (unsigned i = 0; i < table->counts[length - 1]; i++, code++, at++) {
            const unsigned left = width - length;
            const unsigned symbol = table->symbols[at], size = symbol & 15;
            const unsigned fixed = (ac ? jpeg_ac_run(symbol) : 0) << 9 | (length + size);
            for (unsigned rest = 0; rest < 1u << left; rest++)
                lookups[(code << left) + rest] = lookup_of(fixed, size, left, rest);
        }
    }
}

// The number of a Huffman table among those of the plan, where it is added if it is new.  A table
// is new for DC coefficients when it is known for AC coefficients alone.
static cl_uint table_of(jpeg_plan *plan, const jpeg_huffman *table, unsigned lookup_bits, bool ac)
{
    jpeg_device_scan *scan = &plan->scan;
    const size_t size = (size_t)1 << lookup_bits;
    const cl_uint n = scan->tables;
    cl_uint *lookups = plan->lookups + n * size;
    fill_lookups(lookups, table, lookup_bits, ac);
    memcpy(scan->codes[n].limit, table->limit, sizeof table->limit);
    memcpy(scan->codes[n].offset, table->offset, sizeof table->offset);
    memcpy(scan->codes[n].symbols, table->symbols, sizeof table->symbols);
    cl_uint i = 0;
    while (memcmp(&scan->codes[i], &scan->codes[n], sizeof scan->codes[i]) != 0 ||
           memcmp(plan->lookups + i * size, lookups, size * sizeof *lookups) != 0)
        i++;
    if (i == n) scan->tables++;
    if (ac) plan->for_ac[i] = true;
    return i;
}

static void plan_mcu(jpeg_plan *plan, const jpeg_file *file, const jpeg_scan *s,
                     unsigned lookup_bits)
{
    jpeg_device_scan *scan = &plan->scan;
    scan->mcus_x = s->mcus_x;
    for (cl_uint i = 0; i < s->count; i++) {
        const jpeg_component *c = &file->components[s->components[i]];
        const bool alone = s->count == 1;
        jpeg_planned_block block = { .component = i,
                                     .columns = alone ? 1 : c->h,
                                     .rows = alone ? 1 : c->v,
                                     .first_block = c->first_block,
                                     .blocks_x = c->blocks_x };
        block.dc = table_of(plan, &file->huffman[c->dc], lookup_bits, false);
        block.ac = table_of(plan, &file->huffman[c->ac], lookup_bits, true);
        for (block.y = 0; block.y < block.rows; block.y++)
            for (block.x = 0; block.x < block.columns; block.x++)
                scan->plan[scan->blocks++] = block;
    }
}

jpeg_plan jpeg_plan_new(const jpeg_file *file, uint32_t scan, unsigned lookup_bits)
{
    const jpeg_scan *s = &file->scans[scan];
    jpeg_plan plan = { .segment_count = s->segments };
    plan.lookups = ocl_alloc(JPEG_MAX_TABLES * sizeof(cl_uint) << lookup_bits);
    plan_mcu(&plan, file, s, lookup_bits);
    plan.lookup_bytes = plan.scan.tables * sizeof(cl_uint) << lookup_bits;

    plan.segments = ocl_alloc(s->segments * sizeof *plan.segments);
    for (cl_uint i = 0; i < s->segments; i++) {
        const jpeg_segment *from = &file->segments[s->first_segment + i];
        plan.segments[i] = (jpeg_device_segment){ .begin = 8 * from->at,
                                                  .end = 8 * (from->at + from->bytes),
                                                  .first_mcu = from->first_mcu,
                                                  .blocks = from->mcus * plan.scan.blocks };
    }
    return plan;
}

void jpeg_plan_free(jpeg_plan *plan)
{
    free(plan->segments);
    free(plan->lookups);
    *plan = (jpeg_plan){ .lookups = NULL };
}

bool jpeg_all_written(const jpeg_file *file)
{
    uint64_t blocks = 0;
    for (uint32_t i = 0; i < file->scan_count; i++) {
        const jpeg_scan *s = &file->scans[i];
        uint32_t per_mcu = s->count == 1 ? 1 : 0;
        for (uint32_t c = 0; s->count > 1 && c < s->count; c++)
            per_mcu += (uint32_t)file->components[s->components[c]].h *
                       file->components[s->components[c]].v;
        blocks += (uint64_t)s->mcus_x * s->mcus_y * per_mcu;
    }
    return blocks == file->blocks;
}

// Whether a device can decode the file: no restart interval is missing, and a cl_uint can count its
// bits.
static bool device_can(const jpeg_file *file)
{
    uint64_t wanted = 0, found = 0;
    for (uint32_t i = 0; i < file->scan_count; i++)
        wanted += (uint64_t)file->scans[i].mcus_x * file->scans[i].mcus_y;
    for (uint32_t i = 0; i < file->segment_count; i++)
        found += file->segments[i].mcus;
    return found == wanted && file->data_bytes < UINT32_MAX / 8 - JPEG_PADDING;
}

void jpeg_mend(const ocl_env *env, const jpeg_file *file, cl_mem d_coefficients, cl_mem d_damaged)
{
    cl_uint damaged;
    OCL_CHECK(clEnqueueReadBuffer(env->queue, d_damaged, CL_TRUE, 0, sizeof damaged, &damaged, 0,
                                  NULL, NULL));
    if (!damaged && device_can(file)) return;

    ocl_message why;
    const size_t bytes = JPEG_BLOCK * sizeof(int16_t) * file->blocks;
    int16_t *coefficients = ocl_alloc(bytes);
    jpeg_file again = *file;    // its warnings are known
    if (!jpeg_decode_coefficients(&again, coefficients, &why))
        ocl_exit(OCL_EXIT_USAGE, "%s", why.text);
    OCL_CHECK(clEnqueueWriteBuffer(env->queue, d_coefficients, CL_TRUE, 0, bytes, coefficients, 0,
                                   NULL, NULL));
    free(coefficients);
}
