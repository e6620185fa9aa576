// SPDX-License-Identifier: MIT

#include "plan.h"

enum {
    END_OF_BLOCK = 64,    // as a run
    MAX_RUN = 64,         // coefficients that a jump goes over, at most
    STEPS_PER_CORE = 4    // of a CPU: subsequences, so that a slow core takes fewer of them
};

// The structures of kernels/jpeg_entropy.cl and its jpeg_bits.h.
typedef struct {
    cl_uint limit[17];
    cl_int offset[17];
    cl_uchar symbols[256];
} code_table;

typedef struct {
    cl_uint dc, ac, component;
    cl_uint x, y, columns, rows;
    cl_uint first_block, blocks_x;
} planned_block;

typedef struct {
    cl_uint tables, blocks, mcus_x;
    planned_block plan[JPEG_MAX_MCU_BLOCKS];
    code_table codes[JPEG_MAX_TABLES];
} device_scan;

typedef struct {
    cl_uint begin, end, first_subsequence, first_mcu, blocks;
} device_segment;

typedef struct {
    cl_uint begin, segment;
} subsequence;

typedef struct {
    cl_uint start, exit, blocks;
    cl_int dc[JPEG_MAX_COMPONENTS];
} device_result;

jpeg_tuning jpeg_tuning_of(cl_device_id device, const jpeg_file *file, jpeg_prescribed prescribed)
{
    jpeg_tuning t = { .lookup_bits = 9, .jump_bits = 10, .group = 256, .add_up_group = 256 };
    t.subsequence_bits = 1024;
    if (ocl_is_cpu(device)) {
        cl_uint cores;
        OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cores, &cores, NULL));
        t = (jpeg_tuning){ .lookup_bits = 10, .jump_bits = 12, .lead = 32768 };
        t.group = t.add_up_group = 1;
        t.subsequence_bits = 8 * (size_t)file->data_bytes / (STEPS_PER_CORE * cores) + 1;
        if (t.subsequence_bits < t.lead) t.subsequence_bits = t.lead;
    }
    if (prescribed.subsequence_bits) t.subsequence_bits = prescribed.subsequence_bits;
    if (prescribed.group) t.group = t.add_up_group = prescribed.group;
    if (prescribed.lead) t.lead = (unsigned)prescribed.lead;
    // Tables and less than 8 KiB of other data are in local memory.
    cl_ulong local_bytes;
    OCL_CHECK(
        clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local_bytes, &local_bytes, NULL));
    while (8192 + JPEG_MAX_TABLES * ((4ul << t.lookup_bits) + (2ul << t.jump_bits)) > local_bytes) {
        t.lookup_bits--;
        t.jump_bits--;
    }
    const size_t limit = ocl_local_limit(device, 0);
    if (t.group > limit) t.group = limit;
    if (t.add_up_group > limit) t.add_up_group = limit;
    return t;
}

static unsigned run_of(unsigned symbol, bool ac)
{
    if (!ac) return 0;
    return (symbol & 15) == 0 && symbol != 0xf0 ? END_OF_BLOCK : symbol >> 4;
}

