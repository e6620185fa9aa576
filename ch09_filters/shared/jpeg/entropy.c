// SPDX-License-Identifier: MIT

#include "entropy.h"

#if defined(__GNUC__)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define UNLIKELY(condition) (condition)
#endif

enum {
    FAST_BITS = 11,
    END_OF_BLOCK = 64    // as a run: leads behind the last coefficient
};

// What the next FAST_BITS bits say, if they hold a whole code and the bits of its coefficient, too:
// value << 16 | run << 8 | bits.  A run is the number of zeros before the value.  0: they do not.
typedef struct {
    uint32_t entries[1 << FAST_BITS];
    const jpeg_huffman *table;
    bool ac;
} fast_table;

// Where a block of the first MCU of a row lies, in blocks from the component's first one.
typedef struct {
    uint8_t component;    // in the scan
    uint32_t x, y;
} planned_block;

// The scan in progress.
typedef struct {
    const jpeg_scan *scan;
    uint32_t rows_in_mcu;    // of the picture's MCUs: rows of this scan's MCUs
    uint32_t count;          // blocks per MCU
    planned_block blocks[JPEG_MAX_MCU_BLOCKS];
    uint32_t columns[JPEG_MAX_COMPONENTS], rows[JPEG_MAX_COMPONENTS];    // blocks in an MCU
} scan_plan;

// The next bits of the data are the highest ones of `bits`; `count` of them are valid.
typedef struct {
    const uint8_t *next;    // the byte behind the valid bits, and a part of a byte that is not used
    uint64_t bits;
    unsigned count;
    bool bad;    // met bits that are no code
} bit_reader;

struct jpeg_decoder {
    jpeg_file *file;
    int16_t *coefficients;
    // Of the file's tables, those that are in use for DC and for AC coefficients.
    fast_table dc[JPEG_MAX_TABLES], ac[JPEG_MAX_TABLES];
    uint32_t scan_at;    // scans before are complete
    scan_plan plan;
    uint32_t mcu;        // the next one
    uint32_t segment;    // the one of that MCU, or the next one there is
    bool inside;         // of the segment; its reader and predictions are valid
    bool lost;           // the rest of the segment is not decoded
    bit_reader reader;
    int32_t predictions[JPEG_MAX_COMPONENTS];
};

// The value that `size` bits stand for (F.2.2.1).
static inline int32_t extend(uint32_t bits, unsigned size)
{
    return size > 0 && bits < 1u << (size - 1) ? (int32_t)bits - (1 << size) + 1 : (int32_t)bits;
}

static uint32_t pack(int32_t value, unsigned run, unsigned bits)
{
    return (uint32_t)value << 16 | run << 8 | bits;
}

// A symbol of a table of AC coefficients is run << 4 | size; one of DC coefficients is a size.
static unsigned run_of(uint8_t symbol, bool ac)
{
    if (!ac) return 0;
    return (symbol & 15) == 0 && symbol != 0xf0 ? END_OF_BLOCK : symbol >> 4;
}

static void fill_fast(fast_table *fast, const jpeg_huffman *table, bool ac)
{
    if (fast->table) return;    // another component has filled it
    *fast = (fast_table){ .table = table, .ac = ac };
    uint32_t code = 0, symbol = 0;
    for (unsigned length = 1; length <= FAST_BITS; length++) {
        code *= 2;
        for (uint32_t i = 0; i < table->counts[length - 1]; i++, code++, symbol++) {
            const uint8_t s = table->symbols[symbol];
            const unsigned size = s & 15, bits = length + size, run = run_of(s, ac);
            if (bits > FAST_BITS) continue;
            for (uint32_t rest = 0; rest < 1u << (FAST_BITS - length); rest++) {
                const uint32_t coded = rest >> (FAST_BITS - bits);
                fast->entries[(code << (FAST_BITS - length)) + rest] =
                    pack(extend(coded, size), run, bits);
            }
        }
    }
}

static inline uint64_t load_bytes(const uint8_t *p)
{
    return (uint64_t)p[0] << 56 | (uint64_t)p[1] << 48 | (uint64_t)p[2] << 40 |
           (uint64_t)p[3] << 32 | (uint64_t)p[4] << 24 | (uint64_t)p[5] << 16 |
           (uint64_t)p[6] << 8 | p[7];
}

