// SPDX-License-Identifier: MIT

#include "envelope.h"

#include "system/memory.h"

#include <string.h>

enum { KIND = 8, HEADER = KIND + 3 * 8 };    // bytes

static void put_number(unsigned char *at, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get_number(const unsigned char *at)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

unsigned char *envelope_pack(const char *kind, const envelope *parts, size_t *bytes)
{
    const size_t body_bytes = parts->label_bytes + parts->content_bytes;
    unsigned char *data = ocl_alloc(HEADER + body_bytes), *body = data + HEADER;
    memcpy(body, parts->label, parts->label_bytes);
    memcpy(body + parts->label_bytes, parts->content, parts->content_bytes);
    memcpy(data, kind, KIND);
    put_number(data + KIND, parts->label_bytes);
    put_number(data + KIND + 8, parts->content_bytes);
    put_number(data + KIND + 16, ocl_hash(OCL_HASH_START, body, body_bytes));
    *bytes = HEADER + body_bytes;
    return data;
}

bool envelope_open(const char *kind, const unsigned char *data, size_t bytes, envelope *parts,
                   ocl_message *why)
{
    if (bytes < KIND || memcmp(data, kind, KIND) != 0)
        return ocl_refuse(why, "does not begin with %s", kind);
    if (bytes < HEADER) return ocl_refuse(why, "cut off in its header, at byte %zu", bytes);
    const uint64_t label_bytes = get_number(data + KIND);
    const uint64_t content_bytes = get_number(data + KIND + 8);
    const size_t body_bytes = bytes - HEADER;
    if (label_bytes > body_bytes || content_bytes > body_bytes - label_bytes)
        return ocl_refuse(why, "cut off at byte %zu, or its header is damaged", bytes);
    if (content_bytes < body_bytes - label_bytes)
        return ocl_refuse(why, "%zu bytes long, more than its header says", bytes);
    const unsigned char *body = data + HEADER;
    if (ocl_hash(OCL_HASH_START, body, body_bytes) != get_number(data + KIND + 16))
        return ocl_refuse(why, "damaged: its checksum is wrong");
    *parts = (envelope){ body, body + label_bytes, (size_t)label_bytes, (size_t)content_bytes };
    return true;
}
