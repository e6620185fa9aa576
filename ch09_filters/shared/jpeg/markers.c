// SPDX-License-Identifier: MIT

#include "markers.h"

#include "huffman.h"
#include "segments.h"
#include "shared/jpeg_encode/tables.h"

#include <inttypes.h>

// The second bytes of markers (B.1.1.3).
enum {
    TEM = 0x01,
    SOF0 = 0xc0,
    SOF1 = 0xc1,
    DHT = 0xc4,
    SOF15 = 0xcf,
    DAC = 0xcc,
    SOI = 0xd8,
    EOI = 0xd9,
    SOS = 0xda,
    DQT = 0xdb,
    DNL = 0xdc,
    DRI = 0xdd,
    DHP = 0xde,
    EXP = 0xdf,
    APP0 = 0xe0,
    APP14 = 0xee,
    APP15 = 0xef,
    COM = 0xfe
};

enum { TABLES = 4, NO_ADOBE = -1 };    // destinations of tables of each kind

typedef struct {
    jpeg_cursor cursor;
    size_t marker_at;      // the 0xff of the marker that is read
    ocl_message reason;    // why it is refused
    jpeg_file *file;
    bool has_quantisation[TABLES], has_huffman[2][TABLES];
    uint16_t quantisation[TABLES][JPEG_BLOCK];    // natural order
    jpeg_huffman huffman[2][TABLES];              // [0]: of DC, [1]: of AC coefficients
    uint8_t quantisation_of[JPEG_MAX_COMPONENTS];
    bool scanned[JPEG_MAX_COMPONENTS];
    uint32_t restart_interval;
    bool has_frame, has_jfif;
    int adobe;    // its colour transform
} reader;

static uint32_t get16(const uint8_t *p)
{
    return (uint32_t)p[0] << 8 | p[1];
}

static uint32_t ceil_div(uint32_t a, uint32_t b)
{
    return a / b + (a % b > 0);
}

// What stands between two markers: `bytes` of it, without its length.
typedef struct {
    const uint8_t *data;
    size_t bytes;
} payload;

static bool read_payload(reader *r, payload *p)
{
    const jpeg_cursor *c = &r->cursor;
    const size_t left = c->n - c->at;
    const size_t length = left >= 2 ? get16(c->bytes + c->at) : 0;
    if (left < 2 || length > left)
        return ocl_refuse(&r->reason, "the file ends within the marker 0xff%02x",
                          c->bytes[c->at - 1]);
    if (length < 2)
        return ocl_refuse(&r->reason, "the length of the marker 0xff%02x is %zu",
                          c->bytes[c->at - 1], length);
    *p = (payload){ c->bytes + c->at + 2, length - 2 };
    r->cursor.at += length;
    return true;
}

static bool read_quantisation(reader *r, payload p)
{
    while (p.bytes > 0) {
        const size_t wide = p.data[0] >> 4, to = p.data[0] & 15;
        const size_t bytes = 1 + JPEG_BLOCK * (1 + wide);
        if (wide > 1 || to >= TABLES || p.bytes < bytes)
            return ocl_refuse(&r->reason, "a quantisation table is damaged");
        for (size_t i = 0; i < JPEG_BLOCK; i++)
            r->quantisation[to][JPEG_NATURAL[i]] =
                (uint16_t)(wide ? get16(p.data + 1 + 2 * i) : p.data[1 + i]);
        r->has_quantisation[to] = true;
        p = (payload){ p.data + bytes, p.bytes - bytes };
    }
    return true;
}

static bool read_huffman(reader *r, payload p)
{
    while (p.bytes > 0) {
        const size_t kind = p.data[0] >> 4, to = p.data[0] & 15;
        size_t symbols = 0;
        for (size_t i = 1; i <= 16 && i < p.bytes; i++)
            symbols += p.data[i];
        const size_t bytes = 17 + symbols;
        if (kind > 1 || to >= TABLES || symbols > 256 || p.bytes < bytes)
            return ocl_refuse(&r->reason, "a Huffman table is damaged");
        jpeg_huffman *table = &r->huffman[kind][to];
        *table = (jpeg_huffman){ .counts = { 0 } };
        memcpy(table->counts, p.data + 1, sizeof table->counts);
        memcpy(table->symbols, p.data + 17, symbols);
        r->has_huffman[kind][to] = jpeg_huffman_derive(table);
        if (!r->has_huffman[kind][to])
            return ocl_refuse(&r->reason, "a Huffman table has too many codes");
        p = (payload){ p.data + bytes, p.bytes - bytes };
    }
    return true;
}