// Afterwards at least 56 bits are valid.  A load brings 8 bytes; those that fit as a whole count.
// Bits of the byte behind them are there already, and are brought again, alike, by the next load.
static inline void refill(bit_reader *r)
{
    r->bits |= load_bytes(r->next) >> r->count;
    r->next += (63 - r->count) >> 3;
    r->count |= 56;
}

static inline void skip(bit_reader *r, unsigned bits)
{
    r->bits <<= bits;
    r->count -= bits;
}

// A symbol that is not in the fast table, packed; its bits are skipped.
static uint32_t read_slowly(bit_reader *r, const fast_table *fast)
{
    const jpeg_huffman *table = fast->table;
    const uint32_t next = (uint32_t)(r->bits >> 48);
    unsigned length = table->lookup[next >> (16 - JPEG_LOOKUP_BITS)] >> 8;
    uint8_t symbol = (uint8_t)table->lookup[next >> (16 - JPEG_LOOKUP_BITS)];
    if (length == 0) {
        length = JPEG_LOOKUP_BITS + 1;
        while (length <= 16 && next >= table->limit[length])
            length++;
        if (length > 16) {
            r->bad = true;
            length = 16;
            symbol = 0;
        } else {
            symbol = table->symbols[(int32_t)(next >> (16 - length)) + table->offset[length]];
        }
    }
    skip(r, length);
    const unsigned size = symbol & 15;
    const int32_t value = size > 0 ? extend((uint32_t)(r->bits >> (64 - size)), size) : 0;
    skip(r, size);
    return pack(value, run_of(symbol, fast->ac), 0);
}

// The address of a copy: the reader itself can stay in registers.
static inline uint32_t read_symbol(bit_reader *r, const fast_table *fast)
{
    bit_reader copy = *r;
    const uint32_t entry = read_slowly(&copy, fast);
    *r = copy;
    return entry;
}

// Decodes a block (F.2.2.1, F.2.2.2).
static inline void decode_block(bit_reader *r, const fast_table *dc, const fast_table *ac,
                                int32_t *prediction, int16_t *block)
{
    // In pieces that compilers make vector stores of.  Of the whole, gcc makes `rep stos`, which is
    // slow to begin.
    for (int i = 0; i < JPEG_BLOCK; i += 8)
        memset(block + i, 0, 8 * sizeof *block);
    refill(r);
    uint32_t entry = dc->entries[r->bits >> (64 - FAST_BITS)];
    if (UNLIKELY(entry == 0))
        entry = read_symbol(r, dc);
    else
        skip(r, entry & 0xff);
    *prediction = (int16_t)(*prediction + ((int32_t)entry >> 16));
    block[0] = (int16_t)*prediction;

    // A refill is enough for five symbols that the fast table has.
    for (unsigned k = 1;;) {
        refill(r);
        for (int i = 0; i < 5; i++) {
            entry = ac->entries[r->bits >> (64 - FAST_BITS)];
            if (UNLIKELY(entry == 0)) {
                refill(r);
                entry = read_symbol(r, ac);
                refill(r);
            } else {
                skip(r, entry & 0xff);
            }
            k += entry >> 8 & 0xff;
            if (k >= JPEG_BLOCK - 1) {    // the last coefficient, or the end of the block
                if (k == JPEG_BLOCK - 1) block[k] = (int16_t)(entry >> 16);
                return;
            }
            block[JPEG_NATURAL[k++]] = (int16_t)(entry >> 16);
        }
    }
}

static int16_t *block_at(const jpeg_decoder *d, const planned_block *b, uint32_t x, uint32_t y)
{
    const scan_plan *plan = &d->plan;
    const jpeg_component *c = &d->file->components[plan->scan->components[b->component]];
    const size_t block = (size_t)(y * plan->rows[b->component] + b->y) * c->blocks_x +
                         x * plan->columns[b->component] + b->x;
    return d->coefficients + JPEG_BLOCK * (c->first_block + block);
}

