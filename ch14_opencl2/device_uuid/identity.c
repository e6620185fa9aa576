// SPDX-License-Identifier: MIT

#include "identity.h"

enum { MAX_TEXT = 2 * UUID_BYTES + 5 };

// In hexadecimal; UUIDs in the usual five parts.
static const char *bytes_text(char text[MAX_TEXT], const cl_uchar *bytes, size_t count)
{
    size_t used = 0;
    for (size_t k = 0; k < count; k++) {
        const bool part = count == UUID_BYTES && (k == 4 || k == 6 || k == 8 || k == 10);
        used += (size_t)snprintf(text + used, MAX_TEXT - used, "%s%02x", part ? "-" : "", bytes[k]);
    }
    return text;
}

void show_identities(ocl_report *report, const identity *devices, size_t count)
{
    ocl_table table =
        ocl_table_open(report, "devices", "API, type, device UUID, driver UUID, LUID, name");
    for (size_t k = 0; k < count; k++) {
        const identity *d = &devices[k];
        char device[MAX_TEXT] = "-", driver[MAX_TEXT] = "-", luid[MAX_TEXT] = "-";
        if (d->has_uuid) {
            bytes_text(device, d->device, UUID_BYTES);
            bytes_text(driver, d->driver, UUID_BYTES);
            if (d->has_luid) bytes_text(luid, d->luid, LUID_BYTES);
        }
        ocl_table_row(&table, "%-6s  %-11s  %-36s  %-36s  %-16s  %s", d->api, d->type, device,
                      driver, luid, d->name);
    }
}

bool same_device(const identity *a, const identity *b)
{
    return a->has_uuid && b->has_uuid && memcmp(a->device, b->device, UUID_BYTES) == 0;
}

bool same_driver(const identity *a, const identity *b)
{
    return a->has_uuid && b->has_uuid && memcmp(a->driver, b->driver, UUID_BYTES) == 0;
}
