// SPDX-License-Identifier: MIT

#include "system/read_file.h"

#include "system/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16, LARGE_FILE = 16 << 20 };    // bytes

static const ocl_file_form ANY_FORM = { 0 };

// What has been read so far.
typedef struct {
    unsigned char *data;
    size_t bytes, room;
    double limit;    // of the room; 0: not known yet, as only a large file is worth the question
} content;

// Doubles the room.  False, with the reason in errno, when there is no more.
static bool grow(content *c)
{
    const bool large = c->room >= LARGE_FILE;
    if (large && c->limit == 0.0) {
        const double memory = ocl_host_memory();
        c->limit = memory > 0.0 ? memory / 4.0 : (double)PTRDIFF_MAX;
    }
    errno = EFBIG;
    if (large && 2.0 * (double)c->room > c->limit) return false;
    unsigned char *larger = realloc(c->data, 2 * c->room);
    errno = ENOMEM;
    if (!larger) return false;
    c->data = larger;
    c->room *= 2;
    return true;
}

static bool begins_well(const content *c, const ocl_file_form *form)
{
    for (size_t i = 0; form->magics && form->magics[i]; i++) {
        const size_t length = strlen(form->magics[i]);
        if (c->bytes >= length && memcmp(c->data, form->magics[i], length) == 0) return true;
    }
    return !form->magics;
}

// Whether the bytes from `begin` on may be in such a file.
static bool is_of_form(const content *c, size_t begin, const ocl_file_form *form, ocl_message *why)
{
    const unsigned char *zero = memchr(c->data + begin, 0, c->bytes - begin);
    const bool utf16 = c->bytes >= 2 &&
                       (memcmp(c->data, "\xff\xfe", 2) == 0 || memcmp(c->data, "\xfe\xff", 2) == 0);
    if (form->text && utf16)
        return ocl_refuse(why, "this text is UTF-16; save it as UTF-8 (\"CSV UTF-8\" in Excel)");
    if (form->text && zero)
        return ocl_refuse(why, "not a text file (a 0 byte at offset %zu); wanted is %s",
                          (size_t)(zero - c->data), form->text);
    if (form->most && c->bytes > form->most)
        return ocl_refuse(why, "it has more than %zu bytes, too many for such a file", form->most);
    return true;
}

// Reads to the end: the size of a pipe is not known before.  Without a reason in `why`, that of
// false is in errno.
static bool read_on(FILE *stream, const ocl_file_form *form, content *c, ocl_message *why)
{
    for (;;) {
        const size_t begin = c->bytes, wanted = c->room - 1 - c->bytes;
        c->bytes += fread(c->data + c->bytes, 1, wanted, stream);
        if (ferror(stream) || !is_of_form(c, begin, form, why)) return false;
        if (c->bytes < c->room - 1 || !begins_well(c, form)) break;
        if (!grow(c)) return false;
    }
    c->data[c->bytes] = '\0';
    return true;
}

static bool read_stream_as(FILE *stream, const ocl_file_form *form, content *c, ocl_message *why)
{
    *c = (content){ .data = malloc(FIRST_ROOM), .room = FIRST_ROOM };
    why->text[0] = '\0';
    errno = ENOMEM;
    if (c->data && read_on(stream, form, c, why)) return true;
    const int error = errno;
    free(c->data);
    errno = error;
    return false;
}

bool ocl_read_stream(FILE *stream, unsigned char **data, size_t *bytes)
{
    content c;
    ocl_message why;
    if (!read_stream_as(stream, &ANY_FORM, &c, &why)) return false;
    *data = c.data;
    *bytes = c.bytes;
    return true;
}

bool ocl_read_file_as(const char *path, const ocl_file_form *form, unsigned char **data,
                      size_t *bytes, ocl_message *why)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) return ocl_refuse(why, "%s: cannot open: %s", path, strerror(errno));
    content c;
    ocl_message reason;
    const bool ok = read_stream_as(stream, form, &c, &reason);
    const int error = errno;
    fclose(stream);
    if (!ok && reason.text[0]) return ocl_refuse(why, "%s: %s", path, reason.text);
    if (!ok && error == EFBIG)
        return ocl_refuse(why, "%s: cannot read: it is too large for the host's memory", path);
    if (!ok) return ocl_refuse(why, "%s: cannot read: %s", path, strerror(error));
    *data = c.data;
    *bytes = c.bytes;
    return true;
}

bool ocl_read_file(const char *path, unsigned char **data, size_t *bytes, ocl_message *why)
{
    return ocl_read_file_as(path, &ANY_FORM, data, bytes, why);
}
