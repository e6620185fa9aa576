// SPDX-License-Identifier: MIT

#include "binary_file.h"

static const char KIND[] = "OCLSBIN1";

unsigned char *binary_file_pack(cl_device_id device, const void *binary, size_t binary_bytes,
                                size_t *bytes)
{
    char *id = ocl_compiler_id(device);
    const ocl_envelope parts = { id, binary, strlen(id), binary_bytes };
    unsigned char *data = ocl_envelope_pack(KIND, &parts, bytes);
    free(id);
    return data;
}

bool binary_file_open(const unsigned char *data, size_t bytes, cl_device_id device,
                      const unsigned char **binary, size_t *binary_bytes, ocl_message *why)
{
    ocl_envelope parts;
    if (!ocl_envelope_open(KIND, data, bytes, &parts, why)) return false;
    if (parts.content_bytes == 0) return ocl_refuse(why, "holds no binary");
    char *id = ocl_compiler_id(device);
    bool ours = parts.label_bytes == strlen(id) && memcmp(parts.label, id, parts.label_bytes) == 0;
    if (!ours)
        ocl_refuse(why, "made for %s, and this device is %s",
                   ocl_make_printable(parts.label, parts.label_bytes).text, id);
    free(id);
    *binary = parts.content;
    *binary_bytes = parts.content_bytes;
    return ours;
}
