// SPDX-License-Identifier: MIT

#include "cut.h"

enum {
    MIN_BITS = 32,    // a symbol has at most 31
    MAX_GROUP = 1024,
    MAX_LEAD = 1 << 20,
    STEPS_PER_CORE = 4,    // of a CPU: subsequences, so that a slow core takes fewer of them
    OTHER_LOCAL = 8192,    // bytes of local memory beside the tables, at most
    MAX_RUN = 64           // coefficients that a jump goes over, at most
};

const char *const JPEG_VARIANTS[] = { "synchronise", "picture", NULL };

ocl_options jpeg_entropy_parse(int argc, char **argv, jpeg_prescribed *prescribed)
{
    *prescribed = (jpeg_prescribed){ 0 };
    const ocl_option own[] = {
        { .usage = "-b, --subsequence BITS: that a work-item decodes",
          .count = &prescribed->subsequence_bits },
        { .usage = "-g, --group N: subsequences per work-group", .count = &prescribed->group },
        { .usage = "-e, --lead BITS: before a subsequence, decoded for a better guess",
          .count = &prescribed->lead },
        { 0 }
    };
    const ocl_about about = { .name = "jpeg_entropy",
                              .summary = "Decodes the Huffman codes of a JPEG file on the device.",
                              .accepts = "dirVk",
                              .variants = JPEG_VARIANTS,
                              .own = own };
    const ocl_options options = ocl_parse(argc, argv, &about, (ocl_options){ .repeat = 5 });
    if (prescribed->subsequence_bits && prescribed->subsequence_bits < MIN_BITS)
        ocl_exit(OCL_EXIT_USAGE, "--subsequence: at least %d bits", MIN_BITS);
    if (prescribed->group > MAX_GROUP)
        ocl_exit(OCL_EXIT_USAGE, "--group: at most %d subsequences", MAX_GROUP);
    if (prescribed->lead > MAX_LEAD) ocl_exit(OCL_EXIT_USAGE, "--lead: at most %d bits", MAX_LEAD);
    return options;
}

// Few long subsequences, and a guess that is nearly always right.
static jpeg_tuning tuning_of_cpu(cl_device_id device, const jpeg_file *file)
{
    cl_uint cores;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cores, &cores, NULL));
    jpeg_tuning t = {
        .lookup_bits = 10, .jump_bits = 12, .lead = 32768, .group = 1, .add_up_group = 1
    };
    t.subsequence_bits = 8 * (size_t)file->data_bytes / (STEPS_PER_CORE * cores) + 1;
    if (t.subsequence_bits < t.lead) t.subsequence_bits = t.lead;
    return t;
}

jpeg_tuning jpeg_tuning_of(cl_device_id device, const jpeg_file *file, jpeg_prescribed prescribed)
{
    jpeg_tuning t = { .lookup_bits = 9,
                      .jump_bits = 10,
                      .group = 256,
                      .add_up_group = 256,
                      .subsequence_bits = 1024 };
    if (ocl_is_cpu(device)) t = tuning_of_cpu(device, file);
    if (prescribed.subsequence_bits) t.subsequence_bits = prescribed.subsequence_bits;
    if (prescribed.group) t.group = t.add_up_group = prescribed.group;
    if (prescribed.lead) t.lead = (unsigned)prescribed.lead;

    cl_ulong local;
    OCL_CHECK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
    while (OTHER_LOCAL + JPEG_MAX_TABLES * ((4ul << t.lookup_bits) + (2ul << t.jump_bits)) >
           local) {
        t.lookup_bits--;
        t.jump_bits--;
    }
    const size_t limit = ocl_local_limit(device, 0);
    if (t.group > limit) t.group = limit;
    if (t.add_up_group > limit) t.add_up_group = limit;
    return t;
}

// The length of the code at the begin of 16 bits, at most 16; 17: there is none.
static unsigned code_at(const jpeg_code_table *table, unsigned next, unsigned *symbol)
{
    unsigned length = 1;
    while (length <= 16 && next >= table->limit[length])
        length++;
    if (length <= 16)
        *symbol = table->symbols[(int)(next >> (16 - length)) + table->offset[length]];
    return length;
}

static cl_ushort jump_of(const jpeg_code_table *table, unsigned bits, unsigned width)
{
    unsigned used = 0, count = 0, symbol = 0;
    while (used < width) {
        const unsigned next = (bits << used & ((1u << width) - 1)) << (16 - width);
        const unsigned length = code_at(table, next, &symbol);
        const unsigned takes = length + (symbol & 15);
        const unsigned run = jpeg_ac_run(symbol);
        if (length > 16 || used + takes > width) break;
        if (run == JPEG_END_OF_BLOCK) return (cl_ushort)(1u << 15 | count << 8 | (used + takes));
        if (count + run + 1 >= MAX_RUN) break;
        count += run + 1;
        used += takes;
    }
    return (cl_ushort)(count << 8 | used);
}

static void fill_jumps(cl_ushort *jumps, const jpeg_plan *plan, unsigned width)
{
    for (cl_uint n = 0; n < plan->scan.tables; n++)
        for (unsigned bits = 0; bits < 1u << width; bits++)
            *jumps++ = plan->for_ac[n] ? jump_of(&plan->scan.codes[n], bits, width) : 0;
}

static void cut_segment(jpeg_cut *cut, const jpeg_plan *plan, cl_uint segment, size_t length)
{
    const cl_uint first = cut->count;
    const cl_uint end = plan->segments[segment].end;
    uint64_t begin = plan->segments[segment].begin;
    do {
        const uint64_t next = begin + length;
        cut->subsequences[cut->count++] =
            (jpeg_subsequence){ .begin = (cl_uint)begin,
                                .end = next < end ? (cl_uint)next : end,
                                .segment = segment,
                                .first = first };
        begin = next;
    } while (begin < end);
}