static void clear_mcus(const jpeg_decoder *d, uint32_t begin, uint32_t end)
{
    const uint32_t mcus_x = d->plan.scan->mcus_x;
    for (uint32_t mcu = begin; mcu < end; mcu++)
        for (uint32_t i = 0; i < d->plan.count; i++)
            memset(block_at(d, &d->plan.blocks[i], mcu % mcus_x, mcu / mcus_x), 0,
                   JPEG_BLOCK * sizeof *d->coefficients);
}

// Bits of the open segment that were read.
static uint64_t position(const jpeg_decoder *d, const bit_reader *r)
{
    const uint8_t *begin = d->file->data + d->file->segments[d->segment].at;
    return 8 * (uint64_t)(r->next - begin) - r->count;
}

// The byte of the file where the reader stands.
static uint32_t file_offset(const jpeg_decoder *d, const bit_reader *r)
{
    const jpeg_segment *s = &d->file->segments[d->segment];
    uint64_t bytes = position(d, r) / 8;
    if (bytes > s->bytes) bytes = s->bytes;
    uint32_t stuffed = 0;
    for (uint64_t i = 0; i < bytes; i++)
        stuffed += d->file->data[s->at + i] == 0xff;
    return s->file_at + (uint32_t)bytes + stuffed;
}

// Decodes MCUs of one row, all of the open segment.
static void decode_run(jpeg_decoder *d, uint32_t end)
{
    const scan_plan *plan = &d->plan;
    const uint64_t bits = 8 * (uint64_t)d->file->segments[d->segment].bytes;
    const uint32_t mcus_x = plan->scan->mcus_x, y = d->mcu / mcus_x, x = d->mcu % mcus_x;
    int16_t *blocks[JPEG_MAX_MCU_BLOCKS];
    const fast_table *dc[JPEG_MAX_MCU_BLOCKS], *ac[JPEG_MAX_MCU_BLOCKS];
    for (uint32_t i = 0; i < plan->count; i++) {
        const jpeg_component *c =
            &d->file->components[plan->scan->components[plan->blocks[i].component]];
        blocks[i] = block_at(d, &plan->blocks[i], x, y);
        dc[i] = &d->dc[c->dc];
        ac[i] = &d->ac[c->ac];
    }

    bit_reader r = d->reader;
    for (; d->mcu < end; d->mcu++) {
        for (uint32_t i = 0; i < plan->count; i++) {
            const uint32_t c = plan->blocks[i].component;
            decode_block(&r, dc[i], ac[i], &d->predictions[c], blocks[i]);
            blocks[i] += JPEG_BLOCK * plan->columns[c];
        }
        if (r.bad)
            jpeg_warn(d->file, file_offset(d, &r), "damaged data in MCU %u of a scan", d->mcu);
        r.bad = false;
        if (position(d, &r) > bits) {
            jpeg_warn(d->file, file_offset(d, &r), "the data ends in MCU %u of %u of a scan",
                      d->mcu, mcus_x * plan->scan->mcus_y);
            d->lost = true;
            break;
        }
    }
    d->reader = r;
}

// At the end of a segment nothing but the padding of a byte should be left.
static void warn_of_rest(jpeg_decoder *d)
{
    const uint64_t bits = 8 * (uint64_t)d->file->segments[d->segment].bytes;
    const uint64_t left = d->lost ? 0 : bits - position(d, &d->reader);
    if (left >= 8)
        jpeg_warn(d->file, file_offset(d, &d->reader), "%u bytes behind the last MCU of a segment",
                  (unsigned)(left / 8));
}

static void open_segment(jpeg_decoder *d)
{
    d->inside = true;
    d->lost = false;
    d->reader = (bit_reader){ .next = d->file->data + d->file->segments[d->segment].at };
    memset(d->predictions, 0, sizeof d->predictions);
}

