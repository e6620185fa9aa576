// SPDX-License-Identifier: MIT
//
// The parser and the Huffman decoder of jpeg_decode.  Files of any structure are made here, from
// random coefficients, which must come back; then damaged ones.

#include "shared/jpeg/entropy.h"
#include "shared/jpeg/jpeg_reference.h"
#include "shared/jpeg/markers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { FILES = 300, MAX_SIDE = 70 };

// A file to be made.
typedef struct {
    uint64_t seed, dice;    // random numbers
    uint32_t width, height, count, h[4], v[4], h_max, v_max, mcus_x, mcus_y;
    uint32_t scans, first[5];    // scan s has the components first[s] to first[s + 1] - 1
    uint32_t interval;           // of restarts
    bool dnl, fill;
    uint8_t counts[2][16], symbols[2][256];
    uint32_t codes[2][256], lengths[2][256];    // by symbol
    int16_t *coefficients;
    size_t first_block[5];
    uint16_t tables[3][JPEG_BLOCK], quantisation[4][JPEG_BLOCK];    // natural order; by component
    ocl_growing out;
    uint64_t bits;    // not written yet, `pending` of them
    unsigned pending;
} made_file;

static uint32_t roll(made_file *f, uint32_t sides)
{
    return (uint32_t)(ocl_random(f->seed, f->dice++) % sides);
}

static void put_byte(made_file *f, unsigned value)
{
    const uint8_t byte = (uint8_t)value;
    ocl_append(&f->out, &byte, 1);
}

static void put16(made_file *f, unsigned value)
{
    put_byte(f, value >> 8);
    put_byte(f, value);
}

static void put_marker(made_file *f, unsigned code)
{
    for (uint32_t i = f->fill ? roll(f, 3) : 0; i > 0; i--)
        put_byte(f, 0xff);
    put16(f, 0xff00 | code);
}

static void put_bits(made_file *f, uint32_t value, unsigned count)
{
    f->bits = f->bits << count | value;
    f->pending += count;
    while (f->pending >= 8) {
        f->pending -= 8;
        const uint8_t byte = (uint8_t)(f->bits >> f->pending);
        put_byte(f, byte);
        if (byte == 0xff) put_byte(f, 0);
    }
}

static void pad_bits(made_file *f)
{
    if (f->pending > 0) put_bits(f, (1u << (8 - f->pending)) - 1, 8 - f->pending);
}

// Symbols of a kind in random order, codes from 1 bit to 16 bits.
static void make_table(made_file *f, int kind)
{
    static const uint8_t counts[2][16] = {
        { 0, 1, 2, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1 },
        { 0, 1, 1, 3, 2, 2, 3, 5, 9, 12, 20, 21, 22, 31, 40, 84 },
    };
    uint8_t *symbols = f->symbols[kind];
    uint32_t count = 0, code = 0, at = 0;
    memcpy(f->counts[kind], counts[kind], 16);
    for (int i = 0; i < 16; i++)
        count += counts[kind][i];
    for (uint32_t i = 0; i < count; i++)
        symbols[i] = (uint8_t)i;
    for (uint32_t i = count - 1; i > 0; i--) {
        const uint32_t j = roll(f, i + 1);
        const uint8_t other = symbols[j];
        symbols[j] = symbols[i];
        symbols[i] = other;
    }
    for (uint32_t length = 1; length <= 16; length++, code *= 2)
        for (uint32_t i = 0; i < counts[kind][length - 1]; i++, at++) {
            f->codes[kind][symbols[at]] = code++;
            f->lengths[kind][symbols[at]] = length;
        }
    assert_true(kind == 0 ? count == 16 : count == 256);
}

static void put_symbol(made_file *f, int kind, uint32_t symbol, int value)
{
    put_bits(f, f->codes[kind][symbol], f->lengths[kind][symbol]);
    const unsigned size = symbol & 15;
    if (size > 0) put_bits(f, (uint32_t)(value < 0 ? value + (1 << size) - 1 : value), size);
}