// The value that `size` bits stand for (F.2.2.1).
static int extend(int bits, unsigned size)
{
    return size > 0 && bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

static void fill_lookups(cl_uint *lookups, const jpeg_huffman *table, unsigned width, bool ac)
{
    unsigned code = 0, at = 0;
    memset(lookups, 0, sizeof *lookups << width);
    for (unsigned length = 1; length <= width; length++) {
        code *= 2;
        for (unsigned i = 0; i < table->counts[length - 1]; i++, code++, at++) {
            const unsigned left = width - length, symbol = table->symbols[at], size = symbol & 15;
            const unsigned fixed = run_of(symbol, ac) << 9 | (length + size);
            for (unsigned rest = 0; rest < 1u << left; rest++)
                lookups[(code << left) + rest] =
                    size > left ? fixed | size << 5
                                : (cl_uint)extend((int)(rest >> (left - size)), size) << 16 | fixed;
        }
    }
}

// The length of the code at the begin of 16 bits, at most 16; 17: there is none.
static unsigned code_at(const jpeg_huffman *table, unsigned next, unsigned *symbol)
{
    unsigned length = 1;
    while (length <= 16 && next >= table->limit[length])
        length++;
    if (length <= 16)
        *symbol = table->symbols[(int)(next >> (16 - length)) + table->offset[length]];
    return length;
}

static cl_ushort jump_of(const jpeg_huffman *table, unsigned bits, unsigned width)
{
    unsigned used = 0, count = 0, symbol = 0;
    while (used < width) {
        const unsigned next = (bits << used & ((1u << width) - 1)) << (16 - width);
        const unsigned length = code_at(table, next, &symbol), takes = length + (symbol & 15);
        const unsigned run = run_of(symbol, true);
        if (length > 16 || used + takes > width) break;
        if (run == END_OF_BLOCK) return (cl_ushort)(1u << 15 | count << 8 | (used + takes));
        if (count + run + 1 >= MAX_RUN) break;
        count += run + 1;
        used += takes;
    }
    return (cl_ushort)(count << 8 | used);
}

// The number of a Huffman table among those of the plan, where it is added if it is new.  A table
// is new for DC coefficients when it is known for AC coefficients alone.
static cl_uint table_of(jpeg_plan *plan, const jpeg_huffman *table, const jpeg_tuning *t, bool ac)
{
    device_scan *scan = plan->pieces[JPEG_SCAN];
    cl_uint *lookups = plan->pieces[JPEG_LOOKUPS];
    cl_ushort *jumps = plan->pieces[JPEG_JUMPS];
    const size_t size = (size_t)1 << t->lookup_bits, jump_size = (size_t)1 << t->jump_bits;
    const cl_uint n = scan->tables;
    fill_lookups(lookups + n * size, table, t->lookup_bits, ac);
    memcpy(scan->codes[n].limit, table->limit, sizeof table->limit);
    memcpy(scan->codes[n].offset, table->offset, sizeof table->offset);
    memcpy(scan->codes[n].symbols, table->symbols, sizeof table->symbols);
    for (cl_uint i = 0; i < n; i++)
        if (memcmp(&scan->codes[i], &scan->codes[n], sizeof scan->codes[i]) == 0 &&
            memcmp(lookups + i * size, lookups + n * size, size * sizeof *lookups) == 0)
            return i;
    for (unsigned bits = 0; ac && bits < jump_size; bits++)
        jumps[n * jump_size + bits] = jump_of(table, bits, t->jump_bits);
    return scan->tables++;
}

static void plan_mcu(jpeg_plan *plan, const jpeg_file *file, const jpeg_scan *s,
                     const jpeg_tuning *t)
{
    device_scan *scan = plan->pieces[JPEG_SCAN];
    scan->mcus_x = s->mcus_x;
    for (cl_uint i = 0; i < s->count; i++) {
        const jpeg_component *c = &file->components[s->components[i]];
        const bool alone = s->count == 1;
        planned_block block = { .component = i,
                                .columns = alone ? 1 : c->h,
                                .rows = alone ? 1 : c->v,
                                .first_block = c->first_block,
                                .blocks_x = c->blocks_x };
        block.dc = table_of(plan, &file->huffman[c->dc], t, false);
        block.ac = table_of(plan, &file->huffman[c->ac], t, true);
        for (block.y = 0; block.y < block.rows; block.y++)
            for (block.x = 0; block.x < block.columns; block.x++)
                scan->plan[scan->blocks++] = block;
    }
}

static void cut(jpeg_plan *plan, const jpeg_file *file, const jpeg_scan *s, size_t length)
{
    device_segment *segments = plan->pieces[JPEG_SEGMENTS];
    subsequence *subsequences = plan->pieces[JPEG_SUBSEQUENCES];
    const device_scan *scan = plan->pieces[JPEG_SCAN];
    for (cl_uint i = 0; i < s->segments; i++) {
        const jpeg_segment *from = &file->segments[s->first_segment + i];
        segments[i] = (device_segment){ .begin = 8 * from->at,
                                        .end = 8 * (from->at + from->bytes),
                                        .first_subsequence = plan->subsequences,
                                        .first_mcu = from->first_mcu,
                                        .blocks = from->mcus * scan->blocks };
        uint64_t begin = segments[i].begin;
        do {
            subsequences[plan->subsequences++] =
                (subsequence){ .begin = (cl_uint)begin, .segment = i };
            begin += length;
        } while (begin < segments[i].end);
    }
}

jpeg_plan jpeg_plan_new(const jpeg_file *file, uint32_t scan, const jpeg_tuning *tuning)
{
    const jpeg_scan *s = &file->scans[scan];
    size_t most = 0;    // subsequences
    for (uint32_t i = 0; i < s->segments; i++)
        most +=
            8 * (size_t)file->segments[s->first_segment + i].bytes / tuning->subsequence_bits + 1;
    jpeg_plan plan = { .segments = s->segments };
    plan.bytes[JPEG_SCAN] = sizeof(device_scan);
    plan.bytes[JPEG_LOOKUPS] = JPEG_MAX_TABLES * sizeof(cl_uint) << tuning->lookup_bits;
    plan.bytes[JPEG_JUMPS] = JPEG_MAX_TABLES * sizeof(cl_ushort) << tuning->jump_bits;
    plan.bytes[JPEG_SEGMENTS] = s->segments * sizeof(device_segment);
    plan.bytes[JPEG_SUBSEQUENCES] = most * sizeof(subsequence);
    for (size_t i = JPEG_SCAN; i < JPEG_PIECES; i++) {
        plan.pieces[i] = ocl_alloc(plan.bytes[i]);
        memset(plan.pieces[i], 0, plan.bytes[i]);
    }
    plan_mcu(&plan, file, s, tuning);
    const device_scan *device = plan.pieces[JPEG_SCAN];    // only the tables in use are sent
    plan.bytes[JPEG_LOOKUPS] = device->tables * sizeof(cl_uint) << tuning->lookup_bits;
    plan.bytes[JPEG_JUMPS] = device->tables * sizeof(cl_ushort) << tuning->jump_bits;
    cut(&plan, file, s, tuning->subsequence_bits);
    plan.groups = ocl_divide_up(plan.subsequences, tuning->group);
    plan.bytes[JPEG_RESULTS] = most * sizeof(device_result);
    plan.bytes[JPEG_GROUP_EXITS] = 2 * plan.groups * sizeof(cl_uint);
    return plan;
}

void jpeg_plan_free(jpeg_plan *plan)
{
    for (size_t i = 0; i < JPEG_PIECES; i++)
        free(plan->pieces[i]);
    *plan = (jpeg_plan){ .segments = 0 };
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

bool jpeg_device_can(const jpeg_file *file)
{
    uint64_t wanted = 0, found = 0;
    for (uint32_t i = 0; i < file->scan_count; i++)
        wanted += (uint64_t)file->scans[i].mcus_x * file->scans[i].mcus_y;
    for (uint32_t i = 0; i < file->segment_count; i++)
        found += file->segments[i].mcus;
    return found == wanted && file->data_bytes < UINT32_MAX / 8 - JPEG_PADDING;
}
