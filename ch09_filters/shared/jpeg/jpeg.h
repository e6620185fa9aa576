// SPDX-License-Identifier: MIT
//
// jpeg - what a JPEG file says: its frame, its tables, and where its entropy-coded data is.
//
// Known are files with 8 bits per sample that are baseline or extended sequential with Huffman
// coding (SOF0, SOF1), of 1 to 4 components.  The clauses are those of Recommendation ITU-T T.81.

#ifndef JPEG_H
#define JPEG_H

#include "ocl.h"

enum {
    JPEG_MAX_COMPONENTS = 4,
    JPEG_BLOCK = 64,             // coefficients of a block, samples of a block
    JPEG_MAX_MCU_BLOCKS = 10,    // of an MCU with several components (B.2.3)
    JPEG_LOOKUP_BITS = 9,        // of jpeg_huffman
    JPEG_MAX_TABLES = 2 * JPEG_MAX_COMPONENTS,
    JPEG_MAX_WARNINGS = 8,
    JPEG_PADDING = 4096    // bytes behind the entropy-coded data that may be read
};

// What the components are, by their number and the Adobe marker.  A file of 2 components is shown
// as JPEG_GREY: the first one.
typedef enum { JPEG_GREY, JPEG_YCBCR, JPEG_RGB, JPEG_CMYK, JPEG_YCCK } jpeg_colour;

// A Huffman table.  With the next 16 bits of the data as a number `bits`:
//     lookup[bits >> (16 - JPEG_LOOKUP_BITS)] is length << 8 | symbol of a code of at most
//     JPEG_LOOKUP_BITS bits; else it is 0, and the length is the first one for which
//     bits < limit[length]; the symbol is symbols[(bits >> (16 - length)) + offset[length]].
//     If bits >= limit[16], no code begins like this: 16 bits are taken, and count as symbol 0.
typedef struct {
    uint8_t counts[16];      // codes of 1, 2, ... 16 bits
    uint8_t symbols[256];    // in the order of their codes; those that are not used are 0
    uint32_t limit[17];      // [length]: the first 16 bits behind all codes of up to that length
    int32_t offset[17];      // [length]
    uint16_t lookup[1 << JPEG_LOOKUP_BITS];
} jpeg_huffman;

// The blocks of a component lie in rows from the top, left to right, blocks_x in a row.  There are
// whole MCUs of them: where the picture ends before, the last columns and rows are not seen.
typedef struct {
    uint8_t id, h, v;               // sampling factors, 1 to 4
    uint8_t dc, ac;                 // its tables: indices in jpeg_file.huffman
    uint32_t width, height;         // in samples: ceil(picture * h / h_max), ceil(... v / v_max)
    uint32_t blocks_x, blocks_y;    // mcus_x * h, mcus_y * v
    uint32_t first_block;           // of all blocks of the picture; its first coefficient is at
                                    // JPEG_BLOCK * first_block
    uint16_t quantisation[JPEG_BLOCK];    // natural order, as it was at its scan; 0: it has no scan
} jpeg_component;

// A piece of entropy-coded data that can be decoded on its own: a restart interval, or a whole
// scan. Predictions of the DC coefficients begin at 0.
typedef struct {
    uint32_t at, bytes;    // in jpeg_file.data
    uint32_t file_at;      // where it begins in the file, for warnings
    uint32_t first_mcu, mcus;
} jpeg_segment;

// An MCU of a scan with several components has h x v blocks of each, component after component, row
// after row (A.2.3).  A scan with one component has MCUs of one block, and fewer blocks than
// blocks_x x blocks_y: those that have a sample of the picture.
typedef struct {
    uint8_t count;                              // components
    uint8_t components[JPEG_MAX_COMPONENTS];    // indices in jpeg_file.components
    uint32_t mcus_x, mcus_y;                    // of this scan
    uint32_t restart_interval;                  // MCUs; 0: none
    uint32_t first_segment, segments;           // in jpeg_file.segments
} jpeg_scan;

// What is wrong in a file of which something can be shown nevertheless.
typedef struct {
    uint32_t at;    // byte of the file
    char text[96];
} jpeg_warning;

typedef struct {
    uint32_t width, height;     // pixels, at least 1 each
    uint32_t h_max, v_max;      // largest sampling factors
    uint32_t mcus_x, mcus_y;    // of 8 h_max x 8 v_max pixels each
    jpeg_colour colour;
    bool inverted;     // CMYK, YCCK: 255 is no ink (Adobe's files)
    uint32_t count;    // components
    jpeg_component components[JPEG_MAX_COMPONENTS];
    uint32_t blocks;    // of all components
    uint32_t tables;    // in use; equal tables are stored once
    jpeg_huffman huffman[JPEG_MAX_TABLES];
    uint32_t scan_count;    // each component is in one scan at most
    jpeg_scan scans[JPEG_MAX_COMPONENTS];
    uint32_t segment_count;
    jpeg_segment *segments;
    // The entropy-coded data of all segments, one after another, without markers and without the 0
    // byte that follows each 0xff.  JPEG_PADDING bytes of 0 follow.
    uint8_t *data;
    uint32_t data_bytes;       // without the padding
    uint32_t warning_count;    // may be more than are kept
    jpeg_warning warnings[JPEG_MAX_WARNINGS];
} jpeg_file;

void jpeg_free(jpeg_file *file);

// Adds a warning; the first JPEG_MAX_WARNINGS are kept.
void jpeg_warn(jpeg_file *file, uint32_t at, const char *format, ...) OCL_PRINTF(3, 4);

// Where the coefficients of a block, as they come in the file, are in natural order (figure A.6).
extern const uint8_t JPEG_NATURAL[JPEG_BLOCK];

// A block of an MCU, for a device: kernels/include/jpeg_block.h describes it.
typedef struct {
    cl_uint dc, ac, component;
    cl_uint x, y, columns, rows;
    cl_uint first_block, blocks_x;
} jpeg_planned_block;

#endif