static unsigned size_of(int value)
{
    unsigned size = 0;
    for (unsigned rest = (unsigned)abs(value); rest > 0; rest /= 2)
        size++;
    return size;
}

// A random block, of which the file's coefficients get a copy.
static void put_block(made_file *f, int16_t *block, int *prediction)
{
    memset(block, 0, JPEG_BLOCK * sizeof *block);
    const uint32_t density = 1 + roll(f, 20);
    for (int k = 0; k < JPEG_BLOCK; k++)
        if (roll(f, density) == 0) {
            const int range = 1 << roll(f, 12);
            block[JPEG_NATURAL[k]] = (int16_t)((int)roll(f, (uint32_t)(2 * range)) - range);
        }
    const int difference = block[0] - *prediction;
    *prediction = block[0];
    put_symbol(f, 0, size_of(difference), difference);
    uint32_t run = 0;
    for (int k = 1; k < JPEG_BLOCK; k++) {
        const int value = block[JPEG_NATURAL[k]];
        if (value == 0) {
            run++;
            continue;
        }
        for (; run >= 16; run -= 16)
            put_symbol(f, 1, 0xf0, 0);
        put_symbol(f, 1, run << 4 | size_of(value), value);
        run = 0;
    }
    if (run > 0) put_symbol(f, 1, 0, 0);
}

