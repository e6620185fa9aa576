// SPDX-License-Identifier: MIT

#include "jpeg_encode.h"

#include "headers.h"
#include "shared/jpeg/segments.h"
#include "tables.h"

enum {
    EOI = 0xd9,         // the marker at the end of a file
    ZEROS_16 = 0xf0,    // a symbol: 16 coefficients of 0
    END_OF_BLOCK = 0,
    BLOCK_BYTES = 64 * 27 / 8,    // the most: 64 codes with their values, of at most 27 bits
    SMALL = 8                     // code_table.small has the values -SMALL to SMALL - 1
};

// The codes of a Huffman table, by symbol.  And those of a run of up to 15 zeros and a small value,
// with the bits of the value behind: number of bits << 24 | bits, at [run][value + SMALL].
typedef struct {
    uint16_t code[256];
    uint8_t bits[256];
    uint32_t small[16][2 * SMALL];
} code_table;

// Writes bits.  The highest `count` ones, less than 8, are not whole bytes yet.
typedef struct {
    uint64_t bits;
    unsigned count;
    uint8_t *next;    // byte of the interval
} bit_writer;

struct jpeg_coder {
    jpeg_file *frame;
    const int16_t *coefficients;
    uint64_t places[8][256];    // [row][columns, one bit each]: as bits in the order of the file
    code_table codes[JPEG_MAX_TABLES];
    uint32_t counts[JPEG_MAX_TABLES][256];
    uint32_t row;                            // the next one
    int predictions[JPEG_MAX_COMPONENTS];    // DC coefficients of the blocks before
    bit_writer writer;
    uint8_t *codes_of_row;    // room for those of a row of MCUs
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
    for (unsigned run = 0; run < 16; run++)
        for (int value = -SMALL; value < SMALL; value++) {
            const unsigned size = size_of(value), s = run << 4 | size;
            codes->small[run][value + SMALL] = (codes->bits[s] + size) << 24 |
                                               (uint32_t)codes->code[s] << size |
                                               bits_of(value, size);
        }
}

// The highest bits first.  gcc does not make one store of the loop.
static inline void store_bytes(uint8_t *bytes, uint64_t bits)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    bits = __builtin_bswap64(bits);
    memcpy(bytes, &bits, sizeof bits);
#else
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(bits >> (56 - 8 * i));
#endif
}

// At least one bit, and at most 56.  Without a branch, which would often be predicted wrongly: 8
// bytes are written, and those that are whole count.
static inline void put_bits(bit_writer *w, uint64_t bits, unsigned count)
{
    w->count += count;
    w->bits |= bits << (64 - w->count);
    store_bytes(w->next, w->bits);
    w->next += w->count / 8;
    w->bits <<= w->count / 8 * 8;
    w->count %= 8;
}

static inline void put_symbol(bit_writer *w, const code_table *codes, unsigned symbol, int value)
{
    const unsigned size = symbol & 15;
    put_bits(w, (uint32_t)codes->code[symbol] << size | bits_of(value, size),
             codes->bits[symbol] + size);
}

// A run of up to 15 zeros, and the value behind it.
static inline void put_value(bit_writer *w, const code_table *codes, unsigned run, int value)
{
    if (value >= -SMALL && value < SMALL) {
        const uint32_t both = codes->small[run][value + SMALL];
        put_bits(w, both & 0xffffff, both >> 24);
    } else {
        put_symbol(w, codes, run << 4 | size_of(value), value);
    }
}

// Which coefficients of a block are not 0: bit k for coefficient k in the order of the file.
// Compilers make vectors of the first loop.  A product gathers the lowest bits of 8 bytes in one
// byte, and a table says where they belong.
static inline uint64_t find_values(const jpeg_coder *coder, const int16_t *block)
{
    uint8_t is_value[JPEG_BLOCK];
    for (int i = 0; i < JPEG_BLOCK; i++)
        is_value[i] = block[i] != 0;
    uint64_t found = 0;
    for (int row = 0; row < 8; row++) {
        const uint8_t *b = is_value + 8 * row;
        const uint64_t bytes = (uint64_t)b[7] << 56 | (uint64_t)b[6] << 48 | (uint64_t)b[5] << 40 |
                               (uint64_t)b[4] << 32 | (uint64_t)b[3] << 24 | (uint64_t)b[2] << 16 |
                               (uint64_t)b[1] << 8 | b[0];
        found |= coder->places[row][(bytes * 0x0102040810204080u) >> 56];
    }
    return found;
}

static inline unsigned lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned place = 0;
    while (!(bits >> place & 1))
        place++;
    return place;
#endif
}

// Uses a block: the difference of its DC coefficient; runs of zeros, each with the value behind it;
// 16 zeros that such a run goes on after; the end of the block, if zeros are left.
#define USE_BLOCK(coder, block, difference, USE_DC, USE_VALUE, USE_SYMBOL)        \
    do {                                                                          \
        USE_DC(difference);                                                       \
        unsigned next = 1;                                                        \
        for (uint64_t left = find_values(coder, block) & ~(uint64_t)1; left != 0; \
             left &= left - 1) {                                                  \
            const unsigned k = lowest_bit(left);                                  \
            for (; k - next > 15; next += 16)                                     \
                USE_SYMBOL(ZEROS_16);                                             \
            USE_VALUE(k - next, (block)[JPEG_NATURAL[k]]);                        \
            next = k + 1;                                                         \
        }                                                                         \
        if (next < JPEG_BLOCK) USE_SYMBOL(END_OF_BLOCK);                          \
    } while (0)