// Decodes the MCUs before `end` of the scan in progress.
static void decode_until(jpeg_decoder *d, uint32_t end)
{
    const jpeg_scan *scan = d->plan.scan;
    while (d->mcu < end) {
        const bool has_segment = d->segment < scan->first_segment + scan->segments;
        const jpeg_segment *s = has_segment ? &d->file->segments[d->segment] : NULL;
        uint32_t until = end;    // of the MCUs that are treated alike
        if (s && d->mcu < s->first_mcu) {
            if (s->first_mcu < until) until = s->first_mcu;
        } else if (s) {
            if (s->first_mcu + s->mcus < until) until = s->first_mcu + s->mcus;
            if (!d->inside) open_segment(d);
            if (!d->lost) {
                const uint32_t row_end = (d->mcu / scan->mcus_x + 1) * scan->mcus_x;
                decode_run(d, until < row_end ? until : row_end);
                if (!d->lost) until = d->mcu;
            }
        }
        clear_mcus(d, d->mcu, until);
        d->mcu = until;
        if (s && d->mcu == s->first_mcu + s->mcus) {
            warn_of_rest(d);
            d->segment++;
            d->inside = false;
        }
    }
}

static void open_scan(jpeg_decoder *d)
{
    const jpeg_scan *scan = &d->file->scans[d->scan_at];
    scan_plan *plan = &d->plan;
    *plan = (scan_plan){ .scan = scan, .rows_in_mcu = 1 };
    if (scan->count == 1) plan->rows_in_mcu = d->file->components[scan->components[0]].v;
    for (uint8_t i = 0; i < scan->count; i++) {
        const jpeg_component *c = &d->file->components[scan->components[i]];
        plan->columns[i] = scan->count == 1 ? 1 : c->h;
        plan->rows[i] = scan->count == 1 ? 1 : c->v;
        for (uint32_t y = 0; y < plan->rows[i]; y++)
            for (uint32_t x = 0; x < plan->columns[i]; x++)
                plan->blocks[plan->count++] = (planned_block){ .component = i, .x = x, .y = y };
    }
    d->mcu = 0;
    d->segment = scan->first_segment;
    d->inside = false;
}

// Whether a scan writes all blocks of a component.
static bool is_covered(const jpeg_file *file, uint32_t component)
{
    const jpeg_component *c = &file->components[component];
    for (uint32_t s = 0; s < file->scan_count; s++)
        for (uint32_t i = 0; i < file->scans[s].count; i++)
            if (file->scans[s].components[i] == component)
                return file->scans[s].count > 1 || (file->scans[s].mcus_x == c->blocks_x &&
                                                    file->scans[s].mcus_y == c->blocks_y);
    return false;
}

jpeg_decoder *jpeg_decoder_open(jpeg_file *file, int16_t *coefficients, ocl_message *why)
{
    jpeg_decoder *d = calloc(1, sizeof *d);
    if (!d) {
        ocl_refuse(why, "no memory for the decoder's tables");
        return NULL;
    }
    d->file = file;
    d->coefficients = coefficients;
    for (uint32_t i = 0; i < file->count; i++) {
        const jpeg_component *c = &file->components[i];
        fill_fast(&d->dc[c->dc], &file->huffman[c->dc], false);
        fill_fast(&d->ac[c->ac], &file->huffman[c->ac], true);
        if (!is_covered(file, i))
            memset(coefficients + (size_t)JPEG_BLOCK * c->first_block, 0,
                   sizeof *coefficients * JPEG_BLOCK * c->blocks_x * c->blocks_y);
    }
    open_scan(d);
    return d;
}

void jpeg_decoder_close(jpeg_decoder *decoder)
{
    free(decoder);
}

uint32_t jpeg_decoder_rows(jpeg_decoder *d, uint32_t rows)
{
    const jpeg_file *file = d->file;
    if (rows > file->mcus_y) rows = file->mcus_y;
    for (; d->scan_at + 1 < file->scan_count; d->scan_at++, open_scan(d))
        decode_until(d, d->plan.scan->mcus_x * d->plan.scan->mcus_y);

    const jpeg_scan *scan = d->plan.scan;
    const uint64_t until = (uint64_t)rows * d->plan.rows_in_mcu;
    decode_until(d, scan->mcus_x * (uint32_t)(until < scan->mcus_y ? until : scan->mcus_y));
    return rows;
}

bool jpeg_decode_coefficients(jpeg_file *file, int16_t *coefficients, ocl_message *why)
{
    jpeg_decoder *decoder = jpeg_decoder_open(file, coefficients, why);
    if (!decoder) return false;
    jpeg_decoder_rows(decoder, file->mcus_y);
    jpeg_decoder_close(decoder);
    return true;
}