static uint32_t ceil_div(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

static int16_t *block_of(made_file *f, uint32_t component, uint32_t x, uint32_t y)
{
    const size_t block = f->first_block[component] + (size_t)y * f->mcus_x * f->h[component] + x;
    return f->coefficients + JPEG_BLOCK * block;
}

static void put_mcu(made_file *f, uint32_t scan, uint32_t mcu, int *predictions)
{
    const uint32_t begin = f->first[scan], end = f->first[scan + 1];
    if (end - begin == 1) {
        const uint32_t columns = ceil_div(ceil_div(f->width * f->h[begin], f->h_max), 8);
        put_block(f, block_of(f, begin, mcu % columns, mcu / columns), &predictions[begin]);
        return;
    }
    for (uint32_t c = begin; c < end; c++)
        for (uint32_t i = 0; i < f->h[c] * f->v[c]; i++)
            put_block(f,
                      block_of(f, c, mcu % f->mcus_x * f->h[c] + i % f->h[c],
                               mcu / f->mcus_x * f->v[c] + i / f->h[c]),
                      &predictions[c]);
}

static void put_tables(made_file *f)
{
    put_marker(f, 0xdb);
    put16(f, 2 + 65 + 129);
    put_byte(f, 0x02);    // 8 bits, table 2
    for (int i = 0; i < JPEG_BLOCK; i++)
        put_byte(f, f->tables[2][JPEG_NATURAL[i]] = (uint16_t)(1 + roll(f, 255)));
    put_byte(f, 0x10);    // 16 bits, table 0
    for (int i = 0; i < JPEG_BLOCK; i++)
        put16(f, f->tables[0][JPEG_NATURAL[i]] = (uint16_t)(1 + roll(f, 65535)));
    for (int kind = 0; kind < 2; kind++) {
        put_marker(f, 0xc4);
        put16(f, kind == 0 ? 2 + 17 + 16 : 2 + 17 + 256);
        put_byte(f, kind == 0 ? 0x03 : 0x11);
        ocl_append(&f->out, f->counts[kind], 16);
        ocl_append(&f->out, f->symbols[kind], kind == 0 ? 16 : 256);
    }
    if (f->interval > 0) {
        put_marker(f, 0xdd);
        put16(f, 4);
        put16(f, f->interval);
    }
}

static void put_scan(made_file *f, uint32_t scan)
{
    const uint32_t begin = f->first[scan], end = f->first[scan + 1];
    if (scan == 0 || roll(f, 2) == 0) {    // other tables for this scan and the next ones
        make_table(f, 0);
        make_table(f, 1);
        put_tables(f);
    }
    for (uint32_t c = begin; c < end; c++)
        memcpy(f->quantisation[c], f->tables[c % 2 == 0 ? 2 : 0], sizeof f->quantisation[c]);
    put_marker(f, 0xda);
    put16(f, 6 + 2 * (end - begin));
    put_byte(f, end - begin);
    for (uint32_t c = begin; c < end; c++) {
        put_byte(f, 10 + c);
        put_byte(f, 0x31);    // DC table 3, AC table 1
    }
    put_byte(f, 0);
    put_byte(f, 63);
    put_byte(f, 0);
    uint32_t mcus = f->mcus_x * f->mcus_y;
    if (end - begin == 1)
        mcus = ceil_div(ceil_div(f->width * f->h[begin], f->h_max), 8) *
               ceil_div(ceil_div(f->height * f->v[begin], f->v_max), 8);
    int predictions[4] = { 0 };
    for (uint32_t mcu = 0; mcu < mcus; mcu++) {
        if (f->interval > 0 && mcu > 0 && mcu % f->interval == 0) {
            pad_bits(f);
            put_marker(f, 0xd0 | ((mcu / f->interval - 1) & 7));
            memset(predictions, 0, sizeof predictions);
        }
        put_mcu(f, scan, mcu, predictions);
    }
    pad_bits(f);
}

// Chooses a structure: any sampling factors, scans with one or several components.
static void choose(made_file *f)
{
    f->width = 1 + roll(f, MAX_SIDE);
    f->height = 1 + roll(f, MAX_SIDE);
    f->count = 1 + roll(f, 4);
    f->interval = roll(f, 3) == 0 ? 0 : 1 + roll(f, 12);
    f->dnl = roll(f, 8) == 0;
    f->fill = roll(f, 4) == 0;
    f->h_max = f->v_max = 1;
    for (uint32_t c = 0; c < f->count; c++) {
        f->h[c] = 1 + roll(f, 4);
        f->v[c] = 1 + roll(f, 4);
        if (f->h[c] > f->h_max) f->h_max = f->h[c];
        if (f->v[c] > f->v_max) f->v_max = f->v[c];
    }
    f->mcus_x = ceil_div(f->width, 8 * f->h_max);
    f->mcus_y = ceil_div(f->height, 8 * f->v_max);
    for (uint32_t c = 0; c < f->count; c++)
        f->first_block[c + 1] =
            f->first_block[c] + (size_t)f->mcus_x * f->h[c] * f->mcus_y * f->v[c];
    uint32_t blocks = 0;    // of the open scan's MCU
    for (uint32_t c = 0; c < f->count; c++) {
        const uint32_t more = f->h[c] * f->v[c];
        if (c == 0 || blocks + more > JPEG_MAX_MCU_BLOCKS || roll(f, 3) == 0) {
            f->first[f->scans++] = c;
            blocks = 0;
        }
        blocks += more;
    }
    f->first[f->scans] = f->count;
}

static made_file *make_file(uint64_t seed)
{
    made_file *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->seed = seed;
    choose(f);
    f->coefficients = calloc(JPEG_BLOCK * f->first_block[f->count], sizeof *f->coefficients);
    assert_non_null(f->coefficients);
    put16(f, 0xffd8);
    put_marker(f, 0xc1);
    put16(f, 8 + 3 * f->count);
    put_byte(f, 8);
    put16(f, f->dnl ? 0 : f->height);
    put16(f, f->width);
    put_byte(f, f->count);
    for (uint32_t c = 0; c < f->count; c++) {
        put_byte(f, 10 + c);
        put_byte(f, f->h[c] << 4 | f->v[c]);
        put_byte(f, c % 2 == 0 ? 2 : 0);
    }
    for (uint32_t scan = 0; scan < f->scans; scan++) {
        put_scan(f, scan);
        if (scan == 0 && f->dnl) {
            put16(f, 0xffdc);
            put16(f, 4);
            put16(f, f->height);
        }
        f->fill = false;    // 0xff before a marker behind data is a fill byte, too
    }
    put16(f, 0xffd9);
    return f;
}

static void free_file(made_file *f)
{
    free(f->out.text);
    free(f->coefficients);
    free(f);
}

static bool read_file(const made_file *f, jpeg_file *file, ocl_message *why)
{
    return jpeg_read((const uint8_t *)f->out.text, f->out.bytes, file, why);
}

// The coefficients, decoded so many rows at a time.
static int16_t *decode(jpeg_file *file, uint32_t rows_at_once)
{
    ocl_message why;
    int16_t *coefficients = ocl_alloc(JPEG_BLOCK * sizeof *coefficients * file->blocks);
    jpeg_decoder *decoder = jpeg_decoder_open(file, coefficients, &why);
    assert_non_null(decoder);
    for (uint32_t rows = 0; rows < file->mcus_y;) {
        const uint32_t wanted = rows + rows_at_once;
        rows = jpeg_decoder_rows(decoder, wanted);
        assert_int_equal(rows, wanted < file->mcus_y ? wanted : file->mcus_y);
    }
    jpeg_decoder_close(decoder);
    return coefficients;
}

static void random_coefficients_come_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < FILES; seed++) {
        made_file *f = make_file(seed);
        jpeg_file file;
        ocl_message why = { "" };
        if (!read_file(f, &file, &why)) fail_msg("file %d: %s", (int)seed, why.text);
        assert_int_equal(file.width, f->width);
        assert_int_equal(file.height, f->height);
        assert_int_equal(file.blocks, f->first_block[f->count]);
        assert_int_equal(file.scan_count, f->scans);
        int16_t *got = decode(&file, 1 + (uint32_t)seed % 3);
        if (file.warning_count > 0) fail_msg("file %d: %s", (int)seed, file.warnings[0].text);
        if (memcmp(got, f->coefficients, JPEG_BLOCK * sizeof *got * file.blocks) != 0)
            fail_msg("file %d: other coefficients", (int)seed);
        for (uint32_t c = 0; c < f->count; c++)
            assert_memory_equal(file.components[c].quantisation, f->quantisation[c],
                                sizeof f->quantisation[c]);
        free(got);
        jpeg_free(&file);
        free_file(f);
    }
}

