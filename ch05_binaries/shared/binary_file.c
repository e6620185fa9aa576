// SPDX-License-Identifier: MIT

#include "binary_file.h"

#include "system/memory.h"

#include <string.h>

static const char KIND[] = "OCLSBIN2";
static const ocl_file_kind FILES = { .ending = ".clbin", .magic = "OCLSBIN" };

// --- the envelope

enum { KIND_BYTES = 8, HEADER = KIND_BYTES + 3 * 8 };    // bytes

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
    memcpy(data, kind, KIND_BYTES);
    put_number(data + KIND_BYTES, parts->label_bytes);
    put_number(data + KIND_BYTES + 8, parts->content_bytes);
    put_number(data + KIND_BYTES + 16, ocl_hash(OCL_HASH_START, body, body_bytes));
    *bytes = HEADER + body_bytes;
    return data;
}

bool envelope_open(const char *kind, const unsigned char *data, size_t bytes, envelope *parts,
                   ocl_message *why)
{
    if (bytes < KIND_BYTES || memcmp(data, kind, KIND_BYTES) != 0)
        return ocl_refuse(why, "does not begin with %s", kind);
    if (bytes < HEADER) return ocl_refuse(why, "cut off in its header, at byte %zu", bytes);
    const uint64_t label_bytes = get_number(data + KIND_BYTES);
    const uint64_t content_bytes = get_number(data + KIND_BYTES + 8);
    const size_t body_bytes = bytes - HEADER;
    if (label_bytes > body_bytes || content_bytes > body_bytes - label_bytes)
        return ocl_refuse(why, "cut off at byte %zu, or its header is damaged", bytes);
    if (content_bytes < body_bytes - label_bytes)
        return ocl_refuse(why, "%zu bytes long, more than its header says", bytes);
    const unsigned char *body = data + HEADER;
    if (ocl_hash(OCL_HASH_START, body, body_bytes) != get_number(data + KIND_BYTES + 16))
        return ocl_refuse(why, "damaged: its checksum is wrong");
    *parts = (envelope){ body, body + label_bytes, (size_t)label_bytes, (size_t)content_bytes };
    return true;
}

// --- a binary in it

uint64_t binary_made_from(const char *source, const char *options)
{
    const uint64_t state = ocl_hash(OCL_HASH_START, source, strlen(source) + 1);
    return ocl_hash(state, options, strlen(options));
}

bool binary_file_write(const char *path, cl_device_id device, const binary_blob *blob,
                       ocl_message *why)
{
    if (!ocl_can_write_kind(path, FILES, why)) return false;
    char *id = ocl_compiler_id(device);
    ocl_growing content = { 0 };
    ocl_append(&content, &blob->made_from, sizeof blob->made_from);
    ocl_append(&content, blob->data, blob->bytes);
    const envelope parts = { .label = id,
                             .content = content.text,
                             .label_bytes = strlen(id),
                             .content_bytes = content.bytes };
    size_t bytes;
    unsigned char *data = envelope_pack(KIND, &parts, &bytes);
    const bool written = ocl_write_file(path, data, bytes, why);
    free(data);
    free(content.text);
    free(id);
    return written;
}

// Takes the bytes of a file apart; the parts lie in `data`.
static bool open_for_device(const unsigned char *data, size_t bytes, cl_device_id device,
                            envelope *parts, ocl_message *why)
{
    if (!envelope_open(KIND, data, bytes, parts, why)) return false;
    if (parts->content_bytes <= sizeof(uint64_t)) return ocl_refuse(why, "holds no binary");
    char *id = ocl_compiler_id(device);
    const bool ours =
        parts->label_bytes == strlen(id) && memcmp(parts->label, id, parts->label_bytes) == 0;
    if (!ours)
        ocl_refuse(why, "made for %s, and this device is %s",
                   ocl_make_printable(parts->label, parts->label_bytes).text, id);
    free(id);
    return ours;
}

bool binary_file_read(const char *path, cl_device_id device, binary_blob *blob, ocl_message *why)
{
    static const char *const magics[] = { KIND, NULL };
    static const ocl_file_form form = { .magics = magics };
    unsigned char *file;
    size_t bytes;
    envelope parts;
    ocl_message reason;
    if (!ocl_read_file_as(path, &form, &file, &bytes, why)) return false;
    const bool sound = open_for_device(file, bytes, device, &parts, &reason);
    if (sound) {
        const unsigned char *content = parts.content;
        *blob = (binary_blob){ .bytes = parts.content_bytes - sizeof blob->made_from };
        blob->data = ocl_alloc(blob->bytes);
        memcpy(&blob->made_from, content, sizeof blob->made_from);
        memcpy(blob->data, content + sizeof blob->made_from, blob->bytes);
    } else {
        ocl_refuse(why, "%s: %s", path, reason.text);
    }
    free(file);
    return sound;
}

void binary_require(cl_int status, const char *call, const char *path)
{
    if (status == CL_SUCCESS) return;
    const bool refused = status == CL_INVALID_BINARY || status == CL_BUILD_PROGRAM_FAILURE;
    ocl_exit(path && refused ? OCL_EXIT_USAGE : OCL_EXIT_CALL,
             "%s: the driver does not take this binary: %s: %s", path ? path : "made here", call,
             ocl_error_name(status));
}
