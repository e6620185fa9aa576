// SPDX-License-Identifier: MIT

#include "jpeg_encode/coder.h"

#include "jpeg_encode/headers.h"
#include "jpeg_encode/tables.h"
#include "shared/jpeg/segments.h"

enum {
    ZEROS_16 = 0xf0,    // a symbol: 16 coefficients of 0
    END_OF_BLOCK = 0,
    // The most bytes of a block: 64 codes with their values, of at most 27 bits; each byte may need
    // a stuffed one.
    BLOCK_BYTES = 2 * 64 * 27 / 8
};

// The codes of a Huffman table, by symbol.
typedef struct {
    uint16_t code[256];
    uint8_t bits[256];
} code_table;

// Bits that are not in the file yet: the lowest `count` ones.
typedef struct {
    uint64_t bits;
    unsigned count;    // less than 32
    uint8_t *next;     // byte of the file
} bit_writer;

struct jpeg_coder {
    jpeg_file *frame;
    const int16_t *coefficients;
    code_table codes[JPEG_MAX_TABLES];
    uint32_t counts[JPEG_MAX_TABLES][256];
    uint32_t row;                            // the next one
    int predictions[JPEG_MAX_COMPONENTS];    // DC coefficients of the blocks before
    bit_writer writer;
    uint8_t *row_bytes;    // room for the codes of a row of MCUs
    ocl_growing file;
};

// The bits of a value: 0 for 0, 1 for -1 and 1, 2 for -3, -2, 2 and 3, ... (table F.1)
static inline unsigned size_of(int value)
{
    unsigned magnitude = (unsigned)abs(value), size = 0;
#if defined(__GNUC__)
    if (magnitude > 0) size = 32 - (unsigned)__builtin_clz(magnitude);
#else
    for (; magnitude > 0; magnitude >>= 1)
        size++;
#endif
    return size;
}

// The value in `size` bits: a negative one is one less, so that its first bit is 0.
static inline uint32_t bits_of(int value, unsigned size)
{
    return (uint32_t)(value < 0 ? value - 1 : value) & ((1u << size) - 1);
}

static void derive_codes(code_table *codes, const jpeg_huffman *table)
{
    memset(codes, 0, sizeof *codes);
    unsigned code = 0, symbol = 0;
    for (unsigned length = 1; length <= 16; length++, code *= 2)
        for (unsigned i = 0; i < table->counts[length - 1]; i++, code++, symbol++) {
            codes->code[table->symbols[symbol]] = (uint16_t)code;
            codes->bits[table->symbols[symbol]] = (uint8_t)length;
        }
}

// At most 32 bits.  After each byte of 0xff there is a byte of 0.
static inline void put_bits(bit_writer *w, uint32_t bits, unsigned count)
{
    w->bits = w->bits << count | bits;
    w->count += count;
    if (w->count < 32) return;
    w->count -= 32;
    const uint32_t word = (uint32_t)(w->bits >> w->count);
    const bool has_ff = (word & ~(word + 0x01010101u) & 0x80808080u) != 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        const uint8_t byte = (uint8_t)(word >> shift);
        *w->next++ = byte;
        if (has_ff && byte == 0xff) *w->next++ = 0;
    }
}

static inline void put_symbol(bit_writer *w, const code_table *codes, unsigned symbol, int value)
{
    const unsigned size = symbol & 15;
    put_bits(w, (uint32_t)codes->code[symbol] << size | bits_of(value, size),
             codes->bits[symbol] + size);
}

// Calls USE(table, symbol, value) for each symbol of a block: the difference of its DC
// coefficient, then runs of zeros and the coefficient behind each.
#define FOR_EACH_SYMBOL(block, difference, USE)         \
    do {                                                \
        unsigned run = 0;                               \
        USE(dc, size_of(difference), difference);       \
        for (int k = 1; k < JPEG_BLOCK; k++) {          \
            const int value = (block)[JPEG_NATURAL[k]]; \
            if (value == 0) {                           \
                run++;                                  \
                continue;                               \
            }                                           \
            for (; run > 15; run -= 16)                 \
                USE(ac, ZEROS_16, 0);                   \
            USE(ac, run << 4 | size_of(value), value);  \
            run = 0;                                    \
        }                                               \
        if (run > 0) USE(ac, END_OF_BLOCK, 0);          \
    } while (0)

static void count_block(jpeg_coder *coder, const jpeg_component *c, const int16_t *block,
                        int difference)
{
    uint32_t *const dc = coder->counts[c->dc], *const ac = coder->counts[c->ac];
#define COUNT(table, symbol, value) ((void)(value), table[symbol]++)
    FOR_EACH_SYMBOL(block, difference, COUNT);
}