// Reads a file of which something can be decoded, or must be refused with a reason.
static bool survives(const uint8_t *bytes, size_t n)
{
    uint8_t *copy = malloc(n ? n : 1);    // of just that size, for the address sanitizer
    assert_non_null(copy);
    memcpy(copy, bytes, n);
    jpeg_file file;
    ocl_message why = { "" };
    const bool ok = jpeg_read(copy, n, &file, &why);
    free(copy);
    if (!ok) {
        assert_true(why.text[0] != '\0');
        return false;
    }
    if (file.blocks < 1 << 16) free(decode(&file, 1));
    for (uint32_t i = 0; i < file.warning_count && i < JPEG_MAX_WARNINGS; i++)
        assert_true(file.warnings[i].at <= n && file.warnings[i].text[0] != '\0');
    jpeg_free(&file);
    return true;
}

static void truncated_at_every_byte(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        made_file *f = make_file(seed);
        const size_t step = f->out.bytes / 700 + 1;
        size_t decoded = 0;
        for (size_t n = 0; n < f->out.bytes; n += step)
            decoded += survives((const uint8_t *)f->out.text, n);
        assert_true(decoded > 0);
        free_file(f);
    }
}

static void flipped_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 20; seed < 26; seed++) {
        made_file *f = make_file(seed);
        for (int i = 0; i < 700; i++) {
            const uint32_t at = roll(f, (uint32_t)f->out.bytes), bit = roll(f, 8);
            f->out.text[at] = (char)(f->out.text[at] ^ (1 << bit));
            survives((const uint8_t *)f->out.text, f->out.bytes);
            if (i % 4 != 3) f->out.text[at] = (char)(f->out.text[at] ^ (1 << bit));
        }
        free_file(f);
    }
}

// --- files of tests/data/jpeg