// Frames of cameras (Motion JPEG) come without Huffman tables: those of Annex K.3 are meant.
static void set_standard_tables(reader *r)
{
    for (int kind = JPEG_LUMA; kind <= JPEG_CHROMA; kind++)
        for (int ac = 0; ac < 2; ac++) {
            jpeg_standard_huffman(&r->huffman[ac][kind], (jpeg_kind)kind, ac);
            r->has_huffman[ac][kind] = jpeg_huffman_derive(&r->huffman[ac][kind]);
        }
}

static bool read_restart_interval(reader *r, payload p)
{
    if (p.bytes != 2) return ocl_refuse(&r->reason, "the restart interval is damaged");
    r->restart_interval = get16(p.data);
    return true;
}

// Which kind of JPEG a frame's marker begins, if it is one that is not decoded here.
static const char *unknown_kind(uint8_t code)
{
    static const char *const kinds[16] = {
        [2] = "progressive",
        [3] = "lossless",
        [5] = "hierarchical",
        [6] = "hierarchical, progressive",
        [7] = "hierarchical",
        [9] = "arithmetic coding",
        [10] = "arithmetic coding, progressive",
        [11] = "arithmetic coding, lossless",
        [13] = "arithmetic coding, hierarchical",
        [14] = "arithmetic coding, hierarchical",
        [15] = "arithmetic coding, hierarchical",
    };
    return kinds[code - SOF0];
}

// Sizes of everything, once the height is known.
static void set_layout(jpeg_file *file)
{
    for (uint32_t i = 0; i < file->count; i++) {
        const jpeg_component *c = &file->components[i];
        if (c->h > file->h_max) file->h_max = c->h;
        if (c->v > file->v_max) file->v_max = c->v;
    }
    file->mcus_x = ceil_div(file->width, 8 * file->h_max);
    file->mcus_y = ceil_div(file->height, 8 * file->v_max);
    file->blocks = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        jpeg_component *c = &file->components[i];
        c->width = ceil_div(file->width * c->h, file->h_max);
        c->height = ceil_div(file->height * c->v, file->v_max);
        c->blocks_x = file->mcus_x * c->h;
        c->blocks_y = file->mcus_y * c->v;
        c->first_block = file->blocks;
        file->blocks += c->blocks_x * c->blocks_y;    // at most 4 * 8195^2: fits
    }
}

static bool read_frame(reader *r, uint8_t code, payload p)
{
    jpeg_file *file = r->file;
    const char *kind = unknown_kind(code);
    if (kind) return ocl_refuse(&r->reason, "not supported: %s", kind);
    if (r->has_frame) return ocl_refuse(&r->reason, "a second frame");
    if (p.bytes < 6) return ocl_refuse(&r->reason, "the frame is damaged");
    if (p.data[0] != 8)
        return ocl_refuse(&r->reason, "not supported: %u bits per sample", p.data[0]);
    file->height = get16(p.data + 1);
    file->width = get16(p.data + 3);
    file->count = p.data[5];
    if (file->count > JPEG_MAX_COMPONENTS)
        return ocl_refuse(&r->reason, "not supported: %u components", file->count);
    if (file->width == 0 || file->count == 0 || p.bytes != 6 + 3 * (size_t)file->count)
        return ocl_refuse(&r->reason, "the frame is damaged");
    for (uint32_t i = 0; i < file->count; i++) {
        const uint8_t *from = p.data + 6 + 3 * (size_t)i;
        jpeg_component *c = &file->components[i];
        c->id = from[0];
        c->h = from[1] >> 4;
        c->v = from[1] & 15;
        r->quantisation_of[i] = from[2];
        if (c->h < 1 || c->h > 4 || c->v < 1 || c->v > 4)
            return ocl_refuse(&r->reason, "the sampling factors of component %u are %ux%u", i, c->h,
                              c->v);
        if (from[2] >= TABLES)
            return ocl_refuse(&r->reason, "component %u has the quantisation table %u", i, from[2]);
    }
    if (file->height > 0) set_layout(file);
    r->has_frame = true;
    return true;
}

// The marker DNL behind the first scan says how high a picture is that has 0 rows in its frame.
static bool read_height(reader *r)
{
    const jpeg_cursor *c = &r->cursor;
    const size_t at = jpeg_scan_end(c, c->at);
    r->marker_at = at;
    if (c->n - at < 6 || c->bytes[at + 1] != DNL || get16(c->bytes + at + 2) != 4)
        return ocl_refuse(&r->reason, "the height is 0, and no marker DNL gives it");
    r->file->height = get16(c->bytes + at + 4);
    if (r->file->height == 0) return ocl_refuse(&r->reason, "the height is 0");
    set_layout(r->file);
    return true;
}