jpeg_cut jpeg_cut_new(const jpeg_plan *plan, const jpeg_tuning *tuning)
{
    size_t most = 0;    // subsequences
    for (cl_uint i = 0; i < plan->segment_count; i++)
        most += (plan->segments[i].end - plan->segments[i].begin) / tuning->subsequence_bits + 1;
    jpeg_cut cut = { .jump_bytes = plan->scan.tables * sizeof *cut.jumps << tuning->jump_bits };
    cut.subsequences = ocl_alloc(most * sizeof *cut.subsequences);
    for (cl_uint i = 0; i < plan->segment_count; i++)
        cut_segment(&cut, plan, i, tuning->subsequence_bits);
    cut.jumps = ocl_alloc(cut.jump_bytes);
    fill_jumps(cut.jumps, plan, tuning->jump_bits);
    return cut;
}

void jpeg_cut_free(jpeg_cut *cut)
{
    free(cut->jumps);
    free(cut->subsequences);
    *cut = (jpeg_cut){ .count = 0 };
}

// --- the device's memory

static void make_plan(jpeg_scan_buffers *s, const jpeg_file *file, uint32_t scan,
                      const jpeg_tuning *tuning)
{
    s->plan = jpeg_plan_new(file, scan, tuning->lookup_bits);
    s->cut = jpeg_cut_new(&s->plan, tuning);
}

static void free_plan(jpeg_scan_buffers *s)
{
    jpeg_cut_free(&s->cut);
    jpeg_plan_free(&s->plan);
}

static cl_mem create(const ocl_env *env, size_t bytes)
{
    return ocl_buffer(env, CL_MEM_READ_WRITE, bytes, NULL);
}

jpeg_buffers jpeg_buffers_open(const ocl_env *env, const jpeg_file *file, jpeg_tuning tuning)
{
    jpeg_buffers b = { .env = env, .tuning = tuning, .scan_count = file->scan_count };
    b.bytes = JPEG_BLOCK * sizeof(int16_t) * file->blocks;
    b.d_coefficients = create(env, b.bytes);
    b.d_damaged = create(env, sizeof(cl_uint));
    b.d_changed = create(env, sizeof(cl_uint));
    b.d_data = create(env, file->data_bytes + JPEG_PADDING);
    for (uint32_t i = 0; i < b.scan_count; i++) {
        jpeg_scan_buffers *s = &b.scans[i];
        make_plan(s, file, i, &tuning);
        s->groups = ocl_divide_up(s->cut.count, tuning.group);
        s->d_results = create(env, s->cut.count * sizeof(jpeg_device_result));
        s->d_group_exits = create(env, 2 * s->groups * sizeof(cl_uint));
        s->d_scan = create(env, sizeof s->plan.scan);
        s->d_lookups = create(env, s->plan.lookup_bytes);
        s->d_jumps = create(env, s->cut.jump_bytes);
        s->d_segments = create(env, s->plan.segment_count * sizeof *s->plan.segments);
        s->d_subsequences = create(env, s->cut.count * sizeof *s->cut.subsequences);
    }
    return b;
}

void jpeg_buffers_close(jpeg_buffers *b)
{
    for (uint32_t i = b->scan_count; i-- > 0;) {
        jpeg_scan_buffers *s = &b->scans[i];
        OCL_CHECK(clReleaseMemObject(s->d_subsequences));
        OCL_CHECK(clReleaseMemObject(s->d_segments));
        OCL_CHECK(clReleaseMemObject(s->d_jumps));
        OCL_CHECK(clReleaseMemObject(s->d_lookups));
        OCL_CHECK(clReleaseMemObject(s->d_scan));
        OCL_CHECK(clReleaseMemObject(s->d_group_exits));
        OCL_CHECK(clReleaseMemObject(s->d_results));
        free_plan(s);
    }
    OCL_CHECK(clReleaseMemObject(b->d_data));
    OCL_CHECK(clReleaseMemObject(b->d_changed));
    OCL_CHECK(clReleaseMemObject(b->d_damaged));
    OCL_CHECK(clReleaseMemObject(b->d_coefficients));
}

static void write_buffer(cl_command_queue queue, cl_bool blocks, cl_mem buffer, const void *from,
                         size_t bytes)
{
    OCL_CHECK(clEnqueueWriteBuffer(queue, buffer, blocks, 0, bytes, from, 0, NULL, NULL));
}

void jpeg_buffers_send(jpeg_buffers *b, const jpeg_file *file, cl_bool blocks)
{
    const cl_command_queue queue = b->env->queue;
    write_buffer(queue, blocks, b->d_data, file->data, file->data_bytes + JPEG_PADDING);
    for (uint32_t i = 0; i < b->scan_count; i++) {
        jpeg_scan_buffers *s = &b->scans[i];
        free_plan(s);
        make_plan(s, file, i, &b->tuning);
        write_buffer(queue, blocks, s->d_scan, &s->plan.scan, sizeof s->plan.scan);
        write_buffer(queue, blocks, s->d_lookups, s->plan.lookups, s->plan.lookup_bytes);
        write_buffer(queue, blocks, s->d_jumps, s->cut.jumps, s->cut.jump_bytes);
        write_buffer(queue, blocks, s->d_segments, s->plan.segments,
                     s->plan.segment_count * sizeof *s->plan.segments);
        write_buffer(queue, blocks, s->d_subsequences, s->cut.subsequences,
                     s->cut.count * sizeof *s->cut.subsequences);
    }
}
