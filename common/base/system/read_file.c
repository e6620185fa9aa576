// SPDX-License-Identifier: MIT

#include "system/read_file.h"

#include "system/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_FILE = 16 << 20 };    // bytes

// Doubles the room until the file ends, so that pipes can also be read: their size is not known
// before.
bool ocl_read_stream(FILE *stream, unsigned char **data, size_t *bytes)
{
    double limit = 0.0;    // not known yet: only a large file is worth the question
    size_t room = 1 << 16, used = 0;
    unsigned char *buffer = malloc(room);
    errno = ENOMEM;
    while (buffer) {
        used += fread(buffer + used, 1, room - 1 - used, stream);
        if (used < room - 1) break;
        const bool large = room >= LARGE_FILE;
        if (large && limit == 0.0) {
            const double memory = ocl_host_memory();
            limit = memory > 0.0 ? memory / 4.0 : (double)PTRDIFF_MAX;
        }
        const bool fits = !large || 2.0 * (double)room <= limit;
        unsigned char *larger = fits ? realloc(buffer, room * 2) : NULL;
        if (!larger) free(buffer);
        errno = fits ? ENOMEM : EFBIG;
        buffer = larger;
        room *= 2;
    }
    if (!buffer) return false;
    if (ferror(stream)) {
        const int error = errno;
        free(buffer);
        errno = error;
        return false;
    }
    buffer[used] = '\0';
    *data = buffer;
    *bytes = used;
    return true;
}

bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) return ocl_refuse(why, "%s: cannot open: %s", path, strerror(errno));
    const bool ok = ocl_read_stream(stream, data, bytes);
    const int error = errno;
    fclose(stream);
    if (!ok && error == EFBIG)
        return ocl_refuse(why, "%s: cannot read: it is too large for the host's memory", path);
    return ok || ocl_refuse(why, "%s: cannot read: %s", path, strerror(error));
}