// The index of a table among those in use; an equal one is used again.
static uint8_t use_table(jpeg_file *file, const jpeg_huffman *table)
{
    for (uint32_t i = 0; i < file->tables; i++)
        if (memcmp(&file->huffman[i], table, sizeof *table) == 0) return (uint8_t)i;
    file->huffman[file->tables] = *table;
    return (uint8_t)file->tables++;
}

static bool has_only_categories(const jpeg_huffman *table)
{
    for (size_t i = 0; i < sizeof table->symbols; i++)
        if (table->symbols[i] > 15) return false;
    return true;
}

// A component's line in a scan's header: which one, and with which tables.
static bool add_to_scan(reader *r, jpeg_scan *scan, const uint8_t line[2])
{
    jpeg_file *file = r->file;
    uint32_t i = 0;
    while (i < file->count && (file->components[i].id != line[0] || r->scanned[i]))
        i++;
    if (i == file->count)
        return ocl_refuse(&r->reason, "the scan's component %u is not in the frame, or twice",
                          line[0]);
    const unsigned dc = line[1] >> 4, ac = line[1] & 15, q = r->quantisation_of[i];
    if (dc >= TABLES || ac >= TABLES || !r->has_huffman[0][dc] || !r->has_huffman[1][ac])
        return ocl_refuse(&r->reason, "the scan needs Huffman tables (%u, %u) not given", dc, ac);
    if (!r->has_quantisation[q])
        return ocl_refuse(&r->reason, "the scan needs the quantisation table %u, not given", q);
    if (!has_only_categories(&r->huffman[0][dc]))
        return ocl_refuse(&r->reason, "a DC table has symbols above 15");
    jpeg_component *c = &file->components[i];
    c->dc = use_table(file, &r->huffman[0][dc]);
    c->ac = use_table(file, &r->huffman[1][ac]);
    memcpy(c->quantisation, r->quantisation[q], sizeof c->quantisation);
    r->scanned[i] = true;
    scan->components[scan->count++] = (uint8_t)i;
    return true;
}

// A scan with one component has only the blocks in which the picture has a sample (A.2.2).
static bool set_mcus(reader *r, jpeg_scan *scan)
{
    const jpeg_file *file = r->file;
    if (scan->count == 1) {
        const jpeg_component *c = &file->components[scan->components[0]];
        scan->mcus_x = ceil_div(c->width, 8);
        scan->mcus_y = ceil_div(c->height, 8);
        return true;
    }
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < scan->count; i++) {
        const jpeg_component *c = &file->components[scan->components[i]];
        blocks += (uint32_t)c->h * c->v;
    }
    scan->mcus_x = file->mcus_x;
    scan->mcus_y = file->mcus_y;
    return blocks <= JPEG_MAX_MCU_BLOCKS ||
           ocl_refuse(&r->reason, "%u blocks in an MCU; at most %u are allowed", blocks,
                      JPEG_MAX_MCU_BLOCKS);
}

static bool read_scan(reader *r, payload p)
{
    jpeg_file *file = r->file;
    jpeg_scan scan = { .restart_interval = r->restart_interval };
    if (!r->has_frame) return ocl_refuse(&r->reason, "a scan before the frame");
    const size_t count = p.bytes > 0 ? p.data[0] : 0;
    if (count == 0 || count > file->count || p.bytes != 4 + 2 * count)
        return ocl_refuse(&r->reason, "the scan's header is damaged");
    if (file->height == 0 && !read_height(r)) return false;
    for (size_t i = 0; i < count; i++)
        if (!add_to_scan(r, &scan, p.data + 1 + 2 * i)) return false;
    if (!set_mcus(r, &scan)) return false;
    static const uint8_t sequential[3] = { 0, JPEG_BLOCK - 1, 0 };
    if (memcmp(p.data + 1 + 2 * count, sequential, sizeof sequential) != 0)
        jpeg_warn(file, (uint32_t)r->marker_at, "the scan's header has a spectral selection");
    if (!jpeg_read_segments(file, &scan, &r->cursor, &r->reason)) return false;
    file->scans[file->scan_count++] = scan;
    return true;
}

static void read_application(reader *r, uint8_t code, payload p)
{
    if (code == APP0 && p.bytes >= 5 && memcmp(p.data, "JFIF", 5) == 0) r->has_jfif = true;
    if (code == APP14 && p.bytes >= 12 && memcmp(p.data, "Adobe", 5) == 0) r->adobe = p.data[11];
}