static void code_block(jpeg_coder *coder, const jpeg_component *c, const int16_t *block,
                       int difference)
{
    const code_table *const dc = &coder->codes[c->dc], *const ac = &coder->codes[c->ac];
    bit_writer w = coder->writer;
#define PUT(table, symbol, value) put_symbol(&w, table, symbol, value)
    FOR_EACH_SYMBOL(block, difference, PUT);
    coder->writer = w;
}

// The bits of the last, incomplete byte are 1 (F.1.2.3).
static void pad_bits(bit_writer *w)
{
    const unsigned padding = -w->count & 7;
    w->bits = w->bits << padding | ((1u << padding) - 1);
    w->count += padding;
    for (; w->count > 0; w->count -= 8) {
        const uint8_t byte = (uint8_t)(w->bits >> (w->count - 8));
        *w->next++ = byte;
        if (byte == 0xff) *w->next++ = 0;
    }
}

// Between two intervals: what was counted or coded before has no influence on what follows.
static void begin_interval(jpeg_coder *coder, uint32_t number)
{
    memset(coder->predictions, 0, sizeof coder->predictions);
    if (number == 0) return;
    pad_bits(&coder->writer);
    *coder->writer.next++ = 0xff;
    *coder->writer.next++ = (uint8_t)(JPEG_RST0 + (number - 1) % 8);
}

typedef void block_user(jpeg_coder *coder, const jpeg_component *c, const int16_t *block,
                        int difference);

// Uses the blocks of the next row of MCUs: in an MCU h x v blocks of each component.
static void use_row(jpeg_coder *coder, block_user *use)
{
    const jpeg_file *f = coder->frame;
    const uint32_t interval = f->scans[0].restart_interval;
    for (uint32_t x = 0; x < f->mcus_x; x++) {
        const uint32_t mcu = coder->row * f->mcus_x + x;
        if (interval > 0 ? mcu % interval == 0 : mcu == 0)
            begin_interval(coder, interval > 0 ? mcu / interval : 0);
        for (uint32_t i = 0; i < f->count; i++) {
            const jpeg_component *c = &f->components[i];
            for (uint32_t j = 0; j < (uint32_t)c->h * c->v; j++) {
                const size_t row = coder->row * c->v + j / c->h, column = x * c->h + j % c->h;
                const int16_t *block = coder->coefficients +
                                       JPEG_BLOCK * (c->first_block + row * c->blocks_x + column);
                use(coder, c, block, block[0] - coder->predictions[i]);
                coder->predictions[i] = block[0];
            }
        }
    }
    coder->row++;
}

jpeg_coder *jpeg_coder_open(jpeg_file *frame, const int16_t *coefficients)
{
    jpeg_coder *coder = ocl_alloc(sizeof *coder);
    *coder = (jpeg_coder){ .frame = frame, .coefficients = coefficients };
    const size_t mcu_bytes = BLOCK_BYTES * (size_t)(frame->blocks / frame->mcus_x / frame->mcus_y);
    coder->row_bytes = ocl_alloc((mcu_bytes + 16) * frame->mcus_x);
    return coder;
}

void jpeg_coder_close(jpeg_coder *coder)
{
    free(coder->file.text);
    free(coder->row_bytes);
    free(coder);
}

uint32_t jpeg_coder_count(jpeg_coder *coder, uint32_t rows)
{
    jpeg_file *f = coder->frame;
    coder->writer.next = coder->row_bytes;    // for restart markers, which are not kept
    while (coder->row < rows && coder->row < f->mcus_y) {
        use_row(coder, count_block);
        coder->writer = (bit_writer){ .next = coder->row_bytes };
    }
    if (coder->row < f->mcus_y) return coder->row;
    for (uint32_t i = 0; i < f->tables; i++)
        jpeg_optimal_huffman(&f->huffman[i], coder->counts[i]);
    coder->row = 0;
    return f->mcus_y;
}

uint32_t jpeg_coder_rows(jpeg_coder *coder, uint32_t rows)
{
    const jpeg_file *f = coder->frame;
    if (coder->row == 0) {
        for (uint32_t i = 0; i < f->tables; i++)
            derive_codes(&coder->codes[i], &f->huffman[i]);
        jpeg_append_headers(&coder->file, f);
    }
    while (coder->row < rows && coder->row < f->mcus_y) {
        coder->writer.next = coder->row_bytes;
        use_row(coder, code_block);
        ocl_append(&coder->file, coder->row_bytes, (size_t)(coder->writer.next - coder->row_bytes));
    }
    return coder->row;
}

ocl_blob jpeg_coder_end(jpeg_coder *coder)
{
    bit_writer *w = &coder->writer;
    w->next = coder->row_bytes;
    pad_bits(w);
    *w->next++ = 0xff;
    *w->next++ = 0xd9;    // EOI
    ocl_append(&coder->file, coder->row_bytes, (size_t)(w->next - coder->row_bytes));
    return (ocl_blob){ coder->file.text, coder->file.bytes };
}