static uint8_t *load(const char *name, size_t *bytes)
{
    char path[512];
    unsigned char *data;
    ocl_message why;
    snprintf(path, sizeof path, "%s/data/jpeg/%s", TESTS_FOLDER, name);
    if (!ocl_read_file(path, &data, bytes, &why)) fail_msg("%s", why.text);
    return data;
}

// Where the n-th marker with a code from `least` to `most` is, from 0.
static size_t find(const uint8_t *data, size_t bytes, const uint8_t codes[2], int n)
{
    for (size_t i = 0; i + 1 < bytes; i++)
        if (data[i] == 0xff && data[i + 1] >= codes[0] && data[i + 1] <= codes[1] && n-- == 0)
            return i;
    fail_msg("no such marker");
    return 0;
}

static const uint8_t RESTARTS[2] = { 0xd0, 0xd7 };

static int16_t *decode_bytes(const uint8_t *data, size_t bytes, jpeg_file *file)
{
    ocl_message why;
    if (!jpeg_read(data, bytes, file, &why)) fail_msg("%s", why.text);
    return decode(file, file->mcus_y);
}

// Without its third interval, the picture differs in the MCUs of that interval alone.
static void a_lost_interval_is_left_out(void **state)
{
    (void)state;
    size_t bytes;
    uint8_t *data = load("restart_grey.jpg", &bytes);
    jpeg_file whole, damaged;
    int16_t *want = decode_bytes(data, bytes, &whole);
    const size_t from = find(data, bytes, RESTARTS, 1), to = find(data, bytes, RESTARTS, 2);
    memmove(data + from, data + to, bytes - to);
    int16_t *got = decode_bytes(data, bytes - (to - from), &damaged);
    assert_int_equal(damaged.segment_count, whole.segment_count - 1);
    assert_int_equal(damaged.warning_count, 1);
    assert_int_equal(damaged.warnings[0].at, from);
    const size_t interval = JPEG_BLOCK * whole.scans[0].restart_interval;
    static const int16_t zeros[JPEG_BLOCK * 8];
    assert_memory_equal(got, want, 2 * interval * sizeof *got);
    assert_memory_equal(got + 2 * interval, zeros, interval * sizeof *got);
    assert_memory_equal(got + 3 * interval, want + 3 * interval,
                        (JPEG_BLOCK * whole.blocks - 3 * interval) * sizeof *got);
    free(got);
    free(want);
    jpeg_free(&damaged);
    jpeg_free(&whole);
    free(data);
}

// An interval that is there twice counts once.
static void a_repeated_interval_is_left_out(void **state)
{
    (void)state;
    size_t bytes;
    uint8_t *data = load("restart_grey.jpg", &bytes);
    jpeg_file whole, damaged;
    int16_t *want = decode_bytes(data, bytes, &whole);
    const size_t from = find(data, bytes, RESTARTS, 1), to = find(data, bytes, RESTARTS, 2);
    uint8_t *longer = malloc(bytes + (to - from));
    assert_non_null(longer);
    memcpy(longer, data, to);
    memcpy(longer + to, data + from, bytes - from);
    int16_t *got = decode_bytes(longer, bytes + (to - from), &damaged);
    assert_int_equal(damaged.segment_count, whole.segment_count);
    assert_memory_equal(got, want, JPEG_BLOCK * sizeof *got * whole.blocks);
    assert_true(damaged.warning_count > 0);
    free(got);
    free(want);
    free(longer);
    jpeg_free(&damaged);
    jpeg_free(&whole);
    free(data);
}

