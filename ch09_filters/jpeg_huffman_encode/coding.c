// SPDX-License-Identifier: MIT

#include "coding.h"

#include "shared/jpeg_encode/headers.h"

jpeg_coding jpeg_coding_new(const jpeg_file *frame)
{
    jpeg_coding coding = { .mcus_x = frame->mcus_x };
    for (uint32_t i = 0; i < frame->count; i++) {
        const jpeg_component *c = &frame->components[i];
        jpeg_planned_block block = { .dc = c->dc,
                                     .ac = c->ac,
                                     .component = i,
                                     .columns = c->h,
                                     .rows = c->v,
                                     .first_block = c->first_block,
                                     .blocks_x = c->blocks_x };
        for (block.y = 0; block.y < block.rows; block.y++)
            for (block.x = 0; block.x < block.columns; block.x++)
                coding.plan[coding.blocks++] = block;
    }
    for (uint32_t i = 0; i < frame->tables; i++) {
        const jpeg_huffman *table = &frame->huffman[i];
        cl_uint code = 0, symbol = 0;
        for (cl_uint length = 1; length <= 16; length++, code *= 2)
            for (unsigned j = 0; j < table->counts[length - 1]; j++)
                coding.codes[i][table->symbols[symbol++]] = length << 16 | code++;
    }
    return coding;
}

static const uint8_t END_OF_IMAGE[] = { 0xff, 0xd9 };

ocl_blob jpeg_codes_of(const jpeg_file *frame, ocl_blob file)
{
    ocl_growing headers = { .text = NULL };
    jpeg_append_headers(&headers, frame);
    const ocl_blob codes = { (const uint8_t *)file.data + headers.bytes,
                             file.bytes - headers.bytes - sizeof END_OF_IMAGE };
    free(headers.text);
    return codes;
}

ocl_blob jpeg_file_of(const jpeg_file *frame, ocl_blob codes)
{
    ocl_growing file = { .text = NULL };
    jpeg_append_headers(&file, frame);
    ocl_append(&file, codes.data, codes.bytes);
    ocl_append(&file, END_OF_IMAGE, sizeof END_OF_IMAGE);
    return (ocl_blob){ file.text, file.bytes };
}
