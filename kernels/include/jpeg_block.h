// SPDX-License-Identifier: MIT
//
// block - what encoder and decoder know of the blocks of an MCU (minimum coded unit), and of the
// coefficients of a block.  shared/jpeg/jpeg.h has the same structure for the host.

enum { MAX_MCU_BLOCKS = 10 };

// A block of an MCU: its tables, its component's number in the scan, its place within the MCU, how
// many blocks of the component an MCU has, and where the component's blocks are.
typedef struct {
    uint dc, ac, component;
    uint x, y, columns, rows;
    uint first_block, blocks_x;
} planned_block;

// Where the coefficients of a block, in the order of the file, are in the natural order.
constant uchar NATURAL[64] = { 0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                               12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                               35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                               58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63 };
