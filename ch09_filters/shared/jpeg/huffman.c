// SPDX-License-Identifier: MIT

#include "huffman.h"

bool jpeg_huffman_derive(jpeg_huffman *table)
{
    memset(table->lookup, 0, sizeof table->lookup);
    table->limit[0] = 0;
    table->offset[0] = 0;
    uint32_t code = 0, symbol = 0;    // the next ones
    for (unsigned length = 1; length <= 16; length++) {
        code *= 2;
        table->offset[length] = (int32_t)symbol - (int32_t)code;
        uint32_t count = table->counts[length - 1];
        if (code + count > 1u << length) return false;
        if (length <= JPEG_LOOKUP_BITS) {
            // All numbers that begin with the code have its entry.
            const uint32_t same = 1u << (JPEG_LOOKUP_BITS - length);
            for (uint32_t i = 0; i < count * same; i++)
                table->lookup[code * same + i] =
                    (uint16_t)(length << 8 | table->symbols[symbol + i / same]);
        }
        code += count;
        symbol += count;
        table->limit[length] = code << (16 - length);
    }
    return true;
}