static inline void count_block(jpeg_coder *coder, const jpeg_component *c, const int16_t *block,
                               int difference)
{
    uint32_t *const dc = coder->counts[c->dc], *const ac = coder->counts[c->ac];
#define COUNT_DC(value)         dc[size_of(value)]++
#define COUNT_VALUE(run, value) ac[(run) << 4 | size_of(value)]++
#define COUNT_SYMBOL(symbol)    ac[symbol]++
    USE_BLOCK(coder, block, difference, COUNT_DC, COUNT_VALUE, COUNT_SYMBOL);
}

static inline void code_block(jpeg_coder *coder, const jpeg_component *c, const int16_t *block,
                              int difference)
{
    const code_table *const dc = &coder->codes[c->dc], *const ac = &coder->codes[c->ac];
    bit_writer w = coder->writer;
#define PUT_DC(value)         put_symbol(&w, dc, size_of(value), value)
#define PUT_VALUE(run, value) put_value(&w, ac, run, value)
#define PUT_SYMBOL(symbol)    put_symbol(&w, ac, symbol, 0)
    USE_BLOCK(coder, block, difference, PUT_DC, PUT_VALUE, PUT_SYMBOL);
    coder->writer = w;
}

// Appends what was coded to the file, with a byte of 0 after each 0xff: no marker has such bytes.
static void append_codes(jpeg_coder *coder)
{
    const uint8_t *from = coder->codes_of_row, *const end = coder->writer.next;
    while (from < end) {
        const uint8_t *ff = memchr(from, 0xff, (size_t)(end - from));
        const uint8_t *until = ff ? ff + 1 : end;
        ocl_append(&coder->file, from, (size_t)(until - from));
        if (ff) ocl_append(&coder->file, "", 1);
        from = until;
    }
    coder->writer.next = coder->codes_of_row;
}

// The bits of the last, incomplete byte are 1 (F.1.2.3).
static void append_marker(jpeg_coder *coder, unsigned code)
{
    if (coder->writer.count > 0)
        put_bits(&coder->writer, (1u << (8 - coder->writer.count)) - 1, 8 - coder->writer.count);
    append_codes(coder);
    const uint8_t marker[] = { 0xff, (uint8_t)code };
    ocl_append(&coder->file, marker, sizeof marker);
}

typedef void block_user(jpeg_coder *coder, const jpeg_component *c, const int16_t *block,
                        int difference);

static void use_mcu(jpeg_coder *coder, uint32_t x, block_user *use)
{
    for (uint32_t i = 0; i < coder->frame->count; i++) {
        const jpeg_component *c = &coder->frame->components[i];
        for (uint32_t j = 0; j < c->v; j++) {
            const size_t row = (size_t)(coder->row * c->v + j) * c->blocks_x;
            const int16_t *block =
                coder->coefficients + JPEG_BLOCK * (c->first_block + row + x * c->h);
            for (uint32_t k = 0; k < c->h; k++, block += JPEG_BLOCK) {
                use(coder, c, block, block[0] - coder->predictions[i]);
                coder->predictions[i] = block[0];
            }
        }
    }
}

// Whether a restart interval begins with this MCU; what comes before has no influence on it then.
static bool begins_interval(jpeg_coder *coder, uint32_t mcu)
{
    const uint32_t interval = coder->frame->scans[0].restart_interval;
    if (mcu > 0 && (interval == 0 || mcu % interval > 0)) return false;
    memset(coder->predictions, 0, sizeof coder->predictions);
    return mcu > 0;
}

jpeg_coder *jpeg_coder_open(jpeg_file *frame, const int16_t *coefficients)
{
    jpeg_coder *coder = ocl_alloc(sizeof *coder);
    *coder = (jpeg_coder){ .frame = frame, .coefficients = coefficients };
    for (int k = 0; k < JPEG_BLOCK; k++)
        for (int columns = 0; columns < 256; columns++)
            if (columns >> JPEG_NATURAL[k] % 8 & 1)
                coder->places[JPEG_NATURAL[k] / 8][columns] |= (uint64_t)1 << k;
    const size_t mcu_bytes = BLOCK_BYTES * (size_t)(frame->blocks / frame->mcus_x / frame->mcus_y);
    coder->codes_of_row = ocl_alloc(mcu_bytes * frame->mcus_x + 16);
    coder->writer.next = coder->codes_of_row;
    return coder;
}

void jpeg_coder_close(jpeg_coder *coder)
{
    free(coder->file.text);
    free(coder->codes_of_row);
    free(coder);
}

uint32_t jpeg_coder_count(jpeg_coder *coder, uint32_t rows)
{
    jpeg_file *f = coder->frame;
    for (; coder->row < rows && coder->row < f->mcus_y; coder->row++)
        for (uint32_t x = 0; x < f->mcus_x; x++) {
            (void)begins_interval(coder, coder->row * f->mcus_x + x);
            use_mcu(coder, x, count_block);
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
    for (; coder->row < rows && coder->row < f->mcus_y; coder->row++) {
        for (uint32_t x = 0; x < f->mcus_x; x++) {
            const uint32_t mcu = coder->row * f->mcus_x + x;
            if (begins_interval(coder, mcu))
                append_marker(coder, JPEG_RST0 + (mcu / f->scans[0].restart_interval - 1) % 8);
            use_mcu(coder, x, code_block);
        }
        append_codes(coder);
    }
    return coder->row;
}

ocl_blob jpeg_coder_end(jpeg_coder *coder)
{
    append_marker(coder, EOI);
    return (ocl_blob){ coder->file.text, coder->file.bytes };
}