static bool read_marker(reader *r, uint8_t code)
{
    if (code == SOI || code == TEM || (code >= JPEG_RST0 && code <= JPEG_RST7)) {
        jpeg_warn(r->file, (uint32_t)r->marker_at, "the marker 0xff%02x has no place here", code);
        return true;
    }
    payload p = { NULL, 0 };
    if (!read_payload(r, &p)) return false;
    if (code == DQT) return read_quantisation(r, p);
    if (code == DHT) return read_huffman(r, p);
    if (code == DRI) return read_restart_interval(r, p);
    if (code == SOS) return read_scan(r, p);
    if (code == DHP || code == EXP) return ocl_refuse(&r->reason, "not supported: hierarchical");
    if (code >= SOF0 && code <= SOF15 && code != DAC && code != 0xc8) return read_frame(r, code, p);
    if (code >= APP0 && code <= APP15) read_application(r, code, p);
    return true;    // comments and everything else
}

// The code of the next marker, or 0 at the end of the file.  Bytes before it do not belong to
// anything.
static uint8_t next_marker(reader *r)
{
    jpeg_cursor *c = &r->cursor;
    const size_t begin = c->at;
    for (; c->n - c->at >= 2; c->at++) {
        const uint8_t code = c->bytes[c->at + 1];
        if (c->bytes[c->at] != 0xff || code == 0xff || code == 0) continue;
        if (c->bytes[begin] != 0xff)
            jpeg_warn(r->file, (uint32_t)begin, "%zu bytes before a marker", c->at - begin);
        r->marker_at = c->at;
        c->at += 2;
        return code;
    }
    return 0;
}

static bool read_markers(reader *r)
{
    for (;;) {
        const uint8_t code = next_marker(r);
        if (code == EOI) return true;
        if (code == 0) {
            jpeg_warn(r->file, (uint32_t)r->cursor.n, "the file ends without the marker EOI");
            return true;
        }
        if (read_marker(r, code)) continue;
        if (r->file->scan_count == 0) return false;
        jpeg_warn(r->file, (uint32_t)r->marker_at, "%.90s", r->reason.text);
        return true;    // what was read before can be shown
    }
}

// A block has at least two codes, of one bit or more each: of its DC coefficient, and of its end.
// So a byte of data is for 4 blocks at most.  Small pictures are shown without any.
static bool has_data(reader *r)
{
    enum { BLOCKS_PER_BYTE = 4, SMALL = 1 << 16 };    // SMALL: blocks
    const jpeg_file *file = r->file;
    const uint64_t most = BLOCKS_PER_BYTE * (uint64_t)file->data_bytes;
    return file->blocks <= SMALL || file->blocks <= most ||
           ocl_refuse(&r->reason,
                      "the frame has %u x %u pixels, which are %u blocks, but %u bytes of "
                      "data hold %" PRIu64 " blocks at most",
                      file->width, file->height, file->blocks, file->data_bytes, most);
}

// The rules of libjpeg, which all programs seem to share.
static void set_colour(reader *r)
{
    jpeg_file *file = r->file;
    const jpeg_component *c = file->components;
    const bool letters = c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B';
    if (file->count == 4)
        file->colour = r->adobe == NO_ADOBE || r->adobe == 0 ? JPEG_CMYK : JPEG_YCCK;
    else if (file->count == 3)
        file->colour = r->has_jfif || (r->adobe == NO_ADOBE ? !letters : r->adobe != 0) ? JPEG_YCBCR
                                                                                        : JPEG_RGB;
    else
        file->colour = JPEG_GREY;
    file->inverted = r->adobe != NO_ADOBE;
    for (uint32_t i = 0; i < file->count; i++)
        if (!r->scanned[i])
            jpeg_warn(file, (uint32_t)r->cursor.at, "component %u of %u has no scan", i + 1,
                      file->count);
}

bool jpeg_read(const uint8_t *bytes, size_t n, jpeg_file *file, ocl_message *why)
{
    *file = (jpeg_file){ 0 };
    if (n < 4 || bytes[0] != 0xff || bytes[1] != SOI) return ocl_refuse(why, "no JPEG file");
    if (n > INT32_MAX) return ocl_refuse(why, "not supported: files of 2 GiB and more");
    reader *r = calloc(1, sizeof *r);
    file->data = malloc(n + JPEG_PADDING);
    bool ok = r && file->data;
    if (!ok) {
        ocl_refuse(why, "no memory for %zu bytes", n);
    } else {
        *r = (reader){ .cursor = { bytes, n, 2 }, .file = file, .adobe = NO_ADOBE };
        set_standard_tables(r);
        ok = read_markers(r);
        if (ok) r->marker_at = r->cursor.at;    // behind them
        if (ok && file->scan_count == 0) ok = ocl_refuse(&r->reason, "no picture");
        if (ok) ok = has_data(r);
        if (!ok) ocl_refuse(why, "byte %zu: %s", r->marker_at, r->reason.text);
        if (ok) {
            memset(file->data + file->data_bytes, 0, JPEG_PADDING);
            set_colour(r);
        }
    }
    free(r);
    if (!ok) jpeg_free(file);
    return ok;
}
