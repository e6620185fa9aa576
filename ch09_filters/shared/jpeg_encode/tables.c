// SPDX-License-Identifier: MIT

#include "tables.h"

enum { MAX_LENGTH = 16, MAX_DEPTH = 48, NO_SYMBOL = 256 };

// Tables K.1 and K.2, natural order.
static const uint8_t STEPS[2][JPEG_BLOCK] = {
    { 16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
      14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
      18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
      49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99 },
    { 17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99,
      99, 99, 47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
      99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99 },
};

// Tables K.3 to K.6: [kind][ac].
static const uint8_t COUNTS[2][2][MAX_LENGTH] = {
    { { 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0 },
      { 0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125 } },
    { { 0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0 },
      { 0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119 } },
};
static const uint8_t DC_SYMBOLS[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
static const uint8_t AC_SYMBOLS[2][162] = {
    { 0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61,
      0x07, 0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52,
      0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72, 0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25,
      0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45,
      0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64,
      0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83,
      0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99,
      0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6,
      0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3,
      0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8,
      0xe9, 0xea, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa },
    { 0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61,
      0x71, 0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33,
      0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1, 0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18,
      0x19, 0x1a, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44,
      0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x63,
      0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a,
      0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97,
      0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4,
      0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca,
      0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7,
      0xe8, 0xe9, 0xea, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa },
};

void jpeg_scaled_steps(uint16_t steps[JPEG_BLOCK], jpeg_kind kind, unsigned quality)
{
    const unsigned percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    for (int i = 0; i < JPEG_BLOCK; i++) {
        const unsigned step = (STEPS[kind][i] * percent + 50) / 100;
        steps[i] = (uint16_t)(step < 1 ? 1 : step > 255 ? 255 : step);
    }
}

void jpeg_standard_huffman(jpeg_huffman *table, jpeg_kind kind, bool ac)
{
    *table = (jpeg_huffman){ 0 };
    memcpy(table->counts, COUNTS[kind][ac], sizeof table->counts);
    if (ac)
        memcpy(table->symbols, AC_SYMBOLS[kind], sizeof AC_SYMBOLS[kind]);
    else
        memcpy(table->symbols, DC_SYMBOLS, sizeof DC_SYMBOLS);
}

// Symbols and the trees that they are joined to.  Symbol 256 stands for the code of 1 bits only,
// which no file may use: it occurs once, so that it gets one of the longest codes.
typedef struct {
    uint32_t count[NO_SYMBOL + 1];    // of the tree whose first symbol this is; else 0
    int next[NO_SYMBOL + 1];          // the next symbol of the same tree; -1: none
    int depth[NO_SYMBOL + 1];         // bits of the symbol's code
} forest;

// The rarest tree except `other`; of equal ones, that with the largest first symbol.  -1: none.
static int rarest(const forest *f, int other)
{
    int best = -1;
    for (int i = 0; i <= NO_SYMBOL; i++)
        if (i != other && f->count[i] > 0 && (best < 0 || f->count[i] <= f->count[best])) best = i;
    return best;
}

// Each code of a tree gets one bit more.  Returns the last symbol of it.
static int deepen(forest *f, int tree)
{
    int last = tree;
    for (int i = tree; i >= 0; i = f->next[i]) {
        f->depth[i]++;
        last = i;
    }
    return last;
}

// Codes of more than 16 bits become shorter (figure K.3): of two that differ in the last bit only,
// one takes the place that they had together.  The other one and a shorter code share the place of
// that code.
static void shorten(uint32_t lengths[MAX_DEPTH + 1])
{
    for (int i = MAX_DEPTH; i > MAX_LENGTH; i--)
        while (lengths[i] > 0) {
            int shorter = i - 2;
            while (lengths[shorter] == 0)
                shorter--;
            lengths[i] -= 2;
            lengths[i - 1]++;
            lengths[shorter]--;
            lengths[shorter + 1] += 2;
        }
}

void jpeg_optimal_huffman(jpeg_huffman *table, const uint32_t counts[256])
{
    forest f;
    memset(f.depth, 0, sizeof f.depth);
    memset(f.next, -1, sizeof f.next);
    memcpy(f.count, counts, 256 * sizeof *counts);
    f.count[NO_SYMBOL] = 1;
    for (;;) {    // join the two rarest trees until one is left
        const int a = rarest(&f, -1), b = rarest(&f, a);
        if (b < 0) break;
        f.count[a] += f.count[b];
        f.count[b] = 0;
        const int last = deepen(&f, a);
        deepen(&f, b);
        f.next[last] = b;
    }

    uint32_t lengths[MAX_DEPTH + 1] = { 0 };
    for (int i = 0; i <= NO_SYMBOL; i++)
        lengths[f.depth[i]]++;
    lengths[0] = 0;
    shorten(lengths);
    int longest = MAX_LENGTH;
    while (lengths[longest] == 0)
        longest--;
    lengths[longest]--;    // that of symbol 256

    *table = (jpeg_huffman){ 0 };
    for (int i = 0; i < MAX_LENGTH; i++)
        table->counts[i] = (uint8_t)lengths[i + 1];
    uint8_t *symbol = table->symbols;
    for (int depth = 1; depth <= MAX_DEPTH; depth++)
        for (int i = 0; i < NO_SYMBOL; i++)
            if (f.depth[i] == depth) *symbol++ = (uint8_t)i;
}