// What is decoded of a truncated file is right, up to the warning's MCU.
static void the_beginning_of_a_truncated_file_is_right(void **state)
{
    (void)state;
    size_t bytes;
    uint8_t *data = load("grey.jpg", &bytes);
    jpeg_file whole, cut;
    int16_t *want = decode_bytes(data, bytes, &whole);
    int16_t *got = decode_bytes(data, bytes - 300, &cut);
    assert_int_equal(cut.warning_count, 2);    // no EOI; the data ends
    assert_int_equal(cut.warnings[0].at, bytes - 300);
    size_t blocks = 0, right = 0;
    for (; blocks < whole.blocks; blocks++)
        right += memcmp(got + JPEG_BLOCK * blocks, want + JPEG_BLOCK * blocks,
                        JPEG_BLOCK * sizeof *got) == 0;
    unsigned mcu = 0;
    assert_int_equal(sscanf(cut.warnings[1].text, "the data ends in MCU %u", &mcu), 1);
    assert_true(right >= mcu && mcu > blocks / 3);
    assert_memory_equal(got, want, JPEG_BLOCK * sizeof *got * mcu);
    free(got);
    free(want);
    jpeg_free(&cut);
    jpeg_free(&whole);
    free(data);
}

static void missing_tables_are_those_of_the_standard(void **state)
{
    (void)state;
    size_t bytes[2];
    uint8_t *data[2] = { load("ycc_2x2.jpg", &bytes[0]), load("no_tables.jpg", &bytes[1]) };
    assert_true(bytes[1] + 400 < bytes[0]);
    jpeg_file file[2];
    int16_t *got[2];
    for (int i = 0; i < 2; i++)
        got[i] = decode_bytes(data[i], bytes[i], &file[i]);
    assert_int_equal(file[1].blocks, file[0].blocks);
    assert_memory_equal(got[1], got[0], sizeof *got[0] * JPEG_BLOCK * file[0].blocks);
    for (int i = 0; i < 2; i++) {
        jpeg_free(&file[i]);
        free(got[i]);
        free(data[i]);
    }
}

// What stands behind the picture and is refused becomes a warning, which has a place of its own.
static void a_warning_says_its_place_once(void **state)
{
    (void)state;
    size_t bytes;
    uint8_t *data = load("grey.jpg", &bytes);
    data[bytes - 1] = 0xc9;    // in place of EOI
    jpeg_file file;
    ocl_message why;
    assert_true(jpeg_read(data, bytes, &file, &why));
    assert_int_equal(file.warnings[0].at, bytes - 2);
    assert_string_equal(file.warnings[0].text, "the file ends within the marker 0xffc9");
    jpeg_free(&file);
    free(data);
}

static void what_is_not_supported_is_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = { { "refused_progressive.jpg", "progressive" },
                                            { "refused_arithmetic.jpg", "arithmetic coding" },
                                            { "refused_lossless.jpg", "lossless" },
                                            { "refused_hierarchical.jpg", "hierarchical" },
                                            { "refused_12bit.jpg", "12 bits per sample" } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t bytes;
        uint8_t *data = load(cases[i][0], &bytes);
        jpeg_file file;
        ocl_message why;
        char want[128];
        assert_false(jpeg_read(data, bytes, &file, &why));
        snprintf(want, sizeof want, "byte 158: not supported: %s", cases[i][1]);
        assert_string_equal(why.text, want);
        free(data);
    }
}

// A category of a DC difference is at most 15: a decoder would take more bits than it has.
static void a_category_above_15_is_refused(void **state)
{
    (void)state;
    static const uint8_t tables[2] = { 0xc4, 0xc4 };
    size_t bytes;
    uint8_t *data = load("grey.jpg", &bytes);
    const size_t at = find(data, bytes, tables, 0);
    assert_int_equal(data[at + 4], 0);    // DC table 0
    data[at + 5 + 16] = 16;
    jpeg_file file;
    ocl_message why;
    assert_false(jpeg_read(data, bytes, &file, &why));
    assert_non_null(strstr(why.text, "symbols above 15"));
    free(data);
}

static void set16(uint8_t *to, unsigned value)
{
    to[0] = (uint8_t)(value >> 8);
    to[1] = (uint8_t)value;
}

// 16 x 16 pixels have 6 blocks.  Up to 65536 blocks are shown without data, more only if each one
// can have the two bits that it needs at least.
static void a_large_frame_needs_data(void **state)
{
    (void)state;
    enum { DATA = 24760 };    // bytes: for 99040 blocks
    static const struct {
        unsigned width, height;
        bool is_long, is_refused;
    } cases[] = { { 16 * 104, 16 * 105, false, false },       // 65520 blocks
                  { 16 * 104, 16 * 105 + 1, false, true },    // 66144
                  { 16 * 127, 16 * 129, true, false },        // 98298
                  { 16 * 128, 16 * 129, true, true },         // 99072
                  { 20000, 20000, false, true } };
    static const uint8_t frame[2] = { 0xc1, 0xc1 }, scan[2] = { 0xda, 0xda };
    size_t bytes;
    uint8_t *data = load("refused_promise.jpg", &bytes);
    const size_t frame_at = find(data, bytes, frame, 0), scan_at = find(data, bytes, scan, 0);
    uint8_t *longer = calloc(1, scan_at + 14 + DATA);
    assert_non_null(longer);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set16(data + frame_at + 5, cases[i].height);
        set16(data + frame_at + 7, cases[i].width);
        memcpy(longer, data, scan_at + 14);
        jpeg_file file;
        ocl_message why;
        const bool ok = cases[i].is_long ? jpeg_read(longer, scan_at + 14 + DATA, &file, &why)
                                         : jpeg_read(data, bytes, &file, &why);
        assert_int_equal(ok, !cases[i].is_refused);
        if (ok && cases[i].is_long) assert_int_equal(file.data_bytes, DATA);
        if (ok) jpeg_free(&file);
        if (!ok) assert_non_null(strstr(why.text, "bytes of data hold"));
    }
    free(longer);
    free(data);
}

static void colours_follow_the_markers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        jpeg_colour colour;
    } cases[] = { { "grey.jpg", JPEG_GREY },
                  { "ycc_2x2.jpg", JPEG_YCBCR },
                  { "rgb.jpg", JPEG_RGB },
                  { "cmyk.jpg", JPEG_CMYK },
                  { "ycck.jpg", JPEG_YCCK } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t bytes;
        uint8_t *data = load(cases[i].name, &bytes);
        jpeg_file file;
        ocl_message why;
        assert_true(jpeg_read(data, bytes, &file, &why));
        assert_int_equal(file.colour, cases[i].colour);
        assert_true(file.inverted == (file.count == 4 || cases[i].colour == JPEG_RGB));
        jpeg_free(&file);
        free(data);
    }
}

// A block with the DC coefficient alone is flat; one coefficient alone is a product of cosines.
static void the_reference_is_the_definition(void **state)
{
    (void)state;
    double in[JPEG_BLOCK] = { 0 }, out[JPEG_BLOCK];
    in[0] = 80.0;
    jpeg_idct_ref(out, in);
    for (int i = 0; i < JPEG_BLOCK; i++)
        assert_true(fabs(out[i] - 10.0) < 1e-12);
    in[0] = 0.0;
    in[8 * 3 + 5] = 16.0;    // v = 3, u = 5
    jpeg_idct_ref(out, in);
    const double pi = acos(-1.0);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            assert_true(fabs(out[8 * y + x] - 4.0 * cos((2 * x + 1) * 5 * pi / 16.0) *
                                                  cos((2 * y + 1) * 3 * pi / 16.0)) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_coefficients_come_back),
        cmocka_unit_test(truncated_at_every_byte),
        cmocka_unit_test(flipped_bits),
        cmocka_unit_test(a_lost_interval_is_left_out),
        cmocka_unit_test(a_repeated_interval_is_left_out),
        cmocka_unit_test(the_beginning_of_a_truncated_file_is_right),
        cmocka_unit_test(missing_tables_are_those_of_the_standard),
        cmocka_unit_test(a_warning_says_its_place_once),
        cmocka_unit_test(what_is_not_supported_is_named),
        cmocka_unit_test(a_category_above_15_is_refused),
        cmocka_unit_test(a_large_frame_needs_data),
        cmocka_unit_test(colours_follow_the_markers),
        cmocka_unit_test(the_reference_is_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
